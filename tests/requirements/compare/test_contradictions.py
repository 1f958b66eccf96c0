"""Requirements that cannot both hold are named; those that only look alike are not."""

import pytest

from arch_team.requirements.compare import find_conflicts, find_duplicates
from arch_team.requirements.model import Requirement


def conflicts(*texts: str) -> list[tuple[str, str, str]]:
    found = find_conflicts([Requirement(id=str(number), text=text) for number, text in enumerate(texts, 1)])
    return [(pair.one, pair.other, pair.kind) for pair in found]


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("The log shall be kept for 7 years.", "The log shall be kept for 10 years.", "value"),
        ("Passwords shall have at least 20 characters.", "Passwords shall have at most 16 characters.", "value"),
        ("The user may delete invoices.", "Users are not allowed to delete invoices.", "prohibition"),
        ("Administratoren dürfen Konten löschen.", "Administratoren dürfen keine Konten löschen.", "prohibition"),
        ("Die Tür muss bei Alarm öffnen.", "Die Tür muss bei Alarm schliessen.", "opposite"),
        ("The phone number is an optional field.", "The phone number is a mandatory field.", "opposite"),
    ],
)
def test_they_cannot_both_hold(one: str, other: str, kind: str) -> None:
    assert conflicts(one, other) == [("1", "2", kind)]
    pair = [Requirement(id="1", text=one), Requirement(id="2", text=other)]
    assert find_duplicates(pair).pairs == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Passwords shall have at least 12 characters.", "Passwords shall have at most 64 characters."),
        ("Bei 20 °C hält die Batterie 12 Stunden.", "Bei -10 °C hält die Batterie 6 Stunden."),
        ("Als Kunde möchte ich Rechnungen laden.", "Als Lieferant möchte ich keine Rechnungen laden."),
        ("The system shall lock the account.", "The system shall unlock the account."),
        ("The user shall be able to import contacts.", "The user shall be able to export contacts."),
        ("The export shall contain 3 columns.", "The display shall show 4 lines."),
        ("The system shall log every login.", "The system shall log every login."),
    ],
)
def test_they_can(one: str, other: str) -> None:
    assert conflicts(one, other) == []


def test_the_reason_quotes_what_stands_against_each_other() -> None:
    texts = ("The system shall enable caching by default.", "The system shall disable caching by default.")
    (pair,) = find_conflicts([Requirement(id=str(number), text=text) for number, text in enumerate(texts)])
    assert pair.reason == "The opposite: enable – disable."


def test_of_a_large_set_each_pair_is_named_once() -> None:
    texts = [f"The log of area {name} shall be kept for {years} years." for name in "abcdefgh" for years in (7, 10)]
    found = conflicts(*texts)
    assert len(found) == len(set(found))
    assert ("1", "2", "value") in found
