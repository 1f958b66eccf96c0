"""Recorded steps in the database: in DBOS's table for them and in its writing, so that processes of an earlier version,
which let DBOS write them, play what is written here, and the other way round. Written by us, they go into one
transaction with what the run has to say, and are read back once and not one by one."""

from collections.abc import Sequence

import sqlalchemy as sa

from arch_team.engine.database import insert_new
from arch_team.engine.durable_steps import StepRecord
from arch_team.engine.schema import APPLICATION, DBOS_SCHEMA

_WRITING = "py_pickle"
_TEXT, _NUMBER = sa.Text(), sa.BigInteger()
_COLUMNS = {
    "workflow_uuid": _TEXT,
    "function_id": _NUMBER,
    "function_name": _TEXT,
    "output": _TEXT,
    "started_at_epoch_ms": _NUMBER,
    "completed_at_epoch_ms": _NUMBER,
    "serialization": _TEXT,
    "application_name": _TEXT,
}


class StepRecords:
    def __init__(self, engine: sa.Engine) -> None:
        schema = DBOS_SCHEMA if engine.dialect.name == "postgresql" else None
        columns = (sa.column(name, kind) for name, kind in _COLUMNS.items())
        self._table = sa.table("operation_outputs", *columns, schema=schema)

    def of(self, connection: sa.Connection, run_id: str) -> tuple[StepRecord, ...]:
        """In the order in which they were done."""
        own = self._table.c
        query = sa.select(own.function_id, own.function_name, own.output).where(own.workflow_uuid == run_id)
        rows = connection.execute(query.order_by(own.function_id)).all()
        return tuple(StepRecord(row.function_id, row.function_name, row.output) for row in rows)

    def add(self, connection: sa.Connection, run_id: str, steps: Sequence[StepRecord]) -> None:
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
        connection.execute(insert_new(connection.dialect, self._table), rows)
