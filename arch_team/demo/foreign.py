"""Business in euro. Every account has one currency, so what happens in euro is booked twice.

The euro side is booked in euro against 1091, its value in francs against 1090. Profit and loss is in francs only.
"""

from datetime import date, timedelta

from arch_team.demo.books import Books, Invoice
from arch_team.demo.ledger import credit, debit
from arch_team.demo.trade import BANK, BANK_EUR, RECEIVABLES_EUR, await_payment
from arch_team.demo.trustee import InvoiceDirection

CLEARING = "1090"
CLEARING_EUR = "1091"
LOSS = "6949"
GAIN = "6999"

_RATES = {
    2023: (9925, 9780, 9615, 9525),
    2024: (9495, 9735, 9520, 9380),
    2025: (9460, 9370, 9365, 9315),
}
"""Francs for 10'000 euro, by quarter: rounded levels of those years, not quotations."""


def in_francs(euro: int, day: date) -> int:
    return (euro * _RATES[day.year][(day.month - 1) // 3] + 5000) // 10000


def rate(day: date) -> str:
    return f"{_RATES[day.year][(day.month - 1) // 3] / 10000:.4f}"


def export(books: Books, day: date, customer: str, text: str, account: str, euro: int) -> None:
    """An invoice in euro to a customer abroad, free of Swiss VAT."""
    number = books.reference("RE", day)
    contact = books.contacts[customer]
    said = f"{contact.name}, {text}"
    books.ledger.book(day, number, said, debit(RECEIVABLES_EUR, euro), credit(CLEARING_EUR, euro), contact=contact.id)
    francs = in_francs(euro, day)
    books.ledger.book(
        day,
        number,
        f"{said}, Kurs {rate(day)}",
        debit(CLEARING, francs),
        credit(account, francs, "USt0", text),
        contact=contact.id,
    )
    due = day + timedelta(30)
    invoice = Invoice(number, InvoiceDirection.RECEIVABLE, contact, day, due, euro, currency="EUR")
    books.invoices.append(invoice)
    await_payment(books, invoice)


def spend(books: Books, day: date, supplier: str, text: str, account: str, euro: int) -> None:
    """A direct debit in euro."""
    number = books.reference("BE", day)
    contact = books.contacts[supplier]
    said = f"{contact.name}, {text}"
    francs = in_francs(euro, day)
    books.ledger.book(day, number, said, debit(CLEARING_EUR, euro), credit(BANK_EUR, euro), contact=contact.id)
    books.ledger.book(
        day,
        number,
        f"{said}, Kurs {rate(day)}",
        debit(account, francs, text=text),
        credit(CLEARING, francs),
        contact=contact.id,
    )


def exchange(books: Books, day: date, euro: int) -> None:
    """Sell euro for francs."""
    number = books.reference("BE", day)
    said = f"Devisenverkauf EUR {euro // 100}, Kurs {rate(day)}"
    francs = in_francs(euro, day)
    books.ledger.book(day, number, said, debit(CLEARING_EUR, euro), credit(BANK_EUR, euro))
    books.ledger.book(day, number, said, debit(BANK, francs), credit(CLEARING, francs))


def revalue(books: Books, day: date) -> None:
    """Year-end: what is held in euro is worth what the day's rate says; the difference is gain or loss."""
    held = -books.ledger.balance(CLEARING_EUR)
    difference = in_francs(held, day) - books.ledger.balance(CLEARING)
    text = f"Bewertung EUR-Bestände, Jahresendkurs {rate(day)}"
    account = GAIN if difference > 0 else LOSS
    books.ledger.book(day, books.reference("BU", day), text, debit(CLEARING, difference), credit(account, difference))
