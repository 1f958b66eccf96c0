"""A small set of books in a ledger, for tests that need no database."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from arch_team.demo.trustee import FEATURE
from arch_team.evidence.guard import GroundingGuard
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.required import NO_TOOLS, RequiredTools
from arch_team.evidence.verdict import Binding, GuardResult
from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.provider import Rows
from arch_team.featuredata.tables import Scope
from arch_team.wire import Language

CATALOG = FEATURE.catalog()
GUARD = GroundingGuard(CATALOG)
BALANCE = "TrusteeDataAccountBalance"
QUESTION = "Wie hoch ist der Banksaldo per Ende 2025?"

Row = tuple[Scalar, ...]
Filters = Sequence[Mapping[str, object]]
YEAR_END: tuple[dict[str, object], ...] = (
    {"field": "periodYear", "op": "=", "value": 2025},
    {"field": "periodMonth", "op": "=", "value": 0},
)
BANK: tuple[Row, ...] = (
    ("1020", "Bank ZKB", Decimal("152400.00"), "CHF"),
    ("1021", "Bank UBS", Decimal("28100.00"), "CHF"),
)
EURO: Row = ("1022", "Bank EUR", Decimal("9.50"), "EUR")


def record(
    ledger: Ledger,
    columns: Sequence[str],
    rows: Sequence[Row],
    *,
    tool: str = "queryTable",
    table: str | None = BALANCE,
    filters: Filters = (),
    truncated: bool = False,
    units: dict[str, str] | None = None,
    formats: dict[str, str] | None = None,
    **arguments: object,
) -> Ledger:
    call_id = f"c{len(ledger) + 1}"
    given: dict[str, object] = {"tableName": table, "filters": list(filters), **arguments}
    found = Rows(tuple(columns), tuple(rows), truncated, units or {}, formats or {})
    ledger.record(call_id=call_id, tool=tool, arguments=given, table=table, scope=Scope(), rows=found)
    return ledger


def bank(rows: Sequence[Row] = BANK, *, truncated: bool = False, filters: Filters = YEAR_END) -> Ledger:
    """The bank accounts at the end of 2025, as the first entry."""
    columns = ("accountNumber", "accountName", "closingBalance", "currency")
    return record(Ledger(), columns, rows, filters=filters, truncated=truncated, units={"closingBalance": "currency"})


def periods(*rows: tuple[str, int, int, str], filters: Filters = ()) -> Ledger:
    """Balances with their periods: account, year, month, closing balance."""
    columns = ("accountNumber", "periodYear", "periodMonth", "closingBalance", "debitTotal", "currency")
    made = [(number, year, month, Decimal(value), Decimal(value), "CHF") for number, year, month, value in rows]
    units = {"closingBalance": "currency", "debitTotal": "currency"}
    return record(Ledger(), columns, made, units=units, filters=filters)


def failed(ledger: Ledger, error: str, tool: str = "queryTable") -> Ledger:
    ledger.record(call_id="c9", tool=tool, arguments={}, table=None, scope=Scope(), error=error)
    return ledger


def check(
    draft: str,
    ledger: Ledger | None = None,
    *,
    question: str = QUESTION,
    language: Language = "de",
    required: RequiredTools = NO_TOOLS,
    binding: Binding | None = None,
) -> GuardResult:
    return GUARD.check(
        draft,
        bank() if ledger is None else ledger,
        question=question,
        language=language,
        required=required,
        binding=binding,
    )


def codes(result: GuardResult) -> list[str]:
    return [finding.code.value for finding in result.findings]
