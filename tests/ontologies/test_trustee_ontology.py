"""The trustee ontology: complete, unambiguous, true to the tables, and obeyed by its own patterns."""

import re
from collections import Counter, defaultdict
from enum import StrEnum
from itertools import combinations
from typing import Literal

import pytest
from pydantic import BaseModel

from arch_team.demo.trustee import TABLES
from arch_team.featuredata.tables import FieldType, Table, TableField, table_of
from arch_team.ontologies.descriptor import (
    ANY_FIELD,
    HINT_LIMIT,
    CanonicalQueryPattern,
    Cardinality,
    Constraint,
    ConstraintRule,
    Entity,
    SemanticType,
)
from arch_team.ontologies.trustee import TRUSTEE
from arch_team.wire import Language

TABLE: dict[str, Table] = {table.name: table for table in map(table_of, TABLES)}
LANGUAGES: tuple[Language, ...] = ("de", "en")
PATTERNS = [pytest.param(pattern, id=pattern.intent) for pattern in TRUSTEE.canonical_patterns]
EVERY_ENTITY = [pytest.param(entity, id=entity.name) for entity in TRUSTEE.entities]
EVERY_CONSTRAINT = [pytest.param(c, id=f"{c.rule}-{c.applies_to}") for c in TRUSTEE.constraints]


class Filter(BaseModel, extra="forbid", strict=True):
    field: str
    op: Literal["=", "!=", "<", "<=", ">", ">=", "LIKE", "ILIKE", "IN", "NOT IN", "BETWEEN", "IS NULL", "IS NOT NULL"]
    value: bool | int | str | list[int | str]

    @property
    def values(self) -> list[bool | int | str]:
        return [*self.value] if isinstance(self.value, list) else [self.value]


class Order(BaseModel, extra="forbid", strict=True):
    field: str
    direction: Literal["asc", "desc"]


class Call(BaseModel, extra="forbid", strict=True):
    """A tool call as the model would write it; anything else in a pattern is a mistake."""

    tool: Literal["queryTable", "aggregateTable", "browseTable"]
    tableName: str
    purpose: str
    fields: list[str] = []
    filters: list[Filter] = []
    groupBy: list[str] = []
    aggregate: Literal["SUM", "AVG", "MIN", "MAX", "COUNT", "COUNT_DISTINCT"] | None = None
    field: str | None = None
    orderBy: list[Order] = []
    limit: int | None = None

    @property
    def pinned(self) -> set[str]:
        return {f.field for f in self.filters if f.op == "="}

    @property
    def result_column(self) -> str:
        function = (self.aggregate or "").lower()
        return f"{function}_{self.field.replace('.', '_')}" if self.field else function


def call_of(pattern: CanonicalQueryPattern) -> Call:
    return Call.model_validate(pattern.filled(pattern.samples))


def of_type(kind: SemanticType) -> list[Entity]:
    return [entity for entity in TRUSTEE.entities if entity.semantic_type == kind]


def span(entity: Entity) -> tuple[str, str]:
    ranges = [i for i in entity.invariants if i.field == "accountNumber" and i.low is not None]
    assert len(ranges) == 1, f"{entity.name} needs exactly one range of account numbers"
    return str(ranges[0].low), str(ranges[0].high)


def entity_of(table: str) -> str:
    return next(entity.name for entity in TRUSTEE.entities if entity.python_class == table)


def resolve(table: str, path: str) -> TableField | None:
    """The field at the end of a path. Only many-to-one relations may be followed."""
    *steps, field = path.split(".")
    for step in steps:
        relation = next(
            (r for r in TRUSTEE.relations if r.from_entity == entity_of(table) and r.path_name == step), None
        )
        if relation is None or relation.cardinality != Cardinality.MANY_TO_ONE:
            return None
        table = TRUSTEE.table_of(relation.to_entity) or ""
    return TABLE[table].fields.get(field)


def table_and_field(applies_to: str) -> tuple[str, str]:
    entity, _, field = applies_to.partition(".")
    found = TRUSTEE.entity(entity)
    assert found is not None, f"{applies_to}: no such entity"
    assert found.python_class is not None, f"{applies_to}: not a table"
    return found.python_class, field


def rules_on(table: str, field: str, rule: ConstraintRule) -> list[Constraint]:
    return [c for c in TRUSTEE.constraints if c.rule == rule and table_and_field(c.applies_to) == (table, field)]


def test_it_has_the_size_the_spec_asks_for() -> None:
    assert len(of_type(SemanticType.ACCOUNT_CLASS)) == 9
    assert len(of_type(SemanticType.ACCOUNT_GROUP)) >= 15
    assert 50 <= len(TRUSTEE.entities) + len(TRUSTEE.relations) <= 100
    assert len(TRUSTEE.canonical_patterns) >= 10


def test_every_table_is_an_entity() -> None:
    assert sorted(e.python_class for e in TRUSTEE.entities if e.python_class) == sorted(TABLE)


def test_every_rule_of_the_vocabulary_is_used() -> None:
    assert {constraint.rule for constraint in TRUSTEE.constraints} == set(ConstraintRule)


def test_classes_are_the_nine_leading_digits() -> None:
    assert [span(e) for e in of_type(SemanticType.ACCOUNT_CLASS)] == [(f"{d}000", f"{d}999") for d in range(1, 10)]


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("Assets", "positive"),
        ("LiabilitiesAndEquity", "negative"),
        ("OperatingRevenue", "negative"),
        ("CostOfMaterials", "positive"),
    ],
)
def test_a_class_says_the_sign_of_its_balances(name: str, sign: str) -> None:
    entity = TRUSTEE.entity(name)
    assert entity is not None
    assert any(i.text.endswith(f"balances are {sign}") for i in entity.invariants)


@pytest.mark.parametrize("entity", EVERY_ENTITY)
def test_a_span_lies_inside_that_of_its_parent(entity: Entity) -> None:
    parent = TRUSTEE.entity(entity.parent_entity or "")
    if parent is None or parent.semantic_type != SemanticType.ACCOUNT_CLASS:
        assert entity.semantic_type != SemanticType.ACCOUNT_GROUP, "a group belongs to a class"
        return
    (low, high), (floor, ceiling) = span(entity), span(parent)
    assert floor <= low <= high <= ceiling


def test_groups_do_not_overlap() -> None:
    groups = [(span(e), e.name) for e in of_type(SemanticType.ACCOUNT_GROUP)]
    clashes = [(a, b) for (x, a), (y, b) in combinations(groups, 2) if x[0] <= y[1] and y[0] <= x[1]]
    assert clashes == []


@pytest.mark.parametrize("entity", EVERY_ENTITY)
def test_an_entity_speaks_both_languages(entity: Entity) -> None:
    assert entity.description_de
    for language in LANGUAGES:
        words = entity.labels.of(language)
        assert words
        assert all(word == word.strip() and word for word in words)
        assert len({word.casefold() for word in words}) == len(words), "a word is listed twice"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_means_one_entity(language: Language) -> None:
    """Stricter than per kind: a word that names two things anywhere would make a question ambiguous."""
    meanings: dict[str, set[str]] = defaultdict(set)
    for entity in TRUSTEE.entities:
        for word in entity.labels.of(language):
            meanings[word.casefold()].add(entity.name)
    assert {word: names for word, names in meanings.items() if len(names) > 1} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_means_one_purpose(language: Language) -> None:
    words = Counter(word.casefold() for purpose in TRUSTEE.purposes for word in purpose.labels.of(language))
    assert [word for word, times in words.items() if times > 1] == []


@pytest.mark.parametrize("word", ["haben", "soll", "post", "it", "pay", "in", "im", "die", "der", "was"])
def test_everyday_words_are_no_labels(word: str) -> None:
    """«Welche Kunden haben …», "does it": words of any sentence must not name an account."""
    named = [e.name for e in TRUSTEE.entities for w in (*e.labels.de, *e.labels.en) if w.casefold() == word]
    assert named == []


def test_the_german_is_swiss() -> None:
    assert "ß" not in TRUSTEE.to_json()


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("Bankguthaben", "Bank"),
        ("Debitoren", "TradeReceivables"),
        ("Umsatz", "OperatingRevenue"),
        ("turnover", "OperatingRevenue"),
        ("Dienstleistungsertrag", "ServiceRevenue"),
        ("Kunden", "Customer"),
    ],
)
def test_what_people_say_finds_what_they_mean(word: str, name: str) -> None:
    assert [e.name for e in TRUSTEE.entities if word in (*e.labels.de, *e.labels.en)] == [name]


@pytest.mark.parametrize("entity", EVERY_ENTITY)
def test_an_entity_names_what_the_tables_have(entity: Entity) -> None:
    table = TRUSTEE.table_of(entity.name)
    assert table in TABLE
    named = [entity.field, *(invariant.field for invariant in entity.invariants)]
    assert [field for field in named if field is not None and field not in TABLE[table].fields] == []


@pytest.mark.parametrize("entity", [pytest.param(e, id=e.name) for e in of_type(SemanticType.CONCEPT)])
def test_a_concept_is_tied_to_the_tables(entity: Entity) -> None:
    checkable = [i for i in entity.invariants if i.field is not None]
    assert checkable
    model = next(m for m in TABLES if table_of(m).name == TRUSTEE.table_of(entity.name))
    for invariant in checkable:
        if invariant.value is not None:
            info = next(f for f in model.model_fields.values() if f.alias == invariant.field)
            assert isinstance(info.annotation, type)
            if info.annotation is bool:
                assert invariant.value in ("true", "false")
                continue
            assert issubclass(info.annotation, StrEnum)
            assert invariant.value in list(info.annotation)


def test_month_zero_is_the_year() -> None:
    month = TRUSTEE.entity("PeriodMonth")
    assert month is not None
    assert [i.field for i in month.invariants if i.value == 0] == ["periodMonth"]


def test_relations_join_on_fields_that_exist() -> None:
    for relation in TRUSTEE.relations:
        left, right = TRUSTEE.table_of(relation.from_entity), TRUSTEE.table_of(relation.to_entity)
        assert left in TABLE
        assert right in TABLE
        assert relation.joins
        for here, there in relation.joins:
            assert here in TABLE[left].fields
            assert there in TABLE[right].fields
        one_side = TABLE[right if relation.cardinality == Cardinality.MANY_TO_ONE else left]
        ends = relation.joins if relation.cardinality == Cardinality.MANY_TO_ONE else [j[::-1] for j in relation.joins]
        assert tuple(there for _, there in ends) == one_side.key, "the one side is joined by its key, or rows fan out"


def test_a_path_segment_means_one_relation() -> None:
    names = Counter((relation.from_entity, relation.path_name) for relation in TRUSTEE.relations)
    assert [name for name, times in names.items() if times > 1] == []
    assert all(name not in TABLE[TRUSTEE.table_of(entity) or ""].fields for entity, name in names)


@pytest.mark.parametrize("constraint", EVERY_CONSTRAINT)
def test_a_constraint_names_what_exists(constraint: Constraint) -> None:
    table, field = table_and_field(constraint.applies_to)
    named = [*([field] if field else []), *constraint.fields, *constraint.over]
    named = [name for name in named if name != ANY_FIELD]
    assert [name for name in named if resolve(table, name) is None] == []
    assert constraint.use is None or constraint.use in TABLE
    assert set(constraint.purposes) <= {purpose.name for purpose in TRUSTEE.purposes}


@pytest.mark.parametrize("constraint", EVERY_CONSTRAINT)
def test_a_message_is_short_and_in_both_languages(constraint: Constraint) -> None:
    for language in LANGUAGES:
        assert 0 < len(constraint.said_in(language)) <= HINT_LIMIT
    assert constraint.message_de not in (None, constraint.message)


def test_no_rule_sends_a_caller_to_a_table_that_refuses_too() -> None:
    choices = [c for c in TRUSTEE.constraints if c.rule == ConstraintRule.WRONG_TABLE_FOR_PURPOSE]
    refused = {(table_and_field(c.applies_to)[0], purpose) for c in choices for purpose in c.purposes}
    assert [(c.use, p) for c in choices for p in c.purposes if (c.use, p) in refused] == []


@pytest.mark.parametrize("table", TABLE.values(), ids=lambda table: table.name)
def test_every_column_has_the_rules_its_content_calls_for(table: Table) -> None:
    for field in table.fields.values():
        calls_for = {
            ConstraintRule.SAME_UNIT: field.type == FieldType.DECIMAL,
            ConstraintRule.NEVER_AGGREGATE: field.type == FieldType.INTEGER,
            ConstraintRule.TYPE_MISMATCH_GUARD: field.description.startswith("Unix seconds"),
        }
        assert {rule: bool(rules_on(table.name, field.name, rule)) for rule in calls_for} == calls_for, field.name


@pytest.mark.parametrize("field", ["closingBalance", "openingBalance"])
def test_summing_a_balance_asks_for_the_period(field: str) -> None:
    [rule] = rules_on("TrusteeDataAccountBalance", field, ConstraintRule.SEMI_ADDITIVE)
    assert rule.fields == ("periodYear", "periodMonth")
    assert rule.over == ("accountNumber",)
    for language in LANGUAGES:
        assert all(name in rule.said_in(language) for name in rule.fields)


@pytest.mark.parametrize("field", ["closingBalance", "openingBalance", "debitTotal", "creditTotal"])
def test_annual_rows_are_never_mixed_with_months(field: str) -> None:
    [rule] = rules_on("TrusteeDataAccountBalance", field, ConstraintRule.ONE_GRAIN)
    assert (rule.fields, rule.value) == (("periodMonth",), 0)


def slots(node: object) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", str(node)))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_slot_has_a_sample_and_every_sample_a_slot(pattern: CanonicalQueryPattern) -> None:
    assert set(pattern.samples) == slots(pattern.pattern)
    assert slots(pattern.filled(pattern.samples)) == set()


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_is_a_whole_call_on_fields_that_exist(pattern: CanonicalQueryPattern) -> None:
    call = call_of(pattern)
    assert call.tableName in TABLE
    assert call.purpose in {purpose.name for purpose in TRUSTEE.purposes}
    named = [*call.fields, *call.groupBy, *(f.field for f in call.filters), *([call.field] if call.field else [])]
    named += [order.field for order in call.orderBy if order.field != call.result_column]
    assert [name for name in named if resolve(call.tableName, name) is None] == []
    assert (call.aggregate is not None) == (call.tool == "aggregateTable")
    assert bool(call.fields) == (call.tool == "queryTable")


_TYPES = {FieldType.STRING: str, FieldType.INTEGER: int, FieldType.DECIMAL: int, FieldType.BOOLEAN: bool}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_filter_compares_like_with_like(pattern: CanonicalQueryPattern) -> None:
    call = call_of(pattern)
    for item in call.filters:
        field = resolve(call.tableName, item.field)
        assert field is not None
        assert {type(value) for value in item.values} == {_TYPES[field.type]}, item.field
        assert len(item.values) == 2 or item.op != "BETWEEN"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_obeys_the_rules_it_teaches(pattern: CanonicalQueryPattern) -> None:
    call = call_of(pattern)
    named = {*call.groupBy, *(item.field for item in call.filters)}
    for rule in TRUSTEE.constraints:
        table, field = table_and_field(rule.applies_to)
        if table != call.tableName:
            continue
        if rule.rule == ConstraintRule.WRONG_TABLE_FOR_PURPOSE:
            assert call.purpose not in rule.purposes
        if rule.rule == ConstraintRule.REQUIRES_FILTER_ON:
            assert named & set(rule.fields) or (ANY_FIELD in rule.fields and named)
        if field != call.field or call.aggregate not in ("SUM", "AVG"):
            continue
        assert rule.rule != ConstraintRule.NEVER_AGGREGATE
        if rule.rule == ConstraintRule.SEMI_ADDITIVE:
            assert set(rule.fields) <= call.pinned
        if rule.rule == ConstraintRule.SAME_UNIT:
            assert rule.fields[0] in {*call.pinned, *call.groupBy}
        if rule.rule == ConstraintRule.ONE_GRAIN:
            [grain] = [item for item in call.filters if item.field == rule.fields[0]]
            assert grain.op == "=" or rule.value not in grain.values


def test_the_bank_balance_is_looked_up_never_summed() -> None:
    [bank] = [p for p in TRUSTEE.canonical_patterns if p.intent == "BANK_BALANCE_AT_DATE"]
    call = call_of(bank)
    assert (call.tool, call.tableName) == ("queryTable", "TrusteeDataAccountBalance")
    assert [(f.field, f.op, f.value) for f in call.filters] == [
        ("periodYear", "=", 2025),
        ("periodMonth", "=", 0),
        ("accountNumber", "LIKE", "102%"),
    ]
    assert {"accountNumber", "accountName", "closingBalance", "currency"} <= set(call.fields)


def test_an_intent_is_named_once() -> None:
    intents = [pattern.intent for pattern in TRUSTEE.canonical_patterns]
    assert len(set(intents)) == len(intents)
    calls = [str(pattern.pattern) for pattern in TRUSTEE.canonical_patterns]
    assert len(set(calls)) == len(calls), "two intents with the same call"


_SAID_AS_IT_IS = ("year", "previousYear", "accountNumber", "text", "name", "city", "reference", "minAmount", "limit")


@pytest.mark.parametrize("pattern", PATTERNS)
def test_its_questions_ask_for_its_samples(pattern: CanonicalQueryPattern) -> None:
    assert pattern.description_de
    for language in LANGUAGES:
        questions = pattern.questions.of(language)
        assert 2 <= len(questions) <= 4
        for question in questions:
            said = [str(value) for slot, value in pattern.samples.items() if slot in _SAID_AS_IT_IS]
            assert all(value in question for value in said), question
