"""What speaks for and against two requirements being the same, as numbers between 0 and 1.

Sentence vectors alone cannot tell: `export as PDF` and `export as CSV` are closer in any model than two ways of saying
the same. So the words are set against each other, and what finds no partner is weighed: a word against a word (a
substitution), or one side saying more (an addition).

The evidence is weighed (a logistic regression whose signs are fixed: what speaks for a duplicate never lowers the
similarity), and the sum is shown on a scale with 0.9 where the two outcomes are as likely: docs/decisions/0033.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, log1p
from operator import mul
from typing import NamedTuple, cast

import numpy as np

from arch_team.requirements.compare.conflicts import Conflict, denial_differs
from arch_team.requirements.compare.lexicon import packaged
from arch_team.requirements.compare.vocabulary import Token, Tokens
from arch_team.requirements.compare.wording import Wording

Rows = list[list[float]]
ALIKE = 0.7
"""From this similarity on, two words count as partners."""
UNLIKE = 0.3
_SHORTEST = 4
MUCH_MORE = 3
"""Words."""


class Evidence(NamedTuple):
    meaning: float
    """Cosine of the sentence vectors."""
    covered: float
    """Share of the words that have a partner, by both sides' mean."""
    least_covered: float
    """The same by the worse side."""
    uncounted: float
    """1 where only one side states a quantity."""
    denied: float
    """1 where one side denies and the other does not, though they differ in more than that."""
    replaced_in_place: float
    """One language: how unlike the replaced words are, times how alike the rest stands, word by word."""
    replaced_across: float
    """Two languages: how unlike the replaced words are."""
    replaced_share: float
    """How unlike the replaced words are, times their share."""
    replaced_words: float
    """How unlike the replaced words are, times the logarithm of their number."""
    added: float
    """Share of the words that only one side has, where the other lacks none."""
    added_words: float
    """The logarithm of their number."""
    added_to_little: float
    """The same, where one side has hardly any words."""


NAMES = Evidence._fields
FOR = frozenset({"meaning", "covered", "least_covered"})
"""What speaks for a duplicate; all else speaks against it."""


def evidence_of(
    one: Wording,
    other: Wording,
    meaning: float,
    similar: Rows,
    *,
    one_language: bool,
    worths: tuple[Sequence[float], Sequence[float]] | None = None,
) -> Evidence:
    """`similar` holds how like each word of `one` is to each of `other`; `worths` what each word counts in its set."""
    worth_of_one, worth_of_other = worths or ([1.0] * len(one.tokens), [1.0] * len(other.tokens))
    first = _side(one, other, worth_of_one, similar)
    second = _side(other, one, worth_of_other, [list(column) for column in zip(*similar, strict=True)])
    worth_one, worth_other = sum(worth_of_one), sum(worth_of_other)
    covered_one = 1 - first.missing / worth_one if worth_one else 0.0
    covered_other = 1 - second.missing / worth_other if worth_other else 0.0
    replaced = min(len(first.left), len(second.left))
    unlike = 1 - _likeness(first.rows, second.left) if replaced else 0.0
    alone = 0 if replaced else len(first.left) + len(second.left)
    fewest, most = sorted((max(1, len(one.tokens)), max(1, len(other.tokens))))
    least_left = min(first.left_worth, second.left_worth) / (min(worth_one, worth_other) or 1.0)
    return Evidence(
        meaning=meaning,
        covered=(covered_one + covered_other) / 2,
        least_covered=min(covered_one, covered_other),
        uncounted=float(one.quantities != other.quantities),
        denied=float(denial_differs(one, other)),
        replaced_in_place=unlike * _same_place(one, other) if unlike and one_language else 0.0,
        replaced_across=0.0 if one_language else unlike,
        replaced_share=unlike * min(1.0, least_left),
        replaced_words=unlike * log1p(replaced),
        added=alone / most,
        added_words=log1p(alone),
        added_to_little=alone / most if fewest <= 2 else 0.0,
    )


def unpaired(one: Wording, other: Wording) -> list[Token]:
    """The words of `one` that `other` does not have in any form."""
    meanings, roots = other.meanings, other.roots
    return [token for token in one.tokens if token.root not in roots and token.meanings.isdisjoint(meanings)]


def says_much_more(one: Wording, other: Wording) -> bool:
    """One says what the other says, and much besides: it refines it. No pair of duplicates it was fitted on does so."""
    fewer, more = sorted((len(unpaired(one, other)), len(unpaired(other, one))))
    return more >= MUCH_MORE + fewer and fewer <= 1


class _Side(NamedTuple):
    """The words of one text that the other does not have."""

    left: list[int]
    """Places of those that have no partner either."""
    rows: Rows
    """How like each of these is to the words of the other text."""
    missing: float
    """What all are worth, as far as each has no partner: in full below `UNLIKE`, not at all from `ALIKE`."""
    left_worth: float


def _side(one: Wording, other: Wording, worths: Sequence[float], similar: Rows) -> _Side:
    meanings, roots = other.meanings, other.roots
    left: list[int] = []
    rows: Rows = []
    missing = left_worth = 0.0
    for place, token in enumerate(one.tokens):
        if token.root in roots or not token.meanings.isdisjoint(meanings):
            continue
        row = similar[place] if similar else []
        best = max(row, default=0.0)
        if best < ALIKE:
            best = max(best, _contained(token.root, other.tokens))
        if best < ALIKE:
            left.append(place)
            rows.append(row)
            partnered = (best - UNLIKE) / (ALIKE - UNLIKE) if best > UNLIKE else 0.0
            missing += (1 - partnered) * worths[place]
            left_worth += worths[place]
    return _Side(left, rows, missing, left_worth)


def _contained(one: str, tokens: Tokens) -> float:
    """German writes compounds: `Bett` in `Patientenbett`."""
    best, length = 0.0, len(one)
    if length < _SHORTEST:
        return best
    for token in tokens:
        other = token.root
        if one in other:
            best = max(best, 0.5 + 0.5 * length / len(other))
        elif len(other) >= _SHORTEST and other in one:
            best = max(best, 0.5 + 0.5 * len(other) / length)
    return best


def _likeness(rows: Rows, other: Sequence[int]) -> float:
    """Of two groups of words: each with its best partner, both ways. `rows` are those of the first group."""
    if len(rows) == len(other) == 1:
        return min(1.0, max(0.0, rows[0][other[0]]))
    between = [[row[place] for place in other] for row in rows]
    by_one = sum(map(max, between)) / len(rows)
    by_other = sum(map(max, zip(*between, strict=True))) / len(other)
    return min(1.0, max(0.0, (by_one + by_other) / 2))


def _same_place(one: Wording, other: Wording) -> float:
    """How alike the rest of the sentences is, in its order, form words and all."""
    from rapidfuzz.distance import Indel

    missing_one = {token.word for token in unpaired(one, other)}
    missing_other = {token.word for token in unpaired(other, one)}
    rest_one = [word for word in one.words if word not in missing_one]
    rest_other = [word for word in other.words if word not in missing_other]
    return Indel.normalized_similarity(rest_one, rest_other)


DUPLICATE_FROM = 0.9
SAME_WORDING = 1.0


def on_scale(points: Sequence[tuple[float, float]], weighed: float) -> float:
    """Straight lines between rising points."""
    xs, ys = zip(*points, strict=True)
    return float(np.interp(weighed, xs, ys))


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
        return self.intercept + sum(map(mul, self.weights, evidence))

    def similarity(self, evidence: Evidence, conflict: Conflict | None, crowd: float = 1.0) -> float:
        """`crowd` is among how many the two are each other's near ones: being near one of many tells less."""
        weighed = self.weigh(evidence) - self.crowding * log(max(1.0, crowd))
        shown = on_scale(self.scale, weighed)
        if conflict is not None:
            shown = min(shown, self.most_with_conflict)
        if evidence.meaning < self.least_meaning or evidence.covered < self.least_covered:
            shown = min(shown, self.most_with_little)
        return round(shown, 3)


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
