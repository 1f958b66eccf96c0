"""What people ask for that is neither a class, a group nor a column: a wider span of accounts, or one kind of row.

Each is tied to the tables by a checkable invariant, a range of account numbers or the value of one column.
"""

from arch_team.ontologies.descriptor import Entity, Invariant, SemanticType
from arch_team.ontologies.roles import Labels
from arch_team.ontologies.trustee.accounts import Side, nature_of, numbered, sided, sign_of
from arch_team.ontologies.trustee.words import called


def _concept(
    parent: str,
    name: str,
    says: str,
    says_de: str,
    *invariants: Invariant,
    de: str,
    en: str,
    opposite: Labels | None = None,
) -> Entity:
    first = str(invariants[0].low or "") or ("4" if invariants[0].field == "accountType" else "")
    is_result = len(invariants) > 1
    return Entity(
        name=name,
        aged_by="dueDate" if name == "OverdueInvoice" else None,
        semantic_type=SemanticType.CONCEPT,
        parent_entity=parent,
        description=says,
        description_de=says_de,
        invariants=invariants,
        labels=called(de=de, en=en),
        opposite=opposite or Labels(),
        nature=nature_of(first) if first else None,
        sign=sign_of(first, Side.EITHER if is_result else None) if first else 1,
    )


def _is(field: str, value: str) -> Invariant:
    return Invariant(text=f"{field} = {value}", field=field, value=value)


CONCEPTS: tuple[Entity, ...] = (
    _concept(
        "Assets",
        "LiquidFunds",
        "Cash, postal and bank accounts together.",
        "Kasse, Post und Bank zusammen.",
        numbered("1000", "1059"),
        de="Flüssige Mittel, liquide Mittel, Liquidität, Barmittel, Zahlungsmittel",
        en="liquid funds, liquidity, liquid assets, cash and cash equivalents",
    ),
    _concept(
        "Assets",
        "CurrentAssets",
        "Assets that turn into cash within a year.",
        "Vermögen, das innert Jahresfrist zu Geld wird.",
        numbered("1000", "1399"),
        de="Umlaufvermögen, kurzfristige Aktiven",
        en="current assets, short-term assets",
    ),
    _concept(
        "Assets",
        "FixedAssets",
        "Assets held for more than a year.",
        "Vermögen, das länger als ein Jahr gehalten wird.",
        numbered("1400", "1899"),
        de="Anlagevermögen, langfristige Aktiven, Anlagevermögen netto",
        en="fixed assets, non-current assets, long-term assets, net fixed assets, fixed assets net",
    ),
    _concept(
        "Account",
        "InactiveAccount",
        "An account that is no longer used.",
        "Ein Konto, das nicht mehr benutzt wird.",
        _is("isActive", "false"),
        de="nicht mehr aktiv, nicht aktiv, inaktiv, inaktive, inaktiven, stillgelegt, stillgelegte, geschlossen, "
        "deaktiviert, deaktivierte, deaktivierten, ausgeschaltet, gesperrt, gesperrte, nicht mehr benutzt, "
        "nicht mehr verwendet",
        en="inactive, no longer active, not active, not active any more, closed, switched off, turned off, "
        "disabled, deactivated, "
        "no longer used, not used any more, no longer in use, not in use, blocked, discontinued",
    ),
    _concept(
        "LiabilitiesAndEquity",
        "Debt",
        "What is owed to others, short and long term.",
        "Was anderen geschuldet wird, kurz- und langfristig.",
        numbered("2000", "2799"),
        de="Fremdkapital, Schulden, Verbindlichkeiten, Verschuldung, Gesamtschulden",
        en="debt, debts, liabilities, borrowed capital, total liabilities",
    ),
    _concept(
        "Debt",
        "ShortTermDebt",
        "What is to be paid within a year.",
        "Was innert eines Jahres zu bezahlen ist.",
        numbered("2000", "2399"),
        de=(
            "kurzfristiges Fremdkapital, kurzfristige Schulden, kurzfristige Verbindlichkeiten, "
            "kurzfristigen Verbindlichkeiten, kurzfristigen Schulden, kurzfristigen Fremdkapitals"
        ),
        en="current liabilities, short-term liabilities, short-term debt, short term liabilities, short term debt",
    ),
    _concept(
        "Account",
        "Expense",
        "All expense accounts together, whatever their class.",
        "Alle Aufwandskonten zusammen, gleich welcher Klasse.",
        _is("accountType", "expense"),
        de=(
            "Aufwand, Aufwände, Aufwendungen, Gesamtaufwand, Aufwandskonto, Aufwandskonten, Kosten, Gesamtkosten, "
            "Ausgaben"
        ),
        en="expense, expenses, total expenses, expense accounts, costs, total costs, spending",
    ),
    _concept(
        "OperatingRevenue",
        "GrossRevenue",
        "Sales before deductions, as invoiced without VAT.",
        "Erlöse vor Erlösminderungen, wie ohne MWST fakturiert.",
        numbered("3000", "3799"),
        de=(
            "Bruttoumsatz, Bruttoerlös, Bruttoerlöse, Bruttoertrag, Umsatz brutto, Umsatz vor Erlösminderungen, "
            "Umsatz ohne Erlösminderungen, Erlöse vor Erlösminderungen, Ertrag vor Erlösminderungen"
        ),
        en=(
            "gross revenue, gross sales, gross turnover, revenue before deductions, sales before deductions, "
            "revenue before reductions"
        ),
    ),
    _concept(
        "Account",
        "ProfitOrLoss",
        "Revenue and expense of a year together; a negative sum is a profit.",
        "Ertrag und Aufwand eines Jahres zusammen; eine negative Summe ist ein Gewinn.",
        numbered("3000", "8999"),
        sided(Side.EITHER),
        de=(
            "Gewinn oder Verlust, Gewinn, Verlust, Reingewinn, Jahresgewinn, Jahresverlust, Jahresergebnis, "
            "Unternehmensergebnis, Ergebnis, Jahreserfolg, rote Zahlen, schwarze Zahlen"
        ),
        en=(
            "profit or loss, profit, loss, net profit, net loss, net income, annual result, annual profit, "
            "bottom line, in the red, in the black, result"
        ),
        opposite=called(
            de="Verlust, Jahresverlust, rote Zahlen, ins Minus gerutscht, draufgelegt",
            en="loss, net loss, in the red",
        ),
    ),
    _concept(
        "Account",
        "ProfitBeforeTax",
        "Revenue and expense of a year together, before direct taxes.",
        "Ertrag und Aufwand eines Jahres zusammen, vor direkten Steuern.",
        numbered("3000", "8899"),
        sided(Side.EITHER),
        de=(
            "Gewinn vor Steuern, Ergebnis vor Steuern, Jahresgewinn vor Steuern, Jahresergebnis vor Steuern, "
            "Reingewinn vor Steuern, Vorsteuergewinn, Vorsteuerergebnis, EBT"
        ),
        en=(
            "profit before tax, profit before taxes, pre-tax profit, pretax profit, earnings before tax, "
            "earnings before taxes, result before tax, income before tax, EBT"
        ),
    ),
    _concept(
        "Account",
        "GrossProfit",
        "Revenue less cost of materials and goods.",
        "Ertrag abzüglich Material- und Warenaufwand.",
        numbered("3000", "4999"),
        sided(Side.EITHER),
        de="Bruttogewinn, Bruttoergebnis, Rohertrag, Rohgewinn, Bruttoergebnis nach Materialaufwand",
        en="gross profit, gross result, gross profit after materials",
    ),
    _concept(
        "Account",
        "OperatingResult",
        "Revenue less operating expense and depreciation, before financial result and taxes (EBIT).",
        "Ertrag abzüglich Betriebsaufwand und Abschreibungen, vor Finanzerfolg und Steuern (EBIT).",
        numbered("3000", "6899"),
        sided(Side.EITHER),
        de="EBIT, Betriebsergebnis, Betriebserfolg, Betriebsgewinn, betriebliches Ergebnis, operatives Ergebnis",
        en="EBIT, operating profit, operating result, operating income, earnings before interest and taxes",
    ),
    _concept(
        "Account",
        "OperatingCashResult",
        "Revenue less operating expense, before depreciation, financial result and taxes (EBITDA).",
        "Ertrag abzüglich Betriebsaufwand, vor Abschreibungen, Finanzerfolg und Steuern (EBITDA).",
        numbered("3000", "6799"),
        sided(Side.EITHER),
        de="EBITDA, Betriebsergebnis vor Abschreibungen, Betriebsergebnis vor Abschreibungen und Zinsen",
        en="EBITDA, operating result before depreciation, operating profit before depreciation",
    ),
    _concept(
        "OpenInvoice",
        "CustomerInvoice",
        "Invoice sent to a customer.",
        "An einen Kunden gestellte Rechnung.",
        _is("direction", "receivable"),
        de=(
            "Kundenrechnung, Kundenrechnungen, Debitorenrechnung, Debitorenrechnungen, Ausgangsrechnung, "
            "Ausgangsrechnungen, offene Debitoren, Debitorenposten, offene Forderungen"
        ),
        en=(
            "customer invoice, customer invoices, sales invoice, sales invoices, outgoing invoices, "
            "open receivables, receivable invoices"
        ),
    ),
    _concept(
        "OpenInvoice",
        "SupplierInvoice",
        "Invoice received from a supplier.",
        "Von einem Lieferanten erhaltene Rechnung.",
        _is("direction", "payable"),
        de=(
            "Lieferantenrechnung, Lieferantenrechnungen, Kreditorenrechnung, Kreditorenrechnungen, "
            "Eingangsrechnung, Eingangsrechnungen, offene Kreditoren, Kreditorenposten, offene Verbindlichkeiten"
        ),
        en=(
            "supplier invoice, supplier invoices, vendor invoice, vendor invoices, bills, incoming invoices, "
            "open payables, payable invoices"
        ),
    ),
    _concept(
        "OpenInvoice",
        "OverdueInvoice",
        "Invoice whose due date has passed.",
        "Rechnung, deren Fälligkeit verstrichen ist.",
        _is("status", "overdue"),
        de=(
            "überfällige Rechnung, überfällige Rechnungen, überfällig, überfällige, verfallen, verfallene Rechnungen, "
            "im Verzug, in Verzug, säumig, säumige, im Rückstand, Rückstand, Rückstände, "
            "Zahlungsverzug, Zahlungsrückstand"
        ),
        en="overdue invoice, overdue invoices, overdue, past due, late invoices, late, in arrears, arrears",
    ),
    _concept(
        "Contact",
        "Customer",
        "A contact the company sells to.",
        "Ein Kontakt, dem die Firma verkauft.",
        _is("contactType", "customer"),
        de="Kunde, Kunden, Kundin, Kundinnen, Kundenliste, Abnehmer",
        en="customer, customers, client, clients, buyer, buyers",
    ),
    _concept(
        "Contact",
        "Supplier",
        "A contact the company buys from.",
        "Ein Kontakt, bei dem die Firma einkauft.",
        _is("contactType", "supplier"),
        de="Lieferant, Lieferanten, Lieferantin, Lieferantenliste, Zulieferer",
        en="supplier, suppliers, vendor, vendors",
    ),
)
