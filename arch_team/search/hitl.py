"""The human decision on a search: a person approves, rejects or edits `top_k`, or the deadline approves it.

The record is a value. Each step gives a new one and lengthens its log; nothing here waits, so any store will do.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Literal, Self
from uuid import uuid4

from pydantic import AfterValidator, AwareDatetime, Field, model_validator

from arch_team.errors import UsageError
from arch_team.search.contracts_model import SearchModel
from arch_team.search.validation import in_utc

AUTO_APPROVAL_AFTER = timedelta(hours=24)
NOBODY = "deadline"
"""Who decided, where no person did."""

Action = Literal["approve", "reject", "edit"]
Status = Literal["pending", "approved", "rejected", "edited", "auto_approved"]
Event = Literal["opened", "approved", "rejected", "edited", "auto_approved", "reverted"]
UtcTime = Annotated[AwareDatetime, AfterValidator(in_utc)]

_STATUS: dict[Action, Literal["approved", "rejected", "edited"]] = {
    "approve": "approved",
    "reject": "rejected",
    "edit": "edited",
}


class DecisionConflict(UsageError):
    """Somebody decided before, and otherwise."""


class Decision(SearchModel):
    """What was decided: the ids that are taken over, in order."""

    action: Action
    candidate_ids: tuple[str, ...] = ()
    decided_by: str
    decided_at: UtcTime
    note: str = ""


class Hitl(SearchModel):
    """The decision as it stands in a result."""

    auto_approved: bool = False
    decision: Decision | None = None


class LogEntry(SearchModel):
    event: Event
    at: UtcTime
    by: str
    note: str = ""


class HitlRecord(SearchModel):
    """One decision that is asked for, and what became of it. The deadline is stored with it."""

    id: str
    tenant: str
    proposed: tuple[str, ...]
    """The ids of `top_k`."""
    choices: tuple[str, ...]
    """The ids of `ranked`: what an edit may choose from."""
    created_at: UtcTime
    deadline: UtcTime | None
    """None: never approved by itself."""
    sensitive: tuple[str, ...] = ()
    """Proposed ids whose source is marked sensitive."""
    status: Status = "pending"
    decision: Decision | None = None
    log: tuple[LogEntry, ...] = Field(default=())

    @model_validator(mode="after")
    def _a_decision_belongs_to_a_decided_record(self) -> Self:
        if (self.decision is None) != (self.status == "pending"):
            raise ValueError("a record is pending exactly as long as it has no decision")
        return self

    @classmethod
    def opened(
        cls,
        proposed: Sequence[str],
        choices: Sequence[str],
        *,
        tenant: str,
        now: datetime,
        sensitive: Sequence[str] = (),
        after: timedelta = AUTO_APPROVAL_AFTER,
        record_id: str | None = None,
    ) -> "HitlRecord":
        """Asks for a decision. With a sensitive source among the proposed, only a person can give it."""
        marked = tuple(candidate for candidate in proposed if candidate in frozenset(sensitive))
        return cls(
            id=record_id or uuid4().hex,
            tenant=tenant,
            proposed=tuple(proposed),
            choices=tuple(dict.fromkeys((*choices, *proposed))),
            created_at=now,
            deadline=None if marked else now + after,
            sensitive=marked,
            log=(LogEntry(event="opened", at=now, by=NOBODY),),
        )

    @property
    def auto_approved(self) -> bool:
        return self.status == "auto_approved"

    @property
    def accepted(self) -> tuple[str, ...]:
        """The ids to take over: none while it is pending or if it was rejected."""
        return self.decision.candidate_ids if self.decision else ()

    def decided(
        self, action: Action, *, by: str, now: datetime, candidate_ids: Sequence[str] | None = None, note: str = ""
    ) -> "HitlRecord":
        """A person's decision. The same one twice changes nothing; another one needs `reverted` first."""
        chosen = self._chosen(action, candidate_ids)
        current = self.settled(now)
        if current.decision is not None:
            if current.decision.action == action and current.decision.candidate_ids == chosen:
                return current
            raise DecisionConflict(
                f"the search was {current.status.replace('_', ' ')} by {current.decision.decided_by} already",
                "Revert that decision first, then decide again.",
            )
        status = _STATUS[action]
        return current._with(
            status, Decision(action=action, candidate_ids=chosen, decided_by=by, decided_at=now, note=note)
        )

    def settled(self, now: datetime) -> "HitlRecord":
        """The record as it stands now: approved by the deadline if that has passed and nobody decided."""
        if self.decision is not None or self.deadline is None or now < self.deadline:
            return self
        note = f"nobody decided before {self.deadline.isoformat()}"
        decision = Decision(
            action="approve", candidate_ids=self.proposed, decided_by=NOBODY, decided_at=self.deadline, note=note
        )
        return self._with("auto_approved", decision)

    def reverted(self, *, by: str, now: datetime, note: str = "") -> "HitlRecord":
        """Takes a decision back. The record is pending again, and from now on only a person decides."""
        current = self.settled(now)
        if current.decision is None:
            raise UsageError("there is no decision to revert", "Decide first: approve, reject or edit.")
        entry = LogEntry(event="reverted", at=now, by=by, note=note)
        return current._changed(status="pending", decision=None, deadline=None, log=(*current.log, entry))

    def shown(self) -> Hitl:
        return Hitl(auto_approved=self.auto_approved, decision=self.decision)

    def _chosen(self, action: Action, candidate_ids: Sequence[str] | None) -> tuple[str, ...]:
        if action != "edit":
            if candidate_ids is not None:
                raise UsageError(f"{action} takes the proposal as it is", "Use edit to choose the candidates yourself.")
            return self.proposed if action == "approve" else ()
        if not candidate_ids:
            raise UsageError("an edit without candidates", "Name the candidates to keep, or reject the proposal.")
        unknown = [candidate for candidate in candidate_ids if candidate not in self.choices]
        if unknown:
            raise UsageError(f"{unknown[0]!r} was not among the results", "Choose from the ranked candidates.")
        return tuple(dict.fromkeys(candidate_ids))

    def _with(
        self, status: Literal["approved", "rejected", "edited", "auto_approved"], decision: Decision
    ) -> "HitlRecord":
        entry = LogEntry(event=status, at=decision.decided_at, by=decision.decided_by, note=decision.note)
        return self._changed(status=status, decision=decision, deadline=self.deadline, log=(*self.log, entry))

    def _changed(
        self, *, status: Status, decision: Decision | None, deadline: datetime | None, log: tuple[LogEntry, ...]
    ) -> "HitlRecord":
        return self.model_copy(update={"status": status, "decision": decision, "deadline": deadline, "log": log})
