"""The operator's prompt: what never changes first, so that a server can reuse it; what fits this question last."""

from functools import lru_cache
from importlib.resources import files

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.schema_prompt import schema_prompt
from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.ontologies.descriptor import CanonicalQueryPattern, OntologyDescriptor
from arch_team.reading.words import words_of
from arch_team.wire import Language

_NAMES: dict[Language, str] = {"de": "German", "en": "English"}
PATTERNS_SHOWN = 3


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


def fitting_context(catalog: Catalog, language: Language, question: str) -> str:
    """What fits this question: it goes with the question, behind everything that never changes."""
    if catalog.ontology is None:
        return ""
    return _fitting(catalog.ontology, question, OntologyToPromptCompiler(), language).strip()


_STABLE: dict[tuple[int, Language], tuple[Catalog, str]] = {}
"""What does not change from question to question, made once per catalog and language."""


def _template() -> str:
    return (files("arch_team.prompts") / "data.md").read_text(encoding="utf-8")


def _fitting(
    ontology: OntologyDescriptor, question: str, compiler: OntologyToPromptCompiler, language: Language
) -> str:
    """The patterns whose example questions are most like this one."""
    wanted = _stems(question)

    def likeness(pattern: CanonicalQueryPattern) -> float:
        examples = (*pattern.questions.de, *pattern.questions.en)
        return max((_overlap(wanted, _stems(example)) for example in examples), default=0.0)

    best = sorted(ontology.canonical_patterns, key=lambda p: (-likeness(p), p.intent))[:PATTERNS_SHOWN]
    only = ontology.model_copy(
        update={"canonical_patterns": tuple(best), "entities": (), "relations": (), "constraints": (), "purposes": ()}
    )
    return compiler.compile(only, language).partition("\n")[2]


@lru_cache(maxsize=2048)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words_of(text))


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0
