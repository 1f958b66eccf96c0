"""Pairs of requirements, judged: how alike their words are, what each is worth in its set, what stands against it.

Sentence vectors alone cannot tell: `export as PDF` and `export as CSV` are closer in any model than two ways of saying
the same. So the words are set against each other, and what finds no partner is weighed: a word against a word (a
substitution), or one side saying more (an addition).

The evidence is weighed (a logistic regression whose signs are fixed: what speaks for a duplicate never lowers the
similarity), and the sum is shown on a scale with 0.9 where the two outcomes are as likely: docs/decisions/0033.
"""

from collections.abc import Sequence
from functools import cache
from math import log, log1p
from operator import mul
from typing import Any, NamedTuple, cast

import numpy as np

from arch_team.requirements.compare.wording import Conflict, Read, Wording, conflict_of, data, denial_differs
from arch_team.vectors.embedding import Embedder
from arch_team.vectors.meanings import Rarity, Token, Tokens
from arch_team.vectors.word_vectors import Rows, WordVectors

DUPLICATE_FROM = 0.9
SAME_WORDING = 1.0
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
FOR = frozenset({"meaning", "covered"})
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
    replaced = min(len(first.left), len(second.left))
    unlike = 1 - _likeness(first.rows, second.left) if replaced else 0.0
    alone = 0 if replaced else len(first.left) + len(second.left)
    fewest, most = sorted((max(1, len(one.tokens)), max(1, len(other.tokens))))
    least_left = min(first.left_worth, second.left_worth) / (min(first.worth, second.worth) or 1.0)
    return Evidence(
        meaning=meaning,
        covered=(first.covered + second.covered) / 2,
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
    left_worth: float
    worth: float
    """Of all words."""
    covered: float
    """What of this has a partner: a word counts in full from `ALIKE`, not at all below `UNLIKE`."""


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
            missing += (1 - max(0.0, best - UNLIKE) / (ALIKE - UNLIKE)) * worths[place]
            left_worth += worths[place]
    worth = sum(worths)
    return _Side(left, rows, left_worth, worth, 1 - missing / worth if worth else 0.0)


def _contained(one: str, tokens: Tokens) -> float:
    """German writes compounds: `Bett` in `Patientenbett`."""
    best = 0.0
    for token in tokens if len(one) >= _SHORTEST else ():
        other = token.root
        if len(other) >= _SHORTEST and (one in other or other in one):
            best = max(best, 0.5 + 0.5 * min(len(one), len(other)) / max(len(one), len(other)))
    return best


def _likeness(rows: Rows, other: Sequence[int]) -> float:
    """Of two groups of words: each with its best partner, both ways. `rows` are those of the first group."""
    between = [[row[place] for place in other] for row in rows]
    by_one = sum(map(max, between)) / len(rows)
    by_other = sum(map(max, zip(*between, strict=True))) / len(other)
    return min(1.0, max(0.0, (by_one + by_other) / 2))


def _same_place(one: Wording, other: Wording) -> float:
    """How alike the rest of the sentences is, in its order, form words and all."""
    from rapidfuzz.distance import Indel

    missing = {token.word for token in (*unpaired(one, other), *unpaired(other, one))}
    rests = ([word for word in wording.words if word not in missing] for wording in (one, other))
    return Indel.normalized_similarity(*rests)


def on_scale(points: Sequence[tuple[float, float]], weighed: float) -> float:
    """Straight lines between rising points."""
    xs, ys = zip(*points, strict=True)
    return float(np.interp(weighed, xs, ys))


def similarity_of(evidence: Evidence, conflict: Conflict | None, crowd: float = 1.0) -> float:
    """`crowd` is among how many the two are each other's near ones: being near one of many tells less."""
    fitted = calibration()
    limits = cast("dict[str, float]", fitted["limits"])
    weighed = fitted["intercept"] + sum(map(mul, _weights(), evidence))
    shown = on_scale(fitted["scale"], weighed - fitted["crowding"] * log(max(1.0, crowd)))
    if conflict is not None:
        shown = min(shown, limits["most_with_conflict"])
    if evidence.meaning < limits["least_meaning"] or evidence.covered < limits["least_covered"]:
        shown = min(shown, limits["most_with_little"])
    return round(shown, 3)


@cache
def _weights() -> tuple[float, ...]:
    """In the order of the evidence's fields."""
    return tuple(calibration()["weights"][name] for name in NAMES)


def calibration() -> dict[str, Any]:
    """`calibration.yaml` says what is in it."""
    return data("calibration")


class Judgement(NamedTuple):
    similarity: float
    conflict: Conflict | None = None


class Near(NamedTuple):
    one: Read
    other: Read
    cosine: float
    """Of their vectors."""
    crowd: float = 1.0
    """Among how many near ones each is the other's, by the mean of the two."""


class Comparison:
    """Judges pairs. It learns the words' vectors as it goes, so one object should judge all pairs of a set."""

    def __init__(self, embedder: Embedder, rarity: Rarity | None = None) -> None:
        self._words = WordVectors(embedder)
        self._rarity = rarity or Rarity()

    def judge(self, pairs: Sequence[Near], least: float = 0.0) -> list[Judgement | None]:
        """None for a pair whose similarity does not exceed `least`."""
        self._words.learn(token.word for pair in pairs for one in pair[:2] for token in one.wording.tokens)
        judged = [self._judged(pair, least) for pair in pairs]
        return [judgement if judgement and judgement.similarity > least else None for judgement in judged]

    def alike_otherwise(self, pair: Near) -> float:
        """How alike the two are but for what stands against it."""
        self._words.learn(token.word for one in pair[:2] for token in one.wording.tokens)
        return similarity_of(self._evidence(pair), None, pair.crowd)

    def _evidence(self, pair: Near) -> Evidence:
        one, other = pair.one.wording, pair.other.wording
        return evidence_of(
            one,
            other,
            pair.cosine,
            self._words.similar(*([token.word for token in wording.tokens] for wording in (one, other))),
            one_language=pair.one.language == pair.other.language,
            worths=(self._rarity.of(one.tokens), self._rarity.of(other.tokens)),
        )

    def _judged(self, pair: Near, least: float) -> Judgement | None:
        first, second = pair.one.wording, pair.other.wording
        if first.key == second.key:
            return Judgement(SAME_WORDING)
        conflict = conflict_of(first, second)
        if conflict is not None and calibration()["limits"]["most_with_conflict"] <= least:
            return None
        evidence = self._evidence(pair)
        if conflict is None and evidence.denied and not evidence.replaced_words:
            conflict = "negation"
        return Judgement(similarity_of(evidence, conflict, pair.crowd), conflict)
