"""What was held back in kept runs: noted with the run it belongs to, and reviewed by who may see it."""

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa

from arch_team.clarify.clarification import utc_now
from arch_team.engine.database import sayable
from arch_team.engine.pages import page as one_page
from arch_team.engine.schema import INTERCEPTIONS, seen_by
from arch_team.evidence.interceptions import Interception, InterceptionLog, Status, UnknownInterception
from arch_team.runs.records import Page, Whose

_C = INTERCEPTIONS.c


class RunInterceptions(InterceptionLog):
    """Collects what one run had held back, to be written with its events. A run that is played again says the same
    under the same ids, and it is kept once."""

    def __init__(self, keep: Callable[[Interception], None], *, secrets: Iterable[str] = ()) -> None:
        super().__init__(Path(), secrets=secrets, clock=utc_now)
        self._taken = keep
        self._count = 0

    def _new_id(self, run_id: str) -> str:
        self._count += 1
        return f"{run_id}-i{self._count}"

    def _keep(self, interception: Interception) -> None:
        self._taken(interception)


class SqlInterceptions:
    def __init__(self, engine: sa.Engine, *, clock: Callable[[], datetime] = utc_now) -> None:
        self._engine = engine
        self._masks = InterceptionLog(Path(), clock=clock)

    def page(
        self, whose: Whose, *, status: Status | None, run_id: str | None, after: str | None, limit: int
    ) -> Page[Interception]:
        """Newest first."""
        query = sa.select(_C.id, _C.time, _C.body).where(seen_by(whose, INTERCEPTIONS))
        if status is not None:
            query = query.where(_C.status == status)
        if run_id is not None:
            query = query.where(_C.run_id == sayable(run_id))
        with self._engine.connect() as connection:
            return one_page(
                connection,
                query,
                _C.time,
                _C.id,
                newest_first=True,
                after=after,
                limit=limit,
                made=lambda row: Interception.model_validate_json(row.body),
            )

    def of_run(self, whose: Whose, run_id: str) -> list[Interception]:
        query = sa.select(_C.body).where(seen_by(whose, INTERCEPTIONS), _C.run_id == run_id).order_by(_C.time, _C.id)
        with self._engine.connect() as connection:
            return [Interception.model_validate_json(body) for body in connection.execute(query).scalars()]

    def review(self, whose: Whose, interception_id: str, status: Status, note: str) -> Interception:
        one = seen_by(whose, INTERCEPTIONS) & (_C.id == sayable(interception_id))
        with self._engine.begin() as connection:
            body = connection.execute(sa.select(_C.body).where(one)).scalar_one_or_none()
            if body is None:
                raise UnknownInterception("there is no such interception", "List them for their ids.")
            reviewed = self._masks.reviewed(Interception.model_validate_json(body), status, note)
            connection.execute(
                sa.update(INTERCEPTIONS).where(one).values(status=reviewed.status, body=reviewed.to_json())
            )
        return reviewed
