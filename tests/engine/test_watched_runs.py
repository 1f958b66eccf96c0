"""A kept run as whoever watches sees it: one trace, though it was left off and played again."""

from collections.abc import Iterator

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from arch_team.runs.records import RunRecord
from arch_team.telemetry.exporting import trace_id_of
from arch_team.telemetry.metrics import Metrics, turn_off, turn_on
from tests.engine.office import Office
from tests.engine.operators import QUESTION
from tests.telemetry.collecting import collected_spans


@pytest.fixture
def exporter() -> Iterator[InMemorySpanExporter]:
    with collected_spans() as exporter:
        yield exporter


@pytest.fixture
def counts() -> Iterator[Metrics]:
    turn_off()
    yield turn_on()
    turn_off()


def spans_of(run: RunRecord, exporter: InMemorySpanExporter, name: str) -> list[ReadableSpan]:
    found = [span for span in exporter.get_finished_spans() if span.context and span.name == name]
    mine = [span for span in found if span.context and span.context.trace_id == trace_id_of(run.id)]
    return sorted(mine, key=lambda span: span.start_time or 0)


def values(spans: list[ReadableSpan], attribute: str) -> list[object]:
    return [(span.attributes or {}).get(attribute) for span in spans]


def test_a_run_that_waited_is_one_trace_and_is_counted_once(
    office: Office, exporter: InMemorySpanExporter, counts: Metrics
) -> None:
    run = office.start(f"asks: {QUESTION}", "watched")
    assert office.finished(run).status == "waiting"
    office.answer(run, "2025")
    assert office.ended(run).status == "done"

    roots = spans_of(run, exporter, "invoke_workflow arch_team")
    assert values(roots, "arch_team.ending") == ["left_off", "approved"]
    assert values(roots, "arch_team.tenant") == ["watched", "watched"]
    assert [span.parent for span in roots] == [None, None]
    assert len(spans_of(run, exporter, "chat Scripted")) == 4
    reads = spans_of(run, exporter, "execute_tool queryTable")
    assert values(reads, "arch_team.replayed") == [None, True, None]

    operators = {span.context.span_id for span in spans_of(run, exporter, "invoke_agent QueryOperator") if span.context}
    calls = [*reads, *spans_of(run, exporter, "chat Scripted")]
    assert {span.parent.span_id for span in calls if span.parent} <= operators

    told = counts.text().decode()
    assert 'arch_team_tool_calls_total{code="OK",tool="queryTable"} 2.0' in told
    assert 'arch_team_model_calls_total{model="Scripted",outcome="OK"} 4.0' in told
    assert 'arch_team_runs_ended_total{ending="approved",skill="data"} 1.0' in told
    assert told.count("arch_team_runs_ended_total{") == 1
