"""From the arguments a model wrote to a typed call.

Models spell the same call in many ways: filters as objects, as a mapping or as text, numbers as text, one field where a
list is meant. What has one meaning is taken; what has none is a finding, and every problem is reported at once.
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import cast

from arch_team.featuredata.calls import (
    DEFAULT_LIMIT,
    AggregateCall,
    BrowseCall,
    Call,
    Function,
    OrderBy,
    QueryCall,
    Tool,
)
from arch_team.featuredata.filters import Problems, read_filters, unpacked
from arch_team.featuredata.findings import ErrorCode, Finding

MAX_FIELDS = 60

_PARAMETERS: dict[Tool, tuple[str, ...]] = {
    Tool.BROWSE: ("tableName", "fields", "limit", "offset", "purpose"),
    Tool.QUERY: ("tableName", "fields", "filters", "orderBy", "limit", "offset", "purpose"),
    Tool.AGGREGATE: ("tableName", "aggregate", "field", "groupBy", "filters", "orderBy", "limit", "purpose"),
}
_OTHER_SPELLINGS = {
    "table": "tableName",
    "tablename": "tableName",
    "table_name": "tableName",
    "columns": "fields",
    "select": "fields",
    "function": "aggregate",
    "aggregation": "aggregate",
    "func": "aggregate",
    "column": "field",
    "group_by": "groupBy",
    "groupby": "groupBy",
    "where": "filters",
    "filter": "filters",
    "order_by": "orderBy",
    "orderby": "orderBy",
    "sort": "orderBy",
}
_FUNCTIONS = {f.value: f for f in Function} | {
    "AVERAGE": Function.AVG,
    "MEAN": Function.AVG,
    "TOTAL": Function.SUM,
    "MINIMUM": Function.MIN,
    "MAXIMUM": Function.MAX,
    "COUNT DISTINCT": Function.COUNT_DISTINCT,
    "COUNTDISTINCT": Function.COUNT_DISTINCT,
    "DISTINCT": Function.COUNT_DISTINCT,
}


def parse_call(tool: str, args: object) -> Call | list[Finding]:
    """The typed call, or everything that keeps the arguments from being one."""
    problems = Problems()
    try:
        known = Tool(tool)
    except ValueError:
        names = ", ".join(t.value for t in Tool)
        problems.add(None, f"There is no tool {tool[:20]!r}. Tools: {names}.")
        return problems
    if not isinstance(args, Mapping):
        problems.add(None, "Give the arguments as one JSON object.")
        return problems
    given = _named(cast("Mapping[object, object]", args), known, problems)
    call = _BUILDERS[known](given, problems)
    return problems or call


def _named(args: Mapping[object, object], tool: Tool, problems: Problems) -> dict[str, object]:
    allowed = _PARAMETERS[tool]
    given: dict[str, object] = {}
    for key, value in args.items():
        name = key if key in allowed else _OTHER_SPELLINGS.get(str(key).lower(), str(key))
        if name == "tool" and value == tool.value:
            continue
        if name not in allowed:
            problems.add(str(key), f"{tool.value} takes: {', '.join(allowed)}."[:80])
        elif name in given:
            problems.add(str(name), f"{name} is given twice, as {str(key)[:20]!r} too: give it once.")
        elif value is not None:
            given[str(name)] = value
    return given


def _browse(given: dict[str, object], problems: Problems) -> Call:
    return BrowseCall(
        table=_text(given, "tableName", problems),
        fields=_names(given, "fields", problems),
        limit=_whole(given, "limit", 10, problems),
        offset=_whole(given, "offset", 0, problems),
        purpose=_purpose(given),
    )


def _query(given: dict[str, object], problems: Problems) -> Call:
    return QueryCall(
        table=_text(given, "tableName", problems),
        fields=_names(given, "fields", problems),
        filters=read_filters(given.get("filters"), problems),
        order_by=_order(given.get("orderBy"), problems),
        limit=_whole(given, "limit", DEFAULT_LIMIT, problems),
        offset=_whole(given, "offset", 0, problems),
        purpose=_purpose(given),
    )


def _aggregate(given: dict[str, object], problems: Problems) -> Call:
    table = _text(given, "tableName", problems)
    wanted = str(given.get("aggregate", "")).strip().upper()
    function = _FUNCTIONS.get(wanted)
    if function is None:
        hint = "aggregate is one of: " + ", ".join(f.value for f in Function) + "."
        problems.add("aggregate", hint)
    raw = given.get("field")
    field = raw.strip() if isinstance(raw, str) and raw.strip() not in ("", "*") else None
    if raw is not None and not isinstance(raw, str):
        problems.add("field", "field is the name of one field.")
    elif field is None and function not in (Function.COUNT, None):
        problems.add("field", f"{function.value} needs a field.")
    return AggregateCall(
        table=table,
        function=function or Function.COUNT,
        field=field,
        group_by=_names(given, "groupBy", problems),
        filters=read_filters(given.get("filters"), problems),
        order_by=_order(given.get("orderBy"), problems),
        limit=_whole(given, "limit", DEFAULT_LIMIT, problems),
        purpose=_purpose(given),
    )


_BUILDERS: dict[Tool, Callable[[dict[str, object], Problems], Call]] = {
    Tool.BROWSE: _browse,
    Tool.QUERY: _query,
    Tool.AGGREGATE: _aggregate,
}


def _text(given: dict[str, object], name: str, problems: Problems) -> str:
    value = given.get(name)
    if isinstance(value, str) and value.strip():
        return value.strip()
    problems.add(name, f"{name} is missing: give it as text.")
    return ""


def _purpose(given: dict[str, object]) -> str | None:
    value = given.get("purpose")
    return value.strip() or None if isinstance(value, str) else None


def _names(given: dict[str, object], name: str, problems: Problems) -> tuple[str, ...]:
    value = unpacked(given.get(name))
    if isinstance(value, str):
        value = value.split(",")
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        problems.add(name, f"{name} is a list of field names.")
        return ()
    items = cast("list[object]", value)
    if len(items) > MAX_FIELDS:
        problems.add(name, f"{name} may hold {MAX_FIELDS} names at most.")
        return ()
    if not all(isinstance(item, str) for item in items):
        problems.add(name, f"{name} is a list of field names.")
        return ()
    texts = [str(item).strip() for item in items]
    return tuple(dict.fromkeys(text for text in texts if text and text != "*"))


def _whole(given: dict[str, object], name: str, default: int, problems: Problems) -> int:
    value = given.get(name, default)
    if isinstance(value, str) and re.fullmatch(r"[+-]?\d{1,9}", value.strip()):
        value = int(value)
    if isinstance(value, float | Decimal) and value == value and abs(value) < 1e9 and value == int(value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        problems.append(Finding(ErrorCode.BAD_LIMIT, name, f"{name} is a whole number."))
        return default
    return value


def _order(value: object, problems: Problems) -> tuple[OrderBy, ...]:
    """`"amount DESC"`, `"-amount"`, `{"field", "direction"}`, or a list of these."""
    value = unpacked(value)
    if value is None or value == "":
        return ()
    items = cast("list[object]", value) if isinstance(value, list | tuple) else [value]
    if isinstance(value, str):
        items = [part for part in value.split(",") if part.strip()]
    if len(items) > MAX_FIELDS:
        problems.add("orderBy", f"orderBy may hold {MAX_FIELDS} names at most.")
        return ()
    found = [_one_order(item, problems) for item in items]
    return tuple(order for order in found if order is not None)


def _one_order(item: object, problems: Problems) -> OrderBy | None:
    name, direction = item, "asc"
    if isinstance(item, Mapping):
        given = _order_parts(cast("Mapping[object, object]", item))
        if given is None:
            problems.add("orderBy", "An orderBy says one thing twice: give field and direction once.")
            return None
        name, direction = given.get("field"), str(given.get("direction", "asc"))
    elif isinstance(item, str) and (match := re.fullmatch(r"\s*(\S+)\s+(asc|desc)\w*\s*", item, re.IGNORECASE)):
        name, direction = match[1], match[2]
    if not isinstance(name, str) or not name.strip() or direction.lower()[:3] not in ("asc", "des"):
        problems.add("orderBy", 'Each orderBy is {"field", "direction": "asc" or "desc"}.')
        return None
    name = name.strip()
    descending = direction.lower().startswith("des")
    return OrderBy(name[1:], True) if name.startswith("-") and len(name) > 1 else OrderBy(name, descending)


_ORDER_PARTS = {"column": "field", "dir": "direction", "order": "direction"}


def _order_parts(item: Mapping[object, object]) -> dict[str, object] | None:
    """The parts under their own names, or None where one is there twice."""
    parts: dict[str, object] = {}
    for key, value in item.items():
        name = _ORDER_PARTS.get(str(key).lower(), str(key).lower())
        if name in parts:
            return None
        parts[name] = value
    return parts
