"""What we write into DBOS's own tables: the steps of a run and that its workflow is over. In our transactions, so that
they change together with the run, and in DBOS's writing, so that processes of an earlier version, which let DBOS write
them, play what is written here, and the other way round."""

import time
from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from arch_team.engine.database import insert_new
from arch_team.engine.durable_steps import StepRecord
from arch_team.engine.schema import APPLICATION, DBOS_SCHEMA

_WRITING = "py_pickle"
_TEXT, _NUMBER = sa.Text(), sa.BigInteger()
_STEPS = {
    "workflow_uuid": _TEXT,
    "function_id": _NUMBER,
    "function_name": _TEXT,
    "output": _TEXT,
    "started_at_epoch_ms": _NUMBER,
    "completed_at_epoch_ms": _NUMBER,
    "serialization": _TEXT,
    "application_name": _TEXT,
}
_WORKFLOWS = {
    "workflow_uuid": _TEXT,
    "status": _TEXT,
    "deduplication_id": _TEXT,
    "owner_xid": _TEXT,
    "updated_at": _NUMBER,
    "completed_at": _NUMBER,
}


class DbosTables:
    def __init__(self, dialect: sa.Dialect) -> None:
        steps, workflows = (
            _table(dialect, "operation_outputs", _STEPS),
            _table(dialect, "workflow_status", _WORKFLOWS),
        )
        run, now = sa.bindparam("run", type_=_TEXT), sa.bindparam("now", type_=_NUMBER)
        self._add = insert_new(dialect, steps)
        self._steps = (
            sa.select(steps.c.function_id, steps.c.function_name, steps.c.output)
            .where(steps.c.workflow_uuid == run)
            .order_by(steps.c.function_id)
        )
        self._over = (
            sa.update(workflows)
            .where(workflows.c.workflow_uuid == run, workflows.c.status == "PENDING")
            .values(status="SUCCESS", deduplication_id=None, owner_xid=None, updated_at=now, completed_at=now)
        )

    def steps_of(self, connection: sa.Connection, run_id: str) -> tuple[StepRecord, ...]:
        """In the order in which they were done."""
        rows = connection.execute(self._steps, {"run": run_id}).all()
        return tuple(StepRecord(row.function_id, row.function_name, row.output) for row in rows)

    def add_steps(self, connection: sa.Connection, run_id: str, steps: Sequence[StepRecord]) -> None:
        rows = [
            {
                "workflow_uuid": run_id,
                "function_id": step.number,
                "function_name": step.name,
                "output": step.body,
                "started_at_epoch_ms": int(step.started * 1000),
                "completed_at_epoch_ms": int(step.ended * 1000),
                "serialization": _WRITING,
                "application_name": APPLICATION,
            }
            for step in steps
        ]
        connection.execute(self._add, rows)

    def end(self, connection: sa.Connection, run_id: str) -> None:
        """The workflow of a run that has its answer is over."""
        connection.execute(self._over, {"run": run_id, "now": int(time.time() * 1000)})


def _table(
    dialect: sa.Dialect, name: str, columns: Mapping[str, "sa.types.TypeEngine[str] | sa.types.TypeEngine[int]"]
) -> sa.TableClause:
    schema = DBOS_SCHEMA if dialect.name == "postgresql" else None
    return sa.table(name, *(sa.column(column, kind) for column, kind in columns.items()), schema=schema)
