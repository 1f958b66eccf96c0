"""Pairs into groups. Likeness does not pass on: a group is a core and what is like it, never a chain."""

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from itertools import islice

MOST_COMPARED = 16
"""Members that a newcomer is held against: enough for a group of thousands."""
Both = Callable[[int, int], bool]


def grouped(pairs: Sequence[tuple[int, int]], apart: Collection[frozenset[int]], exclude: Both) -> list[list[int]]:
    """Groups by their cores: whoever has the most partners left, and these. The pairs come best first.

    Two that were parted never share one, nor do two of which `exclude` says that they cannot be the same.
    """
    partners: defaultdict[int, dict[int, None]] = defaultdict(dict)
    for one, other in pairs:
        partners[one][other] = partners[other][one] = None
    parted: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in map(tuple, apart):
        parted[one].add(other)
        parted[other].add(one)
    taken: set[int] = set()
    groups: list[list[int]] = []
    for core in sorted(partners, key=lambda member: (-len(partners[member]), member)):
        members = {core: None}
        for other in partners[core] if core not in taken else ():
            near = islice(members, MOST_COMPARED)
            if other not in taken and parted[other].isdisjoint(members) and not any(exclude(other, o) for o in near):
                members[other] = None
        if len(members) > 1:
            taken.update(members)
            groups.append(sorted(members))
    return groups
