"""The trustee gold set is the one the project promises, and every figure in it is what plain SQL and hledger find."""

import csv
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from importlib.resources import files
from pathlib import Path

import duckdb
import pytest
import yaml

from arch_team.evals.gold import GoldQuestion
from arch_team.evals.gold_loader import checked_against, shipped
from arch_team.featuredata.catalog import Catalog
from arch_team.routing.preprocessor import ExecutionMode, RequestPreprocessor

_FOUND = shipped("trustee")
assert _FOUND is not None
GOLD = _FOUND.usable()
BY_ID = {question.id: question for question in GOLD.questions}

ERROR_CLASSES = {
    "invented_fields",
    "summed_balances",
    "wrong_table",
    "month_and_annual_rows",
    "date_format",
    "wrong_aggregate_target",
    "fabricated",
    "currency_mixing",
    "tenant",
    "turnover_versus_balance",
    "sign",
    "empty_is_not_zero",
}
BALANCE = """
    SELECT closingBalance FROM TrusteeDataAccountBalance
    WHERE mandateId = 'alpenblick' AND accountNumber = '{account}' AND periodYear = {year} AND periodMonth = {month}
"""
LINES = """
    SELECT sum(l.debitAmount - l.creditAmount)
    FROM TrusteeDataJournalLine l
    JOIN TrusteeDataJournalEntry e ON e.id = l.journalEntryId AND e.mandateId = l.mandateId
    WHERE l.mandateId = 'alpenblick' AND l.accountNumber >= '{low}' AND l.accountNumber <= '{high}'
      AND strftime(make_timestamp(e.bookingDate * 1000000), '{form}') = '{when}'
"""
MONTH = "strftime(make_timestamp(bookingDate * 1000000), '%Y-%m')"
# By question and name of the figure; from the journal where a figure of the balance table can be had from its lines.
SQL: dict[str, dict[str, str]] = {
    "q01": {
        "1020.closingBalance": BALANCE.format(account=1020, year=2025, month=0),
        "1021.closingBalance": BALANCE.format(account=1021, year=2025, month=0),
        "1022.closingBalance": BALANCE.format(account=1022, year=2025, month=0),
        "total CHF": """
            SELECT sum(closingBalance) FROM TrusteeDataAccountBalance
            WHERE mandateId = 'alpenblick' AND accountNumber LIKE '102_' AND currency = 'CHF'
              AND periodYear = 2025 AND periodMonth = 12
        """,
    },
    "q02": {"1020.closingBalance": BALANCE.format(account=1020, year=2024, month=9)},
    "q03": {"3400.closingBalance": LINES.format(low=3400, high=3400, form="%Y", when=2025)},
    "q04": {"6000.closingBalance": LINES.format(low=6000, high=6000, form="%Y", when=2025)},
    "q05": {
        "5.closingBalance": LINES.format(low=5000, high=5999, form="%Y", when=2024),
        "5000.closingBalance": LINES.format(low=5000, high=5000, form="%Y", when=2024),
        "5700.closingBalance": LINES.format(low=5700, high=5700, form="%Y", when=2024),
        "5800.closingBalance": LINES.format(low=5800, high=5800, form="%Y", when=2024),
    },
    "q06": {"3.month": LINES.format(low=3000, high=3999, form="%Y-%m", when="2025-05")},
    "q07": {
        "count": f"SELECT count(*) FROM TrusteeDataJournalEntry WHERE mandateId = 'alpenblick' AND {MONTH} = '2025-08'"
    },
    "q08": {
        "totalAmount": f"""
            SELECT max(totalAmount) FROM TrusteeDataJournalEntry
            WHERE mandateId = 'alpenblick' AND currency = 'CHF' AND {MONTH} = '2025-12'
        """
    },
    "q09": {"2000.closingBalance": BALANCE.format(account=2000, year=2025, month=12)},
    "q10": {
        "1020.debitTotal": """
            SELECT sum(debitTotal) FROM TrusteeDataAccountBalance
            WHERE mandateId = 'alpenblick' AND accountNumber = '1020' AND periodYear = 2025 AND periodMonth > 0
        """
    },
    "q11": {
        **{
            f"{unit}.openAmount": f"""
                SELECT sum(openAmount) FROM TrusteeDataOpenInvoice
                WHERE mandateId = 'alpenblick' AND direction = 'receivable' AND currency = '{unit}'
            """
            for unit in ("CHF", "EUR")
        },
        "count": """
            SELECT count(*) FROM TrusteeDataOpenInvoice WHERE mandateId = 'alpenblick' AND direction = 'receivable'
        """,
    },
    "q13": {"profit": LINES.format(low=3000, high=8999, form="%Y", when=2024)},
    "q14": {
        "change": f"""
            SELECT ({LINES.format(low=3000, high=3999, form="%Y", when=2024)})
                 - ({LINES.format(low=3000, high=3999, form="%Y", when=2025)})
        """,
        "3.2024": LINES.format(low=3000, high=3999, form="%Y", when=2024),
        "3.2025": LINES.format(low=3000, high=3999, form="%Y", when=2025),
        "percent": f"""
            SELECT round(100 * (({LINES.format(low=3000, high=3999, form="%Y", when=2025)})
                 / ({LINES.format(low=3000, high=3999, form="%Y", when=2024)}) - 1), 2)
        """,
    },
    "q15": {
        "1020.closingBalance": BALANCE.format(account=1020, year=2025, month=12),
        "difference": f"SELECT 162400 - ({BALANCE.format(account=1020, year=2025, month=12)})",
    },
}
# Figures of q01, q02 and q09 come from the balance table; hledger computes those from the bookings.
HLEDGER = {
    ("q01", "1020.closingBalance"): ("1020", "2026-01-01"),
    ("q01", "1021.closingBalance"): ("1021", "2026-01-01"),
    ("q02", "1020.closingBalance"): ("1020", "2024-10-01"),
    ("q09", "2000.closingBalance"): ("2000", "2026-01-01"),
    ("q15", "1020.closingBalance"): ("1020", "2026-01-01"),
}


@pytest.fixture(scope="module")
def demo(demo_file: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(demo_file, read_only=True) as connection:
        yield connection


def test_there_are_19_in_both_languages_and_of_every_difficulty() -> None:
    assert [question.id for question in GOLD.questions] == [f"q{number:02d}" for number in range(1, 20)]
    assert Counter(question.language for question in GOLD.questions) == {"de": 10, "en": 9}
    assert {question.difficulty for question in GOLD.questions} == {"easy", "medium", "hard"}


def test_the_first_question_is_the_one_of_the_source() -> None:
    given = yaml.safe_load((files("arch_team.evals") / "gold" / "trustee.yaml").read_text(encoding="utf-8"))[0]
    added = {"language", "difficulty", "expect", "hallucination", "allowedNumeric"}
    assert {name: value for name, value in given.items() if name not in added} == {
        "id": "q01",
        "question": "Was ist der Banksaldo per 31.12.2025?",
        "intent": "BANK_BALANCE_AT_DATE",
        "expectedToolPattern": {
            "tool": "queryTable",
            "tableName": "TrusteeDataAccountBalance",
            "requiredFilters": ["periodYear=2025", "periodMonth=0", "accountNumber LIKE 102%"],
        },
        "forbiddenTools": ["aggregateTable"],
        "expectedAnswerContains": ["1020", "1021", "CHF"],
        "expectedAnswerNumeric": {"1020.closingBalance": 152400.00, "1021.closingBalance": 28100.00},
    }


def test_every_class_of_error_is_provoked() -> None:
    assert {name for question in GOLD.questions for name in question.hallucination} == ERROR_CLASSES


def test_some_must_be_refused_and_one_must_be_asked() -> None:
    endings = Counter(question.expect for question in GOLD.questions)
    assert endings[("refuse",)] >= 3
    assert endings[("ask",)] >= 1


def test_every_answerable_question_says_which_call_is_right() -> None:
    for question in GOLD.questions:
        if question.is_answerable:
            assert question.expected_tool_pattern, question.id
            assert all(pattern.filters for pattern in question.expected_tool_pattern), question.id


def test_the_patterns_name_what_the_tables_have(catalog: Catalog) -> None:
    assert checked_against(GOLD, catalog).issues == ()


@pytest.mark.parametrize("question", GOLD.questions, ids=lambda q: q.id)
def test_no_question_takes_the_direct_path(question: GoldQuestion) -> None:
    assert RequestPreprocessor().route(question.question).mode is not ExecutionMode.DIRECT_CHAT


@pytest.mark.parametrize("question", GOLD.questions, ids=lambda q: q.id)
def test_the_figures_are_what_plain_sql_finds(question: GoldQuestion, demo: duckdb.DuckDBPyConnection) -> None:
    figures = {**question.expected_answer_numeric, **question.allowed_numeric}
    assert set(figures) == set(SQL.get(question.id, {}))
    for name, figure in figures.items():
        row = demo.execute(SQL[question.id][name]).fetchone()
        assert row is not None
        found = Decimal(str(row[0])).quantize(Decimal("0.01"))
        if figure.sign == "any":
            assert abs(found) == abs(figure.value), name
        else:
            assert found == figure.value, name


def test_the_other_mandate_has_what_is_asked_for_and_must_not_be_told(demo: duckdb.DuckDBPyConnection) -> None:
    """Otherwise q17 would be refused for want of data."""
    row = demo.execute(
        "SELECT count(*) FROM TrusteeDataAccountBalance WHERE mandateId = 'seeland' AND accountNumber LIKE '102%'"
    ).fetchone()
    assert row is not None
    assert row[0] > 0


def test_there_are_no_rows_of_the_year_that_must_be_refused(demo: duckdb.DuckDBPyConnection) -> None:
    row = demo.execute("SELECT min(periodYear) FROM TrusteeDataAccountBalance").fetchone()
    assert row is not None
    assert row[0] > 2019


def test_the_customers_are_those_of_the_city_and_no_other(demo: duckdb.DuckDBPyConnection) -> None:
    question = BY_ID["q12"]
    query = (
        "SELECT name FROM TrusteeDataContact WHERE mandateId = 'alpenblick' AND contactType = 'customer' AND city {}"
    )
    inside = {str(row[0]) for row in demo.execute(query.format("= 'Zürich'")).fetchall()}
    assert {words[0] for words in question.expected_answer_contains} == inside
    everyone = {str(row[0]) for row in demo.execute("SELECT name FROM TrusteeDataContact").fetchall()}
    for name in question.forbidden_answer_contains:
        assert name not in inside
        assert name in everyone or name == "Max Mustermann"


@pytest.mark.skipif(shutil.which("hledger") is None, reason="hledger is not installed")
def test_hledger_comes_to_the_same_balances(demo_file: Path, tmp_path: Path) -> None:
    from arch_team.demo.hledger import journal

    path = tmp_path / "alpenblick.journal"
    path.write_text("".join(journal(demo_file, "alpenblick")), encoding="utf-8")
    balances = {before: _hledger_balances(path, before) for _, before in set(HLEDGER.values())}
    for (question, name), (account, before) in HLEDGER.items():
        gold = BY_ID[question].expected_answer_numeric[name]
        assert abs(balances[before][account]) == abs(gold.value), (question, name)


def _hledger_balances(path: Path, before: str) -> dict[str, Decimal]:
    """Account number to its balance at the end of the day before."""
    arguments = ["balance", "--historical", "-b", "2023-01-01", "-e", before, "--flat", "--layout=tidy", "-O", "csv"]
    done = subprocess.run(
        ["hledger", "-f", str(path), *arguments, ":1020 ", ":1021 ", ":2000 "],
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    rows = csv.DictReader(done.stdout.splitlines())
    return {row["account"].partition(":")[2].partition(" ")[0]: Decimal(row["value"]) for row in rows}
