"""Whatever is asked of tables nobody described, in whatever shape, it is what SQL written here finds: counts, sums,
averages, ranks, groups, shares, what is left out and what is tied, in English and in German. The questions are put
together by program, one for each table, column and value; the same tables have English headings and German ones."""

import random
import re
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from arch_team import Society
from arch_team.settings import Settings
from arch_team.wire import Language

Rows = list[tuple[object, ...]]


class Noun(NamedTuple):
    """`many_dative` and `gender` are for German."""

    one: str
    many: str
    many_dative: str = ""
    gender: str = ""


@dataclass(frozen=True)
class Words:
    """How the tables, columns and values are called in a language."""

    language: Language
    tables: Mapping[str, Noun]
    columns: Mapping[str, tuple[str, str]]
    """The word for a column and its gender."""
    headings: Mapping[str, str]
    values: Mapping[str, str]


ENGLISH = Words(
    "en",
    {"machine": Noun("machine", "machines"), "repair": Noun("repair", "repairs")},
    {
        **{name: (name, "") for name in ("kind", "hall", "price", "weight", "status", "cost", "garage")},
        "bought": ("purchase date", ""),
        "done": ("repair date", ""),
    },
    {"label": "machine_name", "bought": "purchase_date", "done": "repair_date"},
    {},
)
GERMAN = Words(
    "de",
    {
        "machine": Noun("Maschine", "Maschinen", "Maschinen", "f"),
        "repair": Noun("Reparatur", "Reparaturen", "Reparaturen", "f"),
    },
    {
        "kind": ("Art", "f"),
        "hall": ("Halle", "f"),
        "price": ("Preis", "m"),
        "weight": ("Gewicht", "n"),
        "bought": ("Kaufdatum", "n"),
        "status": ("Status", "m"),
        "garage": ("Werkstatt", "f"),
        "cost": ("Betrag", "m"),
        "done": ("Reparaturdatum", "n"),
    },
    {
        "machine": "maschine",
        "repair": "reparatur",
        "machine_id": "maschine_id",
        "repair_id": "reparatur_id",
        "label": "name",
        "kind": "art",
        "hall": "halle",
        "price": "preis",
        "weight": "gewicht",
        "bought": "kaufdatum",
        "status": "status",
        "garage": "werkstatt",
        "cost": "betrag",
        "done": "reparaturdatum",
    },
    {"lathe": "Drehbank", "press": "Presse", "saw": "Fräse", "open": "offen", "finished": "erledigt", "void": "leer"},
)
KINDS, HALLS, STATUSES = ("lathe", "press", "saw"), ("North", "South", "Annex"), ("open", "finished", "void")
GARAGES = ("Moser", "Zbinden", None, "Rapin")
CASES = {
    "nom": {"m": "der", "f": "die", "n": "das"},
    "acc": {"m": "den", "f": "die", "n": "das"},
    "dat": {"m": "dem", "f": "der", "n": "dem"},
    "a": {"m": "einen", "f": "eine", "n": "ein"},
    "which": {"m": "Welcher", "f": "Welche", "n": "Welches"},
}


def _script(words: Words, *, plain: bool) -> str:
    """The tables as statements, with headings of the language or, for what is compared with, with their own."""
    told: Mapping[str, str] = {} if plain else words.headings
    chance = random.Random(20)

    def named(name: str) -> str:
        return told.get(name, name)

    def said(value: str | None) -> str:
        return "NULL" if value is None else f"'{words.values.get(value, value)}'"

    machine, repair, key = named("machine"), named("repair"), named("machine_id")
    lines = [
        f"CREATE TABLE {machine} ({key} INTEGER PRIMARY KEY, {named('label')} TEXT, {named('kind')} TEXT, "
        f"{named('hall')} TEXT, {named('price')} REAL, {named('weight')} INTEGER, {named('bought')} DATE);",
        f"CREATE TABLE {repair} ({named('repair_id')} INTEGER PRIMARY KEY, {key} INTEGER REFERENCES {machine}({key}), "
        f"{named('status')} TEXT, {named('garage')} TEXT, {named('cost')} REAL, {named('done')} DATE);",
    ]
    for number in range(1, 24):
        day = f"{2021 + number % 4}-{number % 12 + 1:02}-{number % 27 + 1:02}"
        price, weight = chance.randint(900, 9000) + 0.5, chance.randint(80, 700)
        kind, hall = KINDS[number % 3 if number % 5 else 0], HALLS[number * 2 % 3 if number % 4 else 1]
        lines.append(
            f"INSERT INTO {machine} VALUES ({number}, 'MX{100 + number * 7}', {said(kind)}, {said(hall)}, {price}, "
            f"{weight}, '{day}');"
        )
    for number in range(1, 71):
        day = f"{2022 + number % 3}-{number % 12 + 1:02}-{number % 28 + 1:02}"
        owner, cost = chance.choice(range(1, 20)), chance.randint(50, 2500) + 0.25
        status, garage = STATUSES[number % 3 if number % 7 else 1], GARAGES[number % 4 if number % 3 else 0]
        lines.append(
            f"INSERT INTO {repair} VALUES ({number}, {owner}, {said(status)}, {said(garage)}, {cost}, '{day}');"
        )
    return "\n".join(lines)


class Case(NamedTuple):
    question: str
    sql: str
    others: tuple[str, ...] = ()
    """What may be meant as well: rows without a value are not always among those that do not have it."""


COUNTED = (
    "SELECT m.label n, count(r.repair_id) k FROM machine m LEFT JOIN repair r USING (machine_id) GROUP BY m.machine_id"
)
SHAPES: dict[str, list[dict[str, str]]] = yaml.safe_load(
    (Path(__file__).parent / "grid.yaml").read_text(encoding="utf-8")
)
COLUMNS = {
    "machine": ({"kind": KINDS, "hall": HALLS}, ("price", "weight")),
    "repair": ({"status": STATUSES, "garage": ("Moser", "Rapin")}, ("cost",)),
}


def cases(words: Words) -> Iterator[Case]:
    def made(
        shape: Mapping[str, str], table: str, column: str = "", pair: tuple[str, str] = ("", ""), figure: str = ""
    ) -> Case:
        noun, (said, gender) = words.tables[table], words.columns.get(column, ("", "m"))
        measure, sex = words.columns.get(figure, ("", "m"))
        a, b = (words.values.get(value, value) for value in pair)
        slots = {"t": table, "c": column, "n": figure, "a": a, "b": b, "A": f"'{a}'", "B": f"'{b}'"}
        slots |= {"counted": COUNTED, "w": said, "m": measure, "many": noun.many, "x": "600", "y": "200"}
        slots |= {
            "highest": "höchsten" if sex == "m" else "höchste",
            "lowest": "niedrigsten" if sex == "m" else "niedrigste",
        }
        if figure == "price":
            slots |= {"x": "5000", "y": "2000"}
        if words.language == "de":
            slots |= {case: CASES[case][gender] for case in ("nom", "acc", "dat")} | {"Which": CASES["which"][gender]}
            slots |= {f"m{case}": CASES[case][sex] for case in ("nom", "acc", "dat", "a")}
        sql = shape["sql"].format(**slots)
        others = (
            re.sub(r"(\w+)<>('\w+')", r"\1 IS NOT \2", sql),
            re.sub(r"(\w+) NOT IN", r"coalesce(\1, '') NOT IN", sql),
        )
        return Case(shape[words.language].format(**slots), sql, others)

    for table, (valued, figures) in COLUMNS.items():
        for column, values in valued.items():
            for pair in pairwise(values):
                yield from (made(each, table, column, pair) for each in SHAPES["of_values"])
            for figure in figures:
                yield from (made(each, table, column, (values[0], values[1]), figure) for each in SHAPES["of_both"])
        for figure in figures:
            yield from (made(each, table, figure=figure) for each in SHAPES["of_figures"])
    for figure in ("price", "weight"):
        yield from (made(each, "machine", figure=figure) for each in SHAPES["of_machines"])
    for status in STATUSES:
        yield from (made(each, "repair", "status", (status, status)) for each in SHAPES["tied"])


def _numbers(text: str) -> list[float]:
    return [float(found.replace(",", "").replace("'", "")) for found in re.findall(r"-?\d[\d,']*(?:\.\d+)?", text)]


def _shows(line: str, row: tuple[object, ...]) -> bool:
    for cell in row:
        if isinstance(cell, int | float):
            if not any(abs(number - cell) <= max(0.006, abs(cell) * 5e-6) for number in _numbers(line)):
                return False
        elif cell is not None and str(cell).casefold() not in line.casefold():
            return False
    return True


def _is_told(text: str, rows: Rows) -> bool:
    """Whether an answer is these rows and no others: the figure behind what it is of, or a line for each row."""
    head, _, behind = text.rpartition(": ")
    ties = behind.split("; ") if len(rows) > 1 and head else []
    lines = [line for line in text.splitlines() if line.startswith("- ")] or ties
    if not lines:
        return len(rows) == 1 and _shows(text.rsplit(": ", 1)[-1], rows[0])
    return len(lines) == len(rows) and all(any(_shows(line, row) for line in lines) for row in rows)


@dataclass(frozen=True)
class Looked:
    society: Society
    gold: sqlite3.Connection

    def wrong(self, case: Case, language: Language) -> str | None:
        """Why an answer is not what is in the tables; nothing, where it is. Empty: there is none."""
        answer = self.society.ask_sync(case.question, language=language)
        if answer.status != "approved":
            return ""
        meant = (self.gold.execute(sql).fetchall() for sql in dict.fromkeys((case.sql, *case.others)))
        return None if any(_is_told(answer.text, rows) for rows in meant) else f"{case.question} → {answer.text}"


@pytest.fixture(scope="module", params=[ENGLISH, GERMAN], ids=["English", "German"])
def words(request: pytest.FixtureRequest) -> Words:
    return request.param


@pytest.fixture(scope="module")
def looked(words: Words, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Looked]:
    folder: Path = tmp_path_factory.mktemp("grid")
    with sqlite3.connect(folder / "own.sqlite") as database:
        database.executescript(_script(words, plain=False))
    gold = sqlite3.connect(":memory:")
    gold.executescript(_script(words, plain=True))
    society = Society(Settings(home=folder / "home", db=f"sqlite:///{folder / 'own.sqlite'}", model=None))
    yield Looked(society, gold)
    society.source.close()
    gold.close()


SHARES = [pytest.param(3, id="every third"), pytest.param(1, id="all", marks=pytest.mark.thorough)]


@pytest.mark.parametrize("share", SHARES)
def test_what_is_answered_is_what_the_tables_hold_and_nearly_all_is_answered(
    words: Words, looked: Looked, share: int
) -> None:
    asked = [*dict.fromkeys(cases(words))][::share]
    told = [looked.wrong(case, words.language) for case in asked]
    assert [wrong for wrong in told if wrong] == []
    unanswered = [case.question for case, wrong in zip(asked, told, strict=True) if wrong == ""]
    assert len(unanswered) <= len(asked) // 20, unanswered
