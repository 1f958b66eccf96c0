"""The console speaks in words people know: no inner marks, checked arguments, failures with their place and cause."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from arch_team.console.app import main
from arch_team.console.commands import commands
from tests.console.test_ontology_init import CSV, QUESTION, run

pytestmark = pytest.mark.usefixtures("quick_retries")
NOWHERE = "http://somebody:hidden@127.0.0.1:9/v1"
MARKS = ("READY_FOR_VALIDATION", "{{", "VALID:", "APPROVE:", "QueryOperator")


@pytest.fixture
def orders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path / "home"))
    path = tmp_path / "orders.csv"
    path.write_text(CSV, encoding="utf-8")
    return path


def helps(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command and group, by the words that call it."""
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from helps(inner, (*path, name))


@pytest.mark.parametrize("path", list(helps(typer.main.get_command(commands()))), ids=" ".join)
def test_no_help_speaks_of_types(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["arch-team", *path, "--help"])
    with pytest.raises(SystemExit):
        main()
    said = capsys.readouterr().out
    assert "Usage" in said
    assert not re.findall(r"<[a-z]\S*|list\[|\[\[|\bint\b|\bstr\b|\bbool\b|\bfloat\b|INTEGER|BOOLEAN", said)


def test_the_chat_shows_no_inner_marks_unless_asked(orders: Path) -> None:
    _, said = run("chat", "--file", orders, given=f"{QUESTION}\n/quit\n")
    assert not [mark for mark in MARKS if mark in said]
    assert "every figure is proven" in said
    _, word_for_word = run("chat", "--verbose", "--file", orders, given=f"{QUESTION}\n/quit\n")
    assert "READY_FOR_VALIDATION" in word_for_word


def test_a_skill_and_a_model_have_to_exist(orders: Path) -> None:
    given = "/skill nothing\n/model nothing\n/skill data\n/quit\n"
    _, said = run("chat", "--file", orders, "--base-url", NOWHERE, given=given)
    assert "There is no skill nothing." in said
    assert "the model nothing does not answer at http://127.0.0.1:9/v1" in said
    assert "skill: data" in said


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("Which orders are urgent and shady?", "the model cannot be reached (http://127.0.0.1:9/v1)"),
        ("Welche orders sind dringend und heikel?", "das Modell ist nicht erreichbar (http://127.0.0.1:9/v1)"),
    ],
)
def test_a_model_that_is_away_is_told_with_its_place(orders: Path, question: str, reason: str) -> None:
    code, said = run("ask", "--file", orders, "--model", "m", "--base-url", NOWHERE, question)
    assert code == 1
    assert reason in said
    assert "hidden" not in said


def test_feedback_is_listed(orders: Path) -> None:
    code, said = run("runs", "feedback")
    assert (code, "Nobody of local" in said) == (0, True)
