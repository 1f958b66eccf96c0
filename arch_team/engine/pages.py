"""Going through long lists page by page. A mark names the last thing seen, so nothing is skipped or shown twice when
others are added meanwhile."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

import sqlalchemy as sa

from arch_team.engine.database import sayable
from arch_team.engine.schema import Moment
from arch_team.errors import UsageError
from arch_team.runs.records import MOST_PER_PAGE, Page

T = TypeVar("T")
_TYPE = Moment()
_DIALECT: Any = None


def mark(at: datetime, own_id: str) -> str:
    return f"{_TYPE.process_bind_param(at, _DIALECT):x}.{own_id}"


def _read(after: str) -> tuple[datetime, str]:
    ticks, _, own_id = after.partition(".")
    try:
        at = _TYPE.process_result_value(int(ticks, 16), _DIALECT)
    except (ValueError, OverflowError):
        at = None
    if at is None or not own_id:
        raise UsageError("`after` is not a mark of a page", "Give back `next` of the page before, as it is.")
    return at, sayable(own_id)


def page(
    connection: sa.Connection,
    query: "sa.Select[*tuple[Any, ...]]",
    at: sa.Column[Any],
    own_id: sa.Column[Any],
    *,
    newest_first: bool,
    after: str | None,
    limit: int,
    made: Callable[[Any], T],
) -> Page[T]:
    """One page of a query, ordered by time and id."""
    if not 1 <= limit <= MOST_PER_PAGE:
        raise UsageError(f"a page holds 1 to {MOST_PER_PAGE}", f"Give a limit of at most {MOST_PER_PAGE}.")
    if after is not None:
        seen_at, seen_id = _read(after)
        here, seen = sa.tuple_(at, own_id), sa.tuple_(sa.literal(seen_at, Moment), sa.literal(seen_id))
        query = query.where(here < seen if newest_first else here > seen)
    order = [column.desc() if newest_first else column.asc() for column in (at, own_id)]
    rows: Sequence[Any] = connection.execute(query.order_by(*order).limit(limit + 1)).all()
    shown = rows[:limit]
    last = shown[-1]._mapping if len(rows) > limit else None
    return Page(
        items=tuple(made(row) for row in shown), next=mark(last[at], last[own_id]) if last is not None else None
    )
