"""Reads questions for figures on one source: what is asked, what it leaves open, or which words it does not know."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import cache, lru_cache
from itertools import pairwise

from arch_team.measuring.apart import called_so_too, left_in, part_of_no_year, rejoined
from arch_team.measuring.asked import Asked, Lacking, Make, Refused
from arch_team.measuring.asks import agreeing, asks_of, before_and_after, counted_again, each_changed, listed_and_ranked
from arch_team.measuring.besides import first_breath, tells_it, without_rank
from arch_team.measuring.by_levels import by_each_level, payee
from arch_team.measuring.code_glosses import by_code, confirmed, without_confirmed
from arch_team.measuring.composing import Composer
from arch_team.measuring.events import no_event
from arch_team.measuring.figure_read import FigureRead, Meaning
from arch_team.measuring.held_texts import with_held
from arch_team.measuring.left_numbers import number_left
from arch_team.measuring.model import Measures
from arch_team.measuring.movement_texts import by_movement_text
from arch_team.measuring.numbered_rows import numbered_so
from arch_team.measuring.parts import parts_of
from arch_team.measuring.pointing import pointed
from arch_team.measuring.row_asked import PartyAsked, RowMake, RowsAsked
from arch_team.measuring.row_composing import RowComposer
from arch_team.measuring.rows_beside import RowsBeside
from arch_team.measuring.scan import Code, Quoted, Scan
from arch_team.measuring.scanning import Scanner
from arch_team.measuring.shown_so import as_shown
from arch_team.measuring.talk import (
    beside_formula,
    formula_of,
    spelled_out,
    without_echo,
    without_its_name,
    without_recipient,
    without_same_heading,
    without_talk,
)
from arch_team.measuring.text_rows import TextRows
from arch_team.measuring.transfers import transferred
from arch_team.measuring.vocabulary import (
    EntitySense,
    MemberSense,
    MetricSense,
    PartySense,
    SetSense,
    Value,
    VerbSense,
    vocabulary_of,
)
from arch_team.measuring.whom import label_of, ranked_parties, to_whom, with_whom, without_trade
from arch_team.modelling.values import ValueIndex
from arch_team.ontologies.descriptor import SemanticType
from arch_team.text.length import is_too_long
from arch_team.text.packaged import packaged
from arch_team.wire import Language

_BOTH_TIMES = (
    *("compare", "change", "up", "down", "higher", "lower", "than", "exceed", "minus", "percent", "share", "share_of"),
    *("average", "total", "add", "between", "cumulated", "highest", "lowest", "without", "span_to"),
)
"""Classes of words that make one thing of two times."""


_KEPT = 64
"""Texts whose words are remembered: a question is looked at in several ways, and each looks at its words."""

_BOTH = (Make.CHANGE, Make.DIFFERENCE)
"""What shows two figures and how they differ."""


class FigureReader(RowsBeside):
    """Reads in one language. Holds no state of a question."""

    def __init__(self, measures: Measures, language: Language, values: ValueIndex) -> None:
        self.measures = measures
        self.language: Language = language
        self._values = values
        own = vocabulary_of(measures, language)
        other: Language = "en" if language == "de" else "de"
        scanner = Scanner(measures, own, language, values, cache(lambda: vocabulary_of(measures, other)))
        self._scan = lru_cache(maxsize=_KEPT)(scanner.scan)

    def read(self, question: str, today: date | None = None) -> FigureRead:
        """What a question asks; where it asks several things, each of them."""
        if is_too_long(question):
            return FigureRead(question, unknown=())
        scan = self._scan(question, today)
        plain = without_confirmed(question, scan, self.measures)
        if plain != question:
            return replace(self.read(plain, today), question=question)
        if (whole := rejoined(question, scan, self._scan)) and (joined := self.read(whole, today)).asked is not None:
            return replace(joined, question=question)
        for_nobody = without_recipient(scan, self.measures)
        if for_nobody and (read := self.read(for_nobody, today)).asked is not None:
            return replace(read, question=question)
        first = first_breath(question, scan)
        if first and tells_it((told := self.read(first, today)).asked, scan):
            return replace(told, question=question)
        asks = agreeing(scan) or listed_and_ranked(scan) or asks_of(scan) or before_and_after(scan)
        if asks:
            return self._each(question, asks, today)
        if not scan.unknown and (again := counted_again(scan)):
            return self._in_parts(question, today) or FigureRead(question, open=Refused("not_read", again))
        if (plain := without_rank(scan)) and (largest := self._largest(self._read(plain, today), scan)) is not None:
            return replace(largest, question=question)
        parties = ranked_parties(scan, self.measures)
        if parties and (by_party := self._read(parties, today)).asked is not None:
            return replace(by_party, question=question)
        if (whom := to_whom(scan, self.measures)) and not self._read(question, today, scan).asked:
            return replace(self._read(whom, today), question=question)
        if scan.says("level_kind") and (each := by_each_level(scan, self.measures)):
            more = tuple(FigureRead(question, asked) for asked in each[1:])
            return FigureRead(question, each[0], more=more)
        if paid := payee(scan, self.measures, self.language):
            label = label_of(self.measures, 1, self.language)
            return replace(self._read(f"{paid} {_per(self.language, label)}"), question=question)
        if scan.says("stirred"):
            return self._stirred(question, scan, today)
        if scan.says("what_for") and (told := self._with_what_for(question, scan, today)) is not None:
            return told
        listed = self._with_its_total(question, scan, today) or self._with_its_dates(question, scan, today)
        if listed is not None:
            return listed
        whole = each_changed(self._read(question, today, scan), scan)
        if (untold := self._untold(question, whole, today)) is not None:
            return untold
        if whole.asked is not None:
            return self._with_its_movements(whole, scan) or self._with_its_rows(question, whole, today)
        if (on_days := self._when(question, scan, today)) is not None:
            return on_days
        ranked = self._ranked_as_usual(question, scan) or ("" if scan.unknown else with_whom(scan, self.measures))
        if ranked and (usual := self._read(ranked, today)).asked is not None:
            return replace(usual, question=question)
        for glossed in (
            confirmed(question, scan, self.measures),
            by_code(question, scan, self.measures),
            without_trade(scan),
        ):
            if glossed and (named := self.read(glossed, today)).asked is not None:
                return replace(named, question=question)

        def scanned(text: str) -> Scan:
            return scan if text == question else self._scan(text, today)

        formula = formula_of(question, scanned) or without_its_name(question, scan)
        if formula and (computed := self._read(formula, today)).asked is not None and _computes(computed.asked):
            return replace(computed, question=question)
        spelled = spelled_out(question, scan, scanned)
        if spelled and (read := self._read(spelled, today)).asked is not None:
            return replace(read, question=question)
        echoed = without_echo(question, scanned)
        if (
            echoed
            and isinstance(compared := (read := self._read(echoed, today)).asked, Asked)
            and compared.make in _BOTH
        ):
            return replace(read, question=question)
        if (headed := without_same_heading(question, scanned)) and (read := self.read(headed, today)).asked is not None:
            return replace(read, question=question)
        told = without_talk(question, scanned)
        if told != question.strip():
            return replace(self.read(told, today), question=question)
        if (so := as_shown(question, self.language, today, self.read, self._scan, self.measures)) is not None:
            return replace(so, question=question)
        if isinstance(whole.open, Refused) and whole.open.why == "several_times":
            return self._at_each_time(question, today) or whole
        if isinstance(whole.open, Refused) and (each := self._listed_times(question, scan, today)) is not None:
            return each
        if isinstance(whole.open, Lacking) and whole.open.what == "each_kind":
            return self._of_each_kind(question, whole.open, today)
        if isinstance(whole.open, Lacking) and whole.open.what == "each_side":
            return self._on_each_side(question, whole.open, today)
        return self._in_parts(question, today) or whole

    def _untold(self, question: str, whole: FigureRead, today: date | None) -> FigureRead | None:
        """`how large is the loan and how much was paid back in 2025`: two figures are asked for, and one would be told.
        None: nothing is left untold."""
        asked, parts = whole.asked, parts_of(question, self.language)
        single = isinstance(asked, Asked) and asked.make is Make.VALUE and len(asked.subjects) == len(asked.times) == 1
        if not single or len(parts) != 2 or not all(self._asks_of_its_own(part, today) for part in parts):
            return None
        first = self._read(parts[0], today)
        return self._in_parts(question, today) or FigureRead(question, open=first.open or Refused("not_read", parts[1]))

    def _asks_of_its_own(self, part: str, today: date | None) -> bool:
        """Whether a part asks for an amount of something it names, or that is done."""
        scan = self.scan(part, today)
        named = any(item.of(kind) for item in scan.items for kind in (SetSense, MemberSense, Code, VerbSense))
        return scan.says("amount") and named and not scan.says("that_is", "what_is_left")

    def _ranked_as_usual(self, question: str, scan: Scan) -> str:
        """`our three largest customers in 2025`: by what the model says that is meant. Empty: nothing of the kind."""
        moving = self.measures.movements
        said = (SetSense, MemberSense, MetricSense, VerbSense, PartySense, Code, Value, Quoted)
        if moving is None or not scan.periods or not scan.says("highest", "top") or scan.says("by", "count", "latest"):
            return ""
        if scan.unknown or any(item.of(kind) for item in scan.items for kind in said):
            return ""
        entities = [
            self.measures.descriptor.entity(s.name) for i in scan.items for s in i.senses if isinstance(s, EntitySense)
        ]
        kinds = {str(k.value) for e in entities if e for k in e.invariants if k.field == moving.party_kind}
        by = [moving.ranked_by[kind].of(scan.language)[:1] for kind in kinds if kind in moving.ranked_by]
        return f"{question.rstrip(' ?.!')} {by[0][0]}" if len(entities) == len(by) == 1 and by[0] else ""

    def _each(self, question: str, asks: Sequence[str], today: date | None) -> FigureRead:
        """All of several asks, or none of them."""
        found = [self.read(text, today) for text in asks]
        missing = next((read for read in found if read.asked is None), None)
        if missing is not None:
            return replace(missing, question=question)
        [first, *others] = [each for read in found for each in (replace(read, more=()), *read.more)]
        return replace(first, question=question, more=tuple(others))

    def names(self) -> tuple[str, ...]:
        """What people call all that may be asked about: sets, members, metrics, reports, rows and their columns."""
        descriptor = self.measures.descriptor
        named = [entity.labels for entity in descriptor.entities if entity.semantic_type is not SemanticType.PERIOD]
        named += [each.labels for each in (*descriptor.metrics, *descriptor.reports)]
        found = [label for labels in named for label in labels.of(self.language)[:1]]
        return tuple(dict.fromkeys((*found, *(member.name for member in self.measures.members.values()))))

    def scan(self, question: str, today: date | None = None) -> Scan:
        """What the words of a text stand for, whatever it asks."""
        return self._scan(question, today)

    def _read(self, question: str, today: date | None = None, scan: Scan | None = None) -> FigureRead:
        scan = scan or self._scan(question, today)
        numbered = numbered_so(scan, self.measures, self._values.begun) if scan.unknown else None
        if numbered is not None:
            return FigureRead(question, numbered)
        if scan.unknown:
            return self._in_texts(question, scan) or FigureRead(question, unknown=scan.unknown)
        if self._names_text(scan) and (by_text := self._in_texts(question, scan)) is not None and by_text.asked:
            return by_text
        found = (
            by_movement_text(scan, self.measures)
            or pointed(scan, self.measures)
            or transferred(scan, self.measures)
            or RowComposer(scan, self.measures).sure()
            or Composer(scan, self.measures).asked()
        )
        if found is None:
            found = RowComposer(scan, self.measures).asked()
        if (found is None and scan.items) or _counts_itself(found):
            found = Lacking("subject")
        ahead = today is not None and bool(scan.periods) and all(period.start > today for period in scan.periods)
        if found == Lacking("subject") and ahead:
            found = Refused("not_yet", str(scan.periods[0].end.year))  # whatever it is of, nothing is known of it yet
        if isinstance(found, RowsAsked) and (part := part_of_no_year(scan)):
            found = Refused("not_read", part)
        if isinstance(found, RowsAsked) and (event := no_event(self.measures, found, scan)):
            found = Refused("not_read", event)
        if isinstance(found, PartyAsked | Asked) and (kept := left_in(found, scan)):
            found = Refused("not_read", kept)
        if isinstance(found, PartyAsked | Asked | RowsAsked) and (number := number_left(found, scan)):
            found = Refused("not_read", number)
        if isinstance(found, Asked) and found.make is Make.DIFFERENCE and (apart := beside_formula(scan)):
            found = Refused("several_questions", apart)
        if isinstance(found, Lacking | Refused):
            return self._in_texts(question, scan) or FigureRead(question, open=found)
        more = called_so_too(found, scan, self.measures) if isinstance(found, Asked) else None
        return FigureRead(question, found, more=(FigureRead(question, more),) if more is not None else ())

    def _names_text(self, scan: Scan) -> bool:
        """Whether a thing is named by what stands in texts of rows, and rows are not what is asked for by name."""
        texts = {(e.python_class, field) for e in self.measures.descriptor.entities for field in e.searched}
        hits = [s.hits for item in scan.items for s in item.senses if isinstance(s, Value)]
        return any(all((table, field) in texts for table, field, _ in held) for held in hits)

    def _in_texts(self, question: str, scan: Scan) -> FigureRead | None:
        """The question as one for rows by words of their text. None: it is none."""
        held = with_held(scan, self.measures)
        found = TextRows(held, self.measures).asked() if held is not None else None
        if isinstance(found, Lacking | Refused):
            return FigureRead(question, open=found, by_text=True)
        return FigureRead(question, found, by_text=True) if found is not None else None

    def _at_each_time(self, question: str, today: date | None) -> FigureRead | None:
        """`im Januar 2025 und im Januar 2024`: the question for each of the times."""
        periods = self._scan(question, today).periods
        found: list[FigureRead] = []
        for kept in periods:
            text = question
            for start, end in sorted((p.at for p in periods if p is not kept), reverse=True):
                text = text[:start] + text[end:]
            read = self._read(text, today)
            if read.asked is None:
                return None
            found.append(read)
        return replace(found[0], question=question, more=tuple(found[1:]))

    def _listed_times(self, question: str, scan: Scan, today: date | None) -> FigureRead | None:
        """`what was paid in 2024 and in 2025`: the figure at each of the times, where they only stand side by side."""
        periods = scan.periods
        signs = [question[one.at[1] : other.at[0]] for one, other in pairwise(periods)]
        joints = [other for text in signs for other in self._scan(text).items]
        listed = all(item.is_word("and", "light", "edge", "within") for item in joints)
        if (
            len(periods) < 2
            or not listed
            or scan.question != question
            or not all(map(str.strip, signs))
            or scan.says(*_BOTH_TIMES)
        ):
            return None
        front, end = question[: periods[0].at[0]], question[periods[-1].at[1] :]
        found = [self._read(f"{front}{question[slice(*period.at)]}{end}", today) for period in periods]
        values = [read.asked for read in found if isinstance(read.asked, Asked) and read.asked.make is Make.VALUE]
        if len(values) < len(found) or len({(one.side, one.is_question) for one in values}) > 1:
            return None
        return replace(found[0], question=question, more=tuple(found[1:]))

    def _in_parts(self, question: str, today: date | None) -> FigureRead | None:
        """Each part by itself; what it leaves out, it has of the first."""
        parts = parts_of(question, self.language)
        if len(parts) < 2:
            return None
        if any(self._scan(part, today).says("only", "linking", "what_for") for part in parts[1:]):
            return None  # what is said of the first part only its own words tell
        first = self._read(parts[0], today)
        if first.asked is None and isinstance(first.open, Lacking) and first.open.what in ("time", "date"):
            later = next((t for part in parts[1:] for t in self._times(part, today)), None)
            first = self._read(f"{parts[0]} {later}", today) if later else first
        if first.asked is None:
            return None
        times = " ".join(self._times(first.question, today))
        subject = _subject(first.asked)
        found: list[FigureRead] = []
        for part in parts[1:]:
            party = first.asked.party if isinstance(first.asked, PartyAsked) else None
            bound = party is not None and not self._names_rows(part, today)
            read = self._said_again(first, part, today) or self._read(
                f"{part} {subject} {times}" if bound else part, today
            )
            for text in (f"{part} {times}", f"{part} {subject}", f"{part} {subject} {times}") if not bound else ():
                read = read if read.asked is not None else self._read(text, today)
            if read.asked is None or _forgets_its_time(first.asked, read.asked):
                return None
            if read.bare != first.bare:
                found.append(_of_the_same(first, read))
        if not found:
            return replace(first, question=question)
        first = self._sharing(first, found[0], today)
        return replace(first, question=question, more=tuple(found)) if first is not None else None

    def _said_again(self, first: FigureRead, part: str, today: date | None) -> FigureRead | None:
        """`what did we pay back in 2024, and how much in 2025`: the first part at the other time. None: it says
        more."""
        said, last = self.scan(part, today), self.scan(first.question, today)
        idle = all(item.is_word("amount", "light", "and", "edge") for item in said.items)
        if not idle or said.unknown or len(said.periods) != 1 or len(last.periods) != 1:
            return None
        start, end = last.periods[0].at
        read = self._read(f"{last.question[:start]}{part[slice(*said.periods[0].at)]}{last.question[end:]}", today)
        return read if read.asked is not None else None

    def _names_rows(self, part: str, today: date | None) -> bool:
        """Whether a part says itself what it is of. Otherwise it is of the party that was named before."""
        named = (PartySense, Value, Code, SetSense, MemberSense, MetricSense)
        return any(item.of(kind) for item in self.scan(part, today).items for kind in named)

    def _sharing(self, first: FigureRead, second: FigureRead, today: date | None) -> FigureRead | None:
        """`How many customers and how many suppliers are in Zürich`: where the first has no verb of its own, what is
        said of the second holds for it too."""
        one, other = first.asked, second.asked
        if not (isinstance(one, RowsAsked) and isinstance(other, RowsAsked) and one.table == other.table):
            return first
        fields = {flt["field"] for flt in one.filters}
        more = tuple(flt for flt in other.filters if flt["field"] not in fields)
        if not more or any(item.is_word("carrying") for item in self._scan(first.question, today).items):
            return first
        if self._scan(second.question, today).says("of_it"):
            return first  # what is said of some of them is not said of all
        return replace(first, asked=replace(one, filters=(*one.filters, *more)))

    def _times(self, text: str, today: date | None) -> list[str]:
        """The times a text names, each with the word before it that says at which end."""
        found: list[str] = []
        for period in self._scan(text, today).periods:
            before = text[: period.at[0]].split()[-1:] if period.is_point or period.is_start else []
            found.append(" ".join((*before, text[slice(*period.at)])))
        return found


def _per(language: Language, label: str) -> str:
    return str(packaged(f"lexicon/follow_ups_{language}.yaml")["per"]).format(label)


def _computes(asked: Meaning | None) -> bool:
    return isinstance(asked, Asked) and asked.make in (Make.DIFFERENCE, Make.SHARE, Make.PROPORTION)


def _subject(asked: Meaning) -> str:
    """The words for what is asked about, to be understood with what follows."""
    if isinstance(asked, Asked):
        return asked.subjects[0].title if asked.subjects else ""
    return " ".join(asked.titles) if isinstance(asked, RowsAsked) else asked.party or asked.title


def _of_the_same(first: FigureRead, second: FigureRead) -> FigureRead:
    """`… and how large was the largest of them`: what follows is of the same rows, unless it says otherwise."""
    one, other = first.asked, second.asked
    if not (isinstance(one, RowsAsked) and isinstance(other, RowsAsked)) or one.table != other.table or other.times:
        return second
    fields = {flt["field"] for flt in other.filters}
    kept = tuple(flt for flt in one.filters if flt["field"] not in fields)
    return replace(second, asked=replace(other, filters=(*other.filters, *kept), times=one.times))


def _forgets_its_time(first: Meaning, second: Meaning) -> bool:
    """`how many invoices in 2025, and what was the average`: of those, and not of rows that only tell what is now."""
    if not (isinstance(first, RowsAsked) and isinstance(second, RowsAsked)):
        return False
    return bool(first.times) and not second.times and first.table != second.table


def _counts_itself(found: object) -> bool:
    """`how many came from Keller`: one Keller, and something of his that is not said."""
    if not isinstance(found, RowsAsked) or found.make is not RowMake.COUNT or found.times or len(found.filters) != 1:
        return False
    [held] = found.filters
    return held.get("op") == "=" and held.get("field") in found.fields[:1]
