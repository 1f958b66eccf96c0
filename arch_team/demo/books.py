"""The books of one company: its journal, its diary, its contacts and its invoices."""

from collections import Counter
from dataclasses import dataclass
from datetime import date

from arch_team.demo.diary import Diary
from arch_team.demo.dice import Dice
from arch_team.demo.ledger import Ledger
from arch_team.demo.masterdata import Company, accounts, contacts
from arch_team.demo.trustee import InvoiceDirection, InvoiceStatus, TrusteeDataContact
from arch_team.demo.vat import EXEMPT, Vat


@dataclass(slots=True)
class Invoice:
    number: str
    direction: InvoiceDirection
    contact: TrusteeDataContact
    day: date
    due: date
    gross: int
    currency: str = "CHF"
    vat: Vat = EXEMPT
    settled: int = 0

    @property
    def open(self) -> int:
        return self.gross - self.settled

    def status(self, day: date) -> InvoiceStatus:
        """Past due counts first: every invoice past its due date is overdue, part-paid or not."""
        if self.due < day:
            return InvoiceStatus.OVERDUE
        return InvoiceStatus.PARTIAL if self.settled else InvoiceStatus.OPEN


class Books:
    def __init__(self, company: Company) -> None:
        self.company = company
        self.accounts = accounts(company.mandate)
        self.contacts = {contact.contact_number: contact for contact in contacts(company.mandate)}
        self.ledger = Ledger(self.accounts)
        self.diary = Diary()
        self.dice = Dice(company.seed)
        self.invoices: list[Invoice] = []
        self._numbers: Counter[str] = Counter()

    def reference(self, kind: str, day: date) -> str:
        """The next document number of its kind and year, e.g. RE-2024-0017."""
        series = f"{kind}-{day.year}"
        self._numbers[series] += 1
        return f"{series}-{self._numbers[series]:04d}"
