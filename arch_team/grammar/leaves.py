"""What a reading must not pass over: every value, number, rank and quantity of a question has to be used."""

from collections.abc import Iterable, Iterator

from arch_team.grammar.syntax import (
    Attach,
    Choice,
    Comparison,
    Coordination,
    Match,
    Missing,
    Modifier,
    Number,
    Phrase,
    Relation,
    Sentence,
    Span,
    Text,
    Time,
)


def leaves_of(sentence: Sentence) -> frozenset[Span]:
    """The places of all that has to be used by a reading of the sentence."""
    found: set[Span] = set()
    for phrase in phrases_in(sentence):
        if isinstance(phrase.head, Text | Number | Time):
            found.add(phrase.head.span)
        found.update(text.span for text in phrase.texts)
        if phrase.quantity is not None:
            found.add(phrase.quantity.span)
        if phrase.superlative is not None:
            found.add(phrase.superlative.span)
        for modifier in _flat(phrase.modifiers):
            if isinstance(modifier, Comparison):
                found.update(right.span for right in modifier.rights if isinstance(right, Text | Number | Time))
            elif isinstance(modifier, Match):
                found.add(modifier.text.span)
    return frozenset(found)


def phrases_in(sentence: Sentence) -> Iterator[Phrase]:
    """Every phrase, however deep."""
    for phrase in (*sentence.targets, *sentence.groups, *(p for sorting in sentence.sorting for p in sorting.by)):
        yield from _inside(phrase)


def compared_in(sentence: Sentence) -> frozenset[Phrase]:
    """The phrases that something is compared with: `every` before one of them groups nothing."""
    return frozenset(
        right
        for phrase in phrases_in(sentence)
        for modifier in _flat(phrase.modifiers)
        if isinstance(modifier, Comparison)
        for right in modifier.rights
        if isinstance(right, Phrase)
    )


def counts_others(phrase: Phrase) -> bool:
    """Whether a phrase says how many of something there are: `with at least two orders`."""
    return any(inner.quantity is not None for inner in _inside(phrase) if inner is not phrase)


def _inside(phrase: Phrase) -> Iterator[Phrase]:
    yield phrase
    for modifier in _flat(phrase.modifiers):
        for inner in _phrases_of(modifier):
            yield from _inside(inner)


def _flat(modifiers: Iterable[Modifier]) -> Iterator[Modifier]:
    for modifier in modifiers:
        if isinstance(modifier, Choice):
            yield from _flat(modifier.of)
        else:
            yield modifier


def _phrases_of(modifier: Modifier) -> Iterator[Phrase]:
    coordination: Coordination | None = None
    if isinstance(modifier, Attach | Relation):
        coordination = modifier.phrases
    elif isinstance(modifier, Comparison | Match | Missing):
        if modifier.of is not None:
            yield modifier.of
        if isinstance(modifier, Comparison):
            yield from (right for right in modifier.rights if isinstance(right, Phrase))
    if coordination is not None:
        yield from coordination.items
