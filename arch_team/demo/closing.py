"""What closes a quarter and a year: VAT, depreciation, provisions, taxes, and the result carried forward."""

from datetime import date, timedelta

from arch_team.demo.books import Books
from arch_team.demo.diary import workday
from arch_team.demo.ledger import RESULT, credit, debit
from arch_team.demo.opening import RETAINED
from arch_team.demo.trade import BANK, INPUT_TAX_GOODS, INPUT_TAX_OTHER, LOSSES, OUTPUT_TAX, RECEIVABLES

VAT_DUE = "2201"
DIVIDENDS_DUE = "2261"
RESERVE = "2950"
TAXES = "8900"
TAXES_DUE = "2208"
PROVISION = "1109"
PREPAID = "1300"
ACCRUED = "2300"

_FIXED_ASSETS = (("1500", "1509", 25, "Maschinen"), ("1510", "1519", 20, "Mobiliar"), ("1520", "1529", 40, "IT"))
"""Account, its accumulated depreciation, percent of the book value per year, and the word for it."""


def settle_vat(books: Books, day: date) -> None:
    """Clear both sides of the tax at the quarter's end. The difference is paid within 60 days, as the law has it."""
    owed = -books.ledger.balance(OUTPUT_TAX)
    goods, other = (books.ledger.balance(account) for account in (INPUT_TAX_GOODS, INPUT_TAX_OTHER))
    due = owed - goods - other
    quarter = f"{(day.month + 2) // 3}. Quartal {day.year}"
    books.ledger.book(
        day,
        books.reference("MW", day),
        f"MWST-Abrechnung {quarter}",
        debit(OUTPUT_TAX, owed),
        credit(INPUT_TAX_GOODS, goods),
        credit(INPUT_TAX_OTHER, other),
        credit(VAT_DUE, due),
    )
    pay_later(books, day + timedelta(58), VAT_DUE, due, f"Eidg. Steuerverwaltung, MWST {quarter}")


def pay_later(books: Books, day: date, account: str, amount: int, text: str) -> None:
    def pay(today: date) -> None:
        number = books.reference("ZA", today)
        books.ledger.book(today, number, text, debit(account, amount), credit(BANK, amount))

    books.diary.at(workday(day), pay)


def depreciate(books: Books, day: date) -> None:
    for asset, accumulated, percent, word in _FIXED_ASSETS:
        book_value = books.ledger.balance(asset) + books.ledger.balance(accumulated)
        amount = book_value * percent // 10000 * 100
        text = f"Abschreibung {word} {percent} % vom Buchwert"
        books.ledger.book(day, books.reference("BU", day), text, debit("6800", amount), credit(accumulated, amount))


def provide_for_losses(books: Books, day: date) -> None:
    """Five percent of what customers owe, to the hundred francs."""
    wanted = -(books.ledger.balance(RECEIVABLES) * 5 // 1_000_000 * 10_000)
    change = books.ledger.balance(PROVISION) - wanted
    text = "Anpassung Delkredere 5 %"
    books.ledger.book(day, books.reference("BU", day), text, debit(LOSSES, change), credit(PROVISION, change))


def accrue(books: Books, day: date, account: str, amount: int, text: str) -> None:
    """Cost of this year that is billed in the next, taken back on the day after."""
    number = books.reference("BU", day)
    books.ledger.book(day, number, f"Passive Abgrenzung: {text}", debit(account, amount), credit(ACCRUED, amount))
    release(books, day + timedelta(1), account, ACCRUED, amount, f"Auflösung Abgrenzung: {text}")


def prepay(books: Books, day: date, account: str, amount: int, text: str) -> None:
    """Cost of the next year that was billed in this one, given back on the day after."""
    number = books.reference("BU", day)
    books.ledger.book(day, number, f"Aktive Abgrenzung: {text}", debit(PREPAID, amount), credit(account, amount))
    release(books, day + timedelta(1), PREPAID, account, amount, f"Auflösung Abgrenzung: {text}")


def release(books: Books, day: date, credited: str, debited: str, amount: int, text: str) -> None:
    def book(today: date) -> None:
        number = books.reference("BU", today)
        books.ledger.book(today, number, text, debit(debited, amount), credit(credited, amount))

    books.diary.at(day, book, turn=1)


def provide_for_taxes(books: Books, day: date, percent: int) -> None:
    """Taxes on the profit of the year, paid in the autumn after it."""
    amount = max(0, books.ledger.result(day.year)) * percent // 500_000 * 5_000
    text = f"Rückstellung direkte Steuern {day.year}"
    books.ledger.book(day, books.reference("BU", day), text, debit(TAXES, amount), credit(TAXES_DUE, amount))
    autumn = date(day.year + 1, 9, 30)
    pay_later(books, autumn, TAXES_DUE, amount, f"Kantonale Steuerverwaltung, Steuern {day.year}")


def carry_forward(books: Books, day: date) -> None:
    """On 1 January last year's result moves into retained earnings, without touching revenue or expense accounts."""
    result = books.ledger.result(day.year - 1)
    text = f"Vortrag Jahresergebnis {day.year - 1}"
    books.ledger.book(day, books.reference("BU", day), text, debit(RESULT, result), credit(RETAINED, result))


def distribute(books: Books, day: date, percent: int) -> None:
    """The owners' meeting: a twentieth of last year's profit to the reserve, a share of it to themselves."""
    profit = max(0, books.ledger.result(day.year - 1))
    reserve, dividend = profit // 2_000_000 * 100_000, profit * percent // 100_000_000 * 1_000_000
    books.ledger.book(
        day,
        books.reference("BU", day),
        f"Gewinnverwendung {day.year - 1} gemäss Beschluss der Gesellschafter",
        debit(RETAINED, reserve + dividend),
        credit(RESERVE, reserve, text="Zuweisung an die Reserve"),
        credit(DIVIDENDS_DUE, dividend, text="Ausschüttung"),
    )
    text = f"Ausschüttung {day.year - 1} inkl. Verrechnungssteuer"
    pay_later(books, day + timedelta(14), DIVIDENDS_DUE, dividend, text)
