"""What is wrong with a form, before it is run: names that are not there, and figures that the rules never make."""

from collections.abc import Iterator

from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.catalog import Catalog, TableView
from arch_team.featuredata.findings import ErrorCode, Finding
from arch_team.featuredata.spans import span_of
from arch_team.featuredata.suggestions import nearest_field, nearest_table
from arch_team.featuredata.tables import FieldType
from arch_team.featuredata.values import known_names
from arch_team.forms import form as f
from arch_team.forms.form import Form
from arch_team.ontologies.descriptor import Nature

_ADDING = (Function.SUM, Function.AVG)
_DAYS = (FieldType.DATE, FieldType.DATETIME)
_LETTERS_OF_A_DAY = 10
_OF_ONE_DAY = "It is a level: filter to one day, or group by the day, to add it up."


def objections(form: Form, catalog: Catalog) -> tuple[Finding, ...]:
    """Everything the tables and their rules hold against a form, each once. Touches no data."""
    return tuple(dict.fromkeys(_Check(catalog).of_form(form)))


class _Check:
    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    def of_form(self, form: Form) -> Iterator[Finding]:
        if form.table not in self._catalog.views:
            yield self._no_such_table(form.table)
            return
        values = (*(o.value for o in form.outputs), *form.group_by, *(o.by for o in form.order_by))
        for expression in values:
            yield from self._of(expression, form.table)
            yield from self._over_days(expression, form)
        for condition in (*form.where, *form.having):
            yield from self._of_condition(condition, form.table)
        for other in form.also:
            yield from self.of_form(other)
        if form.limit is not None and form.limit < 1:
            yield Finding(ErrorCode.BAD_LIMIT, "limit", "limit is 1 or more.", "1")

    def _over_days(self, expression: f.Expression, form: Form) -> Iterator[Finding]:
        """What a model calls a level is added up within one day only: the same money stands there on the next."""
        if isinstance(expression, f.Related):
            figure, own = f.Figure(function=expression.function, of=expression.of), expression.rows
        elif isinstance(expression, f.Figure):
            figure, own = expression, form
        else:
            return
        if figure.function is not Function.SUM or figure.of is None or own.table not in self._catalog.views:
            return
        table = figure.of.via[-1].table if figure.of.via else own.table
        view = self._catalog.views.get(table)
        days = {name for name, field in view.table.fields.items() if field.type in _DAYS} if view else set[str]()
        told = [c.left for c in own.where if isinstance(c, f.Compare) and _is_one_day(c)]
        told += [each.of if isinstance(each, f.Bucket) and each.grain == "day" else each for each in own.group_by]
        pinned = any(isinstance(column, f.Column) and column.field in days for column in told)
        if days and not pinned and self._is_level(table, figure.of.field):
            yield Finding(ErrorCode.INVALID_AGGREGATE_TARGET, figure.of.field, _OF_ONE_DAY)

    def _is_level(self, table: str, field: str) -> bool:
        model = self._catalog.ontology
        entities = model.entities if model is not None else ()
        own = (e for e in entities if e.field == field and model is not None and model.table_of(e.name) == table)
        return any(entity.nature is Nature.LEVEL for entity in own)

    def _of(self, expression: f.Expression, table: str) -> Iterator[Finding]:
        match expression:
            case f.Column():
                yield from self._of_column(expression, table)
            case f.Figure():
                yield from self._of_figure(expression.function, expression.of, table)
            case f.Related():
                yield from self.of_form(expression.rows)
                yield from self._of_column(f.Column(field=expression.to), table)
                if expression.rows.table in self._catalog.views:
                    yield from self._of_column(expression.link, expression.rows.table)
                    yield from self._of_figure(expression.function, expression.of, expression.rows.table)
            case f.Bucket():
                yield from self._of_column(expression.of, table)
            case f.Lookup():
                yield from self.of_form(expression.form)
            case f.Given():
                pass
            case f.Arithmetic():
                yield from self._of(expression.left, table)
                yield from self._of(expression.right, table)

    def _of_condition(self, condition: f.Condition, table: str) -> Iterator[Finding]:
        match condition:
            case f.Compare():
                yield from self._of(condition.left, table)
                if condition.right is not None:
                    yield from self._of(condition.right, table)
            case f.Member():
                yield from self._of_column(condition.left, table)
                yield from self.of_form(condition.form)
            case f.Either() | f.Both():
                for inner in condition.of:
                    yield from self._of_condition(inner, table)
            case f.Not():
                yield from self._of_condition(condition.of, table)

    def _of_figure(self, function: Function, of: f.Column | None, table: str) -> Iterator[Finding]:
        if of is None:
            return
        problems = [*self._of_column(of, table)]
        yield from problems
        if problems or function not in _ADDING:
            return
        column = self._catalog.views[of.via[-1].table if of.via else table].columns.get(of.field)
        if column is not None and column.never:
            yield Finding(ErrorCode.INVALID_AGGREGATE_TARGET, of.field, column.never)

    def _of_column(self, column: f.Column, table: str) -> Iterator[Finding]:
        """The steps of a column, and the column at their end."""
        view = self._catalog.views.get(table)
        for step in column.via:
            if view is None:
                return
            yield from _missing(step.field, view)
            view = self._catalog.views.get(step.table)
            if view is None:
                yield self._no_such_table(step.table)
                return
            yield from _missing(step.key, view)
        if view is not None:
            yield from _missing(column.field, view)

    def _no_such_table(self, name: str) -> Finding:
        near = nearest_table(name, self._catalog)
        hint = f"Use {near.name}." if near else f"Tables: {known_names(sorted(self._catalog.views))}."
        return Finding(ErrorCode.TABLE_NOT_FOUND, name, hint, near.name if near else None)


def _is_one_day(condition: f.Compare) -> bool:
    """Whether a condition holds a column to one day, or to moments of one."""
    within = {str(value)[:_LETTERS_OF_A_DAY] for value in condition.values}
    return condition.op is Op.EQ or (condition.op is Op.BETWEEN and len(within) == 1)


def _missing(field: str, view: TableView) -> Iterator[Finding]:
    if field not in view.table.fields and span_of(field, view.table.fields) is None:
        near = nearest_field(field, view)
        hint = f"Use {near.name}." if near else "Use browseTable to see the fields."
        yield Finding(ErrorCode.FIELD_NOT_FOUND, field, hint, near.name if near else None)
