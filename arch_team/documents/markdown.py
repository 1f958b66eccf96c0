"""Markdown: headings become the path, marks of emphasis and links leave, code and tables keep their lines."""

import re
from collections.abc import Iterator
from typing import cast

from arch_team.documents.document import Document, Facts, Outline, document_from
from arch_team.documents.metadata import facts_from
from arch_team.documents.plain import decoded

_FRONT = re.compile(r"---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.S)
_FRONT_LIMIT = 20_000
_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r" {0,3}(=+|-{2,})[ \t]*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_LIST = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)])\s")
_LONGEST_HEADING = 500
_DEFINITION = re.compile(r" {0,3}\[[^\]]+\]:\s+\S+.*$")
_ANCHOR = re.compile(r"\s*\{#[^}]*\}\s*$")

_INLINE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"!\[([^\[\]\n]{0,300})\]\([^()\s]{0,2000}(?:\s+\"[^\"\n]{0,300}\")?\)"), r"\1"),
    (
        re.compile(
            r"\[([^\[\]\n]{1,300})\]\([^()\s]{0,2000}(?:\([^()\s]{0,300}\)[^()\s]{0,300})?(?:\s+\"[^\"\n]{0,300}\")?\)"
        ),
        r"\1",
    ),
    (re.compile(r"\[([^\[\]\n]{1,300})\]\[[^\[\]\n]{0,300}\]"), r"\1"),
    (re.compile(r"<(https?://[^<>\s]{1,2000})>"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>\n]{0,1000}>"), ""),
    (re.compile(r"(?<![*_])(\*\*\*|\*\*|__)(?=[^\s*_])([^\n]{1,500}?)(?<=[^\s])\1"), r"\2"),
    (re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]{1,500}?)(?<=[^\s*])\*(?![\w*])"), r"\1"),
    (re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]{1,500}?)(?<=[^\s_])_(?![\w_])"), r"\1"),
    (re.compile(r"`([^`\n]{1,1000})`"), r"\1"),
    (re.compile(r"\\([\\`*_{}\[\]()#+.!|<>~-])"), r"\1"),
)


def read_markdown(content: bytes, name: str) -> Document:
    facts, text = front_matter(decoded(content))
    outline = Outline()
    _walk(_without_comments(text), outline)
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


def _without_comments(text: str) -> str:
    """A comment that is never closed is text."""
    kept: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        kept.append(text[at:start])
        at = end + 3
    return "".join((*kept, text[at:]))


def _walk(text: str, outline: Outline) -> None:
    paragraph: list[str] = []

    def end_paragraph() -> None:
        outline.block(_block(paragraph))
        paragraph.clear()

    lines = iter(text.split("\n"))
    for line in lines:
        if fence := _FENCE.match(line):
            end_paragraph()
            outline.block("\n".join(_code(lines, fence[1])))
        elif not line.strip():
            end_paragraph()
        elif len(line) <= _LONGEST_HEADING and (heading := _HEADING.match(line)):
            end_paragraph()
            outline.heading(len(heading[1]), _inline(_ANCHOR.sub("", heading[2] or "")))
        elif (under := _UNDERLINE.match(line)) and len(paragraph) == 1 and not _LIST.match(paragraph[0]):
            title = paragraph.pop()
            outline.heading(1 if under[1][0] == "=" else 2, _inline(title.strip()))
        elif _is_rule(line) or _DEFINITION.match(line):
            end_paragraph()
        else:
            paragraph.append(line)
    end_paragraph()


def _code(lines: Iterator[str], fence: str) -> Iterator[str]:
    for line in lines:
        closing = _FENCE.match(line)
        if closing and closing[1][0] == fence[0] and len(closing[1]) >= len(fence) and line.strip() == closing[1]:
            return
        yield line


def _block(lines: list[str]) -> str:
    """A paragraph runs on; items of a list and rows of a table keep their lines."""
    if not lines:
        return ""
    if all("|" in line for line in lines) and len(lines) > 1:
        rows = (line.strip().strip("|").split("|") for line in lines if not _rules_off(line))
        return "\n".join(" | ".join(_inline(cell.strip()) for cell in row) for row in rows)
    told: list[str] = []
    for line in lines:
        bare = re.sub(r"^\s*(?:>\s?)+", "", line)
        if told and not _LIST.match(bare) and not told[-1].endswith("  "):
            told[-1] = f"{told[-1]} {bare.strip()}"
        else:
            told.append(bare.lstrip())
    return "\n".join(_inline(line.rstrip()) for line in told)


def _rules_off(line: str) -> bool:
    """The line between a table's head and its rows."""
    return "--" in line and not line.strip().strip("|-: \t")


def _inline(text: str) -> str:
    for pattern, kept in _INLINE:
        text = pattern.sub(kept, text)
    return text


def _is_rule(line: str) -> bool:
    bare = line.replace(" ", "").replace("\t", "")
    return len(bare) >= 3 and len(set(bare)) == 1 and bare[0] in "-*_"
