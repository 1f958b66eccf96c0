"""HTML: what a reader of the page would see. Scripts, styles, menus and hidden parts are left out."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Annotated, Any, Protocol, cast

from pydantic import BeforeValidator

from arch_team.documents.document import Document, Facts, Outline, UnreadableDocument, document_from
from arch_team.documents.metadata import facts_from, host_of, parsed_date, short, web_address
from arch_team.documents.plain import decoded
from arch_team.text.packaged import packaged
from arch_team.wire import Wire

_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.I)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_HIDDEN_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)


def _split(text: str) -> list[str]:
    return text.split()


_Set = Annotated[frozenset[str], BeforeValidator(_split)]
_InOrder = Annotated[tuple[str, ...], BeforeValidator(_split)]


class _Tags(Wire):
    never_read: _Set
    around_the_text: _Set
    blocks: _Set
    ends_heading: _Set
    dates: _InOrder
    licences: _InOrder


@lru_cache(maxsize=1)
def _tags() -> _Tags:
    return _Tags.model_validate(packaged("html_tags.yaml", "arch_team.documents"))


class Element(Protocol):
    """What is asked of an element of lxml, whose own types are not told."""

    tag: str
    text: str | None
    tail: str | None

    def get(self, name: str) -> str | None: ...

    def iter(self, *tags: str) -> "Iterator[Element]": ...

    def iterancestors(self) -> "Iterator[Element]": ...

    def itertext(self) -> Iterator[str]: ...


def read_html(content: bytes, name: str) -> Document:
    declared = _CHARSET.search(content[:4096])
    text = decoded(content, declared=declared[1].decode("ascii", "replace") if declared else None)
    root = _parsed(text)
    page = _Page(root, drop=_tags().around_the_text)
    page.walk()
    if not page.outline.sections:
        page = _Page(root, drop=frozenset())  # a menu that is never closed must not swallow the page
        page.walk()
    facts = page.facts()
    found = page.outline.only_title or facts.title
    return document_from(
        "html", page.outline.sections, replace(facts, title=None), fallback_title=name, found_title=found
    )


def _lxml(module: str) -> Any:
    """Loaded with the first page."""
    return import_module(f"lxml.{module}")


def _parsed(text: str) -> Element:
    etree, html = _lxml("etree"), _lxml("html")
    parser = html.HTMLParser(encoding="utf-8", recover=True, huge_tree=True)
    try:
        return cast("Element", html.document_fromstring(text.encode("utf-8", "replace"), parser=parser))
    except (etree.LxmlError, ValueError, AssertionError) as error:
        raise UnreadableDocument("it has no text, or none that can be read as HTML", "Save the page again.") from error


class _Page:
    """Walks through the elements once. `drop`: parts around the text, such as menus."""

    def __init__(self, root: "Element", drop: frozenset[str]) -> None:
        self.outline = Outline()
        self._root = root
        self._tags = _tags()
        self._unread = self._tags.never_read | drop
        self._text: list[str] = []
        self._heading: int | None = None
        self._row_has_cells = False
        self._preformatted = 0

    def walk(self) -> None:
        walk = _lxml("etree").iterwalk(self._root, events=("start", "end", "comment", "pi"))
        for event, element in cast("Iterator[tuple[str, Element]]", walk):
            if event == "start":
                if element.tag in self._unread or _is_hidden(element):
                    walk.skip_subtree()
                    continue
                self._open(element)
                self._add(element.text)
            elif event == "end" and element.tag not in self._unread and not _is_hidden(element):
                self._close(element.tag)
            if event != "start":
                self._add(element.tail)
        self._heading = None
        self._end_block()
        self.outline.close()

    def _open(self, element: "Element") -> None:
        tag = element.tag
        if self._heading is not None and tag in self._tags.ends_heading and "".join(self._text).strip():
            self._end_heading()
        if tag in _HEADINGS:
            self._end_block()
            self._heading = _HEADINGS[tag]
        elif tag in self._tags.blocks:
            self._end_block()
        elif tag == "pre":
            self._end_block()
            self._preformatted += 1
        elif tag in ("li", "tr"):
            self._text.append("\n- " if tag == "li" else "\n")
            self._row_has_cells = False
        elif tag in ("td", "th"):
            self._text.append(" | " if self._row_has_cells else "")
            self._row_has_cells = True
        elif tag == "br":
            self._text.append("\n")
        elif tag == "img":
            self._text.append(element.get("alt") or "")

    def _close(self, tag: str) -> None:
        if tag in _HEADINGS and self._heading is not None:
            self._end_heading()
        elif tag == "pre":
            self._end_block()
            self._preformatted -= 1
        elif tag in self._tags.blocks:
            self._end_block()

    def _add(self, text: str | None) -> None:
        if text:
            self._text.append(text if self._preformatted else re.sub(r"\s+", " ", text))

    def facts(self) -> Facts:
        """What the head says, and the few elements in the text that say something about the page.

        Dates of change count before dates of publication."""
        meta: dict[str, str] = {}
        canonical, titles = None, list[str]()
        for element in self._root.iter("meta", "link", "a", "time", "title"):
            rel = (element.get("rel") or "").lower().split()
            if element.tag == "meta":
                names = (element.get(name) for name in ("name", "property", "http-equiv", "itemprop"))
                name = next(filter(None, names), "")
                if name and element.get("content"):
                    meta.setdefault(name.lower(), element.get("content") or "")
            elif "license" in rel:
                meta.setdefault("license", element.get("href") or "")
            elif element.tag == "link" and "canonical" in rel:
                canonical = element.get("href")
            elif element.tag == "time" and element.get("datetime"):
                meta.setdefault("pubdate", element.get("datetime") or "")
            elif element.tag == "title" and not any(above.tag in self._unread for above in element.iterancestors()):
                titles.append("".join(element.itertext()))
        dated = next((d for d in (parsed_date(meta.get(name)) for name in self._tags.dates) if d), None)
        url = web_address(canonical) or web_address(meta.get("og:url"))
        given = facts_from({"title": " ".join("".join(titles[:1]).split()) or meta.get("og:title", "")})
        return replace(
            given,
            date=dated,
            date_source="document" if dated else None,
            url=url,
            host=host_of(url),
            licence=next((short(meta[name]) for name in self._tags.licences if meta.get(name)), None),
            author=short(meta.get("author")),
            language=short(self._root.get("lang") or self._root.get("xml:lang")),
        )

    def _taken(self) -> str:
        text, self._text = "".join(self._text), []
        if self._preformatted:
            return text.strip("\n")
        lines = (" ".join(line.split()) for line in text.split("\n"))
        return "\n".join(line for line in lines if line not in ("", "-"))

    def _end_heading(self) -> None:
        level, self._heading = self._heading or 1, None
        self.outline.heading(level, self._taken())

    def _end_block(self) -> None:
        if self._heading is None:
            self.outline.block(self._taken())


def _is_hidden(element: "Element") -> bool:
    style = element.get("style") or ""
    hidden = element.get("hidden") is not None or element.get("aria-hidden") == "true"
    return hidden or bool(_HIDDEN_STYLE.search(style))
