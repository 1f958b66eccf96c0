"""Groups of duplicates. Each has a core that all its members duplicate: keep that one, and the others are said.

Likeness does not pass on: where A is like B and B like C, A and C may say different things, and a long chain says
nothing at all. So a group is a core and what is like it, never a chain; and two that exclude each other never share a
group, though the core be like both.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Pair = tuple[int, int]
Both = Callable[[int, int], bool]
MOST_COMPARED = 16
"""Members that a newcomer is held against, and cores that a group keeps in mind: enough for a group of thousands."""


@dataclass(slots=True)
class _Group:
    members: list[int]
    cores: list[int]
    """Members that each could be the core."""


def grouped(pairs: Sequence[Pair], rejected: Iterable[Pair], alike: Both, exclude: Both) -> list[list[int]]:
    """The pairs joined to groups, in their order, best first. `exclude` says which two cannot be the same."""
    group_of = {member: _Group([member], [member]) for pair in pairs for member in pair}
    refused = _both_ways(rejected)
    for one, other in pairs:
        first, second = group_of[one], group_of[other]
        larger, smaller = (first, second) if len(first.members) >= len(second.members) else (second, first)
        if larger is smaller or any(group_of.get(far) is larger for near in smaller.members for far in refused[near]):
            continue
        cores = _cores(larger, smaller, alike)
        if cores and not _excluded(larger, smaller, exclude):
            larger.members.extend(smaller.members)
            larger.cores = cores
            group_of.update(dict.fromkeys(smaller.members, larger))
    groups = {id(group): group.members for group in group_of.values()}.values()
    return [sorted(members) for members in groups if len(members) > 1]


def _cores(larger: _Group, smaller: _Group, alike: Both) -> list[int]:
    found = [core for core in larger.cores if all(alike(core, member) for member in smaller.members)]
    if len(larger.members) <= MOST_COMPARED:
        found += [core for core in smaller.cores if all(alike(core, member) for member in larger.members)]
    return found[:MOST_COMPARED]


def _both_ways(pairs: Iterable[Pair]) -> defaultdict[int, set[int]]:
    partners: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        partners[one].add(other)
        partners[other].add(one)
    return partners


def _excluded(first: _Group, second: _Group, exclude: Both) -> bool:
    return any(exclude(one, other) for one in first.members[:MOST_COMPARED] for other in second.members[:MOST_COMPARED])
