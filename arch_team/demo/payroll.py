"""Wages and what hangs on them. Rates are those of 2023 to 2025, pension and accident insurance rounded to one rate."""

from datetime import date

from arch_team.demo.books import Books
from arch_team.demo.ledger import credit, debit
from arch_team.demo.trade import BANK

WAGES = "5000"
SOCIAL_COST = "5700"
SOCIAL_DEBT = "2270"

_EMPLOYEE_PERMILLE = 64 + 62
"""AHV/IV/EO 5.3 % and ALV 1.1 %, then pension and non-occupational accident."""
_EMPLOYER_PERMILLE = 64 + 68 + 12
"""The same, and family allowances."""


def pay_wages(books: Books, day: date, gross: int, text: str) -> None:
    withheld = gross * _EMPLOYEE_PERMILLE // 1000
    on_top = gross * _EMPLOYER_PERMILLE // 1000
    books.ledger.book(
        day,
        books.reference("LO", day),
        text,
        debit(WAGES, gross, text="Bruttolöhne"),
        debit(SOCIAL_COST, on_top, text="Arbeitgeberbeiträge"),
        credit(SOCIAL_DEBT, withheld + on_top, text="AHV, ALV, BVG, UVG"),
        credit(BANK, gross - withheld, text="Nettolöhne"),
    )


def pay_social_insurance(books: Books, day: date) -> None:
    """Everything withheld and owed so far goes to the funds."""
    owed = -books.ledger.balance(SOCIAL_DEBT)
    books.ledger.book(
        day,
        books.reference("ZA", day),
        "Ausgleichskasse und Pensionskasse, Beiträge Vormonat",
        debit(SOCIAL_DEBT, owed),
        credit(BANK, owed),
    )
