"""The operator's prompt: what never changes first, so that a server can reuse it; what fits this question last."""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.schema_prompt import schema_prompt
from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.prompts.fitting import choices, fitting, open_in
from arch_team.reading.understanding import Understanding
from arch_team.wire import Language

_NAMES: dict[Language, str] = {"de": "German", "en": "English"}


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


def tables_block(catalog: Catalog, language: Language, hints: str = "") -> str:
    """The tables and what they mean, for the prompt of a skill that may read them."""
    if catalog.ontology is None:
        return f"{schema_prompt(catalog)}{hints}"
    return schema_prompt(catalog) + OntologyToPromptCompiler().compile(catalog.ontology, language)


_STABLE: dict[tuple[int, Language], tuple[Catalog, str]] = {}
"""What does not change from question to question, made once per catalog and language."""


def fitting_context(ontology: OntologyDescriptor, meant: Understanding) -> str:
    """What the question names, and the canonical calls most like it with their slots filled.

    It goes with the question, behind everything that never changes.
    """
    patterns = fitting(ontology, meant)
    lines = [*_named(meant), "Calls that fit. Take the best one, adapt it if needed:"]
    lines += [_said(pattern.filled(meant.slots)) for pattern in patterns]
    for slot in open_in(patterns, meant.slots):
        known = choices(ontology, slot)
        lines.append(f"{{{slot}}}: fill it in" + (f", one of {', '.join(known)}" if known else ""))
    return "\n".join(lines)


def advised_context(meant: Understanding, calls: Sequence[Mapping[str, object]], reply: str) -> str:
    """What the question names, the calls that answer it and what to say, where somebody has read every word of it."""
    first = "This call answers it:" if len(calls) == 1 else "These calls answer it. Make them one after the other:"
    lines = [*_named(meant), first, *(_said(dict(call)) for call in calls)]
    if reply:
        lines += ["Then reply, with exactly these references:", reply]
    return "\n".join(lines)


def repairing(calls: Sequence[Mapping[str, object]], reply: str) -> str:
    """What is still to be done after a draft was held back."""
    if calls:
        return "\n".join(("Call:", *(_said(dict(call)) for call in calls)))
    return f"Reply exactly:\n{reply}" if reply else ""


def asking_context(question: str) -> str:
    """What the question leaves open."""
    return f"The question leaves something open. Reply only: NEED_USER_CLARIFICATION: {question}"


def _named(meant: Understanding) -> list[str]:
    reading, values = meant.reading, meant.slots
    said = list(meant.looked_up)
    for entity in reading.entities() if not meant.looked_up else ():
        for i in entity.invariants:
            if i.field and entity.field is None:
                said.append(f"{entity.name}: {i.field} {i.value if i.value is not None else f'{i.low} to {i.high}'}")
    if "year" in values:
        row = f"periodYear {values['year']}" + (f", periodMonth {values['month']}" if "month" in values else "")
        said.append(f"{reading.periods[0].said}: {row}; as days {values['from']} to {values['to']}")
    return ["The question names: " + "; ".join(said) + "."] if said else []


def _said(call: dict[str, object]) -> str:
    tool = call.pop("tool")
    call.pop("purpose", None)
    return f"{tool} {json.dumps(call, ensure_ascii=False, separators=(',', ':'))}"


def _template() -> str:
    return (files("arch_team.prompts") / "data.md").read_text(encoding="utf-8")
