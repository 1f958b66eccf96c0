"""Asking a person from a kept run. A question that is open ends the execution: nothing waits in memory."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from arch_team.clarify.clarification import Clarification
from arch_team.clarify.store import ClarificationStore
from arch_team.engine.database import patiently
from arch_team.runs.steps import RunSuspended
from arch_team.wire import Language


class ParkingClarifier:
    """The n-th question of a run has the same id each time the run is played, so it is asked once, and once it is
    settled the run goes on with what came of it."""

    def __init__(
        self,
        questions: ClarificationStore,
        run_id: str,
        timeout: float,
        over: Callable[[], bool],
        is_ours: Callable[[], bool] = lambda: True,
        first: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """`first` is done before a question is put: what it comes from is written down by then."""
        self._first = first
        self._is_ours = is_ours
        self._questions = questions
        self._run_id = run_id
        self._timeout = timeout
        self._over = over
        self.asked: list[Clarification] = []

    @property
    def open_question(self) -> Clarification | None:
        return self.asked[-1] if self.asked and self.asked[-1].status == "pending" else None

    async def ask(
        self,
        question: str,
        suggested_answers: Sequence[str] = (),
        *,
        run_id: str = "",
        language: Language = "de",
        timeout: float | None = None,
        clarification_id: str | None = None,
    ) -> str | None:
        new = Clarification.new(
            question,
            suggested_answers,
            run_id=self._run_id,
            language=language,
            now=self._questions.now(),
            timeout=self._timeout if timeout is None else timeout,
            clarification_id=f"{self._run_id}-q{len(self.asked) + 1}",
        )
        if self._first is not None:
            await self._first()
        if not await asyncio.to_thread(patiently, self._is_ours, over=self._over):
            raise RunSuspended("the run belongs to another execution by now")
        opened = await asyncio.to_thread(patiently, lambda: self._questions.open(new), over=self._over)
        self.asked.append(opened)
        if opened.status == "pending":
            raise RunSuspended(f"the run waits for an answer to {opened.id}")
        return opened.answer
