"""dbt's semantic models read into one: from files of their own (`semantic_models:`, or one document for each,
`semantic_model:` and `metric:`) or on the models (`models:`)."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from arch_team.errors import OntologyError
from arch_team.ontologies.interchange.carrying import (
    Carried,
    Content,
    column_in,
    listed,
    named,
    said_in,
    without_nothing,
    worded,
    words,
)

_REF = re.compile(r"""ref\(\s*(?:['"][^'"]*['"]\s*,\s*)?['"]([^'"]+)['"]\s*\)""")
_AGGREGATIONS = {"sum": "sum", "average": "avg", "avg": "avg", "min": "min", "max": "max"}
_OWN_KEYS = ("primary", "unique", "natural")


def is_dbt(document: Mapping[str, Any]) -> bool:
    if isinstance(document.get("semantic_models"), list) or _single(document, "semantic_model"):
        return True
    models = document.get("models")
    return isinstance(models, list) and any(
        isinstance(one, dict) and "semantic_model" in one for one in cast("list[object]", models)
    )


def from_dbt(documents: Iterable[Mapping[str, Any]], name: str) -> Carried:
    """All files of a project together: models refer to each other's entities."""
    reading = _Reading(name)
    given = list(documents)
    for document in given:
        for model in (
            *listed(document.get("semantic_models"), "semantic_models"),
            *_single(document, "semantic_model"),
        ):
            reading.semantic_model(model)
        for model in listed(document.get("models"), "models"):
            reading.annotated_model(model)
    for document in given:
        for metric in (*listed(document.get("metrics"), "metrics"), *_single(document, "metric")):
            reading.metric(metric)
        if document.get("saved_queries"):
            reading.lose("saved queries: not part of a model here")
    return reading.carried()


def _single(document: Mapping[str, Any], key: str) -> list[Content]:
    """The one thing that a document is of."""
    held = document.get(key)
    return [cast("Content", held)] if isinstance(held, dict) and "name" in held else []


class _Reading:
    def __init__(self, name: str) -> None:
        self._out = Carried({"model": name, "tables": {}})
        self._keys: dict[str, tuple[str, str]] = {}
        self._foreign: list[tuple[str, str, str]] = []
        self._measures: dict[str, tuple[str, str]] = {}
        self._tables: dict[str, str] = {}
        """The table of each semantic model: several may be of one."""

    def lose(self, what: str) -> None:
        self._out.lost.append(what)

    def carried(self) -> Carried:
        if not self._out.content["tables"]:
            raise OntologyError("no semantic model of dbt is in there", "Name the YAML files that hold them.")
        relations: list[Content] = []
        for table, column, entity in self._foreign:
            target = self._keys.get(entity)
            if target is None:
                self.lose(f"entity {entity} of {table}: no model has it as its own key")
            elif target[0] != table:
                via = column if column == target[1] else f"{column}={target[1]}"
                relations.append({"from": table, "to": target[0], "via": via})
        if relations:
            self._out.content["relations"] = relations
        return self._out

    def semantic_model(self, model: Content) -> None:
        name = named(model, "a semantic model")
        found = _REF.search(str(model.get("model") or ""))
        relation = cast("Content", model.get("node_relation") or {})
        table = found[1] if found else str(relation.get("alias") or name)
        self._tables[name] = table
        said = words([name] if name != table else [], [str(model.get("label") or "")], apart_from=table)
        content = without_nothing({"nouns": worded(said), "description": str(model.get("description") or "")})
        fields: Content = {}
        for entity in listed(model.get("entities"), f"entities of {name}"):
            self._entity(table, named(entity, f"an entity of {name}"), entity.get("type"), entity.get("expr"))
        for dimension in listed(model.get("dimensions"), f"dimensions of {name}"):
            self._dimension(table, dimension, content, fields)
        for measure in listed(model.get("measures"), f"measures of {name}"):
            self._measure(table, measure, fields)
        self._default_time(table, cast("Content", model.get("defaults") or {}).get("agg_time_dimension"), content)
        self._put(table, content, fields)

    def annotated_model(self, model: Content) -> None:
        about = model.get("semantic_model")
        if not about:
            return
        table = named(model, "a model")
        own = cast("Content", about) if isinstance(about, dict) else {}
        said = words([str(own.get("name") or "")], apart_from=table)
        content = without_nothing({"nouns": worded(said), "description": str(model.get("description") or "")})
        fields: Content = {}
        for column in listed(model.get("columns"), f"columns of {table}"):
            name = named(column, f"a column of {table}")
            entity = _told(column.get("entity"))
            if entity is not None:
                self._entity(table, str(entity.get("name") or name), entity.get("type"), name)
            dimension = _told(column.get("dimension"))
            if dimension is not None:
                merged = {"name": dimension.get("name") or name, "expr": name, "description": column.get("description")}
                self._dimension(table, {**dimension, **merged}, content, fields)
        self._default_time(table, model.get("agg_time_dimension"), content)
        self._put(table, content, fields)
        for metric in listed(model.get("metrics"), f"metrics of {table}"):
            self._own_metric(table, metric)

    def metric(self, metric: Content) -> None:
        """A metric on a measure is what the measure is called too. Other metrics cannot be asked yet."""
        name = named(metric, "a metric")
        parameters = cast("Content", metric.get("type_params") or {})
        own = cast("Content", parameters.get("metric_aggregation_params") or {})
        table = self._tables.get(str(own.get("semantic_model")))
        if own and table is not None:
            self._own_metric(table, {**metric, "agg": own.get("agg"), "expr": parameters.get("expr")})
            return
        measure = parameters.get("measure")
        called = cast("Content", measure).get("name") if isinstance(measure, dict) else measure
        held = self._measures.get(str(called))
        if str(metric.get("type")) != "simple" or held is None or metric.get("filter") or not self._is_summed(*held):
            self.lose(f"metric {name} ({metric.get('type')}): no question is answered with it yet")
            return
        self._call(*held, words([name], [str(metric.get("label") or "")]))

    def _own_metric(self, table: str, metric: Content) -> None:
        name = named(metric, f"a metric of {table}")
        column = column_in(metric.get("expr"), name)
        aggregation = _AGGREGATIONS.get(str(metric.get("agg") or "").lower())
        if str(metric.get("type")) != "simple" or column is None or aggregation != "sum" or metric.get("filter"):
            self.lose(f"metric {name} ({metric.get('type')}): no question is answered with it yet")
            return
        fields = cast("Content", self._out.content["tables"][table].setdefault("fields", {}))
        held = fields.get(column)
        if not isinstance(held, dict) or "aggregation" not in held:
            fields[column] = {"labels": {}, "nature": _nature(metric, aggregation), "aggregation": aggregation}
        self._call(table, column, words([name], [str(metric.get("label") or "")]))

    def _is_summed(self, table: str, column: str) -> bool:
        """An average is not what its column is called."""
        field = cast("Content", self._out.content["tables"][table].get("fields") or {}).get(column)
        return isinstance(field, dict) and cast("Content", field).get("aggregation") == "sum"

    def _put(self, table: str, content: Content, fields: Content) -> None:
        """What several models say of one table stands together; the first word on a thing holds."""
        if fields:
            content["fields"] = fields
        held = cast("Content", self._out.content["tables"].setdefault(table, {}))
        for key, value in content.items():
            if key in ("fields", "times"):
                held[key] = {**cast("Content", value), **cast("Content", held.get(key) or {})}
            else:
                held.setdefault(key, value)

    def _entity(self, table: str, name: str, kind: object, expression: object) -> None:
        column = column_in(expression, name)
        if column is None:
            self.lose(f"entity {name} of {table}: it computes something, and is no column")
        elif str(kind) in _OWN_KEYS:
            self._keys.setdefault(name, (table, column))
        else:
            self._foreign.append((table, column, name))

    def _dimension(self, table: str, dimension: Content, content: Content, fields: Content) -> None:
        name = named(dimension, f"a dimension of {table}")
        column = column_in(dimension.get("expr"), name)
        if column is None:
            self.lose(f"dimension {table}.{name}: it computes something, and is no column")
            return
        if str(dimension.get("type")) == "time":
            content.setdefault("times", {})[column] = {}
        said = words([str(dimension.get("label") or "")], [name] if name != column else [], apart_from=column)
        described = without_nothing({"labels": worded(said), "description": str(dimension.get("description") or "")})
        if described:
            fields[column] = described["labels"] if set(described) == {"labels"} else described

    def _measure(self, table: str, measure: Content, fields: Content) -> None:
        name = named(measure, f"a measure of {table}")
        column = column_in(measure.get("expr"), name)
        aggregation = _AGGREGATIONS.get(str(measure.get("agg") or "").lower())
        if column is None or column.isdecimal() or aggregation is None:
            self.lose(f"measure {table}.{name}: it is no sum, average, smallest or largest of one column")
            return
        before = cast("Content", fields.get(column) or {}).get("aggregation")
        if before is not None and (before == "sum" or aggregation != "sum"):
            if aggregation == before:
                self._measures[name] = (table, column)
                return
            self.lose(f"measure {table}.{name}: {aggregation} of {column}, which is {before} where nothing is said")
            return
        self._measures = {called: held for called, held in self._measures.items() if held != (table, column)}
        self._measures[name] = (table, column)
        said = words([str(measure.get("label") or "")], [name] if name != column else [], apart_from=column)
        fields[column] = without_nothing(
            {
                "labels": worded(said),
                "description": str(measure.get("description") or ""),
                "nature": _nature(measure, aggregation),
                "aggregation": aggregation,
            }
        )

    def _default_time(self, table: str, name: object, content: Content) -> None:
        times = cast("Content", content.get("times") or {})
        if str(name) in times:
            times[str(name)] = {"default": True}

    def _call(self, table: str, column: str, said: list[str]) -> None:
        field = cast("Content", self._out.content["tables"][table]["fields"][column])
        field["labels"] = worded(words(*said_in(field), said, apart_from=column))


def _nature(measure: Mapping[str, Any], aggregation: str) -> str:
    """What may not be added over a dimension is a level."""
    return "level" if measure.get("non_additive_dimension") or aggregation != "sum" else "flow"


def _told(value: object) -> Content | None:
    """`entity: primary`, `entity: {type: primary}` or nothing."""
    if isinstance(value, str):
        return {"type": value}
    return cast("Content", value) if isinstance(value, dict) else None
