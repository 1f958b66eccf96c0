"""A file is a data source at once: its schema inferred, its amounts exact, its required tools stricter."""

import asyncio
import pickle
from dataclasses import fields
from decimal import Decimal
from pathlib import Path

import duckdb
import pytest
from openpyxl import Workbook

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.featuredata.provider import Rows
from arch_team.models.scripted import Call, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.tools.files import open_file

HEAD = ("Region", "Product", "Revenue", "Units")
ROWS = (("North", "Apple", 10.40, 3), ("South", "Apple", 20.40, 5), ("North", "Pear", 30.40, 7))


@pytest.fixture(params=["csv", "xlsx", "parquet"])
def sales(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"sales.{request.param}"
    lines = [",".join(HEAD), *(",".join(str(cell) for cell in row) for row in ROWS)]
    if request.param == "xlsx":
        book = Workbook()
        sheet = book.active
        assert sheet is not None
        for row in (HEAD, *ROWS):
            sheet.append(row)
        book.save(path)
        return path
    csv = tmp_path / "plain.csv"
    csv.write_text("\n".join(lines), encoding="utf-8")
    if request.param == "csv":
        return csv.rename(path)
    duckdb.sql(f"COPY (SELECT * FROM read_csv('{csv}')) TO '{path}' (FORMAT parquet)")
    return path


def ask(path: Path, question: str, home: Path, client: Scripted | None = None) -> Answer:
    society = Society(Settings(home=home, file=path, db=None, model=None, tool_loop=client is not None), client=client)
    return asyncio.run(society.ask(question, language="en"))


def test_amounts_are_exact(sales: Path, tmp_path: Path) -> None:
    source = open_file(sales, Settings(home=tmp_path))
    found = source.tools().call("aggregateTable", {"tableName": "sales", "aggregate": "SUM", "field": "Revenue"})
    assert found.data is not None
    assert found.data["rows"][0]["sum_Revenue"] == Decimal("61.20")
    source.close()


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("What is the total revenue by region?", ["North, 40.80", "South, 20.40"]),
        ("What is the average revenue of Apple in the North?", ["10.40"]),
        ("How many sales are there?", ["3"]),
    ],
)
def test_it_answers_at_once(sales: Path, tmp_path: Path, question: str, shown: list[str]) -> None:
    answer = ask(sales, question, tmp_path)
    assert answer.status == "approved", answer.reason
    for text in shown:
        assert text in answer.text


def test_a_word_the_file_does_not_hold_is_not_passed_over(sales: Path, tmp_path: Path) -> None:
    answer = ask(sales, "What is the total revenue of bananas?", tmp_path)
    assert (answer.status, "bananas" in (answer.reason or "")) == ("refused", True)


def test_a_file_must_be_looked_at_first(sales: Path, tmp_path: Path) -> None:
    question, no_statement = "Revenue: sum or total please", ("I do not know.", "I do not know.")
    total = Call("aggregateTable", {"tableName": "sales", "aggregate": "SUM", "field": "Revenue"})
    draft = "The total is {{e1.r0.sum_Revenue}}. READY_FOR_VALIDATION"
    blocked = ask(sales, question, tmp_path, Scripted(*no_statement, total, draft))
    assert blocked.status != "approved"
    assert "browseTable" in (blocked.reason or "")
    look = Call("browseTable", {"tableName": "sales"})
    passed = ask(sales, question, tmp_path, Scripted(*no_statement, look, total, draft.replace("e1", "e2")))
    assert passed.status == "approved", passed.reason


def test_what_is_no_table_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no file"):
        open_file(tmp_path / "nothing.csv", Settings(home=tmp_path))
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"no parquet at all")
    with pytest.raises(SourceUnavailable, match=r"broken\.parquet"):
        open_file(broken, Settings(home=tmp_path))
    odd = tmp_path / "odd.zip"
    odd.write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="no known kind"):
        open_file(odd, Settings(home=tmp_path))


def test_rows_written_down_before_they_had_a_statement_are_read() -> None:
    """A run that waits for a person may have been begun by an older version."""
    rows = Rows(("a",), ((1,),), truncated=False, sql="SELECT 1")
    assert pickle.loads(pickle.dumps(rows)) == rows  # noqa: S301 - our own
    older = object.__new__(Rows)
    older.__setstate__([getattr(rows, one.name) for one in fields(rows)][:-1])
    assert (older.rows, older.sql) == (rows.rows, "")
