"""The semantic model as people write it in YAML: nested, short, everything optional but the tables.

What is the same in both languages is written once: `labels: Team` instead of `labels: {en: Team, de: Team}`.
"""

from typing import Annotated, ClassVar, Literal, Self, cast

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    WithJsonSchema,
    model_validator,
)
from pydantic.alias_generators import to_camel
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from arch_team.ontologies.descriptor import (
    CanonicalQueryPattern,
    Cardinality,
    Constraint,
    Entity,
    Invariant,
    Nature,
    Purpose,
    SemanticType,
)
from arch_team.ontologies.roles import Everyday, Labels, LevelRole, MovementRole, PartyVerb, Report


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str | int | float) else value


def _as_text(value: object) -> object:
    """YAML reads `1` and `true` as a number and a truth; a stored value is meant as it is written."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else value


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int | list | tuple)


_TEXT: JsonSchemaValue = {"type": ["string", "number", "boolean"]}
_NAMES: JsonSchemaValue = {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]}

Text = Annotated[str, BeforeValidator(_as_text), WithJsonSchema(_TEXT)]
Names = Annotated[tuple[Text, ...], BeforeValidator(_listed), WithJsonSchema(_NAMES)]
"""One or several: `name` or `[first_name, last_name]`."""


class Form(BaseModel):
    """A part of the file. `short` says what may stand instead of it, for those who write little."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, frozen=True, extra="forbid")
    short: ClassVar[tuple[JsonSchemaValue, ...]] = ()

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        whole = handler.resolve_ref_schema(handler(core_schema))
        return {"anyOf": [whole, *cls.short]} if cls.short else whole


class Words(Form):
    """Words by language. The first is what the thing is called, the rest are synonyms."""

    short: ClassVar[tuple[JsonSchemaValue, ...]] = (_NAMES,)
    en: Names = ()
    de: Names = ()

    @model_validator(mode="before")
    @classmethod
    def _same_in_both(cls, value: object) -> object:
        return {"en": value, "de": value} if _is_plain(value) else value

    def labels(self) -> Labels:
        return Labels(en=self.en, de=self.de)


class TimeForm(Form):
    """A date of the table's rows, named by its field: the words that say it is meant."""

    words: Words = Words()
    default: bool = False
    """Meant where a time is named and no word says which."""


class ValuesForm(Form):
    """What people call stored values, by language: `de: {storniert: cancelled}`. Without a language, in both."""

    short: ClassVar[tuple[JsonSchemaValue, ...]] = ({"type": "object", "additionalProperties": _TEXT},)
    en: dict[Text, Text] = Field(default_factory=dict[str, str])
    de: dict[Text, Text] = Field(default_factory=dict[str, str])

    @model_validator(mode="before")
    @classmethod
    def _same_in_both(cls, value: object) -> object:
        if isinstance(value, dict):
            known = cast("dict[object, object]", value)
            if not all(key in ("en", "de") and isinstance(inner, dict) for key, inner in known.items()):
                return {"en": known, "de": known}
        return cast("object", value)


class FieldForm(Form):
    short: ClassVar[tuple[JsonSchemaValue, ...]] = (
        _NAMES,
        {"type": "object", "properties": {"en": _NAMES, "de": _NAMES}, "additionalProperties": False},
    )
    labels: Words = Words()
    """What the field is called."""
    description: str = ""
    description_de: str | None = None
    opposite: Words = Words()
    """Those of its words that say its figure is negative: a loss."""
    invariants: tuple[Invariant, ...] = ()
    """What always holds of it."""
    nature: Nature | None = None
    """`flow` may be added up; `level`, `price` and `rate` may not; `count` counts things."""
    unit: str | None = None
    sign: Literal[1, -1, 0] = 1
    """-1 where what people call more is stored as less; 0 where it is sometimes so."""
    aggregation: Literal["sum", "avg", "min", "max"] | None = None
    """What a figure of it is where the question does not say."""
    verbs: Words = Words()
    """What rows do that have much of it: `cost` of a price."""
    values: ValuesForm = ValuesForm()
    """What people call stored values."""
    own: str | None = None
    """Of a field of places: the value that is one's own. What is abroad has another."""

    @model_validator(mode="before")
    @classmethod
    def _only_labels(cls, value: object) -> object:
        """A field may be given by what it is called alone: `age: {en: age, de: Alter}`."""
        if _is_plain(value):
            return {"labels": value}
        if isinstance(value, dict) and set(cast("dict[str, object]", value)) <= {"en", "de"} and value:
            return {"labels": cast("object", value)}
        return cast("object", value)


class SetForm(Form):
    """Some rows of the table: those whose field holds one of the values."""

    where: dict[str, Names] = Field(min_length=1, max_length=1)
    """One field, and the values that belong to the set."""
    words: Words
    parent: str | None = None
    """A larger set of the same table that holds this one."""
    description: str = ""
    description_de: str | None = None
    opposite: Words = Words()
    """Those of its words that say its figure is negative: a loss."""
    invariants: tuple[Invariant, ...] = ()
    """What always holds of it."""
    aged_by: str | None = None
    """The date from which the age is counted that brings a row into the set."""
    settled: Names = ()
    """Of a set that is owed: the codes of the members through which it is paid."""


class TableForm(Form):
    table: str | None = None
    """Its name in the database, where it is called otherwise here."""
    nouns: Words = Words()
    """What a row is called. The first word is shown, the others are understood."""
    description: str = ""
    description_de: str | None = None
    opposite: Words = Words()
    """Those of its words that say its figure is negative: a loss."""
    invariants: tuple[Invariant, ...] = ()
    """What always holds of it."""
    kind: SemanticType = SemanticType.RECORD
    """`PARTY` where rows are people or companies: then "who" asks for them."""
    row_name: Names = ()
    """The field that names a row to a person; several where a name is in two."""
    code: str | None = None
    """The field by which a row is quoted, e.g. an order number."""
    columns: Names = ()
    """What a list of rows shows."""
    order: Names = ()
    """What rows are sorted by where the question does not say."""
    searched: Names = ()
    """The fields that a word is looked for in."""
    measure: str | None = None
    """The field that is meant by how much a row is, or rows are."""
    current: bool = False
    """Its rows say how things stand now, not what happened."""
    levels: LevelRole | None = None
    """Its rows are levels of members: what each opened and closed with, per period."""
    movements: MovementRole | None = None
    """Its rows are single movements of members."""
    times: dict[str, TimeForm] = Field(default_factory=dict[str, TimeForm])
    """The dates of a row, by field."""
    fields: dict[str, FieldForm] = Field(default_factory=dict[str, FieldForm])
    """What fields are called and what kind of quantity they hold."""
    sets: dict[str, SetForm] = Field(default_factory=dict[str, SetForm])
    """Some of the rows under a name of their own, like "open orders"."""


class RelationForm(Form):
    """Rows of one table point at rows of another: `from: orders, to: customers, via: customer_id`."""

    from_table: str = Field(alias="from")
    to_table: str = Field(alias="to")
    """The table whose rows are pointed at."""
    via: str | None = None
    """The joining field; `customerId=id` where the two sides call it differently."""
    name: str | None = None
    cardinality: Cardinality = Cardinality.MANY_TO_ONE
    """How many rows of one side belong to one of the other."""
    words: Words = Words()


class MetricForm(Form):
    expression: str = ""
    """Fields as `table.field` and `count(table)`, joined by + - * / and brackets."""
    labels: Words = Words()
    unit: str | None = None
    of: Names = ()
    """Sets of members that are told in percent of those in `to`."""
    to: Names = ()
    description: str = ""
    description_de: str | None = None


class IdentityForm(Form):
    left: str
    right: str
    text: str = ""


class TopicForm(Form):
    words: Words
    message: str = ""
    message_de: str | None = None


class ModelForm(Form):
    """A whole model: the file."""

    model: str
    """What the model is called."""
    tables: dict[str, TableForm]
    """By the name they have in the database or file."""
    entities: tuple[Entity, ...] = ()
    """What is no table, field or set of its own table: concepts, members, and things under names of their own."""
    relations: tuple[RelationForm, ...] = ()
    """How rows of two tables belong together."""
    metrics: dict[str, MetricForm] = Field(default_factory=dict[str, MetricForm])
    """Figures computed of others."""
    identities: tuple[IdentityForm, ...] = ()
    """Expressions that are always equal."""
    not_held: tuple[TopicForm, ...] = ()
    """What people ask for and the tables do not hold."""
    constraints: tuple[Constraint, ...] = ()
    """What may not be done with fields, as in [Your own domain](../your-own-domain.md)."""
    patterns: tuple[CanonicalQueryPattern, ...] = ()
    """The right call for a kind of question."""
    purposes: tuple[Purpose, ...] = ()
    """What rows are wanted for, and the words that say so."""
    everyday: Everyday = Everyday()
    """What people say in talk."""
    party_verbs: tuple[PartyVerb, ...] = ()
    """What is done with parties, and where it shows."""
    often_asked: Names = ()
    """Sets that are offered where a question does not say what it is about."""
    reports: tuple[Report, ...] = ()
    """Several figures in a layout."""
    worked_example: str = ""
    """A question, its call and its reply, for the prompt of a model."""

    @model_validator(mode="after")
    def _describes_something(self) -> Self:
        if not self.tables and not self.entities:
            raise ValueError("no table is described")
        return self
