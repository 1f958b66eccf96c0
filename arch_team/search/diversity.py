"""Several kinds of source in the head of a ranking, as far as there are several."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple


class Diversified(NamedTuple):
    order: list[int]
    promoted: list[int]
    """Who was lifted into the head."""


def diversified(order: Sequence[int], buckets: Sequence[str], *, head: int, least: int) -> Diversified:
    """Lifts the best of a missing kind into the head, in place of the last one whose kind stands there twice.

    `buckets` says of each its kind. Within the head and after it the order stays. Nothing is lost: who gives way
    comes first after the head.
    """
    top, rest = list(order[:head]), list(order[head:])
    counts = Counter(buckets[place] for place in top)
    promoted: list[int] = []
    while len(counts) < min(least, head):
        newcomer = next((place for place in rest if buckets[place] not in counts), None)
        leaver = next((place for place in reversed(top) if counts[buckets[place]] > 1), None)
        if newcomer is None or leaver is None:
            break
        top.remove(leaver)
        rest.remove(newcomer)
        top.append(newcomer)
        rest.append(leaver)
        counts[buckets[leaver]] -= 1
        counts[buckets[newcomer]] = 1
        promoted.append(newcomer)
    place_in = {place: rank for rank, place in enumerate(order)}
    return Diversified(sorted(top, key=place_in.__getitem__) + sorted(rest, key=place_in.__getitem__), promoted)
