"""Plain text, Markdown, office files, web pages and PDF: all of them lines under headings, read the same way.

Plain text gives its lines as they stand. Of Markdown the shared reader gives the blocks, of Word, HTML and PDF the
sections; they become lines again, so that what is an item, an id or the rest of a sentence is decided in one place.
Prose is passed over where a document has real requirements: a list or a table is taken as a whole, a paragraph when it
has an id, obliges somebody or is a user story.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from arch_team.documents import Document, FileContent, Kind, UnreadableDocument, read_document
from arch_team.documents import markdown as pages
from arch_team.errors import DataError
from arch_team.requirements.model import Requirement
from arch_team.requirements.read import signs
from arch_team.requirements.read.arrange import Arranger, Found
from arch_team.requirements.read.blocks import Block, Line, gather
from arch_team.requirements.read.specification import Entry, Gathered, LeftOut, Note, Wanted, decoded
from arch_team.requirements.read.tables import chosen, known_headings, note_of
from arch_team.text.showing import shortened

SHOWN = 120
"""Characters of a passed-over text that a report shows."""
_PACKAGE = re.compile(
    r"[A-Za-z0-9][\w.\-]*(?:\[[\w,\s-]*\])?\s*(?:(?:===?|[><~!]=?|@).+)?(?:;.+)?(?:\s+\\)?|-[-\w]+.*|#.*"
)


def read_text(data: bytes, name: str, wanted: Wanted) -> Gathered:
    text, notes = decoded(data, name)
    raw = text.split("\n")
    _refuse_packages(raw, name)
    arranger = Arranger(gather([Line(number, line) for number, line in enumerate(raw, 1)]), titles=True)
    if arranger.titles:
        notes.append(Note.of("titles", count=len(arranger.titles), place=f"line {arranger.titles[0].line}"))
    return _gathered(arranger.found, notes, arranger.attributes)


def read_markdown(data: bytes, name: str, wanted: Wanted) -> Gathered:
    text, notes = decoded(data, name)
    body = pages.front_matter(text)[1]
    above = text.count("\n") - body.count("\n")
    blocks: list[Block] = []
    lines: list[Line] = []
    for block in pages.blocks_of(body):
        if block.kind == "table":
            blocks += gather(lines)
            numbers = [block.line + above + (row + 1 if row else 0) for row in range(len(block.rows))]
            blocks += _rows(block.rows, numbers, wanted, name, notes)
            lines = []
        elif block.kind != "code":
            lines += [Line(number + above, line) for number, line in _as_lines(block)]
    return _without_prose([*blocks, *gather(lines)], notes)


def _as_lines(block: pages.Block) -> Iterator[tuple[int, str]]:
    """A page's block as plain text has it. Its first line is led by how it is listed; what is no item stands alone."""
    is_item = block.kind == "item"
    lead = "#" * block.level + " " if block.kind == "heading" else f"{block.marker} " if block.marker else ""
    depth = max(0, block.level - 1) + (not block.marker) if is_item else 0  # without marker: a further paragraph
    alone = [] if is_item else [(block.line, "")]
    yield from alone
    for number, line in enumerate(block.lines):
        yield block.line + number, "  " * depth + (lead if not number else " " * len(lead)) + line
    yield from alone


def read_other(data: bytes, name: str, wanted: Wanted, kind: Kind) -> Gathered:
    """Word, a web page or PDF. A place in such a file is its heading: lines and columns are those of no file."""
    try:
        document = read_document(FileContent(Path(name), data, kind, datetime.now(UTC)))
    except UnreadableDocument as error:
        raise DataError(f"{name}: {error}", error.next_step) from error
    notes: list[Note] = []
    blocks: list[Block] = []
    for is_row, lines in groupby(_lines_of(document), key=lambda line: " | " in line and not line.startswith("- ")):
        if is_row:
            rows = [tuple(line.split(" | ")) for line in lines]
            blocks += _rows(rows, [1] * len(rows), wanted, name, notes)
        else:
            blocks += gather([Line(1, line) for line in lines])
    told = _without_prose(blocks, notes, has_lines=False)
    return replace(told, passed_over=[replace(one, place="", line=None) for one in told.passed_over])


def _lines_of(document: Document) -> Iterator[str]:
    before: tuple[str, ...] = ()
    for section in document.sections:
        path = document.path_of(section)
        for level, heading in enumerate(path, 1):
            if path[:level] != before[:level]:
                yield from (f"{'#' * level} {heading}", "")
        before = path
        yield from (*section.text.split("\n"), "")


def _rows(
    rows: Sequence[Sequence[str]], lines: Sequence[int], wanted: Wanted, name: str, notes: list[Note]
) -> list[Block]:
    """The requirements of a table; none where it is a table of something else."""
    heading = [cell.strip().casefold() for cell in rows[0]]
    asked = wanted.column is not None and wanted.column.strip().casefold() in heading
    if not asked and not known_headings(rows[:1]):
        return []
    columns = chosen(rows, wanted if asked else replace(wanted, column=None, id_column=None), name)
    notes += filter(None, [note_of(columns)])
    below = zip(rows[columns.first :], lines[columns.first :], strict=True)
    return [
        Block("item", line, text, columns.cell(row, columns.id))
        for row, line in below
        if (text := columns.cell(row, columns.text))
    ]


def _without_prose(blocks: Sequence[Block], notes: list[Note], *, has_lines: bool = True) -> Gathered:
    """Paragraphs that only explain, and lists of anything else, go where the document has real requirements."""
    arranger = Arranger(blocks, titles=False)
    found = arranger.found
    counts = {one.group for one in found if _is_requirement(one)} or {one.group for one in found}
    prose = [one.block for one in found if one.group not in counts]
    if prose:
        notes.append(Note.of("prose", count=len(prose), place=f"line {prose[0].line}"))
    kept = [one for one in found if one.group in counts]
    told = _gathered(kept, notes, arranger.attributes, has_lines=has_lines)
    for block in prose:
        note = Note.of("passed_over", text=shortened(block.text, SHOWN))
        told.passed_over.append(LeftOut(f"line {block.line}", note, block.line))
    return told


def _is_requirement(one: Found) -> bool:
    """By its id, its verb, or as an item under a heading that announces requirements."""
    if signs.explains(one.heading):
        return bool(one.id) or signs.binds(one.block.text)
    listed = one.block.kind == "item" and signs.announces(one.heading)
    return bool(one.id) or listed or signs.obliges(one.block.text)


def _gathered(found: Sequence[Found], notes: list[Note], attributes: int, *, has_lines: bool = True) -> Gathered:
    """Found requirements as entries: with an id each, and a place people can go to."""
    if attributes:
        notes.append(Note.of("attributes", count=attributes))
    numbers = [one.id for one in found if one.id.isdigit()]
    countable = len(set(numbers)) == len(numbers)
    gathered = Gathered(notes=notes)
    for count, one in enumerate(found, 1):
        own = one.id.strip("/")
        line = one.block.line if has_lines else None
        requirement = Requirement(
            id=own if own and (countable or not own.isdigit()) else f"REQ_{count}",
            text=one.block.text,
            place=", ".join(filter(None, (f"line {line}" if line else "", one.heading))) or None,
            line=line,
        )
        gathered.entries.append(Entry(requirement))
    return gathered


def _refuse_packages(lines: list[str], name: str) -> None:
    """`requirements.txt` is what Python calls its list of packages. Reviewing it would help nobody."""
    used = [line.strip() for line in lines[:400] if line.strip()]
    pinned = any("==" in text or ">=" in text for text in used)
    if pinned and all(len(text) < 300 and _PACKAGE.fullmatch(text) for text in used):
        raise DataError(
            f"{name} is a list of Python packages, not of requirements of a product",
            "Give the file that holds the requirements.",
        )
