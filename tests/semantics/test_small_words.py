"""Small words that turn a question round: lowest said as deepest, or later, neither, second, and values that look like
verbs or like nothing. Each of these was answered wrong, or not at all, on tables somebody made."""

import pytest

from arch_team import Society
from tests.following.test_follow_ups import talk
from tests.semantics.asking import approved, opened

STERNWARTE = """
CREATE TABLE t_gast (gas_id INTEGER PRIMARY KEY, gas_vorname TEXT, gas_name TEXT, gas_ort TEXT);
CREATE TABLE rundgang (rundgang_id INTEGER PRIMARY KEY, datum DATE, einnahmen REAL, sprache TEXT, ergebnis TEXT,
  beginn DATE);
CREATE TABLE lokal (lokal_id INTEGER PRIMARY KEY, name TEXT, anzahl_liegen INTEGER, status TEXT, betreiber TEXT);
CREATE TABLE stern (stern_id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE beobachtung (beobachtung_id INTEGER PRIMARY KEY, stern_id INTEGER REFERENCES stern, dauer INTEGER);
INSERT INTO t_gast VALUES (1, 'Ida', 'Senn', 'Bern'), (2, 'Urs', 'Graf', 'Chur');
INSERT INTO rundgang VALUES (1, '2023-01-05', 300, 'Deutsch', 'bestanden', '2020-02-01'),
  (2, '2023-02-06', 48, 'Englisch', 'bestanden', '2021-03-01'), (3, '2023-03-07', 900, 'Deutsch', 'vertagt',
  '2022-04-01'), (4, '2023-04-08', 120, 'Romanisch', 'vertagt', '2019-05-01');
INSERT INTO lokal VALUES (1, 'Aula', 8, 'leer', 'Moser'), (2, 'Saal', 16, 'belegt', NULL), (3, 'Halle', 5, 'leer',
  'Moser'), (4, 'Keller', 3, NULL, 'Rapin');
INSERT INTO stern VALUES (1, 'Wega'), (2, 'Deneb'), (3, 'Algol');
INSERT INTO beobachtung VALUES (1, 1, 30), (2, 1, 40), (3, 2, 20);
"""


@pytest.fixture(scope="module")
def sternwarte(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("sternwarte"), STERNWARTE)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("Wie lautet die Sprache des Rundgangs mit den tiefsten Einnahmen?", "Englisch"),
        ("Welcher Rundgang hatte die zweithöchsten Einnahmen?", ": 1"),
        ("Wie hoch sind die drittniedrigsten Einnahmen der Rundgänge?", "300"),
        ("Wie viele Rundgänge haben 2021 oder später begonnen?", ": 2"),
        ("Wie viele Rundgänge haben weder die Sprache Deutsch noch Englisch?", ": 1"),
        ("Wie viele Rundgänge gibt es ohne die mit der Sprache Deutsch?", ": 2"),
        ("Wie viele Rundgänge haben die Sprache Deutsch und das Ergebnis bestanden?", ": 1"),
        ("Gibt es mehr Rundgänge mit der Sprache Deutsch oder mit der Sprache Englisch?", "2 gegenüber 1"),
        ("Welches Lokal hat die meisten Liegen?", "Saal, 2, 16"),
        ("Wie viele Lokale haben den Status leer?", ": 2"),
        ("Welcher Betreiber hat die wenigsten Lokale?", "Rapin"),
        ("Welche Sterne wurden noch nie beobachtet?", "Algol"),
        ("Welche Gäste wohnen in Chur?", "Urs, Graf"),
    ],
)
def test_a_small_word_is_heard(sternwarte: Society, question: str, shown: str) -> None:
    approved(sternwarte, question, "de", shown)


def test_what_was_read_is_said_of_the_words_that_say_it(sternwarte: Society) -> None:
    """Also where words were moved or put in before it was read."""
    answer = approved(sternwarte, "Wie viele Rundgänge haben die Sprache Deutsch und das Ergebnis bestanden?", "de")
    told = {part.words: part.meaning for part in answer.reading_parts}
    assert told["bestanden"] == "Ergebnis = bestanden"
    assert told["Deutsch"] == "Sprache = Deutsch"


@pytest.mark.parametrize(
    "question",
    ["Welcher Stern hat die wenigsten Beobachtungen?", "Wie viele Sterne haben höchstens eine Beobachtung?"],
)
def test_whether_those_that_have_none_are_meant_is_asked(sternwarte: Society, question: str) -> None:
    """A star without any has the fewest."""
    assert sternwarte.ask_sync(question, language="de").status == "needs_clarification"


def test_values_that_exclude_each_other_are_no_count_of_nothing(sternwarte: Society) -> None:
    question = "Wie viele Rundgänge sind auf Deutsch, auf Englisch und auf Romanisch erfasst?"
    assert not sternwarte.ask_sync(question, language="de").text.endswith(": 0")


AVERAGE = "Wie hoch sind die durchschnittlichen Einnahmen der Rundgänge mit der Sprache Deutsch?"


@pytest.mark.parametrize(
    ("before", "said", "shown"),
    [
        ("Wie viele Rundgänge haben Einnahmen über 200?", "Und darunter?", ": 2"),
        (AVERAGE, "Wie viele sind es?", ": 2"),
        ("Wie viele Rundgänge haben die Sprache Deutsch?", "Und insgesamt?", ": 4"),
    ],
)
def test_the_other_side_of_a_number_and_of_how_many_it_is(
    sternwarte: Society, before: str, said: str, shown: str
) -> None:
    answer = talk(sternwarte, before, said)
    assert answer.status == "approved", answer.reason
    assert shown in answer.text


CLINIC = """
CREATE TABLE ward (ward_id INTEGER PRIMARY KEY, ward_name TEXT, bed_percentage REAL);
CREATE TABLE nurse (nurse_id INTEGER PRIMARY KEY, full_name TEXT, role TEXT, ward_id INTEGER REFERENCES ward);
CREATE TABLE shift (shift_id INTEGER PRIMARY KEY, nurse_id INTEGER REFERENCES nurse, score INTEGER, kind TEXT);
INSERT INTO ward VALUES (1, 'North', 80.5), (2, 'South', 70.1);
INSERT INTO nurse VALUES (1, 'Ann Lee', 'lead', 1), (2, 'Bo Hart', 'aide', 1), (3, 'Cy Dunn', 'aide', 2),
  (4, 'Di Fox', 'aide', 2), (5, 'Ed Gray', 'lead', 2), (6, 'Flo Ash', 'aide', 2), (7, 'Gil Oak', 'aide', 2),
  (8, 'Hal Elm', 'aide', 2);
INSERT INTO shift VALUES (1, 1, 9, 'night'), (2, 1, 4, 'day'), (3, 2, 7, 'day'), (4, 3, 7, 'late');
"""


@pytest.fixture(scope="module")
def clinic(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("clinic"), CLINIC)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("How many nurses have shifts?", ": 3"),
        ("How many nurses have shifts with the kind day?", ": 2"),
        ("What percentage of nurses have the role lead?", "25.00 %"),
        ("How many roles have at least 3 nurses?", ": 1"),
        ("How many shifts are there except those with the kind day?", ": 2"),
        ("What is the second highest score of the shifts?", ": 7"),
        ("Which nurse has the second most shifts?", "Bo Hart"),
        ("Which kind has more shifts, day or night?", "2 against 1"),
    ],
)
def test_the_same_in_english(clinic: Society, question: str, shown: str) -> None:
    approved(clinic, question, "en", shown)


def test_those_that_share_a_second_place_are_both_shown(clinic: Society) -> None:
    answer = approved(clinic, "Which nurse has the second most shifts?", "en", "Bo Hart", "Cy Dunn")
    assert "Ann Lee" not in answer.text


def test_half_a_hundredth_is_rounded_up(tmp_path_factory: pytest.TempPathFactory) -> None:
    rows = ", ".join(f"({at}, '{'red' if at <= 5 else 'blue'}')" for at in range(1, 33))
    script = f"CREATE TABLE car (car_id INTEGER PRIMARY KEY, colour TEXT); INSERT INTO car VALUES {rows};"
    cars = opened(tmp_path_factory.mktemp("cars"), script)
    approved(cars, "What percentage of cars have the colour red?", "en", "15.63 %")


def test_an_average_number_is_asked_where_some_have_none(sternwarte: Society, clinic: Society) -> None:
    stars = sternwarte.ask_sync("Wie viele Beobachtungen hat ein Stern im Durchschnitt?", language="de")
    nurses = clinic.ask_sync("What is the average number of shifts per nurse?", language="en")
    assert (stars.status, nurses.status) == ("needs_clarification", "needs_clarification")
