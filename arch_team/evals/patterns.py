"""Whether a call is the one a gold pattern means, by what its filters let through rather than by how they are written.

`accountNumber LIKE 102%`, `BETWEEN 1020 AND 1029` and `IN (1020, 1021, 1022)` are the same filter where the column has
no other value in between. So two filters are compared on the values the column really has and, where those are unknown,
on values around the ones that the filters name.
"""

import fnmatch
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any, cast

from arch_team.evals.gold import ToolPattern
from arch_team.featuredata.calls import Filter, Op, Scalar
from arch_team.featuredata.filters import Problems, read_filters

_DIGITS = 4
"""Of an account number."""
Domains = Mapping[str, Sequence[str]]
"""`Table.field` to the values it has, as text."""


def matches(pattern: ToolPattern, entry: Mapping[str, Any], domains: Domains) -> bool:
    """Whether an entry of the evidence is a successful call of this pattern. Further filters may narrow it."""
    if entry.get("error") or entry.get("tool") not in pattern.tool or entry.get("table") != pattern.table_name:
        return False
    problems = Problems()
    given = read_filters(cast("Mapping[str, object]", entry.get("arguments") or {}).get("filters"), problems)
    if problems:
        return False
    for field in dict.fromkeys(flt.field for flt in pattern.filters):
        wanted = [flt for flt in pattern.filters if flt.field == field]
        found = [flt for flt in given if flt.field == field]
        if not found or not _same(wanted, found, domains.get(f"{pattern.table_name}.{field}", ())):
            return False
    return True


def _same(one: Sequence[Filter], other: Sequence[Filter], values: Sequence[str]) -> bool:
    probes = list(dict.fromkeys([*values, *(() if values else _around((*one, *other)))]))
    let_through = [(passes(one, value), passes(other, value)) for value in probes]
    if any(mine for mine, _ in let_through):
        return all(mine == theirs for mine, theirs in let_through)
    return _canonical(one) == _canonical(other)  # nothing of the column is meant: then they must name the same values


def _canonical(filters: Sequence[Filter]) -> list[tuple[str, ...]]:
    return sorted((flt.op.value, *(_text(v) for v in _values(flt))) for flt in filters)


def passes(filters: Iterable[Filter], value: str) -> bool:
    return all(_passes(flt, value) for flt in filters)


def _passes(flt: Filter, value: str) -> bool:
    named = [_text(item) for item in _values(flt)]
    match flt.op:
        case Op.EQ | Op.IN:
            return any(_equal(value, item) for item in named)
        case Op.NE | Op.NOT_IN:
            return not any(_equal(value, item) for item in named)
        case Op.LIKE | Op.ILIKE | Op.NOT_LIKE:
            fold = flt.op is Op.ILIKE
            found = any(_like(value.casefold() if fold else value, i.casefold() if fold else i) for i in named)
            return found is not (flt.op is Op.NOT_LIKE)
        case Op.LT:
            return _order(value, named[0]) < 0
        case Op.LE:
            return _order(value, named[0]) <= 0
        case Op.GT:
            return _order(value, named[0]) > 0
        case Op.GE:
            return _order(value, named[0]) >= 0
        case Op.BETWEEN:
            return len(named) == 2 and _order(named[0], value) <= 0 <= _order(named[1], value)
        case Op.IS_NULL:
            return value == ""
        case Op.NOT_NULL:
            return value != ""


def _values(flt: Filter) -> tuple[Scalar, ...]:
    return flt.value if isinstance(flt.value, tuple) else (flt.value,)


def _text(value: Scalar) -> str:
    return "" if value is None else str(value)


def _number(text: str) -> Decimal | None:
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def _equal(one: str, other: str) -> bool:
    return one == other or _order(one, other) == 0


def _order(one: str, other: str) -> int:
    """Numbers by size, everything else as text."""
    left, right = _number(one), _number(other)
    if left is not None and right is not None and left.is_finite() and right.is_finite():
        return (left > right) - (left < right)
    return (one > other) - (one < other)


def _like(value: str, pattern: str) -> bool:
    escaped = pattern.replace("[", "[[]").replace("*", "[*]").replace("?", "[?]")
    return fnmatch.fnmatchcase(value, escaped.replace("%", "*").replace("_", "?"))


def _around(filters: Iterable[Filter]) -> list[str]:
    """The values that filters name, their neighbours, and for a prefix of digits all numbers of four that begin so."""
    probes: list[str] = []
    for flt in filters:
        is_pattern = flt.op in (Op.LIKE, Op.ILIKE, Op.NOT_LIKE)
        for value in map(_text, _values(flt)):
            stem = value.rstrip("%")
            if is_pattern and stem.isdigit() and len(stem) <= _DIGITS:
                width = _DIGITS - len(stem)
                probes += [f"{stem}{rest:0{width}d}" if width else stem for rest in range(10**width)]
                continue
            probes.append(value.replace("%", "") if is_pattern else value)
            number = _number(value)
            if number is not None and number == number.to_integral_value():
                probes += [str(int(number) + step) for step in (-1, 1)]
                probes += [f"{value[:2]}{rest:02d}" for rest in range(100)] if len(value) == _DIGITS else []
    return probes
