"""Which bookings there are. Days are Unix seconds."""

from arch_team.ontologies.descriptor import CanonicalQueryPattern
from arch_team.ontologies.roles import Labels
from arch_team.ontologies.trustee.patterns.skeleton import LINE_COLUMNS, by, unix, where
from arch_team.ontologies.trustee.tables import JOURNAL_ENTRY, JOURNAL_LINE

_ENTRY_COLUMNS = ["bookingDate", "reference", "description", "totalAmount", "currency"]

BOOKING_PATTERNS: tuple[CanonicalQueryPattern, ...] = (
    CanonicalQueryPattern(
        intent="BOOKINGS_OF_ACCOUNT_IN_PERIOD",
        description="Bookings on one account between two days.",
        description_de="Buchungen auf einem Konto zwischen zwei Tagen.",
        pattern={
            "tool": "queryTable",
            "tableName": JOURNAL_LINE,
            "fields": LINE_COLUMNS,
            "filters": [
                where("accountNumber", "=", "{accountNumber}"),
                where("journalEntry.bookingDate", "BETWEEN", "{from}", "{to}"),
            ],
            "orderBy": [by("journalEntry.bookingDate")],
            "purpose": "bookings",
        },
        samples={"accountNumber": "6000", "from": unix(2025, 1, 1), "to": unix(2025, 3, 31)},
        questions=Labels(
            de=(
                "Welche Buchungen gab es auf Konto 6000 vom 1.1.2025 bis 31.3.2025?",
                "Kontoauszug 6000 für das 1. Quartal 2025",
            ),
            en=(
                "Which bookings were there on account 6000 from 1 January to 31 March 2025?",
                "Account statement of 6000 for Q1 2025",
            ),
        ),
    ),
    CanonicalQueryPattern(
        intent="BOOKINGS_WITH_TEXT",
        description="Bookings whose text holds a word, newest first.",
        description_de="Buchungen, deren Text ein Wort enthält, neueste zuerst.",
        pattern={
            "tool": "queryTable",
            "tableName": JOURNAL_ENTRY,
            "fields": _ENTRY_COLUMNS,
            "filters": [where("description", "ILIKE", "%{text}%")],
            "orderBy": [by("bookingDate", "desc")],
            "purpose": "bookings",
        },
        samples={"text": "Swisscom"},
        questions=Labels(
            de=("Welche Buchungen enthalten den Text Swisscom?", "Zeige alle Buchungen mit «Swisscom»"),
            en=("Which bookings mention Swisscom?", "Show all bookings with the text Swisscom"),
        ),
    ),
    CanonicalQueryPattern(
        intent="BOOKINGS_ABOVE_AMOUNT",
        description="Bookings of at least an amount between two days, largest first.",
        description_de="Buchungen ab einem Betrag zwischen zwei Tagen, grösste zuerst.",
        pattern={
            "tool": "queryTable",
            "tableName": JOURNAL_ENTRY,
            "fields": _ENTRY_COLUMNS,
            "filters": [
                where("totalAmount", ">=", "{minAmount}"),
                where("bookingDate", "BETWEEN", "{from}", "{to}"),
            ],
            "orderBy": [by("totalAmount", "desc")],
            "purpose": "bookings",
        },
        samples={"minAmount": 10000, "from": unix(2025, 1, 1), "to": unix(2025, 12, 31)},
        questions=Labels(
            de=("Welche Buchungen ab 10000 gab es 2025?", "Zeige die Buchungen 2025 von mindestens 10000"),
            en=("Which bookings of 10000 or more were there in 2025?", "Show bookings of at least 10000 in 2025"),
        ),
    ),
    CanonicalQueryPattern(
        intent="BOOKING_COUNT_IN_PERIOD",
        description="Number of bookings between two days.",
        description_de="Anzahl Buchungen zwischen zwei Tagen.",
        pattern={
            "tool": "aggregateTable",
            "tableName": JOURNAL_ENTRY,
            "aggregate": "COUNT",
            "filters": [where("bookingDate", "BETWEEN", "{from}", "{to}")],
            "purpose": "bookings",
        },
        samples={"from": unix(2025, 1, 1), "to": unix(2025, 12, 31)},
        questions=Labels(
            de=("Wie viele Buchungen gab es 2025?", "Anzahl Buchungen im Jahr 2025?"),
            en=("How many bookings were there in 2025?", "Number of journal entries in 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="LINES_OF_BOOKING",
        description="The lines of one booking, by document number.",
        description_de="Die Zeilen einer Buchung, nach Belegnummer.",
        pattern={
            "tool": "queryTable",
            "tableName": JOURNAL_LINE,
            "fields": [*LINE_COLUMNS, "account.accountName", "taxCode"],
            "filters": [where("journalEntry.reference", "=", "{reference}")],
            "orderBy": [by("accountNumber")],
            "purpose": "bookings",
        },
        samples={"reference": "RE-2025-001"},
        questions=Labels(
            de=("Wie wurde der Beleg RE-2025-001 verbucht?", "Zeige die Buchungszeilen zu Beleg RE-2025-001"),
            en=("How was document RE-2025-001 booked?", "Show the lines of voucher RE-2025-001"),
        ),
    ),
    CanonicalQueryPattern(
        intent="DEBITS_OF_ACCOUNT_BETWEEN_DAYS",
        description="Debit turnover of one account between any two days, by currency.",
        description_de="Sollumsatz eines Kontos zwischen zwei beliebigen Tagen, je Währung.",
        pattern={
            "tool": "aggregateTable",
            "tableName": JOURNAL_LINE,
            "aggregate": "SUM",
            "field": "debitAmount",
            "filters": [
                where("accountNumber", "=", "{accountNumber}"),
                where("journalEntry.bookingDate", "BETWEEN", "{from}", "{to}"),
            ],
            "groupBy": ["currency"],
            "purpose": "turnover",
        },
        samples={"accountNumber": "6500", "from": unix(2025, 3, 10), "to": unix(2025, 4, 20)},
        questions=Labels(
            de=(
                "Wie viel wurde vom 10.3.2025 bis 20.4.2025 auf Konto 6500 im Soll gebucht?",
                "Sollumsatz Konto 6500 vom 10.03.2025 bis 20.04.2025",
            ),
            en=(
                "How much was debited to account 6500 from 10 March to 20 April 2025?",
                "Debit turnover of account 6500 between 10 March 2025 and 20 April 2025",
            ),
        ),
    ),
    CanonicalQueryPattern(
        intent="REVENUE_BY_CUSTOMER",
        description="Credits on revenue accounts per customer and currency, before deductions, largest first.",
        description_de="Habenbuchungen auf Ertragskonten je Kunde und Währung, vor Erlösminderungen, grösste zuerst.",
        pattern={
            "tool": "aggregateTable",
            "tableName": JOURNAL_LINE,
            "aggregate": "SUM",
            "field": "creditAmount",
            "filters": [
                where("accountNumber", "LIKE", "3%"),
                where("journalEntry.bookingDate", "BETWEEN", "{from}", "{to}"),
            ],
            "groupBy": ["journalEntry.contact.name", "currency"],
            "orderBy": [by("sum_creditAmount", "desc")],
            "limit": "{limit}",
            "purpose": "turnover",
        },
        samples={"from": unix(2025, 1, 1), "to": unix(2025, 12, 31), "limit": 5},
        questions=Labels(
            de=("Wer waren 2025 die 5 Kunden mit dem höchsten Umsatz?", "Top 5 Kunden nach Umsatz 2025"),
            en=("Which 5 customers brought the most revenue in 2025?", "Top 5 customers by sales in 2025"),
        ),
    ),
)
