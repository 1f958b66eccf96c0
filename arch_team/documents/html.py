"""HTML: what a reader of the page would see. Scripts, styles, menus and hidden parts are left out."""

import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache
from html.parser import HTMLParser
from typing import Annotated

from pydantic import BeforeValidator

from arch_team.documents.document import Document, Facts, Outline, UnreadableDocument, document_from
from arch_team.documents.metadata import facts_from, host_of, parsed_date, short, web_address
from arch_team.documents.plain import decoded
from arch_team.text.packaged import packaged
from arch_team.wire import Wire

_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.I)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_OPEN_TAG = re.compile(r"<(?=[A-Za-z/][^<>]*(?:<|\Z))")
_MANY = 100
_HIDDEN_STYLE = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)", re.I)


def _split(text: str) -> list[str]:
    return text.split()


_Set = Annotated[frozenset[str], BeforeValidator(_split)]
_InOrder = Annotated[tuple[str, ...], BeforeValidator(_split)]


class _Tags(Wire):
    never_read: _Set
    around_the_text: _Set
    void: _Set
    blocks: _Set
    ends_heading: _Set
    dates: _InOrder
    licences: _InOrder


@lru_cache(maxsize=1)
def _tags() -> _Tags:
    return _Tags.model_validate(packaged("html_tags.yaml", "arch_team.documents"))


def read_html(content: bytes, name: str) -> Document:
    declared = _CHARSET.search(content[:4096])
    text = decoded(content, declared=declared[1].decode("ascii", "replace") if declared else None)
    page = _parsed(text, drop=_tags().around_the_text)
    if not page.outline.sections:
        page = _parsed(text, drop=frozenset())  # a menu that is never closed must not swallow the page
    facts = page.facts()
    found = page.outline.only_title or facts.title
    return document_from(
        "html", page.outline.sections, replace(facts, title=None), fallback_title=name, found_title=found
    )


def _parsed(text: str, drop: frozenset[str]) -> "_Page":
    page = _Page(drop)
    try:
        page.feed(_without_open_tags(text))
        page.close()
    except (AssertionError, ValueError, RecursionError) as error:
        raise UnreadableDocument(f"its HTML cannot be read: {error}", "Save the page again, or as text.") from error
    page.finish()
    return page


def _without_open_tags(text: str) -> str:
    """Tags that are begun by the hundred and never closed are shown as text: the parser would look for the end of each
    of them in all that follows."""
    if text.count("<") <= 2 * text.count(">") + _MANY:
        return text
    return _OPEN_TAG.sub("&lt;", text)


class _Page(HTMLParser):
    """Walks through the tags once. `drop`: parts around the text, such as menus."""

    def __init__(self, drop: frozenset[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.outline = Outline()
        self._tags = _tags()
        self._unread = self._tags.never_read | drop
        self._skipped: list[str] = []
        self._text: list[str] = []
        self._heading: int | None = None
        self._open: Counter[str] = Counter()
        self._row_has_cells = False
        self._preformatted = 0
        self._in_title = False
        self._title: list[str] = []
        self._meta: dict[str, str] = {}
        self._canonical: str | None = None
        self._language: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._note(tag, given)
        if self._skipped or tag in self._unread or _is_hidden(given):
            if tag not in self._tags.void:
                self._skipped.append(tag)
                self._open[tag] += 1
            return
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
        elif tag == "img" and given.get("alt"):
            self._text.append(given["alt"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if self._skipped:
            self._leave(tag)
            return
        if tag in _HEADINGS and self._heading is not None:
            self._end_heading()
        elif tag == "pre":
            self._end_block()
            self._preformatted = max(0, self._preformatted - 1)
        elif tag in self._tags.blocks:
            self._end_block()

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self._title.append(data)
        elif not self._skipped:
            self._text.append(data if self._preformatted else re.sub(r"\s+", " ", data))

    def finish(self) -> None:
        self._heading = None
        self._end_block()
        self.outline.close()

    def facts(self) -> Facts:
        """Dates of change count before dates of publication."""
        dated = next((d for d in (parsed_date(self._meta.get(name)) for name in self._tags.dates) if d), None)
        url = web_address(self._canonical) or web_address(self._meta.get("og:url"))
        given = facts_from({"title": " ".join("".join(self._title).split()) or self._meta.get("og:title", "")})
        return replace(
            given,
            date=dated,
            date_source="document" if dated else None,
            url=url,
            host=host_of(url),
            licence=next((short(self._meta[name]) for name in self._tags.licences if self._meta.get(name)), None),
            author=short(self._meta.get("author")),
            language=short(self._language),
        )

    def _note(self, tag: str, given: dict[str, str]) -> None:
        """What the head says, and the few tags in the text that say something about the page."""
        if tag == "meta":
            name = given.get("name") or given.get("property") or given.get("http-equiv") or given.get("itemprop") or ""
            if name and given.get("content"):
                self._meta.setdefault(name.lower(), given["content"])
        elif tag in ("link", "a") and "license" in given.get("rel", "").lower().split():
            self._meta.setdefault("license", given.get("href", ""))
        elif tag == "link" and "canonical" in given.get("rel", "").lower().split():
            self._canonical = given.get("href")
        elif tag == "time" and given.get("datetime"):
            self._meta.setdefault("pubdate", given["datetime"])
        elif tag == "html":
            self._language = given.get("lang") or given.get("xml:lang")
        elif tag == "title" and not self._title and not self._skipped:
            self._in_title = True

    def _leave(self, tag: str) -> None:
        """Close what is not read up to this tag. One that was never opened closes nothing."""
        while self._open[tag] and self._skipped:
            closed = self._skipped.pop()
            self._open[closed] -= 1
            if closed == tag:
                return

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


def _is_hidden(given: dict[str, str]) -> bool:
    return "hidden" in given or given.get("aria-hidden") == "true" or bool(_HIDDEN_STYLE.search(given.get("style", "")))
