"""What people call columns: the labels of an ontology, and which tables have a field of some name."""

from collections.abc import Iterable, Mapping

from arch_team.featuredata.catalog import Column
from arch_team.featuredata.tables import Table
from arch_team.ontologies.descriptor import Entity, OntologyDescriptor, SemanticType


def as_name(name: str) -> str:
    """`contact_name`, `contactName` and `Contact name` are one name."""
    return name.replace("_", "").replace(" ", "").replace("-", "").casefold()


class Vocabulary:
    def __init__(self, ontology: OntologyDescriptor | None, tables: Mapping[str, Table]) -> None:
        self.owners = _owners(tables)
        self._of_field: dict[tuple[str, str], list[str]] = {}
        self._of_name: dict[str, list[str]] = {}
        for entity in ontology.entities if ontology else ():
            table = ontology.table_of(entity.name) if ontology else None
            if table is None or ontology is None:
                continue
            if entity.field:
                self._of_field.setdefault((table, entity.field), []).extend(_words(entity))
                self._of_name.setdefault(entity.field, []).extend(_words(entity))
            elif field := _naming_field(table, ontology):
                self._of_field.setdefault((table, field), []).extend(_words(entity))

    def of(self, table: Table, columns: Iterable[Column]) -> dict[str, tuple[str, ...]]:
        """Word to the columns it may mean. The nearest ones only: a table's own come before those of its paths."""
        found: dict[str, list[Column]] = {}
        for column in columns:
            owner = column.hops[-1].table.name if column.hops else table.name
            name = column.field.name
            for word in self._of_field.get((owner, name)) or self._of_name.get(name, []):
                found.setdefault(word, []).append(column)
        nearest = {word: min(len(c.hops) for c in those) for word, those in found.items()}
        return {
            word: tuple(dict.fromkeys(c.name for c in those if len(c.hops) == nearest[word]))
            for word, those in found.items()
        }


def spans_of(ontology: OntologyDescriptor) -> dict[tuple[str, str], tuple[int, int]]:
    """Table and field to the whole numbers it keeps to, as its invariants say."""
    return {
        (table, entity.field): (invariant.low, invariant.high)
        for entity in ontology.entities
        for invariant in entity.invariants
        if entity.field and invariant.field == entity.field and (table := ontology.table_of(entity.name))
        if isinstance(invariant.low, int) and isinstance(invariant.high, int)
    }


def _words(entity: Entity) -> list[str]:
    return [label.casefold() for label in (entity.name, *entity.labels.de, *entity.labels.en)]


def _naming_field(table: str, ontology: OntologyDescriptor) -> str | None:
    """Where a person or company is asked for, its first described column is meant: its name."""
    is_party = any(e.python_class == table and e.semantic_type is SemanticType.PARTY for e in ontology.entities)
    columns = (e.field for e in ontology.entities if e.field and ontology.table_of(e.name) == table)
    return next(columns, None) if is_party else None


def _owners(tables: Mapping[str, Table]) -> dict[str, tuple[str, ...]]:
    owners: dict[str, tuple[str, ...]] = {}
    for table in tables.values():
        for name in table.fields:
            owners[as_name(name)] = (*owners.get(as_name(name), ()), table.name)
    return owners
