"""Groups of duplicates. Two that exclude each other never share one, though a third be like both."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

Pair = tuple[int, int]
MOST_COMPARED = 16
"""Members of a group that a newcomer is held against: enough to see a conflict, few enough for a group of thousands."""


def grouped(pairs: Sequence[Pair], rejected: Iterable[Pair], exclude: Callable[[int, int], bool]) -> list[list[int]]:
    """The pairs joined to groups, in their order, best first. `exclude` says which two cannot be the same."""
    group_of: dict[int, list[int]] = {}
    refused = _both_ways(rejected)
    for one, other in pairs:
        first, second = group_of.get(one) or [one], group_of.get(other) or [other]
        if first is second or _kept_apart(first, second, refused) or _excluded(first, second, exclude):
            continue
        larger, smaller = (first, second) if len(first) >= len(second) else (second, first)
        larger.extend(smaller)
        group_of.update(dict.fromkeys([*smaller, larger[0]], larger))
    return [sorted(group) for group in {id(group): group for group in group_of.values()}.values()]


def _both_ways(pairs: Iterable[Pair]) -> defaultdict[int, set[int]]:
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        partners[one].add(other)
        partners[other].add(one)
    return partners


def _kept_apart(first: list[int], second: list[int], refused: defaultdict[int, set[int]]) -> bool:
    return bool(refused) and any(not refused[member].isdisjoint(second) for member in first if member in refused)


def _excluded(first: list[int], second: list[int], exclude: Callable[[int, int], bool]) -> bool:
    return any(exclude(one, other) for one in first[:MOST_COMPARED] for other in second[:MOST_COMPARED])
