"""Short questions of the rows before: when, where they live, who did it, and what share of a sum it was."""

import pytest

from arch_team import Society
from tests.following.test_follow_ups import talk
from tests.semantics.asking import opened

WORKSHOP = """
create table client(id integer primary key, name text not null, kind text, town text, phone text, email text);
insert into client values
 (1,'Ada Moor','private','Leeds','11','ada@x.example'),(2,'Mill Inn','business','York',null,'mill@x.example'),
 (3,'Cy Dell','private','York',null,'cy@x.example');
create table fitter(id integer primary key, name text not null, trade text, home_town text, hired_on text,
 left_on text, hourly_rate real);
insert into fitter values
 (1,'Dan Oak','Joiner','Leeds','2019-01-01',null,40),(2,'Eve Ash','Apprentice','York','2021-02-02','2023-05-06',20),
 (3,'Flo Elm','Joiner','Selby','2018-03-03','2022-07-08',44);
create table kitchen(id integer primary key, client_id integer references client(id), signed_on text, drawers integer,
 price real, status text);
insert into kitchen values
 (1,1,'2022-01-05',12,9000,'built'),(2,2,'2023-02-06',30,21000,'built'),(3,3,'2023-03-07',18,10000,'cancelled');
create table repair(id integer primary key, kitchen_id integer references kitchen(id),
 fitter_id integer references fitter(id), visited_on text, cost real);
insert into repair values (1,1,1,'2023-01-01',100),(2,2,3,'2022-02-02',250),(3,2,2,'2023-04-04',80);
"""


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Society:
    return opened(tmp_path_factory.mktemp("workshop"), WORKSHOP)


LATEST = "When was the most recent repair?"
LEFT = "List the fitters who have left."
NO_PHONE = "Which clients have no phone number?"
CANCELLED = "What is the total price of all cancelled kitchens?"


@pytest.mark.parametrize(
    ("turns", "says", "never"),
    [
        # another value in the place of one that was said as what the rows are
        (("What is the average hourly rate of the joiners?", "and of the apprentices?"), ["20"], ["42"]),
        (("What is the total price of all cancelled kitchens?", "and for built?"), ["30,000"], ["10,000"]),
        # what is asked of several is shown beside what they are called
        ((NO_PHONE, "and their emails?"), ["Mill Inn", "mill@x.example", "Cy Dell"], ["ada@x.example"]),
        ((NO_PHONE, "where do they live?"), ["Mill Inn", "York"], ["Leeds"]),
        (("Which fitters are joiners?", "where do they live?"), ["Dan Oak", "Leeds", "Selby"], ["York"]),
        ((LEFT, "when?"), ["Eve Ash", "2023-05-06", "2022-07-08"], ["Dan Oak"]),
        # of the one row
        ((LATEST, "who did it?"), ["Eve Ash"], ["Dan Oak", "Flo Elm"]),
        ((LATEST, "who did it?", "and what did it cost?"), ["80"], ["20"]),
        ((LATEST, "who did it?", "what is her hourly rate?"), ["20"], ["80"]),
        (("Which client has the most expensive kitchen?", "how many drawers does it have?"), ["30"], ["18"]),
        (("What is the highest hourly rate?", "who is it?"), ["Flo Elm"], ["Dan Oak", "Eve Ash"]),
        # a share of a sum
        ((CANCELLED, "what share of the total price of all kitchens is that, in percent?"), ["25"], []),
        ((CANCELLED, "what percentage is that?"), ["25"], []),
        # columns and an order in one breath
        ((LEFT, "list them with hourly rate, cheapest first"), ["Eve Ash", "20", "Flo Elm", "44"], ["Dan Oak"]),
        ((LEFT, "with hourly rate, cheapest first"), ["Eve Ash, 2, 20", "Flo Elm, 3, 44"], ["Dan Oak"]),
    ],
)
def test_a_short_question_is_of_the_rows_before(
    workshop: Society, turns: tuple[str, ...], says: list[str], never: list[str]
) -> None:
    answer = talk(workshop, *turns)
    assert answer.ok, (answer.reason, answer.understood_as)
    shown = answer.text.partition(":")[2]
    assert all(each in shown for each in says), (answer.text, answer.understood_as)
    assert not any(each in shown for each in never), (answer.text, answer.understood_as)


@pytest.mark.parametrize(
    "turns",
    [
        (LATEST, "who paid it?"),  # nobody that a repair points at is said to pay
        ("Which fitters are joiners?", "when?"),  # no day tells them
        ("How many kitchens are cancelled?", "and of the clients?"),  # that there are any tells nothing apart
        ("Which kitchen is the most expensive?", "how many clients does it have?"),
        (CANCELLED, "what share of all kitchens is that?"),  # of rows, and not of a sum
    ],
)
def test_what_nobody_can_tell_is_not_answered(workshop: Society, turns: tuple[str, ...]) -> None:
    assert not talk(workshop, *turns).ok
