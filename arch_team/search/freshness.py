"""How old a candidate may be, and what its age costs."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from arch_team.search.contracts import FreshnessMode, SearchCandidate
from arch_team.search.tuning import Tuning

SECONDS_A_DAY = 86_400.0
DAYS_A_MONTH = 365 / 12

Floats = NDArray[np.float64]


def limit_in_days(mode: FreshnessMode, tuning: Tuning) -> int | None:
    """None: no limit."""
    match mode:
        case FreshnessMode.STANDARD:
            return tuning.default_freshness_days
        case FreshnessMode.SOFTWARE_DOCS_STRICT:
            return tuning.software_freshness_days
        case FreshnessMode.LAW_EVERGREEN:
            return None


def ages_in_days(candidates: Sequence[SearchCandidate], now: datetime) -> Floats:
    """NaN where no date is known. What is dated in the future is of today."""
    dates = [candidate.detected_date for candidate in candidates]
    times = np.array([np.nan if date is None else date.timestamp() for date in dates], dtype=np.float64)
    return np.maximum(now.timestamp() - times, 0.0) / SECONDS_A_DAY


def stale(ages: Floats, mode: FreshnessMode, tuning: Tuning) -> NDArray[np.bool_]:
    """Who is past the limit. Without a date nobody is: nothing is known against it."""
    limit = limit_in_days(mode, tuning)
    if limit is None:
        return np.zeros(len(ages), dtype=np.bool_)
    return np.nan_to_num(ages, nan=0.0) > limit


def penalties(ages: Floats, mode: FreshnessMode, tuning: Tuning) -> Floats:
    """Points of 100 taken off for age, month by month. Evergreen sources lose none, and neither do undated ones."""
    if mode is FreshnessMode.LAW_EVERGREEN:
        return np.zeros(len(ages), dtype=np.float64)
    return np.nan_to_num(ages, nan=0.0) / DAYS_A_MONTH * tuning.freshness_penalty_per_month
