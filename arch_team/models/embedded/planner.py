"""Choosing the plan for a question about the books. What is ambiguous is asked; what is not in the tables is said."""

from collections.abc import Sequence
from dataclasses import replace

from arch_team.models.embedded.account_planner import AccountPlanner
from arch_team.models.embedded.booking_plans import BookingQuestion
from arch_team.models.embedded.chart_plans import ChartQuestion
from arch_team.models.embedded.contact_plans import ContactQuestion
from arch_team.models.embedded.honesty import half_answered, not_understood, passed_over_number
from arch_team.models.embedded.invoice_plans import InvoiceQuestion
from arch_team.models.embedded.party_plans import PartyQuestion
from arch_team.models.embedded.plan import Ask, Cannot, Plan, Say
from arch_team.models.embedded.resolution import Question, Resolution
from arch_team.models.embedded.texts import Voice
from arch_team.models.embedded.topics import (
    about_what,
    is_about_bookings,
    is_about_contacts,
    is_about_invoices,
    is_about_invoices_booked,
    is_about_money_of_contacts,
    is_about_some_account,
    is_about_the_chart,
    refusal,
    with_balance_of_parties,
)
from arch_team.reading.clauses import clauses_of, heads_a_list, without_preamble
from arch_team.reading.periods import Period
from arch_team.reading.question import QuestionReader
from arch_team.wire import Language


class BookkeepingPlanner:
    """Plans for an ontology that keeps books: accounts, period balances, journal, contacts, open invoices."""

    def __init__(self, text: str, reader: QuestionReader, language: Language, answers: Sequence[str] = ()) -> None:
        self._text, self._reader, self._answers = text, reader, answers
        self._voice = Voice(language)

    def plan(self) -> Plan:
        asked = without_preamble(self._text, self._reader)
        refused = refusal(self._reader.read(self._with_answers(asked)), self._voice)
        if refused is not None:
            return refused
        parts = clauses_of(self._text, self._reader)
        if heads_a_list(self._text, self._reader):
            return Cannot(
                self._voice(
                    "Wovon Ertrag und Aufwand gefragt sind, verstehe ich nicht. Frag nach jedem Konto einzeln.",
                    "I do not understand whose income and expense is asked for. Ask about each account by itself.",
                )
            )
        if len(parts) == 1:
            whole = self._with_answers(parts[0])
            outcome = yield from self._one(whole)
            return half_answered(whole, outcome, self._voice) or outcome
        said: list[str] = []
        missing = 0
        for part in parts:
            outcome = yield from self._one(part)
            if isinstance(outcome, Ask) and self._answers:
                outcome = yield from self._one(self._with_answers(part))
            if isinstance(outcome, Ask):
                return outcome
            if isinstance(outcome, Cannot):
                missing += 1
                which = self._voice("Teil der Frage nicht beantwortet", "Part of the question not answered")
                said.append(f"{which}: {outcome.reason}")
            else:
                said.append(outcome.text)
        return Say("\n\n".join(said)) if missing < len(parts) else Cannot(" ".join(said))

    def _with_answers(self, asked: str) -> str:
        """What was answered belongs to the question and is no second one."""
        return " ".join((asked.rstrip(" ?!."), *self._answers)) if self._answers else asked

    def _one(self, text: str) -> Plan:
        """One question, with the words that were misspelt said in the answer."""
        resolved = yield from Resolution(self._reader, self._voice).resolve(self._reader.read(text))
        if not isinstance(resolved, Question):
            return resolved
        outcome = yield from self._about(resolved)
        slips = [slip for slip in resolved.slips if slip[0]]
        if not isinstance(outcome, Say) or not slips:
            return outcome
        read = self._voice("gelesen als", "read as")
        return Say(outcome.text + "\n(" + "; ".join(f"«{said}» {read} «{meant}»" for said, meant in slips) + ")")

    def _about(self, question: Question) -> Plan:
        reading, voice = question.reading, self._voice
        rows = is_about_invoices(question) or is_about_bookings(question) or is_about_contacts(question)
        if rows and "relative" in reading.cues and not reading.periods:
            return Ask(voice("Welcher Zeitraum genau? Nenne Monat und Jahr.", "Which period? Name month and year."))
        if (rows or reading.periods) and reading.spare_numbers and not reading.top:
            return passed_over_number(reading.spare_numbers[0], voice)
        noted = question.contact and reading.cues & {"email", "vat_number", "contact_number"} and not reading.periods
        if noted and not reading.cues & {"unpaid", "owed", "paid", "partly", "billed"}:
            strange = not_understood(question, voice, rows=True, places=True)
            return strange or (yield from ContactQuestion(question, voice).answer())
        if is_about_invoices_booked(question) and not is_about_invoices(question):
            return not_understood(question, voice, rows=True) or (yield from PartyQuestion(question, voice).invoices())
        if is_about_invoices(question):
            strange = not_understood(question, voice, rows=True, places=not question.cities)
            return strange or (yield from InvoiceQuestion(question, voice).answer())
        if is_about_bookings(question):
            strange = not_understood(replace(question, unknown=(), cities=()), voice, rows=True)
            return strange or (yield from BookingQuestion(question, voice).answer())
        if is_about_contacts(question):
            strange = not_understood(question, voice, rows=True, places=True)
            return strange or (yield from ContactQuestion(question, voice).answer())
        if is_about_the_chart(reading):
            return not_understood(question, voice, rows=True) or (yield from ChartQuestion(question, voice).answer())
        if is_about_some_account(question):
            return about_what(reading, voice)
        named = question.sets or question.contacts or question.cities or reading.mentions
        strange_thing = any(word[0].isupper() for word in question.unknown) or "count" in reading.cues
        if question.unknown and not named and not strange_thing:
            return about_what(reading, voice)
        parties = bool(question.contact) or is_about_money_of_contacts(reading)
        moves = any(not one.is_flow for one in question.sets) and not any(p.is_point for p in reading.periods)
        strange = not_understood(question, voice, rows=moves or parties, places=parties and not question.cities)
        if strange is not None:
            return strange
        if "average" in reading.cues and reading.says("invoice_word") and question.sets:
            return about_what(reading, voice)
        question = with_balance_of_parties(question, voice)
        accounts = AccountPlanner(question, voice)
        if parties:
            period = yield from accounts.period()
            if not isinstance(period, Period):
                return period
            return (yield from PartyQuestion(question, voice).answer(period))
        if not question.sets:
            return about_what(reading, voice)
        return (yield from accounts.plan())
