"""The tables of the trustee feature, and how their rows belong together."""

from arch_team.ontologies.descriptor import Cardinality, Entity, Invariant, Relation, SemanticType
from arch_team.ontologies.roles import LevelRole, MovementRole, Terms, TimeRole
from arch_team.ontologies.trustee.words import called

ACCOUNT = "TrusteeDataAccount"
ACCOUNT_BALANCE = "TrusteeDataAccountBalance"
JOURNAL_ENTRY = "TrusteeDataJournalEntry"
JOURNAL_LINE = "TrusteeDataJournalLine"
CONTACT = "TrusteeDataContact"
OPEN_INVOICE = "TrusteeDataOpenInvoice"

CLEARED = called(
    de="Umsatzsteuer, Ausgangssteuer, MWST auf Verkäufen, MWST auf Umsätzen, MWST auf dem Umsatz",
    en="output tax, output VAT, VAT on sales, sales VAT, VAT on revenue",
)
"""Tax on what is sold: each return clears it, so that its balance at the end of a quarter says nothing of it."""

TERMS = Terms(
    member=called(de="Konto", en="account"),
    members=called(de="Konten", en="accounts"),
    level=called(de="Saldo", en="balance"),
    levels=called(de="Salden", en="balances"),
    opening=called(de="Anfangssaldo", en="opening balance"),
    rise=called(de="Soll", en="debit"),
    fall=called(de="Haben", en="credit"),
    moved=called(de="Umsatz", en="turnover"),
)

TABLE_ENTITIES: tuple[Entity, ...] = (
    Entity(
        name="Account",
        python_class=ACCOUNT,
        semantic_type=SemanticType.ACCOUNT,
        description="An account of the chart of accounts. Holds no figures.",
        description_de="Ein Konto des Kontenplans. Enthält keine Beträge.",
        invariants=(
            Invariant(
                text="the first digit of accountNumber is the account class",
                text_de="die erste Ziffer von accountNumber ist die Kontenklasse",
            ),
        ),
        labels=called(
            de="Konto, Konten, Konti, Kontenplan, Kontenrahmen, Sachkonto, Sachkonten",
            en=(
                "account, accounts, chart of accounts, ledger account, ledger accounts, general ledger account, "
                "GL account"
            ),
        ),
        row_name=("accountName",),
        code="accountNumber",
        list_columns=("accountNumber", "accountName"),
        order=("accountNumber",),
    ),
    Entity(
        name="AccountBalance",
        python_class=ACCOUNT_BALANCE,
        semantic_type=SemanticType.BALANCE_SNAPSHOT,
        description="Balances and turnover of one account in one period. The table for every balance.",
        description_de="Salden und Umsätze eines Kontos in einer Periode. Die Tabelle für jeden Saldo.",
        invariants=(
            Invariant(
                text="closingBalance = openingBalance + debitTotal - creditTotal",
                text_de="closingBalance = openingBalance + debitTotal - creditTotal",
            ),
            Invariant(
                text="an account has one row per month (1-12) and one for the year (0): never add both",
                text_de="ein Konto hat eine Zeile je Monat (1–12) und eine fürs Jahr (0): nie beides addieren",
            ),
            Invariant(
                text="balances are debit minus credit: liabilities, equity and revenue are negative",
                text_de="Salden sind Soll minus Haben: Schulden, Eigenkapital und Ertrag sind negativ",
            ),
            Invariant(
                text="accounts of classes 3-8 start the year at 0: closingBalance is income or cost since 1 January",
                text_de="Konten der Klassen 3–8 beginnen das Jahr bei 0: closingBalance ist der Erfolg seit 1. Januar",
            ),
        ),
        labels=called(
            de="Periodensaldo, Periodensalden, Saldenliste, Saldobilanz, Probebilanz, Kontensalden, Summen und Salden",
            en="period balance, period balances, balance list, trial balance, balance snapshot",
        ),
        levels=LevelRole(
            members="Account",
            code="accountNumber",
            name="accountName",
            kind="accountType",
            member_unit="currency",
            year="periodYear",
            month="periodMonth",
            opening="openingBalance",
            rise="debitTotal",
            fall="creditTotal",
            closing="closingBalance",
            unit="currency",
            kinds={"asset": 1, "liability": -1, "equity": -1, "revenue": -1, "expense": 1},
            flows=("revenue", "expense"),
            overriding=("RevenueDeductions",),
            gathered=("InputTax", "2201", "2261"),
            cleared=CLEARED,
            taxes=("VatOwed", "InputTax", "DirectTaxes", "2208"),
            owners=("2261",),
            net_apart=("PersonnelExpense",),
            reducing=("1109", "1149", "1199", "1409", "1449", "1509", "1519", "1529", "1539", "1549", "1609", "1709"),
            on_levels=("Depreciation",),
            charges={"BankLoans": ("6900",)},
            terms=TERMS,
        ),
    ),
    Entity(
        name="JournalEntry",
        python_class=JOURNAL_ENTRY,
        semantic_type=SemanticType.TRANSACTION,
        description="A booking with its date, document number and text.",
        description_de="Eine Buchung mit Datum, Belegnummer und Text.",
        invariants=(
            Invariant(
                text="the debit and credit sides of its lines are equal",
                text_de="Soll und Haben seiner Zeilen sind gleich",
            ),
        ),
        labels=called(
            de=(
                "Buchung, Buchungen, Buchungssatz, Buchungssätze, Journal, Journalbuchung, Journaleintrag, "
                "Journaleinträge"
            ),
            en=(
                "booking, bookings, journal entry, journal entries, journal, posting, postings, transaction, "
                "transactions, entries"
            ),
        ),
        row_name=("reference",),
        code="reference",
        list_columns=("bookingDate", "reference", "description", "totalAmount"),
        order=("bookingDate",),
        searched=("description",),
        measure="totalAmount",
        time_roles=(TimeRole(field="bookingDate", is_default=True, words=called(de="gebucht", en="booked, posted")),),
    ),
    Entity(
        name="JournalLine",
        python_class=JOURNAL_LINE,
        semantic_type=SemanticType.TRANSACTION_LINE,
        description="One line of a booking: one account, one amount. The date is journalEntry.bookingDate.",
        description_de="Eine Zeile einer Buchung: ein Konto, ein Betrag. Das Datum ist journalEntry.bookingDate.",
        invariants=(
            Invariant(
                text="either debitAmount or creditAmount is 0",
                text_de="entweder debitAmount oder creditAmount ist 0",
            ),
        ),
        labels=called(
            de=(
                "Buchungszeile, Buchungszeilen, Journalzeile, Journalzeilen, Kontoauszug, Kontoblatt, Kontoblätter, "
                "Kontenblatt, Kontenblätter, Einzelposten, Einzelbuchungen"
            ),
            en=(
                "journal line, journal lines, booking line, booking lines, account statement, ledger lines, "
                "line items, individual postings"
            ),
        ),
        list_columns=(
            "journalEntry.bookingDate",
            "journalEntry.reference",
            "description",
            "debitAmount",
            "creditAmount",
        ),
        order=("journalEntry.bookingDate",),
        time_roles=(TimeRole(field="journalEntry.bookingDate", is_default=True),),
        movements=MovementRole(
            member="accountNumber",
            rise="debitAmount",
            fall="creditAmount",
            unit="currency",
            date="journalEntry.bookingDate",
            text="description",
            parties="Contact",
            party_name="name",
            party_kind="contactType",
            party="journalEntry.contact.name",
            ranked_by={
                "customer": called(de="nach Umsatz", en="by revenue"),
                "supplier": called(de="nach Aufwand", en="by expenses"),
            },
            quarter_text="{number}. Quartal {year}",
        ),
    ),
    Entity(
        name="Contact",
        python_class=CONTACT,
        semantic_type=SemanticType.PARTY,
        description="A customer or supplier.",
        description_de="Ein Kunde oder Lieferant.",
        labels=called(
            de=(
                "Kontakt, Kontakte, Geschäftspartner, Geschäftskontakte, Adressen, "
                "Adressliste, Stammdaten, Kunden und Lieferanten"
            ),
            en="contact, contacts, business partner, business partners, addresses, customers and suppliers",
        ),
        row_name=("name",),
        code="contactNumber",
        list_columns=("name", "city", "country"),
        order=("name",),
    ),
    Entity(
        name="OpenInvoice",
        python_class=OPEN_INVOICE,
        semantic_type=SemanticType.DOCUMENT,
        description="An invoice not or not fully paid. Paid invoices are not in this table.",
        description_de="Eine nicht oder nicht ganz bezahlte Rechnung. Bezahlte fehlen in dieser Tabelle.",
        labels=called(
            de=(
                "offene Rechnung, offene Rechnungen, offener Posten, offene Posten, OP-Liste, Offenpostenliste, "
                "unbezahlte Rechnung, unbezahlte Rechnungen, ausstehende Rechnungen, Rechnung, Rechnungen"
            ),
            en=(
                "open invoice, open invoices, open item, open items, unpaid invoice, unpaid invoices, "
                "outstanding invoice, outstanding invoices, invoice, invoices"
            ),
        ),
        row_name=("invoiceNumber",),
        code="invoiceNumber",
        list_columns=("invoiceNumber", "contact.name", "dueDate", "openAmount"),
        order=("dueDate",),
        measure="openAmount",
        is_current=True,
        time_roles=(
            TimeRole(field="dueDate", is_default=True, words=called(de="fällig, Fälligkeit", en="due, maturity")),
            TimeRole(
                field="invoiceDate",
                words=called(de="ausgestellt, Rechnungsdatum, gestellt", en="issued, dated, invoice date"),
            ),
        ),
    ),
)


def _many_to_one(from_entity: str, name: str, to_entity: str, via: str) -> Relation:
    return Relation(
        from_entity=from_entity, to_entity=to_entity, cardinality=Cardinality.MANY_TO_ONE, via=via, name=name
    )


def _one_to_many(from_entity: str, name: str, to_entity: str, via: str) -> Relation:
    return Relation(
        from_entity=from_entity, to_entity=to_entity, cardinality=Cardinality.ONE_TO_MANY, via=via, name=name
    )


RELATIONS: tuple[Relation, ...] = (
    _many_to_one("AccountBalance", "account", "Account", "accountNumber"),
    _many_to_one("JournalLine", "account", "Account", "accountNumber"),
    _many_to_one("JournalLine", "journalEntry", "JournalEntry", "journalEntryId=id"),
    _many_to_one("JournalEntry", "contact", "Contact", "contactId=id"),
    _many_to_one("OpenInvoice", "contact", "Contact", "contactId=id"),
    _one_to_many("Account", "balances", "AccountBalance", "accountNumber"),
    _one_to_many("JournalEntry", "lines", "JournalLine", "id=journalEntryId"),
    _one_to_many("Contact", "journalEntries", "JournalEntry", "id=contactId"),
    _one_to_many("Contact", "openInvoices", "OpenInvoice", "id=contactId"),
)
"""A path follows the many-to-one relations only; the others say how rows fan out."""
