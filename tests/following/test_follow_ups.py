"""What is said after a question on tables nobody described: the answer is that of the whole question, or none."""

import asyncio

import pytest

from arch_team import Answer, Society
from tests.semantics.asking import opened

KENNEL = """
create table keepers(keeper_id integer primary key, name text not null, town text, phone text, email text);
insert into keepers values
 (1,'Ada Moor','Brigg','01 11','ada@x.org'),(2,'Ben Lund','Brigg','01 22',null),(3,'Cleo Park','Hull','01 33',null),
 (4,'Dan West','Hull','01 44','dan@x.org'),(5,'Eve Stone','Brigg','01 55','eve@x.org');
create table animals(animal_id integer primary key, name text not null, species text, breed text, weight_kg real,
 keeper_id integer not null references keepers(keeper_id));
insert into animals values
 (1,'Rex','Dog','Boxer',31,1),(2,'Fido','Dog','Pug',9,2),(3,'Tom','Cat','Persian',5,3),(4,'Kit','Cat','Siamese',4,4),
 (5,'Bolt','Dog','Husky',34,5);
create table stays(stay_id integer primary key, animal_id integer not null references animals(animal_id),
 begun_on text, status text, fee real);
insert into stays values
 (1,1,'2022-02-03','approved',40),(2,2,'2022-05-09','approved',50),(3,3,'2022-11-20','rejected',60),
 (4,4,'2023-01-15','approved',70),(5,5,'2023-03-04','rejected',80),(6,1,'2023-10-30','approved',95),
 (7,1,'2023-12-01','approved',20);
"""


@pytest.fixture(scope="module")
def kennel(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("kennel"), KENNEL)


def talk(society: Society, *turns: str) -> Answer:
    return asyncio.run(society.ask(turns[-1], earlier=turns[:-1]))


FEES = "What is the total fee of the approved stays begun in 2022?"
DOGS = "How many dogs weigh more than 30 kg?"
BRIGG = "Which keepers live in Brigg?"
HEAVIEST = "Which animal is the heaviest?"


@pytest.mark.parametrize(
    ("turns", "says", "never"),
    [
        # a time is edited, and all else stays: of the approved ones
        ((FEES, "and over all years?"), ["275"], []),
        ((FEES, "and in 2023?"), ["185"], []),
        ((FEES, "and in the last quarter of 2023?"), ["115"], []),
        ((FEES, "in December 2023"), ["20"], []),
        ((FEES, "how much less is that than in 2023?"), ["95"], []),
        # a ranking goes on by its own measure
        ((HEAVIEST, "the first three"), ["Bolt", "Rex", "Fido"], ["Tom", "Kit"]),
        ((HEAVIEST, "and the lightest?"), ["Kit"], ["Bolt"]),
        ((HEAVIEST, "what breed is it?"), ["Bolt", "Husky"], []),
        ((HEAVIEST, "the top 2"), ["Bolt", "Rex"], ["Fido"]),
        # rows that were counted or listed
        ((DOGS, "show them please"), ["Rex", "Bolt"], ["Fido"]),
        ((DOGS, "what share of all dogs is that?"), ["66.6"], []),
        ((DOGS, "what percentage of all animals is that?"), ["40"], []),
        ((BRIGG, "and their phone numbers?"), ["Ada Moor", "01 11", "01 22", "01 55"], ["01 33"]),
        ((BRIGG, "sort by phone"), ["Ada Moor"], ["Cleo"]),
        ((BRIGG, "only those without email"), ["Ben Lund"], ["Ada Moor"]),
        (("How many keepers have no email?", "and how many with one?"), ["3"], []),
        (("What is the average weight of the cats?", "which one is the heaviest?"), ["Tom"], ["Kit"]),
        (("What is the average weight of the cats?", "and the highest?"), ["5"], []),
        (("How many stays begun in 2022?", "split by status"), ["approved", "2", "rejected", "1"], []),
        (("What is the breed of Rex?", "and the weight?"), ["31"], []),
        ((HEAVIEST, "how many stays did it have?"), ["1"], ["7"]),
        # what names no rows of its own is of those before
        (("How many stays were approved in 2023?", "and the average fee?"), ["61.6"], []),
        (("How many stays were approved in 2023?", "what was the total fee?"), ["185"], []),
        (("How many animals are cats?", "and altogether?"), ["5"], []),
        (("How many stays are approved?", "which animals?"), ["Rex", "Kit"], ["Bolt"]),
    ],
)
def test_it_is_the_question_before_changed_in_one_way(
    kennel: Society, turns: tuple[str, ...], says: list[str], never: list[str]
) -> None:
    answer = talk(kennel, *turns)
    assert answer.ok, (answer.reason, answer.understood_as)
    assert all(each in answer.text for each in says), (answer.text, answer.understood_as)
    assert not any(each in answer.text for each in never), (answer.text, answer.understood_as)


@pytest.mark.parametrize(
    "turns",
    [
        (FEES, "by and large?"),
        (FEES, "and over all moons?"),
        (FEES, "the first three"),
        (BRIGG, "and their salaries?"),
        (BRIGG, "the last three"),
        (DOGS, "what share of all keepers is that?"),
        ("How many stays were approved in 2022?", "what share of all stays is that?"),
        (HEAVIEST, "what colour is it?"),
        ("How many unicorns are there?", "broken down by status"),
        ("How many unicorns are there?", "and who owns the animals?"),
        ("Which keepers have no email?", "and no phone?"),
        ("What is the breed of Rex?", "how many stays?"),
        ("How many stays were approved in 2023?", "and altogether?"),
        ("How many stays were approved in 2023?", "by gender"),
    ],
)
def test_what_is_not_understood_is_answered_by_no_part_of_it(kennel: Society, turns: tuple[str, ...]) -> None:
    answer = talk(kennel, *turns)
    assert not answer.ok, (answer.text, answer.understood_as)


@pytest.mark.parametrize(
    ("said", "shows"),
    [
        ("How many keepers are there?", "5"),
        ("And how many cats are there?", "2"),
        ("Which keepers live in Hull, with their phone numbers?", "01 33"),
        ("Which keepers have no email? Give their names and phones.", "01 22"),
        ("What is the average fee of all stays?", "59.2"),
    ],
)
def test_a_whole_question_starts_anew(kennel: Society, said: str, shows: str) -> None:
    alone, after = kennel.ask_sync(said.removeprefix("And ")), talk(kennel, FEES, said)
    assert after.text == alone.text
    assert shows in after.text


@pytest.fixture(scope="module")
def werkstatt(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(
        tmp_path_factory.mktemp("werkstatt"),
        """
create table mitarbeiter(personal_nr integer primary key, name text not null, funktion text, eintritt text);
insert into mitarbeiter values (1,'Anna Frei','Geselle','2003-01-01'),(2,'Beat Hug','Meister','2001-04-01'),
 (3,'Carla Ott','Geselle','2010-06-01'),(4,'Dario Lenz','Lehrling','1999-08-01');
create table kunden(kunden_nr integer primary key, name text not null, ort text, telefon text);
insert into kunden values (1,'Imhof','Linz','11 11'),(2,'Jost','Steyr','22 22'),(3,'Kern','Steyr','33 33');
create table auftraege(auftrag_nr integer primary key, personal_nr integer not null references mitarbeiter(personal_nr),
 kunden_nr integer not null references kunden(kunden_nr), auftragsdatum text, wert real, bezahlt_am text);
insert into auftraege values (1,1,1,'2023-02-01',100,'2023-03-01'),(2,1,2,'2023-11-05',200,null),
 (3,3,3,'2024-01-09',300,'2024-02-01'),(4,1,2,'2024-10-10',400,'2024-11-01'),(5,3,1,'2024-12-24',500,null),
 (6,2,1,'2024-04-04',600,null);
""",
    )


MOST = "Welcher Mitarbeiter hat die meisten Aufträge betreut?"


@pytest.mark.parametrize(
    ("turns", "says", "never"),
    [
        ((MOST, "die ersten zwei bitte"), ["Anna Frei", "Carla Ott"], ["Dario Lenz", "Beat Hug"]),
        (("Wie viele Aufträge gab es 2024?", "und im letzten Quartal 2024?"), ["2"], ["4 "]),
        (("Wie viele Kunden kommen aus Steyr?", "zeig sie mir"), ["Jost", "Kern"], ["Imhof"]),
        (("Welche Kunden kommen aus Steyr?", "und ihre Telefonnummern?"), ["22 22", "33 33"], ["11 11"]),
        (("Wie viele Aufträge sind noch nicht bezahlt?", "wie viel Prozent aller Aufträge sind das?"), ["50"], []),
        (("Wie hoch ist der durchschnittliche Wert der Aufträge?", "und der höchste?"), ["600"], []),
        (("Zeige Name und Eintritt aller Gesellen.", "sortiert nach Eintritt"), ["Anna Frei", "Carla Ott"], []),
    ],
)
def test_so_it_is_in_german(werkstatt: Society, turns: tuple[str, ...], says: list[str], never: list[str]) -> None:
    answer = talk(werkstatt, *turns)
    assert answer.ok, (answer.reason, answer.understood_as)
    assert all(each in answer.text for each in says), (answer.text, answer.understood_as)
    assert not any(each in answer.text for each in never), (answer.text, answer.understood_as)
