"""What is done with customers and suppliers, and where it shows in the books."""

from arch_team.ontologies.roles import PartyFigure, PartyVerb
from arch_team.ontologies.trustee.words import called

PARTY_VERBS: tuple[PartyVerb, ...] = (
    PartyVerb(
        name="Paid",
        labels=called(
            de=(
                "bezahlt, bezahlen, bezahlte, gezahlt, zahlt, zahlte, zahlen wir, überwiesen, überweisen, ausbezahlt, "
                "einbezahlt, eingezahlt, ausgezahlt, Zahlung, Zahlungen, Zahlungseingang, Zahlungseingänge, vergütet, "
                "zur Auszahlung, Auszahlung, Auszahlungen, ausgerichtet, "
                "zurückbezahlt, zurückgezahlt, abliefern, abgeliefert, amortisiert, getilgt, ausgeschüttet, "
                "abbezahlt, abgezahlt, "
                "Kundenzahlung, Kundenzahlungen, Lieferantenzahlung, Lieferantenzahlungen, uns bezahlt, uns gezahlt, "
                "uns überwiesen, beglichen, begleichen, kam das Geld, kam Geld, Geld gekommen, Geld eingegangen, "
                "eingehende Zahlung, eingehende Zahlungen, eingegangene Zahlungen, ausgehende Zahlungen, "
                "Geldeingang, Geldeingänge, einkassiert, ging das Geld ein, ist das Geld eingegangen"
            ),
            en=(
                "pay, pays, paid, payed, payment, payments, transfer, transferred, remit, remitted, settled, repay, "
                "repaid, "
                "incoming payment, incoming payments, outgoing payment, outgoing payments, payment received, "
                "payments received, came in on our bank account, come in on our bank account, came in on our account, "
                "came into our account, come into our account, come in from, came in from, "
                "money come in, money came in, money arrive, money arrived, the money in, "
                "paid us, pay us, pays us, paid back, paid out, distributed, paid off, pay back, pay off"
            ),
        ),
        by_kind={
            "customer": PartyFigure(of="LiquidFunds", side="rise"),
            "supplier": PartyFigure(of="LiquidFunds", side="fall"),
        },
        said_of={
            "customer": called(
                de=(
                    "Kundenzahlung, Kundenzahlungen, Zahlungseingang, Zahlungseingänge, uns bezahlt, uns gezahlt, "
                    "uns überwiesen, eingehende Zahlung, eingehende Zahlungen, eingegangene Zahlungen"
                ),
                en=(
                    "customer payment, customer payments, paid us, pay us, pays us, incoming payment, "
                    "incoming payments, "
                    "payment received, payments received"
                ),
            ),
            "supplier": called(de="Lieferantenzahlung, Lieferantenzahlungen", en="supplier payment, supplier payments"),
        },
        things=called(
            de=(
                "Zahlung, Zahlungen, Zahlungseingang, Zahlungseingänge, Kundenzahlung, Kundenzahlungen, "
                "Lieferantenzahlung, Lieferantenzahlungen, eingehende Zahlung, eingehende Zahlungen, "
                "eingegangene Zahlungen"
            ),
            en="incoming payment, incoming payments, outgoing payments, payments received, payment, payments, "
            "customer payment, customer payments, supplier payment, supplier payments",
        ),
        reduces=True,
    ),
    PartyVerb(
        name="Invoiced",
        labels=called(
            de=(
                "verrechnet, verrechnen, fakturiert, fakturieren, in Rechnung gestellt, abgerechnet, "
                "fakturierte, fakturierter, fakturierten, fakturiertem, "
                "fakturiertes, uns verrechnet, uns fakturiert, uns in Rechnung gestellt, "
                "verrechnete, verrechneter, verrechneten, verrechnetem"
            ),
            en=(
                "invoiced, invoice us, billed, bill us, charged us, charge us, invoiced us, billed us, "
                "we invoice, we bill, we invoiced, we billed"
            ),
        ),
        by_kind={
            "customer": PartyFigure(of="TradeReceivables", side="rise", without_tax="GrossRevenue"),
            "supplier": PartyFigure(
                of="TradePayables", side="fall", without_tax="Expense", without_tax_also="TangibleAssets"
            ),
        },
        said_of={
            "customer": called(de="wir verrechnet, wir fakturiert", en="we invoice, we bill, we invoiced, we billed"),
            "supplier": called(
                de="uns verrechnet, uns fakturiert, uns in Rechnung gestellt",
                en="invoice us, bill us, charged us, charge us, invoiced us, billed us",
            ),
        },
        events="OpenInvoice",
        by_us={
            "customer": called(
                de="geschrieben, gestellt, verschickt, versandt, versendet, ausgestellt, verrechnet, fakturiert",
                en="write, wrote, written, issue, issued, send, sent, raise, raised",
            ),
            "supplier": called(de="erhalten, bekommen, gekriegt", en="receive, received, get, got"),
        },
    ),
    PartyVerb(
        name="Owed",
        labels=called(
            de=(
                "offen, offene, offenen, offener, offenes, noch offen, ausstehend, ausstehende, ausstehenden, "
                "schuldet, schulden, schulden uns, schuldet uns, schulden wir, schuldig, "
                "geschuldet, noch zu bezahlen, noch zu zahlen, zu zahlen, unbezahlt, unbezahlte, "
                "unbezahlten, nicht bezahlt, noch nicht bezahlt, nicht beglichen, noch nicht beglichen, "
                "noch nicht vollständig bezahlt, nicht vollständig bezahlt, noch nicht ganz bezahlt, "
                "nicht ganz bezahlt, unbeglichen, "
                "unbeglichene, unbeglichenen, zu begleichen, zu bezahlen, bezahlen müssen, zahlen müssen, "
                "abliefern müssen, müssen abliefern, "
                "abzuliefern, fehlt noch, fehlen noch, noch fehlt, noch fehlen, in der Kreide, steht noch aus, "
                "stehen noch aus, "
                "noch aussteht, noch ausstehen, aussteht, ausstehen, noch nicht ganz beglichen, nicht ganz beglichen, "
                "nicht oder nicht ganz beglichen, nicht oder nicht ganz bezahlt, noch nicht oder nicht ganz beglichen, "
                "noch nicht oder nicht ganz bezahlt, nicht oder nur teilweise bezahlt, "
                "noch nicht oder nur teilweise bezahlt, "
                "nicht oder erst teilweise bezahlt, noch zu begleichen, noch nicht vollständig beglichen, "
                "schuldeten, schuldete"
            ),
            en=(
                "open, outstanding, owe us, owes us, owed to us, we owe, owe, owes, owed, owing, "
                "unpaid, due to us, still due, to be paid, left to pay, "
                "partly unpaid, unpaid or partly unpaid, not paid, not fully paid, not yet fully paid, "
                "not paid in full, not yet paid, still open, "
                "waiting for, awaiting, open or partly paid, open or only partly paid, unpaid or partly paid, "
                "unpaid or only partly paid, not or only partly paid, not paid or only partly paid, "
                "open or partially paid, unpaid or partially paid, not yet or only partly paid, still missing, "
                "is missing on, "
                "missing on, unsettled, not settled, not yet settled, still to be paid, yet to be paid, still to pay"
            ),
        ),
        by_kind={
            "customer": PartyFigure(
                of="OpenInvoice", measure="openAmount", where={"direction": "receivable"}, also="TradeReceivables"
            ),
            "supplier": PartyFigure(
                of="OpenInvoice", measure="openAmount", where={"direction": "payable"}, also="TradePayables"
            ),
        },
        said_of={
            "customer": called(de="schulden uns, schuldet uns", en="owe us, owes us, owed to us, due to us"),
            "supplier": called(de="schulden wir", en="we owe"),
        },
        is_open=True,
    ),
    PartyVerb(
        name="Bought",
        classes=("acquired",),
        our_classes=("sold",),
        by_kind={"customer": PartyFigure(of="OperatingRevenue", side="net")},
    ),
    PartyVerb(
        name="Received",
        classes=("added",),
        by_kind={"customer": PartyFigure(of="LiquidFunds", side="rise")},
    ),
)
