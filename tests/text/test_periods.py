"""Periods and dates, as people write them in a question."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.text.folding import letters_folded
from arch_team.text.periods import Bound, Numbered, Period, joined, periods_in, without_left_out, year_before

TODAY = date(2026, 3, 15)


def read(text: str, today: date | None = None) -> list[Period]:
    flat = letters_folded(text)
    return joined(periods_in(flat, today), flat)


def only(text: str, today: date | None = None) -> Period:
    periods = read(text, today)
    assert len(periods) == 1, periods
    return periods[0]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Saldo per 31.12.2025", date(2025, 12, 31), date(2025, 12, 31)),
        ("Saldo per 31.12.25", date(2025, 12, 31), date(2025, 12, 31)),
        ("balance at 2025-06-30", date(2025, 6, 30), date(2025, 6, 30)),
        ("balance at 30 June 2025", date(2025, 6, 30), date(2025, 6, 30)),
        ("balance on June 30th, 2025", date(2025, 6, 30), date(2025, 6, 30)),
        ("Umsatz im März 2025", date(2025, 3, 1), date(2025, 3, 31)),
        ("Umsatz 02/2024", date(2024, 2, 1), date(2024, 2, 29)),
        ("revenue in Feb 24", date(2024, 2, 1), date(2024, 2, 29)),
        ("Umsatz Januar bis März 2025", date(2025, 1, 1), date(2025, 3, 31)),
        ("Umsatz November 2024 bis Januar 2025", date(2024, 11, 1), date(2025, 1, 31)),
        ("Umsatz Q2 2025", date(2025, 4, 1), date(2025, 6, 30)),
        ("revenue in the third quarter of 2025", date(2025, 7, 1), date(2025, 9, 30)),
        ("Umsatz im letzten Quartal 2025", date(2025, 10, 1), date(2025, 12, 31)),
        ("Umsatz im ersten Halbjahr 2025", date(2025, 1, 1), date(2025, 6, 30)),
        ("revenue H2 2025", date(2025, 7, 1), date(2025, 12, 31)),
        ("revenue FY 2025", date(2025, 1, 1), date(2025, 12, 31)),
        ("Umsatz 2023 bis 2025", date(2023, 1, 1), date(2025, 12, 31)),
        ("bookings on 3 and 5 May 2025", date(2025, 5, 3), date(2025, 5, 5)),
        ("zwischen 1.1.2025 und 31.3.2025", date(2025, 1, 1), date(2025, 3, 31)),
        ("vom 1.1.2025 bis zum 31.3.2025", date(2025, 1, 1), date(2025, 3, 31)),
        ("Lohnaufwand zweites Quartal 25", date(2025, 4, 1), date(2025, 6, 30)),
        ("Umsatz Q2/25", date(2025, 4, 1), date(2025, 6, 30)),
        ("Umsatz Q1-Q3 2025", date(2025, 1, 1), date(2025, 9, 30)),
        ("Umsatz erste Jahreshälfte 2025", date(2025, 1, 1), date(2025, 6, 30)),
        ("Ergebnis 1. Semester 2025", date(2025, 1, 1), date(2025, 6, 30)),
        ("the first three months of 2025", date(2025, 1, 1), date(2025, 3, 31)),
        ("balance at 31/12/2025", date(2025, 12, 31), date(2025, 12, 31)),
        ("Delkredere Ende 24", date(2024, 1, 1), date(2024, 12, 31)),
        ("wages in Dec. '24", date(2024, 12, 1), date(2024, 12, 31)),
        ("Umsatz seit Januar 2025 bis Ende August 2025", date(2025, 1, 1), date(2025, 8, 31)),
        ("between April and June 2025", date(2025, 4, 1), date(2025, 6, 30)),
        ("Saldo am 31. Dezember im Jahr 2025", date(2025, 12, 31), date(2025, 12, 31)),
        ("Kasse Mitte 2025", date(2025, 6, 30), date(2025, 6, 30)),
        ("Umsatz im Vorjahr 2023", date(2023, 1, 1), date(2023, 12, 31)),
    ],
)
def test_a_period_is_read_as_its_first_and_last_day(text: str, start: date, end: date) -> None:
    period = only(text)
    assert (period.start, period.end) == (start, end)


def test_a_period_says_where_it_stands() -> None:
    text = "Umsatz im März 2025?"
    period = only(text)
    assert text[period.at[0] : period.at[1]] == "März 2025"


def test_several_periods_come_in_their_order() -> None:
    assert [p.start.year for p in read("Umsatz 2025 gegenüber 2023")] == [2025, 2023]


def test_two_days_that_are_not_joined_stay_two_days() -> None:
    assert len(read("Saldo per 31.12.2024 und per 31.12.2025")) == 2


def test_a_month_without_a_year_takes_the_one_year_there_is() -> None:
    assert [p.start for p in read("März und April 2025")] == [date(2025, 3, 1), date(2025, 4, 1)]


def test_a_month_without_any_year_is_no_period() -> None:
    assert read("Umsatz im März") == []


def test_a_day_that_does_not_exist_is_no_day() -> None:
    assert all(period.start != period.end for period in read("Saldo per 31.02.2025"))


@pytest.mark.parametrize("text", ["Konto 2000", "account no. 2030", "Konten 1999"])
def test_an_account_number_is_no_year(text: str) -> None:
    numbered = Numbered(("konto", "account"), ("konten",))
    assert periods_in(text.casefold(), numbered=numbered) == []


@pytest.mark.parametrize(
    "text", ["Umsatz im März 2024 und 2025", "Umsatz 2024 und 2025, jeweils im März", "March 2024 compared to 2025"]
)
def test_a_month_said_once_is_meant_in_each_year(text: str) -> None:
    assert [p.start for p in read(text)] == [date(2024, 3, 1), date(2025, 3, 1)]


@pytest.mark.parametrize("text", ["Umsatz Halbjahr 2025", "revenue quarter 2025"])
def test_half_a_year_that_does_not_say_which_is_no_period(text: str) -> None:
    assert read(text) == []


def test_a_quarter_for_each_of_them_leaves_the_year() -> None:
    assert only("Umsatz je Quartal 2025").is_year


def test_what_is_left_out_of_something_else_changes_nothing() -> None:
    flat = letters_folded("im März 2025, also ohne Januar und Februar")
    kept, gone = without_left_out(read(flat), flat)
    assert [p.start.month for p in kept] == [3]
    assert [p.start.month for p in gone] == [1, 2]


class TestRelative:
    def test_last_year_needs_a_today(self) -> None:
        assert read("revenue last year") == []
        assert only("revenue last year", TODAY).is_year
        assert only("revenue last year", TODAY).start.year == 2025

    @pytest.mark.parametrize(
        "said", ["im letzten Geschäftsjahr", "last financial year", "im vergangenen Jahr", "previous fiscal year"]
    )
    def test_a_business_year_is_one_too(self, said: str) -> None:
        assert only(f"rent {said}", TODAY).start.year == 2025

    @pytest.mark.parametrize("said", ["letztes Jahr (2024)", "im letzten Geschäftsjahr, also 2024", "last year, 2024"])
    def test_a_year_that_is_named_beside_it_is_said_by_both(self, said: str) -> None:
        found = only(f"rent {said}", TODAY)
        start = len("rent im ") if said.startswith("im") else len("rent ")
        assert (found.start.year, found.at[0]) == (2024, start)

    def test_this_year_is_the_current_one(self) -> None:
        assert only("Umsatz dieses Jahr", TODAY).start == date(2026, 1, 1)

    def test_last_month_may_be_in_the_year_before(self) -> None:
        assert only("revenue last month", date(2026, 1, 10)).months == (2025, 12, 12)

    def test_the_year_before_is_counted_from_the_year_named(self) -> None:
        assert [p.start.year for p in read("Umsatz 2024 gegenüber Vorjahr", TODAY)] == [2024, 2023]


class TestBounds:
    @pytest.mark.parametrize(
        ("text", "bound"),
        [
            ("fällig vor dem 1.3.2025", Bound.UNTIL),
            ("due before 1 March 2025", Bound.UNTIL),
            ("Buchungen seit 1.3.2025", Bound.SINCE),
            ("bookings after 1 March 2025", Bound.SINCE),
            ("Buchungen im März 2025", Bound.WITHIN),
        ],
    )
    def test_a_word_before_a_day_opens_the_period(self, text: str, bound: Bound) -> None:
        assert only(text).bound is bound

    @pytest.mark.parametrize("text", ["Bank Ende 2025", "bank at the end of 2025", "Bank per 31.12.2025"])
    def test_a_state_is_meant_at_a_point(self, text: str) -> None:
        assert only(text).is_point

    def test_what_happened_is_meant_in_a_stretch(self) -> None:
        assert not only("Umsatz im Jahr 2025").is_point


class TestShape:
    def test_a_whole_year_is_a_year(self) -> None:
        year = only("2025")
        assert year.is_year
        assert year.months == (2025, 1, 12)
        assert year.month_end == (2025, 12)

    def test_a_day_inside_a_month_ends_no_month(self) -> None:
        day = only("15.6.2025")
        assert (day.months, day.month_end) == (None, None)

    def test_the_last_day_of_a_month_ends_it(self) -> None:
        assert only("29.2.2024").month_end == (2024, 2)

    def test_seconds_are_midnights_in_utc(self) -> None:
        assert only("1.1.1970 bis 2.1.1970").seconds == (0, 86400)


@given(st.dates(date(2001, 1, 1), date(2098, 12, 31)), st.integers(0, 400))
def test_the_year_before_keeps_the_ends_of_months(start: date, length: int) -> None:
    period = Period(start, start + timedelta(days=length), "", (0, 0))
    before = year_before(period)
    assert (before.start.month, before.end.month) == (period.start.month, period.end.month)
    assert before.start <= before.end
    assert before.end.year == period.end.year - 1
    assert ((period.end + timedelta(days=1)).day == 1) == ((before.end + timedelta(days=1)).day == 1) or (
        period.end.month == 2
    )
