"""What may not be done with the trustee tables, and what to do instead. And what a caller may want rows for."""

from arch_team.ontologies.descriptor import ANY_FIELD, UNIX_DAYS, Constraint, ConstraintRule, Purpose
from arch_team.ontologies.trustee import tables
from arch_team.ontologies.trustee.words import called

BALANCE_FIELDS = ("AccountBalance.closingBalance", "AccountBalance.openingBalance")
TURNOVER_FIELDS = ("AccountBalance.debitTotal", "AccountBalance.creditTotal")
MONEY_FIELDS = (
    *BALANCE_FIELDS,
    *TURNOVER_FIELDS,
    "JournalLine.debitAmount",
    "JournalLine.creditAmount",
    "JournalEntry.totalAmount",
    "OpenInvoice.amount",
    "OpenInvoice.openAmount",
)
DATE_FIELDS = ("JournalEntry.bookingDate", "OpenInvoice.invoiceDate", "OpenInvoice.dueDate")
PERIOD_FIELDS = ("AccountBalance.periodYear", "AccountBalance.periodMonth")

_FIGURES = (
    *(
        Constraint(
            applies_to=field,
            rule=ConstraintRule.SEMI_ADDITIVE,
            fields=("periodYear", "periodMonth"),
            over=("accountNumber",),
            message="Pin periodYear and periodMonth (0 = annual) before summing a balance.",
            message_de="Vor dem Summieren von Salden periodYear und periodMonth (0 = Jahr) fixieren.",
        )
        for field in BALANCE_FIELDS
    ),
    *(
        Constraint(
            applies_to=field,
            rule=ConstraintRule.ONE_GRAIN,
            fields=("periodMonth",),
            value=0,
            message="Filter periodMonth = 0 (year) or 1 to 12 (months), never both.",
            message_de="periodMonth = 0 (Jahr) oder 1 bis 12 (Monate) filtern, nie beides.",
        )
        for field in (*BALANCE_FIELDS, *TURNOVER_FIELDS)
    ),
    *(
        Constraint(
            applies_to=field,
            rule=ConstraintRule.SAME_UNIT,
            fields=("currency",),
            message="Amounts of different currencies are never added: totals come per currency.",
            message_de="Beträge verschiedener Währungen nie addieren: Totale kommen je currency.",
        )
        for field in MONEY_FIELDS
    ),
    *(
        Constraint(
            applies_to=field,
            rule=ConstraintRule.SAME_KIND,
            fields=("direction",),
            message="What customers owe and what we owe are never added: per direction.",
            message_de="Forderungen und Schulden nie addieren: Totale kommen je direction.",
        )
        for field in ("OpenInvoice.amount", "OpenInvoice.openAmount")
    ),
    *(
        Constraint(
            applies_to=field,
            rule=ConstraintRule.NEVER_AGGREGATE,
            message="A period is no amount: filter or group by it, sum a money field.",
            message_de="Eine Periode ist kein Betrag: danach filtern, ein Betragsfeld summieren.",
        )
        for field in PERIOD_FIELDS
    ),
)

_DATES = (
    *(
        Constraint(
            applies_to=field,
            rule=ConstraintRule.NEVER_AGGREGATE,
            message="A date is no amount: filter by it, or take its MIN or MAX.",
            message_de="Ein Datum ist kein Betrag: danach filtern oder MIN/MAX verwenden.",
        )
        for field in DATE_FIELDS
    ),
    *(
        Constraint(
            applies_to=field,
            rule=ConstraintRule.TYPE_MISMATCH_GUARD,
            value=UNIX_DAYS,
            message="Give dates as Unix seconds: 31.12.2025 is 1767139200.",
            message_de="Daten als Unix-Sekunden angeben: 31.12.2025 ist 1767139200.",
        )
        for field in DATE_FIELDS
    ),
)

_FILTERS = (
    Constraint(
        applies_to="AccountBalance",
        rule=ConstraintRule.REQUIRES_FILTER_ON,
        fields=("periodYear", "periodMonth"),
        message="Filter by periodYear and periodMonth (0 = annual).",
        message_de="Nach periodYear und periodMonth (0 = Jahr) filtern.",
    ),
    Constraint(
        applies_to="JournalLine",
        rule=ConstraintRule.REQUIRES_FILTER_ON,
        fields=("accountNumber", "journalEntry.bookingDate", ANY_FIELD),
        message="Filter by accountNumber, journalEntry.bookingDate or another field.",
        message_de="Nach accountNumber, journalEntry.bookingDate o. Ä. filtern.",
    ),
)


def _wrong_table(entity: str, purposes: tuple[str, ...], use: str, what: str, what_de: str) -> Constraint:
    return Constraint(
        applies_to=entity,
        rule=ConstraintRule.WRONG_TABLE_FOR_PURPOSE,
        purposes=purposes,
        use=use,
        message=f"For {what} use {use}.",
        message_de=f"Für {what_de} {use} verwenden.",
    )


_BALANCES = ("balances and turnover", "Salden und Umsätze")
_OPEN_ITEMS = ("open items", "offene Posten")

_CHOICE_OF_TABLE = (
    _wrong_table("Account", ("balance", "turnover"), tables.ACCOUNT_BALANCE, *_BALANCES),
    _wrong_table("JournalEntry", ("balance", "turnover"), tables.ACCOUNT_BALANCE, *_BALANCES),
    _wrong_table("OpenInvoice", ("balance", "turnover"), tables.ACCOUNT_BALANCE, *_BALANCES),
    # Turnover between two days inside a month is only in the lines, so they are refused for balances alone.
    _wrong_table("JournalLine", ("balance",), tables.ACCOUNT_BALANCE, "balances", "Salden"),
    _wrong_table("AccountBalance", ("bookings",), tables.JOURNAL_LINE, "single bookings", "einzelne Buchungen"),
    _wrong_table("AccountBalance", ("open_items",), tables.OPEN_INVOICE, *_OPEN_ITEMS),
    _wrong_table("JournalEntry", ("open_items",), tables.OPEN_INVOICE, *_OPEN_ITEMS),
    _wrong_table("JournalLine", ("open_items",), tables.OPEN_INVOICE, *_OPEN_ITEMS),
    _wrong_table("AccountBalance", ("chart",), tables.ACCOUNT, "the chart of accounts", "den Kontenplan"),
)

CONSTRAINTS: tuple[Constraint, ...] = (*_FIGURES, *_DATES, *_FILTERS, *_CHOICE_OF_TABLE)

PURPOSES: tuple[Purpose, ...] = (
    Purpose(
        name="balance",
        labels=called(
            de="Saldo, Salden, Kontostand, Bestand, Endsaldo, Anfangssaldo, Schlusssaldo, per Ende, per Stichtag",
            en="balance, balances, closing balance, opening balance, as of, at the end of",
        ),
        asked_by=called(
            de="Saldo, Salden, Kontostand, Kontostände, Endsaldo, Anfangssaldo, Schlusssaldo",
            en="balance, balances, closing balance, opening balance",
        ),
    ),
    Purpose(
        name="turnover",
        labels=called(
            de=(
                "Kontoumsatz, Kontoumsätze, Bewegung, Bewegungen, Kontobewegungen, Sollumsatz, Habenumsatz, "
                "Soll und Haben"
            ),
            en="account turnover, movement, movements, debit turnover, credit turnover, debits and credits",
        ),
    ),
    Purpose(
        name="bookings",
        labels=called(
            de="Buchungen, Buchung, gebucht, verbucht, Buchungssätze, Journal, Buchungszeilen, Kontoauszug, Belege",
            en="bookings, booking, booked, posted, postings, journal, journal entries, account statement, vouchers",
        ),
        asked_by=called(
            de="Buchungen, Buchungssätze, Buchungszeilen, Kontoauszug",
            en="bookings, postings, journal entries, account statement",
        ),
    ),
    Purpose(
        name="open_items",
        labels=called(
            de=(
                "offene Posten, offen, offene, offenen, unbezahlt, unbezahlte, ausstehend, ausstehende, Ausstand, "
                "Ausstände, fällig, überfällig, überfällige, Mahnung"
            ),
            en="open items, open, unpaid, outstanding, due, overdue, past due, owe, owes",
        ),
        asked_by=called(
            de="offene Posten",
            en="open items",
        ),
    ),
    Purpose(
        name="contacts",
        labels=called(
            de="Kontakte, Kontakt, Kunden, Kunde, Lieferanten, Lieferant, Adressen, Geschäftspartner",
            en="contacts, contact, customers, customer, suppliers, supplier, addresses, business partners",
        ),
    ),
    Purpose(
        name="chart",
        labels=called(
            de="Kontenplan, Kontenrahmen, Kontenliste, Kontoart, Kontengruppe, Kontobezeichnung",
            en="chart of accounts, list of accounts, account type, account group, account name",
        ),
        asked_by=called(
            de="Kontenplan",
            en="chart of accounts",
        ),
    ),
)
