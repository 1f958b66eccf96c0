"""The embedded operator replays its plan from the messages alone: repairs a rejected call once, and never argues."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest
from autogen_core import FunctionCall
from autogen_core.models import (
    AssistantMessage,
    FunctionExecutionResult,
    FunctionExecutionResultMessage,
    LLMMessage,
    UserMessage,
)

from arch_team.featuredata.trustee import FEATURE
from arch_team.models.embedded.client import EmbeddedOperator
from arch_team.models.speech import CANNOT, INVALID, NEED, READY, relayed
from arch_team.ontologies.descriptor import OntologyDescriptor

NOT_ALLOWED = "Diese Frage führt zu einer Abfrage, die für die Tabellen nicht zulässig ist."
QUESTION = "Was ist der Saldo von Konto 1020 per 31.12.2025?"
ROW = {"_row": "r0", "accountNumber": "1020", "accountName": "Bank", "closingBalance": "152400.00", "currency": "CHF"}
FOUND = {"success": True, "evidence": {"id": "e1"}, "data": {"rows": [ROW]}}
CORRECTED = {"tableName": "TrusteeDataAccountBalance", "limit": 1}
REJECTED = {"success": False, "error": "wrong filter", "errorDetails": {"correctedCall": CORRECTED}}


@pytest.fixture(scope="module")
def ontology() -> OntologyDescriptor:
    found = FEATURE.catalog().ontology
    assert found is not None
    return found


@pytest.fixture
def operator(ontology: OntologyDescriptor) -> EmbeddedOperator:
    return EmbeddedOperator(ontology, "de")


def asked(text: str = QUESTION) -> LLMMessage:
    return UserMessage(content=text, source="user")


def returned(*results: Mapping[str, object] | str) -> LLMMessage:
    contents = [result if isinstance(result, str) else json.dumps(result) for result in results]
    return FunctionExecutionResultMessage(
        content=[FunctionExecutionResult(content=c, name="queryTable", call_id="x", is_error=False) for c in contents]
    )


def turn(operator: EmbeddedOperator, *messages: LLMMessage) -> str | FunctionCall:
    content = asyncio.run(operator.create(messages)).content
    return content if isinstance(content, str) else content[0]


def call(operator: EmbeddedOperator, *messages: LLMMessage) -> tuple[str, dict[str, Any]]:
    made = turn(operator, *messages)
    assert isinstance(made, FunctionCall), made
    return made.name, json.loads(made.arguments)


class TestReplay:
    def test_a_question_leads_to_a_call(self, operator: EmbeddedOperator) -> None:
        name, arguments = call(operator, asked())
        assert name == "queryTable"
        assert {"field": "accountNumber", "op": "=", "value": "1020"} in arguments["filters"]

    def test_what_was_found_leads_to_a_draft_that_refers_to_cells(self, operator: EmbeddedOperator) -> None:
        said = turn(operator, asked(), returned(FOUND))
        assert said == f"Saldo per 31.12.2025: Bank (1020): {{{{e1.r0.closingBalance}}}}.\n\n{READY}"

    def test_the_client_is_stateless(self, operator: EmbeddedOperator, ontology: OntologyDescriptor) -> None:
        """A client that has seen another conversation, or none at all, says the same."""
        turn(operator, asked("Wie viele Kunden haben wir?"))
        turn(operator, asked(), returned(REJECTED))
        fresh = EmbeddedOperator(ontology, "de")
        assert turn(operator, asked(), returned(FOUND)) == turn(fresh, asked(), returned(FOUND))
        assert call(operator, asked()) == call(fresh, asked())

    def test_an_answer_of_the_person_starts_the_plan_again(self, operator: EmbeddedOperator) -> None:
        years = {"success": True, "evidence": {"id": "e1"}, "data": {"rows": [{"_row": "r0", "periodYear": 2025}]}}
        start = asked("Saldo Konto 1020")
        need = turn(operator, start, returned(years))
        assert isinstance(need, str)
        assert need.startswith(NEED)
        assert "31.12.2025" in need
        heard = UserMessage(content=relayed("31.12.2025"), source="UserClarification")
        said = AssistantMessage(content=need, source="QueryOperator")
        _, arguments = call(operator, start, returned(years), said, heard)
        assert {"field": "periodYear", "op": "=", "value": 2025} in arguments["filters"]

    def test_no_rows_are_no_zero(self, operator: EmbeddedOperator) -> None:
        empty: dict[str, object] = {**FOUND, "data": {"rows": ()}}
        said = turn(operator, asked(), returned(empty))
        assert isinstance(said, str)
        assert said.startswith(CANNOT)
        assert "nicht, dass der Betrag null ist" in said


class TestRepair:
    def test_a_rejected_call_is_repaired_from_the_corrected_call(self, operator: EmbeddedOperator) -> None:
        assert call(operator, asked(), returned(REJECTED)) == ("queryTable", CORRECTED)

    def test_the_plan_goes_on_with_what_the_repair_found(self, operator: EmbeddedOperator) -> None:
        assert turn(operator, asked(), returned(REJECTED), returned(FOUND)) == turn(operator, asked(), returned(FOUND))

    def test_it_is_repaired_once(self, operator: EmbeddedOperator) -> None:
        again = turn(operator, asked(), returned(REJECTED), returned(REJECTED))
        assert again == f"{CANNOT} {NOT_ALLOWED}"

    def test_without_a_correction_it_is_said_that_the_tables_do_not_allow_it(self, operator: EmbeddedOperator) -> None:
        """What a rejected call is told is for models: people get a sentence in their language."""
        said = turn(operator, asked(), returned({"success": False, "error": "FIELD_NOT_FOUND: no such field"}))
        assert said == f"{CANNOT} {NOT_ALLOWED}"

    def test_a_result_that_cannot_be_read_is_a_failure(self, operator: EmbeddedOperator) -> None:
        said = turn(operator, asked(), returned("not JSON"))
        assert isinstance(said, str)
        assert said.startswith(f"{CANNOT} SYSTEM ERROR")


def test_an_objection_leads_to_an_honest_refusal(operator: EmbeddedOperator) -> None:
    draft = AssistantMessage(content=f"Der Saldo ist 5. {READY}", source="QueryOperator")
    objection = f"{INVALID} UNBOUND_FIGURE: 5 is not in the evidence."
    said = turn(operator, asked(), returned(FOUND), draft, UserMessage(content=objection, source="Validator"))
    assert said == f"{CANNOT} Die Prüfung hat meine Antwort nicht bestätigt, deshalb zeige ich sie nicht."


@pytest.mark.parametrize(
    "question", ["Buche CHF 500 Miete", "Umsatz aller Mandate 2025", "Schätze den Umsatz 2025", "Budget 2026?"]
)
def test_what_is_never_done_is_refused_without_a_call(operator: EmbeddedOperator, question: str) -> None:
    said = turn(operator, asked(question))
    assert isinstance(said, str)
    assert said.startswith(CANNOT)
