"""Reciprocal rank fusion with weights and small bonuses, in rank units.

A list at rank r gives `weight / (k + r)`, r from 1, as in the textbook. Vector databases count from 0 or weigh
otherwise, so the fusion happens here. A bonus is `scale * strength / (k + 1)` with a strength from 0 to 1: it is worth
a fixed share of one first rank, whatever k is (docs/decisions/0020).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from arch_team.search.contracts_stages import Arm
from arch_team.search.freshness import Floats


def rrf_terms(ids: Sequence[str], arms: Sequence[Arm], *, k: int, weights: Mapping[str, float] | None = None) -> Floats:
    """The term of each id, in their order. Who is not among `ids` is passed over and takes no rank."""
    index = dict(zip(ids, range(len(ids)), strict=True))
    terms = np.zeros(len(ids), dtype=np.float64)
    for arm in sorted(arms, key=lambda each: (each.name, each.ids)):
        places = _places(index, arm.ids)
        weight = 1.0 if weights is None else weights.get(arm.name, 1.0)
        terms[places] += weight / np.arange(k + 1, k + 1 + len(places), dtype=np.float64)
    return terms


def _places(index: Mapping[str, int], ids: Sequence[str]) -> NDArray[np.intp]:
    """Positions in rank order. An id that a list names twice has its better rank."""
    found = [place for place in map(index.get, ids) if place is not None]
    if len(set(found)) != len(found):
        found = list(dict.fromkeys(found))
    return np.array(found, dtype=np.intp)


def fused_ranking(
    arms: Sequence[Arm], *, k: int, weights: Mapping[str, float] | None = None
) -> tuple[tuple[str, ...], Floats]:
    """All ids of all lists, best first, with their terms. Equals stand in the order of their ids."""
    ids = sorted(set(chain.from_iterable(arm.ids for arm in arms)))
    terms = rrf_terms(ids, arms, k=k, weights=weights)
    order = best_first(terms)
    places: list[int] = order.tolist()
    return tuple([ids[place] for place in places]), terms[order]


def best_first(scores: Floats) -> NDArray[np.intp]:
    """Positions by falling score; equals keep their order."""
    return np.argsort(-scores, kind="stable")


@dataclass(frozen=True, slots=True)
class Bonuses:
    """Per candidate, in score units. Bounded by the sum of the three scales over k + 1."""

    rag: Floats
    domain: Floats
    policy: Floats

    @property
    def total(self) -> Floats:
        return self.rag + self.domain + self.policy


def bonus(strength: Floats, *, scale: float, k: int) -> Floats:
    """Strengths outside 0 to 1 are cut to it: no signal is worth more than its scale."""
    return np.clip(np.nan_to_num(strength, nan=0.0), 0.0, 1.0) * (scale / (k + 1))
