"""What is still to be paid and by whom; who the contacts are; which accounts there are."""

from arch_team.ontologies.descriptor import CanonicalQueryPattern
from arch_team.ontologies.roles import Labels
from arch_team.ontologies.trustee.patterns.skeleton import CONTACT_COLUMNS, INVOICE_COLUMNS, by, unix, where
from arch_team.ontologies.trustee.tables import ACCOUNT, CONTACT, OPEN_INVOICE

INVOICE_PATTERNS: tuple[CanonicalQueryPattern, ...] = (
    CanonicalQueryPattern(
        intent="OPEN_INVOICES_BY_DIRECTION",
        description="Open invoices to customers (receivable) or from suppliers (payable), earliest due first.",
        description_de="Offene Rechnungen an Kunden (receivable) oder von Lieferanten (payable), nach Fälligkeit.",
        pattern={
            "tool": "queryTable",
            "tableName": OPEN_INVOICE,
            "fields": INVOICE_COLUMNS,
            "filters": [where("direction", "=", "{direction}")],
            "orderBy": [by("dueDate")],
            "purpose": "open_items",
        },
        samples={"direction": "receivable"},
        questions=Labels(
            de=("Welche Kundenrechnungen sind offen?", "Zeige die offenen Debitorenrechnungen"),
            en=("Which customer invoices are open?", "Show the unpaid sales invoices"),
        ),
    ),
    CanonicalQueryPattern(
        intent="OVERDUE_INVOICES",
        description="Invoices marked overdue, earliest due first.",
        description_de="Als überfällig geführte Rechnungen, nach Fälligkeit.",
        pattern={
            "tool": "queryTable",
            "tableName": OPEN_INVOICE,
            "fields": ["direction", *INVOICE_COLUMNS],
            "filters": [where("status", "=", "overdue")],
            "orderBy": [by("dueDate")],
            "purpose": "open_items",
        },
        questions=Labels(
            de=("Welche Rechnungen sind überfällig?", "Liste der überfälligen Rechnungen"),
            en=("Which invoices are overdue?", "List the overdue invoices"),
        ),
    ),
    CanonicalQueryPattern(
        intent="INVOICES_DUE_BY_DATE",
        description="Open invoices due on or before a day, earliest first.",
        description_de="Offene Rechnungen, die bis zu einem Tag fällig sind, früheste zuerst.",
        pattern={
            "tool": "queryTable",
            "tableName": OPEN_INVOICE,
            "fields": ["direction", *INVOICE_COLUMNS],
            "filters": [where("dueDate", "<=", "{to}")],
            "orderBy": [by("dueDate")],
            "purpose": "open_items",
        },
        samples={"to": unix(2025, 12, 31)},
        questions=Labels(
            de=("Welche offenen Rechnungen sind bis 31.12.2025 fällig?", "Fällige Rechnungen per 31.12.2025"),
            en=("Which open invoices are due by 31 December 2025?", "Invoices due on or before 31 December 2025"),
        ),
    ),
    CanonicalQueryPattern(
        intent="OPEN_AMOUNT_BY_CONTACT",
        description="What is open per customer or supplier and currency, largest first.",
        description_de="Offener Betrag je Kunde oder Lieferant und Währung, grösster zuerst.",
        pattern={
            "tool": "aggregateTable",
            "tableName": OPEN_INVOICE,
            "aggregate": "SUM",
            "field": "openAmount",
            "filters": [where("direction", "=", "{direction}")],
            "groupBy": ["contact.name", "currency"],
            "orderBy": [by("sum_openAmount", "desc")],
            "purpose": "open_items",
        },
        samples={"direction": "receivable"},
        questions=Labels(
            de=("Welche Kunden schulden uns am meisten?", "Ausstände pro Kunde", "Offener Betrag je Kunde"),
            en=("Which customers owe us the most?", "Outstanding amount by customer"),
        ),
    ),
    CanonicalQueryPattern(
        intent="OPEN_AMOUNT_TOTAL",
        description="What is open in all, to customers or from suppliers, by currency.",
        description_de="Offener Gesamtbetrag bei Kunden oder Lieferanten, je Währung.",
        pattern={
            "tool": "aggregateTable",
            "tableName": OPEN_INVOICE,
            "aggregate": "SUM",
            "field": "openAmount",
            "filters": [where("direction", "=", "{direction}")],
            "groupBy": ["currency"],
            "purpose": "open_items",
        },
        samples={"direction": "payable"},
        questions=Labels(
            de=("Wie hoch sind die offenen Lieferantenrechnungen insgesamt?", "Total der offenen Kreditoren"),
            en=("What is the total of open supplier invoices?", "How much do we owe suppliers on open invoices?"),
        ),
    ),
    CanonicalQueryPattern(
        intent="OPEN_INVOICES_OF_CONTACT",
        description="Open invoices of one contact, by part of its name.",
        description_de="Offene Rechnungen eines Kontakts, nach Teil seines Namens.",
        pattern={
            "tool": "queryTable",
            "tableName": OPEN_INVOICE,
            "fields": ["direction", *INVOICE_COLUMNS],
            "filters": [where("contact.name", "ILIKE", "%{name}%")],
            "orderBy": [by("dueDate")],
            "purpose": "open_items",
        },
        samples={"name": "Alpenblick"},
        questions=Labels(
            de=("Welche offenen Rechnungen hat Alpenblick?", "Offene Posten von Alpenblick"),
            en=("Which open invoices does Alpenblick have?", "Open items of Alpenblick"),
        ),
    ),
    CanonicalQueryPattern(
        intent="CONTACTS_IN_CITY",
        description="Customers and suppliers in a town.",
        description_de="Kunden und Lieferanten an einem Ort.",
        pattern={
            "tool": "queryTable",
            "tableName": CONTACT,
            "fields": CONTACT_COLUMNS,
            "filters": [where("city", "=", "{city}")],
            "orderBy": [by("name")],
            "purpose": "contacts",
        },
        samples={"city": "Zürich"},
        questions=Labels(
            de=("Welche Kontakte haben wir in Zürich?", "Kunden und Lieferanten in Zürich"),
            en=("Which contacts do we have in Zürich?", "Customers and suppliers in Zürich"),
        ),
    ),
    CanonicalQueryPattern(
        intent="CONTACT_BY_NAME",
        description="A customer or supplier by part of the name.",
        description_de="Ein Kunde oder Lieferant nach Teil des Namens.",
        pattern={
            "tool": "queryTable",
            "tableName": CONTACT,
            "fields": [*CONTACT_COLUMNS, "email", "vatNumber"],
            "filters": [where("name", "ILIKE", "%{name}%")],
            "orderBy": [by("name")],
            "purpose": "contacts",
        },
        samples={"name": "Alpenblick"},
        questions=Labels(
            de=("Welche Kontaktdaten haben wir von Alpenblick?", "Adresse von Alpenblick"),
            en=("What contact details do we have for Alpenblick?", "Address of Alpenblick"),
        ),
    ),
    CanonicalQueryPattern(
        intent="ACCOUNTS_OF_TYPE",
        description="The active accounts of a type: asset, liability, equity, revenue, expense, closing.",
        description_de="Die aktiven Konten einer Art: asset, liability, equity, revenue, expense, closing.",
        pattern={
            "tool": "queryTable",
            "tableName": ACCOUNT,
            "fields": ["accountNumber", "accountName", "accountGroup", "currency"],
            "filters": [where("accountType", "=", "{accountType}"), where("isActive", "=", True)],
            "orderBy": [by("accountNumber")],
            "purpose": "chart",
        },
        samples={"accountType": "expense"},
        questions=Labels(
            de=("Welche Aufwandskonten gibt es im Kontenplan?", "Liste der aktiven Aufwandskonten"),
            en=("Which expense accounts are in the chart of accounts?", "List the active expense accounts"),
        ),
    ),
)
