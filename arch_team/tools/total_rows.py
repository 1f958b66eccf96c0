"""Rows that add up the others, as exports have them at the end of a table, at its beginning or after each group. Left
in, they are counted twice, and the largest of all is always one of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

import duckdb

from arch_team.text.cells import is_total, says_total, totals
from arch_team.tools.cell_signs import quoted, text

_MOST = 200
"""Rows called a total. Where there are more, the word is a value like others."""
_ROUNDED = Decimal("0.005")
"""How far a total may be from the sum of figures that are rounded, as a part of it."""
_BETWEEN = "\x1f"
_NUMBERS = ("BIGINT", "DOUBLE")

_Figures = tuple[Decimal | None, ...]


@dataclass(frozen=True, slots=True)
class TotalRows:
    """What rows are called that add up others, and what rows are called so that stay in the table."""

    left_out: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    condition: str = "false"
    """That a row of texts is one of those left out, in SQL."""


@dataclass(frozen=True, slots=True)
class _Row:
    place: int
    label: str
    texts: tuple[str, ...]
    figures: _Figures


def total_rows(connection: duckdb.DuckDBPyConnection, table: str) -> TotalRows:
    """The rows of a new table that are called a total.

    One that agrees with the sum of the rows it may stand for is left out: where it is called nothing else, in half of
    its figures, as a total may have averages beside the sums; where it is called more (`Total Recall`), in all. One
    that agrees with nothing is left out where nothing speaks for a row of its own: it is the first or the last, has no
    other text, and no row has more."""
    columns = [(name, kind) for name, kind, *_ in connection.execute(f"DESCRIBE {quoted(table)}").fetchall()]
    texts = [quoted(name) for name, kind in columns if kind == "VARCHAR"]
    numbers = [quoted(name) for name, kind in columns if kind in _NUMBERS]
    if not texts or not numbers:
        return TotalRows()
    cells = [f"coalesce(trim({name}), '')" for name in texts]
    sums = _Sums(connection, quoted(table), numbers)
    found = list(_called_totals(connection, quoted(table), cells, numbers))
    if not found or len(found) > _MOST:
        return TotalRows()
    last = sums.last_place()
    places = [-1, *(row.place for row in found), last + 1]
    others = f"rowid NOT IN ({', '.join(str(row.place) for row in found)})"
    left_out: list[_Row] = []
    for before, row, after in zip(places, found, places[2:], strict=False):
        scopes = (others, f"rowid > {before} AND rowid < {row.place}", f"rowid > {row.place} AND rowid < {after}")
        if any(_agrees(row, *sums.of(scope)) for scope in scopes) or (
            row.place in (0, last) and is_total(row.label) and _is_alone(row) and _is_most(row, sums.most(others))
        ):
            left_out.append(row)
    joined = f"concat_ws({text(_BETWEEN)}, {', '.join(cells)})"
    named = ", ".join(text(_BETWEEN.join(row.texts)) for row in left_out)
    return TotalRows(
        tuple(dict.fromkeys(row.label for row in left_out)),
        tuple(dict.fromkeys(row.label for row in found if row not in left_out and is_total(row.label))),
        f"{joined} IN ({named})" if named else "false",
    )


def _called_totals(
    connection: duckdb.DuckDBPyConnection, table: str, cells: Sequence[str], numbers: Sequence[str]
) -> Iterator[_Row]:
    """In one of its texts it is called a total; or its first text begins so."""
    words = "|".join(map(re.escape, totals()))
    exact = " OR ".join(f"regexp_full_match({cell}, {text(f'(?i)({words})[ :.]*')})" for cell in cells)
    filled = ", ".join(f"nullif({cell}, '')" for cell in cells)
    begins = f"regexp_matches(coalesce({filled}), {text(f'(?i)^({words}) ')})"
    select = (
        f"SELECT rowid, {', '.join((*cells, *numbers))} FROM {table} "  # noqa: S608
        f"WHERE {exact} OR {begins} ORDER BY rowid LIMIT {_MOST + 1}"
    )
    for place, *values in connection.execute(select).fetchall():
        texts, figures = tuple(map(str, values[: len(cells)])), values[len(cells) :]
        label = next((cell for cell in texts if is_total(cell)), next(filter(None, texts), ""))
        if says_total(label):
            yield _Row(place, label, texts, _exact(figures))


class _Sums:
    """Of the figures of some rows of a table."""

    def __init__(self, connection: duckdb.DuckDBPyConnection, table: str, numbers: Sequence[str]) -> None:
        self._connection, self._table, self._numbers = connection, table, numbers
        self._known: dict[str, tuple[_Figures, _Figures]] = {}

    def of(self, scope: str) -> tuple[_Figures, _Figures]:
        """The sums, and of how many figures they are."""
        if scope not in self._known:
            found = self._row(scope, "sum", "count")
            self._known[scope] = found[: len(self._numbers)], found[len(self._numbers) :]
        return self._known[scope]

    def most(self, scope: str) -> _Figures:
        return self._row(scope, "max")

    def last_place(self) -> int:
        found = self._connection.execute(f"SELECT max(rowid) FROM {self._table}").fetchone()  # noqa: S608
        return int(found[0]) if found else 0

    def _row(self, scope: str, *functions: str) -> _Figures:
        figures = ", ".join(f"{function}({name})" for function in functions for name in self._numbers)
        found = self._connection.execute(f"SELECT {figures} FROM {self._table} WHERE {scope}").fetchone()  # noqa: S608
        return _exact(found or ())


def _exact(figures: Sequence[object]) -> _Figures:
    return tuple(None if figure is None else Decimal(str(figure)) for figure in figures)


def _agrees(row: _Row, sums: _Figures, counts: _Figures) -> bool:
    compared = [
        abs(own - total) <= abs(total) * _ROUNDED and bool(total)
        for own, total, count in zip(row.figures, sums, counts, strict=True)
        if own is not None and total is not None and (count or 0) > 1
    ]
    return sum(compared) * 2 >= max(len(compared), 1) if is_total(row.label) else bool(compared) and all(compared)


def _is_alone(row: _Row) -> bool:
    return all(map(is_total, filter(None, row.texts)))


def _is_most(row: _Row, most: _Figures) -> bool:
    compared = [
        own > other for own, other in zip(row.figures, most, strict=True) if own is not None and other is not None
    ]
    return bool(compared) and all(compared)
