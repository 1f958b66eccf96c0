"""What a question is about, and what it asks that is never done: told from its words alone, without the data."""

import re
from dataclasses import replace

from arch_team.models.embedded.accounts import AccountSet, is_within, range_set
from arch_team.models.embedded.plan import Ask, Cannot
from arch_team.models.embedded.resolution import Question
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.descriptor import SemanticType
from arch_team.reading.periods import Bound
from arch_team.reading.question import Reading
from arch_team.reading.wording import word_list
from arch_team.reading.words import folded

_THE_ACCOUNT = re.compile(
    r"\b(?:auf|von|vom|fur|aus|on|of|for|in|at)\s+(?:dem|diesem|das|dieses|jenem|the|that|this)\s*(?:konto|account)\b"
    r"(?!\s+(?:nr|no|nummer|number|der|des|mit|with|bei|called|namens|group)\b"
    r"|\s+(?:fur|for|of|von)\s+(?!\d|the year|das jahr))"
    r"|\b(?:vom|des|dieses|that|this)\s+(?:konto|kontos|account)\b"
    r"(?!\s+(?:nr|no|der|des|mit|with|bei)\b|\s+(?:fur|for|of|von)\s+(?!\d|the year|das jahr))"
)
OF_PARTIES = (range_set("1100", "1109"), range_set("2000", "2009"))
_WHICH_GROUP = re.compile(
    r"\b(?:welche[rnm]?|was fur eine[rnm]?|which|what) (?:konten|konto|account )?(?:gruppe|group)\b"
)
_IN_TEXT = re.compile(r"\b(?:the word|das wort|dem wort|buchungstext|text|booked|gebucht)\b")
_OWED = re.compile(r"\bdue from\b|\bowes?\b|\bowed\b|\bowing\b|\bschuldet\b|\bschulden\b|\bschuldig\b|\bgeschuldet\b")


def refusal(reading: Reading, voice: Voice) -> Cannot | None:
    """Why the question is not answered whatever the tables hold, if so."""
    if reading.impossible:
        said = reading.impossible[0]
        return Cannot(
            voice(
                f"«{said}» gibt es im Kalender nicht. Nenne ein Datum oder einen Zeitraum, den es gibt.",
                f"“{said}” is not in the calendar. Name a date or period that is.",
            )
        )
    refusals = {
        "not_books": (
            "Das ist keine Frage zur Buchhaltung. Frag nach Konten, Buchungen, Kontakten oder offenen Rechnungen.",
            "That is no question about the books. Ask about accounts, bookings, contacts or open invoices.",
        ),
        "write": (
            "Ich lese nur. Buchungen, Zahlungen und Änderungen mache ich keine.",
            "I only read. I make no bookings, payments or changes.",
        ),
        "other_tenants": (
            "Ich sehe nur die Daten dieses Mandats.",
            "I only see the data of this mandate.",
        ),
        "without_looking": (
            "Ich nenne keine Zahl, die nicht aus den Tabellen stammt. Stell die Frage ohne diese Bitte noch einmal.",
            "I give no figure that does not come from the tables. Ask again without that request.",
        ),
        "beyond_tables": (
            "Dazu steht nichts in den Tabellen: "
            "sie enthalten Konten, Salden, Buchungen, Kontakte und offene Rechnungen.",
            "The tables say nothing about that: they hold accounts, balances, bookings, contacts and open invoices.",
        ),
    }
    return next((Cannot(voice(*texts)) for cue, texts in refusals.items() if cue in reading.cues), None)


def is_about_invoices(question: Question) -> bool:
    """Open invoices, as opposed to the balance of an account at a date."""
    reading = question.reading
    if reading.accounts or reading.names_entity("VatOwed", "BankLoans"):
        return False
    if reading.references and (reading.cues & {"unpaid", "paid", "partly"} or reading.says("due")):
        return True
    named = reading.names_entity("OpenInvoice", "CustomerInvoice", "SupplierInvoice", "OverdueInvoice")
    if question.sets and not named and not all(is_of_parties(one) for one in question.sets):
        return False
    named = named or reading.names_entity("OpenAmount")
    at_date = any(period.is_point and period.bound is Bound.WITHIN for period in reading.periods)
    owed = "unpaid" in reading.cues or bool(_OWED.search(reading.flat)) or "next_due" in reading.cues
    ranks = bool(reading.cues & {"highest", "lowest", "per_contact"}) or reading.top is not None
    in_books = bool(question.contact) and bool(reading.periods) and not at_date and not reading.references
    if in_books and not (owed or reading.says("due") or reading.names_entity("OverdueInvoice", "OpenAmount")):
        return False  # what was invoiced in a year is in the journal, paid or not
    if reading.periods and not at_date and is_about_invoices_booked(question):
        return False
    if at_date and not (reading.says("due") or reading.references):
        single = bool(reading.cues & {"count", "listing", "highest", "lowest", "average", "partly"})
        asks_who = ranks or bool(reading.cues & {"listing", "who"})
        whose = bool(question.contact) or (asks_who and reading.names_entity("Customer", "Supplier"))
        listed = single and (named or "unpaid" in reading.cues)
        return reading.names_entity("OverdueInvoice") or listed or (whose and (owed or named))
    ranked = ranks and not reading.periods
    if reading.names_entity("TradeReceivables", "TradePayables") and ranked:
        return True
    if "partly" in reading.cues and reading.says("invoice_word"):
        return True
    parties = reading.names_entity("Supplier", "Customer") or bool(question.contact)
    to_pay = (parties or reading.says("invoice_word")) and (
        reading.says("must_pay", "due") or reading.names_entity("DueDate")
    )
    return named or ((owed or to_pay) and not reading.names_entity("Debt"))


def is_about_invoices_booked(question: Question) -> bool:
    """How many invoices were written or received in a time, paid or not: that is in the journal."""
    reading = question.reading
    open_ones = reading.cues & {"unpaid", "owed", "partly", "not_due", "next_due"} or reading.says("due")
    one_side = reading.names_entity("CustomerInvoice") != reading.names_entity("SupplierInvoice")
    plain = not question.sets and not question.contact and not reading.references and bool(reading.periods)
    return plain and one_side and not open_ones and not reading.names_entity("OverdueInvoice", "OpenAmount")


def is_of_parties(accounts: AccountSet) -> bool:
    return any(is_within(accounts, one) or accounts.filters == one.filters for one in OF_PARTIES)


def is_about_some_account(question: Question) -> bool:
    """`The turnover on the account`: an account is meant, and which one is not said."""
    reading = question.reading
    if not _THE_ACCOUNT.search(reading.flat) or reading.accounts or reading.ranges or len(question.sets) > 1:
        return False
    return not question.sets or folded(question.sets[0].label) in word_list("turnover")


def with_balance_of_parties(question: Question, voice: Voice) -> Question:
    """What was owed at a date is in the accounts: payables for suppliers, receivables for customers."""
    reading = question.reading
    owed = reading.cues & {"unpaid", "owed"} or reading.names_entity("SupplierInvoice", "CustomerInvoice", "OpenAmount")
    if question.sets or question.contact or not owed or not reading.periods:
        return question
    if reading.names_entity("Supplier", "SupplierInvoice"):
        return replace(question, sets=[range_set("2000", "2009", voice("Kreditoren", "payables"))])
    if reading.names_entity("Customer", "CustomerInvoice", "OpenAmount"):
        return replace(question, sets=[range_set("1100", "1109", voice("Debitoren", "receivables"))])
    return question


def is_about_bookings(question: Question) -> bool:
    reading = question.reading
    if reading.references or reading.cues & {"latest", "earliest"}:
        return True
    if reading.quoted and reading.cues & {"count", "total"} and not question.sets:
        return True
    if reading.quoted and (reading.says("booked") or _IN_TEXT.search(reading.flat)):
        return True
    if reading.names_entity("JournalEntry", "JournalLine", "BookingText", "Reference", "TotalAmount"):
        return True
    plain = not question.sets or bool(reading.accounts)
    return reading.says("booked") and plain and not reading.says("how_much") and not question.contact


def is_about_contacts(question: Question) -> bool:
    reading = question.reading
    if reading.cues & {"email", "vat_number", "contact_number", "which_country"}:
        return True
    named = reading.names_entity("Contact", "Customer", "Supplier", "City", "Country", "ContactName")
    if question.contact and ("where" in reading.cues or reading.names_entity("Contact")):
        return not reading.periods
    money = (
        reading.cues & {"highest", "lowest", "share", "per_contact", "total", "paid", "amount_too"} or reading.periods
    )
    choosing = bool(reading.cues & {"count", "listing", "who"}) or bool(question.cities) or "yes_no" in reading.cues
    return (
        named
        and not question.sets
        and (not money or ("count" in reading.cues and not reading.periods))
        and (choosing or not question.contact)
    )


def is_about_money_of_contacts(reading: Reading) -> bool:
    """Revenue by customer, or the largest customers and suppliers."""
    ranked = bool(reading.cues & {"highest", "lowest"})
    if reading.names_entity("Supplier") and (ranked or "per_contact" in reading.cues):
        return True
    customer = reading.names_entity("Customer")
    revenue = reading.names_entity("OperatingRevenue") and (customer or "per_contact" in reading.cues)
    paid = ranked and reading.says("paid") and bool(reading.periods)
    return ((customer and ranked) or revenue or paid) and "count" not in reading.cues and not reading.accounts


def is_about_the_chart(reading: Reading) -> bool:
    asks = bool(reading.cues & {"listing", "count", "yes_no", "inactive"}) or reading.says("is_called")
    asks = asks or (bool(reading.accounts) and reading.names_entity("Currency", "AccountType", "AccountGroup"))
    asks = asks or (bool(reading.accounts) and bool(_WHICH_GROUP.search(reading.flat)))
    things = ("Account", "AccountNumber", "AccountType", "AccountGroup", "Currency")
    plain = reading.names_entity(*things) or reading.says("many_accounts")
    noted = reading.names_entity("AccountType", "AccountGroup") or bool(_WHICH_GROUP.search(reading.flat))
    named = (reading.says("is_called") or noted) and bool(reading.accounts)
    measured = reading.entities(SemanticType.MEASURE) or reading.periods or reading.amounts
    if reading.accounts and not (named or reading.cues & {"inactive", "active"} or reading.names_entity("Currency")):
        return False
    return asks and (plain or named) and not measured and not reading.cues & {"highest", "lowest"}


def about_what(reading: Reading, voice: Voice) -> Ask | Cannot:
    """Nothing was named that the tables know: better asked than guessed."""
    if re.search(r"\brechnung(en)?\b|\binvoices?\b|\bbills?\b", reading.flat):
        return Cannot(
            voice(
                "Die Tabellen enthalten nur offene Rechnungen. Frag nach offenen, fälligen oder überfälligen.",
                "The tables hold open invoices only. Ask for those that are open, due or overdue.",
            )
        )
    if reading.entities(SemanticType.MEASURE) or reading.names_entity("Account"):
        question = voice("Um welches Konto oder welche Kontengruppe geht es?", "Which account or group is it about?")
    else:
        question = voice("Worum geht es genau?", "What exactly is it about?")
    examples = (("Bank", "bank"), ("Umsatz", "revenue"), ("Debitoren", "receivables"), ("Gewinn", "profit"))
    return Ask(question, tuple(voice(*example) for example in examples))
