"""`arch-team words`."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from arch_team.console.commands import commands
from arch_team.engine.word_store import PersonWords, open_words
from arch_team.settings import Settings


def run(*arguments: str) -> str:
    found = CliRunner().invoke(commands("words"), ["words", *arguments])
    assert found.exit_code == 0, found.output
    return found.output


def test_words_are_listed_approved_exported_and_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path))
    assert "No word was learned yet." in run("list")
    PersonWords(lambda: open_words(Settings(home=tmp_path))).learn("books", "de", "Kohle", "Bank")
    word = open_words(Settings(home=tmp_path)).list("local")[0]
    assert "Kohle" in run("list", "--status", "proposed")
    assert run("export") == "{}\n"
    assert run("approve", word.id) == "Kohle = Bank is approved.\n"
    assert run("export") == "books:\n  de:\n    Bank:\n    - Kohle\n"
    assert run("reject", word.id) == "Kohle = Bank is rejected.\n"
    run("forget", word.id)
    assert "No word was learned yet." in run("list")


def test_a_word_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path))
    found = CliRunner().invoke(commands("words"), ["words", "approve", "w0"])
    assert found.exit_code != 0
