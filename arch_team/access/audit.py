"""What was done, by whom, from where, and how it ended. Rows are added, never changed.

Kept: everything that changes something, every export, whatever an admin alone may read, and everything refused. Not
kept: looking at one's own runs, which a page does every few seconds; bodies, questions and answers; query strings.
"""

from collections.abc import Callable
from datetime import UTC, datetime

import sqlalchemy as sa
from pydantic import AwareDatetime

from arch_team.access.caller import Caller
from arch_team.access.tables import AUDIT, KEYS
from arch_team.errors import UsageError
from arch_team.runs.records import MOST_PER_PAGE, Page, Whose
from arch_team.telemetry.masking import Masking
from arch_team.wire import Wire


class AuditEntry(Wire):
    seq: int
    at: AwareDatetime
    tenant: str | None = None
    """None: nobody knows who it was."""
    key_id: str | None = None
    role: str | None = None
    action: str
    """The method: GET, POST, …"""
    target: str
    status: int
    address: str
    note: str = ""


class AuditLog:
    def __init__(self, database: sa.Engine, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._clock = clock

    def record(
        self,
        caller: Caller | None,
        *,
        action: str,
        target: str,
        status: int,
        address: str,
        note: str = "",
        tenant: str | None = None,
        key_id: str | None = None,
    ) -> None:
        """`tenant` and `key_id` are for a caller who is not let in and says whose key it has."""
        with self._database.begin() as connection:
            connection.execute(
                AUDIT.insert().values(
                    at=self._clock(),
                    tenant=caller.tenant if caller else tenant,
                    key_id=caller.key_id if caller else key_id,
                    role=caller.role if caller else None,
                    action=action[:10],
                    target=_plain(target)[:500],
                    status=status,
                    address=_plain(address)[:100],
                    note=_plain(note)[:200],
                )
            )

    def list(self, whose: Whose | None, *, after: str | None = None, limit: int = 50) -> Page[AuditEntry]:
        """Newest first. With a mandate, what was done with that mandate's keys. None: all of them, for whoever runs the
        server."""
        limit = max(1, min(limit, MOST_PER_PAGE))
        query = AUDIT.select().order_by(AUDIT.c.seq.desc()).limit(limit + 1)
        if whose is not None:
            query = query.where(_done_with_keys_of(whose))
        if after is not None:
            if not (after.isascii() and after.isdigit() and len(after) < 19):
                raise UsageError("after is not a mark that was given out", "Give `next` of the page before.")
            query = query.where(AUDIT.c.seq < int(after))
        with self._database.connect() as connection:
            found = [_entry(row) for row in connection.execute(query).mappings()]
        more = len(found) > limit
        return Page[AuditEntry](items=tuple(found[:limit]), next=str(found[limit - 1].seq) if more else None)


def _done_with_keys_of(whose: Whose) -> sa.ColumnElement[bool]:
    if isinstance(whose, str):
        return AUDIT.c.tenant == whose
    own = AUDIT.c.tenant == whose.tenant
    narrow = [
        column == wanted
        for column, wanted in ((KEYS.c.mandate, whose.mandate), (KEYS.c.feature_instance, whose.feature_instance))
        if wanted is not None
    ]
    return own & AUDIT.c.key_id.in_(sa.select(KEYS.c.id).where(*narrow)) if narrow else own


def _entry(row: "sa.RowMapping") -> AuditEntry:
    return AuditEntry.model_validate(dict(row))


def _plain(text: str) -> str:
    """Without what cannot be shown, and without a key that somebody put into a path."""
    return "".join(c if c.isprintable() else "�" for c in Masking().text(text))
