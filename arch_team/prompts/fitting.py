"""Which canonical patterns fit a question: by what it pins first, then by the words of their example questions."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import log
from typing import cast

from arch_team.ontologies.descriptor import CanonicalQueryPattern, OntologyDescriptor
from arch_team.reading.binding import complaint, is_of_result
from arch_team.reading.slots import Slots, open_slots
from arch_team.reading.understanding import Understanding
from arch_team.reading.words import words_of

MOST = 2
_NEARLY = 0.7
"""A second pattern is offered only if it fits nearly as well as the first."""
_UNFIT = 0.4
"""What a slot that the question leaves open, or a thing it names that the pattern has no place for, leaves of a fit."""
_ELSEWHERE = 0.1
"""What reading other accounts or periods than the question names leaves of a fit."""
_PRIOR = 0.1
"""What a pattern that stands first in the ontology has ahead of one that stands last."""
_THINGS = (
    ("accountNumber", "accountFrom", "accountPrefix"),
    ("name", "text", "city"),
    ("reference",),
    ("limit",),
    ("minAmount",),
    ("direction",),
)
"""What a question may name, each by the slots that can hold it."""


def fitting(ontology: OntologyDescriptor, meant: Understanding) -> list[CanonicalQueryPattern]:
    """The best pattern, and another where it fits nearly as well."""
    weights = _weights(ontology)
    wanted = _stems(meant.reading.text)

    def fit(pattern: CanonicalQueryPattern) -> float:
        examples = (*pattern.questions.de, *pattern.questions.en)
        alike = max((_overlap(wanted, _stems(example), weights) for example in examples), default=0.0)
        return (0.1 + alike + _PRIOR / (1 + order[pattern.intent])) * _structure(pattern, meant)

    order = {pattern.intent: place for place, pattern in enumerate(ontology.canonical_patterns)}
    ranked = sorted(ontology.canonical_patterns, key=lambda p: (-fit(p), p.intent))[:MOST]
    return [pattern for pattern in ranked if fit(pattern) >= _NEARLY * fit(ranked[0])]


def _structure(pattern: CanonicalQueryPattern, meant: Understanding) -> float:
    values, slots = meant.slots, set(pattern.samples)
    filters = cast("list[Mapping[str, object]]", pattern.filled(values).get("filters", []))
    on_account = any(flt["field"] == "accountNumber" for flt in filters)
    score = _UNFIT ** len(open_slots(pattern, values))
    for number, thing in enumerate(_THINGS):
        named = bool(values.keys() & set(thing)) if number else bool(meant.pins.ranges)
        held = bool(slots & set(thing)) or (number == 0 and on_account)
        score *= _UNFIT if named and not held else 1
    if "previousYear" in slots and not (meant.pins.compares or len(meant.pins.periods) > 1):
        score *= _UNFIT
    elif meant.pins.compares and "previousYear" not in slots:
        score *= _NEARLY
    if _reads_other_side(pattern, meant):
        score *= _ELSEWHERE
    if not open_slots(pattern, values) and complaint(meant.pins, _single_years(filters), {}) is not None:
        score *= _ELSEWHERE
    return score


def _reads_other_side(pattern: CanonicalQueryPattern, meant: Understanding) -> bool:
    """What moved, where the state at a day is asked; or the state since January, where some months are asked."""
    purpose, periods = pattern.pattern.get("purpose"), meant.pins.periods
    if len(periods) != 1:
        return False
    if periods[0].is_point:
        return purpose == "turnover"
    runs_on = not periods[0].is_year and periods[0].start.month > 1
    return purpose == "balance" and runs_on and is_of_result(meant.pins)


def _single_years(filters: Iterable[Mapping[str, object]]) -> list[Mapping[str, object]]:
    """A list of years is held against the question by its last one."""
    out: list[Mapping[str, object]] = []
    for flt in filters:
        value = flt.get("value")
        if flt["field"] == "periodYear" and isinstance(value, list) and value:
            out.append({"field": "periodYear", "op": "=", "value": cast("list[object]", value)[-1]})
        else:
            out.append(flt)
    return out


def choices(ontology: OntologyDescriptor, slot: str) -> list[str]:
    """The values the ontology knows for a column of that name."""
    return sorted(
        {str(i.value) for e in ontology.entities for i in e.invariants if i.field == slot and i.value is not None}
    )


def open_in(patterns: Iterable[CanonicalQueryPattern], values: Slots) -> list[str]:
    return sorted({slot for pattern in patterns for slot in open_slots(pattern, values)})


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
