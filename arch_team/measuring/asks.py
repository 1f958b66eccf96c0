"""Several figures asked of one thing in one breath: `total and on average per month`, `best and worst month`.

Each ask becomes a question of its own that shares all other words. So every word that asks has its figure, or the
question is not read.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.figure_read import FigureRead
from arch_team.measuring.scan import Amount, Item, Scan
from arch_team.measuring.vocabulary import SetSense, language_words

_KINDS = {
    "highest": "highest",
    "top": "highest",
    "lowest": "lowest",
    "average": "average",
    "total": "amount",
    "amount": "amount",
    "by_grain": "series",
    "cumulated": "cumulated",
}
_RANKS = frozenset({"highest", "lowest"})
_CARRIED = ("grain", "in_which", "each")
"""Said with an ask, and none of its own."""
_JOINTS = (",", "/", "&")


def asks_of(scan: Scan) -> list[str]:
    """The question once for each of two asks that it joins. None are returned where it asks one thing."""
    for left, right in _joints(scan):
        first, second = _run(scan, left, -1), _run(scan, right, 1)
        kinds = _kinds(first), _kinds(second)
        if not all(kinds) or kinds[0] == kinds[1] or not (kinds[0] | kinds[1]) - {"amount"}:
            continue
        if kinds[0] | kinds[1] == _RANKS:
            first, second = first[:1], second[:1]  # `best and worst month`: the month is of both
        joint = (scan.tokens[first[0].span[1] - 1].end, scan.tokens[second[0].span[0]].start)
        before = _without(scan, [*map(_span(scan), second), joint])
        after = _without(scan, [*map(_span(scan), first), joint])
        return [before, after]
    return []


def listed_and_ranked(scan: Scan) -> list[str]:
    """`sales per quarter and the best one`: the series, and of the same stretches the best. None are returned where a
    question does not end so."""
    joints = scan.words("and")
    if not joints:
        return []
    last = joints[-1]
    front, behind = (
        [i for i in scan.items if (i.span[0] < last.span[0]) is early and i is not last] for early in (True, False)
    )
    series = any(i.is_word("by_grain") for i in front) and not any(i.is_word(*_RANKS) for i in front)
    said = [i for i in behind if not i.of(Amount)]  # `the best one`
    ranked = any(i.is_word(*_RANKS) for i in said) and all(i.is_word("light", "carrying", *_RANKS) for i in said)
    timed = any(start >= last.span[0] for start, _ in scan.period_places)
    if not series or not ranked or timed or scan.unknown:
        return []
    head = scan.question[: scan.tokens[last.span[0]].start].rstrip(" ,")
    return [head, f"{head} {scan.question[scan.tokens[last.span[1]].start :]}"]


def agreeing(scan: Scan) -> list[str]:
    """`does the ledger agree with the open invoices`: the question once for each of the two, with the time that only
    one of them says. None are returned where nothing is to agree."""
    verb = next(iter(scan.words("agree")), None)
    if verb is None:
        return []
    tokens, words = scan.tokens, language_words(scan.language).agree_with
    said = {at for item in scan.items if item.is_word("agree", "confirm") for at in range(*item.span)}
    opens = scan.items[0]
    said |= set(range(*opens.span)) if opens.span[0] == 0 and opens.is_word("asks") else set()
    inside = tokens[verb.span[1] - 1].folded in words
    cuts = [verb.span[1] - 1] if inside else [at for at, token in enumerate(tokens) if token.folded in words]
    cuts = cuts or ([verb.span[0]] if verb.span[0] > 1 else [])
    if not cuts:
        return []
    halves = [
        " ".join(t.text for at, t in enumerate(tokens) if at not in said and at in span and t.text not in "?!")
        for span in (range(cuts[0]), range(cuts[0] + 1, len(tokens)))
    ]
    times = [scan.question[slice(*period.at)] for period in scan.periods]
    start = tokens[cuts[0]].start
    early = any(period.at[0] < start for period in scan.periods)
    late = any(period.at[0] > start for period in scan.periods)
    if len(times) > 1 or not all(halves):
        return halves if early and late and all(halves) else []
    point = " ".join(_before_time(scan))
    if times and not early:
        halves[0] += f" {point} {times[0]}"
    if times and not late:
        halves[1] += f" {point} {times[0]}"
    return halves


def _before_time(scan: Scan) -> list[str]:
    """The word before the time, that says at which end."""
    [period] = scan.periods
    return scan.question[: period.at[0]].split()[-1:]


def before_and_after(scan: Scan) -> list[str]:
    """`profit before and after tax`: the question once for each. None are returned where it says only one."""
    items = scan.items
    for at, item in enumerate(items):
        joint = next((i for i in range(at + 1, min(at + 4, len(items))) if items[i].is_word("and")), None)
        if joint is None or joint + 2 >= len(items) or joint - at > 2:
            continue
        other, thing = items[joint + 1], items[joint + 2]
        said = (item, other)
        sides = {klass for one in said for klass in ("without", "after") if one.is_word(klass)}
        same = joint == at + 1 or items[at + 1].text == thing.text
        if sides != {"without", "after"} or not same or not thing.of(SetSense) or item.is_word("after", "and"):
            continue
        span = _span(scan)
        first, last = span(item), span(thing)
        head, tail = scan.question[: first[0]], scan.question[last[1] :]
        return [f"{head}{one.text} {thing.text}{tail}" for one in said]
    return []


def each_changed(read: FigureRead, scan: Scan) -> FigureRead:
    """`sales and profit of 2025, and the change since 2024`: the change of each, and not how far they are apart."""
    asked = read.asked
    if not isinstance(asked, Asked) or asked.make is not Make.DIFFERENCE or asked.is_question:
        return read
    told = len(asked.subjects) > 1 and len(asked.times) == 2 and scan.says("change", "previous", "up", "down")
    if not told or scan.says("minus", "between", "than", "exceed", "higher", "lower", "both", "after"):
        return read
    changes = [replace(asked, make=Make.CHANGE, subjects=(one,), wants_total=False) for one in asked.subjects]
    first, *others = (FigureRead(read.question, change) for change in changes)
    return replace(first, more=tuple(others))


def counted_again(scan: Scan) -> str:
    """`how many are open, and how many of those are overdue`: two numbers, which one reading would make one of. The
    words that ask for the second."""
    counts = [at for at, item in enumerate(scan.items) if item.is_word("count")]
    for one, other in pairwise(counts):
        if any(scan.items[at].is_word("and") for at in range(one, other)):
            return scan.items[other].text
    return ""


def _joints(scan: Scan) -> list[tuple[int, int]]:
    """The places of items right before and behind a word or a sign that joins."""
    found: list[tuple[int, int]] = []
    for at, item in enumerate(scan.items):
        if item.is_word("and") and 0 < at < len(scan.items) - 1:
            found.append((at - 1, at + 1))
        following = scan.items[at + 1] if at + 1 < len(scan.items) else None
        if following is not None and any(t.text in _JOINTS for t in scan.tokens[item.span[1] : following.span[0]]):
            found.append((at, at + 1))
    return found


def _run(scan: Scan, at: int, step: int) -> list[Item]:
    """The items of one ask from a place on, the nearest first; words that change nothing belong to it."""
    found: list[Item] = []
    items = scan.items
    while 0 <= at < len(items):
        item = items[at]
        idle = item.is_word("light") and len(item.senses) == 1
        if not (_kinds([item]) or item.is_word(*_CARRIED) or idle):
            break
        if found and abs(item.span[0] - found[-1].span[0]) > 2 + (item.span[1] - item.span[0]):
            break  # a time or a sign stands between
        found.append(item)
        at += step
    while found and found[-1].is_word("light"):
        found.pop()
    return found


def _kinds(items: Sequence[Item]) -> frozenset[str]:
    return frozenset(kind for item in items for klass, kind in _KINDS.items() if item.is_word(klass))


def _span(scan: Scan):
    def of(item: Item) -> tuple[int, int]:
        return scan.tokens[item.span[0]].start, scan.tokens[item.span[1] - 1].end

    return of


def _without(scan: Scan, places: Sequence[tuple[int, int]]) -> str:
    text = scan.question
    for start, end in sorted(set(places), reverse=True):
        text = text[:start] + " " + text[end:]
    return " ".join(text.split())
