"""`make bench`: prints the tables as Markdown."""

import tempfile
from pathlib import Path

from arch_team.demo.database import build
from bench import duplicates, opening, reading, society, validation

BULK_LINES = 5_000_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        demo, big = home / "demo.duckdb", home / "big.duckdb"
        build(demo)
        for line in validation.measure(demo):
            print(line)
        for line in opening.measure(home, demo):
            print(line)
        for line in society.measure(home):
            print(line)
        for line in duplicates.measure():
            print(line)
        build(big, lines=BULK_LINES)
        for line in reading.measure(big):
            print(line)


if __name__ == "__main__":
    main()
