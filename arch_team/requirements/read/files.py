"""What a file is, by its content first and its ending second; its text; and the reader for it."""

import re
import sys
from importlib import import_module
from pathlib import Path, PurePath
from typing import BinaryIO, cast

from arch_team.documents.archives import opened
from arch_team.documents.plain import REPLACED, encoding_of, tamed
from arch_team.errors import DataError, UsageError
from arch_team.requirements.read.specification import LARGEST_FILE, Format, Note, Reader, Specification, Wanted

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
_READERS: dict[Format, tuple[str, str]] = {
    "text": ("text", "read_text"), "markdown": ("text", "read_markdown"), "word": ("text", "read_word"),
    "html": ("text", "read_html"), "pdf": ("text", "read_pdf"), "csv": ("tables", "read_csv"),
    "excel": ("tables", "read_excel"), "reqif": ("reqif", "read_reqif"),
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
_SPACES = dict.fromkeys(map(ord, "\v\f\x1c\x1d\x1e\x85\u2028\u2029"), " ")
_MOST_BINARY = 0.05


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
    format, mismatch = _format(data, name, wanted)
    module, reader = _READERS[format]
    read = cast("Reader", getattr(import_module(f"arch_team.requirements.read.{module}"), reader))
    gathered = read(data, name, wanted)
    if mismatch:
        gathered.notes.insert(0, mismatch)
    return gathered.specification(name, format)


def decoded(data: bytes, name: str) -> tuple[str, list[Note]]:
    """The text of a file, line ends as `\\n`. UTF-8, UTF-16 or Windows-1252; what is none of them is no text.

    Every replacement is one character for one, so that positions found in the text are positions in the file.
    """
    encoding, is_said = encoding_of(data)
    notes = [] if is_said else [Note.of("encoding", encoding="Windows-1252" if encoding == "cp1252" else "UTF-16")]
    try:
        text = data.decode(encoding, errors="replace" if encoding == "cp1252" else "strict").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise _binary(name) from error
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_SPACES)
    text, count = tamed(text)
    count = count if is_said else text.count(REPLACED)
    if count > max(20, _MOST_BINARY * len(text)):
        raise _binary(name)
    if count:
        notes.append(Note.of("control_characters", count=count))
    return text, notes


def _binary(name: str) -> DataError:
    return DataError(f"{name} is not text", "Give a text, Markdown, CSV, Excel (.xlsx) or ReqIF file; text as UTF-8.")


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
    found = _by_content(data, name)
    if found is None and named in ("text", "markdown", "csv", "html"):
        found = named
    elif found is None:
        if ending in (".json", ".jsonl", ".yaml", ".yml"):
            raise DataError(f"{name} is no list of requirements", f"Known endings are {', '.join(ENDINGS)}.")
        found = _kind_of_text(data)
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
    return "pdf" if data.startswith(b"%PDF") else None


def _kind_of_text(data: bytes) -> Format:
    """For what has no ending, or a wrong one."""
    from arch_team.documents.delimited import NO_DELIMITER, sniffed
    from arch_team.requirements.read.columns import known_headings

    lines = decoded(data[:20_000], "")[0].split("\n")
    delimiter = sniffed(lines[:60])
    if delimiter != NO_DELIMITER and known_headings([lines[0].replace('"', "").split(delimiter)]):
        return "csv"
    return "markdown" if _MARKDOWN.search("\n".join(lines)) else "text"
