"""Questions pinned to a board: asked again and again, each with the run that answered last and the one before it."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from arch_team.access.tables import PINS
from arch_team.errors import UsageError
from arch_team.runs.records import RunRequest, Scope

MOST_PINS = 50


class UnknownPin(UsageError): ...


class TooManyPins(UsageError): ...


@dataclass(frozen=True, slots=True)
class Pin:
    id: str
    request: RunRequest
    run_id: str
    before_id: str | None
    created_at: datetime


class Pins:
    """A board belongs to a scope: tenant, mandate and feature instance. Nobody else sees it."""

    def __init__(self, database: sa.Engine, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database, self._clock = database, clock

    def add(self, scope: Scope, request: RunRequest, run_id: str) -> Pin:
        """Pins a question. One that is pinned already stays as it is."""
        with self._database.begin() as connection:
            known = [_pin(row) for row in connection.execute(self._own(scope)).mappings()]
            same = next((pin for pin in known if pin.request == request), None)
            if same is not None:
                return same
            if len(known) >= MOST_PINS:
                raise TooManyPins(f"{len(known)} questions are pinned", "Take one off the board first.")
            pin = Pin(f"p{secrets.token_hex(8)}", request, run_id, None, self._clock())
            connection.execute(
                PINS.insert().values(
                    id=pin.id,
                    tenant=scope.tenant,
                    scope=scope.to_json(),
                    request=request.to_json(),
                    run=run_id,
                    before=None,
                    created_at=pin.created_at,
                )
            )
        return pin

    def list(self, scope: Scope) -> tuple[Pin, ...]:
        """Oldest first."""
        with self._database.connect() as connection:
            return tuple(_pin(row) for row in connection.execute(self._own(scope)).mappings())

    def get(self, scope: Scope, pin_id: str) -> Pin:
        pin = next((pin for pin in self.list(scope) if pin.id == pin_id), None)
        if pin is None:
            raise UnknownPin("there is no such pinned question", "See the board for those there are.")
        return pin

    def ran(self, scope: Scope, pin_id: str, run_id: str, before_id: str | None) -> Pin:
        """A new run answers the question; `before_id` is what it is compared with."""
        self.get(scope, pin_id)
        with self._database.begin() as connection:
            connection.execute(PINS.update().where(PINS.c.id == pin_id).values(run=run_id, before=before_id))
        return self.get(scope, pin_id)

    def remove(self, scope: Scope, pin_id: str) -> None:
        self.get(scope, pin_id)
        with self._database.begin() as connection:
            connection.execute(PINS.delete().where(PINS.c.id == pin_id))

    @staticmethod
    def _own(scope: Scope) -> "sa.Select[tuple[object, ...]]":
        mine = (PINS.c.tenant == scope.tenant, PINS.c.scope == scope.to_json())
        return PINS.select().where(*mine).order_by(PINS.c.created_at, PINS.c.id)


def _pin(row: "sa.RowMapping") -> Pin:
    request = RunRequest.model_validate_json(row["request"])
    return Pin(row["id"], request, row["run"], row["before"], row["created_at"])
