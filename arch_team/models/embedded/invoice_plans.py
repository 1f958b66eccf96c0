"""Plans for open invoices: lists, totals, who owes most."""

import re
from dataclasses import dataclass

from arch_team.models.embedded.plan import Ask, Cannot, Found, Plan, Say, ToolCall
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import OPEN_INVOICE
from arch_team.reading.periods import Bound
from arch_team.reading.question import Reading

_ONE = re.compile(
    r"\b(the open invoice|die offene rechnung|der offenen rechnung|this invoice|diese rechnung)\b(?!s|en)"
)


@dataclass(frozen=True, slots=True)
class InvoiceQuestion:
    reading: Reading
    voice: Voice
    contact: str | None = None

    def answer(self) -> Plan:
        reading = self.reading
        if _ONE.search(reading.flat) and not (reading.references or self.contact):
            return Ask(
                self.voice(
                    "Welche Rechnung ist gemeint? Nenne Nummer oder Kunde.",
                    "Which invoice? Name its number or customer.",
                )
            )
        filters = self._filters()
        if reading.references:
            return (yield from self._list(filters, "dueDate", 5, False))
        if "count" in reading.cues:
            return (yield from self._count(filters))
        if reading.cues & {"share", "percent"} and reading.names_entity("OverdueInvoice"):
            return (yield from self._overdue_share(filters))
        if "per_contact" in reading.cues or (
            reading.names_entity("Customer", "Supplier") and "highest" in reading.cues
        ):
            return (yield from self._by_contact(filters))
        if reading.cues & {"highest", "lowest"}:
            return (yield from self._list(filters, "openAmount", reading.top or 1, "lowest" not in reading.cues))
        listing = "listing" in reading.cues and not (reading.cues & {"total"} or reading.names_entity("OpenAmount"))
        if listing or "yes_no" in reading.cues:
            return (yield from self._list(filters, "dueDate", 40, False))
        return (yield from self._total(filters))

    def _filters(self) -> list[dict[str, object]]:
        reading = self.reading
        filters: list[dict[str, object]] = []
        receivable = reading.names_entity("CustomerInvoice", "Customer", "TradeReceivables")
        payable = reading.names_entity("SupplierInvoice", "Supplier", "TradePayables")
        if not receivable and not payable:
            payable = reading.says("we_owe")
            receivable = not payable and reading.says("owes_us")
        if receivable != payable:
            filters.append({"field": "direction", "op": "=", "value": "receivable" if receivable else "payable"})
        if reading.names_entity("OverdueInvoice"):
            filters.append({"field": "status", "op": "=", "value": "overdue"})
        for period in reading.periods[:1]:
            start, end = period.seconds
            if period.bound is Bound.UNTIL:
                inclusive = reading.says("on_or_before") or not reading.says("before")
                filters.append({"field": "dueDate", "op": "<=" if inclusive else "<", "value": end})
            elif period.bound is Bound.SINCE:
                filters.append({"field": "dueDate", "op": ">=", "value": start})
            elif reading.says("due"):
                filters.append({"field": "dueDate", "op": "BETWEEN", "value": [start, end]})
        for reference in reading.references[:1]:
            filters.append({"field": "invoiceNumber", "op": "=", "value": reference})
        if self.contact:
            filters.append({"field": "contact.name", "op": "=", "value": self.contact})
        for amount in reading.amounts[:1]:
            if reading.cues & {"above", "below"}:
                filters.append(
                    {"field": "openAmount", "op": ">" if "above" in reading.cues else "<", "value": str(amount.value)}
                )
        return filters

    def _call(self, filters: list[dict[str, object]], **more: object) -> ToolCall:
        tool = "aggregateTable" if "aggregate" in more else "queryTable"
        return ToolCall(tool, {"tableName": OPEN_INVOICE, "filters": filters, **more, "purpose": "open_items"})

    def _none(self) -> Cannot:
        return Cannot(
            self.voice(
                "Es gibt keine offene Rechnung, auf die das zutrifft.", "No open invoice meets that description."
            )
        )

    def _count(self, filters: list[dict[str, object]]) -> Plan:
        found = yield self._call(filters, aggregate="COUNT")
        if self.reading.says("how_much_open"):
            return (yield from self._total(filters))
        return Say(
            f"{self.voice('Anzahl offene Rechnungen', 'Number of open invoices')}: {{{{{found.ref(0, 'count')}}}}}."
        )

    def _total(self, filters: list[dict[str, object]]) -> Plan:
        wanted = [] if any(f["field"] == "direction" for f in filters) else ["direction"]
        found = yield self._call(filters, aggregate="SUM", field="openAmount", groupBy=[*wanted, "currency"])
        if not found.rows:
            return self._none()
        parts = [self._side(found, i) + f"{{{{{found.ref(i, 'sum_openAmount')}}}}}" for i in range(len(found.rows))]
        count = yield self._call(filters, aggregate="COUNT")
        number = f"{{{{{count.ref(0, 'count')}}}}}"
        return Say(
            f"{self.voice('Offener Betrag', 'Open amount')}: {', '.join(parts)} "
            f"({self.voice('offene Rechnungen', 'open invoices')}: {number})."
        )

    def _overdue_share(self, filters: list[dict[str, object]]) -> Plan:
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
        return Say(f"{self.voice('Überfällig', 'Overdue')}: {'; '.join(parts)}.") if parts else self._none()

    def _side(self, found: Found, row: int) -> str:
        side = found.text(row, "direction")
        names = {"receivable": self.voice("Kunden ", "customers "), "payable": self.voice("Lieferanten ", "suppliers ")}
        return names.get(side, "")

    def _by_contact(self, filters: list[dict[str, object]]) -> Plan:
        limit = self.reading.top or (1 if "highest" in self.reading.cues else 40)
        order = [{"field": "sum_openAmount", "direction": "desc"}]
        groups = ["contact.name", "currency"]
        found = yield self._call(
            filters, aggregate="SUM", field="openAmount", groupBy=groups, orderBy=order, limit=limit
        )
        if not found.rows:
            return self._none()
        rows = range(len(found.rows))
        lines = [f"- {{{{{found.ref(i, 'contact.name')}}}}}: {{{{{found.ref(i, 'sum_openAmount')}}}}}" for i in rows]
        return Say(f"{self.voice('Offener Betrag je Kontakt', 'Open amount by contact')}:\n" + "\n".join(lines))

    def _list(self, filters: list[dict[str, object]], order: str, limit: int, down: bool) -> Plan:
        fields = ["invoiceNumber", "contact.name", "dueDate", "openAmount", "currency", "status", "amount"]
        sort = [{"field": order, "direction": "desc" if down else "asc"}]
        found = yield self._call(filters, fields=fields, orderBy=sort, limit=limit)
        if not found.rows:
            return self._none()
        yes = self.voice("Ja. ", "Yes. ") if "yes_no" in self.reading.cues else ""
        due = self.voice("fällig", "due")
        lines = [
            f"- {{{{{found.ref(i, 'invoiceNumber')}}}}}, {{{{{found.ref(i, 'contact.name')}}}}}, {due} "
            f"{{{{{found.ref(i, 'dueDate')}}}}}: {self.voice('offen', 'open')} {{{{{found.ref(i, 'openAmount')}}}}} "
            f"{self.voice('von', 'of')} {{{{{found.ref(i, 'amount')}}}}}"
            for i in range(len(found.rows))
        ]
        return Say(f"{yes}{self.voice('Offene Rechnungen', 'Open invoices')}:\n" + "\n".join(lines))
