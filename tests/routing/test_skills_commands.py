"""`arch-team skills list` and `check`, as a person uses them."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from arch_team.console.skills_commands import app

GOOD = "name: mine\ndescription: Mine.\noperator_prompt: {text: x}\nintent: {keywords: [x]}\nneeds_model: true\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "160")
    return tmp_path


def test_list_shows_every_skill_and_what_it_needs() -> None:
    result = CliRunner().invoke(app, ["list"])
    assert result.exit_code == 0
    for name in ("data", "requirements", "knowledge", "reflexion_agent", "geo_optimizer"):
        assert name in result.output
    assert "not available" not in result.output


def test_list_shows_the_user_s_own_and_tells_of_broken_ones(home: Path) -> None:
    folder = home / "skills"
    folder.mkdir()
    (folder / "mine.yaml").write_text(GOOD, encoding="utf-8")
    (folder / "broken.yaml").write_text("name: [", encoding="utf-8")
    result = CliRunner().invoke(app, ["list"])
    assert result.exit_code == 0
    assert "mine" in result.output
    assert "1 error in skill files" in result.output


def test_check_without_a_path_checks_all_that_is_at_hand() -> None:
    result = CliRunner().invoke(app, ["check"])
    assert (result.exit_code, result.output) == (0, "11 skills, 0 errors.\n")


def test_check_tells_every_error_and_exits_with_two(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(GOOD.replace("needs_model: true", "colour: red").replace("Mine.", "''"), encoding="utf-8")
    result = CliRunner().invoke(app, ["check", str(file)])
    assert result.exit_code == 2
    for place in (f"{file}:2: description", f"{file}:5: colour", f"{file}:1: needs_model"):
        assert place in result.output
    assert "0 skills, 3 errors." in result.output


def test_check_of_a_good_file_and_of_none(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(GOOD, encoding="utf-8")
    assert CliRunner().invoke(app, ["check", str(file)]).exit_code == 0
    missing = CliRunner().invoke(app, ["check", str(tmp_path / "nothing.yaml")])
    assert missing.exit_code == 2
    assert "no such file" in missing.output
