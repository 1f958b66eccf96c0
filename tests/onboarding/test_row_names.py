"""What names a row, and which numbers are none: names in two columns under any heading, columns called after their
table, and flags."""

import sqlite3
from typing import Any

import pytest
import yaml

from arch_team import Society
from arch_team.onboarding.drafting import drafted
from arch_team.settings import Settings
from arch_team.society import open_data

TABLES = """
CREATE TABLE student (student_id INTEGER PRIMARY KEY, personal_name TEXT, family_name TEXT, login_name TEXT);
CREATE TABLE gateway (gateway_id INTEGER PRIMARY KEY, vendor_name TEXT, gateway_name TEXT, is_live TEXT, paid TEXT,
  is_test INTEGER, tier INTEGER, stars INTEGER);
CREATE TABLE ports (port_id INTEGER PRIMARY KEY, port_name TEXT, harbour TEXT);
CREATE TABLE mitglied (id INTEGER PRIMARY KEY, Rufname TEXT, Familienname TEXT);
INSERT INTO student VALUES (1,'Ann','Low','al'), (2,'Bob','High','bh'), (3,'Ann','High','ah');
INSERT INTO gateway VALUES (1,'S','Stripe','1','0',0,1,1), (2,'P','Payone','0','1',1,2,2),
  (3,'P','Adyen','1','1',1,2,3);
INSERT INTO ports VALUES (1,'A','x'), (2,'B','x');
INSERT INTO mitglied VALUES (1,'Eva','Kern'), (2,'Tom','Kern');
"""


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    folder = tmp_path_factory.mktemp("names")
    with sqlite3.connect(folder / "own.sqlite") as database:
        database.executescript(TABLES)
    return Settings(home=folder / "home", db=f"sqlite:///{folder / 'own.sqlite'}", model=None)


@pytest.fixture(scope="module")
def tables(settings: Settings) -> dict[str, Any]:
    source = open_data(settings)
    text = drafted(source, "own").text()
    source.close()
    return yaml.safe_load(text)["tables"]


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ("student", ["personal_name", "family_name"]),
        ("mitglied", ["Rufname", "Familienname"]),
        ("gateway", "gateway_name"),
        ("ports", "port_name"),
    ],
)
def test_what_names_a_row(tables: dict[str, Any], table: str, names: object) -> None:
    assert tables[table]["rowName"] == names


def test_a_person_is_found_by_both_names(settings: Settings) -> None:
    answer = Society(settings).ask_sync("What is the login name of Ann High?")
    assert answer.text.endswith(": ah"), answer.reason


@pytest.mark.parametrize("field", ["is_live", "paid", "is_test"])
def test_a_flag_is_not_added_up(settings: Settings, tables: dict[str, Any], field: str) -> None:
    assert "nature" not in tables["gateway"]["fields"][field]
    said = field.replace("_", " ")
    for question in (f"What is the total {said} of gateways?", f"What is the average {said} of gateways?"):
        assert Society(settings).ask_sync(question).status != "approved", question


def test_a_flag_kept_as_text_says_whether(settings: Settings) -> None:
    assert Society(settings).ask_sync("How many gateways are live?").text.endswith(": 2")


def test_two_digits_tell_which_of_two_things_holds(tables: dict[str, Any]) -> None:
    fields = tables["gateway"]["fields"]
    assert fields["tier"] == {"en": "tier"}
    assert fields["stars"]["nature"] == "flow"
