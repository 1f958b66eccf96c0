"""The trustee feature: the tables of a Swiss fiduciary's bookkeeping.

Balances are debit minus credit: assets and expenses are positive, liabilities, equity and revenue negative.
Dates are Unix seconds at midnight UTC of the day.
"""

from decimal import Decimal
from enum import StrEnum
from importlib.resources import files
from typing import Annotated, ClassVar

from pydantic import Field

from arch_team.featuredata.features import Feature
from arch_team.featuredata.tables import TableModel, table_of
from arch_team.ontologies.descriptor import OntologyDescriptor

Money = Annotated[Decimal, Field(max_digits=18, decimal_places=2)]


class AccountType(StrEnum):
    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    REVENUE = "revenue"
    EXPENSE = "expense"
    CLOSING = "closing"


class ContactType(StrEnum):
    CUSTOMER = "customer"
    SUPPLIER = "supplier"


class InvoiceDirection(StrEnum):
    RECEIVABLE = "receivable"
    PAYABLE = "payable"


class InvoiceStatus(StrEnum):
    OPEN = "open"
    PARTIAL = "partial"
    OVERDUE = "overdue"


class TrusteeRow(TableModel):
    mandate_id: str
    feature_instance_id: str


class TrusteeDataAccount(TrusteeRow):
    """The chart of accounts, one row per account."""

    table_key: ClassVar[tuple[str, ...]] = ("accountNumber",)

    account_number: str = Field(description="four digits, as text")
    account_name: str
    account_type: AccountType = Field(description="asset, liability, equity, revenue, expense or closing")
    account_group: str = Field(description="subclass of the chart of accounts, e.g. Bank")
    currency: str = Field(description="ISO code of the account's currency")
    is_active: bool


class TrusteeDataAccountBalance(TrusteeRow):
    """Balances and turnover per account and period: months 1 to 12, and month 0 for the whole year."""

    table_key: ClassVar[tuple[str, ...]] = ("accountNumber", "periodYear", "periodMonth")

    account_number: str
    account_name: str
    period_year: int
    period_month: int = Field(description="1 to 12; 0 = the whole year")
    opening_balance: Money
    debit_total: Money = Field(description="turnover of the period, debit side")
    credit_total: Money = Field(description="turnover of the period, credit side")
    closing_balance: Money = Field(description="balance at the period's end, debit minus credit")
    currency: str


class TrusteeDataJournalEntry(TrusteeRow):
    """Bookings. Each has two or more journal lines that balance."""

    table_key: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    booking_date: int = Field(description="Unix seconds, midnight UTC")
    reference: str = Field(description="document number")
    description: str
    contact_id: str | None = Field(default=None, description="customer or supplier of the booking")
    total_amount: Money = Field(description="sum of the debit side")
    currency: str


class TrusteeDataJournalLine(TrusteeRow):
    """The lines of the bookings: one account, one side, one amount."""

    table_key: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    journal_entry_id: str
    account_number: str
    debit_amount: Money
    credit_amount: Money
    currency: str
    tax_code: str | None = Field(default=None, description="VAT code, e.g. USt81, VSt81")
    description: str


class TrusteeDataContact(TrusteeRow):
    """Customers and suppliers."""

    table_key: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    contact_number: str
    name: str
    contact_type: ContactType
    city: str
    country: str = Field(description="ISO code, e.g. CH")
    email: str | None = None
    vat_number: str | None = None


class TrusteeDataOpenInvoice(TrusteeRow):
    """Invoices not (fully) paid, to customers (receivable) and from suppliers (payable)."""

    table_key: ClassVar[tuple[str, ...]] = ("id",)

    id: str
    invoice_number: str
    direction: InvoiceDirection
    contact_id: str
    invoice_date: int = Field(description="Unix seconds, midnight UTC")
    due_date: int = Field(description="Unix seconds, midnight UTC")
    amount: Money = Field(description="gross amount of the invoice")
    open_amount: Money = Field(description="what is still to be paid")
    currency: str
    status: InvoiceStatus


TABLES: tuple[type[TrusteeRow], ...] = (
    TrusteeDataAccount,
    TrusteeDataAccountBalance,
    TrusteeDataContact,
    TrusteeDataJournalEntry,
    TrusteeDataJournalLine,
    TrusteeDataOpenInvoice,
)


def _ontology() -> OntologyDescriptor:
    from arch_team.ontologies.trustee import TRUSTEE

    return TRUSTEE


def _hints() -> str:
    """What an operator was told before there was an ontology. Read where the ontology is left out."""
    return (files("arch_team.demo") / "trustee_hints.md").read_text(encoding="utf-8")


FEATURE = Feature(
    code="trustee",
    tables=lambda: tuple(table_of(model) for model in TABLES),
    get_agent_ontology=_ontology,
    get_agent_domain_hints=_hints,
)
