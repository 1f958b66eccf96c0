"""What an account, a group or a class stood at."""

from arch_team.ontologies.descriptor import CanonicalQueryPattern
from arch_team.ontologies.roles import Labels
from arch_team.ontologies.trustee.patterns.skeleton import BALANCE_COLUMNS, IN_PERIOD, by, where
from arch_team.ontologies.trustee.tables import ACCOUNT_BALANCE

BALANCE_PATTERNS: tuple[CanonicalQueryPattern, ...] = (
    CanonicalQueryPattern(
        intent="BANK_BALANCE_AT_DATE",
        description="Balance of each bank account at the end of a month or year.",
        description_de="Saldo jedes Bankkontos am Ende eines Monats oder Jahres.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT_BALANCE,
            "fields": BALANCE_COLUMNS,
            "filters": [*IN_PERIOD, where("accountNumber", "LIKE", "102%")],
            "orderBy": [by("accountNumber")],
            "purpose": "balance",
        },
        samples={"year": 2025, "month": 0},
        questions=Labels(
            de=("Was ist der Banksaldo per 31.12.2025?", "Wie viel Geld war Ende 2025 auf der Bank?"),
            en=("What was the bank balance at 31 December 2025?", "How much money was in the bank at the end of 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="ACCOUNT_BALANCE_AT_DATE",
        description="Balance of one account at the end of a month or year.",
        description_de="Saldo eines Kontos am Ende eines Monats oder Jahres.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT_BALANCE,
            "fields": BALANCE_COLUMNS,
            "filters": [*IN_PERIOD, where("accountNumber", "=", "{accountNumber}")],
            "purpose": "balance",
        },
        samples={"year": 2025, "month": 6, "accountNumber": "1100"},
        questions=Labels(
            de=("Wie hoch war der Saldo von Konto 1100 per 30.06.2025?", "Kontostand 1100 Ende Juni 2025?"),
            en=("What was the balance of account 1100 at 30 June 2025?", "Balance of 1100 at the end of June 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="ACCOUNT_BALANCE_BY_NAME",
        description="Balance of the accounts whose name holds a word.",
        description_de="Saldo der Konten, deren Bezeichnung ein Wort enthält.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT_BALANCE,
            "fields": BALANCE_COLUMNS,
            "filters": [*IN_PERIOD, where("accountName", "ILIKE", "%{text}%")],
            "orderBy": [by("accountNumber")],
            "purpose": "balance",
        },
        samples={"year": 2025, "month": 0, "text": "Delkredere"},
        questions=Labels(
            de=("Welchen Saldo hat das Konto «Delkredere» Ende 2025?", "Saldo Konto Delkredere per 31.12.2025?"),
            en=("What is the balance of the account named Delkredere at the end of 2025?", "Delkredere balance 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="BALANCE_OF_CLASS",
        description="Total balance of an account class at the end of a month or year, by currency.",
        description_de="Totalsaldo einer Kontenklasse am Ende eines Monats oder Jahres, je Währung.",
        pattern={
            "tool": "aggregateTable",
            "tableName": ACCOUNT_BALANCE,
            "aggregate": "SUM",
            "field": "closingBalance",
            "filters": [*IN_PERIOD, where("accountNumber", "LIKE", "{accountPrefix}%")],
            "groupBy": ["currency"],
            "purpose": "balance",
        },
        samples={"year": 2025, "month": 0, "accountPrefix": "1"},
        questions=Labels(
            de=("Wie hoch sind die Aktiven per 31.12.2025?", "Total der Klasse 1 Ende 2025?"),
            en=("What were total assets at 31 December 2025?", "Total balance of class 1 at the end of 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="BALANCES_OF_GROUP",
        description="Balance of each account of a group at the end of a month or year.",
        description_de="Saldo jedes Kontos einer Kontengruppe am Ende eines Monats oder Jahres.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT_BALANCE,
            "fields": BALANCE_COLUMNS,
            "filters": [*IN_PERIOD, where("accountNumber", "BETWEEN", "{accountFrom}", "{accountTo}")],
            "orderBy": [by("accountNumber")],
            "purpose": "balance",
        },
        samples={"year": 2025, "month": 0, "accountFrom": "1100", "accountTo": "1109"},
        questions=Labels(
            de=("Wie hoch waren die Debitoren Ende 2025?", "Saldo der Kundenforderungen per 31.12.2025?"),
            en=("What were the receivables at the end of 2025?", "Balance of accounts receivable at 31 December 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="TOTAL_OF_GROUP",
        description="Total balance of an account group at the end of a month or year, by currency.",
        description_de="Totalsaldo einer Kontengruppe am Ende eines Monats oder Jahres, je Währung.",
        pattern={
            "tool": "aggregateTable",
            "tableName": ACCOUNT_BALANCE,
            "aggregate": "SUM",
            "field": "closingBalance",
            "filters": [*IN_PERIOD, where("accountNumber", "BETWEEN", "{accountFrom}", "{accountTo}")],
            "groupBy": ["currency"],
            "purpose": "balance",
        },
        samples={"year": 2025, "month": 0, "accountFrom": "5000", "accountTo": "5699"},
        questions=Labels(
            de=("Wie viel Lohn wurde 2025 insgesamt bezahlt?", "Total der Löhne 2025?"),
            en=("What did wages come to in total in 2025?", "Total salaries for 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="MONTHLY_BALANCES_OF_ACCOUNT",
        description="Month-end balances of one account through a year.",
        description_de="Monatsendsalden eines Kontos über ein Jahr.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT_BALANCE,
            "fields": ["periodMonth", "closingBalance", "currency"],
            "filters": [
                where("accountNumber", "=", "{accountNumber}"),
                where("periodYear", "=", "{year}"),
                where("periodMonth", "BETWEEN", 1, 12),
            ],
            "orderBy": [by("periodMonth")],
            "purpose": "balance",
        },
        samples={"year": 2025, "accountNumber": "1020"},
        questions=Labels(
            de=("Wie entwickelte sich der Saldo von Konto 1020 im Jahr 2025 pro Monat?", "Monatssalden 1020 für 2025"),
            en=(
                "How did the balance of account 1020 develop month by month in 2025?",
                "Monthly balances of 1020 in 2025",
            ),
        ),
    ),
    CanonicalQueryPattern(
        intent="BALANCE_COMPARISON_OF_YEARS",
        description="Year-end balance of one account in two years.",
        description_de="Jahresendsaldo eines Kontos in zwei Jahren.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT_BALANCE,
            "fields": ["periodYear", *BALANCE_COLUMNS],
            "filters": [
                where("accountNumber", "=", "{accountNumber}"),
                where("periodYear", "IN", "{previousYear}", "{year}"),
                where("periodMonth", "=", 0),
            ],
            "orderBy": [by("periodYear")],
            "purpose": "balance",
        },
        samples={"year": 2025, "previousYear": 2024, "accountNumber": "1020"},
        questions=Labels(
            de=("Wie hat sich Konto 1020 von 2024 auf 2025 verändert?", "Vergleich Saldo 1020: 2024 und 2025"),
            en=("How did account 1020 change from 2024 to 2025?", "Compare the balance of 1020 in 2024 and 2025"),
        ),
    ),
)
