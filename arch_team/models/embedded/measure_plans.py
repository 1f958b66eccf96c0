"""Plans for what is asked of members: calls first, then every figure by reference."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from arch_team.measuring.asked import Asked, Lacking, Make, Refused, Side, Subject
from arch_team.measuring.model import Measures
from arch_team.models.embedded.measure_figures import Figures, months_of
from arch_team.models.embedded.plan import (
    Ask,
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
)
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.roles import Labels, ReportLine
from arch_team.text.messages import Messages, messages_of
from arch_team.text.periods import Period
from arch_team.wire import Language

_MOST_LISTED = 12
_MONTHS = {"month": 1, "quarter": 3}


@dataclass(frozen=True)
class MeasurePlans:
    """Plans on one source in one language."""

    measures: Measures
    language: Language

    @property
    def say(self) -> Messages:
        texts = messages_of("arch_team.models.embedded", "measure_texts.yaml", self.language)
        return texts.with_terms(self.measures.levels.terms.of(self.language))

    @property
    def _voice(self) -> Voice:
        return Voice(self.language)

    @property
    def _read(self) -> Figures:
        return Figures(self.measures)

    def outcome_of(self, open_: Lacking | Refused) -> Outcome:
        """What is said where nothing can be read."""
        if isinstance(open_, Refused):
            return Cannot(self.say(open_.why, words=open_.words))
        if open_.what == "no_members":
            return Cannot(self.say("no_members", words=open_.words))
        said = self.say(f"ask_{open_.what}", words=open_.words, options=", ".join(open_.options))
        return Ask(said, open_.options or self._suggested(open_.what))

    def _suggested(self, what: str) -> tuple[str, ...]:
        """What a person may answer: the last years there are figures of, or what is often asked for."""
        last = self.measures.years[1]
        if what == "time":
            return str(last), str(last - 1)
        if what == "date":
            return self._voice.day(last, 12), self._voice.day(last - 1, 12)
        if what == "grain":
            return tuple(self.say(f"per_{grain}") for grain in ("month", "quarter"))
        if what != "subject":
            return ()
        entities = (self.measures.descriptor.entity(name) for name in self.measures.descriptor.often_asked)
        return tuple(self._title(entity.labels) for entity in entities if entity is not None)

    def plan(self, asked: Asked) -> Plan:
        match asked.make:
            case Make.VALUE:
                return self._value(asked)
            case Make.CHANGE:
                return self._change(asked)
            case Make.DIFFERENCE:
                return self._difference(asked)
            case Make.SHARE:
                return self._share(asked)
            case Make.SERIES | Make.CUMULATED:
                return self._series(asked)
            case Make.AVERAGE:
                return self._average(asked)
            case Make.EXTREME:
                return self._extreme(asked)
            case Make.BEYOND:
                return self._beyond(asked)
            case Make.RANK_CHANGE:
                return self._rank_change(asked)
            case Make.RANK | Make.MEMBERS_BEYOND:
                return self._rank(asked)
            case Make.PROPORTION:
                return self._proportion(asked)
            case Make.REPORT:
                return self._report(asked)
            case Make.DEFINITION:
                return self._defined(asked.name)

    # one time

    def _value(self, asked: Asked) -> Plan:
        subjects, times = list(asked.subjects), list(asked.times)
        if len(subjects) != 1:
            return (yield from self._several(asked))
        subject, period = subjects[0], times[0]
        if asked.more_sides:
            return (yield from self._sides(asked))
        if asked.side in (Side.RISE, Side.FALL, Side.BOTH):
            return (yield from self._turnover(subject, period, asked.side, asked.against))
        if asked.side is Side.OPENING:
            found = yield from self._read.side(subject, period, Side.OPENING)
            if not found:
                return self._nothing(subject, period)
            day = self._voice.span(replace(period, start=period.start, end=period.start))
            title = self.say("opening_of", title=self._named(subject))
            when = self.say("at_day", day=day)
            return Say(self.say("one", verdict="", title=title, when=when, figure=_shown(found)))
        listed = not subject.is_flow or asked.per_member
        if listed and months_of(replace(period, start=period.end.replace(day=1))) is not None:
            return (yield from self._listed(asked, subject, period))
        if not subject.is_flow:
            found = yield from self._read.level_on(subject, period.end)
            if not found:
                return Cannot(self.say("inside_month", title=self._named(subject)))
            when = self.say("at_day", day=self._voice.span(replace(period, start=period.end)))
            title = self.say("balance_of", title=self._named(subject))
            return Say(
                self.say("one", verdict=self._verdict(asked, found), title=title, when=when, figure=_shown(found))
            )
        found = yield from self._read.total(subject, period)
        if not found:
            return self._nothing(subject, period)
        when = self._voice.span(period)
        verdict = self._verdict(asked, found) or self._premise(asked, found[0].value)
        text = self.say("one", verdict=verdict, title=self._coded(subject), when=when, figure=_shown(found))
        return Say(text + self._no_reasons(asked))

    def _no_reasons(self, asked: Asked) -> str:
        return f" {self.say('no_reasons')}" if asked.asks_why else ""

    def _sides(self, asked: Asked) -> Plan:
        """Several sides of one subject: its level, and what was added or taken off."""
        said: list[str] = []
        for side in (asked.side, *asked.more_sides):
            outcome = yield from self._value(replace(asked, side=side, more_sides=()))
            if not isinstance(outcome, Say):
                return outcome
            said.append(outcome.text)
        return Say("\n".join(said))

    def _listed(self, asked: Asked, subject: Subject, period: Period) -> Plan:
        """Each member with its level, and the total per currency."""
        levels = self.measures.levels
        found = yield self._read.rows_at(subject, period.end.year, period.end.month)
        if not found.rows:
            return self._nothing(subject, period)
        if found.truncated:
            return Cannot(self.say("not_read", words=subject.title))
        lines: list[tuple[str, str]] = []
        by_unit: dict[str, list[int]] = {}
        for i in range(len(found.rows)):
            by_unit.setdefault(found.text(i, levels.unit), []).append(i)
            cell = found.ref(i, levels.closing)
            shown = negated(cell) if subject.sign < 0 else cell
            lines.append((f"{found.name(i, levels.name)} ({found.name(i, levels.code)})", f"{{{{{shown}}}}}"))
        totals = [self._sum(found, rows, subject.sign, unit) for unit, rows in by_unit.items()]
        verdict = self._verdict(asked, totals) or (self._premise(asked, totals[0].value) if totals else "")
        year, month = period.end.year, period.end.month
        when = (
            self._voice.span(period) if subject.is_flow else self.say("at_day", day=self._voice.day(year, month % 12))
        )
        note = "".join(self.say(key) for key in asked.warned) + self._no_reasons(asked)
        if len(lines) == 1:
            title = lines[0][0] if subject.is_flow else self.say("balance_of", title=lines[0][0])
            return Say(self.say("one", verdict=verdict, title=title, when=when, figure=lines[0][1]) + note)
        head = self.say("list_head", verdict=verdict, title=self._named(subject), when=when)
        if len(lines) > _MOST_LISTED and not asked.per_member:
            return Say(f"{head} {_shown(totals)}." + note)
        body = "\n".join(f"- {name}: {figure}" for name, figure in lines)
        return Say(f"{head}\n{body}\n{self.say('together')}: {_shown(totals)}.{note}")

    def _sum(self, found: Found, rows: Sequence[int], sign: int, unit: str) -> Figure:
        closing = self.measures.levels.closing
        cells = [found.ref(i, closing) for i in rows]
        value = sum((found.value(i, closing) for i in rows), start=Decimal(0))
        expression = cells[0] if len(cells) == 1 else f"sum({', '.join(cells)})"
        return Figure(negated(expression), -value, unit) if sign < 0 else Figure(expression, value, unit)

    def _several(self, asked: Asked) -> Plan:
        lines: list[str] = []
        every: list[Figure] = []
        [period] = asked.times
        for subject in asked.subjects:
            if asked.side in (Side.RISE, Side.FALL, Side.OPENING):
                found = yield from self._read.side(subject, period, asked.side)
            elif asked.side is Side.BOTH:
                return Cannot(self.say("not_read", words=subject.title))
            else:
                found = yield from self._read.total(subject, period)
            if not found:
                return self._nothing(subject, period)
            lines.append(f"- {self._named(subject)}: {_shown(found)}")
            every += found
        if asked.wants_total:
            total = _added(every)
            if total:
                lines.append(f"{self.say('together')}: {_shown(total)}.")
        return Say(f"{self._voice.span(period)}:\n" + "\n".join(lines))

    def _turnover(self, subject: Subject, period: Period, side: Side, against: frozenset[str]) -> Plan:
        parts: list[str] = []
        for one in (Side.RISE, Side.FALL) if side is Side.BOTH else (side,):
            if against:
                found = yield from self._read.against(subject, period, one, against)
            else:
                found = yield from self._read.side(subject, period, one)
            if not found:
                return self._nothing(subject, period)
            parts.append(_shown(found) if against else f"{self.say(one.value)} {_shown(found)}")
        when = self._voice.span(period)
        if against:
            return Say(self.say("paid", title=self._named(subject), when=when, figures=", ".join(parts)))
        return Say(self.say("moved", title=self._named(subject), when=when, figures=", ".join(parts)))

    # two figures

    def _change(self, asked: Asked) -> Plan:
        [subject, *_] = asked.subjects
        if len(asked.times) == 1:
            [period] = asked.times
            first = yield from self._read.side(subject, period, Side.OPENING)
            second = yield from self._read.total(subject, period)
            start = self.say("at_day", day=self._voice.span(replace(period, end=period.start)))
            whens = (start, self.say("at_day", day=self._voice.span(replace(period, start=period.end))))
        else:
            earlier, later = sorted(asked.times, key=lambda t: t.end)
            if asked.side in (Side.RISE, Side.FALL):
                first = yield from self._read.side(subject, earlier, asked.side)
                second = yield from self._read.side(subject, later, asked.side)
            else:
                first = yield from self._read.total(subject, earlier)
                second = yield from self._read.total(subject, later)
            whens = self._when(subject, earlier), self._when(subject, later)
        if not first or not second:
            return self._nothing(subject, asked.times[0])
        if len(first) > 1 or len(second) > 1 or first[0].unit != second[0].unit:
            return Cannot(self.say("several_units"))
        old, new = first[0], second[0]
        moved = difference(new, old)
        percent = f", {{{{percent_change({old.expression}, {new.expression})}}}}" if old.value else ""
        verdict = self._compared(asked, new.value, old.value)
        return Say(
            self.say(
                "change",
                verdict=verdict,
                title=self._named(subject),
                first_when=whens[0],
                first=old.reference,
                second_when=whens[1],
                second=new.reference,
                change=moved.reference,
                percent=percent,
            )
            + self._no_reasons(asked)
        )

    def _difference(self, asked: Asked) -> Plan:
        one, other = asked.subjects
        [period] = asked.times
        first = yield from self._read.total(one, period)
        second = yield from self._read.total(other, period)
        if not first or not second:
            return self._nothing(one if not first else other, period)
        if len(first) > 1 or len(second) > 1 or first[0].unit != second[0].unit:
            return Cannot(self.say("several_units"))
        return Say(
            self.say(
                "difference",
                verdict=self._compared(asked, first[0].value, second[0].value),
                when=self._when(one, period),
                first_title=self._named(one),
                first=first[0].reference,
                second_title=self._named(other),
                second=second[0].reference,
                difference=difference(first[0], second[0]).reference,
                percent="",
            )
        )

    def _share(self, asked: Asked) -> Plan:
        part, whole = asked.subjects
        if len(part.codes) > len(whole.codes):
            part, whole = whole, part
        [period] = asked.times
        first = yield from self._read.total(part, period)
        second = yield from self._read.total(whole, period)
        if not first or not second:
            return self._nothing(part if not first else whole, period)
        first, second = _in_one_unit(first), _in_one_unit(second)
        if len(first) > 1 or len(second) > 1 or first[0].unit != second[0].unit:
            return Cannot(self.say("several_units"))
        share = f"{{{{percent({first[0].expression}, {second[0].expression})}}}}"
        return Say(
            self.say(
                "share",
                when=self._when(part, period),
                first_title=self._named(part),
                first=first[0].reference,
                second_title=self._named(whole),
                second=second[0].reference,
                share=share,
            )
        )

    def _proportion(self, asked: Asked) -> Plan:
        """A metric: the sum of some in percent of the sum of others, at each time."""
        lines: list[str] = []
        for period in sorted(asked.times, key=lambda t: t.end):
            parts: list[Figure] = []
            for subject in asked.subjects:
                parts += yield from self._read.total(subject, period)
            wholes: list[Figure] = []
            for subject in asked.others:
                wholes += yield from self._read.total(subject, period)
            parts, wholes = _in_one_unit(parts), _in_one_unit(wholes)
            if not parts or not wholes:
                return self._nothing(asked.subjects[0], period)
            units = {figure.unit for figure in (*parts, *wholes)}
            part, whole = _added(parts), _added(wholes)
            if len(units) > 1 or not part or not whole:
                return Cannot(self.say("several_units"))
            share = f"{{{{percent({part[0].expression}, {whole[0].expression})}}}}"
            when = self._when(asked.others[0] if asked.subjects[0].is_flow else asked.subjects[0], period)
            when = self._voice.span(period) if asked.subjects[0].is_flow and asked.others[0].is_flow else when
            lines.append(
                self.say(
                    "proportion",
                    title=asked.name,
                    when=when,
                    share=share,
                    part=part[0].reference,
                    whole=whole[0].reference,
                )
            )
        return Say("\n".join(lines))

    def _report(self, asked: Asked) -> Plan:
        """A line per set, every figure the sum of its cells, the times side by side."""
        report = next(r for r in self.measures.descriptor.reports if r.name == asked.name)
        levels = self.measures.levels
        times = sorted(asked.times, key=lambda t: t.end, reverse=True)
        if any(months_of(replace(t, start=t.end.replace(day=1))) is None for t in times):
            return Cannot(self.say("inside_month", title=asked.name))
        every = frozenset(code for line in report.lines for code in self._of_line(line)[0])
        if report.is_flow and any((m := months_of(t)) is None or m[1] != 1 for t in times):
            return Cannot(self.say("not_read", words=self._voice.span(times[0])))
        columns: list[Found] = []
        for time in times:
            subject = Subject("", every, 1, report.is_flow)
            found = yield self._read.rows_at(subject, time.end.year, time.end.month)
            if not found.rows or found.truncated:
                return self._nothing(Subject(self._title(report.labels), every, 1, report.is_flow), time)
            columns.append(found)
        heads = [self._voice.span(time) for time in times]
        table = Table((self._title(report.labels), *heads))
        for line in report.lines:
            codes, sign = self._of_line(line)
            cells = [self._cell(found, codes, sign, levels.code) for found in columns]
            if not any(cells):
                continue
            title = self._title(line.labels)
            table.rows.append((f"**{title}**" if line.is_total else title, *cells))
        return Say(f"{self._title(report.labels)}:\n\n{table}")

    def _of_line(self, line: ReportLine) -> tuple[frozenset[str], int]:
        """The members of a line of a report, and the sign they are shown with."""
        known = self.measures.sets.get(line.of)
        if known is not None:
            return known.codes, known.sign
        return frozenset(code for code in self.measures.members if line.low <= code <= line.high), line.sign

    def _title(self, labels: Labels) -> str:
        return next(iter(labels.of(self.language)), "")

    def _cell(self, found: Found, codes: frozenset[str], sign: int, code: str) -> str:
        by_unit: dict[str, list[int]] = {}
        for i in range(len(found.rows)):
            if found.text(i, code) in codes:
                by_unit.setdefault(found.text(i, self.measures.levels.unit), []).append(i)
        shown = _in_one_unit([self._sum(found, rows, sign, unit) for unit, rows in by_unit.items()])
        return ", ".join(figure.reference for figure in shown)

    def _defined(self, name: str) -> Plan:
        """What the model says of a thing, and the members it is made of."""
        descriptor, levels = self.measures.descriptor, self.measures.levels
        metric = next((m for m in descriptor.metrics if m.name == name), None)
        told = descriptor.entity(name) or metric
        if told is None:
            return Cannot(self.say("not_read", words=name))
        text = self.say("definition", title=self._title(told.labels), text=told.said_in(self.language))
        known = self.measures.sets.get(name)
        codes = (
            sorted(known.codes)
            if known
            else sorted({c for s in metric.of for c in self.measures.sets[s].codes} if metric else ())
        )
        if not codes:
            found = yield ToolCall(
                "browseTable", {"tableName": descriptor.table_of(name) or self.measures.levels_table, "limit": 1}
            )
            return Say(text)
        found = yield ToolCall(
            "queryTable",
            {
                "tableName": descriptor.table_of(levels.members),
                "fields": [levels.code, levels.name],
                "filters": [{"field": levels.code, "op": "IN", "value": codes}],
                "orderBy": [{"field": levels.code, "direction": "asc"}],
                "limit": _MOST_LISTED,
            },
        )
        if found.truncated:
            return Say(text)
        lines = [
            f"- {{{{{found.ref(i, levels.code)}}}}} {{{{{found.ref(i, levels.name)}}}}}" for i in range(len(found.rows))
        ]
        return Say(f"{text}\n" + "\n".join(lines))

    # series

    def _points(
        self, asked: Asked, subject: Subject, grain: str
    ) -> Generator[ToolCall, Found, list[tuple[str, Figure]]]:
        """The stretches of a series with their figures, in order."""
        points: list[tuple[str, Figure]] = []
        years = sorted({year for t in asked.times for year in range(t.start.year, t.end.year + 1)}) or list(
            range(self.measures.years[0], self.measures.years[1] + 1)
        )
        if grain == "year":
            for year in years:
                found = yield from self._read.total(subject, _year(year))
                points += [(self._voice.year(year), figure) for figure in found]
            return points
        levels, step = self.measures.levels, _MONTHS[grain]
        for year in years:
            months = next((months_of(t) for t in asked.times if t.start.year <= year <= t.end.year), None)
            first, last = (months[1], months[2]) if months else (1, 12)
            closing = yield from self._read.by_month(subject, levels.closing, year, first, last)
            opening: dict[tuple[int, str], Figure] = {}
            if subject.is_flow and asked.make is not Make.CUMULATED:
                opening = yield from self._read.by_month(subject, levels.opening, year, first, last)
            for (month, unit), figure in closing.items():
                if month % step:
                    continue
                start = opening.get((month - step + 1, unit))
                shown = difference(figure, start) if start is not None and subject.is_flow else figure
                label = (
                    f"{self._voice.month(month)} {year}"
                    if step == 1
                    else self.say("quarter_of", number=month // 3, year=year)
                )
                points.append((label, shown))
        return points

    def _series(self, asked: Asked) -> Plan:
        [subject, *_] = asked.subjects
        grain = asked.grain
        if grain is None:
            points: list[tuple[str, Figure]] = []
            for time in asked.times:
                found = yield from self._read.total(subject, time)
                points += [(self._voice.span(time), figure) for figure in found]
            grain = "year"
        else:
            points = yield from self._points(asked, subject, grain)
        if not points:
            return self._nothing(subject, asked.times[0])
        what = self.say(f"by_{grain}")
        if asked.make is Make.CUMULATED:
            what = f"{what}, {self.say('cumulated')}"
        when = self._spans(asked.times)
        table = Table((self.say(grain), subject.title))
        for label, figure in points:
            table.rows.append((label, figure.reference))
        return Say(f"{self.say('series', title=self._named(subject), when=when, grain=what)}\n\n{table}")

    def _average(self, asked: Asked) -> Plan:
        [subject, *_] = asked.subjects
        if subject.is_flow:
            return (yield from self._mean_flow(asked, subject))
        points = yield from self._points(asked, subject, asked.grain or "month")
        if not points:
            return self._nothing(subject, asked.times[0])
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
        months = months_of(period)
        if months is None or more or asked.grain != "month" or period.start.year != period.end.year:
            return Cannot(self.say("not_read", words=self._voice.span(period)))
        plain = replace(subject, sign=1)
        rise = yield from self._read.by_month(plain, levels.rise, *months)
        fall = yield from self._read.by_month(plain, levels.fall, *months)
        if not rise or not fall:
            return self._nothing(subject, period)
        if len({unit for _, unit in (*rise, *fall)}) > 1:
            return Cannot(self.say("several_units"))
        sides = [f"average({', '.join(figure.expression for figure in side.values())})" for side in (rise, fall)]
        mean = f"difference({', '.join(reversed(sides) if subject.sign < 0 else sides)})"
        when, grain = self._voice.span(period), self.say("per_month")
        return Say(self.say("average", title=self._named(subject), when=when, grain=grain, figure=f"{{{{{mean}}}}}"))

    def _extreme(self, asked: Asked) -> Plan:
        [subject, *_] = asked.subjects
        points = yield from self._points(asked, subject, asked.grain or "month")
        units = {figure.unit for _, figure in points}
        if not points or len(units) != 1:
            return self._nothing(subject, asked.times[0]) if not points else Cannot(self.say("several_units"))
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
            return self._nothing(subject, asked.times[0])
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
        if subject.is_flow and (months is None or months[1] != 1):
            return Cannot(self.say("not_read", words=self._voice.span(period)))
        if asked.make is Make.RANK:
            down = asked.is_max == (subject.sign > 0)
            found = yield self._read.rows_at(
                subject, period.end.year, period.end.month, order=levels.closing, down=down, limit=asked.limit
            )
        else:
            found = yield self._read.rows_at(subject, period.end.year, period.end.month)
        shown = self._read.figures(found, levels.closing, subject.sign)
        rows = list(range(len(shown)))
        if asked.make is Make.MEMBERS_BEYOND:
            limit = asked.amount or Decimal(0)
            rows = [i for i in rows if (shown[i].value > limit if asked.comparison == ">" else shown[i].value < limit)]
        if not rows:
            return self._nothing(subject, period)
        key = "list_head" if asked.make is Make.MEMBERS_BEYOND else "rank_max" if asked.is_max else "rank_min"
        head = self.say(key, verdict="", title=self._named(subject), when=self._when(subject, period))
        lines = "\n".join(
            f"- {found.name(i, levels.name)} ({found.name(i, levels.code)}): {shown[i].reference}" for i in rows
        )
        return Say(f"{head}\n{lines}")

    def _rank_change(self, asked: Asked) -> Plan:
        """The members that rose or fell most between two times."""
        [subject, *_] = asked.subjects
        levels = self.measures.levels
        earlier, later = sorted(asked.times, key=lambda t: t.end)
        if subject.is_flow and any((m := months_of(t)) is None or m[1] != 1 for t in (earlier, later)):
            return Cannot(self.say("not_read", words=self._voice.span(later)))
        before = yield self._read.rows_at(subject, earlier.end.year, earlier.end.month)
        after = yield self._read.rows_at(subject, later.end.year, later.end.month)
        olds = {
            before.text(i, levels.code): f
            for i, f in enumerate(self._read.figures(before, levels.closing, subject.sign))
        }
        moved: list[tuple[str, Figure]] = []
        for i, new in enumerate(self._read.figures(after, levels.closing, subject.sign)):
            old = olds.get(after.text(i, levels.code))
            if old is not None and old.unit == new.unit:
                moved.append((f"{after.name(i, levels.name)} ({after.name(i, levels.code)})", difference(new, old)))
        if not moved:
            return self._nothing(subject, later)
        ranked = sorted(moved, key=lambda pair: pair[1].value, reverse=asked.is_max)[: asked.limit]
        lines = "\n".join(f"- {name}: {figure.reference}" for name, figure in ranked)
        when = self._spans((earlier, later))
        return Say(
            f"{self.say('rise_max' if asked.is_max else 'rise_min', title=self._named(subject), when=when)}\n{lines}"
        )

    # words

    def _verdict(self, asked: Asked, figures: Sequence[Figure]) -> str:
        if not asked.is_question or not figures:
            return ""
        value = figures[0].value
        if asked.amount is not None:
            holds = {">": value > asked.amount, "<": value < asked.amount, "=": value == asked.amount}[asked.comparison]
            return self.say("yes" if holds else "no")
        if asked.expected_sign:
            return self.say("yes" if (value < 0) == (asked.expected_sign < 0) else "no")
        return self.say("yes" if value > 0 else "no") if asked.asks_whether else ""

    def _premise(self, asked: Asked, value: Decimal) -> str:
        """What is said where the question takes for granted what is not so."""
        if asked.is_question or not asked.expected_sign or not value:
            return ""
        return "" if (value < 0) == (asked.expected_sign < 0) else self.say("premise")

    def _compared(self, asked: Asked, new: Decimal, old: Decimal) -> str:
        if asked.asks_why and asked.comparison:
            return "" if (new > old if asked.comparison == ">" else new < old) else self.say("premise")
        if asked.is_question and asked.comparison == "?":
            return self.say("rose" if new > old else "fell" if new < old else "unchanged")
        if not asked.is_question or not asked.comparison:
            return ""
        return self.say("yes" if (new > old if asked.comparison == ">" else new < old) else "no")

    def _named(self, subject: Subject) -> str:
        """As the question calls it; a code, or a span of them, so that it cannot be taken for a figure."""
        title, terms = subject.title, self.measures.levels.terms.of(self.language)
        if not title[:1].isdigit():
            return title
        return f"{terms['member' if title in self.measures.members else 'members']} {title}"

    def _coded(self, subject: Subject) -> str:
        """As the question calls it; of one member its code too."""
        if subject.is_single and not subject.is_code and subject.title not in subject.codes:
            return f"{subject.title} ({next(iter(subject.codes))})"
        return self._named(subject)

    def _when(self, subject: Subject, period: Period) -> str:
        if subject.is_flow or months_of(replace(period, start=period.end.replace(day=1))) is None:
            return self._voice.span(period)
        return self.say("at_day", day=self._voice.day(period.end.year, period.end.month % 12))

    def _spans(self, periods: Iterable[Period]) -> str:
        return ", ".join(self._voice.span(period) for period in periods)

    def _nothing(self, subject: Subject, period: Period) -> Cannot:
        return Cannot(self.say("no_rows", title=self._named(subject), when=self._voice.span(period)))


def _shown(figures: Sequence[Figure]) -> str:
    return ", ".join(figure.reference for figure in figures)


def _in_one_unit(figures: Sequence[Figure]) -> list[Figure]:
    """Without what comes to nothing in a currency, where another comes to something."""
    kept = [figure for figure in figures if figure.value]
    return kept or list(figures[:1])


def _year(year: int) -> Period:
    return Period(date(year, 1, 1), date(year, 12, 31), str(year), (0, 0))


def _added(parts: Sequence[Figure]) -> list[Figure] | None:
    """Per currency, the sum of figures that are cells; what was computed already is not added up any further."""
    if any("(" in part.expression.removeprefix("negated(") for part in parts):
        return None
    out: list[Figure] = []
    for unit in dict.fromkeys(part.unit for part in parts):
        mine = [part for part in parts if part.unit == unit]
        value = sum((part.value for part in mine), start=Decimal(0))
        out.append(Figure(f"sum({', '.join(part.expression for part in mine)})", value, unit))
    return out
