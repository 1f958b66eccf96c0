"""All rows of a result by one reference: every cell bound, dates and codes as they are, and quickly."""

import time
from datetime import date, datetime
from decimal import Decimal

import pytest

from arch_team.evidence.guard import GroundingGuard
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.verdict import GuardCode, GuardResult
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import ISO_DATES, Rows
from arch_team.featuredata.tables import Scope

COLUMNS = ("id", "name", "amount", "day")
ROWS = (
    (10234, "Müller AG", Decimal("1800.50"), date(2025, 3, 1)),
    (10235, "Room 5, 2nd floor", Decimal(-7), datetime(2025, 3, 2, 8, 30)),
    (10236, None, Decimal(0), None),
)


def checked(draft: str, rows: tuple[tuple[object, ...], ...] = ROWS, question: str = "List them") -> GuardResult:
    ledger = Ledger()
    found = Rows(COLUMNS, rows, truncated=False, formats={"day": ISO_DATES}, labels=frozenset({"id"}))  # type: ignore[arg-type]
    ledger.record(call_id="c1", tool="queryTable", arguments={"form": {}}, table="t", scope=Scope(), rows=found)
    return GroundingGuard(Catalog({})).check(draft, ledger, question=question, language="en")


def test_each_row_is_a_line_and_each_cell_bound() -> None:
    result = checked("All of them:\n{{rows(e1)}}")
    assert result.text.splitlines() == [
        "All of them:",
        "- 10234, Müller AG, 1,800.50, 2025-03-01",
        "- 10235, Room 5, 2nd floor, -7, 2025-03-02 08:30:00",
        "- 10236, –, 0, –",
    ]
    assert len(result.figures) == 12
    assert [figure.references[0] for figure in result.figures[:2]] == ["e1.r0.id", "e1.r0.name"]
    assert all(result.text[f.start :].startswith(f.display) for f in result.figures)


@pytest.mark.parametrize("draft", ["{{rows(e2)}}", "{{rows(e1.id)}}", "{{=rows(e1)}}", "{{sum(rows(e1))}}"])
def test_rows_are_of_one_whole_result_or_refused(draft: str) -> None:
    assert not checked(draft).ok


def test_nothing_is_no_list() -> None:
    assert checked("{{rows(e1)}}", rows=()).findings[0].code is GuardCode.EMPTY_RESULT


def test_a_figure_typed_beside_a_list_still_needs_evidence() -> None:
    assert [f.code for f in checked("There are 77 of them:\n{{rows(e1)}}").findings] == [GuardCode.UNBOUND_FIGURE]


def test_what_a_form_comes_to_is_not_added_up_again() -> None:
    assert [f.code for f in checked("{{sum(e1.amount)}}").findings] == [GuardCode.NEVER_AGGREGATE]


def test_a_thousand_rows_take_less_than_a_second() -> None:
    rows = tuple((n, f"Customer {n} AG", Decimal(n) / 7, date(2025, 1, 1 + n % 28)) for n in range(1000))
    started = time.process_time()
    assert checked("{{rows(e1)}}", rows).ok
    assert time.process_time() - started < 1
