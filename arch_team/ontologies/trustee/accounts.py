"""The chart of accounts: its nine classes, and how a class or group is written down.

After the Swiss SME chart of accounts. The first digit of an account number is its class; a group is a span of numbers
inside a class. Balances are debit minus credit, so an account's normal side gives the sign of its balance.
"""

from enum import StrEnum
from typing import Literal

from arch_team.ontologies.descriptor import Entity, Invariant, Nature, SemanticType
from arch_team.ontologies.roles import Labels
from arch_team.ontologies.trustee.words import called


class Side(StrEnum):
    """On which side an account normally grows."""

    DEBIT = "debit"
    CREDIT = "credit"
    EITHER = "either"


_SIDE_SAID: dict[Side, tuple[str, str]] = {
    Side.DEBIT: ("normal side debit: balances are positive", "Normalseite Soll: Salden sind positiv"),
    Side.CREDIT: ("normal side credit: balances are negative", "Normalseite Haben: Salden sind negativ"),
    Side.EITHER: (
        "either side: income is negative, expense positive",
        "beide Seiten: Ertrag ist negativ, Aufwand positiv",
    ),
}


_LESS_IS_MORE = "2378"
"""Classes whose balances are negative where people speak of much: debts, revenue, results."""


def nature_of(number: str) -> Nature:
    """Classes 1 and 2 are levels, what follows is what happened in a year."""
    return Nature.LEVEL if number[0] in "129" else Nature.FLOW


def sign_of(number: str, side: Side | None = None) -> Literal[1, -1]:
    """A result, which may be on either side, is shown as income less expense."""
    if side is None:
        return -1 if number[0] in _LESS_IS_MORE else 1
    return 1 if side is Side.DEBIT else -1


def numbered(low: str, high: str) -> Invariant:
    """The account numbers an entity covers, both ends included."""
    return Invariant(
        text=f"account numbers {low}-{high}",
        text_de=f"Kontonummern {low}–{high}",
        field="accountNumber",
        low=low,
        high=high,
    )


def sided(side: Side) -> Invariant:
    text, text_de = _SIDE_SAID[side]
    return Invariant(text=text, text_de=text_de)


def _account_class(
    digit: int, name: str, side: Invariant, description: str, description_de: str, labels: Labels
) -> Entity:
    return Entity(
        name=name,
        semantic_type=SemanticType.ACCOUNT_CLASS,
        parent_entity="Account",
        description=description,
        description_de=description_de,
        invariants=(numbered(f"{digit}000", f"{digit}999"), side),
        labels=labels,
        nature=nature_of(str(digit)),
        sign=sign_of(str(digit)),
    )


def account_group(
    span: str,
    parent: str,
    name: str,
    says: str,
    says_de: str,
    *,
    de: str,
    en: str,
    side: Side | None = None,
    settled: tuple[str, ...] = (),
) -> Entity:
    """A group has its class's normal side; `side` is for the few that differ from it."""
    numbers = numbered(*span.split("-"))
    return Entity(
        name=name,
        semantic_type=SemanticType.ACCOUNT_GROUP,
        parent_entity=parent,
        description=says,
        description_de=says_de,
        invariants=(numbers,) if side is None else (numbers, sided(side)),
        labels=called(de=de, en=en),
        nature=nature_of(span),
        sign=sign_of(span, side),
        settled=settled,
    )


CLASSES: tuple[Entity, ...] = (
    _account_class(
        1,
        "Assets",
        sided(Side.DEBIT),
        "What the company owns: current and fixed assets.",
        "Was der Firma gehört: Umlauf- und Anlagevermögen.",
        called(
            de="Aktiven, Aktiva, Aktivkonten, Vermögen, Vermögenswerte, Bilanzsumme",
            en="assets, asset accounts, total assets, balance sheet total",
        ),
    ),
    _account_class(
        2,
        "LiabilitiesAndEquity",
        sided(Side.CREDIT),
        "Where the money came from: debts and the owners' equity.",
        "Woher das Geld stammt: Schulden und das Eigenkapital der Inhaber.",
        called(
            de="Passiven, Passiva, Passivkonten, Fremd- und Eigenkapital",
            en="liabilities and equity, equity and liabilities",
        ),
    ),
    _account_class(
        3,
        "OperatingRevenue",
        sided(Side.CREDIT),
        "Sales of goods and services, net of deductions.",
        "Erlöse aus Lieferungen und Leistungen, nach Erlösminderungen.",
        called(
            de=(
                "Betriebsertrag, Umsatz, Umsätze, Umsatzerlös, Umsatzerlöse, Jahresumsatz, Nettoumsatz, Erlös, "
                "Erlöse, Nettoerlös, Ertrag, Erträge, Ertragskonten, Einnahmen, Verkaufserlös, Verkaufserlöse"
            ),
            en=(
                "operating revenue, revenue, revenues, sales, sales revenue, net sales, net revenue, turnover, "
                "sales turnover, income from sales, revenue accounts"
            ),
        ),
    ),
    _account_class(
        4,
        "CostOfMaterials",
        sided(Side.DEBIT),
        "Materials, goods and third-party services that went into what was sold.",
        "Material, Waren und Fremdleistungen, die in die verkauften Leistungen flossen.",
        called(
            de=(
                "Material- und Warenaufwand, Materialaufwand, Warenaufwand, Materialkosten, Warenkosten, "
                "direkter Aufwand, Einstandskosten"
            ),
            en="cost of materials, cost of goods sold, COGS, cost of sales, material costs, direct costs",
        ),
    ),
    _account_class(
        5,
        "PersonnelExpense",
        sided(Side.DEBIT),
        "Wages, social insurance and other cost of staff.",
        "Löhne, Sozialversicherungen und übriger Aufwand für das Personal.",
        called(
            de="Personalaufwand, Personalkosten, Aufwand für Personal, Mitarbeiterkosten, Personalausgaben, Personal",
            en="personnel expense, personnel expenses, personnel costs, staff costs, employee costs, staff, personnel",
        ),
    ),
    _account_class(
        6,
        "OtherOperatingExpense",
        sided(Side.DEBIT),
        "Rent, insurance, administration, advertising; also depreciation and the financial result.",
        "Miete, Versicherung, Verwaltung, Werbung; auch Abschreibungen und Finanzergebnis.",
        called(
            de=(
                "Übriger betrieblicher Aufwand, übriger Betriebsaufwand, sonstiger Betriebsaufwand, "
                "sonstiger betrieblicher Aufwand, Gemeinkosten"
            ),
            en="other operating expense, other operating expenses, overhead, overheads",
        ),
    ),
    _account_class(
        7,
        "AncillaryResult",
        sided(Side.EITHER),
        "Income and expense of side activities, such as the company's own property.",
        "Ertrag und Aufwand aus Nebentätigkeiten, etwa der eigenen Liegenschaft.",
        called(
            de="Betriebliche Nebenerfolge, betrieblicher Nebenerfolg, Nebenerfolg, Nebenbetrieb, Nebenerträge",
            en="ancillary result, ancillary operating result, side activities, ancillary income",
        ),
    ),
    _account_class(
        8,
        "NonOperatingResult",
        sided(Side.EITHER),
        "Non-operating, extraordinary and prior-period items, and direct taxes.",
        "Betriebsfremdes, Ausserordentliches, Periodenfremdes und direkte Steuern.",
        called(
            de="betriebsfremder und ausserordentlicher Erfolg mit Steuern, Betriebsfremdes und Steuern",
            en="non-operating and extraordinary result with taxes, non-operating and taxes",
        ),
    ),
    _account_class(
        9,
        "ClosingAccounts",
        Invariant(
            text="either side: only carries totals over at year end",
            text_de="beide Seiten: überträgt nur Totale beim Jahresabschluss",
        ),
        "Helper accounts for closing and opening the books; no business of their own.",
        "Hilfskonten für Abschluss und Eröffnung der Bücher, ohne eigene Geschäfte.",
        called(
            de="Abschlusskonten, Abschlussklasse, Eröffnungsbilanz, Schlussbilanz, Abschlussbuchungen",
            en="closing accounts, year-end closing, opening balance sheet, closing entries",
        ),
    ),
)
