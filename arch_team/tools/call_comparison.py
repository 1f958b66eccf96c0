"""The calls of a run held against a form: does a call compute what the form computes?"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.references import ColumnArg, Derivation
from arch_team.evidence.references import Function as Derived
from arch_team.featuredata.calls import Function, Op
from arch_team.modelling.model import Model
from arch_team.tools.asked_forms import Asked
from arch_team.tools.shapes import Said, Shape, derived, leaves, plain, shape_of_entry

_OVER_ROWS = {
    Derived.SUM: Function.SUM,
    Derived.AVERAGE: Function.AVG,
    Derived.COUNT: Function.COUNT,
    Derived.MIN: Function.MIN,
    Derived.MAX: Function.MAX,
}
_BY_VALUE = (Op.EQ.value, Op.IN.value, Op.NOT_IN.value)


@dataclass(frozen=True)
class CallComparison:
    """The calls of one ledger, held against one form."""

    asked: Asked
    ledger: Ledger
    model: Model

    @cached_property
    def shapes(self) -> dict[str, Shape | None]:
        return {entry.id: shape_of_entry(entry, self.model) for entry in self.ledger if entry.rows is not None}

    @cached_property
    def same(self) -> tuple[tuple[LedgerEntry, Shape], ...]:
        """The calls that compute the form, or a part of its columns."""
        found = ((self.ledger.entry(name), shape) for name, shape in self.shapes.items())
        return tuple((e, s) for e, s in found if e is not None and s is not None and self.difference(s) is None)

    def difference(self, shape: Shape) -> str | None:
        """How a call differs from the form in what it computes. None: it does not."""
        asked = self.asked.shape
        if self._is_chained(shape):
            return None
        if shape.table != asked.table:
            return f"reads {shape.table}, and the question is about {asked.table}."
        if shape.also != asked.also:
            return "lists other rows than the question asks for."
        if shape.where != asked.where:
            return "has other conditions than the question."
        if shape.having != asked.having:
            return "keeps other groups than the question."
        if shape.groups != asked.groups and not self._lists_groups(shape):
            return "is grouped by something else than the question asks."
        wanted = {*asked.outputs.values(), *(said[:-1] for said in asked.order)}
        if any(said not in wanted for said in shape.outputs.values() if said[0] != "column"):
            return "computes another figure than the question asks for."
        if asked.limit is not None and shape.limit is not None and asked.order and shape.order != asked.order:
            return "is in another order than the question asks for."
        return None

    def places(self, shape: Shape) -> dict[str, int]:
        """The columns of a call to the columns of the form that they are."""
        wanted = list(self.asked.columns)
        if not self._is_chained(shape):
            return {name: wanted.index(said) for name, said in shape.outputs.items() if said in wanted}
        ends = [_end(said) for said in wanted]
        return {name: ends.index(_end(said)) for name, said in shape.outputs.items() if _end(said) in ends}

    def beside(self, shape: Shape) -> frozenset[str]:
        """The columns that may stand beside: what the rows are sorted by, chosen by and called by."""
        asked, described = self.asked.shape, self.model.tables.get(shape.table)
        naming = {*described.key, *described.label} if described and not asked.has_figures else set[str]()
        chosen = {said[1] for said in asked.where if said[0] == "compare"} | {said[:-1] for said in asked.order}
        chosen |= asked.groups
        return frozenset(
            name
            for name, said in shape.outputs.items()
            if said in chosen or (said[0] == "column" and said[2] in naming)
        )

    def is_derived(self, parsed: Derivation, entries: Iterable[str]) -> bool:
        """Whether a declared figure computes the form: over all rows of a call (`count(e1)`), or, where the form puts
        figures together, from calls with its conditions and no others."""
        shape = self._shape_of(parsed)
        if shape is not None and self.difference(shape) is None:
            return True
        if not any(said[0] in ("arithmetic", "related", "lookup") for said in self.asked.shape.outputs.values()):
            return False
        used = [self.shapes.get(name) for name in entries]
        wanted = leaves(self.asked.shape)
        made = frozenset(leaf for each in used if each is not None for leaf in leaves(each))
        return made == wanted and all(each is not None and each.table in self.asked.tables for each in used)

    def _shape_of(self, parsed: Derivation) -> Shape | None:
        function = _OVER_ROWS.get(parsed.function)
        if function is None or len(parsed.arguments) != 1 or not isinstance(parsed.arguments[0], ColumnArg):
            return None
        column = parsed.arguments[0]
        entry, shape = self.ledger.entry(column.entry), self.shapes.get(column.entry)
        if entry is None or entry.rows is None or shape is None or entry.rows.truncated:
            return None
        is_cut = shape.limit is not None and len(entry.rows.rows) >= shape.limit
        return None if is_cut else derived(function, shape, column.column, self.model)

    def _lists_groups(self, shape: Shape) -> bool:
        """Each once, however that was said: distinct values are groups."""
        listed = frozenset(self.asked.shape.outputs.values())
        return self.asked.form.distinct and not self.asked.shape.groups and shape.groups == listed

    def _is_chained(self, shape: Shape) -> bool:
        """Whether a call is one of several plain ones that stand for a form over several tables: together they have its
        conditions, and further ones only with values that another call gave."""
        return shape.table in self._chained_tables

    @cached_property
    def _chained_tables(self) -> frozenset[str]:
        made = [shape for shape in self.shapes.values() if shape is not None]
        if len(self.asked.tables) < 2 or any("form" in entry.arguments for entry in self.ledger):
            return frozenset()
        wanted = leaves(self.asked.shape)
        had = {leaf for shape in made for leaf in leaves(shape)}
        held = {plain(value) for entry in self.ledger if entry.rows for row in entry.rows.rows for value in row}
        if not wanted <= had or not all(leaf in wanted or _is_from(leaf, held) for leaf in had):
            return frozenset()
        return self.asked.tables


def _end(said: Said) -> Said:
    """A column by its table, however it is reached."""
    return said[2:] if said[0] == "column" else said


def _is_from(leaf: Said, held: set[object]) -> bool:
    """Whether the values of a condition are cells of a call."""
    _table, _field, op, *values = leaf
    listed = cast("list[Iterable[object]]", values)
    return op in _BY_VALUE and all(value in held for each in listed for value in each)
