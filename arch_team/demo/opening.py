"""The opening of the books on the first day: what the company owned and owed, and which invoices were open."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from arch_team.demo.books import Books, Invoice
from arch_team.demo.diary import FIRST_DAY, workday
from arch_team.demo.ledger import debit
from arch_team.demo.trade import PAYABLES, RECEIVABLES, RECEIVABLES_EUR, settle
from arch_team.demo.trustee import InvoiceDirection

RETAINED = "2970"


def open_books(books: Books, balances: Mapping[str, int], invoices: Iterable[Invoice], euro: int = 0) -> None:
    """Book the opening balances of `balances` (Rappen, debit positive) and of the open invoices.

    What is left over is retained earnings. With `euro`, that much lies on the bank account in euro, and
    `balances` holds the worth of everything in euro on 1090.
    """
    owed = list(invoices)
    books.invoices.extend(owed)
    totals = dict(balances)
    totals[RECEIVABLES] = _total(owed, InvoiceDirection.RECEIVABLE, "CHF")
    totals[PAYABLES] = -_total(owed, InvoiceDirection.PAYABLE, "CHF")
    totals[RETAINED] = -sum(totals.values())
    text = f"Eröffnungsbilanz per 1.1.{FIRST_DAY.year}"
    number = books.reference("EB", FIRST_DAY)
    lines = [debit(account, amount) for account, amount in sorted(totals.items())]
    books.ledger.book(FIRST_DAY, number, text, *lines)
    claims = _total(owed, InvoiceDirection.RECEIVABLE, "EUR")
    books.ledger.book(
        FIRST_DAY,
        number,
        f"{text}, EUR",
        debit("1022", euro),
        debit(RECEIVABLES_EUR, claims),
        debit("1091", -euro - claims),
    )
    for invoice in owed:
        books.diary.at(workday(max(invoice.due, FIRST_DAY + timedelta(2))), settle(books, invoice))


def carried_in(books: Books, contact: str, number: str, day: date, gross: int, currency: str = "CHF") -> Invoice:
    """An invoice of the year before."""
    person = books.contacts[contact]
    direction = InvoiceDirection.RECEIVABLE if contact.startswith("D") else InvoiceDirection.PAYABLE
    return Invoice(number, direction, person, day, day + timedelta(30), gross, currency)


def _total(invoices: Iterable[Invoice], direction: InvoiceDirection, currency: str) -> int:
    return sum(i.gross for i in invoices if i.direction is direction and i.currency == currency)
