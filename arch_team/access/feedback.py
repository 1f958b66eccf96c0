"""What people said of answers: right or wrong, and why. Kept with the question, to be read without the run."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal

import sqlalchemy as sa
from pydantic import AwareDatetime

from arch_team.access.caller import Caller
from arch_team.access.tables import FEEDBACK
from arch_team.engine.schema import seen_by
from arch_team.errors import UsageError
from arch_team.runs.records import MOST_PER_PAGE, Page, Whose
from arch_team.wire import Wire

Verdict = Literal["right", "wrong"]


class Feedback(Wire):
    seq: int
    run_id: str
    question: str
    verdict: Verdict
    note: str = ""
    name: str = ""
    """What the key is called that said so."""
    at: AwareDatetime


class FeedbackLog:
    def __init__(self, database: sa.Engine, *, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database, self._clock = database, clock

    def keep(self, caller: Caller, run_id: str, question: str, verdict: Verdict, note: str = "") -> Feedback:
        """The last word of a key on a run takes the place of what it said before."""
        table, said = FEEDBACK, _sayable(note)
        mine = (
            table.c.tenant == caller.tenant,
            table.c.run == run_id,
            table.c.key_id.is_not_distinct_from(caller.key_id),
        )
        values = {
            "tenant": caller.tenant,
            "run": run_id,
            "question": _sayable(question),
            "verdict": verdict,
            "note": said,
            "key_id": caller.key_id,
            "name": caller.name,
            "at": self._clock(),
        }
        with self._database.begin() as connection:
            connection.execute(table.delete().where(*mine))
            connection.execute(table.insert().values(**values))
            row = connection.execute(table.select().where(*mine).order_by(table.c.seq.desc()).limit(1)).mappings().one()
        return _feedback(row)

    def list(
        self,
        whose: Whose,
        *,
        verdict: Verdict | None = None,
        run_id: str | None = None,
        after: str | None = None,
        limit: int = 50,
    ) -> Page[Feedback]:
        """Newest first. With a mandate, only what was said of its runs."""
        limit, table = max(1, min(limit, MOST_PER_PAGE)), FEEDBACK
        query = table.select().where(seen_by(whose, table)).order_by(table.c.seq.desc()).limit(limit + 1)
        query = query.where(table.c.verdict == verdict) if verdict else query
        query = query.where(table.c.run == run_id) if run_id else query
        if after is not None:
            if not (after.isascii() and after.isdigit() and len(after) < 19):
                raise UsageError("after is not a mark that was given out", "Give `next` of the page before.")
            query = query.where(table.c.seq < int(after))
        with self._database.connect() as connection:
            found = [_feedback(row) for row in connection.execute(query).mappings()]
        more = len(found) > limit
        return Page[Feedback](items=tuple(found[:limit]), next=str(found[limit - 1].seq) if more else None)


def _feedback(row: "sa.RowMapping") -> Feedback:
    return Feedback(
        seq=row["seq"],
        run_id=row["run"],
        question=row["question"],
        verdict=row["verdict"],
        note=row["note"],
        name=row["name"],
        at=row["at"],
    )


def _sayable(text: str) -> str:
    return text.encode("utf-8", "replace").decode().replace("\0", "�")
