"""Plans for money by customer or supplier: revenue, what was invoiced, what was paid."""

import re
from collections.abc import Generator
from dataclasses import dataclass

from arch_team.models.embedded.accounts import is_within, range_set
from arch_team.models.embedded.amounts import amount
from arch_team.models.embedded.honesty import passed_over
from arch_team.models.embedded.narrowing import currency_named, in_countries
from arch_team.models.embedded.plan import Cannot, Figure, Found, Plan, Say, ToolCall, difference
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import JOURNAL_LINE
from arch_team.reading.periods import Period
from arch_team.reading.question import Reading

_HONOURED = frozenset(
    {"highest", "lowest", "per_contact", "paid", "inflow", "outflow", "issued", "motion", "share", "compare"}
)
_ONE_PAYMENT = re.compile(
    r"\b(?:biggest|largest|highest|smallest|lowest|grosste|hochste|kleinste)\w* (?:\d )?(?:single |einzelne[nr]? )?"
    r"(?:chf |eur |euro )?(?:customer |supplier |incoming |outgoing |kunden|lieferanten)?-?"
    r"(?:payments?|receipts?|zahlung|zahlungseingang|einzahlung)\b"
)
_TO_WHOM = re.compile(r"(?<!von )\bwem\b|(?<!from )\bwhom?\b[^?]* (?:did|have|do) we (?:pay|paid)|\ban wen\b")
_GETS_MONEY = re.compile(r"\b(?:geld|money|zahlung\w*|payments?)\b[^?]*\b(?:erhalten|bekommen|received?|get|got)\b")
_BUYS = re.compile(r"\bb(?:uy|ought)|\bpurchas|gekauft|\bkauf|bezogen")
_NOT_HERE = frozenset({"where"})
_NAME = "journalEntry.contact.name"
PAID, _BANK = "10%", "102%"
_MONEY = ("1000", "1089")
"""Cash and bank. What follows in the chart only clears one currency against another: nobody paid it."""
_Filter = dict[str, object]
_Key = tuple[str, str]
_Side = Generator[ToolCall, Found, "dict[_Key, tuple[str, Figure]] | None"]


@dataclass(frozen=True, slots=True)
class PartyQuestion:
    question: Question
    voice: Voice

    @property
    def reading(self) -> Reading:
        return self.question.reading

    @property
    def contact(self) -> str | None:
        return self.question.contact

    @property
    def _is_supplier(self) -> bool:
        if self.contact:
            return self.question.is_supplier
        if self.reading.names_entity("Customer", "Supplier"):
            return self.reading.names_entity("Supplier")
        return self.reading.says("paid") and bool(_TO_WHOM.search(self.reading.flat))

    def answer(self, period: Period) -> Plan:
        """The one period, or each of them."""
        said: list[str] = []
        for one in (period, *self.reading.periods[1:]):
            outcome = yield from self._in(one)
            if not isinstance(outcome, Say):
                return outcome
            said.append(outcome.text)
        return Say("\n".join(said))

    def _in(self, period: Period) -> Plan:
        reading = self.reading
        of_invoices = frozenset({"average", "count"} if reading.says("invoice_word") and self.contact else ())
        refused = passed_over(reading, _HONOURED | of_invoices, self.voice, unless=_NOT_HERE)
        if refused is not None:
            return refused
        known = (range_set("3000", "3999"), range_set("1000", "1099"))
        if any(not any(is_within(one, k) or one.filters == k.filters for k in known) for one in self.question.sets):
            return self._asked_what(self.contact or self.question.sets[0].label)
        supplier = self._is_supplier
        parties = bool(self.contact) or reading.names_entity("Supplier", "Customer")
        parties = parties or bool(reading.cues & {"highest", "lowest"} and reading.cues & {"who"})
        invoiced = reading.says("invoice_word") and not reading.says("paid")
        if self.contact and supplier and _GETS_MONEY.search(reading.flat):
            return self._asked_what(self.contact)
        moved = bool(reading.cues & {"inflow", "outflow"}) and bool(self.contact) and not invoiced
        moved = moved and not _BUYS.search(reading.flat)
        if self.contact and supplier and moved and "outflow" not in reading.cues and not reading.says("paid"):
            return self._asked_what(self.contact)  # suppliers are paid, they pay nobody
        if "count" in reading.cues and reading.says("invoice_word") and self.contact:
            return (yield from self._number(period, supplier))
        if "average" in reading.cues and reading.says("invoice_word") and self.contact:
            return (yield from self._mean(period, supplier))
        if parties and (moved or reading.says("paid")) and "unpaid" not in reading.cues:
            side = "creditAmount" if supplier else "debitAmount"
            if _ONE_PAYMENT.search(reading.flat):
                return (yield from self._largest_line(period, side, supplier, PAID))
            accounts = _BANK if reading.names_entity("Bank") else PAID
            return (yield from self._ranked(period, self.voice("Bezahlt", "Paid"), accounts, side, None))
        if supplier or reading.says("billed"):
            side, accounts = ("creditAmount", "200%") if supplier else ("debitAmount", "110%")
            head = self.voice("Verrechnet (brutto)", "Invoiced (gross)")
            return (yield from self._ranked(period, head, accounts, side, None))
        if self.contact and not reading.names_entity("OperatingRevenue", "Customer"):
            return self._asked_what(self.contact)
        if self.contact and "share" in reading.cues:
            return (yield from self._share(period))
        head = self.voice("Umsatz nach Kunden", "Revenue by customer")
        return (yield from self._ranked(period, head, "3%", "creditAmount", "debitAmount"))

    def invoices(self) -> Plan:
        """How many invoices were booked in a time, and how much they were for."""
        supplier, period = self.reading.names_entity("SupplierInvoice"), self.reading.periods[0]
        refused = passed_over(
            self.reading,
            frozenset({"count", "issued", "billed", "motion", "highest", "lowest"}),
            self.voice,
            unless=_NOT_HERE,
        )
        if refused is not None or len(self.reading.periods) > 1:
            return refused or self._nothing(period)
        if self.reading.cues & {"highest", "lowest"}:
            accounts, side = ("200%", "creditAmount") if supplier else ("110%", "debitAmount")
            return (yield from self._largest_line(period, side, supplier, accounts))
        counted = yield from self._number(period, supplier)
        if not isinstance(counted, Say) or not self.reading.cues & {"amount_too", "total"}:
            return counted
        summed = yield from self._summed(period, supplier)
        return Say(f"{counted.text}\n{summed.text}") if isinstance(summed, Say) else summed

    def _summed(self, period: Period, supplier: bool) -> Plan:
        side, filters = self._invoice_lines(period, supplier)
        call: dict[str, object] = {"tableName": JOURNAL_LINE, "aggregate": "SUM", "field": side, "filters": filters}
        found = yield ToolCall("aggregateTable", {**call, "purpose": "turnover"})
        if not found.rows:
            return self._nothing(period)
        parts = ", ".join(f"{{{{{found.ref(i, f'sum_{side}')}}}}}" for i in range(len(found.rows)))
        return Say(f"{self.voice('Verrechnet (brutto)', 'Invoiced (gross)')} {self.voice.span(period)}: {parts}.")

    def _largest_line(self, period: Period, side: str, supplier: bool, accounts: str) -> Plan:
        """One payment or invoice, not what somebody paid in all."""
        kind = "supplier" if supplier else "customer"
        filters: list[_Filter] = [
            *self._lines(period, accounts),
            {"field": side, "op": ">", "value": "0"},
            {"field": "journalEntry.contact.contactType", "op": "=", "value": kind},
        ]
        units = yield ToolCall(
            "aggregateTable",
            {"tableName": JOURNAL_LINE, "aggregate": "COUNT", "groupBy": ["currency"], "filters": filters},
        )
        fields = ["journalEntry.bookingDate", "journalEntry.reference", _NAME, side, "currency"]
        order = [{"field": side, "direction": "asc" if "lowest" in self.reading.cues else "desc"}]
        many, lines = self.reading.top or 1, list[str]()
        for row in range(len(units.rows)):  # francs and euros are not held against each other
            unit: _Filter = {"field": "currency", "op": "=", "value": units.text(row, "currency")}
            call: dict[str, object] = {"tableName": JOURNAL_LINE, "fields": fields, "filters": [*filters, unit]}
            found = yield ToolCall("queryTable", {**call, "orderBy": order, "limit": many, "purpose": "bookings"})
            lines += [
                "- {} {}, {}: {}".format(*(f"{{{{{found.ref(i, field)}}}}}" for field in fields[:4]))
                for i in range(len(found.rows))
            ]
        if not lines:
            return self._nothing(period)
        paid = (("Zahlung", "Payment"), ("Zahlungen", "Payments"))
        invoiced = (("Rechnung", "Invoice"), ("Rechnungen", "Invoices"))
        head = self.voice(*(paid if accounts == PAID else invoiced)[many > 1])
        return Say(f"{head} {self.voice.span(period)}:\n" + "\n".join(lines))

    def _mean(self, period: Period, supplier: bool) -> Plan:
        """The average invoice of a contact."""
        side, filters = self._invoice_lines(period, supplier)
        call: dict[str, object] = {"tableName": JOURNAL_LINE, "aggregate": "AVG", "field": side, "filters": filters}
        found = yield ToolCall("aggregateTable", {**call, "groupBy": ["currency"], "purpose": "turnover"})
        if not found.rows:
            return self._nothing(period)
        parts = ", ".join(f"{{{{{found.ref(i, f'avg_{side}')}}}}}" for i in range(len(found.rows)))
        head = self.voice("Rechnungen (brutto) im Durchschnitt", "Average invoice (gross)")
        return Say(f"{head}, {self.contact}, {self.voice.span(period)}: {parts}.")

    def _invoice_lines(self, period: Period, supplier: bool) -> tuple[str, list[_Filter]]:
        """Each invoice is one line on payables or receivables: its side, and which lines they are."""
        side, accounts = ("creditAmount", "200%") if supplier else ("debitAmount", "110%")
        return side, [*self._lines(period, accounts), {"field": side, "op": ">", "value": "0"}]

    def _lines(self, period: Period, accounts: str) -> list[_Filter]:
        """The lines that are meant: of the time, the contact, the country and the currency that the question names."""
        start, end = period.seconds
        money: _Filter = {"field": "accountNumber", "op": "BETWEEN", "value": [*_MONEY]}
        filters: list[_Filter] = [
            money if accounts == PAID else {"field": "accountNumber", "op": "LIKE", "value": accounts},
            {"field": "journalEntry.bookingDate", "op": "BETWEEN", "value": [start, end]},
            {"field": "journalEntry.contactId", "op": "IS NOT NULL"},
        ]
        filters += in_countries(self.question, "journalEntry.contact.country")
        if self.contact:
            filters.append({"field": _NAME, "op": "=", "value": self.contact})
        unit = currency_named(self.reading)
        return [*filters, {"field": "currency", "op": "=", "value": unit}] if unit else filters

    def _number(self, period: Period, supplier: bool) -> Plan:
        """How many invoices were booked."""
        _, filters = self._invoice_lines(period, supplier)
        call: dict[str, object] = {"tableName": JOURNAL_LINE, "aggregate": "COUNT", "filters": filters}
        found = yield ToolCall("aggregateTable", {**call, "purpose": "turnover"})
        head = self.voice("Anzahl gebuchte Rechnungen", "Number of invoices booked")
        whose = f", {self.contact}," if self.contact else ""
        return Say(f"{head}{whose} {self.voice.span(period)}: {{{{{found.ref(0, 'count')}}}}}.")

    def _asked_what(self, contact: str) -> Cannot:
        return Cannot(
            self.voice(
                f"Was zu «{contact}» gefragt ist, verstehe ich nicht. "
                "Frag nach offenen Rechnungen, Umsatz oder Zahlungen.",
                f"I do not understand what is asked about “{contact}”. Ask for open invoices, revenue or payments.",
            )
        )

    def _share(self, period: Period) -> Plan:
        """What one customer brought, as a part of all revenue."""
        added = yield from self._side(period, "3%", "creditAmount")
        taken = yield from self._side(period, "3%", "debitAmount")
        whole = yield from amount(range_set("3000", "3999"), period, self.voice)
        if added is None or taken is None or len(added) != 1 or isinstance(whole, Cannot) or len(whole) != 1:
            return self._nothing(period)
        ((key, (name, plus)),) = added.items()
        part = difference(plus, taken[key][1])
        share = f"{{{{percent({part.expression}, {whole[0].expression})}}}}"
        of = self.voice("von", "of")
        return Say(f"{name} {self.voice.span(period)}: {part.reference} {of} {whole[0].reference}: {share}.")

    def _ranked(self, period: Period, head: str, accounts: str, plus: str, minus: str | None) -> Plan:
        """One side of some accounts per contact, less the other where the net is meant, by size."""
        added = yield from self._side(period, accounts, plus)
        if added is None:
            return self._nothing(period)
        net = {key: figure for key, (_, figure) in added.items()}
        if minus:
            taken = yield from self._side(period, accounts, minus)
            if taken is None:
                return self._nothing(period)
            net = {key: difference(figure, taken[key][1]) for key, figure in net.items() if key in taken}
        low = "lowest" in self.reading.cues
        ranked = sorted(net.items(), key=lambda item: (item[1].value if low else -item[1].value, item[0]))
        ranked = [item for item in ranked if item[1].value]
        count = self.reading.top or (1 if self.reading.cues & {"highest", "lowest"} else 10)
        if not ranked:
            return self._nothing(period)
        lines = [f"- {added[key][0]}: {figure.reference}" for key, figure in ranked[:count]]
        return Say(f"{head} {self.voice.span(period)}:\n" + "\n".join(lines))

    def _side(self, period: Period, accounts: str, field: str) -> _Side:
        filters = self._lines(period, accounts)
        if not self.contact and accounts in (PAID, _BANK):
            kind = "supplier" if self._is_supplier else "customer"
            filters.append({"field": "journalEntry.contact.contactType", "op": "=", "value": kind})
        found = yield ToolCall(
            "aggregateTable",
            {
                "tableName": JOURNAL_LINE,
                "aggregate": "SUM",
                "field": field,
                "groupBy": [_NAME, "currency"],
                "filters": filters,
                "limit": 500,
                "purpose": "turnover",
            },
        )
        if not found.rows or found.truncated:
            return None
        out: dict[_Key, tuple[str, Figure]] = {}
        for i in range(len(found.rows)):
            key = (found.text(i, _NAME), found.text(i, "currency"))
            figure = Figure(found.ref(i, f"sum_{field}"), found.value(i, f"sum_{field}"), key[1])
            out[key] = ("{{" + found.ref(i, _NAME) + "}}", figure)
        return out

    def _nothing(self, period: Period) -> Cannot:
        who = f" «{self.contact}»" if self.contact else ""
        return Cannot(
            self.voice(
                f"Dazu gibt es{who} {self.voice.span(period)} keine Buchungen.",
                f"There are no such bookings{who} in {self.voice.span(period)}.",
            )
        )
