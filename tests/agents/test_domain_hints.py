"""What a feature tells an operator of its domain reaches the prompt wherever there is no ontology in its place."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest
import sqlalchemy as sa
from autogen_core.models import SystemMessage

from arch_team.demo.trustee import FEATURE as TRUSTEE
from arch_team.evals.modes import Mode, desks_for
from arch_team.featuredata.features import ONTOLOGY_OFF, Feature
from arch_team.featuredata.tables import TableModel, table_of
from arch_team.models.scripted import Scripted
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.tools import session

MARKER = "A sale of the region Mars-7 is always returned."
MARKED = replace(TRUSTEE, get_agent_domain_hints=lambda: MARKER)
"""The demo's feature, with other hints. One for all tests: a process opens the demo company once for each feature."""


class Sale(TableModel):
    table_key: ClassVar[tuple[str, ...]] = ("id",)
    table_scope: ClassVar[Mapping[str, str]] = {}

    id: int
    region: str
    amount: int


def prompt_of(settings: Settings, mode: Mode = "ontology") -> str:
    """What the operator is told before the question, through the society's own door."""
    client = Scripted("CANNOT_ANSWER: no")
    settings = settings.model_copy(update={"tool_loop": True})
    society = Society(settings, client=client, desks=desks_for(mode, settings), seconds=30)
    asyncio.run(society.ask("What was sold in Mars-7?", skill="data", language="en"))
    (system,) = [m.content for m in client.requests[0] if isinstance(m, SystemMessage)]
    return system


def registered(monkeypatch: pytest.MonkeyPatch, feature: Feature) -> None:
    def load(_code: str) -> Feature:
        return feature

    monkeypatch.setattr(session, "feature_codes", lambda: [feature.code])
    monkeypatch.setattr(session, "load_feature", load)


def test_a_feature_without_an_ontology_gives_the_prompt_its_hints(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'shop.db'}"
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql('CREATE TABLE "Sale" (id INTEGER PRIMARY KEY, region TEXT, amount INTEGER)')
    engine.dispose()
    shop = Feature("shop", lambda: (table_of(Sale),), get_agent_domain_hints=lambda: MARKER)
    registered(monkeypatch, shop)
    assert MARKER in prompt_of(Settings(home=tmp_path, db=url))


class TestWithAnOntology:
    @pytest.fixture
    def settings(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
        registered(monkeypatch, MARKED)
        return Settings(home=tmp_path, db=None)

    def test_the_ontology_stands_in_the_place_of_the_hints(self, settings: Settings) -> None:
        assert MARKER not in prompt_of(settings)

    def test_the_switch_for_evaluations_brings_them_back(
        self, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv(ONTOLOGY_OFF, "1")
        assert MARKER in prompt_of(settings)

    @pytest.mark.parametrize("mode", ["baseline", "validator"])
    def test_the_modes_that_take_the_ontology_away_have_them(self, settings: Settings, mode: Mode) -> None:
        assert MARKER in prompt_of(settings, mode)


@pytest.mark.parametrize("mode", ["baseline", "validator"])
def test_the_shipped_feature_has_hints_for_the_benchmark(tmp_path: Path, mode: Mode) -> None:
    said = prompt_of(Settings(home=tmp_path, db=None), mode)
    assert "periodMonth 0 is the" in said
    assert "Unix seconds" in said
