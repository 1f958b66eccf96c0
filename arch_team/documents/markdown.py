"""Markdown: headings become the path, marks of emphasis and links leave, code and tables keep their lines."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, cast

from arch_team.documents.document import Document, Facts, Outline, document_from
from arch_team.documents.metadata import facts_from
from arch_team.documents.plain import decoded

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

LONGEST_MARKED = 20_000
"""Characters of one paragraph in which marks are looked for."""
_FRONT = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.S)
_FRONT_LIMIT = 20_000
_ANCHOR = re.compile(r"\s*\{#[^}]*\}\s*$")
_BREAK = re.compile(r"<br\s*/?>", re.I)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a page as its reader sees it."""

    kind: Literal["heading", "paragraph", "item", "code", "table"]
    lines: tuple[str, ...]
    """Without marks. Of a table its rows, cells divided by ` | `."""
    line: int
    """In the file, from 1."""
    level: int = 0
    """Of a heading; of an item, how deep its list is."""
    marker: str = ""
    """How an item is listed: `-`, `3.`."""
    rows: tuple[tuple[str, ...], ...] = ()
    """Of a table, its head first."""


def read_markdown(content: bytes, name: str) -> Document:
    facts, text = front_matter(decoded(content))
    outline = Outline()
    listed: list[str] = []
    for block in (*blocks_of(text), None):
        if listed and (block is None or block.kind != "item"):
            outline.block("\n".join(listed))
            listed = []
        if block is None:
            break
        if block.kind == "heading":
            outline.heading(block.level, _ANCHOR.sub("", " ".join(block.lines)))
        elif block.kind == "item":
            listed.append(" ".join((block.marker, *block.lines)) if block.marker else " ".join(block.lines))
        else:
            outline.block(("\n" if block.kind in ("code", "table") else " ").join(block.lines))
    outline.close()
    return document_from("markdown", outline.sections, facts, fallback_title=name, found_title=outline.only_title)


def front_matter(text: str) -> tuple[Facts, str]:
    """What the YAML at the top says, and the rest. One that cannot be read is no reason to refuse the document."""
    match = _FRONT.match(text)
    if match is None or len(match[1]) > _FRONT_LIMIT:
        return Facts(), text
    import yaml

    try:
        given: object = yaml.safe_load(match[1])
    except (yaml.YAMLError, ValueError, RecursionError):
        return Facts(), text[match.end() :]
    if not isinstance(given, dict):
        return Facts(), text if given is not None else text[match.end() :]
    return facts_from(cast("dict[str, object]", given)), text[match.end() :]


def blocks_of(text: str) -> Iterator[Block]:
    """The page's blocks in their order. Comments and HTML are left out, what is quoted is read like the rest."""
    if "<!--" in text and "-->" not in text[text.rindex("<!--") :]:
        text = "\\<!--".join(text.rsplit("<!--", 1))  # a comment that is never closed is text
    tokens = _parser().parse(text, (env := dict[str, object]()))
    lists: list[str] = []
    marker, at = "", 0
    while at < len(tokens):
        token = tokens[at]
        line = token.map[0] + 1 if token.map else 0
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append(token.type)
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif token.type == "list_item_open":
            marker = f"{token.info}{token.markup}" if lists[-1].startswith("ordered") else "-"
        elif token.type in ("heading_open", "paragraph_open"):
            at += 1
            lines = _lines(tokens[at], env)
            if token.type == "heading_open":
                yield Block("heading", lines, line, int(token.tag[1]))
            elif any(lines):
                yield Block("item" if lists else "paragraph", lines, line, len(lists), marker)
            marker = ""
        elif token.type in ("fence", "code_block"):
            yield Block("code", tuple(token.content.rstrip("\n").split("\n")), line)
        elif token.type == "table_open":
            close = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
            yield from _table(tokens[at:close], line, env)
            at = close
        at += 1


def _table(tokens: "list[Token]", line: int, env: dict[str, object]) -> Iterator[Block]:
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(" ".join(_lines(token, env)))
    cells = tuple(map(tuple, rows))
    yield Block("table", tuple(" | ".join(row) for row in cells), line, rows=cells)


def _lines(token: "Token", env: dict[str, object]) -> tuple[str, ...]:
    """The words of a paragraph, line by line as they stand in the file."""
    if len(token.content) > LONGEST_MARKED:
        return tuple(line.strip() for line in token.content.split("\n"))
    parsed: list[Token] = []
    _parser().inline.parse(token.content, _parser(), env, parsed)
    told = "".join(map(_told, parsed))
    return tuple(" ".join(line.split()) for line in told.split("\n"))


def _told(token: "Token") -> str:
    if token.type in ("softbreak", "hardbreak"):
        return "\n"
    if token.type == "html_inline":
        return " " if _BREAK.fullmatch(token.content) else ""
    return token.content


@lru_cache(maxsize=1)
def _parser() -> "MarkdownIt":
    """What is indented is no code here: people indent for other reasons. Paragraphs are looked into one by one."""
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark").enable(["table", "strikethrough"]).disable("code")
    made.core.ruler.disable("inline")
    return made
