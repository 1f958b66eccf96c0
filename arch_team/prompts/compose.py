"""The operator's prompt: what never changes first, so that a server can reuse it; what fits this question last."""

import json
from importlib.resources import files

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.schema_prompt import schema_prompt
from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.prompts.example import example_of
from arch_team.prompts.fitting import fitting
from arch_team.wire import Language

_NAMES: dict[Language, str] = {"de": "German", "en": "English"}


def operator_prompt(catalog: Catalog, language: Language, hints: str = "") -> str:
    """The same for every question to this catalog."""
    if catalog.ontology is None:
        return _filled(catalog, language, hints)
    key = (id(catalog), language)
    known = _STABLE.get(key)
    if known is None or known[0] is not catalog:
        stable = catalog.ontology.model_copy(update={"canonical_patterns": ()})
        meaning = OntologyToPromptCompiler().compile(stable, language)
        _STABLE[key] = known = (catalog, _filled(catalog, language, meaning))
    return known[1]


def tables_block(catalog: Catalog, language: Language, hints: str = "") -> str:
    """The tables and what they mean, for the prompt of a skill that may read them."""
    if catalog.ontology is None:
        return f"{schema_prompt(catalog)}{hints}"
    return schema_prompt(catalog) + OntologyToPromptCompiler().compile(catalog.ontology, language)


_STABLE: dict[tuple[int, Language], tuple[Catalog, str]] = {}
"""What does not change from question to question, made once per catalog and language."""


def fitting_context(ontology: OntologyDescriptor, question: str) -> str:
    """The canonical calls most like the question, with their slots open. It goes with the question, behind everything
    that never changes."""
    patterns = fitting(ontology, question)
    if not patterns:
        return ""
    lines = ["Calls for questions like it. Take the best one, and fill in what stands in {}:"]
    return "\n".join([*lines, *(_said(dict(pattern.pattern)) for pattern in patterns)])


def _said(call: dict[str, object]) -> str:
    tool = call.pop("tool")
    call.pop("purpose", None)
    return f"{tool} {json.dumps(call, ensure_ascii=False, separators=(',', ':'))}"


def _filled(catalog: Catalog, language: Language, meaning: str) -> str:
    template = (files("arch_team.prompts") / "data.md").read_text(encoding="utf-8")
    schema, example = schema_prompt(catalog), example_of(catalog)
    return template.format(language=_NAMES[language], example=example, schema=schema, ontology=meaning)
