"""Choosing the plan for a question about the books. What is ambiguous is asked; what is not in the tables is said."""

from arch_team.models.embedded.account_planner import AccountPlanner
from arch_team.models.embedded.accounts import account_sets
from arch_team.models.embedded.booking_plans import BookingQuestion
from arch_team.models.embedded.contact_plans import ChartQuestion, ContactQuestion
from arch_team.models.embedded.invoice_plans import InvoiceQuestion
from arch_team.models.embedded.party_plans import PartyQuestion
from arch_team.models.embedded.plan import Plan
from arch_team.models.embedded.resolution import Resolution, Resolved
from arch_team.models.embedded.texts import Voice
from arch_team.models.embedded.topics import (
    about_what,
    is_about_bookings,
    is_about_contacts,
    is_about_invoices,
    is_about_money_of_contacts,
    is_about_the_chart,
    refusal,
)
from arch_team.reading.periods import Period
from arch_team.reading.question import Reading
from arch_team.wire import Language


class BookkeepingPlanner:
    """Plans for an ontology that keeps books: accounts, period balances, journal, contacts, open invoices."""

    def __init__(self, reading: Reading, language: Language) -> None:
        self._reading = reading
        self._voice = Voice(language)

    def plan(self) -> Plan:
        reading, voice = self._reading, self._voice
        refused = refusal(reading, voice)
        if refused is not None:
            return refused
        sets = account_sets(reading)
        invoices = is_about_invoices(reading)
        if not invoices and is_about_bookings(reading, sets):
            return (yield from BookingQuestion(reading, voice).answer(sets))
        if not invoices and is_about_contacts(reading, sets):
            return (yield from ContactQuestion(reading, voice).answer())
        resolved = yield from Resolution(reading, voice).resolve(sets)
        if not isinstance(resolved, Resolved):
            return resolved
        if invoices:
            return (yield from InvoiceQuestion(reading, voice, resolved.contact).answer())
        accounts = AccountPlanner(reading, voice)
        if resolved.contact or is_about_money_of_contacts(reading):
            period = yield from accounts.period(resolved.sets)
            if not isinstance(period, Period):
                return period
            return (yield from PartyQuestion(reading, voice, resolved.contact).answer(period))
        if is_about_the_chart(reading):
            return (yield from ChartQuestion(reading, voice).answer(resolved.sets))
        if not resolved.sets:
            return about_what(reading, voice)
        return (yield from accounts.plan(resolved.sets))
