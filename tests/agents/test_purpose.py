"""What the rows are wanted for is told by the question: a call of another table is rejected, whatever it declares."""

import asyncio
from pathlib import Path

import pytest

from arch_team.models.scripted import Call, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society

LINES = Call(
    "aggregateTable",
    {
        "tableName": "TrusteeDataJournalLine",
        "aggregate": "SUM",
        "field": "debitAmount",
        "groupBy": ["currency"],
        "filters": [{"field": "accountNumber", "op": "=", "value": "1020"}],
    },
)
BALANCE = Call(
    "queryTable",
    {
        "tableName": "TrusteeDataAccountBalance",
        "fields": ["accountNumber", "closingBalance", "currency"],
        "filters": [
            {"field": "accountNumber", "op": "=", "value": "1020"},
            {"field": "periodYear", "op": "=", "value": 2025},
            {"field": "periodMonth", "op": "=", "value": 0},
        ],
    },
)


def ask(tmp_path: Path, question: str, *turns: Call | str) -> Answer:
    settings = Settings(home=tmp_path, db=None, model=None)
    return asyncio.run(
        Society(settings, client=Scripted(*turns), engine_first=False, seconds=30).ask(question, skill="data")
    )


@pytest.mark.parametrize("declared", [None, "bookings"])
def test_a_sum_of_lines_is_no_balance(tmp_path: Path, declared: str | None) -> None:
    call = LINES if declared is None else Call(LINES.tool, {**LINES.arguments, "purpose": declared})
    draft = "Der Saldo 1020 laut Hauptbuch beträgt {{e1.r0.sum_debitAmount}}. READY_FOR_VALIDATION"
    answer = ask(tmp_path, "Saldo 1020 laut Hauptbuch Ende 2025?", call, *[draft] * 4)
    assert answer.status != "approved"
    assert answer.evidence[0]["error"].startswith("WRONG_TABLE_FOR_PURPOSE")


def test_the_balance_itself_is_shown(tmp_path: Path) -> None:
    draft = "Der Saldo 1020 per Ende 2025 beträgt {{e1.r0.closingBalance}}. READY_FOR_VALIDATION"
    answer = ask(tmp_path, "Saldo 1020 laut Hauptbuch Ende 2025?", BALANCE, draft)
    assert (answer.status, answer.text) == ("approved", "Der Saldo 1020 per Ende 2025 beträgt CHF 152'400.00.")
