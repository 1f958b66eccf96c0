"""The journal while it is being written. Amounts are whole Rappen (or euro cents), so nothing is ever rounded away."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from arch_team.demo.trustee import AccountType, TrusteeDataAccount

RESULT = "9200"
"""Where last year's result is taken from when it is carried forward. No part of this year's result."""

_BY_YEAR = frozenset({AccountType.REVENUE, AccountType.EXPENSE})


@dataclass(frozen=True, slots=True)
class Posting:
    """One line of a booking: debit is positive, credit negative."""

    account: str
    amount: int
    tax: str | None = None
    """Stands on the line with the net amount, never on the line with the tax: sums by code are turnover."""
    text: str | None = None


def debit(account: str, amount: int, tax: str | None = None, text: str | None = None) -> Posting:
    return Posting(account, amount, tax, text)


def credit(account: str, amount: int, tax: str | None = None, text: str | None = None) -> Posting:
    return Posting(account, -amount, tax, text)


@dataclass(frozen=True, slots=True)
class Booking:
    day: date
    reference: str
    text: str
    currency: str
    postings: tuple[Posting, ...]
    contact: str | None = None


class Ledger:
    """Takes bookings in any order, and only those that balance in one currency."""

    def __init__(self, accounts: Iterable[TrusteeDataAccount]) -> None:
        self._accounts = {account.account_number: account for account in accounts}
        self._balances: defaultdict[str, int] = defaultdict(int)
        self._results: defaultdict[int, int] = defaultdict(int)
        self.bookings: list[Booking] = []

    def book(self, day: date, reference: str, text: str, *postings: Posting, contact: str | None = None) -> None:
        moved = tuple(posting for posting in postings if posting.amount)
        if not moved:
            return
        currencies = {self._accounts[posting.account].currency for posting in moved}
        if len(currencies) != 1 or sum(posting.amount for posting in moved) != 0:
            raise ValueError(f"{reference} of {day} does not balance in one currency: {moved}")
        for posting in moved:
            self._balances[posting.account] += posting.amount
            if self._accounts[posting.account].account_type in _BY_YEAR:
                self._results[day.year] -= posting.amount
        self.bookings.append(Booking(day, reference, text, currencies.pop(), moved, contact))

    def balance(self, account: str) -> int:
        """Debit minus credit of everything booked so far. Only meant for accounts of the balance sheet."""
        return self._balances[account]

    def result(self, year: int) -> int:
        """The year's profit so far; a loss is negative."""
        return self._results[year]
