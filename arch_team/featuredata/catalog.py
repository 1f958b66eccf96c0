"""What a caller may see: each table's columns, paths to one row included, with the rules on them.

Compiled once from tables and ontology; after that, checking a call is a few dictionary look-ups.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from arch_team.featuredata.calls import Op, Scalar
from arch_team.featuredata.tables import Table, TableField
from arch_team.featuredata.values import Misfit
from arch_team.ontologies.descriptor import OntologyDescriptor


@dataclass(frozen=True, slots=True)
class Hop:
    """One step along a relation towards one row. `path` names it from the base table: `journalEntry.contact`."""

    path: str
    table: Table
    joins: tuple[tuple[str, str], ...]
    shares_rows: bool = True
    """Many rows may lead to the same one (many-to-one), so its figures must not be added up."""


@dataclass(frozen=True, slots=True)
class Pin:
    """SEMI_ADDITIVE: `fields` must be pinned to sum; `over` must be pinned to average along `fields`."""

    fields: tuple[str, ...]
    over: tuple[str, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Grain:
    """ONE_GRAIN: rows with `total` in `field` are totals of the other rows."""

    field: str
    total: str | int
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """A column a call may name, with everything the rules say of it."""

    name: str
    field: TableField
    operators: frozenset[Op]
    """What a filter on it may use."""
    fit: Callable[[Scalar], Scalar | Misfit]
    """A value as one of the column's, or why it is none."""
    hops: tuple[Hop, ...] = ()
    never: str | None = None
    pin: Pin | None = None
    grain: Grain | None = None
    unit: str | None = None
    format: str | None = None
    kind: str | None = None
    """SAME_KIND: the column that says what kind of figure this is."""
    allowed: Callable[[Scalar], Misfit | None] | None = None
    """What objects to a value that the column never has."""

    @property
    def is_shared(self) -> bool:
        """Whether one value of it stands beside several rows of the base table."""
        return any(hop.shares_rows for hop in self.hops)


@dataclass(frozen=True, slots=True)
class Requirement:
    any_of: frozenset[str]
    """Fields of which one must be filtered or grouped by. With `*` among them, any will do."""
    first: str
    message: str


@dataclass(frozen=True, slots=True)
class WrongTable:
    use: str
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    table: Table
    columns: Mapping[str, Column]
    required: tuple[Requirement, ...]
    wrong_for: Mapping[str, WrongTable]
    is_snapshot: bool = False
    """Each row is the state of one thing in one period, so that counting rows of all periods counts nothing."""
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """What people call the columns, folded, to the columns."""
    elsewhere: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Names of fields, folded, to the tables that have them."""


@dataclass(frozen=True)
class Catalog:
    """The tables of a feature as one caller sees them."""

    views: Mapping[str, TableView]
    ontology: OntologyDescriptor | None = None
    left_out: Mapping[str, str] = field(default_factory=dict[str, str])
    """Tables that are there and cannot be asked, with the reason."""
    _purposes: Mapping[str, str] = field(default_factory=dict[str, str])
    _asked_purposes: Mapping[str, str] = field(default_factory=dict[str, str])
    _tables_of_entities: Mapping[str, str] = field(default_factory=dict[str, str])

    def view(self, name: str) -> TableView | None:
        """A table by its name, or by the name of its entity."""
        return self.views.get(name) or self.views.get(self._tables_of_entities.get(name, ""))

    def purpose_in(self, text: str) -> str | None:
        """The declared purpose a free text means, if exactly one."""
        folded = text.casefold()
        if folded in self._purposes:
            return self._purposes[folded]
        found = {self._purposes[word] for word in re.findall(r"\w+", folded) if word in self._purposes}
        return found.pop() if len(found) == 1 else None

    def purpose_asked(self, question: str) -> str | None:
        """The one purpose whose words a question says, alone or at the end of a compound: `Banksaldo`."""
        said = " ".join((*re.findall(r"\w+", question.casefold()), ""))
        found = {purpose for words, purpose in self._asked_purposes.items() if f"{words} " in said}
        return found.pop() if len(found) == 1 else None
