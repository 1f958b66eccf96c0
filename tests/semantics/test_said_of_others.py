"""What is said of others is not told of the rows asked about: what was opened was not inspected then, who took a photo
did not make its lens, the number of an investor is not that of what they bought."""

import sqlite3
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.settings import Settings
from tests.semantics.asking import approved, opened

TRAILS = """
CREATE TABLE huts (hut_id INTEGER PRIMARY KEY, name TEXT, opened_year INTEGER);
CREATE TABLE trails (trail_id INTEGER PRIMARY KEY, name TEXT, kind TEXT, length_km REAL, last_inspected DATE);
CREATE TABLE stages (trail_id INTEGER REFERENCES trails(trail_id), hut_id INTEGER REFERENCES huts(hut_id),
  stage_no INTEGER, PRIMARY KEY (trail_id, hut_id));
CREATE TABLE guides (guide_id INTEGER PRIMARY KEY, full_name TEXT, speciality TEXT);
CREATE TABLE tours (trail_id INTEGER REFERENCES trails(trail_id), guide_id INTEGER REFERENCES guides(guide_id),
  tour_day DATE, PRIMARY KEY (trail_id, guide_id));
INSERT INTO huts VALUES (1, 'Upper Hut', 1911);
INSERT INTO trails VALUES (1, 'Long Ridge', 'ridge', 12.5, '2023-05-01'),
  (2, 'Green Valley', 'valley', 7, '2024-06-01');
INSERT INTO stages VALUES (1, 1, 1), (2, 1, 1);
INSERT INTO guides VALUES (1, 'Ann Lee', 'ridge trails'), (2, 'Bob Ray', 'climbing');
INSERT INTO tours VALUES (1, 1, '2024-01-01'), (2, 1, '2024-02-01'), (2, 2, '2024-03-01');
"""


@pytest.fixture(scope="module")
def trails(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("trails"), TRAILS)


@pytest.mark.parametrize(
    "question",
    [
        "In which year was the trail Long Ridge opened?",
        "When was the trail Long Ridge opened?",
        "In which month was the trail Long Ridge completed?",
    ],
)
def test_what_is_told_of_something_else_is_no_answer(trails: Society, question: str) -> None:
    assert trails.ask_sync(question).status != "approved"


def test_the_day_that_is_told_is_answered(trails: Society) -> None:
    assert "2023-05-01" in approved(trails, "When was the Long Ridge last inspected?", "en").text


def test_a_kind_of_rows_is_not_taken_for_a_trade_of_that_name(trails: Society) -> None:
    listed = approved(trails, "Show the names and lengths of all ridge trails.", "en").text
    assert "Long Ridge" in listed
    assert "Green Valley" not in listed
    assert "Ann Lee" in approved(trails, "Which guides have the speciality ridge trails?", "en").text


FILMS = """
CREATE TABLE films (film_id INTEGER PRIMARY KEY, title TEXT);
CREATE TABLE awards (award_id INTEGER PRIMARY KEY, award_name TEXT, winning_film_id INTEGER REFERENCES films(film_id));
INSERT INTO films VALUES (1, 'Blue Note'), (2, 'Lemon Season');
INSERT INTO awards VALUES (1, 'Golden Oar', 2), (2, 'Green Reel', NULL);
"""


def test_what_was_done_is_told_by_the_column_that_says_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    festival = opened(tmp_path_factory.mktemp("films"), FILMS)
    assert festival.ask_sync("Which films were nominated for the Golden Oar award?").status != "approved"
    assert festival.ask_sync("Which films were nominated for the Green Reel award?").status != "approved"
    approved(festival, "Which film won the Golden Oar award?", "en", "Lemon Season")


PHOTOS = """
CREATE TABLE lenses (lens_id INTEGER PRIMARY KEY, model TEXT, manufacturer TEXT);
CREATE TABLE photos (photo_id INTEGER PRIMARY KEY, title TEXT, lens_id INTEGER REFERENCES lenses(lens_id));
INSERT INTO lenses VALUES (1, 'Macro 50', 'Optika'), (2, 'Zoom 200', 'Lumen');
INSERT INTO photos VALUES (1, 'Sunset', 1), (2, 'Dawn', 2);
"""
MODEL = """model: photos
tables:
  lenses:
    nouns: {de: [Objektive, Objektiv]}
    fields:
      manufacturer: {de: [Marke, Hersteller]}
  photos:
    nouns: {de: [Fotos, Foto]}
    fields:
      title: {de: Titel}
relations:
  - {from: photos, to: lenses, via: lens_id=lens_id, words: {de: [aufgenommen, verwendet]}}
"""


def test_who_did_it_is_not_who_made_what_it_was_done_with(tmp_path: Path) -> None:
    file = tmp_path / "photos.yaml"
    file.write_text(MODEL, encoding="utf-8")
    with sqlite3.connect(tmp_path / "own.sqlite") as database:
        database.executescript(PHOTOS)
    database.close()
    described = Society(Settings(home=tmp_path, db=f"sqlite:///{tmp_path / 'own.sqlite'}", ontology=file, model=None))
    assert described.ask_sync("Wer hat das Foto „Sunset“ aufgenommen?").status != "approved"
    assert "Optika" in described.ask_sync("Wer ist der Hersteller des Objektivs „Macro 50“?").text


INVESTORS = """
CREATE TABLE Anleger (AnlegerNummer INTEGER PRIMARY KEY, Kuerzel TEXT);
CREATE TABLE Paket (PaketNummer INTEGER PRIMARY KEY, AnlegerNummer INTEGER REFERENCES Anleger(AnlegerNummer));
CREATE TABLE Geschaeft (GeschaeftNummer INTEGER PRIMARY KEY, AnlegerNummer INTEGER REFERENCES Anleger(AnlegerNummer),
  Betrag REAL);
INSERT INTO Anleger VALUES (101, 'ab'), (102, 'cd'), (103, 'ef');
INSERT INTO Paket VALUES (7, 101), (8, 103);
INSERT INTO Geschaeft VALUES (31, 102, 10), (32, 102, 20), (33, 101, 5);
"""


def test_a_number_of_rows_nobody_speaks_of_is_not_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    society = opened(tmp_path_factory.mktemp("investors"), INVESTORS)
    answer = society.ask_sync("Welche Nummern haben die Anleger, die kein Paket besitzen?")
    assert answer.status != "approved" or ("102" in answer.text and "31" not in answer.text)
