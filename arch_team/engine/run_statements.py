"""Statements of every run, made once: to put one together costs as much as to execute it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from arch_team.engine.schema import EVENTS, RUNS, seen_by
from arch_team.runs.records import RunStatus, Whose

_HEAD = (RUNS.c.id, RUNS.c.tenant, RUNS.c.status, RUNS.c.request)
_TIMES = (RUNS.c.created_at, RUNS.c.started_at, RUNS.c.finished_at)
BRIEF = (*_HEAD, *_TIMES, RUNS.c.brief.label("answer"))
WHOLE = (*_HEAD, *_TIMES, RUNS.c.answer)
GOES_ON: tuple[RunStatus, ...] = ("queued", "running")

NEW = (
    "id",
    "tenant",
    "mandate",
    "feature_instance",
    "status",
    "scope",
    "request",
    "searchable",
    "created_at",
    "attempt",
    "last_seq",
    "idempotency_key",
)
RUN: sa.BindParameter[str] = sa.bindparam("run", type_=RUNS.c.id.type)


def bound(columns: Sequence[str]) -> dict[str, sa.BindParameter[Any]]:
    """A place for the value of each column. Not under its own name, which SQLAlchemy keeps for itself."""
    return {name: sa.bindparam(f"new_{name}", type_=RUNS.c[name].type) for name in columns}


def given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in values.items()}


SOME: sa.BindParameter[Sequence[str]] = sa.bindparam("runs", type_=RUNS.c.id.type, expanding=True)
CLAIM = (
    sa.update(RUNS)
    .where(RUNS.c.id.in_(SOME), RUNS.c.status.in_(GOES_ON))
    .values(
        status="running",
        attempt=RUNS.c.attempt + 1,
        begun_at_seq=RUNS.c.last_seq,
        started_at=sa.func.coalesce(RUNS.c.started_at, sa.bindparam("now", type_=RUNS.c.started_at.type)),
        waiting_for=None,
    )
    .returning(RUNS.c.id, RUNS.c.attempt, RUNS.c.scope, RUNS.c.request, RUNS.c.last_seq, RUNS.c.failures)
)
STATES = sa.select(RUNS.c.id, RUNS.c.status, RUNS.c.last_seq).where(RUNS.c.id.in_(SOME))


@lru_cache(maxsize=8)
def advancing(columns: tuple[str, ...]) -> sa.Update:
    """What an execution writes into the row of its run, as long as it is its run."""
    newest = sa.bindparam("newest", type_=RUNS.c.last_seq.type)
    last_seq = sa.case((RUNS.c.last_seq < newest, newest), else_=RUNS.c.last_seq)
    whose = sa.bindparam("whose", type_=RUNS.c.attempt.type)
    ours = sa.update(RUNS).where(RUNS.c.id == RUN, RUNS.c.attempt == whose, RUNS.c.status == "running")
    return ours.values(last_seq=last_seq, **bound(columns))


def frozen(whose: Whose) -> Any:
    """A scope never changes, and so has a hash: the type does not tell."""
    return whose


@lru_cache(maxsize=256)
def whole(whose: Whose) -> Any:
    """One run, if the caller may see it."""
    return sa.select(*WHOLE).where(RUNS.c.id == RUN, seen_by(whose))


@lru_cache(maxsize=256)
def how_far(whose: Whose) -> Any:
    return sa.select(RUNS.c.status, RUNS.c.last_seq).where(RUNS.c.id == RUN, seen_by(whose))


SINCE = (
    sa.select(EVENTS)
    .where(EVENTS.c.run_id == RUN, EVENTS.c.seq > sa.bindparam("after", type_=EVENTS.c.seq.type))
    .order_by(EVENTS.c.seq)
    .limit(sa.bindparam("most", type_=sa.Integer()))
)
