"""The models say what the outside DDL says, and what the ontology promises holds of the outside rows."""

import re
from pathlib import Path

import pytest

from arch_team.featuredata.tables import FieldType, Table, table_of

from .company import Company
from .domain import FEATURE
from .tables import BASE_TABLES, VIEWS

_CREATE = re.compile(r"CREATE TABLE (\w+)\s*\((.*?)\n\)", re.DOTALL)
_COLUMN = re.compile(r"^\s*(\w+)\s+(\w+)(?:\(\d+(?:,(\d+))?\))?\s+(NOT NULL|NULL)\s*,", re.MULTILINE)
_KEY = re.compile(r"PRIMARY KEY \(([^)]*)\)")
_TYPES = {
    "int": FieldType.INTEGER,
    "bigint": FieldType.INTEGER,
    "varchar": FieldType.STRING,
    "char": FieldType.STRING,
    "datetime": FieldType.DATETIME,
    "decimal": FieldType.DECIMAL,
}

Definition = tuple[tuple[str, ...], list[tuple[str, FieldType, bool]]]


def defined(ddl: str) -> dict[str, Definition]:
    """Key and columns of each table of the DDL."""
    tables: dict[str, Definition] = {}
    for create in _CREATE.finditer(ddl):
        key = _KEY.search(create[2])
        assert key is not None
        names = tuple(part.split()[0] for part in key[1].split(","))
        columns = [(c[1], _TYPES[c[2]], c[4] == "NULL") for c in _COLUMN.finditer(create[2])]
        tables[create[1]] = names, columns
    return tables


def test_the_models_say_what_the_ddl_says(acme_folder: Path) -> None:
    ddl = defined((acme_folder / "DDL" / "ACME_small.ddl").read_text(encoding="utf-8"))
    ours = {
        table.name: (table.key, [(f.name, f.type, f.nullable) for f in table.fields.values()])
        for table in map(table_of, BASE_TABLES)
    }
    assert ours == ddl


@pytest.mark.parametrize("table", FEATURE.tables(), ids=lambda table: table.name)
@pytest.mark.parametrize("company", ["acme", "made_up"])
def test_a_key_leads_to_one_row(table: Table, company: str, request: pytest.FixtureRequest) -> None:
    """A path is only as good as the key it leads to. Of the views this is a fact of the data, not of the DDL."""
    opened: Company = request.getfixturevalue(company)
    key = ", ".join(f'"{name}"' for name in table.key)
    assert opened.select(f'SELECT {key} FROM "{table.name}" GROUP BY ALL HAVING count(*) > 1') == []


def test_every_view_is_in_the_database(made_up: Company) -> None:
    for view in VIEWS:
        assert made_up.select(f'SELECT count(*) FROM "{table_of(view).name}"') != [(0,)]


@pytest.mark.parametrize("company", ["acme", "made_up"])
def test_a_claim_amount_is_of_exactly_one_kind(company: str, request: pytest.FixtureRequest) -> None:
    """That a sum over all claim amounts is the total loss rests on it."""
    opened: Company = request.getfixturevalue(company)
    kinds = ("Loss_Payment", "Loss_Reserve", "Expense_Payment", "Expense_Reserve")
    marked = " UNION ALL ".join(f"SELECT Claim_Amount_Identifier FROM {kind}" for kind in kinds)
    everything = opened.select("SELECT Claim_Amount_Identifier FROM Claim_Amount ORDER BY 1")
    assert opened.select(f"SELECT * FROM ({marked}) ORDER BY 1") == everything
    assert everything
