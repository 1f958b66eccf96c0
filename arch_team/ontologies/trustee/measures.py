"""The columns that hold amounts: what people want to know, add up and compare."""

from arch_team.ontologies.descriptor import Entity, Invariant, SemanticType, ValueWords
from arch_team.ontologies.roles import Labels
from arch_team.ontologies.trustee.words import called


def column(
    kind: SemanticType,
    path: str,
    name: str,
    says: str,
    says_de: str,
    labels: Labels,
    *invariants: Invariant,
    values: tuple[ValueWords, ...] = (),
) -> Entity:
    """A column as an entity of its own. `path` is the table's entity and the column: `OpenInvoice.amount`."""
    parent, _, field = path.partition(".")
    return Entity(
        name=name,
        semantic_type=kind,
        parent_entity=parent,
        field=field,
        description=says,
        description_de=says_de,
        invariants=invariants,
        labels=labels,
        values=values,
    )


PARTLY_PAID = called(
    de=(
        "teilweise bezahlt, teilweise bezahlte, teilweise bezahlten, teilbezahlt, teilbezahlte, teilbezahlten, "
        "zum Teil bezahlt, nur teilweise bezahlt, erst teilweise bezahlt, erst zum Teil bezahlt, "
        "nur zum Teil bezahlt, teils bezahlt, erst teils bezahlt, angezahlt, erst angezahlt, "
        "teilweise beglichen, zum Teil beglichen, nur teilweise beglichen, erst teilweise beglichen, "
        "teilweise beglichene, anbezahlt, anbezahlte"
    ),
    en=(
        "partly paid, partially paid, part-paid, part paid, only partly paid, paid in part, "
        "only partially paid, paid only in part, paid only partly, partly settled, partially settled, "
        "only partly settled, half paid"
    ),
)
"""Something was paid and something is open. The status does not tell: what is overdue may be paid in part too."""

NOT_PAID = called(
    de=(
        "ganz unbezahlt, gänzlich unbezahlt, vollständig unbezahlt, noch ganz offen, ganz offen, vollständig offen, "
        "noch vollständig offen, komplett offen, komplett unbezahlt, gar nicht bezahlt, noch gar nicht bezahlt, "
        "überhaupt nicht bezahlt, noch überhaupt nicht bezahlt"
    ),
    en=(
        "fully unpaid, completely unpaid, entirely unpaid, fully open, completely open, not paid at all, "
        "wholly unpaid, still fully open, totally unpaid"
    ),
)
"""Nothing was paid of it."""

_MOVEMENT = Invariant(
    text="turnover is what moved in the period, never a balance",
    text_de="Umsatz ist, was sich in der Periode bewegt hat, nie ein Saldo",
)

MEASURES: tuple[Entity, ...] = (
    column(
        SemanticType.MEASURE,
        "AccountBalance.closingBalance",
        "ClosingBalance",
        "Balance at the period's end.",
        "Saldo am Ende der Periode.",
        called(
            de=(
                "Saldo, Salden, Endsaldo, Endsalden, Schlusssaldo, Schlusssalden, Kontostand, Kontostände, Kontosaldo, "
                "Bestand, Bestände, Jahresendsaldo"
            ),
            en=(
                "balance, balances, closing balance, ending balance, final balance, account balance, account balances, "
                "year-end balance"
            ),
        ),
    ),
    column(
        SemanticType.MEASURE,
        "AccountBalance.openingBalance",
        "OpeningBalance",
        "Balance at the period's start.",
        "Saldo am Anfang der Periode.",
        called(
            de=(
                "Anfangssaldo, Anfangssalden, Eröffnungssaldo, Eröffnungssalden, Anfangsbestand, Eröffnungsbestand, "
                "Saldovortrag"
            ),
            en="opening balance, opening balances, starting balance, initial balance, balance brought forward",
        ),
    ),
    column(
        SemanticType.MEASURE,
        "AccountBalance.debitTotal",
        "DebitTotal",
        "Debit turnover of the period.",
        "Sollumsatz der Periode.",
        called(
            de="Sollumsatz, Sollumsätze, Sollseite, Umsatz im Soll",
            en="debit turnover, debit total, total debits, debits, debit side, debit",
        ),
        _MOVEMENT,
    ),
    column(
        SemanticType.MEASURE,
        "AccountBalance.creditTotal",
        "CreditTotal",
        "Credit turnover of the period.",
        "Habenumsatz der Periode.",
        called(
            de="Habenumsatz, Habenumsätze, Habenseite, Umsatz im Haben",
            en="credit turnover, credit total, total credits, credits, credit side, credit",
        ),
        _MOVEMENT,
    ),
    column(
        SemanticType.MEASURE,
        "JournalLine.debitAmount",
        "DebitAmount",
        "Amount on the debit side of a line.",
        "Betrag auf der Sollseite einer Zeile.",
        called(de="Sollbetrag, Sollbeträge, Sollbuchungen", en="debit amount, debit amounts, debit postings"),
    ),
    column(
        SemanticType.MEASURE,
        "JournalLine.creditAmount",
        "CreditAmount",
        "Amount on the credit side of a line.",
        "Betrag auf der Habenseite einer Zeile.",
        called(de="Habenbetrag, Habenbeträge, Habenbuchungen", en="credit amount, credit amounts, credit postings"),
    ),
    column(
        SemanticType.MEASURE,
        "JournalEntry.totalAmount",
        "TotalAmount",
        "Amount of a booking: the sum of its debit side.",
        "Betrag einer Buchung: Summe ihrer Sollseite.",
        called(
            de="Buchungsbetrag, Buchungsbeträge, Buchungssumme, Belegbetrag, Buchungstotal",
            en="booking amount, booking amounts, entry amount, booking total, total of the booking",
        ),
    ),
    column(
        SemanticType.MEASURE,
        "OpenInvoice.openAmount",
        "OpenAmount",
        "What is still to be paid of an invoice.",
        "Was von einer Rechnung noch zu bezahlen ist.",
        called(
            de=(
                "offener Betrag, offene Beträge, Ausstand, Ausstände, Restbetrag, offene Summe, "
                "ausstehender Betrag, ausstehende Beträge, Aussenstände"
            ),
            en=(
                "open balance, open balances, "
                "open amount, open amounts, outstanding amount, outstanding amounts, amount due, amount owed, "
                "unpaid amount, outstanding balance"
            ),
        ),
        values=(
            ValueWords(value="amount", words=PARTLY_PAID, compared="<"),
            ValueWords(value="amount", words=NOT_PAID, compared=">="),
        ),
    ),
    column(
        SemanticType.MEASURE,
        "OpenInvoice.amount",
        "InvoiceAmount",
        "Gross amount of an invoice, paid or not.",
        "Bruttobetrag einer Rechnung, bezahlt oder nicht.",
        called(
            de="Rechnungsbetrag, Rechnungsbeträge, Bruttobetrag, Rechnungssumme, Rechnungstotal",
            en="invoice amount, invoice amounts, gross amount, invoice total, amount of the invoice",
        ),
    ),
)
