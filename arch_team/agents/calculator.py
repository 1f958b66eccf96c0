"""The tool `calculate`: exact arithmetic on figures that are known, its result a cell of the run's evidence.

A number of nobody's would make a result of nobody's: what goes in stands in the question, in a passage that was found
or in an earlier result. Figures of the tables are computed in the draft itself, where the ontology's rules hold.
"""

import json
import time
from collections.abc import Callable, Iterable
from decimal import Decimal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arch_team.evidence.figures import find_figures
from arch_team.evidence.ledger import Ledger
from arch_team.featuredata.provider import Rows
from arch_team.featuredata.tables import Scope
from arch_team.routing.calculation import MAX_LENGTH, readings_of
from arch_team.runs.trace import ToolCallLog
from arch_team.telemetry.signals import tool_call
from arch_team.tools.arguments import sayable_arguments
from arch_team.tools.tool import Schema, Tool, schema_by

TOOL = "calculate"
RESULT = "result"
INVALID_ARGUMENT = "INVALID_ARGUMENT"
TURNS_INTO = frozenset({Decimal(1), Decimal(12), Decimal(100)})
"""Numbers that only turn one figure into another: a whole, the months of a year, per cent."""
_TEXT = "The exact result of a calculation, e.g. 1250 * 8.1 / 100. Decimals have a point."


class CalculateArguments(BaseModel):
    model_config = ConfigDict(extra="ignore")

    expression: str = Field(min_length=1, max_length=MAX_LENGTH, description="Numbers and + - * / ^ % ( ).")


class Calculator:
    """The calculations of one run. `known` gives the texts whose figures may go in."""

    def __init__(self, ledger: Ledger, log: list[ToolCallLog], known: Callable[[], Iterable[str]]) -> None:
        self._ledger, self._log, self._known = ledger, log, known
        self.round = 1

    def call(self, given: object) -> dict[str, object]:
        """The result as a model reads it, or what is wrong and what to do. Never raises."""
        started = time.perf_counter()
        problem, value, expression = None, None, ""
        try:
            expression = CalculateArguments.model_validate(given).expression
            value = self._value(expression)
        except (ValidationError, ValueError) as error:
            problem = "expression: give one calculation as text" if isinstance(error, ValidationError) else str(error)
        call_id = f"c{len(self._log) + 1}"
        arguments = sayable_arguments(given)
        rows = None if value is None else Rows((RESULT,), ((value,),), truncated=False)
        error_text = None if problem is None else f"{INVALID_ARGUMENT}: {problem}"
        entry = self._ledger.record(
            call_id=call_id, tool=TOOL, arguments=arguments, table=None, scope=Scope(), rows=rows, error=error_text
        )
        self._log.append(
            ToolCallLog(
                call_id=call_id,
                round=self.round,
                tool=TOOL,
                arguments=arguments,
                success=problem is None,
                validation_failure_code=None if problem is None else INVALID_ARGUMENT,
                error=error_text,
                evidence=entry.id,
                duration_ms=round((time.perf_counter() - started) * 1000, 3),
            )
        )
        if value is None:
            details = {"code": INVALID_ARGUMENT, "field": "expression", "hint": problem}
            return {"success": False, "error": error_text, "errorDetails": details}
        shown = {"result": str(value), "cell": f"{entry.id}.r0.{RESULT}"}
        return {"success": True, "data": shown, "evidence": {"id": entry.id}}

    def _value(self, expression: str) -> Decimal:
        readings = readings_of(expression, point_only=True)
        if len(readings) != 1 or readings[0].decimal is None:
            raise ValueError("that is no calculation with one result; write numbers and signs only")
        allowed = {reading.value for text in self._texts() for f in find_figures(text) for reading in f.readings}
        for figure in find_figures(expression):
            values = {abs(reading.value) for reading in figure.readings}
            if not values & (TURNS_INTO | {abs(value) for value in allowed}):
                raise ValueError(f"{figure.text} stands in no question and no passage; take a figure that does")
        return readings[0].decimal

    def _texts(self) -> Iterable[str]:
        yield from self._known()
        for entry in self._ledger:
            if entry.tool == TOOL and entry.rows is not None:
                yield str(entry.rows.rows[0][0])


class CalculateTool(Tool):
    def __init__(self, calculator: Calculator) -> None:
        super().__init__(TOOL, _TEXT)
        self._calculator = calculator

    @property
    def schema(self) -> Schema:
        return schema_by(self.name, self.description, CalculateArguments)

    async def run(self, given: object, call_id: str | None = None) -> str:
        with tool_call(self.name, given, call_id) as call:
            told = self._calculator.call(given)
            call.code = "OK" if told["success"] else INVALID_ARGUMENT
        return json.dumps(told, ensure_ascii=False)
