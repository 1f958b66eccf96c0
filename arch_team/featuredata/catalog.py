"""What a caller may see, compiled once: each table's columns, many-to-one paths included, with the rules on them.

The rules come from the ontology where there is one, else from the naming convention. After compilation, checking a call
is a few dictionary look-ups.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from arch_team.errors import OntologyError
from arch_team.featuredata.calls import ORDERING_OPS, PATTERN_OPS, Op, Scalar
from arch_team.featuredata.tables import FieldType, Table, TableField
from arch_team.featuredata.values import Misfit, fitted
from arch_team.ontologies.descriptor import (
    Cardinality,
    Constraint,
    ConstraintRule,
    OntologyDescriptor,
    Relation,
)

MAX_HOPS = 3

_OPERATORS: dict[FieldType, frozenset[Op]] = {
    kind: frozenset(Op)
    - (frozenset[Op]() if kind is FieldType.STRING else PATTERN_OPS)
    - (ORDERING_OPS if kind is FieldType.BOOLEAN else frozenset[Op]())
    for kind in FieldType
}


@dataclass(frozen=True, slots=True)
class Hop:
    """One step along a many-to-one relation. `path` names it from the base table: `journalEntry.contact`."""

    path: str
    table: Table
    joins: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Pin:
    """SEMI_ADDITIVE: `fields` must be pinned to sum; `over` must be pinned to average along `fields`."""

    fields: tuple[str, ...]
    over: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Grain:
    """ONE_GRAIN: rows with `total` in `field` are totals of the other rows."""

    field: str
    total: str | int
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A column a call may name, with everything the rules say of it."""

    name: str
    field: TableField
    hops: tuple[Hop, ...] = ()
    never: str | None = None
    pin: Pin | None = None
    grain: Grain | None = None
    unit: str | None = None
    format: str | None = None

    @property
    def operators(self) -> frozenset[Op]:
        """What a filter on it may use."""
        return _OPERATORS[self.field.type]

    def fit(self, value: Scalar) -> Scalar | Misfit:
        """The value as one of the column's, or why it is none."""
        return fitted(value, self.field.type, self.format, self.name)


@dataclass(frozen=True, slots=True)
class Requirement:
    any_of: frozenset[str]
    first: str
    message: str


@dataclass(frozen=True, slots=True)
class WrongTable:
    use: str
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    table: Table
    columns: Mapping[str, Column]
    required: tuple[Requirement, ...]
    wrong_for: Mapping[str, WrongTable]


@dataclass(frozen=True)
class Catalog:
    """The tables of a feature as one caller sees them."""

    views: Mapping[str, TableView]
    ontology: OntologyDescriptor | None = None
    _purposes: Mapping[str, str] = field(default_factory=dict[str, str])

    def purpose_in(self, text: str) -> str | None:
        """The declared purpose a free text means, if exactly one."""
        folded = text.casefold()
        if folded in self._purposes:
            return self._purposes[folded]
        found = {self._purposes[word] for word in re.findall(r"\w+", folded) if word in self._purposes}
        return found.pop() if len(found) == 1 else None


def compile_catalog(tables: Iterable[Table], ontology: OntologyDescriptor | None = None) -> Catalog:
    by_name = {table.name: table for table in tables}
    rules = _ontology_rules(ontology) if ontology else list(_CONVENTION)
    paths = _paths(by_name, ontology)
    return Catalog(
        views={name: _view(table, rules, paths, by_name) for name, table in by_name.items()},
        ontology=ontology,
        _purposes=_purpose_words(ontology),
    )


_CONVENTION = (
    Constraint(
        applies_to="*.*Balance",
        rule=ConstraintRule.NEVER_AGGREGATE,
        message="A *Balance field is already an aggregate: filter to one period, then queryTable.",
    ),
    Constraint(
        applies_to="*.*Total",
        rule=ConstraintRule.NEVER_AGGREGATE,
        message="A *Total field is already an aggregate: filter to one period, then queryTable.",
    ),
)
"""What names alone tell about a table without an ontology."""

_UNIT_NAMES = ("currency", "currencyCode", "currency_code", "waehrung", "währung")


def _ontology_rules(ontology: OntologyDescriptor) -> list[Constraint]:
    """The constraints with entity names resolved to tables."""
    resolved: list[Constraint] = []
    for constraint in ontology.constraints:
        owner, dot, rest = constraint.applies_to.partition(".")
        table = ontology.table_of(owner) or owner
        changed: dict[str, object] = {"applies_to": table + dot + rest}
        if constraint.use:
            changed["use"] = ontology.table_of(constraint.use) or constraint.use
        resolved.append(constraint.model_copy(update=changed))
    return resolved


def _view(
    table: Table,
    rules: list[Constraint],
    paths: Mapping[str, list[tuple[Relation, Table]]],
    tables: Mapping[str, Table],
) -> TableView:
    columns: dict[str, Column] = {}
    convention = rules == list(_CONVENTION)

    def add(of: Table, prefix: str, hops: tuple[Hop, ...]) -> None:
        for name, fld in of.fields.items():
            columns[prefix + name] = _column(of, fld, prefix, hops, rules, convention)
        if len(hops) == MAX_HOPS:
            return
        for relation, target in paths.get(of.name, []):
            path = prefix + relation.path_name
            add(target, path + ".", (*hops, Hop(path, target, relation.joins)))

    add(table, "", ())
    on_table = [r for r in rules if r.applies_to == table.name]
    return TableView(
        table=table,
        columns=columns,
        required=tuple(
            Requirement(frozenset(r.fields), r.fields[0], r.message)
            for r in on_table
            if r.rule is ConstraintRule.REQUIRES_FILTER_ON
        ),
        wrong_for={
            purpose: WrongTable(r.use, r.message)
            for r in on_table
            if r.rule is ConstraintRule.WRONG_TABLE_FOR_PURPOSE and r.use and r.use in tables
            for purpose in r.purposes
        },
    )


def _column(
    table: Table,
    fld: TableField,
    prefix: str,
    hops: tuple[Hop, ...],
    rules: list[Constraint],
    convention: bool,
) -> Column:
    full = f"{table.name}.{fld.name}"
    never = pin = grain = unit = fmt = None
    for rule in rules:
        if not (rule.applies_to == full or fnmatchcase(full, rule.applies_to)):
            continue
        if rule.rule is ConstraintRule.NEVER_AGGREGATE:
            never = rule.message
        elif rule.rule is ConstraintRule.SEMI_ADDITIVE:
            pin = Pin(rule.fields, rule.over, rule.message)
        elif rule.rule is ConstraintRule.ONE_GRAIN and rule.value is not None:
            grain = Grain(rule.fields[0], rule.value, rule.message)
        elif rule.rule is ConstraintRule.SAME_UNIT:
            unit = prefix + rule.fields[0]
        elif rule.rule is ConstraintRule.TYPE_MISMATCH_GUARD:
            fmt = str(rule.value)
    if convention and fld.type is FieldType.DECIMAL:
        unit = next((prefix + name for name in _UNIT_NAMES if name in table.fields), None)
    return Column(prefix + fld.name, fld, hops, never, pin, grain, unit, fmt)


def _paths(tables: Mapping[str, Table], ontology: OntologyDescriptor | None) -> dict[str, list[tuple[Relation, Table]]]:
    """The relations a call may follow: towards one row only, so that no join can multiply rows."""
    paths: dict[str, list[tuple[Relation, Table]]] = {}
    for relation in ontology.relations if ontology else ():
        if relation.cardinality not in (Cardinality.MANY_TO_ONE, Cardinality.ONE_TO_ONE) or not relation.joins:
            continue
        source = tables.get(ontology.table_of(relation.from_entity) or "") if ontology else None
        target = tables.get(ontology.table_of(relation.to_entity) or "") if ontology else None
        if source is None or target is None:
            continue  # a table this caller may not see
        if set(target.key) != {right for _, right in relation.joins}:
            raise OntologyError(
                f"relation {relation.from_entity}.{relation.path_name} joins {target.name} on "
                f"{[right for _, right in relation.joins]}, which is not its key {list(target.key)}",
                "A path may only lead to one row: join on the whole key, or drop the relation's `via`.",
            )
        paths.setdefault(source.name, []).append((relation, target))
    return paths


def _purpose_words(ontology: OntologyDescriptor | None) -> dict[str, str]:
    words: dict[str, str] = {}
    for purpose in ontology.purposes if ontology else ():
        for word in (purpose.name, *purpose.labels.de, *purpose.labels.en):
            words[word.casefold()] = purpose.name
    return words
