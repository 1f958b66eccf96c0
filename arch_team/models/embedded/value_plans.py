"""Plans for figures at one time or of two: values, changes, differences, shares."""

from dataclasses import replace
from itertools import pairwise

from arch_team.measuring.asked import Asked, Side, Subject
from arch_team.models.embedded.measure_figures import Read, months_of
from arch_team.models.embedded.measure_speech import (
    MOST_LISTED,
    MeasureSpeech,
    added_up,
    in_one_unit,
    is_told_by_a_row,
    shown_as,
)
from arch_team.models.embedded.plan import (
    Cannot,
    Figure,
    Plan,
    Say,
    difference,
    negated,
    together,
)
from arch_team.text.periods import Period


class ValuePlans(MeasureSpeech):
    """Answers with one figure, or two beside each other."""

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
            return Say(self.say("one", verdict="", title=title, when=when, figure=shown_as(found)))
        listed = not subject.is_flow or asked.per_member
        if asked.per_member and subject.is_flow and not is_told_by_a_row(period):
            return (yield from self._by_member(asked, subject, period))
        if listed and months_of(replace(period, start=period.end.replace(day=1))) is not None:
            return (yield from self._listed(asked, subject, period))
        if not subject.is_flow:
            found = yield from self._read.level_on(subject, period.end)
            if not found:
                return Cannot(self.say("inside_month", title=self._named(subject)))
            when = self.say("at_day", day=self._voice.span(replace(period, start=period.end)))
            title = self.say("balance_of", title=self._named(subject))
            return Say(
                self.say("one", verdict=self._verdict(asked, found), title=title, when=when, figure=shown_as(found))
            )
        found = yield from self._read.total(subject, period)
        if not found:
            return self._nothing(subject, period)
        when = self._voice.span(period)
        verdict = self._verdict(asked, found) or self._premise(asked, found[0].value)
        title = self._coded(subject) if period.months else self._named(subject)
        text = self.say("one", verdict=verdict, title=title, when=when, figure=shown_as(found))
        return Say(text + self._no_reasons(asked))

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
        if len(lines) > MOST_LISTED and not asked.per_member:
            return Say(f"{head} {shown_as(totals)}." + note)
        body = "\n".join(f"- {name}: {figure}" for name, figure in lines)
        return Say(f"{head}\n{body}\n{self.say('together')}: {shown_as(totals)}.{note}")

    def _by_member(self, asked: Asked, subject: Subject, period: Period) -> Plan:
        """Each member with what came and went, and the total."""
        each = yield from self._read.by_member(subject, period)
        if each is None:
            return Cannot(self.say("not_read", words=subject.title))
        if not each:
            return self._nothing(subject, period)
        total, when = (yield from self._read.total(subject, period)), self._voice.span(period)
        verdict = self._verdict(asked, total) or (self._premise(asked, total[0].value) if total else "")
        head = self.say("list_head", verdict=verdict, title=self._named(subject), when=when)
        body = "\n".join(f"- {name}: {figure.reference}" for _, name, figure in each)
        whole = f"\n{self.say('together')}: {shown_as(total)}." if len(each) > 1 else ""
        return Say(f"{head}\n{body}{whole}{self._no_reasons(asked)}")

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
            lines.append(f"- {self._sided(subject, asked.side)}: {shown_as(found)}")
            every += found
        if asked.wants_total:
            total = added_up(every) or (yield from self._of_all(asked, period))
            if total:
                lines.append(f"{self.say('together')}: {shown_as(total)}.")
        level = next((s for s in asked.subjects if not s.is_flow), asked.subjects[0])
        moves = asked.side in (Side.RISE, Side.FALL)
        return Say(f"{self._when_of(level, period, moves=moves)}:\n" + "\n".join(lines))

    def _of_all(self, asked: Asked, period: Period) -> Read:
        """What several subjects come to, where their figures are no cells that can be added: of all their members."""
        codes = [code for subject in asked.subjects for code in subject.codes]
        alike = len({(subject.sign, subject.is_flow) for subject in asked.subjects}) == 1
        if not alike or len(codes) != len(set(codes)) or asked.side in (Side.RISE, Side.FALL, Side.OPENING):
            return []
        whole = replace(asked.subjects[0], codes=frozenset(codes), is_code=False)
        return (yield from self._read.total(whole, period))

    def _turnover(self, subject: Subject, period: Period, side: Side, against: frozenset[str]) -> Plan:
        parts: list[str] = []
        for one in (Side.RISE, Side.FALL) if side is Side.BOTH else (side,):
            if against:
                found = yield from self._read.against(subject, period, one, against)
            else:
                found = yield from self._read.side(subject, period, one)
            if not found:
                return self._nothing(subject, period)
            parts.append(shown_as(found) if against else f"{self.say(one.value)} {shown_as(found)}")
        when = self._voice.span(period)
        if against and subject.is_flow:
            return Say(self.say("booked_on", title=self._named(subject), when=when, figures=", ".join(parts)))
        if against:
            return Say(self.say("paid", title=self._named(subject), when=when, figures=", ".join(parts)))
        return Say(self.say("moved", title=self._named(subject), when=when, figures=", ".join(parts)))

    def _sided(self, subject: Subject, side: Side) -> str:
        """What a subject is called; with the side, where it is one of its movements."""
        named = self._named(subject)
        return f"{named}, {self.say(side.value)}" if side in (Side.RISE, Side.FALL) else named

    def _when_of(self, subject: Subject, period: Period, *, moves: bool) -> str:
        return self._voice.span(period) if moves else self._when(subject, period)

    def _changes(self, asked: Asked) -> Plan:
        """One change; of several times each by itself where levels move in them, else from one to the next."""
        times = sorted(asked.times, key=lambda t: t.end)
        if len(times) < 3:
            return (yield from self._change(asked))
        alone = not asked.subjects[0].is_flow and not any(time.is_point for time in times)
        steps = [(time,) for time in times] if alone else list(pairwise(times))
        return (yield from together([self._change(replace(asked, times=step)) for step in steps]))

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
            moves = asked.side in (Side.RISE, Side.FALL)
            whens = self._when_of(subject, earlier, moves=moves), self._when_of(subject, later, moves=moves)
        if not first or not second:
            return self._nothing(subject, asked.times[0])
        first, second = in_one_unit(first), in_one_unit(second)
        units = {figure.unit for figure in (*first, *second)}
        if not len(first) == len(second) == len(units):
            return Cannot(self.say("several_units"))
        later_of = {figure.unit: figure for figure in second}
        verdicts = [self._compared(asked, later_of[old.unit].value, old.value) for old in first]
        differ = len(set(verdicts)) > 1  # one went up, the other down
        if differ and asked.comparison != "?":
            return Cannot(self.say("several_units"))
        title = self._sided(subject, asked.side)
        moves = (self._moved(title, old, later_of[old.unit], whens) for old in first)
        told = verdicts if differ else [verdicts[0], *("" for _ in first[1:])]
        lines = "\n".join(f"{verdict}{move}" for verdict, move in zip(told, moves, strict=True))
        return Say(lines + self._no_reasons(asked))

    def _moved(self, title: str, old: Figure, new: Figure, whens: tuple[str, str]) -> str:
        """From one figure to another of the same currency."""
        percent = f", {{{{percent_change({old.expression}, {new.expression})}}}}" if old.value else ""
        return self.say(
            "change",
            title=title,
            first_when=whens[0],
            first=old.reference,
            second_when=whens[1],
            second=new.reference,
            change=difference(new, old).reference,
            percent=percent,
        )

    def _difference(self, asked: Asked) -> Plan:
        return (yield from together([self._difference_at(asked, period) for period in asked.times]))

    def _difference_at(self, asked: Asked, period: Period) -> Plan:
        one, other = asked.subjects
        first = yield from self._read.total(one, period)
        second = yield from self._read.total(other, period)
        if not first or not second:
            return self._nothing(one if not first else other, period)
        if len(first) > 1 or len(second) > 1 or first[0].unit != second[0].unit:
            return Cannot(self.say("several_units"))
        left = difference(first[0], second[0])
        share = f"{{{{percent({left.expression}, {first[0].expression})}}}}"
        percent = self.say("percent_of", share=share, title=self._named(one)) if asked.wants_percent else ""
        return Say(
            self.say(
                "difference",
                verdict=self._compared(asked, first[0].value, second[0].value),
                when=self._when(one, period),
                first_title=self._named(one),
                first=first[0].reference,
                second_title=self._named(other),
                second=second[0].reference,
                difference=left.reference,
                percent=percent,
            )
        )

    def _share(self, asked: Asked) -> Plan:
        return (yield from together([self._share_at(asked, period) for period in asked.times]))

    def _share_at(self, asked: Asked, period: Period) -> Plan:
        part, whole = asked.subjects
        first = yield from self._read.total(part, period)
        second = yield from self._read.total(whole, period)
        if not first or not second:
            return self._nothing(part if not first else whole, period)
        first, second = in_one_unit(first), in_one_unit(second)
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
