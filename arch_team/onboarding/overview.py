"""A data source for people: its tables, fields, words and how rows belong together, for page and console."""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field

from arch_team.featuredata.tables import FieldType, Table
from arch_team.modelling.model import Model, ModelField
from arch_team.modelling.written import written
from arch_team.ontologies.descriptor import Entity, Labels, OntologyDescriptor
from arch_team.tools.model_choice import SourceNote
from arch_team.tools.session import DataSource
from arch_team.wire import Language, Wire

Role = Literal["key", "link", "date", "amount", "number", "text", "yes_no"]


class FieldOverview(Wire):
    name: str
    title: str
    type: str
    role: Role
    refers_to: str | None = None
    """The table whose key it holds."""
    unit: str | None = None
    words: tuple[str, ...] = ()
    """What else it is called."""
    description: str = ""


class TableOverview(Wire):
    name: str
    title: str
    description: str = ""
    row_name: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    fields: tuple[FieldOverview, ...]


class RelationOverview(Wire):
    from_table: str
    from_field: str
    to_table: str
    to_field: str
    words: tuple[str, ...] = ()


class SourceOverview(Wire):
    name: str
    kind: Literal["sql", "file"]
    model: str | None = None
    """The semantic model that describes it."""
    tables: tuple[TableOverview, ...]
    relations: tuple[RelationOverview, ...] = ()
    left_out: dict[str, str] = Field(default_factory=dict[str, str])
    """Tables that cannot be shown, with the reason."""
    notes: tuple[SourceNote, ...] = ()
    """How it was opened, where that is not what its reader may expect."""


def overview_of(source: DataSource, language: Language) -> SourceOverview:
    """All that a caller may see of a source. Columns that divide rows among tenants are not among it."""
    ontology = source.catalog.ontology
    model = source.engine.model(language)
    tables = tuple(_Described(view.table, ontology, model, language).table() for view in source.catalog.views.values())
    return SourceOverview(
        name=source.name,
        kind=source.kind,
        model=ontology.feature_code if ontology else None,
        tables=tables,
        relations=tuple(_relations(model, ontology, language)),
        left_out=dict(source.catalog.left_out),
        notes=source.notes,
    )


class SourceWords(Wire):
    """What a source calls its tables and columns, for whoever shows calls and rows."""

    tables: dict[str, str]
    columns: dict[str, str]
    months: dict[str, int] = Field(default_factory=dict[str, int])
    """Columns that hold months, with the value that stands for the whole year."""


def words_of(source: DataSource, language: Language) -> SourceWords:
    overview = overview_of(source, language)
    ontology = source.catalog.ontology
    levels = [one.levels for one in ontology.entities if one.levels] if ontology else []
    fields = [one for table in overview.tables for one in reversed(table.fields)]
    fields.sort(key=lambda one: one.title != written(one.name, language))  # a label anywhere counts before a bare name
    columns = {one.name: one.title for one in fields}
    return SourceWords(
        tables={table.name: table.title for table in overview.tables},
        columns=columns | {one.name: "Bezeichnung" if language == "de" else "name" for one in levels},
        months={one.month: one.whole_year for one in levels},
    )


class _Described:
    def __init__(
        self, table: Table, ontology: OntologyDescriptor | None, model: Model | None, language: Language
    ) -> None:
        self._table = table
        self._language: Language = language
        self._model = model.tables.get(table.name) if model else None
        owned = ontology.entities if ontology else ()
        self._entity = next((one for one in owned if one.python_class == table.name), None)
        self._fields = {
            one.field: one for one in owned if one.field and ontology and ontology.table_of(one.name) == table.name
        }

    def table(self) -> TableOverview:
        labels = self._labels(self._entity)
        return TableOverview(
            name=self._table.name,
            title=next(iter(labels), None) or written(self._table.name, self._language),
            description=self._entity.said_in(self._language) if self._entity else self._table.description,
            row_name=self._model.label if self._model else self._entity.row_name if self._entity else (),
            words=labels[1:],
            fields=tuple(self._field(name) for name in self._table.fields),
        )

    def _labels(self, entity: Entity | None) -> tuple[str, ...]:
        """The words of the language; of another, where there are none of it: better than an identifier."""
        labels = entity.labels if entity else Labels()
        return labels.of(self._language) or labels.en or labels.de

    def _field(self, name: str) -> FieldOverview:
        own, entity = self._table.fields[name], self._fields.get(name)
        known = self._model.fields.get(name) if self._model else None
        labels = self._labels(entity)
        said = entity.said_in(self._language) if entity else own.description
        return FieldOverview(
            name=name,
            title=next(iter(labels), None) or written(name, self._language),
            type=own.type.value,
            role=_role(own.type, known, is_key=self._table.key == (name,)),
            refers_to=known.refers_to if known else None,
            unit=(entity.unit if entity else None) or (known.unit if known else None),
            words=labels[1:],
            description="" if said == name else said,
        )


def _role(kind: FieldType, known: ModelField | None, *, is_key: bool) -> Role:
    if is_key or (known and known.is_key):
        return "key"
    if known and known.refers_to:
        return "link"
    if kind in (FieldType.DATE, FieldType.DATETIME) or (known and known.is_temporal):
        return "date"
    if kind is FieldType.BOOLEAN:
        return "yes_no"
    if not kind.is_number:
        return "text"
    return "amount" if known is None or known.is_measure else "number"


def _relations(
    model: Model | None, ontology: OntologyDescriptor | None, language: Language
) -> Iterator[RelationOverview]:
    if model is not None:
        for link in model.links:
            yield RelationOverview(
                from_table=link.table,
                from_field=link.field,
                to_table=link.to_table,
                to_field=link.to_field,
                words=link.words,
            )
        return
    for relation in ontology.relations if ontology else ():
        start, end = (ontology.table_of(relation.from_entity), ontology.table_of(relation.to_entity))  # pyright: ignore[reportOptionalMemberAccess]
        if start and end and relation.joins:
            mine, theirs = relation.joins[0]
            yield RelationOverview(
                from_table=start,
                from_field=mine,
                to_table=end,
                to_field=theirs,
                words=relation.words.of(language),
            )
