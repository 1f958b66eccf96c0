"""ODT and PPTX: text documents and slides, read from the XML inside them, tables row by row under their heads."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element  # the class only: parsing is defusedxml's

from arch_team.documents.archives import opened, unpacked
from arch_team.documents.document import Document, Facts, Outline, Section, UnreadableDocument, document_from
from arch_team.documents.metadata import facts_from
from arch_team.documents.plain import cleaned

_AGAIN = "Open it in an office program and save it again."
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_DRAWN = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SLIDE = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_NUMBER = re.compile(r"ppt/slides/slide(\d+)\.xml")


def read_odt(content: bytes, name: str) -> Document:
    parts = _parts(content, ("content.xml", "meta.xml"))
    body = parts["content.xml"].find(f".//{_OFFICE}text") if "content.xml" in parts else None
    if body is None:
        raise UnreadableDocument("it is no text document", "Save it as .odt, .docx or PDF.")
    outline = Outline()
    _walk(body, outline)
    outline.close()
    facts = _facts(parts.get("meta.xml"))
    return document_from("odt", outline.sections, facts, fallback_title=name, found_title=outline.only_title)


def read_pptx(content: bytes, name: str) -> Document:
    """A section for each slide, under its title, with its number as the page."""
    parts = _parts(content, ("docProps/core.xml",), _NUMBER)
    slides = sorted((int(found[1]), part) for path, part in parts.items() if (found := _NUMBER.fullmatch(path)))
    sections = [_slide(number, part) for number, part in slides]
    return document_from("pptx", sections, _facts(parts.get("docProps/core.xml")), fallback_title=name)


def _parts(content: bytes, wanted: tuple[str, ...], also: re.Pattern[str] | None = None) -> dict[str, Element]:
    from defusedxml.ElementTree import fromstring

    try:
        with opened(content) as archive:
            names = [n for n in archive.namelist() if n in wanted or (also is not None and also.fullmatch(n))]
            return {name: fromstring(unpacked(archive, name)) for name in names}
    except UnreadableDocument:
        raise
    except Exception as error:  # what is wrong inside the archive surfaces as a dozen kinds of error
        raise UnreadableDocument(f"it is no whole office file ({type(error).__name__})", _AGAIN) from error


def _walk(parent: Element, outline: Outline) -> None:
    for element in parent:
        tag = element.tag
        if tag == f"{_TEXT}h":
            level = element.get(f"{_TEXT}outline-level", "1")
            outline.heading(int(level) if level.isdigit() else 1, _said(element))
        elif tag == f"{_TEXT}p":
            outline.block(_said(element))
        elif tag == f"{_TEXT}list":
            items = (f"- {_said(item)}" for item in element.iter(f"{_TEXT}list-item"))
            outline.block("\n".join(item for item in items if item != "- "))
        elif tag == f"{_TABLE}table":
            outline.block(_rows(element.iter(f"{_TABLE}table-row"), f"{_TABLE}table-cell"))
        elif tag == f"{_TEXT}section":
            _walk(element, outline)


def _rows(rows: Iterator[Element], cell: str) -> str:
    told = [[_said(each) for each in row.iter(cell)] for row in rows]
    return "\n".join(" | ".join(cells) for cells in told if any(cells))


def _slide(number: int, slide: Element) -> Section:
    title, blocks = "", list[str]()
    for shape in slide.iter():
        if shape.tag == f"{_SLIDE}graphicFrame":
            blocks.append(_rows(shape.iter(f"{_DRAWN}tr"), f"{_DRAWN}tc"))
        if shape.tag != f"{_SLIDE}sp":
            continue
        placeholder = shape.find(f".//{_SLIDE}ph")
        lines = [line for line in (_said(paragraph) for paragraph in shape.iter(f"{_DRAWN}p")) if line]
        if placeholder is not None and placeholder.get("type") in ("title", "ctrTitle") and not title:
            title = " ".join(lines)
        else:
            blocks.append("\n".join(lines if len(lines) < 2 else [f"- {line}" for line in lines]))
    text = "\n\n".join(block for block in blocks if block.strip()) or title
    return Section(text, (title,) if title else (), number)


def _said(element: Element) -> str:
    return " ".join(cleaned(" ".join(element.itertext())).split())


def _facts(properties: Element | None) -> Facts:
    """Title, author and day, by the names that both formats share."""
    if properties is None:
        return Facts()
    found = {element.tag.rpartition("}")[2]: (element.text or "").strip() for element in properties.iter()}
    return facts_from({**found, "author": found.get("creator")})
