"""Which rows point at which: what the database declares, and what names suggest and the data bears out."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from arch_team.featuredata.provider import SqlProvider
from arch_team.featuredata.tables import FieldType, ForeignKey, Table
from arch_team.modelling.key_data import KeyData
from arch_team.modelling.key_names import NUMBERING, guess, names_its_table, words_of
from arch_team.modelling.role_keys import is_of_people, whom

_KEY_TYPES = (FieldType.INTEGER, FieldType.STRING)
MOST_CHECKS = 2_000
"""Guesses that are looked into. Names alone rule out nearly all of them."""


@dataclass(frozen=True, slots=True)
class Keys:
    foreign_keys: tuple[ForeignKey, ...]
    """Each leads to one row: what it points at is unique."""
    unique: Mapping[str, tuple[tuple[str, ...], ...]]
    """Per table the fields that name one row, the declared key first."""


def keys_of(provider: SqlProvider) -> Keys:
    """The keys of all tables, as the rows within the provider's scope bear them out."""
    return _Search(provider).keys()


class _Search:
    def __init__(self, provider: SqlProvider) -> None:
        self._tables, self._data = provider.tables, KeyData(provider)
        self._unique = {name: self._unique_of(table) for name, table in self._tables.items()}

    def keys(self) -> Keys:
        declared = [
            key
            for table in self._tables.values()
            for key in table.foreign_keys
            if key.to_table in self._tables and self._is_unique(key.to_table, key.to_field)
        ]
        taken = {(key.table, key.field) for key in declared}
        found: list[ForeignKey] = []
        for table in self._tables.values():
            for field in table.fields.values():
                if field.type in _KEY_TYPES and (
                    (table.name, field.name) not in taken or self._is_misdeclared(table, field.name, declared)
                ):
                    found += self._told(table, field.name) or self._of_a_role(table, field.name)
        return Keys((*declared, *found), self._unique)

    def _is_misdeclared(self, table: Table, field: str, declared: list[ForeignKey]) -> bool:
        """Whether a column is declared to point at a table that its name does not name while it names another."""
        targets = [key.to_table for key in declared if (key.table, key.field) == (table.name, field)]
        names = [name for name in self._tables if name != table.name and words_of(name)[-1:] == words_of(field)[:1]]
        return bool(names) and not any(target in names for target in targets)

    def _unique_of(self, table: Table) -> tuple[tuple[str, ...], ...]:
        declared = tuple(dict.fromkeys(fields for fields in (table.key, *table.unique) if fields))
        first = next(iter(table.fields), "") if not declared else ""
        likely = [name for name in table.fields if name == first or names_its_table(name, table.name)]
        found = (
            (name,)
            for name in likely
            if (name,) not in declared and table.fields[name].type in _KEY_TYPES and self._data.is_unique(table, name)
        )
        return (*declared, *found)

    def _is_unique(self, table: str, field: str) -> bool:
        return (field,) in self._unique[table] or self._data.is_unique(self._tables[table], field)

    def _told(self, table: Table, field: str) -> list[ForeignKey]:
        """The key a column holds, where one is told more clearly than any other."""
        borne_out: dict[ForeignKey, tuple[int, bool]] = {}
        best = 2
        for rank, key in sorted(self._guesses(table, field), key=lambda pair: pair[0]):
            if rank <= best and self._data.checks < MOST_CHECKS and self._holds(rank, key):
                best = rank
                borne_out[key] = (rank, not names_its_table(key.to_field, key.to_table))
        first = min(borne_out.values(), default=None)
        clearest = [key for key, clarity in borne_out.items() if clarity == first]
        return clearest if len(clearest) == 1 else []

    def _of_a_role(self, table: Table, field: str) -> list[ForeignKey]:
        """The key of somebody whom a column is called after by what they do."""
        if self._data.checks >= MOST_CHECKS or (field,) in self._unique[table.name]:
            return []
        to = whom(field, table, self._people, self._data)
        return [] if to is None else [ForeignKey(table.name, field, to[0].name, to[1], declared=False)]

    @cached_property
    def _people(self) -> list[tuple[Table, str]]:
        people = [table for table in self._tables.values() if is_of_people(table)]
        return [(table, fields[0]) for table in people for fields in self._unique[table.name][:1] if len(fields) == 1]

    def _guesses(self, table: Table, field: str) -> Iterator[tuple[int, ForeignKey]]:
        kind = table.fields[field].type
        for parent in self._tables.values():
            for fields in self._unique[parent.name]:
                if len(fields) != 1 or parent.fields[fields[0]].type is not kind:
                    continue
                found = guess(field, table.name, fields[0], parent.name)
                if found and found.is_bare and kind is FieldType.INTEGER and len(field) >= len(parent.name):
                    continue  # how many of them there are
                if (
                    found
                    and found.is_abbreviated
                    and kind is FieldType.INTEGER
                    and words_of(field)[-1] not in NUMBERING
                ):
                    continue
                if found and found.is_short and self._is_called_elsewhere(table, field, parent):
                    continue
                if found is not None:
                    yield found.rank, ForeignKey(table.name, field, parent.name, fields[0], declared=False)

    def _is_called_elsewhere(self, table: Table, field: str, parent: Table) -> bool:
        """Whether a column's name is that of a key already, or of another column of the table it may point at."""
        return (
            field in parent.fields
            or (field,) in self._unique[table.name]
            or (any((field,) in unique for unique in self._unique.values()))
        )

    def _holds(self, rank: int, key: ForeignKey) -> bool:
        table, parent = self._tables[key.table], self._tables[key.to_table]
        if rank == 2:
            return self._data.is_hierarchy(table, key.field, key.to_field)
        is_own_key = (key.field,) in self._unique[table.name]
        if is_own_key and names_its_table(key.field, key.table):
            return False
        if is_own_key and rank == 1:
            if len(words_of(key.field)) == 1:
                return False  # each has keys of its own
            if not names_its_table(key.to_field, key.to_table) and self._data.is_within(
                parent, key.to_field, table, key.field
            ):
                return False  # the same things in two tables: neither points at the other
        return self._data.is_within(table, key.field, parent, key.to_field)
