"""Which files are meant, and what kind each is. Nothing is opened that is not a plain file of reasonable size.

In a folder only files of known kinds are taken. A file named directly is taken by what it holds, whatever its name.
"""

import codecs
import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from arch_team.documents.document import Kind, UnreadableDocument

MAX_BYTES = 64 * 1024 * 1024

KINDS: dict[str, Kind] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".txt": "text",
    ".text": "text",
    ".log": "text",
    ".rst": "text",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
    ".odt": "odt",
    ".pptx": "pptx",
}
_KNOWN_OTHERS = {
    ".doc": "Save it as .docx.",
    ".rtf": "Save it as .docx or text.",
    ".xlsx": "Ask it with `arch-team ask --file`.",
    ".csv": "Ask it with `arch-team ask --file`.",
    ".parquet": "Ask it with `arch-team ask --file`.",
}
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file to read, or why it is not read."""

    path: Path
    problem: UnreadableDocument | None = None


@dataclass(frozen=True, slots=True)
class FileContent:
    path: Path
    content: bytes
    kind: Kind
    modified: datetime


def find_files(paths: Iterable[Path]) -> Iterator[FoundFile]:
    """Every file meant, once, in a stable order. What is wrong with one does not keep the others."""
    seen: set[Path] = set()
    for given in paths:
        for found in _walk(given):
            if found.path not in seen:
                seen.add(found.path)
                yield found


def _walk(given: Path) -> Iterator[FoundFile]:
    try:
        root = given.expanduser().resolve(strict=True)
    except FileNotFoundError:
        yield _refused(given, "there is no such file or folder", "Check the path.")
        return
    except (OSError, RuntimeError):
        yield _refused(
            given, "it cannot be reached: a link may lead back to itself", "Name the file it should lead to."
        )
        return
    if not root.is_dir():
        yield FoundFile(root)
        return
    for folder, folders, names in os.walk(root, onerror=None, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in [*(name for name in folders if (Path(folder) / name).is_symlink())]:
            yield from _linked(Path(folder) / name, root)
        for name in sorted(names):
            path = Path(folder) / name
            if name.startswith(".") or path.suffix.lower() not in KINDS:
                continue
            yield from _linked(path, root) if path.is_symlink() else (FoundFile(path),)


def _linked(path: Path, root: Path) -> Iterator[FoundFile]:
    """A link inside a folder: what it leads to is there anyway, or lies outside and was not asked for."""
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        yield _refused(path, "it is a link that leads nowhere or back to itself", "Mend or remove the link.")
        return
    if not target.is_relative_to(root):
        yield _refused(path, "it is a link that leads out of the folder", f"Name {target} itself to add it.")


def _refused(path: Path, message: str, next_step: str) -> FoundFile:
    return FoundFile(path, UnreadableDocument(message, next_step))


def read_file(path: Path, *, max_bytes: int = MAX_BYTES) -> FileContent:
    """The bytes of a plain file of reasonable size, and its kind."""
    try:
        # Without waiting: a pipe that nobody writes to would never open.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise UnreadableDocument("it is not a plain file", "Name a file that holds a document.")
            content = file.read(max_bytes + 1)
    except OSError as error:
        raise UnreadableDocument(
            f"it cannot be opened: {error.strerror or error}", "Check the path and its rights."
        ) from error
    if len(content) > max_bytes:
        limit = f"{max_bytes / 1024 / 1024:.0f} MB" if max_bytes >= 1024 * 1024 else f"{max_bytes} bytes"
        raise UnreadableDocument(f"it is larger than {limit}", "Split it, or add the part that matters.")
    modified = datetime.fromtimestamp(about.st_mtime, UTC)
    return FileContent(path, content, kind_of(path.name, content), modified)


def kind_of(name: str, content: bytes) -> Kind:
    """What the bytes are, and only where they leave it open what the name says."""
    suffix = Path(name).suffix.lower()
    if not content.strip():
        raise UnreadableDocument("it is empty", "Check that it is the right file.")
    if b"%PDF-" in content[:1024]:
        return "pdf"
    if content.startswith(b"PK\x03\x04"):
        if b"word/" in content or suffix == ".docx":
            return "docx"
        if b"application/vnd.oasis.opendocument.text" in content[:200] or suffix == ".odt":
            return "odt"
        if b"ppt/slides/" in content or suffix == ".pptx":
            return "pptx"
        raise _not_supported(suffix, "it is an archive or another kind of office file")
    if suffix in (".pdf", ".docx", ".odt", ".pptx"):
        raise UnreadableDocument(
            f"it is called {suffix} and is none: it may be broken, or of another kind", "Save it again."
        )
    if content.startswith((b"\xd0\xcf\x11\xe0", b"{\\rtf")) or is_binary(content):
        raise _not_supported(suffix, "it is not text, and of no kind that can be read")
    if _HTML.match(content[:4096].removeprefix(codecs.BOM_UTF8)):
        return "html"
    known = KINDS.get(suffix)
    if known is None and suffix in _KNOWN_OTHERS:
        raise _not_supported(suffix, f"{suffix} is not a kind of document that can be read")
    return known or "text"


def _not_supported(suffix: str, message: str) -> UnreadableDocument:
    default = "Markdown, text, HTML, PDF, DOCX, ODT and PPTX can be added."
    return UnreadableDocument(message, _KNOWN_OTHERS.get(suffix, default))


def is_binary(content: bytes) -> bool:
    head = content[:8192]
    if head.startswith(_BOMS):
        return False
    control = sum(byte < 32 and byte not in (9, 10, 12, 13, 27) for byte in head)
    return b"\x00" in head or control * 50 > len(head)
