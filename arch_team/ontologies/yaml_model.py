"""A semantic model from its YAML file, and the JSON Schema by which editors check such files while they are written."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import yaml

from arch_team.errors import OntologyError
from arch_team.ontologies.descriptor import (
    Entity,
    Identity,
    MissingTopic,
    OntologyDescriptor,
    Relation,
    RowFilter,
    SemanticType,
    ValueWords,
)
from arch_team.ontologies.roles import Labels, Metric, TimeRole
from arch_team.ontologies.yaml_faults import Content, Fault
from arch_team.ontologies.yaml_form import FieldForm, ModelForm, TableForm, ValuesForm
from arch_team.packaged import load_yaml_seen
from arch_team.text.yaml_keys import repeated

MORE = "It is not the only one: `arch-team ontology check` lists them all."
SCHEMA_ID = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_FILE, SCHEMA_TITLE = "semantic-model.schema.json", "Semantic model"


def load_model(path: Path) -> OntologyDescriptor:
    """The model a file holds. An `OntologyError` names the file, the line and what to do."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise OntologyError(f"{path} cannot be read: {error.strerror}", "Name a YAML file that can be read.") from error
    return model_of(text, str(path))


def model_of(text: str, name: str) -> OntologyDescriptor:
    """The model a text holds; `name` stands for it in errors."""
    return parsed_model(text, name)[1]


def written_model(text: str, name: str) -> tuple[Content, dict[tuple[str, ...], int]]:
    """What a file holds, sound or not, and the line on which each place of it stands."""
    lines, content, twice = _parsed(text, name)
    return Content(content, twice), lines


def parsed_model(text: str, name: str) -> tuple[ModelForm, OntologyDescriptor]:
    """The model as it is written, and as all other rooms read it."""
    lines, content, twice = _parsed(text, name)
    read = Content(content, twice)
    form = read.model()
    if form is None or read.faults:
        first = read.faults[0]
        more = f" {MORE}" if read.faults[1:] else ""
        raise OntologyError(f"{name}{_line(first.place, lines)}: {first.message}", f"{first.advice}{more}")
    try:
        return form, descriptor_of(form)
    except OntologyError as error:
        raise OntologyError(f"{name}: {error}", error.next_step) from error


def descriptor_of(form: ModelForm) -> OntologyDescriptor:
    """The nested form as the descriptor that all other rooms read."""
    entities: list[Entity] = []
    for name, table in form.tables.items():
        entities += entities_of(name, table)
    entities += form.entities
    known = {entity.name for entity in entities}
    for relation in form.relations:
        for end in (relation.from_table, relation.to_table):
            if end not in known:
                raise OntologyError(
                    f"a relation names the table {end}, which is not described",
                    f"Add {end} under tables, or mend the name.",
                )
    return OntologyDescriptor(
        feature_code=form.model,
        entities=tuple(entities),
        relations=tuple(
            Relation(
                from_entity=relation.from_table,
                to_entity=relation.to_table,
                cardinality=relation.cardinality,
                via=relation.via,
                name=relation.name,
                words=relation.words.labels(),
            )
            for relation in form.relations
        ),
        constraints=form.constraints,
        metrics=tuple(
            Metric(
                name=name,
                expression=metric.expression,
                labels=metric.labels.labels(),
                unit=metric.unit,
                of=metric.of,
                to=metric.to,
                description=metric.description,
                description_de=metric.description_de,
            )
            for name, metric in form.metrics.items()
        ),
        identities=tuple(Identity(left=one.left, right=one.right, text=one.text) for one in form.identities),
        not_held=tuple(
            MissingTopic(labels=topic.words.labels(), message=topic.message, message_de=topic.message_de)
            for topic in form.not_held
        ),
        canonical_patterns=form.patterns,
        purposes=form.purposes,
        everyday=form.everyday,
        party_verbs=form.party_verbs,
        often_asked=form.often_asked,
        reports=form.reports,
        worked_example=form.worked_example,
    )


def entities_of(name: str, table: TableForm) -> Iterator[Entity]:
    """The table, its fields and its sets."""
    yield Entity(
        name=name,
        python_class=table.table or name,
        semantic_type=table.kind,
        description=table.description or f"The rows of {name}.",
        description_de=table.description_de,
        opposite=table.opposite.labels(),
        invariants=table.invariants,
        searched=table.searched,
        measure=table.measure,
        is_current=table.current,
        levels=table.levels,
        movements=table.movements,
        labels=table.nouns.labels(),
        row_name=table.row_name,
        code=table.code,
        list_columns=table.columns,
        order=table.order,
        time_roles=tuple(
            TimeRole(field=field, words=role.words.labels(), is_default=role.default)
            for field, role in table.times.items()
        ),
    )
    for field, described in table.fields.items():
        yield _field(name, field, described)
    for called, rows in table.sets.items():
        if rows.parent is not None and rows.parent not in table.sets:
            raise OntologyError(
                f"the set {called} of {name} has the parent {rows.parent}, which is no set of {name}",
                "Name a set of the same table, or leave `parent` out.",
            )
        field, values = next(iter(rows.where.items()))
        yield Entity(
            name=f"{name}:{called}",
            semantic_type=SemanticType.SET,
            description=rows.description or called,
            description_de=rows.description_de,
            opposite=rows.opposite.labels(),
            invariants=rows.invariants,
            aged_by=rows.aged_by,
            settled=rows.settled,
            parent_entity=f"{name}:{rows.parent}" if rows.parent else name,
            labels=rows.words.labels(),
            where=RowFilter(field=field, values=values),
        )


def _field(table: str, name: str, field: FieldForm) -> Entity:
    return Entity(
        name=f"{table}.{name}",
        semantic_type=SemanticType.MEASURE if field.nature else SemanticType.DIMENSION,
        description=field.description or name,
        description_de=field.description_de,
        opposite=field.opposite.labels(),
        invariants=field.invariants,
        parent_entity=table,
        field=name,
        labels=field.labels.labels(),
        nature=field.nature,
        unit=field.unit,
        sign=field.sign,
        aggregation=field.aggregation,
        verbs=field.verbs.labels(),
        own=field.own,
        values=tuple(_value_words(field.values)),
    )


def _value_words(values: ValuesForm) -> Iterator[ValueWords]:
    for stored in dict.fromkeys((*values.en.values(), *values.de.values())):
        yield ValueWords(
            value=stored,
            words=Labels(
                en=tuple(word for word, value in values.en.items() if value == stored),
                de=tuple(word for word, value in values.de.items() if value == stored),
            ),
        )


def model_schema() -> dict[str, Any]:
    """The JSON Schema of a model file."""
    return {"$schema": SCHEMA_ID, "title": SCHEMA_TITLE, **ModelForm.model_json_schema(by_alias=True)}


def schema_text() -> str:
    """The schema as the file that editors read."""
    return json.dumps(model_schema(), indent=2) + "\n"


def write_schema(folder: Path) -> Path | None:
    """The schema in a folder, where the first line of a draft looks for it. An older one of ours is replaced; None: a
    file of that name is there that is not ours, and is left as it is."""
    file, text = folder / SCHEMA_FILE, schema_text()
    if file.exists() and f'"title": "{SCHEMA_TITLE}"' not in file.read_text(encoding="utf-8", errors="replace"):
        return None
    file.write_text(text, encoding="utf-8")
    return file


def _parsed(text: str, name: str) -> tuple[dict[tuple[str, ...], int], dict[str, Any], list[Fault]]:
    """The content, the line on which each place of it stands, and what is written twice."""
    lines: dict[tuple[str, ...], int] = {}
    twice: dict[tuple[str, ...], Fault] = {}

    def look(node: yaml.Node | None) -> None:
        _note_lines(node, (), lines)
        twice.update({one.place: Fault(one.place, one.message, one.advice) for one in repeated(node)})

    try:
        content = load_yaml_seen(text, look)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise OntologyError(
            f"{name}, line {line}: this is no YAML ({error.problem})", "Mend the indentation or the brackets there."
        ) from error
    if not isinstance(content, dict):
        raise OntologyError(f"{name} holds no model", "Begin with `model:` and `tables:`.")
    return lines, cast("dict[str, Any]", content), [*twice.values()]


def _note_lines(node: yaml.Node | None, at: tuple[str, ...], lines: dict[tuple[str, ...], int]) -> None:
    if isinstance(node, yaml.MappingNode):
        for key, value in cast("list[tuple[yaml.Node, yaml.Node]]", node.value):
            place = (*at, str(key.value))
            lines[place] = key.start_mark.line + 1
            _note_lines(value, place, lines)
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(cast("list[yaml.Node]", node.value)):
            place = (*at, str(number))
            lines[place] = value.start_mark.line + 1
            _note_lines(value, place, lines)


def _line(place: tuple[str, ...], lines: dict[tuple[str, ...], int]) -> str:
    while place and place not in lines:
        place = place[:-1]
    return f", line {lines[place]}" if place else ""


if __name__ == "__main__":
    print(schema_text(), end="")
