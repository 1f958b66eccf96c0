"""A run as it is kept: what was asked, how far it is, what came out."""

from datetime import datetime
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import AwareDatetime, Field, StringConstraints

from arch_team.runs.answer import Answer
from arch_team.wire import Language, Wire

LONGEST_QUESTION = 10_000
MOST_PER_PAGE = 200

RunStatus = Literal["queued", "running", "waiting", "done", "cancelled"]
"""`waiting`: for a person's answer. `done`: it has an answer, whose own status says how it ended."""
ENDED: tuple[RunStatus, ...] = ("done", "cancelled")
EventKind = Literal["routed", "seat", "call", "result", "asked", "answered", "done", "cancelled"]

T = TypeVar("T")
QuestionText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_QUESTION)]
Tenant = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_-]{0,62}$")]


class Scope(Wire):
    """Whose run it is and which rows it may see. Comes from the caller's key, never from a request."""

    tenant: Tenant
    mandate: str | None = None
    """None: the server's own setting."""
    feature_instance: str | None = None


Whose = str | Scope
"""Whose runs are meant. A tenant's name: all of it. A scope: what its mandate and feature instance leave of the
tenant; one that names neither sees all of it."""


SourceChoice = Literal["configured", "files", "connection"]
"""What a question is asked of: the server's own data, the files that were uploaded, the database that was connected."""


MOST_EARLIER = 20
"""Questions of a conversation that one may still go on from."""


class RunRequest(Wire):
    question: QuestionText
    skill: str | None = Field(default=None, max_length=100)
    language: Language | None = None
    source: SourceChoice | None = None
    """None: what the caller chose last."""
    follows: str | None = Field(default=None, max_length=100)
    """The run that this question goes on from: `and 2024?`"""
    person: str | None = Field(default=None, max_length=100)
    """Who asks, by the key: what they explained before counts for them. A server takes it from the key alone."""
    earlier: tuple[QuestionText, ...] = Field(default=(), max_length=MOST_EARLIER)
    """The questions before it in the same conversation, the first first."""


class RunRecord(Wire):
    id: str
    tenant: str
    status: RunStatus
    request: RunRequest
    created_at: AwareDatetime
    started_at: AwareDatetime | None = None
    finished_at: AwareDatetime | None = None
    answer: Answer | None = None
    """In a list without its evidence and trace; whole when the run is asked for alone."""

    @property
    def ended(self) -> bool:
        return self.status in ENDED


class RunEvent(Wire):
    """Something that happened in a run. `seq` counts from 1 without gaps: whoever comes back says the last one seen."""

    seq: int
    at: datetime
    kind: EventKind
    seat: str = ""
    text: str = ""


class Page(Wire, Generic[T]):
    items: tuple[T, ...]
    next: str | None = None
    """Give it back as `after` for what follows. None: that was all."""
