-- Balances of every account, year and month, from the journal alone. Months without movement have rows too.
-- Balance sheet accounts carry over; revenue, expense and closing accounts start each year at zero.
-- The opening entry of the books (reference EB-…) is no turnover: it is what the first period opens with.
-- Month 0 is the year: January's opening, the sum of the months, December's closing.
INSERT INTO TrusteeDataAccountBalance BY NAME
WITH movement AS (
    SELECT
        line.mandateId,
        line.featureInstanceId,
        line.accountNumber,
        year(make_timestamp(entry.bookingDate * 1000000)) AS periodYear,
        month(make_timestamp(entry.bookingDate * 1000000)) AS periodMonth,
        coalesce(sum(line.debitAmount) FILTER (entry.reference NOT LIKE 'EB-%'), 0) AS debitTotal,
        coalesce(sum(line.creditAmount) FILTER (entry.reference NOT LIKE 'EB-%'), 0) AS creditTotal,
        coalesce(sum(line.debitAmount - line.creditAmount) FILTER (entry.reference LIKE 'EB-%'), 0) AS brought
    FROM TrusteeDataJournalLine AS line
    JOIN TrusteeDataJournalEntry AS entry
        ON entry.id = line.journalEntryId
        AND entry.mandateId = line.mandateId
        AND entry.featureInstanceId = line.featureInstanceId
    GROUP BY ALL
),
period AS (
    SELECT periodYear, unnest(range(1, 13)) AS periodMonth
    FROM (SELECT DISTINCT periodYear FROM movement)
),
turnover AS (
    SELECT
        account.mandateId,
        account.featureInstanceId,
        account.accountNumber,
        account.accountName,
        account.currency,
        CASE WHEN account.accountType IN ('revenue', 'expense', 'closing') THEN period.periodYear ELSE 0 END AS since,
        period.periodYear,
        period.periodMonth,
        coalesce(movement.debitTotal, 0) AS debitTotal,
        coalesce(movement.creditTotal, 0) AS creditTotal,
        coalesce(movement.brought, 0) AS brought
    FROM TrusteeDataAccount AS account
    CROSS JOIN period
    LEFT JOIN movement
        ON movement.mandateId = account.mandateId
        AND movement.featureInstanceId = account.featureInstanceId
        AND movement.accountNumber = account.accountNumber
        AND movement.periodYear = period.periodYear
        AND movement.periodMonth = period.periodMonth
),
monthly AS (
    SELECT
        * EXCLUDE (since, brought),
        sum(brought + debitTotal - creditTotal) OVER (
            PARTITION BY mandateId, featureInstanceId, accountNumber, since
            ORDER BY periodYear, periodMonth
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS closingBalance,
        closingBalance - debitTotal + creditTotal AS openingBalance
    FROM turnover
)
SELECT * FROM monthly
UNION ALL BY NAME
SELECT
    mandateId,
    featureInstanceId,
    accountNumber,
    accountName,
    currency,
    periodYear,
    0 AS periodMonth,
    sum(debitTotal) AS debitTotal,
    sum(creditTotal) AS creditTotal,
    max(closingBalance) FILTER (periodMonth = 12) AS closingBalance,
    max(openingBalance) FILTER (periodMonth = 1) AS openingBalance
FROM monthly
GROUP BY ALL
ORDER BY mandateId, accountNumber, periodYear, periodMonth;
