"""What can be quoted of a passage: a sentence, with the one it leans on or the line that leads up to it, or a row.

Each comes with what stands around it: its neighbours in the paragraph, the line that leads up to it, its headings.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from arch_team.documents.chunking import units_of
from arch_team.documents.document import PATH_SEPARATOR
from arch_team.documents.tables import CELLS, cells_of
from arch_team.search.asked import tokens_of
from arch_team.search.places import leaning_words
from arch_team.vectors.words import fold

LONGEST = 600
"""Characters that are quoted at once."""
_NEW_BLOCK = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True)
class Quote:
    """Text of a passage, letter by letter; a row of a table is written out with the names of its columns."""

    key: str
    place: str
    parts: tuple[str, ...]
    """What is shown; the last is what is judged."""
    rank: int
    around: tuple[str, ...] = ()
    """The sentences before and after it, and what leads up to it."""
    is_row: bool = False

    @property
    def said(self) -> str:
        return self.parts[-1]

    @property
    def text(self) -> str:
        return " ".join(self.parts)

    @property
    def heading(self) -> str:
        return self.place.rpartition(PATH_SEPARATOR)[2]


@dataclass
class _Unit:
    text: str
    block: int
    lead: str = ""
    """A line that ends with a colon right before its block."""
    head: str = ""
    """The first row of its table."""
    around: list[str] = field(default_factory=list[str])


def quotes_of(text: str, *, key: str, place: str, rank: int) -> list[Quote]:
    units = list(_units(text))
    found: list[Quote] = []
    for at, unit in enumerate(units):
        if CELLS in unit.text:
            if unit.head and len(cells_of(unit.head)) == len(cells_of(unit.text)):
                found.append(Quote(key, place, (_row(unit.head, unit.text),), rank, _around(unit, ()), is_row=True))
            continue
        before = units[at - 1] if at and units[at - 1].block == unit.block and CELLS not in units[at - 1].text else None
        after = units[at + 1] if at + 1 < len(units) and units[at + 1].block == unit.block else None
        beside = tuple(other.text for other in (before, after) if other is not None)
        earlier = before.text if before is not None and _leans(unit.text) else unit.lead
        parts = (earlier, unit.text) if earlier and len(earlier) + len(unit.text) < LONGEST else (unit.text,)
        found.append(Quote(key, place, parts, rank, _around(unit, beside)))
    return [quote for quote in found if len(quote.text) <= LONGEST and not _tells_nothing(quote.said)]


def _leans(text: str) -> bool:
    """Whether a sentence speaks of what the one before it names (`Sie …`, `This …`)."""
    first = next((word for word in tokens_of(text) if word[0].isalnum()), "")
    return fold(first) in leaning_words()


def _tells_nothing(text: str) -> bool:
    """A question, however near it is (a list of questions holds the words of all), or a line that only leads up."""
    return text.rstrip("\"'”“»«’)] !").endswith(("?", ":"))


def _around(unit: _Unit, beside: Sequence[str]) -> tuple[str, ...]:
    return tuple(part for part in (unit.lead, *beside) if part)


def _units(text: str) -> Iterator[_Unit]:
    block, end, lead, last, head = 0, 0, "", "", ""
    for span in units_of(text):
        said = " ".join(text[span.start : span.end].split())
        if _NEW_BLOCK.search(text[end : span.start]):
            block += 1
            lead = last if last.endswith(":") else ""
            head = ""
        yield _Unit(said, block, lead, head if CELLS in said else "")
        if CELLS in said and all(cells_of(said)[1:]):
            head = head or said
        end, last = span.end, said


def _row(head: str, row: str) -> str:
    names, cells = cells_of(head), cells_of(row)
    told = (f"{name}: {cell}" if name else cell for name, cell in zip(names, cells, strict=True) if cell)
    return ", ".join(told) + "."
