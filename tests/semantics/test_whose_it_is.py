"""A column, a deed and a name belong to the rows they are told of: the city of patients is not that of their insurers,
who set a route did not remove it, and a `player_name` is what a player is called, whatever their title."""

from pathlib import Path

import pytest

from arch_team import Society
from arch_team.settings import Settings
from tests.semantics.asking import approved, opened

CHESS = """
CREATE TABLE clubs (club_id INTEGER PRIMARY KEY, club_name TEXT, city TEXT, annual_fee REAL);
CREATE TABLE players (player_id INTEGER PRIMARY KEY, player_name TEXT, rating INTEGER, title TEXT, city TEXT,
  club_id INTEGER REFERENCES clubs(club_id));
CREATE TABLE tournaments (tournament_id INTEGER PRIMARY KEY, tournament_name TEXT, pace TEXT, start_date DATE);
CREATE TABLE entries (tournament_id INTEGER REFERENCES tournaments(tournament_id),
  player_id INTEGER REFERENCES players(player_id), points REAL, PRIMARY KEY (tournament_id, player_id));
CREATE TABLE setters (setter_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE puzzles (puzzle_id INTEGER PRIMARY KEY, name TEXT, setter_id INTEGER REFERENCES setters(setter_id),
  set_on DATE, removed_on DATE);
INSERT INTO clubs VALUES (1, 'Rook', 'York', 90), (2, 'Bishop', 'Leeds', 60);
INSERT INTO players VALUES (1, 'Ann Lee', 2100, NULL, 'Derby', 1), (2, 'Bob Ray', 2500, 'GM', 'Derby', 1),
  (3, 'Cid Orr', 1900, NULL, 'Hull', 2);
INSERT INTO tournaments VALUES (1, 'Spring Open', 'blitz', '2024-04-01'), (2, 'Autumn Cup', 'rapid', '2024-10-01');
INSERT INTO entries VALUES (1, 1, 3), (1, 2, 5), (2, 1, 4);
INSERT INTO setters VALUES (1, 'Dee Fox'), (2, 'Eli Gray');
INSERT INTO puzzles VALUES (1, 'Silent Knight', 1, '2024-01-01', '2024-02-01'), (2, 'Lost Pawn', 2, '2024-01-05', NULL);
"""


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("chess"), CHESS)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Who is the player with the highest rating?", "Bob Ray"),
        ("Which player entered the most tournaments?", "Ann Lee"),
        ("Which setter set the puzzle Silent Knight?", "Dee Fox"),
        ("How many puzzles of the setter Dee Fox were removed?", "1"),
        ("Which players took part in more than one tournament?", "Ann Lee"),
        ("In how many tournaments did the player Ann Lee take part?", "2"),
    ],
)
def test_what_is_told_of_rows_is_answered(chess: Society, question: str, says: str) -> None:
    approved(chess, question, "en", says)


@pytest.mark.parametrize(
    "question",
    ["What was the entry fee for each blitz tournament?", "Which setter removed the puzzle Silent Knight?"],
)
def test_what_is_told_of_others_is_not_answered(chess: Society, question: str) -> None:
    assert chess.ask_sync(question).status != "approved"


def test_a_column_is_of_the_rows_that_are_spoken_of(chess: Society) -> None:
    question = "Show each city where players live and the number of players there, in alphabetical order of the city."
    answer = chess.ask_sync(question)
    assert answer.status != "approved" or ("Derby, 2" in answer.text and "York" not in answer.text)


VOLCANOES = """
CREATE TABLE volcano (volcano_id INTEGER PRIMARY KEY, name TEXT, region TEXT, last_eruption_year INTEGER);
CREATE TABLE instrument (instrument_id INTEGER PRIMARY KEY, volcano_id INTEGER REFERENCES volcano(volcano_id),
  kind TEXT, serial_no TEXT);
CREATE TABLE entry (volcano_id INTEGER REFERENCES volcano(volcano_id),
  visitor_id INTEGER REFERENCES visitor(visitor_id),
  fee REAL, PRIMARY KEY (volcano_id, visitor_id));
CREATE TABLE visitor (visitor_id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO volcano VALUES (1, 'Inari', 'North', 2018), (2, 'Terrapin', 'South', NULL), (3, 'Sombra', 'South', 1990);
INSERT INTO instrument VALUES (1, 1, 'rain gauge', 'RX-1'), (2, 1, 'seismometer', 'SX-1'),
  (3, 3, 'seismometer', 'SX-2');
INSERT INTO visitor VALUES (1, 'Ann Lee'), (2, 'Bob Ray');
INSERT INTO entry VALUES (1, 1, 5), (2, 1, 5), (1, 2, 5);
"""


@pytest.fixture(scope="module")
def volcanoes(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("volcanoes"), VOLCANOES)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Give the serial numbers and kinds of the instruments.", "RX-1, rain gauge"),
        ("How many different kinds of instruments are there?", "2"),
        ("What kinds of instruments are there?", "rain gauge"),
        ("What are the names of the volcanoes for which no year of the last eruption is known?", "Terrapin"),
        ("What is the year of the last eruption of Inari?", "2018"),
    ],
)
def test_a_word_that_often_says_nothing_may_name_a_column(volcanoes: Society, question: str, says: str) -> None:
    answer = approved(volcanoes, question, "en", says)
    assert "RX-1, 1" not in answer.text
    assert "Sombra" not in answer.text


def test_what_is_counted_is_what_was_asked_for(volcanoes: Society) -> None:
    asked = "Which visitors have entered at least two volcanoes? Show their names and the number of entries."
    answer = volcanoes.ask_sync(asked)
    assert answer.status != "approved" or "Ann Lee, 2" in answer.text


LAW = """
CREATE TABLE offices (office_id INTEGER PRIMARY KEY, city TEXT, country TEXT);
CREATE TABLE lawyers (lawyer_id INTEGER PRIMARY KEY, full_name TEXT, office_id INTEGER REFERENCES offices(office_id),
  hired_on DATE);
CREATE TABLE proposals (proposal_id INTEGER PRIMARY KEY, title TEXT, requested_hours INTEGER, status TEXT);
CREATE TABLE observations (observation_id INTEGER PRIMARY KEY, hours REAL,
  proposal_id INTEGER REFERENCES proposals(proposal_id));
INSERT INTO offices VALUES (1, 'London', 'England'), (2, 'Lyon', 'France');
INSERT INTO lawyers VALUES (1, 'Ann Lee', 1, '2020-01-01'), (2, 'Bob Ray', 1, '2021-01-01'), (3, 'Cid Orr', 2, NULL);
INSERT INTO proposals VALUES (1, 'Transits', 10, 'done'), (2, 'Novae', 40, 'done'), (3, 'Comets', 5, 'open');
INSERT INTO observations VALUES (1, 30, 1), (2, 3, 2);
"""


@pytest.fixture(scope="module")
def law(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("law"), LAW)


@pytest.mark.parametrize("question", ["Which lawyer manages the London office?", "Which lawyers speak French?"])
def test_who_belongs_somewhere_need_not_do_what_is_said(law: Society, question: str) -> None:
    assert law.ask_sync(question).status != "approved"


def test_a_rank_is_by_a_figure_of_the_rows_before_those_of_others(law: Society) -> None:
    answer = law.ask_sync("Which proposal asked for the most hours?")
    assert answer.status != "approved" or "Novae" in answer.text


def test_who_belongs_somewhere_is_told(law: Society) -> None:
    approved(law, "Which lawyers work at the London office?", "en", "Ann Lee", "Bob Ray")


def test_a_kind_is_told_once_with_how_many_there_are(law: Society) -> None:
    asked = "Which statuses have at least two proposals, and how many does each have?"
    answer = law.ask_sync(asked)
    assert answer.status != "approved" or answer.text.count("done") == 1


FIRMA = """
CREATE TABLE staff (ssn INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT,
  boss_ssn INTEGER REFERENCES staff(ssn));
CREATE TABLE project (pnumber INTEGER PRIMARY KEY, pname TEXT, place TEXT);
CREATE TABLE works_on (ssn INTEGER REFERENCES staff(ssn), pno INTEGER REFERENCES project(pnumber), hours REAL,
  PRIMARY KEY (ssn, pno));
INSERT INTO staff VALUES (1, 'Franka', 'Weber', NULL), (2, 'Urs', 'Keller', 1), (3, 'Ida', 'Moser', 1);
INSERT INTO project VALUES (1, 'Alpha', 'Bern'), (2, 'Beta', 'Chur'), (3, 'Gamma', 'Bern');
INSERT INTO works_on VALUES (2, 1, 10), (3, 1, 20), (3, 2, 5);
"""
MODEL = """model: firma
tables:
  staff:
    nouns: {de: [Mitarbeiter, Angestellte]}
    kind: PARTY
  project:
    nouns: {de: [Projekte, Projekt]}
    rowName: pname
    fields:
      pname: {de: Projektname}
  works_on:
    nouns: {de: [Projekteinsätze, Projekteinsatz]}
    fields:
      ssn: {de: Mitarbeiter}
      pno: {de: Projekt}
      hours: {de: Stunden}
relations:
  - {from: staff, to: staff, via: boss_ssn=ssn, words: {de: [unterstellt, vorgesetzt]}}
  - {from: works_on, to: staff, via: ssn=ssn, words: {de: [arbeitet]}}
  - {from: works_on, to: project, via: pno=pnumber, words: {de: [bearbeitet, verwendet]}}
"""


@pytest.fixture
def firma(tmp_path: Path) -> Society:
    society = opened(tmp_path, FIRMA)
    file = tmp_path / "firma.yaml"
    file.write_text(MODEL, encoding="utf-8")
    return Society(Settings(home=tmp_path, db=society.settings.db, ontology=file, model=None))


def test_a_column_called_as_what_it_points_at_is_that(firma: Society) -> None:
    approved(firma, "Welche Projekte wurden noch nie bearbeitet?", "de", "Gamma")
    approved(firma, "Welches Projekt wurde am häufigsten bearbeitet?", "de", "Alpha")
    approved(firma, "Welche Projekte wurden für keinen Projekteinsatz verwendet?", "de", "Gamma")


@pytest.mark.parametrize(
    "question", ["Welche Mitarbeiter sind Franka Weber unterstellt?", "Wer ist der Projektleiter von Alpha?"]
)
def test_a_word_for_another_tie_is_not_passed_over(firma: Society, question: str) -> None:
    answer = firma.ask_sync(question)
    assert answer.status != "approved" or ("Keller" in answer.text and "Weber" not in answer.text)
