"""A call with its names looked up: what the rules read."""

from arch_team.featuredata.calls import AggregateCall, BrowseCall, Call, Filter, Function, Op, OrderBy, Value
from arch_team.featuredata.catalog import Column, TableView
from arch_team.ontologies.descriptor import ANY_FIELD

RESULT_ALIASES = frozenset({"value", "result"})


class Draft:
    """Names resolved to columns. A name without a column is among `unknown` and nowhere else.

    Made for every call on the hot path, hence plain loops and slots.
    """

    __slots__ = (
        "call",
        "fields",
        "filters",
        "function",
        "group_by",
        "order_by",
        "purpose",
        "target",
        "unknown",
        "values",
        "view",
    )

    def __init__(self, call: Call, view: TableView) -> None:
        find = view.columns.get
        self.call, self.view = call, view
        self.fields: list[Column] = []
        self.filters: list[tuple[Filter, Column]] = []
        self.group_by: list[Column] = []
        self.order_by: list[tuple[OrderBy, Column | None]] = []
        """None: the aggregate's own figure."""
        self.target: Column | None = None
        self.function: Function | None = None
        self.purpose: str | None = None
        self.unknown: list[str] = []
        self.values: list[Value] = []
        """The filters' values as their columns' types, filled in by the rule that checks them."""
        if isinstance(call, AggregateCall):
            self.function = call.function
            names, resolved = call.group_by, self.group_by
            if call.field is not None:
                self.target = find(call.field)
                if self.target is None:
                    self.unknown.append(call.field)
        else:
            names, resolved = call.fields, self.fields
        for name in names:
            if column := find(name):
                resolved.append(column)
            else:
                self.unknown.append(name)
        if isinstance(call, BrowseCall):
            return
        for flt in call.filters:
            if column := find(flt.field):
                self.filters.append((flt, column))
            else:
                self.unknown.append(flt.field)
        for order in call.order_by:
            if isinstance(call, AggregateCall) and names_result(order, call):
                self.order_by.append((order, None))
            elif column := find(order.field):
                self.order_by.append((order, column))
            else:
                self.unknown.append(order.field)

    def uses_any(self, names: frozenset[str]) -> bool:
        """Whether one of these is filtered or grouped by. `*` is any field."""
        if ANY_FIELD in names and (self.filters or self.group_by):
            return True
        for flt, _ in self.filters:
            if flt.field in names:
                return True
        return any(column.name in names for column in self.group_by)

    def is_filtered(self, name: str) -> bool:
        return any(flt.field == name for flt, _ in self.filters)

    def is_pinned(self, name: str) -> bool:
        """Held to one value, by a filter or because each value is a group of its own."""
        for flt, _ in self.filters:
            if flt.field == name and (flt.op is Op.EQ or (flt.op is Op.IN and _is_single(flt.value))):
                return True
        return any(column.name == name for column in self.group_by)


def _is_single(value: Value) -> bool:
    return isinstance(value, tuple) and len(value) == 1


def names_result(order: OrderBy, call: AggregateCall) -> bool:
    """Whether an aggregate is to be ordered by its own figure. `value` and the bare field say that too."""
    name = order.field
    if name in call.group_by:
        return False
    aliases = (call.result_name, call.field, *RESULT_ALIASES)
    return name in aliases or name.upper() == call.function.value
