"""Plans for bookings: by text, reference, account, contact, date and size; how many; the first and the latest."""

import re
from collections.abc import Generator
from dataclasses import dataclass
from decimal import Decimal

from arch_team.models.embedded.honesty import passed_over
from arch_team.models.embedded.plan import Cannot, Found, Plan, Say, ToolCall, together
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import JOURNAL_ENTRY, JOURNAL_LINE
from arch_team.reading.periods import Bound, Period
from arch_team.reading.question import Reading

_HONOURED = frozenset({"count", "latest", "earliest", "highest", "lowest", "inflow", "outflow", "paid", "motion"})
SHORTEST_TEXT = 3
_EXTREMES = frozenset({"highest", "lowest"})
_ENDS = frozenset({"latest", "earliest"})
_AND_HOW_MUCH = re.compile(
    r"\b(?:und|and|sowie|plus|with)\b[^?]*\b(?:wie hoch|wie ?viel(?!e)|was mach\w+|total|summe|zusammen|how much|"
    r"add up|worth|betrag|volumen|amount|sum)\b"
)
_Filter = dict[str, object]


@dataclass(frozen=True, slots=True)
class BookingQuestion:
    question: Question
    voice: Voice

    @property
    def reading(self) -> Reading:
        return self.question.reading

    def answer(self) -> Plan:
        reading, sets = self.reading, self.question.sets
        limits = frozenset({"above", "below"}) if reading.amounts else frozenset[str]()
        refused = passed_over(reading, _HONOURED | limits, self.voice)
        if refused is not None:
            return refused
        if reading.references:
            return (yield from self.of_reference(reading.references[0]))
        by_line = bool(sets and sets[0].is_single and not reading.quoted)
        text = "" if by_line else (yield from self._text())
        if isinstance(text, Cannot):
            return text
        asked: list[Plan] = []
        for period in reading.periods or (None,):
            filters = self._filters("journalEntry." if by_line else "", text, period)
            asked += (
                self._of_lines([*sets[0].filters, *filters], period) if by_line else self._of_entries(filters, period)
            )
        return (yield from together(asked))

    def _of_entries(self, filters: list[_Filter], period: Period | None) -> list[Plan]:
        """All that is asked of these bookings, one after the other: how many, how much, the largest, the latest."""
        cues, asked = self.reading.cues, list[Plan]()
        if "count" in cues:
            asked.append(self._count(JOURNAL_ENTRY, filters, period))
        plain_total = "total" in cues and not cues & (_EXTREMES | _ENDS | {"listing", "count"})
        if plain_total or self._counts_and_adds():
            asked.append(self._total(filters))
        top = self.reading.top or 1
        asked += [self._entries(filters, "totalAmount", top, cue == "highest") for cue in sorted(cues & _EXTREMES)]
        if not cues & _EXTREMES:
            asked += [self._entries(filters, "bookingDate", top, cue == "latest") for cue in sorted(cues & _ENDS)]
        return asked or [self._entries(filters, "bookingDate", 20, True)]

    def _of_lines(self, filters: list[_Filter], period: Period | None) -> list[Plan]:
        """The same of the lines on one account."""
        cues, asked = self.reading.cues, list[Plan]()
        if "count" in cues:
            asked.append(self._count(JOURNAL_LINE, filters, period))
        asked += [self._largest_line(filters, cue == "highest") for cue in sorted(cues & _EXTREMES)]
        if not asked or (cues & _ENDS and not cues & _EXTREMES):
            asked.append(self._lines(filters))
        return asked

    def _counts_and_adds(self) -> bool:
        return "count" in self.reading.cues and bool(_AND_HOW_MUCH.search(self.reading.flat))

    def _filters(self, prefix: str, text: str, period: Period | None) -> list[_Filter]:
        reading = self.reading
        filters: list[_Filter] = [self._dates(period, prefix)] if period else []
        if text:
            filters.append({"field": f"{prefix}description", "op": "ILIKE", "value": f"%{text}%"})
        if self.question.contact:
            filters.append({"field": f"{prefix}contact.name", "op": "=", "value": self.question.contact})
        for amount in reading.amounts[:1]:
            if reading.cues & {"above", "below"}:
                op = ">=" if "above" in reading.cues else "<="
                filters.append({"field": f"{prefix}totalAmount", "op": op, "value": str(amount.value)})
        return filters

    def _dates(self, period: Period, prefix: str) -> _Filter:
        start, end = period.seconds
        field = f"{prefix}bookingDate"
        if period.bound is Bound.UNTIL:
            return {"field": field, "op": "<=", "value": end}
        if period.bound is Bound.SINCE:
            return {"field": field, "op": ">=", "value": start}
        return {"field": field, "op": "BETWEEN", "value": [start, end]}

    def _text(self) -> Generator[ToolCall, Found, "str | Cannot"]:
        """What the booking's text should hold: quoted words, or a word that is in the texts. One that is in none of
        them is no filter: it was not understood."""
        reading = self.reading
        words = [quoted.rstrip(" …") for quoted in reading.quoted] or [
            " ".join((*self.question.unknown, *self.question.cities))
        ]
        if 0 < len(words[0]) < SHORTEST_TEXT:
            return self._in_no_text(words[0])
        if not words[0]:
            groups = [m for m in reading.mentions if m.entity.semantic_type.value.startswith("ACCOUNT_")]
            words = [word for m in groups for word in (m.said, *m.entity.labels.de[:1])]
        if words and not reading.quoted:
            words = list(dict.fromkeys((*words, "%".join(words[0].split()))))
        for word in words:
            only: _Filter = {"field": "description", "op": "ILIKE", "value": f"%{word}%"}
            found = yield _counted(JOURNAL_ENTRY, [only])
            if found.value(0, "count"):
                return word
        return self._in_no_text(words[0]) if words else ""

    def _in_no_text(self, word: str) -> Cannot:
        return Cannot(
            self.voice(
                f"«{word}» steht in keinem Buchungstext, und ein Konto oder Kontakt ist es auch nicht.",
                f"“{word}” is in no booking text, and it is no account or contact either.",
            )
        )

    def _count(self, table: str, filters: list[_Filter], period: Period | None) -> Plan:
        found = yield _counted(table, filters)
        when = f" {self.voice.span(period)}" if period else ""
        return Say(f"{self.voice('Anzahl Buchungen', 'Number of bookings')}{when}: {{{{{found.ref(0, 'count')}}}}}.")

    def _total(self, filters: list[_Filter]) -> Plan:
        call: dict[str, object] = {"tableName": JOURNAL_ENTRY, "aggregate": "SUM", "field": "totalAmount"}
        found = yield ToolCall("aggregateTable", {**call, "filters": filters, "purpose": "bookings"})
        if not found.rows:
            return self._none()
        parts = ", ".join(f"{{{{{found.ref(i, 'sum_totalAmount')}}}}}" for i in range(len(found.rows)))
        return Say(f"{self.voice('Summe der Buchungen', 'Total of the bookings')}: {parts}.")

    def _entries(self, filters: list[_Filter], order: str, limit: int, down: bool) -> Plan:
        found = yield ToolCall(
            "queryTable",
            {
                "tableName": JOURNAL_ENTRY,
                "fields": ["bookingDate", "reference", "description", "totalAmount", "currency"],
                "filters": filters,
                "orderBy": [{"field": order, "direction": "desc" if down else "asc"}],
                "limit": limit,
                "purpose": "bookings",
            },
        )
        if not found.rows:
            return self._none()
        lines = [f"- {entry_line(found, i)}" for i in range(len(found.rows))]
        yes = self.voice("Ja. ", "Yes. ") if "yes_no" in self.reading.cues else ""
        return Say(f"{yes}{self.voice('Buchungen', 'Bookings')}:\n" + "\n".join(lines) + self._more(found, limit))

    def _lines(self, filters: list[_Filter]) -> Plan:
        cues = self.reading.cues
        limit = (self.reading.top or 1) if cues & {"latest", "earliest"} else 40
        found = yield _lines_of(filters, "journalEntry.bookingDate", "latest" in cues, limit)
        if not found.rows and "yes_no" in cues:
            counted = yield _counted(JOURNAL_LINE, filters)
            none = self.voice("Nein. Anzahl Buchungen", "No. Number of bookings")
            return Say(f"{none}: {{{{{counted.ref(0, 'count')}}}}}.")
        if not found.rows:
            return self._none()
        lines = [f"- {self._line(found, i)}" for i in range(len(found.rows))]
        yes = self.voice("Ja. ", "Yes. ") if "yes_no" in cues else ""
        return Say(f"{yes}{self.voice('Buchungen', 'Bookings')}:\n" + "\n".join(lines) + self._more(found, limit))

    def _largest_line(self, filters: list[_Filter], down: bool) -> Plan:
        """On one side or the other: both are looked at, and the larger or smaller one is shown."""
        best: tuple[Decimal, Found, str] | None = None
        for side in ("debitAmount", "creditAmount"):
            found = yield _lines_of(
                [*filters, {"field": side, "op": ">", "value": "0"}], side, down, self.reading.top or 1
            )
            if found.rows and (best is None or (found.value(0, side) > best[0]) == down):
                best = found.value(0, side), found, side
        if best is None:
            return self._none()
        lines = [f"- {self._line(best[1], i)}" for i in range(len(best[1].rows))]
        return Say(f"{self.voice('Buchungen', 'Bookings')}:\n" + "\n".join(lines))

    def _line(self, found: Found, row: int) -> str:
        side = "debitAmount" if found.value(row, "debitAmount") else "creditAmount"
        name = self.voice(*(("Soll", "debit") if side == "debitAmount" else ("Haben", "credit")))
        day, reference = found.ref(row, "journalEntry.bookingDate"), found.ref(row, "journalEntry.reference")
        text = found.ref(row, "description")
        return f"{{{{{day}}}}} {{{{{reference}}}}}, {{{{{text}}}}}: {name} {{{{{found.ref(row, side)}}}}}"

    def _more(self, found: Found, limit: int) -> str:
        if not found.truncated or limit <= (self.reading.top or 1):
            return ""
        return self.voice("\nEs gibt weitere Buchungen.", "\nThere are more bookings.")

    def of_reference(self, reference: str) -> Plan:
        """One booking with its text, its total and its lines; with accounts named, what it moved on them."""
        only: _Filter = {"field": "journalEntry.reference", "op": "=", "value": reference}
        sets = self.question.sets
        if sets:
            return (yield from self._moved(reference, only))
        fields = ["bookingDate", "reference", "description", "totalAmount", "currency"]
        entry: _Filter = {"field": "reference", "op": "=", "value": reference}
        head = yield ToolCall(
            "queryTable", {"tableName": JOURNAL_ENTRY, "fields": fields, "filters": [entry], "purpose": "bookings"}
        )
        if not head.rows:
            return self._none()
        lines = yield from self._lines([only])
        body = lines.text.split("\n", 1)[1] if isinstance(lines, Say) else ""
        return Say("\n".join([*(entry_line(head, i) for i in range(len(head.rows))), body]))

    def _moved(self, reference: str, only: _Filter) -> Plan:
        said: list[str] = []
        for accounts in self.question.sets:
            parts: list[str] = []
            for field, name in (("debitAmount", ("Soll", "debit")), ("creditAmount", ("Haben", "credit"))):
                filters = [only, *accounts.filters]
                call = {"tableName": JOURNAL_LINE, "aggregate": "SUM", "field": field, "filters": filters}
                found = yield ToolCall("aggregateTable", {**call, "purpose": "bookings"})
                for i in range(len(found.rows)):
                    if found.value(i, f"sum_{field}"):
                        parts.append(f"{self.voice(*name)} {{{{{found.ref(i, f'sum_{field}')}}}}}")
            if parts:
                said.append(f"{accounts.label}, {reference}: {', '.join(parts)}.")
        return Say("\n".join(said)) if said else self._none()

    def _none(self) -> Cannot:
        return Cannot(self.voice("Es gibt keine Buchung, auf die das zutrifft.", "No booking meets that description."))


def _lines_of(filters: list[_Filter], order: str, down: bool, limit: int) -> ToolCall:
    return ToolCall(
        "queryTable",
        {
            "tableName": JOURNAL_LINE,
            "fields": [
                "journalEntry.bookingDate",
                "journalEntry.reference",
                "description",
                "debitAmount",
                "creditAmount",
                "currency",
            ],
            "filters": filters,
            "orderBy": [{"field": order, "direction": "desc" if down else "asc"}],
            "limit": limit,
            "purpose": "bookings",
        },
    )


def _counted(table: str, filters: list[_Filter]) -> ToolCall:
    return ToolCall(
        "aggregateTable", {"tableName": table, "aggregate": "COUNT", "filters": filters, "purpose": "bookings"}
    )


def entry_line(found: Found, row: int) -> str:
    day, reference = found.ref(row, "bookingDate"), found.ref(row, "reference")
    text, total = found.ref(row, "description"), found.ref(row, "totalAmount")
    return f"{{{{{day}}}}} {{{{{reference}}}}}, {{{{{text}}}}}: {{{{{total}}}}}"
