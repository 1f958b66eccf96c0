"""How a run asks the person: through a store that others answer, not at all, or from a script in tests.

The console's way is in `terminal`. A clarifier never makes an answer up: no answer is None, and the run ends as
`needs_clarification`.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.clarify.store import ClarificationStore, Clock, Pause

DAY = 24 * 60 * 60.0


class Clarifier(Protocol):
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
        """The person's answer, or None: nobody answered in time, or nobody can.

        `timeout` in seconds, None for the clarifier's own. Asking again under the same `clarification_id` takes up the
        question where it was left, where the clarifier keeps questions at all.
        """
        ...


class StoreClarifier:
    """Puts the question into a store and waits for someone to settle it there. The stored deadline counts."""

    def __init__(self, store: "ClarificationStore", *, timeout: float | None = DAY) -> None:
        self.store = store
        self.timeout = timeout

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
        from arch_team.clarify.clarification import Clarification

        opened = await asyncio.to_thread(
            self.store.open,
            Clarification.new(
                question,
                suggested_answers,
                run_id=run_id,
                language=language,
                now=self.store.now(),
                timeout=self.timeout if timeout is None else timeout,
                clarification_id=clarification_id,
            ),
        )
        return (await self.store.wait(opened.id)).answer


class FolderClarifier(StoreClarifier):
    """Asks through a folder of files: for a page in another process, which shares only a disk."""

    def __init__(
        self,
        folder: Path,
        *,
        timeout: float | None = DAY,
        clock: "Clock | None" = None,
        pause: "Pause" = asyncio.sleep,
        interval: float = 0.25,
    ) -> None:
        from arch_team.clarify.clarification import utc_now
        from arch_team.clarify.folder import FolderStore

        store = FolderStore(folder, clock=clock or utc_now, pause=pause, interval=interval)
        super().__init__(store, timeout=timeout)


class NoClarifier:
    """Nobody is there to ask."""

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
        return None


@dataclass(frozen=True, slots=True)
class Asked:
    question: str
    suggested_answers: tuple[str, ...]
    run_id: str
    language: Language


class ScriptedClarifier:
    """Answers from a list, in order; None stands for no answer. For tests: being asked too often is a failure."""

    def __init__(self, answers: Iterable[str | None]) -> None:
        self._answers = iter(tuple(answers))
        self.asked: list[Asked] = []

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
        self.asked.append(Asked(question, tuple(suggested_answers), run_id, language))
        try:
            return next(self._answers)
        except StopIteration:
            raise AssertionError(f"asked more often than scripted: {question}") from None
