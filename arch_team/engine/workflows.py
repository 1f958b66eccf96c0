"""Runs as DBOS workflows: how one is queued, taken up, left off and taken out."""

import sqlalchemy as sa
from dbos import DBOSClient

from arch_team.engine.dbos_tables import DbosTables
from arch_team.engine.schema import APPLICATION, DBOS_SCHEMA, QUEUE, WORKFLOW
from arch_team.settings import Settings

POLL = 0.2
"""Seconds between two looks at the queue."""
MOST_FAILURES = 20
"""A run that takes its process down with it is tried this often. Its neighbours' failures are not counted."""
MOST_RECOVERIES = 1_000_000
"""DBOS counts every process that ends, whoever is to blame for it: its count says nothing here."""

_TABLE, _COLUMNS = "workflow_status", ("workflow_uuid", "status", "executor_id", "name")
"""DBOS's own table, as far as we read it."""
IN_FLIGHT = ("ENQUEUED", "PENDING", "DELAYED")
_PENDING: sa.ColumnElement[str] = sa.literal_column("'PENDING'", sa.String)
"""Written out, or SQLite does not see that DBOS's index is for just these."""


class Workflows:
    """The workflows of runs as anybody may handle them, also a process that works on none."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._tables = DbosTables(engine.dialect)
        self._client = DBOSClient(
            system_database_engine=engine, dbos_system_schema=DBOS_SCHEMA, application_name=APPLICATION, lazy=True
        )
        schema = DBOS_SCHEMA if engine.dialect.name == "postgresql" else None
        self.table = sa.table(_TABLE, *(sa.column(name, sa.String) for name in _COLUMNS), schema=schema)

    def enqueue(self, connection: sa.Connection, run_id: str, tenant: str) -> None:
        """Part of the caller's transaction."""
        self._tables.enqueue(connection, run_id, tenant)

    def take_out(self, run_id: str) -> None:
        """It is on no queue, and no process has it. What it recorded stays."""
        self._client.cancel_workflow(run_id)

    def put_back(self, run_id: str) -> None:
        """It goes on from what it recorded, in whichever process takes it."""
        self._client.resume_workflow(run_id, queue_name=QUEUE)

    def executors(self) -> set[str]:
        """Who works on runs, dead or alive."""
        table = self.table.c
        query = sa.select(table.executor_id).distinct().where(table.status == _PENDING, table.name == WORKFLOW)
        with self._engine.connect() as connection:
            return {found for found in connection.execute(query).scalars() if found}

    def held_by(self, executor_id: str) -> set[str]:
        """The runs that a process has taken from the queue and not brought to an end."""
        table = self.table.c
        query = sa.select(table.workflow_uuid).where(
            table.status == _PENDING, table.name == WORKFLOW, table.executor_id == executor_id
        )
        with self._engine.connect() as connection:
            return set(connection.execute(query).scalars())

    def remove(self, run_ids: list[str]) -> None:
        self._client.delete_workflows(run_ids)

    def set_limits(self, settings: Settings) -> None:
        """How many runs go on at once: here, and of each tenant everywhere. The latest process to say so counts."""
        rate = settings.tenant_runs_per_minute
        self._client.register_queue(
            QUEUE,
            worker_concurrency=settings.worker_concurrency,
            partition_concurrency=settings.tenant_concurrency,
            partition_limiter=None if rate is None else {"limit": rate, "period": 60.0},
            polling_interval_sec=POLL,
            on_conflict="always_update",
        )

    def close(self) -> None:
        self._client.destroy()
