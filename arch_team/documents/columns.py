"""Which columns of a table hold its texts, ids and languages: known by their headings, else by what stands in them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arch_team.errors import UsageError

Row = Sequence[str]
Headings = Mapping[str, Mapping[str, int]]
"""For `text`, `id` and `language`: the folded headings that are known, and how sure each is; 0 is surest."""
HEAD_WITHIN = 20
"""Rows at the top of a table among which its heading row is looked for: titles and dates may stand above it."""
SAMPLE = 200
_LONGEST_HEADING = 500
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
    heading: Row = ()
    is_guessed: bool = False
    """Of several columns, that of the texts was taken by what stands in it."""

    @property
    def width(self) -> int:
        """Cells of the heading row, empty ones at its end not counted; 0 where there is none."""
        return max((place + 1 for place, cell in enumerate(self.heading) if cell.strip()), default=0)

    def cell(self, row: Row, column: int | None) -> str:
        return row[column].strip() if column is not None and column < len(row) else ""


def columns_of(
    rows: Sequence[Row], known: Headings, where: str, *, text_named: str | None = None, id_named: str | None = None
) -> Columns:
    """The columns to read. `rows` are the first ones of the table; `where` names it in errors."""
    head = heading_row(rows, known, text_named)
    heading: Row = rows[head] if head is not None else ()
    first = head + 1 if head is not None else 0
    below = rows[first : first + SAMPLE]
    text = _asked(text_named, heading, rows, where, "--column")
    id_ = _asked(id_named, heading, rows, where, "--id-column")
    is_guessed = False
    if text is None:
        text = _known(heading, known["text"], below)
    if text is None:
        text, is_guessed = _wordiest(rows[first:] or rows, where), _width(rows) > 1
        if head is None and _is_heading(rows, text):
            heading, first, below = rows[0], 1, rows[1 : 1 + SAMPLE]
    if id_ is None:
        id_ = _known(heading, known["id"], below, but=text)
    if id_ is None:
        id_ = _id_like(below or rows, text)
    return Columns(first, text, id_, _known(heading, known["language"], below, but=text), heading, is_guessed)


def as_heading(text: str) -> str:
    """A heading in one spelling. What is longer than a line is none."""
    return re.sub(r"[\s_\-./:#()\[\]]+", " ", text[:_LONGEST_HEADING].casefold()).strip()


def heading_row(rows: Sequence[Row], known: Headings, named: str | None = None) -> int | None:
    """The row with the most known headings, among them one for the text; or the one with the column asked for."""
    asked = as_heading(named) if named else None
    best, found = 0, None
    for place, row in enumerate(rows[:HEAD_WITHIN]):
        names = [as_heading(cell) for cell in row]
        if asked and asked in names:
            return place
        score = sum(any(name in ranks for ranks in known.values()) for name in names)
        if any(name in known["text"] for name in names) and score > best:
            best, found = score, place
    return found


def _known(heading: Row, ranks: Mapping[str, int], below: Sequence[Row], but: int | None = None) -> int | None:
    """The column with the surest heading. One that is empty below its heading is no use."""
    ranked = sorted((ranks[as_heading(cell)], place) for place, cell in enumerate(heading) if as_heading(cell) in ranks)
    places = [place for _, place in ranked if place != but]
    used = [place for place in places if any(place < len(row) and row[place].strip() for row in below)]
    return next(iter(used or places), None)


def _asked(name: str | None, heading: Row, rows: Sequence[Row], where: str, option: str) -> int | None:
    """The column by its heading, or by its number."""
    if name is None:
        return None
    names = [as_heading(cell) for cell in heading]
    if as_heading(name) in names:
        return names.index(as_heading(name))
    if name.isdigit() and 1 <= int(name) <= _width(rows):
        return int(name) - 1
    known = [cell.strip() for cell in heading if cell.strip()] or [str(n + 1) for n in range(_width(rows))]
    raise UsageError(f"{where} has no column {name!r}", f"Give {option} as one of: {', '.join(known[:20])}.")


def _wordiest(rows: Sequence[Row], where: str) -> int:
    """The column with the most words. Numbers and single words beside each other are no requirements."""
    words = [0] * max(1, _width(rows))
    for row in rows[:SAMPLE]:
        for place, cell in enumerate(row):
            words[place] += len(cell[:2000].split())
    if len(words) > 1 and max(words) < _FEWEST_WORDS * len(rows[:SAMPLE]):
        raise UsageError(f"no column of {where} looks like texts", "Name the column with --column.")
    return words.index(max(words))


def _is_heading(rows: Sequence[Row], text: int) -> bool:
    """A first row that names nothing we know and still is no requirement: one or two words over whole sentences."""
    cells = [row[text].split() for row in rows[:SAMPLE] if text < len(row) and row[text].strip()]
    if len(cells) < 2 or _width(rows) < 2 or len(rows[0]) <= text:
        return False
    below = sum(len(words) for words in cells[1:]) / (len(cells) - 1)
    return len(rows[0][text].split()) <= 2 and below >= 5 and not any(_ID_LIKE.fullmatch(c.strip()) for c in rows[0])


def _id_like(rows: Sequence[Row], text: int) -> int | None:
    for place in range(min(_width(rows), 30)):
        cells = [row[place].strip() for row in rows[:SAMPLE] if place < len(row)]
        if place != text and cells and len(set(cells)) == len(cells) and all(_ID_LIKE.fullmatch(c) for c in cells):
            return place
    return None


def _width(rows: Sequence[Row]) -> int:
    return max((len(row) for row in rows[:SAMPLE]), default=0)
