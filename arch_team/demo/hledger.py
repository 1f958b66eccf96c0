"""A mandate's journal in the format of hledger, an independent accounting program that can check our balances."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import duckdb

from arch_team.demo.trustee import AccountType
from arch_team.errors import UsageError

_TYPES = {
    AccountType.ASSET: "A",
    AccountType.LIABILITY: "L",
    AccountType.EQUITY: "E",
    AccountType.REVENUE: "R",
    AccountType.EXPENSE: "X",
    AccountType.CLOSING: "E",
}

_ACCOUNTS = """
SELECT accountNumber, accountName, accountType FROM TrusteeDataAccount WHERE mandateId = $mandate ORDER BY accountNumber
"""

_LINES = """
SELECT entry.id, entry.bookingDate, entry.reference, entry.description,
    line.accountNumber, line.debitAmount - line.creditAmount AS amount, line.currency
FROM TrusteeDataJournalEntry AS entry
JOIN TrusteeDataJournalLine AS line
    ON line.journalEntryId = entry.id
    AND line.mandateId = entry.mandateId
    AND line.featureInstanceId = entry.featureInstanceId
WHERE entry.mandateId = $mandate
ORDER BY entry.bookingDate, entry.id, line.id
"""


def journal(path: Path, mandate: str) -> Iterator[str]:
    """The journal of `mandate` in the demo file at `path`, in portions: the declarations, then booking by booking.

    Accounts are named by type and number, e.g. `asset:1020 Bank (Kontokorrent CHF)`.
    """
    with duckdb.connect(path, read_only=True) as db:
        accounts = db.execute(_ACCOUNTS, {"mandate": mandate}).fetchall()
        if not accounts:
            raise UsageError(f"there is no mandate {mandate}", "Name one that the file holds, e.g. alpenblick.")
        names = {number: f"{kind}:{number} {_plain(name)}" for number, name, kind in accounts}
        yield "commodity 1000.00 CHF\ncommodity 1000.00 EUR\n"
        for number, _, kind in accounts:
            yield f"account {names[number]}  ; type: {_TYPES[AccountType(kind)]}\n"
        for _, lines in groupby(_fetch(db, mandate), key=itemgetter(0)):
            yield _booking(list(lines), names)


def _fetch(db: duckdb.DuckDBPyConnection, mandate: str) -> Iterator[tuple[object, ...]]:
    result = db.execute(_LINES, {"mandate": mandate})
    while rows := result.fetchmany(10_000):
        yield from rows


def _booking(lines: list[tuple[object, ...]], names: dict[str, str]) -> str:
    _, seconds, reference, text, *_ = lines[0]
    day = datetime.fromtimestamp(int(str(seconds)), UTC).date()
    head = f"\n{day} ({reference}) {_plain(str(text))}\n"
    return head + "".join(f"    {names[str(line[4])]}  {line[5]} {line[6]}\n" for line in lines)


def _plain(text: str) -> str:
    """Without what means something to hledger: comments, payee bars and double spaces."""
    return " ".join(text.replace(";", ",").replace("|", "/").split())
