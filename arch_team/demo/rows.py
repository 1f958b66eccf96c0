"""From a company's books to the rows of the trustee feature's tables. Balances are not here: they are derived."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal

from arch_team.demo.books import Books
from arch_team.demo.diary import LAST_DAY
from arch_team.demo.ledger import Booking
from arch_team.demo.masterdata import FEATURE_INSTANCE
from arch_team.demo.trustee import (
    TrusteeDataJournalEntry,
    TrusteeDataJournalLine,
    TrusteeDataOpenInvoice,
    TrusteeRow,
)


def rows(books: Books) -> Iterator[TrusteeRow]:
    yield from books.accounts
    yield from books.contacts.values()
    for number, booking in enumerate(books.ledger.bookings, start=1):
        yield from _journal(books.company.mandate, number, booking)
    yield from _open_invoices(books)


def seconds(day: date) -> int:
    """Midnight UTC of a day, as the tables hold it."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def _journal(mandate: str, number: int, booking: Booking) -> Iterator[TrusteeRow]:
    entry_id = f"{mandate}-{number:06d}"
    yield TrusteeDataJournalEntry(
        mandate_id=mandate,
        feature_instance_id=FEATURE_INSTANCE,
        id=entry_id,
        booking_date=seconds(booking.day),
        reference=booking.reference,
        description=booking.text,
        contact_id=booking.contact,
        total_amount=_money(sum(max(0, posting.amount) for posting in booking.postings)),
        currency=booking.currency,
    )
    for place, posting in enumerate(booking.postings, start=1):
        yield TrusteeDataJournalLine(
            mandate_id=mandate,
            feature_instance_id=FEATURE_INSTANCE,
            id=f"{entry_id}-{place:02d}",
            journal_entry_id=entry_id,
            account_number=posting.account,
            debit_amount=_money(max(0, posting.amount)),
            credit_amount=_money(max(0, -posting.amount)),
            currency=booking.currency,
            tax_code=posting.tax,
            description=posting.text or booking.text,
        )


def _open_invoices(books: Books) -> Iterator[TrusteeRow]:
    for invoice in books.invoices:
        if invoice.open:
            yield TrusteeDataOpenInvoice(
                mandate_id=books.company.mandate,
                feature_instance_id=FEATURE_INSTANCE,
                id=f"{books.company.mandate}-{invoice.number}",
                invoice_number=invoice.number,
                direction=invoice.direction,
                contact_id=invoice.contact.id,
                invoice_date=seconds(invoice.day),
                due_date=seconds(invoice.due),
                amount=_money(invoice.gross),
                open_amount=_money(invoice.open),
                currency=invoice.currency,
                status=invoice.status(LAST_DAY),
            )


def _money(rappen: int) -> Decimal:
    return Decimal(rappen).scaleb(-2)
