"""DOCX: paragraphs and tables in their order, headings by style or outline level, dates from the properties."""

import io
import re
from datetime import datetime
from typing import TYPE_CHECKING

from arch_team.documents.archives import opened
from arch_team.documents.document import Document, Facts, Outline, UnreadableDocument, document_from
from arch_team.documents.metadata import facts_from, parsed_date, short
from arch_team.documents.plain import cleaned

if TYPE_CHECKING:
    from docx.document import Document as DocxDocument
    from docx.table import Table
    from docx.text.paragraph import Paragraph

_HEADING_STYLE = re.compile(r"(?:heading|überschrift|titre)\s*([1-9])$", re.I)
_LIST_STYLE = re.compile(r"list|aufzählung|liste", re.I)


def read_docx(content: bytes, name: str) -> Document:
    document = _opened(content)
    outline = Outline()
    title = _walk(document, outline)
    outline.close()
    facts = _facts(document)
    return document_from("docx", outline.sections, facts, fallback_title=name, found_title=title or outline.only_title)


def _opened(content: bytes) -> "DocxDocument":
    from docx import Document as open_docx

    broken = "Open it in a word processor and save it again."
    try:
        with opened(content, "the DOCX file") as archive:
            if "EncryptedPackage" in archive.namelist():
                raise UnreadableDocument("it is protected by a password", "Save it without one.")
        return open_docx(io.BytesIO(content))
    except UnreadableDocument:
        raise
    except Exception as error:  # what is wrong inside the archive surfaces as a dozen kinds of error
        raise UnreadableDocument(f"it is no whole DOCX file ({type(error).__name__})", broken) from error


def _walk(document: "DocxDocument", outline: Outline) -> str | None:
    """The title paragraph, if there is one; everything else goes into the outline."""
    from docx.text.paragraph import Paragraph

    title: str | None = None
    items: list[str] = []
    for block in document.iter_inner_content():
        if not isinstance(block, Paragraph):
            _end_list(items, outline)
            outline.block(_table(block))
            continue
        text = cleaned(block.text).strip()
        style = (block.style.name or "") if block.style is not None else ""
        level = _level(block, style)
        if level is None and text and _LIST_STYLE.match(style):
            items.append(f"- {text}")
            continue
        _end_list(items, outline)
        if style.lower() in ("title", "titel") and title is None:
            title = " ".join(text.split()) or None
        elif level is not None:
            outline.heading(level, text)
        else:
            outline.block(text)
    _end_list(items, outline)
    return title


def _end_list(items: list[str], outline: Outline) -> None:
    outline.block("\n".join(items))
    items.clear()


def _level(paragraph: "Paragraph", style: str) -> int | None:
    """By the style's name, else by the outline level that the paragraph or its style carries."""
    if named := _HEADING_STYLE.match(style):
        return int(named[1])
    holders = (paragraph._p, paragraph.style.element if paragraph.style is not None else None)  # pyright: ignore[reportPrivateUsage]  # python-docx has no public door to the outline level
    for holder in holders:
        if holder is None:
            continue
        levels: list[str] = [str(found) for found in holder.xpath("./w:pPr/w:outlineLvl/@w:val")]
        if levels and levels[0].isdigit() and int(levels[0]) < 9:
            return int(levels[0]) + 1
    return None


def _table(table: "Table") -> str:
    rows: list[str] = []
    for row in table.rows:
        cells: list[str] = []
        seen: set[int] = set()
        for cell in row.cells:
            if id(cell._tc) not in seen:  # pyright: ignore[reportPrivateUsage]  # a merged cell is given once per column
                seen.add(id(cell._tc))  # pyright: ignore[reportPrivateUsage]
                cells.append(" ".join(cleaned(cell.text).split()))
        if any(cells):
            rows.append(" | ".join(cells))
    return "\n".join(rows)


def _facts(document: "DocxDocument") -> Facts:
    try:
        given = document.core_properties
        dates: tuple[datetime | None, ...] = (given.modified, given.created)
        dated = next((d for d in (parsed_date(date) for date in dates) if d), None)
        title, author, language = short(given.title), short(given.author), short(given.language)
    except Exception:  # properties that cannot be read are no reason to refuse the text
        return Facts()
    return facts_from({"title": title, "author": author, "lang": language, "modified": dated})
