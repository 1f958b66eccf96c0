"""Plans for what was done with parties: of one, of those of some place, or of each."""

from collections.abc import Generator, Iterable
from dataclasses import replace
from decimal import Decimal
from typing import cast

from arch_team.featuredata.calls import Function, Op
from arch_team.forms import form as f
from arch_team.measuring.row_asked import Filter, PartyAsked, PartyMake
from arch_team.models.embedded.movement_speech import MovementSpeech
from arch_team.models.embedded.plan import Cannot, Figure, Found, Plan, Say, Table, ToolCall, difference
from arch_team.ontologies.roles import MovementRole
from arch_team.text.periods import Period, stretches, unix
from arch_team.tools.forms import form_arguments

_MOST = 50
_MOST_PARTIES = 200
_ByParty = dict[tuple[str, str], Figure]
"""Figures by the name of a party and their unit."""


class PartyPlans(MovementSpeech):
    """Plans on one source in one language."""

    def plan(self, asked: PartyAsked) -> Plan:
        match asked.make:
            case PartyMake.TOTAL | PartyMake.RANK:
                return self._each_time(asked)
            case PartyMake.COUNT:
                return self._count(asked)
            case PartyMake.BEYOND:
                return self._beyond(asked)
            case PartyMake.SERIES:
                return self._series(asked)
            case PartyMake.CHANGE:
                return self._change(asked)
            case PartyMake.RANK_CHANGE:
                return self._rank_change(asked)

    def _each_time(self, asked: PartyAsked) -> Plan:
        lines: list[str] = []
        for period in asked.times:
            by_party = asked.make is PartyMake.RANK
            found = yield self._call(asked, period, by_party=by_party)
            figures = self._figures(found)
            when = self._voice.span(period)
            if not figures:
                return Cannot(self.say("none", when=f" ({when})"))
            if not by_party:
                shown = ", ".join(figure.reference for _, figure in figures)
                if asked.before is not None:
                    title, codes = asked.before
                    whole = yield self._call(replace(asked, codes=codes), period, by_party=False)
                    gross = self._figures(whole)
                    if [f.value for _, f in gross] != [f.value for _, f in figures]:
                        shown = f"{shown} ({title}: {', '.join(figure.reference for _, figure in gross)})"
                lines.append(self.say("of_party", title=asked.title, party=self._whose(asked), when=when, figure=shown))
                kept = figures
            else:
                main = _of_main_unit(figures)
                kept = main[: asked.limit] if asked.limit else [*main, *(p for p in figures if p not in main)][:_MOST]
                order = self.say("largest" if asked.is_max else "smallest")
                lines.append(self.say("by_party", title=self._titled(asked), when=when, order=order))
                lines += [f"- {_party_of(figure)}: {figure.reference}" for _, figure in kept]
            if asked.wants_total and len(kept) > 1 and not asked.wants_share:
                shown_only: list[object] = [name for name, _ in kept]
                of_them: Filter = {"field": "", "op": "IN", "value": shown_only}
                of = replace(asked, where=(*asked.where, of_them)) if by_party and asked.limit else asked
                total = yield self._call(of, period, by_party=False)
                shown = ", ".join(figure.reference for _, figure in self._figures(total))
                lines.append(self.say("together", figure=shown))
            if asked.wants_share:
                names = tuple(name for name, _ in kept) if by_party else ()
                shared = yield from self._share(asked, period, names, kept[0][1].unit)
                if shared is None:
                    return Cannot(self.say("none", when=f" ({when})"))
                lines.append(shared)
        return Say("\n".join(lines))

    def _share(
        self, asked: PartyAsked, period: Period, names: tuple[str, ...], unit: str
    ) -> Generator[ToolCall, Found, str | None]:
        """What some of them have of all."""
        whole = yield self._call(replace(asked, party=None, kind=None, where=()), period, by_party=False)
        some = yield self._call(asked, period, by_party=False, names=names)
        every = next((figure for _, figure in self._figures(whole) if figure.unit == unit), None)
        top = next((figure for _, figure in self._figures(some) if figure.unit == unit), None)
        if every is None or top is None:
            return None
        share = f"{{{{percent({top.expression}, {every.expression})}}}}"
        return self.say("share_of", top=top.reference, all=every.reference, share=share)

    def _count(self, asked: PartyAsked) -> Plan:
        lines: list[str] = []
        for period in asked.times:
            who = self._path(self._role.party or "")
            counted = f.Figure(function=Function.COUNT_DISTINCT, of=who)
            form = self._form(asked, period, by_party=False)
            form = form.model_copy(
                update={"outputs": (f.Output(name="count", value=counted),), "group_by": (), "order_by": ()}
            )
            found = yield ToolCall("aggregateTable", form_arguments(form))
            figure = f"{{{{{found.ref(0, 'count')}}}}}"
            when, title = self._voice.span(period), self._titled(asked)
            lines.append(self.say("parties_counted", who=self._kind(asked), title=title, when=when, figure=figure))
        return Say("\n".join(lines))

    def _beyond(self, asked: PartyAsked) -> Plan:
        lines: list[str] = []
        for period in asked.times:
            form = self._form(asked, period, by_party=True)
            amount = next(output.value for output in form.outputs if output.name == "amount")
            limit = f.Compare(left=amount, op=Op(asked.comparison), right=f.Given(value=asked.amount or Decimal(0)))
            found = yield ToolCall("aggregateTable", form_arguments(form.model_copy(update={"having": (limit,)})))
            kept, when = self._figures(found), self._voice.span(period)
            key = "above" if asked.comparison == ">" else "below"
            others: list[str] = []
            if asked.comparison == "<" and asked.amount:
                every = yield self._call(asked, period, by_party=True)
                others = yield from self._without(asked, [name for name, _ in self._figures(every)])
            if not kept and not others:
                return Cannot(self.say("none", when=f" ({when})"))
            lines.append(self.say(key, title=self._titled(asked), when=when))
            lines += [f"- {_party_of(figure)}: {figure.reference}" for _, figure in kept]
            lines += [f"- {name}: {self.say('nothing_booked')}" for name in others]
            if asked.wants_total and not others:
                figure = f"{{{{count({found.evidence}.amount)}}}}"
                lines.append(self.say("so_many", who=self._kind(asked), figure=figure))
            elif asked.wants_total:
                return Cannot(self.say("mixed_count"))
        return Say("\n".join(lines))

    def _without(self, asked: PartyAsked, names: list[str]) -> Generator[ToolCall, Found, list[str]]:
        """Those there is nothing of: they are below any amount."""
        role = self._role
        filters: list[dict[str, object]] = [dict(flt) for flt in asked.where]
        if asked.kind:
            filters.append({"field": role.party_kind, "op": "=", "value": asked.kind})
        table = self.measures.descriptor.table_of(role.parties or "")
        arguments: dict[str, object] = {
            "tableName": table,
            "fields": [role.party_name],
            "filters": filters,
            "limit": 200,
        }
        found = yield ToolCall("queryTable", arguments)
        rows = range(len(found.rows))
        return [found.name(i, role.party_name) for i in rows if found.text(i, role.party_name) not in names]

    def _series(self, asked: PartyAsked) -> Plan:
        grain = asked.grain or ""
        parts = [stretch for period in asked.times for stretch in stretches(period, grain)]
        if not parts:
            return Cannot(self.say("no_stretches"))
        table = Table((self.say(f"grain_{grain}"), asked.title))
        any_found = False
        for stretch in parts:
            found = yield self._call(asked, stretch, by_party=False)
            figures = self._figures(found)
            any_found = any_found or bool(figures)
            shown = ", ".join(figure.reference for _, figure in figures) or self.say("nothing_booked")
            table.rows.append((self._stretch(stretch, grain), shown))
        if not any_found:
            return Cannot(self.say("none", when=f" ({self._voice.span(asked.times[0])})"))
        when = ", ".join(self._voice.span(period) for period in asked.times)
        head = self.say("party_series", title=asked.title, party=self._whose(asked), when=when)
        return Say(f"{head}\n\n{table}")

    def _change(self, asked: PartyAsked) -> Plan:
        both: list[Figure] = []
        for period in asked.times:
            found = yield self._call(asked, period, by_party=False)
            figures = self._figures(found)
            if len(figures) != 1:
                return Cannot(
                    self.say("none", when=f" ({self._voice.span(period)})") if not figures else self.say("mixed")
                )
            both.append(figures[0][1])
        old, new = both
        if old.unit != new.unit:
            return Cannot(self.say("mixed"))
        verdict = ""
        if asked.is_question:
            held = new.value > old.value if asked.comparison == ">" else new.value < old.value
            verdict = self.say("yes" if held else "no")
        first, second = (self._voice.span(period) for period in asked.times)
        return Say(
            self.say(
                "party_change",
                verdict=verdict,
                title=asked.title,
                party=self._whose(asked),
                first_when=first,
                first=old.reference,
                second_when=second,
                second=new.reference,
                change=difference(new, old).reference,
                percent=f", {{{{percent_change({old.expression}, {new.expression})}}}}" if old.value else "",
            )
        )

    def _rank_change(self, asked: PartyAsked) -> Plan:
        earlier, later = asked.times
        before = yield self._call(asked, earlier, by_party=True)
        after = yield self._call(asked, later, by_party=True)
        old = {(name, figure.unit): figure for name, figure in self._figures(before)}
        new = {(name, figure.unit): figure for name, figure in self._figures(after)}
        moved: list[tuple[Decimal, str]] = []
        for key in [key for key in old if key in new]:
            one, other = old[key], new[key]
            change = other.value - one.value
            size = change / abs(one.value) * 100 if asked.is_percent and one.value else change
            grown = change > 0 if asked.comparison != "<" else change < 0
            if not grown or (asked.amount is not None and abs(size) <= asked.amount):
                continue
            percent = f"{{{{percent_change({one.expression}, {other.expression})}}}}"
            figures = (one.reference, other.reference, difference(other, one).reference, percent)
            moved.append((change, f"- {_party_of(one)}: {figures[0]} → {figures[1]} ({figures[2]}, {figures[3]})"))
        gone = self._gone(asked, old, new)
        moved.sort(key=lambda pair: pair[0], reverse=asked.comparison != "<")
        lines = [line for _, line in moved][: asked.limit or _MOST] if asked.limit else [line for _, line in moved]
        lines += gone
        if not lines:
            return Cannot(self.say("none", when=f" ({self._voice.span(earlier)}, {self._voice.span(later)})"))
        key = "fell" if asked.comparison == "<" else "rose"
        whens = f"{self._voice.span(earlier)} → {self._voice.span(later)}"
        return Say("\n".join([self.say(f"parties_{key}", title=self._titled(asked), when=whens), *lines]))

    def _gone(
        self, asked: PartyAsked, old: dict[tuple[str, str], Figure], new: dict[tuple[str, str], Figure]
    ) -> list[str]:
        """Those there is nothing of any more, or was nothing of before: there is no other figure to compare with."""
        kept, others = (old, new) if asked.comparison == "<" else (new, old)
        key = "nothing_after" if asked.comparison == "<" else "nothing_before"
        only = [figure for name, figure in kept.items() if name not in others and figure.value > 0]
        return [self.say(key, who=_party_of(figure), figure=figure.reference) for figure in only]

    # words

    def _kind(self, asked: PartyAsked) -> str:
        """What parties of the kind are called."""
        named = (e for e in self.measures.descriptor.entities if e.parent_entity == self._role.parties)
        kinds = [
            e for e in named if any(i.value == asked.kind for i in e.invariants if i.field == self._role.party_kind)
        ]
        labels = [label for e in kinds for label in e.labels.of(self.language)]
        return labels[1] if len(labels) > 1 else self.say("parties")

    def _whose(self, asked: PartyAsked) -> str:
        return asked.party or ", ".join(self._places(asked))

    def _titled(self, asked: PartyAsked) -> str:
        return " ".join((asked.title, ", ".join(self._places(asked)))).strip()

    def _places(self, asked: PartyAsked) -> Iterable[str]:
        for flt in (flt for flt in asked.where if flt["op"] != "IN"):
            found = [e for e in self.measures.descriptor.entities if e.field == flt["field"]]
            label = next((word for e in found for word in e.labels.of(self.language)[:1]), str(flt["field"]))
            yield self.say("place_not" if flt["op"] == "!=" else "place", label=label, value=flt["value"])

    def _stretch(self, period: Period, grain: str) -> str:
        if grain == "quarter":
            return self.say("quarter_of", number=period.end.month // 3, year=period.end.year)
        return self._voice.span(period)

    # calls

    @property
    def _role(self) -> MovementRole:
        moving = self.measures.movements
        assert moving is not None  # noqa: S101
        return moving

    def _figures(self, found: Found) -> list[tuple[str, Figure]]:
        unit = self._role.unit
        return [
            (
                found.text(i, "name"),
                Figure(found.ref(i, "amount"), found.value(i, "amount"), found.text(i, unit)),
            )
            for i in range(len(found.rows))
            if found.rows[i].get("amount") is not None
        ]

    def _call(self, asked: PartyAsked, period: Period, *, by_party: bool, names: tuple[str, ...] = ()) -> ToolCall:
        return ToolCall("aggregateTable", form_arguments(self._form(asked, period, by_party=by_party, names=names)))

    def _form(self, asked: PartyAsked, period: Period, *, by_party: bool, names: tuple[str, ...] = ()) -> f.Form:
        """One side of some members' movements, or what is left of both, per party or in all."""
        moving = self._role
        rise, fall = (f.Figure(function=Function.SUM, of=f.Column(field=name)) for name in (moving.rise, moving.fall))
        net = f.Arithmetic(
            operation="difference", left=fall if asked.sign < 0 else rise, right=rise if asked.sign < 0 else fall
        )
        amount = net if asked.side == "net" else rise if asked.side == "rise" else fall
        name, unit = self._path(moving.party or ""), f.Column(field=moving.unit)
        shown = (f.Output(name="name", value=name),) if by_party else ()
        return f.Form(
            table=self.measures.movements_table or "",
            outputs=(*shown, f.Output(name=moving.unit, value=unit), f.Output(name="amount", value=amount)),
            where=tuple(self._conditions(asked, period, names)),
            group_by=(*((name,) if by_party else ()), unit),
            order_by=(f.Order(by=amount, descending=asked.is_max),),
        )

    def _conditions(self, asked: PartyAsked, period: Period, names: tuple[str, ...]) -> Iterable[f.Condition]:
        moving = self._role
        name = self._path(moving.party or "")
        first, last = unix(period.start), unix(period.end)
        yield f.Compare(left=self._path(moving.date), op=Op.BETWEEN, values=(first, last))
        yield f.Compare(left=f.Column(field=moving.member), op=Op.IN, values=tuple(sorted(asked.codes)))
        of_party = [(moving.party_kind, "=", asked.kind)] if asked.kind else []
        if asked.party:
            of_party = [(moving.party_name, "=", asked.party)]
        for flt in asked.where:
            if isinstance(flt["value"], list):
                names = (*names, *map(str, cast("list[object]", flt["value"])))
            else:
                of_party.append((str(flt["field"]), str(flt["op"]), str(flt["value"])))
        for field, op, value in of_party:
            left = name.model_copy(update={"field": field})
            yield f.Compare(left=left, op=Op(op), right=f.Given(value=value))
        if names:
            yield f.Compare(left=name, op=Op.IN, values=names)
        if asked.unit:
            yield f.Compare(left=f.Column(field=moving.unit), op=Op.EQ, right=f.Given(value=asked.unit))


def _of_main_unit(figures: list[tuple[str, Figure]]) -> list[tuple[str, Figure]]:
    """Those in the unit that most is in: amounts in several are not ranked against each other."""
    units = list(dict.fromkeys(figure.unit for _, figure in figures))
    main = max(units, key=lambda u: sum((abs(f.value) for _, f in figures if f.unit == u), start=Decimal(0)))
    return [pair for pair in figures if pair[1].unit == main]


def _party_of(figure: Figure) -> str:
    """The name beside an amount, by reference."""
    return f"{{{{name({figure.expression.removesuffix('amount')}name)}}}}"
