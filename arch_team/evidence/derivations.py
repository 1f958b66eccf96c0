"""Derivations, recomputed in Decimal under the ontology's rules.

`percent_change(old, new)` is (new - old) / |old| in percent, so that a loss that shrinks is a rise. `percent(a, b)` and
`ratio(a, b)` are a / b. A result keeps its exact value beside the one shown: ratios are shown to four digits,
percentages to two (one, where that says the same), averages to the digits of their cells, two at least.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal, localcontext

from arch_team.evidence.additivity import objection
from arch_team.evidence.inputs import Input, Selection, select
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.references import Argument, CellArg, ColumnArg, Derivation, Expression, Function
from arch_team.evidence.rendering import told_value
from arch_team.evidence.verdict import GuardCode, GuardFinding, finding
from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.catalog import Catalog

PRECISION = 60
PERCENT = "%"
_CONTEXT = Context(prec=PRECISION, rounding=ROUND_HALF_UP)
_HUNDRED = Decimal(100)


@dataclass(frozen=True, slots=True)
class Computed:
    """What an expression comes to: a cell's value, or a derivation's result with the cells that went into it."""

    expression: Expression
    value: Scalar
    """As it is shown."""
    exact: Decimal | None
    """As it is, where it is a number. None for text and dates."""
    unit: str | None
    inputs: tuple[Input, ...]
    format: str | None = None
    is_change: bool = False
    """A change, shown with its sign."""

    @property
    def is_derived(self) -> bool:
        return isinstance(self.expression, Derivation) or self.expression.is_negated

    @property
    def is_rounded(self) -> bool:
        return self.exact is not None and self.exact != self.value


def evaluate(expression: Expression, ledger: Ledger, catalog: Catalog) -> Computed | GuardFinding:
    """The value of a reference, or why it has none. Never raises."""
    try:
        with localcontext(_CONTEXT):
            if isinstance(expression, CellArg):
                return _cell(expression, ledger, catalog)
            return _derived(expression, ledger, catalog)
    except ArithmeticError:
        message = f"{expression} goes beyond what can be computed."
        return finding(GuardCode.NOT_A_NUMBER, message, "Show the cells themselves.", str(expression))


def _cell(argument: CellArg, ledger: Ledger, catalog: Catalog) -> Computed | GuardFinding:
    selection = select((argument,), ledger, catalog)
    if isinstance(selection, GuardFinding):
        return selection
    item = selection.inputs[0]
    if argument.is_negated and (item.amount is None or item.is_date or item.source.is_label):
        return _no_number(item)
    exact = None if item.is_date else item.amount
    value = told_value(exact if argument.is_negated else item.cell.value, argument.ref.column, item.cell.unit)
    return Computed(argument, value, exact, item.cell.unit, (item,), item.cell.format)


def _derived(expression: Derivation, ledger: Ledger, catalog: Catalog) -> Computed | GuardFinding:
    if expression.function.is_over_rows:
        result = _over_rows(expression, ledger, catalog)
    else:
        result = _of_two(expression, ledger, catalog)
    if isinstance(result, GuardFinding) or not expression.is_negated:
        return result
    if result.exact is None:
        return finding(GuardCode.NOT_A_NUMBER, f"{expression} is no number.", "Leave the sign alone.", str(expression))
    value = -result.value if isinstance(result.value, int | Decimal) else result.value
    return Computed(expression, value, -result.exact, result.unit, result.inputs, None, result.is_change)


def _over_rows(expression: Derivation, ledger: Ledger, catalog: Catalog) -> Computed | GuardFinding:
    function = expression.function
    arguments = tuple(a for a in expression.arguments if not isinstance(a, Derivation))
    selection = select(arguments, ledger, catalog)
    if isinstance(selection, GuardFinding):
        return selection
    problem = _nothing(expression, selection) or objection(function, selection)
    if problem is not None:
        return problem
    inputs = selection.inputs
    if function is Function.COUNT:
        return Computed(expression, len(inputs), Decimal(len(inputs)), None, inputs)
    if function in (Function.MIN, Function.MAX) and all(i.is_date and not i.is_negated for i in inputs):
        return _extreme_date(expression, inputs)
    amounts = [item.amount for item in inputs]
    wrong = next((i for i, a in zip(inputs, amounts, strict=True) if a is None or i.is_date), None)
    if wrong is not None:
        return _no_number(wrong)
    units = {item.cell.unit for item in inputs}
    if len(units) > 1:
        return _mixed(expression, units)
    numbers = [amount for amount in amounts if amount is not None]
    scale = max(_places(number) for number in numbers)
    unit = inputs[0].cell.unit
    if function is Function.AVERAGE:
        exact = sum(numbers, Decimal(0)) / len(numbers)
        return Computed(expression, _shown(exact, max(scale, 2)), exact, unit, inputs)
    exact = {Function.SUM: lambda: sum(numbers, Decimal(0)), Function.MIN: lambda: min(numbers)}.get(
        function, lambda: max(numbers)
    )()
    return Computed(expression, exact, exact, unit, inputs)


def _of_two(expression: Derivation, ledger: Ledger, catalog: Catalog) -> Computed | GuardFinding:
    sides: list[Computed] = []
    for argument in expression.arguments:
        side = _side(argument, ledger, catalog)
        if isinstance(side, GuardFinding):
            return side
        sides.append(side)
    inputs = (*sides[0].inputs, *sides[1].inputs)
    plain = tuple(i for side in sides if not isinstance(side.expression, Derivation) for i in side.inputs)
    if problem := objection(expression.function, Selection(plain, (), is_whole=False)):
        return problem
    first, second = sides[0].exact, sides[1].exact
    if first is None or second is None:
        return _no_number(sides[0].inputs[0] if first is None else sides[1].inputs[0])
    unit = _unit_of_two(expression, sides[0].unit, sides[1].unit)
    if isinstance(unit, GuardFinding):
        return unit
    function = expression.function
    divisor = first if function is Function.PERCENT_CHANGE else second
    if function in (Function.RATIO, Function.PERCENT, Function.PERCENT_CHANGE) and not divisor:
        hint = "Show the two figures and say that there is no percentage."
        return finding(GuardCode.DIVISION_BY_ZERO, f"{expression} divides by zero.", hint, str(expression))
    match function:
        case Function.DIFFERENCE:
            exact = first - second
            places = max(_places(side.value) for side in sides if isinstance(side.value, int | Decimal))
            shown = _shown(exact, places) if any(side.is_rounded for side in sides) else exact
            return Computed(expression, shown, exact, unit, inputs)
        case Function.PRODUCT:
            exact = first * second / (_HUNDRED if PERCENT in (sides[0].unit, sides[1].unit) else 1)
            places = max(_places(first), _places(second)) if unit or _places(exact) > 4 else _places(exact)
            return Computed(expression, _shown(exact, places), exact, unit, inputs)
        case Function.RATIO:
            is_of_percent = sides[1].unit == PERCENT and sides[0].unit != PERCENT
            exact = first / (second / _HUNDRED if is_of_percent else second)
            return Computed(expression, _shown(exact, 4), exact, unit, inputs)
        case _:
            is_change = function is Function.PERCENT_CHANGE
            exact = ((second - first) / abs(first) if is_change else first / second) * _HUNDRED
            return Computed(expression, _percent(exact), exact, PERCENT, inputs, is_change=is_change)


def _side(argument: Argument, ledger: Ledger, catalog: Catalog) -> Computed | GuardFinding:
    """One argument of two: a cell, a derivation, or a column that has one row."""
    if isinstance(argument, CellArg):
        return _cell(argument, ledger, catalog)
    if isinstance(argument, Derivation):
        return _derived(argument, ledger, catalog)
    return _only_row(argument, ledger, catalog)


def _only_row(argument: ColumnArg, ledger: Ledger, catalog: Catalog) -> Computed | GuardFinding:
    selection = select((argument,), ledger, catalog)
    if isinstance(selection, GuardFinding):
        return selection
    entry = selection.entries[0]
    if len(entry.row_ids) != 1 or len(selection.inputs) != 1:
        message = f"{argument} has {len(entry.row_ids)} rows, and one value is needed here."
        hint = f"Name a row, e.g. {entry.id}.r0.{argument.column}, or take sum({argument})."
        return finding(GuardCode.MALFORMED_REFERENCE, message, hint, str(argument))
    return _cell(CellArg(selection.inputs[0].cell.ref, argument.is_negated), ledger, catalog)


def _unit_of_two(expression: Derivation, first: str | None, second: str | None) -> str | GuardFinding | None:
    """Amounts of different units are not compared; a ratio or product with a plain number keeps the unit."""
    function = expression.function
    if function in (Function.DIFFERENCE, Function.PERCENT, Function.PERCENT_CHANGE):
        return first if first == second else _mixed(expression, {first, second})
    if function is Function.RATIO:
        if first == second or first is None:
            return None
        return first if second in (None, PERCENT) else _mixed(expression, {first, second})
    if PERCENT in (first, second):
        return second if first == PERCENT else first
    return first or second if None in (first, second) else _mixed(expression, {first, second})


def _extreme_date(expression: Derivation, inputs: tuple[Input, ...]) -> Computed:
    def moment(item: Input) -> Decimal:
        return item.amount or Decimal(0)

    chosen = min(inputs, key=moment) if expression.function is Function.MIN else max(inputs, key=moment)
    return Computed(expression, chosen.cell.value, None, None, inputs, chosen.cell.format)


def _nothing(expression: Derivation, selection: Selection) -> GuardFinding | None:
    if selection.inputs:
        return None
    where = ", ".join(e.id for e in selection.entries)
    message = f"{expression}: {where} holds no value. Nothing found is not a figure, and not zero."
    return finding(GuardCode.EMPTY_RESULT, message, "Say that nothing was found, or ask again.", str(expression))


def _no_number(item: Input) -> GuardFinding:
    what = "empty" if item.cell.value is None else "no amount"
    hint = "Use a column of amounts, or show the cell as it is."
    return finding(GuardCode.NOT_A_NUMBER, f"{item.cell.ref} is {what}.", hint, str(item.cell.ref))


def _mixed(expression: Derivation, units: set[str | None]) -> GuardFinding:
    names = ", ".join(sorted(unit or "no unit" for unit in units))
    hint = "Give one figure per unit."
    return finding(GuardCode.MIXED_UNITS, f"{expression.function} over {names}.", hint, str(expression))


def _places(number: Decimal | int) -> int:
    exponent = Decimal(number).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _shown(number: Decimal, places: int) -> Decimal:
    """Rounded for display; a number too long for that is left alone."""
    if number.adjusted() + places >= PRECISION:
        return number
    return number.quantize(Decimal(1).scaleb(-places))


def _percent(number: Decimal) -> Decimal:
    two, one = _shown(number, 2), _shown(number, 1)
    return one if one == two else two
