"""Figures with the rows they are made of, where a question asks for both: what for, each with its day, the largest."""

from abc import ABC, abstractmethod
from dataclasses import replace
from datetime import date
from itertools import takewhile

from arch_team.measuring.asked import Asked, Lacking, Refused, Side
from arch_team.measuring.beside import MADE
from arch_team.measuring.figure_read import FigureRead
from arch_team.measuring.member_rows import what_for
from arch_team.measuring.model import Measures
from arch_team.measuring.parts import parts_of
from arch_team.measuring.row_asked import PartyAsked, RowMake, RowsAsked
from arch_team.measuring.scan import Code, Item, Scan
from arch_team.measuring.subjects import SubjectReading
from arch_team.measuring.vocabulary import EntitySense, VerbSense, Word
from arch_team.text.lexicon import lexicon_of
from arch_team.text.tokens import TokenKind
from arch_team.wire import Language

_TAIL = (*MADE, "including", "one_of_them", "light", "and", "heading", "carrying")


def _is_marked(scan: Scan, item: Item) -> bool:
    """Whether a sign stands right before an item."""
    return bool(item.span[0]) and scan.tokens[item.span[0] - 1].kind is TokenKind.SIGN


class RowsBeside(ABC):
    """Reads such questions. What reads a plain one is given to it."""

    measures: Measures
    language: Language

    @abstractmethod
    def _read(self, question: str, today: date | None = None, scan: Scan | None = None) -> FigureRead: ...

    @abstractmethod
    def scan(self, question: str, today: date | None = None) -> Scan:
        """What the words of a text stand for, whatever it asks."""

    def _with_what_for(self, question: str, scan: Scan, today: date | None) -> FigureRead | None:
        """`What did we spend on repairs, and what for?`: the figure, and what it is made of."""
        [item, *others] = scan.words("what_for")
        at = next(i for i, other in enumerate(scan.items) if other is item)
        first = scan.items[at - 1] if at and scan.items[at - 1].is_word("and") else item
        start, end = scan.tokens[first.span[0]].start, scan.tokens[item.span[1] - 1].end
        base = f"{question[:start].rstrip(' ,:')}{question[end:]}".strip(" ,?")
        read = self._read(base, today) if base and not others else None
        added_up = (
            first is not item
            and read is not None
            and isinstance(read.asked, RowsAsked)
            and read.asked.make in (RowMake.COUNT, RowMake.SUM, RowMake.AVERAGE)
        )
        if added_up or (read is not None and isinstance(read.asked, PartyAsked)):
            return FigureRead(question, open=Refused("not_read", item.text))
        made_of = (
            what_for(self.measures, read.asked, self.language)
            if read is not None and isinstance(read.asked, Asked)
            else ()
        )
        if read is None or not made_of:
            return None
        return replace(read, question=question, more=tuple(FigureRead(question, each) for each in made_of))

    def _largest(self, read: FigureRead, scan: Scan) -> FigureRead | None:
        """`the largest repayment`: of the movements that what was taken off is made of, the largest."""
        sided = isinstance(read.asked, Asked) and read.asked.side in (Side.RISE, Side.FALL)
        rows = what_for(self.measures, read.asked, self.language) if isinstance(read.asked, Asked) and sided else ()
        row = rows[0] if len(rows) == 1 else None
        if not isinstance(row, RowsAsked):
            return None
        return replace(
            read, asked=replace(row, make=RowMake.EXTREME, order=row.measure, is_max=not scan.says("lowest"), limit=1)
        )

    def _stirred(self, question: str, scan: Scan, today: date | None) -> FigureRead:
        """`What happened on the account in May?`: the movements there, of a level or of a member by its code."""
        [item, *_] = scan.words("stirred")
        start, end = scan.tokens[item.span[0]].start, scan.tokens[item.span[1] - 1].end
        rows = next((e for name in self.measures.dated_in if (e := self.measures.descriptor.entity(name))), None)
        label = next(iter(rows.labels.of(self.language)[1:]), "") if rows is not None else ""
        found = self._read(f"{label} {question[:start]}{question[end:]}".strip(), today)
        read = SubjectReading(scan, self.measures).flows()
        if isinstance(found.asked, RowsAsked) and not any(flt["op"] == "IN" for flt in found.asked.filters):
            return FigureRead(question, open=Lacking("subject"))
        is_rows = isinstance(found.asked, RowsAsked) and found.asked.make is RowMake.LIST
        if is_rows and (not read or any(i.of(Code) for i in scan.items)):
            return replace(found, question=question)
        return FigureRead(question, open=found.open or Refused("not_read", item.text), unknown=found.unknown)

    def _with_its_total(self, question: str, scan: Scan, today: date | None) -> FigureRead | None:
        """`List the open bills, with the total`: the rows, and what they come to, how many they are, their average."""
        if not scan.says("list"):
            return None
        timed = max((end for _, end in scan.period_places), default=0)  # `in 2025, with the total`: the time stays
        behind = [item for item in scan.items if item.span[0] >= timed]
        tail = [*takewhile(lambda item: item.is_word(*_TAIL) and len(item.of(Word)) == len(item.senses), behind[::-1])]
        tail = tail[::-1]
        while tail and not (_is_marked(scan, tail[0]) or tail[0].is_word("and", "including", "one_of_them")):
            tail.pop(0)
        makes = [make for klass, make in MADE.items() if any(item.is_word(klass) for item in tail)]
        if not makes:
            return None
        rows = self._read(question[: scan.tokens[tail[0].span[0]].start].rstrip(" ,.?:;–"), today)
        if not isinstance(rows.asked, RowsAsked) or rows.asked.make is not RowMake.LIST or not rows.asked.measure:
            return None
        made = [FigureRead(question, replace(rows.asked, make=make)) for make in dict.fromkeys(makes)]
        return replace(rows, question=question, more=tuple(made))

    def _wants_each(self, scan: Scan, asked: RowsAsked) -> bool:
        """`which invoices … in total`, `what is open, everything`: the rows themselves, whatever else is made of
        them."""
        entity = self.measures.descriptor.entity(asked.table)
        if entity is None or not asked.fields or asked.distinct or asked.table not in self._row_tables():
            return False
        first = scan.tokens[0].folded if scan.tokens else ""
        if asked.make is RowMake.SUM and scan.says("everything") and first in lexicon_of(self.language).words("what"):
            return True
        told = [i for i in scan.items if not i.is_word("light", "now", "still") or i.is_word("list")]
        if not told or not told[0].is_word("list") or len(told) < 2:
            return False
        behind = takewhile(lambda i: not i.is_word("amount", "total", "count", "carrying", "average"), told[1:])
        named = [s.name for item in behind for s in item.senses if isinstance(s, EntitySense)]
        rows = [e for n in named if (e := self.measures.descriptor.entity(n)) is not None and e.field is None]
        return any(self.measures.descriptor.table_of(e.name) == entity.python_class for e in rows)

    def _row_tables(self) -> tuple[str, ...]:
        """Tables whose rows have an amount to show."""
        return tuple(e.name for e in self.measures.descriptor.entities if e.measure and e.list_columns)

    def _with_its_dates(self, question: str, scan: Scan, today: date | None) -> FigureRead | None:
        """`Which repayments were there in 2025? List dates and amounts.`: the figure, and each movement it is of."""
        idle = ("when", "list", "amount", "and", "including", "light", "carrying", "each", "single")
        timed = max((end for _, end in scan.period_places), default=0)
        behind = [item for item in scan.items if item.span[0] >= timed]
        tail = [*takewhile(lambda item: item.is_word(*idle) and len(item.of(Word)) == len(item.senses), behind[::-1])]
        if not any(item.is_word("when") for item in tail):
            return None
        signed = scan.tokens[tail[-1].span[0] - 1].kind is TokenKind.SIGN if tail[-1].span[0] else False
        if not signed and not tail[-1].is_word("list", "including"):
            return None
        read = self._read(question[: scan.tokens[tail[-1].span[0]].start].rstrip(" ,.?:;"), today)
        made_of = what_for(self.measures, read.asked, self.language) if isinstance(read.asked, Asked) else ()
        if len(made_of) != 1:
            return None
        return replace(read, question=question, more=(FigureRead(question, made_of[0]),))

    def _when(self, question: str, scan: Scan, today: date | None) -> FigureRead | None:
        """`When were the wages booked?`: the bookings that the figure is made of, each with its day. When something was
        paid is told by rows of its text; what is booked as a cost may have been paid on another day."""
        asks = scan.words("when")
        if len(asks) != 1 or asks[0] is not scan.items[0] or asks[0].span[1] >= len(scan.tokens):
            return None
        read = self._read(question[scan.tokens[asks[0].span[1]].start :], today)
        if isinstance(read.asked, RowsAsked) and read.asked.make is RowMake.TEXT_SUM:
            if read.asked.levels and any(item.of(VerbSense) for item in scan.items):
                return None  # what was put on a level was not paid by that
            return replace(read, question=question, asked=replace(read.asked, make=RowMake.LIST))
        if not isinstance(read.asked, Asked) or not scan.says("posted"):
            return None
        made_of = what_for(self.measures, replace(read.asked, is_question=False), self.language)
        return FigureRead(question, made_of[0]) if len(made_of) == 1 else None

    def _with_its_movements(self, whole: FigureRead, scan: Scan) -> FigureRead | None:
        """`Which repayments were there?`, `What was bought?`: what was taken off a level or put on it, and each
        movement that it is made of."""
        asked = whole.asked
        first = scan.tokens[0].folded if scan.tokens else ""
        bought = scan.says("acquired") and first in lexicon_of(self.language).words("what")
        named = bought or (scan.says("list") and scan.says("added", "taken_off"))
        moved = isinstance(asked, Asked) and asked.side in (Side.RISE, Side.FALL)
        last = scan.items[-1] if scan.items else None
        single = last is not None and last.is_word("each") and not last.is_word("light")  # `in total and one by one`
        single = single or (scan.says("why") and scan.says("posted", "and"))  # what was booked says it in its texts
        flows = isinstance(asked, Asked) and len(asked.subjects) == 1 and asked.subjects[0].is_single
        if single and isinstance(asked, Asked) and flows and (moved or asked.subjects[0].is_flow):
            rows = what_for(self.measures, asked, self.language)
            return replace(whole, more=tuple(FigureRead(whole.question, each) for each in rows)) if rows else None
        if not named or scan.says("amount", "total", "spend") or not isinstance(asked, Asked) or not moved:
            return None
        made_of = what_for(self.measures, asked, self.language)
        return replace(whole, more=tuple(FigureRead(whole.question, each) for each in made_of)) if made_of else None

    def _with_its_rows(self, question: str, whole: FigureRead, today: date | None) -> FigureRead:
        """`Which invoices are overdue? How many are that?`: the rows that a sentence before asks for, as well."""
        counted = isinstance(whole.asked, RowsAsked) and whole.asked.make in (RowMake.COUNT, RowMake.SUM)
        if isinstance(whole.asked, RowsAsked) and counted and self._wants_each(self.scan(question, today), whole.asked):
            rows = replace(whole.asked, make=RowMake.LIST, wants_amount=False, is_question=False)
            return FigureRead(question, rows, more=(replace(whole, question=question),))
        parts = parts_of(question, self.language) if counted else []
        if len(parts) < 2 or not self.scan(parts[0], today).says("list"):
            return whole
        rows = self._read(parts[0], today)
        if not isinstance(rows.asked, RowsAsked) or rows.asked.make is not RowMake.LIST:
            return whole
        return replace(rows, question=question, more=(replace(whole, question=question),))

    def _of_each_kind(self, question: str, open_: Lacking, today: date | None) -> FigureRead:
        """Rows of both sides, each under its own: `open items that fall due`, of customers and of suppliers."""
        found: list[FigureRead] = []
        for kind in open_.options:
            read = self._read(f"{question.rstrip(' ?.!')} {kind}", today)
            if not isinstance(read.asked, RowsAsked):
                return FigureRead(question, open=replace(open_, what="which_kind"))
            found.append(replace(read, asked=replace(read.asked, titles=(kind,), may_be_none=True)))
        return replace(found[0], question=question, more=tuple(found[1:]))

    def _on_each_side(self, question: str, open_: Lacking, today: date | None) -> FigureRead:
        """`the largest booking on the account`: of what came, and of what went."""
        terms = self.measures.terms(self.language)
        found = [self._read(f"{question.rstrip(' ?.!')} {terms[side]}", today) for side in ("rise", "fall")]
        rows = [read.asked for read in found if isinstance(read.asked, RowsAsked)]
        if len(rows) < len(found):
            return FigureRead(question, open=replace(open_, what="which_side"))
        first, second = (FigureRead(question, replace(asked, may_be_none=True)) for asked in rows)
        return replace(first, more=(second,))
