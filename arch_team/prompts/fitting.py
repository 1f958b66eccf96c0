"""Which canonical patterns fit a question: by the words of their example questions."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import log

from arch_team.ontologies.descriptor import CanonicalQueryPattern, OntologyDescriptor
from arch_team.text.places import words_of

MOST = 2
_NEARLY = 0.7
"""A second pattern is offered only if it fits nearly as well as the first."""
_LEAST = 0.1
"""Less alike, a pattern says nothing of the question."""


def fitting(ontology: OntologyDescriptor, question: str) -> list[CanonicalQueryPattern]:
    """The best pattern, and another where it fits nearly as well."""
    weights, wanted = _weights(ontology), _stems(question)

    def fit(pattern: CanonicalQueryPattern) -> float:
        examples = (*pattern.questions.de, *pattern.questions.en)
        return max((_overlap(wanted, _stems(example), weights) for example in examples), default=0.0)

    ranked = sorted(ontology.canonical_patterns, key=lambda p: (-fit(p), p.intent))[:MOST]
    return [p for p in ranked if fit(p) >= max(_LEAST, _NEARLY * fit(ranked[0]))]


_WEIGHTS: dict[int, tuple[OntologyDescriptor, Mapping[str, float]]] = {}


def _weights(ontology: OntologyDescriptor) -> Mapping[str, float]:
    """Rare words tell patterns apart, `what was the` does not."""
    known = _WEIGHTS.get(id(ontology))
    if known is None or known[0] is not ontology:
        examples = [q for p in ontology.canonical_patterns for q in (*p.questions.de, *p.questions.en)]
        seen = Counter(stem for example in examples for stem in _stems(example))
        weights = {stem: log(1 + len(examples) / count) for stem, count in seen.items()}
        _WEIGHTS[id(ontology)] = known = (ontology, weights)
    return known[1]


@lru_cache(maxsize=2048)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words_of(text) if not word.text.isdecimal())


def _overlap(one: frozenset[str], other: frozenset[str], weights: Mapping[str, float]) -> float:
    union = sum(weights.get(stem, 1.0) for stem in one | other)
    return sum(weights.get(stem, 1.0) for stem in one & other) / union if union else 0.0
