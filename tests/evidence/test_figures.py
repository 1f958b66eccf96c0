"""Every figure that is typed is found, in any notation; what is no figure is left alone."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.evidence.figures import TypedFigure, find_figures
from arch_team.evidence.number_words import number_words_in


def only(text: str) -> TypedFigure:
    figures = find_figures(text)
    assert len(figures) == 1, [figure.text for figure in figures]
    return figures[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Saldo 1'234.50", "1234.50"),
        ("Saldo 1’234.50", "1234.50"),
        ("Saldo 1.234,50", "1234.50"),
        ("balance 1,234.50", "1234.50"),
        ("Saldo 1 234,50", "1234.50"),
        ("Saldo 1\u00a0234\u202f567,89", "1234567.89"),
        ("Saldo 1.234.567", "1234567"),
        ("Saldo -3", "-3"),
        ("Saldo −3", "-3"),
        ("CHF -500", "-500"),
        ("-CHF 500", "-500"),
        ("minus 12.6", "-12.6"),
        ("minus CHF 5", "-5"),
        ("CHF 5.–", "5"),
        ("Fr. 5.--", "5"),
        ("1.2 Mio. CHF", "1200000"),
        ("3 million", "3000000"),
        ("3,5 Millionen Franken", "3500000"),
        ("2 Mrd", "2000000000"),
        ("2 billion", "2000000000"),
        ("5 Tsd.", "5000"),
        ("5k", "5000"),
        ("US$5m", "5000000"),
        ("TCHF 152", "152000"),
        ("CHF152400", "152400"),
        ("５ Konten", "5"),
        ("**CHF 152'400.00**", "152400.00"),
        ("| 152'400.00 |", "152400.00"),
        ("10 %", "10"),
        ("Der Faktor ist 1.2. Danach", "1.2"),
        ("5 am Stichtag", "5"),
    ],
)
def test_notations(text: str, value: str) -> None:
    assert only(text).readings[0].value == Decimal(value)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("CHF 5", "CHF"),
        ("5 Franken", "CHF"),
        ("Fr. 5", "CHF"),
        ("5 €", "EUR"),
        ("$ 5", "USD"),
        ("12.5 %", "%"),
        ("12,5 Prozent", "%"),
        ("1.2 Mio. CHF", "CHF"),
        ("TCHF 152", "CHF"),
        ("5", None),
        ("5 Konten", None),
    ],
)
def test_the_unit_beside_a_number(text: str, unit: str | None) -> None:
    assert only(text).unit == unit


def test_a_currency_before_the_next_number_is_the_next_numbers() -> None:
    account, amount = find_figures("Konto 1020 CHF 152'400.00")
    assert (account.unit, amount.unit) == (None, "CHF")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1.234", {"1.234", "1234"}),
        ("1,234", {"1234", "1.234"}),
        ("(1,234)", {"1234", "1.234", "-1234", "-1.234"}),
        ("0.123", {"0.123"}),
        ("1,5", {"1.5"}),
    ],
)
def test_what_can_mean_two_numbers_has_two_readings(text: str, values: set[str]) -> None:
    assert {str(reading.value) for reading in only(text).readings} == values


def test_english_settles_what_a_comma_before_a_scale_word_means() -> None:
    (figure,) = find_figures("35,796 billion", language="en")
    assert [reading.value for reading in figure.readings] == [Decimal(35_796_000_000_000)]


@pytest.mark.parametrize(
    "text", ["1'23", "1.2.3", "5abc", "1½", "10³", "1.5e6", "½", "5万", "1_000", "9" * 60, "Saldo152400", "X-152400"]
)
def test_what_cannot_be_read_is_a_figure_without_a_reading(text: str) -> None:
    assert only(text).readings == ()


@pytest.mark.parametrize(
    "text",
    [
        "am 31.12.2025",
        "am 31. 12. 2025",
        "per 31.12.",
        "2025-12-31",
        "2025-12-31T08:00:00Z",
        "12/31/2025",
        "12/2025",
        "31. Dezember 2025",
        "1 Dec 2025",
        "December 31, 2025",
        "on 5 May",
        "Dezember 2025",
        "Q4 2025",
        "Q4",
        "FY2025",
        "GJ 2024/25",
        "im 3. Quartal",
        "the 3rd quarter",
        "um 14:30 Uhr",
        "14 Uhr",
        "im Jahr 2025",
        "Ende 2025",
        "in 2024 und 2025",
        "Geschäftsjahr 2024–2025",
        "1. Erstens\n2. Zweitens",
        "- 1) eins\n- 2) zwei",
        "e1 und r0",
        "kein Betrag",
    ],
)
def test_what_is_no_figure(text: str) -> None:
    assert find_figures(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Der Saldo beträgt 2025", ["2025"]),
        ("Es gibt 2025 Rechnungen", ["2025"]),
        ("von 2000 auf 2100", ["2000", "2100"]),
        ("CHF 2025", ["2025"]),
        ("in 2025 %", ["2025 %"]),
        ("7. Rechnungen", ["7"]),
        ("5.\n", ["5"]),
        ("31.13.2025", ["31.13.2025"]),
        ("a ratio of 1.2. Then", ["1.2"]),
        ("10–20", ["10", "20"]),
        ("1020-1029", ["1020", "1029"]),
        ("im Mai 12 Rechnungen", ["12"]),
        ("500-Franken-Rechnung", ["500"]),
        ("RE-2025-0012", ["RE-2025-0012"]),
        ("rund5 und Total-7", ["5", "7"]),
    ],
)
def test_what_only_looks_like_a_date_a_year_or_a_list(text: str, found: list[str]) -> None:
    assert [figure.text for figure in find_figures(text)] == found


def test_rounding_words_and_claims_are_noticed() -> None:
    assert only("rund 152'000").is_approximate
    assert only("ca. CHF 5").is_approximate
    assert not only("knapp 5").is_approximate
    assert only("Der Saldo beträgt rund CHF 1020").is_asserted
    assert only("Total: 1020").is_asserted
    assert not only("Die Kontonummer ist 1020").is_asserted
    assert not only("auf Konto 1020").is_asserted


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("zwölftausend Franken", ["zwölftausend"]),
        ("fünfundzwanzig Konten", ["fünfundzwanzig"]),
        ("twelve thousand francs", ["twelve thousand"]),
        ("one hundred and five", ["one hundred and five"]),
        ("eine Million", ["Million"]),
        ("Beträge in TCHF", ["TCHF"]),
        ("zwei Konten, drei Zeilen, twelve rows", []),
        ("Achtung, hundertprozentig und einander", []),
    ],
)
def test_numbers_in_words_above_twelve(text: str, words: list[str]) -> None:
    assert [word for _, word in number_words_in(text)] == words


@given(st.text(alphabet="0123456789.,'’ -–%()CHFMioeinundzwanzig\n\u00a0½²", max_size=50))
def test_no_text_breaks_the_search_and_spans_are_in_order(text: str) -> None:
    reached = 0
    for figure in find_figures(text):
        assert reached <= figure.start < figure.end <= len(text)
        assert text[figure.start : figure.end] == figure.text
        reached = figure.end
    number_words_in(text)


def test_a_long_text_is_searched_in_no_time() -> None:
    assert find_figures("1" * 20_000)
    assert number_words_in("ein" * 10_000 + "x") == []
    find_figures("1.1," * 10_000 + "CHF " * 5_000)
