"""What a file is, by its content first and its ending second, and the reader for it."""

import re
import sys
from pathlib import Path, PurePath
from typing import BinaryIO

from arch_team.errors import DataError, UsageError
from arch_team.requirements.read.archives import opened
from arch_team.requirements.read.notes import Note
from arch_team.requirements.read.specification import LARGEST_FILE, Format, Reader, Specification, Wanted

STDIN = "-"

ENDINGS: dict[str, Format] = {
    ".txt": "text", ".text": "text", ".md": "markdown", ".markdown": "markdown", ".csv": "csv", ".tsv": "csv",
    ".xlsx": "excel", ".xlsm": "excel", ".reqif": "reqif", ".reqifz": "reqif", ".docx": "word", ".html": "html",
    ".htm": "html", ".pdf": "pdf",
}  # fmt: skip
_CALLED: dict[Format, str] = {
    "text": "text", "markdown": "Markdown", "csv": "CSV", "excel": "an Excel workbook", "reqif": "ReqIF",
    "word": "a Word document", "html": "a web page", "pdf": "a PDF document",
}  # fmt: skip
_OTHERS = (
    (b"\xd0\xcf\x11\xe0", "an old Office file (.xls, .doc)", "Open it and save it as .xlsx, or export it as CSV."),
    (b"\x89PNG", "a picture", "Give the requirements as text."),
    (b"\xff\xd8\xff", "a picture", "Give the requirements as text."),
    (b"\x1f\x8b", "a packed file", "Unpack it first."),
    (b"7z\xbc\xaf", "a packed file", "Unpack it first."),
    (b"{\\rtf", "a rich-text document", "Save it as plain text, Markdown or CSV."),
)
_MARKDOWN = re.compile(r"^(?:#{1,6} \S|\s*[-*+] \S|\|.*\|\s*$|```)", re.MULTILINE)


def read_file(path: Path | str, wanted: Wanted | None = None) -> Specification:
    """The requirements in a file; `-` is standard input."""
    wanted = wanted or Wanted()
    if str(path) == STDIN:
        return read_bytes(_all_of(sys.stdin.buffer, "standard input"), "standard input", wanted)
    path = Path(path)
    if path.is_dir():
        raise UsageError(f"{path} is a folder", f"Name the files in it, as in {path / '*.md'}.")
    if not path.exists():
        raise UsageError(f"there is no file {path}", "Check the name and the folder.")
    with path.open("rb") as source:
        data = _all_of(source, str(path))
    return read_bytes(data, str(path), wanted)


def read_bytes(data: bytes, name: str, wanted: Wanted | None = None) -> Specification:
    """The requirements in the bytes of a file of this name."""
    wanted = wanted or Wanted()
    if not data.strip(b"\xef\xbb\xbf\xff\xfe \t\r\n\x00"):
        raise DataError(f"{name} is empty", "Write each requirement into a line or a row of its own.")
    format, mismatch = _format(data, name, wanted)
    gathered = _reader(format)(data, name, wanted)
    if mismatch:
        gathered.notes.insert(0, mismatch)
    return gathered.specification(name, format)


def _all_of(source: BinaryIO, name: str) -> bytes:
    data = source.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise DataError(f"{name} is larger than {LARGEST_FILE >> 20} MB", "Divide it, and review the parts.")
    return data


def _format(data: bytes, name: str, wanted: Wanted) -> tuple[Format, Note | None]:
    ending = PurePath(name).suffix.casefold()
    named = wanted.format or ENDINGS.get(ending)
    for start, kind, next_step in _OTHERS:
        if data.startswith(start):
            raise DataError(f"{name} is {kind}, which is not read here", next_step)
    real = _by_content(data, name)
    if real is not None:
        found = real
    elif named in ("excel", "reqif", "word", "pdf") or named is None:
        if ending in (".json", ".jsonl", ".yaml", ".yml"):
            raise DataError(f"{name} is no list of requirements", f"Known endings are {', '.join(ENDINGS)}.")
        found = _kind_of_text(data)
    else:
        found = named
    if named and found != named:
        return found, Note.of("not_as_named", ending=wanted.format or ending, format=_CALLED[found])
    return found, None


def _by_content(data: bytes, name: str) -> Format | None:
    if data.startswith(b"PK\x03\x04"):
        with opened(data, name) as archive:
            members = archive.namelist()
        if "xl/workbook.xml" in members:
            return "excel"
        if any(member.casefold().endswith(".reqif") for member in members):
            return "reqif"
        if any(member.startswith("word/") for member in members):
            return "word"
        raise DataError(f"{name} is an archive without requirements", "Unpack it and give the file itself.")
    head = data[:4096].replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if b"REQ-IF" in head and head.startswith(b"<"):
        return "reqif"
    if head.startswith(b"<?xml") or b"<!DOCTYPE" in head[:200] or head[:5].lower() == b"<html":
        return "html" if b"<!doctype html" in head.lower() or b"<html" in head.lower() else "reqif"
    if data.startswith(b"%PDF"):
        return "pdf"
    return None


def _kind_of_text(data: bytes) -> Format:
    """For what has no ending, or a wrong one."""
    from arch_team.requirements.read.characters import decoded
    from arch_team.requirements.read.columns import known_headings
    from arch_team.requirements.read.csv_table import NO_DELIMITER, sniffed

    lines = decoded(data[:20_000], "")[0].split("\n")
    delimiter = sniffed(lines[:60])
    if delimiter != NO_DELIMITER and known_headings([lines[0].replace('"', "").split(delimiter)]):
        return "csv"
    return "markdown" if _MARKDOWN.search("\n".join(lines)) else "text"


def _reader(format: Format) -> Reader:
    if format in ("word", "html", "pdf"):
        from arch_team.requirements.read.documents import reader_of

        return reader_of(format)
    if format == "excel":
        from arch_team.requirements.read.excel import read_excel

        return read_excel
    if format == "reqif":
        from arch_team.requirements.read.reqif import read_reqif

        return read_reqif
    if format == "csv":
        from arch_team.requirements.read.csv_table import read_csv

        return read_csv
    if format == "markdown":
        from arch_team.requirements.read.markdown import read_markdown

        return read_markdown
    from arch_team.requirements.read.text import read_text

    return read_text
