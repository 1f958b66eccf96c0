"""Does an ontology hold together? One small check per kind of mistake; what they find is data.

A check that crashes is itself an issue: undetermined is not clean.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fnmatch import fnmatchcase

from arch_team.errors import OntologyError
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.tables import FieldType, Table
from arch_team.featuredata.validator import QueryValidator, Rejection
from arch_team.ontologies.descriptor import (
    ANY_FIELD,
    UNIX_FORMATS,
    Constraint,
    ConstraintRule,
    Entity,
    OntologyDescriptor,
    SemanticType,
)


class Level(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Issue:
    level: Level
    where: str
    message: str


@dataclass(frozen=True, slots=True)
class Subject:
    """What the checks look at. `catalog` is None where the ontology does not even compile."""

    ontology: OntologyDescriptor
    tables: Mapping[str, Table]
    catalog: Catalog | None

    def fields_of(self, owner: str) -> set[str]:
        """The fields and paths of an entity's table."""
        table = self.ontology.table_of(owner) or owner
        if self.catalog and table in self.catalog.views:
            return set(self.catalog.views[table].columns)
        return set(self.tables[table].fields) if table in self.tables else set()


_SAID_ONCE = (
    ConstraintRule.SEMI_ADDITIVE,
    ConstraintRule.SAME_UNIT,
    ConstraintRule.SAME_KIND,
    ConstraintRule.ONE_GRAIN,
)

Check = Callable[[Subject], Iterator[Issue]]


def check_ontology(ontology: OntologyDescriptor, tables: tuple[Table, ...]) -> list[Issue]:
    by_name = {table.name: table for table in tables}
    issues: list[Issue] = []
    catalog: Catalog | None = None
    try:
        catalog = compile_catalog(tables, ontology)
    except OntologyError as error:
        issues.append(Issue(Level.ERROR, "relations", str(error)))
    subject = Subject(ontology, by_name, catalog)
    for check in DEFAULT_CHECKS:
        try:
            issues.extend(check(subject))
        except Exception as error:
            issues.append(Issue(Level.ERROR, check.__name__, f"the check itself failed: {error!r}"))
    return issues


def names_exist(subject: Subject) -> Iterator[Issue]:
    ontology = subject.ontology
    for entity in ontology.entities:
        if entity.python_class and entity.python_class not in subject.tables:
            yield Issue(Level.ERROR, entity.name, f"there is no table {entity.python_class}")
        if entity.parent_entity and ontology.entity(entity.parent_entity) is None:
            yield Issue(Level.ERROR, entity.name, f"its parent {entity.parent_entity} does not exist")
        if entity.field and entity.field not in subject.fields_of(entity.name):
            yield Issue(Level.ERROR, entity.name, f"its table has no field {entity.field}")
    for relation in ontology.relations:
        where = f"{relation.from_entity} → {relation.to_entity}"
        for end in (relation.from_entity, relation.to_entity):
            if ontology.table_of(end) not in subject.tables:
                yield Issue(Level.ERROR, where, f"{end} is no entity with a table")
        for mine, theirs in relation.joins:
            if mine not in subject.fields_of(relation.from_entity):
                yield Issue(Level.ERROR, where, f"{relation.from_entity} has no field {mine}")
            if theirs not in subject.fields_of(relation.to_entity):
                yield Issue(Level.ERROR, where, f"{relation.to_entity} has no field {theirs}")


def parents_end(subject: Subject) -> Iterator[Issue]:
    for entity in subject.ontology.entities:
        seen: list[str] = []
        current: Entity | None = entity
        while current is not None and current.name not in seen:
            seen.append(current.name)
            current = subject.ontology.entity(current.parent_entity) if current.parent_entity else None
        if current is not None:
            yield Issue(Level.ERROR, entity.name, f"its parents go in a circle: {' → '.join([*seen, current.name])}")


def constraints_apply(subject: Subject) -> Iterator[Issue]:
    purposes = {purpose.name for purpose in subject.ontology.purposes}
    for rule in subject.ontology.constraints:
        where = f"{rule.rule} on {rule.applies_to}"
        if not list(_targets(rule, subject)):
            yield Issue(Level.ERROR, where, "it applies to nothing: no such table or field")
        if rule.use and rule.use not in subject.tables and subject.ontology.table_of(rule.use) not in subject.tables:
            yield Issue(Level.ERROR, where, f"there is no table {rule.use} to use instead")
        for purpose in rule.purposes:
            if purpose not in purposes:
                yield Issue(Level.ERROR, where, f"{purpose} is not among the ontology's purposes")
        for owner in sorted({target.partition(".")[0] for target in _targets(rule, subject)}):
            for name in (*rule.fields, *rule.over):
                if name == ANY_FIELD and rule.rule is ConstraintRule.REQUIRES_FILTER_ON:
                    continue
                if name not in subject.fields_of(owner):
                    yield Issue(Level.ERROR, where, f"{owner} has no field {name}")


def rules_agree(subject: Subject) -> Iterator[Issue]:
    by_target: dict[str, list[Constraint]] = {}
    for rule in subject.ontology.constraints:
        for target in _targets(rule, subject):
            by_target.setdefault(target, []).append(rule)
    for target, rules in sorted(by_target.items()):
        kinds = [rule.rule for rule in rules]
        if ConstraintRule.NEVER_AGGREGATE in kinds and ConstraintRule.SEMI_ADDITIVE in kinds:
            yield Issue(Level.ERROR, target, "NEVER_AGGREGATE and SEMI_ADDITIVE contradict each other")
        for kind in _SAID_ONCE:
            if len({(r.fields, r.over, r.value) for r in rules if r.rule is kind}) > 1:
                yield Issue(Level.ERROR, target, f"{kind} is said twice, differently")
        table, _, name = target.partition(".")
        fld = subject.tables[table].fields.get(name) if table in subject.tables else None
        if fld and ConstraintRule.TYPE_MISMATCH_GUARD in kinds and fld.type is not FieldType.INTEGER:
            yield Issue(Level.ERROR, target, f"Unix seconds are whole numbers, and the field is {fld.type}")
        for rule in rules:
            if rule.rule is ConstraintRule.TYPE_MISMATCH_GUARD and rule.value not in UNIX_FORMATS:
                yield Issue(Level.ERROR, target, f"there is no format {rule.value}: use {' or '.join(UNIX_FORMATS)}")
            if rule.rule is ConstraintRule.SAME_KIND and fld and not fld.type.is_number:
                yield Issue(Level.ERROR, target, f"SAME_KIND is for figures, and the field is {fld.type}")


def purposes_lead_somewhere(subject: Subject) -> Iterator[Issue]:
    """Two tables that send a purpose to each other leave it nowhere to go."""
    sends: dict[tuple[str, str], str] = {}
    for rule in subject.ontology.constraints:
        if rule.rule is ConstraintRule.WRONG_TABLE_FOR_PURPOSE and rule.use:
            source = subject.ontology.table_of(rule.applies_to) or rule.applies_to
            for purpose in rule.purposes:
                sends[source, purpose] = subject.ontology.table_of(rule.use) or rule.use
    for (source, purpose), goal in sorted(sends.items()):
        if (goal, purpose) in sends:
            yield Issue(Level.ERROR, source, f"for {purpose} it sends to {goal}, which sends on to another table")


def patterns_pass(subject: Subject) -> Iterator[Issue]:
    """A pattern the validator would reject teaches a model to be rejected."""
    if subject.catalog is None:
        return
    validator = QueryValidator(subject.catalog)
    for pattern in subject.ontology.canonical_patterns:
        call = parse_call(str(pattern.pattern.get("tool", "")), pattern.filled(pattern.samples))
        if isinstance(call, list):
            yield Issue(Level.ERROR, pattern.intent, "; ".join(f.hint for f in call))
            continue
        verdict = validator.validate(call)
        if isinstance(verdict, Rejection):
            found = "; ".join(f"{f.code} {f.field}: {f.hint}" for f in verdict.findings)
            yield Issue(Level.ERROR, pattern.intent, f"the validator rejects it: {found}")


def ranges_nest(subject: Subject) -> Iterator[Issue]:
    """A child's range lies inside its parent's, and siblings of one kind do not overlap."""
    ranges = {
        e.name: (str(i.low), str(i.high), e)
        for e in subject.ontology.entities
        for i in e.invariants
        if i.low is not None and i.high is not None
    }
    for name, (low, high, entity) in ranges.items():
        if low > high:
            yield Issue(Level.ERROR, name, f"its range {low}–{high} is empty")
        parent = ranges.get(entity.parent_entity or "")
        if parent and not parent[0] <= low <= high <= parent[1]:
            yield Issue(Level.ERROR, name, f"its range {low}–{high} leaves its parent's {parent[0]}–{parent[1]}")
        for other, (low2, high2, sibling) in ranges.items():
            alike = (sibling.parent_entity, sibling.semantic_type) == (entity.parent_entity, entity.semantic_type)
            if (
                other > name
                and alike
                and entity.semantic_type is not SemanticType.CONCEPT
                and low <= high2
                and low2 <= high
            ):
                yield Issue(Level.ERROR, name, f"its range overlaps that of {other}")


def labels_are_clear(subject: Subject) -> Iterator[Issue]:
    """A word that means two things of one kind cannot be read."""
    for language in ("de", "en"):
        owner: dict[tuple[str, str], str] = {}
        for entity in subject.ontology.entities:
            for word in entity.labels.of(language):
                key = (entity.semantic_type, word.casefold())
                if owner.setdefault(key, entity.name) != entity.name:
                    yield Issue(Level.WARNING, entity.name, f"{word!r} ({language}) also means {owner[key]}")


DEFAULT_CHECKS: tuple[Check, ...] = (
    names_exist,
    parents_end,
    constraints_apply,
    rules_agree,
    purposes_lead_somewhere,
    patterns_pass,
    ranges_nest,
    labels_are_clear,
)


def _targets(rule: Constraint, subject: Subject) -> Iterator[str]:
    """The tables and fields a constraint applies to, as `Table` and `Table.field`."""
    owner, dot, rest = rule.applies_to.partition(".")
    wanted = (subject.ontology.table_of(owner) or owner) + dot + rest
    for table in subject.tables.values():
        if not dot and table.name == wanted:
            yield table.name
        for name in table.fields if dot else ():
            if fnmatchcase(f"{table.name}.{name}", wanted):
                yield f"{table.name}.{name}"
