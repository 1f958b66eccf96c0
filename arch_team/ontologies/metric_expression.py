"""What a metric or one side of an identity is computed of, as people write it: `orders.amount / count(orders)`.

`table.field` is the field's total, `count(table)` the number of rows; they are joined by + - * / and brackets, and a
number stands for itself. Names that are no plain words are put in quotes: `"order lines"."net price"`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Sign = Literal["+", "-", "*", "/"]
_TOKEN = re.compile(r'\s*(?:(?P<name>"[^"]+"|[^\W\d]\w*)|(?P<number>\d+(?:\.\d+)?)|(?P<sign>[-+*/().]))')
_COUNT = "count"


class ExpressionFault(ValueError):
    """An expression that is none. The text says where it goes wrong."""


@dataclass(frozen=True, slots=True)
class Total:
    """The total of a field over the rows that are asked about."""

    table: str
    field: str


@dataclass(frozen=True, slots=True)
class RowCount:
    """How many rows are asked about."""

    table: str


@dataclass(frozen=True, slots=True)
class Number:
    value: Decimal


@dataclass(frozen=True, slots=True)
class Operation:
    sign: Sign
    left: "Part"
    right: "Part"


Part = Total | RowCount | Number | Operation


def parsed(expression: str) -> Part:
    """The parts of an expression. Raises ExpressionFault where it is none."""
    return _Parser(expression).whole()


def leaves(part: Part) -> Iterator[Total | RowCount | Number]:
    """The totals, counts and numbers of an expression, from left to right."""
    if isinstance(part, Operation):
        yield from leaves(part.left)
        yield from leaves(part.right)
    else:
        yield part


class _Parser:
    def __init__(self, expression: str) -> None:
        self._tokens = list(_tokens(expression))
        self._at = 0

    def whole(self) -> Part:
        part = self._sum()
        if self._at < len(self._tokens):
            raise ExpressionFault(f"{self._tokens[self._at]!r} stands where it cannot be read")
        return part

    def _sum(self) -> Part:
        part = self._product()
        while (sign := self._next("+", "-")) is not None:
            part = Operation("+" if sign == "+" else "-", part, self._product())
        return part

    def _product(self) -> Part:
        part = self._one()
        while (sign := self._next("*", "/")) is not None:
            part = Operation("*" if sign == "*" else "/", part, self._one())
        return part

    def _one(self) -> Part:
        if self._next("("):
            part = self._sum()
            self._must(")")
            return part
        token = self._tokens[self._at] if self._at < len(self._tokens) else ""
        if token[:1].isdigit():
            self._at += 1
            return Number(Decimal(token))
        name = self._name()
        if name == _COUNT and self._next("("):
            table = self._name()
            self._must(")")
            return RowCount(table)
        self._must(".")
        return Total(name, self._name())

    def _name(self) -> str:
        token = self._tokens[self._at] if self._at < len(self._tokens) else ""
        if not (token[:1].isalpha() or token[:1] in ('"', "_")):
            raise ExpressionFault(f"a table or field is missing before {token!r}" if token else "it ends too early")
        self._at += 1
        return token.strip('"')

    def _must(self, sign: str) -> None:
        if self._next(sign) is None:
            before = self._tokens[self._at - 1] if self._at else "its beginning"
            raise ExpressionFault(f"{sign!r} is missing behind {before!r}: write table.field or count(table)")

    def _next(self, *signs: str) -> str | None:
        if self._at < len(self._tokens) and self._tokens[self._at] in signs:
            self._at += 1
            return self._tokens[self._at - 1]
        return None


def _tokens(expression: str) -> Iterator[str]:
    at, text = 0, expression.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise ExpressionFault(f"{text[at:].strip()[:20]!r} cannot be read")
        yield match.group().strip()
        at = match.end()
