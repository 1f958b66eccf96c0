"""A tool's SYSTEM ERROR ends the run as failed: message, cause, the error's own next step. Nobody talks past it."""

import asyncio
from pathlib import Path
from shutil import copy2

import pytest
import sqlalchemy as sa

from arch_team.evidence.interceptions import FILE_NAME, Interception, InterceptionLog
from arch_team.models.scripted import Call, Script, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society
from tests import warm

QUESTION = "Was ist der Banksaldo per 31.12.2025?"
FILTERS = [
    {"field": "accountNumber", "op": "=", "value": "1020"},
    {"field": "periodYear", "op": "=", "value": 2025},
    {"field": "periodMonth", "op": "=", "value": 0},
]
CALL = Call("queryTable", {"tableName": "TrusteeDataAccountBalance", "fields": ["closingBalance"], "filters": FILTERS})
DRAFT = "Der Saldo beträgt CHF 152'400.00. READY_FOR_VALIDATION"
MESSAGE = "Ein Werkzeug ist ausgefallen, deshalb gibt es keine Antwort. Ursache: "


@pytest.fixture(scope="module")
def broken_home(tmp_path_factory: pytest.TempPathFactory, demo_file: Path) -> Path:
    """The demo company with a column that somebody has renamed under our feet."""
    home = tmp_path_factory.mktemp("broken")
    engine = sa.create_engine(f"duckdb:///{copy2(demo_file, home)}")
    with engine.begin() as connection:
        connection.execute(sa.text('ALTER TABLE "TrusteeDataAccountBalance" RENAME "closingBalance" TO "closing"'))
    engine.dispose()
    return home


def ask(home: Path, *turns: Script, question: str = QUESTION) -> Answer:
    client = Scripted(*turns) if turns else None
    return asyncio.run(
        Society(
            Settings(home=home, demo_home=home, db=None, model=None), client=client, engine_first=False, seconds=30
        ).ask(question)
    )


def last_logged(home: Path) -> Interception:
    return InterceptionLog(home / FILE_NAME).list()[0]


@pytest.mark.parametrize(
    "turns",
    [
        (),
        (CALL, "CANNOT_ANSWER: Das weiss ich nicht."),
        (CALL, "NEED_USER_CLARIFICATION: Welches Konto?\nSUGGESTIONS: 1020 | 1021"),
        (CALL, DRAFT),
        (CALL, Call("browseTable", {"tableName": "TrusteeDataAccount"}), "CANNOT_ANSWER: Nein."),
    ],
    ids=["embedded operator", "a model gives up", "a model asks", "a model guesses", "a model looks elsewhere"],
)
def test_it_ends_the_run_whatever_the_operator_says(broken_home: Path, turns: tuple[Script, ...]) -> None:
    answer = ask(broken_home, *turns)
    assert (answer.status, answer.text, answer.clarification) == ("failed", "", None)
    assert answer.reason == f"{MESSAGE}die Datenbank konnte diese Abfrage nicht beantworten."
    assert answer.next_step == "Die Ursache steht im Protokoll; melden Sie den Fehler, wenn er wiederkommt."
    logged = last_logged(broken_home)
    assert (logged.run_id, logged.seat, logged.reason_code) == (answer.run_id, "Validator", "SYSTEM_ERROR")
    assert (logged.feature, logged.model) == ("trustee", "Scripted" if turns else "embedded")


@pytest.mark.parametrize("skill", ["react_agent", "rewoo_agent"])
def test_it_ends_the_run_of_any_skill_with_tools(broken_home: Path, skill: str) -> None:
    society = Society(
        Settings(home=broken_home, demo_home=broken_home, db=None, model=None),
        client=Scripted(CALL, DRAFT),
        engine_first=False,
        seconds=30,
    )
    answer = asyncio.run(society.ask(QUESTION, skill=skill))
    assert (answer.status, answer.text) == ("failed", "")
    assert answer.reason == f"{MESSAGE}die Datenbank konnte diese Abfrage nicht beantworten."
    logged = last_logged(broken_home)
    assert (logged.run_id, logged.reason_code, logged.feature) == (answer.run_id, "SYSTEM_ERROR", "trustee")


def test_in_english_it_says_the_same(broken_home: Path) -> None:
    answer = ask(broken_home, question="What is the bank balance at 31 December 2025?")
    assert answer.reason == "A tool has failed, so there is no answer. Cause: the database could not answer this query."
    assert answer.next_step == "The log has the cause; report it if it comes again."


def test_the_command_exits_with_1(broken_home: Path) -> None:
    ended = warm.command("ask", QUESTION, cwd=broken_home, env={"ARCH_TEAM_HOME": str(broken_home)})
    assert ended.returncode == 1, ended.stderr
    assert MESSAGE in ended.stdout
    assert "melden Sie den Fehler" in ended.stdout
