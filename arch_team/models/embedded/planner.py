"""Choosing the plan for a question about the books. What is ambiguous is asked; what is not in the tables is said."""

import re
from collections.abc import Generator
from dataclasses import dataclass
from datetime import date

from arch_team.models.embedded.account_plans import AccountQuestion
from arch_team.models.embedded.accounts import AccountSet, account_sets, number_set, span_of
from arch_team.models.embedded.amounts import BALANCE
from arch_team.models.embedded.booking_plans import BookingQuestion
from arch_team.models.embedded.contact_plans import ChartQuestion, ContactQuestion
from arch_team.models.embedded.invoice_plans import InvoiceQuestion
from arch_team.models.embedded.lookup import Named, accounts_named, chart, contacts, contacts_named, narrow
from arch_team.models.embedded.party_plans import PartyQuestion
from arch_team.models.embedded.plan import Ask, Cannot, Found, Outcome, Plan, ToolCall
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.descriptor import SemanticType
from arch_team.reading.periods import Period
from arch_team.reading.question import Reading
from arch_team.wire import Language

_OPEN = re.compile(
    r"\boffene?[nrs]?\b|\bstill open\b|\bis open\b|\bdue from\b|\bunpaid\b|\bowes?\b|\bschuldet\b|\bschulden\b|uberfallig|overdue|"
    r"unbezahlt|ausstehend|outstanding"
)


@dataclass(frozen=True, slots=True)
class Resolved:
    sets: list[AccountSet]
    contact: str | None


class BookkeepingPlanner:
    """Plans for an ontology that keeps books: accounts, period balances, journal, contacts, open invoices."""

    def __init__(self, reading: Reading, language: Language) -> None:
        self._reading = reading
        self._voice = Voice(language)

    def plan(self) -> Plan:
        reading, voice = self._reading, self._voice
        refusal = self._refusal()
        if refusal is not None:
            return refusal
        sets = account_sets(reading)
        invoices = self._is_about_invoices()
        if not invoices and (reading.references or self._is_about_bookings(sets)):
            return (yield from BookingQuestion(reading, voice).answer(sets))
        if not invoices and self._is_about_contacts(sets):
            return (yield from ContactQuestion(reading, voice).answer())
        resolved = yield from self._resolve(sets)
        if not isinstance(resolved, Resolved):
            return resolved
        sets = resolved.sets
        if invoices:
            return (yield from InvoiceQuestion(reading, voice, resolved.contact).answer())
        if resolved.contact or self._is_about_revenue_of_customers() or self._is_about_money_of_contacts():
            period = yield from self._period(sets)
            if not isinstance(period, Period):
                return period
            return (yield from PartyQuestion(reading, voice, resolved.contact).answer(period))
        if self._is_about_the_chart(sets):
            return (yield from ChartQuestion(reading, voice).answer(sets))
        if not sets:
            return self._about_what()
        return (yield from self._about_accounts(sets))

    def _refusal(self) -> Cannot | None:
        cues, voice = self._reading.cues, self._voice
        if "write" in cues:
            return Cannot(
                voice(
                    "Ich lese nur. Buchungen, Zahlungen und Änderungen mache ich keine.",
                    "I only read. I make no bookings, payments or changes.",
                )
            )
        if "other_tenants" in cues:
            return Cannot(voice("Ich sehe nur die Daten dieses Mandats.", "I only see the data of this mandate."))
        if "without_looking" in cues:
            return Cannot(
                voice(
                    "Ich nenne keine Zahl, die nicht aus den Tabellen stammt. Stell die Frage ohne diese Bitte noch einmal.",
                    "I give no figure that does not come from the tables. Ask again without that request.",
                )
            )
        if "beyond_tables" in cues:
            return Cannot(
                voice(
                    "Dazu steht nichts in den Tabellen: sie enthalten Konten, Salden, Buchungen, Kontakte und offene Rechnungen.",
                    "The tables say nothing about that: they hold accounts, balances, bookings, contacts and open invoices.",
                )
            )
        return None

    def _is_about_invoices(self) -> bool:
        reading = self._reading
        named = reading.names_entity(
            "OpenInvoice", "CustomerInvoice", "SupplierInvoice", "OverdueInvoice", "OpenAmount"
        )
        owed = bool(_OPEN.search(reading.flat)) and not reading.names_entity("VatOwed", "BankLoans", "Debt")
        return (named or owed) and not reading.accounts and not (reading.names_entity("VatOwed", "BankLoans"))

    def _is_about_revenue_of_customers(self) -> bool:
        reading = self._reading
        ranked = reading.names_entity("Customer") and reading.cues & {"highest", "lowest"}
        wanted = reading.names_entity("OperatingRevenue") and (
            reading.names_entity("Customer") or "per_contact" in reading.cues
        )
        return bool((ranked or wanted) and "count" not in reading.cues and not reading.accounts)

    def _is_about_money_of_contacts(self) -> bool:
        reading = self._reading
        return reading.names_entity("Supplier") and bool(reading.cues & {"highest", "lowest"})

    def _is_about_bookings(self, sets: list[AccountSet]) -> bool:
        reading = self._reading
        named = reading.names_entity("JournalEntry", "JournalLine", "BookingText", "Reference", "TotalAmount")
        booked = any(w in reading.flat for w in ("gebucht", "posted", "was booked", "were booked")) and (
            not sets or bool(reading.accounts)
        )
        booked = booked and not any(w in reading.flat for w in ("wie viel", "wieviel", "how much"))
        return named or "latest" in reading.cues or booked

    def _is_about_contacts(self, sets: list[AccountSet]) -> bool:
        reading = self._reading
        named = reading.names_entity("Contact", "Customer", "Supplier", "City", "Country", "ContactName")
        money = reading.cues & {"highest", "lowest", "share", "per_contact", "total"} or reading.periods
        return (named and not sets and not money) or bool(reading.cues & {"email", "vat_number"})

    def _is_about_the_chart(self, sets: list[AccountSet]) -> bool:
        reading = self._reading
        asks = bool(reading.cues & {"listing", "count", "yes_no"})
        plain = reading.names_entity("Account", "AccountType", "AccountGroup", "Currency")
        plain = plain or any(w in reading.flat for w in ("bankkonten", "bank accounts", "konti"))
        measured = reading.entities(SemanticType.MEASURE) or reading.periods or reading.accounts or reading.amounts
        return asks and plain and not measured and not reading.cues & {"highest", "lowest"}

    def _resolve(self, sets: list[AccountSet]) -> Generator[ToolCall, Found, "Resolved | Outcome"]:
        """What the unexplained words mean: an account, a contact, or nothing that is in the data."""
        reading, voice = self._reading, self._voice
        groups = [m for m in reading.mentions if m.entity.semantic_type is SemanticType.ACCOUNT_GROUP]
        if reading.ranges or not (reading.unread or groups) or (reading.accounts and not reading.unread):
            return Resolved(sets, None)
        accounts = yield from chart()
        if reading.accounts:
            return self._explained(sets, accounts)
        narrowed = (
            [narrow(s, m.said, accounts) for s, m in zip(sets, groups, strict=True)]
            if len(groups) == len(sets)
            else sets
        )
        left = list(reading.unread)
        found: list[AccountSet] = []
        for word in reading.unread:
            named = accounts_named(word, accounts)
            if len(named) > 1 and not narrowed:
                choices = tuple(f"{a.key} {a.name}" for a in named)
                return Ask(
                    voice(f"Welches Konto ist mit «{word}» gemeint?", f"Which account is meant by “{word}”?"), choices
                )
            if len(named) == 1:
                found.append(number_set(named[0].key))
                left.remove(word)
        if not left:
            return Resolved([*found, *narrowed] if not found else found, None)
        known = yield from contacts()
        people = contacts_named(left, known)
        if not people and not reading.mentions and not reading.names:
            return self._about_what()
        if len(people) == 1:
            return Resolved([*found, *narrowed], people[0].key)
        if people:
            choices = tuple(person.name for person in people[:12])
            return Ask(
                voice(f"Wer ist mit «{' '.join(left)}» gemeint?", f"Who is meant by “{' '.join(left)}”?"), choices
            )
        return Cannot(
            voice(
                f"«{' '.join(left)}» finde ich weder als Konto noch als Kontakt in diesem Mandat.",
                f"I find “{' '.join(left)}” neither among the accounts nor among the contacts of this mandate.",
            )
        )

    def _explained(self, sets: list[AccountSet], accounts: tuple[Named, ...]) -> "Resolved | Cannot":
        """With an account number given, other words may describe that account. What they do not, is not understood."""
        numbers = set(self._reading.accounts)
        left = [
            word
            for word in self._reading.unread
            if not any(a.key in numbers for a in accounts_named(word, accounts)) and not self._reading.references
        ]
        if not left:
            return Resolved(sets, None)
        return Cannot(
            self._voice(
                f"«{' '.join(left)}» verstehe ich in dieser Frage nicht. Stell sie ohne dieses Wort oder mit einem anderen.",
                f"I do not understand “{' '.join(left)}” in this question. Ask without that word, or with another one.",
            )
        )

    def _about_what(self) -> Ask:
        voice = self._voice
        if self._reading.entities(SemanticType.MEASURE) or self._reading.names_entity("Account"):
            question = voice(
                "Um welches Konto oder welche Kontengruppe geht es?", "Which account or group is it about?"
            )
        else:
            question = voice("Worum geht es genau?", "What exactly is it about?")
        return Ask(
            question,
            (
                voice("Bank", "bank"),
                voice("Umsatz", "revenue"),
                voice("Debitoren", "receivables"),
                voice("Gewinn", "profit"),
            ),
        )

    def _period(self, sets: list[AccountSet]) -> Generator[ToolCall, Found, "Period | Outcome"]:
        """The one period the question pins, or a question with the years there are."""
        if self._reading.periods:
            return self._reading.periods[0]
        found = yield ToolCall(
            "aggregateTable",
            {
                "tableName": BALANCE,
                "aggregate": "COUNT",
                "groupBy": ["periodYear"],
                "orderBy": [{"field": "periodYear", "direction": "desc"}],
            },
        )
        years = [found.text(i, "periodYear") for i in range(len(found.rows))]
        flow = bool(sets) and sets[0].is_flow
        voice = self._voice
        if flow:
            return Ask(voice("Für welchen Zeitraum?", "For which period?"), tuple(years))
        ends = tuple(voice(f"31.12.{year}", f"31 December {year}") for year in years)
        return Ask(voice("Per welchem Datum?", "As of which date?"), ends)

    def _about_accounts(self, sets: list[AccountSet]) -> Plan:
        reading = self._reading
        question = AccountQuestion(reading, self._voice)
        first = sets[0]
        period = yield from self._period(sets)
        if not isinstance(period, Period):
            return period
        cues, periods = reading.cues, reading.periods
        spans_years = period.start.year != period.end.year
        sides = [
            s for s, n in (("debitTotal", "DebitTotal"), ("creditTotal", "CreditTotal")) if reading.names_entity(n)
        ]
        if sides:
            both = "soll" in reading.flat and "haben" in reading.flat
            return (yield from question.turnover(first, period, ["debitTotal", "creditTotal"] if both else sides))
        if (
            not first.is_flow
            and first.is_single
            and any(w in reading.flat for w in ("bewegung", "turnover", "movement"))
        ):
            return (yield from question.turnover(first, period, ["debitTotal", "creditTotal"]))
        paid = any(w in reading.flat for w in ("ausbezahlt", "uberwiesen", "bezahlt", "paid out", "paid"))
        if not first.is_flow and first.is_credit and paid and not period.is_point and not first.is_single:
            return Cannot(
                self._voice(
                    f"Was bei {first.label} bezahlt wurde, ergibt sich nicht aus einem Saldo. Nenne das Konto.",
                    f"What was paid for {first.label} cannot be told from a balance. Name the account.",
                )
            )
        if not first.is_flow and first.is_credit and paid and not period.is_point:
            return (yield from question.turnover(first, period, ["debitTotal"]))
        if spans_years and cues & {"difference", "percent"} and not cues & {"series", "per_year"}:
            first_year, last_year = (_whole_year(year) for year in (period.start.year, period.end.year))
            return (yield from question.compared(first, first_year, last_year))
        if len(periods) > 2 and all(p.is_year for p in periods):
            years = [p.start.year for p in periods]
            return (yield from question.yearly(first, min(years), max(years)))
        if "per_year" in cues or spans_years:
            return (yield from question.yearly(first, period.start.year, (periods or (period,))[-1].end.year))
        by_month = "series" in cues or (
            cues & {"highest", "lowest"} and any(w in reading.flat for w in ("monat", "month"))
        )
        if "per_quarter" in cues and period.is_year:
            return (yield from question.monthly(first, period.start.year, step=3))
        if by_month and period.is_year:
            return (yield from question.monthly(first, period.start.year))
        if "average" in cues and not first.is_flow:
            return (yield from question.average(first, period.start.year))
        if len(periods) >= 2:
            old, new = sorted(periods[:2], key=lambda p: p.end)
            return (yield from question.compared(first, old, new))
        if cues & {"highest", "lowest"} and not first.is_single:
            return (yield from question.largest(first, period, reading.top or 1, "lowest" in cues))
        if reading.top and not first.is_single:
            return (yield from question.largest(first, period, reading.top))
        if len(sets) >= 2:
            widest = _widest(sets)
            if widest is not None and not cues & {"share", "percent", "difference", "compare"}:
                return (yield from question.figure(widest, period))
            if len({s.is_flow for s in sets}) > 1 or len(sets) > 2:
                names = tuple(s.label for s in sets)
                return Ask(
                    self._voice("Das sind mehrere Fragen. Welche zuerst?", "That is several questions. Which first?"),
                    names,
                )
            return (yield from question.two_sets(sets[0], sets[1], period))
        if "difference" in cues and period.is_year:
            year = period.start.year - 1
            old = Period(period.start.replace(year=year), period.end.replace(year=year), str(year), (0, 0))
            return (yield from question.compared(first, old, period))
        return (yield from question.figure(first, period))


def _whole_year(year: int) -> Period:
    return Period(date(year, 1, 1), date(year, 12, 31), str(year), (0, 0))


def _widest(sets: list[AccountSet]) -> AccountSet | None:
    """The set that holds all the others, if there is one."""
    for one in sets:
        mine = span_of(one)
        others = [span_of(other) for other in sets if other is not one]
        if mine and all(o and mine[0] <= o[0] and o[1] <= mine[1] for o in others):
            return one
    return None
