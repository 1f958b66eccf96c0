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
from arch_team.search.sources import SourceList, source_of
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
    too_old = stale(ages, context.freshness_mode, tuning).tolist()
    blocked, disallowed = SourceList(policy.blocked), SourceList(context.disallowed_sources)
    kept: list[int] = []
    for position, row in enumerate(rows):
        reason = _reason(candidates[row].url, blocked, disallowed, too_old[position])
        if reason is None:
            kept.append(position)
        else:
            dropped.append((candidates[row].id, reason))
    places = np.asarray(kept, dtype=np.intp)
    return Kept(
        candidates=tuple([candidates[rows[position]] for position in kept]),
        rows=np.asarray(rows, dtype=np.intp)[places],
        ages=ages[places],
        dropped=tuple(dropped),
    )


def _reason(url: str | None, blocked: SourceList, disallowed: SourceList, too_old: bool) -> DropReason | None:
    if blocked.may_name(url) and blocked.names(source_of(url)):
        return "policy"
    if disallowed.may_name(url) and disallowed.names(source_of(url)):
        return "disallowed"
    return "stale" if too_old else None
