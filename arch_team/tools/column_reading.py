"""Which type a column of text is meant to have: numbers, dates and truths as people write them, German and English.

A column has a type where every value fits it. `1.800` is a number of either style: what the file's other columns show
decides, and where nothing does, a point is a decimal point and a comma leaves the column as text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import duckdb

_WHOLE = r"[+-]?(0|[1-9][0-9]{0,17})"
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
}


_TESTED = ("whole", "german", "grouped", "german_whole", "grouped_whole", "truth")
"""Readings whose cast would take more than fits them: `007` as 7, `1.80` as 180."""


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


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def text(value: str) -> str:
    """A text in SQL, for where no bind can stand."""
    return "'" + value.replace("'", "''") + "'"


def readings(connection: duckdb.DuckDBPyConnection, rows: str, names: Sequence[str]) -> dict[str, str]:
    """Column to what its texts are read as, for the columns that are not text. `rows` is what to select from."""
    counts = [f"count({value_of(name)})" for name in names]
    counts += [f"count(*) FILTER ({_of(test, value_of(name))})" for name in names for test in _TESTS.values()]
    found = connection.execute(f"SELECT {', '.join(counts)} FROM {rows}").fetchone() or ()  # noqa: S608
    seen: dict[str, _Seen] = {}
    for i, name in enumerate(names):
        start = len(names) + i * len(_TESTS)
        seen[name] = _Seen(found[i], dict(zip(_TESTS, found[start : start + len(_TESTS)], strict=True)))
    styles = {column.style for column in seen.values()} - {None}
    style = styles.pop() if len(styles) == 1 else None
    read = {name: _reading(column, style) for name, column in seen.items()}
    return {name: reading for name, reading in read.items() if reading}


def misfits(read: Mapping[str, str]) -> str:
    """The condition that a row has a value which does not fit its column's reading."""
    tests = [_of(_CASTS[reading][0], value_of(name)) for name, reading in read.items()]
    return " OR ".join(f"NOT ({test})" for test in tests) or "false"


def _reading(column: _Seen, style: str | None) -> str | None:
    if column.all("whole"):
        return "whole"
    if column.all("point") or column.all("german") or column.all("grouped"):
        number = _number(column, style)
        return f"{number}_whole" if column.all(f"{number}_whole") else number
    if column.all("iso_day"):
        return "day"
    if column.all("iso_day", "iso_time"):
        return "time"
    if column.all("month_first") != column.all("day_first"):
        return "month_first" if column.all("month_first") else "day_first"
    return next((test for test in ("dotted", "dotted_time", "truth") if column.all(test)), None)


def _number(column: _Seen, style: str | None) -> str | None:
    if column.all("point"):
        return "german" if style == "german" and column.all("german") else "point"
    if column.all("german") and column.all("grouped"):
        return column.style or style
    return "german" if column.all("german") else "grouped"


def value_of(name: str) -> str:
    """A cell without the blanks around it. An empty one is none."""
    return f"nullif(trim({quoted(name)}), '')"


def typed(name: str, reading: str | None) -> str:
    """The column as SQL. A value that does not fit its reading is an error, by the cast's own word or by the test's."""
    value = value_of(name)
    if reading is None:
        return f"nullif({quoted(name)}, '') AS {quoted(name)}"
    test, cast = (_of(part, value) for part in _CASTS[reading])
    if reading not in _TESTED:
        return f"{cast} AS {quoted(name)}"
    return f"CASE WHEN {value} IS NULL OR ({test}) THEN {cast} ELSE error('misfit') END AS {quoted(name)}"
