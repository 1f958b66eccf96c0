"""Statistics that hold for a small set of questions.

Repeats of one question are not independent, so the question is the unit: means are taken over questions, intervals come
from the spread between them, and modes are compared question by question.
"""

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm, sqrt
from statistics import NormalDist, fmean, pstdev

from arch_team.wire import Wire

Z95 = NormalDist().inv_cdf(0.975)
SEED = 20_250_515
RESAMPLES = 10_000
Clusters = Mapping[str, Sequence[float]]
"""Question to the outcomes of its repeats, 1 for yes and 0 for no, or any figure."""


class Rate(Wire):
    """A share of questions with its 95 % interval."""

    value: float
    low: float
    high: float
    questions: int
    runs: int


class Comparison(Wire):
    """One mode against another, paired by question."""

    better: str
    worse: str
    difference: float
    low: float
    high: float
    p_value: float
    """Exact sign-flip test, two-sided: how often chance alone gives a difference at least as large."""
    questions: int
    gained: int
    lost: int


def rate(clusters: Clusters) -> Rate | None:
    """Wilson's interval on as many independent runs as the spread between questions leaves. None without a run."""
    means = [fmean(outcomes) for outcomes in clusters.values() if outcomes]
    runs = sum(len(outcomes) for outcomes in clusters.values())
    if not means:
        return None
    mean = fmean(means)
    low, high = _wilson(mean, _effective(means, mean, runs))
    return Rate(value=_round(mean), low=_round(low), high=_round(high), questions=len(means), runs=runs)


def _effective(means: Sequence[float], mean: float, runs: int) -> float:
    """How many independent runs would vary as much. Questions that all agree count once each."""
    count = len(means)
    variance = sum((value - mean) ** 2 for value in means) / (count - 1) / count if count > 1 else 0.0
    if variance <= 0 or mean in (0.0, 1.0):
        return float(count)
    return max(1.0, min(float(runs), mean * (1 - mean) / variance))


def _wilson(mean: float, count: float) -> tuple[float, float]:
    square = Z95**2
    centre = (mean + square / (2 * count)) / (1 + square / count)
    half = Z95 * sqrt(mean * (1 - mean) / count + square / (4 * count**2)) / (1 + square / count)
    return max(0.0, centre - half), min(1.0, centre + half)


def compare(better: str, one: Clusters, worse: str, other: Clusters) -> Comparison | None:
    """`one` minus `other` over the questions both have."""
    differences = exact_differences(one, other)
    if not differences:
        return None
    low, high = _bootstrap([float(d) for d in differences])
    return Comparison(
        better=better,
        worse=worse,
        difference=_round(float(sum(differences)) / len(differences)),
        low=_round(low),
        high=_round(high),
        p_value=round(sign_flip(differences), 6),
        questions=len(differences),
        gained=sum(d > 0 for d in differences),
        lost=sum(d < 0 for d in differences),
    )


def sign_flip(differences: Sequence[Fraction], *, worse_only: bool = False) -> float:
    """Exact: under chance each difference could as well have the other sign. All sign patterns are counted.

    With `worse_only`, only sums as low as the one seen count: is it a loss?
    """
    if not differences:
        return 1.0
    scale = lcm(*(difference.denominator for difference in differences))
    steps = [int(difference * scale) for difference in differences]
    ways: dict[int, int] = {0: 1}
    for step in steps:
        after: dict[int, int] = {}
        for total, number in ways.items():
            for flipped in (total + step, total - step):
                after[flipped] = after.get(flipped, 0) + number
        ways = after
    seen = sum(steps)
    extreme = sum(
        number for total, number in ways.items() if (total <= seen if worse_only else abs(total) >= abs(seen))
    )
    return extreme / 2 ** len(steps)


def _exact_mean(outcomes: Sequence[float]) -> Fraction:
    return sum((Fraction(outcome).limit_denominator(1_000_000) for outcome in outcomes), Fraction(0)) / len(outcomes)


def exact_differences(one: Clusters, other: Clusters) -> list[Fraction]:
    """Question by question, over those both have."""
    return [_exact_mean(one[name]) - _exact_mean(other[name]) for name in one if other.get(name) and one[name]]


def _bootstrap(differences: Sequence[float]) -> tuple[float, float]:
    """Percentiles of the mean over questions drawn anew, with a fixed seed: the same figures give the same interval."""
    dice = random.Random(SEED)  # noqa: S311
    count = len(differences)
    means = sorted(sum(dice.choices(differences, k=count)) / count for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]


def percentile(values: Sequence[float], share: float) -> float:
    """By linear interpolation. 0 for nothing."""
    if not values:
        return 0.0
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def spread(values: Sequence[float]) -> float:
    """The standard deviation of the values themselves. 0 for one."""
    return pstdev(values) if len(values) > 1 else 0.0


def _round(value: float) -> float:
    return round(value, 6)
