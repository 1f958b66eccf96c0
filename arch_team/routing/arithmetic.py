"""Arithmetic, computed and never generated: a small parser over exact fractions. Nothing is ever evaluated as code.

sum     := product (("+" | "-") product)*        200 + 8.1 %  is  200 + 8.1 % of 200, as on every desk calculator
product := signed (("*" | "/" | "mod" | "of" | "off") signed)*
signed  := ("+" | "-") signed | power
power   := percent ("^" signed)?                 from the right, and before the sign: -2 ^ 2 is -4
percent := ("sqrt" percent | "(" sum ")" | number) "%"?
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Context, Decimal, InvalidOperation, Overflow
from enum import StrEnum
from fractions import Fraction
from math import isqrt

MAX_DEPTH = 30
MAX_EXPONENT = 999
MAX_BITS = 4096
_ROUGH = Context(prec=50, Emax=9999, Emin=-9999)


class Notation(StrEnum):
    """Which sign parts the decimals. The other one, an apostrophe or a space may part the thousands."""

    POINT = "point"
    COMMA = "comma"


class NotACalculation(ValueError):
    """The text does not follow the grammar."""


class Trouble(StrEnum):
    DIVISION_BY_ZERO = "division_by_zero"
    TOO_LARGE = "too_large"
    NOT_REAL = "not_real"


class CannotCompute(ArithmeticError):
    """The expression is well formed and has no value that can be shown."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class Value:
    """A number, how it came about (figures as 1234.50), and whether it is exact: a root may not be."""

    number: Fraction
    written: str
    exact: bool = True
    is_percent: bool = False
    is_single: bool = True

    @property
    def as_factor(self) -> str:
        return self.written if self.is_single else f"({self.written})"


_NUMBER = {
    Notation.POINT: r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?|[1-9]\d{0,2}(?:[' ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+",
    Notation.COMMA: r"[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?|[1-9]\d{0,2}(?:[' ]\d{3})+(?:,\d+)?|\d+(?:,\d+)?",
}
_OPERATIONS = frozenset({"+", "-", "*", "/", "^", "mod", "of", "off"})
_SIGN = r"\*\*|[-+*/^%()]|sqrt|mod|off|of"
_TOKEN = {
    notation: re.compile(rf"\s*(?:(?P<number>(?:{number})(?![\d.,']))|(?P<sign>{_SIGN}))")
    for notation, number in _NUMBER.items()
}


def compute(expression: str, notation: Notation) -> Value:
    """The value of an expression in signs. NotACalculation if it is none, CannotCompute if it has no value."""
    tokens = _tokens(expression, notation)
    if not any(token in _OPERATIONS for token in tokens[1:]) and "sqrt" not in tokens:
        raise NotACalculation("nothing to compute")
    return _Parser(tokens, notation).whole()


def _tokens(expression: str, notation: Notation) -> list[str]:
    tokens: list[str] = []
    place, text = 0, expression.rstrip()
    while place < len(text):
        match = _TOKEN[notation].match(text, place)
        if match is None:
            raise NotACalculation(text[place:])
        tokens.append("^" if match["sign"] == "**" else match["sign"] or match["number"])
        place = match.end()
    return tokens


class _Parser:
    def __init__(self, tokens: list[str], notation: Notation) -> None:
        self._tokens = tokens
        self._notation = notation
        self._at = 0
        self._depth = 0

    def whole(self) -> Value:
        value = self._sum()
        if self._at != len(self._tokens):
            raise NotACalculation(self._tokens[self._at])
        return value

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, *signs: str) -> str:
        sign = self._peek()
        if sign and sign in signs:
            self._at += 1
            return sign
        return ""

    def _sum(self) -> Value:
        left = self._product()
        while sign := self._take("+", "-"):
            right = self._product()
            both_percent = left.is_percent and right.is_percent
            if right.is_percent and not left.is_percent:
                right = _times(right, left)
            number = left.number + right.number if sign == "+" else left.number - right.number
            joined = _joined(left.written, "+" if sign == "+" else "−", right.written, number, left, right)
            left = replace(joined, is_percent=both_percent)
        return left

    def _product(self) -> Value:
        left = self._signed()
        while sign := self._take("*", "/", "mod", "of", "off"):
            right = self._signed()
            if sign in {"/", "mod"} and right.number == 0:
                raise CannotCompute(Trouble.DIVISION_BY_ZERO)
            if sign == "of" and not (left.is_percent or right.is_percent or left.number.denominator > 1):
                raise NotACalculation("of")
            if sign in {"*", "of"}:
                left = _times(left, right)
            elif sign == "off":
                if not left.is_percent:
                    raise NotACalculation("off")
                number = right.number * (1 - left.number)
                left = _joined(right.as_factor, "−", f"{left.written} × {right.as_factor}", number, left, right)
            else:
                number = left.number / right.number if sign == "/" else left.number % right.number
                left = _joined(left.written, "÷" if sign == "/" else "mod", right.written, number, left, right)
        return left

    def _signed(self) -> Value:
        if sign := self._take("+", "-"):
            value = self._nested(self._signed)
            number = -value.number if sign == "-" else value.number
            return Value(number, f"{'−' if sign == '-' else '+'}{value.written}", value.exact, value.is_percent)
        return self._power()

    def _power(self) -> Value:
        base = self._percent()
        if not self._take("^"):
            return base
        exponent = self._nested(self._signed)
        number, exact = _raised(base.number, exponent.number)
        return Value(number, f"{base.written}^{exponent.written}", exact and base.exact and exponent.exact)

    def _percent(self) -> Value:
        value = self._atom()
        if self._take("%"):
            return Value(value.number / 100, f"{value.written} %", value.exact, is_percent=True)
        return value

    def _atom(self) -> Value:
        if self._take("sqrt"):
            inner = self._nested(self._atom)
            number, exact = _raised(inner.number, Fraction(1, 2))
            return Value(number, f"√{inner.written}", exact and inner.exact)
        if self._take("("):
            inner = self._nested(self._sum)
            if not self._take(")"):
                raise NotACalculation("(")
            return Value(inner.number, f"({inner.written})", inner.exact)
        token = self._peek()
        if not token or not (token[0].isdecimal() or token[0] == "."):
            raise NotACalculation(token)
        self._at += 1
        plain = _plain(token, self._notation)
        return Value(Fraction(plain), plain)

    def _nested(self, part: Callable[[], Value]) -> Value:
        """Guards the stack: what is nested without end is no calculation a person wrote."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise NotACalculation("nested too deeply")
        value = part()
        self._depth -= 1
        return value


def _plain(token: str, notation: Notation) -> str:
    """The number as 1234.50, whatever the notation."""
    thousands, decimals = (",", ".") if notation is Notation.POINT else (".", ",")
    return token.replace("'", "").replace(" ", "").replace(thousands, "").replace(decimals, ".")


def _times(left: Value, right: Value) -> Value:
    return _joined(left.written, "×", right.as_factor, left.number * right.number, left, right)


def _joined(first: str, sign: str, second: str, number: Fraction, left: Value, right: Value) -> Value:
    return Value(number, f"{first} {sign} {second}", left.exact and right.exact, is_single=False)


def _raised(base: Fraction, exponent: Fraction) -> tuple[Fraction, bool]:
    if base == 0 and exponent < 0:
        raise CannotCompute(Trouble.DIVISION_BY_ZERO)
    if abs(exponent) > MAX_EXPONENT:
        raise CannotCompute(Trouble.TOO_LARGE)
    if exponent.denominator == 1:
        size = max(base.numerator.bit_length(), base.denominator.bit_length())
        if size * abs(exponent.numerator) > MAX_BITS:
            raise CannotCompute(Trouble.TOO_LARGE)
        return Fraction(base**exponent.numerator), True
    if base < 0:
        raise CannotCompute(Trouble.NOT_REAL)
    if exponent == Fraction(1, 2) and (root := _exact_root(base)) is not None:
        return root, True
    return _rough_power(base, exponent), False


def _exact_root(base: Fraction) -> Fraction | None:
    root = Fraction(isqrt(base.numerator), isqrt(base.denominator))
    return root if root * root == base else None


def _rough_power(base: Fraction, exponent: Fraction) -> Fraction:
    try:
        rough = _ROUGH.power(_decimal(base), _decimal(exponent))
    except (Overflow, InvalidOperation) as error:
        raise CannotCompute(Trouble.TOO_LARGE) from error
    return Fraction(rough)


def _decimal(number: Fraction) -> Decimal:
    return _ROUGH.divide(Decimal(number.numerator), Decimal(number.denominator))
