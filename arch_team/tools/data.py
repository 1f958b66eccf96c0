"""The three data tools: arguments in, `ToolResult` out. Validates, runs, records; never raises."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from arch_team.errors import ArchTeamError
from arch_team.evidence.ledger import Ledger
from arch_team.featuredata.calls import BrowseCall, Call
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.findings import ErrorCode, Finding, sayable, shortened
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.provider import Provider, Rows
from arch_team.featuredata.validator import QueryValidator, ReadyCall, Rejection
from arch_team.runs.trace import AgentTrace, ToolCallLog
from arch_team.tools.arguments import sayable_arguments
from arch_team.tools.forms import data_of_form, form_arguments, form_in, is_form_call, rows_of
from arch_team.tools.results import ROW_ID, ErrorDetails, Evidence, ToolResult, data_of

if TYPE_CHECKING:
    from arch_team.reading.source import Engine

__all__ = ["ROW_ID", "DataTools"]

_HAD = "You made this very call before, as {}: nothing new comes of it. Write your answer now, or make another call."
_log = logging.getLogger(__name__)
_log.addHandler(logging.NullHandler())  # what a driver says is for a log, where there is one, not for the terminal


_Checked = ReadyCall | tuple[str | None, Rejection]


@dataclass(frozen=True, slots=True)
class Found:
    """What the database said to a call: rows, or what went wrong there. Neither, where it was never asked."""

    rows: Rows | None = None
    error: str | None = None
    next_step: str = ""
    seconds: float = 0.0
    """How long it took to read."""
    rejected: tuple[Finding, ...] = ()
    """What is wrong with a form that was never run."""


@dataclass
class DataTools:
    """The tools of one run. Every call, whatever becomes of it, is in the ledger and in the log."""

    catalog: Catalog
    provider: Provider
    ledger: Ledger = field(default_factory=Ledger)
    log: list[ToolCallLog] = field(default_factory=list[ToolCallLog])
    clock: Callable[[], float] = time.perf_counter
    round: int = 1
    pinned: Mapping[str, str | int] = field(default_factory=dict[str, str | int])
    """What the question pins, by column: a rejected call that lacks just this gets it in its correction."""
    purpose: str | None = None
    """What the question wants the rows for: the validator holds every call to it, whatever the call says itself."""
    is_exempt: Callable[[str, object], bool] = lambda _tool, _arguments: False
    """Calls that the purpose of the question is not held against: those of somebody who planned them from it."""
    engine: "Engine | None" = None
    """What knows which numbers of these tables are only names."""

    broken: Found | None = None
    """The first call that failed for a reason no repair helps against."""

    def __post_init__(self) -> None:
        self._validator = QueryValidator(self.catalog)
        self._just_read: tuple[object, _Checked] | None = None
        """The arguments that were read last, checked: they are recorded next."""

    def read(self, tool: str, arguments: object) -> Found:
        """The only part of a call that touches the database. A call known to be bad does not."""
        started = self.clock()
        found = self._read(tool, arguments)
        return replace(found, seconds=self.clock() - started)

    def _read(self, tool: str, arguments: object) -> Found:
        try:
            if is_form_call(tool, arguments):
                return self._read_form(arguments)
            checked = self._checked(shortened(sayable(tool), 60), arguments)
            self._just_read = arguments, checked
            return Found(self.provider.run(checked)) if isinstance(checked, ReadyCall) else Found()
        except ArchTeamError as error:
            _log.warning("%s failed: %s", tool, error, exc_info=error)
            return Found(error=f"SYSTEM ERROR: {error}.", next_step=error.next_step)
        except Exception as error:
            _log.exception("%s failed unexpectedly", tool)
            return Found(error=f"SYSTEM ERROR: {type(error).__name__}.", next_step="Tell the operator.")

    def _checked(self, tool: str, arguments: object) -> "_Checked":
        """The call made ready, or the table it names and what is wrong."""
        call = parse_call(tool, arguments)
        if isinstance(call, list):
            return None, Rejection(tuple(call))
        checked = self._validator.validate(self._for_purpose(call, arguments))
        return (call.table, checked) if isinstance(checked, Rejection) else checked

    def _for_purpose(self, call: Call, arguments: object) -> Call:
        if self.purpose is None or isinstance(call, BrowseCall) or self.is_exempt(call.tool.value, arguments):
            return call
        return replace(call, purpose=self.purpose)

    def _read_form(self, arguments: object) -> Found:
        form = form_in(arguments)
        if isinstance(form, Finding):
            return Found(rejected=(form,))
        rows = rows_of(form, self.provider, self.catalog, self.engine)
        return Found(rows) if isinstance(rows, Rows) else Found(rejected=rows)

    def call(self, tool: str, arguments: object, found: Found | None = None) -> ToolResult:
        """Run one call as a model wrote it. `found` is what it read already, perhaps before a restart."""
        call_id = f"c{len(self.log) + 1}"
        found = found if found is not None else self.read(tool, arguments)
        started = self.clock()
        given, tool = sayable_arguments(arguments), shortened(sayable(tool), 60)
        if found.error is not None:
            self.broken = self.broken or found
            result = self._failed(call_id, tool, given, found.error, found.next_step)
        elif is_form_call(tool, arguments):
            result = self._recorded_form(call_id, tool, arguments, given, found)
        else:
            result = self._recorded(call_id, tool, arguments, given, found.rows)
        result = self._had_before(result, tool, given)
        code = result.failure_code
        self.log.append(
            ToolCallLog(
                call_id=call_id,
                round=self.round,
                tool=tool,
                arguments=given,
                success=result.success,
                validation_failure_code=None if code in (None, ErrorCode.SYSTEM_ERROR) else code,
                error=result.error,
                evidence=result.evidence.id if result.evidence else None,
                duration_ms=round((found.seconds + self.clock() - started) * 1000, 3),
            )
        )
        return result

    def _had_before(self, result: ToolResult, tool: str, given: dict[str, object]) -> ToolResult:
        """What a call that was made already says as well: a weak model makes it again until its calls are used up."""
        had = next((log for log in self.log if log.success and log.tool == tool and log.arguments == given), None)
        if had is None or not result.success:
            return result
        return result.model_copy(update={"data": {**(result.data or {}), "note": _HAD.format(had.evidence)}})

    def trace(self) -> AgentTrace:
        return AgentTrace.from_log(self.log)

    def _recorded(
        self, call_id: str, tool: str, arguments: object, given: dict[str, object], rows: Rows | None
    ) -> ToolResult:
        read, self._just_read = self._just_read, None
        checked = read[1] if read is not None and read[0] is arguments else self._checked(tool, arguments)
        if not isinstance(checked, ReadyCall):
            return self._rejected(call_id, tool, given, *checked)
        call = checked.call
        if rows is None:
            raise ValueError("a call that passed has been read")
        entry = self.ledger.record(
            call_id=call_id,
            tool=tool,
            arguments=checked.to_args(),
            table=call.table,
            scope=self.provider.scope,
            rows=rows,
        )
        evidence = Evidence(id=entry.id, row_ids=entry.row_ids, truncated=rows.truncated, units=dict(rows.units))
        return ToolResult(success=True, data=data_of(checked, rows, entry.row_ids), evidence=evidence)

    def _recorded_form(
        self, call_id: str, tool: str, arguments: object, given: dict[str, object], found: Found
    ) -> ToolResult:
        form = form_in(arguments)
        if found.rejected or isinstance(form, Finding) or found.rows is None:
            rejected = found.rejected or ((form,) if isinstance(form, Finding) else ())
            table = None if isinstance(form, Finding) else form.table
            return self._rejected(call_id, tool, given, table, Rejection(rejected))
        entry = self.ledger.record(
            call_id=call_id,
            tool=tool,
            arguments=form_arguments(form),
            table=form.table,
            scope=self.provider.scope,
            rows=found.rows,
        )
        units = {figure: unit for figure, unit in found.rows.units.items() if unit in found.rows.columns}
        evidence = Evidence(id=entry.id, row_ids=entry.row_ids, truncated=found.rows.truncated, units=units)
        return ToolResult(success=True, data=data_of_form(form, found.rows, entry.row_ids), evidence=evidence)

    def _rejected(
        self, call_id: str, tool: str, given: dict[str, object], table: str | None, rejection: Rejection
    ) -> ToolResult:
        first, *others = rejection.findings
        error = _headline(first)
        details = ErrorDetails(
            **first.to_error().model_dump(),
            more=tuple(finding.to_error() for finding in others),
            corrected_call=self._corrected(tool, given, rejection),
        )
        entry = self.ledger.record(
            call_id=call_id,
            tool=tool,
            arguments=given,
            table=None if table is None else sayable(table),
            scope=self.provider.scope,
            error=error,
        )
        return ToolResult(success=False, error=error, error_details=details, evidence=Evidence(id=entry.id))

    def _corrected(self, tool: str, given: dict[str, object], rejection: Rejection) -> dict[str, object] | None:
        """The right call, where the rules or the question leave no doubt what it is."""
        lacking = {finding.field for finding in (*rejection.findings,)} & set(self.pinned)
        if lacking:
            filters = given.get("filters")
            kept = (
                [f for f in cast("list[dict[str, object]]", filters) if f.get("field") not in self.pinned]
                if isinstance(filters, list)
                else []
            )
            pins = [{"field": name, "op": "=", "value": value} for name, value in self.pinned.items()]
            call = parse_call(tool, {**given, "filters": [*kept, *pins]})
            if not isinstance(call, list) and not isinstance(self._validator.validate(call), Rejection):
                return sayable_arguments(call.to_args())
        return sayable_arguments(rejection.corrected.to_args()) if rejection.corrected else None

    def _failed(self, call_id: str, tool: str, given: dict[str, object], error: str, next_step: str) -> ToolResult:
        entry = self.ledger.record(
            call_id=call_id, tool=tool, arguments=given, table=None, scope=self.provider.scope, error=error
        )
        details = ErrorDetails(code=ErrorCode.SYSTEM_ERROR, hint=shortened(next_step or "Tell the operator."))
        return ToolResult(success=False, error=error, error_details=details, evidence=Evidence(id=entry.id))


def _headline(finding: Finding) -> str:
    """One line for logs: `FIELD_NOT_FOUND: amount? (you wrote amuont)`."""
    if finding.code is ErrorCode.FIELD_NOT_FOUND and finding.suggestion:
        wrote = shortened(sayable(finding.field or ""), 60)
        return f"{finding.code}: {finding.suggestion}? (you wrote {wrote})"
    return f"{finding.code}: {shortened(sayable(finding.hint))}"
