"""Plans for customers, suppliers and the chart of accounts."""

from dataclasses import dataclass

from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.plan import Cannot, Plan, Say, ToolCall
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import ACCOUNT, CONTACT
from arch_team.reading.question import Reading
from arch_team.reading.wording import countries
from arch_team.reading.words import folded


@dataclass(frozen=True, slots=True)
class ContactQuestion:
    reading: Reading
    voice: Voice

    def answer(self) -> Plan:
        filters = self._filters()
        if "count" in self.reading.cues and not self.reading.cues & {"vat_number", "email"}:
            found = yield ToolCall(
                "aggregateTable",
                {"tableName": CONTACT, "aggregate": "COUNT", "filters": filters, "purpose": "contacts"},
            )
            return Say(f"{self.voice('Anzahl', 'Number')}: {{{{{found.ref(0, 'count')}}}}}.")
        found = yield ToolCall(
            "queryTable",
            {
                "tableName": CONTACT,
                "fields": ["contactNumber", "name", "contactType", "city", "country", "email", "vatNumber"],
                "filters": filters,
                "orderBy": [{"field": "name", "direction": "asc"}],
                "limit": 60,
                "purpose": "contacts",
            },
        )
        if not found.rows:
            return Cannot(
                self.voice("Es gibt keinen Kontakt, auf den das zutrifft.", "No contact meets that description.")
            )
        extra = [c for cue, c in (("email", "email"), ("vat_number", "vatNumber")) if cue in self.reading.cues]
        columns = ["name", *extra, *(["city"] if self.reading.says("place") or not extra else [])]
        lines = [
            "- " + ", ".join(f"{{{{{found.ref(i, column)}}}}}" for column in columns) for i in range(len(found.rows))
        ]
        return Say(f"{self.voice('Kontakte', 'Contacts')}:\n" + "\n".join(lines))

    def _filters(self) -> list[dict[str, object]]:
        reading = self.reading
        filters: list[dict[str, object]] = []
        for mention in reading.mentions:
            for invariant in mention.entity.invariants:
                if invariant.field == "contactType":
                    filters.append({"field": "contactType", "op": "=", "value": invariant.value})
        for word, code in countries().items():
            if word in reading.flat:
                filters.append({"field": "country", "op": "!=" if code[0] == "!" else "=", "value": code.strip("!")})
                break
        place = self._place()
        if place:
            filters.append({"field": "city", "op": "ILIKE", "value": f"{place}%"})
        for word in reading.unread:
            if word != place and not any(folded(word) in country for country in countries()):
                filters.append({"field": "name", "op": "ILIKE", "value": f"%{word}%"})
        return [f for i, f in enumerate(filters) if f not in filters[:i]]

    def _place(self) -> str | None:
        """The name after `in` or `aus`."""
        for name in self.reading.unread:
            before = self.reading.text[: self.reading.text.find(name)].rstrip().casefold()
            if before.endswith((" in", " aus", " from", " near")) and name.casefold() not in countries():
                return name
        return None


@dataclass(frozen=True, slots=True)
class ChartQuestion:
    reading: Reading
    voice: Voice

    def answer(self, sets: list[AccountSet]) -> Plan:
        filters: list[dict[str, object]] = [
            {**f, "field": str(f["field"]).removeprefix("account.")} for accounts in sets[:1] for f in accounts.filters
        ]
        for unit in ("EUR", "CHF", "USD"):
            if unit in self.reading.text.upper().replace("?", " ").split():
                filters.append({"field": "currency", "op": "=", "value": unit})
        if self.reading.says("inactive"):
            filters.append({"field": "isActive", "op": "=", "value": False})
        if "count" in self.reading.cues:
            found = yield ToolCall(
                "aggregateTable",
                {"tableName": ACCOUNT, "aggregate": "COUNT", "filters": filters, "purpose": "chart"},
            )
            return Say(f"{self.voice('Anzahl Konten', 'Number of accounts')}: {{{{{found.ref(0, 'count')}}}}}.")
        found = yield ToolCall(
            "queryTable",
            {
                "tableName": ACCOUNT,
                "fields": ["accountNumber", "accountName", "currency"],
                "filters": filters,
                "orderBy": [{"field": "accountNumber", "direction": "asc"}],
                "limit": 100,
                "purpose": "chart",
            },
        )
        if not found.rows:
            return Cannot(self.voice("Es gibt kein solches Konto.", "There is no such account."))
        lines = [
            f"- {{{{{found.ref(i, 'accountNumber')}}}}} {{{{{found.ref(i, 'accountName')}}}}} "
            f"({{{{{found.ref(i, 'currency')}}}}})"
            for i in range(len(found.rows))
        ]
        return Say(f"{self.voice('Konten', 'Accounts')}:\n" + "\n".join(lines))
