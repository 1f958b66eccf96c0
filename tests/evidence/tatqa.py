"""TAT-QA as drafts: a table becomes a ledger entry, a gold derivation becomes a declared one.

The translation is mechanical: numbers of the derivation are looked up as cells, operators become functions of the
closed set. What cannot be said in it has no expression, and counts as not accepted.
"""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from arch_team.evidence.figures import TypedFigure, find_figures
from arch_team.evidence.inputs import cell_at
from arch_team.evidence.ledger import Ledger
from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.provider import Rows
from arch_team.featuredata.tables import Scope

POWERS = {"": 0, "percent": 0, "thousand": 3, "million": 6, "billion": 9}
_DIGITS = r"(?P<number>\d[\d,]*(?:\.\d+)?|\.\d+)"
_CELL = re.compile(rf"\(?\s*(?:US)?[$£€]?\s*(?P<minus>[(\-−]?)\s*{_DIGITS}\s*\)?\s*(?P<percent>%?)\s*\)?")
_NUMBER = re.compile(
    rf"(?P<bracket>(?<=[-+*/(\s])\((?=[\d.,]+\)))?{_DIGITS}\s*(?P<percent>%)?\s*(?P<scale>thousand|million|billion)?"
    r"(?(bracket)\))"
)


@dataclass(frozen=True, slots=True)
class Question:
    uid: str
    text: str
    answer: Decimal
    scale: str
    derivation: str
    table: tuple[tuple[str, ...], ...]
    paragraphs: tuple[str, ...]


def arithmetic_questions(folder: Path) -> list[Question]:
    data: list[dict[str, Any]] = json.loads((folder / "tatqa" / "tatqa_dataset_dev.json").read_text(encoding="utf-8"))
    return [
        Question(
            uid=q["uid"],
            text=q["question"],
            answer=Decimal(str(q["answer"])),
            scale=q["scale"],
            derivation=q["derivation"],
            table=tuple(tuple(row) for row in item["table"]["table"]),
            paragraphs=tuple(p["text"] for p in item["paragraphs"]),
        )
        for item in data
        for q in item["questions"]
        if q["answer_type"] == "arithmetic"
    ]


def cell_value(text: str, power: int) -> tuple[Scalar, str | None]:
    """A table cell as a number with its unit, or as the text it is. A lone dash is how accountants write nothing."""
    text = text.strip()
    if text in ("-", "–", "—", "$-", "$—", "$ —", "$–"):
        return Decimal(0), None
    match = _CELL.fullmatch(text)
    if match is None:
        return text or None, None
    number = Decimal(match["number"].replace(",", ""))
    negative = bool(match["minus"]) or text.startswith("(")
    unit = "%" if match["percent"] else None
    return (-number if negative else number).scaleb(0 if unit else power), unit


def ledger_of(question: Question) -> Ledger:
    """The table as the first entry, the numbers of the text as the second."""
    power = POWERS[question.scale]
    width = max(len(row) for row in question.table)
    columns = ["label", *(name for i in range(1, width) for name in (f"c{i}", f"u{i}"))]
    rows: list[tuple[Scalar, ...]] = []
    for row in question.table:
        cells = [cell_value(text, power) for text in (*row[1:], *[""] * (width - len(row)))]
        rows.append((row[0] or None, *(part for cell in cells for part in cell)))
    ledger = Ledger()
    units = {f"c{i}": f"u{i}" for i in range(1, width)}
    _record(ledger, Rows(tuple(columns), tuple(rows), False, units))
    numbers: list[tuple[Scalar, ...]] = []
    for paragraph in question.paragraphs:
        for figure in _figures_of(paragraph):
            for reading in figure.readings[:1]:
                is_percent = figure.unit == "%"
                numbers.append((reading.value, "%" if is_percent else None))
                if not reading.is_scaled and not is_percent and power:
                    numbers.append((reading.value.scaleb(power), None))
    _record(ledger, Rows(("value", "unit"), tuple(numbers), False, {"value": "unit"}))
    return ledger


@cache
def _figures_of(paragraph: str) -> tuple[TypedFigure, ...]:
    return tuple(find_figures(paragraph))


def _record(ledger: Ledger, rows: Rows) -> None:
    ledger.record(call_id="c", tool="queryTable", arguments={}, table=None, scope=Scope(), rows=rows)


@dataclass(frozen=True, slots=True)
class Operand:
    """A cell of the ledger, as a derivation uses it."""

    entry: str
    row: int
    column: str
    value: Decimal
    is_negated: bool = False

    def __str__(self) -> str:
        ref = f"{self.entry}.r{self.row}.{self.column}"
        return f"negated({ref})" if self.is_negated else ref


class Untranslatable(Exception): ...


class Translation:
    """One gold derivation in the closed set."""

    def __init__(self, question: Question, ledger: Ledger) -> None:
        self.question = question
        self.cells = list(_cells(ledger))
        self.operands: list[Operand] = []
        numbers: list[re.Match[str]] = []

        def named(match: re.Match[str]) -> str:
            numbers.append(match)
            return f" n{len(numbers) - 1} "

        text = re.sub(r"[$£€]", "", question.derivation).replace("[", "(").replace("]", ")").replace("−", "-")
        text = _NUMBER.sub(named, text)
        try:
            self.tree = ast.parse(text.strip(), mode="eval").body
        except SyntaxError as error:
            raise Untranslatable(text) from error
        self.numbers = numbers

    def expression(self) -> str:
        return self._expression(self.tree)

    def _expression(self, node: ast.expr) -> str:
        if self._leaf(node) is not None:
            return str(self._cell(node))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return f"negated({self._expression(node.operand)})"
        if isinstance(node, ast.BinOp):
            if isinstance(node.op, ast.Add | ast.Sub):
                return self._sum(node)
            if isinstance(node.op, ast.Div):
                return self._quotient(node)
            if isinstance(node.op, ast.Mult):
                return f"product({self._expression(node.left)}, {self._expression(node.right)})"
        raise Untranslatable(ast.dump(node))

    def _sum(self, node: ast.BinOp) -> str:
        left, right = node.left, node.right
        is_less_one = isinstance(node.op, ast.Sub) and self._constant(right) == 1 and self.question.scale == "percent"
        if is_less_one and isinstance(left, ast.BinOp) and isinstance(left.op, ast.Div):
            return self._change(left.left, left.right)
        terms = list(_terms(node))
        if len(terms) == 2 and terms[1][1]:
            return f"difference({self._expression(terms[0][0])}, {self._expression(terms[1][0])})"
        return f"sum({self._list(terms)})"

    def _quotient(self, node: ast.BinOp) -> str:
        terms = list(_terms(node.left))
        if len(terms) > 1 and self._count(node.right) == len(terms):
            return f"average({self._list(terms)})"
        if isinstance(node.left, ast.UnaryOp) and self._constant(node.right) is not None:
            inner = ast.BinOp(node.left.operand, ast.Div(), node.right)
            return f"negated({self._quotient(inner)})"
        if self._constant(node.right) == 1:
            return self._expression(node.left)
        is_percent = self.question.scale == "percent"
        if is_percent and len(terms) == 2 and terms[1][1] and self._value(terms[1][0]) == self._value(node.right):
            return self._change(terms[0][0], node.right)
        name = "percent" if is_percent else "ratio"
        return f"{name}({self._expression(node.left)}, {self._expression(node.right)})"

    def _change(self, new: ast.expr, old: ast.expr) -> str:
        """Relative to the old value itself, as the gold answers have it; to its size where that is the same."""
        after, before = self._expression(new), self._expression(old)
        value = self._value(old)
        if value is not None and value < 0:
            return f"percent(difference({after}, {before}), {before})"
        return f"percent_change({before}, {after})"

    def _list(self, terms: list[tuple[ast.expr, bool]]) -> str:
        parts = [self._expression(node) for node, _ in terms]
        return ", ".join(f"-{part}" if minus else part for part, (_, minus) in zip(parts, terms, strict=True))

    def _leaf(self, node: ast.expr) -> tuple[re.Match[str], bool] | None:
        if isinstance(node, ast.Name):
            return self.numbers[int(node.id[1:])], False
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Name):
            return self.numbers[int(node.operand.id[1:])], True
        return None

    def _constant(self, node: ast.expr) -> Decimal | None:
        leaf = self._leaf(node)
        return Decimal(leaf[0]["number"].replace(",", "")) if leaf and not leaf[1] and not leaf[0]["percent"] else None

    def _count(self, node: ast.expr) -> Decimal | None:
        """A number of years may be written as 2019-2017+1."""
        terms = [(self._constant(part), minus) for part, minus in _terms(node)]
        numbers = [-number if minus else number for number, minus in terms if number is not None]
        return sum(numbers, Decimal(0)) if len(numbers) == len(terms) else None

    def _value(self, node: ast.expr) -> Decimal | None:
        leaf = self._leaf(node)
        if leaf is None:
            return None
        number = Decimal(leaf[0]["number"].replace(",", ""))
        return -number if leaf[1] else number

    def _cell(self, node: ast.expr) -> Operand:
        """The cell with the number of a leaf; failing that, with its opposite, negated."""
        leaf = self._leaf(node)
        value = self._value(node)
        if leaf is None or value is None:
            raise Untranslatable("no leaf")
        is_percent, scale = bool(leaf[0]["percent"]), leaf[0]["scale"]
        full = value.scaleb(POWERS[scale] if scale else 0 if is_percent else POWERS[self.question.scale])
        in_brackets = bool(leaf[0]["bracket"])  # (71) is how the table writes -71
        for wanted, is_negated in ((full, False), (-full, not in_brackets)):
            alike = [c for c, unit in self.cells if c.value == wanted and (unit == "%") == is_percent]
            alike = alike or [c for c, _ in self.cells if c.value == wanted]  # percent signs are often left out
            if alike:
                fresh = [cell for cell in alike if cell not in self.operands]
                cell = (fresh or alike)[0]
                self.operands.append(cell)
                return replace(cell, is_negated=is_negated)
        raise Untranslatable(leaf[0][0])


def _cells(ledger: Ledger) -> Iterator[tuple[Operand, str | None]]:
    for entry in ledger:
        for row in range(len(entry.row_ids)):
            for column in entry.rows.columns if entry.rows else ():
                cell = cell_at(entry, row, column)
                if cell is not None and isinstance(cell.value, Decimal):
                    yield Operand(entry.id, row, column, cell.value), cell.unit


def _terms(node: ast.expr, minus: bool = False) -> Iterator[tuple[ast.expr, bool]]:
    """The terms of a sum, each with whether it is subtracted."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield from _terms(node.left, minus)
        yield from _terms(node.right, minus != isinstance(node.op, ast.Sub))
    else:
        yield node, minus
