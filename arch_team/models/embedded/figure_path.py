"""How questions for figures of members and rows are answered: read, planned, said."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arch_team.measuring.asked import Asked, Lacking
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import PartyAsked
from arch_team.models.embedded.engine_words import is_none
from arch_team.models.embedded.measure_plans import MeasurePlans
from arch_team.models.embedded.measure_words import line_of
from arch_team.models.embedded.plan import Ask, Cannot, Plan, only, together
from arch_team.reading.source import Engine
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.measuring.reader import FigureRead, FigureReader

_CODE = re.compile(r"\((\w+)\)$")


@dataclass(frozen=True)
class FigurePath:
    """Serves one run in one language."""

    engine: Engine
    reader: "FigureReader"
    language: Language

    @classmethod
    def of(cls, engine: Engine, language: Language) -> "FigurePath | None":
        reader = engine.figures(language)
        return cls(engine, reader, language) if reader else None

    @property
    def _measures(self) -> Measures:
        return self.reader.measures

    @property
    def tables(self) -> tuple[str, ...]:
        """What people call the tables."""
        described = [e for e in self._measures.descriptor.entities if e.python_class is not None]
        return tuple(next(iter(e.labels.of(self.language)), e.name) for e in described)

    def read(self, question: str, answers: Sequence[str] = ()) -> "FigureRead":
        """The question with what the person answered: a choice in place of a word, or what was missing added to it."""
        read = self.engine.read_figures(question, self.language)
        taken: list[tuple[str, str]] = []
        for answer in answers:
            open_, unknown = read.open, tuple(dict.fromkeys(read.unknown))
            if len(unknown) == 1 and read.asked is None:
                if is_none(answer):
                    break
                from arch_team.models.embedded.senses import meant_by

                question = meant_by(self.engine, question, unknown[0], answer, self.language)
                taken.append((unknown[0], answer))
            elif isinstance(open_, Lacking) and open_.what == "which_member" and open_.words in question:
                code = _CODE.search(answer.strip())
                question = question.replace(open_.words, code[1] if code else answer)
            else:
                question = f"{question.rstrip(' ?.!')} {answer}?"
            read = self.engine.read_figures(question, self.language)
        return replace(read, taken=tuple(taken)) if taken else read

    def plan(self, read: "FigureRead") -> Plan:
        if read.more:
            return together([self.plan(each) for each in (replace(read, more=()), *read.more)])
        measures = MeasurePlans(self._measures, self.language)
        if read.open is not None:
            from arch_team.models.embedded.row_plans import RowPlans

            rows = RowPlans(self._measures, self.language)
            if read.open.__class__.__name__ == "Refused" and getattr(read.open, "why", "") == "only_now":
                return only(Cannot(rows.say("only_now", words=read.open.words)))
            if isinstance(read.open, Lacking) and read.open.what == "which_date":
                return only(Ask(rows.say("ask_which_date"), ()))
            return only(measures.outcome_of(read.open))
        asked = read.asked
        assert asked is not None  # noqa: S101
        if isinstance(asked, Asked):
            return measures.plan(asked)
        if isinstance(asked, PartyAsked):
            from arch_team.models.embedded.party_plans import PartyPlans

            return PartyPlans(self._measures, self.language).plan(asked)
        from arch_team.models.embedded.text_plans import TextPlans

        return TextPlans(self._measures, self.language).plan(asked)

    def line(self, read: "FigureRead") -> str:
        """How it was read, in one line."""
        each = [one.asked for one in (read, *read.more) if one.asked is not None]
        return "; ".join(line_of(asked, self._measures, self.language) for asked in each)
