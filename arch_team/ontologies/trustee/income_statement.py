"""The groups of the income statement (classes 3 to 8) that people ask for by name."""

from arch_team.ontologies.descriptor import Entity
from arch_team.ontologies.trustee.accounts import Side, account_group

REVENUE_GROUPS: tuple[Entity, ...] = (
    account_group(
        "3200-3399",
        "OperatingRevenue",
        "TradingRevenue",
        "Sales of goods bought to resell.",
        "Verkauf von Handelswaren.",
        de="Handelsertrag, Handelserlös, Handelserlöse, Warenertrag, Warenerlös, Warenverkauf",
        en="trading revenue, merchandise sales, revenue from trading",
    ),
    account_group(
        "3400-3599",
        "OperatingRevenue",
        "ServiceRevenue",
        "Fees for services and consulting.",
        "Honorare für Dienstleistungen und Beratung.",
        de=(
            "Dienstleistungsertrag, Dienstleistungserlös, Dienstleistungserlöse, Dienstleistungserträge, "
            "Dienstleistungsumsatz, Ertrag aus Dienstleistungen"
        ),
        en="service revenue, services revenue, revenue from services, service income",
    ),
    account_group(
        "3800-3899",
        "OperatingRevenue",
        "RevenueDeductions",
        "Discounts given and losses on receivables; reduces revenue.",
        "Gewährte Rabatte und Debitorenverluste; mindert den Ertrag.",
        de="Erlösminderungen, Erlösminderung, Ertragsminderungen",
        en="revenue deductions, sales deductions, sales reductions, revenue reductions",
        side=Side.DEBIT,
    ),
)

EXPENSE_GROUPS: tuple[Entity, ...] = (
    account_group(
        "5000-5699",
        "PersonnelExpense",
        "Wages",
        "Gross wages of staff.",
        "Bruttolöhne des Personals.",
        de=(
            "Löhne, Lohn, Lohnaufwand, Löhne und Gehälter, Gehalt, Gehälter, Salär, Saläre, Lohnkosten, "
            "Lohnsumme, Gehaltskosten, Bruttolöhne"
        ),
        en="wages, wage, salaries, salary, wages and salaries, payroll, payroll costs",
    ),
    account_group(
        "5700-5799",
        "PersonnelExpense",
        "SocialInsuranceExpense",
        "The employer's share: old-age insurance, pension fund, accident.",
        "Arbeitgeberanteil: AHV, Pensionskasse, Unfall.",
        de=(
            "Sozialversicherungsaufwand, Sozialversicherungsbeiträge, Sozialversicherungskosten, Sozialaufwand, "
            "Sozialkosten, Sozialleistungen, Sozialabgaben, Sozialversicherungen"
        ),
        en=(
            "social insurance expense, social security expense, social security contributions, "
            "social insurance contributions, social security costs, social insurance costs, social security"
        ),
    ),
    account_group(
        "6000-6099",
        "OtherOperatingExpense",
        "Rent",
        "Rent, ancillary costs and cleaning.",
        "Miete, Nebenkosten und Reinigung.",
        de="Raumaufwand, Raumkosten",
        en="premises expense, premises costs, premises expenses",
    ),
    account_group(
        "6200-6299",
        "OtherOperatingExpense",
        "Vehicles",
        "Running vehicles, and transport.",
        "Betrieb der Fahrzeuge und Transporte.",
        de="Fahrzeug- und Transportaufwand, Fahrzeug- und Transportkosten",
        en="vehicle and transport expense, vehicle and transport costs",
    ),
    account_group(
        "6300-6399",
        "OtherOperatingExpense",
        "Insurance",
        "Insurance of property and liability, dues and permits.",
        "Sach- und Haftpflichtversicherung, Abgaben und Bewilligungen.",
        de=("Versicherungen, Versicherung, Versicherungsaufwand, Versicherungskosten, Versicherungsprämien"),
        en="insurance, insurances, insurance expense, insurance expenses, insurance costs, insurance premiums",
    ),
    account_group(
        "6400-6499",
        "OtherOperatingExpense",
        "Energy",
        "Electricity, heating, water and waste.",
        "Strom, Heizung, Wasser und Entsorgung.",
        de="Energieaufwand, Energie, Energiekosten, Energie und Entsorgung",
        en="energy, energy costs, energy expense, energy expenses, energy and waste disposal",
    ),
    account_group(
        "6500-6599",
        "OtherOperatingExpense",
        "Administration",
        "Office, telephone, bookkeeping, consulting and IT.",
        "Büro, Telefon, Buchführung, Beratung und Informatik.",
        de="Verwaltungsaufwand, Verwaltungs- und Informatikaufwand, Verwaltungskosten",
        en="administrative expense, administrative expenses, administration costs, admin costs",
    ),
    account_group(
        "6600-6699",
        "OtherOperatingExpense",
        "Advertising",
        "Advertising, travel and customer care.",
        "Werbung, Reisen und Kundenbetreuung.",
        de="Werbe- und Reiseaufwand, Werbung und Reisen",
        en="advertising and travel, advertising and travel expense",
    ),
    account_group(
        "6800-6899",
        "OtherOperatingExpense",
        "Depreciation",
        "Loss in value of fixed assets.",
        "Wertverlust des Anlagevermögens.",
        de="Abschreibungen, Abschreibung, abgeschrieben, Abschreibungsaufwand, Abschreiber",
        en="depreciation, depreciation expense, depreciated, written down, amortisation, amortization, write-downs",
    ),
    account_group(
        "6900-6999",
        "OtherOperatingExpense",
        "FinancialResult",
        "Interest, bank charges and exchange differences, cost and income.",
        "Zinsen, Bankspesen und Kursdifferenzen, Aufwand und Ertrag.",
        de="Finanzergebnis, Finanzerfolg",
        en="financial result, net financial result",
        side=Side.EITHER,
    ),
    account_group(
        "8900-8999",
        "NonOperatingResult",
        "DirectTaxes",
        "Taxes on profit and capital.",
        "Gewinn- und Kapitalsteuern.",
        de=("Direkte Steuern, Steuern, Steueraufwand, Ertragssteuern, Gewinn- und Kapitalsteuern"),
        en="direct taxes, taxes, tax expense, tax, direct tax, income tax, income taxes, corporate tax",
        side=Side.DEBIT,
        settled=("2208",),
    ),
)
