"""What running Alpenblick Informatik AG costs: suppliers, the cash box, and what is out of the ordinary."""

from datetime import date

from arch_team.demo import foreign, treasury
from arch_team.demo.books import Books
from arch_team.demo.diary import months, workday, workday_before
from arch_team.demo.ledger import credit, debit
from arch_team.demo.trade import BANK, INPUT_TAX_OTHER, OUTPUT_TAX, buy
from arch_team.demo.vat import EXEMPT, Vat, standard

_MONTHLY = (
    (1, "K5004", "Miete Büro Limmatquai, 3. OG", "6000", 7_350, 7_350),
    (2, "K5001", "Housing und Betrieb Rechenzentrum", "6570", 4_100, 4_900),
    (4, "K5005", "Telefonie und Internet", "6510", 780, 960),
    (6, "K5013", "Büroreinigung", "6040", 640, 640),
    (12, "K5006", "Freie Mitarbeit Entwicklung", "4400", 6_800, 13_500),
    (17, "K5006", "Freie Mitarbeit Support, Pikett", "4400", 2_200, 5_600),
    (19, "K5007", "Büromaterial", "6500", 90, 480),
    (23, "K5002", "Kleinmaterial und Kabel", "4000", 250, 1_150),
)
"""Day, supplier, text, account, and the range of the net amount in francs."""

_SOME_MONTHS = (
    ((1, 4, 7, 10), 15, "K5010", "Strom und Fernwärme", "6400", 980, 1_750),
    ((3, 6, 9, 12), 11, "K5012", "Buchführung und Beratung", "6530", 2_900, 3_800),
    ((2, 5, 9, 11), 8, "K5011", "Kampagne und Inserate", "6600", 2_400, 7_200),
    ((2, 6, 10), 21, "K5008", "Service und Reparatur Fahrzeuge", "6200", 620, 2_450),
    ((3, 8, 11), 14, "K5013", "Fensterreinigung, Unterhalt Räume", "6100", 380, 1_260),
    ((4, 10), 24, "K5002", "Ersatz Notebooks und Server", "1520", 6_500, 14_800),
    ((6,), 12, "K5007", "Sitzmöbel und Stehpulte", "1510", 2_800, 6_900),
    ((9,), 18, "K5002", "Plotter und Werkstattgeräte", "1500", 1_900, 4_200),
    ((4, 9), 9, "K5013", "Unterhalt Schulungsraum", "7010", 320, 780),
)

_PETTY = (
    ("Kaffee und Getränke Büro", "5800"),
    ("Porto und Einschreiben", "6500"),
    ("Parkgebühren Kundenbesuch", "6640"),
    ("Blumen für Jubiläum", "5800"),
    ("Reinigungsmaterial", "6040"),
    ("Kleinwerkzeug", "6700"),
)

_TRAVEL = ("Bahnbillette Kundenprojekte", "Geschäftsessen Kunden", "Übernachtung Projekt Innsbruck", "Kilometerspesen")


def plan_costs(books: Books) -> None:
    for year, month in months():
        for day, supplier, text, account, low, high in _MONTHLY:
            _plan_bill(books, date(year, month, day), supplier, f"{text} {month:02d}/{year}", account, low, high)
        for when, day, supplier, text, account, low, high in _SOME_MONTHS:
            if month in when:
                _plan_bill(books, date(year, month, day), supplier, text, account, low, high)
        if month == 1:
            text = f"Sach- und Haftpflichtversicherung {year}"
            _plan_bill(books, date(year, month, 16), "K5009", text, "6300", 11_800, 12_900, exempt=True)
        _plan_small_payments(books, year, month)
    _plan_extraordinary(books)


def _plan_bill(
    books: Books, day: date, supplier: str, text: str, account: str, low: int, high: int, *, exempt: bool = False
) -> None:
    net = books.dice.francs(low, high)

    def book(today: date) -> None:
        vat = EXEMPT if exempt else standard(today)
        buy(books, today, supplier, text, account, net, vat, 10 if account == "6000" else 30)

    books.diary.at(workday(day), book)


def _plan_small_payments(books: Books, year: int, month: int) -> None:
    dice, diary = books.dice, books.diary
    diary.at(workday(date(year, month, 2)), lambda day: treasury.fill_cash(books, day, 30_000, 60_000))
    for _ in range(dice.between(2, 4)):
        text, account = dice.pick(_PETTY)
        amount = dice.francs(8, 75)
        when = workday_before(date(year, month, dice.between(5, 28)))
        diary.at(when, lambda day, t=text, a=account, g=amount: _pay_gross(books, day, t, a, g, treasury.CASH, "KB"))
    for _ in range(dice.between(3, 6)):
        text, amount = dice.pick(_TRAVEL), dice.francs(35, 640)
        when = workday_before(date(year, month, dice.between(5, 28)))
        diary.at(when, lambda day, t=text, g=amount: _pay_gross(books, day, t, "6640", g, BANK, "BK"))
    euro = dice.francs(480, 1_150, step=1)
    when = workday(date(year, month, 7))
    text = f"Cloud-Dienste {month:02d}/{year}"
    diary.at(when, lambda day: foreign.spend(books, day, "K5014", text, "6570", euro))
    if month in (5, 11):
        course = dice.francs(1_400, 4_800)
        diary.at(when, lambda day: _pay_gross(books, day, "Weiterbildung und Kurse", "5800", course, BANK, "BK"))
    rent = dice.francs(900, 1_600, step=5000)
    if month % 2 == 0:
        diary.at(workday_before(date(year, month, 26)), lambda day: _rent_out(books, day, rent))


def _pay_gross(books: Books, day: date, text: str, account: str, gross: int, paid_from: str, series: str) -> None:
    vat = standard(day)
    tax = vat.of_gross(gross)
    books.ledger.book(
        day,
        books.reference(series, day),
        text,
        debit(account, gross - tax, vat.on_purchases),
        debit(INPUT_TAX_OTHER, tax, text=f"Vorsteuer {vat.percent}"),
        credit(paid_from, gross),
    )


def _rent_out(books: Books, day: date, gross: int) -> None:
    vat: Vat = standard(day)
    tax = vat.of_gross(gross)
    books.ledger.book(
        day,
        books.reference("BK", day),
        "Vermietung Schulungsraum an Dritte",
        debit(BANK, gross),
        credit("7000", gross - tax, vat.on_sales),
        credit(OUTPUT_TAX, tax, text=f"MWST {vat.percent}"),
    )


def _plan_extraordinary(books: Books) -> None:
    def flood(day: date) -> None:
        text = "Wasserschaden Archivraum, Räumung und Entsorgung"
        books.ledger.book(day, books.reference("BK", day), text, debit("8500", 684_000), credit(BANK, 684_000))

    def indemnity(day: date) -> None:
        text = "Entschädigung Wasserschaden, Nordwind Versicherungen AG"
        books.ledger.book(day, books.reference("BK", day), text, debit(BANK, 590_000), credit("8510", 590_000))

    def recovered(day: date) -> None:
        text = "Nachzahlung aus Konkurs, Forderung aus 2021"
        books.ledger.book(day, books.reference("BK", day), text, debit(BANK, 231_845), credit("8510", 231_845))

    books.diary.at(date(2024, 6, 17), flood)
    books.diary.at(date(2024, 9, 12), indemnity)
    books.diary.at(date(2025, 3, 20), recovered)
