"""What running Seeland Gastro GmbH costs: kitchen and cellar by the week, the house by the month."""

from datetime import date

from arch_team.demo import treasury
from arch_team.demo.books import Books
from arch_team.demo.diary import months, workday, workday_before
from arch_team.demo.ledger import credit, debit
from arch_team.demo.trade import BANK, buy
from arch_team.demo.vat import EXEMPT, reduced, standard

_FOOD = (
    (3, "K5001", "Fleisch und Charcuterie", 2_300, 3_700),
    (9, "K5002", "Gemüse und Früchte", 1_300, 2_200),
    (13, "K5001", "Fleisch und Geflügel", 2_200, 3_600),
    (16, "K5004", "Brot und Backwaren", 900, 1_500),
    (20, "K5002", "Gemüse, Kartoffeln, Spargeln", 1_400, 2_400),
    (24, "K5005", "Egli und Felchen aus dem Bielersee", 1_100, 2_600),
    (26, "K5001", "Wild und Spezialitäten", 1_600, 3_100),
)
"""Day, supplier, text and range of the net amount in francs. Bought at the reduced rate for account 4000."""

_MONTHLY = (
    (1, "K5006", "Miete Lokal Obergasse", "6000", 7_600, 7_600),
    (5, "K5003", "Bier und Mineral", "4200", 2_500, 3_900),
    (18, "K5003", "Weine und Spirituosen", "4200", 2_600, 4_600),
    (11, "K5008", "Tischwäsche und Kochwäsche", "6040", 680, 1_050),
    (14, "K5012", "Telefon, Internet, Kassensystem", "6510", 310, 390),
    (21, "K5007", "Strom, Gas und Wasser", "6400", 1_500, 2_400),
)

_SOME_MONTHS = (
    ((2, 5, 8, 11), 12, "K5009", "Service Küchengeräte", "6100", 420, 1_900),
    ((3, 6, 9, 12), 17, "K5010", "Buchführung und Lohnwesen", "6530", 1_450, 1_900),
    ((4, 10), 8, "K5013", "Plakate und Menükarten", "6600", 480, 1_650),
    ((6,), 15, "K5009", "Kombisteamer und Kühlzelle", "1500", 4_800, 11_000),
    ((3,), 22, "K5008", "Neue Stühle Gartenterrasse", "1510", 1_200, 4_600),
    ((7, 12), 19, "K5013", "Aushilfe Grafik und Fotos", "4400", 380, 900),
    ((9,), 23, "K5012", "Wartung Kassen und Drucker", "6570", 540, 1_300),
)


def plan_costs(books: Books) -> None:
    dice, diary = books.dice, books.diary
    for year, month in months():
        for day, supplier, text, low, high in _FOOD:
            net = dice.francs(low, high)
            diary.at(
                workday(date(year, month, day)),
                lambda today, s=supplier, t=text, n=net: buy(books, today, s, t, "4000", n, reduced(today), 20),
            )
        for day, supplier, text, account, low, high in _MONTHLY:
            _plan_bill(books, date(year, month, day), supplier, f"{text} {month:02d}/{year}", account, low, high)
        for when, day, supplier, text, account, low, high in _SOME_MONTHS:
            if month in when:
                _plan_bill(books, date(year, month, day), supplier, text, account, low, high)
        _plan_small_payments(books, year, month)
    _plan_extraordinary(books)


def _plan_bill(books: Books, day: date, supplier: str, text: str, account: str, low: int, high: int) -> None:
    net = books.dice.francs(low, high)
    days = 10 if account == "6000" else 30
    books.diary.at(workday(day), lambda today: buy(books, today, supplier, text, account, net, standard(today), days))


def _plan_small_payments(books: Books, year: int, month: int) -> None:
    dice = books.dice
    amount = dice.francs(25, 160)
    text = dice.pick(("Blumen und Kerzen", "Trinkgeld-Ausgleich, Kleinmaterial", "Gewürze vom Markt", "Porto"))
    account = dice.pick(("6700", "6500"))
    _plan_payment(books, workday_before(date(year, month, dice.between(6, 27))), text, account, amount, treasury.CASH)
    _plan_payment(books, workday(date(year, month, 16)), "Treibstoff Lieferwagen", "6200", dice.francs(110, 340), BANK)
    if month in (3, 9):
        _plan_payment(books, date(year, month, 25), "Kurs Hygiene", "5800", dice.francs(600, 1_400), BANK)
    if month == 5:
        _plan_payment(books, date(year, month, 15), "Degustation auswärts, Spesen", "6640", dice.francs(180, 720), BANK)
    if month == 1:
        premium = dice.francs(5_900, 6_600)
        text = f"Betriebsversicherung {year}"
        books.diary.at(
            workday(date(year, month, 17)),
            lambda today: buy(books, today, "K5011", text, "6300", premium, EXEMPT),
        )


def _plan_payment(books: Books, day: date, text: str, account: str, amount: int, paid_from: str) -> None:
    def pay(today: date) -> None:
        series = "KB" if paid_from == treasury.CASH else "BK"
        number = books.reference(series, today)
        books.ledger.book(today, number, text, debit(account, amount), credit(paid_from, amount))

    books.diary.at(workday_before(day), pay)


def _plan_extraordinary(books: Books) -> None:
    """The kiosk at the landing stage in summer, and a storm on the terrace."""
    for year in (2023, 2024, 2025):
        rent, upkeep = books.dice.francs(1_800, 2_600, step=5000), books.dice.francs(380, 760)

        def lease(today: date, amount: int = rent) -> None:
            number = books.reference("BK", today)
            books.ledger.book(today, number, "Pacht Kiosk Schifflände", debit(BANK, amount), credit("7000", amount))

        books.diary.at(workday(date(year, 8, 30)), lease)
        _plan_payment(books, date(year, 6, 5), "Unterhalt Kiosk Schifflände", "7010", upkeep, BANK)

    def storm(today: date) -> None:
        number = books.reference("BK", today)
        books.ledger.book(today, number, "Sturmschaden Terrasse", debit("8500", 418_000), credit(BANK, 418_000))

    def indemnity(today: date) -> None:
        number = books.reference("BK", today)
        text = "Entschädigung Gebäudeversicherung, Sturmschaden"
        books.ledger.book(today, number, text, debit(BANK, 365_000), credit("8510", 365_000))

    books.diary.at(date(2023, 7, 25), storm)
    books.diary.at(date(2023, 11, 14), indemnity)
