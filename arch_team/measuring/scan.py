"""What the words of a question stand for, word by word: the result of cutting it."""

from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from arch_team.measuring.vocabulary import (
    Word,
)
from arch_team.text.periods import Period
from arch_team.text.tokens import Token
from arch_team.wire import Language

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Code:
    """Members by their code: one, a span of them, or all that begin so."""

    codes: frozenset[str]
    said: str
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Quoted:
    text: str


@dataclass(frozen=True, slots=True)
class Amount:
    value: Decimal


@dataclass(frozen=True, slots=True)
class Age:
    """So many days."""

    days: int


@dataclass(frozen=True, slots=True)
class Item:
    span: Span
    senses: tuple[object, ...]
    text: str
    in_brackets: bool = False
    classes: frozenset[str] = field(init=False, repr=False, compare=False)
    """Of the words that it may be."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "classes", frozenset(s.klass for s in self.senses if isinstance(s, Word)))

    def of(self, kind: type) -> list[object]:
        return [sense for sense in self.senses if isinstance(sense, kind)]

    def is_word(self, *classes: str) -> bool:
        return not self.classes.isdisjoint(classes)

    def detail(self, klass: str) -> str | None:
        return next((s.detail for s in self.senses if isinstance(s, Word) and s.klass == klass), None)


@dataclass(frozen=True)
class Scan:
    question: str
    language: Language
    tokens: tuple[Token, ...]
    items: tuple[Item, ...]
    periods: tuple[Period, ...]
    unknown: tuple[str, ...]
    period_places: tuple[Span, ...] = ()
    relative: tuple[str, ...] = ()
    """Times that are named without saying which: a month of no year, a season."""
    apart: tuple[Period, ...] = ()
    """The times one by one, before those that make a stretch were put together."""
    impossible: tuple[str, ...] = ()
    """Times that no calendar has: 30 February."""

    @cached_property
    def classes(self) -> frozenset[str]:
        return frozenset[str]().union(*(item.classes for item in self.items))

    def says(self, *classes: str) -> bool:
        return not self.classes.isdisjoint(classes)

    @cached_property
    def units(self) -> frozenset[str]:
        """The units that are asked for."""
        named = {str(item.detail("unit")) for item in self.words("unit")}
        return frozenset(named - self.units_left_out)

    @cached_property
    def units_left_out(self) -> frozenset[str]:
        """`without the EUR invoices`, `leave EUR out`: units that a word before or right behind says to leave out."""
        items = [item for item in self.items if item.is_word("unit", "without") or not item.is_word("light")]
        found: set[str] = set()
        for at, item in enumerate(items):
            before, after = items[at - 1] if at else None, items[at + 1] if at + 1 < len(items) else None
            without = before is not None and before.is_word("without") and before.span[0] + 3 > item.span[0] - 1
            gone = after is not None and after.is_word("without") and self._ends_with(after)
            if item.is_word("unit") and (without or gone):
                found.add(str(item.detail("unit")))
        return frozenset(found)

    def _ends_with(self, item: Item) -> bool:
        """Whether nothing follows an item in its sentence."""
        after = self.tokens[item.span[1]] if item.span[1] < len(self.tokens) else None
        return after is None or after.text in (")", "?", ".", "!")

    def words(self, klass: str) -> list[Item]:
        return [item for item in self.items if item.is_word(klass)]
