"""What we write into DBOS's own tables: that a run is queued, its steps, and that its workflow is over. In our
transactions, so that they change together with the run, and in DBOS's writing, so that DBOS takes them up and processes
of an earlier version, which let DBOS write them, play what is written here, and the other way round."""

import base64
import pickle
import time
import uuid
from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from arch_team.engine.database import insert_new
from arch_team.engine.durable_steps import StepRecord
from arch_team.engine.schema import APPLICATION, DBOS_SCHEMA, EDITION, QUEUE, WORKFLOW

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
    "name": _TEXT,
    "application_version": _TEXT,
    "application_name": _TEXT,
    "recovery_attempts": _NUMBER,
    "queue_name": _TEXT,
    "queue_partition_key": _TEXT,
    "priority": _NUMBER,
    "serialization": _TEXT,
    "creator_xid": _TEXT,
    "deduplication_id": _TEXT,
    "owner_xid": _TEXT,
    "updated_at": _NUMBER,
    "completed_at": _NUMBER,
}


class DbosTables:
    def __init__(self, dialect: sa.Dialect) -> None:
        """Statements are made once: to put one together costs as much as to execute it."""
        steps = _table(dialect, "operation_outputs", _STEPS)
        workflows = _table(dialect, "workflow_status", _WORKFLOWS)
        given = ("workflow_uuid", "queue_partition_key", "creator_xid")
        self._queue = insert_new(dialect, workflows).values(
            status="ENQUEUED",
            name=WORKFLOW,
            application_version=EDITION,
            application_name=APPLICATION,
            recovery_attempts=0,
            queue_name=QUEUE,
            priority=0,
            serialization=_WRITING,
            **{name: sa.bindparam(f"new_{name}", type_=_TEXT) for name in given},
        )
        self._given_to = insert_new(
            dialect, _table(dialect, "workflow_input", {"workflow_uuid": _TEXT, "inputs": _TEXT})
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

    def enqueue(self, connection: sa.Connection, run_id: str, tenant: str) -> None:
        """Doing it twice is doing it once."""
        queued = {"workflow_uuid": run_id, "queue_partition_key": tenant, "creator_xid": str(uuid.uuid4())}
        connection.execute(self._queue, {f"new_{name}": value for name, value in queued.items()})
        inputs = _written({"args": (run_id,), "kwargs": {}})
        connection.execute(self._given_to, [{"workflow_uuid": run_id, "inputs": inputs}])

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


def _written(value: object) -> str:
    return base64.b64encode(pickle.dumps(value)).decode()


def _table(
    dialect: sa.Dialect, name: str, columns: Mapping[str, "sa.types.TypeEngine[str] | sa.types.TypeEngine[int]"]
) -> sa.TableClause:
    schema = DBOS_SCHEMA if dialect.name == "postgresql" else None
    return sa.table(name, *(sa.column(column, kind) for column, kind in columns.items()), schema=schema)
