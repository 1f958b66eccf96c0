"""Reading the filters a model wrote: objects, a mapping, or text such as `accountNumber LIKE 102%`."""

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import cast

from arch_team.featuredata.calls import LIST_OPS, NULL_OPS, Filter, Op, Scalar, Value
from arch_team.featuredata.findings import ErrorCode, Finding

MAX_FILTERS = 40
MAX_LIST = 500
MAX_FILTER_TEXT = 5_000

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
_FILTER_TEXT = re.compile(
    r"\s*(?P<field>[A-Za-z_][\w.]*)\s*"
    r"(?:(?P<null>IS\s+(?:NOT\s+)?NULL)\s*$"
    r"|(?P<op><=|>=|!=|<>|==|=|<|>|\bNOT\s+LIKE\b|\bNOT\s+IN\b|\bILIKE\b|\bLIKE\b|\bIN\b|\bBETWEEN\b)\s*(?P<value>.+?)\s*$)",
    re.IGNORECASE | re.DOTALL,
)


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
        items = list(_split(value))
    elif isinstance(value, list | tuple):
        items = list(cast("list[object]", value))
    else:
        problems.add("filters", 'filters is a list of {"field", "op", "value"}.')
        return ()
    if len(items) > MAX_FILTERS:
        problems.add("filters", f"{MAX_FILTERS} filters at most.")
        return ()
    found = [_filter(item, problems) for item in items]
    return tuple(f for f in found if f is not None)


def _split(text: str) -> Iterator[str]:
    """`a = 1 AND b BETWEEN 2 AND 3` is two filters: the AND of a BETWEEN holds its two values together."""
    waiting = ""
    for part in re.split(r"\s+AND\s+|;", text[:MAX_FILTER_TEXT], flags=re.IGNORECASE):
        if waiting:
            yield f"{waiting} AND {part}"
            waiting = ""
        elif re.search(r"\bBETWEEN\b", part, re.IGNORECASE) and not re.search(r"\[|,", part):
            waiting = part
        elif part.strip():
            yield part
    if waiting:
        yield waiting


def _pair(key: object, value: object) -> object:
    """`{"periodYear": 2025}` and `{"accountNumber": {"op": "LIKE", "value": "102%"}}`."""
    if isinstance(value, Mapping):
        return {"field": key, **cast("Mapping[str, object]", value)}
    op = "IN" if isinstance(value, list | tuple) else "="
    return {"field": key, "op": op, "value": cast("object", value)}


def _filter(item: object, problems: Problems) -> Filter | None:
    if isinstance(item, str):
        return _filter_from_text(item, problems)
    if not isinstance(item, Mapping):
        problems.add("filters", 'Each filter is {"field", "op", "value"}.')
        return None
    given: dict[str, object] = {str(k).lower(): v for k, v in cast("Mapping[object, object]", item).items()}
    field = given.pop("field", given.pop("column", None))
    op_text = given.pop("op", given.pop("operator", "="))
    value = given.pop("value", given.pop("values", None))
    if given or not isinstance(field, str) or not field.strip():
        problems.add("filters", 'Each filter is {"field", "op", "value"}, nothing else.')
        return None
    spelled = str(op_text)
    if spelled not in _OPS:
        spelled = re.sub(r"\s+", " ", spelled.strip().upper())
    if spelled.startswith("IS") and str(value).strip().upper() in ("NONE", "NULL", "NOT NULL"):
        negated = "NOT" in spelled or "NOT" in str(value).upper()
        return Filter(field.strip(), Op.NOT_NULL if negated else Op.IS_NULL)
    op = _OPS.get(spelled)
    if op is None:
        problems.append(Finding(ErrorCode.OPERATOR_INCOMPATIBLE, field, f"op is one of: {_OP_LIST}"))
        return None
    return _made(field.strip(), op, value, problems)


_OP_LIST = "= != < <= > >= LIKE ILIKE IN BETWEEN IS NULL"


def _filter_from_text(text: str, problems: Problems) -> Filter | None:
    match = _FILTER_TEXT.match(text[:2000])
    if match is None:
        problems.add("filters", f"Not a filter: {text[:30]!r}. Write field op value.")
        return None
    if match["null"]:
        op = Op.NOT_NULL if "NOT" in match["null"].upper() else Op.IS_NULL
        return Filter(match["field"], op)
    op = _OPS[re.sub(r"\s+", " ", match["op"].upper())]
    raw = match["value"]
    if op in LIST_OPS:
        return _made(match["field"], op, [_bare(v) for v in raw.strip("()[]").split(",")], problems)
    if op is Op.BETWEEN:
        ends = re.split(r"\s+AND\s+|,", raw.strip("()[]"), flags=re.IGNORECASE)
        return _made(match["field"], op, [_bare(v) for v in ends], problems)
    return _made(match["field"], op, _bare(raw), problems)


def _bare(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"" else text


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
