"""What it costs to check a call, beside letting the database check it with EXPLAIN."""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, cast

import sqlalchemy as sa
import yaml

from arch_team.demo.trustee import FEATURE
from arch_team.featuredata.calls import AggregateCall, Call
from arch_team.featuredata.dialects import dialect_of
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.provider import open_engine
from arch_team.featuredata.statements import Clause, Statement
from arch_team.featuredata.tables import Scope
from arch_team.featuredata.validator import QueryValidator, ReadyCall
from bench.timing import medians, row

CALLS = Path(__file__).parents[1] / "tests" / "featuredata" / "legitimate_calls.yaml"
SCOPE = Scope("alpenblick", "trustee-main")


class _Driver(Protocol):
    def execute(self, sql: str, values: list[object]) -> "_Driver": ...

    def fetchall(self) -> object: ...


def measure(demo: Path) -> Iterator[str]:
    cases = yaml.safe_load(CALLS.read_text(encoding="utf-8"))
    validator = QueryValidator(FEATURE.catalog())
    engine = open_engine(f"duckdb:///{demo}")
    driver = cast("_Driver", engine.raw_connection().driver_connection)
    checks: list[float] = []
    whole: list[float] = []
    ratios: list[float] = []
    for case in cases:
        check, parsed, explain = _measure_one(str(case["tool"]), case["arguments"], validator, engine, driver)
        checks.append(check)
        whole.append(parsed)
        ratios.append(check / explain)
    engine.dispose()
    yield "## Checking a call\n"
    yield f"{len(cases)} legitimate calls, median of 7 times 10 runs each, DuckDB on the demo company.\n"
    yield row("what", "median", "95th percentile")
    yield row("---", "--:", "--:")
    for name, times in (("validate", checks), ("parse and validate", whole)):
        yield row(name, f"{statistics.median(times) * 1e6:.1f} µs", f"{_p95(times) * 1e6:.1f} µs")
    yield row("validate / DuckDB EXPLAIN", f"1/{1 / statistics.median(ratios):.0f}", f"1/{1 / _p95(ratios):.0f}")
    yield ""


def _measure_one(
    tool: str, arguments: object, validator: QueryValidator, engine: sa.Engine, driver: _Driver
) -> list[float]:
    """Seconds to validate, to parse and validate, and to let DuckDB explain the same call."""
    call = _parsed(tool, arguments)
    ready = validator.validate(call)
    assert isinstance(ready, ReadyCall)
    sql, values = _sql(ready, engine)
    return medians(
        lambda: validator.validate(call),
        lambda: validator.validate(_parsed(tool, arguments)),
        lambda: driver.execute(f"EXPLAIN {sql}", values).fetchall(),
        repeats=7,
        in_a_row=10,
    )


def _parsed(tool: str, arguments: object) -> Call:
    call = parse_call(tool, arguments)
    assert not isinstance(call, list)
    return call


def _sql(ready: ReadyCall, engine: sa.Engine) -> tuple[str, list[object]]:
    """The statement the provider would run, as text with its values."""
    clauses = {table.name: Clause(table) for table in FEATURE.tables()}
    statement = Statement(ready, clauses, SCOPE, dialect_of("duckdb"))
    built = statement.figures(ready.groups) if isinstance(ready.call, AggregateCall) else statement.rows()
    compiled = built.compile(dialect=engine.dialect, compile_kwargs={"render_postcompile": True})
    return str(compiled), [compiled.params[name] for name in compiled.positiontup or []]


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]
