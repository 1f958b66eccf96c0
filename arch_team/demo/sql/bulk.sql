-- Many small internal bookings of one mandate, two lines each, spread evenly over the days of three years.
-- Each second one takes the one before it back. They move cost between expense and revenue accounts, or stay within the
-- balance sheet: turnover grows, no year's result changes, and no bank account, customer or supplier is touched.
CREATE TEMP TABLE kind AS
SELECT (row_number() OVER ()) - 1 AS number, * FROM (VALUES
    ('4400', '6640', 'Umlage Reisespesen auf Projekte'),
    ('6640', '4400', 'Rückbuchung Umlage Reisespesen'),
    ('4400', '6570', 'Umlage Informatik auf Projekte'),
    ('6570', '4400', 'Rückbuchung Umlage Informatik'),
    ('4000', '6500', 'Umlage Büromaterial'),
    ('6500', '4000', 'Rückbuchung Umlage Büromaterial'),
    ('6570', '3410', 'Interne Verrechnung Support'),
    ('3410', '6570', 'Storno interne Verrechnung Support'),
    ('6600', '3400', 'Interne Verrechnung Beratung'),
    ('3400', '6600', 'Storno interne Verrechnung Beratung'),
    ('4210', '6510', 'Umlage Telefonie'),
    ('6510', '4210', 'Rückbuchung Umlage Telefonie'),
    ('1105', '2030', 'Anzahlung Kundenportal'),
    ('2030', '1105', 'Rückerstattung Anzahlung Kundenportal'),
    ('1200', '1105', 'Rücknahme Ware Kundenportal'),
    ('1105', '1200', 'Ausgang Ware Kundenportal')
) AS pair (debited, credited, text);

CREATE TEMP TABLE bulk AS
SELECT
    $mandate AS mandateId,
    $instance AS featureInstanceId,
    $mandate || '-u' || lpad(n::VARCHAR, 8, '0') AS id,
    $first_day + (n * $days // $entries) * 86400 AS bookingDate,
    'UM-' || lpad(n::VARCHAR, 8, '0') AS reference,
    kind.debited,
    kind.credited,
    kind.text,
    ((25 + spread % 4000 + CASE WHEN spread % 11 = 0 THEN spread % 90000 ELSE 0 END) * 0.01)::DECIMAL(18, 2) AS amount
FROM (
    SELECT
        n,
        (n // 2 * 2654435761 + 97) % 4294967296 >> 17 AS chosen,
        (n // 2 * 1597334677 + 13) % 4294967296 >> 9 AS spread
    FROM (SELECT unnest(range($entries)) AS n)
)
JOIN kind ON kind.number = chosen % 8 * 2 + n % 2;

INSERT INTO TrusteeDataJournalEntry BY NAME
SELECT
    mandateId, featureInstanceId, id, bookingDate, reference, text AS description, NULL AS contactId,
    amount AS totalAmount, 'CHF' AS currency
FROM bulk;

INSERT INTO TrusteeDataJournalLine BY NAME
SELECT
    mandateId, featureInstanceId, id || '-01' AS id, id AS journalEntryId, debited AS accountNumber,
    amount AS debitAmount, 0 AS creditAmount, 'CHF' AS currency, NULL AS taxCode, text AS description
FROM bulk
UNION ALL BY NAME
SELECT
    mandateId, featureInstanceId, id || '-02' AS id, id AS journalEntryId, credited AS accountNumber,
    0 AS debitAmount, amount AS creditAmount, 'CHF' AS currency, NULL AS taxCode, text AS description
FROM bulk;

DROP TABLE bulk;
DROP TABLE kind;
