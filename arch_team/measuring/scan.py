"""What the words of a question stand for, word by word: the result of cutting it."""

from dataclasses import dataclass
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
class Value:
    """A text of the data: where it stands."""

    hits: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class Item:
    span: Span
    senses: tuple[object, ...]
    text: str
    in_brackets: bool = False

    def of(self, kind: type) -> list[object]:
        return [sense for sense in self.senses if isinstance(sense, kind)]

    def is_word(self, *classes: str) -> bool:
        return any(isinstance(sense, Word) and sense.klass in classes for sense in self.senses)

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
        return frozenset(s.klass for item in self.items for s in item.senses if isinstance(s, Word))

    def says(self, *classes: str) -> bool:
        return not self.classes.isdisjoint(classes)

    def words(self, klass: str) -> list[Item]:
        return [item for item in self.items if item.is_word(klass)]
