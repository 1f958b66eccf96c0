"""The second result of a host says less than the first."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arch_team.search.freshness import Floats


class Penalised(NamedTuple):
    scores: Floats
    redundant: NDArray[np.bool_]


def without_redundancy(scores: Floats, order: Iterable[int], hosts: Sequence[str], *, factor: float) -> Penalised:
    """Every result after the first of its host, in this order, counts `factor` as much. No host: nobody's second."""
    redundant = np.zeros(len(scores), dtype=np.bool_)
    seen: set[str] = set()
    for place in order:
        host = hosts[place]
        if not host:
            continue
        redundant[place] = host in seen
        seen.add(host)
    return Penalised(np.where(redundant, scores * factor, scores), redundant)
