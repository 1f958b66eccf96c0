"""The figures a question asks of members: which calls read them, and how each is referred to."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from arch_team.featuredata.calls import Function, Op
from arch_team.forms import form as f
from arch_team.measuring.asked import Side, Subject
from arch_team.measuring.model import Measures
from arch_team.models.embedded.plan import Figure, Found, ToolCall, difference, negated
from arch_team.text.periods import Period, stretches, unix
from arch_team.tools.forms import form_arguments

MOST_ROWS = 200
Read = Generator[ToolCall, Found, "list[Figure]"]
_Filter = dict[str, object]
Stretch = tuple[int, int, int]
"""A year, its first and its last month."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Reads levels and movements of one source."""

    measures: Measures

    def rows_at(
        self, subject: Subject, year: int, month: int, *, order: str = "", down: bool = False, limit: int = MOST_ROWS
    ) -> ToolCall:
        """Each member with its level at a month's end; at a year's end by the row of the year."""
        levels = self.measures.levels
        return ToolCall(
            "queryTable",
            {
                "tableName": self.measures.levels_table,
                "fields": [levels.code, levels.name, levels.closing, levels.unit],
                "filters": [*self.at(year, month), *self.of(subject)],
                "orderBy": [{"field": order or levels.code, "direction": "desc" if down else "asc"}],
                "limit": limit,
            },
        )

    def month_rows(self, subject: Subject, year: int, month: int) -> ToolCall:
        """Each member with what was added and taken off in a month."""
        levels = self.measures.levels
        filters: list[_Filter] = [
            {"field": levels.year, "op": "=", "value": year},
            {"field": levels.month, "op": "=", "value": month},
            *self.of(subject),
        ]
        fields = [levels.code, levels.name, levels.rise, levels.fall, levels.unit]
        table = self.measures.levels_table
        return ToolCall("queryTable", {"tableName": table, "fields": fields, "filters": filters, "limit": MOST_ROWS})

    def at(self, year: int, month: int) -> list[_Filter]:
        levels = self.measures.levels
        return [
            {"field": levels.year, "op": "=", "value": year},
            {"field": levels.month, "op": "=", "value": levels.whole_year if month == 12 else month},
        ]

    def of(self, subject: Subject) -> list[_Filter]:
        codes = sorted(subject.codes)
        field = self.measures.levels.code
        if len(codes) == 1:
            return [{"field": field, "op": "=", "value": codes[0]}]
        return [{"field": field, "op": "IN", "value": codes}]

    def total(self, subject: Subject, period: Period) -> Read:
        """What a subject comes to in a period: its level at the end, or what came and went; per currency."""
        if not subject.is_flow:
            if period.month_end is None:
                return (yield from self.level_on(subject, period.end))
            return (yield from self._summed(subject, self.measures.levels.closing, period.end.year, period.end.month))
        return (yield from self.flow(subject, period))

    def flow(self, subject: Subject, period: Period) -> Read:
        stretch = months_of(period)
        if stretch is None:
            return (yield from self._moved_net(subject, period))
        year, first, last = stretch
        if period.start.year != period.end.year:
            return (yield from self._years(subject, period))
        levels = self.measures.levels
        closing = yield from self._summed(subject, levels.closing, year, last)
        if first == 1:
            return closing
        opening = yield from self._summed(subject, levels.opening, year, first, month_row=True)
        return _differences(closing, opening)

    def _years(self, subject: Subject, period: Period) -> Read:
        """What came less what went, each added up over the years: levels of several years are not added."""
        plain = replace(subject, sign=1)
        rise = yield from self._side_by_year(plain, period, Side.RISE)
        fall = yield from self._side_by_year(plain, period, Side.FALL)
        return _differences(rise, fall) if subject.sign > 0 else _differences(fall, rise)

    def side(self, subject: Subject, period: Period, side: Side) -> Read:
        """One side of a level: what was added or taken off in a period, or what it opened with."""
        levels = self.measures.levels
        stretch = months_of(period)
        if side is Side.OPENING:
            year, first, _ = stretch or (period.start.year, period.start.month, 0)
            if period.start.day != 1:
                return []
            return (yield from self._summed(subject, levels.opening, year, first, month_row=True))
        field = levels.rise if side is Side.RISE else levels.fall
        if stretch is None:
            return (yield from self._moved(subject, period, side))
        if period.start.year != period.end.year:
            return (yield from self._side_by_year(subject, period, side))
        year, first, last = stretch
        whole = (first, last) == (1, 12)
        months: _Filter = (
            {"field": levels.month, "op": "=", "value": levels.whole_year}
            if whole
            else {"field": levels.month, "op": "=", "value": first}
            if first == last
            else {"field": levels.month, "op": "BETWEEN", "value": [first, last]}
        )
        found = yield self._sum(field, [{"field": levels.year, "op": "=", "value": year}, months, *self.of(subject)])
        return self.figures(found, f"sum_{field}", 1)

    def by_member(
        self, subject: Subject, period: Period
    ) -> Generator[ToolCall, Found, list[tuple[str, str, Figure]] | None]:
        """Each member by its code and name with what came and went in whole months or years. None: they are not whole,
        or too many."""
        levels, stretch = self.measures.levels, months_of(period)
        if stretch is None:
            return None
        _, first, last = stretch
        whole = (first, last) == (1, 12)
        filters: list[_Filter] = [
            {"field": levels.year, "op": "BETWEEN", "value": [period.start.year, period.end.year]},
            {"field": levels.month, "op": "=", "value": levels.whole_year}
            if whole
            else {"field": levels.month, "op": "BETWEEN", "value": [first, last]},
            *self.of(subject),
        ]
        sides: list[dict[tuple[str, str], tuple[str, Figure]]] = []
        for field in (levels.rise, levels.fall):
            found = yield self._sum(field, filters, (levels.code, levels.name))
            if found.truncated:
                return None
            shown = self.figures(found, f"sum_{field}", 1)
            names = [f"{found.name(i, levels.name)} ({found.name(i, levels.code)})" for i in range(len(shown))]
            codes = [found.text(i, levels.code) for i in range(len(shown))]
            rows = zip(codes, names, shown, strict=True)
            sides.append({(code, figure.unit): (name, figure) for code, name, figure in rows})
        rises, falls = sides
        both = [(key[0], name, rise, falls[key][1]) for key, (name, rise) in rises.items() if key in falls]
        signed = subject.sign > 0
        return [
            (code, name, difference(rise, fall) if signed else difference(fall, rise))
            for code, name, rise, fall in both
        ]

    def _side_by_year(self, subject: Subject, period: Period, side: Side) -> Read:
        """What was added or taken off in each year, added up."""
        levels, found = self.measures.levels, list[Figure]()
        field = levels.rise if side is Side.RISE else levels.fall
        if stretches(period, "year"):
            years: _Filter = {"field": levels.year, "op": "BETWEEN", "value": [period.start.year, period.end.year]}
            whole: _Filter = {"field": levels.month, "op": "=", "value": levels.whole_year}
            return self.figures((yield self._sum(field, [years, whole, *self.of(subject)])), f"sum_{field}", 1)
        for year in range(period.start.year, period.end.year + 1):
            first, last = max(period.start, date(year, 1, 1)), min(period.end, date(year, 12, 31))
            found += yield from self.side(subject, replace(period, start=first, end=last), side)
        return [
            Figure(f"sum({', '.join(f.expression for f in mine)})", sum((f.value for f in mine), Decimal(0)), unit)
            for unit in dict.fromkeys(figure.unit for figure in found)
            if (mine := [figure for figure in found if figure.unit == unit])
        ]

    def _moved_net(self, subject: Subject, period: Period) -> Read:
        rise = yield from self._moved(subject, period, Side.RISE)
        fall = yield from self._moved(subject, period, Side.FALL)
        return _differences(rise, fall) if subject.sign > 0 else _differences(fall, rise)

    def _moved(self, subject: Subject, period: Period, side: Side) -> Read:
        """What single movements come to between two days."""
        moving = self.measures.movements
        if moving is None:
            return []
        field = moving.rise if side is Side.RISE else moving.fall
        codes = sorted(subject.codes)
        filters: list[_Filter] = [
            {"field": moving.date, "op": "BETWEEN", "value": [unix(period.start), unix(period.end)]},
            {"field": moving.member, "op": "IN", "value": codes},
        ]
        found = yield ToolCall(
            "aggregateTable",
            {
                "tableName": self.measures.movements_table,
                "aggregate": "SUM",
                "field": field,
                "filters": filters,
            },
        )
        return self.figures(found, f"sum_{field}", 1, self.measures.movements.unit if self.measures.movements else "")

    def level_on(self, subject: Subject, day: date) -> Read:
        """A level inside a month: that of the month's start, and what came and went until the day."""
        levels = self.measures.levels
        start = date(day.year, day.month, 1)
        period = Period(start, day, "", (0, 0))
        plain = replace(subject, sign=1)
        opening = yield from self._summed(plain, levels.opening, day.year, day.month, month_row=True)
        rise = yield from self._moved(plain, period, Side.RISE)
        fall = yield from self._moved(plain, period, Side.FALL)
        rises, falls = ({f.unit: f for f in side} for side in (rise, fall))
        found: list[Figure] = []
        for one in opening:
            up, down = rises.get(one.unit), falls.get(one.unit)
            added = Figure(f"sum({one.expression}, {up.expression})", one.value + up.value, one.unit) if up else one
            level = difference(added, down) if down else added
            turned = Figure(negated(level.expression), -level.value, level.unit)
            found.append(turned if subject.sign < 0 else level)
        return found

    def against(self, subject: Subject, period: Period, side: Side, others: frozenset[str]) -> Read:
        """One side of movements whose entries have these other members on them: what was paid of a debt."""
        moving = self.measures.movements
        entity = next(e for e in self.measures.descriptor.entities if e.movements is not None)
        if moving is None:
            return []
        field = moving.rise if side is Side.RISE else moving.fall
        step = self._entry_of(moving.date)
        column = f.Column(field=moving.date.rpartition(".")[2], via=(step,))
        table = entity.python_class or ""
        among = f.Form(
            table=table,
            outputs=(f.Output(name="key", value=f.Column(field=step.field)),),
            where=(f.Compare(left=f.Column(field=moving.member), op=Op.IN, values=tuple(sorted(others))),),
        )
        form = f.Form(
            table=table,
            outputs=(
                f.Output(name=moving.unit, value=f.Column(field=moving.unit)),
                f.Output(name=f"sum_{field}", value=f.Figure(function=Function.SUM, of=f.Column(field=field))),
            ),
            where=(
                f.Compare(left=f.Column(field=moving.member), op=Op.IN, values=tuple(sorted(subject.codes))),
                f.Compare(left=column, op=Op.BETWEEN, values=(unix(period.start), unix(period.end))),
                f.Member(left=f.Column(field=step.field), form=among),
            ),
            group_by=(f.Column(field=moving.unit),),
        )
        found = yield ToolCall("aggregateTable", form_arguments(form))
        return self.figures(found, f"sum_{field}", 1, moving.unit)

    def _entry_of(self, path: str) -> f.Step:
        """The step from a movement to the entry that holds its date."""
        name = path.partition(".")[0]
        entity = next(e for e in self.measures.descriptor.entities if e.movements is not None)
        relation = next(
            r for r in self.measures.descriptor.relations if r.from_entity == entity.name and r.path_name == name
        )
        [(field, key)] = relation.joins
        table = self.measures.descriptor.table_of(relation.to_entity) or ""
        return f.Step(field=field, table=table, key=key)

    def _sum(self, field: str, filters: list[_Filter], groups: Sequence[str] = ()) -> ToolCall:
        arguments: dict[str, object] = {
            "tableName": self.measures.levels_table,
            "aggregate": "SUM",
            "field": field,
            "filters": filters,
            "limit": MOST_ROWS,
        }
        if groups:
            arguments |= {"groupBy": list(groups), "orderBy": [{"field": groups[0], "direction": "asc"}]}
        return ToolCall("aggregateTable", arguments)

    def _summed(self, subject: Subject, field: str, year: int, month: int, *, month_row: bool = False) -> Read:
        when = self.at(year, month)
        if month_row:
            when[1] = {"field": self.measures.levels.month, "op": "=", "value": month}
        if subject.is_single:
            levels = self.measures.levels
            found = yield ToolCall(
                "queryTable",
                {
                    "tableName": self.measures.levels_table,
                    "fields": [levels.code, levels.name, field, levels.unit],
                    "filters": [*when, *self.of(subject)],
                },
            )
            return self.figures(found, field, subject.sign)
        found = yield self._sum(field, [*when, *self.of(subject)])
        return self.figures(found, f"sum_{field}", subject.sign)

    def by_month(
        self, subject: Subject, field: str, year: int, first: int, last: int
    ) -> Generator[ToolCall, Found, dict[tuple[int, str], Figure]]:
        """A column per month and currency."""
        levels = self.measures.levels
        filters: list[_Filter] = [
            {"field": levels.year, "op": "=", "value": year},
            {"field": levels.month, "op": "BETWEEN", "value": [first, last]},
            *self.of(subject),
        ]
        found = yield self._sum(field, filters, (levels.month,))
        shown = self.figures(found, f"sum_{field}", subject.sign)
        return {(int(found.text(i, levels.month)), figure.unit): figure for i, figure in enumerate(shown)}

    def figures(self, found: Found, column: str, sign: int, unit: str = "") -> list[Figure]:
        unit = unit or self.measures.levels.unit
        return [
            Figure(
                negated(found.ref(i, column)) if sign < 0 else found.ref(i, column),
                sign * found.value(i, column),
                found.text(i, unit),
            )
            for i in range(len(found.rows))
            if found.rows[i].get(column) is not None
        ]


def months_of(period: Period) -> Stretch | None:
    """The whole months a period is made of; of several years, of the first."""
    if period.start.day != 1 or period.month_end is None:
        return None
    if period.start.year != period.end.year:
        whole = (period.start.month, period.end.month) == (1, 12)
        return (period.start.year, 1, 12) if whole else None
    return period.start.year, period.start.month, period.end.month


def _differences(first: Sequence[Figure], second: Sequence[Figure]) -> list[Figure]:
    others = {figure.unit: figure for figure in second}
    return [difference(figure, others[figure.unit]) if figure.unit in others else figure for figure in first]
