"""Decisions on searches in SQL, for servers that share a database instead of a disk."""

from collections.abc import Callable, Iterable
from datetime import datetime

import sqlalchemy as sa

from arch_team.clarify.clarification import utc_now
from arch_team.engine.database import insert_new
from arch_team.engine.schema import DECISIONS
from arch_team.errors import DataError
from arch_team.search.decision_store import Case, DecisionStore
from arch_team.search.hitl import HitlRecord

_C = DECISIONS.c


class SqlDecisions(DecisionStore):
    """A row per version, the first of them with its case. A version is written once, by whoever comes first."""

    def __init__(self, engine: sa.Engine, *, clock: Callable[[], datetime] = utc_now) -> None:
        super().__init__(clock=clock)
        self._engine = engine

    def _create(self, case: Case, record_id: str) -> Case:
        self._write(case.record, 0, case.model_dump_json())
        stored = self._load(case.record.tenant, record_id)
        if stored is None:
            raise DataError(f"the decision {record_id} has disappeared", "Search again.")
        return stored

    def _load(self, tenant: str, record_id: str) -> Case | None:
        return next(iter(self._cases(tenant, record_id)), None)

    def _all(self, tenant: str) -> Iterable[Case]:
        return self._cases(tenant, None)

    def _append(self, before: HitlRecord, after: HitlRecord) -> bool:
        return self._write(before, len(before.log), after.model_dump_json())

    def _write(self, record: HitlRecord, version: int, body: str) -> bool:
        row = {"tenant": record.tenant, "record_id": record.id, "version": version, "body": body}
        with self._engine.begin() as connection:
            added = insert_new(self._engine.dialect, DECISIONS).values(row).returning(_C.version)
            return connection.execute(added).first() is not None

    def _cases(self, tenant: str, record_id: str | None) -> list[Case]:
        query = sa.select(_C.record_id, _C.version, _C.body).where(_C.tenant == tenant)
        if record_id is not None:
            query = query.where(_C.record_id == record_id)
        found: dict[str, Case] = {}
        with self._engine.connect() as connection:
            for row in connection.execute(query.order_by(_C.record_id, _C.version)):
                if row.version == 0:
                    found[row.record_id] = Case.model_validate_json(row.body)
                else:
                    record = HitlRecord.model_validate_json(row.body)
                    found[row.record_id] = found[row.record_id].model_copy(update={"record": record})
        return list(found.values())
