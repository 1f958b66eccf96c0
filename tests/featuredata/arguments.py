"""Arguments for calls, from sensible to absurd, as hypothesis strategies."""

from typing import cast

from hypothesis import strategies as st

from arch_team.demo.trustee import FEATURE
from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.catalog import Catalog

CATALOG: Catalog = FEATURE.catalog()

_WORDS = [
    "1020",
    "102%",
    "%e%",
    "CHF",
    "EUR",
    "alpenblick",
    "seeland",
    "Zürich",
    "MÜLLER",
    "%ü%",
    "asset",
    "receivable",
]
_ODD_TEXT = [
    "",
    " ",
    "'",
    '"',
    "\\",
    "100\\%",
    "a\\",
    "%",
    "_",
    "\0",
    "\ud800",
    "İ",
    "ß",
    "Σς",
    "💶",
    "'; DROP TABLE x--",
]
_NUMBERS = [0, 1, 12, 2023, 2025, 1767139200, -1, 10**12, 2**53, 2**63, 2**70, 10**400]
_DECIMALS = ["0.00", "152400.00", "0.1", "-5.555", "1e3", "0.0000000001", "1" * 20]

texts = st.sampled_from(_WORDS + _ODD_TEXT) | st.text(max_size=8)
scalars = (
    texts
    | st.sampled_from(_NUMBERS)
    | st.sampled_from(_DECIMALS)
    | st.integers(-20, 3000)
    | st.floats(allow_nan=True)
    | st.booleans()
    | st.none()
    | st.sampled_from(["2025-12-31", "31.12.2025", "2025"])
)
values = scalars | st.lists(scalars, max_size=3)
ops = st.sampled_from([op.value for op in Op]) | st.sampled_from(["==", "<>", "like", "contains"])


def known_fields(table: str) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted(CATALOG.views[table].columns))


def any_fields(table: str) -> st.SearchStrategy[str]:
    return known_fields(table) | texts if table in CATALOG.views else texts


def fitting_filter(table: str) -> st.SearchStrategy[dict[str, object]]:
    """A filter that makes sense, so that enough calls get past the validator."""
    by_type: dict[str, st.SearchStrategy[object]] = {
        "string": st.sampled_from(_WORDS),
        "integer": st.sampled_from([0, 1, 12, 2023, 2024, 2025]),
        "decimal": st.sampled_from(["0.00", "100.00", "152400.00", "-1000.5"]),
        "boolean": st.booleans(),
    }

    def build(name: str) -> st.SearchStrategy[dict[str, object]]:
        column = CATALOG.views[table].columns[name]
        kind = column.field.type.value
        value = st.just(1735689600) if column.format else by_type[kind]
        op = st.sampled_from(sorted(o.value for o in column.operators if o not in (Op.IN, Op.NOT_IN, Op.BETWEEN)))
        one = st.fixed_dictionaries({"field": st.just(name), "op": op, "value": value})
        listed = st.lists(value, min_size=1, max_size=3)
        several_ops = st.sampled_from(["IN", "NOT IN"])
        several = st.fixed_dictionaries({"field": st.just(name), "op": several_ops, "value": listed})
        return cast("st.SearchStrategy[dict[str, object]]", one | several)

    return st.sampled_from(sorted(CATALOG.views[table].columns)).flatmap(build)


_PERIOD: tuple[dict[str, object], ...] = (
    {"field": "periodYear", "op": "=", "value": 2025},
    {"field": "periodMonth", "op": "=", "value": 0},
)


@st.composite
def sensible_calls(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """Every part is right by itself; most of these pass."""
    table = draw(st.sampled_from(sorted(CATALOG.views)))
    tool = draw(st.sampled_from(["browseTable", "queryTable", "queryTable", "aggregateTable", "aggregateTable"]))
    names = known_fields(table)
    arguments: dict[str, object] = {"tableName": table, "limit": draw(st.integers(1, 60))}
    if tool == "aggregateTable":
        arguments["aggregate"] = draw(st.sampled_from([function.value for function in Function]))
        numbers = [n for n, c in CATALOG.views[table].columns.items() if c.field.type.is_number and not c.hops]
        arguments["field"] = draw(st.sampled_from(sorted(numbers)) if numbers and draw(st.booleans()) else names)
        groups = draw(st.lists(names, max_size=2))
        arguments["groupBy"] = groups
        sortable = st.sampled_from([*groups, "value"])
        arguments["orderBy"] = draw(st.lists(_ordering(sortable), max_size=2))
    else:
        arguments["fields"] = draw(st.lists(names, max_size=4))
        arguments["offset"] = draw(st.integers(0, 30))
    if tool == "queryTable":
        arguments["orderBy"] = draw(st.lists(_ordering(names), max_size=2))
    if tool != "browseTable":
        filters = draw(st.lists(fitting_filter(table), max_size=3))
        pinned = list(_PERIOD) if "periodYear" in CATALOG.views[table].columns and draw(st.booleans()) else []
        arguments["filters"] = pinned + filters
    return tool, arguments


@st.composite
def wild_calls(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """Any part may be wrong."""
    table = draw(st.sampled_from(sorted(CATALOG.views)) | texts)
    tool = draw(st.sampled_from(["browseTable", "queryTable", "aggregateTable"]))
    names = any_fields(table)
    arguments: dict[str, object] = {"tableName": table}
    optional: dict[str, st.SearchStrategy[object]] = {
        "limit": st.integers(-2, 2000) | scalars,
        "offset": st.integers(-1, 30),
        "fields": st.lists(names, max_size=4) | texts,
        "aggregate": st.sampled_from([function.value for function in Function]) | texts,
        "field": names,
        "groupBy": st.lists(names, max_size=3),
        "orderBy": st.lists(_ordering(names), max_size=2) | texts,
        "filters": st.lists(st.fixed_dictionaries({"field": names, "op": ops, "value": values}), max_size=3)
        | st.dictionaries(names, values, max_size=2)
        | texts,
        "purpose": texts,
    }
    for name, strategy in optional.items():
        if draw(st.booleans()):
            arguments[name] = draw(strategy)
    return tool, arguments


def _ordering(names: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, object]]:
    return st.fixed_dictionaries({"field": names, "direction": st.sampled_from(["asc", "desc"])})


calls = sensible_calls() | wild_calls()
