"""One file as somebody has it: what its name says, who a column names, what was done when, months of its one year."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from arch_team import Society
from tests.semantics.asking import approved, opened_file

MEMBERS = """No,Name,Date of birth,Joined,Town,Membership,Fee (CHF),Paid
1,Anna Keller,12 March 1984,2019-02-01,Bern,Full,120,yes
2,Ben Moser,the 3rd of July,2021-05-12,Thun,Youth,60,no
3,Clara Frei,21 January 1975,2015-09-30,Bern,Full,120,yes
4,Eva Lang,30 October 1968,2010-04-04,Thun,Honorary,0,yes
"""
SALES = """Date,Rep,Region,Product,Units,Revenue
2024-01-05,Kim Lee,North,Desk,4,1200
2024-01-17,Jon Day,South,Chair,10,900
2024-02-02,Kim Lee,North,Lamp,6,180
2024-02-20,Ann Roe,West,Desk,2,600
2024-03-11,Jon Day,South,Desk,3,900
2024-03-29,Ann Roe,West,Chair,7,630
"""
TICKETS = """Ticket ID,Opened,Closed,Priority,Assigned to,Category,Status
T-001,2024-05-01,2024-05-03,High,Sam,Network,Closed
T-002,2024-05-02,,Low,Ria,Printer,Open
T-003,2024-05-02,2024-05-09,Medium,Sam,Login,Archived
T-004,2024-06-01,,High,Tom,Network,Open
"""
MITGLIEDER = """Nr.;Name;Ort;Eintritt;Beitrag;Bezahlt
1;Anna Keller;Bern;01.02.2019;120,00;ja
2;Ben Moser;Thun;12.05.2021;60,00;nein
3;Clara Frei;Bern;30.09.2015;120,00;ja
"""
KASSE = """Datum;Text;Einnahme;Ausgabe
01.02.2024;Barverkauf;250,00;
03.02.2024;Papier;;48,50
14.02.2024;Porto;;22,00
28.02.2024;Kaffee;;35,80
"""

Asked = Callable[[str, str], Society]


@pytest.fixture
def opened(tmp_path: Path) -> Asked:
    return partial(opened_file, tmp_path)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("How many members are there?", ": 4"),
        ("How many members joined after 2018?", ": 2"),
        ("Who joined in 2021?", "Ben Moser"),
        ("Who joined first?", "Eva Lang"),
        ("When did Ben Moser join?", "2021-05-12"),
        ("Who has not paid?", "Ben Moser"),
        ("Who lives in Bern?", "Clara Frei"),
    ],
)
def test_the_year_in_a_name_is_not_what_rows_are_called(opened: Asked, question: str, says: str) -> None:
    approved(opened("members_2024.csv", MEMBERS), question, "en", says)


@pytest.mark.parametrize("question", ["Which member was born first?", "What is the latest date of birth?"])
def test_days_that_are_words_have_no_order(opened: Asked, question: str) -> None:
    assert opened("members_2024.csv", MEMBERS).ask_sync(question).status != "approved"


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Who sold the most units?", "Jon Day, 13"),
        ("Who sold lamps in February?", "Kim Lee"),
        ("Which reps did not sell lamps?", "Ann Roe"),
        ("Which products were not sold in March?", "Lamp"),
        ("How many sales did Jon Day make?", ": 2"),
        ("What is the total number of units sold by Ann Roe?", ": 9"),
        ("How many units were sold in February?", ": 8"),
        ("Total revenue on 5 January", ": 1,200"),
        ("How many different products were sold?", ": 3"),
    ],
)
def test_rows_of_sales_are_what_was_sold(opened: Asked, question: str, says: str) -> None:
    approved(opened("sales_q1.csv", SALES), question, "en", says)


def test_what_none_of_the_rows_tells_is_not_in_the_list(opened: Asked) -> None:
    answer = opened("sales_q1.csv", SALES).ask_sync("Which products were not sold in March?")
    assert "Desk" not in answer.text


@pytest.mark.parametrize(
    "question", ["Who bought the desks?", "Who delivered the lamps?", "Who is the boss of Kim Lee?"]
)
def test_who_did_something_else_is_not_told(opened: Asked, question: str) -> None:
    assert opened("sales_q1.csv", SALES).ask_sync(question).status != "approved"


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which tickets are assigned to Sam?", "T-003"),
        ("Which high priority tickets are still open?", "T-004"),
        ("How many tickets were closed in May?", ": 2"),
        ("When was T-003 closed?", "2024-05-09"),
        ("How many tickets were opened in May?", ": 3"),
        ("Who is assigned to T-004?", "Tom"),
    ],
)
def test_a_state_that_a_day_tells_is_told_by_the_day(opened: Asked, question: str, says: str) -> None:
    approved(opened("tickets.csv", TICKETS), question, "en", says)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Wie viele Mitglieder gibt es?", ": 3"),
        ("Wie viele Mitglieder sind nach 2018 eingetreten?", ": 2"),
        ("Wer hat noch nicht bezahlt?", "Ben Moser"),
        ("Welche Mitglieder kommen aus Bern?", "Clara Frei"),
    ],
)
def test_a_list_of_people_is_of_people(opened: Asked, question: str, says: str) -> None:
    approved(opened("Mitgliederliste 2024.csv", MITGLIEDER), question, "de", says)


def test_the_month_in_a_name_is_no_row(opened: Asked) -> None:
    society = opened("Kassenbuch Februar.csv", KASSE)
    approved(society, "Wie hoch ist die Summe der Ausgaben nach dem 10. Februar?", "de", ": 57.80")
    assert society.ask_sync("Wie hoch sind die Ausgaben nach dem 10. Februar?").status != "approved"


def test_a_month_of_several_years_is_not_guessed(opened: Asked) -> None:
    several = SALES + "2023-03-01,Kim Lee,North,Desk,1,300\n"
    assert opened("sales.csv", several).ask_sync("How many units were sold in March?").status != "approved"
