"""Every figure can be traced to its cell, and nothing in the ledger changes."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.evidence.ledger import CellRef, Ledger
from arch_team.featuredata.provider import Rows
from arch_team.featuredata.tables import Scope

ROWS = Rows(
    columns=("accountNumber", "closingBalance", "currency"),
    rows=(("1020", Decimal("152400.00"), "CHF"), ("1022", Decimal("9.50"), "EUR")),
    truncated=False,
    units={"closingBalance": "currency"},
)


def filled() -> Ledger:
    ledger = Ledger()
    ledger.record(call_id="c1", tool="queryTable", arguments={}, table="T", scope=Scope(), rows=ROWS)
    ledger.record(call_id="c2", tool="queryTable", arguments={}, table="T", scope=Scope(), error="FIELD_NOT_FOUND: x")
    return ledger


def test_a_cell_is_found_by_its_address_with_its_unit() -> None:
    cell = filled().cell("e1.r1.closingBalance")
    assert cell is not None
    assert (cell.value, cell.unit, str(cell.ref)) == (Decimal("9.50"), "EUR", "e1.r1.closingBalance")


@pytest.mark.parametrize(
    "address",
    ["e1.r2.closingBalance", "e1.r0.nothing", "e3.r0.closingBalance", "e2.r0.closingBalance", "", "e1", "x.y.z",
     "e1.r-1.currency"],
)  # fmt: skip
def test_an_address_of_nothing_is_no_cell(address: str) -> None:
    assert filled().cell(address) is None


@given(st.text(max_size=30))
def test_no_text_breaks_the_reading_of_addresses(text: str) -> None:
    ref = CellRef.parse(text)
    assert ref is None or str(ref) == text


def test_entries_are_numbered_in_order_and_hold_rows_or_an_error() -> None:
    ledger = filled()
    assert [entry.id for entry in ledger] == ["e1", "e2"]
    with pytest.raises(ValueError, match="either rows or an error"):
        ledger.record(call_id="c3", tool="t", arguments={}, table=None, scope=Scope())


def test_nothing_recorded_changes_with_what_it_was_made_of() -> None:
    fields: list[object] = ["a"]
    arguments: dict[str, object] = {"fields": fields, "filters": [{"field": "a"}]}
    units = {"closingBalance": "currency"}
    rows = Rows(ROWS.columns, ROWS.rows, truncated=False, units=units)
    ledger = Ledger()
    entry = ledger.record(call_id="c1", tool="t", arguments=arguments, table="T", scope=Scope(), rows=rows)
    fields.append("more")
    arguments["limit"] = 1
    units["closingBalance"] = "accountNumber"
    assert entry.arguments == {"fields": ["a"], "filters": [{"field": "a"}]}
    cell = ledger.cell("e1.r0.closingBalance")
    assert cell is not None
    assert cell.unit == "CHF"


CHANGES: dict[str, Callable[[Any], object]] = {
    "update": lambda a: a.update(x=1),
    "set": lambda a: a.__setitem__("fields", 1),
    "append": lambda a: a["fields"].append(1),
    "clear": lambda a: a["filters"][0].clear(),
    "pop": lambda a: a.pop("fields"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_recorded_can_be_changed(change: str) -> None:
    arguments: dict[str, object] = {"fields": ["a"], "filters": [{"field": "a"}]}
    entry = Ledger().record(call_id="c1", tool="t", arguments=arguments, table="T", scope=Scope(), rows=ROWS)
    with pytest.raises(TypeError, match="does not change"):
        CHANGES[change](entry.arguments)
    assert entry.arguments == arguments
