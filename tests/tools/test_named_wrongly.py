"""Data that is named in a way that nearly works: what to write instead is said."""

import sqlite3
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.settings import Settings


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "colleges.sqlite"
    with sqlite3.connect(path) as connection:
        connection.executescript("CREATE TABLE college (id INTEGER PRIMARY KEY, name TEXT);")
    return path


def failed(settings: Settings) -> str:
    answer = Society(settings).ask_sync("How many colleges are there?", language="en")
    assert answer.status == "failed"
    return f"{answer.reason} {answer.next_step}"


def test_a_full_path_has_a_fourth_slash(tmp_path: Path, database: Path) -> None:
    told = failed(Settings(home=tmp_path, db=f"sqlite:///{str(database).lstrip('/')}", model=None))
    assert f"sqlite:///{database}" in told


def test_a_database_is_no_file_to_load(tmp_path: Path, database: Path) -> None:
    told = failed(Settings(home=tmp_path, db=None, file=database, model=None))
    assert f"--db sqlite:///{database}" in told
