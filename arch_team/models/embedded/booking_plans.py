"""Plans for bookings: by text, reference, account, date and size; how many; the latest."""

from dataclasses import dataclass

from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.plan import Cannot, Plan, Say, ToolCall
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import JOURNAL_ENTRY, JOURNAL_LINE
from arch_team.reading.periods import Bound, Period
from arch_team.reading.question import Reading


@dataclass(frozen=True, slots=True)
class BookingQuestion:
    reading: Reading
    voice: Voice

    def answer(self, sets: list[AccountSet]) -> Plan:
        reading = self.reading
        by_line = bool(sets and reading.accounts)
        filters = self._filters("journalEntry." if by_line else "", with_text=not by_line or bool(reading.quoted))
        if by_line:
            filters = [*sets[0].filters, *filters]
        if "count" in reading.cues:
            return (yield from self._count(JOURNAL_LINE if by_line else JOURNAL_ENTRY, filters))
        if by_line:
            return (yield from self._lines(filters))
        if reading.references:
            return (yield from self._of_reference(reading.references[0], sets))
        order, limit = "bookingDate", 20
        if reading.cues & {"highest", "lowest"} and "latest" not in reading.cues:
            order, limit = "totalAmount", reading.top or 1
        elif "latest" in reading.cues:
            limit = reading.top or 1
        return (yield from self._entries(filters, order, limit, down="lowest" not in reading.cues))

    def _filters(self, prefix: str, with_text: bool) -> list[dict[str, object]]:
        reading = self.reading
        filters: list[dict[str, object]] = []
        for period in reading.periods[:1]:
            filters.append(self._dates(period, prefix))
        if with_text and (text := self._text()):
            filters.append({"field": f"{prefix}description", "op": "ILIKE", "value": f"%{text}%"})
        for amount in reading.amounts[:1]:
            if reading.cues & {"above", "below"}:
                op = ">=" if "above" in reading.cues else "<="
                filters.append({"field": f"{prefix}totalAmount", "op": op, "value": str(amount.value)})
        return filters

    def _dates(self, period: Period, prefix: str) -> dict[str, object]:
        start, end = period.seconds
        field = f"{prefix}bookingDate"
        if period.bound is Bound.UNTIL:
            return {"field": field, "op": "<=", "value": end}
        if period.bound is Bound.SINCE:
            return {"field": field, "op": ">=", "value": start}
        return {"field": field, "op": "BETWEEN", "value": [start, end]}

    def _text(self) -> str | None:
        """What the booking's text should hold: quoted words, a name, or an account word that is meant as text here."""
        reading = self.reading
        if reading.quoted:
            return reading.quoted[0].rstrip(" …")
        if reading.unread:
            return " ".join(reading.unread[:2])
        for mention in reading.mentions:
            if mention.entity.semantic_type.value in ("ACCOUNT_GROUP", "ACCOUNT_CLASS"):
                said = mention.said
                return said if said not in mention.entity.labels.en else next(iter(mention.entity.labels.de[:1]), said)
        return None

    def _count(self, table: str, filters: list[dict[str, object]]) -> Plan:
        found = yield ToolCall(
            "aggregateTable", {"tableName": table, "aggregate": "COUNT", "filters": filters, "purpose": "bookings"}
        )
        when = f" {self.voice.span(self.reading.periods[0])}" if self.reading.periods else ""
        return Say(f"{self.voice('Anzahl Buchungen', 'Number of bookings')}{when}: {{{{{found.ref(0, 'count')}}}}}.")

    def _entries(self, filters: list[dict[str, object]], order: str, limit: int, down: bool) -> Plan:
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
        lines = [
            f"- {{{{{found.ref(i, 'bookingDate')}}}}} {{{{{found.ref(i, 'reference')}}}}}, "
            f"{{{{{found.ref(i, 'description')}}}}}: {{{{{found.ref(i, 'totalAmount')}}}}}"
            for i in range(len(found.rows))
        ]
        more = self.voice("\nEs gibt weitere Buchungen.", "\nThere are more bookings.") if found.truncated else ""
        return Say(f"{self.voice('Buchungen', 'Bookings')}:\n" + "\n".join(lines) + more)

    def _lines(self, filters: list[dict[str, object]]) -> Plan:
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
                "orderBy": [{"field": "journalEntry.bookingDate", "direction": "asc"}],
                "limit": 40,
                "purpose": "bookings",
            },
        )
        if not found.rows:
            return self._none()
        lines: list[str] = []
        for i in range(len(found.rows)):
            side = "debitAmount" if found.value(i, "debitAmount") else "creditAmount"
            name = self.voice(*(("Soll", "debit") if side == "debitAmount" else ("Haben", "credit")))
            day, reference = found.ref(i, "journalEntry.bookingDate"), found.ref(i, "journalEntry.reference")
            lines.append(
                f"- {{{{{day}}}}} {{{{{reference}}}}}, "
                f"{{{{{found.ref(i, 'description')}}}}}: {name} {{{{{found.ref(i, side)}}}}}"
            )
        more = self.voice("\nEs gibt weitere Buchungen.", "\nThere are more bookings.") if found.truncated else ""
        return Say(f"{self.voice('Buchungen', 'Bookings')}:\n" + "\n".join(lines) + more)

    def _of_reference(self, reference: str, sets: list[AccountSet]) -> Plan:
        """The lines of one booking; with accounts named, what it moved on them."""
        only: dict[str, object] = {"field": "journalEntry.reference", "op": "=", "value": reference}
        if not sets:
            return (yield from self._lines([only]))
        parts: list[str] = []
        for field, name in (("debitAmount", ("Soll", "debit")), ("creditAmount", ("Haben", "credit"))):
            call = {"tableName": JOURNAL_LINE, "aggregate": "SUM", "field": field, "filters": [only, *sets[0].filters]}
            found = yield ToolCall("aggregateTable", {**call, "purpose": "bookings"})
            for i in range(len(found.rows)):
                if found.value(i, f"sum_{field}"):
                    parts.append(f"{self.voice(*name)} {{{{{found.ref(i, f'sum_{field}')}}}}}")
        return Say(f"{sets[0].label}, {reference}: {', '.join(parts)}.") if parts else self._none()

    def _none(self) -> Cannot:
        return Cannot(self.voice("Es gibt keine Buchung, auf die das zutrifft.", "No booking meets that description."))
