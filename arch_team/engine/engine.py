"""What a server, a door or a command may do with runs. Everything is one tenant's: nobody sees another's, and who comes
with a scope that names a mandate sees that mandate's only.

An id that is unknown and an id of somebody else are the same to the caller: `UnknownRun`.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from arch_team.clarify.clarification import Clarification
from arch_team.clarify.clarification import Status as ClarificationStatus
from arch_team.errors import UsageError
from arch_team.evidence.interceptions import Interception
from arch_team.evidence.interceptions import Status as InterceptionStatus
from arch_team.runs.records import Page, RunEvent, RunRecord, RunRequest, RunStatus, Scope, Whose


class UnknownRun(UsageError): ...


class IdempotencyConflict(UsageError):
    """The key was used before, for another question."""


class RunNotEnded(UsageError):
    """A run that goes on cannot be deleted: cancel it first."""


@dataclass(frozen=True, slots=True)
class Levels:
    """How much is going on, of all tenants together."""

    runs: Mapping[str, int]
    """By status, those that have not ended."""
    open_clarifications: int


class Engine(Protocol):
    async def start(self, scope: Scope, request: RunRequest, *, idempotency_key: str | None = None) -> RunRecord:
        """Takes the run on. Once this returns, the run survives whatever happens to this process."""
        ...

    async def get(self, whose: Whose, run_id: str) -> RunRecord: ...

    async def list(
        self,
        whose: Whose,
        *,
        status: RunStatus | None = None,
        search: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[RunRecord]:
        """Newest first. `search` looks in questions and answers."""
        ...

    def events(self, whose: Whose, run_id: str, *, after: int = 0) -> AsyncIterator[RunEvent]:
        """What has happened since `after`, then what happens, until the run has ended."""
        ...

    async def finished(self, whose: Whose, run_id: str, *, seconds: float | None = None) -> RunRecord:
        """Waits until the run has ended or waits for a person, or until the time is up."""
        ...

    async def cancel(self, whose: Whose, run_id: str) -> RunRecord:
        """Cancelling what has ended changes nothing. Its open question is withdrawn with it."""
        ...

    async def delete(self, whose: Whose, run_id: str) -> None:
        """The run, its events, evidence, questions and interceptions."""
        ...

    async def delete_older(self, before: datetime, *, tenant: str | None = None) -> int:
        """Retention: ended runs that finished before. Gives how many."""
        ...

    async def export(self, whose: Whose, run_id: str) -> dict[str, object]:
        """All there is of a run: record, answer with evidence and trace, events, questions, interceptions."""
        ...

    async def clarifications(
        self,
        whose: Whose,
        *,
        status: ClarificationStatus | None = "pending",
        run_id: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[Clarification]:
        """Oldest first."""
        ...

    async def clarification(self, whose: Whose, clarification_id: str) -> Clarification: ...

    async def answer(self, whose: Whose, clarification_id: str, text: str) -> Clarification:
        """The same answer again gives the same; another one raises ClarificationConflict, a late one Expired."""
        ...

    async def interceptions(
        self,
        whose: Whose,
        *,
        status: InterceptionStatus | None = None,
        run_id: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[Interception]:
        """What was held back in runs, newest first."""
        ...

    async def review(
        self, whose: Whose, interception_id: str, status: InterceptionStatus, note: str = ""
    ) -> Interception:
        """What a person makes of it. The last review counts."""
        ...

    async def ready(self) -> bool:
        """Whether runs can be taken on now."""
        ...

    async def levels(self) -> Levels:
        """For whoever watches the server, not for a caller."""
        ...

    async def close(self) -> None: ...
