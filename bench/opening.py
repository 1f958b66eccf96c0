"""From nothing to an answer: whole commands in processes of their own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.timing import medians, row

_QUERY = ["data", "query", "TrusteeDataAccountBalance", "-w", "periodYear=2025", "-w", "accountNumber=1020"]
_BY_HAND = """
import duckdb, sys
c = duckdb.connect(sys.argv[1], read_only=True)
sql = 'SELECT * FROM "TrusteeDataAccountBalance" WHERE "periodYear" = 2025 AND "accountNumber" = $1'
print(c.execute(sql, ["1020"]).fetchall())
"""


def measure(home: Path, demo: Path) -> Iterator[str]:
    environment = {**os.environ, "ARCH_TEAM_HOME": str(home)}
    environment.pop("ARCH_TEAM_DB", None)

    def command(*arguments: str) -> None:
        run = [sys.executable, "-m", "arch_team.console", *arguments]
        subprocess.run(run, env=environment, check=True, stdout=subprocess.DEVNULL)

    def python(code: str, *arguments: str) -> None:
        subprocess.run([sys.executable, "-c", code, *arguments], check=True, stdout=subprocess.DEVNULL)

    (first,) = medians(lambda: command(*_QUERY), repeats=1)
    help_time, warm, imports, by_hand = medians(
        lambda: command("--help"),
        lambda: command(*_QUERY),
        lambda: python("import sqlalchemy, duckdb"),
        lambda: python(_BY_HAND, str(demo)),
        repeats=7,
    )
    yield "## Opening from cold\n"
    yield "Whole processes, median of 7 (the first: once).\n"
    yield row("what", "seconds")
    yield row("---", "--:")
    yield row("`arch-team --help`", f"{help_time:.2f}")
    yield row("`arch-team data query …`, building the demo first", f"{first:.2f}")
    yield row("`arch-team data query …`", f"{warm:.2f}")
    yield row("`python -c 'import sqlalchemy, duckdb'`", f"{imports:.2f}")
    yield row("a script with the bare `duckdb` module, same query", f"{by_hand:.2f}")
    yield ""
