"""Plans for bookings: by text, reference, account, contact, date and size; how many; the first and the latest."""

from collections.abc import Generator
from dataclasses import dataclass

from arch_team.models.embedded.honesty import passed_over
from arch_team.models.embedded.plan import Cannot, Found, Plan, Say, ToolCall
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import JOURNAL_ENTRY, JOURNAL_LINE
from arch_team.reading.periods import Bound, Period
from arch_team.reading.question import Reading

_HONOURED = frozenset({"count", "latest", "earliest", "highest", "lowest", "inflow", "outflow", "paid", "motion"})
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
            return (yield from self._of_reference(reading.references[0]))
        by_line = bool(sets and sets[0].is_single and not reading.quoted)
        text = "" if by_line else (yield from self._text())
        if isinstance(text, Cannot):
            return text
        filters = self._filters("journalEntry." if by_line else "", text)
        if by_line:
            filters = [*sets[0].filters, *filters]
        if "count" in reading.cues:
            return (yield from self._count(JOURNAL_LINE if by_line else JOURNAL_ENTRY, filters))
        if by_line:
            return (yield from self._lines(filters))
        if "total" in reading.cues and not reading.cues & {"highest", "lowest", "latest", "earliest", "listing"}:
            return (yield from self._total(filters))
        order, limit, down = "bookingDate", 20, True
        if reading.cues & {"highest", "lowest"}:
            order, limit, down = "totalAmount", reading.top or 1, "lowest" not in reading.cues
        elif reading.cues & {"latest", "earliest"}:
            limit, down = reading.top or 1, "earliest" not in reading.cues
        return (yield from self._entries(filters, order, limit, down))

    def _filters(self, prefix: str, text: str) -> list[_Filter]:
        reading = self.reading
        filters: list[_Filter] = [self._dates(period, prefix) for period in reading.periods[:1]]
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
        if not words[0]:
            groups = [m for m in reading.mentions if m.entity.semantic_type.value.startswith("ACCOUNT_")]
            words = [word for m in groups for word in (m.said, *m.entity.labels.de[:1])]
        for word in words:
            only: _Filter = {"field": "description", "op": "ILIKE", "value": f"%{word}%"}
            found = yield _counted(JOURNAL_ENTRY, [only])
            if found.value(0, "count"):
                return word
        if not words:
            return ""
        return Cannot(
            self.voice(
                f"«{words[0]}» steht in keinem Buchungstext, und ein Konto oder Kontakt ist es auch nicht.",
                f"“{words[0]}” is in no booking text, and it is no account or contact either.",
            )
        )

    def _count(self, table: str, filters: list[_Filter]) -> Plan:
        found = yield _counted(table, filters)
        when = f" {self.voice.span(self.reading.periods[0])}" if self.reading.periods else ""
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
        lines = [f"- {_entry(found, i)}" for i in range(len(found.rows))]
        yes = self.voice("Ja. ", "Yes. ") if "yes_no" in self.reading.cues else ""
        return Say(f"{yes}{self.voice('Buchungen', 'Bookings')}:\n" + "\n".join(lines) + self._more(found, limit))

    def _lines(self, filters: list[_Filter]) -> Plan:
        cues = self.reading.cues
        limit = (self.reading.top or 1) if cues & {"latest", "earliest"} else 40
        found = yield ToolCall(
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
                "orderBy": [{"field": "journalEntry.bookingDate", "direction": "desc" if "latest" in cues else "asc"}],
                "limit": limit,
                "purpose": "bookings",
            },
        )
        if not found.rows:
            return self._none()
        lines = [f"- {self._line(found, i)}" for i in range(len(found.rows))]
        return Say(f"{self.voice('Buchungen', 'Bookings')}:\n" + "\n".join(lines) + self._more(found, limit))

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

    def _of_reference(self, reference: str) -> Plan:
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
        return Say("\n".join([*(_entry(head, i) for i in range(len(head.rows))), body]))

    def _moved(self, reference: str, only: _Filter) -> Plan:
        accounts = self.question.sets[0]
        parts: list[str] = []
        for field, name in (("debitAmount", ("Soll", "debit")), ("creditAmount", ("Haben", "credit"))):
            call = {"tableName": JOURNAL_LINE, "aggregate": "SUM", "field": field, "filters": [only, *accounts.filters]}
            found = yield ToolCall("aggregateTable", {**call, "purpose": "bookings"})
            for i in range(len(found.rows)):
                if found.value(i, f"sum_{field}"):
                    parts.append(f"{self.voice(*name)} {{{{{found.ref(i, f'sum_{field}')}}}}}")
        return Say(f"{accounts.label}, {reference}: {', '.join(parts)}.") if parts else self._none()

    def _none(self) -> Cannot:
        return Cannot(self.voice("Es gibt keine Buchung, auf die das zutrifft.", "No booking meets that description."))


def _counted(table: str, filters: list[_Filter]) -> ToolCall:
    return ToolCall(
        "aggregateTable", {"tableName": table, "aggregate": "COUNT", "filters": filters, "purpose": "bookings"}
    )


def _entry(found: Found, row: int) -> str:
    day, reference = found.ref(row, "bookingDate"), found.ref(row, "reference")
    text, total = found.ref(row, "description"), found.ref(row, "totalAmount")
    return f"{{{{{day}}}}} {{{{{reference}}}}}, {{{{{text}}}}}: {{{{{total}}}}}"
