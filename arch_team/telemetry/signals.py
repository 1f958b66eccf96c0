"""What happens in a run, one call for each kind of work: a span, the counts and a line in the log.

    invoke_workflow arch_team            the run
    ├── invoke_agent QueryOperator       a seat's turn
    │   ├── chat <model>
    │   └── execute_tool queryTable
    └── invoke_agent Validator
        └── guard_check

Names and attributes are OpenTelemetry's for generative AI where it has one. What people and models say stands in a span
only where `captures_content` allows it.
"""

import json
import logging
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from arch_team.telemetry.current import CurrentRun, is_replaying
from arch_team.telemetry.masking import Masking
from arch_team.telemetry.metrics import metrics
from arch_team.telemetry.tracing import Attributes, Place, captures_content, opened

T = TypeVar("T")
_log = logging.getLogger("arch_team.runs")
_log.addHandler(logging.NullHandler())
_masking = Masking()
OK = "OK"


class WatchedRun:
    """One execution of a run. A kept run that waits, or whose process died, has several, all in the same trace."""

    def __init__(self, current: CurrentRun, place: Place) -> None:
        self._current, self._place = current, place
        self._started = time.perf_counter()
        self.is_settled = False

    def each(self, events: AsyncGenerator[T, None]) -> AsyncGenerator[T, None]:
        """The run's own events; what happens behind them happens in this run."""
        return self._place.each(events)

    def ended(self, ending: str, *, skill: str, model: str, text: str = "") -> None:
        if self._current.is_left_off:
            self.left("left_off")
            return
        self.is_settled = True
        seconds = time.perf_counter() - self._started
        self._place.describe({"arch_team.ending": ending, "arch_team.skill": skill, "arch_team.model": model})
        _capture(self._place, "gen_ai.output.messages", "assistant", text)
        if ending == "failed":
            self._place.failed(ending)
        if (counts := metrics()) is not None:
            counts.runs_ended.labels(skill, ending).inc()
            counts.run_seconds.labels(skill).observe(seconds)
        self._say("run ended", ending=ending, skill=skill, model=model, seconds=round(seconds, 3))

    def left(self, how: str) -> None:
        """It was not played to its end here."""
        self.is_settled = True
        self._place.describe({"arch_team.ending": how})
        self._say("run left", ending=how)

    def _say(self, text: str, **told: object) -> None:
        with self._place.here():
            _log.info(text, extra=told)


@contextmanager
def watched_run(run_id: str, *, tenant: str, question: str) -> Generator[WatchedRun]:
    about: Attributes = {
        "gen_ai.operation.name": "invoke_workflow",
        "gen_ai.workflow.name": "arch_team",
        "gen_ai.conversation.id": run_id,
        "arch_team.tenant": tenant,
    }
    current = CurrentRun(run_id, tenant)
    with opened("invoke_workflow arch_team", about, run=current) as place:
        _capture(place, "gen_ai.input.messages", "user", question)
        watched = WatchedRun(current, place)
        try:
            yield watched
        finally:
            if not watched.is_settled:
                watched.left("left_off" if current.is_left_off else "cancelled")


@contextmanager
def seat_turn(seat: str) -> Generator[Place]:
    """A seat's turn. It is not entered yet: a seat that tells of its work step by step enters it with each step."""
    with opened(f"invoke_agent {seat}", _about("invoke_agent", "gen_ai.agent.name", seat), seat=seat) as place:
        yield place


@dataclass
class ModelCall:
    place: Place
    input_tokens: int = 0
    output_tokens: int = 0

    def answered(self, text: str, *, input_tokens: int, output_tokens: int, finish_reason: str) -> None:
        self.input_tokens, self.output_tokens = input_tokens, output_tokens
        self.place.describe(
            {
                "gen_ai.usage.input_tokens": input_tokens,
                "gen_ai.usage.output_tokens": output_tokens,
                "gen_ai.response.finish_reasons": [finish_reason],
            }
        )
        _capture(self.place, "gen_ai.output.messages", "assistant", text)


@contextmanager
def model_call(model: str) -> Generator[ModelCall]:
    """A model is really asked. What a kept run reads back instead is no call."""
    about = {**_about("chat", "gen_ai.request.model", model), "gen_ai.provider.name": "openai"}
    started, outcome = time.perf_counter(), "OK"
    with opened(f"chat {model}", about, kind="CLIENT") as place, place.here():
        call = ModelCall(place)
        try:
            yield call
        except BaseException as error:
            outcome = type(error).__name__
            if isinstance(error, Exception):
                _log.warning("a model call failed", extra={"model": model, "outcome": outcome})
            raise
        finally:
            seconds = time.perf_counter() - started
            if (counts := metrics()) is not None:
                counts.model_calls.labels(model, outcome).inc()
                counts.model_seconds.labels(model).observe(seconds)
                counts.model_tokens.labels(model, "input").inc(call.input_tokens)
                counts.model_tokens.labels(model, "output").inc(call.output_tokens)
            if _log.isEnabledFor(logging.DEBUG):
                told = {"model": model, "input_tokens": call.input_tokens, "output_tokens": call.output_tokens}
                _log.debug("model call", extra={**told, "outcome": outcome, "seconds": round(seconds, 3)})


@dataclass
class ToolCall:
    code: str = OK
    """Why it failed, in one word."""


@contextmanager
def tool_call(tool: str, arguments: object, call_id: str | None = None) -> Generator[ToolCall]:
    about = {**_about("execute_tool", "gen_ai.tool.name", tool), "gen_ai.tool.type": "function"}
    if call_id:
        about["gen_ai.tool.call.id"] = call_id
    started = time.perf_counter()
    with opened(f"execute_tool {tool}", about) as place, place.here():
        call = ToolCall()
        if place.span is not None and captures_content():
            told = json.dumps(arguments, ensure_ascii=False, default=str)
            place.describe({"gen_ai.tool.call.arguments": _masking.text(told)})
        yield call
        if call.code != OK:
            place.failed(call.code)
        if is_replaying():
            place.describe({"arch_team.replayed": True})
        elif (counts := metrics()) is not None:
            counts.tool_calls.labels(tool, call.code).inc()
        if _log.isEnabledFor(logging.DEBUG):
            seconds = round(time.perf_counter() - started, 3)
            _log.debug("tool call", extra={"tool": tool, "code": call.code, "seconds": seconds})


@dataclass
class GuardCheck:
    codes: Sequence[str] = ()

    def refused(self, codes: Sequence[str]) -> None:
        self.codes = codes


@contextmanager
def guard_check() -> Generator[GuardCheck]:
    """A draft is held against the evidence. A refusal is the guard's work, not its failure."""
    with opened("guard_check", {"gen_ai.evaluation.name": "grounding"}) as place, place.here():
        check = GuardCheck()
        yield check
        codes = sorted(set(check.codes))
        place.describe({"gen_ai.evaluation.score.label": "fail" if codes else "pass"})
        if codes:
            place.describe({"arch_team.guard.codes": codes})
            _log.info("a draft was held back", extra={"codes": codes})
        if (counts := metrics()) is not None and not is_replaying():
            counts.guard_checks.labels("refused" if codes else "passed").inc()
            for code in codes:
                counts.guard_refusals.labels(code).inc()


def _about(operation: str, named: str, name: str) -> dict[str, str | int | float | bool | list[str]]:
    return {"gen_ai.operation.name": operation, named: name}


def _capture(place: Place, attribute: str, role: str, text: str) -> None:
    if place.span is not None and text and captures_content():
        said = [{"role": role, "parts": [{"type": "text", "content": _masking.text(text)}]}]
        place.describe({attribute: json.dumps(said, ensure_ascii=False)})
