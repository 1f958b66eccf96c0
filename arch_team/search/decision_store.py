"""Where decisions on searches wait. The rules live in `hitl`, once; a store only says how records are kept.

A record is kept as the sequence of its versions: a version is written once, by whoever comes first, and never changed.
So what was decided, approved by the deadline, or taken back is all still there, and two processes that decide at the
same moment cannot both win. A deadline needs no timer: whoever looks first after it has passed writes the approval.
"""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from arch_team.clarify.clarification import is_id, utc_now
from arch_team.errors import UsageError
from arch_team.search.contracts import HybridResult
from arch_team.search.contracts_model import SearchModel
from arch_team.search.decisions import ask_decision, with_decision
from arch_team.search.hitl import Action, DecisionConflict, HitlRecord, Status

_TRIES = 20
"""How often a version is written anew because another process was quicker."""

_log = logging.getLogger(__name__)


class UnknownDecision(UsageError): ...


class Case(SearchModel):
    """A search that a person decides on."""

    record: HitlRecord
    question: str
    result: HybridResult

    def decided(self) -> HybridResult:
        """The result as it stands: `top_k` is what was accepted, `hitl` says by whom."""
        return with_decision(self.result, self.record)


class DecisionStore(ABC):
    """Every call is for one tenant. A record of another one does not exist."""

    def __init__(self, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._clock = clock

    def open(self, result: HybridResult, *, tenant: str, question: str, record_id: str | None = None) -> Case:
        """Ask for a decision. Under an id that is there already: what is stored, whatever has become of it."""
        record = ask_decision(result, tenant=tenant, now=self._clock(), record_id=record_id)
        stored = self._create(Case(record=record, question=question, result=result), _checked(record.id))
        if stored.question != question:
            raise DecisionConflict(
                f"the id {record.id} belongs to another search", "Give each search an id of its own."
            )
        return self._up_to_date(stored)

    def get(self, record_id: str, *, tenant: str) -> Case:
        found = self._load(tenant, _checked(record_id))
        if found is None or found.record.tenant != tenant:
            raise UnknownDecision(f"there is no decision {record_id}", "List the open decisions first.")
        return self._up_to_date(found)

    def list(self, *, tenant: str, status: Status | None = None) -> tuple[Case, ...]:
        """Oldest first."""
        found = [self._up_to_date(case) for case in self._all(tenant) if case.record.tenant == tenant]
        wanted = [case for case in found if status in (None, case.record.status)]
        return tuple(sorted(wanted, key=lambda case: (case.record.created_at, case.record.id)))

    def decide(
        self,
        record_id: str,
        action: Action,
        *,
        tenant: str,
        by: str,
        candidate_ids: Sequence[str] | None = None,
        note: str = "",
    ) -> Case:
        """Approve, reject, or edit `top_k`. The same decision twice is one; another one needs `revert` first."""

        def decided(record: HitlRecord) -> HitlRecord:
            return record.decided(action, by=by, now=self._clock(), candidate_ids=candidate_ids, note=note)

        return self._changed(record_id, tenant, decided)

    def revert(self, record_id: str, *, tenant: str, by: str, note: str = "") -> Case:
        """Take a decision back, also one that the deadline made. From then on only a person decides."""
        return self._changed(record_id, tenant, lambda record: record.reverted(by=by, now=self._clock(), note=note))

    def _changed(self, record_id: str, tenant: str, change: Callable[[HitlRecord], HitlRecord]) -> Case:
        for _ in range(_TRIES):
            case = self.get(record_id, tenant=tenant)
            changed = change(case.record)
            if changed == case.record:
                return case
            if self._append(case.record, changed):
                _log.info("decision %s of tenant %s is %s", changed.id, tenant, changed.status)
                return case.model_copy(update={"record": changed})
        raise UsageError(f"the decision {record_id} is being changed by others", "Look at it again, then decide.")

    def _up_to_date(self, case: Case) -> Case:
        settled = case.record.settled(self._clock())
        if settled == case.record:
            return case
        if self._append(case.record, settled):
            _log.warning(
                "decision %s of tenant %s was approved by its deadline %s", settled.id, settled.tenant, settled.deadline
            )
            return case.model_copy(update={"record": settled})
        return self.get(case.record.id, tenant=case.record.tenant)

    @abstractmethod
    def _create(self, case: Case, record_id: str) -> Case:
        """Keep it if its id is free. Gives what is stored under the id."""

    @abstractmethod
    def _load(self, tenant: str, record_id: str) -> Case | None: ...

    @abstractmethod
    def _all(self, tenant: str) -> Iterable[Case]: ...

    @abstractmethod
    def _append(self, before: HitlRecord, after: HitlRecord) -> bool:
        """Write the version after `before`. False: somebody else has, and this one is not kept."""


class MemoryDecisionStore(DecisionStore):
    """For one process, and gone with it."""

    def __init__(self, *, clock: Callable[[], datetime] = utc_now) -> None:
        import threading

        super().__init__(clock=clock)
        self._kept: dict[tuple[str, str], Case] = {}
        self._lock = threading.Lock()

    def _create(self, case: Case, record_id: str) -> Case:
        with self._lock:
            return self._kept.setdefault((case.record.tenant, record_id), case)

    def _load(self, tenant: str, record_id: str) -> Case | None:
        return self._kept.get((tenant, record_id))

    def _all(self, tenant: str) -> Iterable[Case]:
        with self._lock:
            return tuple(case for (owner, _), case in self._kept.items() if owner == tenant)

    def _append(self, before: HitlRecord, after: HitlRecord) -> bool:
        with self._lock:
            key = (before.tenant, before.id)
            if self._kept[key].record != before:
                return False
            self._kept[key] = self._kept[key].model_copy(update={"record": after})
            return True


def _checked(record_id: str) -> str:
    if not is_id(record_id):
        next_step = "An id holds letters, digits, '-' and '_', at most 100 of them."
        raise UnknownDecision(f"{record_id[:100]!r} is not the id of a decision", next_step)
    return record_id
