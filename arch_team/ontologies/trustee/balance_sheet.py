"""The groups of the balance sheet (classes 1 and 2) that people ask for by name."""

from arch_team.ontologies.descriptor import Entity
from arch_team.ontologies.trustee.accounts import account_group

ASSET_GROUPS: tuple[Entity, ...] = (
    account_group(
        "1000-1009",
        "Assets",
        "Cash",
        "Notes and coins.",
        "Bargeld.",
        de=(
            "Kasse, Kassenbestand, Kassensaldo, Bargeld, Barbestand, Hauptkasse, Kassenkonto, "
            "Kassastand, Kassenstand, Kassabestand"
        ),
        en="cash, cash on hand, petty cash, cash box, cash account, cash register, cash in hand, the till",
    ),
    account_group(
        "1020-1029",
        "Assets",
        "Bank",
        "Accounts at banks.",
        "Konten bei Banken.",
        de=(
            "Bank, Bankguthaben, Bankkonto, Bankkonten, Bankkonti, Banksaldo, Banksalden, Bankbestand, Banken, "
            "Bankkontokorrent, Geld auf der Bank"
        ),
        en=("bank, bank account, bank accounts, bank balance, bank balances, cash at bank, banks, money in the bank"),
    ),
    account_group(
        "1100-1109",
        "Assets",
        "TradeReceivables",
        "What customers owe, less the allowance for doubtful debts.",
        "Was Kunden schulden, abzüglich Delkredere.",
        de=(
            "Debitoren, Debitor, Forderungen aus Lieferungen und Leistungen, Forderungen aus L+L, Forderungen, "
            "Kundenforderungen, Kundenguthaben, Debitorenbestand, Debitorensaldo, Debitorenkonto"
        ),
        en=("trade receivables, receivables, accounts receivable, AR, debtors, trade debtors, customer receivables"),
    ),
    account_group(
        "1170-1179",
        "Assets",
        "InputTax",
        "VAT paid to suppliers, to be claimed back.",
        "An Lieferanten bezahlte MWST, rückforderbar.",
        de="Vorsteuer, Vorsteuern, Vorsteuerguthaben, Vorsteuer MWST, bezahlte Mehrwertsteuer",
        en="input tax, input VAT, recoverable VAT, deductible VAT, VAT receivable",
    ),
    account_group(
        "1200-1299",
        "Assets",
        "Inventories",
        "Goods, materials and work in progress.",
        "Waren, Material und angefangene Arbeiten.",
        de="Vorräte, Vorrat, Warenlager, Lager, Lagerbestand, Warenbestand, Warenvorräte",
        en="inventories, inventory, stock, goods in stock, inventory value",
    ),
    account_group(
        "1300-1309",
        "Assets",
        "PrepaidExpenses",
        "Paid or earned across the year end: prepaid expense, accrued income.",
        "Über den Stichtag abgegrenzt: vorausbezahlter Aufwand, noch nicht erhaltener Ertrag.",
        de=("Aktive Rechnungsabgrenzung, aktive Rechnungsabgrenzungen, aktive Abgrenzung, transitorische Aktiven, TA"),
        en="prepaid expenses, prepaid expenses and accrued income",
    ),
    account_group(
        "1500-1699",
        "Assets",
        "TangibleAssets",
        "Machines, furniture, IT, vehicles and property.",
        "Maschinen, Mobiliar, IT, Fahrzeuge und Immobilien.",
        de="Sachanlagen, Sachanlagevermögen",
        en="tangible assets, tangible fixed assets, property plant and equipment, PPE",
    ),
)

LIABILITY_GROUPS: tuple[Entity, ...] = (
    account_group(
        "2000-2009",
        "LiabilitiesAndEquity",
        "TradePayables",
        "What the company owes its suppliers.",
        "Was die Firma ihren Lieferanten schuldet.",
        de=(
            "Kreditoren, Kreditor, Verbindlichkeiten aus Lieferungen und Leistungen, "
            "Verbindlichkeiten aus L+L, Lieferantenschulden, Lieferantenverbindlichkeiten, Kreditorenbestand, "
            "Kreditorensaldo, Kreditorenkonto, Verbindlichkeiten gegenüber Lieferanten, Schulden bei Lieferanten"
        ),
        en=(
            "trade payables, payables, accounts payable, AP, creditors, trade creditors, supplier payables, "
            "liabilities to suppliers, debts to suppliers"
        ),
    ),
    account_group(
        "2200-2207",
        "LiabilitiesAndEquity",
        "VatOwed",
        "VAT on sales, owed to the tax administration.",
        "MWST auf Umsätzen, der Steuerverwaltung geschuldet.",
        de=(
            "Geschuldete MWST, geschuldete Mehrwertsteuer, MWST, Mehrwertsteuer, Umsatzsteuer, "
            "MWST-Schuld, Mehrwertsteuerschuld"
        ),
        en="VAT owed, VAT, VAT payable, output tax, output VAT, VAT liability, value added tax",
        settled=("2201",),
    ),
    account_group(
        "2270-2279",
        "LiabilitiesAndEquity",
        "SocialInsuranceOwed",
        "Contributions and tax at source not yet paid over.",
        "Noch nicht überwiesene Beiträge und Quellensteuer.",
        de=(
            "Verbindlichkeiten Sozialversicherungen, geschuldete Sozialversicherungen, Schulden Sozialversicherungen, "
            "Verbindlichkeiten gegenüber Sozialversicherungen, Schulden gegenüber Sozialversicherungen, "
            "Verbindlichkeiten gegenüber Sozialversicherungen und Vorsorgeeinrichtungen, "
            "Schulden gegenüber Sozialversicherungen und Pensionskasse"
        ),
        en=(
            "social insurance owed, social insurance payable, social security payable, liability to social insurance, "
            "liabilities to social insurance, liability to social insurance and pension fund, "
            "liabilities to social insurance and pension fund, owed to social insurance and pension fund"
        ),
    ),
    account_group(
        "2300-2309",
        "LiabilitiesAndEquity",
        "AccruedLiabilities",
        "Owed or received across the year end: accrued expense, deferred income.",
        "Über den Stichtag abgegrenzt: noch nicht bezahlter Aufwand, im Voraus erhaltener Ertrag.",
        de=(
            "Passive Rechnungsabgrenzung, passive Rechnungsabgrenzungen, passive Abgrenzung, "
            "transitorische Passiven, TP"
        ),
        en="accrued liabilities, accrued expenses",
    ),
    account_group(
        "2400-2499",
        "LiabilitiesAndEquity",
        "BankLoans",
        "Long-term loans, leases and mortgages.",
        "Langfristige Darlehen, Leasing und Hypotheken.",
        de=(
            "Bankdarlehen, Darlehen, Bankkredit, Bankkredite, Bankschulden, Darlehensschuld, "
            "langfristige Bankverbindlichkeiten"
        ),
        en="bank loans, bank loan, loans, loan, bank debt",
    ),
    account_group(
        "2800-2999",
        "LiabilitiesAndEquity",
        "Equity",
        "Capital paid in, reserves and retained earnings.",
        "Einbezahltes Kapital, Reserven und Gewinnvortrag.",
        de="Eigenkapital, Eigenkapitalkonten, eigene Mittel, Eigenmittel",
        en="equity, shareholders' equity, own capital, equity accounts, own funds",
    ),
)
