"""The columns that rows are picked and grouped by: accounts, dates, periods, parties, states and the unit."""

from arch_team.ontologies.descriptor import Entity, Invariant, SemanticType
from arch_team.ontologies.trustee.measures import column
from arch_team.ontologies.trustee.words import called

_DIMENSION = SemanticType.DIMENSION
_PERIOD = SemanticType.PERIOD
_UNIX_DAY = Invariant(
    text="Unix seconds at midnight UTC of the day", text_de="Unix-Sekunden um Mitternacht UTC des Tages"
)

DIMENSIONS: tuple[Entity, ...] = (
    column(
        _DIMENSION,
        "Account.accountNumber",
        "AccountNumber",
        "Four digits, as text; LIKE with a prefix picks a group.",
        "Vier Ziffern, als Text; LIKE mit Präfix wählt eine Gruppe.",
        called(
            de="Kontonummer, Kontonummern, Kontonr, Konto-Nr, Konto Nr",
            en="account number, account numbers, account no",
        ),
    ),
    column(
        _DIMENSION,
        "Account.accountName",
        "AccountName",
        "Name of the account.",
        "Bezeichnung des Kontos.",
        called(de="Kontobezeichnung, Kontobezeichnungen, Kontoname, Kontonamen", en="account name, account names"),
    ),
    column(
        _DIMENSION,
        "Account.accountType",
        "AccountType",
        "asset, liability, equity, revenue, expense or closing.",
        "asset (Aktiven), liability, equity, revenue (Ertrag), expense (Aufwand) oder closing.",
        called(de="Kontoart, Kontoarten, Kontotyp, Kontotypen", en="account type, account types, kind of account"),
    ),
    column(
        _DIMENSION,
        "Account.accountGroup",
        "AccountGroup",
        "Subclass of the chart of accounts, by name.",
        "Kontengruppe des Kontenplans, mit Namen.",
        called(de="Kontengruppe, Kontengruppen, Kontogruppe", en="account group, account groups"),
    ),
    column(
        _DIMENSION,
        "JournalEntry.bookingDate",
        "BookingDate",
        "Day of a booking.",
        "Tag einer Buchung.",
        called(
            de="Buchungsdatum, Buchungsdaten, Buchungstag, Valuta",
            en="booking date, booking dates, posting date, entry date",
        ),
        _UNIX_DAY,
    ),
    column(
        _DIMENSION,
        "JournalEntry.reference",
        "Reference",
        "Document number of a booking.",
        "Belegnummer einer Buchung.",
        called(
            de="Belegnummer, Belegnummern, Beleg, Belege, Belegnr, Referenz",
            en="document number, reference, voucher, voucher number, receipt number",
        ),
    ),
    column(
        _DIMENSION,
        "JournalEntry.description",
        "BookingText",
        "Text of a booking.",
        "Text einer Buchung.",
        called(de="Buchungstext, Buchungstexte, Verwendungszweck", en="booking text, posting text, narration"),
    ),
    column(
        _DIMENSION,
        "JournalLine.taxCode",
        "TaxCode",
        "VAT code of a line, such as USt81 or VSt81; empty without VAT.",
        "MWST-Code einer Zeile, etwa USt81 oder VSt81; leer ohne MWST.",
        called(
            de="Steuercode, Steuercodes, MWST-Code, MWST-Codes, Steuersatz, Steuerschlüssel",
            en="tax code, tax codes, VAT code, VAT codes",
        ),
    ),
    column(
        _DIMENSION,
        "Contact.name",
        "ContactName",
        "Name of a customer or supplier.",
        "Name eines Kunden oder Lieferanten.",
        called(
            de="Kontaktname, Kundenname, Kundennamen, Lieferantenname, Firmenname",
            en="contact name, customer name, customer names, supplier name, company name",
        ),
    ),
    column(
        _DIMENSION,
        "Contact.contactNumber",
        "ContactNumber",
        "Number of a customer or supplier.",
        "Nummer eines Kunden oder Lieferanten.",
        called(
            de=(
                "Kundennummer, Kundennummern, Kunden-Nr, Kundennr, Lieferantennummer, Lieferantennummern, "
                "Kontaktnummer, Debitorennummer, Debitorennummern, Debitoren-Nr, Kreditorennummer, Kreditoren-Nr"
            ),
            en=(
                "customer number, customer numbers, client number, supplier number, vendor number, contact number, "
                "debtor number, creditor number, customer no, client no, supplier no"
            ),
        ),
    ),
    column(
        _DIMENSION,
        "Contact.contactType",
        "ContactType",
        "customer or supplier.",
        "customer (Kunde) oder supplier (Lieferant).",
        called(de="Kontaktart, Kontakttyp", en="contact type, kind of contact"),
    ),
    column(
        _DIMENSION,
        "Contact.city",
        "City",
        "Town of a contact.",
        "Ort eines Kontakts.",
        called(de="Ort, Orte, Ortschaft, Stadt, Städte, Wohnort, Standort", en="city, cities, town, towns, place"),
    ),
    column(
        _DIMENSION,
        "Contact.email",
        "Email",
        "E-mail address of a contact.",
        "E-Mail-Adresse eines Kontakts.",
        called(
            de="E-Mail, E-Mail-Adresse, E-Mailadresse, Email, Mail, Mailadresse, Emailadresse",
            en="e-mail, email, email address, e-mail address, mail address",
        ),
    ),
    column(
        _DIMENSION,
        "Contact.vatNumber",
        "VatNumber",
        "VAT number of a contact.",
        "MWST-Nummer eines Kontakts.",
        called(
            de="MWST-Nummer, MWST-Nr, UID, UID-Nummer, Mehrwertsteuernummer, MWST Nummer",
            en="VAT number, VAT no, UID, VAT id, VAT registration number",
        ),
    ),
    column(
        _DIMENSION,
        "Contact.country",
        "Country",
        "Country of a contact as ISO code: CH, DE.",
        "Land eines Kontakts als ISO-Code: CH, DE.",
        called(de="Land, Länder, Herkunftsland, Ländercode", en="country, countries, country code"),
    ).model_copy(update={"own": "CH"}),
    column(
        _DIMENSION,
        "OpenInvoice.invoiceNumber",
        "InvoiceNumber",
        "Number of an invoice.",
        "Nummer einer Rechnung.",
        called(de="Rechnungsnummer, Rechnungsnummern, Rechnungsnr", en="invoice number, invoice numbers, invoice no"),
    ),
    column(
        _DIMENSION,
        "OpenInvoice.invoiceDate",
        "InvoiceDate",
        "Day an invoice was issued.",
        "Tag, an dem eine Rechnung gestellt wurde.",
        called(de="Rechnungsdatum, Rechnungsdaten, Ausstellungsdatum", en="invoice date, invoice dates, date of issue"),
        _UNIX_DAY,
    ),
    column(
        _DIMENSION,
        "OpenInvoice.dueDate",
        "DueDate",
        "Day an invoice is to be paid by.",
        "Tag, bis zu dem eine Rechnung zu bezahlen ist.",
        called(
            de="Fälligkeit, Fälligkeiten, Fälligkeitsdatum, Fälligkeitstermin, Zahlungsfrist, fällig",
            en="due date, due dates, maturity, payment deadline, due, fall due, falls due, falling due",
        ),
        _UNIX_DAY,
    ),
    column(
        _DIMENSION,
        "OpenInvoice.status",
        "InvoiceStatus",
        "open, partial (partly paid) or overdue.",
        "open (offen), partial (teilbezahlt) oder overdue (überfällig).",
        called(
            de="Status, Rechnungsstatus, Zahlungsstatus, Zahlungsstand", en="status, invoice status, payment status"
        ),
    ),
)

PERIODS: tuple[Entity, ...] = (
    column(
        _PERIOD,
        "AccountBalance.periodYear",
        "PeriodYear",
        "Year of the period.",
        "Jahr der Periode.",
        called(
            de="Jahr, Jahre, Geschäftsjahr, Geschäftsjahre, Kalenderjahr, Buchungsjahr",
            en="year, years, fiscal year, fiscal years, financial year, business year",
        ),
    ),
    column(
        _PERIOD,
        "AccountBalance.periodMonth",
        "PeriodMonth",
        "Month of the period; 0 = the whole year, as of its last day.",
        "Monat der Periode; 0 = das ganze Jahr, per letztem Tag.",
        called(
            de="Monat, Monate, Monatsende, monatlich, Periode, Perioden",
            en="month, months, month end, monthly, period, periods",
        ),
        Invariant(
            text="0 = annual row: the whole year",
            text_de="0 = Jahreszeile: das ganze Jahr",
            field="periodMonth",
            value=0,
        ),
        Invariant(
            text="1-12 = January to December, 0 = annual",
            text_de="1–12 = Januar bis Dezember, 0 = Jahr",
            field="periodMonth",
            low=0,
            high=12,
        ),
    ),
)

UNITS: tuple[Entity, ...] = (
    column(
        SemanticType.UNIT,
        "AccountBalance.currency",
        "Currency",
        "ISO code of every amount in the row. Each table with amounts has it.",
        "ISO-Code aller Beträge der Zeile. Jede Tabelle mit Beträgen hat ihn.",
        called(de="Währung, Währungen, Währungscode", en="currency, currencies, currency code"),
    ).model_copy(update={"own": "CHF"}),
)
