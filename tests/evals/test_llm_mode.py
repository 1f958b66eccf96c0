"""`benchmark --mode llm`: limits by difficulty, repeats, consistency, and a comparison that knows chance from loss."""

from pathlib import Path
from typing import Any

import pytest
from autogen_core.models import ChatCompletionClient

from arch_team.errors import DataError
from arch_team.evals.llm_cases import LlmCase, cases, timeout_of
from arch_team.evals.llm_mode import CaseLine, LlmFigures, LlmPlan, measure
from arch_team.evals.llm_report import llm_markdown
from arch_team.evals.regression import Outcome, compared, keep_baseline, read_baseline
from arch_team.evals.scoring import Verdict
from arch_team.evals.statistics import Rate
from arch_team.models.plain_chat import NO_REPLY
from arch_team.models.scripted import Fails, Hangs, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings


class TestCases:
    def test_time_limits_are_those_of_the_contract(self) -> None:
        assert [timeout_of(name) for name in ("easy", "medium", "hard", "extreme")] == [45.0, 60.0, 90.0, 60.0]
        assert all(case.timeout == timeout_of(case.difficulty) for case in cases())

    def test_there_are_some_of_each_difficulty_and_category(self) -> None:
        assert {case.difficulty for case in cases()} == {"easy", "medium", "hard"}
        assert {case.category for case in cases()} == {"direct", "routing", "data"}
        assert len({case.id for case in cases()}) == len(cases())

    def test_fast_is_what_needs_no_tools_and_what_is_easy(self) -> None:
        fast = cases(fast=True)
        assert 0 < len(fast) < len(cases())
        assert all(case.category != "data" or case.difficulty == "easy" for case in fast)

    def test_a_model_that_gave_no_answer_on_the_direct_path_has_failed(self) -> None:
        case = next(case for case in cases() if case.id == "llm-translation")
        given: dict[str, Any] = {"run_id": "r", "question": "", "language": "en", "status": "approved", "text": "Hello"}
        assert case.verdict(Answer(**given, route="direct_chat")) == "right"
        assert case.verdict(Answer(**given, route="direct_chat", warnings=(NO_REPLY["en"],))) == "failed"

    def test_the_right_answer_on_the_wrong_path_is_wrong(self) -> None:
        case = next(case for case in cases() if case.id == "llm-arithmetic-en")
        given: dict[str, Any] = {"run_id": "r", "question": "", "language": "en", "status": "approved", "text": "= 6"}
        assert case.verdict(Answer(**given, route="direct_chat")) == "right"
        assert case.verdict(Answer(**given, route="react")) == "wrong"


@pytest.fixture(scope="module")
def found(bench_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> LlmFigures:
    plain = bench_settings.model_copy(update={"feature": None})
    return measure(
        LlmPlan(plain, tuple(case for case in cases() if not case.needs_model), repeats=2),
        tmp_path_factory.mktemp("llm"),
    )


class TestMeasure:
    def test_the_embedded_operator_gets_them_all_right_each_time(self, found: LlmFigures) -> None:
        assert {case.id: case.verdicts for case in found.cases if set(case.verdicts) != {"right"}} == {}
        assert (found.accuracy.value, found.std, found.consistency, found.timeouts) == (1.0, 0.0, 1.0, 0)
        assert 0 < found.p50 <= found.p95

    def test_the_report_tells_it(self, found: LlmFigures) -> None:
        text = llm_markdown(found, compared(found, None))
        assert "accuracy | 100.0 % ± 0.0 %" in text
        assert "| llm-month | data | hard | 90 s | right, right |" in text

    def test_a_case_that_takes_too_long_is_a_timeout(
        self, bench_settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("arch_team.evals.llm_mode.GRACE", 0.2)

        def client(_: LlmCase) -> ChatCompletionClient:
            return Scripted(Hangs())

        chosen = tuple(case for case in cases() if case.id in ("llm-balance", "llm-translation"))
        plan = LlmPlan(bench_settings, chosen, repeats=2, timeouts=lambda _: 0.3, client=client)
        found = measure(plan, tmp_path)
        assert (found.timeouts, found.failures, found.accuracy.value, found.consistency) == (4, 0, 0.0, 0.0)

    def test_a_run_that_breaks_off_is_a_failure_and_no_verdict_on_the_model(
        self, bench_settings: Settings, tmp_path: Path
    ) -> None:
        def client(_: LlmCase) -> ChatCompletionClient:
            return Scripted(Fails(RuntimeError("Connection error")))

        chosen = tuple(case for case in cases() if case.id in ("llm-balance", "llm-translation"))
        found = measure(LlmPlan(bench_settings, chosen, repeats=1, client=client), tmp_path)
        assert {case.verdicts for case in found.cases} == {("failed",)}
        assert (found.failures, found.accuracy.value) == (2, 0.0)
        assert "the model cannot be reached (https://api.openai.com/v1)" in found.reasons
        text = llm_markdown(found, compared(found, None))
        assert "**2 runs failed**" in text
        assert "baseline from now on" not in text

    def test_an_interrupted_measurement_goes_on(self, bench_settings: Settings, tmp_path: Path) -> None:
        asked: list[str] = []

        def client(case: LlmCase) -> ChatCompletionClient:
            asked.append(case.id)
            return Scripted("CANNOT_ANSWER: no")

        chosen = tuple(case for case in cases() if case.category == "data")[:2]
        measure(LlmPlan(bench_settings, chosen, repeats=1, client=client), tmp_path)
        measure(LlmPlan(bench_settings, chosen, repeats=2, client=client), tmp_path, fresh=False)
        assert len(asked) == 4


def figures(model: str, **verdicts: tuple[Verdict, ...]) -> LlmFigures:
    lines = tuple(
        CaseLine(id=n, category="data", difficulty="easy", timeout=45, verdicts=v) for n, v in verdicts.items()
    )
    rate = Rate(value=0.5, low=0.1, high=0.9, questions=len(lines), runs=len(lines))
    return LlmFigures(
        model=model,
        commit="c",
        fast=False,
        repeats=1,
        cases=lines,
        accuracy=rate,
        std=0.0,
        consistency=0.0,
        verdicts={},
        timeouts=0,
        p50=1.0,
        p95=2.0,
        by_difficulty={},
    )


def outcome(model: str, right: int, wrong: int) -> LlmFigures:
    one: tuple[Verdict, ...] = ("right",)
    other: tuple[Verdict, ...] = ("wrong",)
    return figures(model, **{f"c{number:02d}": one if number < right else other for number in range(right + wrong)})


class TestRegression:
    def test_the_first_measurement_is_the_baseline(self) -> None:
        assert compared(outcome("m", 10, 0), None).outcome is Outcome.NO_BASELINE

    @pytest.mark.parametrize(("lost", "worse"), [(0, False), (1, False), (4, False), (5, True), (10, True)])
    def test_a_loss_is_one_when_chance_does_not_explain_it(self, lost: int, worse: bool) -> None:
        """Five of ten: chance does that once in 32. The size of the loss alone decides nothing."""
        found = compared(outcome("m", 10 - lost, lost), outcome("m", 10, 0))
        assert found.is_worse is worse
        assert len(found.lost) == lost

    def test_what_was_gained_counts_too(self) -> None:
        before = figures("m", a=("right",), b=("right",), c=("wrong",), d=("wrong",))
        after = figures("m", a=("wrong",), b=("wrong",), c=("right",), d=("right",))
        found = compared(after, before)
        assert (found.is_worse, found.difference, found.lost, found.gained) == (False, 0.0, ("a", "b"), ("c", "d"))

    def test_without_a_model_there_is_no_chance_and_one_lost_question_is_a_loss(self) -> None:
        assert compared(outcome("embedded", 9, 1), outcome("embedded", 10, 0)).is_worse

    def test_another_model_is_named(self) -> None:
        assert "other" in compared(outcome("m", 3, 0), outcome("other", 3, 0)).note

    def test_a_baseline_is_kept_and_read_again(self, tmp_path: Path) -> None:
        path = tmp_path / "deep" / "baseline.json"
        assert read_baseline(path) is None
        keep_baseline(path, outcome("m", 2, 1))
        assert read_baseline(path) == outcome("m", 2, 1)
        path.write_text("{}", encoding="utf-8")
        with pytest.raises(DataError, match="not a baseline"):
            read_baseline(path)
