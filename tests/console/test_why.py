"""`--why` and `/why` say which rows a figure is of."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from arch_team.console.app import app

ORDERS = "order_id,customer,placed_on,status,amount\n1,Ann,2025-01-02,open,10.5\n2,Bob,2025-02-02,paid,20\n"
ASKED = "What is the total amount of open orders?"


@pytest.fixture
def orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path / "home"))
    file = tmp_path / "orders.csv"
    file.write_text(ORDERS, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (ASKED, "orders where status = open"),
        ("How many orders were placed after January 2025?", "orders where placed on > 2025-01-31"),
        ("Wie viele Orders haben den Status open?", "orders mit Status = open"),
    ],
)
def test_a_figure_says_which_rows_it_is_of(orders: Path, question: str, told: str) -> None:
    ran = CliRunner().invoke(app, ["ask", question, "--file", str(orders), "--why"])
    assert ran.exit_code == 0, ran.output
    assert told in ran.output


def test_it_says_which_words_were_read_as_what(orders: Path) -> None:
    told = CliRunner().invoke(app, ["ask", ASKED, "--file", str(orders), "--why"]).output
    assert "  open → status = open\n" in told
    assert "→" not in CliRunner().invoke(app, ["ask", ASKED, "--file", str(orders)]).output


def test_in_a_talk_too(orders: Path) -> None:
    ran = CliRunner().invoke(app, ["chat", "--file", str(orders)], input=f"{ASKED}\n/why 1\n/why 9\n/quit\n")
    assert "e2.r0.sum_amount: orders where status = open" in ran.output
    assert "Name a figure from 1 to 1." in ran.output


def test_a_figure_of_all_rows_has_no_filter(orders: Path) -> None:
    ran = CliRunner().invoke(app, ["ask", "How many orders are there?", "--file", str(orders), "--why"])
    assert ran.output.rstrip().endswith("count: orders")
