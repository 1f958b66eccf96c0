"""A descriptor as the form that people write: the way back of `descriptor_of`.

What fits the short, nested form (tables with their fields and sets) is written so; what does not stands whole under
`entities`. Reading it gives the same model; only the order of its entities may differ.
"""

from arch_team.ontologies.descriptor import Entity, OntologyDescriptor, ValueWords
from arch_team.ontologies.roles import Labels
from arch_team.ontologies.yaml_form import (
    FieldForm,
    IdentityForm,
    MetricForm,
    ModelForm,
    RelationForm,
    SetForm,
    TableForm,
    TimeForm,
    TopicForm,
    ValuesForm,
    Words,
)
from arch_team.ontologies.yaml_model import entities_of


def form_of(model: OntologyDescriptor) -> ModelForm:
    tables: dict[str, TableForm] = {}
    whole: list[Entity] = []
    for entity in model.entities:
        if entity.python_class is not None and _fits(entity, entity.name, form := _table(entity)):
            tables[entity.name] = form
    for entity in model.entities:
        if entity.name in tables:
            continue
        owner = _owner(entity, tables)
        form = _with(tables[owner], owner, entity) if owner is not None else None
        if owner is not None and form is not None and _fits(entity, owner, form):
            tables[owner] = form
        else:
            whole.append(entity)
    return ModelForm(
        model=model.feature_code,
        tables=tables,
        entities=tuple(whole),
        relations=tuple(
            RelationForm.model_validate(
                {
                    "from": one.from_entity,
                    "to": one.to_entity,
                    "via": one.via,
                    "name": one.name,
                    "cardinality": one.cardinality,
                    "words": _words(one.words),
                }
            )
            for one in model.relations
        ),
        metrics={
            one.name: MetricForm(
                expression=one.expression,
                labels=_words(one.labels),
                unit=one.unit,
                of=one.of,
                to=one.to,
                description=one.description,
                description_de=one.description_de,
            )
            for one in model.metrics
        },
        identities=tuple(IdentityForm(left=one.left, right=one.right, text=one.text) for one in model.identities),
        not_held=tuple(
            TopicForm(words=_words(one.labels), message=one.message, message_de=one.message_de)
            for one in model.not_held
        ),
        constraints=model.constraints,
        patterns=model.canonical_patterns,
        purposes=model.purposes,
        everyday=model.everyday,
        party_verbs=model.party_verbs,
        often_asked=model.often_asked,
        reports=model.reports,
        worked_example=model.worked_example,
    )


def _fits(entity: Entity, owner: str, form: TableForm) -> bool:
    """Whether the nested form gives this very entity back."""
    return any(made == entity for made in entities_of(owner, form))


def _table(entity: Entity) -> TableForm:
    return TableForm(
        table=None if entity.python_class == entity.name else entity.python_class,
        nouns=_words(entity.labels),
        description=_told(entity, f"The rows of {entity.name}."),
        description_de=entity.description_de,
        opposite=_words(entity.opposite),
        invariants=entity.invariants,
        kind=entity.semantic_type,
        row_name=entity.row_name,
        code=entity.code,
        columns=entity.list_columns,
        order=entity.order,
        searched=entity.searched,
        measure=entity.measure,
        current=entity.is_current,
        levels=entity.levels,
        movements=entity.movements,
        times={role.field: TimeForm(words=_words(role.words), default=role.is_default) for role in entity.time_roles},
    )


def _owner(entity: Entity, tables: dict[str, TableForm]) -> str | None:
    """The table that a field or a set is written under, by its name: `orders.amount`, `orders:open`."""
    mark = ":" if entity.where is not None else "."
    return next((name for name in tables if entity.name.startswith(f"{name}{mark}")), None)


def _with(table: TableForm, name: str, entity: Entity) -> TableForm | None:
    called = entity.name[len(name) + 1 :]
    if entity.where is None:
        return table.model_copy(update={"fields": {**table.fields, called: _field(entity, called)}})
    parent = (entity.parent_entity or "").removeprefix(f"{name}:") if entity.parent_entity != name else None
    if parent is not None and parent not in table.sets:
        return None
    return table.model_copy(update={"sets": {**table.sets, called: _set(entity, called, parent)}})


def _field(entity: Entity, called: str) -> FieldForm:
    return FieldForm(
        labels=_words(entity.labels),
        description=_told(entity, called),
        description_de=entity.description_de,
        opposite=_words(entity.opposite),
        invariants=entity.invariants,
        nature=entity.nature,
        unit=entity.unit,
        sign=entity.sign,
        aggregation=entity.aggregation,
        verbs=_words(entity.verbs),
        own=entity.own,
        values=_values(entity.values),
    )


def _set(entity: Entity, called: str, parent: str | None) -> SetForm:
    where = entity.where
    return SetForm(
        where={where.field: where.values} if where is not None else {},
        words=_words(entity.labels),
        parent=parent,
        description=_told(entity, called),
        description_de=entity.description_de,
        opposite=_words(entity.opposite),
        invariants=entity.invariants,
        aged_by=entity.aged_by,
        settled=entity.settled,
    )


def _values(values: tuple[ValueWords, ...]) -> ValuesForm:
    return ValuesForm(
        en={word: one.value for one in values if not one.compared for word in one.words.en},
        de={word: one.value for one in values if not one.compared for word in one.words.de},
    )


def _words(labels: Labels) -> Words:
    return Words(en=labels.en, de=labels.de)


def _told(entity: Entity, default: str) -> str:
    return "" if entity.description == default else entity.description
