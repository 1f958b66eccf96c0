"""Which type a column of text is meant to have: numbers, dates and truths as people write them, German and English.

A column has a type where every value fits it. `1.800` is a number of either style: what the file's other columns show
decides, and where nothing does, a point is a decimal point and a comma leaves the column as text. A column that has no
type as it stands may have one without its signs: cells that mean nothing, the unit of all cells (`cell_signs`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb

from arch_team.tools.cell_signs import Unit, cleaned, quoted, units_of, value_of
from arch_team.tools.written_days import day_of, parted_day

_WHOLE = r"[+-]?(0|[1-9][0-9]{0,17})"
_NTH = r"[1-9][0-9]{0,8}\."
_POINT = r"[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?"
_GERMAN_WHOLE = r"[+-]?([1-9][0-9]{0,2}(\.[0-9]{3}){1,5}|0|[1-9][0-9]{0,17})"
_GERMAN = _GERMAN_WHOLE + r"(,[0-9]+)?"
_GROUPED_WHOLE = r"[+-]?([1-9][0-9]{0,2}([,''’][0-9]{3}){1,5}|0|[1-9][0-9]{0,17})"
_GROUPED = _GROUPED_WHOLE + r"(\.[0-9]+)?"
_ONLY_GERMAN = r".*(,([0-9]{1,2}|[0-9]{4,})|\.[0-9]{3},[0-9]+|\.[0-9]{3}\.[0-9]{3}.*)"
_ONLY_GROUPED = r".*(\.([0-9]{1,2}|[0-9]{4,})|,[0-9]{3}\.[0-9]+|,[0-9]{3},[0-9]{3}.*|[''’][0-9]{3}.*)"
_ISO_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_ISO_TIME = _ISO_DAY + r"[ T][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?"
_DOTTED = r"[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{4}"
_SLASHED = r"[0-9]{1,2}/[0-9]{1,2}/[0-9]{4}"

_DOTTED_TIMES = "['%d.%m.%Y %H:%M:%S', '%d.%m.%Y %H:%M']"


_WRITTEN = "written_day"
"""Tried only on columns that are nothing else: it is slow."""
_V = "$V"
"""Where the value stands in a piece of SQL."""


def _of(sql: str, value: str) -> str:
    return sql.replace(_V, value)


def _like(pattern: str) -> str:
    return f"regexp_full_match({_V}, '{pattern}')"


def _day(pattern: str, form: str) -> str:
    return f"{_like(pattern)} AND try_strptime({_V}, '{form}') IS NOT NULL"


_TESTS: dict[str, str] = {
    "whole": _like(_WHOLE),
    "nth": _like(_NTH),
    "point": _like(_POINT),
    "german": _like(_GERMAN),
    "grouped": _like(_GROUPED),
    "german_whole": _like(_GERMAN_WHOLE),
    "grouped_whole": _like(_GROUPED_WHOLE),
    "only_german": _like(_ONLY_GERMAN),
    "only_grouped": _like(_ONLY_GROUPED),
    "iso_day": f"{_like(_ISO_DAY)} AND try_cast($V AS DATE) IS NOT NULL",
    "iso_time": f"{_like(_ISO_TIME)} AND try_cast($V AS TIMESTAMP) IS NOT NULL",
    "dotted": _day(_DOTTED, "%d.%m.%Y"),
    "dotted_time": f"{_like(_DOTTED + ' .*')} AND try_strptime($V, {_DOTTED_TIMES}) IS NOT NULL",
    "month_first": _day(_SLASHED, "%m/%d/%Y"),
    "day_first": _day(_SLASHED, "%d/%m/%Y"),
    "truth": "lower($V) IN ('true', 'false')",
}

_CASTS: dict[str, tuple[str, str]] = {
    "whole": (_TESTS["whole"], "CAST($V AS BIGINT)"),
    "nth": (f"({_TESTS['nth']} OR {_TESTS['whole']})", "CAST(rtrim($V, '.') AS BIGINT)"),
    "point": (_TESTS["point"], "CAST($V AS DOUBLE)"),
    "german": (_TESTS["german"], "CAST(replace(replace($V, '.', ''), ',', '.') AS DOUBLE)"),
    "grouped": (_TESTS["grouped"], "CAST(regexp_replace($V, '[,''’]', '', 'g') AS DOUBLE)"),
    "german_whole": (_TESTS["german_whole"], "CAST(replace($V, '.', '') AS BIGINT)"),
    "grouped_whole": (_TESTS["grouped_whole"], "CAST(regexp_replace($V, '[,''’]', '', 'g') AS BIGINT)"),
    "day": (_TESTS["iso_day"], "CAST($V AS DATE)"),
    "time": (f"({_TESTS['iso_day']} OR {_TESTS['iso_time']})", "CAST($V AS TIMESTAMP)"),
    "dotted": (_TESTS["dotted"], "CAST(strptime($V, '%d.%m.%Y') AS DATE)"),
    "dotted_time": (_TESTS["dotted_time"], f"strptime($V, {_DOTTED_TIMES})"),
    "month_first": (_TESTS["month_first"], "CAST(strptime($V, '%m/%d/%Y') AS DATE)"),
    "day_first": (_TESTS["day_first"], "CAST(strptime($V, '%d/%m/%Y') AS DATE)"),
    "truth": (_TESTS["truth"], "CAST(lower($V) AS BOOLEAN)"),
    _WRITTEN: (f"{day_of(_V)} IS NOT NULL", day_of(_V)),
}

_TESTED = ("whole", "nth", "german", "grouped", "german_whole", "grouped_whole", "truth")
"""Readings whose cast would take more than fits them: `007` as 7, `1.80` as 180."""
_NUMBERS = ("whole", "point", "german", "grouped", "german_whole", "grouped_whole")


@dataclass(frozen=True, slots=True)
class _Seen:
    """How many values of a column there are, and how many fit each test."""

    values: int
    fitting: Mapping[str, int]

    def all(self, *tests: str) -> bool:
        return self.values > 0 and sum(self.fitting.get(test, 0) for test in tests) == self.values

    @property
    def style(self) -> str | None:
        """German or English numbers, where the column can be nothing else."""
        if self.all("german") and self.fitting["only_german"]:
            return "german"
        return "grouped" if (self.all("grouped") or self.all("point")) and self.fitting["only_grouped"] else None


@dataclass(frozen=True, slots=True)
class Reading:
    """What the texts of a column are read as."""

    kind: str
    value: str
    """A cell's value as text, in SQL."""
    unit: Unit | None = None

    def test(self, value: str) -> str:
        """That a value fits, in SQL."""
        return _of(_CASTS[self.kind][0], value)

    def typed(self, value: str) -> str:
        """A value in SQL. One that does not fit is an error, by the cast's own word or by the test's."""
        cast = _of(_CASTS[self.kind][1], value)
        if self.kind == _WRITTEN:
            return f"coalesce({cast}, CASE WHEN {value} IS NOT NULL THEN error('misfit') END)"
        if self.kind not in _TESTED:
            return cast
        return f"CASE WHEN {value} IS NULL OR ({self.test(value)}) THEN {cast} ELSE error('misfit') END"


_SLASHES = ("month_first", "day_first")


def readings(connection: duckdb.DuckDBPyConnection, rows: str, names: Sequence[str]) -> dict[str, Reading]:
    """Column to what its texts are read as, for the columns that are not text. `rows` is what to select from."""
    values = {name: value_of(name) for name in names}
    seen = _seen(connection, rows, values, _TESTS)
    others = [name for name, column in seen.items() if column.values and not _may_be_read(column)]
    units = units_of(connection, rows, others)
    values |= {name: cleaned(name, unit) for name, unit in units.items()}
    tests = {**_TESTS, _WRITTEN: _of(_CASTS[_WRITTEN][0], parted_day(_V))}
    seen |= _seen(connection, rows, {name: values[name] for name in units}, tests)
    styles = {column.style for column in seen.values()} - {None}
    style = styles.pop() if len(styles) == 1 else None
    read = {name: _money(column, units.get(name), style) or _reading(column, style) for name, column in seen.items()}
    orders = {kind for kind in read.values() if kind in _SLASHES}
    if len(orders) == 1:  # 03/01/2023 is written as the other days of the file are
        read |= {name: next(iter(orders)) for name, column in seen.items() if all(map(column.all, _SLASHES))}
    return {
        name: Reading(kind, parted_day(values[name]) if kind == _WRITTEN else values[name], units.get(name))
        for name, kind in read.items()
        if kind and not (units.get(name) and kind not in _NUMBERS)
    }


def _seen(
    connection: duckdb.DuckDBPyConnection, rows: str, values: Mapping[str, str], tests: Mapping[str, str]
) -> dict[str, _Seen]:
    if not values:
        return {}
    own = ", ".join(f"{value} AS {quoted(name)}" for name, value in values.items())
    counts = [f"count({quoted(name)})" for name in values]
    counts += [f"count(*) FILTER ({_of(test, quoted(name))})" for name in values for test in tests.values()]
    select = f"SELECT {', '.join(counts)} FROM (SELECT {own} FROM {rows})"  # noqa: S608
    found = connection.execute(select).fetchone() or ()
    seen: dict[str, _Seen] = {}
    for i, name in enumerate(values):
        start = len(values) + i * len(tests)
        seen[name] = _Seen(found[i], dict(zip(tests, found[start : start + len(tests)], strict=True)))
    return seen


def misfits(rows: str, names: Sequence[str], read: Mapping[str, Reading]) -> str:
    """The rows that have a value which does not fit its column's reading, in SQL."""
    own = ", ".join(quoted(name) for name in names)
    cells = {f"{name} as read": reading for name, reading in read.items()}
    values = ", ".join(f"{reading.value} AS {quoted(cell)}" for cell, reading in cells.items())
    tests = " OR ".join(f"NOT ({reading.test(quoted(cell))})" for cell, reading in cells.items())
    inner = f"SELECT {own}, {values} FROM {rows}"  # noqa: S608
    # Materialized, so that cells are cleaned once and not in each test again.
    return f"WITH cells AS MATERIALIZED ({inner}) SELECT {own} FROM cells WHERE {tests}"  # noqa: S608


def _may_be_read(column: _Seen) -> bool:
    """Whether it has a type as it stands, or would have one if the others told how numbers are written."""
    return any(_reading(column, style) for style in ("german", "grouped"))


def _money(column: _Seen, unit: Unit | None, style: str | None) -> str | None:
    """How whole amounts of money are written, which hardly ever have three digits after the point: `$1,234`. A point
    between thousands is for those who pay in euros."""
    if unit is None or not unit.is_money:
        return None
    if column.all("grouped_whole") and style != "german":
        return "grouped_whole"
    return "german_whole" if column.all("german_whole") and style != "grouped" and unit.name == "EUR" else None


def _reading(column: _Seen, style: str | None) -> str | None:
    if column.all("whole"):
        return "whole"
    if column.all("whole", "nth"):
        return "nth"
    if column.all("point") or column.all("german") or column.all("grouped"):
        number = _number(column, style)
        return f"{number}_whole" if column.all(f"{number}_whole") else number
    if column.all("iso_day"):
        return "day"
    if column.all("iso_day", "iso_time"):
        return "time"
    if column.all("month_first") != column.all("day_first"):
        return "month_first" if column.all("month_first") else "day_first"
    return next((test for test in ("dotted", "dotted_time", "truth", _WRITTEN) if column.all(test)), None)


def _number(column: _Seen, style: str | None) -> str | None:
    if column.all("point"):
        return "german" if style == "german" and column.all("german") else "point"
    if column.all("german") and column.all("grouped"):
        return column.style or style
    return "german" if column.all("german") else "grouped"
