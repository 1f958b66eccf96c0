"""What every answer of figures is said with: names, times, verdicts, and what is said where there is none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from arch_team.measuring.asked import Asked, Lacking, Refused, Subject
from arch_team.measuring.model import Measures
from arch_team.models.embedded.measure_figures import Figures, months_of
from arch_team.models.embedded.plan import (
    Ask,
    Cannot,
    Figure,
    Found,
    Outcome,
    negated,
)
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.roles import Labels
from arch_team.text.messages import Messages, messages_of
from arch_team.text.periods import Period
from arch_team.wire import Language

MOST_LISTED = 12


@dataclass(frozen=True)
class MeasureSpeech:
    """Words for one source in one language."""

    measures: Measures

    language: Language

    @property
    def say(self) -> Messages:
        texts = messages_of("arch_team.models.embedded", "measure_texts.yaml", self.language)
        return texts.with_terms(self.measures.terms(self.language))

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

    def _title(self, labels: Labels) -> str:
        return next(iter(labels.of(self.language)), "")

    def _sum(self, found: Found, rows: Sequence[int], sign: int, unit: str) -> Figure:
        closing = self.measures.levels.closing
        cells = [found.ref(i, closing) for i in rows]
        value = sum((found.value(i, closing) for i in rows), start=Decimal(0))
        expression = cells[0] if len(cells) == 1 else f"sum({', '.join(cells)})"
        return Figure(negated(expression), -value, unit) if sign < 0 else Figure(expression, value, unit)

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

    def _no_reasons(self, asked: Asked) -> str:
        return f" {self.say('no_reasons')}" if asked.asks_why else ""

    def _named(self, subject: Subject) -> str:
        """As the question calls it; a code, or a span of them, so that it cannot be taken for a figure."""
        title, terms = subject.title, self.measures.terms(self.language)
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


def shown_as(figures: Sequence[Figure]) -> str:
    return ", ".join(figure.reference for figure in figures)


def in_one_unit(figures: Sequence[Figure]) -> list[Figure]:
    """Without what comes to nothing in a currency, where another comes to something."""
    kept = [figure for figure in figures if figure.value]
    return kept or list(figures[:1])


def added_up(parts: Sequence[Figure]) -> list[Figure] | None:
    """Per currency, the sum of figures that are cells; what was computed already is not added up any further."""
    out: list[Figure] = []
    for unit in dict.fromkeys(part.unit for part in parts):
        mine = [part for part in parts if part.unit == unit]
        if len(mine) == 1:
            out += mine
            continue
        if any("(" in part.expression.removeprefix("negated(") for part in mine):
            return None
        value = sum((part.value for part in mine), start=Decimal(0))
        out.append(Figure(f"sum({', '.join(part.expression for part in mine)})", value, unit))
    return out


def is_told_by_a_row(period: Period) -> bool:
    """Whether what came and went is what the level of a flow tells at a month's end: since the year began."""
    return period.start == period.end.replace(month=1, day=1) and period.month_end is not None
