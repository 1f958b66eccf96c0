"""`arch-team interceptions`, as a person uses it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arch_team.console.interceptions_commands import app
from arch_team.errors import UsageError
from arch_team.evidence.interceptions import FILE_NAME, Interception, InterceptionLog, UnknownInterception

runner = CliRunner()


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> InterceptionLog:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "140")
    return InterceptionLog(tmp_path / "home" / FILE_NAME)


@pytest.fixture
def logged(log: InterceptionLog) -> Interception:
    return log.record(
        run_id="run-1",
        seat="Validator",
        reason_code="PLACEHOLDER",
        message="'Kunde 1' is not in the evidence",
        question="Welche [bold]Kunden[/bold]\nhaben wir?",
        blocked_text="Kunde 1\x1b[2J und Kunde 2",
        findings=[{"pattern": "Kunde 1"}, "two of them"],
        feature="trustee",
        model="gpt-x",
    )


@pytest.mark.usefixtures("log")
def test_an_empty_log_says_so() -> None:
    assert runner.invoke(app, ["list"]).stdout == "Nothing was held back.\n"
    assert json.loads(runner.invoke(app, ["list", "--json"]).stdout) == []


def test_interceptions_are_listed(logged: Interception) -> None:
    result = runner.invoke(app, ["list"])
    assert result.exit_code == 0
    for cell in (logged.id, f"{logged.time:%Y-%m-%d %H:%M}", "Validator", "PLACEHOLDER", "open"):
        assert cell in result.stdout
    assert "Welche [bold]Kunden[/bold] haben wir?" in result.stdout


def test_they_are_listed_as_json(log: InterceptionLog, logged: Interception) -> None:
    newer = log.record(run_id="run-2", seat="QAApprover", reason_code="QUALITY", message="too short")
    everything = json.loads(runner.invoke(app, ["list", "--json"]).stdout)
    assert everything == [newer.to_wire(), logged.to_wire()]
    latest = json.loads(runner.invoke(app, ["list", "--json", "-n", "1"]).stdout)
    assert latest == [newer.to_wire()]


def test_one_is_shown_in_full_and_cannot_steer_the_terminal(logged: Interception) -> None:
    result = runner.invoke(app, ["show", logged.id])
    assert result.exit_code == 0
    for text in ("run-1", "Kunde 1�[2J und Kunde 2", '{"pattern": "Kunde 1"}', "two of them", "trustee", "gpt-x"):
        assert text in result.stdout
    assert "\x1b[2J" not in result.stdout
    assert "reviewed" not in result.stdout
    assert json.loads(runner.invoke(app, ["show", logged.id, "--json"]).stdout) == logged.to_wire()


@pytest.mark.parametrize(("flag", "status"), [("--false-alarm", "false_alarm"), ("--confirmed", "confirmed")])
def test_a_report_is_kept(flag: str, status: str, log: InterceptionLog, logged: Interception) -> None:
    result = runner.invoke(app, ["report", logged.id, flag, "--note", "Kunde 1 is real"])
    assert result.stdout == f"{logged.id} is now {status}.\n"
    assert (log.get(logged.id).status, log.get(logged.id).note) == (status, "Kunde 1 is real")
    assert "Kunde 1 is real" in runner.invoke(app, ["show", logged.id]).stdout
    assert logged.id in runner.invoke(app, ["list", "--status", status.replace("_", "-")]).stdout
    assert runner.invoke(app, ["list", "--status", "open"]).stdout == "No interception is open.\n"


@pytest.mark.parametrize("flags", [[], ["--false-alarm", "--confirmed"]])
def test_a_report_says_one_thing(flags: list[str], log: InterceptionLog, logged: Interception) -> None:
    result = runner.invoke(app, ["report", logged.id, *flags])
    assert isinstance(result.exception, UsageError)
    assert "--false-alarm" in result.exception.next_step
    assert log.get(logged.id).status == "open"


@pytest.mark.usefixtures("logged")
@pytest.mark.parametrize("arguments", [["show", "i0"], ["report", "i0", "--confirmed"]])
def test_an_unknown_id_is_told(arguments: list[str]) -> None:
    assert isinstance(runner.invoke(app, arguments).exception, UnknownInterception)


@pytest.mark.usefixtures("log")
def test_an_unknown_status_is_told() -> None:
    error = runner.invoke(app, ["list", "--status", "wrong"]).exception
    assert isinstance(error, UsageError)
    assert "open, false_alarm, confirmed" in error.next_step


def test_the_commands_load_nothing_heavy() -> None:
    code = "import arch_team.console.interceptions_commands, sys; print('\\n'.join(sys.modules))"
    loaded = set(subprocess.check_output([sys.executable, "-c", code], text=True).split())
    assert not {"rich.table", "pydantic", "pydantic_settings", "arch_team.evidence.interceptions"} & loaded
