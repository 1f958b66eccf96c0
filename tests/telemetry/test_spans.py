"""The tree of a run, as OpenTelemetry's own SDK sees it."""

import asyncio
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from arch_team.models.scripted import Call, Fails, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.telemetry.exporting import trace_id_of, tree_of
from arch_team.telemetry.tracing import CAPTURE
from tests.telemetry.collecting import collected_spans

QUESTION = "Was ist der Saldo von Konto 1020 per 31.12.2025?"
_PERIOD = [{"field": "periodYear", "op": "=", "value": 2025}, {"field": "periodMonth", "op": "=", "value": 0}]
_FILTERS = [{"field": "accountNumber", "op": "=", "value": "1020"}, *_PERIOD]
READ = Call("queryTable", {"tableName": "TrusteeDataAccountBalance", "filters": _FILTERS})
WRONG = Call("queryTable", {"tableName": "TrusteeDataAccountBalance", "fields": ["klosing"], "filters": _FILTERS})
DRAFT = "Der Saldo beträgt {{e1.r0.closingBalance}}. READY_FOR_VALIDATION"
INVENTED = "Der Saldo beträgt 999'111.55. READY_FOR_VALIDATION"


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    with collected_spans() as exporter:
        yield exporter


@pytest.fixture
def settings(tmp_path: Path, duckdb_url: str) -> Settings:
    return Settings(home=tmp_path, db=duckdb_url, mandate="alpenblick", model=None, tenant="acme")


def ask(settings: Settings, client: Scripted) -> Answer:
    return Society(settings, client=client, engine_first=False).ask_sync(QUESTION, language="de")


def names(spans: InMemorySpanExporter) -> list[str]:
    """Each span with its depth, in the order in which they began."""
    return [re.split(r"  \d", line)[0] for line in tree_of(spans.get_finished_spans())]


def one(spans: InMemorySpanExporter, name: str) -> ReadableSpan:
    (found,) = [span for span in spans.get_finished_spans() if span.name == name]
    return found


def about(span: ReadableSpan) -> Mapping[str, object]:
    assert span.attributes is not None
    return span.attributes


def test_a_run_is_one_tree(settings: Settings, spans: InMemorySpanExporter) -> None:
    answer = ask(settings, Scripted(READ, DRAFT, tokens=7))
    assert answer.status == "approved"
    assert names(spans) == [
        "invoke_workflow arch_team",
        "├── invoke_agent QueryOperator",
        "│   ├── chat Scripted",
        "│   ├── execute_tool queryTable",
        "│   └── chat Scripted",
        "├── invoke_agent Validator",
        "│   └── guard_check",
        "├── invoke_agent UserClarification",
        "└── invoke_agent QAApprover",
    ]
    root = one(spans, "invoke_workflow arch_team")
    assert root.parent is None
    assert root.status.status_code is StatusCode.UNSET
    assert about(root) == {
        "gen_ai.operation.name": "invoke_workflow",
        "gen_ai.workflow.name": "arch_team",
        "gen_ai.conversation.id": answer.run_id,
        "arch_team.tenant": "acme",
        "arch_team.ending": "approved",
        "arch_team.skill": "data",
        "arch_team.model": "Scripted",
    }
    chats = [about(span) for span in spans.get_finished_spans() if span.name == "chat Scripted"]
    assert chats[0] == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "Scripted",
        "gen_ai.usage.input_tokens": 7,
        "gen_ai.usage.output_tokens": 7,
        "gen_ai.response.finish_reasons": ("function_calls",),
    }
    assert about(one(spans, "execute_tool queryTable")) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "queryTable",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": "call_0",
    }
    assert about(one(spans, "guard_check"))["gen_ai.evaluation.score.label"] == "pass"


def test_the_trace_of_a_run_is_found_by_its_id(settings: Settings, spans: InMemorySpanExporter) -> None:
    answer = ask(settings, Scripted(READ, DRAFT))
    traces = {span.context.trace_id for span in spans.get_finished_spans() if span.context}
    assert traces == {trace_id_of(answer.run_id)}


def test_what_is_asked_and_answered_stands_in_no_span(settings: Settings, spans: InMemorySpanExporter) -> None:
    ask(settings, Scripted(WRONG, READ, DRAFT))
    told = " ".join(f"{about(span)}{span.status.description}{span.events}" for span in spans.get_finished_spans())
    said = ("Saldo", '"1020"', "152'400", "152400", "klosing", "closingBalance")  # ids and times have digits, too
    assert not [word for word in said if word in told]


def test_content_is_captured_where_it_is_allowed(
    settings: Settings, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CAPTURE, "true")
    ask(settings, Scripted(READ, DRAFT))
    root = about(one(spans, "invoke_workflow arch_team"))
    assert QUESTION in str(root["gen_ai.input.messages"])
    assert "152'400.00" in str(root["gen_ai.output.messages"])
    assert '"1020"' in str(about(one(spans, "execute_tool queryTable"))["gen_ai.tool.call.arguments"])


def test_a_rejected_call_says_its_code(settings: Settings, spans: InMemorySpanExporter) -> None:
    ask(settings, Scripted(WRONG, READ, DRAFT.replace("e1", "e2")))
    first, second = [span for span in spans.get_finished_spans() if span.name == "execute_tool queryTable"]
    assert (first.status.status_code, about(first)["error.type"]) == (StatusCode.ERROR, "FIELD_NOT_FOUND")
    assert (second.status.status_code, "error.type" in about(second)) == (StatusCode.UNSET, False)


def test_a_tool_that_fails_is_an_error_and_so_is_its_run(
    settings: Settings, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    society = Society(settings, client=Scripted(READ, DRAFT), engine_first=False)
    provider = society.source.provider

    def broken(_: object) -> None:
        raise OSError("no route to 10.0.0.7")

    monkeypatch.setattr(provider, "run", broken)
    assert society.ask_sync(QUESTION, language="de").status == "failed"
    tool, root = one(spans, "execute_tool queryTable"), one(spans, "invoke_workflow arch_team")
    assert (tool.status.status_code, about(tool)["error.type"]) == (StatusCode.ERROR, "SYSTEM_ERROR")
    assert (root.status.status_code, about(root)["arch_team.ending"]) == (StatusCode.ERROR, "failed")
    assert "10.0.0.7" not in str([(about(span), span.status.description) for span in (tool, root)])


def test_a_model_that_fails_is_an_error_without_its_words(settings: Settings, spans: InMemorySpanExporter) -> None:
    assert ask(settings, Scripted(Fails(ValueError("key sk-12345678901234567890")))).status == "failed"
    chat = one(spans, "chat Scripted")
    assert (chat.status.status_code, about(chat)["error.type"]) == (StatusCode.ERROR, "ValueError")
    assert not [span.events for span in spans.get_finished_spans() if span.events]


def test_what_the_guard_holds_back_is_no_error_and_has_its_codes(
    settings: Settings, spans: InMemorySpanExporter
) -> None:
    assert ask(settings, Scripted(READ, INVENTED)).status == "refused"
    checks = [span for span in spans.get_finished_spans() if span.name == "guard_check"]
    assert about(checks[0])["gen_ai.evaluation.score.label"] == "fail"
    assert about(checks[0])["arch_team.guard.codes"] == ("UNBOUND_FIGURE",)
    assert {span.status.status_code for span in checks} == {StatusCode.UNSET}
    assert one(spans, "invoke_workflow arch_team").status.status_code is StatusCode.UNSET


async def consume_one(society: Society) -> None:
    events = society.events(QUESTION, language="de")
    await anext(events)
    await events.aclose()


def test_a_run_that_nobody_follows_any_more_is_closed(settings: Settings, spans: InMemorySpanExporter) -> None:
    asyncio.run(consume_one(Society(settings, client=Scripted(READ, DRAFT), engine_first=False)))
    assert about(one(spans, "invoke_workflow arch_team"))["arch_team.ending"] == "cancelled"
