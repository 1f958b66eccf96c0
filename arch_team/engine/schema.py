"""The tables of kept runs. They live beside DBOS's own, which hold the workflows and their steps.

Every row carries its tenant, and every query of a caller says whose rows it may see (`seen_by`). Times are microseconds
since 1970 in UTC: they sort, and mean the same on every database.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import sqlalchemy as sa

from arch_team.runs.records import Scope, Whose

METADATA = sa.MetaData()
DBOS_SCHEMA = "dbos"
"""Where DBOS's own tables are on PostgreSQL."""
APPLICATION = "arch-team"
"""Our name with DBOS."""
QUEUE = "arch-team-runs"
WORKFLOW = "arch_team.run"
EDITION = "runs-1"
"""Which processes can play which runs: all of the same edition. It does not follow the package's version, because a run
that waits for a person outlives an update. Change it only when steps recorded before can no longer be played at all."""
_START = datetime(1970, 1, 1, tzinfo=UTC)
_TICK = timedelta(microseconds=1)


class Moment(sa.TypeDecorator[datetime]):
    impl = sa.BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> int | None:
        return None if value is None else (value - _START) // _TICK

    def process_result_value(self, value: Any | None, dialect: sa.Dialect) -> datetime | None:
        return None if value is None else _START + int(value) * _TICK


_ID, _TENANT, _WORD = sa.String(120), sa.String(63), sa.String(32)

RUNS = sa.Table(
    "arch_team_runs",
    METADATA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("tenant", _TENANT, nullable=False),
    sa.Column("mandate", sa.Text),
    sa.Column("feature_instance", sa.Text),
    sa.Column("status", _WORD, nullable=False),
    sa.Column("scope", sa.Text, nullable=False),
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("searchable", sa.Text, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("started_at", Moment),
    sa.Column("finished_at", Moment),
    sa.Column("attempt", sa.Integer, nullable=False),  # who may write: the latest execution, and no earlier one
    sa.Column("begun_at_seq", sa.Integer),  # its last event when this execution began
    sa.Column("failures", sa.Float),  # how often a process died of it, as far as that can be told
    sa.Column("last_seq", sa.Integer, nullable=False),
    sa.Column("waiting_for", _ID),
    sa.Column("idempotency_key", sa.String(255)),
    sa.Column("answer", sa.Text),
    sa.Column("brief", sa.Text),  # the answer as a list shows it
    sa.UniqueConstraint("tenant", "idempotency_key", name="arch_team_runs_once"),
    sa.Index("arch_team_runs_newest", "tenant", "created_at", "id"),
    sa.Index("arch_team_runs_open", "status", "finished_at"),
)

EVENTS = sa.Table(
    "arch_team_run_events",
    METADATA,
    sa.Column("run_id", _ID, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("tenant", _TENANT, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("kind", _WORD, nullable=False),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

CLARIFICATIONS = sa.Table(
    "arch_team_clarifications",
    METADATA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("tenant", _TENANT, nullable=False),
    sa.Column("run_id", _ID, nullable=False),
    sa.Column("status", _WORD, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("deadline", Moment),
    sa.Column("body", sa.Text, nullable=False),
    sa.Index("arch_team_clarifications_oldest", "tenant", "status", "created_at", "id"),
    sa.Index("arch_team_clarifications_run", "run_id"),
)

INTERCEPTIONS = sa.Table(
    "arch_team_interceptions",
    METADATA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("tenant", _TENANT, nullable=False),
    sa.Column("run_id", _ID, nullable=False),
    sa.Column("status", _WORD, nullable=False),
    sa.Column("time", Moment, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Index("arch_team_interceptions_newest", "tenant", "time", "id"),
    sa.Index("arch_team_interceptions_run", "run_id"),
)

DECISIONS = sa.Table(
    "arch_team_decisions",
    METADATA,
    sa.Column("tenant", sa.Text, primary_key=True),
    sa.Column("record_id", _ID, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)


WORDS = sa.Table(
    "arch_team_words",
    METADATA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("tenant", _TENANT, nullable=False),
    sa.Column("run_id", _ID, nullable=False),
    sa.Column("source", sa.String(300), nullable=False),
    sa.Column("language", sa.String(8), nullable=False),
    sa.Column("word", sa.String(200), nullable=False),  # folded: how it is found again
    sa.Column("person", sa.String(100), nullable=False),
    sa.Column("status", _WORD, nullable=False),
    sa.Column("created_at", Moment, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("tenant", "source", "language", "word", "person", name="arch_team_words_once"),
)
"""What people said a word means."""

PROBES = sa.Table(
    "arch_team_probes",
    METADATA,
    sa.Column("id", _ID, primary_key=True),
    sa.Column("at", Moment, nullable=False),
)
"""Written to see whether the database can be written."""


def is_seen_by(whose: Whose, scope: Scope) -> bool:
    """Whether a run of this scope is among those rows."""
    if isinstance(whose, str):
        return scope.tenant == whose
    return (
        scope.tenant == whose.tenant
        and whose.mandate in (None, scope.mandate)
        and whose.feature_instance in (None, scope.feature_instance)
    )


def seen_by(whose: Whose, table: sa.Table = RUNS) -> sa.ColumnElement[bool]:
    """The rows that a caller may see: its tenant's, and of those only what belongs to runs of its mandate and feature
    instance, where its key names one."""
    if isinstance(whose, str):
        return table.c.tenant == whose
    seen = RUNS.c.tenant == whose.tenant
    if whose.mandate is not None:
        seen &= RUNS.c.mandate == whose.mandate
    if whose.feature_instance is not None:
        seen &= RUNS.c.feature_instance == whose.feature_instance
    if table is RUNS:
        return seen
    own = table.c.tenant == whose.tenant
    if whose.mandate is None and whose.feature_instance is None:
        return own
    run = table.c.run_id if "run_id" in table.c else table.c.run
    return own & run.in_(sa.select(RUNS.c.id).where(seen))
