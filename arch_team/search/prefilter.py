"""Who may be ranked at all: not the stale, not what the request or the company's policy excludes, and each id once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from arch_team.search.contracts import ScoringContext, SearchCandidate
from arch_team.search.contracts_flags import DropReason
from arch_team.search.freshness import Floats, ages_in_days, stale
from arch_team.search.policy import DomainPolicy
from arch_team.search.sources import SourceList
from arch_team.search.tuning import Tuning


@dataclass(frozen=True, slots=True)
class Kept:
    """Sorted by id, so that nothing later depends on the order in which candidates came."""

    candidates: tuple[SearchCandidate, ...]
    rows: NDArray[np.intp]
    """Where each stood in what was handed in."""
    ages: Floats
    dropped: tuple[tuple[str, DropReason], ...]


def prefilter(
    candidates: Sequence[SearchCandidate],
    context: ScoringContext,
    *,
    policy: DomainPolicy,
    tuning: Tuning,
    now: datetime,
) -> Kept:
    first: dict[str, int] = {}
    dropped: list[tuple[str, DropReason]] = []
    for row, candidate in enumerate(candidates):
        if first.setdefault(candidate.id, row) != row:
            dropped.append((candidate.id, "duplicate_id"))
    rows = [first[candidate_id] for candidate_id in sorted(first)]
    ages = ages_in_days([candidates[row] for row in rows], now)
    too_old: list[bool] = stale(ages, context.freshness_mode, tuning).tolist()
    urls = [candidates[row].url for row in rows]
    blocked = SourceList(policy.blocked).among(urls)
    disallowed = SourceList(context.disallowed_sources).among(urls)
    kept: list[int] = []
    for position, is_old in enumerate(too_old):
        if position in blocked:
            dropped.append((candidates[rows[position]].id, "policy"))
        elif position in disallowed:
            dropped.append((candidates[rows[position]].id, "disallowed"))
        elif is_old:
            dropped.append((candidates[rows[position]].id, "stale"))
        else:
            kept.append(position)
    places = np.asarray(kept, dtype=np.intp)
    return Kept(
        candidates=tuple([candidates[rows[position]] for position in kept]),
        rows=np.asarray(rows, dtype=np.intp)[places],
        ages=ages[places],
        dropped=tuple(dropped),
    )
