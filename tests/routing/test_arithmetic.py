"""Arithmetic is computed, exactly, and never evaluated as code."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.routing.arithmetic import MAX_DEPTH, CannotCompute, NotACalculation, Notation, Trouble, compute
from arch_team.routing.calculation import readings_of, written


@dataclass(frozen=True)
class Sum:
    """An expression as text, and its value by Python's own exact numbers. None: it divides by zero."""

    text: str
    value: Fraction | None


def _leaf(number: Decimal) -> Sum:
    return Sum(f"{number:f}", Fraction(number))


def _joined(parts: tuple[Sum, str, Sum]) -> Sum:
    left, sign, right = parts
    text = f"({left.text} {sign} {right.text})"
    if left.value is None or right.value is None or (sign == "/" and right.value == 0):
        return Sum(text, None)
    match sign:
        case "+":
            return Sum(text, left.value + right.value)
        case "-":
            return Sum(text, left.value - right.value)
        case "*":
            return Sum(text, left.value * right.value)
        case _:
            return Sum(text, left.value / right.value)


def _negated(inner: Sum) -> Sum:
    return Sum(
        f"-{inner.text}" if inner.text.startswith("(") else f"-({inner.text})",
        None if inner.value is None else -inner.value,
    )


numbers = st.decimals(min_value=0, max_value=10**9, places=3, allow_nan=False).map(_leaf)
expressions = st.recursive(
    numbers,
    lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(_joined) | inner.map(_negated),
    max_leaves=12,
)
pairs = st.tuples(expressions, st.sampled_from("+-*/"), expressions).map(_joined)


@given(pairs)
def test_any_expression_equals_python_s_exact_result(expression: Sum) -> None:
    if expression.value is None:
        with pytest.raises(CannotCompute) as raised:
            compute(expression.text, Notation.POINT)
        assert raised.value.trouble is Trouble.DIVISION_BY_ZERO
    else:
        result = compute(expression.text, Notation.POINT)
        assert (result.number, result.exact) == (expression.value, True)


@given(pairs)
def test_german_notation_gives_the_same(expression: Sum) -> None:
    if expression.value is not None:
        assert compute(expression.text.replace(".", ","), Notation.COMMA).number == expression.value


@given(st.lists(st.integers(0, 999), min_size=2, max_size=8), st.data())
def test_without_parentheses_the_usual_precedence_holds(operands: list[int], data: st.DataObject) -> None:
    signs = data.draw(st.lists(st.sampled_from("+-*"), min_size=len(operands) - 1, max_size=len(operands) - 1))
    text = str(operands[0]) + "".join(f"{sign}{number}" for sign, number in zip(signs, operands[1:], strict=True))
    total, product = 0, operands[0]
    for sign, number in zip(signs, operands[1:], strict=True):
        if sign == "*":
            product *= number
        else:
            total, product = total + product, number if sign == "+" else -number
    assert compute(text, Notation.POINT).number == total + product


@given(st.decimals(min_value=Decimal("0.01"), max_value=10**9, places=2))
def test_every_way_to_write_a_number_is_the_same_number(number: Decimal) -> None:
    plain = compute(f"{number:f} + 1", Notation.POINT).number
    grouped = f"{number:,f}"
    assert compute(f"{grouped} + 1", Notation.POINT).number == plain
    assert compute(f"{grouped.replace(',', chr(39))} + 1", Notation.POINT).number == plain
    german = grouped.translate(str.maketrans(",.", ".,"))
    assert compute(f"{german} + 1", Notation.COMMA).number == plain


@given(st.text(alphabet="0123456789+-*/^%()., x:'", max_size=40))
def test_no_text_breaks_the_parser(text: str) -> None:
    for notation in Notation:
        try:
            compute(text, notation)
        except (NotACalculation, CannotCompute):
            continue


@given(st.integers(-50, 50), st.integers(-8, 8))
def test_whole_powers_are_exact(base: int, exponent: int) -> None:
    if base == 0 and exponent < 0:
        with pytest.raises(CannotCompute):
            compute(f"({base})^({exponent})", Notation.POINT)
    else:
        assert compute(f"({base})^({exponent})", Notation.POINT).number == Fraction(base) ** exponent


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1 + 2 + 3", "1 + 2 + 3 = 6"),
        ("1+2+3=?", "1 + 2 + 3 = 6"),
        ("15% von 200", "15 % × 200 = 30"),
        ("Was sind 15 Prozent von 200?", "15 % × 200 = 30"),
        ("what is 12 times 7", "12 × 7 = 84"),
        ("Wie viel ist 12 mal 7?", "12 × 7 = 84"),
        ("12乘以7等于多少？", "12 × 7 = 84"),
        ("计算 1+2+3", "1 + 2 + 3 = 6"),
        ("200的15%", "200 × 15 % = 30"),
        ("can you tell me what 30% off 235 is, please", "235 − 30 % × 235 = 164.5"),
        ("200 + 8.1%", "200 + 8.1 % × 200 = 216.2"),
        ("10% + 5% + 3%", "10 % + 5 % + 3 % = 0.18"),
        ("(3+4)*2", "(3 + 4) × 2 = 14"),
        ("-2^2", "−2^2 = −4"),
        ("2^3^2", "2^3^2 = 512"),
        ("2**10", "2^10 = 1'024"),
        ("2 hoch 10", "2^10 = 1'024"),
        ("1/3", "1 ÷ 3 ≈ 0.333333333333"),
        ("1/2 divided by 3/4", "(1 ÷ 2) ÷ (3 ÷ 4) ≈ 0.666666666667"),
        ("0,1 + 0,2", "0,1 + 0,2 = 0,3"),
        ("1.234,50 + 1", "1'234,50 + 1 = 1'235,5"),
        ("1'234.50 + 1", "1'234.50 + 1 = 1'235.5"),
        ("square root of 144", "√144 = 12"),
        ("2^0.5", "2^0.5 ≈ 1.41421356237"),
        ("100 mod 7", "100 mod 7 = 2"),
        ("10 : 4", "10 ÷ 4 = 2.5"),
        ("１＋２", "1 + 2 = 3"),
        ("2^150", "2^150 ≈ 1.42724769271 × 10^45"),
        ("subtract 85 from 997", "997 − 85 = 912"),
    ],
)
def test_a_calculation_is_shown_with_its_result(text: str, shown: str) -> None:
    (reading,) = readings_of(text)
    assert written(reading, "de") == shown


def test_a_number_that_can_be_read_in_two_ways_is_read_in_both() -> None:
    readings = readings_of("1.234 * 2")
    assert [written(reading, "de", one_of_two=True) for reading in readings] == [
        "1,234 × 2 = 2,468",
        "1'234 × 2 = 2'468",
    ]
    (english,) = readings_of("what is 1,234 * 2", point_only=True)
    assert written(english, "en") == "1,234 × 2 = 2,468"


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("1/0", Trouble.DIVISION_BY_ZERO),
        ("5 mod 0", Trouble.DIVISION_BY_ZERO),
        ("0^-1", Trouble.DIVISION_BY_ZERO),
        ("9^9^9", Trouble.TOO_LARGE),
        ("9^999999999", Trouble.TOO_LARGE),
        ("10^999 * 10^999 ^ 999", Trouble.TOO_LARGE),
        ("(-2)^0.5", Trouble.NOT_REAL),
    ],
)
def test_what_has_no_value_says_why(text: str, trouble: Trouble) -> None:
    assert [reading.trouble for reading in readings_of(text)] == [trouble]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5",
        "-5",
        "50%",
        "what is",
        "1020",
        "10:30",
        "2x + 3",
        "1e5 + 1",
        "5 % 3",
        "3 of 4",
        "2(3)",
        "1 +",
        "* 2",
        "(1 + 2",
        "one hundred plus 5",
        "计算 用户数",
        "计算斐波那契数列的第100项",
        "what is 2 + our balance",
        "2 + 2 and the balance",
        "__import__('os')",
        "1 if 1 else 2",
        "0x10 + 1",
        "1_000 + 1",
        "1,5 + 2.5",
        "1,23,456 + 1",
        "12:30 + 1",
        "1.2.3 + 4",
        "(" * (MAX_DEPTH + 1) + "1+1" + ")" * (MAX_DEPTH + 1),
    ],
)
def test_what_is_no_calculation_is_left_alone(text: str) -> None:
    assert readings_of(text) == ()
