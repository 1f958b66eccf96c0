"""The prompt block: the same bytes every time, in two languages, and short."""

import os
import subprocess
import sys

import pytest

from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.ontologies.jsonld import from_jsonld, to_jsonld
from arch_team.ontologies.trustee import TRUSTEE
from arch_team.wire import Language

LONGEST = 14_000
"""Characters. Every one is paid for on every call of a model."""


def shuffled(ontology: OntologyDescriptor) -> OntologyDescriptor:
    return ontology.model_copy(
        update={
            "entities": ontology.entities[::-1],
            "relations": ontology.relations[::-1],
            "constraints": ontology.constraints[::-1],
            "canonical_patterns": ontology.canonical_patterns[::-1],
        }
    )


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_order_of_definition_does_not_matter(language: Language) -> None:
    compiler = OntologyToPromptCompiler()
    assert compiler.compile(TRUSTEE, language) == compiler.compile(shuffled(TRUSTEE), language)


@pytest.mark.parametrize("seed", ["1", "2"])
def test_another_process_gives_the_same_bytes(seed: str) -> None:
    code = (
        "from arch_team.ontologies.compiler import OntologyToPromptCompiler as C\n"
        "from arch_team.ontologies.trustee import TRUSTEE\n"
        "import hashlib; print(hashlib.sha256(C().compile(TRUSTEE, 'de').encode()).hexdigest())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    run = [subprocess.check_output([sys.executable, "-c", code], env=environment) for _ in range(1)]
    import hashlib

    mine = hashlib.sha256(OntologyToPromptCompiler().compile(TRUSTEE, "de").encode()).hexdigest()
    assert run[0].decode().strip() == mine


def test_each_language_speaks_its_own() -> None:
    compiler = OntologyToPromptCompiler()
    german, english = compiler.compile(TRUSTEE, "de"), compiler.compile(TRUSTEE, "en")
    assert "Debitoren" in german
    assert "Debitoren" not in english
    assert "bank" in english.lower()
    for text in (german, english):
        assert "closingBalance" in text
        assert "1020–1029" in text
        assert len(text) <= LONGEST


def test_jsonld_gives_the_same_ontology_back() -> None:
    document = to_jsonld(TRUSTEE)
    assert "@context" in document
    assert from_jsonld(document) == TRUSTEE
