"""What is made of the items and times of a question once all its words are read: each looked at with its neighbours."""

from collections.abc import Sequence
from dataclasses import replace

from arch_team.measuring.scan import Age, Amount, Code, Item, Span
from arch_team.measuring.vocabulary import Word
from arch_team.text.periods import Period

_BESIDE = 3
"""Signs between two ways to say the same time."""


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


def amount_of_money(item: Item, following: Sequence[Item]) -> Item:
    """`how many euros`: how much there is, in that unit."""
    counts = item.is_word("count") and not item.is_word("amount")
    units = [other for other in following if other.is_word("unit") and other.span[0] == item.span[1]]
    return replace(item, senses=(Word("amount"),)) if counts and units else item
