"""What first looks of one day showed: words that one reader knew and the other did not, and readings that took the
wrong rows for what was asked."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from arch_team import Society
from arch_team.settings import Settings
from tests.semantics.asking import approved, opened

CLUB = """
CREATE TABLE clubs (club_id INTEGER PRIMARY KEY, club_name TEXT, country TEXT);
CREATE TABLE players (player_id INTEGER PRIMARY KEY, full_name TEXT, title TEXT, nationality TEXT, rating INTEGER,
  club_id INTEGER REFERENCES clubs(club_id));
CREATE TABLE cups (cup_id INTEGER PRIMARY KEY, cup_name TEXT, start_date DATE, end_date DATE, prize_pool REAL);
CREATE TABLE games (game_id INTEGER PRIMARY KEY, cup_id INTEGER REFERENCES cups(cup_id),
  player_id INTEGER REFERENCES players(player_id), move_count INTEGER, played_on DATE);
CREATE TABLE parcels (parcel_id INTEGER PRIMARY KEY, parcel_name TEXT, mass_kg REAL, carrier TEXT,
  club_id INTEGER REFERENCES clubs(club_id));
INSERT INTO clubs VALUES (1, 'Rook House', 'Norway'), (2, 'Pawn Hall', 'Chile');
INSERT INTO players VALUES (1, 'Ann Lee', 'GM', 'Norway', 2500, 1), (2, 'Bob Ray', NULL, 'Chile', 2100, 1),
  (3, 'Cid Orr', NULL, 'Norway', 1900, NULL), (4, 'Dot Fry', 'GM', 'Chile', 2600, 2);
INSERT INTO cups VALUES (1, 'Spring Cup', '2024-03-01', '2024-03-05', 900),
  (2, 'Autumn Cup', '2024-09-01', '2024-09-20', 400),
  (3, 'Winter Cup', '2025-01-10', '2025-01-12', 1500);
INSERT INTO games VALUES (1, 1, 1, 40, '2024-03-01'), (2, 1, 2, 71, '2024-03-02'), (3, 2, 1, 12, '2024-09-02'),
  (4, 2, 4, 30, '2024-09-03'), (5, 3, 1, 55, '2025-01-11');
INSERT INTO parcels VALUES (1, 'Boards', 12.5, 'North Post', 1), (2, 'Clocks', 3, 'North Post', 2),
  (3, 'Books', 20, 'Blue Van', 1), (4, 'Trophies', 7, 'Blue Van', 1);
"""

SCHULE = """
CREATE TABLE lehrkraft (lehrkraft_id INTEGER PRIMARY KEY, vorname TEXT, nachname TEXT, telefon TEXT, eintritt DATE);
CREATE TABLE raum (raum_id INTEGER PRIMARY KEY, bezeichnung TEXT, gebaeude TEXT, ueberdacht TEXT);
CREATE TABLE kurs (kurs_id INTEGER PRIMARY KEY, titel TEXT, lehrkraft_id INTEGER REFERENCES lehrkraft(lehrkraft_id),
  raum_id INTEGER REFERENCES raum(raum_id), wochentag TEXT, beginn DATE, gebuehr REAL, abgesagt INTEGER);
CREATE TABLE vorspiel (vorspiel_id INTEGER PRIMARY KEY, titel TEXT, datum DATE, besucher INTEGER);
INSERT INTO lehrkraft VALUES (1, 'Anna', 'Moser', '079 1', '1998-02-01'), (2, 'Beat', 'Kern', NULL, '2010-02-01'),
  (3, 'Cora', 'Suter', '079 3', '2020-08-01');
INSERT INTO raum VALUES (1, 'Saal', 'Altbau', 'ja'), (2, 'Studio', 'Neubau', 'nein');
INSERT INTO kurs VALUES (1, 'Flöte', 1, 1, 'Montag', '2024-01-10', 300, 0),
  (2, 'Geige', 1, 2, 'Montag', '2024-05-10', 420, 1),
  (3, 'Chor', 2, 1, 'Freitag', '2025-01-10', 120, 0);
INSERT INTO vorspiel VALUES (1, 'Sommerfest', '2024-07-01', 80), (2, 'Advent', '2024-12-10', 140),
  (3, 'Frühling', '2025-04-01', 60);
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("club"), CLUB)


@pytest.fixture(scope="module")
def schule(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("schule"), SCHULE)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which players do not belong to any club?", "Cid Orr"),
        ("Which players have no title?", "Bob Ray"),
        ("Which parcel is the heaviest?", "Books"),
        ("How many games have already been played in each cup?", "Spring Cup"),
    ],
)
def test_in_english(club: Society, question: str, says: str) -> None:
    approved(club, question, "en", says)


def test_a_list_begins_as_it_is_said(club: Society) -> None:
    largest = approved(club, "List the cup names in order of prize pool, starting with the largest.", "en").text
    smallest = approved(club, "List the cup names sorted by prize pool, starting with the smallest.", "en").text
    assert largest.index("Winter") < largest.index("Spring") < largest.index("Autumn")
    assert smallest.index("Autumn") < smallest.index("Spring") < smallest.index("Winter")


def test_who_is_counted_is_not_the_rows_between(club: Society) -> None:
    text = approved(club, "Which carriers are used by more than one club?", "en").text
    assert "North Post" in text
    assert "Blue Van" not in text


@pytest.mark.parametrize(
    "question",
    [
        "How many moves did the longest game last?",
        "Which countries have players but not a single GM?",
        "How many players come from each country?",
        "What was the highest move count of a game, and on which date was that game played?",
    ],
)
def test_what_may_mean_something_else_is_not_answered(club: Society, question: str) -> None:
    answer = club.ask_sync(question, language="en")
    assert answer.status != "approved", answer.text


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Wie viele Kurse gibt es an den einzelnen Wochentagen?", "Montag, 2"),
        ("Welche Kurse mussten abgesagt werden?", "Geige"),
        ("Wie viele Kurse wurden im Jahr 2024 abgesagt?", "1"),
        ("Bei welchen Lehrkräften fehlt die Telefonnummer?", "Beat, Kern"),
        (
            "Welche Lehrkräfte sind vor dem Jahr 2000 eingetreten? Vorname, Nachname und Eintrittsdatum.",
            "Anna, Moser, 1998",
        ),
        ("Welche Vorspiele hatten mehr als 70 Besucher? Titel und Datum bitte.", "Advent, 2024-12-10"),
        ("Wie verteilen sich die Kurse auf die Wochentage?", "Montag, 2"),
        ("Liste Titel und Datum aller Vorspiele auf, beginnend mit dem frühesten.", "Sommerfest"),
        ("Welche Räume sind überdacht?", "Saal"),
        ("Welche Räume sind zwar überdacht, aber nicht im Neubau?", "Saal"),
    ],
)
def test_in_german(schule: Society, question: str, says: str) -> None:
    approved(schule, question, "de", says)


@pytest.mark.parametrize(
    ("called", "where", "status"),
    [
        ("Musikschule", "in der Musikschule", "approved"),
        ("Fundbuero", "im Fundbüro", "approved"),
        ("Musikschule", "in der Tanzschule", "refused"),
        ("Bern", "in Bern", "refused"),
    ],
)
def test_where_all_rows_are_says_nothing_more(tmp_path: Path, called: str, where: str, status: str) -> None:
    with closing(sqlite3.connect(tmp_path / f"{called}.sqlite")) as database:
        database.executescript(SCHULE)
    society = Society(Settings(home=tmp_path / "home", db=f"sqlite:///{tmp_path / called}.sqlite", model=None))
    answer = society.ask_sync(f"Welche Vorspiele gab es 2025 {where}?", language="de")
    society.source.close()
    assert answer.status == status, answer.text
    assert status == "refused" or "Frühling" in answer.text
