"""A second domain plugs in whole: its ontology holds together, and it is found, shown and opened like our own."""

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arch_team.console.app import app
from arch_team.featuredata.features import feature_codes, load_feature
from arch_team.featuredata.ontology_check import check_ontology
from arch_team.featuredata.tables import table_of
from arch_team.ontologies.compiler import OntologyToPromptCompiler
from arch_team.ontologies.jsonld import from_jsonld, to_jsonld
from arch_team.settings import Settings
from arch_team.tools.session import open_source
from arch_team.wire import Language

from . import domain
from .company import Company
from .domain import FEATURE
from .ontology import INSURANCE
from .tables import BASE_TABLES, VIEWS, Claim, InsuranceRow


def test_the_ontology_holds_together() -> None:
    assert check_ontology(INSURANCE, FEATURE.tables()) == []


def test_a_column_is_called_as_the_database_calls_it() -> None:
    table = table_of(Claim)
    assert list(table.fields)[:2] == ["Claim_Identifier", "Catastrophe_Identifier"]
    assert table.scope == {}


@pytest.mark.parametrize("model", [*BASE_TABLES, *VIEWS], ids=lambda model: model.__name__)
def test_every_table_is_an_entity_with_words_in_both_languages(model: type[InsuranceRow]) -> None:
    entities = [e for e in INSURANCE.entities if e.python_class == table_of(model).name]
    assert len(entities) == 1
    assert entities[0].labels.en
    assert entities[0].labels.de
    assert entities[0].description_de


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_prompt_explains_every_table_and_rule(language: Language) -> None:
    prompt = OntologyToPromptCompiler().compile(INSURANCE, language)
    assert prompt == OntologyToPromptCompiler().compile(INSURANCE, language)
    for entity in INSURANCE.entities:
        assert entity.python_class is None or f"{entity.python_class}: {entity.said_in(language)}" in prompt
    for rule in INSURANCE.constraints:
        assert rule.said_in(language) in prompt
    for pattern in INSURANCE.canonical_patterns:
        assert pattern.said_in(language) in prompt


def test_the_ontology_survives_json_ld() -> None:
    assert from_jsonld(to_jsonld(INSURANCE)) == INSURANCE


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed by a third party: a distribution of its own with an entry point, and nothing else."""
    folder = tmp_path / "acme_insurance-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-insurance\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(f"[arch_team.features]\ninsurance = {domain.__name__}:FEATURE\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])


@pytest.mark.usefixtures("registered")
class TestRegistered:
    def test_it_is_found(self) -> None:
        assert "insurance" in feature_codes()
        assert load_feature("insurance") is FEATURE

    def test_the_command_line_checks_it(self) -> None:
        result = CliRunner().invoke(app, ["ontology", "check", "insurance"])
        assert result.exit_code == 0, result.output
        assert "0 errors" in result.output

    def test_the_command_line_shows_it_in_german(self) -> None:
        result = CliRunner().invoke(app, ["ontology", "show", "insurance", "--format", "prompt", "--lang", "de"])
        assert result.exit_code == 0, result.output
        assert "Ein Identifier ist ein Name" in result.output

    def test_a_database_that_holds_its_tables_is_read_by_it(
        self, made_up: Company, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.chdir(tmp_path)
        source = open_source(Settings(db=made_up.url, home=tmp_path))
        assert source.catalog.ontology is INSURANCE
        counted = source.tools().call("aggregateTable", {"tableName": "Claim", "aggregate": "COUNT"})
        assert counted.data is not None
        assert [row["count"] for row in counted.data["rows"]] == [5]
