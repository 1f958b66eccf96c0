"""Names whose parts are said apart: `sales of 2024, before deductions` are the sales before deductions."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import PartyAsked
from arch_team.measuring.scan import Amount, Item, Scan
from arch_team.measuring.vocabulary import MemberSense, MetricSense, SetSense

_NAMED = (SetSense, MemberSense, MetricSense)
_TOLD_TWICE = frozenset({Make.SERIES, Make.EXTREME, Make.AVERAGE, Make.CHANGE, Make.CUMULATED})
_NEAR = 2
"""Small words between two that name one thing."""


def rejoined(question: str, scan: Scan, scanned: Callable[[str], Scan]) -> str:
    """The question with a name in one piece. Empty: no name of the model is said in pieces."""
    things = [item for item in scan.items if _is_named(item)]
    for before, off, thing in zip(scan.items, scan.items[1:], scan.items[2:], strict=False):
        first = next((each for each in things if each.span[1] <= off.span[0]), None)
        if first is None or not off.is_word("without") or not _is_named(thing):
            continue
        start, end = scan.tokens[off.span[0]].start, scan.tokens[thing.span[1] - 1].end
        name = f"{first.text} {question[start:end]}"
        items = scanned(name).items
        if len(items) != 1 or not _is_named(items[0]) or first.span[1] == off.span[0]:
            continue
        cut = scan.tokens[before.span[0]].start if before.is_word("and") else start
        at, behind = scan.tokens[first.span[0]].start, scan.tokens[first.span[1] - 1].end
        return f"{question[:at]}{name}{question[behind:cut].rstrip(' ,')}{question[end:]}"
    return _of_its_kind(question, scan, things, scanned)


def _of_its_kind(question: str, scan: Scan, things: list[Item], scanned: Callable[[str], Scan]) -> str:
    """`the income of the side business`: the one member that both words name, where they stand near each other."""
    for one, other in pairwise(things):
        between = [item for item in scan.items if one.span[1] <= item.span[0] and item.span[1] <= other.span[0]]
        small = all(item.is_word("light", "carrying") for item in between)
        covered = sum(item.span[1] - item.span[0] for item in between) == other.span[0] - one.span[1]
        if not small or not covered or len(between) > _NEAR or not between or one.in_brackets != other.in_brackets:
            continue
        name = f"{one.text} {other.text}"
        items = scanned(name).items
        whole = [s for item in items for s in item.senses if isinstance(s, MemberSense) and s.is_whole]
        if len(items) != 1 or not whole:
            continue
        places = (*one.span, *other.span)
        start, end, at, behind = (scan.tokens[p - i % 2] for i, p in enumerate(places))
        return f"{question[: start.start]}{name}{question[end.end : at.start]}{question[behind.end :]}"
    return ""


def left_in(asked: Asked | PartyAsked, scan: Scan) -> str:
    """What is to be left out of what parties moved, or in brackets, and is not. Empty: nothing."""
    parties = isinstance(asked, PartyAsked)
    held = asked.codes if parties else frozenset[str]().union(*(subject.codes for subject in asked.subjects))
    for off, thing in zip(scan.items, scan.items[1:], strict=False):
        codes = {code for sense in thing.senses if isinstance(sense, MemberSense) for code in sense.codes}
        is_off = off.is_word("without") and _is_named(thing) and (parties or off.in_brackets)
        if is_off and (not codes or codes & held):
            return f"{off.text} {thing.text}"
    return ""


def called_so_too(asked: Asked, scan: Scan, measures: Measures) -> Asked | None:
    """What is asked of a set, of the one member that is called as the set is: who says the name may mean either, so
    both are told. What they come to at one time is told member by member already. None: only the set is called so."""
    if asked.make not in _TOLD_TWICE or len(asked.subjects) != 1:
        return None
    [subject], named = asked.subjects, [item for item in scan.items if _is_named(item)]
    senses = [s for item in named for s in item.senses if isinstance(s, MemberSense) and s.is_whole]
    whole = frozenset(code for sense in senses for code in sense.codes)
    if len(named) != 1 or len(whole) != 1 or not whole < subject.codes:
        return None
    [code] = whole
    return replace(asked, subjects=(replace(subject, title=f"{code} {measures.members[code].name}", codes=whole),))


def part_of_no_year(scan: Scan) -> str:
    """`in the 2nd quarter` of no year that is told, which no row is held against. Empty: there is none."""
    grains = ("month", "quarter", "half")
    beside = pairwise(scan.items)
    said = (f"{one.text}. {other.text}" for one, other in beside if one.of(Amount) and other.detail("grain") in grains)
    return next(said, "")


def _is_named(item: Item) -> bool:
    return any(isinstance(sense, _NAMED) for sense in item.senses)
