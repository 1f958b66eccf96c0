"""What holds in any sound bookkeeping, as queries that find the offenders. Sound books give no rows."""

UNBALANCED_ENTRIES = """
SELECT entry.id
FROM TrusteeDataJournalEntry AS entry
LEFT JOIN TrusteeDataJournalLine AS line
    ON line.journalEntryId = entry.id AND line.mandateId = entry.mandateId
GROUP BY entry.mandateId, entry.id, entry.totalAmount, entry.currency
HAVING coalesce(sum(line.debitAmount), 0) <> entry.totalAmount
    OR coalesce(sum(line.creditAmount), 0) <> entry.totalAmount
    OR count(line.id) < 2
    OR bool_or(line.currency <> entry.currency)
"""

WRONG_CLOSINGS = """
SELECT * FROM TrusteeDataAccountBalance WHERE openingBalance + debitTotal - creditTotal <> closingBalance
"""

UNBALANCED_PERIODS = """
SELECT mandateId, currency, periodYear, periodMonth, sum(closingBalance)
FROM TrusteeDataAccountBalance
WHERE accountNumber <> '9200'
GROUP BY ALL
HAVING sum(closingBalance) <> 0
"""
"""What the company owns, owes and earned this year adds up to nothing in every period and currency. 9200 stands apart:
last year's result left it for the balance sheet on 1 January, and this year's result does not hold it."""

RECEIVABLES_AND_PAYABLES = """
SELECT balance.mandateId, balance.accountNumber, balance.closingBalance, coalesce(sum(signed.amount), 0)
FROM TrusteeDataAccountBalance AS balance
LEFT JOIN (
    SELECT
        mandateId,
        CASE WHEN direction = 'payable' THEN '2000' WHEN currency = 'EUR' THEN '1101' ELSE '1100' END AS accountNumber,
        CASE WHEN direction = 'payable' THEN -openAmount ELSE openAmount END AS amount
    FROM TrusteeDataOpenInvoice
) AS signed ON signed.mandateId = balance.mandateId AND signed.accountNumber = balance.accountNumber
WHERE balance.periodYear = 2025 AND balance.periodMonth = 0 AND balance.accountNumber IN ('1100', '1101', '2000')
GROUP BY ALL
"""
"""Not offenders but all: mandate, account, its balance at the end, and the sum of its open invoices."""
