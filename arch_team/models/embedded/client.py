"""The embedded operator as a chat-completion client, so that the society cannot tell it from a model.

Stateless: from the messages alone it knows the question, what the person added and what the tools returned, and runs
the plan again up to there. A rejected call is repaired from its error details, once; what still fails is said.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from autogen_core.models import (
    AssistantMessage,
    FunctionExecutionResultMessage,
    LLMMessage,
    UserMessage,
)

from arch_team.models.embedded.generic import GenericPlanner
from arch_team.models.embedded.plan import Ask, Cannot, Found, Outcome, Plan, Say, ToolCall
from arch_team.models.embedded.planner import BookkeepingPlanner
from arch_team.models.embedded.seated import Seated
from arch_team.models.embedded.texts import Voice
from arch_team.models.speech import CANNOT, NEED, PROVIDED, READY, SUGGESTIONS, answer_in, is_invalid
from arch_team.ontologies.descriptor import OntologyDescriptor, SemanticType
from arch_team.reading.question import reader_of
from arch_team.wire import Language

_NOT_CONFIRMED = (
    "Die Prüfung hat meine Antwort nicht bestätigt, deshalb zeige ich sie nicht.",
    "The check did not confirm my answer, so I do not show it.",
)
_NOT_READ = (
    "Diese Frage führt zu einer Abfrage, die für die Tabellen nicht zulässig ist.",
    "This question leads to a query that the tables do not allow.",
)
_BROKEN = "SYSTEM ERROR"


@dataclass(frozen=True, slots=True)
class _Conversation:
    question: str
    answers: tuple[str, ...]
    results: tuple[dict[str, Any], ...]
    """What the tools returned since the person last spoke."""
    is_rejected: bool
    """The validator did not accept the draft."""


class EmbeddedOperator(Seated):
    """Answers from the ontology, asks, or says what it would need. It never guesses and costs nothing."""

    def __init__(self, ontology: OntologyDescriptor, language: Language) -> None:
        super().__init__()
        self._ontology = ontology
        self._reader = reader_of(ontology)
        self._language: Language = language

    def _outcome(self, conversation: _Conversation) -> Outcome | ToolCall:
        plan = self.plan_of(conversation.question, conversation.answers)
        try:
            call = next(plan)
            results = iter(conversation.results)
            while True:
                result = next(results, None)
                if result is None:
                    return call
                if not result.get("success"):
                    corrected = _corrected(result)
                    if corrected is None:
                        return self._failed(result)
                    result = next(results, None)
                    if result is None:
                        return ToolCall(call.tool, corrected)
                    if not result.get("success"):
                        return self._failed(result)
                call = plan.send(_found(result))
        except StopIteration as stop:
            outcome: Outcome = stop.value
            return outcome

    def _failed(self, result: dict[str, Any]) -> Cannot:
        """A tool's own failure is passed on with its cause; what a rejected call was told is not for people."""
        error = str(result.get("error"))
        return Cannot(error if error.startswith(_BROKEN) else Voice(self._language)(*_NOT_READ))

    def plan_of(self, question: str, answers: Sequence[str] = ()) -> Plan:
        """The calls that answer a question, one after the other. `answers`: what the person said to questions back."""
        if any(e.semantic_type is SemanticType.BALANCE_SNAPSHOT for e in self._ontology.entities):
            return BookkeepingPlanner(question, self._reader, self._language, answers).plan()
        text = " ".join((question, *answers))
        return GenericPlanner(self._ontology, self._reader.read(text), self._language).plan()

    def turn(self, messages: Sequence[LLMMessage]) -> str | ToolCall:
        conversation = _conversation(messages)
        if conversation.is_rejected:
            return _spoken(Cannot(Voice(self._language)(*_NOT_CONFIRMED)))
        outcome = self._outcome(conversation)
        return outcome if isinstance(outcome, ToolCall) else _spoken(outcome)


def _conversation(messages: Sequence[LLMMessage]) -> _Conversation:
    question = ""
    answers: list[str] = []
    results: list[dict[str, Any]] = []
    is_rejected = False
    for message in messages:
        if isinstance(message, UserMessage):
            text = message.content if isinstance(message.content, str) else ""
            if not question:
                question = text
            elif text.startswith(PROVIDED):
                answers.append(answer_in(text))
                results, is_rejected = [], False
            elif is_invalid(text):
                is_rejected = True
        elif isinstance(message, FunctionExecutionResultMessage):
            results += [_read(result.content) for result in message.content]
        elif isinstance(message, AssistantMessage):
            is_rejected = False
    return _Conversation(question, tuple(answers), tuple(results), is_rejected)


def _read(content: str) -> dict[str, Any]:
    try:
        read: dict[str, Any] = json.loads(content)
    except ValueError:
        return {"success": False, "error": "SYSTEM ERROR: the tool's answer could not be read."}
    return read


def _corrected(result: dict[str, Any]) -> dict[str, object] | None:
    details: dict[str, Any] = result.get("errorDetails") or {}
    return details.get("correctedCall")


def _found(result: dict[str, Any]) -> Found:
    evidence = result["evidence"]
    return Found(evidence["id"], tuple(result["data"]["rows"]), bool(evidence.get("truncated")))


def _spoken(outcome: Outcome) -> str:
    if isinstance(outcome, Say):
        return f"{outcome.text}\n\n{READY}"
    if isinstance(outcome, Ask):
        suggestions = f"\n{SUGGESTIONS} {' | '.join(outcome.suggestions)}" if outcome.suggestions else ""
        return f"{NEED} {outcome.question}{suggestions}"
    return f"{CANNOT} {outcome.reason}"
