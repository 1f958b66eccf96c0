"""The words of a question one after the other, each for what it may say, whatever the sentence they make.

Nothing here is a grammar: a word that asks for a number, ranks, groups, denies or compares is such a word wherever it
stands. What its neighbours make of it is told in `slots.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Grain
from arch_team.gathering.kin import kin_of
from arch_team.grammar.dating import is_time
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import GrainWord, Noun, Number, Span, Text, Time
from arch_team.modelling.naming import PARTIAL
from arch_team.text.dates import year_period
from arch_team.text.frames import frames_of
from arch_team.text.tokens import TokenKind


class Sign(Enum):
    """What a word says that is done with what stands beside it."""

    COUNT = auto()
    EACH = auto()
    NOT = auto()
    WHEN = auto()
    WHO = auto()
    HOW = auto()
    WHAT = auto()
    OR = auto()
    DISTINCT = auto()
    SHARE = auto()
    ALL = auto()
    BOTH = auto()
    SOMEBODY = auto()
    FIRST = auto()
    CLOCK = auto()
    THING = auto()
    """Something, of which nothing tells what: `on time`, `by hand`."""


_SIGNS: dict[str, Sign] = {
    "how_many": Sign.COUNT,
    "count_noun": Sign.COUNT,
    "each": Sign.EACH,
    "group_by": Sign.EACH,
    "not": Sign.NOT,
    "none": Sign.NOT,
    "without": Sign.NOT,
    "asks_when": Sign.WHEN,
    "who": Sign.WHO,
    "what": Sign.WHAT,
    "request": Sign.WHAT,
    "or": Sign.OR,
    "distinct": Sign.DISTINCT,
    "altogether": Sign.ALL,
    "both": Sign.BOTH,
    "person": Sign.SOMEBODY,
    "asks_clock": Sign.CLOCK,
    "order_first": Sign.FIRST,
}
"""Classes of the language, and what their words say here."""


_SMALL = frozenset(
    {"and", "filler", "determiner", "we", "pronoun", "be", "have", "auxiliary", "preposition", "recording", "every"}
    | {"relative", "listing", "past_helper"}
)
_THINGS = frozenset({"thing", "unit", "unit_tail", "times"})
"""Nouns of the language. They are passed over where the person is asked, and never where they are answered."""
_FREE = _SMALL | _THINGS


@dataclass(frozen=True, slots=True)
class Says:
    """A word that says what is done with what stands beside it."""

    span: Span
    sign: Sign
    names: tuple[str, ...] = ()
    """Columns that the word itself may mean: the depth of `how deep`."""


@dataclass(frozen=True, slots=True)
class Figures:
    """`average`, `total`."""

    span: Span
    function: Function


@dataclass(frozen=True, slots=True)
class Ranks:
    """`highest`, `oldest`, `most`."""

    span: Span
    is_max: bool
    counts: bool
    dimension: str | None


@dataclass(frozen=True, slots=True)
class Compares:
    """`more than`, `since`, `or more`."""

    span: Span
    op: Op
    is_of_days: bool = False
    is_behind: bool = False
    """It stands behind its number: `three or more`."""
    dimension: str | None = None


@dataclass(frozen=True, slots=True)
class Verb:
    span: Span
    word: str


@dataclass(frozen=True, slots=True)
class Unknown:
    span: Span
    word: str


Piece = Unknown | Says | Figures | Ranks | Compares | Verb | Noun | Text | Number | Time | GrainWord


def pieces_of(lattice: Lattice) -> list[Piece]:
    """The pieces of a question from left to right: at each place the longest, a name or a value before a word of the
    language that is as long."""
    found: list[Piece] = []
    at, unknown = 0, set(lattice.unknown())
    while at < len(lattice):
        here = list(_at(lattice, at))
        if not here and (at in unknown or not _says_nothing(lattice, at)):
            here = [kin_of(lattice, at) or Unknown((at, at + 1), lattice.tokens[at].text)]
        best = max(
            here, key=lambda piece: (_is_of_a_number(piece, lattice), piece.span[1], _weight(piece)), default=None
        )
        if best is not None:
            found.append(best)
        elif _is_a_thing(lattice, at):
            found.append(Says((at, at + 1), Sign.THING))
        at = best.span[1] if best is not None else _after(lattice, at)
    return found


def _is_of_a_number(piece: Piece, lattice: Lattice) -> bool:
    """Before a number or a time, a word that compares does so, whatever else is called so: `since 2023`."""
    end = piece.span[1]
    return isinstance(piece, Compares) and (end in lattice.times or lattice.number(end) is not None)


def _weight(piece: Piece) -> int:
    if isinstance(piece, Time):
        return 4
    if isinstance(piece, Noun):
        return 3 if piece.senses[0].tier < PARTIAL else 1
    if isinstance(piece, Text) or (isinstance(piece, Says) and piece.sign in (Sign.CLOCK, Sign.FIRST)):
        return 2
    return 0 if isinstance(piece, Verb) or (isinstance(piece, Says) and piece.sign is Sign.WHAT) else 1


def _says_nothing(lattice: Lattice, at: int) -> bool:
    """A sign, or a word of the language that says nothing of what is asked for."""
    token = lattice.tokens[at]
    if token.kind is TokenKind.SIGN:
        return True
    if len(token.text) > 1 and token.text.isupper() and not lattice.question.isupper():
        return False  # the US are not us
    return any(entry.klass in _FREE for _, entry in lattice.entries[at])


def _is_a_thing(lattice: Lattice, at: int) -> bool:
    classes = {entry.klass for _, entry in lattice.entries[at]} & _FREE
    return bool(classes) and classes <= _THINGS


def _after(lattice: Lattice, at: int) -> int:
    """Behind words that say nothing here."""
    return max((end for end, _ in lattice.entries[at]), default=at + 1)


def _at(lattice: Lattice, at: int) -> Iterator[Piece]:
    shares = {phrase[-1] for phrase in frames_of(lattice.lexicon.language).words["share"]}
    if at in lattice.times:
        yield lattice.times[at]
    number = lattice.number(at)
    if number is not None and not lattice.nouns[at]:
        if is_time(number):
            token = lattice.tokens[at]
            yield Time(number.span, year_period(int(number.value), (token.start, token.end)))
        else:
            yield number
    yield from (text for text in lattice.texts[at] if text.hits)
    yield from lattice.nouns[at]
    if lattice.words[at] in shares:
        yield Says((at, at + 1), Sign.SHARE)
    yield from _said(lattice, at)
    if lattice.relates(at):
        yield kin_of(lattice, at) or Verb((at, at + 1), lattice.words[at])


def _said(lattice: Lattice, at: int) -> Iterator[Piece]:
    for end, entry in lattice.entries[at]:
        span, words = (at, end), " ".join(lattice.words[at:end])
        match entry.klass:
            case "aggregate":
                yield Figures(span, Function(entry.detail.upper()))
            case "superlative" | "superlative_count":
                named = words if words in lattice.lexicon.dimensions else None
                counts = any(end == stop for stop, _ in lattice.details(at, "superlative_count"))
                yield Ranks(span, entry.detail == "max", counts, named)
            case "comparator" | "date_comparator" | "trailing":
                named = next((d for d in lattice.lexicon.dimensions if words.startswith(f"{d} ")), None)
                yield Compares(
                    span, Op(entry.detail), entry.klass == "date_comparator", entry.klass == "trailing", named
                )
            case "grain":
                yield GrainWord(span, Grain(entry.detail))
            case "how":
                yield Says(span, Sign.HOW, tuple(lattice.lexicon.how.get(words, ())))
            case klass if klass in _SIGNS:
                is_first = klass != "order_first" or end == len(lattice) or lattice.tokens[end].kind is TokenKind.SIGN
                yield from (Says(span, _SIGNS[klass]),) if is_first else ()  # most hours first
            case _:
                pass
