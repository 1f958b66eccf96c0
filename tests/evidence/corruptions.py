"""Wrong answers made from right ones, the way models get them wrong."""

import random
from collections.abc import Iterator
from decimal import Decimal

from arch_team.evidence.derivations import evaluate
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.references import parse_expression
from arch_team.evidence.verdict import GuardFinding
from arch_team.featuredata.catalog import Catalog
from tests.evidence.tatqa import POWERS, Operand, Question

_NEXT_SCALE = {"": "million", "percent": "million", "thousand": "million", "million": "billion", "billion": "million"}


def written(value: Decimal, scale: str) -> str:
    """A value in English notation: -12.6 million, 45 %."""
    return f"{value:,f}" + (" %" if scale == "percent" else f" {scale}" if scale else "")


def corruptions(
    question: Question, expression: str, operands: list[Operand], ledger: Ledger, dice: random.Random
) -> Iterator[tuple[str, str]]:
    """Kind and text of wrong answers. One that comes out the same as the right one is left out."""
    right, scale = question.answer, question.scale
    yield from _digits(right, scale, dice)
    if right:
        yield "sign", written(-right, scale)
        yield "factor", written(_factor(right, dice), scale)
        yield "scale", written(right, _NEXT_SCALE[scale])
    for kind, rows, columns in (("neighbour cell", (1, -1), (0,)), ("neighbour year", (0,), (1, -1))):
        for operand in operands:
            value = _with_neighbour(expression, operand, rows, columns, ledger)
            if value is None:
                continue
            shown = value.scaleb(-POWERS[scale]).quantize(Decimal("0.01")).normalize()
            if shown != right:
                yield kind, written(shown, scale)
                break


def _digits(right: Decimal, scale: str, dice: random.Random) -> Iterator[tuple[str, str]]:
    text = f"{right:f}"
    places = [i for i in range(len(text) - 1) if text[i].isdigit() and text[i + 1].isdigit() and text[i] != text[i + 1]]
    if places:
        i = dice.choice(places)
        yield "digits swapped", written(Decimal(text[:i] + text[i + 1] + text[i] + text[i + 2 :]), scale)
    i = dice.choice([i for i, c in enumerate(text) if c.isdigit()])
    other = dice.choice([d for d in "0123456789" if d != text[i]])
    yield "digit changed", written(Decimal(text[:i] + other + text[i + 1 :]), scale)


def _factor(right: Decimal, dice: random.Random) -> Decimal:
    """Up to 30 % off, written with as many digits; twice as much where so small a change would not show."""
    for _ in range(20):
        factor = Decimal(dice.randint(70, 130)) / 100
        wrong = (right * factor).quantize(Decimal(1).scaleb(int(right.as_tuple().exponent)))
        if wrong != right:
            return wrong
    return right * 2


def _with_neighbour(
    expression: str, operand: Operand, rows: tuple[int, ...], columns: tuple[int, ...], ledger: Ledger
) -> Decimal | None:
    """The derivation's value with one operand taken from the next row, or from the next column."""
    if not operand.column.startswith("c"):
        return None
    for row in rows:
        for step in columns:
            near = f"{operand.entry}.r{operand.row + row}.c{int(operand.column[1:]) + step}"
            parsed = parse_expression(expression.replace(f"{operand.entry}.r{operand.row}.{operand.column}", near, 1))
            if isinstance(parsed, GuardFinding):
                continue
            result = evaluate(parsed, ledger, Catalog({}))
            if not isinstance(result, GuardFinding) and result.exact is not None:
                return result.exact
    return None
