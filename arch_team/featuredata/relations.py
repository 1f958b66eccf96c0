"""A table or view as its database describes it, before it is decided what a caller may see of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from arch_team.featuredata.tables import FieldType, Table, TableField, TableModel


def _plain(name: str) -> str:
    return name.replace("_", "").casefold()


_SCOPE_COLUMNS = {_plain(column): part for part, column in TableModel.table_scope.items()}


@dataclass(frozen=True, slots=True)
class Reference:
    """Columns that point at columns of another table."""

    columns: tuple[str, ...]
    to_schema: str | None
    to_table: str
    to_columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A table or view. Columns of a type no call can use are None."""

    name: str
    columns: Mapping[str, TableField | None]
    key: tuple[str, ...]
    schema: str | None = None
    """The schema it lives in, where that is not the default one."""
    unique: tuple[tuple[str, ...], ...] = ()
    references: tuple[Reference, ...] = field(default=())

    @property
    def scope(self) -> dict[str, list[str]]:
        """Scope part to the columns that may hold it, however they are spelled."""
        found: dict[str, list[str]] = {}
        for name in self.columns:
            if part := _SCOPE_COLUMNS.get(_plain(name)):
                found.setdefault(part, []).append(name)
        return found

    def table(self, name: str, *, divided: bool = True) -> Table:
        """The table under the name it is asked by, without foreign keys."""
        scope = {part: names[0] for part, names in self.scope.items()} if divided else {}
        hidden = set(scope.values())
        holders = [self.columns[column] for column in hidden]
        return Table(
            name=name,
            fields={column: f for column, f in self.columns.items() if f and column not in hidden},
            key=self._visible(self.key, hidden),
            scope=scope,
            schema=self.schema,
            stored_as=None if name == self.name else self.name,
            unique=tuple(dict.fromkeys(u for columns in self.unique if (u := self._visible(columns, hidden)))),
            left_out=tuple(column for column, f in self.columns.items() if f is None and column not in hidden),
            scope_as_text=any(f is None or f.type is not FieldType.STRING or f.as_text for f in holders),
        )

    def _visible(self, columns: tuple[str, ...], hidden: set[str]) -> tuple[str, ...]:
        """Columns that are unique together, within a scope that is fixed. None where one of them cannot be used."""
        if not all(self.columns.get(column) or column in hidden for column in columns):
            return ()
        return tuple(column for column in columns if column not in hidden)
