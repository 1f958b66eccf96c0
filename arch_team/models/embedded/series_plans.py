"""Plans for figures over stretches of time, and for ranks of members."""

from collections.abc import Generator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from arch_team.measuring.asked import Asked, Make, Side, Subject
from arch_team.models.embedded.measure_figures import months_of
from arch_team.models.embedded.measure_speech import added_up, is_told_by_a_row, shown_as
from arch_team.models.embedded.plan import (
    Cannot,
    Figure,
    Found,
    Outcome,
    Plan,
    Say,
    Table,
    ToolCall,
    difference,
    negated,
    together,
)
from arch_team.models.embedded.report_plans import ReportPlans
from arch_team.text.periods import Period, cut, stretches

_MONTHS = {"month": 1, "quarter": 3, "half": 6}
_MOST_READ = 30
"""Stretches that are read one by one."""


class SeriesPlans(ReportPlans):
    """Answers with a series, what is made of one, or a rank."""

    def _points(
        self, asked: Asked, subject: Subject, grain: str
    ) -> Generator[ToolCall, Found, list[tuple[str, Figure]]]:
        """The stretches of a series with their figures, in order. None of them, where they are too many to be read."""
        whole = [_its_year(time) if time.is_point else time for time in asked.times]
        stretched = sorted({(each.start, each.end): each for time in whole for each in cut(time, grain)}.items())
        units = [each for _, each in stretched]
        if asked.make is Make.CUMULATED and subject.is_flow:
            starts = [max(t.start for t in whole if t.start <= unit.start <= t.end) for unit in units]
            return (yield from self._cumulated(subject, list(zip(starts, units, strict=True)), grain))
        told = {} if grain == "year" else (yield from self._told_by_months(subject, units))
        points: list[tuple[str, Figure]] = []
        if sum((unit.start, unit.end) not in told for unit in units) > _MOST_READ:
            return points
        for unit in units:
            key = unit.start, unit.end
            found = told[key] if key in told else (yield from self._read.total(subject, unit))
            if not found and subject.is_flow and key not in told:
                return []  # that nothing came or went, no cell shows
            points += [(self._labelled(unit, grain, subject), figure) for figure in found]
        return points

    def _no_points(self, subject: Subject, times: Sequence[Period], grain: str) -> Cannot:
        """What is said of a series without stretches: there are no figures, or not of each of them."""
        apart = next((t for t in times if (not t.is_point and t.start.day != 1) or t.month_end is None), None)
        many = next((t for t in times if len(cut(t, grain)) > _MOST_READ), None)
        if (time := apart or many) is not None:
            return Cannot(self.say("not_read", words=self._voice.span(time)))
        return self._nothing(subject, times[0])

    def _told_by_months(
        self, subject: Subject, units: list[Period]
    ) -> Generator[ToolCall, Found, dict[tuple[date, date], list[Figure]]]:
        """By their first and last days, the stretches that whole months tell: each year's are read in one go."""
        levels = self.measures.levels
        whole = [u for u in units if u.month_end is not None and (u.start.day == 1 or not subject.is_flow)]
        told: dict[tuple[date, date], list[Figure]] = {}
        for year in sorted({unit.end.year for unit in whole}):
            mine = [unit for unit in whole if unit.end.year == year]
            first, last = min(unit.start.month for unit in mine), max(unit.end.month for unit in mine)
            closing = yield from self._read.by_month(subject, levels.closing, year, first, last)
            opening: dict[tuple[int, str], Figure] = {}
            if subject.is_flow:
                opening = yield from self._read.by_month(subject, levels.opening, year, first, last)
            for unit in mine:
                ends = {key[1]: figure for key, figure in closing.items() if key[0] == unit.end.month}
                if subject.is_flow:
                    begun = {key[1]: figure for key, figure in opening.items() if key[0] == unit.start.month}
                    ends = {sign: difference(end, begun[sign]) for sign, end in ends.items() if sign in begun}
                told[unit.start, unit.end] = list(ends.values())
        return told

    def _cumulated(
        self, subject: Subject, units: list[tuple[date, Period]], grain: str
    ) -> Generator[ToolCall, Found, list[tuple[str, Figure]]]:
        """What came and went since the time began, at the end of each stretch."""
        points: list[tuple[str, Figure]] = []
        if len(units) > _MOST_READ:
            return points
        for start, unit in units:
            found = yield from self._read.total(subject, replace(unit, start=start))
            if not found:
                return []
            points += [(self._labelled(unit, grain, subject), figure) for figure in found]
        return points

    def _labelled(self, unit: Period, grain: str, subject: Subject) -> str:
        """What a stretch is called: by its number, or by its days where it is a part of one."""
        if subject.is_flow and unit not in stretches(unit, grain):
            return self._voice.span(unit)
        if unit.month_end is None or (grain != "month" and unit not in stretches(unit, grain)):
            return self._voice.span(replace(unit, start=unit.end))
        if grain == "year":
            return self._voice.year(unit.end.year)
        step = _MONTHS[grain]
        if step == 1:
            return f"{self._voice.month(unit.end.month)} {unit.end.year}"
        return self.say(f"{grain}_of", number=(unit.end.month + step - 1) // step, year=unit.end.year)

    def _series(self, asked: Asked) -> Plan:
        grain = asked.grain
        if grain is None:
            return (yield from self._side_by_side(asked))
        [subject, *others] = asked.subjects
        if others:
            return Cannot(self.say("not_read", words=others[0].title))
        points = yield from self._points(asked, subject, grain)
        if not points:
            return self._no_points(subject, asked.times, grain)
        what = self.say(f"by_{grain}")
        if asked.make is Make.CUMULATED:
            what = f"{what}, {self.say('cumulated')}"
        when = self._spans(asked.times)
        table = Table((self.say(grain), subject.title))
        for label, figure in points:
            table.rows.append((label, figure.reference))
        text = f"{self.say('series', title=self._named(subject), when=when, grain=what)}\n\n{table}"
        for time in asked.times if asked.wants_total and subject.is_flow else ():
            whole = yield from self._read.total(subject, time)
            text += f"\n\n{self.say('together')} ({self._voice.span(time)}): {shown_as(whole)}."
        return Say(text)

    def _side_by_side(self, asked: Asked) -> Plan:
        """Each subject at each of the times that are named."""
        table = Table((self.say("when"), *(subject.title for subject in asked.subjects)))
        figures: list[Figure] = []
        for time in asked.times:
            cells: list[str] = []
            for subject in asked.subjects:
                found = yield from self._read.total(subject, time)
                if not found:
                    return self._nothing(subject, time)
                cells.append(shown_as(found))
                figures += found
            table.rows.append((self._when(asked.subjects[0], time), *cells))
        title = ", ".join(self._named(subject) for subject in asked.subjects)
        text = f"{title}:\n\n{table}"
        if not asked.wants_total or len(asked.subjects) > 1:
            return Say(text)
        return self._with_total(asked, f"{text}\n", figures) if added_up(figures) else Cannot(self.say("times_apart"))

    def _average(self, asked: Asked) -> Plan:
        [subject, *_] = asked.subjects
        if len(asked.times) > 1:
            return (yield from together([self._average(replace(asked, times=(time,))) for time in asked.times]))
        if subject.is_flow:
            return (yield from self._mean_flow(asked, subject))
        points = yield from self._points(asked, subject, asked.grain or "month")
        if not points or any(time.month_end is None for time in asked.times):
            return self._no_points(subject, asked.times, asked.grain or "month")
        if len({figure.unit for _, figure in points}) > 1:
            return Cannot(self.say("several_units"))
        cells = [figure.expression.removeprefix("negated(").removesuffix(")") for _, figure in points]
        mean = f"average({', '.join(cells)})"
        shown = negated(mean) if subject.sign < 0 else mean
        when, grain = self._spans(asked.times), self.say("of_months")
        return Say(self.say("average", title=self._named(subject), when=when, grain=grain, figure=f"{{{{{shown}}}}}"))

    def _mean_flow(self, asked: Asked, subject: Subject) -> Plan:
        """What came less what went, each on average over the months of a time."""
        levels, [period, *more] = self.measures.levels, asked.times
        whole = stretches(period, asked.grain) if asked.grain else ()
        plain = replace(subject, sign=1)
        rise, fall = list[Figure](), list[Figure]()
        if asked.grain == "month" and whole and not more:
            for year in range(period.start.year, period.end.year + 1):
                months = [unit.start.month for unit in whole if unit.start.year == year]
                rise += (yield from self._read.by_month(plain, levels.rise, year, months[0], months[-1])).values()
                fall += (yield from self._read.by_month(plain, levels.fall, year, months[0], months[-1])).values()
        elif whole and not more:
            for stretch in whole:
                rise += yield from self._read.side(plain, stretch, Side.RISE)
                fall += yield from self._read.side(plain, stretch, Side.FALL)
        else:
            return Cannot(self.say("not_read", words=self._voice.span(period)))
        if not rise or not fall:
            return self._nothing(subject, period)
        if len({figure.unit for figure in (*rise, *fall)}) > 1:
            return Cannot(self.say("several_units"))
        sides = [f"average({', '.join(figure.expression for figure in side)})" for side in (rise, fall)]
        mean = f"difference({', '.join(reversed(sides) if subject.sign < 0 else sides)})"
        when, grain = self._voice.span(period), self.say(f"per_{asked.grain}")
        return Say(self.say("average", title=self._named(subject), when=when, grain=grain, figure=f"{{{{{mean}}}}}"))

    def _extreme(self, asked: Asked) -> Plan:
        [subject, *_] = asked.subjects
        points = yield from self._points(asked, subject, asked.grain or "month")
        units = {figure.unit for _, figure in points}
        if not points or len(units) != 1:
            none = self._no_points(subject, asked.times, asked.grain or "month")
            return none if not points else Cannot(self.say("several_units"))
        best = sorted(points, key=lambda p: p[1].value, reverse=asked.is_max)
        edge = best[min(asked.limit, len(best)) - 1][1].value
        kept = [p for p in best if (p[1].value >= edge if asked.is_max else p[1].value <= edge)]
        key = "extreme_max" if asked.is_max else "extreme_min"
        when = self._spans(asked.times)
        if len(kept) == 1:
            [(label, figure)] = kept
            return Say(self.say(key, title=self._named(subject), when=when, stretch=label, figure=figure.reference))
        lines = "\n".join(f"- {label}: {figure.reference}" for label, figure in kept)
        head = self.say("rank_max" if asked.is_max else "rank_min", title=self._named(subject), when=when)
        return Say(f"{head}\n{lines}")

    def _beyond(self, asked: Asked) -> Plan:
        [subject, *_] = asked.subjects
        points = yield from self._points(asked, subject, asked.grain or "month")
        if not points:
            return self._no_points(subject, asked.times, asked.grain or "month")
        limit = asked.amount or Decimal(0)
        fitting = [p for p in points if (p[1].value > limit if asked.comparison == ">" else p[1].value < limit)]
        when = self._spans(asked.times)
        if not fitting:
            nearest = sorted(points, key=lambda p: p[1].value, reverse=asked.comparison == ">")[0]
            text = f"{nearest[0]} {nearest[1].reference}"
            return Say(self.say("beyond_none", title=self._named(subject), when=when, extreme=text))
        verdict = self.say("yes") if asked.is_question else ""
        lines = "\n".join(f"- {label}: {figure.reference}" for label, figure in fitting)
        return Say(f"{self.say('list_head', verdict=verdict, title=self._named(subject), when=when)}\n{lines}")

    def _rank(self, asked: Asked) -> Plan:
        [subject, *_], [period, *_] = asked.subjects, asked.times
        levels = self.measures.levels
        months = months_of(period)
        one_month = months is not None and months[1] == months[2] != 1
        if subject.is_flow and one_month and asked.make is Make.RANK and not asked.wants_total:
            return (yield from self._rank_in_month(asked, subject, period))
        if subject.is_flow and not is_told_by_a_row(period):
            return (yield from self._rank_of_totals(asked, subject, period))
        if subject.is_flow and months is None:
            return Cannot(self.say("not_read", words=self._voice.span(period)))
        if asked.make is Make.RANK and not (asked.not_zero or asked.wants_total):
            down = asked.is_max == (subject.sign > 0)
            found = yield self._read.rows_at(
                subject, period.end.year, period.end.month, order=levels.closing, down=down, limit=asked.limit
            )
        else:
            found = yield self._read.rows_at(subject, period.end.year, period.end.month)
        shown = self._read.figures(found, levels.closing, subject.sign)
        rows = list(range(len(shown)))
        if asked.not_zero or asked.wants_total:
            some = [i for i in rows if shown[i].value]
            rows = sorted(some, key=lambda i: shown[i].value, reverse=asked.is_max)[: asked.limit]
        if asked.make is Make.MEMBERS_BEYOND:
            limit = asked.amount or Decimal(0)
            rows = [i for i in rows if (shown[i].value > limit if asked.comparison == ">" else shown[i].value < limit)]
        if found.truncated and (asked.not_zero or asked.wants_total or asked.make is Make.MEMBERS_BEYOND):
            return Cannot(self.say("not_read", words=subject.title))
        if not rows:
            return self._nothing(subject, period)
        key = "list_head" if asked.make is Make.MEMBERS_BEYOND else "rank_max" if asked.is_max else "rank_min"
        head = self.say(key, verdict="", title=self._named(subject), when=self._when(subject, period))
        lines = "\n".join(
            f"- {found.name(i, levels.name)} ({found.name(i, levels.code)}): {shown[i].reference}" for i in rows
        )
        return self._with_total(asked, f"{head}\n{lines}", [shown[i] for i in rows])

    def _with_total(self, asked: Asked, text: str, figures: list[Figure]) -> Outcome:
        """Those that are shown, and what they come to, where that is asked."""
        if not asked.wants_total or len(figures) < 2:
            return Say(text)
        total = added_up(figures)
        return (
            Say(f"{text}\n{self.say('together')}: {shown_as(total)}.")
            if total
            else Cannot(self.say("not_read", words=self.say("together")))
        )

    def _rank_of_totals(self, asked: Asked, subject: Subject, period: Period) -> Plan:
        """The members with the most of what came and went in some months or several years."""
        each = yield from self._read.by_member(subject, period)
        if each is None:
            return Cannot(self.say("not_read", words=self._voice.span(period)))
        kept = [member for member in each if member[2].value or not asked.not_zero]
        if asked.make is Make.MEMBERS_BEYOND:
            limit, above = asked.amount or Decimal(0), asked.comparison == ">"
            kept = [member for member in kept if (member[2].value > limit if above else member[2].value < limit)]
        else:
            kept = sorted(kept, key=lambda member: member[2].value, reverse=asked.is_max)[: asked.limit]
        if not kept:
            return self._nothing(subject, period)
        key = "list_head" if asked.make is Make.MEMBERS_BEYOND else "rank_max" if asked.is_max else "rank_min"
        head = self.say(key, verdict="", title=self._named(subject), when=self._voice.span(period))
        lines = "\n".join(f"- {name}: {figure.reference}" for _, name, figure in kept)
        if not asked.wants_total or len(kept) < 2:
            return Say(f"{head}\n{lines}")
        shown = replace(subject, codes=frozenset(code for code, _, _ in kept), is_code=False)
        total = yield from self._read.total(shown, period)
        return Say(f"{head}\n{lines}\n{self.say('together')}: {shown_as(total)}.")

    def _rank_in_month(self, asked: Asked, subject: Subject, period: Period) -> Plan:
        """The members with the most of what came and went in one month."""
        levels = self.measures.levels
        found = yield self._read.month_rows(subject, period.end.year, period.end.month)
        moved: list[tuple[str, Figure]] = []
        for i in range(len(found.rows)):
            rise, fall = (
                Figure(found.ref(i, side), found.value(i, side), found.text(i, levels.unit))
                for side in (levels.rise, levels.fall)
            )
            net = difference(fall, rise) if subject.sign < 0 else difference(rise, fall)
            moved.append((f"{found.name(i, levels.name)} ({found.name(i, levels.code)})", net))
        if not moved or found.truncated:
            return self._nothing(subject, period)
        kept = [pair for pair in moved if pair[1].value or not asked.not_zero]
        ranked = sorted(kept, key=lambda pair: pair[1].value, reverse=asked.is_max)[: asked.limit]
        key = "rank_max" if asked.is_max else "rank_min"
        head = self.say(key, title=self._named(subject), when=self._voice.span(period))
        return Say(f"{head}\n" + "\n".join(f"- {name}: {figure.reference}" for name, figure in ranked))

    def _change_by_member(self, asked: Asked) -> Plan:
        """Each member at two times, and what changed."""
        subject, (earlier, later) = asked.subjects[0], sorted(asked.times, key=lambda t: t.end)
        moved, _ = yield from self._moves(subject, earlier, later)
        if not moved:
            return self._nothing(subject, later)
        heads = self._when(subject, earlier), self._when(subject, later)
        table = Table((subject.title, *heads, self.say("change_head")))
        for name, old, new in moved:
            table.rows.append((name, old.reference, new.reference, difference(new, old).reference))
        return Say(f"{self._named(subject)}:\n\n{table}")

    def _moves(
        self, subject: Subject, earlier: Period, later: Period
    ) -> Generator[ToolCall, Found, tuple[list[tuple[str, Figure, Figure]], bool]]:
        """Each member with its figure at two times, and whether all have both; none, where a time is no stretch since
        new year."""
        levels = self.measures.levels
        if subject.is_flow and not all(map(is_told_by_a_row, (earlier, later))):
            return [], False
        before = yield self._read.rows_at(subject, earlier.end.year, earlier.end.month)
        after = yield self._read.rows_at(subject, later.end.year, later.end.month)
        olds = {
            before.text(i, levels.code): f
            for i, f in enumerate(self._read.figures(before, levels.closing, subject.sign))
        }
        moved: list[tuple[str, Figure, Figure]] = []
        for i, new in enumerate(self._read.figures(after, levels.closing, subject.sign)):
            old = olds.get(after.text(i, levels.code))
            if old is not None and old.unit == new.unit:
                moved.append((f"{after.name(i, levels.name)} ({after.name(i, levels.code)})", old, new))
        whole = len(moved) == len(before.rows) == len(after.rows) and not (before.truncated or after.truncated)
        return moved, whole

    def _rank_change(self, asked: Asked) -> Plan:
        """The members that rose or fell most between two times, or all that did by more than an amount."""
        [subject, *_] = asked.subjects
        earlier, later = sorted(asked.times, key=lambda t: t.end)
        each, is_whole = yield from self._moves(subject, earlier, later)
        moved = [(name, difference(new, old)) for name, old, new in each]
        if not moved:
            return self._nothing(subject, later)
        if asked.comparison and asked.amount and len({figure.unit for _, figure in moved}) > 1:
            return Cannot(self.say("several_units"))
        if asked.comparison and not is_whole:
            return Cannot(self.say("not_read", words=self._named(subject)))  # some are in one of the two alone
        ranked = sorted(moved, key=lambda pair: pair[1].value, reverse=asked.is_max)
        if asked.comparison:
            least, sign = asked.amount or Decimal(0), 1 if asked.is_max else -1
            ranked = [(name, figure) for name, figure in ranked if figure.value * sign > least]
        else:
            ranked = ranked[: asked.limit]
        if not ranked:
            return Cannot(self.say("none_moved", title=self._named(subject), when=self._spans((earlier, later))))
        key = ("members_rose", "members_fell") if asked.comparison else ("rise_max", "rise_min")
        head = self.say(key[0 if asked.is_max else 1], title=self._named(subject), when=self._spans((earlier, later)))
        return Say("\n".join((head, *(f"- {name}: {figure.reference}" for name, figure in ranked))))


def _year(year: int) -> Period:
    return Period(date(year, 1, 1), date(year, 12, 31), str(year), (0, 0))


def _its_year(time: Period) -> Period:
    """A day in a series stands for its year."""
    return replace(_year(time.end.year), said=time.said, at=time.at)
