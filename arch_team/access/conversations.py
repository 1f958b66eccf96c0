"""Chats that ended in a question of the team: found again by what was said in them.

A chat client sends the whole conversation back and nothing else. Its digest leads to the question that the next turn
answers. Two chats with the same words are in the same state, so either may answer either's question.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from arch_team.access.tables import CONVERSATIONS
from arch_team.runs.records import Scope

KEPT = timedelta(days=30)

Turn = tuple[str, str]
"""Role and text."""


def digest(scope: Scope, turns: Sequence[Turn]) -> str:
    """Of the turns of user and assistant. A system prompt may change between two turns, and says nothing of this."""
    said = [(role, " ".join(text.split())) for role, text in turns if role in ("user", "assistant")]
    known = json.dumps([scope.to_wire(), said], ensure_ascii=True, sort_keys=True)
    return hashlib.sha256(known.encode()).hexdigest()


class Conversations:
    def __init__(self, database: sa.Engine, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._clock = clock

    def keep(self, scope: Scope, turns: Sequence[Turn], clarification_id: str, run_id: str) -> None:
        """`turns` with the question as the last one. A question is kept once."""
        now, table = self._clock(), CONVERSATIONS
        with self._database.begin() as connection:
            connection.execute(table.delete().where(table.c.created_at < now - KEPT))
            known = connection.execute(table.select().where(table.c.clarification == clarification_id)).first()
            if known is None:
                connection.execute(
                    table.insert().values(
                        clarification=clarification_id,
                        tenant=scope.tenant,
                        digest=digest(scope, turns),
                        run=run_id,
                        created_at=now,
                    )
                )

    def questions(self, scope: Scope, turns: Sequence[Turn]) -> tuple[str, ...]:
        """The questions that a conversation of these turns came to, oldest first."""
        table = CONVERSATIONS
        query = (
            sa.select(table.c.clarification)
            .where(table.c.tenant == scope.tenant, table.c.digest == digest(scope, turns))
            .order_by(table.c.created_at, table.c.clarification)
            .limit(100)
        )
        with self._database.connect() as connection:
            return tuple(connection.execute(query).scalars())
