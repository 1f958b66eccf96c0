"""`arch-team knowledge`: add, list, remove and search on a real embedded store, each command a new start."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arch_team.console.app import app
from arch_team.errors import ArchTeamError, SourceUnavailable, UsageError
from tests.search.files import encrypted_pdf_bytes, write_library

runner = CliRunner()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ARCH_TEAM_QDRANT_URL", raising=False)
    monkeypatch.delenv("ARCH_TEAM_MANDATE", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return write_library(tmp_path / "docs")


def run(*arguments: object, code: int = 0) -> Result:
    result = runner.invoke(app, ["knowledge", *map(str, arguments)])
    assert result.exit_code == code, (result.output, result.exception)
    return result


def failing(*arguments: object) -> ArchTeamError:
    result = runner.invoke(app, ["knowledge", *map(str, arguments)])
    assert isinstance(result.exception, ArchTeamError), result.output
    return result.exception


def test_from_adding_to_removing(docs: Path) -> None:
    assert "added     " in run("add", docs).stdout
    assert "2 unchanged." in run("add", docs).stdout
    listed = json.loads(run("list", "--json").stdout)
    assert [document["title"] for document in listed] == ["Handbuch", "Retention policy"]
    table = run("list").stdout
    assert "Handbuch" in table
    assert "2024-05-01" in table
    found = run("search", "Wie lange werden Zugriffe aufbewahrt?", "-k", 1).stdout
    assert "[1] Handbuch › 3 Sicherheit › 3.3 Protokolle" in found
    assert "90 Tage aufbewahrt" in found
    assert "removed" in run("remove", docs / "handbuch.md").stdout
    assert [document["title"] for document in json.loads(run("list", "--json").stdout)] == ["Retention policy"]


def test_why_says_where_each_ranking_had_a_passage(docs: Path) -> None:
    run("add", docs)
    told = run("search", "Zugriffe werden protokolliert", "--why", "-k", 1).stdout
    assert "by words #1" in told
    assert "by meaning #1" in told
    assert "points:" in told


def test_search_as_json_is_the_whole_result(docs: Path) -> None:
    run("add", docs)
    found = json.loads(run("search", "access logs", "--json", "--top-k", 1).stdout)
    assert found["hits"][0]["passage"]["path"] == ["Retention policy", "Logs"]
    assert found["result"]["coverage_delta"]


def test_a_bad_file_is_told_the_others_are_added_and_the_exit_code_says_so(docs: Path) -> None:
    (docs / "locked.pdf").write_bytes(encrypted_pdf_bytes())
    result = run("add", docs, code=1)
    assert "locked.pdf: it is protected by a password. Save it without one" in result.stderr
    assert "2 added" in result.stdout
    told = json.loads(run("add", docs, "--json", code=1).stdout)
    assert [outcome["status"] for outcome in told] == ["unchanged", "failed", "unchanged"]


def test_collections_and_mandates_are_kept_apart(docs: Path) -> None:
    run("add", docs / "handbuch.md", "--collection", "hr", "--sensitive")
    run("add", docs / "policy.html", "--mandate", "other")
    assert [d["title"] for d in json.loads(run("list", "--json").stdout)] == ["Handbuch"]
    assert [d["title"] for d in json.loads(run("list", "--json", "--mandate", "other").stdout)] == ["Retention policy"]
    assert json.loads(run("list", "--json", "--collection", "none").stdout) == []
    assert "Retention" not in run("search", "invoices are kept").stdout
    assert "hr, sensitive" in run("list").stdout


def test_nothing_there_yet() -> None:
    assert "No documents are held" in run("list").stdout
    assert "Nothing was found" in run("search", "x").stdout
    assert "no document" in str(failing("remove", "x"))


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert "no document to add" in run("add", tmp_path / "empty").stdout


def test_wrong_options_are_usage_errors(docs: Path) -> None:
    assert isinstance(failing("search", "x", "--freshness", "new"), UsageError)
    assert isinstance(failing("list", "--mandate", " "), UsageError)
    run("search", "x", "--top-k", 0, code=2)


def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCH_TEAM_QDRANT_URL", "http://127.0.0.1:9")
    for arguments in (("list",), ("search", "x"), ("remove", "x")):
        error = failing(*arguments)
        assert isinstance(error, SourceUnavailable)
        assert error.next_step


def test_text_of_documents_does_not_steer_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "evil.md").write_text("# A\x1b[31m\n\nRed \x1b[2J text \u202e here.", encoding="utf-8")
    run("add", tmp_path / "evil.md")
    shown = run("search", "red text").stdout + run("list").stdout
    assert "\x1b" not in shown
    assert "\u202e" not in shown
