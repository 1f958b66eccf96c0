"""Pairs that are no duplicates and no conflicts, and yet belong together; tickets with title and body."""

from arch_team.requirements.compare import find_conflicts, find_duplicates, find_related
from arch_team.requirements.model import Requirement

LIST = "The clerk shall be able to print the list of open orders."


def given(*texts: str) -> list[Requirement]:
    return [Requirement(id=str(number), text=text) for number, text in enumerate(texts, 1)]


def test_what_says_the_same_and_more_refines() -> None:
    more = "The clerk shall be able to print the list of open orders by customer, region and warehouse."
    (pair,) = find_related(given(LIST, more))
    assert (pair.one, pair.other, pair.kind) == ("1", "2", "refines")
    assert "region" in pair.reason
    assert find_duplicates(given(LIST, more)).pairs == ()


def test_a_conflict_is_neither_a_duplicate_nor_related() -> None:
    pair = given(
        "The system shall allow users to edit their meeting requests.",
        "The system shall allow only administrators to edit meeting requests of users.",
    )
    assert [one.kind for one in find_conflicts(pair)] == ["scope"]
    assert find_duplicates(pair).pairs == ()
    assert find_related(pair) == ()


def test_a_denial_in_the_condition_is_another_condition() -> None:
    pair = given(
        "When the user clicks the link, the application shall show the map of the campus.",
        "When the user does not click the link, the application shall show the map of the campus.",
    )
    assert [one.kind for one in find_conflicts(pair)] == ["condition"]


def test_german_stances_are_read_too() -> None:
    pair = given(
        "Das System muss Kunden erlauben, Bestellungen zu stornieren.",
        "Das System muss nur Administratoren erlauben, Bestellungen von Kunden zu stornieren.",
    )
    assert [one.kind for one in find_conflicts(pair)] == ["scope"]


TICKETS = (
    ("Export the Gantt chart to CSV", "Please add a CSV export to the Gantt view, beside PDF and PNG."),
    ("Add CSV export to Gantt", "Then the Gantt chart can be opened in Excel for reports to clients."),
    ("Watch a version", "I want a mail whenever a ticket is assigned to the version I watch."),
    ("Dark theme", "The page is too bright at night. A dark theme would help our support team."),
    ("Login with a security key", "Hardware keys should be a second factor when people log in."),
)


def test_tickets_are_compared_by_title_and_body() -> None:
    apart = [Requirement(id=str(n), text=body, title=title) for n, (title, body) in enumerate(TICKETS)]
    joined = given(*(f"{title}\n\n{body}" for title, body in TICKETS))
    assert [(pair.one, pair.other) for pair in find_duplicates(apart).pairs] == [("0", "1")]
    assert [(pair.one, pair.other) for pair in find_duplicates(joined).pairs] == [("1", "2")]


def test_tickets_of_other_versions_are_no_duplicates() -> None:
    body = "It is no longer maintained and blocks the upgrade of our servers."
    tickets = [
        Requirement(id=str(n), text=body, title=title) for n, title in enumerate(("Drop Ruby 2.5", "Drop Ruby 2.6"))
    ]
    assert find_duplicates(tickets).pairs == ()
