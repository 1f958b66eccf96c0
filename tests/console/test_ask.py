"""`arch-team ask` as a person and as a script uses it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from arch_team.console.app import main
from arch_team.settings import Settings
from tests import warm
from tests.search.near import CHOSEN, NONE, QUESTION, WHOLE, hold_near


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with documents."""
    folder = tmp_path_factory.mktemp("choices")
    hold_near(Settings(home=folder / "home", qdrant_url=None, model=None, mandate=None), folder)
    return folder / "home"


def run(home: Path, *arguments: str, given: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
    env = {**clean, "ARCH_TEAM_HOME": str(home), "COLUMNS": "120", **environment}
    return warm.command(*arguments, cwd=home, env=env, given=given)


def test_an_answer_shows_its_evidence_on_request(home: Path) -> None:
    result = run(home, "ask", "Was ist der Banksaldo per 31.12.2025?", "--why")
    assert result.returncode == 0, result.stderr
    assert "CHF 152'400.00" in result.stdout
    assert "closingBalance: TrusteeDataAccountBalance mit periodYear = 2025" in result.stdout
    assert result.stderr == ""


def test_json_is_the_whole_answer(home: Path) -> None:
    result = run(home, "ask", "What is the bank balance at 31 December 2025?", "--json")
    answer = json.loads(result.stdout)
    assert (answer["status"], answer["language"]) == ("approved", "en")
    assert answer["figures"][0]["evidence"][0]["table"] == "TrusteeDataAccountBalance"
    assert answer["trace"]["llmCalls"] == 0


def test_a_question_back_without_anybody_there_exits_with_3(home: Path) -> None:
    result = run(home, "ask", "Wie hoch ist der Umsatz?")
    assert result.returncode == 3
    assert "2025" in result.stdout


def test_a_refusal_exits_with_4_and_says_why(home: Path) -> None:
    result = run(home, "ask", "Wie hoch ist das Budget 2026?")
    assert result.returncode == 4
    assert "Tabellen" in result.stdout


@pytest.mark.usefixtures("quick_retries")
def test_a_model_that_is_not_there_is_an_error(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARCH_TEAM_HOME", str(home))
    monkeypatch.setenv("ARCH_TEAM_TIMEOUT", "2")
    monkeypatch.setenv("ARCH_TEAM_TOOL_LOOP", "true")
    model = ("--model", "none", "--base-url", "http://127.0.0.1:9/v1")
    monkeypatch.setattr(sys, "argv", ["arch-team", "ask", "Wie steht es um die Zukunft der Branche?", *model])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    said = capsys.readouterr()
    assert said.out.startswith("Fehler: ")
    assert "Traceback" not in said.out + said.err


def test_a_skill_that_does_not_exist_is_told(home: Path) -> None:
    result = run(home, "ask", "Umsatz 2025?", "--skill", "fortune_telling")
    assert result.returncode in (1, 2)
    assert "fortune_telling" in result.stdout + result.stderr


def test_the_folder_of_questions_works_with_another_process(home: Path, tmp_path: Path) -> None:
    """A GUI in another process sees the question and writes the answer."""
    gui = (
        "import json, sys, time, pathlib\n"
        "folder = pathlib.Path(sys.argv[1])\n"
        "while not (found := list(folder.glob('*.question.json'))): time.sleep(0.05)\n"
        "name = found[0].name.removesuffix('.question.json')\n"
        "(folder / (name + '.answer.json')).write_text(json.dumps({'answer': '31.12.2024'}))\n"
    )
    tmp_path.joinpath("q").mkdir()
    other = subprocess.Popen([sys.executable, "-c", gui, str(tmp_path / "q")])
    try:
        result = run(home, "ask", "Saldo Konto 1020", "--questions", str(tmp_path / "q"))
    finally:
        other.wait(timeout=30)
    assert result.returncode == 0, result.stdout
    assert "31.12.2024" in result.stdout


def test_chat_answers_and_explains(home: Path) -> None:
    given = "Was ist der Saldo von 1020 per 31.12.2025?\n/why 1\n/trace\n/nonsense\n/quit\n"
    result = run(home, "chat", given=given)
    assert result.returncode == 0, result.stderr
    assert "CHF 152'400.00" in result.stdout
    assert "TrusteeDataAccountBalance mit" in result.stdout
    assert "There is no command /nonsense" in result.stdout


class TestPassagesToChooseFrom:
    def test_are_listed_where_nobody_is_there(self, held: Path) -> None:
        result = run(held, "ask", "--skill", "knowledge", QUESTION)
        assert result.returncode == 3, result.stderr
        assert "Rückfrage: Ich bin nicht sicher, was in den Dokumenten das beantwortet." in result.stdout
        assert "  1. Wer später kommt" in result.stdout
        assert f". {NONE}" in result.stdout

    def test_are_chosen_in_the_chat(self, held: Path) -> None:
        result = run(held, "chat", given=f"/skill knowledge\n{QUESTION}\n1\n/quit\n")
        assert "1) Wer später kommt" in result.stderr
        assert WHOLE in result.stdout
        assert CHOSEN in result.stdout
