"""The parts a call's skeleton is put together from."""

from datetime import UTC, datetime

Part = dict[str, object]

BALANCE_COLUMNS = ["accountNumber", "accountName", "closingBalance", "currency"]
LINE_COLUMNS = [
    "journalEntry.bookingDate",
    "journalEntry.reference",
    "description",
    "accountNumber",
    "debitAmount",
    "creditAmount",
    "currency",
]
INVOICE_COLUMNS = ["invoiceNumber", "contact.name", "dueDate", "openAmount", "currency", "status"]
CONTACT_COLUMNS = ["contactNumber", "name", "contactType", "city", "country"]


def where(field: str, op: str, *value: object) -> Part:
    """A filter. Several values make a list, as IN and BETWEEN want it."""
    return {"field": field, "op": op, "value": value[0] if len(value) == 1 else list(value)}


def by(field: str, direction: str = "asc") -> Part:
    return {"field": field, "direction": direction}


def unix(year: int, month: int, day: int) -> int:
    """A day as the tables hold it."""
    return int(datetime(year, month, day, tzinfo=UTC).timestamp())


IN_PERIOD = [where("periodYear", "=", "{year}"), where("periodMonth", "=", "{month}")]
IN_YEAR = [where("periodYear", "=", "{year}"), where("periodMonth", "=", 0)]
