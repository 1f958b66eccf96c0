"""Plans for customers and suppliers: who they are, how many, where, and what is noted about them."""

from dataclasses import dataclass

from arch_team.models.embedded.honesty import passed_over
from arch_team.models.embedded.narrowing import in_countries
from arch_team.models.embedded.plan import Cannot, Plan, Say, ToolCall, together
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.trustee.tables import CONTACT
from arch_team.reading.question import Reading

_FIELDS = {
    "email": "email",
    "vat_number": "vatNumber",
    "where": "city",
    "which_country": "country",
    "contact_number": "contactNumber",
}
_HONOURED = frozenset({*_FIELDS, "missing", "negated", "count"})


@dataclass(frozen=True, slots=True)
class ContactQuestion:
    question: Question
    voice: Voice

    @property
    def reading(self) -> Reading:
        return self.question.reading

    def answer(self) -> Plan:
        refused = passed_over(self.reading, _HONOURED, self.voice)
        if refused is not None:
            return refused
        asked = [field for cue, field in _FIELDS.items() if cue in self.reading.cues]
        if not asked and self.question.contact and self.reading.names_entity("Contact"):
            asked = ["contactNumber", "city", "country", "email", "vatNumber"]
        absent = bool(self.reading.cues & {"missing", "negated"})
        noted = [field for field in asked if field in ("email", "vatNumber")]
        if absent and not noted:
            return Cannot(
                self.voice(
                    "Was den Kontakten fehlen soll, verstehe ich nicht. Frag nach E-Mail oder MWST-Nummer.",
                    "I do not understand what the contacts lack. Ask about e-mail or VAT number.",
                )
            )
        filters = self._filters()
        counting = "count" in self.reading.cues
        for field in noted:
            if absent or not self.question.contacts:
                filters.append({"field": field, "op": "IS NULL" if absent else "IS NOT NULL"})
        listing = self._list(filters, [] if absent else asked)
        if counting:
            both = bool(self.reading.cues & {"listing", "who"})
            return (yield from together([self._count(filters), *([listing] if both else [])]))
        return (yield from listing)

    @property
    def _which_kind(self) -> bool:
        """`Is X a customer or a supplier?`"""
        both = all(self.reading.names_entity(name) for name in ("Customer", "Supplier"))
        return both and bool(self.question.contact)

    def _count(self, filters: list[dict[str, object]]) -> Plan:
        found = yield ToolCall(
            "aggregateTable",
            {"tableName": CONTACT, "aggregate": "COUNT", "filters": filters, "purpose": "contacts"},
        )
        return Say(f"{self.voice('Anzahl', 'Number')}: {{{{{found.ref(0, 'count')}}}}}.")

    def _list(self, filters: list[dict[str, object]], asked: list[str]) -> Plan:
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
        columns = ["name", *(asked or ["city"])]
        which = self._which_kind
        kinds = {"customer": self.voice("Kunde", "customer"), "supplier": self.voice("Lieferant", "supplier")}
        lines = [
            "- "
            + ", ".join(f"{{{{{found.ref(i, column)}}}}}" for column in columns)
            + (f": {kinds.get(found.text(i, 'contactType'), '')}" if which else "")
            for i in range(len(found.rows))
        ]
        yes = ""
        if "yes_no" in self.reading.cues and not which:
            noted = all(found.text(i, column) for i in range(len(found.rows)) for column in asked)
            yes = self.voice("Ja. ", "Yes. ") if noted else self.voice("Nein. ", "No. ")
        return Say(f"{yes}{self.voice('Kontakte', 'Contacts')}:\n" + "\n".join(lines))

    def _filters(self) -> list[dict[str, object]]:
        reading = self.reading
        filters: list[dict[str, object]] = []
        kinds = {
            invariant.value
            for mention in reading.mentions
            for invariant in mention.entity.invariants
            if invariant.field == "contactType"
        }
        if len(kinds) == 1 and not self.question.contacts:
            filters.append({"field": "contactType", "op": "=", "value": kinds.pop()})
        filters += in_countries(self.question, "country")
        if self.question.cities:
            filters.append({"field": "city", "op": "IN", "value": list(self.question.cities)})
        if self.question.contacts:
            filters.append({"field": "name", "op": "IN", "value": list(self.question.contacts)})
        return filters
