"""The provider beside SQL written by hand, on five million journal lines."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, cast

from arch_team.demo.trustee import FEATURE
from arch_team.featuredata.parsing import parse_call
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.tables import Scope
from arch_team.featuredata.validator import QueryValidator, ReadyCall
from bench.timing import medians, row

LINE = "TrusteeDataJournalLine"
_SCOPED = """l."mandateId" = 'alpenblick' AND l."featureInstanceId" = 'trustee-main'"""
_JOIN = """LEFT JOIN "TrusteeDataJournalEntry" e ON l."journalEntryId" = e.id
  AND e."mandateId" = 'alpenblick' AND e."featureInstanceId" = 'trustee-main'"""


class _Driver(Protocol):
    """The database driver's own connection, without any layer on top."""

    def execute(self, sql: str) -> "_Driver": ...

    def fetchall(self) -> list[tuple[int, ...]]: ...


QUESTIONS: tuple[tuple[str, dict[str, object], str], ...] = (
    (
        "turnover of an account",
        {"tool": "aggregateTable", "tableName": LINE, "aggregate": "SUM", "field": "debitAmount",
         "filters": [{"field": "accountNumber", "op": "=", "value": "6500"}]},
        f"""SELECT currency, sum("debitAmount") FROM "{LINE}" l WHERE {_SCOPED} AND "accountNumber" = '6500'
            GROUP BY currency ORDER BY currency""",
    ),
    (
        "turnover per account",
        {"tool": "aggregateTable", "tableName": LINE, "aggregate": "SUM", "field": "debitAmount",
         "groupBy": ["accountNumber"], "filters": [{"field": "currency", "op": "=", "value": "CHF"}],
         "orderBy": [{"field": "value", "direction": "desc"}], "limit": 100},
        f"""SELECT "accountNumber", currency, sum("debitAmount") s FROM "{LINE}" l WHERE {_SCOPED} AND currency = 'CHF'
            GROUP BY 1, 2 ORDER BY s DESC LIMIT 100""",
    ),
    (
        "turnover of a quarter, by the booking's date",
        {"tool": "aggregateTable", "tableName": LINE, "aggregate": "SUM", "field": "creditAmount",
         "filters": [{"field": "journalEntry.bookingDate", "op": "BETWEEN", "value": [1735689600, 1743379200]}]},
        f"""SELECT l.currency, sum("creditAmount") FROM "{LINE}" l {_JOIN}
            WHERE {_SCOPED} AND e."bookingDate" BETWEEN 1735689600 AND 1743379200 GROUP BY 1 ORDER BY 1""",
    ),
    (
        "count of lines per tax code",
        {"tool": "aggregateTable", "tableName": LINE, "aggregate": "COUNT", "groupBy": ["taxCode"]},
        f"""SELECT "taxCode", count(*) FROM "{LINE}" l WHERE {_SCOPED} GROUP BY 1 ORDER BY 1 NULLS LAST""",
    ),
    (
        "largest lines of an account",
        {"tool": "queryTable", "tableName": LINE, "fields": ["id", "debitAmount", "description"],
         "filters": [{"field": "accountNumber", "op": "LIKE", "value": "65%"}],
         "orderBy": [{"field": "debitAmount", "direction": "desc"}], "limit": 20},
        f"""SELECT id, "debitAmount", description FROM "{LINE}" l WHERE {_SCOPED} AND "accountNumber" LIKE '65%'
            ORDER BY "debitAmount" DESC, id LIMIT 21""",
    ),
)  # fmt: skip


def measure(big: Path) -> Iterator[str]:
    catalog = FEATURE.catalog()
    engine = open_engine(f"duckdb:///{big}")
    provider = SqlProvider(engine, catalog, Scope("alpenblick", "trustee-main"), timeout=120)
    validator = QueryValidator(catalog)
    driver = cast("_Driver", engine.raw_connection().driver_connection)
    size = driver.execute(f'SELECT count(*) FROM "{LINE}"').fetchall()[0][0]
    yield "## Reading\n"
    yield f"{size:,} journal lines in DuckDB, median of 15 runs in turns. The SQL written by hand gives the same rows:"
    yield "scoped, per currency, in the same order.\n"
    yield row("question", "by hand", "provider", "ratio")
    yield row("---", "--:", "--:", "--:")
    total_by_hand = total_provided = 0.0
    for name, arguments, sql in QUESTIONS:
        ready = _ready(validator, arguments)
        by_hand, provided = medians(
            lambda s=sql: driver.execute(s).fetchall(),
            lambda r=ready: provider.run(r),
            repeats=15,
        )
        total_by_hand, total_provided = total_by_hand + by_hand, total_provided + provided
        yield row(name, f"{by_hand * 1e3:.1f} ms", f"{provided * 1e3:.1f} ms", f"{provided / by_hand:.2f}")
    ratio = total_provided / total_by_hand
    yield row("all of them", f"{total_by_hand * 1e3:.1f} ms", f"{total_provided * 1e3:.1f} ms", f"{ratio:.2f}")
    yield ""
    engine.dispose()


def _ready(validator: QueryValidator, arguments: dict[str, object]) -> ReadyCall:
    call = parse_call(str(arguments["tool"]), arguments)
    assert not isinstance(call, list), call
    ready = validator.validate(call)
    assert isinstance(ready, ReadyCall), ready
    return ready
