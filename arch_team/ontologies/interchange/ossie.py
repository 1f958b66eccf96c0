"""Apache Ossie, the vendor-neutral semantic model (core specification 0.2.0.dev0), in and out.

What Ossie has a place for goes there, for every tool to read. What only this package knows stands under
`custom_extensions` of the thing it is about, as our file has it: reading our own export gives the same model.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

from arch_team.errors import OntologyError
from arch_team.ontologies.interchange.carrying import (
    Carried,
    Content,
    called_too,
    column_in,
    listed,
    named,
    sum_in,
    table_in,
    without_nothing,
    worded,
    words,
)
from arch_team.ontologies.interchange.written import content_of
from arch_team.ontologies.yaml_form import FieldForm, ModelForm, RelationForm, TableForm, Words

VERSION = "0.2.0.dev0"
VENDOR = "ARCH_TEAM"
_ANSI = "ANSI_SQL"
_TIMES = ("Date", "Time", "DateTime", "DateTimeTz")


def is_ossie(document: Mapping[str, Any]) -> bool:
    return isinstance(document.get("semantic_model"), list)


def to_ossie(form: ModelForm) -> Content:
    """The model as an Ossie document. Nothing is lost: what has no place of its own is in our extension."""
    content = content_of(form)
    datasets = [_dataset(name, table, form, content) for name, table in form.tables.items()]
    joined = [one for one in form.relations if _is_joined(one)]
    rest = {key: content[key] for key in ("identities", "notHeld", "constraints") if key in content}
    others = [
        one
        for one, relation in zip(content.get("relations", []), form.relations, strict=False)
        if relation not in joined
    ]
    if others:
        rest["relations"] = others
    model = without_nothing(
        {
            "name": form.model,
            "datasets": datasets,
            "relationships": [_relationship(one, _written(one, content, form)) for one in joined],
            "metrics": [_metric(name, form, content) for name in form.metrics],
            "custom_extensions": _extension(rest),
        }
    )
    return {"version": VERSION, "semantic_model": [model]}


def _dataset(name: str, table: TableForm, form: ModelForm, content: Content) -> Content:
    own = cast("Content", content["tables"][name])
    joined = {r.via for r in form.relations if r.to_table == name and _is_joined(r)}
    keys = sorted({tuple(part.partition("=")[2] or part for part in str(via).split(",")) for via in joined})
    return without_nothing(
        {
            "name": name,
            "source": name,
            "unique_keys": [list(key) for key in keys],
            "description": table.description,
            "ai_context": _synonyms(table.nouns, name),
            "fields": [_field(field, one, table, own) for field, one in _fields(table).items()],
            "custom_extensions": _extension(
                {key: value for key, value in own.items() if key not in ("fields", "description")}
            ),
        }
    )


def _fields(table: TableForm) -> dict[str, FieldForm]:
    """The fields that are described, and those that only have a role."""
    roles = (*table.row_name, *table.times, *([table.code] if table.code else ()))
    return {name: table.fields.get(name, FieldForm()) for name in dict.fromkeys((*table.fields, *roles))}


def _field(name: str, field: FieldForm, table: TableForm, own: Content) -> Content:
    written = own.get("fields", {}).get(name)
    return without_nothing(
        {
            "name": name,
            "expression": {"dialects": [{"dialect": _ANSI, "expression": name}]},
            "dimension": {"is_time": True} if name in table.times else {},
            "description": field.description,
            "ai_context": _synonyms(field.labels, name),
            "custom_extensions": _extension({"field": written} if written is not None else {}),
        }
    )


def _is_joined(relation: RelationForm) -> bool:
    return bool(relation.via) and relation.cardinality in ("MANY_TO_ONE", "ONE_TO_ONE")


def _written(relation: RelationForm, content: Content, form: ModelForm) -> Content:
    return cast("list[Content]", content["relations"])[form.relations.index(relation)]


def _relationship(relation: RelationForm, written: Content) -> Content:
    pairs = [part.partition("=") for part in (relation.via or "").split(",")]
    return without_nothing(
        {
            "name": relation.name or f"{relation.from_table}_to_{relation.to_table}_by_{pairs[0][0].strip()}",
            "from": relation.from_table,
            "to": relation.to_table,
            "from_columns": [left.strip() for left, _, _ in pairs],
            "to_columns": [(right or left).strip() for left, _, right in pairs],
            "ai_context": _synonyms(relation.words, ""),
            "custom_extensions": _extension({"relation": written}),
        }
    )


def _metric(name: str, form: ModelForm, content: Content) -> Content:
    metric = form.metrics[name]
    return without_nothing(
        {
            "name": name,
            "expression": {"dialects": [{"dialect": _ANSI, "expression": metric.expression}]},
            "ai_context": _synonyms(metric.labels, name),
            "custom_extensions": _extension({"metric": content["metrics"][name]}),
        }
    )


def _synonyms(said: Words, name: str) -> Content:
    found = words(said.en, said.de, apart_from=name)
    return {"synonyms": found} if found else {}


def _extension(data: Content) -> list[Content]:
    return [{"vendor_name": VENDOR, "data": json.dumps(data, ensure_ascii=False)}] if data else []


def from_ossie(document: Mapping[str, Any]) -> Carried:
    """The first model of a document."""
    models = listed(document.get("semantic_model"), "semantic_model")
    if not models:
        raise OntologyError("the document holds no semantic model", "Name an Ossie file with one.")
    return _Reading(models[0], [named(one, "a semantic model") for one in models[1:]]).carried()


class _Reading:
    def __init__(self, model: Content, others: list[str]) -> None:
        self._model = model
        self._out = Carried({"model": named(model, "the semantic model"), "tables": {}})
        self._tables: dict[str, str] = {}
        self._columns: dict[tuple[str, str], str] = {}
        self._out.lost += [f"model {name}: only the first model of a file is read" for name in others]

    def carried(self) -> Carried:
        for dataset in listed(self._model.get("datasets"), "datasets"):
            self._dataset(dataset)
        rest = self._extended(self._model, "the model")
        relations = [self._relationship(one) for one in listed(self._model.get("relationships"), "relationships")]
        kept = [one for one in relations if one] + cast("list[Content]", rest.pop("relations", []))
        if kept:
            self._out.content["relations"] = kept
        for metric in listed(self._model.get("metrics"), "metrics"):
            self._metric(metric)
        self._out.content.update(rest)
        return self._out

    def _lose(self, what: str) -> None:
        self._out.lost.append(what)

    def _extended(self, one: Mapping[str, Any], what: str) -> Content:
        """Our own extension of a thing. Those of others are lost."""
        found: Content = {}
        for extension in listed(one.get("custom_extensions"), "custom_extensions"):
            if extension.get("vendor_name") != VENDOR:
                self._lose(f"{what}: extension of {extension.get('vendor_name')}")
                continue
            try:
                found = cast("Content", json.loads(str(extension.get("data"))))
            except ValueError as error:
                raise OntologyError(f"{what}: our extension is no JSON", "Export the model again.") from error
        return found

    def _dataset(self, dataset: Content) -> None:
        name = named(dataset, "a dataset")
        table = table_in(dataset.get("source", name))
        if table is None:
            self._lose(f"dataset {name}: its source is a query, and not a table")
            return
        self._tables[name] = table
        own = self._extended(dataset, f"dataset {name}")
        context = _context(dataset)
        if context.get("instructions") or context.get("examples"):
            self._lose(f"dataset {name}: instructions for AI tools")
        said = words(
            [name] if name != table else [], cast("list[object]", context.get("synonyms", [])), apart_from=table
        )
        content: Content = own or without_nothing({"nouns": worded(said)})
        if dataset.get("description"):
            content["description"] = str(dataset["description"])
        fields: Content = {}
        for field in listed(dataset.get("fields"), f"fields of {name}"):
            self._field(name, field, content, fields, is_ours=bool(own))
        if fields:
            content["fields"] = fields
        self._out.content["tables"][table] = content

    def _field(self, dataset: str, field: Content, content: Content, fields: Content, *, is_ours: bool) -> None:
        name = named(field, f"a field of {dataset}")
        column = column_in(_expression(field), name)
        if column is None:
            self._lose(f"field {dataset}.{name}: it computes something, and is no column")
            return
        self._columns[dataset, name] = column
        own = self._extended(field, f"field {dataset}.{name}")
        if "field" in own:
            fields[column] = own["field"]
            return
        dimension = cast("Content", field.get("dimension") or {})
        is_time = dimension.get("is_time", field.get("datatype") in _TIMES)
        if is_ours:
            return  # it only has a role, which the table's own part says
        if is_time:
            content.setdefault("times", {})[column] = {}
        context = _context(field)
        label = field.get("label") if isinstance(field.get("label"), str) else None
        said = words(
            [label] if label else [], [name] if name != column else [], context.get("synonyms", []), apart_from=column
        )
        described = without_nothing({"labels": worded(said), "description": str(field.get("description") or "")})
        if described:
            fields[column] = described["labels"] if set(described) == {"labels"} else described

    def _relationship(self, one: Content) -> Content | None:
        name = str(one.get("name") or "a relationship")
        own = self._extended(one, f"relationship {name}")
        if "relation" in own:
            return cast("Content", own["relation"])
        start, end = (self._tables.get(str(one.get(side))) for side in ("from", "to"))
        mine, theirs = (cast("list[str]", one.get(side) or []) for side in ("from_columns", "to_columns"))
        if start is None or end is None or len(mine) != len(theirs) or not mine:
            self._lose(f"relationship {name}: it joins what was not carried over")
            return None
        pairs = [
            (self._columns.get((str(one["from"]), a), a), self._columns.get((str(one["to"]), b), b))
            for a, b in zip(mine, theirs, strict=True)
        ]
        via = ",".join(a if a == b else f"{a}={b}" for a, b in pairs)
        return without_nothing(
            {"from": start, "to": end, "via": via, "words": worded(words(_context(one).get("synonyms", [])))}
        )

    def _dataset_of(self, named: str | None, field: str) -> str | None:
        """The dataset a metric names, or the only one that has its field."""
        having = [dataset for dataset, own in self._columns if own == field]
        return named or (having[0] if len(having) == 1 else None)

    def _metric(self, metric: Content) -> None:
        name = named(metric, "a metric")
        own = self._extended(metric, f"metric {name}")
        if "metric" in own:
            self._out.content.setdefault("metrics", {})[name] = own["metric"]
            return
        expression = str(_expression(metric) or "")
        said = words([name], cast("list[object]", _context(metric).get("synonyms", [])))
        summed = sum_in(expression)
        dataset = self._dataset_of(*summed) if summed else None
        table = self._tables.get(dataset or "")
        if summed and dataset and table:
            column = self._columns.get((dataset, summed[1]), summed[1])
            called_too(self._out.content["tables"][table].setdefault("fields", {}), column, said)
            return
        self._out.content.setdefault("metrics", {})[name] = {"expression": expression, "labels": worded(said)}
        self._lose(f"metric {name}: its expression is kept, and no question is answered with it yet")


def _expression(one: Mapping[str, Any]) -> object:
    """The expression in standard SQL, else in the first dialect there is."""
    dialects = listed(cast("Content", one.get("expression") or {}).get("dialects"), "dialects")
    standard = [each for each in dialects if each.get("dialect") == _ANSI]
    return (standard or dialects or [{}])[0].get("expression")


def _context(one: Mapping[str, Any]) -> Content:
    context = one.get("ai_context")
    return cast("Content", context) if isinstance(context, dict) else {"instructions": context} if context else {}
