"""What is made of the items and times of a question once all its words are read: each looked at with its neighbours."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Age, Amount, Code, Item, Span
from arch_team.measuring.vocabulary import (
    EntitySense,
    LanguageWords,
    MemberSense,
    PartySense,
    SetSense,
    SideSense,
    VerbSense,
    Word,
)
from arch_team.text.folding import folded
from arch_team.text.lexicon import LANGUAGES
from arch_team.text.periods import Period
from arch_team.text.tokens import Token, TokenKind

_MOVING = ("spend", "earned", "acquired", "happened", "added", "taken_off")
"""Classes of what is done with money."""

_BESIDE = 3
"""Signs between two ways to say the same time."""


def added_apart(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """`6000+6040`: with a sign between two numbers as that, and not as the sign of the second."""
    out: list[Token] = []
    for token in tokens:
        joined = bool(out) and out[-1].text.isdigit() and out[-1].end == token.start
        if joined and token.text[0] == "+" and token.text[1:].isdigit():
            middle = token.start + 1
            out.append(Token(TokenKind.SIGN, "+", "+", token.start, middle))
            token = replace(token, text=token.text[1:], folded=token.text[1:], start=middle)
        out.append(token)
    return tuple(out)


def compared(item: Item, items: Sequence[Item], places: Sequence[Span]) -> Item:
    """`less than 2024`: with a time behind it, it compares with that time, and not with an amount."""
    if not item.is_word("above", "below"):
        return item
    told = [s for s in item.senses if isinstance(s, Word) and s.klass in ("above", "below")]
    timed = any(start - item.span[1] in (0, 1) for start, _ in places)
    amounts = any(other.of(Amount) or other.of(Code) or other.of(Age) for other in items)
    if not timed or amounts or item.span[1] - item.span[0] == 1:
        return item
    return replace(item, senses=(Word("higher" if told[0].klass == "above" else "lower"), Word("than")))


def money_that_moved(items: list[Item], words: LanguageWords) -> list[Item]:
    """`how much money have we spent`: money that something was done with is none that is had, though `money have we`
    by itself is."""
    moved = any(item.of(VerbSense) or item.is_word(*_MOVING) for item in items)

    def is_had(item: Item) -> bool:
        each = [folded(word) for word in item.text.split()]
        return any(found.klass == "self" for word in each for _, found in words.matches([word], 0))

    return [
        replace(item, senses=(Word("money"),)) if moved and item.of(SetSense) and is_had(item) else item
        for item in items
    ]


def ourselves(items: list[Item]) -> list[Item]:
    """`what do we owe ourselves` only stresses that it is us; `what do they earn themselves` is of somebody else."""
    ours = any(item.is_word("self") for item in items) and not any(item.of(PartySense) for item in items)
    return [
        replace(item, senses=(*item.senses, Word("light"))) if ours and item.is_word("own_self") else item
        for item in items
    ]


def what_is_left(items: list[Item], measures: Measures) -> list[Item]:
    """`invoices with a remaining balance over 500`: of rows that are open it is what is open of them, and no level.
    Where members are named, it is a level of theirs."""
    named = [s for item in items for s in item.senses]
    if any(isinstance(sense, SetSense | MemberSense | Code) for sense in named):
        return _left_of_level(items, measures)
    tables = {measures.descriptor.table_of(sense.name) for sense in named if isinstance(sense, EntitySense)}
    entities = measures.descriptor.entities
    current = next((e for e in entities if e.is_current and e.measure and e.python_class in tables), None)
    column = next(
        (e for e in entities if current and e.parent_entity == current.name and e.field == current.measure), None
    )
    out: list[Item] = []
    for at, item in enumerate(items):
        level = any(isinstance(s, SideSense) and s.sides == ("closing",) for s in item.senses)
        before = items[at - 1] if at else None
        near = (
            before is not None
            and before.span[1] == item.span[0]
            and (before.is_word("left_of") or before.of(VerbSense))
        )
        alone = item.is_word("left_of") and not (at + 1 < len(items) and items[at + 1].of(SideSense))
        if column is not None and before is not None and level and near and before.is_word("left_of"):
            out[-1] = Item((before.span[0], item.span[1]), (EntitySense(column.name),), f"{before.text} {item.text}")
        elif column is not None and ((level and near) or alone):
            out.append(replace(item, senses=(EntitySense(column.name),)))
        else:
            out.append(item)
    return out


def _left_of_level(items: list[Item], measures: Measures) -> list[Item]:
    """`the outstanding balance of the loan`: of a level that no rows are kept of, what is open is what there is."""
    descriptor = measures.descriptor
    also = {figure.also for verb in descriptor.party_verbs for figure in verb.by_kind.values()}
    rows = frozenset(code for name in also if name in measures.sets for code in measures.sets[name or ""].codes)
    codes = [
        measures.sets[s.name].codes if isinstance(s, SetSense) else frozenset(s.codes)
        for item in items
        for s in item.senses
        if isinstance(s, SetSense | MemberSense | Code)
    ]
    levels = all(not measures.members[code].is_flow for held in codes for code in held if code in measures.members)
    columns = {(e.name, e.measure) for e in descriptor.entities if e.is_current}
    open_ = {e.name for e in descriptor.entities if (e.parent_entity, e.field) in columns}
    if not levels or any(held & rows for held in codes):
        return items
    return [
        replace(item, senses=(Word("left_of"),))
        if item.senses and all(isinstance(s, EntitySense) and s.name in open_ for s in item.senses)
        else item
        for item in items
    ]


def deep_in_debt(items: list[Item], measures: Measures) -> list[Item]:
    """`deepest in the red`: of what is owed the deepest is the most."""
    owed = {verb.name for verb in measures.descriptor.party_verbs if verb.is_open}
    out = list(items)
    for at, (item, following) in enumerate(pairwise(items)):
        of_debt = any(isinstance(sense, VerbSense) and sense.name in owed for sense in following.senses)
        if item.is_word("deep") and of_debt and item.span[1] == following.span[0]:
            out[at] = replace(item, senses=(Word("highest"),))
    return out


def said_once(periods: tuple[Period, ...]) -> tuple[Period, ...]:
    """`the last three years 2023 to 2025`: without the years that the stretch right behind them says again."""
    kept = list(periods)
    for one in periods:
        same = [other for other in periods if other.at == one.at]
        spans = [p for p in periods if p.at != one.at and 0 <= p.at[0] - one.at[1] <= _BESIDE]
        again = any(p.start == min(o.start for o in same) and p.end >= max(o.end for o in same) for p in spans)
        if len(same) > 1 and again and one in kept:
            kept.remove(one)
    return tuple(kept)


def amount_of_money(item: Item, following: Sequence[Item], sums: Sequence[str]) -> Item:
    """`how many euros`, `wie viele Steuern`: how much there is."""
    counts = item.is_word("count") and not item.is_word("amount")
    near = [other for other in following if other.span[0] == item.span[1]]
    units = [other for other in near if other.is_word("unit") or folded(other.text) in sums]
    return replace(item, senses=(Word("amount"),)) if counts and units else item


def members_by_name(items: list[Item], measures: Measures) -> list[Item]:
    """`the account Revenue deductions`: the member that is called so, not the set that is called so too."""
    named = {e.name for e in measures.descriptor.entities if e.python_class is not None and e.field is None}
    out = items[:1]
    for one, item in pairwise(items):
        whole = tuple(s for s in item.senses if isinstance(s, MemberSense) and s.is_whole)
        is_noun = any(isinstance(s, EntitySense) and s.name in named for s in one.senses) and one.is_word("code")
        beside = is_noun and bool(whole) and bool(item.of(SetSense)) and one.span[1] == item.span[0]
        out.append(replace(item, senses=whole) if beside else item)
    return out


def without_its_codes(items: list[Item], tokens: Sequence[Token], measures: Measures) -> list[Item]:
    """`premises 6000+6040`: without the codes right behind a set that only say which members it has."""
    out: list[Item] = []
    for item in items:
        run = [other for other in items if other.span[0] >= item.span[1]]
        codes = list[Item]()
        for other in run:
            last = codes[-1] if codes else item
            between = [token.text for token in tokens[last.span[1] : other.span[0]]]
            if not other.of(Code) or (between and (between != ["+"] or not codes)):
                break
            codes.append(other)
        sets = [measures.sets[s.name].codes for s in item.senses if isinstance(s, SetSense)]
        held = frozenset(c for other in codes for s in other.senses if isinstance(s, Code) for c in s.codes)
        if len(codes) > 1 and held in sets:
            return without_its_codes([i for i in items if i not in codes], tokens, measures)
        out.append(item)
    return out


def of_another_kind(items: Sequence[Item], measures: Measures) -> list[Item]:
    """Items that end with a kind which none of the members they are a piece of the name of is of: what is called
    `input tax on operating expense` is no expense. Beside the name of what they belong to they are said for short."""
    found: list[Item] = []
    for item in items:
        codes = {code for s in item.senses if isinstance(s, MemberSense) and not s.is_whole for code in s.codes}
        kind = next((kind for kind in _kinds(measures) if folded(item.text).endswith(kind[0])), None)
        if not codes or len(item.senses) > 1 or kind is None or codes & kind[1]:
            continue
        others = [o for o in items if o is not item]
        named = [measures.sets[s.name].codes for o in others for s in o.senses if isinstance(s, SetSense)]
        if not any(codes <= of for of in named):
            found.append(item)
    return found


def _kinds(measures: Measures) -> Iterator[tuple[str, frozenset[str]]]:
    """The single words that kinds of members are called by, and the members of each."""
    for known in measures.sets.values():
        entity = measures.descriptor.entity(known.name) if known.is_kind else None
        labels = [label for language in LANGUAGES for label in (entity.labels.of(language) if entity else ())]
        yield from ((folded(label), known.codes) for label in labels if " " not in label)
