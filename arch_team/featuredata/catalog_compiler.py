"""From tables and an ontology to a catalog. Without an ontology, names alone tell what must not be summed."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from arch_team.errors import OntologyError
from arch_team.featuredata.amounts import currency_beside
from arch_team.featuredata.calls import ORDERING_OPS, PATTERN_OPS, Op, Scalar
from arch_team.featuredata.catalog import Catalog, Column, Grain, Hop, Pin, Requirement, TableView, WrongTable
from arch_team.featuredata.naming import never_summed
from arch_team.featuredata.tables import FieldType, Table, TableField
from arch_team.featuredata.unix_time import unix_fitter
from arch_team.featuredata.values import Misfit, fitter, one_of, within
from arch_team.featuredata.vocabulary import Vocabulary, spans_of
from arch_team.ontologies.descriptor import (
    ANY_FIELD,
    UNIX_DAYS,
    UNIX_FORMATS,
    UNIX_SECONDS,
    Cardinality,
    Constraint,
    ConstraintRule,
    OntologyDescriptor,
    Relation,
    SemanticType,
)

MAX_HOPS = 5
MAX_COLUMNS = 2_000
"""Of one table, paths included. Near columns come first, so what is left out is far away."""

_NEVER = ConstraintRule.NEVER_AGGREGATE
_SNAPSHOTS = (SemanticType.BALANCE_SNAPSHOT,)

_OPERATORS: dict[FieldType, frozenset[Op]] = {
    kind: frozenset(Op)
    - (frozenset[Op]() if kind is FieldType.STRING else PATTERN_OPS)
    - (ORDERING_OPS if kind is FieldType.BOOLEAN else frozenset[Op]())
    for kind in FieldType
}

_Paths = Mapping[str, list[tuple[Relation, Table]]]


@dataclass(frozen=True, slots=True)
class _Rules:
    """What an ontology says of columns: its constraints, and the whole numbers a column keeps to."""

    constraints: tuple[Constraint, ...]
    spans: Mapping[tuple[str, str], tuple[int, int]]


def compile_catalog(
    tables: Iterable[Table], ontology: OntologyDescriptor | None = None, left_out: Mapping[str, str] | None = None
) -> Catalog:
    by_name = {table.name: table for table in tables}
    rules = _Rules(_ontology_rules(ontology), spans_of(ontology)) if ontology else None
    paths = _paths(by_name, ontology)
    words = Vocabulary(ontology, by_name)
    snapshots = {e.python_class for e in ontology.entities if e.semantic_type in _SNAPSHOTS} if ontology else set[str]()
    views: dict[str, TableView] = {}
    for name, table in by_name.items():
        columns = _columns(table, rules, paths)
        views[name] = TableView(
            table=table,
            columns=columns,
            required=_required(table, rules),
            wrong_for=_wrong_for(table, rules, by_name),
            is_snapshot=name in snapshots,
            words=words.of(table, columns.values()),
            elsewhere=words.owners,
        )
    return Catalog(
        views=views,
        ontology=ontology,
        left_out=left_out or {},
        _purposes=_purpose_words(ontology),
        _asked_purposes=_asking_words(ontology),
        _tables_of_entities={e.name: e.python_class for e in ontology.entities if e.python_class} if ontology else {},
    )


def _ontology_rules(ontology: OntologyDescriptor) -> tuple[Constraint, ...]:
    """The constraints with entity names resolved to tables."""
    resolved: list[Constraint] = []
    for constraint in ontology.constraints:
        owner, dot, rest = constraint.applies_to.partition(".")
        table = ontology.table_of(owner) or owner
        changed: dict[str, object] = {"applies_to": table + dot + rest}
        if constraint.use:
            changed["use"] = ontology.table_of(constraint.use) or constraint.use
        resolved.append(constraint.model_copy(update=changed))
    return tuple(resolved)


def _required(table: Table, rules: _Rules | None) -> tuple[Requirement, ...]:
    return tuple(
        Requirement(frozenset(rule.fields), next((f for f in rule.fields if f != ANY_FIELD), ""), rule.message)
        for rule in (rules.constraints if rules else ())
        if rule.applies_to == table.name and rule.rule is ConstraintRule.REQUIRES_FILTER_ON
    )


def _wrong_for(table: Table, rules: _Rules | None, tables: Mapping[str, Table]) -> dict[str, WrongTable]:
    return {
        purpose: WrongTable(rule.use, rule.message)
        for rule in (rules.constraints if rules else ())
        if rule.applies_to == table.name and rule.rule is ConstraintRule.WRONG_TABLE_FOR_PURPOSE
        if rule.use and rule.use in tables
        for purpose in rule.purposes
    }


def _columns(table: Table, rules: _Rules | None, paths: _Paths) -> dict[str, Column]:
    """The table's own columns, then those one step away, and so on. No path comes back to where it was."""
    columns: dict[str, Column] = {}
    ahead: deque[tuple[Table, tuple[Hop, ...]]] = deque([(table, ())])
    while ahead and len(columns) < MAX_COLUMNS:
        here, hops = ahead.popleft()
        prefix = f"{hops[-1].path}." if hops else ""
        for fld in here.fields.values():
            column = _column(here, fld, prefix, hops, rules)
            columns[column.name] = column
        been = {table.name, *(hop.table.name for hop in hops)}
        for relation, target in paths.get(here.name, []) if len(hops) < MAX_HOPS else []:
            if target.name not in been or target is here:
                shares = relation.cardinality is Cardinality.MANY_TO_ONE
                step = Hop(prefix + relation.path_name, target, relation.joins, shares)
                ahead.append((target, (*hops, step)))
    return columns


def _column(table: Table, fld: TableField, prefix: str, hops: tuple[Hop, ...], rules: _Rules | None) -> Column:
    full, name = f"{table.name}.{fld.name}", prefix + fld.name
    never = pin = grain = unit = fmt = kind = None
    for rule in rules.constraints if rules else ():
        if not (rule.applies_to == full or fnmatchcase(full, rule.applies_to)):
            continue
        there = [prefix + other for other in rule.fields]
        if rule.rule is _NEVER:
            never = rule.message
        elif rule.rule is ConstraintRule.SEMI_ADDITIVE:
            pin = Pin(tuple(there), tuple(prefix + other for other in rule.over), rule.message)
        elif rule.rule is ConstraintRule.ONE_GRAIN and rule.value is not None:
            grain = Grain(there[0], rule.value, rule.message)
        elif rule.rule is ConstraintRule.SAME_UNIT:
            unit = there[0]
        elif rule.rule is ConstraintRule.SAME_KIND:
            kind = there[0]
        elif rule.rule is ConstraintRule.TYPE_MISMATCH_GUARD:
            fmt = str(rule.value)
    if rules is None:
        never = never_summed(fld.name)
        beside = currency_beside(fld.name, table.fields) if fld.type is FieldType.DECIMAL else None
        unit = prefix + beside if beside else None
    return Column(
        name=name,
        field=fld,
        operators=_OPERATORS[fld.type],
        fit=unix_fitter(name, whole_days=fmt == UNIX_DAYS) if fmt in UNIX_FORMATS else fitter(fld.type, name),
        hops=hops,
        never=never,
        pin=pin,
        grain=grain,
        unit=unit,
        format=UNIX_SECONDS if fmt in UNIX_FORMATS else fmt,
        kind=kind,
        allowed=_allowed(name, fld, rules.spans.get((table.name, fld.name)) if rules else None),
    )


def _allowed(name: str, fld: TableField, span: tuple[int, int] | None) -> Callable[[Scalar], Misfit | None] | None:
    if fld.values:
        return one_of(fld.values, name)
    return within(*span, name) if span and fld.type is FieldType.INTEGER else None


def _paths(tables: Mapping[str, Table], ontology: OntologyDescriptor | None) -> _Paths:
    """The relations a call may follow: towards one row only, so that no join can multiply rows."""
    paths: dict[str, list[tuple[Relation, Table]]] = {}
    if ontology is None:
        return paths
    for relation in ontology.relations:
        if relation.cardinality not in (Cardinality.MANY_TO_ONE, Cardinality.ONE_TO_ONE) or not relation.joins:
            continue
        source = tables.get(ontology.table_of(relation.from_entity) or "")
        target = tables.get(ontology.table_of(relation.to_entity) or "")
        if source is None or target is None:
            continue  # a table this caller may not see
        problem = _problem(relation, source, target)
        taken = {other.path_name for other, _ in paths.get(source.name, [])} | set(source.fields)
        if relation.path_name in taken:
            problem = f"the name {relation.path_name!r} is taken by another relation or field"
        if problem:
            where = f"relation {relation.from_entity}.{relation.path_name}"
            raise OntologyError(f"{where}: {problem}", "Mend the relation's `via` or `name`, or drop it.")
        paths.setdefault(source.name, []).append((relation, target))
    return paths


def _problem(relation: Relation, source: Table, target: Table) -> str | None:
    """What keeps a relation from being a path."""
    for mine, theirs in relation.joins:
        left, right = source.fields.get(mine), target.fields.get(theirs)
        if left is None or right is None:
            return f"{source.name}.{mine} or {target.name}.{theirs} does not exist"
        if left.type is not right.type:
            return f"{source.name}.{mine} is {left.type} and {target.name}.{theirs} is {right.type}"
    joined = [theirs for _, theirs in relation.joins]
    if not any(set(key) == set(joined) for key in (target.key, *target.unique)):
        return f"it joins {target.name} on {joined}, which is not its key {list(target.key)}: that may be many rows"
    return None


def _purpose_words(ontology: OntologyDescriptor | None) -> dict[str, str]:
    words: dict[str, str] = {}
    for purpose in ontology.purposes if ontology else ():
        for word in (purpose.name, *purpose.labels.de, *purpose.labels.en):
            words[word.casefold()] = purpose.name
    return words


def _asking_words(ontology: OntologyDescriptor | None) -> dict[str, str]:
    """The words by which a question asks for a purpose."""
    purposes = ontology.purposes if ontology else ()
    return {word.casefold(): p.name for p in purposes for word in (*p.asked_by.de, *p.asked_by.en)}
