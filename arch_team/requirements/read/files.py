"""What a file is, by its content first and its ending second, and the reader for it."""

import re
import sys
from functools import partial
from pathlib import Path, PurePath
from typing import BinaryIO, NamedTuple

from arch_team.documents.archives import opened
from arch_team.documents.delimited import NO_DELIMITER, sniffed
from arch_team.errors import DataError, UsageError
from arch_team.requirements.read.reqif import read_reqif
from arch_team.requirements.read.specification import (
    LARGEST_FILE,
    Format,
    Note,
    Reader,
    Specification,
    Wanted,
    decoded,
)
from arch_team.requirements.read.tables import known_headings, read_csv, read_excel
from arch_team.requirements.read.text import read_markdown, read_other, read_text

STDIN = "-"


class _Known(NamedTuple):
    called: str
    endings: tuple[str, ...]
    reader: Reader


_FORMATS: dict[Format, _Known] = {
    "text": _Known("text", (".txt", ".text"), read_text),
    "markdown": _Known("Markdown", (".md", ".markdown"), read_markdown),
    "csv": _Known("CSV", (".csv", ".tsv"), read_csv),
    "excel": _Known("an Excel workbook", (".xlsx", ".xlsm"), read_excel),
    "reqif": _Known("ReqIF", (".reqif", ".reqifz"), read_reqif),
    "word": _Known("a Word document", (".docx",), partial(read_other, kind="docx")),
    "odt": _Known("an OpenDocument text", (".odt",), partial(read_other, kind="odt")),
    "slides": _Known("a set of slides", (".pptx",), partial(read_other, kind="pptx")),
    "html": _Known("a web page", (".html", ".htm"), partial(read_other, kind="html")),
    "pdf": _Known("a PDF document", (".pdf",), partial(read_other, kind="pdf")),
}
_ENDINGS: dict[str, Format] = {ending: name for name, known in _FORMATS.items() for ending in known.endings}
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
    if str(path) == STDIN:
        return read_bytes(_all_of(sys.stdin.buffer, "standard input"), "standard input", wanted)
    path = Path(path)
    if path.is_dir():
        raise UsageError(f"{path} is a folder", f"Name the files in it, as in {path / '*.md'}.")
    if not path.exists():
        raise UsageError(f"there is no file {path}", "Check the name and the folder.")
    with path.open("rb") as source:
        return read_bytes(_all_of(source, str(path)), str(path), wanted)


def read_bytes(data: bytes, name: str, wanted: Wanted | None = None) -> Specification:
    """The requirements in the bytes of a file of this name."""
    wanted = wanted or Wanted()
    if not data.strip(b"\xef\xbb\xbf\xff\xfe \t\r\n\x00"):
        raise DataError(f"{name} is empty", "Write each requirement into a line or a row of its own.")
    for start, kind, next_step in _OTHERS:
        if data.startswith(start):
            raise DataError(f"{name} is {kind}, which is not read here", next_step)
    ending = PurePath(name).suffix.casefold()
    named = wanted.format or _ENDINGS.get(ending)
    found = _by_content(data, name) or _as_text(data, name, named)
    gathered = _FORMATS[found].reader(data, name, wanted)
    if named and found != named:
        mismatch = Note.of("not_as_named", ending=wanted.format or ending, format=_FORMATS[found].called)
        gathered.notes.insert(0, mismatch)
    return gathered.specification(name, found)


def _all_of(source: BinaryIO, name: str) -> bytes:
    data = source.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise DataError(f"{name} is larger than {LARGEST_FILE >> 20} MB", "Divide it, and review the parts.")
    return data


def _by_content(data: bytes, name: str) -> Format | None:
    if data.startswith(b"PK\x03\x04"):
        with opened(data, name) as archive:
            members = archive.namelist()
        if "xl/workbook.xml" in members:
            return "excel"
        if any(member.casefold().endswith(".reqif") for member in members):
            return "reqif"
        inside: dict[str, Format] = {"word/": "word", "ppt/": "slides", "content.xml": "odt"}
        for start, found in inside.items():
            if any(member.startswith(start) for member in members):
                return found
        raise DataError(f"{name} is an archive without requirements", "Unpack it and give the file itself.")
    head = data[:4096].replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if b"REQ-IF" in head and head.startswith(b"<"):
        return "reqif"
    if head.startswith(b"<?xml") or b"<!DOCTYPE" in head[:200] or head[:5].lower() == b"<html":
        return "html" if b"<!doctype html" in head.lower() or b"<html" in head.lower() else "reqif"
    return "pdf" if data.startswith(b"%PDF") else None


def _as_text(data: bytes, name: str, named: Format | None) -> Format:
    """What its name says where that is a kind of text; else what it looks like."""
    if named in ("text", "markdown", "csv", "html"):
        return named
    if PurePath(name).suffix.casefold() in (".json", ".jsonl", ".yaml", ".yml"):
        raise DataError(f"{name} is no list of requirements", f"Known endings are {', '.join(_ENDINGS)}.")
    lines = decoded(data[:20_000], "")[0].split("\n")
    delimiter = sniffed(lines[:60])
    if delimiter != NO_DELIMITER and known_headings([lines[0].replace('"', "").split(delimiter)]):
        return "csv"
    return "markdown" if _MARKDOWN.search("\n".join(lines)) else "text"
