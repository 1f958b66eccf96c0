"""The ontology of a feature: what its tables mean, and what may not be done with them.

One descriptor is read by the prompt compiler, the query validator, the embedded operator, the benchmark and
`arch-team ontology show`. Nothing of its content may be repeated elsewhere: change it here and all of them change.
"""

from enum import StrEnum
from typing import Literal, Self, cast

from pydantic import Field, field_validator, model_validator

from arch_team.ontologies.roles import Everyday, Labels, LevelRole, Metric, MovementRole, PartyVerb, Report, TimeRole
from arch_team.wire import Language, Wire

HINT_LIMIT = 80
"""Longest hint or constraint message: it is paid for in tokens on every rejected call."""


class SemanticType(StrEnum):
    ACCOUNT = "ACCOUNT"
    ACCOUNT_CLASS = "ACCOUNT_CLASS"
    ACCOUNT_GROUP = "ACCOUNT_GROUP"
    BALANCE_SNAPSHOT = "BALANCE_SNAPSHOT"
    TRANSACTION = "TRANSACTION"
    TRANSACTION_LINE = "TRANSACTION_LINE"
    PARTY = "PARTY"
    DOCUMENT = "DOCUMENT"
    MEASURE = "MEASURE"
    DIMENSION = "DIMENSION"
    PERIOD = "PERIOD"
    UNIT = "UNIT"
    CONCEPT = "CONCEPT"
    RECORD = "RECORD"
    """Rows of a table of any domain."""
    SET = "SET"
    """Some rows of a table, told by a filter."""


class Nature(StrEnum):
    """What kind of quantity a measure is: it decides what may be added."""

    FLOW = "flow"
    """What happened over a stretch of time: may be added over everything."""
    LEVEL = "level"
    """How much there is at one moment: never added over time."""
    COUNT = "count"
    PRICE = "price"
    """Per piece: never added."""
    RATE = "rate"
    """A share or a proportion: never added."""


class Cardinality(StrEnum):
    ONE_TO_ONE = "ONE_TO_ONE"
    ONE_TO_MANY = "ONE_TO_MANY"
    MANY_TO_ONE = "MANY_TO_ONE"
    MANY_TO_MANY = "MANY_TO_MANY"


class ConstraintRule(StrEnum):
    NEVER_AGGREGATE = "NEVER_AGGREGATE"
    """The field is never summed or averaged."""
    SEMI_ADDITIVE = "SEMI_ADDITIVE"
    """May be summed over the `over` dimensions only while every one of `fields` is pinned."""
    ONE_GRAIN = "ONE_GRAIN"
    """Rows whose grain field (`fields[0]`) equals `value` are totals of the others: never mix both."""
    REQUIRES_FILTER_ON = "REQUIRES_FILTER_ON"
    """At least one of `fields` must be filtered or grouped by; with `*` among them, any field at all."""
    TYPE_MISMATCH_GUARD = "TYPE_MISMATCH_GUARD"
    """Values of the field have the format `value`, whatever their storage type suggests."""
    WRONG_TABLE_FOR_PURPOSE = "WRONG_TABLE_FOR_PURPOSE"
    """For the `purposes` listed, `use` is the table to ask."""
    SAME_UNIT = "SAME_UNIT"
    """Figures of the field are only ever combined within one unit, held by `fields[0]`."""
    SAME_KIND = "SAME_KIND"
    """Figures of the field mean different things by kind (owed to us, owed by us), held by `fields[0]`: they are
    computed per kind, unless a filter holds the kind to one."""


ANY_FIELD = "*"

UNIX_SECONDS = "unix_seconds"
"""A value format for TYPE_MISMATCH_GUARD: a moment."""
UNIX_DAYS = "unix_days"
"""The same for columns that hold days: Unix seconds, always those of a midnight UTC."""
UNIX_FORMATS = (UNIX_SECONDS, UNIX_DAYS)

_NEEDS: dict[ConstraintRule, tuple[str, ...]] = {
    ConstraintRule.SEMI_ADDITIVE: ("fields",),
    ConstraintRule.ONE_GRAIN: ("fields", "value"),
    ConstraintRule.REQUIRES_FILTER_ON: ("fields",),
    ConstraintRule.TYPE_MISMATCH_GUARD: ("value",),
    ConstraintRule.WRONG_TABLE_FOR_PURPOSE: ("purposes", "use"),
    ConstraintRule.SAME_UNIT: ("fields",),
    ConstraintRule.SAME_KIND: ("fields",),
}


class Invariant(Wire):
    """Something that always holds of an entity. With `field` it is checkable: a range, or one value."""

    text: str
    text_de: str | None = None
    field: str | None = None
    low: str | int | None = None
    high: str | int | None = None
    value: str | int | None = None

    def said_in(self, language: Language) -> str:
        return self.text_de if language == "de" and self.text_de else self.text


class ValueWords(Wire):
    """A value as it is stored, and what people call it."""

    value: str
    words: Labels
    compared: Literal["<", ">="] | None = None
    """`value` is another column of the row, and what holds is that the field's is less, or is not."""


class RowFilter(Wire):
    """Which rows of a table belong to a set: those whose field holds one of these values."""

    field: str
    values: tuple[str, ...] = Field(min_length=1)


class Entity(Wire):
    """A thing of the domain. With `pythonClass` it is a table; with `field`, a column of its parent's table; with
    `where`, a set: some rows of its parent's table, called by its labels, whatever their part of speech."""

    name: str
    python_class: str | None = None
    semantic_type: SemanticType
    description: str
    description_de: str | None = None
    invariants: tuple[Invariant, ...] = ()
    parent_entity: str | None = None
    field: str | None = None
    labels: Labels = Labels()
    opposite: Labels = Labels()
    """Those of its labels that take it for granted that its figure is negative: a loss."""
    row_name: tuple[str, ...] = ()
    """The fields that name a row of the table to a person."""
    code: str | None = None
    """The field by which a row is quoted: an article number, a customer code."""
    list_columns: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    """The fields that a word is looked for in."""
    measure: str | None = None
    """The field that is meant by how much a row is, or rows are."""
    is_current: bool = False
    """Its rows say how things stand now, not what happened."""
    time_roles: tuple[TimeRole, ...] = ()
    nature: Nature | None = None
    unit: str | None = None
    sign: Literal[1, -1, 0] = 1
    """-1 where what people call more is stored as less; 0 where it is sometimes so."""
    aggregation: Literal["sum", "avg", "min", "max"] | None = None
    """What a figure of the field is where the question does not say."""
    verbs: Labels = Labels()
    """What rows do that have much of the field: `cost` of a price, `weigh` of a weight."""
    values: tuple[ValueWords, ...] = ()
    where: RowFilter | None = None
    aged_by: str | None = None
    """Of a set that rows come into by their age: the date it is counted from."""
    settled: tuple[str, ...] = ()
    """Of a set that is owed: the codes of the members through which it is paid. Empty: through all of them."""
    own: str | None = None
    """Of a column of places: the value that is one's own. What is abroad has another."""
    levels: LevelRole | None = None
    movements: MovementRole | None = None

    def said_in(self, language: Language) -> str:
        return self.description_de if language == "de" and self.description_de else self.description


class Relation(Wire):
    """How rows of two entities belong together.

    `via` names the joining field: `code` when both sides call it so, `orderId=id` when they differ.
    `name` is the path segment a call uses (`customer.city`).
    """

    from_entity: str
    to_entity: str
    cardinality: Cardinality
    via: str | None = None
    name: str | None = None
    words: Labels = Labels()
    """Verbs and other words that say this relation is meant."""

    @property
    def path_name(self) -> str:
        return self.name or self.to_entity[:1].lower() + self.to_entity[1:]

    @property
    def joins(self) -> tuple[tuple[str, str], ...]:
        pairs = [part.partition("=") for part in (self.via or "").split(",") if part.strip()]
        return tuple((left.strip(), (right or left).strip()) for left, _, right in pairs)


class Constraint(Wire):
    """A rule on a table (`Order`), a field (`Order.amount`) or a pattern (`*.*Total`)."""

    applies_to: str
    rule: ConstraintRule
    message: str = Field(max_length=HINT_LIMIT)
    message_de: str | None = Field(default=None, max_length=HINT_LIMIT)
    fields: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    value: str | int | None = None
    purposes: tuple[str, ...] = ()
    use: str | None = None

    def said_in(self, language: Language) -> str:
        return self.message_de if language == "de" and self.message_de else self.message

    @model_validator(mode="after")
    def _has_what_its_rule_needs(self) -> Self:
        missing = [name for name in _NEEDS.get(self.rule, ()) if getattr(self, name) in ((), None)]
        if missing:
            raise ValueError(f"{self.rule} on {self.applies_to} needs: {', '.join(missing)}")
        return self


class CanonicalQueryPattern(Wire):
    """The right call for a kind of question: a tool-call skeleton with `{slots}`, and values to try it with."""

    intent: str
    description: str
    description_de: str | None = None
    pattern: dict[str, object]
    samples: dict[str, str | int] = Field(default_factory=dict[str, str | int])
    questions: Labels = Labels()

    def said_in(self, language: Language) -> str:
        return self.description_de if language == "de" and self.description_de else self.description

    def filled(self, values: dict[str, str | int]) -> dict[str, object]:
        """The call with its slots filled. A slot that is a whole value keeps the value's type."""

        def fill(node: object) -> object:
            if isinstance(node, str):
                if node.startswith("{") and node.endswith("}") and node[1:-1] in values:
                    return values[node[1:-1]]
                for slot, value in values.items():
                    node = node.replace("{" + slot + "}", str(value))
                return node
            if isinstance(node, dict):
                return {key: fill(value) for key, value in cast("dict[str, object]", node).items()}
            if isinstance(node, list | tuple):
                return [fill(item) for item in cast("list[object]", node)]
            return node

        return {key: fill(value) for key, value in self.pattern.items()}


class Purpose(Wire):
    """What the rows are wanted for. Told by the question, or declared in a call, it lets the validator check the choice
    of table."""

    name: str
    labels: Labels = Labels()
    asked_by: Labels = Labels()
    """The words of a question that by themselves say that it is asked for this. Without any, no question does."""


class Identity(Wire):
    """Two expressions over measures that are always equal."""

    left: str
    right: str
    text: str = ""


class MissingTopic(Wire):
    """What people ask for and the tables do not hold, and what to say then."""

    labels: Labels
    message: str = ""
    message_de: str | None = None


class OntologyDescriptor(Wire):
    feature_code: str
    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    canonical_patterns: tuple[CanonicalQueryPattern, ...] = ()
    purposes: tuple[Purpose, ...] = ()
    metrics: tuple[Metric, ...] = ()
    identities: tuple[Identity, ...] = ()
    not_held: tuple[MissingTopic, ...] = ()
    everyday: Everyday = Everyday()
    party_verbs: tuple[PartyVerb, ...] = ()
    often_asked: tuple[str, ...] = ()
    """Sets that are offered where a question does not say what it is about."""
    reports: tuple[Report, ...] = ()
    worked_example: str = ""
    """A question, its call and its reply, for the prompt of a model. None: made of the first table."""

    @field_validator("entities")
    @classmethod
    def _names_are_unique(cls, entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
        names = [entity.name for entity in entities]
        doubles = sorted({name for name in names if names.count(name) > 1})
        if doubles:
            raise ValueError(f"entity named twice: {', '.join(doubles)}")
        return entities

    def entity(self, name: str) -> Entity | None:
        return next((entity for entity in self.entities if entity.name == name), None)

    def described_tables(self) -> frozenset[str]:
        """The tables that it says something of, whether or not they are anywhere."""
        return frozenset(entity.python_class for entity in self.entities if entity.python_class)

    def table_of(self, name: str) -> str | None:
        """The table behind an entity, its own or an ancestor's. A table's own name is understood too."""
        seen: set[str] = set()
        while name not in seen:
            seen.add(name)
            entity = self.entity(name)
            if entity is None:
                return name if any(other.python_class == name for other in self.entities) else None
            if entity.python_class:
                return entity.python_class
            if entity.parent_entity is None:
                return None
            name = entity.parent_entity
        return None
