"""What speaks for and against two requirements being the same, as numbers between 0 and 1.

Sentence vectors alone cannot tell: `export as PDF` and `export as CSV` are closer in any model than two ways of saying
the same. So the words are set against each other, and what finds no partner is weighed: a word against a word (a
substitution), or one side saying more (an addition).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log1p
from operator import attrgetter
from typing import Protocol

from arch_team.requirements.duplicates.conflicts import denial_differs
from arch_team.requirements.duplicates.vocabulary import Token
from arch_team.requirements.duplicates.wording import Wording

Rows = list[list[float]]
ALIKE = 0.7
"""From this similarity on, two words count as partners."""
UNLIKE = 0.3
_SHORTEST = 4


class Similar(Protocol):
    """How like the words of two texts are: a row for each of the first, a column for each of the second."""

    def rows(self, places: Sequence[int]) -> Rows: ...

    def columns(self, places: Sequence[int]) -> Rows: ...


@dataclass(frozen=True, slots=True)
class Evidence:
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

    def numbers(self) -> tuple[float, ...]:
        return _numbers(self)


NAMES = tuple(Evidence.__dataclass_fields__)
_numbers: Callable[[Evidence], tuple[float, ...]] = attrgetter(*NAMES)
FOR = frozenset({"meaning", "covered", "least_covered"})
"""What speaks for a duplicate; all else speaks against it."""


def evidence_of(
    one: Wording,
    other: Wording,
    meaning: float,
    similar: Similar,
    *,
    one_language: bool,
    worths: tuple[Sequence[float], Sequence[float]] | None = None,
) -> Evidence:
    """`similar` holds how like each word of `one` is to each of `other`; `worths` what each word counts in its set."""
    worth_of_one, worth_of_other = worths or ([1.0] * len(one.tokens), [1.0] * len(other.tokens))
    open_one, open_other = _unpaired(one, other), _unpaired(other, one)
    rows = similar.rows(open_one)
    best_one = _best(one, other, open_one, rows)
    best_other = _best(other, one, open_other, similar.columns(open_other))
    worth_one, worth_other = sum(worth_of_one), sum(worth_of_other)
    missing_one, missing_other = (
        _missing(open_one, best_one, worth_of_one),
        _missing(open_other, best_other, worth_of_other),
    )
    covered_one = 1 - missing_one / worth_one if worth_one else 0.0
    covered_other = 1 - missing_other / worth_other if worth_other else 0.0
    left_one = [place for place, best in zip(open_one, best_one, strict=True) if best < ALIKE]
    left_other = [place for place, best in zip(open_other, best_other, strict=True) if best < ALIKE]
    replaced = min(len(left_one), len(left_other))
    unlike = 0.0
    if replaced:
        unlike = 1 - _likeness([row for row, best in zip(rows, best_one, strict=True) if best < ALIKE], left_other)
    alone = 0 if replaced else len(left_one) + len(left_other)
    fewest, most = sorted((max(1, len(one.tokens)), max(1, len(other.tokens))))
    left_worth = min(sum([worth_of_one[n] for n in left_one]), sum([worth_of_other[n] for n in left_other]))
    return Evidence(
        meaning=meaning,
        covered=(covered_one + covered_other) / 2,
        least_covered=min(covered_one, covered_other),
        uncounted=float(one.quantities != other.quantities),
        denied=float(denial_differs(one, other)),
        replaced_in_place=unlike * _same_place(one, other, open_one, open_other) if replaced and one_language else 0.0,
        replaced_across=0.0 if one_language else unlike,
        replaced_share=unlike * min(1.0, left_worth / (min(worth_one, worth_other) or 1.0)),
        replaced_words=unlike * log1p(replaced),
        added=alone / most,
        added_words=log1p(alone),
        added_to_little=alone / most if fewest <= 2 else 0.0,
    )


def unpaired(one: Wording, other: Wording) -> list[Token]:
    """The words of `one` that `other` does not have in any form."""
    return [one.tokens[place] for place in _unpaired(one, other)]


def _unpaired(one: Wording, other: Wording) -> list[int]:
    meanings, roots = other.meanings, other.roots
    return [
        place
        for place, token in enumerate(one.tokens)
        if token.root not in roots and token.meanings.isdisjoint(meanings)
    ]


def _best(one: Wording, other: Wording, places: Sequence[int], rows: Rows) -> list[float]:
    """Of each of these words, how like its best partner is; `rows` has one for each of them."""
    if not places or not other.tokens:
        return [0.0] * len(places)
    roots = [token.root for token in other.tokens]
    return [max(max(row), _contained(one.tokens[place].root, roots)) for place, row in zip(places, rows, strict=True)]


def _contained(one: str, roots: Sequence[str]) -> float:
    """German writes compounds: `Bett` in `Patientenbett`."""
    best, length = 0.0, len(one)
    if length < _SHORTEST:
        return best
    for other in roots:
        if one in other:
            best = max(best, 0.5 + 0.5 * length / len(other))
        elif len(other) >= _SHORTEST and other in one:
            best = max(best, 0.5 + 0.5 * len(other) / length)
    return best


def _missing(places: Sequence[int], best: Sequence[float], worths: Sequence[float]) -> float:
    """What these words are worth, as far as each has no partner: in full below `UNLIKE`, not at all from `ALIKE`."""
    missing = 0.0
    for place, like in zip(places, best, strict=True):
        if like < ALIKE:
            partnered = (like - UNLIKE) / (ALIKE - UNLIKE) if like > UNLIKE else 0.0
            missing += (1 - partnered) * worths[place]
    return missing


def _likeness(rows: Rows, other: Sequence[int]) -> float:
    """Of two groups of words: each with its best partner, both ways. `rows` are those of the first group."""
    between = [[row[place] for place in other] for row in rows]
    by_one = sum(map(max, between)) / len(rows)
    by_other = sum(map(max, zip(*between, strict=True))) / len(other)
    return min(1.0, max(0.0, (by_one + by_other) / 2))


def _same_place(one: Wording, other: Wording, open_one: Sequence[int], open_other: Sequence[int]) -> float:
    """How alike the rest of the sentences is, in its order, form words and all."""
    missing_one = {one.tokens[place].word for place in open_one}
    missing_other = {other.tokens[place].word for place in open_other}
    rest_one = [word for word in one.words if word not in missing_one]
    rest_other = [word for word in other.words if word not in missing_other]
    return _in_order()(rest_one, rest_other)


@lru_cache(maxsize=1)
def _in_order() -> Callable[[list[str], list[str]], float]:
    from rapidfuzz.distance import Indel

    return Indel.normalized_similarity
