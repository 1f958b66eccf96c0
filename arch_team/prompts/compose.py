"""The operator's prompt: what never changes first, so that a server can reuse it; what fits this question last."""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import cast

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.schema_prompt import schema_prompt
from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.ontologies.descriptor import CanonicalQueryPattern, OntologyDescriptor
from arch_team.reading.binding import complaint, pins_of
from arch_team.reading.question import Reading, reader_of
from arch_team.reading.slots import Slots, open_slots, slots_of
from arch_team.reading.words import words_of
from arch_team.wire import Language

_NAMES: dict[Language, str] = {"de": "German", "en": "English"}
CALLS_SHOWN = 2
_ELSEWHERE = 0.1
"""What is left of a pattern's likeness when it reads other accounts or periods than the question names."""
_NEARLY = 0.7
"""A second call is shown only if it is nearly as like the question as the first."""
_UNFIT = 0.5
"""What an open slot takes from a pattern's likeness: it needs something the question does not say."""


def operator_prompt(catalog: Catalog, language: Language, hints: str = "") -> str:
    """The same for every question to this catalog."""
    if catalog.ontology is None:
        return _template().format(language=_NAMES[language], schema=schema_prompt(catalog), ontology=hints)
    key = (id(catalog), language)
    known = _STABLE.get(key)
    if known is None or known[0] is not catalog:
        stable = catalog.ontology.model_copy(update={"canonical_patterns": ()})
        meaning = OntologyToPromptCompiler().compile(stable, language)
        text = _template().format(language=_NAMES[language], schema=schema_prompt(catalog), ontology=meaning)
        _STABLE[key] = known = (catalog, text)
    return known[1]


_STABLE: dict[tuple[int, Language], tuple[Catalog, str]] = {}
"""What does not change from question to question, made once per catalog and language."""


def fitting_context(catalog: Catalog, question: str) -> str:
    """What the question names, and the canonical calls most like it with their slots filled.

    It goes with the question, behind everything that never changes.
    """
    if catalog.ontology is None:
        return ""
    reading = reader_of(catalog.ontology).read(question)
    values = slots_of(reading, catalog.ontology)
    pins = pins_of(reading, catalog.ontology)
    wanted = _stems(question)

    def likeness(pattern: CanonicalQueryPattern) -> float:
        examples = (*pattern.questions.de, *pattern.questions.en)
        alike = max((_overlap(wanted, _stems(example)) for example in examples), default=0.0)
        filters = cast("list[Mapping[str, object]]", pattern.filled(values).get("filters", []))
        other = complaint(pins, filters, {}) is not None
        return alike * _UNFIT ** len(open_slots(pattern, values)) * (_ELSEWHERE if other else 1)

    ranked = sorted(catalog.ontology.canonical_patterns, key=lambda p: (-likeness(p), p.intent))[:CALLS_SHOWN]
    best = [pattern for pattern in ranked if likeness(pattern) >= _NEARLY * likeness(ranked[0])]
    lines = [*_named(reading, values), "Calls that fit. Take the best one, adapt it if needed:"]
    lines += [_call(pattern, values) for pattern in best]
    for slot in sorted({slot for pattern in best for slot in open_slots(pattern, values)}):
        lines.append(f"{{{slot}}}: fill it in" + _choices(catalog.ontology, slot))
    return "\n".join(lines)


def _choices(ontology: OntologyDescriptor, slot: str) -> str:
    """The values the ontology knows for a column of that name."""
    known = {str(i.value) for e in ontology.entities for i in e.invariants if i.field == slot and i.value is not None}
    return f", one of {', '.join(sorted(known))}" if known else ""


def _named(reading: Reading, values: Slots) -> list[str]:
    said = [
        f"{entity.name}: {i.field} {i.value if i.value is not None else f'{i.low} to {i.high}'}"
        for entity in reading.entities()
        for i in entity.invariants
        if i.field and entity.field is None
    ]
    if "year" in values:
        row = f"periodYear {values['year']}" + (f", periodMonth {values['month']}" if "month" in values else "")
        said.append(f"{reading.periods[0].said}: {row}; as days {values['from']} to {values['to']}")
    return ["The question names: " + "; ".join(said) + "."] if said else []


def _call(pattern: CanonicalQueryPattern, values: Slots) -> str:
    call = pattern.filled(values)
    tool = call.pop("tool")
    return f"{tool} {json.dumps(call, ensure_ascii=False, separators=(',', ':'))}"


def _template() -> str:
    return (files("arch_team.prompts") / "data.md").read_text(encoding="utf-8")


@lru_cache(maxsize=2048)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words_of(text))


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0
