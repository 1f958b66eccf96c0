"""The expressions and conditions of one SELECT. Columns pull in the joins they need, towards one row each."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Self, cast

import sqlalchemy as sa

from arch_team.errors import FormError
from arch_team.featuredata.calls import LIST_OPS, NULL_OPS, Function, Op
from arch_team.featuredata.dialects import Dialect, Expression
from arch_team.featuredata.spans import span_of
from arch_team.featuredata.statements import clause_of, in_scope
from arch_team.featuredata.tables import FieldType, Scope, Table
from arch_team.forms import form as f
from arch_team.forms.buckets import bucket
from arch_team.forms.figures import COUNTS, count_of_rows, figure, put_together
from arch_team.forms.form import Form, Grain
from arch_team.forms.spans import figure_of_span, span_term
from arch_team.forms.terms import MOMENTS, Term, Truth, column_term, given, held_against, held_against_term

Select = sa.Select[tuple[object, ...]]


@dataclass(frozen=True)
class Source:
    """What all levels of one statement share."""

    tables: Mapping[str, Table]
    scope: Scope
    dialect: Dialect
    _numbers: "count[int]" = field(default_factory=lambda: count())

    def table(self, name: str) -> Table:
        if name not in self.tables:
            raise FormError(f"there is no table {name!r}", "Name one of the tables of this source.")
        return self.tables[name]

    def alias(self, table: Table) -> sa.FromClause:
        return clause_of(table).alias(f"t{next(self._numbers)}")

    def subquery(self, select: Select) -> sa.FromClause:
        return select.subquery(f"t{next(self._numbers)}")


class Expressions(ABC):
    """One level of a statement: the rows of one table within the scope, and what is joined to them."""

    def __init__(self, form: Form, source: Source) -> None:
        self._form, self._source, self._dialect = form, source, source.dialect
        self._table = source.table(form.table)
        self._base = source.alias(self._table)
        self._from: sa.FromClause = self._base
        self._joined: dict[tuple[f.Step, ...], tuple[Table, sa.FromClause]] = {(): (self._table, self._base)}
        self._terms: dict[f.Expression, Term] = {}

    @abstractmethod
    def values(self) -> Select:
        """The first output of the form as `v`, to compare with."""

    @abstractmethod
    def per_link(self, related: f.Related) -> Select:
        """A figure over the form's rows as `v`, per value of the column that points at another row as `k`."""

    def _below(self, form: Form) -> Self:
        return type(self)(form, self._source)

    def term(self, expression: f.Expression) -> Term:
        if expression not in self._terms:
            self._terms[expression] = self._made(expression)
        return self._terms[expression]

    def figure(self, function: Function, of: f.Column | None) -> Term:
        if of is None:
            return count_of_rows(function)
        table, _ = self._reached(of.via)
        made = figure(function, self.term(of), self._dialect, f"{table.name}.{of.field}")
        return figure_of_span(made) if span_of(of.field, table.fields) else made

    def condition(self, condition: f.Condition) -> Truth:
        match condition:
            case f.Compare():
                return self._compared(condition)
            case f.Member():
                return self._member(condition)
            case f.Either():
                return sa.or_(sa.false(), *map(self.condition, condition.of))
            case f.Both():
                return sa.and_(sa.true(), *map(self.condition, condition.of))
            case f.Not():
                return sa.not_(self.condition(condition.of))

    def _made(self, expression: f.Expression) -> Term:
        match expression:
            case f.Column():
                return self._column(expression)
            case f.Figure():
                return self.figure(expression.function, expression.of)
            case f.Related():
                return self._related(expression)
            case f.Bucket():
                return bucket(self.term(expression.of), expression.grain, self._dialect)
            case f.Lookup():
                return self._looked_up(expression)
            case f.Given():
                return given(expression.value)
            case f.Arithmetic():
                left, right = self.term(expression.left), self.term(expression.right)
                return put_together(expression.operation, left, right, self._dialect)

    def _column(self, column: f.Column) -> Term:
        table, alias = self._reached(column.via)
        span = span_of(column.field, table.fields)
        if span is not None:
            start, end = (self._column(f.Column(field=name, via=column.via)) for name in (span.start, span.end))
            return span_term(span, start, end, self._dialect)
        if column.field not in table.fields:
            raise FormError(f"{table.name} has no column {column.field!r}", "Name one of its columns.")
        return column_term(cast("Expression", alias.c[column.field]), table.fields[column.field], self._dialect)

    def _reached(self, via: tuple[f.Step, ...]) -> tuple[Table, sa.FromClause]:
        """The table at the end of the steps, joined on first use."""
        if via not in self._joined:
            step, table = via[-1], self._source.table(via[-1].table)
            mine = self._column(f.Column(field=step.field, via=via[:-1])).value
            alias = self._source.alias(table)
            self._joined[via] = (table, alias)
            theirs = self._column(f.Column(field=step.key, via=via)).value
            on = sa.and_(mine == theirs, *in_scope(table, alias, self._source.scope))
            self._from = self._from.outerjoin(alias, on)
        return self._joined[via]

    def _related(self, related: f.Related) -> Term:
        """Worked out per link first and joined after, so that no row is multiplied and none is read twice."""
        rows = related.rows
        if rows.group_by or rows.having or rows.limit is not None or rows.distinct:
            raise FormError("a figure over related rows takes them as they are", "Give it nothing but conditions.")
        link = f.Output(name="link", value=related.link)
        level = self._below(Form(table=rows.table, outputs=(link,), where=rows.where))
        figures = self._source.subquery(level.per_link(related))
        mine = self._column(f.Column(field=related.to)).value
        self._from = self._from.outerjoin(figures, mine == figures.c.k)
        made = level.figure(related.function, related.of)
        value = cast("Expression", figures.c.v)
        if related.function in COUNTS:
            value = cast("Expression", sa.func.coalesce(value, sa.literal_column("0")))
        return Term(value, made.told, made.kind, made.scale)

    def _looked_up(self, lookup: f.Lookup) -> Term:
        level = self._below(lookup.form)
        value = cast("Expression", level.values().limit(1).scalar_subquery())
        made = level.term(lookup.form.outputs[0].value)
        return Term(value, made.told, made.kind, made.scale)

    def _compared(self, compare: f.Compare) -> Truth:
        left, op = self.term(compare.left), compare.op
        if op in NULL_OPS:
            return left.value.is_(None) if op is Op.IS_NULL else left.value.is_not(None)
        if op is Op.BETWEEN or op in LIST_OPS:
            if not compare.values or (op is Op.BETWEEN and len(compare.values) != 2):
                raise FormError(f"{op} has {len(compare.values)} values", "BETWEEN has two, IN one or more.")
            return held_against(left, op, compare.values, self._dialect)
        if compare.right is None:
            raise FormError(f"{op} is held against nothing", "Give it a right side.")
        if isinstance(compare.right, f.Given):
            return held_against(left, op, (compare.right.value,), self._dialect)
        return held_against_term(op, *self._alike(left, self.term(compare.right)), self._dialect)

    def _alike(self, left: Term, right: Term) -> tuple[Term, Term]:
        """Two dates that are kept differently are compared as days."""
        dated = (*MOMENTS, FieldType.STRING)
        if left.kind is right.kind or not (left.kind in dated and right.kind in dated):
            return left, right
        return bucket(left, Grain.DAY, self._dialect), bucket(right, Grain.DAY, self._dialect)

    def _member(self, member: f.Member) -> Truth:
        """Either true or false: a row without a value is not among them, whatever they are."""
        left, level = self.term(member.left), self._below(member.form)
        among = self._source.subquery(level.values())
        theirs = level.term(member.form.outputs[0].value)
        if left.kind is not theirs.kind and not (left.kind.is_number and theirs.kind.is_number):
            raise FormError(f"{left.kind} cannot be among {theirs.kind}", "Take two columns of one type.")
        found = left.value.in_(sa.select(among.c.v).where(among.c.v.is_not(None)))
        if member.negated:
            return sa.or_(left.value.is_(None), sa.not_(found))
        return sa.and_(left.value.is_not(None), found)
