"""What a table looks like, whatever it came from: a Pydantic model, a database or a file."""

import types
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Annotated, ClassVar, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from arch_team.errors import ScopeError, UsageError
from arch_team.wire import Wire


class FieldType(StrEnum):
    STRING = "string"
    INTEGER = "integer"
    DECIMAL = "decimal"
    BOOLEAN = "boolean"
    DATE = "date"
    DATETIME = "datetime"

    @property
    def is_number(self) -> bool:
        return self in (FieldType.INTEGER, FieldType.DECIMAL)


_PYTHON_TYPES: dict[type, FieldType] = {
    str: FieldType.STRING,
    bool: FieldType.BOOLEAN,
    int: FieldType.INTEGER,
    Decimal: FieldType.DECIMAL,
    float: FieldType.DECIMAL,
    datetime: FieldType.DATETIME,
    date: FieldType.DATE,
}


@dataclass(frozen=True, slots=True)
class TableField:
    name: str
    type: FieldType
    description: str = ""
    nullable: bool = False
    scale: int | None = 2
    """Digits after the point of a DECIMAL. Sums are exact at this scale on every database. None: as many as each value
    has."""
    float_bits: int = 0
    """64 or 32 for a binary float: figures of it are true to 15 digits and not exact. 0 for what is exact."""
    values: tuple[str, ...] = ()
    """The only values there are, where the model or the database names them."""
    stored_as_text: bool = False
    """A number that the database keeps as text: it is turned into a number first."""
    short_days: bool = False
    """Days that the database keeps as text, some without their zeros (`1992-5-1`): they are written out first, because
    as they stand they neither compare nor sort."""
    as_text: bool = False
    """Stored as something that reads as text (a database's own enum, a UUID): it is turned into text first."""


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """Rows of `table` point at the one row of `to_table` whose `to_field` equals their `field`."""

    table: str
    field: str
    to_table: str
    to_field: str
    declared: bool = True
    """The database says so. Else it was told from names and data."""


@dataclass(frozen=True)
class Table:
    """A table as a caller may see it. Scope columns are not among its fields, so no call can name them."""

    name: str
    fields: Mapping[str, TableField]
    key: tuple[str, ...] = ()
    scope: Mapping[str, str] = field(default_factory=dict[str, str])
    """Scope part (`mandate`, `feature_instance`) to the column that holds it."""
    description: str = ""
    schema: str | None = None
    """The database schema it lives in, where that is not the default one."""
    left_out: tuple[str, ...] = ()
    """Columns of the database that no call can use, because of their type."""
    stored_as: str | None = None
    """Its name within its schema, where `name` has the schema in it to tell it from another schema's table."""
    unique: tuple[tuple[str, ...], ...] = ()
    """Sets of fields of which the database says that no two rows share them, beside the key."""
    foreign_keys: tuple[ForeignKey, ...] = ()
    """What the database declares, of one field each."""
    scope_as_text: bool = False
    """Whether the scope columns are no text in the database, and are compared as text."""

    @cached_property
    def sort_key(self) -> tuple[str, ...]:
        """Fields that put rows into one total order, so that the same call gives the same rows everywhere."""
        return self.key or tuple(self.fields)


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose rows a caller may see. Fixed when the provider is built, never taken from a call."""

    mandate: str | None = None
    feature_instance: str | None = None

    def value(self, part: str) -> str:
        value: str | None = getattr(self, part)
        if value is None:
            raise ScopeError(
                f"the data is divided by {part.replace('_', ' ')} and none was given",
                "Say whose data to read: --mandate, or ARCH_TEAM_MANDATE.",
            )
        return value


class TableModel(Wire):
    """A row of a feature's table. The class is the table's definition: names, types, key and scope columns."""

    table_key: ClassVar[tuple[str, ...]] = ()
    table_scope: ClassVar[Mapping[str, str]] = {
        "mandate": "mandateId",
        "feature_instance": "featureInstanceId",
    }
    table_name: ClassVar[str | None] = None


def table_of(model: type[TableModel]) -> Table:
    """The table a model defines. Scope columns are left out of its fields."""
    name = model.table_name or model.__name__
    hidden = set(model.table_scope.values())
    fields = {f.name: f for f in (_field(name, n, info) for n, info in model.model_fields.items())}
    return Table(
        name=name,
        fields={n: f for n, f in fields.items() if n not in hidden},
        key=model.table_key,
        scope=dict(model.table_scope),
        description=(model.__doc__ or "").strip().partition("\n")[0],
    )


def _field(table: str, name: str, info: FieldInfo) -> TableField:
    kind, nullable, notes = _plain_type(info.annotation)
    if kind is None:
        raise UsageError(
            f"{table}.{name}: a column cannot have the type {info.annotation!r}",
            "Use str, int, Decimal, float, bool, date or datetime, optionally None.",
        )
    places = (getattr(note, "decimal_places", None) for note in (*info.metadata, *notes))
    return TableField(
        name=info.alias or name,
        type=_PYTHON_TYPES[str if issubclass(kind, str) else kind],
        description=info.description or "",
        nullable=nullable,
        scale=next((p for p in places if isinstance(p, int)), None) if kind is Decimal else None,
        float_bits=64 if kind is float else 0,
        values=tuple(member.value for member in kind) if issubclass(kind, StrEnum) else (),
    )


def _plain_type(annotation: object) -> tuple[type | None, bool, tuple[object, ...]]:
    """The Python type of a column, whether it may be None, and what is noted on it."""
    if get_origin(annotation) is Annotated:
        inner, *notes = get_args(annotation)
        kind, nullable, more = _plain_type(inner)
        spread = [m for note in notes for m in (note.metadata if isinstance(note, FieldInfo) else (note,))]
        return kind, nullable, (*spread, *more)
    if get_origin(annotation) in (Union, types.UnionType):
        arms = [arm for arm in get_args(annotation) if arm is not type(None)]
        kind, _, notes = _plain_type(arms[0])
        return (kind if len(arms) == 1 else None), len(arms) < len(get_args(annotation)), tuple(notes)
    if isinstance(annotation, type):
        plain = next((t for t in _PYTHON_TYPES if t is annotation), None)
        return plain or (annotation if issubclass(annotation, str) else None), False, ()  # a StrEnum is text
    return None, False, ()
