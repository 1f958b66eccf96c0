"""What is said after a question and names no rows of its own is of the rows before, or nobody answers."""

import pytest

from arch_team import Society
from tests.following.test_follow_ups import talk
from tests.semantics.asking import opened

MARINA = """
create table skippers(skipper_id integer primary key, name text not null, town text, phone text, joined_on text);
insert into skippers values
 (1,'Ann Reef','Hull','11 11','2015-02-01'),(2,'Bob Sail','Hull','22 22','2018-07-01'),
 (3,'Cat Tide','Whitby','33 33','2011-09-01');
create table boats(boat_id integer primary key, name text not null, kind text, length_m real, price real,
 skipper_id integer not null references skippers(skipper_id));
insert into boats values
 (1,'Gull','Sloop',9,40000,1),(2,'Heron','Ketch',14,90000,2),(3,'Ibis','Sloop',7,20000,3),(4,'Jay','Yawl',11,70000,3);
create table trips(trip_id integer primary key, boat_id integer not null references boats(boat_id),
 sailed_on text, status text, fee real);
insert into trips values
 (1,1,'2022-03-04','done',100),(2,2,'2022-06-07','cancelled',220),(3,2,'2023-04-05','done',310),
 (4,3,'2023-05-06','planned',90),(5,4,'2023-08-09','cancelled',130),(6,4,'2023-09-01','planned',75),
 (7,1,'2023-10-02','done',160);
"""


@pytest.fixture(scope="module")
def marina(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("marina"), MARINA)


LONGEST = "Which boat is the longest?"
HULL = "Which skippers live in Hull?"
HIGHEST = "What was the highest trip fee in 2023?"
CANCELLED = "Which trips are cancelled?"
PER_BOAT = "What is the total fee of the trips per boat?"


@pytest.mark.parametrize(
    ("turns", "says", "never"),
    [
        # who goes with the row that was shown, and its columns by their bare names
        ((LONGEST, "who is the skipper?"), ["Bob Sail"], ["Ann Reef", "Cat Tide"]),
        ((LONGEST, "the skipper?"), ["Bob Sail"], ["Ann Reef", "Cat Tide"]),
        ((LONGEST, "price?"), ["90,000"], ["70,000"]),
        ((HULL, "phone?"), ["11 11", "22 22"], ["33 33"]),
        ((HULL, "show me names and phone numbers"), ["Ann Reef", "22 22"], ["33 33"]),
        ((HULL, "with phone numbers"), ["11 11", "22 22"], ["33 33"]),
        (("How many skippers live in Hull?", "the phone numbers"), ["11 11", "22 22"], ["33 33"]),
        # the row that has the highest figure
        ((HIGHEST, "which boat was that for?"), ["Heron"], ["Gull", "Jay"]),
        ((HIGHEST, "which boat?"), ["Heron"], ["Gull", "Jay"]),
        ((HIGHEST, "status?"), ["done"], ["planned"]),
        ((HIGHEST, "which boat was that for?", "what is its length?"), ["14"], ["11"]),
        # back to that row, after something that goes with it
        ((HIGHEST, "which boat was that for?", "what is its status?"), ["done"], ["planned"]),
        # what is said of them, each beside what it is called
        ((HULL, "when did they join?"), ["Ann Reef", "2015-02-01", "2018-07-01"], ["2011"]),
        (("How many skippers live in Hull?", "when did they join?"), ["Bob Sail", "2018-07-01"], ["2011"]),
        # what they come to
        ((CANCELLED, "how much is that altogether?"), ["350"], ["1,085"]),
        ((CANCELLED, "how much is that altogether?", "and the planned ones?"), ["165"], ["350"]),
        (("How many trips are planned?", "what's the total fee in those?"), ["165"], []),
        (("How many trips are planned?", "what was the average fee?"), ["82.5"], []),
        (("Which boat has the highest price?", "what's the average then?"), ["55,000"], []),
        # the first few of a breakdown
        ((PER_BOAT, "just the top 2"), ["Heron", "530", "Gull", "260"], ["Jay", "Ibis"]),
        (("How many boats are there per kind?", "the top 1"), ["Sloop", "2"], ["Ketch"]),
        (("What is the average fee of the trips per boat?", "and the lowest?"), ["Ibis", "90"], ["Gull"]),
        (("What is the total fee of trips per year?", "just 2023", "per month"), ["2023-04", "310"], ["2022"]),
        # how many of them are so
        (("How many trips were there in 2023?", "how many are cancelled?"), ["1"], ["2"]),
        ((CANCELLED, "how many are there?"), ["2"], []),
        (("How many trips are cancelled?", "how many are there in total?"), ["7"], []),
        # another value of the same column
        (("How many boats are sloops?", "and ketches?"), ["1"], []),
        (("How many trips are cancelled?", "and the planned ones?"), ["2"], []),
    ],
)
def test_what_names_no_rows_is_of_those_before(
    marina: Society, turns: tuple[str, ...], says: list[str], never: list[str]
) -> None:
    answer = talk(marina, *turns)
    assert answer.ok, (answer.reason, answer.understood_as)
    shown = answer.text.partition(":")[2]
    assert all(each in shown for each in says), (answer.text, answer.understood_as)
    assert not any(each in shown for each in never), (answer.text, answer.understood_as)


@pytest.mark.parametrize(
    "turns",
    [
        (LONGEST, "list the skippers"),
        (LONGEST, "who is the captain?"),
        (HIGHEST, "who paid it?"),
        (HIGHEST, "which boat was that for?", "when was it?"),
        (HULL, "show the skippers"),
        (PER_BOAT, "the skipper?"),
        ("How many unicorns are there?", "who is the skipper?"),
        ("How many unicorns are there?", "phone?"),
        ("How many unicorns are there?", "what was the average fee?"),
        ("How many unicorns are there?", "and who sailed the boats?"),
        (HULL, "how many are haunted?"),
        ("Which trip has the highest fee?", "the boat?", "how deep is it?"),
        ("Which skippers joined after 2012?", "how much is that altogether?"),
    ],
)
def test_all_there_are_is_no_answer_to_it(marina: Society, turns: tuple[str, ...]) -> None:
    answer = talk(marina, *turns)
    assert not answer.ok, (answer.text, answer.understood_as)


@pytest.mark.parametrize(
    "said", ["List all skippers.", "Which kinds are there?", "Show the names and phones of the skippers."]
)
def test_what_names_its_rows_starts_anew(marina: Society, said: str) -> None:
    assert talk(marina, LONGEST, said).text == marina.ask_sync(said).text


@pytest.fixture(scope="module")
def hof(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(
        tmp_path_factory.mktemp("hof"),
        """
create table staelle(stall_id integer primary key, bezeichnung text not null, ort text, tor text, bau_jahr integer,
 eigentuemer text);
insert into staelle values (1,'Nordstall','Wels','ja',1950,'Moser'),(2,'Talstall','Wels','nein',1920,'Gruber'),
 (3,'Bergstall','Steyr','nein',1990,'Huber');
create table schaeden(schaden_id integer primary key, stall_id integer not null references staelle(stall_id),
 ursache text, gemeldet_am text, kosten real, status text);
insert into schaeden values (1,1,'Sturm','2022-01-05',100,'offen'),(2,2,'Feuer','2022-02-06',900,'erledigt'),
 (3,2,'Sturm','2023-03-07',300,'erledigt'),(4,3,'Feuer','2023-04-08',500,'offen');
""",
    )


@pytest.mark.parametrize(
    ("turns", "says", "never"),
    [
        (("Wie viele Schäden sind offen?", "zeig mir Ursache und Meldedatum"), ["Sturm", "2023-04-08"], ["2022-02"]),
        (("Welche Schäden sind offen?", "Ursache?"), ["Sturm", "Feuer"], ["2", "3 "]),
        (("Welcher Stall ist der älteste?", "wem gehört er?"), ["Gruber"], ["Moser", "Huber"]),
        (("Welcher Stall ist der älteste?", "wer ist der Eigentümer?"), ["Gruber"], ["Moser", "Huber"]),
        (("Was waren die höchsten Kosten?", "welcher Stall war das?"), ["Talstall"], ["Nordstall"]),
        (("Welche Schäden sind offen?", "wie viel macht das zusammen?"), ["600"], []),
        (("Wie viele Schäden sind offen?", "wie viel Prozent sind das von allen?"), ["50"], []),
        (("Wie viele Ställe haben ein Tor?", "und ohne?"), ["2"], []),
        (("Wie hoch waren die gesamten Kosten der Schäden mit Sturm?", "und bei Feuer?"), ["1'400"], []),
        (("Wie hoch waren die gesamten Kosten der Schäden mit Sturm?", "und im Durchschnitt?"), ["200"], []),
        (("Was sind die höchsten Kosten?", "und wie hoch sind die niedrigsten?"), ["100"], []),
        (("Wie viele Schäden wurden 2022 gemeldet?", "wie viele sind offen?"), ["1"], []),
    ],
)
def test_so_it_is_in_german(hof: Society, turns: tuple[str, ...], says: list[str], never: list[str]) -> None:
    answer = talk(hof, *turns)
    assert answer.ok, (answer.reason, answer.understood_as)
    shown = answer.text.partition(":")[2]
    assert all(each in shown for each in says), (answer.text, answer.understood_as)
    assert not any(each in shown for each in never), (answer.text, answer.understood_as)
