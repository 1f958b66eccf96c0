"""Word, HTML and PDF: read by the readers that search uses, and taken as Markdown is.

Sections come with their headings, lists as lines with a dash, tables as lines with strokes. A place in such a file is
its heading: lines and columns are those of no file.
"""

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from arch_team.documents import Document, FileContent, Kind, UnreadableDocument, read_document
from arch_team.errors import DataError
from arch_team.requirements.read.markdown import from_markdown
from arch_team.requirements.read.specification import Entry, Format, Gathered, LeftOut, Reader, Wanted

_KINDS: dict[Format, Kind] = {"word": "docx", "html": "html", "pdf": "pdf"}


def reader_of(format: Format) -> Reader:
    def read(data: bytes, name: str, wanted: Wanted) -> Gathered:
        file = FileContent(Path(name), data, _KINDS[format], datetime.now(UTC))
        try:
            document = read_document(file)
        except UnreadableDocument as error:
            raise DataError(f"{name}: {error}", error.next_step) from error
        return _without_lines(from_markdown(_as_markdown(document), name, wanted, []))

    return read


def _as_markdown(document: Document) -> str:
    known = any(section.headings[:1] == (document.title,) for section in document.sections)
    lines: list[str] = [] if known else [f"# {document.title}"]
    before: tuple[str, ...] = ()
    for section in document.sections:
        for level, heading in enumerate(section.headings, 2):
            if section.headings[: level - 1] != before[: level - 1]:
                lines += ["", f"{'#' * min(level, 6)} {heading}"]
        before = section.headings
        lines += ["", *_with_tables(section.text.split("\n"))]
    return "\n".join(lines)


def _with_tables(lines: list[str]) -> list[str]:
    """Lines with strokes become a table: its first line is the head."""
    out: list[str] = []
    for above, line in pairwise(["", *lines]):
        is_row = " | " in line and not line.lstrip().startswith("- ")
        if is_row and " | " not in above:
            out += ["", f"| {line} |", "|" + " --- |" * (line.count(" | ") + 1)]
        else:
            out.append(f"| {line} |" if is_row else line)
    return out


def _without_lines(told: Gathered) -> Gathered:
    return Gathered(
        [_placed(entry) for entry in told.entries], told.notes, [_unplaced(one) for one in told.passed_over]
    )


def _placed(entry: Entry) -> Entry:
    """`line 12, Login`: only the heading is the file's own."""
    heading = (entry.requirement.place or "").partition(", ")[2]
    requirement = entry.requirement.model_copy(update={"place": heading or None, "line": None})
    return replace(entry, requirement=requirement, anchors=())


def _unplaced(one: LeftOut) -> LeftOut:
    return replace(one, place="", line=None)
