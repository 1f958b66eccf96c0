"""Whose rows a database without a feature shows: those of one mandate, however its column is spelled, or none."""

import pytest

from arch_team.errors import ScopeError, UsageError
from arch_team.settings import Settings
from arch_team.tools.session import open_source
from tests.featuredata.own import KINDS, Own, rows


def divided(
    column: str, declared: str = "VARCHAR(20)", mine: str = "'mine'", theirs: str = "'theirs'"
) -> tuple[str, ...]:
    return (
        f'CREATE TABLE invoices ("{column}" {declared}, amount INTEGER)',
        f"INSERT INTO invoices VALUES ({mine}, 1), ({theirs}, 99)",
        "CREATE VIEW totals AS SELECT amount FROM invoices",
        "CREATE TABLE plain (x INTEGER)",
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("column", ["mandateId", "mandateid", "mandate_id", "MANDATE_ID", "MandateID"])
def test_a_mandate_sees_its_rows_however_the_column_is_spelled(kind: str, column: str, own: Own) -> None:
    data = own.tools(kind, *divided(column), mandate="mine")
    assert rows(data, "queryTable", tableName="invoices") == [[1]]
    assert sorted(data.catalog.views) == ["invoices"]
    assert set(data.catalog.left_out) == {"totals", "plain"}


@pytest.mark.parametrize(("declared", "mine", "theirs"), [("INTEGER", "7", "8"), ("UUID", "'{0}1'", "'{0}2'")])
def test_a_mandate_may_be_a_number_or_a_uuid(declared: str, mine: str, theirs: str, own: Own) -> None:
    zeros = "00000000-0000-0000-0000-00000000000"
    mine, theirs = mine.format(zeros), theirs.format(zeros)
    data = own.tools("postgresql", *divided("mandate_id", declared, mine, theirs), mandate=mine.strip("'"))
    assert rows(data, "queryTable", tableName="invoices") == [[1]]


@pytest.mark.parametrize("kind", KINDS)
def test_a_divided_database_does_not_open_without_a_mandate(kind: str, own: Own) -> None:
    with pytest.raises(ScopeError, match="divided by mandate"):
        own.tools(kind, *divided("mandate_id"))


def test_a_mandate_nobody_has_heard_of_is_an_error_that_names_no_other(own: Own) -> None:
    with pytest.raises(ScopeError, match="'minne'") as failure:
        own.tools("sqlite", *divided("mandateId"), mandate="minne")
    assert "theirs" not in f"{failure.value} {failure.value.next_step}"


def test_a_mandate_on_a_database_that_is_not_divided_is_an_error(own: Own) -> None:
    with pytest.raises(ScopeError, match="no table of this database is divided"):
        own.tools("sqlite", "CREATE TABLE plain (x INTEGER)", mandate="mine")


def test_an_empty_mandate_is_a_mistake(own: Own) -> None:
    with pytest.raises(UsageError, match="empty"):
        own.tools("sqlite", *divided("mandateId"), mandate="")


def test_two_columns_that_claim_the_mandate_hide_the_table(own: Own) -> None:
    data = own.tools(
        "sqlite", *divided("mandateId"), "CREATE TABLE odd (mandate_id TEXT, mandateid TEXT, x INTEGER)", mandate="mine"
    )
    assert "two columns" in data.catalog.left_out["odd"]


def test_a_database_of_such_tables_alone_does_not_open_empty(own: Own) -> None:
    with pytest.raises(ScopeError, match="divided by mandate"):
        own.tools(
            "sqlite", "CREATE TABLE odd (mandate_id TEXT, mandateid TEXT, x INTEGER)", "CREATE TABLE t (x INTEGER)"
        )


def test_the_demo_in_another_database_is_divided_too(sqlite_url: str) -> None:
    with pytest.raises(ScopeError, match="'alpenblik'"):
        open_source(Settings(db=sqlite_url, mandate="alpenblik"))
