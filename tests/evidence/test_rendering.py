"""A figure looks as its reader expects, and reads back as the same figure."""

from datetime import date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.evidence.figures import find_figures
from arch_team.evidence.rendering import plain_text, render_number, render_value, told_value, with_unit
from arch_team.featuredata.calls import Scalar
from arch_team.wire import Language


@pytest.mark.parametrize(
    ("number", "german", "english"),
    [
        ("152400.00", "152'400.00", "152,400.00"),
        ("-1200.50", "-1'200.50", "-1,200.50"),
        ("0.00", "0.00", "0.00"),
        ("999", "999", "999"),
        ("1E+6", "1'000'000", "1,000,000"),
        ("0.1844", "0.1844", "0.1844"),
        (
            "12345678901234567890.123456789",
            "12'345'678'901'234'567'890.123456789",
            "12,345,678,901,234,567,890.123456789",
        ),
    ],
)
def test_numbers_have_their_own_digits(number: str, german: str, english: str) -> None:
    assert render_number(Decimal(number), "de") == german
    assert render_number(Decimal(number), "en") == english


@pytest.mark.parametrize(
    ("value", "value_format", "german", "english"),
    [
        (1767139200, "unix_seconds", "31.12.2025", "31 Dec 2025"),
        (1767139200 + 29700, "unix_seconds", "31.12.2025 08:15", "31 Dec 2025 08:15"),
        (10**18, "unix_seconds", "1000000000000000000", "1000000000000000000"),
        (date(2025, 3, 1), None, "01.03.2025", "1 Mar 2025"),
        (datetime(2025, 3, 1, 7, 5, 9), None, "01.03.2025 07:05:09", "1 Mar 2025 07:05:09"),
        (None, None, "–", "–"),
        (True, None, "ja", "yes"),
        (False, None, "nein", "no"),
        (12345, None, "12'345", "12,345"),
        ("Müller & Söhne", None, "Müller & Söhne", "Müller & Söhne"),
    ],
)
def test_every_kind_of_cell(value: Scalar, value_format: str | None, german: str, english: str) -> None:
    assert render_value(value, "de", value_format=value_format) == german
    assert render_value(value, "en", value_format=value_format) == english


def test_years_and_ids_are_not_grouped_and_changes_have_a_sign() -> None:
    assert render_value(2025, "de", is_label=True) == "2025"
    assert render_value(Decimal("12.5"), "de", with_sign=True) == "+12.5"
    assert render_value(Decimal("0.0"), "de", with_sign=True) == "0.0"


@pytest.mark.parametrize(
    ("unit", "shown"), [("CHF", "CHF 5"), ("kg", "5 kg"), ("%", "5 %"), (None, "5"), ("", "5"), ("Stk", "5 Stk")]
)
def test_a_currency_stands_before_and_other_units_after(unit: str | None, shown: str) -> None:
    assert with_unit("5", unit) == shown


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("a {{e1.r0.x}} b", "a {e1.r0.x} b"),
        ("{{{{x}}}}", "{x}"),
        ("[click](https://evil.invalid)", "[click] (https://evil.invalid)"),
        ("two\nlines\r\nand\u2028three", "two lines  and three"),
        ("zero\u200bwidth \u202eright-to-left\x00\x1b[31m", "zerowidth right-to-left[31m"),
        ("<script>x</script> 3 < 4", "‹script>x‹/script> 3 < 4"),
    ],
)
def test_a_text_cell_is_only_text(cell: str, shown: str) -> None:
    assert plain_text(cell) == shown


@given(st.text(max_size=40))
def test_no_text_cell_smuggles_anything_in(text: str) -> None:
    shown = plain_text(text)
    assert not any(mark in shown for mark in ("{{", "}}", "](", "\n", "\r", "\x1b", "\u200b"))


@given(
    st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**15), max_value=10**15, places=2)
    | st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9, places=4)
    | st.integers(-(10**15), 10**15).map(Decimal),
    st.sampled_from(["de", "en"]),
    st.sampled_from(["CHF", "EUR", "%", None]),
)
def test_a_rendered_number_reads_back_as_itself(number: Decimal, language: Language, unit: str | None) -> None:
    text = f"Das sind {with_unit(render_number(number, language), unit)}."
    figures = find_figures(text)
    assert len(figures) == 1
    assert number in [reading.value for reading in figures[0].readings]
    assert figures[0].unit == unit


@pytest.mark.parametrize(
    ("value", "column", "unit", "told"),
    [
        (Decimal("3.583333"), "avg_price", "CHF", Decimal("3.58")),
        (Decimal("1.875"), "avg_price", "CHF", Decimal("1.88")),
        (Decimal("-1.865"), "avg_price", "CHF", Decimal("-1.87")),
        (Decimal("80.1"), "avg_price", "CHF", Decimal("80.1")),
        (Decimal("0.003467"), "avg_price", "CHF", Decimal("0.0035")),  # and not 0.00
        (Decimal(0), "avg_price", "CHF", Decimal(0)),
        (Decimal("3.583333"), "avg_days", None, Decimal("3.583333")),
        (Decimal("3.583333"), "rate", "CHF", Decimal("3.583333")),
        (None, "avg_price", "CHF", None),
    ],
)
def test_the_mean_of_amounts_of_money_is_told_to_the_cent(
    value: Scalar, column: str, unit: str | None, told: Scalar
) -> None:
    assert told_value(value, column, unit) == told
    assert str(told_value(value, column, unit)) == str(told)
