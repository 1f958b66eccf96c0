"""Snowflake's semantic views, as YAML, read into a model."""

from collections.abc import Mapping
from typing import Any, cast

from arch_team.ontologies.interchange.carrying import (
    Carried,
    Content,
    called_too,
    column_in,
    listed,
    named,
    set_in,
    sum_in,
    table_in,
    without_nothing,
    worded,
    words,
)

_NOT_CARRIED = ("verified_queries", "custom_instructions", "module_custom_instructions")
_AGGREGATIONS = {"sum": "sum", "avg": "avg", "average": "avg", "min": "min", "max": "max"}


def is_snowflake(document: Mapping[str, Any]) -> bool:
    tables = document.get("tables")
    return isinstance(tables, list) and any(
        isinstance(table, dict) and "base_table" in table for table in cast("list[object]", tables)
    )


def from_snowflake(document: Mapping[str, Any]) -> Carried:
    out = Carried({"model": named(document, "the semantic view"), "tables": {}})
    tables: dict[str, str] = {}
    for table in listed(document.get("tables"), "tables"):
        _table(table, tables, out)
    relations = [_relation(one, tables, out) for one in listed(document.get("relationships"), "relationships")]
    if kept := [one for one in relations if one]:
        out.content["relations"] = kept
    for metric in listed(document.get("metrics"), "metrics"):
        _metric_of_view(metric, tables, out)
    out.lost += [f"{key}: not part of a model here" for key in _NOT_CARRIED if document.get(key)]
    return out


def _table(table: Content, tables: dict[str, str], out: Carried) -> None:
    name = named(table, "a table")
    base = cast("Content", table.get("base_table") or {})
    stored = table_in(base.get("table") or base.get("definition") or name)
    if stored is None:
        out.lost.append(f"table {name}: it is a query, and no table")
        return
    tables[name] = stored
    said = words([name] if name.casefold() != stored.casefold() else [], table.get("synonyms"), apart_from=stored)
    content = without_nothing({"nouns": worded(said), "description": str(table.get("description") or "")})
    fields: Content = {}
    for kind in ("dimensions", "time_dimensions", "facts", "measures"):
        for field in listed(table.get(kind), f"{kind} of {name}"):
            _field(name, kind, field, content, fields, out)
    if fields:
        content["fields"] = fields
    for one in listed(table.get("filters"), f"filters of {name}"):
        _set(name, one, content, out)
    for metric in listed(table.get("metrics"), f"metrics of {name}"):
        _metric(name, metric, fields, out)
    out.content["tables"][stored] = content


def _field(table: str, kind: str, field: Content, content: Content, fields: Content, out: Carried) -> None:
    name = named(field, f"a field of {table}")
    column = column_in(field.get("expr"), name)
    if column is None:
        out.lost.append(f"field {table}.{name}: it computes something, and is no column")
        return
    if kind == "time_dimensions":
        content.setdefault("times", {})[column] = {}
    said = words([name] if name.casefold() != column.casefold() else [], field.get("synonyms"), apart_from=column)
    aggregation = _AGGREGATIONS.get(str(field.get("default_aggregation") or "").lower())
    described = without_nothing(
        {
            "labels": worded(said),
            "description": str(field.get("description") or ""),
            "nature": "flow" if kind in ("facts", "measures") else None,
            "aggregation": aggregation,
        }
    )
    if described:
        fields[column] = described["labels"] if set(described) == {"labels"} else described


def _set(table: str, one: Content, content: Content, out: Carried) -> None:
    name = named(one, f"a filter of {table}")
    found = set_in(str(one.get("expr") or ""))
    if found is None:
        out.lost.append(f"filter {table}.{name}: it is more than one field with one of some values")
        return
    column, values = found
    content.setdefault("sets", {})[name] = {
        "where": {column: values[0] if len(values) == 1 else values},
        "words": worded(words([name], one.get("synonyms"))),
    }


def _metric(table: str, metric: Content, fields: Content, out: Carried) -> None:
    name = named(metric, f"a metric of {table}")
    summed = sum_in(str(metric.get("expr") or ""))
    if summed is None:
        out.lost.append(f"metric {table}.{name}: no question is answered with it yet")
        return
    called_too(fields, summed[1], words([name], metric.get("synonyms")))


def _metric_of_view(metric: Content, tables: dict[str, str], out: Carried) -> None:
    """What is added up of one column is a name of it; anything else is lost."""
    name = named(metric, "a metric")
    table, column = sum_in(str(metric.get("expr") or "")) or (None, "")
    stored = tables.get(table or "")
    if stored is None:
        out.lost.append(f"metric {name}: it is no sum of one column, and no question is answered with it yet")
        return
    called_too(out.content["tables"][stored].setdefault("fields", {}), column, words([name], metric.get("synonyms")))


def _relation(one: Content, tables: dict[str, str], out: Carried) -> Content | None:
    name = str(one.get("name") or "a relationship")
    start, end = tables.get(str(one.get("left_table"))), tables.get(str(one.get("right_table")))
    pairs = [
        (str(pair.get("left_column")), str(pair.get("right_column")))
        for pair in listed(one.get("relationship_columns"), f"columns of {name}")
    ]
    if start is None or end is None or not pairs:
        out.lost.append(f"relationship {name}: it joins what was not carried over")
        return None
    via = ",".join(a if a == b else f"{a}={b}" for a, b in pairs)
    is_single = str(one.get("relationship_type") or "").lower() == "one_to_one"
    return without_nothing({"from": start, "to": end, "via": via, "cardinality": "ONE_TO_ONE" if is_single else None})
