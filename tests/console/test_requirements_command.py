"""`arch-team requirements` as people and CI use it: exit codes, pure output, errors that say what to do."""

import io
import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

from arch_team.console import exits, requirements_view
from arch_team.console.app import app
from arch_team.errors import ArchTeamError
from arch_team.models.json_model import OpinionModel
from tests import warm
from tests.requirements.handmade import report

SAMPLES = Path(__file__).parents[1] / "requirements" / "samples"
GOOD = "REQ-1: The system shall lock the user account after 5 failed login attempts.\n"
BAD = "REQ-2: Die App muss schnell sein.\n"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.txt").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.txt").write_text(GOOD + BAD, encoding="utf-8")
    return tmp_path


@pytest.fixture
def run(folder: Path) -> Run:
    """A real process."""

    def command(*arguments: str, given: str = "") -> "subprocess.CompletedProcess[str]":
        env = {**os.environ, "ARCH_TEAM_HOME": str(folder / "home"), "COLUMNS": "80"}
        return warm.command("requirements", *arguments, cwd=folder, env=env, given=given, timeout=120)

    return command


def review(*arguments: str, given: str | None = None) -> Result:
    """In this process, which is quicker."""
    return CliRunner().invoke(app, ["requirements", "review", "--no-duplicates", *arguments], input=given)


def refused(*arguments: str) -> ArchTeamError:
    result = review(*arguments)
    assert isinstance(result.exception, ArchTeamError), result.output
    assert result.exception.next_step
    return result.exception


def test_the_way_of_a_linter(run: Run) -> None:
    fine = run("review", "good.txt", "--fail-under", "0.7", "--format", "json")
    assert fine.returncode == exits.ANSWERED, fine.stderr
    assert json.loads(fine.stdout)["summary"]["ok"] is True
    failing = run("review", "bad.txt", "--fail-under", "0.7", "--format", "lines")
    assert failing.returncode == exits.BELOW
    assert failing.stdout.startswith("bad.txt:2: REQ-2: ")
    assert "bad.txt:2: Fehler vague-quality" in failing.stdout
    assert failing.stderr == ""


def test_mistakes_and_failures_have_codes_of_their_own(run: Run) -> None:
    missing = run("review", "nothing.txt")
    assert (missing.returncode, missing.stdout) == (exits.USAGE, "")
    assert missing.stderr == "arch-team: there is no file nothing.txt\nCheck the name and the folder.\n"
    unread = run("review", "-", given="")
    assert unread.returncode == exits.ERROR
    assert unread.stderr.startswith("arch-team: standard input is empty\n")


def test_duplicates_are_found_across_files(run: Run, folder: Path) -> None:
    (folder / "a.txt").write_text("Das System muss Videos mit einem Wasserzeichen versehen.\n", encoding="utf-8")
    (folder / "b.txt").write_text("The system shall add a watermark to videos.\n", encoding="utf-8")
    result = run("review", "a.txt", "b.txt", "--format", "json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["review"]["groups"] == [["a:REQ_1", "b:REQ_1"]]


def test_without_a_threshold_a_review_is_no_judgement(folder: Path) -> None:
    result = review("bad.txt")
    assert result.exit_code == 0
    assert "REQ-2" in result.output


@pytest.mark.parametrize("threshold", ["0.0", "1.0"])
def test_the_threshold_is_compared_with_each_requirement(folder: Path, threshold: str) -> None:
    result = review("bad.txt", "--fail-under", threshold, "-f", "json")
    out = cast("dict[str, Any]", json.loads(result.stdout))
    assert (result.exit_code == exits.BELOW) == bool(out["summary"]["below"]) == (threshold == "1.0")


def test_what_could_not_be_reviewed_fails_the_threshold(folder: Path) -> None:
    (folder / "long.txt").write_text(GOOD + "\n" + "muss " * 3000, encoding="utf-8")
    result = review("long.txt", "--fail-under", "0.1", "-f", "lines")
    assert result.exit_code == exits.BELOW
    assert "long.txt:3: 14999 characters are too long for one requirement" in result.output


def test_standard_input(folder: Path) -> None:
    result = review("-", "-f", "json", given=BAD)
    out = cast("dict[str, Any]", json.loads(result.stdout))
    assert out["files"][0]["name"] == "standard input"
    assert out["review"]["evaluations"][0]["requirement"]["id"] == "REQ-2"


def test_criteria_are_chosen_by_name(folder: Path) -> None:
    result = review("bad.txt", "--criteria", "clarity,testability", "-c", "measurability", "-f", "json")
    out = cast("dict[str, Any]", json.loads(result.stdout))
    assert [one["criterion"] for one in out["summary"]["criteria"]] == ["clarity", "testability", "measurability"]
    assert "no criterion 'beauty'" in str(refused("bad.txt", "--criteria", "beauty"))


def test_outputs_by_ending_and_an_untouched_source(folder: Path) -> None:
    result = review("bad.txt", "-o", "r.html", "-o", "r.xlsx", "-o", "r.csv", "-o", "r.json")
    assert result.exit_code == 0, result.output
    assert result.stdout == ""
    assert "r.html: 2 requirements" in result.stderr
    assert (folder / "r.csv").read_bytes().startswith(b"\xef\xbb\xbfID,")
    assert {path.name for path in folder.iterdir()} == {
        "good.txt", "bad.txt", "r.html", "r.xlsx", "r.csv", "r.json",
    }  # fmt: skip
    assert "would be overwritten" in str(refused("bad.txt", "-o", "./bad.txt"))
    assert "what to write into r.docx" in str(refused("bad.txt", "-o", "r.docx"))
    assert "no folder" in str(refused("bad.txt", "-o", "deep/r.html"))
    assert "for one output" in str(refused("bad.txt", "-o", "a.html", "-o", "b.html", "-f", "html"))
    assert (folder / "bad.txt").read_text(encoding="utf-8") == GOOD + BAD


def test_columns_sheets_and_languages(folder: Path) -> None:
    (folder / "t.csv").write_text("id;requirement;old\nA;The door shall open.;Die Tür muss öffnen.\n", encoding="utf-8")
    out = cast("dict[str, Any]", json.loads(review("t.csv", "--column", "old", "-f", "json").stdout))
    assert out["review"]["evaluations"][0]["language"] == "de"
    assert "no column 'x'" in str(refused("t.csv", "--column", "x"))
    assert "1 requirement " in review("t.csv", "--column", "old", "--language", "en").stdout
    read_as = review("t.csv", "--read-as", "de", "-f", "json")
    assert json.loads(read_as.stdout)["review"]["evaluations"][0]["language"] == "de"


def test_the_hook_runs_what_it_says(folder: Path) -> None:
    import yaml

    (hook,) = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    program, *words = hook["entry"].split()
    assert program == "arch-team"
    result = CliRunner().invoke(app, [*words, *hook["args"], "--no-duplicates", "bad.txt"])
    assert result.exit_code == exits.BELOW
    wanted = re.compile(hook["files"])
    assert wanted.search("docs/requirements/login.md")
    assert wanted.search("Lastenheft_v2.xlsx")
    assert not wanted.search("requirements.txt")
    assert not wanted.search("requirements/base.txt")


def test_a_model_is_asked_where_one_is_configured(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def says(self: OpinionModel, prompt: str, schema: object) -> dict[str, object]:
        asked.append(self.inner.model)
        return {"criteria": [{"criterion": "clarity", "score": 1.0, "feedback": "fine"}]}

    monkeypatch.setattr(OpinionModel, "__call__", says)
    monkeypatch.setenv("ARCH_TEAM_MODEL", "some-model")
    review("good.txt", "--no-model")
    assert asked == []
    result = review("good.txt", "-f", "json", "-c", "clarity")
    assert set(asked) == {"some-model"}
    assert json.loads(result.stdout)["review"]["evaluations"][0]["model"]["model"] == "some-model"


def test_the_rules_are_listed(folder: Path) -> None:
    listed = CliRunner().invoke(app, ["requirements", "rules"])
    assert listed.exit_code == 0
    assert "vague-quality" in listed.output
    wire = CliRunner().invoke(app, ["requirements", "rules", "--language", "de", "--json"])
    rules = cast("list[dict[str, Any]]", json.loads(wire.stdout))
    assert len(rules) >= 40
    assert {rule["language"] for rule in rules} == {"de"}
    assert all(rule["reference"] and rule["criterion"] for rule in rules)


def shown(width: int, *, colours: bool = False, top: int = 10) -> str:
    out = io.StringIO()
    console = Console(
        file=out, width=width, markup=False, emoji=False, highlight=False,
        force_terminal=colours, color_system="standard" if colours else None,
    )  # fmt: skip
    requirements_view.ReviewView(report(fail_under=0.7), console, top=top).print()
    return out.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_the_console_shows_the_set_then_the_weakest_then_what_mends_them(width: int) -> None:
    text = shown(width)
    assert max(map(len, text.split("\n"))) <= width
    parts = [
        "4 Anforderungen",
        "Klarheit",
        "Was zu tun ist",
        "Die schwächsten",
        "Neufassungen",
        "Doppelte",
        "Offene Fragen",
    ]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert "0,30 → 0,95  eine Angabe offen" in text
    assert "Ähnlichkeit 0,93: beide <schnell>" in text
    assert "m: 0,90, bestanden · weicht ab" in text


def test_offending_words_are_marked_with_and_without_colour() -> None:
    assert '">schnell<"' in shown(80)
    assert "\x1b[1;4;31mschnell\x1b[0m" in shown(80, colours=True)


def test_text_from_requirements_is_no_markup_for_the_terminal(folder: Path) -> None:
    (folder / "m.txt").write_text("Das [bold]System[/bold] muss :fire: schnell\x1b[31m sein.\n", encoding="utf-8")
    text = review("m.txt").output
    assert "Das [bold]System[/bold] muss :fire: >schnell<�[31m sein." in text
    assert "\x1b" not in text


def test_how_many_of_the_weakest_are_shown() -> None:
    text = shown(80, top=1)
    assert "1 von 2" in text
    assert "… und 1 weitere" in text
