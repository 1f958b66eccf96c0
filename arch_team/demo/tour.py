"""The stops of the tour: a question, and the call that answers it or that is refused."""

_BALANCE = "TrusteeDataAccountBalance"
_AT_YEAR_END = ["periodYear=2025", "periodMonth=0", "accountNumber LIKE 102%"]

STOPS: tuple[tuple[str, str, dict[str, object]], ...] = (
    (
        "What is in the bank accounts at 31.12.2025?",
        "queryTable",
        {
            "tableName": _BALANCE,
            "fields": ["accountNumber", "accountName", "closingBalance", "currency"],
            "filters": _AT_YEAR_END,
        },
    ),
    (
        "And in total? A model would happily sum balances over all periods. That call never reaches the database:",
        "aggregateTable",
        {"tableName": _BALANCE, "aggregate": "SUM", "field": "closingBalance", "filters": ["accountNumber LIKE 102%"]},
    ),
    (
        "With the period pinned it may be summed. Francs and euros are never added together:",
        "aggregateTable",
        {"tableName": _BALANCE, "aggregate": "SUM", "field": "closingBalance", "filters": _AT_YEAR_END},
    ),
    (
        "Who was invoiced most in 2025, VAT included? (a path: line, booking, customer)",
        "aggregateTable",
        {
            "tableName": "TrusteeDataJournalLine",
            "aggregate": "SUM",
            "field": "debitAmount",
            "groupBy": ["journalEntry.contact.name"],
            "filters": [
                "accountNumber LIKE 110%",
                "journalEntry.contact.contactType = customer",
                "journalEntry.bookingDate BETWEEN 1735689600 AND 1767139200",
            ],
            "orderBy": "value desc",
            "limit": 3,
        },
    ),
)

SHOWN_CELL = "e1.r0.closingBalance"
"""The cell whose origin is told at the end."""
