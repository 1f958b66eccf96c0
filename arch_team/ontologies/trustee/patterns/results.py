"""What a year brought in and cost, and what moved on an account."""

from arch_team.ontologies.descriptor import CanonicalQueryPattern
from arch_team.ontologies.roles import Labels
from arch_team.ontologies.trustee.patterns.skeleton import BALANCE_COLUMNS, IN_PERIOD, IN_YEAR, by, where
from arch_team.ontologies.trustee.tables import ACCOUNT_BALANCE

RESULT_PATTERNS: tuple[CanonicalQueryPattern, ...] = (
    CanonicalQueryPattern(
        intent="REVENUE_OF_YEAR",
        description="Operating revenue of a year, by currency; revenue is negative.",
        description_de="Betriebsertrag eines Jahres, je Währung; Ertrag ist negativ.",
        pattern={
            "tool": "aggregateTable",
            "tableName": ACCOUNT_BALANCE,
            "aggregate": "SUM",
            "field": "closingBalance",
            "filters": [*IN_YEAR, where("accountNumber", "LIKE", "3%")],
            "groupBy": ["currency"],
            "purpose": "balance",
        },
        samples={"year": 2025},
        questions=Labels(
            de=("Wie hoch war der Umsatz 2025?", "Welchen Ertrag hatten wir im Jahr 2025?"),
            en=("What was the revenue in 2025?", "How high were sales in 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="EXPENSE_OF_YEAR",
        description="All expenses of a year, by currency.",
        description_de="Gesamter Aufwand eines Jahres, je Währung.",
        pattern={
            "tool": "aggregateTable",
            "tableName": ACCOUNT_BALANCE,
            "aggregate": "SUM",
            "field": "closingBalance",
            "filters": [*IN_YEAR, where("account.accountType", "=", "expense")],
            "groupBy": ["currency"],
            "purpose": "balance",
        },
        samples={"year": 2025},
        questions=Labels(
            de=("Wie hoch war der gesamte Aufwand 2025?", "Summe aller Aufwandskonten 2025?"),
            en=("What were total expenses in 2025?", "Sum of all expense accounts in 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="PROFIT_OF_YEAR",
        description="Profit or loss of a year, by currency; a negative sum is a profit.",
        description_de="Gewinn oder Verlust eines Jahres, je Währung; eine negative Summe ist ein Gewinn.",
        pattern={
            "tool": "aggregateTable",
            "tableName": ACCOUNT_BALANCE,
            "aggregate": "SUM",
            "field": "closingBalance",
            "filters": [*IN_YEAR, where("accountNumber", "BETWEEN", "3000", "8999")],
            "groupBy": ["currency"],
            "purpose": "balance",
        },
        samples={"year": 2025},
        questions=Labels(
            de=("Wie hoch war der Gewinn 2025?", "Was war das Jahresergebnis 2025?"),
            en=("What was the profit in 2025?", "What was the net income for 2025?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="TOP_EXPENSES_OF_YEAR",
        description="The largest expense accounts of a year.",
        description_de="Die grössten Aufwandskonten eines Jahres.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT_BALANCE,
            "fields": BALANCE_COLUMNS,
            "filters": [*IN_YEAR, where("account.accountType", "=", "expense")],
            "orderBy": [by("closingBalance", "desc")],
            "limit": "{limit}",
            "purpose": "balance",
        },
        samples={"year": 2025, "limit": 5},
        questions=Labels(
            de=("Was waren die 5 grössten Aufwände 2025?", "Top 5 Aufwandskonten 2025"),
            en=("What were the 5 largest expenses in 2025?", "Top 5 expense accounts of 2025"),
        ),
    ),
    CanonicalQueryPattern(
        intent="TURNOVER_OF_ACCOUNT_IN_PERIOD",
        description="Debit and credit turnover of one account in a month or year.",
        description_de="Soll- und Habenumsatz eines Kontos in einem Monat oder Jahr.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT_BALANCE,
            "fields": ["accountNumber", "accountName", "debitTotal", "creditTotal", "currency"],
            "filters": [*IN_PERIOD, where("accountNumber", "=", "{accountNumber}")],
            "purpose": "turnover",
        },
        samples={"year": 2025, "month": 3, "accountNumber": "1020"},
        questions=Labels(
            de=("Wie hoch war der Sollumsatz auf Konto 1020 im März 2025?", "Soll und Haben von 1020 im März 2025?"),
            en=(
                "What was the debit turnover of account 1020 in March 2025?",
                "Debits and credits of 1020 in March 2025?",
            ),
        ),
    ),
    CanonicalQueryPattern(
        intent="DEBIT_TURNOVER_OF_MONTHS",
        description="Debit turnover of one account over several months of a year, such as a quarter.",
        description_de="Sollumsatz eines Kontos über mehrere Monate eines Jahres, etwa ein Quartal.",
        pattern={
            "tool": "aggregateTable",
            "tableName": ACCOUNT_BALANCE,
            "aggregate": "SUM",
            "field": "debitTotal",
            "filters": [
                where("accountNumber", "=", "{accountNumber}"),
                where("periodYear", "=", "{year}"),
                where("periodMonth", "BETWEEN", "{fromMonth}", "{toMonth}"),
            ],
            "groupBy": ["currency"],
            "purpose": "turnover",
        },
        samples={"year": 2025, "fromMonth": 1, "toMonth": 3, "accountNumber": "6000"},
        questions=Labels(
            de=(
                "Wie hoch war der Sollumsatz auf Konto 6000 im 1. Quartal 2025?",
                "Sollumsatz 6000 Januar bis März 2025",
            ),
            en=(
                "What was the debit turnover of account 6000 in Q1 2025?",
                "Total debits of 6000, January to March 2025",
            ),
        ),
    ),
    CanonicalQueryPattern(
        intent="AMOUNT_OF_MONTH",
        description="Income or cost of one month alone: debit and credit turnover of the month.",
        description_de="Ertrag oder Aufwand eines einzelnen Monats: seine Umsätze.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT_BALANCE,
            "fields": ["accountNumber", "debitTotal", "creditTotal", "currency"],
            "filters": [*IN_PERIOD, where("accountNumber", "LIKE", "{accountPrefix}%")],
            "purpose": "turnover",
        },
        samples={"year": 2025, "month": 3, "accountPrefix": "6"},
        questions=Labels(
            de=("Wie hoch war der übrige Aufwand nur im März 2025?", "Aufwand der Klasse 6 allein im März 2025?"),
            en=("What were the other expenses in March 2025 alone?", "Cost of class 6 in the month of March 2025?"),
        ),
    ),
)
