"""A form in words, so that a person sees how a question was read."""

import calendar
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import cast

from babel.dates import format_date

from arch_team.featuredata.calls import Function, Op
from arch_team.forms import form as f
from arch_team.forms.form import Form
from arch_team.forms.metrics import metric_of
from arch_team.forms.pairs import holds_two
from arch_team.forms.showing import field_of
from arch_team.modelling.key_names import NUMBERING
from arch_team.modelling.model import Model, Values
from arch_team.modelling.written import parted, written
from arch_team.text.lexicon import lexicon_of
from arch_team.text.messages import messages_of
from arch_team.text.stems import noun_stem, stems_of
from arch_team.wire import Language

_SIGNS = {Op.NE: "≠", Op.LE: "≤", Op.GE: "≥"}
_PATTERN_SIGNS = "%"


def worded(form: Form, model: Model, language: Language, *, by_links: bool = False) -> str:
    """How a question was read, in one line: `Number of orders, status = cancelled`. With `by_links` it also says by
    which columns rows belong together, to tell readings apart that differ in nothing else."""
    return capitalised(Wording(model, language, by_links=by_links).form(form))


def asked_for(form: Form, model: Model, language: Language) -> str:
    """What a form asks for, without its conditions: `Number of orders`."""
    return capitalised(Wording(model, language).asked(form))


def restrictions_told(form: Form, language: Language) -> list[str]:
    """Which rows a form takes, each condition in words, with the columns as the tables call them."""
    nothing_described = Model({}, (), cast("Values", None))  # no words are looked up in the data
    return Wording(nothing_described, language).restrictions(form)


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


class Wording:
    """The words of a model's tables in one language."""

    def __init__(self, model: Model, language: Language, *, by_links: bool = False) -> None:
        self._model, self._by_links = model, by_links
        self._language: Language = language
        self._say = messages_of("arch_team.forms", "wording.yaml", language)

    def form(self, form: Form) -> str:
        if holds_two(form):
            return self._pair(form)
        told = ", ".join((self.asked(form), *self.restrictions(form), *self._orders(form)))
        told = self._say("whether", what=told) if form.asks_whether else told
        return self._say("also").join((told, *(self.form(other) for other in form.also)))

    def _pair(self, form: Form) -> str:
        """Two figures that are held against each other, each with its own rows."""
        held = form.outputs[0].value
        assert isinstance(held, f.Arithmetic)  # noqa: S101
        outputs = (f.Output(name="first", value=held.left),)
        first = form.model_copy(update={"outputs": outputs, "asks_whether": False})
        said = "more_than" if form.asks_whether else held.operation
        return self._say(said, left=self.form(first), right=self.expression(held.right, form.table))

    def asked(self, form: Form) -> str:
        """The outputs, of which table, per what."""
        if holds_two(form):
            return self._pair(form)
        groups = [*dict.fromkeys(form.group_by)]
        figures = [o.value for o in form.outputs if not (groups and isinstance(o.value, f.Column | f.Bucket))]
        shown = figures or [output.value for output in form.outputs]
        shown = [value for value in shown if isinstance(value, f.Arithmetic)] or shown
        what = self._listed(self._told_apart(shown, form.table))
        is_told = stems_of(what, self._language) == stems_of(self._table(form.table), self._language)
        if not is_told and any(not self._names_its_rows(value) for value in shown):  # not: the customer of customers
            what = self._say("of_table", what=what, table=self._table(form.table))
        keys = [o.value for o in form.outputs if o.value not in figures] if figures and groups else []
        for_each = self._listed(dict.fromkeys(self._told_apart(keys or groups, form.table)))
        return self._say("per", what=what, group=for_each) if figures and for_each else what

    def _told_apart(self, keys: Sequence[f.Expression], table: str) -> Iterator[str]:
        """What rows are put together by. A name that stands beside the key of its row is one thing: `customer (name,
        ID)`, and not `name of customers and customer id`."""
        columns = [key for key in keys if isinstance(key, f.Column)]
        links = {key: f.Column(field=key.via[-1].field, via=key.via[:-1]) for key in columns if key.via}
        named = {key: link for key, link in links.items() if link in columns}
        told: set[f.Column] = set()
        for key in keys:
            if isinstance(key, f.Column) and key in named:
                owner, link = key.via[-1].table, named[key]
                thing = self._without_code(link.field) or self._one(owner)
                names = ", ".join(self._field(each.field, owner) for each in named if named[each] == link)
                if link not in told:
                    yield self._say("thing", thing=thing, name=names)
                told.add(link)
            elif key not in named.values():
                yield self.expression(key, table)

    def _without_code(self, field: str) -> str:
        """Customer, of `customer_id`. Nothing where a field does not end so."""
        words = parted(field)[0]
        known = lexicon_of(self._language).words("code_noun") | NUMBERING
        return written("_".join(words[:-1]), self._language) if words[1:] and words[-1].casefold() in known else ""

    def _one(self, table: str) -> str:
        words = self._table(table).split()
        return " ".join((*words[:-1], noun_stem(words[-1], "en"))) if self._language == "en" else " ".join(words)

    def condition(self, condition: f.Condition, table: str) -> str:
        match condition:
            case f.Compare():
                return self._compared(condition, table)
            case f.Member():
                rows = self._rows(condition.form)
                if self._by_links and condition.form.outputs:
                    link = self.expression(condition.form.outputs[0].value, condition.form.table)
                    rows = self._say("by_link", rows=rows, link=link)
                return self._say("without" if condition.negated else "with", what=rows)
            case f.Either():
                return self._say("one_of", conditions=self._joined("or", condition.of, table))
            case f.Both():
                return self._joined("and", condition.of, table)
            case f.Not():
                return self._say("not", condition=self.condition(condition.of, table))

    def order(self, order: f.Order, table: str, limit: int | None) -> str:
        by = self.expression(order.by, table)
        extreme = Function.MAX if order.descending else Function.MIN
        if limit is not None and isinstance(order.by, f.Figure) and order.by.of and order.by.function is extreme:
            by = self._say("single", of=self._column(order.by.of, table))  # not: the highest highest
        if limit is None:
            return self._say("sorted_descending" if order.descending else "sorted_ascending", by=by)
        ends = ("earliest", "latest") if self._is_time(order.by, table) else ("ascending", "descending")
        return self._say(f"{'first' if limit == 1 else 'some'}_{ends[order.descending]}", by=by, limit=limit)

    def expression(self, expression: f.Expression, table: str) -> str:
        match expression:
            case f.Column():
                return self._column(expression, table)
            case f.Figure():
                return self._figure(expression.function, expression.of, table, table)
            case f.Related():
                return self._related(expression, table)
            case f.Bucket():
                return self._say(expression.grain.value, of=self._column(expression.of, table))
            case f.Lookup():
                return self.form(expression.form)
            case f.Given():
                return self._value(expression.value)
            case f.Arithmetic():
                if (metric := metric_of(expression, table, self._model)) is not None:
                    return self._say(
                        "metric", name=self._field(metric.name, table), parts=self._parts(expression, table)
                    )
                return self._parts(expression, table)

    def _parts(self, expression: f.Arithmetic, table: str) -> str:
        """Two expressions put together, in words."""
        key = "sum_of_two" if expression.operation == "sum" else expression.operation
        sides = (self.expression(side, table) for side in (expression.left, expression.right))
        return self._say(key, **dict(zip(("left", "right"), sides, strict=True)))

    def _figure(self, function: Function, of: f.Column | None, table: str, rows: str) -> str:
        key = function.value.lower()
        if of is None:
            return self._say(key, of=self._table(rows))
        if function in (Function.MIN, Function.MAX) and self._is_time(of, table):
            key += "_time"
        figure = self._say(key, of=self._column(of, table))
        return figure if rows == table else self._say("of_table", what=figure, table=rows)

    def _related(self, related: f.Related, table: str) -> str:
        rows = related.rows
        if rows.table == table and related.link == f.Column(field=related.to):  # of each: among its own
            own = [c for c in rows.where if not (isinstance(c, f.Compare) and c.op is Op.NOT_NULL)]
            figure = self._figure(related.function, related.of, table, self._rows(Form(table=table, where=tuple(own))))
            return self._say("per", what=figure, group=self._field(related.to, table))
        return self._figure(related.function, related.of, rows.table, self._rows(rows))

    def _column(self, column: f.Column, table: str) -> str:
        if not column.via:
            return self._field(column.field, table)
        last = column.via[-1]
        before = column.via[-2].table if len(column.via) > 1 else table
        alike = [link for link in self._model.links_from(before) if link.to_table == last.table]
        by_field = self._by_links or len(alike) > 1
        owner = self._field(last.field, before) if by_field else self._table(last.table)
        return self._say("of_table", what=self._field(column.field, last.table), table=owner)

    def called(self, table: str, field: str = "") -> str:
        """What people call a table, or a column of it, without what it is measured in."""
        return (self._field(field, table) if field else self._table(table)).partition(" (")[0]

    def _table(self, name: str) -> str:
        """What people call a table; what is none is already in words."""
        table = self._model.tables.get(name)
        return (table.title or table.other_title or written(name, self._language)) if table else name

    def _field(self, name: str, table: str) -> str:
        owner = self._model.tables.get(table)
        field = owner.fields.get(name) if owner else None
        return (field.title or field.other_title if field else None) or written(name, self._language)

    def _rows(self, form: Form) -> str:
        """Rows that others point at, or that point at others."""
        parts = [*self.restrictions(form), *self._orders(form)]
        rows = self._table(form.table)
        return self._say("that", rows=rows, conditions=", ".join(parts)) if parts else rows

    def restrictions(self, form: Form) -> list[str]:
        """Its conditions, each in words."""
        told = [c for c in (*form.where, *form.having) if not _is_of_groups(c, form)]
        return [self.condition(condition, form.table) for condition in told]

    def _orders(self, form: Form) -> list[str]:
        found = [self.order(order, form.table, form.limit) for order in form.order_by]
        return found or ([self._say("first_rows", limit=form.limit)] if form.limit else [])

    def _compared(self, compare: f.Compare, table: str) -> str:
        left = self.expression(compare.left, table)
        if compare.op in (Op.IS_NULL, Op.NOT_NULL):
            return self._say("without" if compare.op is Op.IS_NULL else "with", what=left)
        if compare.op is Op.BETWEEN:
            return self._between(left, *compare.values)
        if compare.op in (Op.IN, Op.NOT_IN):
            values = self._say("or").join(self._value(value) for value in compare.values)
            return self._say("among" if compare.op is Op.IN else "not_among", left=left, values=values)
        if (ahead := _ahead(compare)) and isinstance(compare.left, f.Column | f.Figure | f.Related):
            kind = "days" if self._is_time(compare.left, table) else "figures"
            key = f"{'below' if compare.op is Op.LT else 'above'}_{kind}_{'one' if ahead == 1 else 'some'}"
            return self._say(key, left=left, ahead=ahead)
        right = "" if compare.right is None else self.expression(compare.right, table)
        if compare.op in (Op.LIKE, Op.ILIKE):
            return self._say(_pattern(right), left=left, text=right.strip(_PATTERN_SIGNS))
        if compare.op is Op.NOT_LIKE:
            return self._say("unlike", left=left, text=right.strip(_PATTERN_SIGNS))
        return self._say("compared", left=left, op=_SIGNS.get(compare.op, compare.op.value), right=right)

    def _between(self, left: str, first: f.Plain, last: f.Plain) -> str:
        period = self._period(_day(first), _day(last))
        if period:
            return self._say("in_period", left=left, period=period)
        return self._say("between", left=left, first=self._value(first), last=self._value(last))

    def _period(self, first: date | None, last: date | None) -> str | None:
        """A month or a year that two days are the ends of."""
        if first is None or last is None or first.day != 1 or first.year != last.year:
            return None
        if (first.month, last.month, last.day) == (1, 12, 31):
            return str(first.year)
        is_month = first.month == last.month and last.day == calendar.monthrange(last.year, last.month)[1]
        return format_date(first, "MMMM y", locale=self._language) if is_month else None

    def _joined(self, key: str, conditions: Iterable[f.Condition], table: str) -> str:
        return self._say(key).join(self.condition(each, table) for each in conditions)

    def _listed(self, words: Iterable[str]) -> str:
        *others, last = [*words] or [""]
        return self._say("and").join((", ".join(others), last)) if others else last

    def _is_time(self, expression: f.Expression, table: str) -> bool:
        field = field_of(expression, table, self._model) if isinstance(expression, f.Column) else None
        return field is not None and field.is_temporal

    def _names_its_rows(self, expression: f.Expression) -> bool:
        """Whether the words of it say already of what it is."""
        if isinstance(expression, f.Arithmetic):
            return isinstance(expression.right, f.Lookup) or self._names_its_rows(expression.left)
        if isinstance(expression, f.Figure):
            return expression.of is None
        if isinstance(expression, f.Column):
            return False
        return isinstance(expression, f.Lookup | f.Related)

    def _value(self, value: f.Plain) -> str:
        if isinstance(value, bool):
            return self._say("yes" if value else "no")
        if isinstance(value, datetime):
            return value.isoformat(" ")
        return value.isoformat() if isinstance(value, date) else str(value)


def _is_of_groups(condition: f.Condition, form: Form) -> bool:
    """What has no value is in no group: that goes without saying."""
    groups = [group.of if isinstance(group, f.Bucket) else group for group in form.group_by]
    return isinstance(condition, f.Compare) and condition.op is Op.NOT_NULL and condition.left in groups


def _ahead(compare: f.Compare) -> int:
    """How many values stand before those that are meant, where they are held against the foremost of the others."""
    other = compare.right.form if isinstance(compare.right, f.Lookup) and compare.op in (Op.LT, Op.GT) else None
    if other is None or other.limit != 1 or [order.by for order in other.order_by] != [compare.left]:
        return 0
    before = [c for c in (*other.where, *other.having) if isinstance(c, f.Compare) and c.left == compare.left]
    return 1 + max((_ahead(each) for each in before), default=0)


def _pattern(pattern: str) -> str:
    ends = (pattern.startswith(_PATTERN_SIGNS), pattern.endswith(_PATTERN_SIGNS))
    return {(True, True): "contains", (False, True): "begins", (True, False): "ends"}.get(ends, "like")


def _day(value: f.Plain) -> date | None:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value[:10])
        except ValueError:
            return None
    if isinstance(value, datetime):
        return value.date()
    return value if isinstance(value, date) else None
