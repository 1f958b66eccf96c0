"""What the rows say of a supposed key: unique, contained in another column, pointing upwards. A bounded look each."""

from typing import cast

import sqlalchemy as sa

from arch_team.errors import DataError
from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.dialects import Expression
from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.featuredata.tables import Table

_FEW = 1_000
"""Rows in which most columns that are not unique show it."""
_MANY = 2_000_000
"""Rows of which a column can be told unique. Of more it is not known."""
_ROWS = 100_000
"""Rows that are looked at to see where they point."""
_LEAST_POINTING = 2
_NEARLY = 0.9
_MOSTLY = 0.7

_Select = sa.Select[tuple[object, ...]]


class KeyData:
    """Asks the database, within the provider's scope. What cannot be read in time is not borne out."""

    def __init__(self, provider: SqlProvider) -> None:
        self._provider = provider
        self._unique: dict[tuple[str, str], bool] = {}
        self.checks = 0

    def is_unique(self, table: Table, field: str) -> bool:
        """Whether every row has a value of its own, and there is a row."""
        key = (table.name, field)
        if key not in self._unique:
            self._unique[key] = self._all_differ(table, field, _FEW) and self._all_differ(table, field, _MANY)
        return self._unique[key]

    def is_nearly_unique(self, table: Table, field: str) -> bool:
        """Whether nearly every row has a value of its own, as things are described."""
        every, present, different = self._counts(table, field, _ROWS) or (0, 0, 0)
        return every > 0 and min(present, different) >= _NEARLY * every

    def is_in_words(self, table: Table, field: str) -> bool:
        """Whether most values are written in words, as names are, and not as codes."""
        found = self._rows(self._column(table, field, present=True).limit(_FEW)) or []
        wordy = sum(max((len(word) for word in str(v).split() if word.isalpha()), default=0) > 2 for (v,) in found)
        return wordy > _MOSTLY * len(found)

    def is_within(self, table: Table, field: str, parent: Table, to_field: str) -> bool:
        """Whether every value occurs in the other column, and there is a value."""
        own = self._column(table, field, present=True).limit(_ROWS).subquery("own")
        theirs = self._column(parent, to_field, present=True).subquery("theirs")
        stray = sa.select(own.c.v).where(own.c.v.not_in(sa.select(theirs.c.v))).limit(1)
        return bool(self._rows(sa.select(own.c.v).limit(1))) and self._rows(stray) == []

    def shared(self, table: Table, field: str, parent: Table, to_field: str, text: str) -> str | None:
        """The one value that all rows have to which a column points. None: they differ, or there are none."""
        own = self._column(table, field, present=True).limit(_ROWS).subquery("own")
        theirs = clause_of(parent).alias("p")
        held = sa.select(theirs.c[text]).where(
            theirs.c[to_field].in_(sa.select(own.c.v)), *in_scope(parent, theirs, self._provider.scope)
        )
        found = self._rows(cast("_Select", held.distinct().limit(2))) or []
        return str(found[0][0]) if len(found) == 1 and found[0][0] is not None else None

    def is_hierarchy(self, table: Table, field: str, key: str) -> bool:
        """Whether rows point at rows of the same table so that every way ends at one that points nowhere."""
        clause = clause_of(table).alias("t")
        pairs = sa.select(clause.c[key], clause.c[field]).where(*in_scope(table, clause, self._provider.scope))
        above = dict(cast("list[tuple[Scalar, Scalar]]", self._rows(cast("_Select", pairs.limit(_ROWS))) or []))
        pointing = sum(1 for to in above.values() if to is not None)
        if (
            pointing < _LEAST_POINTING
            or len(above) == pointing
            or not all(to in above or to is None for to in above.values())
        ):
            return False
        return _all_end(above)

    def _all_differ(self, table: Table, field: str, most: int) -> bool:
        every, present, different = self._counts(table, field, most) or (0, 0, 0)
        return 0 < every == present == different and (most < _MANY or every <= most)

    def _counts(self, table: Table, field: str, most: int) -> tuple[int, ...] | None:
        """How many rows there are, how many have a value, and how many values there are."""
        rows = self._column(table, field).limit(most + 1).subquery("some")
        counted = sa.select(sa.func.count(), sa.func.count(rows.c.v), sa.func.count(sa.distinct(rows.c.v)))
        found = self._rows(cast("_Select", counted.select_from(rows)))
        return tuple(int(cast("int", number)) for number in found[0]) if found else None

    def _column(self, table: Table, field: str, *, present: bool = False) -> _Select:
        clause = clause_of(table).alias("t")
        column = cast("Expression", clause.c[field])
        column = cast("Expression", sa.cast(column, sa.String)) if table.fields[field].as_text else column
        select = sa.select(column.label("v")).where(*in_scope(table, clause, self._provider.scope))
        return cast("_Select", select.where(column.is_not(None)) if present else select)

    def _rows(self, select: sa.Select[tuple[object, ...]]) -> list[tuple[Scalar, ...]] | None:
        self.checks += 1
        try:
            return self._provider.fetch(select)
        except DataError:
            return None


def _all_end(above: dict[Scalar, Scalar]) -> bool:
    ends: set[Scalar] = {None}
    for start in above:
        way: list[Scalar] = []
        at: Scalar = start
        while at not in ends:
            way.append(at)
            at = above[at]
            if at in way[-1:] or len(way) > len(above):
                return False
        ends.update(way)
    return True
