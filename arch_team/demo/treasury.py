"""Keeping the accounts liquid: petty cash, the savings account and the bank loan."""

from datetime import date

from arch_team.demo.books import Books
from arch_team.demo.ledger import credit, debit
from arch_team.demo.trade import BANK

CASH = "1000"
SAVINGS = "1021"
LOAN = "2400"

_THOUSAND = 100_000


def fill_cash(books: Books, day: date, low: int, amount: int) -> None:
    if books.ledger.balance(CASH) < low:
        number = books.reference("KB", day)
        books.ledger.book(day, number, "Bargeldbezug ab Kontokorrent", debit(CASH, amount), credit(BANK, amount))


def keep_liquid(books: Books, day: date, low: int, high: int) -> None:
    """At a month's end: borrow in round sums when the current account runs low, repay when it runs over."""
    held = books.ledger.balance(BANK)
    if held < low:
        number = books.reference("BK", day)
        amount = -(-(low - held) // (10 * _THOUSAND)) * 10 * _THOUSAND
        books.ledger.book(day, number, "Erhöhung Bankdarlehen", debit(BANK, amount), credit(LOAN, amount))
    elif held > high:
        number = books.reference("BK", day)
        amount = min((held - high) // _THOUSAND * _THOUSAND, -books.ledger.balance(LOAN))
        books.ledger.book(day, number, "Amortisation Bankdarlehen", debit(LOAN, amount), credit(BANK, amount))


def pay_interest(books: Books, day: date, permille_loan: int, permille_savings: int) -> None:
    """Loan interest for the quarter just over; at the year's end also what the savings account brought."""
    number = books.reference("BK", day)
    cost = -books.ledger.balance(LOAN) * permille_loan // 4000
    text = f"Darlehenszins {(day.month + 2) // 3}. Quartal"
    books.ledger.book(day, number, text, debit("6900", cost), credit(BANK, cost))
    if day.month == 12:
        gain = books.ledger.balance(SAVINGS) * permille_savings // 1000
        number = books.reference("BK", day)
        books.ledger.book(day, number, "Zinsgutschrift Sparkonto", debit(SAVINGS, gain), credit("6950", gain))


def close_at(books: Books, day: date, current: int, savings: int) -> None:
    """The last transfers of a year: top up the savings account, repay the loan with what is not needed."""
    top_up = savings - books.ledger.balance(SAVINGS)
    repaid = books.ledger.balance(BANK) - top_up - current
    if top_up <= 0 or not 0 < repaid <= -books.ledger.balance(LOAN):
        raise ValueError(f"the year does not end on these balances: top-up {top_up}, repayment {repaid}")
    number = books.reference("BK", day)
    books.ledger.book(day, number, "Übertrag auf Sparkonto", debit(SAVINGS, top_up), credit(BANK, top_up))
    number = books.reference("BK", day)
    text = "Sonderamortisation Bankdarlehen per Jahresende"
    books.ledger.book(day, number, text, debit(LOAN, repaid), credit(BANK, repaid))
