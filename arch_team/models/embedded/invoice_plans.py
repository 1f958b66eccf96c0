"""Plans for open invoices: lists, counts, totals, the oldest, who owes most."""

import re
from dataclasses import dataclass

from arch_team.models.embedded.booking_plans import BookingQuestion, entry_line
from arch_team.models.embedded.honesty import passed_over
from arch_team.models.embedded.narrowing import currency_named, in_countries
from arch_team.models.embedded.plan import Ask, Cannot, Found, Plan, Say, ToolCall, together
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import JOURNAL_ENTRY, OPEN_INVOICE
from arch_team.reading.periods import Bound, Period
from arch_team.reading.question import Reading

_ONE = re.compile(
    r"\b(the open invoice|die offene rechnung|der offenen rechnung|this invoice|diese rechnung)\b(?!s|en)"
)
_INVOICE_BY_SIZE = re.compile(
    r"\b(?:grosste|hochste|kleinste|tiefste|largest|biggest|highest|smallest|lowest|top)\w*( [\w-]+){0,4}? "
    r"\w*(?:rechnung|invoice|bill\b|bills\b|faktur|posten\b|item\b|items\b)"
)
_COLUMNS = re.compile(r"\b(?:due dates?|falligkeit(?:sdat\w+|en)?|invoice numbers?|rechnungsnummern?)\b")
"""What an invoice has and a total has not."""
_WE_ARE_LATE = re.compile(
    r"\b(?:sind|waren|liegen|stehen) wir\b[^?]*\b(?:verzug|ruckstand|spat|uberfallig)|"
    r"\b(?:are|were) we\b[^?]*\b(?:late|behind|overdue|in arrears)"
)
_ALWAYS = frozenset(
    {"unpaid", "paid", "partly", "not_due", "issued", "total", "next_due", "motion", "inflow", "relative"}
)
_SHOWN = ["invoiceNumber", "contact.name", "dueDate", "openAmount", "currency", "status", "amount", "direction"]
_Filter = dict[str, object]


@dataclass(frozen=True, slots=True)
class InvoiceQuestion:
    question: Question
    voice: Voice

    @property
    def reading(self) -> Reading:
        return self.question.reading

    def answer(self) -> Plan:
        reading = self.reading
        if _ONE.search(reading.flat) and not (reading.references or self.question.contact):
            return Ask(
                self.voice(
                    "Welche Rechnung ist gemeint? Nenne Nummer oder Kunde.",
                    "Which invoice? Name its number or customer.",
                )
            )
        if len(reading.periods) > 1:
            return Cannot(self.voice("Frag nach einem Zeitraum aufs Mal.", "Ask about one period at a time."))
        filters = self._filters()
        if isinstance(filters, Cannot):
            return filters
        if self._as_of is not None:
            latest = yield self._call([], aggregate="MAX", field="invoiceDate")
            if latest.value(0, "max_invoiceDate") > self._as_of.seconds[1]:
                return self._only_now()
        honoured, chosen = self._chosen(filters)
        limits = frozenset({"above", "below"}) if reading.amounts else frozenset[str]()
        refused = passed_over(reading, _ALWAYS | limits | honoured, self.voice)
        return refused if refused is not None else (yield from chosen)

    def _chosen(self, filters: list[_Filter]) -> tuple[frozenset[str], Plan]:
        reading, cues = self.reading, self.reading.cues
        many = reading.top or 1
        if "partly" in cues and not reading.says("unpaid_or_partly") and not reading.references:
            return frozenset({"count"}), self._partly(filters)
        if reading.references:
            return frozenset({"difference", "compare"}), self._list(filters, "dueDate", 5, False)
        if cues & {"earliest", "latest", "next_due"}:
            by = "invoiceDate" if "issued" in cues or "latest" in cues else "dueDate"
            waiting: list[_Filter] = [{"field": "status", "op": "!=", "value": "overdue"}]
            more = waiting if "next_due" in cues else []
            counted = [self._count(filters)] if "count" in cues else []
            listed = self._list([*filters, *more], by, many, "latest" in cues)
            return frozenset({"earliest", "latest", "count"}), together([*counted, listed])
        if "count" in cues and reading.names_entity("Customer", "Supplier") and not reading.says("invoice_word"):
            return frozenset({"count"}), self._count_contacts(filters)
        if "count" in cues:
            asked = [self._count(filters)]
            if not reading.top:
                extremes = sorted(cues & {"highest", "lowest"})
                asked += [self._list(filters, "openAmount", 1, cue == "highest") for cue in extremes]
            return frozenset({"highest", "lowest", "count"}), together(asked)
        if cues & {"share", "percent"} and reading.names_entity("OverdueInvoice"):
            return frozenset({"share"}), self._overdue_share(filters)
        named = reading.names_entity("Customer", "Supplier", "TradeReceivables", "TradePayables")
        invoice = reading.names_entity("OpenInvoice", "CustomerInvoice", "SupplierInvoice") or bool(
            _COLUMNS.search(reading.flat)
        )
        named = named and not _INVOICE_BY_SIZE.search(reading.flat)
        if "per_contact" in cues or ((named or ("who" in cues and not invoice)) and cues & {"highest", "lowest"}):
            return frozenset({"per_contact", "highest", "lowest"}), self._by_contact(filters)
        if cues & {"highest", "lowest"}:
            return frozenset({"highest", "lowest"}), self._list(filters, "openAmount", many, "lowest" not in cues)
        if "average" in cues:
            return frozenset({"average"}), self._average(filters)
        listing = "listing" in cues and not (cues & {"total"} or reading.names_entity("OpenAmount"))
        listing = listing or bool(_COLUMNS.search(reading.flat)) or (reading.says("due") and reading.says("when"))
        limited = bool(cues & {"above", "below"} and reading.amounts)
        if (listing or "who" in cues or limited) and (named or "who" in cues) and not invoice:
            return frozenset(), self._by_contact(filters)
        if listing or "yes_no" in cues:
            return frozenset({"negated"} if "yes_no" in cues else ()), self._list(filters, "dueDate", 40, False)
        if "listing" in cues and reading.says("and_total"):
            return frozenset(), together([self._list(filters, "dueDate", 40, False), self._total(filters)])
        return frozenset(), self._total(filters)

    def _filters(self) -> list[_Filter] | Cannot:
        reading = self.reading
        filters: list[_Filter] = []
        side = self._side_asked()
        if side:
            filters.append({"field": "direction", "op": "=", "value": side})
        if reading.names_entity("OverdueInvoice") and "not_due" not in reading.cues:
            filters.append({"field": "status", "op": "=", "value": "overdue"})
        if "not_due" in reading.cues:
            filters.append({"field": "status", "op": "!=", "value": "overdue"})
        if self._as_of is not None and (reading.names_entity("OverdueInvoice") or "not_due" in reading.cues):
            op = ">=" if "not_due" in reading.cues else "<"
            filters = [f for f in filters if f["field"] != "status"]
            filters.append({"field": "dueDate", "op": op, "value": self._as_of.seconds[1]})
        for period in reading.periods[:1] if self._as_of is None else ():
            dated = self._dated(period)
            if isinstance(dated, Cannot):
                return dated
            filters.append(dated)
        for reference in reading.references[:1]:
            filters.append({"field": "invoiceNumber", "op": "=", "value": reference})
        if self.question.contact:
            filters.append({"field": "contact.name", "op": "=", "value": self.question.contact})
        filters += in_countries(self.question, "contact.country")
        unit = currency_named(reading)
        if unit:
            filters.append({"field": "currency", "op": "=", "value": unit})
        for amount in reading.amounts[:1]:
            if reading.cues & {"above", "below"}:
                op = ">" if "above" in reading.cues else "<"
                filters.append({"field": "openAmount", "op": op, "value": str(amount.value)})
        return filters

    @property
    def _as_of(self) -> Period | None:
        """The day at which invoices are said to be open or overdue, as opposed to falling due or being issued."""
        reading = self.reading
        period = reading.periods[0] if len(reading.periods) == 1 else None
        if period is None or not period.is_point or period.bound is not Bound.WITHIN or "issued" in reading.cues:
            return None
        overdue = reading.names_entity("OverdueInvoice") or "not_due" in reading.cues
        return period if overdue or not reading.says("due") else None

    def _only_now(self) -> Cannot:
        return Cannot(
            self.voice(
                "Die Tabelle enthält, was heute offen ist: was seither bezahlt wurde, fehlt darin. "
                "Frag nach dem Saldo der Debitoren oder Kreditoren an diesem Tag.",
                "The table holds what is open today: what was paid since is not in it. "
                "Ask for the balance of receivables or payables at that date.",
            )
        )

    def _side_asked(self) -> str | None:
        """Whether customers or suppliers are meant, where the question tells."""
        reading = self.reading
        receivable = reading.names_entity("CustomerInvoice", "Customer", "TradeReceivables")
        payable = reading.names_entity("SupplierInvoice", "Supplier", "TradePayables")
        if receivable == payable:
            if receivable:
                return None
            payable = reading.says("we_owe") or bool(_WE_ARE_LATE.search(reading.flat))
            receivable = not payable and (reading.says("owes_us") or "who" in reading.cues)
        return "receivable" if receivable else "payable" if payable else None

    def _dated(self, period: Period) -> _Filter | Cannot:
        """By due date; by the day they were issued where the question says so."""
        reading, (start, end) = self.reading, period.seconds
        field = "invoiceDate" if "issued" in reading.cues else "dueDate"
        if period.bound is Bound.UNTIL:
            inclusive = reading.says("on_or_before") or not reading.says("before")
            return {"field": field, "op": "<=" if inclusive else "<", "value": end if inclusive else start}
        if period.bound is Bound.SINCE:
            return {"field": field, "op": ">=", "value": start}
        if reading.says("due") or reading.says("we_owe") or "issued" in reading.cues:
            return {"field": field, "op": "BETWEEN", "value": [start, end]}
        return Cannot(
            self.voice(
                "Meinst du fällig oder ausgestellt in dieser Zeit? Frag mit «fällig» oder «ausgestellt».",
                "Do you mean due or issued in that time? Ask with “due” or “issued”.",
            )
        )

    def _call(self, filters: list[_Filter], **more: object) -> ToolCall:
        tool = "aggregateTable" if "aggregate" in more else "queryTable"
        return ToolCall(tool, {"tableName": OPEN_INVOICE, "filters": filters, **more, "purpose": "open_items"})

    def _none(self, filters: list[_Filter]) -> Plan:
        """Nothing found is said as such; asked whether there is any, it is a counted no."""
        cues, references = self.reading.cues, self.reading.references
        asks_paid = "paid" in cues and "unpaid" not in cues
        if asks_paid and references:
            only = [{"field": "reference", "op": "=", "value": references[0]}]
            booked = yield ToolCall(
                "aggregateTable",
                {"tableName": JOURNAL_ENTRY, "aggregate": "COUNT", "filters": only, "purpose": "bookings"},
            )
            if not booked.value(0, "count"):
                return Cannot(self.voice(f"{references[0]} ist nicht gebucht.", f"{references[0]} is not booked."))
            if "yes_no" not in cues:
                return (yield from self._payments(references[0]))
        if "yes_no" in cues:
            found = yield self._call(filters, aggregate="COUNT")
            yes = self.voice("Ja", "Yes") if "negated" in cues or asks_paid else self.voice("Nein", "No")
            head = self.voice("Anzahl solche offene Rechnungen", "Number of such open invoices")
            return Say(f"{yes}. {head}: {{{{{found.ref(0, 'count')}}}}}.")
        none = self.voice(
            "Es gibt keine offene Rechnung, auf die das zutrifft.", "No open invoice meets that description."
        )
        return Cannot(none)

    def _payments(self, reference: str) -> Plan:
        """The bookings whose text names an invoice: what was paid on it, and when."""
        found = yield ToolCall(
            "queryTable",
            {
                "tableName": JOURNAL_ENTRY,
                "fields": ["bookingDate", "reference", "description", "totalAmount", "currency"],
                "filters": [{"field": "description", "op": "ILIKE", "value": f"%{reference}%"}],
                "orderBy": [{"field": "bookingDate", "direction": "asc"}],
                "limit": 20,
                "purpose": "bookings",
            },
        )
        if not found.rows:
            return (yield from BookingQuestion(self.question, self.voice).of_reference(reference))
        lines = [f"- {entry_line(found, i)}" for i in range(len(found.rows))]
        return Say(f"{self.voice('Buchungen', 'Bookings')}:\n" + "\n".join(lines))

    @property
    def _named(self) -> str:
        """What the invoices counted or listed are: eleven overdue ones are not all that are open."""
        late = self.reading.names_entity("OverdueInvoice") and "not_due" not in self.reading.cues
        if late:
            return self.voice("überfällige Rechnungen", "overdue invoices")
        return self.voice("offene Rechnungen", "open invoices")

    def _count(self, filters: list[_Filter]) -> Plan:
        """How many; with their amount where it is asked for too."""
        if self.reading.cues & {"amount_too", "total"} or self.reading.says("how_much_open"):
            return (yield from self._total(filters))
        found = yield self._call(filters, aggregate="COUNT")
        head = self.voice("Anzahl", "Number of")
        return Say(f"{head} {self._named}: {{{{{found.ref(0, 'count')}}}}}.")

    def _count_contacts(self, filters: list[_Filter]) -> Plan:
        """How many customers or suppliers, not how many invoices."""
        found = yield self._call(filters, aggregate="COUNT_DISTINCT", field="contactId")
        head = self.voice(
            "Anzahl Kontakte mit solchen offenen Rechnungen", "Number of contacts with such open invoices"
        )
        return Say(f"{head}: {{{{{found.ref(0, 'count_distinct_contactId')}}}}}.")

    def _total(self, filters: list[_Filter]) -> Plan:
        wanted = [] if any(f["field"] == "direction" for f in filters) else ["direction"]
        found = yield self._call(filters, aggregate="SUM", field="openAmount", groupBy=[*wanted, "currency"])
        if not found.rows:
            return (yield from self._none(filters))
        parts = [self._side(found, i) + f"{{{{{found.ref(i, 'sum_openAmount')}}}}}" for i in range(len(found.rows))]
        count = yield self._call(filters, aggregate="COUNT")
        number = f"{{{{{count.ref(0, 'count')}}}}}"
        return Say(f"{self.voice('Offener Betrag', 'Open amount')}: {', '.join(parts)} ({self._named}: {number}).")

    def _partly(self, filters: list[_Filter]) -> Plan:
        """Invoices of which something was paid: less is open than they were written for, overdue or not."""
        found = yield self._call(filters, fields=_SHOWN, orderBy=[{"field": "dueDate", "direction": "asc"}], limit=200)
        if found.truncated:
            return Cannot(self.voice("Das sind zu viele Rechnungen.", "That is too many invoices."))
        rows = [i for i in range(len(found.rows)) if found.value(i, "openAmount") < found.value(i, "amount")]
        if not rows:
            return (yield from self._none(filters))
        number = f"{{{{count({', '.join(found.ref(i, 'invoiceNumber') for i in rows)})}}}}"
        head = self.voice("Teilweise bezahlte Rechnungen", "Partly paid invoices")
        lines = [self._line(found, i) for i in rows]
        for kind in dict.fromkeys((found.text(i, "direction"), found.text(i, "currency")) for i in rows):
            mine = [i for i in rows if (found.text(i, "direction"), found.text(i, "currency")) == kind]
            cells = [found.ref(i, "openAmount") for i in mine]
            total = f"sum({', '.join(cells)})" if len(cells) > 1 else cells[0]
            lines.append(f"{self.voice('Noch offen', 'Still open')}: {self._side(found, mine[0])}{{{{{total}}}}}")
        yes = self.voice("Ja. ", "Yes. ") if "yes_no" in self.reading.cues else ""
        return Say(f"{yes}{head} ({number}):\n" + "\n".join(lines))

    def _line(self, found: Found, row: int) -> str:
        number, name, day = (found.ref(row, column) for column in ("invoiceNumber", "contact.name", "dueDate"))
        rest, whole = found.ref(row, "openAmount"), found.ref(row, "amount")
        due, still, of = self.voice("fällig", "due"), self.voice("offen", "open"), self.voice("von", "of")
        return f"- {{{{{number}}}}}, {{{{{name}}}}}, {due} {{{{{day}}}}}: {still} {{{{{rest}}}}} {of} {{{{{whole}}}}}"

    def _average(self, filters: list[_Filter]) -> Plan:
        found = yield self._call(filters, aggregate="AVG", field="openAmount", groupBy=["direction", "currency"])
        if not found.rows:
            return (yield from self._none(filters))
        parts = [self._side(found, i) + f"{{{{{found.ref(i, 'avg_openAmount')}}}}}" for i in range(len(found.rows))]
        return Say(f"{self.voice('Offener Betrag im Durchschnitt', 'Average open amount')}: {', '.join(parts)}.")

    def _overdue_share(self, filters: list[_Filter]) -> Plan:
        """The overdue amount as a part of all that is open, per currency."""
        whole = [f for f in filters if f["field"] != "status"]
        late = yield self._call(filters, aggregate="SUM", field="openAmount", groupBy=["currency"])
        every = yield self._call(whole, aggregate="SUM", field="openAmount", groupBy=["currency"])
        totals = {every.text(i, "currency"): i for i in range(len(every.rows))}
        parts: list[str] = []
        for i in range(len(late.rows)):
            row = totals[late.text(i, "currency")]
            part, total = late.ref(i, "sum_openAmount"), every.ref(row, "sum_openAmount")
            parts.append(f"{{{{{part}}}}} {self.voice('von', 'of')} {{{{{total}}}}}: {{{{percent({part}, {total})}}}}")
        if not parts:
            return (yield from self._none(filters))
        return Say(f"{self.voice('Überfällig', 'Overdue')}: {'; '.join(parts)}.")

    def _side(self, found: Found, row: int) -> str:
        side = found.text(row, "direction")
        names = {"receivable": self.voice("Kunden ", "customers "), "payable": self.voice("Lieferanten ", "suppliers ")}
        return names.get(side, "")

    def _by_contact(self, filters: list[_Filter]) -> Plan:
        extreme = self.reading.cues & {"highest", "lowest"}
        limit = self.reading.top or (1 if extreme else 40)
        order = [{"field": "sum_openAmount", "direction": "asc" if "lowest" in self.reading.cues else "desc"}]
        groups = ["contact.name", "currency"]
        if not any(f["field"] == "direction" for f in filters):
            groups.append("direction")
        each = [f for f in filters if f["field"] != "openAmount"]
        found = yield self._call(each, aggregate="SUM", field="openAmount", groupBy=groups, orderBy=order, limit=limit)
        rows = [i for i in range(len(found.rows)) if self._fits(found, i)]
        if not rows:
            return (yield from self._none(filters))
        lines = [
            f"- {self._side(found, i)}{{{{{found.ref(i, 'contact.name')}}}}}: {{{{{found.ref(i, 'sum_openAmount')}}}}}"
            for i in rows
        ]
        yes = self.voice("Ja. ", "Yes. ") if "yes_no" in self.reading.cues else ""
        late = self.reading.names_entity("OverdueInvoice")
        head = self.voice("Überfälliger Betrag je Kontakt", "Overdue amount by contact")
        if not late:
            head = self.voice("Offener Betrag je Kontakt", "Open amount by contact")
        if extreme or len(rows) == 1 or len(rows) < len(found.rows):
            return Say(f"{yes}{head}:\n" + "\n".join(lines))
        whole = yield from self._total(filters)
        return Say(f"{yes}{head}:\n" + "\n".join(lines) + (f"\n{whole.text}" if isinstance(whole, Say) else ""))

    def _fits(self, found: Found, row: int) -> bool:
        """Whether what one contact owes in all is above or below the amount the question names."""
        cues, amounts = self.reading.cues, self.reading.amounts
        if not amounts or not cues & {"above", "below"}:
            return True
        value, limit = found.value(row, "sum_openAmount"), amounts[0].value
        return value > limit if "above" in cues else value < limit

    def _list(self, filters: list[_Filter], order: str, limit: int, down: bool) -> Plan:
        sort = [{"field": order, "direction": "desc" if down else "asc"}]
        found = yield self._call(filters, fields=_SHOWN, orderBy=sort, limit=limit)
        if not found.rows:
            return (yield from self._none(filters))
        denied = "negated" in self.reading.cues or ("paid" in self.reading.cues and "unpaid" not in self.reading.cues)
        yes = ""
        if "yes_no" in self.reading.cues and not self.reading.cues >= {"paid", "unpaid"}:
            yes = self.voice("Nein. ", "No. ") if denied else self.voice("Ja. ", "Yes. ")
        lines = [self._line(found, i) for i in range(len(found.rows))]
        if self.reading.references and "paid" in self.reading.cues:
            paid = [f"difference({found.ref(i, 'amount')}, {found.ref(i, 'openAmount')})" for i in range(len(lines))]
            already = self.voice("bezahlt", "paid")
            lines = [f"{line}, {already} {{{{{sum_}}}}}" for line, sum_ in zip(lines, paid, strict=True)]
        more = ""
        if found.truncated and limit > (self.reading.top or 1):
            more = self.voice("\nEs gibt weitere Rechnungen.", "\nThere are more invoices.")
        head = self._named[0].upper() + self._named[1:]
        if yes and not found.truncated:
            head = f"{head} ({{{{count({found.evidence}.invoiceNumber)}}}})"
        return Say(f"{yes}{head}:\n" + "\n".join(lines) + more)
