"""Plans for what has a name of its own: metrics, reports, definitions."""

from dataclasses import replace

from arch_team.measuring.asked import Asked, Subject
from arch_team.models.embedded.measure_figures import months_of
from arch_team.models.embedded.measure_speech import MOST_LISTED, added_up, in_one_unit
from arch_team.models.embedded.plan import (
    Cannot,
    Figure,
    Found,
    Plan,
    Say,
    Table,
    ToolCall,
)
from arch_team.models.embedded.value_plans import ValuePlans
from arch_team.ontologies.roles import ReportLine


class ReportPlans(ValuePlans):
    """Answers with a metric, a report or a definition."""

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
            parts, wholes = in_one_unit(parts), in_one_unit(wholes)
            if not parts or not wholes:
                return self._nothing(asked.subjects[0], period)
            units = {figure.unit for figure in (*parts, *wholes)}
            part, whole = added_up(parts), added_up(wholes)
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
        return Say("\n".join(lines) + self._no_reasons(asked))

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

    def _cell(self, found: Found, codes: frozenset[str], sign: int, code: str) -> str:
        by_unit: dict[str, list[int]] = {}
        for i in range(len(found.rows)):
            if found.text(i, code) in codes:
                by_unit.setdefault(found.text(i, self.measures.levels.unit), []).append(i)
        shown = in_one_unit([self._sum(found, rows, sign, unit) for unit, rows in by_unit.items()])
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
                "limit": MOST_LISTED,
            },
        )
        if found.truncated:
            return Say(text)
        lines = [
            f"- {{{{{found.ref(i, levels.code)}}}}} {{{{{found.ref(i, levels.name)}}}}}" for i in range(len(found.rows))
        ]
        return Say(f"{text}\n" + "\n".join(lines))
