"""Comments of a schema are words for its columns: people say what they say, and not what was abbreviated."""

import sqlite3
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.modelling.commented import named_in
from arch_team.settings import Settings
from tests.semantics.asking import approved, opened

MARINA = """
CREATE TABLE boats (
  boat_id INTEGER PRIMARY KEY,
  boat_nm TEXT NOT NULL, -- name of the boat; painted on the hull, and so on
  kind TEXT,
  loa_m REAL /* length over all */
);
CREATE TABLE berths (
  berth_cd TEXT PRIMARY KEY,
  wtr_flg TEXT NOT NULL, /* water tap Y/N */
  pwr_flg TEXT NOT NULL  -- shore power (Y/N)
);
INSERT INTO boats VALUES (1, 'Windhover', 'ketch', 10.25), (2, 'Puffin', 'houseboat', 7.5),
  (3, 'Skua', 'houseboat', 14), (4, 'Gull', 'ketch', 11);
INSERT INTO berths VALUES ('A01', 'Y', 'N'), ('A02', 'N', 'Y'), ('A03', 'N', 'N'), ('A04', 'N', 'Y');
"""


@pytest.fixture(scope="module")
def marina(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("marina"), MARINA)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which berths have no water tap?", ("A02", "A03")),
        ("How many berths have shore power?", ("2",)),
        ("What is the length over all of the boat Windhover?", ("Length over all (m)", "10.25")),
    ],
)
def test_a_comment_names_a_column(marina: Society, question: str, says: tuple[str, ...]) -> None:
    approved(marina, question, "en", *says)


def test_the_average_of_some_is_not_that_of_all(marina: Society) -> None:
    answer = marina.ask_sync("Which boats are longer than the average houseboat?")
    assert answer.status != "approved" or "Gull" in answer.text


@pytest.mark.parametrize(
    ("comment", "name"),
    [
        ("water tap Y/N", "water_tap"),
        ("date of delivery; empty until then", "date_of_delivery"),
        ("NULL = not sold", None),
        ("0 = open, 1 = closed", None),
        ("this is what the driver reports on arrival", None),
        ("", None),
    ],
)
def test_what_explains_names_nothing(comment: str, name: str | None) -> None:
    assert named_in(comment) == name


def test_a_statement_that_cannot_be_parsed_has_no_comments(tmp_path: Path) -> None:
    path = tmp_path / "odd.sqlite"
    with sqlite3.connect(path) as db:
        db.executescript("CREATE TABLE odd (id INTEGER PRIMARY KEY, /* its name */ name TEXT, x TEXT -- half a\n);")
        db.execute("INSERT INTO odd VALUES (1, 'Ann', 'y')")
        db.execute("PRAGMA writable_schema = 1")
        broken = "CREATE TABLE odd (id INTEGER PRIMARY KEY, name TEXT, x TEXT) -- odd ) ( "
        db.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'odd'", (broken,))
    society = Society(Settings(home=tmp_path, db=f"sqlite:///{path}", model=None))
    approved(society, "How many odds are there?", "en", "1")
