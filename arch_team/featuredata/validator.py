"""The validator: every call passes here before it may reach a database, and nothing else may let one through."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from arch_team.featuredata.calls import AggregateCall, BrowseCall, Call, Filter, Function, Op, QueryCall, Value
from arch_team.featuredata.catalog import Catalog, Column, TableView
from arch_team.featuredata.draft import Draft
from arch_team.featuredata.findings import ErrorCode, Finding, RenameTable
from arch_team.featuredata.meaning import MEANING_RULES, RightTable
from arch_team.featuredata.rules import FORM_RULES, Rule
from arch_team.featuredata.suggestions import nearest_table
from arch_team.featuredata.values import known_names

DEFAULT_RULES: tuple[Rule, ...] = (RightTable(), *FORM_RULES, *MEANING_RULES)
"""In this order: the first finding is the one a model reads first."""


class ReadyFilter(NamedTuple):
    column: Column
    op: Op
    value: Value


class ReadyOrder(NamedTuple):
    column: Column | None
    """None: the aggregate's own figure."""
    descending: bool


class ReadyCall:
    """A call no rule objects to, with columns for names and typed values. Only the validator makes one."""

    __slots__ = ("_draft",)

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    @property
    def call(self) -> Call:
        return self._draft.call

    @property
    def view(self) -> TableView:
        return self._draft.view

    def to_args(self) -> dict[str, object]:
        """The call as it is run: values typed, the unit among the groups."""
        call = self.call
        if isinstance(call, BrowseCall):
            return call.to_args()
        filters = tuple(Filter(f.column.name, f.op, f.value) for f in self.filters)
        if isinstance(call, QueryCall):
            return replace(call, filters=filters).to_args()
        return replace(call, filters=filters, group_by=tuple(c.name for c in self.groups)).to_args()

    @property
    def columns(self) -> tuple[Column, ...]:
        """What to show: the fields asked for, else all of the table's own. A figure never comes without its unit."""
        if not self._draft.fields:
            return tuple(c for c in self.view.columns.values() if not c.hops)
        units = [self.view.columns[c.unit] for c in self._draft.fields if c.unit and c.unit in self.view.columns]
        return tuple(dict.fromkeys([*self._draft.fields, *units]))

    @property
    def filters(self) -> tuple[ReadyFilter, ...]:
        pairs = zip(self._draft.filters, self._draft.values, strict=True)
        return tuple(ReadyFilter(column, flt.op, value) for (flt, column), value in pairs)

    @property
    def order_by(self) -> tuple[ReadyOrder, ...]:
        return tuple(ReadyOrder(column, order.descending) for order, column in self._draft.order_by)

    @property
    def target(self) -> Column | None:
        return self._draft.target

    @property
    def result_name(self) -> str:
        """The column an aggregate's figure comes back in, never that of a group."""
        name = self.call.result_name if isinstance(self.call, AggregateCall) else "value"
        taken = {column.name for column in self.groups}
        while name in taken:
            name += "_"
        return name

    @property
    def unit(self) -> Column | None:
        """SAME_UNIT: the column that holds the figure's unit, if it has one."""
        target = self.target
        if target is None or not target.unit or self._draft.function in (Function.COUNT, Function.COUNT_DISTINCT):
            return None
        return self.view.columns.get(target.unit)

    @property
    def groups(self) -> tuple[Column, ...]:
        """What the figure is computed per: the groups asked for, always its unit, and its kind where that is open."""
        groups = tuple(self._draft.group_by)
        added = [column for column in (self.unit, self._open_kind) if column is not None and column not in groups]
        return (*groups, *added)

    @property
    def _open_kind(self) -> Column | None:
        """SAME_KIND: the column that tells figures of different kinds apart, unless a filter holds it to one."""
        target = self.target
        if target is None or not target.kind or self._draft.function in (Function.COUNT, Function.COUNT_DISTINCT):
            return None
        return None if self._draft.is_pinned(target.kind) else self.view.columns.get(target.kind)


@dataclass(frozen=True, slots=True)
class Rejection:
    """Everything that is wrong with a call, the first finding first, and the call that would be right if one is."""

    findings: tuple[Finding, ...]
    corrected: Call | None = None

    @property
    def primary(self) -> Finding:
        return self.findings[0]


class QueryValidator:
    def __init__(self, catalog: Catalog, rules: tuple[Rule, ...] = DEFAULT_RULES) -> None:
        self._catalog = catalog
        self._rules = rules

    def browse(self, call: BrowseCall) -> ReadyCall | Rejection:
        return self._validated(call)

    def query(self, call: QueryCall) -> ReadyCall | Rejection:
        return self._validated(call)

    def aggregate(self, call: AggregateCall) -> ReadyCall | Rejection:
        return self._validated(call)

    def validate(self, call: Call) -> ReadyCall | Rejection:
        """The call made ready to run, or why it may not. Never raises, never touches data."""
        match call:
            case BrowseCall():
                return self.browse(call)
            case QueryCall():
                return self.query(call)
            case AggregateCall():
                return self.aggregate(call)

    def _validated(self, call: Call) -> ReadyCall | Rejection:
        checked = self._check(call)
        if isinstance(checked, ReadyCall):
            return checked
        return Rejection(checked, self._corrected(call, checked))

    def _check(self, call: Call) -> ReadyCall | tuple[Finding, ...]:
        view = self._catalog.view(call.table)
        if view is None:
            return (self._no_such_table(call.table),)
        if view.table.name != call.table:
            call = replace(call, table=view.table.name)
        draft = Draft(call, view)
        if call.purpose and view.wrong_for:
            draft.purpose = self._catalog.purpose_in(call.purpose)
        found: list[Finding] = []
        for rule in self._rules:
            rule.check(draft, found)
        return tuple(found) if found else ReadyCall(draft)

    def _no_such_table(self, name: str) -> Finding:
        near = nearest_table(name, self._catalog)
        names = known_names(sorted(self._catalog.views))
        hint = f"Use {near.name}." if near else f"Tables: {names}."
        edits = (RenameTable(near.name),) if near and near.is_certain else ()
        return Finding(ErrorCode.TABLE_NOT_FOUND, name, hint, near.name if near else None, edits)

    def _corrected(self, call: Call, findings: tuple[Finding, ...]) -> Call | None:
        """The call with the findings' edits applied, if that passes all rules.

        One mend can settle another finding (a group is as good as a filter) or bring one to light (a right name with a
        wrong value), so it takes a few rounds.
        """
        for _ in range(3):
            if not any(finding.edits for finding in findings):
                return None
            for finding in findings:
                for edit in finding.edits:
                    call = edit.apply(call)
            checked = self._check(call)
            if isinstance(checked, ReadyCall):
                return call
            findings = checked
        return None
