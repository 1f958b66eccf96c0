"""The page of contracts names what exists, and leaves out no code, rule, setting or endpoint."""

import re
from pathlib import Path
from typing import get_args

import pytest

from arch_team.evals.scoring import VERDICTS
from arch_team.evidence.verdict import GuardCode
from arch_team.featuredata.findings import ErrorCode
from arch_team.ontologies.descriptor import ConstraintRule
from arch_team.requirements.model import CRITERIA, SuggestionType
from arch_team.routing.skills import TOOLS
from arch_team.runs.answer import Status
from arch_team.search.contracts import CoverageDimension, FreshnessMode
from arch_team.server.app import create_app
from arch_team.settings import Settings

HOUSE = Path(__file__).parents[1]
PAGE = (HOUSE / "docs" / "contracts.md").read_text(encoding="utf-8")
SPOKEN = re.compile(r"`([^`]+)`")
ENDPOINT = re.compile(r"`((?:GET|POST|DELETE) /[^`]+)`")


def _rows() -> list[list[str]]:
    """Every contract with its places and tests."""
    lines = [line.strip("|").split(" | ") for line in PAGE.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in cells] for cells in lines if len(cells) == 4 and cells[0].strip() != "contract"]


ROWS = _rows()


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def test_there_are_contracts_of_every_part() -> None:
    assert len(ROWS) > 60
    assert {len(row) for row in ROWS} == {4}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])
def test_what_a_contract_names_is_where_it_says(row: list[str]) -> None:
    contract, places, _, _ = row
    files = [HOUSE / name for name in SPOKEN.findall(places)]
    assert files, contract
    texts = "\n".join(file.read_text(encoding="utf-8") for file in files)
    for name in SPOKEN.findall(contract):
        parts = [part for part in name.split(".") if part] if re.fullmatch(r"[A-Za-z_]+\.\w+", name) else [name]
        for part in parts:
            bare = part.strip("*")
            assert bare in texts or _snake(bare) in texts, f"{part} does not stand in {places}"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])
def test_the_tests_that_hold_a_contract_exist(row: list[str]) -> None:
    held = SPOKEN.findall(row[2])
    assert held, row[0]
    for name in held:
        file, *inner = name.split("::")
        text = (HOUSE / file).read_text(encoding="utf-8")
        for each in inner:
            assert re.search(rf"^\s*(?:def|class) {each}\b", text, re.MULTILINE), name


@pytest.mark.parametrize(
    "names",
    [
        [code.value for code in ErrorCode],
        [code.value for code in GuardCode],
        [rule.value for rule in ConstraintRule],
        [dimension.value for dimension in CoverageDimension],
        [mode.value for mode in FreshnessMode],
        [*CRITERIA, *get_args(SuggestionType)],
        [*get_args(Status), *VERDICTS],
        list(TOOLS),
        [f"ARCH_TEAM_{name.upper()}" for name in Settings.model_fields],
    ],
    ids=["errors", "guard", "rules", "dimensions", "freshness", "requirements", "endings", "tools", "settings"],
)
def test_no_name_is_left_out(names: list[str]) -> None:
    told = set(SPOKEN.findall(PAGE))
    assert [name for name in names if name not in told] == []


def test_the_endpoints_are_those_of_the_server(tmp_path: Path) -> None:
    described = create_app(Settings(home=tmp_path)).openapi()["paths"]
    there = {f"{method.upper()} {path}" for path, methods in described.items() for method in methods}
    told = set(ENDPOINT.findall(PAGE)) - {"POST /mcp"}
    assert sorted(told ^ there) == []
