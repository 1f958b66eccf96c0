"""One run being worked on: the society's events become the run's, and its end becomes the run's end.

Everything here is played again after a crash or a wait, with the same steps and so with the same events.
"""

import logging
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass

from arch_team.engine.durable_steps import DurableSteps, LeftOff
from arch_team.engine.interception_store import RunInterceptions
from arch_team.engine.outbox import Outbox, Wrote
from arch_team.engine.parking import ParkingClarifier
from arch_team.engine.question_store import SqlQuestions
from arch_team.engine.run_store import Claim, RunStore, Told
from arch_team.engine.word_store import PersonWords, SqlWords
from arch_team.errors import SourceUnavailable
from arch_team.models.speech import CLARIFICATION
from arch_team.runs.answer import Answer
from arch_team.runs.records import RunEvent
from arch_team.settings import Settings
from arch_team.society import Society

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ended:
    """The answer is written, or somebody else has ended the run."""


@dataclass(frozen=True, slots=True)
class Waits:
    clarification_id: str


@dataclass(frozen=True, slots=True)
class Left:
    """The run goes on elsewhere, or was cancelled."""


class Execution:
    def __init__(
        self,
        claim: Claim,
        settings: Settings,
        store: RunStore,
        society: Callable[[Claim, Settings], Society],
        wrote: Wrote,
        over: Callable[[], bool],
    ) -> None:
        secrets = [settings.api_key] if settings.api_key else []
        questions = SqlQuestions(store.engine, claim.scope.tenant, clock=store.now)
        self.claim, self._over = claim, over
        self._outbox = Outbox(store, claim, wrote, over)
        self._clarifier = ParkingClarifier(
            questions,
            claim.run_id,
            settings.clarification_timeout,
            over,
            lambda: store.is_held(claim),
            self._outbox.flush,
        )
        self._steps = DurableSteps(self._outbox)
        self._society = society(claim, settings)
        self._society.clarifier = self._clarifier
        self._society.steps = self._steps
        words, person = SqlWords(store.engine, clock=store.now), claim.request.person or ""
        self._society.words = PersonWords(lambda: words, claim.scope.tenant, person, clock=store.now)
        self._society.interceptions = RunInterceptions(self._outbox.intercept, secrets=secrets)
        self._told = 0

    def stop(self) -> None:
        """Leaves the run off where it is. To be called on the loop that it runs on."""
        self._steps.stop()

    async def go(self) -> Ended | Waits | Left:
        try:
            answer = await self._heard()
            stopped = self._steps.stopped
            if isinstance(stopped, LeftOff | SourceUnavailable):
                return Left()
            if self._over() and (answer is None or answer.status == "failed"):
                return Left()  # what fails while this process ends is tried again by the next
            if stopped is not None:
                answer = broken(self.claim, type(stopped).__name__)
            waiting = self._clarifier.open_question
            if waiting is not None and stopped is None:
                self._tell_questions()
                return Waits(waiting.id) if await self._outbox.flush() else Left()
            await self._outbox.finish(answer or broken(self.claim, "no answer"))
            return Ended()
        except Exception as error:
            if self._over():
                return Left()  # the database does not answer, and this process ends
            _log.exception("a run broke off")
            await self._outbox.finish(broken(self.claim, type(error).__name__))
            return Ended()
        finally:
            self._outbox.close()

    async def _heard(self) -> Answer | None:
        """What the society comes to. One that is stopped may break off anywhere, also before its seats are taken: that
        it did is no failure of the run."""
        try:
            return await self._listen()
        except Exception:
            if self._steps.stopped is None:
                raise
            return None

    async def _listen(self) -> Answer | None:
        request, answer = self.claim.request, None
        events = self._society.events(
            request.question,
            skill=request.skill,
            language=request.language,
            run_id=self.claim.run_id,
            earlier=request.earlier,
        )
        async with aclosing(events):
            async for event in events:
                if event.kind == "answer":
                    answer = event.answer
                    continue
                if event.seat == CLARIFICATION:
                    self._tell_questions()
                self._outbox.tell(event.kind, event.seat, event.text)
        return answer

    def _tell_questions(self) -> None:
        """What was asked comes before what the seat makes of the answer, in every execution."""
        for asked in self._clarifier.asked[self._told :]:
            self._outbox.tell("asked", CLARIFICATION, asked.question)
            if asked.answer is not None:
                self._outbox.tell("answered", CLARIFICATION, asked.answer)
        self._told = len(self._clarifier.asked)


def give_up(store: RunStore, claim: Claim, why: str) -> None:
    """Ends a run that is not played any more."""
    answer = broken(claim, why)
    done = RunEvent(seq=claim.last_seq + 1, at=store.now(), kind="done", text=answer.status)
    store.finish(claim, Told(events=[done]), answer)


def broken(claim: Claim, why: str) -> Answer:
    """For a run that cannot be played to its end: an update changed its steps, or it took each process down."""
    language = claim.request.language or "de"
    return Answer(
        run_id=claim.run_id,
        question=claim.request.question,
        language=language,
        status="failed",
        reason=(
            f"der Lauf konnte nicht fortgesetzt werden ({why})"
            if language == "de"
            else f"the run could not be continued ({why})"
        ),
        next_step="Fragen Sie noch einmal." if language == "de" else "Ask again.",
    )
