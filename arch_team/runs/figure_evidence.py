"""Where a figure of a kept answer comes from: its cells with the rows they stand in, and how it was computed."""

from decimal import Decimal, InvalidOperation
from typing import Any, cast

from arch_team.errors import UsageError
from arch_team.evidence.derivations import Computed, evaluate
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.references import Derivation, Expression, parse_expression
from arch_team.evidence.verdict import Figure, GuardFinding
from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.provider import Rows
from arch_team.featuredata.tables import Scope
from arch_team.runs.answer import Answer
from arch_team.wire import Wire


class UnknownFigure(UsageError): ...


class FigureCell(Wire):
    """One cell, with the call that read it and the row it stands in."""

    entry: str
    tool: str
    table: str | None
    arguments: dict[str, Any]
    row: str
    row_values: dict[str, Any]
    column: str
    value: Scalar
    unit: str | None = None


class Operand(Wire):
    reference: str
    value: Scalar = None
    unit: str | None = None


class DerivationStep(Wire):
    """`operands` through `function` gives `result`."""

    expression: str
    function: str
    operands: tuple[Operand, ...]
    result: Scalar = None
    unit: str | None = None


class FigureDerivation(Wire):
    expression: str
    steps: tuple[DerivationStep, ...]
    """Inner ones first; the last gives the figure."""


class FigureEvidence(Wire):
    figure: Figure
    cells: tuple[FigureCell, ...]
    derivation: FigureDerivation | None = None
    """None: the figure is a cell as it is."""


def figure_evidence(answer: Answer, number: int) -> FigureEvidence:
    """Figures are counted from 1, in the order of the text."""
    if not 1 <= number <= len(answer.figures):
        raise UnknownFigure("there is no such figure", f"The answer has {len(answer.figures)}, counted from 1.")
    figure = answer.figures[number - 1]
    entries = {str(entry["id"]): entry for entry in answer.evidence}
    cells = tuple(
        FigureCell(
            entry=cell.entry,
            tool=cell.tool,
            table=cell.table,
            arguments=entries.get(cell.entry, {}).get("arguments") or {},
            row=cell.row,
            row_values=_row(entries.get(cell.entry, {}), cell.row),
            column=cell.column,
            value=cell.value,
            unit=cell.unit,
        )
        for cell in figure.evidence
    )
    return FigureEvidence(figure=figure, cells=cells, derivation=_derivation(figure, answer))


def _row(entry: dict[str, Any], row: str) -> dict[str, Any]:
    """Empty for a passage, which has no rows."""
    rows = cast("list[list[Any]]", entry.get("rows") or [])
    place = int(row[1:]) if rows else 0
    return dict(zip(entry.get("columns") or [], rows[place], strict=False)) if place < len(rows) else {}


def _derivation(figure: Figure, answer: Answer) -> FigureDerivation | None:
    read = [parse_expression(reference) for reference in figure.references[:1]]
    if figure.kind != "derivation" or not read or isinstance(read[0], GuardFinding):
        return None
    ledger = _ledger(answer, figure)
    units = {f"{cell.entry}.{cell.row}.{cell.column}": cell.unit for cell in figure.evidence}
    steps: list[DerivationStep] = []

    def add(expression: Expression) -> None:
        arguments = expression.arguments if isinstance(expression, Derivation) else ()
        for argument in arguments:
            if isinstance(argument, Derivation):
                add(argument)
        found = evaluate(expression, ledger, Catalog({}))
        known = found if isinstance(found, Computed) else None
        inner = [_operand(argument, ledger, figure.unit) for argument in arguments if isinstance(argument, Derivation)]
        direct = [
            Operand(
                reference=f"negated({item.cell.ref})" if item.is_negated else str(item.cell.ref),
                value=item.amount if item.is_negated else item.cell.value,
                unit=units.get(str(item.cell.ref)),
            )
            for item in (known.inputs if known and not inner else ())
        ]
        steps.append(
            DerivationStep(
                expression=str(expression),
                function=str(expression.function) if isinstance(expression, Derivation) else "negated",
                operands=tuple(inner or direct),
                result=known.value if known else None,
                unit=known.unit if known else None,
            )
        )

    add(read[0])
    last = steps[-1].model_copy(update={"result": figure.value, "unit": figure.unit})
    return FigureDerivation(expression=str(read[0]), steps=(*steps[:-1], last))


def _operand(argument: Derivation, ledger: Ledger, unit: str | None) -> Operand:
    found = evaluate(argument, ledger, Catalog({}))
    return Operand(reference=str(argument), value=found.value if isinstance(found, Computed) else None, unit=unit)


def _ledger(answer: Answer, figure: Figure) -> Ledger:
    """The ledger as it was, for reading only: the columns of the figure's cells as numbers again."""
    used = {(cell.entry, cell.column) for cell in figure.evidence}
    ledger = Ledger()
    for entry in answer.evidence:
        columns = tuple(str(name) for name in entry.get("columns") or ())
        rows = Rows(
            columns,
            tuple(
                tuple(
                    _number(value) if (entry["id"], column) in used else value
                    for column, value in zip(columns, row, strict=True)
                )
                for row in entry.get("rows") or ()
            ),
            truncated=bool(entry.get("truncated")),
        )
        error = entry.get("error")
        ledger.record(
            call_id=str(entry.get("callId")),
            tool=str(entry.get("tool")),
            arguments=entry.get("arguments") or {},
            table=entry.get("table"),
            scope=Scope(),
            rows=None if error else rows,
            error=error,
        )
    return ledger


def _number(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return Decimal(value)
    except InvalidOperation:
        return value
