"""Which rows a sentence names, to tell equal cells apart and to notice a figure under another row's name.

Only texts that tell rows of a result apart are names. Nothing is inferred: a sentence that names no row says nothing.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arch_team.evidence.ledger import LedgerEntry
from arch_team.evidence.rendering import plain_text

MIN_NAME = 3
_BREAK = re.compile(r"\n|(?<=[.!?;])\s+(?=[A-ZÄÖÜ*|-])")
_WORD = re.compile(r"\w+")
_RANGE_AFTER = re.compile(r"\s*(?:–|-|bis|to)\s*\d")
_RANGE_BEFORE = re.compile(r"\d\s*(?:–|-|bis|to)\s*$")


class Mention(NamedTuple):
    at: int
    rows: frozenset[str]


@dataclass(frozen=True, slots=True)
class Shown:
    """A cell that a text shows at a place."""

    at: int
    entry: str
    row: str


class Clauses:
    """A text in its lines and sentences."""

    def __init__(self, text: str) -> None:
        breaks = list(_BREAK.finditer(text))
        self._starts = [0, *(match.end() for match in breaks)]
        self._ends = [*(match.start() for match in breaks), len(text)]

    def around(self, at: int) -> tuple[int, int]:
        index = bisect_right(self._starts, at) - 1
        return self._starts[index], self._ends[index]


class RowNames:
    """The names of the rows of one entry."""

    def __init__(self, entry: LedgerEntry) -> None:
        self._by_word: dict[str, list[tuple[str, int, frozenset[str]]]] = {}
        for name, rows in _distinguishing(entry).items():
            if first := _WORD.search(name):
                self._by_word.setdefault(first[0], []).append((name, first.start(), rows))

    def mentions(self, text: str, start: int, end: int) -> list[Mention]:
        """Where a clause names rows, in order. The longest name wins where one holds another."""
        clause = text[start:end].casefold()
        found: list[tuple[int, int, frozenset[str]]] = []
        for word in _WORD.finditer(clause):
            for name, offset, rows in self._by_word.get(word[0], ()):
                at = word.start() - offset
                if at >= 0 and clause.startswith(name, at) and _is_whole(clause, at, at + len(name)):
                    found.append((at, at + len(name), rows))
        found.sort(key=lambda item: (item[0], -item[1]))
        kept: list[Mention] = []
        reached = 0
        for at, until, rows in found:
            if at >= reached:
                kept.append(Mention(start + at, rows))
                reached = until
        return kept


class LedgerNames:
    """The names of the rows of every entry, each looked up once."""

    def __init__(self) -> None:
        self._names: dict[str, RowNames] = {}

    def of(self, entry: LedgerEntry) -> RowNames:
        if entry.id not in self._names:
            self._names[entry.id] = RowNames(entry)
        return self._names[entry.id]


def _distinguishing(entry: LedgerEntry) -> dict[str, frozenset[str]]:
    """Texts that some rows have and others do not."""
    if entry.rows is None or len(entry.rows.rows) < 2:
        return {}
    units = set(entry.rows.units.values())
    rows_of: dict[str, set[str]] = {}
    for index, column in enumerate(entry.rows.columns):
        if column in units:
            continue
        for row, values in zip(entry.row_ids, entry.rows.rows, strict=True):
            value = values[index]
            if isinstance(value, str) and _is_name(text := plain_text(value).strip()):
                rows_of.setdefault(text.casefold(), set()).add(row)
    everything = len(entry.rows.rows)
    return {name: frozenset(rows) for name, rows in rows_of.items() if len(rows) < everything}


def _is_name(text: str) -> bool:
    """Has a capital or a digit: `open` and `customer` are words of any sentence."""
    return len(text) >= MIN_NAME and any(c.isupper() or c.isdigit() for c in text)


def _is_whole(text: str, start: int, end: int) -> bool:
    """A word of its own, and not the end of a range: A10–A19 names no single row."""
    if (start and text[start - 1].isalnum()) or text[end : end + 1].isalnum():
        return False
    if not (text[start].isdigit() and text[end - 1].isdigit()):
        return True
    return not (_RANGE_AFTER.match(text, end) or _RANGE_BEFORE.search(text, max(0, start - 12), start))


def misnamed(shown: Sequence[Shown], mentions: Sequence[Mention]) -> list[Shown]:
    """The figures of one clause that stand under the name of another row of the same entry.

    A clause that names rows must name the figure's row. Where names and figures take turns (`1020: A, 1021: B` or
    `A (1020), B (1021)`), each figure must be of the row named beside it.
    """
    if not mentions:
        return []
    named = frozenset[str]().union(*(mention.rows for mention in mentions))
    wrong = [cell for cell in shown if cell.row not in named]
    if wrong or len(shown) < 2:
        return wrong
    marks = sorted([*((m.at, m) for m in mentions), *((c.at, c) for c in shown)], key=lambda mark: mark[0])
    groups = _turns([mark for _, mark in marks])
    return [cell for rows, cells in groups for cell in cells if cell.row not in rows]


def _turns(marks: list[Mention | Shown]) -> list[tuple[frozenset[str], list[Shown]]]:
    """Names with the figures that belong to them, where the order leaves no doubt; else nothing."""
    if isinstance(marks[0], Mention) == isinstance(marks[-1], Mention):
        return []
    if isinstance(marks[-1], Mention):
        marks = marks[::-1]
    groups: list[tuple[frozenset[str], list[Shown]]] = []
    for mark in marks:
        if isinstance(mark, Shown):
            groups[-1][1].append(mark)
        elif groups and not groups[-1][1]:
            both = groups[-1][0] & mark.rows
            if not both:
                return []  # two rows named together
            groups[-1] = (both, groups[-1][1])
        else:
            groups.append((mark.rows, []))
    return groups
