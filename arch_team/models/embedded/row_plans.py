"""Plans for what is asked of rows."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from arch_team.featuredata.calls import Function, Op
from arch_team.forms import form as f
from arch_team.measuring.row_asked import Filter, OfColumn, RowMake, RowsAsked, listed
from arch_team.measuring.row_words import MEMBERS
from arch_team.models.embedded.movement_speech import MovementSpeech
from arch_team.models.embedded.plan import Cannot, Found, Plan, Say, ToolCall
from arch_team.ontologies.descriptor import Entity
from arch_team.text.periods import Bound
from arch_team.tools.forms import form_arguments

_MOST = 50
_FEW = 5
"""Rows that are named where they are counted, if they have nothing to add up."""
_TIED = 10
"""Rows that may equal the last of those asked for."""


def _is_month_end(day: date) -> bool:
    return (day + timedelta(days=1)).day == 1


def _needs_form(filters: Sequence[Filter]) -> bool:
    """Whether a filter says what no single column of a call can."""
    return any(flt["field"] == MEMBERS or isinstance(flt.get("value"), OfColumn) for flt in filters)


def _is_beyond(value: Decimal, asked: RowsAsked) -> bool:
    if asked.beyond is None:
        return True
    op, amount = asked.beyond
    return value > amount if op == ">" else value < amount


class RowPlans(MovementSpeech):
    """Plans on one source in one language."""

    def _table(self, asked: RowsAsked) -> Entity:
        found = self.measures.descriptor.entity(asked.table)
        assert found is not None  # noqa: S101
        return found

    def plan(self, asked: RowsAsked) -> Plan:
        match asked.make:
            case RowMake.COUNT:
                return self._count(asked)
            case RowMake.SUM | RowMake.AVERAGE:
                return self._sum(asked)
            case RowMake.LIST | RowMake.EXTREME | RowMake.TEXT_SUM:
                return self._list(asked)
            case RowMake.ATTRIBUTE:
                return self._attribute(asked)
            case RowMake.SHARE:
                return self._share(asked)
            case RowMake.BY_PARTY:
                return self._by_party(asked)

    def _count(self, asked: RowsAsked) -> Plan:
        column = f"count_distinct_{asked.distinct}" if asked.distinct else "count"
        found = yield self._aggregate(asked, "COUNT_DISTINCT" if asked.distinct else "COUNT", asked.distinct)
        if not found.rows:
            return self._nothing(asked)
        figure = f"{{{{{found.ref(0, column)}}}}}"
        verdict = ""
        if asked.is_question:
            verdict = self.say("yes" if (found.value(0, column) == 0) == asked.expects_none else "no")
        if asked.wants_amount and asked.measure:
            summed = yield from self._sum(replace(asked, make=RowMake.SUM, wants_amount=False))
            if isinstance(summed, Say):
                first = self.say("counted", title=self._title(asked), when=self._when(asked), figure=figure)
                return Say(f"{verdict}{first}\n{summed.text}")
        told = verdict + self.say("counted", title=self._title(asked), when=self._when(asked), figure=figure)
        table, many = self._table(asked), found.value(0, column)
        if asked.is_question or asked.distinct or table.measure or not many or not 0 < int(many) <= _FEW:
            return Say(told)
        fields = list(table.list_columns)
        rows = yield self._query(asked, fields, next(iter(table.order), None), down=False, limit=_FEW)
        return Say("\n".join((told, *(f"- {self._line(rows, i, fields)}" for i in range(len(rows.rows))))))

    def _moved_there(self, asked: RowsAsked) -> Plan:
        """What rows moved on their one member, on each side."""
        role = self.measures.movements
        assert role is not None  # noqa: S101
        shown: list[str] = []
        for side, word in ((role.rise, "rise"), (role.fall, "fall")):
            found = yield self._aggregate(asked, "SUM", side)
            column = f"sum_{side}"
            refs = [i for i in range(len(found.rows)) if found.rows[i].get(column) and found.value(i, column)]
            shown += [f"{self.say(word)} {{{{{found.ref(i, column)}}}}}" for i in refs]
        if not shown:
            return self._nothing(asked)
        return Say(self.say("summed", title=self._title(asked), when=self._when(asked), figure=", ".join(shown)))

    def _sum(self, asked: RowsAsked) -> Plan:
        on_member = self._on_its_member(asked)
        if on_member.table != asked.table and asked.make is RowMake.SUM:
            return (yield from self._moved_there(on_member))
        function = "SUM" if asked.make is RowMake.SUM else "AVG"
        found = yield self._aggregate(asked, function, asked.measure)
        column = f"{function.lower()}_{asked.measure}"
        shown = [
            f"{{{{{found.ref(i, column)}}}}}" for i in range(len(found.rows)) if found.rows[i].get(column) is not None
        ]
        if not shown:
            return self._nothing(asked)
        key = "summed" if asked.make is RowMake.SUM else "average"
        return Say(self.say(key, title=self._title(asked), when=self._when(asked), figure=", ".join(shown)))

    def _on_its_member(self, asked: RowsAsked) -> RowsAsked:
        """Rows of one member, such as the bookings of an account: with what each of them moved there, which may be less
        than all that is booked with it."""
        role, table = self.measures.movements, self._table(asked)
        moving = next((e for e in self.measures.descriptor.entities if e.movements is not None), None)
        own = [flt for flt in asked.filters if flt["field"] == MEMBERS]
        codes = [str(code) for code in listed(own[0]["value"])] if len(own) == 1 else []
        if role is None or moving is None or table.name not in self.measures.dated_in or len(codes) != 1:
            return asked
        member = self.measures.members[codes[0]]
        ranked = asked.order == table.measure and not member.is_flow  # a level moves both ways
        dated = asked.make is RowMake.EXTREME and asked.order != table.measure  # one by its date is told as it is
        if ranked or dated or any(flt["field"] == table.measure for flt in asked.filters):
            return asked
        link = role.date.partition(".")[0]
        others = [{**flt, "field": f"{link}.{flt['field']}"} for flt in asked.filters if flt["field"] != MEMBERS]
        side = role.rise if member.sign > 0 else role.fall
        order = side if asked.order == table.measure else f"{link}.{asked.order}" if asked.order else None
        shown = [name for name in asked.fields or table.list_columns if name != table.measure]
        return replace(
            asked,
            table=moving.name,
            filters=({"field": role.member, "op": "=", "value": member.code}, *others),
            fields=(*(f"{link}.{name}" for name in shown), role.rise, role.fall),
            order=order,
        )

    def _list(self, asked: RowsAsked) -> Plan:
        asked = self._on_its_member(asked) if asked.make is not RowMake.TEXT_SUM else asked
        table = self._table(asked)
        fields = list(asked.fields or table.list_columns)
        order = asked.order or next(iter(table.order), None)
        if asked.order and asked.order not in fields:
            fields.append(asked.order)
        ranks = asked.make is RowMake.EXTREME
        limit = asked.limit + _TIED if ranks else _MOST
        found = yield self._query(asked, fields, order, down=ranks and asked.is_max, limit=limit)
        if not found.rows:
            return self._nothing(asked)
        last = found.rows[: asked.limit][-1].get(order or "")
        shown = [i for i, row in enumerate(found.rows) if not ranks or i < asked.limit or row.get(order or "") == last]
        lines = [self._line(found, i, fields) for i in shown]
        verdict = self.say("yes") if asked.is_question and asked.make is RowMake.LIST else ""
        title, when = self._title(asked), self._when(asked)
        if len(lines) == 1:
            return Say(verdict + self.say("summed", title=title, when=when, figure=lines[0]))
        head = verdict + self.say("listed", title=title, when=when)
        text = f"{head}\n" + "\n".join(f"- {line}" for line in lines)
        return Say(f"{text}\n{self.say('cut')}" if found.truncated and not ranks else text)

    def _line(self, found: Found, row: int, fields: list[str]) -> str:
        role = self.measures.movements
        sides = (role.rise, role.fall) if role else ()
        kept = [name for name in fields if found.rows[row].get(name) is not None]
        kept = [name for name in kept if name not in sides or found.value(row, name)]
        words = {role.rise: self.say("rise"), role.fall: self.say("fall")} if role else {}
        cells = [
            f"{words[name]} {{{{{found.ref(row, name)}}}}}" if name in words else f"{{{{{found.ref(row, name)}}}}}"
            for name in kept
        ]
        return ", ".join(cells)

    def _attribute(self, asked: RowsAsked) -> Plan:
        table = self._table(asked)
        found = yield self._query(asked, list(asked.fields), next(iter(table.order), None), down=False, limit=_MOST)
        if not found.rows:
            return self._nothing(asked)
        name, *others = asked.fields
        lines: list[str] = []
        for i in range(len(found.rows)):
            cells = [f"{{{{{found.ref(i, o)}}}}}" for o in others if found.rows[i].get(o) not in (None, "")]
            row = f"{{{{{found.ref(i, name)}}}}}"
            if asked.settled:
                whole, rest = (found.ref(i, column) for column in asked.settled)
                paid = f"{{{{difference({whole}, {rest})}}}}"
                verdict = self.say("no" if found.value(i, asked.settled[1]) else "yes") if asked.is_question else ""
                said = self.say("settled", row=row, whole=f"{{{{{whole}}}}}", paid=paid, rest=f"{{{{{rest}}}}}")
                lines.append(verdict + said)
                continue
            lines.append(
                self.say("attribute", row=row, cells=", ".join(cells)) if cells else self.say("missing", row=row)
            )
        return Say("\n".join(lines))

    def _share(self, asked: RowsAsked) -> Plan:
        part = yield self._aggregate(asked, "SUM", asked.measure, asked.part)
        whole = yield self._aggregate(asked, "SUM", asked.measure)
        column = f"sum_{asked.measure}"
        unit = self._unit(asked)
        wholes = {whole.text(i, unit): whole.ref(i, column) for i in range(len(whole.rows))}
        lines: list[str] = []
        for i in range(len(part.rows)):
            mine = part.ref(i, column)
            theirs = wholes.get(part.text(i, unit))
            if theirs is not None:
                share = f"{{{{percent({mine}, {theirs})}}}}"
                lines.append(self.say("share", part=f"{{{{{mine}}}}}", whole=f"{{{{{theirs}}}}}", share=share))
        return Say("\n".join(lines)) if lines else self._nothing(asked)

    def _by_party(self, asked: RowsAsked) -> Plan:
        column = f"sum_{asked.measure}" if asked.measure else "count"
        arguments: dict[str, object] = {
            "tableName": self._table(asked).python_class,
            **({"aggregate": "SUM", "field": asked.measure} if asked.measure else {"aggregate": "COUNT"}),
            "groupBy": [asked.group],
            "filters": list(asked.filters),
            "orderBy": [{"field": column, "direction": "desc" if asked.is_max else "asc"}],
            "limit": 200,
        }
        call = self._form_by(asked, column) if _needs_form(asked.filters) else ToolCall("aggregateTable", arguments)
        found = yield call
        if not found.rows:
            return self._nothing(asked)
        held = self._unit(asked)
        kept = [i for i in range(len(found.rows)) if _is_beyond(found.value(i, column), asked)]
        if not kept:
            return self._nothing(asked)
        units = dict.fromkeys(found.text(i, held) for i in kept)
        summed = (yield self._aggregate(asked, "SUM", asked.measure)) if asked.wants_share else None
        wholes = {summed.text(i, held): summed.ref(i, column) for i in range(len(summed.rows))} if summed else {}
        lines: list[str] = []
        for unit in units:
            mine = [i for i in kept if found.text(i, held) == unit][: asked.limit]
            parts = [found.ref(i, column) for i in mine]
            shares = [f", {{{{percent({part}, {wholes[unit]})}}}}" if unit in wholes else "" for part in parts]
            named = [f"- {{{{{found.ref(i, asked.group or '')}}}}}: {{{{{found.ref(i, column)}}}}}" for i in mine]
            lines += [f"{name}{share}" for name, share in zip(named, shares, strict=True)]
            if unit in wholes:
                both = f"sum({', '.join(parts)})" if len(parts) > 1 else parts[0]
                share = f"{{{{percent({both}, {wholes[unit]})}}}}"
                lines.append(self.say("share", part=f"{{{{{both}}}}}", whole=f"{{{{{wholes[unit]}}}}}", share=share))
        order = self.say(("largest" if asked.is_max else "smallest") if asked.measure else "counted_each")
        head = self.say("by_party", title=self._title(asked), when=self._when(asked).strip(), order=order).replace(
            " ,", ","
        )
        if asked.wants_amount and asked.measure:
            names = [found.text(i, asked.group or "") for i in kept]
            of_them: tuple[Filter, ...] = ({"field": asked.group, "op": "IN", "value": names},) if asked.beyond else ()
            summed = yield self._aggregate(asked, "SUM", asked.measure, of_them)
            shown = ", ".join(f"{{{{{summed.ref(i, column)}}}}}" for i in range(len(summed.rows)))
            lines.append(self.say("together", figure=shown))
        return Say(f"{head}\n" + "\n".join(lines))

    # calls

    def _aggregate(self, asked: RowsAsked, function: str, field: str | None, more: tuple[Filter, ...] = ()) -> ToolCall:
        filters = [*asked.filters, *more]
        if _needs_form(filters):
            return self._form_call(asked, filters, Function(function), field)
        arguments: dict[str, object] = {
            "tableName": self._table(asked).python_class,
            "aggregate": function,
            "filters": filters,
        }
        if field:
            arguments["field"] = field
        return ToolCall("aggregateTable", arguments)

    def _query(self, asked: RowsAsked, fields: list[str], order: str | None, *, down: bool, limit: int) -> ToolCall:
        if _needs_form(asked.filters):
            return self._form_list(asked, fields, order, down=down, limit=limit)
        unit = self._unit(asked)
        arguments: dict[str, object] = {
            "tableName": self._table(asked).python_class,
            "fields": [*fields, *([unit] if unit else [])],
            "filters": list(asked.filters),
            "limit": limit,
        }
        if order:
            arguments["orderBy"] = [{"field": order, "direction": "desc" if down else "asc"}]
        return ToolCall("queryTable", arguments)

    def _unit(self, asked: RowsAsked) -> str:
        return self.measures.unit_of(asked.table)

    def _conditions(self, asked: RowsAsked, filters: list[Filter]) -> tuple[f.Condition, ...]:
        """Filters as conditions of a form; members through the movements of a row."""
        found: list[f.Condition] = []
        for flt in filters:
            values = flt.get("value")
            if flt["field"] == MEMBERS:
                found.append(self._of_members(asked, flt))
            elif isinstance(values, OfColumn):
                left, right = (self._path(name, asked.table) for name in (str(flt["field"]), values.field))
                found.append(f.Compare(left=left, op=Op(str(flt["op"])), right=right))
            elif flt["op"] == "IS NULL":
                found.append(f.Compare(left=self._path(str(flt["field"]), asked.table), op=Op.IS_NULL))
            elif isinstance(values, list):
                op = Op.BETWEEN if flt["op"] == "BETWEEN" else Op.IN
                left = self._path(str(flt["field"]), asked.table)
                found.append(f.Compare(left=left, op=op, values=tuple(values)))  # type: ignore[arg-type]
            else:
                left = self._path(str(flt["field"]), asked.table)
                found.append(f.Compare(left=left, op=Op(str(flt["op"])), right=f.Given(value=values)))  # type: ignore[arg-type]
        return tuple(found)

    def _of_members(self, asked: RowsAsked, flt: Filter) -> f.Condition:
        """That a row has movements of some members; or, of a movement, that another of the same entry has, on the side
        that the filter may name."""
        moving = next(e for e in self.measures.descriptor.entities if e.movements is not None)
        role = moving.movements
        assert role is not None  # noqa: S101
        links = [r for r in self.measures.descriptor.relations if r.from_entity == moving.name]
        relation = next(r for r in links if asked.table == r.to_entity or r.path_name == role.date.partition(".")[0])
        [(link, key)] = relation.joins
        codes = f.Compare(left=f.Column(field=role.member), op=Op.IN, values=tuple(listed(flt["value"])))  # type: ignore[arg-type]
        side = flt.get("side")
        moved = (f.Compare(left=f.Column(field=str(side)), op=Op.GT, right=f.Given(value=0)),) if side else ()
        inner = f.Form(
            table=moving.python_class or "",
            outputs=(f.Output(name="key", value=f.Column(field=link)),),
            where=(codes, *moved),
        )
        return f.Member(left=f.Column(field=link if asked.table == moving.name else key), form=inner)

    def _form_call(self, asked: RowsAsked, filters: list[Filter], function: Function, field: str | None) -> ToolCall:
        """A figure per unit; a number of rows in all."""
        counts = function is Function.COUNT
        figure = f.Figure(function=function, of=None if counts or field is None else f.Column(field=field))
        name = "count" if counts else f"{function.value.lower()}_{field}"
        unit = None if counts else self._unit(asked)
        shown = (f.Output(name=unit, value=f.Column(field=unit)),) if unit else ()
        form = f.Form(
            table=self._table(asked).python_class or "",
            outputs=(*shown, f.Output(name=name, value=figure)),
            where=self._conditions(asked, filters),
            group_by=(f.Column(field=unit),) if unit else (),
        )
        return ToolCall("aggregateTable", form_arguments(form))

    def _form_by(self, asked: RowsAsked, column: str) -> ToolCall:
        """A figure per party and unit, the most first."""
        function = Function.SUM if asked.measure else Function.COUNT
        figure = f.Figure(function=function, of=f.Column(field=asked.measure) if asked.measure else None)
        names = [name for name in (asked.group, self._unit(asked) if asked.measure else None) if name]
        paths = [self._path(name, asked.table) for name in names]
        form = f.Form(
            table=self._table(asked).python_class or "",
            outputs=(
                *(f.Output(name=name, value=path) for name, path in zip(names, paths, strict=True)),
                f.Output(name=column, value=figure),
            ),
            where=self._conditions(asked, list(asked.filters)),
            group_by=tuple(paths),
            order_by=(f.Order(by=figure, descending=asked.is_max),),
        )
        return ToolCall("aggregateTable", form_arguments(form))

    def _form_list(self, asked: RowsAsked, fields: list[str], order: str | None, *, down: bool, limit: int) -> ToolCall:
        names = [name for name in (*fields, self._unit(asked)) if name]
        shown = tuple(f.Output(name=name, value=self._path(name, asked.table)) for name in names)
        by = (f.Order(by=self._path(order, asked.table), descending=down),) if order else ()
        form = f.Form(
            table=self._table(asked).python_class or "",
            outputs=shown,
            where=self._conditions(asked, list(asked.filters)),
            order_by=by,
            limit=limit,
        )
        return ToolCall("queryTable", form_arguments(form))

    # words

    def _title(self, asked: RowsAsked) -> str:
        said = ", ".join(dict.fromkeys(asked.titles))
        table = self._table(asked)
        labels = table.labels.of(self.language)
        title = said or next(iter(labels), self.say("rows"))
        if table.is_current and not asked.times and asked.make in (RowMake.COUNT, RowMake.SUM) and len(labels) > 1:
            title = labels[1] if title.casefold() in map(str.casefold, labels) else title  # it knows those alone
        return title[:1].upper() + title[1:]

    def _when(self, asked: RowsAsked) -> str:
        if asked.counted_from is not None:
            day = asked.counted_from
            return self.say(
                "counted_from", day=self._voice.day(day.year, day.month) if _is_month_end(day) else str(day)
            )
        if not asked.times:
            return ""
        [period, *_] = asked.times
        if period.bound is not Bound.WITHIN:
            day = period.start if period.bound is Bound.SINCE else period.end
            return self.say(period.bound.value, day=self._voice.span(replace(period, start=day, end=day)))
        if period.is_point and _is_month_end(period.end):
            return self.say("at_day", day=self._voice.day(period.end.year, period.end.month))
        whole = period.months or (period.is_year or period.start.year != period.end.year)
        return f" {self._voice.span(period)}" if whole else ""

    def _nothing(self, asked: RowsAsked) -> Cannot | Say:
        if asked.may_be_none:
            return Say(self.say("none_of", title=self._title(asked)))
        table = self._table(asked)
        named = any(flt["field"] == table.code for flt in asked.filters)  # a row by its number is there, or it is not
        if asked.is_question and table.is_current and not asked.times and not named:
            return Say(self.say("no") + self.say("none_of", title=self._title(asked)))
        return Cannot(self.say("none", when=f" ({self._voice.span(asked.times[0])})" if asked.times else ""))
