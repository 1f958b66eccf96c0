"""The operator of tables nobody made a planner for: reads the question into forms, runs them, says what they give.

One reading, or several that give the same: it answers. Several that differ: it asks which is meant. A word it does not
know is named. It decides nothing that the question leaves open, and costs nothing.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from arch_team.errors import ArchTeamError
from arch_team.featuredata.findings import ErrorCode
from arch_team.featuredata.naming import spaced
from arch_team.forms.form import Form
from arch_team.modelling.values import values_of
from arch_team.models.embedded.agreeing import Tried, found_by_all, rows_counted
from arch_team.models.embedded.conversation import Conversation, Failed, conversation_in, followed
from arch_team.models.embedded.engine_results import call_of, is_nothing, result_of, then_of, total_among
from arch_team.models.embedded.engine_words import is_none, near_names, picked, tables_held
from arch_team.models.embedded.figure_path import FigurePath
from arch_team.models.embedded.plan import ROW, Ask, Cannot, Found, Outcome, Plan, Say, ToolCall, only
from arch_team.models.embedded.seated import Heard, Seated
from arch_team.reading.source import Engine, Understood
from arch_team.runs.answer import ReadingPart
from arch_team.runs.steps import Steps
from arch_team.text.length import MOST_WORDS, is_too_long
from arch_team.text.messages import messages_of
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.interpreting.read import Candidate
    from arch_team.measuring.reader import FigureRead
    from arch_team.models.embedded.suggesting import Offer

_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())
MOST_READINGS = 5
MOST_ASKED = 2
"""Questions back to the person about one question."""
_GLANCE = 3
"""Rows of a file that are looked at before it is asked."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How an answer's question was read."""

    line: str
    parts: tuple[ReadingPart, ...] = ()


@dataclass(frozen=True, slots=True)
class _Meant:
    """A question with what it may ask; `chosen` where the person said which."""

    question: str
    understood: Understood
    chosen: "Candidate | None" = None
    taken: tuple[tuple[str, str], ...] = ()
    """Words that nothing explains, and what the person said they mean."""

    among: "tuple[Candidate, ...]" = ()
    """Readings that are asked about, where these are not the likeliest."""

    is_proposed: bool = False
    """Its readings are a model's, or doubtful: nothing is answered by one before the person says that it is meant."""

    @property
    def candidates(self) -> "tuple[Candidate, ...]":
        if self.among:
            return self.among
        return (self.chosen,) if self.chosen else self.understood.read.candidates[:MOST_READINGS]


def _shows_less(parts: "Sequence[_Meant]") -> bool:
    """Whether the second of two parts only says what is to be shown of the rows that the first asks for."""
    from arch_team.forms.same_asked import ask_the_same

    forms = [[each.form for each in part.candidates] for part in parts]
    return len(forms) > 1 and all(len(each) == 1 for each in forms) and ask_the_same(forms[0][0], forms[1][0])


class EngineOperator(Seated):
    """Made for one run. What it read is a step: played again, it reads the same."""

    def __init__(
        self,
        engine: Engine,
        language: Language,
        kind: Literal["sql", "file"],
        steps: Steps,
        may_offer: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        self._may_offer = may_offer
        self._engine, self._kind, self._steps = engine, kind, steps
        self._language: Language = language
        self._say = messages_of("arch_team.models.embedded", "engine_texts.yaml", language)
        self._read: dict[str, Understood] = {}
        self._meant: _Meant | None = None
        self._both: tuple[_Meant, ...] = ()
        self._figure: FigureRead | None = None
        self._heard: tuple[Sequence[Heard], int, Conversation] | None = None
        self._lined: tuple[FigureRead, Reading] | None = None
        self._figures_read: dict[tuple[str, ...], FigureRead] = {}
        self._offers: tuple[Offer, ...] = ()
        self._offered: dict[str, tuple[Offer, ...]] = {}
        self._proposed: dict[str, Candidate] = {}
        self._settled: dict[str, Candidate] = {}
        self.reading: Reading | None = None
        """How the question was read, once it was answered."""

    async def listen(self, heard: Sequence[Heard]) -> None:
        conversation = self._conversation_in(heard)
        self._figure = await self._figures(conversation.question, conversation.answers)
        if self._figure is None:
            self._meant = await self._understood(conversation)
            self._both = await self._in_two(self._meant) if not conversation.answers else ()
        self._offers = await self._senses(conversation)

    def _conversation_in(self, heard: Sequence[Heard]) -> Conversation:
        """Read once in a turn."""
        if self._heard is None or self._heard[0] is not heard or self._heard[1] != len(heard):
            self._heard = heard, len(heard), conversation_in(heard)
        return self._heard[2]

    @property
    def taken(self) -> tuple[tuple[str, str], ...]:
        """Words that nothing explains, and what the person said they mean."""
        if self._figure is not None:
            return self._figure.taken
        return self._meant.taken if self._meant else ()

    async def offers(self, question: str) -> "tuple[Offer, ...]":
        """What the one unknown word of a question may mean, looked up once. Empty: it has none, or several."""
        if question not in self._offered:
            await self.prepare(question)
            self._offered[question] = await self._looked_up(question, self.unknown(question))
        return self._offered[question]

    async def is_without_reading(self, question: str) -> bool:
        """Whether nothing is known of what a question on any tables asks, and nothing speaks against asking on."""
        if await self._figures(question, ()) is not None or is_too_long(question):
            return False
        read = (await self.read(question)).read
        is_read = read.candidates or (read.doubtful and not read.is_gathered)
        is_open = not is_read and read.not_held is None and read.mixed is None
        return is_open and (self._may_offer is None or await self._may_offer())

    def propose(self, question: str, form: Form) -> None:
        """A reading of a question that has none, to ask the person about."""
        from arch_team.interpreting.read import Candidate

        self._proposed[question] = Candidate(form, 0.0, ())

    async def gathered(self, question: str) -> tuple[Form, ...]:
        """What the words of a question come to where no sentence is made of them, and nothing speaks against it. Empty:
        there is a sentence, or nothing."""
        if await self._figures(question, ()) is not None or is_too_long(question):
            return ()
        read = (await self.read(question)).read
        return tuple(each.form for each in read.doubtful if not each.is_doubtful) if read.is_gathered else ()

    def settle(self, question: str, form: Form) -> None:
        """The reading of a question that is meant."""
        from arch_team.interpreting.read import Candidate

        self._settled[question] = Candidate(form, 0.0, ())

    def _meaning(self, question: str, understood: Understood, taken: tuple[tuple[str, str], ...] = ()) -> _Meant:
        if question in self._settled:
            return _Meant(question, understood, self._settled[question], taken)
        read, proposed = understood.read, self._proposed.get(question)
        gathered = read.doubtful if read.is_gathered or not proposed else ()
        among = () if read.candidates else (*((proposed,) if proposed else ()), *gathered)
        return _Meant(question, understood, taken=taken, among=among, is_proposed=bool(among))

    async def _looked_up(self, question: str, unknown: Sequence[str]) -> "tuple[Offer, ...]":
        if len(unknown) != 1 or (self._may_offer is not None and not await self._may_offer()):
            return ()

        from arch_team.models.embedded.suggesting import offers_for

        async def look() -> "tuple[Offer, ...]":
            return offers_for(self._engine, question, unknown[0], self._language)

        return await self._steps.read("senses", look)

    async def _senses(self, conversation: Conversation) -> "tuple[Offer, ...]":
        """What is offered to the person: at most two questions are asked of one."""
        if any(map(is_none, conversation.answers)) or len(conversation.answers) >= MOST_ASKED:
            return ()
        if self._figure is not None:
            question, unknown = self._figure.question, self._figure.unknown
        else:
            assert self._meant is not None  # noqa: S101
            question, unknown = self._meant.question, self._meant.understood.read.unknown
        if question in self._proposed:
            return ()
        return await self.offers(question) if len(set(unknown)) == 1 else ()

    async def _figures(self, question: str, answers: Sequence[str]) -> "FigureRead | None":
        """The question as one for figures of members, read once; None where these tables have none."""
        path = FigurePath.of(self._engine, self._language)
        if path is None:
            return None
        key = (question, *answers)
        if key not in self._figures_read:

            async def read() -> "FigureRead":
                return path.read(question, answers)

            self._figures_read[key] = await self._steps.read("read figures", read)
        return self._figures_read[key]

    def turn(self, heard: Sequence[Heard]) -> Outcome | ToolCall:
        conversation = self._conversation_in(heard)
        if conversation.is_rejected:
            self.reading = None
            return Cannot(self._say("not_confirmed"))
        if is_too_long(conversation.question):
            return Cannot(self._say("too_long", most=MOST_WORDS))
        outcome = followed(self._figure_plan() or self._plan(), conversation.results)
        return Cannot(self._why_not(outcome)) if isinstance(outcome, Failed) else outcome

    def _figure_plan(self) -> Plan | None:
        path = FigurePath.of(self._engine, self._language)
        if path is None or self._figure is None:
            return None
        if not self._figure.is_read:
            return only(self._offered_now() if self._offers else self._not_a_figure(self._figure))
        if self._figure.asked is not None:
            if self._lined is None or self._lined[0] is not self._figure:
                self._lined = self._figure, Reading(path.line(self._figure))
            self.reading = self._lined[1]
        return path.plan(self._figure)

    def _offered_now(self) -> Outcome:
        from arch_team.models.embedded.suggesting import offered

        return offered(self._offers, self._say)

    def _not_a_figure(self, read: "FigureRead") -> Cannot:
        words = ", ".join(dict.fromkeys(read.unknown))
        key = "unknown_one" if len(read.unknown) == 1 else "unknown_some" if read.unknown else "not_read"
        path = FigurePath.of(self._engine, self._language)
        holds = self._say("holds", tables=", ".join(path.tables)) if path else ""
        return Cannot(self._say(key, words=words, holds=holds))

    async def prepare(self, question: str) -> None:
        """Reads a question before its turn, the way it will be read then."""
        if await self._figures(question, ()) is None:
            await self.read(question)

    async def read(self, question: str) -> Understood:
        """What a text may ask, read once."""
        if question not in self._read:
            self._read[question] = await self._steps.read("read", lambda: self._reading_of(question))
        return self._read[question]

    def unknown(self, question: str) -> tuple[str, ...]:
        """The words of a question that was prepared which nothing explains."""
        figure = self._figures_read.get((question,))
        if figure is not None:
            return () if figure.is_read else tuple(dict.fromkeys(figure.unknown))
        read = self._read.get(question)
        return tuple(dict.fromkeys(read.read.unknown)) if read is not None else ()

    async def is_sure(self, question: str) -> bool:
        """Whether there is an answer or a question to ask back without a model: it reads, in whatever way; the tables
        are said not to hold it; the person can say what a word means."""
        figure = await self._figures(question, ())
        if (figure is not None and figure.is_read) or question in self._proposed:
            return True  # what it leaves open is asked by whoever knows what is open
        if self.unknown(question):
            return bool(await self.offers(question))
        if figure is not None:
            return False
        read = (await self.read(question)).read
        return bool(read.candidates or read.doubtful) or read.not_held is not None

    def readings(self, question: str, answers: Sequence[str]) -> Understood:
        """What a question may ask once the person answered; of several readings only the one that was picked."""
        meant = self._meaning(question, self._understood_as(question))
        for answer in answers:
            chosen = self._picked(answer, meant)
            if chosen is not None:
                meant = _Meant(meant.question, meant.understood, chosen)
                continue
            if is_none(answer):
                break
            question, taken = self._with(meant, answer)
            meant = self._confirmed(self._meaning(question, self._understood_as(question), taken), meant)
        read = replace(meant.understood.read, candidates=meant.candidates)
        return Understood(read, meant.understood.language)

    def _confirmed(self, meant: _Meant, before: _Meant) -> _Meant:
        """What somebody said a word means was offered with the reading it gives: nobody is asked about that again."""
        is_said = len(meant.taken) > len(before.taken) and meant.understood.read.is_gathered
        return replace(meant, chosen=meant.among[0], among=(), is_proposed=False) if is_said else meant

    def _understood_as(self, question: str) -> Understood:
        from arch_team.routing.language import told_language

        return self._engine.read(question, self._language, is_told=told_language(question) == self._language)

    async def _reading_of(self, question: str) -> Understood:
        try:
            if self._engine.provider.is_elsewhere:
                return await asyncio.to_thread(self._engine.read, question, self._language)
            return self._understood_as(question)
        except ArchTeamError:
            raise
        except Exception:  # a question that the reader trips over is one it does not understand
            from arch_team.interpreting.read import Read

            _log.exception("a question could not be read")
            return Understood(Read(question), self._language)

    async def _understood(self, conversation: Conversation) -> _Meant:
        """The question, with what the person answered: a reading chosen, a word replaced, or the question put anew."""
        meant = self._meaning(conversation.question, await self.read(conversation.question))
        for answer in conversation.answers:
            chosen = self._picked(answer, meant)
            if chosen is not None:
                meant = _Meant(meant.question, meant.understood, chosen)
                continue
            if is_none(answer):
                return replace(meant, among=(), is_proposed=False)
            question, taken = self._with(meant, answer)
            meant = self._confirmed(self._meaning(question, await self.read(question), taken), meant)
        return meant

    async def _in_two(self, meant: _Meant) -> tuple[_Meant, ...]:
        """A question that nothing reads as one as the two that it is, both read. Empty: it is no such."""
        read = meant.understood.read
        is_read = bool(meant.candidates) and not read.is_gathered
        if is_read or read.not_held is not None or read.mixed is not None:
            return ()

        async def look() -> tuple[str, str] | None:
            return self._engine.two_parts(meant.question, meant.understood.language)

        parts = await self._steps.read("two parts", look)
        meant_in = [self._meaning(text, await self.read(text)) for text in parts] if parts else []
        return tuple(meant_in[-1:] if _shows_less(meant_in) else meant_in)

    def _with(self, meant: _Meant, answer: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """The question once the person answered: with a word for one that is unknown, or put anew."""
        unknown = tuple(dict.fromkeys(meant.understood.read.unknown))
        if len(unknown) != 1:
            return answer, meant.taken
        from arch_team.models.embedded.senses import meant_by

        text = meant_by(self._engine, meant.question, unknown[0], answer, meant.understood.language)
        return text, (*meant.taken, (unknown[0], answer))

    def _plan(self) -> Plan:
        assert self._meant is not None  # noqa: S101 - it is read before its turn
        return self._both_of(self._both) if self._both else self._plan_of(self._meant)

    def _both_of(self, parts: "tuple[_Meant, ...]") -> Plan:
        """Both parts in one answer that says how each was read; half of it would be none."""
        said: list[str] = []
        lines: list[Reading] = []
        for part in parts:
            outcome = yield from self._plan_of(part)
            if not isinstance(outcome, Say) or self.reading is None:
                self.reading = None
                return outcome if not isinstance(outcome, Ask) else Cannot(self._say("one_at_a_time"))
            said.append(outcome.text)
            lines.append(self.reading)
        told = tuple(part for line in lines for part in line.parts)
        self.reading = Reading("; ".join(line.line for line in lines), told)
        return Say("\n".join(said))

    def _plan_of(self, meant: _Meant) -> Plan:
        candidates = meant.candidates
        if not candidates:
            return self._not_understood(meant)
        if meant.is_proposed:
            return self._is_meant(meant)
        forms = self._forms(meant)
        if self._kind == "file":
            yield ToolCall("browseTable", {"tableName": candidates[0].form.table, "limit": _GLANCE})
        tried: list[Tried] = []
        for form, candidate in forms.items():
            found = yield ToolCall(*call_of(form))
            tried.append(Tried(form, found, candidate.readers))
        one = found_by_all(tried)
        if one is None:
            return self._which(meant)
        model = self._engine.model(meant.understood.language)
        lists: set[object] = set()
        for keys in rows_counted([*forms], model) if not is_nothing(one.found) else ():
            lists.add(result_of(keys, (yield ToolCall(*call_of(keys)))))
        if len(lists) > 1:
            return self._which(meant)
        form, found = one.form, one.found
        other = self._or_else(meant)
        if other is not None and is_nothing(found) and not meant.chosen:
            elsewhere = yield ToolCall(*call_of(other.candidates[-1].form))
            if not is_nothing(elsewhere):
                return self._which(other)
        from arch_team.forms.showing import counting
        from arch_team.forms.wording import worded

        if meant.understood.read.is_loose and is_nothing(found) and not meant.chosen:
            line = worded(forms[form].form, self._engine.model(meant.understood.language), self._language)
            return Cannot(self._say("nothing_near", line=line))
        if (row := total_among(form, found, meant.question)) is not None:
            return Cannot(self._say("ranked_total", row=row))
        whole = counting(form, self._engine.model(meant.understood.language)) if found.truncated else None
        total: Found | None = None
        if whole is not None:
            total = yield ToolCall(*call_of(whole))
        said = self._said(meant, forms[form], form, found, total)
        then = then_of(form, self._engine.model(meant.understood.language)) if is_nothing(found) else None
        days = (yield ToolCall(*call_of(then.form))) if then is not None else None
        edge = then.beyond(days) if then is not None and days is not None else None
        if then is None or days is None or edge is None:
            return said
        cell = f"{{{{{days.evidence}.{days.rows[0][ROW]}.{edge}}}}}"
        text = said.text.rstrip(".")
        return Say(self._say(f"{edge}_day", text=text, column=then.called(self._language), day=cell))

    def _or_else(self, meant: _Meant) -> _Meant | None:
        """The question with its next best reading beside the best, where that finds nothing and this one may."""
        farther = meant.understood.read.farther
        return replace(meant, among=(*meant.candidates, farther)) if farther is not None else None

    def _picked(self, answer: str, meant: _Meant) -> "Candidate | None":
        """The reading that the person chose."""
        chosen, other = picked(answer, self._named(meant)), self._or_else(meant)
        return picked(answer, self._named(other)) if chosen is None and other is not None else chosen

    def _forms(self, meant: _Meant) -> "dict[Form, Candidate]":
        """What is run for each reading, cheapest first."""
        from arch_team.forms.showing import in_usual_order, with_sort_keys
        from arch_team.forms.there_is import of_what_there_is

        model = self._engine.model(meant.understood.language)
        forms: dict[Form, Candidate] = {}
        for candidate in meant.candidates:
            form = of_what_there_is(in_usual_order(candidate.form, model))
            forms.setdefault(with_sort_keys(form, model), candidate)
        return forms

    def _said(self, meant: _Meant, candidate: "Candidate", form: Form, found: Found, total: Found | None) -> Say:
        from arch_team.forms.wording import asked_for, worded
        from arch_team.models.embedded.engine_draft import draft_of, is_plain
        from arch_team.semantics.reading import parts_of

        model = self._engine.model(meant.understood.language)
        line = worded(candidate.form, model, self._language)
        told = parts_of(meant.question, candidate, model, self._language)
        self.reading = Reading(line, tuple(ReadingPart(words=words, meaning=meaning) for words, meaning in told))
        plain = candidate.form.model_copy(update={"asks_whether": False})
        asked = worded(plain, model, self._language)
        if not form.asks_whether or not is_plain(asked):
            asked = asked_for(plain, model, self._language)
        return Say(draft_of(form, found, asked, self._say, total))

    def _is_meant(self, meant: _Meant) -> Ask:
        """One question about readings of a model, or doubtful ones; words that the tables do not explain are named."""
        choices = (*self._named(meant), self._say("none_of_these"))
        unknown = ", ".join(dict.fromkeys(meant.understood.read.unknown))
        said = self._say("proposed_but" if unknown else "proposed", words=unknown, readings=self._numbered(choices))
        return Ask(said, choices)

    def _numbered(self, readings: Iterable[str]) -> str:
        return "; ".join(self._say("reading", number=n, words=words) for n, words in enumerate(readings, 1))

    def _which(self, meant: _Meant) -> Ask | Cannot:
        named = self._named(meant)
        if len(named) < len(meant.candidates):
            return Cannot(self._say("ambiguous", words=next(iter(named))))
        return Ask(self._say("which", readings=self._numbered(named)), tuple(named))

    def _named(self, meant: _Meant) -> "dict[str, Candidate]":
        """The readings of a question by their words."""
        from arch_team.forms.wording import worded

        model = self._engine.model(meant.understood.language)
        for by_links in (False, True):
            named = {
                worded(candidate.form, model, self._language, by_links=by_links).replace("|", "/"): candidate
                for candidate in meant.candidates
            }
            if len(named) == len(meant.candidates):
                break
        return named

    def _not_understood(self, meant: _Meant) -> Outcome:
        read, model = meant.understood.read, self._engine.model(meant.understood.language)
        holds = tables_held(model, self._say, self._language)
        if read.not_held is not None:
            return Cannot(read.not_held or self._say("not_held", holds=holds))
        if read.mixed is not None:
            return Cannot(self._say("mixed", unit=spaced(read.mixed)))
        if len(read.unknown) == 1:
            near = near_names(read.unknown[0], model, values_of(self._engine.provider))
            if near:
                return Ask(self._say("did_you_mean", word=read.unknown[0]), near)
            if self._offers:
                return self._offered_now()
            return Cannot(self._say("unknown_one", words=read.unknown[0], holds=holds))
        if read.unknown:
            return Cannot(self._say("unknown_some", words=", ".join(dict.fromkeys(read.unknown)), holds=holds))
        if read.stuck and read.stuck[:1].isalnum():
            return Cannot(self._say("stuck", word=read.stuck, holds=holds))
        return Cannot(self._say("not_read", holds=holds))

    def _why_not(self, failed: Failed) -> str:
        if failed.is_broken:
            return failed.error
        if failed.details.get("code") == ErrorCode.INVALID_AGGREGATE_TARGET:
            return self._say("never_added", field=failed.details.get("field"))
        return self._say("not_allowed")
