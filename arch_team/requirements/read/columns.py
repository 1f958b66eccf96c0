"""Which column of a table holds the requirements: by its heading in German or English, else by what stands in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import cast

from arch_team.errors import UsageError
from arch_team.requirements.read.specification import Note, Wanted, data
from arch_team.wire import Language

Row = Sequence[str]
HEAD_WITHIN = 20
"""Rows at the top of a table among which its heading row is looked for: titles and dates may stand above it."""
_SAMPLE = 200
_FEWEST_WORDS = 2
"""For each row, in a column that no heading names."""
_ID_LIKE = re.compile(r"[A-Za-zÄÖÜ]{0,15}[-_./# ]?\d[\w.\-/]{0,20}")


@dataclass(frozen=True, slots=True)
class Columns:
    first: int
    """The first row below the heading."""
    text: int
    id: int | None = None
    language: int | None = None
    width: int = 0
    """Cells of the heading row; 0 where there is none."""
    note: Note | None = None

    def cell(self, row: Row, column: int | None) -> str:
        return row[column].strip() if column is not None and column < len(row) else ""

    def language_of(self, row: Row) -> Language | None:
        return _languages().get(folded(self.cell(row, self.language)))


def chosen(rows: Sequence[Row], wanted: Wanted, where: str) -> Columns:
    """The columns to read. `rows` are the first ones of the table; `where` names it in errors."""
    head = _head(rows, wanted)
    heading: Row = rows[head] if head is not None else ()
    first = head + 1 if head is not None else 0
    below = rows[first : first + _SAMPLE]
    text = _asked(wanted.column, heading, rows, where, "--column")
    id_ = _asked(wanted.id_column, heading, rows, where, "--id-column")
    guessed = False
    if text is None:
        text = _known(heading, "text", below)
        if text is None:
            text, guessed = _wordiest(rows[first:] or rows, where), True
            if head is None and _is_heading(rows, text):
                heading, first, below = rows[0], 1, rows[1 : 1 + _SAMPLE]
    if id_ is None:
        id_ = _known(heading, "id", below, but=text)
        if id_ is None:
            id_ = _id_like(below or rows, text)
    language = _known(heading, "language", below, but=text)
    note = _note(heading, text, id_, guessed=guessed and _width(rows) > 1)
    return Columns(first, text, id_, language, _trimmed(heading), note)


def known_headings(rows: Sequence[Row]) -> bool:
    """Whether one of the first rows heads a table of requirements."""
    return _head(rows, Wanted()) is not None


def folded(text: str) -> str:
    return re.sub(r"[\s_\-./:#()\[\]]+", " ", text.casefold()).strip()


def _head(rows: Sequence[Row], wanted: Wanted) -> int | None:
    """The row with the most known headings, among them one for the text; or the one with the column asked for."""
    asked = folded(wanted.column) if wanted.column else None
    best, found = 0, None
    for place, row in enumerate(rows[:HEAD_WITHIN]):
        names = [folded(cell) for cell in row]
        if asked and asked in names:
            return place
        score = sum(name in _ranks("text") or name in _ranks("id") or name in _ranks("language") for name in names)
        if any(name in _ranks("text") for name in names) and score > best:
            best, found = score, place
    return found


def _known(heading: Row, kind: str, below: Sequence[Row], but: int | None = None) -> int | None:
    """The column with the surest heading. One that is empty below its heading is no use."""
    ranks = _ranks(kind)
    ranked = sorted((ranks[folded(cell)], place) for place, cell in enumerate(heading) if folded(cell) in ranks)
    places = [place for _, place in ranked if place != but]
    used = [place for place in places if any(place < len(row) and row[place].strip() for row in below)]
    return next(iter(used or places), None)


def _asked(name: str | None, heading: Row, rows: Sequence[Row], where: str, option: str) -> int | None:
    """The column by its heading, or by its number."""
    if name is None:
        return None
    names = [folded(cell) for cell in heading]
    if folded(name) in names:
        return names.index(folded(name))
    if name.isdigit() and 1 <= int(name) <= _width(rows):
        return int(name) - 1
    known = [cell.strip() for cell in heading if cell.strip()] or [str(n + 1) for n in range(_width(rows))]
    raise UsageError(f"{where} has no column {name!r}", f"Give {option} as one of: {', '.join(known[:20])}.")


def _wordiest(rows: Sequence[Row], where: str) -> int:
    """The column with the most words. Numbers and single words beside each other are no requirements."""
    words = [0] * max(1, _width(rows))
    for row in rows[:_SAMPLE]:
        for place, cell in enumerate(row):
            words[place] += len(cell[:2000].split())
    if len(words) > 1 and max(words) < _FEWEST_WORDS * len(rows[:_SAMPLE]):
        raise UsageError(f"no column of {where} looks like requirements", "Name the column with --column.")
    return words.index(max(words))


def _is_heading(rows: Sequence[Row], text: int) -> bool:
    """A first row that names nothing we know and still is no requirement: one or two words over whole sentences."""
    cells = [row[text].split() for row in rows[:_SAMPLE] if text < len(row) and row[text].strip()]
    if len(cells) < 2 or _width(rows) < 2 or len(rows[0]) <= text:
        return False
    below = sum(len(words) for words in cells[1:]) / (len(cells) - 1)
    return len(rows[0][text].split()) <= 2 and below >= 5 and not any(_ID_LIKE.fullmatch(c.strip()) for c in rows[0])


def _id_like(rows: Sequence[Row], text: int) -> int | None:
    for place in range(min(_width(rows), 30)):
        cells = [row[place].strip() for row in rows[:_SAMPLE] if place < len(row)]
        if place != text and cells and len(set(cells)) == len(cells) and all(_ID_LIKE.fullmatch(c) for c in cells):
            return place
    return None


def _note(heading: Row, text: int, id_: int | None, *, guessed: bool) -> Note | None:
    if guessed:
        return Note.of("columns_guessed", number=text + 1)
    if len([c for c in heading if c.strip()]) < 2:
        return None
    named = heading[id_].strip() if id_ is not None and id_ < len(heading) else ""
    if not named:
        return Note.of("columns_without_ids", text=heading[text].strip())
    return Note.of("columns", text=heading[text].strip(), id=named)


def _trimmed(heading: Row) -> int:
    """Columns of the heading row, empty ones at its end not counted."""
    return max((place + 1 for place, cell in enumerate(heading) if cell.strip()), default=0)


def _width(rows: Sequence[Row]) -> int:
    return max((len(row) for row in rows[:_SAMPLE]), default=0)


@cache
def _ranks(kind: str) -> dict[str, int]:
    return {name: rank for rank, name in enumerate(cast("dict[str, list[str]]", data("headings"))[kind])}


@cache
def _languages() -> dict[str, Language]:
    named = cast("dict[str, dict[Language, list[str]]]", data("headings"))["languages"]
    return {name: language for language, names in named.items() for name in names}
