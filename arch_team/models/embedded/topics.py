"""What a question is about, and what it asks that is never done: told from its words alone, without the data."""

import re

from arch_team.models.embedded.accounts import AccountSet
from arch_team.models.embedded.plan import Ask, Cannot
from arch_team.models.embedded.texts import Voice
from arch_team.ontologies.descriptor import SemanticType
from arch_team.reading.question import Reading

_OPEN = re.compile(
    r"\boffene?[nrs]?\b|\bstill open\b|\bis open\b|\bdue from\b|\bunpaid\b|\bowes?\b|\bschuldet\b|\bschulden\b|"
    r"uberfallig|overdue|unbezahlt|ausstehend|outstanding"
)


def refusal(reading: Reading, voice: Voice) -> Cannot | None:
    """Why the question is not answered whatever the tables hold, if so."""
    refusals = {
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


def is_about_invoices(reading: Reading) -> bool:
    if reading.accounts or reading.names_entity("VatOwed", "BankLoans"):
        return False
    named = reading.names_entity("OpenInvoice", "CustomerInvoice", "SupplierInvoice", "OverdueInvoice", "OpenAmount")
    return named or (bool(_OPEN.search(reading.flat)) and not reading.names_entity("Debt"))


def is_about_bookings(reading: Reading, sets: list[AccountSet]) -> bool:
    if reading.references or "latest" in reading.cues:
        return True
    if reading.names_entity("JournalEntry", "JournalLine", "BookingText", "Reference", "TotalAmount"):
        return True
    return reading.says("booked") and (not sets or bool(reading.accounts)) and not reading.says("how_much")


def is_about_contacts(reading: Reading, sets: list[AccountSet]) -> bool:
    named = reading.names_entity("Contact", "Customer", "Supplier", "City", "Country", "ContactName")
    money = reading.cues & {"highest", "lowest", "share", "per_contact", "total"} or reading.periods
    return (named and not sets and not money) or bool(reading.cues & {"email", "vat_number"})


def is_about_money_of_contacts(reading: Reading) -> bool:
    """Revenue by customer, or the largest customers and suppliers."""
    ranked = bool(reading.cues & {"highest", "lowest"})
    if reading.names_entity("Supplier") and ranked:
        return True
    customer = reading.names_entity("Customer")
    revenue = reading.names_entity("OperatingRevenue") and (customer or "per_contact" in reading.cues)
    return ((customer and ranked) or revenue) and "count" not in reading.cues and not reading.accounts


def is_about_the_chart(reading: Reading) -> bool:
    asks = bool(reading.cues & {"listing", "count", "yes_no"})
    plain = reading.names_entity("Account", "AccountType", "AccountGroup", "Currency") or reading.says("bank_accounts")
    measured = reading.entities(SemanticType.MEASURE) or reading.periods or reading.accounts or reading.amounts
    return asks and plain and not measured and not reading.cues & {"highest", "lowest"}


def about_what(reading: Reading, voice: Voice) -> Ask:
    """Nothing was named that the tables know: better asked than guessed."""
    if reading.entities(SemanticType.MEASURE) or reading.names_entity("Account"):
        question = voice("Um welches Konto oder welche Kontengruppe geht es?", "Which account or group is it about?")
    else:
        question = voice("Worum geht es genau?", "What exactly is it about?")
    examples = (("Bank", "bank"), ("Umsatz", "revenue"), ("Debitoren", "receivables"), ("Gewinn", "profit"))
    return Ask(question, tuple(voice(*example) for example in examples))
