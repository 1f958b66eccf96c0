"""Selling and buying on account: the invoice is booked today, its payment is planned for later."""

from datetime import date, timedelta

from arch_team.demo.books import Books, Invoice
from arch_team.demo.diary import Action, workday
from arch_team.demo.ledger import credit, debit
from arch_team.demo.trustee import InvoiceDirection
from arch_team.demo.vat import EXEMPT, Vat

BANK = "1020"
BANK_EUR = "1022"
RECEIVABLES = "1100"
RECEIVABLES_EUR = "1101"
PAYABLES = "2000"
OUTPUT_TAX = "2200"
INPUT_TAX_GOODS = "1170"
INPUT_TAX_OTHER = "1171"
REDUCTIONS = "3800"
LOSSES = "3805"

_DISCOUNT_PERMILLE = 20


def sell(books: Books, day: date, customer: str, text: str, account: str, net: int, vat: Vat) -> None:
    """An invoice to a customer, payable in 30 days."""
    tax = vat.of_net(net)
    number = books.reference("RE", day)
    contact = books.contacts[customer]
    books.ledger.book(
        day,
        number,
        f"{contact.name}, {text}",
        debit(RECEIVABLES, net + tax),
        credit(account, net, vat.on_sales, text),
        credit(OUTPUT_TAX, tax, text=f"MWST {vat.percent}"),
        contact=contact.id,
    )
    invoice = Invoice(number, InvoiceDirection.RECEIVABLE, contact, day, day + timedelta(30), net + tax, vat=vat)
    books.invoices.append(invoice)
    await_payment(books, invoice)


def buy(books: Books, day: date, supplier: str, text: str, account: str, net: int, vat: Vat, days: int = 30) -> None:
    """An invoice from a supplier. Input tax on goods and services for resale is kept apart from the rest."""
    tax = vat.of_net(net)
    number = books.reference("KR", day)
    contact = books.contacts[supplier]
    books.ledger.book(
        day,
        number,
        f"{contact.name}, {text}",
        debit(account, net, vat.on_purchases if vat != EXEMPT else None, text),
        debit(INPUT_TAX_GOODS if account[0] == "4" else INPUT_TAX_OTHER, tax, text=f"Vorsteuer {vat.percent}"),
        credit(PAYABLES, net + tax),
        contact=contact.id,
    )
    invoice = Invoice(number, InvoiceDirection.PAYABLE, contact, day, day + timedelta(days), net + tax, vat=vat)
    books.invoices.append(invoice)
    plan_payment(books, invoice)


def await_payment(books: Books, invoice: Invoice) -> None:
    """How customers pay: mostly near the due date, some early with discount, some in parts, some late or never."""
    fate = books.dice.between(1, 1000)
    if fate <= 4 and invoice.currency == "CHF":
        books.diary.at(invoice.due + timedelta(120), _write_off(books, invoice))
    elif fate <= 80 and invoice.currency == "CHF":
        _plan(books, invoice.day + timedelta(books.dice.between(6, 10)), _discounted(books, invoice))
    elif fate <= 170:
        first = invoice.gross * books.dice.between(4, 7) // 1000 * 100
        _plan(books, invoice.day + timedelta(books.dice.between(8, 20)), _receive(books, invoice, first))
        _plan(books, invoice.due + timedelta(books.dice.between(5, 25)), _receive(books, invoice, None))
    elif fate <= 250:
        _plan(books, invoice.due + timedelta(books.dice.between(25, 80)), _receive(books, invoice, None))
    else:
        _plan(books, invoice.due + timedelta(books.dice.between(-9, 8)), _receive(books, invoice, None))


def plan_payment(books: Books, invoice: Invoice) -> None:
    """How a company pays: when it is due, rarely late, and in parts when something is in dispute."""
    fate = books.dice.between(1, 100)
    if fate <= 5:
        first = invoice.gross // 20000 * 10000
        _plan(books, invoice.day + timedelta(min(10, (invoice.due - invoice.day).days)), _pay(books, invoice, first))
        _plan(books, invoice.due + timedelta(books.dice.between(10, 40)), _pay(books, invoice, None))
    elif fate <= 11:
        _plan(books, invoice.due + timedelta(books.dice.between(8, 35)), _pay(books, invoice, None))
    else:
        _plan(books, invoice.due - timedelta(books.dice.between(0, 4)), _pay(books, invoice, None))


def settle(books: Books, invoice: Invoice) -> Action:
    """Pay what is open, whichever side it is on."""
    paying = invoice.direction is InvoiceDirection.PAYABLE
    return _pay(books, invoice, None) if paying else _receive(books, invoice, None)


def _plan(books: Books, day: date, action: Action) -> None:
    books.diary.at(workday(day), action)


def _receive(books: Books, invoice: Invoice, part: int | None) -> Action:
    def receive(day: date) -> None:
        amount = invoice.open if part is None else part
        euro = invoice.currency == "EUR"
        what = "Zahlung" if part is None else "Teilzahlung"
        books.ledger.book(
            day,
            books.reference("ZE", day),
            f"{what} {invoice.contact.name}, {invoice.number}",
            debit(BANK_EUR if euro else BANK, amount),
            credit(RECEIVABLES_EUR if euro else RECEIVABLES, amount),
            contact=invoice.contact.id,
        )
        invoice.settled += amount

    return receive


def _discounted(books: Books, invoice: Invoice) -> Action:
    def receive(day: date) -> None:
        discount = invoice.gross * _DISCOUNT_PERMILLE // 1000
        tax = invoice.vat.of_gross(discount)
        books.ledger.book(
            day,
            books.reference("ZE", day),
            f"Zahlung {invoice.contact.name}, {invoice.number}, abzgl. 2 % Skonto",
            debit(BANK, invoice.gross - discount),
            debit(REDUCTIONS, discount - tax, invoice.vat.on_sales, "Skonto 2 %"),
            debit(OUTPUT_TAX, tax, text=f"MWST {invoice.vat.percent} auf Skonto"),
            credit(RECEIVABLES, invoice.gross),
            contact=invoice.contact.id,
        )
        invoice.settled = invoice.gross

    return receive


def _write_off(books: Books, invoice: Invoice) -> Action:
    def write_off(day: date) -> None:
        tax = invoice.vat.of_gross(invoice.open)
        books.ledger.book(
            day,
            books.reference("BU", day),
            f"Abschreibung {invoice.number}, Verlustschein {invoice.contact.name}",
            debit(LOSSES, invoice.open - tax, invoice.vat.on_sales),
            debit(OUTPUT_TAX, tax, text=f"MWST {invoice.vat.percent} auf Debitorenverlust"),
            credit(RECEIVABLES, invoice.open),
            contact=invoice.contact.id,
        )
        invoice.settled = invoice.gross

    return write_off


def _pay(books: Books, invoice: Invoice, part: int | None) -> Action:
    def pay(day: date) -> None:
        amount = invoice.open if part is None else part
        what = "Zahlung" if part is None else "Teilzahlung"
        books.ledger.book(
            day,
            books.reference("ZA", day),
            f"{what} {invoice.contact.name}, {invoice.number}",
            debit(PAYABLES, amount),
            credit(BANK, amount),
            contact=invoice.contact.id,
        )
        invoice.settled += amount

    return pay
