"""A calculation in words or signs, and its result written for a person.

A figure such as 1.234 is read both ways where nothing settles it, and both results are given: a wrong guess would be a
wrong figure.
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any, cast

from arch_team.routing.arithmetic import CannotCompute, NotACalculation, Notation, Trouble, Value, compute
from arch_team.routing.patterns import one_line, packaged
from arch_team.text.folding import spelled_out
from arch_team.text.phrases import Phrases

MAX_LENGTH = 200
"""A longer text is not read as a calculation."""
SHOWN_DIGITS = 12
"""Significant digits of a result that does not end."""
EXACT_DIGITS = 40
"""A result with more digits than these is rounded too, and says so."""
_N = r"(?:\d[\d.,']*|\([^()]*\))"
_PLAIN_FIGURE = re.compile(r"\d*\.?\d+")
_SYMBOLS = str.maketrans("×·∙⋅÷−–—", "***/----")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a calculation: its value, or why it has none."""

    notation: Notation
    value: Value | None
    trouble: Trouble | None = None

    @property
    def decimal(self) -> Decimal | None:
        """The exact value where it ends, else rounded to the digits shown."""
        return None if self.value is None else _ending(self.value.number) or _rounded(self.value.number)

    @property
    def is_exact(self) -> bool:
        return self.value is not None and self.value.exact and _ending(self.value.number) is not None


def readings_of(text: str, *, point_only: bool = False) -> tuple[Reading, ...]:
    """How the whole text can be read as a calculation: not at all, in one way, or in two that differ.

    `point_only`: the writer's language is known to part decimals with a point.
    """
    plain = spelled_out(text) if len(text) <= MAX_LENGTH else ""
    expression = _in_signs(plain) if len(plain) <= MAX_LENGTH else None
    if expression is None:
        return ()
    found = [reading for notation in Notation if (reading := _read(expression, notation))]
    if len(found) == 2 and (point_only or _same(found[0], found[1])):
        return (found[0],)
    return tuple(found)


def _read(expression: str, notation: Notation) -> Reading | None:
    try:
        return Reading(notation, compute(expression, notation))
    except NotACalculation:
        return None
    except CannotCompute as error:
        return Reading(notation, None, error.trouble)


def _same(one: Reading, other: Reading) -> bool:
    if one.value is None or other.value is None:
        return one.trouble == other.trouble
    return one.value.number == other.value.number


@lru_cache(maxsize=1)
def grammar() -> tuple[Phrases, re.Pattern[str], Phrases, tuple[tuple[Phrases, str], ...]]:
    loaded = cast("dict[str, Any]", packaged("arithmetic"))
    opening = "|".join(_bounded(one_line(piece)) for piece in loaded["openings"])
    closing = "|".join(loaded["closings"])
    numbers = loaded["number_words"]
    rules = [
        (_bounded(rf"(?:{re.escape(word)})"), str(numbers[word])) for word in sorted(numbers, key=len, reverse=True)
    ]
    rules += [(_bounded(pattern.replace("<n>", _N)), sign) for pattern, sign in loaded["rewrites"]]
    return (
        Phrases(rf"(?:(?:{opening})\s*)+"),
        re.compile(rf"(?:[\s,.!?]|(?<![a-z])(?:{closing}))+$"),
        Phrases(_bounded(loaded["grouping_words"])),
        tuple((Phrases(pattern), sign) for pattern, sign in rules),
    )


def _bounded(pattern: str) -> str:
    return rf"(?<![a-z])(?:{pattern})(?![a-z])"


def _in_signs(text: str) -> str | None:
    """The text as an expression of numbers and signs, or None if anything else stands in it."""
    opening, closing, grouping, rewrites = grammar()
    text = text.translate(_SYMBOLS)
    if match := opening.match(text):
        text = text[match.end() :]
    text = closing.sub("", text)
    if grouping.search(text):
        text = re.sub(r"(?<!\S)\d+/\d+(?!\S)", r"(\g<0>)", text)
    for pattern, sign in rewrites:
        text = pattern.sub(f" {sign} ", text)
    text = re.sub(r"(?<=[\d)%])(?<!\b0)\s*x\s*(?=[\d(])", " * ", text)
    text = re.sub(r"(?<=\d) : (?=\d)", " / ", text)
    return text.strip(" ,:") or None


def _ending(number: Fraction) -> Decimal | None:
    """The number as a decimal if it ends within reason."""
    rest, places = number.denominator, 0
    for prime in (2, 5):
        count = 0
        while rest % prime == 0:
            rest, count = rest // prime, count + 1
        places = max(places, count)
    if rest != 1 or places > EXACT_DIGITS or abs(number) >= 10**EXACT_DIGITS:
        return None
    return Decimal((number * 10**places).numerator).scaleb(-places, Context(prec=4 * EXACT_DIGITS))


def _rounded(number: Fraction) -> Decimal:
    context = Context(prec=SHOWN_DIGITS, rounding=ROUND_HALF_EVEN, Emax=999999, Emin=-999999)
    return context.divide(Decimal(number.numerator), Decimal(number.denominator))


def written(reading: Reading, language: str, *, one_of_two: bool = False) -> str:
    """`1'234 × 2 = 2'468`. Where there are two readings, German decimals take a comma, so that both are plain."""
    value, decimal = reading.value, reading.decimal
    if value is None or decimal is None:
        raise ValueError("a reading without a value cannot be written")
    comma = language == "de" and (one_of_two or reading.notation is Notation.COMMA)
    signs = ("'" if language == "de" else ",", "," if comma else ".")
    sum_up = f"{value.written} {'=' if reading.is_exact else '≈'} {_figure(decimal)}"
    return _PLAIN_FIGURE.sub(lambda match: _localised(match[0], *signs), sum_up)


def _figure(number: Decimal) -> str:
    if number and not Decimal(10) ** -EXACT_DIGITS <= abs(number) < 10**EXACT_DIGITS:
        mantissa, _, exponent = f"{number:.{SHOWN_DIGITS - 1}e}".partition("e")
        return f"{_trimmed(mantissa)} × 10^{int(exponent)}".replace("-", "−")
    return _trimmed(f"{number:f}").replace("-", "−")


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _localised(figure: str, thousands: str, point: str) -> str:
    whole, dot, decimals = figure.partition(".")
    return f"{int(whole or 0):,}".replace(",", thousands) + (point + decimals if dot else "")
