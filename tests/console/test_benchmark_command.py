"""`arch-team benchmark` as people use it: the shipped set, one's own, and a model against its baseline."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from arch_team.console.app import app
from arch_team.errors import SourceUnavailable, UsageError
from tests import warm
from tests.model_server import ModelServer, serving

GUIDE = Path(__file__).parents[2] / "docs" / "benchmark-your-own.md"
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.+)$", re.MULTILINE)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(autouse=True)
def own_home(home: Path, demo_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("ARCH_TEAM_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("ARCH_TEAM_HOME", str(home))
    monkeypatch.setenv("ARCH_TEAM_DEMO_HOME", str(demo_home))
    monkeypatch.chdir(tmp_path)


def benchmark(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["benchmark", *map(str, arguments)])


class TestTrustee:
    def test_it_shows_a_table_and_writes_a_report(self, tmp_path: Path) -> None:
        result = benchmark("trustee", "--modes", "ontology", "--ids", "q01,q18", "--out", tmp_path / "out")
        assert result.exit_code == 0, result.output
        assert "100.0 %" in result.stdout
        assert "[2/2] ontology q18 #1: right" in result.stderr
        assert {"report.md", "report.json", "journal.jsonl", "guard.json", "gold.yaml"} <= {
            path.name for path in (tmp_path / "out").iterdir()
        }

    def test_it_says_plainly_which_modes_need_a_model(self, tmp_path: Path) -> None:
        result = benchmark("trustee", "--limit", "1", "--no-guard", "--out", tmp_path)
        assert result.exit_code == 0, result.output
        assert "Not run without a model: baseline, validator" in result.stderr
        assert isinstance(benchmark("trustee", "--modes", "baseline", "--out", tmp_path).exception, UsageError)

    def test_a_goal_that_is_missed_fails_the_gate(self, tmp_path: Path) -> None:
        gold = tmp_path / "gold.yaml"
        gold.write_text(
            "- {id: x, question: 'Was ist der Saldo von Konto 1020 per 31.12.2025?', intent: X, language: de,\n"
            "   expectedAnswerNumeric: {'1020.closingBalance': 1.00}}\n",
            encoding="utf-8",
        )
        arguments = ("trustee", "--modes", "ontology", "--gold", gold, "--no-guard")
        assert benchmark(*arguments, "--out", tmp_path / "a").exit_code == 0
        failed = benchmark(*arguments, "--out", tmp_path / "b", "--gate")
        assert failed.exit_code == 1, failed.output

    def test_the_report_is_made_anew_and_as_a_page(self, tmp_path: Path) -> None:
        out = tmp_path / "out"
        benchmark("trustee", "--modes", "ontology", "--limit", "1", "--no-guard", "--out", out)
        (out / "report.md").unlink()
        assert benchmark("report", out).exit_code == 0
        assert (out / "report.md").is_file()
        result = benchmark("report", out, "--docs", tmp_path / "docs")
        assert result.exit_code == 0, result.output
        page = (tmp_path / "docs" / "benchmark.md").read_text(encoding="utf-8")
        assert "Model **embedded**" in page
        assert "arch-team benchmark trustee --modes ontology --limit 1" in page
        assert (tmp_path / "docs" / "pictures" / "benchmark-accuracy.svg").is_file()

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (("trustee", "--modes", "phase2"), "no mode 'phase2'"),
            (("trustee", "--ids", "q99", "--modes", "ontology"), "q99"),
            (("trustee", "--price", "cheap"), "--price"),
            (("trustee", "--gold", "none.yaml"), "no gold file"),
            (("run", "nothing"), "no gold questions"),
            (("report", "nowhere"), "no journal"),
            (("--mode", "gpu"), "no benchmark mode 'gpu'"),
        ],
    )
    def test_what_is_asked_wrongly_is_told(self, arguments: tuple[str, ...], told: str) -> None:
        result = benchmark(*arguments)
        assert isinstance(result.exception, UsageError), result.output
        assert told in str(result.exception)
        assert result.exception.next_step


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    """A model that always says that it does not know."""
    with serving(lambda _: "CANNOT_ANSWER: no") as made:
        yield made


@pytest.mark.usefixtures("quick_retries")
class TestModel:
    """Ten fast cases: greeting, identity and arithmetic need no model; it is right not to know the budget."""

    @pytest.fixture(autouse=True)
    def configured(self, model: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("ARCH_TEAM_MODEL", "knows-nothing")
        monkeypatch.setenv("ARCH_TEAM_BASE_URL", model.base_url)

    def test_without_a_model_there_is_nothing_to_measure(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("ARCH_TEAM_MODEL")
        result = benchmark("--mode", "llm", "--fast", "--out", tmp_path / "llm")
        assert isinstance(result.exception, UsageError)
        assert str(result.exception) == "there is no model to measure"
        assert "ARCH_TEAM_MODEL" in result.exception.next_step
        assert not (tmp_path / "llm").exists()

    def test_a_model_that_cannot_be_reached_is_an_error_and_no_baseline(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("ARCH_TEAM_BASE_URL", "http://127.0.0.1:9/v1")
        result = benchmark("--mode", "llm", "--fast", "--out", tmp_path / "llm", "--update-baseline")
        assert isinstance(result.exception, SourceUnavailable)
        assert "knows-nothing does not answer at http:" in str(result.exception)
        assert not (tmp_path / "llm").exists()

    def test_one_that_goes_away_in_the_middle_leaves_no_baseline_either(self, tmp_path: Path) -> None:
        out = tmp_path / "llm"
        with serving(lambda _: "CANNOT_ANSWER: no", answers=1) as leaving:
            command = ("--mode", "llm", "--fast", "--repeats", "1", "--base-url", leaving.base_url, "--out", out)
            result = benchmark(*command, "--update-baseline")
        assert result.exit_code == 1, result.output
        assert "runs failed" in result.stderr
        assert not (out / "baseline-fast.json").exists()
        assert "These figures are no baseline." in (out / "benchmark_report.md").read_text(encoding="utf-8")

    def test_the_first_run_is_the_baseline_and_the_next_is_held_against_it(self, tmp_path: Path) -> None:
        out = tmp_path / "llm"
        first = benchmark("--mode", "llm", "--fast", "--repeats", "1", "--out", out)
        assert first.exit_code == 0, first.output
        assert "accuracy 50.0 % ± 0.0 %" in first.stdout
        assert "no baseline" in first.stdout
        kept = out / "baseline-fast.json"
        baseline = json.loads(kept.read_text(encoding="utf-8"))
        assert baseline["model"] == "knows-nothing"
        baseline["cases"][0]["verdicts"] = ["wrong"]
        kept.write_text(json.dumps(baseline), encoding="utf-8")
        second = benchmark("--mode", "llm", "--fast", "--repeats", "1", "--out", out)
        assert (second.exit_code, "not worse" in second.stdout) == (0, True), second.output
        assert "± 0.0 %" in (out / "benchmark_report.md").read_text(encoding="utf-8")

    def test_a_run_that_is_worse_says_so_and_exits_non_zero(self, tmp_path: Path) -> None:
        out = tmp_path / "llm"
        assert benchmark("--mode", "llm", "--fast", "--repeats", "1", "--out", out).exit_code == 0
        kept = out / "baseline-fast.json"
        kept.write_text(re.sub(r'"refused"|"incomplete"', '"right"', kept.read_text(encoding="utf-8")), "utf-8")
        worse = benchmark("--mode", "llm", "--fast", "--repeats", "1", "--out", out)
        assert worse.exit_code == 1, worse.output
        assert "worse by" in worse.stderr
        assert "llm-balance" in worse.stderr
        assert "**Worse**" in (out / "benchmark_report.md").read_text(encoding="utf-8")

    def test_without_a_sub_command_it_helps(self) -> None:
        result = benchmark()
        assert result.exit_code == 2
        assert "--mode" in result.output
        assert "trustee" in result.output


class TestOwn:
    """The guide's worked example, as it stands."""

    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        for name, text in FILE.findall(GUIDE.read_text(encoding="utf-8")):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path

    def run(self, folder: Path, home: Path, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        clean = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
        env = {**clean, "ARCH_TEAM_HOME": str(home), "PYTHONPATH": str(folder)}
        if program != "python":
            return warm.command(*arguments, cwd=folder, env=env, timeout=300)
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=folder, env=env, capture_output=True, encoding="utf-8", timeout=300)

    def test_every_command_of_the_guide_does_what_it_says(self, folder: Path, home: Path) -> None:
        commands = COMMAND.findall(GUIDE.read_text(encoding="utf-8"))
        assert len(commands) == 3
        outputs: dict[str, str] = {}
        for command in sorted(commands, key=lambda text: not text.startswith("python")):
            done = self.run(folder, home, *command.split())
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            outputs[command] = done.stdout
        checked, measured = (
            next(out for text, out in outputs.items() if word in text) for word in (" check ", " run ")
        )
        assert checked.strip() == "4 questions, 0 errors."
        assert "4 questions, 0 errors." in GUIDE.read_text(encoding="utf-8")
        assert "100.0 %" in measured
        assert (folder / "rental-report" / "report.md").is_file()

    def test_errors_of_a_file_are_told_at_once_with_their_lines(self, tmp_path: Path) -> None:
        gold = tmp_path / "gold.yaml"
        gold.write_text("- id: a\n  question: x\n  lang: de\n- id: a\n  question: y\n", encoding="utf-8")
        result = benchmark("check", gold)
        assert result.exit_code == 2
        lines = [line for line in result.stderr.splitlines() if line.strip()]
        assert len(lines) >= 5
        assert all(re.match(rf"{re.escape(str(gold))}:\d+: ", line) for line in lines)
        run = benchmark("run", "trustee", "--gold", gold, "--modes", "ontology")
        assert isinstance(run.exception, UsageError)
        assert str(run.exception).count("gold.yaml:") >= 5
