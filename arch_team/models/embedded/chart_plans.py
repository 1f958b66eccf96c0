"""Plans for the chart of accounts: which accounts there are, how many, what an account is called."""

import re
from dataclasses import dataclass

from arch_team.models.embedded.chart_names import GROUP
from arch_team.models.embedded.honesty import passed_over
from arch_team.models.embedded.plan import Cannot, Plan, Say, ToolCall
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import ACCOUNT

_HONOURED = frozenset({"count", "inactive", "active"})
_SAID_UNIT = re.compile(r"\b(?:eur|chf|usd|euros?|franken|francs|dollars?)\b")
_NOT_UNIT = re.compile(
    r"\b(?:not|nicht|n't|ausser|except|other than|kein\w*)\b (?:\w+ ){0,3} *(?:eur|chf|usd|euros?|franken|francs)\b"
)
_DETAILS = {"accountType": ("AccountType",), "accountGroup": ("AccountGroup",)}
_KINDS = re.compile(
    r"\b(?:kontotyp|kontoart|account type|type|art von konto|asset or|aktiv oder|ertrag oder|revenue or|income or)\b"
)
_BY_KIND = re.compile(r"\b(?:nach|je|pro|by|per) (?:the )?(?:kontotyp|kontoart|account type|type|art|typ)\b")
_SPOKEN_UNITS = {"euro": "EUR", "euros": "EUR", "franken": "CHF", "francs": "CHF", "dollar": "USD", "dollars": "USD"}


@dataclass(frozen=True, slots=True)
class ChartQuestion:
    question: Question
    voice: Voice

    def answer(self) -> Plan:
        reading = self.question.reading
        honoured = _HONOURED | ({"negated"} if _NOT_UNIT.search(reading.flat) else frozenset[str]())
        refused = passed_over(reading, honoured, self.voice)
        if refused is not None:
            return refused
        filters: list[dict[str, object]] = [
            {**f, "field": str(f["field"]).removeprefix("account.")}
            for accounts in self.question.sets[:1]
            for f in accounts.filters
        ]
        units = [_SPOKEN_UNITS.get(said, said.upper()) for said in _SAID_UNIT.findall(reading.flat)]
        if units:
            op = "!=" if _NOT_UNIT.search(reading.flat) else "="
            filters.append({"field": "currency", "op": op, "value": units[0]})
        single = bool(reading.accounts) or any(one.is_single for one in self.question.sets[:1])
        if single and reading.cues & {"active", "inactive"}:
            return (yield from self._is_active(filters))
        if "inactive" in reading.cues:
            filters.append({"field": "isActive", "op": "=", "value": False})
        elif "active" in reading.cues:
            filters.append({"field": "isActive", "op": "=", "value": True})
        if "count" in reading.cues and _BY_KIND.search(reading.flat):
            return (yield from self._by_kind(filters))
        if "count" in reading.cues:
            found = yield ToolCall(
                "aggregateTable",
                {"tableName": ACCOUNT, "aggregate": "COUNT", "filters": filters, "purpose": "chart"},
            )
            return Say(f"{self.voice('Anzahl Konten', 'Number of accounts')}: {{{{{found.ref(0, 'count')}}}}}.")
        more = [field for field, names in _DETAILS.items() if reading.names_entity(*names) and reading.accounts]
        said = {"accountType": _KINDS, "accountGroup": GROUP}
        more += [f for f, words in said.items() if reading.accounts and f not in more and words.search(reading.flat)]
        found = yield ToolCall(
            "queryTable",
            {
                "tableName": ACCOUNT,
                "fields": ["accountNumber", "accountName", "currency", *more],
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
            f"({{{{{found.ref(i, 'currency')}}}}})" + "".join(f", {{{{{found.ref(i, field)}}}}}" for field in more)
            for i in range(len(found.rows))
        ]
        yes = self.voice("Ja. ", "Yes. ") if "yes_no" in reading.cues and not more else ""
        return Say(f"{yes}{self.voice('Konten', 'Accounts')}:\n" + "\n".join(lines))

    def _by_kind(self, filters: list[dict[str, object]]) -> Plan:
        call: dict[str, object] = {"tableName": ACCOUNT, "aggregate": "COUNT", "filters": filters, "purpose": "chart"}
        order = [{"field": "accountType", "direction": "asc"}]
        found = yield ToolCall("aggregateTable", {**call, "groupBy": ["accountType"], "orderBy": order})
        lines = [
            f"- {{{{{found.ref(i, 'accountType')}}}}}: {{{{{found.ref(i, 'count')}}}}}" for i in range(len(found.rows))
        ]
        return Say(f"{self.voice('Anzahl Konten nach Art', 'Number of accounts by type')}:\n" + "\n".join(lines))

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
