"""What a kept run did and when, seat by seat. Without what was said: that is in its export."""

from collections.abc import Iterator, Sequence

from arch_team.runs.records import RunEvent, RunRecord


def timeline(run: RunRecord, events: Sequence[RunEvent]) -> Iterator[str]:
    """A line per event, with the seconds since the run was asked for. Tool calls say how they went and how long."""
    calls = iter(run.answer.trace.tool_calls if run.answer is not None else ())
    for event in events:
        told = [event.seat] if event.seat else []
        if event.kind == "call":
            told.append(event.text.partition(" ")[0])
        elif event.kind == "result" and (call := next(calls, None)) is not None:
            told.append(f"{call.tool} {call.code} {call.duration_ms:.1f} ms")
        elif event.kind in ("routed", "done"):
            told.append(event.text)
        seconds = (event.at - run.created_at).total_seconds()
        yield f"{seconds:9.3f} s  {event.kind:<9} {'  '.join(told)}".rstrip()
    if run.answer is not None:
        trace = run.answer.trace
        yield f"{trace.llm_calls} model calls, {trace.prompt_tokens} + {trace.completion_tokens} tokens"
