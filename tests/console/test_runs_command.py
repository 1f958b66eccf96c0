"""`arch-team runs`: what is kept, from the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arch_team.console.app import app
from arch_team.runs.records import RunRecord
from arch_team.settings import Settings
from tests.engine.office import Office

Say = Callable[..., Result]


@pytest.fixture
def runs(tmp_path: Path) -> list[RunRecord]:
    with Office(Settings(home=tmp_path, db=None, model=None)) as office:
        done = [
            office.ask("Was ist 2+2?", "local"),
            office.ask("Was ist 3+4?", "local"),
            office.ask("Was ist 1+1?", "b"),
        ]
    with Office(Settings(home=tmp_path, db=None, model=None), works=False) as office:
        return [*done, office.start("Was ist 5+5?", "local")]


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Say:
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, ["runs", *words])


def test_what_a_server_has_kept_can_be_looked_at_and_deleted(runs: list[RunRecord], say: Say, tmp_path: Path) -> None:
    first, second, others, queued = runs
    listed = say("list").output
    assert [run.id in listed for run in runs] == [True, True, False, True]
    assert [run["id"] for run in json.loads(say("list", "--search", "3+4", "--json").output)] == [second.id]
    assert [run["id"] for run in json.loads(say("list", "--status", "queued", "--json").output)] == [queued.id]
    assert "3 + 4 = 7" in say("show", second.id).output
    assert "done      approved" in say("show", second.id, "--trace").output
    assert json.loads(say("show", first.id, "--json").output)["answer"]["status"] == "approved"

    say("export", first.id, "--out", str(tmp_path / "run.json"))
    exported = json.loads((tmp_path / "run.json").read_text())
    assert [event["kind"] for event in exported["events"]] == ["routed", "done"]

    assert "goes on" in str(say("delete", queued.id).exception)
    assert "cancelled" in say("cancel", queued.id).output
    assert "deleted" in say("delete", queued.id).output
    assert "no run" in str(say("show", queued.id).exception)
    assert "no run" in str(say("show", others.id).exception)

    assert "kept for good" in str(say("retention").exception)
    assert "2 runs deleted" in say("retention", "--days", "0", "--tenant", "local").output
    assert json.loads(say("list", "--json").output) == []
    assert others.id in say("list", "--tenant", "b").output


def test_a_status_that_is_none_is_refused(say: Say) -> None:
    assert "no status" in str(say("list", "--status", "over").exception)
