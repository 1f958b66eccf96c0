"""Markdown: lists, paragraphs and tables of requirements under their headings. Code and prose are passed over.

A list or a table is taken as a whole. A paragraph is taken when it has an id, obliges somebody or is a user story; in a
document in which nothing does, every paragraph is.
"""

import re
from collections.abc import Iterator

from arch_team.requirements.read import signs
from arch_team.requirements.read.arrange import Arranger, Found, gathered
from arch_team.requirements.read.blocks import Block, Line, Piece, gather
from arch_team.requirements.read.characters import decoded
from arch_team.requirements.read.inline import plain
from arch_team.requirements.read.markdown_tables import rows_of, tables
from arch_team.requirements.read.notes import Note
from arch_team.requirements.read.specification import Gathered, LeftOut, Wanted

SHOWN = 120
"""Characters of a passed-over text that a report shows."""
_FENCE = re.compile(r"\s{0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
_SETEXT = re.compile(r"\s{0,3}(=+|-{2,})\s*")
_QUOTE = re.compile(r"\s{0,3}>\s?")
_HTML = re.compile(r"\s{0,3}</?[a-zA-Z][^>]{0,200}>\s*")
_REFERENCE = re.compile(r"\s{0,3}\[[^\]]{1,200}\]:\s+\S+.*")


def read_markdown(data: bytes, name: str, wanted: Wanted) -> Gathered:
    text, notes = decoded(data, name)
    return from_markdown(text, name, wanted, notes)


def from_markdown(text: str, name: str, wanted: Wanted, notes: list[Note]) -> Gathered:
    lines = _requirement_lines(text.split("\n"))
    blocks, columns = _blocks(lines, wanted, name)
    arranger = Arranger(blocks, titles=False)
    found = arranger.run()
    kept, passed = _without_prose(found, notes)
    for one in kept:
        one.block.pieces = [part for piece in one.block.pieces for part in plain(piece)] or one.block.pieces
    notes.extend(columns)
    if arranger.attributes:
        notes.append(Note.of("attributes", count=arranger.attributes))
    told = gathered(kept, notes)
    told.passed_over += passed
    return told


def _requirement_lines(raw: list[str]) -> list[Line]:
    """The lines without front matter, code, comments and HTML: those are blanked, so that numbers stay."""
    out: list[Line] = []
    fence = ""
    comment = False
    front = raw[0].rstrip() == "---" and "---" in (line.rstrip() for line in raw[1:60])
    for number, line in enumerate(raw, 1):
        if front:
            front = number == 1 or line.rstrip() != "---"
            out.append(Line(number, ""))
            continue
        opening = _FENCE.match(line)
        if fence:
            fence = "" if opening and opening[1].startswith(fence) else fence
            line = ""
        elif opening and not comment:
            fence, line = opening[1], ""
        elif comment or line.lstrip().startswith("<!--"):
            before = line
            line = line.partition("-->")[2] if "-->" in line else ""
            line = " " * (len(before) - len(line)) + line
            comment = "-->" not in before
        elif _HTML.fullmatch(line) or _REFERENCE.fullmatch(line):
            line = ""
        quote = _QUOTE.match(line)  # what is quoted is read like the rest
        out.append(Line(number, line[quote.end() :], quote.end()) if quote else Line(number, line))
    return out


def _blocks(lines: list[Line], wanted: Wanted, name: str) -> tuple[list[Block], list[Note]]:
    blocks: list[Block] = []
    notes: list[Note] = []
    rest: list[Line] = []
    for part in tables(_with_headings(lines)):
        if isinstance(part, Line):
            rest.append(part)
            continue
        blocks.extend(gather(rest))
        rest = []
        rows = rows_of(part, wanted, name)
        if rows is not None:
            blocks.extend(rows[0])
            notes.extend(rows[1])
    blocks.extend(gather(rest))
    return blocks, notes


def _with_headings(lines: list[Line]) -> Iterator[Line]:
    """`# Title` is known to the gatherer; `Title` with a line under it becomes that. A `#hashtag` is none."""
    for place, line in enumerate(lines):
        below = lines[place + 1].text if place + 1 < len(lines) else ""
        above = lines[place - 1].text.strip() if place else ""
        if line.text.lstrip().startswith("#") and not _HEADING.match(line.text):
            yield Line(line.number, line.text.lstrip()[1:], 1)
        elif _SETEXT.fullmatch(line.text) and above:
            yield Line(line.number, "")
        elif line.text.strip() and not above and _SETEXT.fullmatch(below) and "|" not in line.text:
            yield Line(line.number, "# " + _words(line.text), -2)
        elif _HEADING.match(line.text):
            sign, _, title = line.text.strip().partition(" ")
            yield Line(line.number, f"{sign} {_words(title.rstrip().rstrip('#'))}")
        else:
            yield line


def _words(title: str) -> str:
    return "".join(part.text for part in plain(Piece(title.strip(), 0, 0))).strip()


def _without_prose(found: list[Found], notes: list[Note]) -> tuple[list[Found], list[LeftOut]]:
    """Paragraphs that only explain, and lists of anything else, where the document has real requirements."""
    counts = {one.group for one in found if _is_requirement(one)}
    if not counts:
        return found, []
    kept = [one for one in found if one.group in counts]
    prose = [one for one in found if one.group not in counts]
    if prose:
        notes.append(Note.of("prose", count=len(prose), place=f"line {prose[0].block.line}"))
    passed = [
        LeftOut(f"line {one.block.line}", Note.of("passed_over", text=_short(one)), one.block.line) for one in prose
    ]
    return kept, passed


def _is_requirement(one: Found) -> bool:
    """By its id, its verb, or as an item under a heading that announces requirements."""
    if signs.explains(one.heading):
        return bool(one.id) or signs.binds(one.block.text)
    listed = one.block.kind == "item" and signs.announces(one.heading)
    return bool(one.id) or listed or signs.obliges(one.block.text)


def _short(one: Found) -> str:
    text = " ".join(one.block.text.split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
