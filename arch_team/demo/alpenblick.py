"""Three years of Alpenblick Informatik AG: advice, licences, support contracts and hardware, some of it abroad."""

from datetime import date, timedelta

from arch_team.demo import closing, foreign, payroll, treasury
from arch_team.demo.alpenblick_costs import plan_costs
from arch_team.demo.books import Books
from arch_team.demo.diary import FIRST_DAY, LAST_DAY, month_end, months, workday, workday_before
from arch_team.demo.ledger import credit, debit
from arch_team.demo.masterdata import ALPENBLICK
from arch_team.demo.opening import carried_in, open_books
from arch_team.demo.trade import BANK, buy, sell
from arch_team.demo.vat import standard

_HOME = tuple(f"D{number}" for number in range(1001, 1019))
_ABROAD = tuple(f"D{number}" for number in range(2001, 2006))
_SUPPORTED = _HOME[:11]

_ADVICE = (
    "Beratung Netzwerkmigration",
    "Projektleitung ERP-Einführung",
    "Sicherheitsüberprüfung Firewall",
    "Workshop Prozessautomatisierung",
    "Datenmigration Altsystem",
    "Betriebskonzept Rechenzentrum",
    "Rollout Arbeitsplätze",
    "Schulung Mitarbeitende vor Ort",
    "Entwicklung Schnittstelle Lohnbuchhaltung",
)
_LICENCES = (
    "Lizenzen Groupware, Jahresabo",
    "Lizenzen Virenschutz",
    "Lizenzen Datensicherung, 1'000 GB",
    "CAD-Lizenzen",
)
_HARDWARE = ("Notebooks inkl. Dockingstation", "Server und USV", "Bildschirme 27 Zoll", "Netzwerk-Switches")
_PROJECTS = (
    "Softwareentwicklung",
    "Beratung Cloud-Architektur",
    "Fernwartung Steuerungssoftware",
    "Projekt Datenplattform",
)

_WAGES = {2023: 10_420_000, 2024: 10_860_000, 2025: 11_285_000}
_FINAL_CURRENT = 15_240_000
_FINAL_SAVINGS = 2_810_000


def keep_books() -> Books:
    books = Books(ALPENBLICK)
    _open(books)
    for year, month in months():
        _plan_sales(books, year, month)
        _plan_wages(books, year, month)
        _plan_month_end(books, year, month)
    plan_costs(books)
    for year in range(FIRST_DAY.year, LAST_DAY.year + 1):
        _plan_year(books, year)
    books.diary.live()
    return books


def _open(books: Books) -> None:
    december = date(2022, 12, 1)
    invoices = [
        carried_in(books, _HOME[i], f"RE-2022-{412 + i:04d}", december + timedelta(2 * i), gross)
        for i, gross in enumerate((1_852_440, 969_300, 2_315_550, 430_800, 1_507_800, 743_130, 2_692_500, 1_184_700))
    ]
    invoices.append(carried_in(books, "D2001", "RE-2022-0420", date(2022, 12, 12), 1_245_000, "EUR"))
    invoices.append(carried_in(books, "D2003", "RE-2022-0421", date(2022, 12, 19), 860_000, "EUR"))
    invoices.append(carried_in(books, "K5002", "KR-2022-0231", date(2022, 12, 9), 1_938_600))
    invoices.append(carried_in(books, "K5003", "KR-2022-0235", date(2022, 12, 15), 2_261_700))
    invoices.append(carried_in(books, "K5006", "KR-2022-0238", date(2022, 12, 20), 1_357_020))
    euro = 2_318_055
    balances = {
        "1000": 74_560,
        "1020": 18_641_225,
        "1021": 2_400_000,
        "1090": foreign.in_francs(euro + 1_245_000 + 860_000, FIRST_DAY),
        "1109": -580_000,
        "1200": 1_840_000,
        "1300": 310_000,
        "1440": 2_340_000,
        "1500": 6_000_000,
        "1509": -2_000_000,
        "1510": 9_600_000,
        "1519": -3_000_000,
        "1520": 15_000_000,
        "1529": -6_000_000,
        "2201": -3_214_585,
        "2208": -1_860_000,
        "2270": -2_755_420,
        "2300": -850_000,
        "2400": -34_000_000,
        "2800": -10_000_000,
        "2950": -1_500_000,
    }
    open_books(books, balances, invoices, euro)
    closing.release(books, FIRST_DAY, "1300", "6300", 310_000, "Auflösung Abgrenzung: Versicherungsprämien")
    closing.release(books, FIRST_DAY, "6530", "2300", 850_000, "Auflösung Abgrenzung: Revision und Abschluss")
    closing.pay_later(books, date(2023, 2, 28), "2201", 3_214_585, "Eidg. Steuerverwaltung, MWST 4. Quartal 2022")
    closing.pay_later(books, date(2023, 9, 29), "2208", 1_860_000, "Kantonale Steuerverwaltung, Steuern 2022")


def _plan_sales(books: Books, year: int, month: int) -> None:
    dice, diary = books.dice, books.diary
    growth = 100 + 4 * (year - FIRST_DAY.year)
    quiet = month in (7, 8)

    def some_day() -> date:
        return workday_before(date(year, month, dice.between(3, 28)))

    def plan_sale(text: str, account: str, net: int) -> None:
        customer = dice.pick(_HOME)
        diary.at(some_day(), lambda day: sell(books, day, customer, text, account, net, standard(day)))

    for customer in _SUPPORTED:
        net = 90_000 + 15_000 * (_SUPPORTED.index(customer) % 7) + 5_000 * (year - FIRST_DAY.year)
        text = f"Supportvertrag {month:02d}/{year}"
        first = workday(date(year, month, 1))
        diary.at(first, lambda day, c=customer, n=net, t=text: sell(books, day, c, t, "3410", n, standard(day)))
    for _ in range(dice.between(8, 10) if quiet else dice.between(11, 14)):
        plan_sale(dice.pick(_ADVICE), "3400", dice.francs(3_200, 19_500) * growth // 500 * 5)
    for _ in range(dice.between(3, 5)):
        text, net = dice.pick(_LICENCES), dice.francs(2_500, 14_000)
        plan_sale(text, "3210", net)
        cost = net * dice.between(66, 74) // 100
        diary.at(some_day(), lambda day, t=text, c=cost: buy(books, day, "K5003", t, "4210", c, standard(day)))
    for _ in range(dice.between(2, 4)):
        text, net = dice.pick(_HARDWARE), dice.francs(1_800, 13_500)
        plan_sale(text, "3200", net)
        cost = net * dice.between(78, 86) // 100
        diary.at(some_day(), lambda day, t=text, c=cost: buy(books, day, "K5002", t, "4200", c, standard(day)))
    for _ in range(dice.between(2, 4)):
        customer, text, euro = dice.pick(_ABROAD), dice.pick(_PROJECTS), dice.francs(3_000, 14_500, step=5000)
        diary.at(some_day(), lambda day, c=customer, t=text, e=euro: foreign.export(books, day, c, t, "3420", e))


def _plan_wages(books: Books, year: int, month: int) -> None:
    gross = _WAGES[year] + books.dice.francs(0, 1_400)
    text = f"Löhne {month:02d}/{year}"
    if month == 12:
        gross += _WAGES[year]
        text += " inkl. 13. Monatslohn"
    payday = workday_before(date(year, month, 25))
    books.diary.at(payday, lambda day: payroll.pay_wages(books, day, gross, text))
    books.diary.at(workday(date(year, month, 10)), lambda day: payroll.pay_social_insurance(books, day))


def _plan_month_end(books: Books, year: int, month: int) -> None:
    last = month_end(year, month)

    def bank(day: date) -> None:
        fee = books.dice.francs(18, 64)
        number = books.reference("BK", day)
        books.ledger.book(day, number, "Kontoführung und Zahlungsverkehr", debit("6940", fee), credit(BANK, fee))
        spare = (books.ledger.balance("1022") - 1_500_000) // 100_000 * 100_000
        if spare >= 1_000_000:
            foreign.exchange(books, day, spare)
        if month % 3 == 0:
            treasury.pay_interest(books, day, 26, 9)

    books.diary.at(workday_before(last), bank, turn=1)
    if month % 3 == 0:
        books.diary.at(last, lambda day: closing.settle_vat(books, day), turn=4)
    if last != LAST_DAY:
        books.diary.at(last, lambda day: treasury.keep_liquid(books, day, 9_000_000, 36_000_000), turn=5)


def _plan_year(books: Books, year: int) -> None:
    first, last = date(year, 1, 1), date(year, 12, 31)
    if first != FIRST_DAY:
        books.diary.at(first, lambda day: closing.carry_forward(books, day))

    def close(day: date) -> None:
        stock = books.dice.francs(-3_500, 4_200, step=100)
        number = books.reference("BU", day)
        books.ledger.book(
            day, number, "Bestandesänderung Vorräte gemäss Inventar", debit("1200", stock), credit("4200", stock)
        )
        closing.depreciate(books, day)
        foreign.revalue(books, day)
        closing.accrue(books, day, "6530", 850_000, "Revision und Abschluss")
        closing.prepay(books, day, "6300", 310_000, "Versicherungsprämien 1. Quartal")
        closing.provide_for_losses(books, day)
        closing.provide_for_taxes(books, day, 18)

    books.diary.at(last, close, turn=3)

    if first != FIRST_DAY:
        books.diary.at(workday(date(year, 5, 20)), lambda day: closing.distribute(books, day, 40))
    if last == LAST_DAY:
        books.diary.at(last, lambda day: treasury.close_at(books, day, _FINAL_CURRENT, _FINAL_SAVINGS), turn=6)
