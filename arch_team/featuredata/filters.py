"""Reading the filters a model wrote: objects, a mapping, or text such as `code LIKE 102%`."""

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import cast

from arch_team.featuredata.calls import LIST_OPS, NULL_OPS, Filter, Op, Scalar, Value
from arch_team.featuredata.filter_text import Unreadable, read_text
from arch_team.featuredata.findings import ErrorCode, Finding

MAX_FILTERS = 40
MAX_LIST = 500

_OPS = {op.value: op for op in Op} | {
    "==": Op.EQ,
    "EQ": Op.EQ,
    "EQUALS": Op.EQ,
    "IS": Op.EQ,
    "<>": Op.NE,
    "NE": Op.NE,
    "LT": Op.LT,
    "LTE": Op.LE,
    "LE": Op.LE,
    "GT": Op.GT,
    "GTE": Op.GE,
    "GE": Op.GE,
    "≥": Op.GE,
    "≤": Op.LE,
    "ISNULL": Op.IS_NULL,
    "NOT NULL": Op.NOT_NULL,
    "NOTNULL": Op.NOT_NULL,
    "NOT_IN": Op.NOT_IN,
    "NOT_LIKE": Op.NOT_LIKE,
}


class Problems(list[Finding]):
    """What keeps arguments from being a call, gathered while reading on."""

    def add(self, field: str | None, hint: str, suggestion: str | None = None) -> None:
        self.append(Finding(ErrorCode.MALFORMED_CALL, field, hint, suggestion))


def unpacked(value: object) -> object:
    """A list that was sent as JSON text."""
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(value, parse_float=Decimal)
        except (ValueError, RecursionError):
            return value
    return value


def read_filters(value: object, problems: Problems) -> tuple[Filter, ...]:
    value = unpacked(value)
    if value is None or value == "":
        return ()
    if isinstance(value, Mapping):
        mapping = cast("Mapping[object, object]", value)
        keys = {str(k) for k in mapping}
        items: list[object] = (
            [mapping] if "field" in keys or "column" in keys else [_pair(k, v) for k, v in mapping.items()]
        )
    elif isinstance(value, str):
        items = [value]
    elif isinstance(value, list | tuple):
        items = list(cast("list[object]", value))
    else:
        problems.add("filters", 'filters is a list of {"field", "op", "value"}.')
        return ()
    if len(items) > MAX_FILTERS:
        problems.add("filters", f"{MAX_FILTERS} filters at most.")
        return ()
    found = [flt for item in items for flt in _filters(item, problems)]
    if len(found) > MAX_FILTERS:
        problems.add("filters", f"{MAX_FILTERS} filters at most.")
    return tuple(found)


def _pair(key: object, value: object) -> object:
    """`{"year": 2025}` and `{"code": {"op": "LIKE", "value": "102%"}}`."""
    if isinstance(value, Mapping):
        return {"field": key, **cast("Mapping[str, object]", value)}
    op = "IN" if isinstance(value, list | tuple) else "="
    return {"field": key, "op": op, "value": cast("object", value)}


def _filters(item: object, problems: Problems) -> Iterator[Filter]:
    """The filters of one item: one of an object, several where a text joins them by AND."""
    if not isinstance(item, str):
        if flt := _filter(item, problems):
            yield flt
        return
    try:
        written = read_text(item)
    except Unreadable as error:
        problems.add("filters", str(error))
        return
    for one in written:
        if flt := _made(one.field, one.op, one.value, problems):
            yield flt


_SYNONYMS = {"column": "field", "operator": "op", "values": "value"}
_FORM = 'Each filter is {"field", "op", "value"}, nothing else.'


def _filter(item: object, problems: Problems) -> Filter | None:
    if not isinstance(item, Mapping):
        problems.add("filters", 'Each filter is {"field", "op", "value"}.')
        return None
    given: dict[str, object] = {}
    for key, value in cast("Mapping[object, object]", item).items():
        name = _SYNONYMS.get(str(key).lower(), str(key).lower())
        if name in given:
            problems.add("filters", f"A filter says {name} twice: give each of field, op, value once.")
            return None
        given[name] = value
    has_value = "value" in given
    field, op_text, value = given.pop("field", None), given.pop("op", "="), given.pop("value", None)
    if given or not isinstance(field, str) or not field.strip():
        problems.add("filters", _FORM)
        return None
    spelled = str(op_text)
    if spelled not in _OPS:
        spelled = re.sub(r"\s+", " ", spelled.strip().upper())
    if has_value and spelled.startswith("IS") and str(value).strip().upper() in ("NONE", "NULL", "NOT NULL"):
        negated = "NOT" in spelled or "NOT" in str(value).upper()
        return Filter(field.strip(), Op.NOT_NULL if negated else Op.IS_NULL)
    op = _OPS.get(spelled)
    if op is None:
        problems.append(Finding(ErrorCode.OPERATOR_INCOMPATIBLE, field, f"op is one of: {_OP_LIST}"))
        return None
    if not has_value and op not in NULL_OPS:
        problems.add(field, f"The filter has no value: give one, or use {Op.IS_NULL}.")
        return None
    return _made(field.strip(), op, value, problems)


_OP_LIST = "= != < <= > >= LIKE ILIKE IN BETWEEN IS NULL"


def _made(field: str, op: Op, value: object, problems: Problems) -> Filter | None:
    if op in NULL_OPS:
        return Filter(field, op)
    if value is None and op in (Op.EQ, Op.NE):
        return Filter(field, Op.IS_NULL if op is Op.EQ else Op.NOT_NULL)
    if isinstance(value, list | tuple):
        items = cast("list[object]", value)
        if len(items) > MAX_LIST:
            problems.add(field, f"A list may hold {MAX_LIST} values at most.")
            return None
        scalars = [_scalar(item) for item in items]
        if any(s is _NOT_A_SCALAR for s in scalars):
            problems.append(Finding(ErrorCode.TYPE_MISMATCH, field, "Values are text, numbers, true or false."))
            return None
        return Filter(field, op, cast("Value", tuple(scalars)))
    scalar = _scalar(value)
    if scalar is _NOT_A_SCALAR:
        problems.append(Finding(ErrorCode.TYPE_MISMATCH, field, "Values are text, numbers, true or false."))
        return None
    return Filter(field, op, (scalar,) if op in LIST_OPS else scalar)


_NOT_A_SCALAR = cast("Scalar", object())


def _scalar(value: object) -> Scalar:
    if isinstance(value, float):
        return Decimal(repr(value)) if value == value and abs(value) != float("inf") else _NOT_A_SCALAR
    if value is None or isinstance(value, str | int | bool | Decimal):
        return value
    return _NOT_A_SCALAR
