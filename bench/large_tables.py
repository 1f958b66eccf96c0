"""`make large-tables`: reading questions on fifty tables with 100,000 different values, and the first answer on a file
of a million rows. Tables, values and questions are made here, always the same."""

import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from arch_team.modelling.values import MOST_OF_ALL, values_of
from arch_team.settings import Settings
from arch_team.tools.session import open_source
from bench.timing import row

NOUNS = [
    "customer",
    "supplier",
    "product",
    "order",
    "invoice",
    "shipment",
    "warehouse",
    "employee",
    "department",
    "project",
    "contract",
    "payment",
    "vehicle",
    "driver",
    "route",
    "station",
    "ticket",
    "agent",
    "campaign",
    "channel",
    "course",
    "teacher",
    "student",
    "room",
    "exam",
    "library",
    "book",
    "author",
    "publisher",
    "patient",
    "doctor",
    "clinic",
    "treatment",
    "medicine",
    "insurer",
    "claim",
    "policy",
    "branch",
    "loan",
    "machine",
    "technician",
    "repair",
    "part",
    "factory",
    "harvest",
    "farm",
    "crop",
    "buyer",
    "auction",
    "artist",
]
SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
    "va",
    "we",
    "xi",
    "yo",
    "za",
    "bre",
    "cla",
    "dri",
    "flo",
    "gra",
    "kne",
    "pla",
    "sto",
    "tri",
]
ROWS = 2_000
ASKED = (
    "How many {table}s are there?",
    "List the names of all {table}s in {city}.",
    "What is the average amount of {table}s with status {status}?",
    "Which {table} has the highest amount?",
    "How many {table}s does each {parent} have?",
    "What is the amount of the {table} {name}?",
    "Show the {table}s of the {parent} {parent_name} that are {status}.",
    "What are the names of {parent}s without {table}s?",
)
STATUS = ("open", "closed", "cancelled", "pending")
CSV_ROWS = 1_000_000


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for line in (*_reading(Path(folder)), *_opening(Path(folder))):
            print(line)


def _reading(home: Path) -> Iterator[str]:
    chance = random.Random(13)
    file = home / "large.sqlite"
    names = _written(file, chance)
    with closing(open_source(Settings(db=f"sqlite:///{file}", home=home))) as source:
        engine = source.engine
        started = time.perf_counter()
        engine.read("How many customers are there?", "en")
        first = time.perf_counter() - started
        questions = [_question(chance, names) for _ in range(400)]
        times: list[float] = []
        understood = 0
        for question in questions:
            started = time.perf_counter()
            read = engine.read(question, "en").read
            times.append(time.perf_counter() - started)
            understood += bool(read.candidates)
        memory = values_of(source.provider).memory()
    times.sort()
    yield "## Reading on fifty tables\n"
    yield f"{len(NOUNS)} tables, {memory.entries:,} different values held ({len(memory.asked)} columns asked in the "
    yield f"database; at most {MOST_OF_ALL:,} are held), {len(questions)} questions, {understood} of them understood.\n"
    yield row("what", "measured")
    yield row("---", "--:")
    yield row("first question, with keys, names and values read", f"{first:.2f} s")
    yield row("a question, median", f"{times[len(times) // 2] * 1e3:.1f} ms")
    yield row("a question, 95th percentile", f"{times[int(len(times) * 0.95)] * 1e3:.1f} ms")
    yield row("the value index, by its own account", f"{memory.bytes / 1e6:.1f} MB")
    yield row("the same, as Python allocates it", f"{_allocated(file, home) / 1e6:.1f} MB")
    yield ""


def _allocated(file: Path, home: Path) -> int:
    with closing(open_source(Settings(db=f"sqlite:///{file}", home=home))) as source:
        index = values_of(source.provider)
        tracemalloc.start()
        index.memory()
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return size


def _written(file: Path, chance: random.Random) -> dict[str, list[str]]:
    """Fifty tables, each with two thousand rows and names of its own, most of which point at a table before."""
    names: dict[str, list[str]] = {}
    cities = [_word(chance).capitalize() for _ in range(200)]
    with sqlite3.connect(file) as database:
        for at, noun in enumerate(NOUNS):
            parent = NOUNS[at // 2] if at else None
            refers = f', {parent}_id INTEGER REFERENCES "{parent}" (id)' if parent else ""
            database.execute(
                f'CREATE TABLE "{noun}" (id INTEGER PRIMARY KEY, name TEXT, city TEXT, status TEXT, amount REAL, '
                f"created DATE{refers})"
            )
            names[noun] = [f"{_word(chance).capitalize()} {_word(chance).capitalize()}" for _ in range(ROWS)]
            for number, name in enumerate(names[noun], 1):
                cells: list[object] = [number, name, chance.choice(cities), chance.choice(STATUS)]
                cells += [
                    round(chance.random() * 1000, 2),
                    f"20{chance.randrange(10, 26)}-0{chance.randrange(1, 10)}-01",
                ]
                cells += [chance.randrange(1, ROWS)] if parent else []
                database.execute(f'INSERT INTO "{noun}" VALUES ({", ".join("?" * len(cells))})', cells)
    names["city"] = cities
    return names


def _word(chance: random.Random) -> str:
    return "".join(chance.choice(SYLLABLES) for _ in range(chance.randrange(2, 5)))


def _question(chance: random.Random, names: dict[str, list[str]]) -> str:
    at = chance.randrange(1, len(NOUNS))
    table, parent = NOUNS[at], NOUNS[at // 2]
    return chance.choice(ASKED).format(
        table=table,
        parent=parent,
        name=chance.choice(names[table]),
        parent_name=chance.choice(names[parent]),
        city=chance.choice(names["city"]),
        status=chance.choice(STATUS),
    )


def _opening(home: Path) -> Iterator[str]:
    chance = random.Random(7)
    file = home / "sales.csv"
    regions = ("North", "South", "East", "West")
    with file.open("w", encoding="utf-8") as out:
        out.write("order_id,customer,region,amount,ordered\n")
        for number in range(1, CSV_ROWS + 1):
            day = f"2025-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}"
            out.write(
                f"{number},Customer {number % 50_000},{chance.choice(regions)},{chance.random() * 100:.2f},{day}\n"
            )
    yield "## A file of a million rows\n"
    yield f"{file.stat().st_size / 1e6:.0f} MB, a new process for each question, the file never opened before it.\n"
    yield row("question", "seconds", "of the processors")
    yield row("---", "--:", "--:")
    for question in ("How many sales are there?", "What is the total amount in the region North?"):
        environment = {**os.environ, "ARCH_TEAM_HOME": str(home / question[:8].replace(" ", "_"))}
        started, used = time.perf_counter(), _used()
        run = [sys.executable, "-m", "arch_team.console", "ask", "--file", str(file), question]
        found = subprocess.run(run, env=environment, check=False, capture_output=True, text=True)
        seconds = time.perf_counter() - started
        told = f"{seconds:.2f}" if found.returncode == 0 else f"not answered: {(found.stderr or found.stdout)[:80]}"
        yield row(question, told, f"{_used() - used:.2f}")
    yield ""


def _used() -> float:
    """Seconds of the processors that ended processes have used."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


if __name__ == "__main__":
    main()
