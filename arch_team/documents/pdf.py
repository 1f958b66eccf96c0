"""PDF: text page by page under its bookmarks, tables row by row, without the lines that every page repeats."""

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from arch_team.documents.document import Document, Facts, Section, UnreadableDocument, document_from
from arch_team.documents.metadata import facts_from, parsed_date, short
from arch_team.documents.pdf_tables import Block, PageTables
from arch_team.documents.plain import cleaned

if TYPE_CHECKING:
    from pypdf import PdfReader
    from pypdf.generic import Destination

MAX_PAGES = 5_000
_EDGE_LINES = 3
_HYPHENATED = re.compile(r"([a-zäöüß])-\n([a-zäöüß])")
_SENTENCE_GOES_ON = re.compile(r"(?<![.!?:;])\n(?=[a-zäöüß(])")
_OPEN_AGAIN = "Open it in a PDF program and save it again."


def read_pdf(content: bytes, name: str) -> Document:
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # it tells of every irregularity, and most files have some
    reader = _opened(content)
    try:
        if len(reader.pages) > MAX_PAGES:
            raise UnreadableDocument(f"it has more than {MAX_PAGES} pages", "Split it.")
        pages = _pages(content, reader)
    except UnreadableDocument:
        raise
    except Exception as error:  # malformed files surface as any kind of error
        raise UnreadableDocument(f"its pages cannot be read ({type(error).__name__})", _OPEN_AGAIN) from error
    if not any(block.text.strip() for page in pages for block in page):
        raise UnreadableDocument(
            "it holds no text: its pages are pictures", "Run a text recognition (OCR) over it and add the result."
        )
    headings = _headings(reader)
    repeated = repeated_lines(["\n".join(block.text for block in page if not block.is_table) for page in pages])
    sections = [
        Section("\n\n".join(_told(page, repeated)), _headings_at(headings, number), number + 1)
        for number, page in enumerate(pages)
    ]
    return document_from("pdf", sections, _facts(reader), fallback_title=name)


def _pages(content: bytes, reader: "PdfReader") -> list[list[Block]]:
    tables = PageTables(content)
    found: list[list[Block]] = []
    try:
        for number, page in enumerate(reader.pages):
            plain = page.extract_text()
            try:
                blocks = tables.blocks(number, page, plain)
            except Exception:  # a page whose tables cannot be made out still has its text
                blocks = []
            found.append([replace(block, text=cleaned(block.text)) for block in blocks or [Block(plain)]])
    finally:
        tables.close()
    return found


def _told(page: Sequence[Block], repeated: frozenset[str]) -> Iterator[str]:
    for block in page:
        text = block.text if block.is_table else _flowing(_without(block.text, repeated))
        if text:
            yield text


def _opened(content: bytes) -> "PdfReader":
    from pypdf import PasswordType, PdfReader

    try:
        reader = PdfReader(io.BytesIO(content))
        locked = reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED
    except Exception as error:
        raise UnreadableDocument(f"it is no whole PDF file ({type(error).__name__})", _OPEN_AGAIN) from error
    if locked:
        raise UnreadableDocument("it is protected by a password", "Save it without one and add that copy.")
    return reader


def _headings(reader: "PdfReader") -> list[tuple[int, tuple[str, ...]]]:
    """The bookmarks: from which page on, and the path of titles down to it."""
    found: list[tuple[int, tuple[str, ...]]] = []

    def walk(entries: Sequence[object], above: tuple[str, ...]) -> None:
        path = above
        for entry in entries:
            if isinstance(entry, list):
                walk(cast("list[object]", entry), path)
                continue
            bookmark = cast("Destination", entry)
            title, page = short(bookmark.title), reader.get_destination_page_number(bookmark)
            if title and page is not None and page >= 0:
                path = (*above, cleaned(title))
                found.append((page, path))

    try:
        walk(cast("list[object]", reader.outline), ())
    except Exception:  # broken bookmarks are common, and no reason to refuse the text
        return []
    return sorted(found, key=lambda entry: entry[0])


def _headings_at(headings: list[tuple[int, tuple[str, ...]]], page: int) -> tuple[str, ...]:
    """What a page stands under: the last bookmark before it, or the first on it where it is the page's only one."""
    before = [path for start, path in headings if start < page]
    on_page = [path for start, path in headings if start == page]
    if on_page:
        common = on_page[0]
        for path in on_page[1:]:
            common = tuple(a for a, b in zip(common, path, strict=False) if a == b)
        return common
    return before[-1] if before else ()


def repeated_lines(pages: Sequence[str]) -> frozenset[str]:
    """Running heads and page numbers: lines at the edge of most pages, their digits aside."""
    if len(pages) < 4:
        return frozenset()
    counted: Counter[str] = Counter()
    for page in pages:
        counted.update({_pattern(line) for line in _edges(page)})
    return frozenset(pattern for pattern, count in counted.items() if count * 2 > len(pages))


def _edges(page: str) -> Iterator[str]:
    lines = [line for line in page.split("\n") if line.strip()]
    yield from lines[:_EDGE_LINES]
    yield from lines[-_EDGE_LINES:]


def _pattern(line: str) -> str:
    return re.sub(r"\d+", "#", " ".join(line.split()))


def _without(page: str, repeated: frozenset[str]) -> str:
    if not repeated:
        return page
    edges = {line for line in _edges(page) if _pattern(line) in repeated}
    return "\n".join(line for line in page.split("\n") if line not in edges)


def _flowing(text: str) -> str:
    """Words broken at a line's end are joined, and lines that run on as well. What ends with a stop stays a line."""
    text = "\n".join(line.rstrip() for line in text.split("\n"))
    text = _HYPHENATED.sub(r"\1\2", text)
    return _SENTENCE_GOES_ON.sub(" ", text).strip()


def _facts(reader: "PdfReader") -> Facts:
    try:
        given = reader.metadata
        if given is None:
            return Facts()
        dated = parsed_date(given.get("/ModDate")) or parsed_date(given.get("/CreationDate"))
        title, author = short(given.title), short(given.author)
        rights = reader.xmp_metadata.dc_rights if reader.xmp_metadata else None
    except Exception:  # properties that cannot be read are no reason to refuse the text
        return Facts()
    licence = next(iter(rights.values()), None) if rights else None
    return facts_from({"title": title, "author": author, "modified": dated, "licence": licence})
