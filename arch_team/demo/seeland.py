"""Three years of Seeland Gastro GmbH: a restaurant with take-away, and catering on account."""

from datetime import date, timedelta

from arch_team.demo import closing, payroll, treasury
from arch_team.demo.books import Books
from arch_team.demo.diary import FIRST_DAY, LAST_DAY, month_end, months, workday, workday_before
from arch_team.demo.ledger import credit, debit
from arch_team.demo.masterdata import SEELAND
from arch_team.demo.opening import carried_in, open_books
from arch_team.demo.seeland_costs import plan_costs
from arch_team.demo.trade import BANK, OUTPUT_TAX, sell
from arch_team.demo.vat import reduced, standard

CARDS = "1105"

_GUESTS = tuple(f"D{number}" for number in range(1001, 1010))
_EVENTS = ("Apéro riche", "Catering Firmenanlass", "Jubiläumsessen", "Buffet Generalversammlung", "Hochzeitsmenü")
_SEASON = (82, 84, 92, 100, 110, 116, 112, 108, 106, 98, 94, 118)
"""Percent of an average week, by month."""
_WAGES = {2023: 4_420_000, 2024: 4_610_000, 2025: 4_790_000}


def keep_books() -> Books:
    books = Books(SEELAND)
    _open(books)
    _plan_takings(books)
    for year, month in months():
        _plan_catering(books, year, month)
        _plan_wages(books, year, month)
        _plan_month_end(books, year, month)
    plan_costs(books)
    for year in range(FIRST_DAY.year, LAST_DAY.year + 1):
        _plan_year(books, year)
    books.diary.live()
    return books


def _open(books: Books) -> None:
    invoices = [
        carried_in(books, "D1001", "RE-2022-0061", date(2022, 12, 16), 412_490),
        carried_in(books, "D1006", "RE-2022-0063", date(2022, 12, 22), 187_400),
        carried_in(books, "K5001", "KR-2022-0188", date(2022, 12, 14), 318_275),
        carried_in(books, "K5003", "KR-2022-0192", date(2022, 12, 20), 264_860),
    ]
    balances = {
        "1000": 90_000,
        "1020": 6_128_730,
        "1021": 1_500_000,
        "1109": -30_000,
        "1200": 1_420_000,
        "1440": 1_800_000,
        "1500": 9_400_000,
        "1509": -3_600_000,
        "1510": 7_200_000,
        "1519": -2_800_000,
        "1520": 640_000,
        "1529": -380_000,
        "2201": -842_315,
        "2270": -993_600,
        "2300": -320_000,
        "2400": -12_000_000,
        "2800": -2_000_000,
        "2950": -400_000,
    }
    open_books(books, balances, invoices)
    closing.release(books, FIRST_DAY, "6530", "2300", 320_000, "Auflösung Abgrenzung: Jahresabschluss")
    closing.pay_later(books, date(2023, 2, 28), "2201", 842_315, "Eidg. Steuerverwaltung, MWST 4. Quartal 2022")


def _plan_takings(books: Books) -> None:
    """Takings are booked every Sunday, and once more on the last day of the year."""
    before, day = FIRST_DAY, FIRST_DAY
    while day < LAST_DAY:
        day += timedelta(1)
        if day.weekday() == 6 or (day.month, day.day) == (12, 31):
            days = (day - before).days
            books.diary.at(day, lambda today, n=days: _take_in(books, today, n))
            books.diary.at(workday(day), lambda today: _bring_to_bank(books, today), turn=1)
            before = day


def _take_in(books: Books, day: date, days: int) -> None:
    share = _SEASON[day.month - 1] * days

    def sales(low: int, high: int) -> int:
        return books.dice.francs(low, high) * share // 3500 * 5

    kitchen, drinks, away = sales(11_400, 14_600), sales(5_100, 7_200), sales(1_500, 2_600)
    full, low = standard(day), reduced(day)
    tax = full.of_gross(kitchen) + full.of_gross(drinks) + low.of_gross(away)
    total = kitchen + drinks + away
    cash = total * books.dice.between(24, 36) // 500 * 5
    books.ledger.book(
        day,
        books.reference("TE", day),
        f"Tageseinnahmen, {days} Tage bis {day.day}.{day.month}.",
        debit(treasury.CASH, cash, text="Bareinnahmen"),
        debit(CARDS, total - cash, text="Kartenzahlungen"),
        credit("3000", kitchen - full.of_gross(kitchen), full.on_sales, "Küche"),
        credit("3200", drinks - full.of_gross(drinks), full.on_sales, "Getränke"),
        credit("3010", away - low.of_gross(away), low.on_sales, "Take-away"),
        credit(OUTPUT_TAX, tax, text="MWST"),
    )


def _bring_to_bank(books: Books, day: date) -> None:
    """Cash above the float is paid in; the card company pays out what it owes, less its commission."""
    surplus = (books.ledger.balance(treasury.CASH) - 80_000) // 5_000 * 5_000
    if surplus > 0:
        number = books.reference("KB", day)
        books.ledger.book(day, number, "Einzahlung Tageskasse", debit(BANK, surplus), credit(treasury.CASH, surplus))
    owed = books.ledger.balance(CARDS)
    fee = owed * 13 // 1000
    books.ledger.book(
        day,
        books.reference("BK", day),
        "Gutschrift Kartenzahlungen abzgl. Kommission",
        debit(BANK, owed - fee),
        debit("6940", fee, text="Kommission 1.3 %"),
        credit(CARDS, owed),
    )


def _plan_catering(books: Books, year: int, month: int) -> None:
    for _ in range(books.dice.between(3, 6)):
        guest, text = books.dice.pick(_GUESTS), books.dice.pick(_EVENTS)
        text += f", {books.dice.between(18, 140)} Personen"
        net = books.dice.francs(900, 6_800)
        day = workday_before(date(year, month, books.dice.between(3, 28)))
        books.diary.at(day, lambda today, g=guest, t=text, n=net: sell(books, today, g, t, "3020", n, standard(today)))


def _plan_wages(books: Books, year: int, month: int) -> None:
    gross = _WAGES[year] + books.dice.francs(0, 4_500)
    text = f"Löhne {month:02d}/{year}"
    if month == 12:
        gross += _WAGES[year]
        text += " inkl. 13. Monatslohn"
    payday = workday_before(date(year, month, 27))
    books.diary.at(payday, lambda day: payroll.pay_wages(books, day, gross, text))
    books.diary.at(workday(date(year, month, 10)), lambda day: payroll.pay_social_insurance(books, day))


def _plan_month_end(books: Books, year: int, month: int) -> None:
    last = month_end(year, month)

    def bank(day: date) -> None:
        fee = books.dice.francs(12, 38)
        number = books.reference("BK", day)
        books.ledger.book(day, number, "Kontoführungsspesen", debit("6940", fee), credit(BANK, fee))
        if month % 3 == 0:
            treasury.pay_interest(books, day, 31, 8)

    books.diary.at(workday_before(last), bank, turn=2)
    if month % 3 == 0:
        books.diary.at(last, lambda day: closing.settle_vat(books, day), turn=4)
    books.diary.at(last, lambda day: treasury.keep_liquid(books, day, 3_500_000, 12_000_000), turn=5)


def _plan_year(books: Books, year: int) -> None:
    first, last = date(year, 1, 1), date(year, 12, 31)
    if first != FIRST_DAY:
        books.diary.at(first, lambda day: closing.carry_forward(books, day))
        books.diary.at(workday(date(year, 6, 10)), lambda day: closing.distribute(books, day, 80))

    def close(day: date) -> None:
        stock = books.dice.francs(-1_200, 1_900, step=100)
        number = books.reference("BU", day)
        text = "Bestandesänderung Keller und Küche gemäss Inventar"
        books.ledger.book(day, number, text, debit("1200", stock), credit("4200", stock))
        closing.depreciate(books, day)
        closing.accrue(books, day, "6530", 320_000, "Jahresabschluss")
        closing.provide_for_losses(books, day)
        closing.provide_for_taxes(books, day, 17)

    books.diary.at(last, close, turn=3)
