"""`arch-team runs show ID --trace`: what a run did and when, and nothing of what was said."""

from datetime import UTC, datetime, timedelta

from arch_team.console.timeline import timeline
from arch_team.runs.answer import Answer
from arch_team.runs.records import EventKind, RunEvent, RunRecord, RunRequest
from arch_team.runs.trace import AgentTrace, ToolCallLog

ASKED = datetime(2026, 11, 15, 9, 0, tzinfo=UTC)
SAID = "Der Lohn von Rita ist 9'999.00"


def call(success: bool, code: str | None = None) -> ToolCallLog:
    return ToolCallLog(
        call_id="c1",
        round=1,
        tool="queryTable",
        arguments={"who": SAID},
        success=success,
        validation_failure_code=code,
        duration_ms=12.34,
    )


def event(seq: int, kind: EventKind, seat: str = "", text: str = SAID) -> RunEvent:
    return RunEvent(seq=seq, at=ASKED + timedelta(seconds=seq / 4), kind=kind, seat=seat, text=text)


EVENTS = (
    event(1, "routed", text="data"),
    event(2, "call", "QueryOperator", f"queryTable {SAID}"),
    event(3, "result", "QueryOperator"),
    event(4, "call", "QueryOperator", f"queryTable {SAID}"),
    event(5, "result", "QueryOperator"),
    event(6, "seat", "Validator"),
    event(7, "done", text="approved"),
)


def test_a_run_is_told_line_by_line_without_its_content() -> None:
    calls = (call(False, "FIELD_NOT_FOUND"), call(False))
    trace = AgentTrace(tool_calls=calls, llm_calls=3, prompt_tokens=100, completion_tokens=20)
    answer = Answer(run_id="r1", question=SAID, language="de", status="approved", text=SAID, trace=trace)
    request = RunRequest(question=SAID)
    run = RunRecord(id="r1", tenant="a", status="done", request=request, created_at=ASKED, answer=answer)
    assert list(timeline(run, EVENTS)) == [
        "    0.250 s  routed    data",
        "    0.500 s  call      QueryOperator  queryTable",
        "    0.750 s  result    QueryOperator  queryTable FIELD_NOT_FOUND 12.3 ms",
        "    1.000 s  call      QueryOperator  queryTable",
        "    1.250 s  result    QueryOperator  queryTable SYSTEM_ERROR 12.3 ms",
        "    1.500 s  seat      Validator",
        "    1.750 s  done      approved",
        "3 model calls, 100 + 20 tokens",
    ]


def test_a_run_that_goes_on_is_told_so_far() -> None:
    run = RunRecord(id="r1", tenant="a", status="running", request=RunRequest(question=SAID), created_at=ASKED)
    assert list(timeline(run, EVENTS[:3]))[-1] == "    0.750 s  result    QueryOperator"
