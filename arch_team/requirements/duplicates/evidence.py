"""What speaks for and against two requirements being the same, as numbers between 0 and 1.

Sentence vectors alone cannot tell: `export as PDF` and `export as CSV` are closer in any model than two ways of saying
the same. So the words are set against each other, and what finds no partner is weighed: a word against a word (a
substitution), or one side saying more (an addition).
"""

from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass

from arch_team.requirements.duplicates.wording import Token, Wording

WordSimilarity = Callable[[str, str], float]
ALIKE = 0.8
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
    replaced_in_place: float
    """One language: how unlike the replaced words are, times how alike the rest stands, word by word."""
    replaced_across: float
    """Two languages: how unlike the replaced words are."""
    replaced_share: float
    """How unlike the replaced words are, times their share."""
    replaced_first: float
    """1 where the first words of the content are replaced: usually who or what it is about."""
    added: float
    """Share of the words that only one side has, where the other lacks none."""
    added_to_little: float
    """The same, where one side has hardly any words."""

    def numbers(self) -> tuple[float, ...]:
        return astuple(self)


NAMES = tuple(Evidence.__dataclass_fields__)
FOR = frozenset({"meaning", "covered", "least_covered"})
"""What speaks for a duplicate; all else speaks against it."""


def evidence_of(
    one: Wording, other: Wording, meaning: float, similar: WordSimilarity, *, one_language: bool
) -> Evidence:
    open_one, open_other = unpaired(one, other), unpaired(other, one)
    best_one = [_best(token, other.tokens, similar) for token in open_one]
    best_other = [_best(token, one.tokens, similar) for token in open_other]
    covered_one = _covered(len(one.tokens), best_one)
    covered_other = _covered(len(other.tokens), best_other)
    left_one = [token for token, best in zip(open_one, best_one, strict=True) if best < ALIKE]
    left_other = [token for token, best in zip(open_other, best_other, strict=True) if best < ALIKE]
    fewest, most = sorted((max(1, len(one.tokens)), max(1, len(other.tokens))))
    replaced = min(len(left_one), len(left_other))
    unlike = 1 - _likeness(left_one, left_other, similar) if replaced else 0.0
    added = (len(left_one) + len(left_other)) / most if not replaced else 0.0
    return Evidence(
        meaning=meaning,
        covered=(covered_one + covered_other) / 2,
        least_covered=min(covered_one, covered_other),
        uncounted=float(one.quantities != other.quantities),
        replaced_in_place=unlike * _same_place(one, other, open_one, open_other) if replaced and one_language else 0.0,
        replaced_across=0.0 if one_language else unlike,
        replaced_share=unlike * replaced / fewest,
        replaced_first=float(bool(replaced) and one.tokens[0] in left_one and other.tokens[0] in left_other),
        added=added,
        added_to_little=added if fewest <= 2 else 0.0,
    )


def unpaired(one: Wording, other: Wording) -> list[Token]:
    """The words of `one` that `other` does not have in any form."""
    return [token for token in one.tokens if token.meaning not in other.meanings and token.root not in other.roots]


def _best(token: Token, others: Sequence[Token], similar: WordSimilarity) -> float:
    best = 0.0
    for other in others:
        best = max(best, _contained(token.root, other.root), similar(token.word, other.word))
    return best


def _contained(one: str, other: str) -> float:
    """German writes compounds: `Bett` in `Patientenbett`."""
    short, long = sorted((one, other), key=len)
    return 0.5 + 0.5 * len(short) / len(long) if len(short) >= _SHORTEST and short in long else 0.0


def _covered(words: int, open_words: Sequence[float]) -> float:
    if not words:
        return 0.0
    partly = sum(min(1.0, max(0.0, (best - UNLIKE) / (ALIKE - UNLIKE))) for best in open_words)
    return (words - len(open_words) + partly) / words


def _likeness(one: Sequence[Token], other: Sequence[Token], similar: WordSimilarity) -> float:
    """Of two groups of words: each with its best partner, both ways."""
    by_one = sum(max(similar(token.word, partner.word) for partner in other) for token in one) / len(one)
    by_other = sum(max(similar(token.word, partner.word) for partner in one) for token in other) / len(other)
    return min(1.0, max(0.0, (by_one + by_other) / 2))


def _same_place(one: Wording, other: Wording, open_one: Sequence[Token], open_other: Sequence[Token]) -> float:
    """How alike the rest of the sentences is, in its order, form words and all."""
    from rapidfuzz.distance import Indel

    missing_one, missing_other = {token.word for token in open_one}, {token.word for token in open_other}
    rest_one = [word for word in one.words if word not in missing_one]
    rest_other = [word for word in other.words if word not in missing_other]
    return Indel.normalized_similarity(rest_one, rest_other)
