"""German questions over five databases that people of other countries made, each with a German model beside this file.

The figures: of the answered at least 97 % right, at least 55 % of all right.
"""

import datetime
import sqlite3
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest

from arch_team.featuredata.catalog_compiler import compile_catalog
from arch_team.featuredata.provider import SqlProvider, open_engine
from arch_team.featuredata.reflection import reflected
from arch_team.featuredata.tables import Scope
from arch_team.forms.running import run_form
from arch_team.modelling.described import described
from arch_team.modelling.inference import inferred_model
from arch_team.modelling.keys import keys_of
from arch_team.modelling.model import Link
from arch_team.modelling.numeric_texts import with_numbers
from arch_team.modelling.values import values_of
from arch_team.ontologies.yaml_model import load_model
from arch_team.packaged import load_yaml
from arch_team.semantics.reader import Reader
from arch_team.text.lexicon import lexicon_of

pytestmark = pytest.mark.thorough

HERE = Path(__file__).parent / "german"
QUESTIONS = cast("dict[str, list[dict[str, str]]]", load_yaml((HERE / "questions.yaml").read_text(encoding="utf-8")))
MOST_READINGS = 5

Row = Sequence[object]


class Asked:
    """One database with its German model."""

    def __init__(self, folder: Path, name: str) -> None:
        self.file = folder / "tables" / "db" / f"{name}.sqlite"
        engine = open_engine(f"sqlite:///{self.file}")
        self.provider = SqlProvider(engine, compile_catalog(reflected(engine).tables), Scope())
        lexicon = lexicon_of("de")
        self.provider.tables = with_numbers(self.provider, lexicon)
        keys = keys_of(self.provider)
        links = tuple(dict.fromkeys(Link(k.table, k.field, k.to_table, k.to_field) for k in keys.foreign_keys))
        tables = tuple(self.provider.tables.values())
        model = inferred_model(tables, links, values_of(self.provider), lexicon, keys.unique)
        self.reader = Reader(described(model, load_model(HERE / f"{name}.yaml"), "de"), "de")

    def answer(self, question: str) -> list[Row] | None:
        """The rows of the one reading, or of several that agree. None where there is no answer."""
        forms = [candidate.form for candidate in self.reader.read(question).candidates[:MOST_READINGS]]
        results = [[tuple(row) for row in run_form(form, self.provider).rows] for form in forms]
        if not results or any(sorted(map(str, one)) != sorted(map(str, results[0])) for one in results[1:]):
            return None
        return list(results[0])

    def gold(self, sql: str) -> list[Row]:
        with sqlite3.connect(self.file) as connection:
            return cast("list[Row]", connection.execute(sql).fetchall())


def is_right(rows: list[Row], gold: list[Row], *, ordered: bool) -> bool:
    """Every row of gold is there, none besides, in the order asked for. An answer may show more columns."""
    rows = list(dict.fromkeys(rows))  # two of one age are one age
    if len(rows) > len(gold):
        return False
    shown = [Counter(map(plain, row)) for row in rows]
    at = 0
    for row in dict.fromkeys(gold):
        cells = Counter(plain(cell) for cell in row if cell is not None)
        fitting = (i for i, other in enumerate(shown) if i >= (at if ordered else 0) and cells <= other)
        found = next(fitting, None)
        if found is None:
            return False
        at = found
    return True


def plain(cell: object) -> str:
    if isinstance(cell, datetime.datetime):
        return cell.isoformat(sep=" ")
    if isinstance(cell, int | float | Decimal):
        return f"{float(cell):.6g}"
    text = str(cell)
    return f"{float(text):.6g}" if text.replace(".", "", 1).isdecimal() else text


@pytest.fixture(scope="module")
def judged(outside_data: Path) -> list[tuple[str, str, str]]:
    """Database, question and `right`, `wrong` or `none`."""
    if not (outside_data / "tables" / "db").is_dir():
        pytest.skip("the third-party databases are not among the outside data: tables/db")
    found: list[tuple[str, str, str]] = []
    for name, asked in QUESTIONS.items():
        database = Asked(outside_data, name)
        for one in asked:
            rows = database.answer(one["question"])
            sql = one["sql"].lower()
            ordered = " order by " in sql and " limit " not in sql
            right = rows is not None and is_right(rows, database.gold(one["sql"]), ordered=ordered)
            found.append((name, one["question"], "none" if rows is None else "right" if right else "wrong"))
    return found


def test_there_are_thirty_questions_for_each_database() -> None:
    assert {name: len(asked) for name, asked in QUESTIONS.items()} == dict.fromkeys(QUESTIONS, 30)
    assert len(QUESTIONS) == 5


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_models_load(name: str) -> None:
    assert load_model(HERE / f"{name}.yaml").feature_code == name


def test_what_is_answered_is_right(judged: list[tuple[str, str, str]]) -> None:
    count = Counter(verdict for _, _, verdict in judged)
    wrong = [(name, question) for name, question, verdict in judged if verdict == "wrong"]
    assert count["right"] >= 0.97 * (count["right"] + count["wrong"]), wrong


def test_most_is_answered(judged: list[tuple[str, str, str]]) -> None:
    count = Counter(verdict for _, _, verdict in judged)
    assert count["right"] >= 0.55 * len(judged), count
