"""Modifiers made from others: what a question says once and means twice."""

from dataclasses import replace
from decimal import Decimal

from arch_team.featuredata.calls import Op
from arch_team.grammar.syntax import (
    Attach,
    Comparison,
    Coordination,
    Match,
    Missing,
    Modifier,
    Phrase,
    Quantity,
    Relation,
    Span,
    Text,
    Thing,
)


def counted(span: Span, verbs: tuple[str, ...], op: Op, many: int, negated: bool) -> Modifier:
    phrase = Phrase(span, Thing(span), quantity=Quantity(span, op, Decimal(many)))
    return Relation(span, verbs, Coordination("and", (phrase,)), negated)


def with_other_value(modifier: Modifier, text: Text) -> Modifier | None:
    """A modifier with another value in the place of its last; None where it ends with none."""
    if isinstance(modifier, Comparison) and all(isinstance(right, Text) for right in modifier.rights):
        return replace(modifier, rights=(text,))
    if not isinstance(modifier, Attach | Relation) or modifier.phrases is None or len(modifier.phrases.items) != 1:
        return None
    phrase = modifier.phrases.items[0]
    if phrase.modifiers:
        last = with_other_value(phrase.modifiers[-1], text)
        changed = None if last is None else replace(phrase, modifiers=(*phrase.modifiers[:-1], last))
    elif phrase.texts:
        changed = replace(phrase, texts=(*phrase.texts[:-1], text))
    else:
        changed = replace(phrase, head=text) if isinstance(phrase.head, Text) else None
    if changed is None:
        return None
    return replace(modifier, phrases=replace(modifier.phrases, items=(changed,)))


def of_the_same(before: Modifier, modifier: Modifier) -> Modifier | None:
    """`whose price is below 600 or higher than 900`: the second comparison is of the price too."""
    if not isinstance(before, Comparison) or not isinstance(modifier, Comparison):
        return None
    if before.of is None or modifier.of is not None or modifier.verbs:
        return None
    return replace(modifier, of=before.of, dimension=None)


def said_of(
    modifier: Comparison | Match | Missing, verbs: tuple[str, ...], negated: bool, span: Span
) -> Comparison | Match | Missing:
    """`reported after 1978`: the verb may say which date is meant."""
    if isinstance(modifier, Comparison):
        return replace(modifier, is_negated=modifier.is_negated ^ negated, span=span, verbs=verbs)
    return replace(modifier, is_negated=modifier.is_negated ^ negated, span=span)


def of_the_one_named(phrase: Phrase, of: str) -> Phrase:
    """`the reviewer id of Ann Lee` is the id of the reviewer Ann Lee."""
    first = phrase.modifiers[0] if phrase.modifiers else None
    if not phrase.owners or phrase.texts or not isinstance(first, Attach) or first.preposition != of:
        return phrase
    item = first.phrases.items[0]
    if len(first.phrases.items) > 1 or not isinstance(item.head, Text) or item.texts or item.is_each:
        return phrase
    owner = phrase.owners[-1]
    if any(sense.field is not None for sense in owner.senses):
        return phrase  # the boss salary of Ann Lee is that of her boss
    named = Comparison(item.head.span, None, Op.EQ, (item.head,))
    whose = Phrase((owner.span[0], item.span[1]), owner, phrase.owners[:-1], modifiers=(named, *item.modifiers))
    attached = replace(first, phrases=replace(first.phrases, items=(whose,)))
    return replace(phrase, owners=(), modifiers=(attached, *phrase.modifiers[1:]))


def is_parallel(before: Modifier, modifier: Modifier) -> bool:
    """Whether a modifier may be joined to another: `and got grade C` goes on with what somebody did."""
    if not isinstance(modifier, Relation) or not modifier.verbs:
        return True
    if isinstance(before, Comparison):
        return before.of is not None or bool(before.verbs) or before.dimension is not None
    return not isinstance(before, Attach)
