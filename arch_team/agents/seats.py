"""The three seats beside the operator. Deterministic: they cost no token."""

import logging
from collections.abc import Sequence
from typing import ClassVar

from autogen_agentchat.agents import BaseChatAgent
from autogen_agentchat.base import Response
from autogen_agentchat.messages import BaseChatMessage, TextMessage, ToolCallSummaryMessage
from autogen_core import CancellationToken

from arch_team.agents.quality import in_words
from arch_team.agents.reasons import why_held_back
from arch_team.agents.state import Ending, RunState
from arch_team.evidence.verdict import GuardCode, GuardResult, finding
from arch_team.models.speech import (
    APPROVE,
    INVALID,
    NOT_APPROVED,
    NOTHING_TO_ASK,
    VALID,
    draft_in,
    need_in,
    refusal_in,
    relayed,
)
from arch_team.telemetry.signals import guard_check, seat_turn

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())
SYSTEM_ERROR = "SYSTEM_ERROR"
OPERATOR, VALIDATOR, CLARIFICATION, APPROVER = "QueryOperator", "Validator", "UserClarification", "QAApprover"


class Seat(BaseChatAgent):
    """Speaks when it is its turn, from what the operator said last and the state of the run."""

    says: ClassVar[str] = ""

    def __init__(self, name: str, state: RunState) -> None:
        super().__init__(name, self.says)
        self._state = state
        self._turn = ""

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        for message in messages:
            if message.source == OPERATOR:
                spoke = not isinstance(message, ToolCallSummaryMessage)  # it only called tools, and said nothing yet
                self._turn = message.to_model_text() if spoke else ""
        with seat_turn(self.name) as turn, turn.here():
            said = await self.speak(self._turn)
        return Response(chat_message=TextMessage(source=self.name, content=said))

    async def speak(self, turn: str) -> str:
        raise NotImplementedError

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        self._turn = ""


class Validator(Seat):
    """Enforces the evidence rules on the operator's turn."""

    says = "Holds every figure against the evidence."

    async def speak(self, turn: str) -> str:
        state = self._state
        state.draft = None
        if need_in(turn) is not None:
            return f"{VALID} the operator asks the user."
        if refusal_in(turn) is not None:
            return f"{VALID} the operator says it cannot answer."
        checked = _checked(state, draft_in(turn))
        if checked.system_error:
            state.ending, state.reason = Ending.FAILED, checked.system_error
            return f"{INVALID} {checked.system_error}"
        if checked.ok:
            state.draft = checked
            return f"{VALID} {len(checked.figures)} figures are bound to the evidence."
        complaint = " ".join(f"{f.code}: {f.message}" for f in checked.findings)
        state.repeats = state.repeats + 1 if complaint == state.last_objection else 0
        state.last_objection, state.reason = complaint, why_held_back(checked.findings, state.language)
        state.rejections += 1
        state.interceptions.record(
            run_id=state.run_id,
            seat=self.name,
            reason_code=checked.findings[0].code if checked.findings else GuardCode.GUARD_FAILED,
            message=complaint,
            question=state.question,
            blocked_text=turn,
            findings=[f.to_wire() for f in checked.findings],
        )
        if state.repeats >= 2:
            state.ending = Ending.REFUSED
        hints = " ".join(dict.fromkeys(f.hint for f in checked.findings))
        return f"{INVALID} {complaint} {hints}".strip()


def _checked(state: RunState, draft: str) -> GuardResult:
    """Fail closed: a guard that breaks approves nothing."""
    with guard_check() as check:
        try:
            checked = state.desk.check(draft)
        except Exception as error:
            _log.exception("the guard failed")
            message = f"the draft could not be checked ({type(error).__name__})"
            checked = GuardResult(ok=False, findings=(finding(GuardCode.GUARD_FAILED, message, "Try again."),))
        if not checked.ok:
            check.refused([found.code for found in checked.findings] or [SYSTEM_ERROR])
    return checked


class UserClarification(Seat):
    """Turns a need into one question, waits for the person, relays the answer. Never assumes one."""

    says = "Asks the user what the operator needs to know."

    async def speak(self, turn: str) -> str:
        need = need_in(turn)
        state = self._state
        if need is None:
            return NOTHING_TO_ASK
        answer = await state.clarifier.ask(
            need.question, need.suggestions, run_id=state.run_id, language=state.language
        )
        if answer is None or not answer.strip():
            state.need = (need.question, need.suggestions)
            state.ending = Ending.NEEDS_CLARIFICATION
            return f"{NOTHING_TO_ASK}: nobody answered."
        state.answers.append(answer.strip())
        return relayed(answer.strip())


class QAApprover(Seat):
    """Checks completeness and quality. Its word ends the run."""

    says = "Approves what is complete and proven."

    async def speak(self, turn: str) -> str:
        state = self._state
        if state.ending is not None:
            return f"{NOT_APPROVED} the run has ended: {state.ending}."
        refusal = refusal_in(turn)
        if refusal is not None:
            state.ending, state.reason = Ending.REFUSED, refusal
            return f"{NOT_APPROVED} {refusal}"
        if need_in(turn) is not None:
            return f"{NOT_APPROVED} the user has answered; the operator continues."
        if state.draft is None:
            objection = state.last_objection or "there is no checked draft."
            return f"{NOT_APPROVED} {objection} {state.desk.suggests()}".strip()
        gate = state.quality(state.draft)
        lacks = [*state.desk.lacking(state.draft.text), *(f"{check.name}: {check.message}" for check in gate.failures)]
        if lacks:
            state.reason = " ".join(lacks)
            return f"{NOT_APPROVED} {' '.join(lacks)}"
        state.warnings = tuple(in_words(check, state.language) for check in gate.warnings)
        state.approved, state.ending = state.draft, Ending.APPROVED
        return f"{APPROVE} {state.desk.approval(state.draft)}"
