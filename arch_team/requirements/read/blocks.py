"""Lines into blocks: items of lists, paragraphs, headings.

The hard question is whether a new line is a new requirement or the rest of the last one. An item begins at its marker.
Without markers a line continues the one before where the text was wrapped: it goes on in lower case, or the lines are
filled as an editor fills them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from arch_team.requirements.read import signs

Kind = Literal["item", "paragraph", "heading", "attribute", "id"]
_WRAPPED_FROM = 50
"""Nobody wraps a text narrower than this."""


class Line(NamedTuple):
    number: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())


@dataclass(slots=True)
class Block:
    kind: Kind
    line: int
    text: str = ""
    id: str = ""
    indent: int = 0
    level: int = 0
    """Of a heading."""
    is_alone: bool = False
    """Blank lines, or nothing, above and below it."""
    count: int = 1
    """Of its lines."""

    def add(self, text: str, joint: str = " ") -> None:
        self.text += joint + text.strip()
        self.count += 1


def gather(lines: Sequence[Line]) -> list[Block]:
    series = _series(line.text.lstrip() for line in lines)
    blocks: list[Block] = []
    for run in _runs(lines):
        found = _blocks_of(run, series)
        found[0].is_alone = len(found) == 1
        blocks.extend(found)
    return blocks


def _runs(lines: Iterable[Line]) -> Iterable[list[Line]]:
    """Lines between blank ones. A ruler under a single line makes it a heading, and ends a run anyway."""
    run: list[Line] = []
    for line in (*lines, Line(0, "")):
        if line.text.strip() and not signs.is_ruler(line.text):
            run.append(line)
            continue
        if len(run) == 1 and line.text.strip() and signs.marker(run[0].text.lstrip()) is None:
            run = [Line(run[0].number, "# " + run[0].text.lstrip())]
        if run:
            yield run
        run = []


def _blocks_of(run: list[Line], series: frozenset[str]) -> list[Block]:
    blocks: list[Block] = []
    plain: list[Line] = []
    for line in run:
        text = line.text.lstrip()
        own = _own_line(text)
        mark = None if own else _marker(text, series)
        if mark is None and own is None:
            plain.append(line)
            continue
        _close(plain, blocks)
        plain = []
        level = len(text) - len(text.lstrip("#"))
        start, id_ = (mark.length, mark.id) if mark else (level, signs.id_label(text) or "")
        blocks.append(Block(own or "item", line.number, text[start:].strip(), id_, line.indent, level))
    _close(plain, blocks)
    return blocks


def _own_line(text: str) -> Kind | None:
    if text.startswith("#"):
        return "heading"
    if signs.id_label(text):
        return "id"
    return "attribute" if signs.is_attribute(text) or signs.is_criteria_heading(text) else None


def _close(plain: list[Line], blocks: list[Block]) -> None:
    """Lines without markers: the rest of the item above them, or paragraphs of their own."""
    rest = _continued(plain, blocks[-1]) if blocks and blocks[-1].kind == "item" else plain
    wrapped = _is_wrapped(rest)
    criterion = False
    for place, line in enumerate(rest):
        text = line.text.strip()
        criterion = (criterion and signs.is_step(text)) or signs.opens_criterion(text)
        if place and criterion:
            blocks[-1].add(text, "\n")
        elif place and _continues(rest[place - 1].text.strip(), text, wrapped):
            blocks[-1].add(text)
        else:
            blocks.append(Block("paragraph", line.number, text, indent=line.indent))


def _continued(plain: list[Line], item: Block) -> list[Line]:
    """Gives the item the lines that go on with it; the rest begins where a whole sentence obliges anew."""
    criterion = signs.opens_criterion(item.text)
    for place, line in enumerate(plain):
        text = line.text.strip()
        outside = line.indent <= item.indent
        complete = signs.ends_sentence(item.text) and not text[0].islower()
        criterion = criterion or signs.opens_criterion(text)
        if outside and complete and signs.obliges(text) and not criterion:
            return plain[place:]
        item.add(text, "\n" if criterion and signs.is_step(text) else " ")
    return []


def _continues(before: str, text: str, wrapped: bool) -> bool:
    if text[0].islower() or text[0] in ",;)" or (text[0] == "(" and not signs.ends_sentence(before)):
        return True
    return wrapped and not (signs.ends_sentence(before) and signs.obliges(before) and signs.obliges(text))


def _is_wrapped(run: list[Line]) -> bool:
    """Whether an editor filled these lines: no line had room for the first word of the next."""
    texts = [line.text.rstrip() for line in run]
    width = max(map(len, texts), default=0)
    if len(texts) < 2 or width < _WRAPPED_FROM:
        return False
    full = all(len(a) + 1 + len(b.split(None, 1)[0]) > width for a, b in pairwise(texts))
    sentences = all(map(signs.ends_sentence, texts[:-1]))
    return full and not sentences and not all(map(signs.obliges, texts))


def _marker(text: str, series: frozenset[str]) -> signs.Marker | None:
    found = signs.marker(text)
    if found and found.is_loose and found.id not in series and signs.prefix(found.id) not in series:
        return signs.without_loose(text)
    return found


def _series(texts: Iterable[str]) -> frozenset[str]:
    """The kinds of ids that count though only a space follows them: several of a kind, and plain numbers in a row.

    A number that others go on from (`3`, where there is `3.1`) counts by itself.
    """
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for found in map(signs.marker, texts):
        if found and found.is_loose:
            kinds[signs.prefix(found.id)].append(found.id)
    chapters = {id_.partition(".")[0] for id_ in kinds["."]}
    return frozenset(kind for kind, ids in kinds.items() if _is_series(kind, ids)) | chapters


def _is_series(kind: str, ids: list[str]) -> bool:
    if len(ids) < 2 or len(set(ids)) < len(ids):
        return False
    numbers = [int(id_) for id_ in ids if id_.isdigit()]
    return kind != "" or any(b == a + 1 for a, b in pairwise(numbers))
