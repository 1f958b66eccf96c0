"""The operator's prompt: what never changes first, so that a server can reuse it; what fits this question last."""

from importlib.resources import files

from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.schema_prompt import schema_prompt
from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.ontologies.descriptor import CanonicalQueryPattern, OntologyDescriptor
from arch_team.reading.words import words_of
from arch_team.wire import Language

_NAMES: dict[Language, str] = {"de": "German", "en": "English"}
PATTERNS_SHOWN = 3


def operator_prompt(catalog: Catalog, language: Language, question: str, hints: str = "") -> str:
    template = (files("arch_team.prompts") / "data.md").read_text(encoding="utf-8")
    if catalog.ontology is None:
        return template.format(language=_NAMES[language], schema=schema_prompt(catalog), ontology=hints)
    compiler = OntologyToPromptCompiler()
    stable = catalog.ontology.model_copy(update={"canonical_patterns": ()})
    prompt = template.format(
        language=_NAMES[language], schema=schema_prompt(catalog), ontology=compiler.compile(stable, language)
    )
    return prompt + _fitting(catalog.ontology, question, compiler, language)


def _fitting(
    ontology: OntologyDescriptor, question: str, compiler: OntologyToPromptCompiler, language: Language
) -> str:
    """The patterns whose example questions are most like this one."""
    wanted = {word.stem for word in words_of(question)}

    def likeness(pattern: CanonicalQueryPattern) -> float:
        examples = (*pattern.questions.de, *pattern.questions.en)
        return max((_overlap(wanted, {w.stem for w in words_of(example)}) for example in examples), default=0.0)

    best = sorted(ontology.canonical_patterns, key=lambda p: (-likeness(p), p.intent))[:PATTERNS_SHOWN]
    only = ontology.model_copy(
        update={"canonical_patterns": tuple(best), "entities": (), "relations": (), "constraints": (), "purposes": ()}
    )
    return compiler.compile(only, language).partition("\n")[2]


def _overlap(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 0.0
