"""Every field of a model goes through YAML and comes back."""

from enum import StrEnum
from typing import Any, Literal, get_args, get_origin

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arch_team.ontologies.descriptor import (
    Constraint,
    ConstraintRule,
    Entity,
    OntologyDescriptor,
    Relation,
    RowFilter,
)
from arch_team.ontologies.interchange.written import content_of
from arch_team.ontologies.roles import Metric
from arch_team.ontologies.trustee import TRUSTEE
from arch_team.ontologies.yaml_model import model_of
from arch_team.ontologies.yaml_text import yaml_text
from arch_team.ontologies.yaml_writing import form_of
from arch_team.wire import Wire

Drawn = st.SearchStrategy[Any]

TEXT = st.text(max_size=6) | st.sampled_from(["1", "true", "null", "a: b", "- x", "#", "yes", "2024-01-01", "Umsatz"])
NAMES = st.sampled_from(["orders", "orders.amount", "orders:open", "orders:new", "Concept", "Kunde"])


def through_yaml(model: OntologyDescriptor) -> OntologyDescriptor:
    return model_of(yaml_text(content_of(form_of(model))), "test")


def same(one: OntologyDescriptor, other: OntologyDescriptor) -> bool:
    """The same model; the order of its entities may differ."""

    def ordered(model: OntologyDescriptor) -> OntologyDescriptor:
        return model.model_copy(update={"entities": tuple(sorted(model.entities, key=lambda each: each.name))})

    return ordered(one) == ordered(other)


def any_of(kind: type[Wire], **fixed: Drawn) -> Drawn:
    """Any such part of a model: every field of it by its type, or left out where it may be."""
    needed: dict[str, Drawn] = {}
    optional: dict[str, Drawn] = {}
    for name, field in kind.model_fields.items():
        drawn = fixed[name] if name in fixed else typed(field.annotation)
        (needed if field.is_required() else optional)[name] = drawn
    return st.fixed_dictionaries(needed, optional=optional).map(lambda values: kind(**values))


def typed(kind: object) -> Drawn:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return st.lists(typed(inner[0]), max_size=2).map(tuple)
    if origin is dict:
        return st.dictionaries(typed(inner[0]), typed(inner[1]), max_size=2)
    if origin is Literal:
        return st.sampled_from(inner)
    if inner:
        return st.one_of(*map(typed, inner))
    if isinstance(kind, type) and issubclass(kind, Wire):
        return any_of(kind, **SPECIAL.get(kind, {}))
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return st.sampled_from(list(kind))
    return PLAIN[kind]


PLAIN: dict[object, Drawn] = {
    str: TEXT,
    int: st.integers(-9, 9999),
    bool: st.booleans(),
    type(None): st.none(),
    object: TEXT | st.integers(),
}
CONSTRAINT = st.builds(
    Constraint, appliesTo=TEXT, rule=st.just(ConstraintRule.NEVER_AGGREGATE), message=TEXT, over=st.tuples(TEXT)
)
SPECIAL: dict[type, dict[str, Drawn]] = {
    RowFilter: {"values": st.lists(TEXT, min_size=1, max_size=2).map(tuple)},
    Entity: {"name": NAMES, "parent_entity": NAMES | st.none()},
}


@given(st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_every_field_of_a_descriptor_goes_through_yaml(data: st.DataObject) -> None:
    entities = data.draw(st.lists(typed(Entity), min_size=1, max_size=4, unique_by=lambda each: each.name))
    ends = st.sampled_from([entity.name for entity in entities])
    relations = st.lists(any_of(Relation, from_entity=ends, to_entity=ends), max_size=2).map(tuple)
    metrics = st.lists(typed(Metric), max_size=2, unique_by=lambda each: each.name).map(tuple)
    model = data.draw(
        any_of(
            OntologyDescriptor,
            entities=st.just(tuple(entities)),
            relations=relations,
            metrics=metrics,
            constraints=st.lists(CONSTRAINT, max_size=1).map(tuple),
        )
    )
    assert same(through_yaml(model), model)


def test_the_model_of_the_demo_company_goes_through_yaml() -> None:
    assert same(through_yaml(TRUSTEE), TRUSTEE)
