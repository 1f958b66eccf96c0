"""Counts of a process, in the text that Prometheus reads."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar, cast

import pytest
from prometheus_client.parser import text_string_to_metric_families

from arch_team.models.scripted import Call, Fails, Hangs, Scripted
from arch_team.runs.steps import Inline
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.telemetry.metrics import Metrics, metrics, turn_off, turn_on
from tests.telemetry.test_spans import DRAFT, INVENTED, QUESTION, READ, WRONG

T = TypeVar("T")


@pytest.fixture
def counts() -> Iterator[Metrics]:
    turn_off()
    yield turn_on()
    turn_off()


@pytest.fixture
def settings(tmp_path: Path, duckdb_url: str) -> Settings:
    return Settings(home=tmp_path, db=duckdb_url, mandate="alpenblick", model=None)


def counted(counts: Metrics, name: str) -> dict[tuple[str, ...], float]:
    """Values of a metric by its labels, in the order of their names; zeros left out."""
    families = text_string_to_metric_families(counts.text().decode())
    samples = [sample for family in families for sample in family.samples if sample.name == f"arch_team_{name}"]
    return {tuple(sample.labels.values()): sample.value for sample in samples if sample.value}


def ask(settings: Settings, *turns: Call | Fails | Hangs | str, tokens: int = 0) -> None:
    Society(settings, client=Scripted(*turns, tokens=tokens), engine_first=False).ask_sync(QUESTION, language="de")


def test_a_run_is_counted_with_its_calls(counts: Metrics, settings: Settings) -> None:
    ask(settings, WRONG, READ, DRAFT.replace("e1", "e2"), tokens=5)
    assert counted(counts, "runs_ended_total") == {("approved", "data"): 1}
    assert counted(counts, "run_seconds_count") == {("data",): 1}
    assert counted(counts, "model_calls_total") == {("Scripted", "OK"): 3}
    assert counted(counts, "model_tokens_total") == {("input", "Scripted"): 15, ("output", "Scripted"): 15}
    assert counted(counts, "tool_calls_total") == {("FIELD_NOT_FOUND", "queryTable"): 1, ("OK", "queryTable"): 1}
    assert counted(counts, "guard_checks_total") == {("passed",): 1}


def test_refusals_are_counted_by_their_code(counts: Metrics, settings: Settings) -> None:
    ask(settings, READ, INVENTED)
    assert counted(counts, "runs_ended_total") == {("refused", "data"): 1}
    assert counted(counts, "guard_refusals_total") == {("UNBOUND_FIGURE",): 3}


def test_a_model_that_fails_is_counted_as_such(counts: Metrics, settings: Settings) -> None:
    ask(settings, Fails(ValueError("no")))
    assert counted(counts, "model_calls_total") == {("Scripted", "ValueError"): 1}
    assert counted(counts, "runs_ended_total") == {("failed", "data"): 1}


class Remembering(Inline):
    """Steps as a kept run has them: what was done once is read back."""

    def __init__(self) -> None:
        self.done: list[object] = []
        self.next = 0

    async def once(self, name: str, work: Callable[[], Awaitable[T]]) -> T:
        self.next += 1
        if self.next > len(self.done):
            self.done.append(await work())
        return cast("T", self.done[self.next - 1])


def test_what_is_read_back_is_not_counted_again(counts: Metrics, settings: Settings) -> None:
    steps = Remembering()
    for _ in range(2):
        steps.next = 0
        society = Society(settings, client=Scripted(READ, DRAFT), steps=steps, engine_first=False)
        assert society.ask_sync(QUESTION, language="de").status == "approved"
    assert counted(counts, "model_calls_total") == {("Scripted", "OK"): 2}
    assert counted(counts, "tool_calls_total") == {("OK", "queryTable"): 1}
    assert counted(counts, "guard_checks_total") == {("passed",): 1}


def test_levels_are_set_not_added(counts: Metrics) -> None:
    counts.level({"queued": 3, "running": 1, "waiting": 2}, 2)
    counts.level({"queued": 1, "running": 0, "waiting": 2}, 2)
    assert counted(counts, "runs") == {("queued",): 1, ("waiting",): 2}
    assert counted(counts, "open_clarifications") == {(): 2}


def test_nobody_counts_where_nobody_asked_for_it(settings: Settings) -> None:
    turn_off()
    ask(settings, READ, DRAFT)
    assert metrics() is None
