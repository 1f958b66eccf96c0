"""The runner: all questions, whatever happens in one of them; the same report twice; nothing lost to a kill."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from autogen_core.models import ChatCompletionClient

import arch_team
from arch_team.errors import UsageError
from arch_team.evals.gold import GoldQuestion
from arch_team.evals.gold_loader import GoldSet
from arch_team.evals.journal import FILE_NAME, Finished, read_journal
from arch_team.evals.modes import Mode
from arch_team.evals.report import read_summary, write_docs, write_report
from arch_team.evals.runner import Plan, measure_guard, run
from arch_team.models.scripted import Call, Fails, Hangs, Scripted
from arch_team.settings import Settings

TIMES = re.compile(r"## Times.*", re.DOTALL)


def plan(settings: Settings, gold: GoldSet, *modes: Mode, **more: Any) -> Plan:
    return Plan(settings=settings, feature="trustee", gold=gold, modes=modes or ("ontology",), **more)


@pytest.fixture(scope="module")
def measured(bench_settings: Settings, gold: GoldSet, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The same measurement twice, in two folders."""
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("two")
    for folder in folders:
        run(plan(bench_settings, gold), folder)
        write_report(folder)
    return folders


class TestEmbedded:
    def test_nineteen_of_nineteen_are_right_and_every_call_is_the_expected_one(
        self, measured: tuple[Path, Path]
    ) -> None:
        summary, _ = read_summary(measured[0])
        (mode,) = summary.modes
        wrong = {line.id: line.remarks for line in summary.questions if line.verdicts["ontology"] != ("right",)}
        assert wrong == {}
        assert (mode.runs, mode.accuracy.value, mode.forbidden_tool_runs) == (19, 1.0, 0)
        assert mode.pattern_compliance is not None
        assert mode.pattern_compliance.value == 1.0

    def test_two_runs_give_the_same_report_but_for_time(self, measured: tuple[Path, Path]) -> None:
        one, two = measured
        texts = [(folder / "report.md").read_text(encoding="utf-8") for folder in measured]
        assert TIMES.sub("", texts[0]) == TIMES.sub("", texts[1])
        assert len(TIMES.sub("", texts[0])) > 2000
        twins: list[dict[str, Any]] = [json.loads((folder / "report.json").read_text()) for folder in measured]
        for twin in twins:
            twin.pop("times")
        assert twins[0] == twins[1]
        for name in ("accuracy.svg", "verdicts.svg"):
            assert (one / name).read_bytes() == (two / name).read_bytes()

    def test_the_report_can_be_made_anew_from_the_journal(self, measured: tuple[Path, Path]) -> None:
        folder = measured[0]
        before = {name: (folder / name).read_bytes() for name in ("report.md", "report.json", "accuracy.svg")}
        write_report(folder)
        assert {name: (folder / name).read_bytes() for name in before} == before

    def test_the_page_of_the_documentation_shows_its_pictures(
        self, measured: tuple[Path, Path], tmp_path: Path
    ) -> None:
        page = write_docs(measured[0], tmp_path).read_text(encoding="utf-8")
        pictures = re.findall(r"!\[\w+\]\((.+?)\)", page)
        assert pictures
        assert all((tmp_path / picture).is_file() for picture in pictures)
        assert str(measured[0]) not in page, "no path of this machine"

    def test_the_header_says_what_was_measured(self, measured: tuple[Path, Path], gold: GoldSet) -> None:
        header, runs = read_journal(measured[0] / FILE_NAME)
        assert (header.model, header.gold_sha256, header.questions) == ("embedded", gold.sha256, 19)
        assert header.command == "arch-team benchmark trustee --modes ontology"
        assert header.commit
        assert header.code
        assert [run.question for run in runs] == sorted((run.question for run in runs), key=_by_language(gold))

    def test_every_run_is_kept_with_its_trace(self, measured: tuple[Path, Path]) -> None:
        _, runs = read_journal(measured[0] / FILE_NAME)
        answered = [run for run in runs if run.answer.status == "approved"]
        assert len(answered) == 15
        assert all(run.answer.trace.tool_calls and run.answer.evidence for run in answered)

    def test_it_says_which_modes_need_a_model(self, bench_settings: Settings, gold: GoldSet) -> None:
        all_three = plan(bench_settings, gold, "baseline", "validator", "ontology")
        assert all_three.runnable_modes() == ("ontology",)
        assert "baseline, validator" in all_three.notes[0]
        with pytest.raises(UsageError, match="embedded operator cannot run in mode baseline"):
            plan(bench_settings, gold, "baseline").runnable_modes()


def _by_language(gold: GoldSet) -> Callable[[str], tuple[str, str]]:
    languages = {question.id: question.language for question in gold.questions}
    return lambda name: (languages[name], name)


def bank(year: int = 2025) -> Call:
    filters = [
        {"field": "periodYear", "op": "=", "value": year},
        {"field": "periodMonth", "op": "=", "value": 0},
        {"field": "accountNumber", "op": "LIKE", "value": "102%"},
    ]
    fields = ["accountNumber", "closingBalance", "currency"]
    return Call("queryTable", {"tableName": "TrusteeDataAccountBalance", "fields": fields, "filters": filters})


class TestWithAModel:
    """Scripted: what a model does to the runner, without one."""

    def test_one_broken_question_never_stops_the_others(
        self, bench_settings: Settings, gold: GoldSet, tmp_path: Path
    ) -> None:
        def client(question: GoldQuestion) -> ChatCompletionClient:
            if question.id == "q01":
                return Scripted(Fails(RuntimeError("boom")))
            if question.id == "q03":
                return Scripted(Hangs())
            return Scripted("CANNOT_ANSWER: no")

        ids = ("q01", "q03", "q05")
        run(plan(bench_settings, gold, ids=ids, timeout=0.5, client=client), tmp_path)
        summary, _ = read_summary(tmp_path)
        verdicts = {line.id: line.verdicts["ontology"] for line in summary.questions if line.verdicts}
        assert verdicts == {"q01": ("failed",), "q03": ("timeout",), "q05": ("refused",)}
        assert summary.unfinished == {"ontology": 16}

    def test_modes_are_told_apart_and_compared(self, bench_settings: Settings, gold: GoldSet, tmp_path: Path) -> None:
        """A model that sums balances over the periods: the baseline shows it, the others do not."""
        bad = Call(
            "aggregateTable",
            {"tableName": "TrusteeDataAccountBalance", "aggregate": "SUM", "field": "closingBalance", "filters": []},
        )

        def client(question: GoldQuestion) -> ChatCompletionClient:
            said = "Konto 1020 {{e2.r0.closingBalance}}, Konto 1021 {{e2.r1.closingBalance}}. READY_FOR_VALIDATION"
            return Scripted(bad, bank(), said, tokens=100)

        run(plan(bench_settings, gold, "baseline", "validator", "ontology", ids=("q01",), client=client), tmp_path)
        summary, _ = read_summary(tmp_path)
        baseline, validator, ontology = summary.modes
        assert ontology.verdicts["right"] == validator.verdicts["right"] == 1
        assert baseline.verdicts["right"] == 0
        assert (ontology.repairs.triggered_runs, ontology.repairs.succeeded_runs) == (1, 1)
        assert (baseline.repairs.rejects, baseline.forbidden_tool_runs) == (0, 1)
        assert ontology.prompt_tokens == 300
        assert {(c.better, c.worse) for c in summary.comparisons} == {
            ("validator", "baseline"),
            ("ontology", "baseline"),
            ("ontology", "validator"),
        }
        assert {goal.goal: goal.reached for goal in summary.goals} == {
            "ontology shows no wrong figure": True,
            "repair conversion at least 0.8 in validator": True,
            "repair conversion at least 0.8 in ontology": True,
            "ontology at least 25 points above baseline": True,
        }
        assert "tokens.svg" in write_report(tmp_path).read_text(encoding="utf-8")

    def test_repair_conversion_is_judged_where_calls_were_rejected(
        self, bench_settings: Settings, gold: GoldSet, tmp_path: Path
    ) -> None:
        bad = Call("browseTable", {"tableName": "TrusteeDataAccountBalance", "fields": ["klosingBalance"]})
        clients = iter([Scripted(bad, "CANNOT_ANSWER: no"), Scripted("CANNOT_ANSWER: no")])
        modes: tuple[Mode, ...] = ("validator", "ontology")

        def client(_: GoldQuestion) -> ChatCompletionClient:
            return next(clients)

        run(plan(bench_settings, gold, *modes, ids=("q01",), client=client), tmp_path)
        summary, _ = read_summary(tmp_path)
        (goal,) = (goal for goal in summary.goals if "repair" in goal.goal)
        assert (goal.goal, goal.reached) == ("repair conversion at least 0.8 in validator", False)
        assert goal.measured == "0.00 (0 of 1 runs)"

    def test_the_report_says_what_the_embedded_operator_did(
        self, bench_settings: Settings, gold: GoldSet, tmp_path: Path
    ) -> None:
        def client(_: GoldQuestion) -> ChatCompletionClient:
            return Scripted("CANNOT_ANSWER: no")

        ids = ("q01", "q16", "q18")
        run(plan(bench_settings, gold, "validator", "ontology", ids=ids, client=client), tmp_path / "model")
        run(plan(bench_settings, gold, "ontology", ids=("q01",)), tmp_path / "none")
        assert "no model was asked in mode ontology" in write_report(tmp_path / "none").read_text(encoding="utf-8")

    def test_repeats_are_clustered(self, bench_settings: Settings, gold: GoldSet, tmp_path: Path) -> None:
        answers = iter(["CANNOT_ANSWER: no", "NEED_USER_CLARIFICATION: When?", "CANNOT_ANSWER: no"])

        def client(_: GoldQuestion) -> ChatCompletionClient:
            return Scripted(next(answers))

        run(plan(bench_settings, gold, ids=("q18",), repeats=3, client=client), tmp_path)
        summary, _ = read_summary(tmp_path)
        (mode,) = summary.modes
        assert (mode.questions, mode.runs, mode.consistent) == (1, 3, 0.0)
        assert mode.accuracy.value == pytest.approx(1 / 3, abs=1e-6)
        assert next(line.verdicts for line in summary.questions if line.id == "q18") == {
            "ontology": ("refused", "right", "refused")
        }

    def test_only_what_is_missing_is_run(self, bench_settings: Settings, gold: GoldSet, tmp_path: Path) -> None:
        asked: list[str] = []

        def client(question: GoldQuestion) -> ChatCompletionClient:
            asked.append(question.id)
            return Scripted("CANNOT_ANSWER: no")

        run(plan(bench_settings, gold, ids=("q01", "q02"), client=client), tmp_path)
        run(plan(bench_settings, gold, ids=("q01", "q02", "q04"), client=client), tmp_path)
        assert asked == ["q01", "q02", "q04"]

    def test_an_unknown_id_is_told(self, bench_settings: Settings, gold: GoldSet) -> None:
        with pytest.raises(UsageError, match="q99"):
            plan(bench_settings, gold, ids=("q99",)).questions()


class TestGuard:
    def test_changed_answers_are_put_before_the_guard(
        self, bench_settings: Settings, gold: GoldSet, tmp_path: Path
    ) -> None:
        chosen = plan(bench_settings, gold, ids=("q01", "q02", "q09", "q12"))
        run(chosen, tmp_path)
        measure_guard(chosen, tmp_path)
        _, guard = read_summary(tmp_path)
        assert guard is not None
        assert sum(line.drafts for line in guard.false_blocks) >= 8
        assert [line for line in guard.false_blocks if line.mistakes] == []
        kinds = {line.kind: line for line in guard.false_accepts}
        assert {
            "first_digit",
            "last_digit",
            "scale",
            "sign",
            "unit",
            "row",
            "other_year",
            "other_account",
            "no_tool",
        } <= set(kinds)
        for kind in (
            "first_digit",
            "last_digit",
            "scale",
            "sign",
            "unit",
            "row",
            "no_tool",
            "other_year",
            "other_account",
        ):
            assert kinds[kind].mistakes == 0, kinds[kind].examples
        text = write_report(tmp_path).read_text(encoding="utf-8")
        assert "## The guard on changed answers" in text


def started(package: Path, home: Path, out: Path) -> "subprocess.Popen[str]":
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ARCH_TEAM_")}
    command = [sys.executable, "-m", "arch_team.console", "benchmark", "trustee", "--modes", "ontology", "--no-guard"]
    return subprocess.Popen(
        [*command, "--limit", "7", "--out", str(out)],
        cwd=package,
        env={**clean, "ARCH_TEAM_HOME": str(home), "PYTHONPATH": str(package)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


@pytest.mark.thorough
def test_killing_it_loses_no_finished_question_and_repeats_none(bench_settings: Settings, tmp_path: Path) -> None:
    """A real process, killed without warning in the middle of its work, twice. On a copy of the package: a journal is
    not continued by other code, and somebody may be writing some."""
    package, out = tmp_path / "package", tmp_path / "out"
    shutil.copytree(Path(arch_team.__file__).parent, package / "arch_team")
    path, before = out / FILE_NAME, b""
    for wanted in (2, 4):
        with started(package, bench_settings.home, out) as process:
            assert process.stderr is not None
            seen: list[str] = []
            for line in process.stderr:
                seen.append(line)
                if line.startswith(f"[{wanted}/7]"):
                    process.send_signal(signal.SIGKILL)
                    break
        assert process.returncode == -signal.SIGKILL, "".join(seen)
        before = path.read_bytes()
        assert len(_runs(path)) >= wanted
    with started(package, bench_settings.home, out) as process:
        output, told = process.communicate(timeout=300)
    assert process.returncode == 0, told
    assert "100.0 %" in output
    whole = before[: before.rfind(b"\n") + 1]
    assert path.read_bytes().startswith(whole), "what was finished is not touched"
    assert len({run.key for run in _runs(path)}) == 7
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if '"kind":"run"' in line]
    assert len(lines) == 7, "no question was asked again"


def _runs(path: Path) -> list[Finished]:
    return read_journal(path)[1]
