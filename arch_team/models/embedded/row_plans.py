"""Plans for what is asked of rows and of parties."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal

from arch_team.featuredata.calls import Function, Op
from arch_team.forms import form as f
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import Filter, PartyAsked, RowMake, RowsAsked
from arch_team.measuring.row_words import MEMBERS
from arch_team.models.embedded.plan import Cannot, Figure, Found, Plan, Say, ToolCall
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.descriptor import Entity
from arch_team.text.messages import Messages, messages_of
from arch_team.text.periods import Period, unix
from arch_team.tools.forms import form_arguments
from arch_team.wire import Language

_MOST = 50


def _is_month_end(day: date) -> bool:
    return (day + timedelta(days=1)).day == 1


@dataclass(frozen=True)
class RowPlans:
    measures: Measures
    language: Language

    @property
    def say(self) -> Messages:
        texts = messages_of("arch_team.models.embedded", "row_texts.yaml", self.language)
        return texts.with_terms(self.measures.levels.terms.of(self.language))

    @property
    def _voice(self) -> Voice:
        return Voice(self.language)

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
            case RowMake.LIST | RowMake.EXTREME:
                return self._list(asked)
            case RowMake.ATTRIBUTE:
                return self._attribute(asked)
            case RowMake.SHARE:
                return self._share(asked)
            case RowMake.BY_PARTY:
                return self._by_party(asked)

    def _count(self, asked: RowsAsked) -> Plan:
        found = yield self._aggregate(asked, "COUNT", None)
        if not found.rows:
            return self._nothing(asked)
        figure = f"{{{{{found.ref(0, 'count')}}}}}"
        verdict = ""
        if asked.is_question:
            verdict = self.say("yes" if (found.value(0, "count") == 0) == asked.expects_none else "no")
        if asked.wants_amount and asked.measure:
            summed = yield from self._sum(replace(asked, make=RowMake.SUM, wants_amount=False))
            if isinstance(summed, Say):
                first = self.say("counted", title=self._title(asked), when=self._when(asked), figure=figure)
                return Say(f"{verdict}{first}\n{summed.text}")
        return Say(verdict + self.say("counted", title=self._title(asked), when=self._when(asked), figure=figure))

    def _sum(self, asked: RowsAsked) -> Plan:
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

    def _list(self, asked: RowsAsked) -> Plan:
        table = self._table(asked)
        fields = list(asked.fields or table.list_columns)
        order = asked.order or next(iter(table.order), None)
        if asked.order and asked.order not in fields:
            fields.append(asked.order)
        limit = asked.limit if asked.make is RowMake.EXTREME else _MOST
        found = yield self._query(
            asked, fields, order, down=asked.make is RowMake.EXTREME and asked.is_max, limit=limit
        )
        if not found.rows:
            return self._nothing(asked)
        lines = [self._line(found, i, fields) for i in range(len(found.rows))]
        verdict = self.say("yes") if asked.is_question and asked.make is RowMake.LIST else ""
        title, when = self._title(asked), self._when(asked)
        if len(lines) == 1:
            return Say(verdict + self.say("summed", title=title, when=when, figure=lines[0]))
        head = verdict + self.say("listed", title=title, when=when)
        text = f"{head}\n" + "\n".join(f"- {line}" for line in lines)
        return Say(f"{text}\n{self.say('cut')}" if found.truncated else text)

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
                lines.append(self.say("settled", row=row, whole=f"{{{{{whole}}}}}", paid=paid, rest=f"{{{{{rest}}}}}"))
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
        found = yield ToolCall("aggregateTable", arguments)
        if not found.rows:
            return self._nothing(asked)
        held = self._unit(asked)
        units = dict.fromkeys(found.text(i, held) for i in range(len(found.rows)))
        lines: list[str] = []
        for unit in units:
            mine = [i for i in range(len(found.rows)) if found.text(i, held) == unit][: asked.limit]
            lines += [f"- {{{{{found.ref(i, asked.group or '')}}}}}: {{{{{found.ref(i, column)}}}}}" for i in mine]
        order = self.say("largest" if asked.is_max else "smallest")
        head = self.say("by_party", title=self._title(asked), when=self._when(asked).strip(), order=order).replace(
            " ,", ","
        )
        return Say(f"{head}\n" + "\n".join(lines))

    # parties

    def party_plan(self, asked: PartyAsked) -> Plan:
        lines: list[str] = []
        for period in asked.times:
            found = yield ToolCall("aggregateTable", form_arguments(self._party_form(asked, period, by_party=True)))
            figures = self._figures(found)
            when = self._voice.span(period)
            if not figures:
                return Cannot(self.say("none", when=f" ({when})"))
            if asked.party:
                shown = ", ".join(figure.reference for _, figure in figures)
                if asked.before is not None:
                    title, codes = asked.before
                    more = replace(asked, codes=codes, before=None)
                    whole = yield ToolCall(
                        "aggregateTable", form_arguments(self._party_form(more, period, by_party=True))
                    )
                    gross = self._figures(whole)
                    if [f.value for _, f in gross] != [f.value for _, f in figures]:
                        shown = f"{shown} ({title}: {', '.join(figure.reference for _, figure in gross)})"
                lines.append(self.say("of_party", title=asked.title, party=asked.party, when=when, figure=shown))
                kept = figures
            else:
                units = list(dict.fromkeys(figure.unit for _, figure in figures))
                main = max(
                    units, key=lambda u: sum((abs(f.value) for _, f in figures if f.unit == u), start=Decimal(0))
                )
                kept = [pair for pair in figures if pair[1].unit == main][: asked.limit or _MOST]
                order = self.say("largest" if asked.is_max else "smallest")
                lines.append(self.say("by_party", title=asked.title, when=when, order=order))
                lines += [f"- {_party_of(figure)}: {figure.reference}" for _, figure in kept]
            if asked.wants_share:
                whole = yield ToolCall(
                    "aggregateTable", form_arguments(self._party_form(asked, period, by_party=False))
                )
                names = tuple(name for name, _ in kept)
                some = yield ToolCall(
                    "aggregateTable", form_arguments(self._party_form(asked, period, by_party=False, names=names))
                )
                unit = kept[0][1].unit
                every = next((figure for _, figure in self._figures(whole) if figure.unit == unit), None)
                top = next((figure for _, figure in self._figures(some) if figure.unit == unit), None)
                if every is None or top is None:
                    return Cannot(self.say("none", when=f" ({when})"))
                share = f"{{{{percent({top.expression}, {every.expression})}}}}"
                lines.append(self.say("share_of", top=top.reference, all=every.reference, share=share))
        return Say("\n".join(lines))

    def _figures(self, found: Found) -> list[tuple[str, Figure]]:
        moving = self.measures.movements
        unit = moving.unit if moving else ""
        return [
            (
                found.text(i, "name"),
                Figure(found.ref(i, "amount"), found.value(i, "amount"), found.text(i, unit)),
            )
            for i in range(len(found.rows))
            if found.rows[i].get("amount") is not None
        ]

    def _party_form(self, asked: PartyAsked, period: Period, *, by_party: bool, names: tuple[str, ...] = ()) -> f.Form:
        """One side of some members' movements, or what is left of both, per party or in all."""
        moving = self.measures.movements
        assert moving is not None  # noqa: S101
        rise, fall = (f.Figure(function=Function.SUM, of=f.Column(field=name)) for name in (moving.rise, moving.fall))
        net = f.Arithmetic(
            operation="difference", left=fall if asked.sign < 0 else rise, right=rise if asked.sign < 0 else fall
        )
        amount = net if asked.side == "net" else rise if asked.side == "rise" else fall
        name = self._path(moving.party or "")
        where: list[f.Condition] = [
            f.Compare(left=self._path(moving.date), op=Op.BETWEEN, values=(unix(period.start), unix(period.end))),
            f.Compare(left=f.Column(field=moving.member), op=Op.IN, values=tuple(sorted(asked.codes))),
        ]
        if by_party and asked.party:
            where.append(f.Compare(left=name, op=Op.EQ, right=f.Given(value=asked.party)))
        elif by_party and asked.kind:
            kind = name.model_copy(update={"field": moving.party_kind})
            where.append(f.Compare(left=kind, op=Op.EQ, right=f.Given(value=asked.kind)))
        if names:
            where.append(f.Compare(left=name, op=Op.IN, values=names))
        if asked.unit:
            where.append(f.Compare(left=f.Column(field=moving.unit), op=Op.EQ, right=f.Given(value=asked.unit)))
        unit = f.Column(field=moving.unit)
        shown = (f.Output(name="name", value=name),) if by_party else ()
        return f.Form(
            table=self.measures.movements_table or "",
            outputs=(*shown, f.Output(name=moving.unit, value=unit), f.Output(name="amount", value=amount)),
            where=tuple(where),
            group_by=(*((name,) if by_party else ()), unit),
            order_by=(f.Order(by=amount, descending=asked.is_max),),
        )

    def _path(self, path: str) -> f.Column:
        """A dotted path from the movements, as steps."""
        *names, field = path.split(".")
        entity = next(e for e in self.measures.descriptor.entities if e.movements is not None)
        steps: list[f.Step] = []
        at = entity.name
        for name in names:
            relation = next(
                r for r in self.measures.descriptor.relations if r.from_entity == at and r.path_name == name
            )
            [(own, key)] = relation.joins
            steps.append(f.Step(field=own, table=self.measures.descriptor.table_of(relation.to_entity) or "", key=key))
            at = relation.to_entity
        return f.Column(field=field, via=tuple(steps))

    # calls

    def _aggregate(self, asked: RowsAsked, function: str, field: str | None, more: tuple[Filter, ...] = ()) -> ToolCall:
        filters = [*asked.filters, *more]
        if any(flt["field"] == MEMBERS for flt in filters):
            return self._form_call(asked, filters, count=function == "COUNT", field=field)
        arguments: dict[str, object] = {
            "tableName": self._table(asked).python_class,
            "aggregate": function,
            "filters": filters,
        }
        if field:
            arguments["field"] = field
        return ToolCall("aggregateTable", arguments)

    def _query(self, asked: RowsAsked, fields: list[str], order: str | None, *, down: bool, limit: int) -> ToolCall:
        if any(flt["field"] == MEMBERS for flt in asked.filters):
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
        moving = next(e for e in self.measures.descriptor.entities if e.movements is not None)
        role = moving.movements
        assert role is not None  # noqa: S101
        relation = next(
            r for r in self.measures.descriptor.relations if r.from_entity == moving.name and r.to_entity == asked.table
        )
        [(link, key)] = relation.joins
        found: list[f.Condition] = []
        for flt in filters:
            values = flt.get("value")
            if flt["field"] == MEMBERS:
                inner = f.Form(
                    table=moving.python_class or "",
                    outputs=(f.Output(name="key", value=f.Column(field=link)),),
                    where=(f.Compare(left=f.Column(field=role.member), op=Op.IN, values=tuple(values)),),  # type: ignore[arg-type]
                )
                found.append(f.Member(left=f.Column(field=key), form=inner))
            elif flt["op"] == "IS NULL":
                found.append(f.Compare(left=f.Column(field=str(flt["field"])), op=Op.IS_NULL))
            elif isinstance(values, list):
                op = Op.BETWEEN if flt["op"] == "BETWEEN" else Op.IN
                found.append(f.Compare(left=f.Column(field=str(flt["field"])), op=op, values=tuple(values)))  # type: ignore[arg-type]
            else:
                left = f.Column(field=str(flt["field"]))
                found.append(f.Compare(left=left, op=Op(str(flt["op"])), right=f.Given(value=values)))  # type: ignore[arg-type]
        return tuple(found)

    def _form_call(self, asked: RowsAsked, filters: list[Filter], *, count: bool, field: str | None) -> ToolCall:
        function = Function.COUNT if count else Function.SUM
        name = "count" if count else f"sum_{field}"
        figure = f.Figure(function=function, of=None if count or field is None else f.Column(field=field))
        form = f.Form(
            table=self._table(asked).python_class or "",
            outputs=(f.Output(name=name, value=figure),),
            where=self._conditions(asked, filters),
        )
        return ToolCall("aggregateTable", form_arguments(form))

    def _form_list(self, asked: RowsAsked, fields: list[str], order: str | None, *, down: bool, limit: int) -> ToolCall:
        shown = tuple(f.Output(name=name, value=f.Column(field=name)) for name in (*fields, self._unit(asked)) if name)
        by = (f.Order(by=f.Column(field=order), descending=down),) if order else ()
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
        title = said or next(iter(table.labels.of(self.language)), self.say("rows"))
        return title[:1].upper() + title[1:]

    def _when(self, asked: RowsAsked) -> str:
        if asked.counted_from is not None:
            day = asked.counted_from
            return self.say(
                "counted_from", day=self._voice.day(day.year, day.month) if _is_month_end(day) else str(day)
            )
        return f" {self._voice.span(asked.times[0])}" if asked.times and asked.times[0].months else ""

    def _nothing(self, asked: RowsAsked) -> Cannot:
        return Cannot(self.say("none", when=f" ({self._voice.span(asked.times[0])})" if asked.times else ""))


def _party_of(figure: Figure) -> str:
    """The name beside an amount, by reference."""
    return f"{{{{name({figure.expression.removesuffix('amount')}name)}}}}"
