"""Proportions and reports of the books."""

from typing import Literal

from arch_team.ontologies.descriptor import MissingTopic
from arch_team.ontologies.roles import Metric, Report, ReportLine
from arch_team.ontologies.trustee.words import called

METRICS: tuple[Metric, ...] = (
    Metric(
        name="ProfitMargin",
        of=("ProfitOrLoss",),
        to=("OperatingRevenue",),
        labels=called(
            de="Gewinnmarge, Marge, Umsatzrendite, Nettomarge, Reingewinnmarge, Nettogewinnmarge",
            en="profit margin, margin, net margin, net profit margin, return on sales",
        ),
        description="Profit in percent of revenue.",
        description_de="Gewinn in Prozent des Umsatzes.",
    ),
    Metric(
        name="GrossMargin",
        of=("GrossProfit",),
        to=("OperatingRevenue",),
        labels=called(
            de="Bruttomarge, Marge, Bruttogewinnmarge, Rohertragsquote", en="gross margin, margin, gross profit margin"
        ),
        description="Gross profit in percent of revenue.",
        description_de="Bruttogewinn in Prozent des Umsatzes.",
    ),
    Metric(
        name="OperatingMargin",
        of=("OperatingResult",),
        to=("OperatingRevenue",),
        labels=called(
            de="EBIT-Marge, Marge, Ebitmarge, Betriebsmarge, operative Marge",
            en="EBIT margin, margin, operating margin",
        ),
        description="Operating result (EBIT) in percent of revenue.",
        description_de="Betriebsergebnis (EBIT) in Prozent des Umsatzes.",
    ),
    Metric(
        name="PersonnelRatio",
        of=("PersonnelExpense",),
        to=("OperatingRevenue",),
        labels=called(de="Personalaufwandquote, Personalquote, Personalkostenquote", en="personnel cost ratio"),
        description="Personnel expense in percent of revenue.",
        description_de="Personalaufwand in Prozent des Umsatzes.",
    ),
    Metric(
        name="EquityRatio",
        of=("Equity", "ProfitOrLoss"),
        to=("Assets",),
        labels=called(
            de="Eigenkapitalquote, Eigenfinanzierungsgrad, Eigenkapitalanteil",
            en="equity ratio, equity-to-assets ratio",
        ),
        description="Equity with the profit of the year, in percent of total assets.",
        description_de="Eigenkapital mit dem Gewinn des Jahres, in Prozent der Bilanzsumme.",
    ),
    Metric(
        name="DebtRatio",
        of=("Debt",),
        to=("Assets",),
        labels=called(de="Fremdkapitalquote, Verschuldungsgrad, Fremdfinanzierungsgrad", en="debt ratio"),
        description="Debt in percent of total assets.",
        description_de="Fremdkapital in Prozent der Bilanzsumme.",
    ),
    Metric(
        name="DebtToEquity",
        of=("Debt",),
        to=("Equity", "ProfitOrLoss"),
        labels=called(
            de="Fremdkapital zu Eigenkapital, Verhältnis Fremdkapital zu Eigenkapital",
            en="debt to equity, debt-to-equity, debt-to-equity ratio, debt to equity ratio, gearing",
        ),
        description="Debt in percent of equity with the profit of the year.",
        description_de="Fremdkapital in Prozent des Eigenkapitals mit dem Gewinn des Jahres.",
    ),
    Metric(
        name="CashRatio",
        of=("LiquidFunds",),
        to=("ShortTermDebt",),
        labels=called(
            de="Liquiditätsgrad 1, Liquiditätsgrad I, Liquidität 1. Grades, Cash Ratio",
            en="cash ratio, liquidity ratio 1",
        ),
        description="Liquid funds in percent of short-term debt.",
        description_de="Flüssige Mittel in Prozent des kurzfristigen Fremdkapitals.",
    ),
    Metric(
        name="QuickRatio",
        of=("LiquidFunds", "TradeReceivables"),
        to=("ShortTermDebt",),
        labels=called(
            de="Liquiditätsgrad 2, Liquiditätsgrad II, Liquidität 2. Grades, Quick Ratio",
            en="quick ratio, acid test, acid test ratio, liquidity ratio 2",
        ),
        description="Liquid funds and receivables in percent of short-term debt.",
        description_de="Flüssige Mittel und Forderungen in Prozent des kurzfristigen Fremdkapitals.",
    ),
    Metric(
        name="CurrentRatio",
        of=("CurrentAssets",),
        to=("ShortTermDebt",),
        labels=called(
            de="Liquiditätsgrad 3, Liquiditätsgrad III, Liquidität 3. Grades, Current Ratio",
            en="current ratio, liquidity ratio 3, working capital ratio",
        ),
        description="Current assets in percent of short-term debt.",
        description_de="Umlaufvermögen in Prozent des kurzfristigen Fremdkapitals.",
    ),
)


def _line(of: str, de: str, en: str, *, total: bool = False) -> ReportLine:
    return ReportLine(of=of, labels=called(de=de, en=en), is_total=total)


def _span(low: str, high: str, de: str, en: str, *, sign: Literal[1, -1] = 1, total: bool = False) -> ReportLine:
    return ReportLine(low=low, high=high, sign=sign, labels=called(de=de, en=en), is_total=total)


REPORTS: tuple[Report, ...] = (
    Report(
        name="BalanceSheet",
        labels=called(de="Bilanz, Schlussbilanz, Jahresbilanz", en="balance sheet, statement of financial position"),
        lines=(
            _line("LiquidFunds", "Flüssige Mittel", "Liquid funds"),
            _span("1090", "1099", "Währungsausgleich", "Currency clearing"),
            _span("1100", "1199", "Forderungen", "Receivables"),
            _line("Inventories", "Vorräte", "Inventories"),
            _line("PrepaidExpenses", "Aktive Rechnungsabgrenzung", "Prepaid expenses"),
            _line("FixedAssets", "Anlagevermögen", "Fixed assets"),
            _line("Assets", "Total Aktiven", "Total assets", total=True),
            _span("2000", "2399", "Kurzfristiges Fremdkapital", "Short-term liabilities", sign=-1),
            _span("2400", "2799", "Langfristiges Fremdkapital", "Long-term liabilities", sign=-1),
            _line("Equity", "Eigenkapital", "Equity"),
            _line("ProfitOrLoss", "Ergebnis des Jahres", "Result of the year"),
            _span("2000", "8999", "Total Passiven", "Total liabilities and equity", sign=-1, total=True),
        ),
    ),
    Report(
        name="IncomeStatement",
        labels=called(
            de="Erfolgsrechnung, GuV, Gewinn- und Verlustrechnung, Gewinn und Verlustrechnung, ER",
            en="income statement, profit and loss statement, P&L, profit and loss account",
        ),
        is_flow=True,
        lines=(
            _line("OperatingRevenue", "Betriebsertrag", "Operating revenue"),
            _line("CostOfMaterials", "Material- und Warenaufwand", "Cost of materials"),
            _line("GrossProfit", "Bruttogewinn", "Gross profit", total=True),
            _line("PersonnelExpense", "Personalaufwand", "Personnel expense"),
            _span("6000", "6899", "Übriger betrieblicher Aufwand", "Other operating expense"),
            _line("OperatingResult", "Betriebsergebnis (EBIT)", "Operating result (EBIT)", total=True),
            _line("FinancialResult", "Finanzergebnis", "Financial result"),
            _line("AncillaryResult", "Nebenerfolg", "Ancillary result"),
            _line("NonOperatingResult", "Betriebsfremdes und Steuern", "Non-operating and taxes"),
            _line("ProfitOrLoss", "Gewinn oder Verlust", "Profit or loss", total=True),
        ),
    ),
)

NOT_HELD: tuple[MissingTopic, ...] = (
    MissingTopic(
        labels=called(
            de="Firmenwert, Unternehmenswert, Verkaufswert der Firma, die Firma wert, unsere Firma wert, Firma wert, "
            "Unternehmen wert, Marktwert, Verkehrswert",
            en="company worth, business worth, the company worth, value of the company, company value, firm worth, "
            "enterprise value, market value, company valuation",
        )
    ),
    MissingTopic(
        labels=called(
            de="Budget, Budgets, Werbebudget, Planzahlen, Prognose, Forecast, Hochrechnung, Plan",
            en="budget, budgets, forecast, forecasts, plan, projection, projections",
        )
    ),
    MissingTopic(
        labels=called(
            de="Cashflow, Cash Flow, Geldfluss, Mittelfluss, Geldflussrechnung, Mittelflussrechnung",
            en="cash flow, cash flows, cashflow, cash flow statement",
        )
    ),
    MissingTopic(
        labels=called(
            de="Wertschriften, Wertpapiere, Wertschriftenbestand, Wertschriftendepot",
            en="securities, marketable securities",
        )
    ),
    MissingTopic(
        labels=called(
            de="Lagerumschlag, Lagerumschlagshäufigkeit, Debitorenfrist, Zahlungsziel, Kapitalumschlag",
            en="inventory turnover, stock turnover, asset turnover, days sales outstanding, DSO",
        )
    ),
    MissingTopic(
        labels=called(
            de="welcher Mitarbeiter, welche Mitarbeiterin, welcher Mitarbeitende, welcher Angestellte, "
            "welche Angestellte, Mitarbeiterzahl, Anzahl Mitarbeitende, "
            "Aktienkurs, Telefonnummer, Postadresse, IBAN, Bonität",
            en="which employee, which of our employees, which staff member, headcount, number of employees, "
            "share price, phone number, telephone number, IBAN, credit rating",
        )
    ),
)
"""What people ask of books and these do not hold."""
