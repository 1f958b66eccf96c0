"""What each mode takes away, and what it leaves: the baseline must be as good as an honest baseline can be."""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from autogen_core.models import FunctionExecutionResultMessage, LLMMessage, SystemMessage

from arch_team.agents.desk import Task
from arch_team.agents.engine_desk import EngineDesk
from arch_team.errors import UsageError
from arch_team.evals.gold import GoldQuestion
from arch_team.evals.modes import Mode, desks_for, modes_named
from arch_team.evals.scoring import score
from arch_team.models.scripted import Call, Script, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society

BALANCES = "TrusteeDataAccountBalance"


def bank(**more: object) -> Call:
    filters = [
        {"field": "periodYear", "op": "=", "value": 2025},
        {"field": "periodMonth", "op": "=", "value": 0},
        {"field": "accountNumber", "op": "LIKE", "value": "102%"},
    ]
    return Call(
        "queryTable", {"tableName": BALANCES, "fields": ["accountNumber", "closingBalance"], "filters": filters, **more}
    )


def asked(settings: Settings, mode: Mode, *turns: Script) -> tuple[Answer, Scripted]:
    client = Scripted(*turns)
    society = Society(settings, client=client, desks=desks_for(mode, settings), engine_first=False, seconds=30)
    answer = asyncio.run(society.ask("Was ist der Banksaldo per 31.12.2025?", skill="data", language="de"))
    return answer, client


def results(client: Scripted) -> list[str]:
    messages: Sequence[LLMMessage] = client.requests[-1]
    return [
        result.content
        for message in messages
        if isinstance(message, FunctionExecutionResultMessage)
        for result in message.content
    ]


def prompt(client: Scripted) -> str:
    (system,) = [m.content for m in client.requests[0] if isinstance(m, SystemMessage)]
    return system


class TestBaseline:
    def test_what_the_model_says_last_is_the_answer(
        self, bench_settings: Settings, question_of: Callable[[str], GoldQuestion]
    ) -> None:
        answer, client = asked(bench_settings, "baseline", "Der Banksaldo beträgt 12345.67 CHF.")
        assert (answer.status, answer.text) == ("approved", "Der Banksaldo beträgt 12345.67 CHF.")
        assert score(question_of("q01"), answer).verdict == "wrong"
        assert client.choices == ["auto"], "nothing makes it call a tool first"

    def test_it_can_be_right(self, bench_settings: Settings, question_of: Callable[[str], GoldQuestion]) -> None:
        answer, client = asked(bench_settings, "baseline", bank(), "1020: 152400.00 CHF, 1021: 28100.00 CHF.")
        found = score(question_of("q01"), answer)
        assert (found.verdict, found.pattern_match, found.tool_calls) == ("right", True, 1)
        rows = json.loads(results(client)[0])["rows"]
        assert {"accountNumber": "1020", "closingBalance": "152400.00"} in rows

    def test_no_call_is_rejected_and_a_sum_over_periods_runs(self, bench_settings: Settings) -> None:
        bad = Call(
            "aggregateTable", {"tableName": BALANCES, "aggregate": "SUM", "field": "closingBalance", "filters": []}
        )
        answer, client = asked(bench_settings, "baseline", bad, "Fertig.")
        assert "sum_closingBalance" in results(client)[0]
        assert answer.trace.validation_failures == 0
        assert answer.trace.tool_calls[0].success

    @pytest.mark.parametrize(
        ("call", "told"),
        [
            (bank(fields=["klosingBalance"]), "closingBalance"),
            (bank(tableName="Nope"), "no such table"),
            (bank(filters=[{"field": "periodYear", "op": "LIKE", "value": "20%"}]), "Error"),
            (
                Call(
                    "queryTable",
                    {
                        "tableName": "TrusteeDataJournalEntry",
                        "fields": ["reference"],
                        "filters": [{"field": "bookingDate", "op": ">=", "value": "2025-03-01"}],
                    },
                ),
                "Could not convert",
            ),
            (
                Call(
                    "aggregateTable", {"tableName": BALANCES, "aggregate": "SUM", "field": "accountName", "filters": []}
                ),
                "sum",
            ),
            (Call("queryTable", {"fields": ["x"]}), "tableName"),
        ],
    )
    def test_what_the_database_cannot_do_comes_back_in_its_own_words(
        self, bench_settings: Settings, call: Call, told: str
    ) -> None:
        answer, client = asked(bench_settings, "baseline", call, "Das geht nicht.")
        (said,) = results(client)
        assert said.startswith("Error: ")
        assert told in said
        for help_ in ("errorDetails", "suggestion", "correctedCall", "hint"):
            assert help_ not in said
        assert not answer.trace.tool_calls[0].success
        assert answer.trace.tool_calls[0].validation_failure_code is None

    def test_the_tenant_scope_stays(self, bench_settings: Settings) -> None:
        count = Call("aggregateTable", {"tableName": BALANCES, "aggregate": "COUNT", "filters": []})
        other = bench_settings.model_copy(update={"mandate": "seeland"})
        ours, theirs = (results(asked(s, "baseline", count, "Fertig.")[1])[0] for s in (bench_settings, other))
        assert ours != theirs
        crossing = bank(fields=["mandateId"], filters=[{"field": "mandateId", "op": "=", "value": "seeland"}])
        assert results(asked(bench_settings, "baseline", crossing, "Fertig.")[1])[0].startswith("Error: ")

    @pytest.mark.parametrize(
        "name", ["/etc/passwd", "information_schema.tables", 'x" UNION SELECT 1 --', "TrusteeDataAccount; DROP TABLE x"]
    )
    def test_no_name_leads_out_of_the_tables(self, bench_settings: Settings, name: str) -> None:
        assert results(asked(bench_settings, "baseline", bank(tableName=name), "Fertig.")[1])[0].startswith("Error: ")
        assert results(asked(bench_settings, "baseline", bank(fields=[name]), "Fertig.")[1])[0].startswith("Error: ")

    def test_it_has_the_same_tools_but_for_the_sentence_on_corrections(self, bench_settings: Settings) -> None:
        task = Task("Was ist der Banksaldo per 31.12.2025?", "de", bench_settings)
        society = Society(bench_settings)
        desks = desks_for("baseline", bench_settings)
        assert desks is not None
        bare = {tool.name: tool.schema for tool in desks("data", task, lambda: society.source).tools()}
        full = {tool.name: tool.schema for tool in EngineDesk(task, society.source, society.source.engine).tools()}
        assert bare.keys() == full.keys()
        for name, schema in full.items():
            assert bare[name].get("parameters") == schema.get("parameters")
            said, told = bare[name].get("description", ""), schema.get("description", "")
            assert said
            assert told.startswith(said)
            assert "errorDetails" in told
            assert "errorDetails" not in said

    def test_its_prompt_has_the_tables_and_none_of_our_rules(self, bench_settings: Settings) -> None:
        _, client = asked(bench_settings, "baseline", "Fertig.")
        assert f"{BALANCES}(accountNumber" in prompt(client)
        for ours in ("{{", "READY_FOR_VALIDATION", "CANNOT_ANSWER", "ABSOLUTE", "errorDetails"):
            assert ours not in prompt(client)

    def test_a_turn_of_tool_calls_alone_does_not_end_it(self, bench_settings: Settings) -> None:
        answer, client = asked(
            bench_settings, "baseline", *[bank(limit=n) for n in range(1, 8)], "1020: 152400.00 CHF."
        )
        assert answer.text == "1020: 152400.00 CHF."
        assert len(client.requests) == 8


class TestValidator:
    def test_a_balance_is_not_summed_although_there_is_no_ontology(self, bench_settings: Settings) -> None:
        bad = Call(
            "aggregateTable", {"tableName": BALANCES, "aggregate": "SUM", "field": "closingBalance", "filters": []}
        )
        answer, client = asked(
            bench_settings, "validator", bad, bank(), "1020: {{e2.r0.closingBalance}}. READY_FOR_VALIDATION"
        )
        first: dict[str, Any] = json.loads(results(client)[0])
        assert first["errorDetails"]["code"] == "INVALID_AGGREGATE_TARGET"
        assert (answer.status, answer.text) == ("approved", "1020: CHF 152'400.00.")

    def test_the_guard_is_on(self, bench_settings: Settings) -> None:
        answer, client = asked(bench_settings, "validator", bank(), "CHF 12345.67. READY_FOR_VALIDATION")
        assert answer.text == ""
        assert client.choices[0] == "required"

    def test_its_prompt_has_no_ontology(self, bench_settings: Settings) -> None:
        _, client = asked(bench_settings, "validator", "CANNOT_ANSWER: nein")
        _, shipped = asked(bench_settings, "ontology", "CANNOT_ANSWER: nein")
        assert "READY_FOR_VALIDATION" in prompt(client)
        assert len(prompt(client)) < len(prompt(shipped))


def test_modes_are_named_and_checked() -> None:
    assert modes_named("ontology, baseline,ontology") == ("ontology", "baseline")
    for text in ("", "ontology,phase2"):
        with pytest.raises(UsageError) as caught:
            modes_named(text)
        assert "baseline, validator, ontology" in caught.value.next_step
