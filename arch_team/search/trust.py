"""Two rankings made one: how much each is trusted is read off the question at hand, not fixed for ever.

    score = lexical / best lexical · coverage²  +  2 · brevity · max(0, cosine)

`coverage` is the share of the question's words that the best lexical hit holds. Where the words are there, ranking by
them is right nearly always; where they are not (another language, other words), it is right by accident. `brevity` is
`min(1, 50 / median length)` of the passages found: the packaged model encodes sentences, and the longer a passage, the
less its vector says. Fusing by ranks alone cannot tell these cases apart and is worse than the better arm in each of
them (docs/decisions/0030).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from arch_team.vectors.sparse import terms_of

COVERAGE_POWER = 2.0
DENSE_WEIGHT = 2.0
SENTENCE_LENGTH = 50
"""Characters up to which a sentence encoder is trusted in full."""


@dataclass(frozen=True, slots=True)
class Trust:
    """What the two arms weigh for one question."""

    sparse: float
    dense: float

    @classmethod
    def of(cls, question: str, best_lexical: str | None, lengths: Sequence[int], *, reads_passages: bool) -> "Trust":
        """`reads_passages`: the model was made for passages, and their length does not count against it."""
        brevity = 1.0 if reads_passages or not lengths else min(1.0, SENTENCE_LENGTH / max(1.0, median(lengths)))
        return cls(
            sparse=coverage(question, best_lexical) ** COVERAGE_POWER if best_lexical is not None else 0.0,
            dense=DENSE_WEIGHT * brevity,
        )


def coverage(question: str, text: str) -> float:
    """The share of the question's words that the text holds, by their stems."""
    wanted = set(terms_of(question))
    return len(wanted & set(terms_of(text))) / len(wanted) if wanted else 0.0


def combined(sparse: Mapping[str, float], dense: Mapping[str, float], trust: Trust) -> list[tuple[str, float]]:
    """All ids of both arms, best first, with the fused score. Equals stand in the order of their ids."""
    best = max(sparse.values(), default=0.0)
    scores: dict[str, float] = {}
    for own in sparse.keys() | dense.keys():
        lexical = sparse.get(own, 0.0) / best if best > 0 else 0.0
        scores[own] = trust.sparse * lexical + trust.dense * max(0.0, dense.get(own, 0.0))
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))
