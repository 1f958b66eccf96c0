"""Plans for the chart of accounts: which accounts there are, how many, what an account is called."""

from dataclasses import dataclass

from arch_team.models.embedded.honesty import passed_over
from arch_team.models.embedded.plan import Cannot, Plan, Say, ToolCall
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import ACCOUNT

_HONOURED = frozenset({"count", "inactive", "active"})
_UNITS = ("EUR", "CHF", "USD")
_SPOKEN_UNITS = {"euro": "EUR", "euros": "EUR", "franken": "CHF", "francs": "CHF", "dollar": "USD", "dollars": "USD"}


@dataclass(frozen=True, slots=True)
class ChartQuestion:
    question: Question
    voice: Voice

    def answer(self) -> Plan:
        reading = self.question.reading
        refused = passed_over(reading, _HONOURED, self.voice)
        if refused is not None:
            return refused
        filters: list[dict[str, object]] = [
            {**f, "field": str(f["field"]).removeprefix("account.")}
            for accounts in self.question.sets[:1]
            for f in accounts.filters
        ]
        words = reading.flat.upper().replace("?", " ").replace(",", " ").split()
        units = [u for u in _UNITS if u in words] or [
            _SPOKEN_UNITS[w.lower()] for w in words if w.lower() in _SPOKEN_UNITS
        ]
        if units:
            filters.append({"field": "currency", "op": "=", "value": units[0]})
        if reading.accounts and reading.cues & {"active", "inactive"}:
            return (yield from self._is_active(filters))
        if "inactive" in reading.cues:
            filters.append({"field": "isActive", "op": "=", "value": False})
        elif "active" in reading.cues:
            filters.append({"field": "isActive", "op": "=", "value": True})
        if "count" in reading.cues:
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
            return self._none()
        lines = [
            f"- {{{{{found.ref(i, 'accountNumber')}}}}} {{{{{found.ref(i, 'accountName')}}}}} "
            f"({{{{{found.ref(i, 'currency')}}}}})"
            for i in range(len(found.rows))
        ]
        yes = self.voice("Ja. ", "Yes. ") if "yes_no" in reading.cues else ""
        return Say(f"{yes}{self.voice('Konten', 'Accounts')}:\n" + "\n".join(lines))

    def _is_active(self, filters: list[dict[str, object]]) -> Plan:
        """Whether one account is in use."""
        fields = ["accountNumber", "accountName", "isActive"]
        found = yield ToolCall(
            "queryTable", {"tableName": ACCOUNT, "fields": fields, "filters": filters, "purpose": "chart"}
        )
        if not found.rows:
            return self._none()
        active = found.text(0, "isActive").casefold() == "true"
        holds = active != ("inactive" in self.question.reading.cues)
        state = self.voice("aktiv", "active") if active else self.voice("nicht aktiv", "not active")
        yes = self.voice("Ja", "Yes") if holds else self.voice("Nein", "No")
        name = f"{{{{{found.ref(0, 'accountNumber')}}}}} {{{{{found.ref(0, 'accountName')}}}}}"
        return Say(f"{yes}. {name}: {state}.")

    def _none(self) -> Cannot:
        return Cannot(self.voice("Es gibt kein solches Konto.", "There is no such account."))
