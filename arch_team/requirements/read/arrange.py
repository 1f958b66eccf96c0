"""Blocks into requirements: headings become their context; criteria and sub-points join what they belong to."""

from collections.abc import Sequence
from dataclasses import dataclass

from arch_team.requirements.read import signs
from arch_team.requirements.read.blocks import Block

_DEEPEST = 99
_TITLE_WORDS = 5


@dataclass(slots=True)
class Found:
    """A block taken as a requirement."""

    block: Block
    id: str
    heading: str
    group: int
    """Which list or run of paragraphs it stands in."""


class Arranger:
    """Walks the blocks once. `titles`: short lines without obligation may be headings, as in plain text."""

    def __init__(self, blocks: Sequence[Block], *, titles: bool) -> None:
        self._blocks = blocks
        self._titles = titles and any(b.kind != "heading" and signs.obliges(b.text) for b in blocks)
        self._trail: list[tuple[int, str]] = []
        self._pending_id = ""
        self._in_criteria = False
        self._group = 0
        self.found: list[Found] = []
        self.attributes = 0
        self.titles: list[Block] = []
        """Lines taken as headings though nothing but their form says so."""
        place = 0
        while place < len(blocks):
            place += self._take(place)

    def _take(self, place: int) -> int:
        """How many blocks were dealt with."""
        block = self._blocks[place]
        text = block.text
        if signs.is_criteria_heading(text):
            self._in_criteria = bool(self.found)
        elif block.kind == "heading":
            self._heading(block, text)
        elif block.kind == "id":
            self._pending_id = block.id
        elif block.kind == "attribute":
            self.attributes += 1
        elif self._belongs_to_last(block, text):
            self.found[-1].block.add(text, "\n")
        elif text.endswith(":"):
            return self._lead_in(place, text)
        elif self._is_title(place, text):
            self.titles.append(block)
            self._enter(block.id, text, _DEEPEST)
        else:
            self._requirement(block)
        return 1

    def _heading(self, block: Block, text: str) -> None:
        mark = signs.marker(text)
        id_ = mark.id if mark and not mark.id[:1].isdigit() else ""
        title = text[mark.length :].strip() if mark and id_ else text
        if signs.obliges(text) and not text.endswith(":") and len(text.split()) > 3:
            block.text = title
            self._pending_id = id_
            self._requirement(block)
        else:
            self._enter(id_, title, block.level)

    def _enter(self, id_: str, title: str, level: int) -> None:
        self._trail = [(at, name) for at, name in self._trail if at < level] + [(level, title.rstrip(": "))]
        self._pending_id = id_ if not id_[:1].isdigit() else ""
        self._in_criteria = False
        self._group += 1

    def _belongs_to_last(self, block: Block, text: str) -> bool:
        if not self.found:
            return False
        last = self.found[-1].block
        step = signs.opens_criterion(text)
        listed = block.kind == "item" and (not block.id or block.id[:1].isdigit())
        if self._in_criteria and (listed or step or block.indent > last.indent):
            return True
        self._in_criteria = False
        if step and not block.id and not signs.opens_criterion(last.text):
            return True
        nested = last.kind == "item" and block.indent > last.indent
        return nested and not block.id and not (block.kind == "item" and signs.obliges(text))

    def _lead_in(self, place: int, text: str) -> int:
        """`The system shall:` with a list of fragments is one requirement; with a list of requirements, a heading."""
        block = self._blocks[place]
        items = self._blocks[place + 1 : self._end_of_items(place)]
        # A requirement by itself, not the end of a sentence that the lead-in began.
        whole = [(item.id and not item.id[0].isdigit()) or signs.obliges(item.text) for item in items]
        if signs.obliges(text) and (not items or (not whole[0] and 2 * sum(whole) <= len(items))):
            fragments = whole.index(True) if True in whole else len(items)
            for item in items[:fragments]:
                block.add(item.text, "\n")
            self._requirement(block)
            return 1 + fragments
        if items or signs.is_title(text[:-1]):
            self._enter(block.id, text, _DEEPEST)
        else:
            self._requirement(block)
        return 1

    def _end_of_items(self, place: int) -> int:
        """Where the list that follows ends: at another kind of block, further out, or where its numbers begin anew."""
        outermost = self._blocks[place].indent + 1 if self._blocks[place].kind == "item" else 0
        number = -1
        for end in range(place + 1, len(self._blocks)):
            block = self._blocks[end]
            counted = int(block.id) if block.id.isdigit() else None
            if block.kind != "item" or block.indent < outermost or (counted is not None and counted <= number):
                return end
            number = number if counted is None else counted
        return len(self._blocks)

    def _is_title(self, place: int, text: str) -> bool:
        """A short line by itself above requirements, or a number whose sub-numbers follow."""
        block = self._blocks[place]
        if not self._titles or place + 1 >= len(self._blocks) or not signs.is_title(text):
            return False
        below = self._blocks[place + 1]
        if block.kind == "item":
            numbered = block.id[:1].isdigit()
            return numbered and (below.id.startswith(f"{block.id}.") or (block.is_alone and not below.id[:1].isdigit()))
        return block.is_alone and block.count == 1 and len(text.split()) <= _TITLE_WORDS

    def _requirement(self, block: Block) -> None:
        id_ = block.id or self._pending_id
        self._pending_id = ""
        if block.kind != "item" or (self.found and self.found[-1].block.kind != "item"):
            self._group += 1
        self.found.append(Found(block, id_, " › ".join(name for _, name in self._trail), self._group))
