"""What speaks for and against two requirements being the same, as numbers between 0 and 1.

Sentence vectors alone cannot tell: `export as PDF` and `export as CSV` are closer in any model than two ways of saying
the same. So the words are set against each other, and what finds no partner is weighed: a word against a word (a
substitution), or one side saying more (an addition).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log1p
from typing import cast

from arch_team.requirements.duplicates.conflicts import denial_differs
from arch_team.requirements.duplicates.vocabulary import Token
from arch_team.requirements.duplicates.wording import Wording
from arch_team.vectors.embedding import Matrix

WordSimilarities = Callable[[Sequence[Token], Sequence[Token]], Matrix]
"""How like each of the first is to each of the second."""
ALIKE = 0.7
"""From this similarity on, two words count as partners."""
UNLIKE = 0.3
_SHORTEST = 4


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
        return tuple(cast("float", getattr(self, name)) for name in NAMES)


NAMES = tuple(Evidence.__dataclass_fields__)
FOR = frozenset({"meaning", "covered", "least_covered"})
"""What speaks for a duplicate; all else speaks against it."""


def evidence_of(
    one: Wording,
    other: Wording,
    meaning: float,
    similar: WordSimilarities,
    *,
    one_language: bool,
    worth: Callable[[Token], float] = lambda _: 1.0,
) -> Evidence:
    """`worth` says what a word counts in its set."""
    open_one, open_other = unpaired(one, other), unpaired(other, one)
    best_one, best_other = _best(open_one, other.tokens, similar), _best(open_other, one.tokens, similar)
    worth_one, worth_other = sum(map(worth, one.tokens)), sum(map(worth, other.tokens))
    missing_one, missing_other = _missing(open_one, best_one, worth), _missing(open_other, best_other, worth)
    covered_one = 1 - missing_one / worth_one if worth_one else 0.0
    covered_other = 1 - missing_other / worth_other if worth_other else 0.0
    left_one = [token for token, best in zip(open_one, best_one, strict=True) if best < ALIKE]
    left_other = [token for token, best in zip(open_other, best_other, strict=True) if best < ALIKE]
    replaced = min(len(left_one), len(left_other))
    unlike = 1 - _likeness(left_one, left_other, similar) if replaced else 0.0
    alone = 0 if replaced else len(left_one) + len(left_other)
    fewest, most = sorted((max(1, len(one.tokens)), max(1, len(other.tokens))))
    share = min(sum(map(worth, left_one)), sum(map(worth, left_other))) / (min(worth_one, worth_other) or 1.0)
    return Evidence(
        meaning=meaning,
        covered=(covered_one + covered_other) / 2,
        least_covered=min(covered_one, covered_other),
        uncounted=float(one.quantities != other.quantities),
        denied=float(denial_differs(one, other)),
        replaced_in_place=unlike * _same_place(one, other, open_one, open_other) if replaced and one_language else 0.0,
        replaced_across=0.0 if one_language else unlike,
        replaced_share=unlike * min(1.0, share),
        replaced_words=unlike * log1p(replaced),
        added=alone / most,
        added_words=log1p(alone),
        added_to_little=alone / most if fewest <= 2 else 0.0,
    )


def unpaired(one: Wording, other: Wording) -> list[Token]:
    """The words of `one` that `other` does not have in any form."""
    return [
        token for token in one.tokens if token.meanings.isdisjoint(other.meanings) and token.root not in other.roots
    ]


def _best(tokens: Sequence[Token], others: Sequence[Token], similar: WordSimilarities) -> list[float]:
    """Of each token, how like its best partner is."""
    if not tokens or not others:
        return [0.0] * len(tokens)
    by_vector = cast("list[float]", similar(tokens, others).max(axis=1).tolist())
    roots = [other.root for other in others]
    return [max(best, _contained(token.root, roots)) for token, best in zip(tokens, by_vector, strict=True)]


def _contained(one: str, roots: Sequence[str]) -> float:
    """German writes compounds: `Bett` in `Patientenbett`."""
    best = 0.0
    for other in roots:
        short, long = (one, other) if len(one) <= len(other) else (other, one)
        if len(short) >= _SHORTEST and short in long:
            best = max(best, 0.5 + 0.5 * len(short) / len(long))
    return best


def _missing(tokens: Sequence[Token], best: Sequence[float], worth: Callable[[Token], float]) -> float:
    """What the words without a full partner are worth, as far as they lack one."""
    lacking = (1 - min(1.0, max(0.0, (found - UNLIKE) / (ALIKE - UNLIKE))) for found in best)
    return sum(lack * worth(token) for lack, token in zip(lacking, tokens, strict=True))


def _likeness(one: Sequence[Token], other: Sequence[Token], similar: WordSimilarities) -> float:
    """Of two groups of words: each with its best partner, both ways."""
    matrix = similar(one, other)
    both = float(matrix.max(axis=1).mean() + matrix.max(axis=0).mean()) / 2
    return min(1.0, max(0.0, both))


def _same_place(one: Wording, other: Wording, open_one: Sequence[Token], open_other: Sequence[Token]) -> float:
    """How alike the rest of the sentences is, in its order, form words and all."""
    from rapidfuzz.distance import Indel

    missing_one, missing_other = {token.word for token in open_one}, {token.word for token in open_other}
    rest_one = [word for word in one.words if word not in missing_one]
    rest_other = [word for word in other.words if word not in missing_other]
    return Indel.normalized_similarity(rest_one, rest_other)
