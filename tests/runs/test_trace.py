"""The eight cases in which repairs are counted."""

from arch_team.runs.trace import AgentTrace, ToolCallLog


def call(round_number: int, tool: str = "queryTable", failed: bool = False) -> ToolCallLog:
    return ToolCallLog(
        call_id=f"c{round_number}",
        round=round_number,
        tool=tool,
        arguments={},
        success=not failed,
        validation_failure_code="FIELD_NOT_FOUND" if failed else None,
    )


def counters(*calls: ToolCallLog) -> tuple[int, int, int]:
    trace = AgentTrace.from_log(calls)
    return trace.validation_failures, trace.repair_attempts, trace.success_after_repair


def test_an_empty_trace_counts_nothing() -> None:
    assert counters() == (0, 0, 0)


def test_a_clean_run_counts_nothing() -> None:
    assert counters(call(1), call(2)) == (0, 0, 0)


def test_a_failure_without_a_further_call_is_no_attempt() -> None:
    assert counters(call(1, failed=True)) == (1, 0, 0)


def test_a_repair_that_works() -> None:
    assert counters(call(1, failed=True), call(2), call(3)) == (1, 1, 1)


def test_a_repair_that_fails_again() -> None:
    assert counters(call(1, failed=True), call(2, failed=True)) == (2, 1, 0)
    assert counters(call(1, failed=True), call(2, failed=True), call(3)) == (2, 2, 1)


def test_a_system_error_after_a_rejection_is_an_attempt_and_no_success() -> None:
    broken = call(2).model_copy(update={"success": False, "error": "SYSTEM ERROR: the database does not answer."})
    assert broken.code == "SYSTEM_ERROR"
    assert counters(call(1, failed=True), broken) == (1, 1, 0)
    assert counters(call(1, failed=True), broken, call(3)) == (1, 1, 0)


def test_calls_of_one_round_do_not_repair_each_other() -> None:
    assert counters(call(1, failed=True), call(1)) == (1, 0, 0)
    assert counters(call(1, failed=True), call(1), call(2), call(2)) == (1, 1, 1)


def test_another_tool_is_a_detour_not_a_repair() -> None:
    assert counters(call(1, "aggregateTable", failed=True), call(2, "queryTable")) == (1, 0, 0)


def test_several_tools_are_counted_apart() -> None:
    log = (
        call(1, "aggregateTable", failed=True),
        call(1, "queryTable", failed=True),
        call(2, "queryTable"),
        call(3, "aggregateTable", failed=True),
        call(4, "aggregateTable"),
    )
    assert counters(*log) == (3, 3, 2)
