"""The similarity that people see: above 0.9 a person would call the two a duplicate.

The evidence is weighed (a logistic regression whose signs are fixed: what speaks for a duplicate never lowers the
similarity), and the sum is shown on a scale with 0.9 where the two outcomes are as likely. See
docs/decisions/0033-the-shown-similarity.md for the pairs it was fitted on and what was measured.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import log
from operator import mul
from typing import cast

from arch_team.requirements.compare.conflicts import Conflict
from arch_team.requirements.compare.evidence import NAMES, Evidence
from arch_team.requirements.compare.packaged import packaged

DUPLICATE_FROM = 0.9
SAME_WORDING = 1.0


@dataclass(frozen=True, slots=True)
class Calibration:
    intercept: float
    weights: tuple[float, ...]
    """In the order of the evidence's fields."""
    scale: tuple[tuple[float, float], ...]
    """Rising points of weighed evidence and similarity; straight lines between them."""
    crowding: float
    """What the logarithm of a pair's crowd takes away."""
    most_with_conflict: float
    least_meaning: float
    least_covered: float
    most_with_little: float

    def weigh(self, evidence: Evidence) -> float:
        return self.intercept + sum(map(mul, self.weights, evidence.numbers()))

    def similarity(self, evidence: Evidence, conflict: Conflict | None, crowd: float = 1.0) -> float:
        """`crowd` is among how many the two are each other's near ones: being near one of many tells less."""
        shown = self._shown(self.weigh(evidence) - self.crowding * log(max(1.0, crowd)))
        if conflict is not None:
            shown = min(shown, self.most_with_conflict)
        if evidence.meaning < self.least_meaning or evidence.covered < self.least_covered:
            shown = min(shown, self.most_with_little)
        return round(shown, 3)

    def _shown(self, weighed: float) -> float:
        before, after = self.scale[0], self.scale[-1]
        if weighed <= before[0]:
            return before[1]
        for point in self.scale[1:]:
            if weighed <= point[0]:
                after = point
                break
            before = point
        else:
            return after[1]
        return before[1] + (after[1] - before[1]) * (weighed - before[0]) / (after[0] - before[0])


@lru_cache(maxsize=1)
def calibration() -> Calibration:
    listed = packaged("calibration")
    weights = cast("dict[str, float]", listed["weights"])
    limits = cast("dict[str, float]", listed["limits"])
    return Calibration(
        intercept=float(listed["intercept"]),
        weights=tuple(float(weights[name]) for name in NAMES),
        scale=tuple((float(x), float(y)) for x, y in cast("list[list[float]]", listed["scale"])),
        crowding=float(listed["crowding"]),
        **{name: float(value) for name, value in limits.items()},
    )
