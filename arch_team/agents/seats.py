"""The three seats beside the operator. Deterministic: they cost no token."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from arch_team.agents.desk import Broken
from arch_team.agents.failures import told_failure
from arch_team.agents.quality import in_words
from arch_team.agents.reasons import for_people, why_held_back
from arch_team.agents.state import Ending, RunState
from arch_team.evidence.verdict import GuardCode, GuardResult, finding
from arch_team.models.speech import (
    APPROVE,
    APPROVER,
    ASKING,
    CANNOT_ANSWER,
    CLARIFICATION,
    INVALID,
    NOT_APPROVED,
    NOTHING_TO_ASK,
    VALID,
    VALIDATOR,
    Need,
    Refusal,
    relayed,
)
from arch_team.telemetry.signals import guard_check, seat_turn
from arch_team.tools.ask_user import AskArguments, AskUser

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())
SYSTEM_ERROR, QA_REFUSED = "SYSTEM_ERROR", "QA_REFUSED"


class Seat(ABC):
    """Speaks when it is its turn, from what the operator said last and the state of the run."""

    name: ClassVar[str]
    says: ClassVar[str]

    def __init__(self, state: RunState) -> None:
        self._state = state

    async def take(self, turn: str) -> str:
        with seat_turn(self.name) as taken, taken.here():
            return await self.speak(turn)

    @abstractmethod
    async def speak(self, turn: str) -> str: ...


class Validator(Seat):
    """Enforces the evidence rules on the operator's turn."""

    name = VALIDATOR
    says = "Holds every figure against the evidence."

    async def speak(self, turn: str) -> str:
        state = self._state
        state.draft, state.has_answered = None, False
        broken = state.desk.broken()
        if broken is not None:
            return self._failed(broken, turn)
        word = state.word_of(turn)
        if isinstance(word, Need):
            return ASKING
        if isinstance(word, Refusal):
            return CANNOT_ANSWER
        checked = _checked(state, word.text)
        if checked.system_error:
            return self._failed(Broken(checked.system_error), turn)
        if checked.ok:
            state.draft, state.is_blocked = checked, False
            return f"{VALID} {len(checked.figures)} figures are bound to the evidence."
        complaint = " ".join(f"{f.code}: {f.message}" for f in checked.findings)
        state.repeats = state.repeats + 1 if complaint == state.last_objection else 0
        state.last_objection, state.reason = complaint, why_held_back(checked.findings, state.language)
        state.rejections += 1
        state.is_blocked = any(found.code is not GuardCode.NO_TEXT for found in checked.findings)
        code = checked.findings[0].code if checked.findings else GuardCode.GUARD_FAILED
        state.intercepted(self.name, code, complaint, turn, [f.to_wire() for f in checked.findings])
        if state.repeats >= 2:
            state.ending = Ending.REFUSED
        hints = " ".join(dict.fromkeys(f.hint for f in checked.findings))
        return f"{INVALID} {complaint} {hints}".strip()

    def _failed(self, broken: Broken, turn: str) -> str:
        """A tool's SYSTEM ERROR ends the run, whatever the operator makes of it."""
        state = self._state
        state.ending = Ending.FAILED
        state.reason, state.next_step = told_failure(broken, state.language)
        state.intercepted(self.name, SYSTEM_ERROR, broken.cause, turn)
        return f"{INVALID} SYSTEM ERROR: {broken.cause}"


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

    name = CLARIFICATION
    says = "Asks the user what the operator needs to know."

    async def speak(self, turn: str) -> str:
        state = self._state
        word = state.word_of(turn)
        need = word if isinstance(word, Need) else None
        if need is None and state.draft is not None and not state.desk.lacking(state.draft.text):
            need = state.desk.unasked(state.asked, state.answers)
        if need is None or state.ending is not None:
            return NOTHING_TO_ASK
        given = AskArguments(question=need.question, suggested_answers=list(need.suggestions))
        answer = await AskUser(self._put).ask(given)
        if answer is None:
            state.need = (need.question, need.suggestions)
            state.ending = Ending.NEEDS_CLARIFICATION
            return f"{NOTHING_TO_ASK}: nobody answered."
        answer = _chosen(answer, need.suggestions)
        state.asked.append(need.question)
        state.answers.append(answer)
        state.has_answered = True
        return relayed(f"{need.about}: {answer}" if need.about else answer)

    async def _put(self, question: str, suggestions: Sequence[str]) -> str | None:
        """Through the run's own clarifier. The time a person takes is not the run's."""
        state, clock = self._state, asyncio.get_running_loop().time
        started = clock()
        state.waits = True
        try:
            return await state.clarifier.ask(question, suggestions, run_id=state.run_id, language=state.language)
        finally:
            state.waits = False
            state.waited += clock() - started


def _chosen(answer: str, suggestions: Sequence[str]) -> str:
    """A choice by its number is that choice: `1`, `(2)`."""
    number = answer.strip(" ().")
    if number.isascii() and number.isdecimal() and 1 <= int(number) <= len(suggestions):
        return suggestions[int(number) - 1]
    return answer


class QAApprover(Seat):
    """Checks completeness and quality. Its word ends the run."""

    name = APPROVER
    says = "Approves what is complete and proven."

    async def speak(self, turn: str) -> str:
        state = self._state
        if state.ending is not None:
            return f"{NOT_APPROVED} the run has ended: {state.ending}."
        word = state.word_of(turn)
        if isinstance(word, Refusal):
            state.ending, state.reason = Ending.REFUSED, for_people(word.reason, state.reason, state.language)
            return f"{NOT_APPROVED} {word.reason}"
        if state.has_answered:
            return f"{NOT_APPROVED} the user has answered; the operator continues."
        if state.draft is None:
            objection = state.last_objection or "there is no checked draft."
            return f"{NOT_APPROVED} {objection}"
        gate = state.quality(state.draft)
        lacks = [*state.desk.lacking(state.draft.text), *(f"{check.name}: {check.message}" for check in gate.failures)]
        if lacks:
            state.reason = " ".join(lacks)
            state.intercepted(self.name, QA_REFUSED, state.reason, turn)
            return f"{NOT_APPROVED} {' '.join(lacks)}"
        state.warnings = tuple(in_words(check, state.language) for check in gate.warnings)
        state.approved, state.ending = state.draft, Ending.APPROVED
        return f"{APPROVE} {state.desk.approval(state.draft)}"
