"""From a form to one SELECT: names only from the tables, values only as binds, the scope in every table it reads."""

from collections.abc import Iterable, Mapping
from typing import cast

import sqlalchemy as sa

from arch_team.errors import FormError
from arch_team.featuredata.dialects import Dialect, Expression
from arch_team.featuredata.statements import in_scope, sorted_by
from arch_team.featuredata.tables import Scope, Table
from arch_team.forms import form as f
from arch_team.forms.expressions import Expressions, Select, Source
from arch_team.forms.form import Form
from arch_team.forms.terms import sortable

ROW_COUNT = "n"
_RANK = "r"


def statement(form: Form, tables: Mapping[str, Table], scope: Scope, dialect: Dialect) -> Select:
    """The form's rows: its outputs as `c0`, `c1`, …; what it is ordered by as `k0`, …; then, where it has figures, the
    rows behind each as `n`. The limit is left to whoever runs it, who sees the ties."""
    source = Source(tables, scope, dialect)
    return _united(form, source) if form.also else _Level(form, source).rows()


def _united(form: Form, source: Source) -> Select:
    """The rows of several forms, each once, in the order of their columns."""
    plain = [each.model_copy(update={"also": ()}) for each in (form, *form.also)]
    if any(len(each.outputs) != len(form.outputs) or each.order_by or each.limit for each in plain):
        raise FormError("lists that are put together have the same columns and no order", "Ask for each of them.")
    whole = sa.union(*(_Level(each, source).outputs() for each in plain)).subquery()
    return cast("Select", sa.select(*whole.c).order_by(*whole.c))


def has_figures(form: Form) -> bool:
    """Whether rows are put together: then each row of the result stands for several."""
    shown = (*(output.value for output in form.outputs), *(order.by for order in form.order_by))
    return bool(form.group_by or form.having) or any(_has_figure(value) for value in shown)


class _Level(Expressions):
    """One SELECT over one table."""

    def __init__(self, form: Form, source: Source) -> None:
        super().__init__(form, source)
        if not form.outputs:
            raise FormError(f"the form asks for nothing of {form.table}", "Name at least one output.")
        self._groups = self._grouped() if has_figures(form) else None

    def rows(self) -> Select:
        """All the form says but its limit, in its order and then in one order that is the same everywhere."""
        form = self._form
        outputs = [self.term(output.value).shown.label(f"c{i}") for i, output in enumerate(form.outputs)]
        keys, breakers = self._keys(), self._tie_breakers()
        hidden = [*keys, *breakers] if form.distinct else keys
        raw = [sa.type_coerce(key, sa.types.NullType()).label(f"k{i}") for i, key in enumerate(hidden)]
        counted = [] if self._groups is None else [cast("Expression", sa.func.count()).label(ROW_COUNT)]
        select = self._select([*outputs, *cast("list[Expression]", raw), *counted])
        directions = [order.descending for order in form.order_by] + [False] * len(breakers)
        return select.order_by(*map(sorted_by, [*keys, *breakers], directions))

    def outputs(self) -> Select:
        """The outputs alone, in no order."""
        return self._select(self.term(o.value).shown.label(f"c{i}") for i, o in enumerate(self._form.outputs))

    def values(self) -> Select:
        """The first output as `v`: the first so many and those that tie with the last, where the form has a limit."""
        form = self._form
        first = self.term(form.outputs[0].value).value.label("v")
        if form.limit is None:
            return self._select([first])
        ordered = [*map(sorted_by, self._keys(), (order.descending for order in form.order_by))]
        if not ordered:
            breakers = (sorted_by(key, descending=False) for key in self._tie_breakers())
            return self._select([first]).order_by(*breakers).limit(form.limit)
        rank = (sa.func.dense_rank() if form.distinct else sa.func.rank()).over(order_by=ordered)
        ranked = self._source.subquery(self._select([first, cast("Expression", rank).label(_RANK)]))
        return cast("Select", sa.select(ranked.c.v).where(ranked.c[_RANK] <= form.limit))

    def per_link(self, related: f.Related) -> Select:
        link = self.term(related.link).value
        value = self.figure(related.function, related.of).value
        return self._select([link.label("k"), value.label("v")]).where(link.is_not(None)).group_by(link)

    def _select(self, columns: Iterable[Expression]) -> Select:
        form = self._form
        where = [*in_scope(self._table, self._base, self._source.scope), *map(self.condition, form.where)]
        having = [*map(self.condition, form.having)]
        groups = [self.term(group).value for group in self._groups or ()]
        if form.limit is not None or form.having:  # no value is none of those that are chosen from
            where += [self.term(group).value.is_not(None) for group in form.group_by]
        select = cast("Select", sa.select(*columns)).select_from(self._from).where(*where)
        select = select.group_by(*groups) if groups else select
        select = select.having(*having) if having else select
        return select.distinct() if form.distinct else select

    def _grouped(self) -> tuple[f.Expression, ...]:
        """What the rows are grouped by: what the form says, and what it shows beside a figure of a group."""
        form = self._form
        groups = dict.fromkeys(form.group_by)
        for output in form.outputs:
            if _has_figure(output.value) or isinstance(output.value, f.Given | f.Lookup):
                continue
            if not groups:
                raise FormError(f"{output.name} is one per row beside a figure over all rows", "Group by it.")
            groups[output.value] = None
        return tuple(groups)

    def _keys(self) -> list[Expression]:
        for order in self._form.order_by:
            if self._groups is not None and order.by not in self._groups and not _has_figure(order.by):
                raise FormError("rows that are put together are ordered by what is one per row", "Order by a figure.")
        return [sortable(self.term(order.by), self._dialect) for order in self._form.order_by]

    def _tie_breakers(self) -> list[Expression]:
        form, groups = self._form, self._groups
        if groups is None and not form.distinct:
            own: tuple[f.Expression, ...] = tuple(f.Column(field=name) for name in self._table.sort_key)
        else:
            own = tuple(output.value for output in form.outputs) if groups is None else groups
        return [sortable(self.term(expression), self._dialect) for expression in own]


def _has_figure(expression: f.Expression) -> bool:
    if isinstance(expression, f.Arithmetic):
        return _has_figure(expression.left) or _has_figure(expression.right)
    return isinstance(expression, f.Figure)
