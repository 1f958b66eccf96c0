"""What a pair of requirements says about itself: similarity, reason, and what stands against it."""

import pytest

from tests.requirements.compare.labelled import are_duplicates, found, similarity

LOCK = "The system shall lock the user account after 5 failed login attempts."
SPERREN = "Das System muss das Benutzerkonto nach 5 fehlgeschlagenen Anmeldeversuchen sperren."


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (LOCK, "After 5 unsuccessful logins the account of the user must be locked."),
        (SPERREN, "Nach fünf falschen Logins wird das Konto des Benutzers gesperrt."),
        (LOCK, SPERREN),
        ("Search results appear within 2 seconds.", "Search results must appear within 2000 ms."),
        ("The door must not be open.", "The door must be closed."),
    ],
)
def test_the_same_in_other_words_is_a_duplicate(one: str, other: str) -> None:
    assert are_duplicates(one, other)
    assert are_duplicates(other, one)


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (LOCK, LOCK.replace("5", "3"), "values: 5 failed – 3 failed"),
        ("The store shall be kept at -5 °C.", "The store shall be kept at 5 °C.", "values"),
        ("The file may have at most 5 MB.", "The file may have at least 5 MB.", "values"),
        ("Guests may post comments.", "Guests may not post comments.", "denies"),
        ("The doctor can view the record.", "The patient can view the record.", "for others: doctor – patient"),
        ("The system shall import contracts.", "The system shall export contracts.", "opposite: import – export"),
        ("The form is checked before saving.", "The form is checked after saving.", "opposite"),
        ("Reports can be saved as PDF.", "Reports can be saved as CSV.", "not the same: PDF – CSV"),
        ("Gäste dürfen Kommentare schreiben.", "Gäste dürfen keine Kommentare schreiben.", "verneint"),
        ("Die Tür wird verriegelt.", "Die Tür wird entriegelt.", "entgegengesetzt"),
        ("Der Lehrer kann Noten ändern.", "The student can change grades.", "für andere: Lehrer – student"),
        (SPERREN, LOCK.replace("5", "3"), "Werten: 5 fehlgeschlagenen – 3 failed"),
    ],
)
def test_what_excludes_the_other_is_no_duplicate_and_the_reason_quotes_it(one: str, other: str, reason: str) -> None:
    assert not are_duplicates(one, other)
    assert 0.3 < similarity(one, other) <= 0.7
    assert reason in found([one, other], threshold=0.3).pairs[0].reason


def test_a_reason_names_what_both_share_and_what_only_one_says() -> None:
    pair = found(["Users can download invoices.", "Users can download their invoices as a file."], threshold=0.5).pairs[
        0
    ]
    assert pair.reason == "Both describe the same: download, invoices. Only one names file."


def test_a_reason_speaks_the_language_of_the_first_and_says_that_there_are_two() -> None:
    assert found([SPERREN, LOCK]).pairs[0].reason.startswith("Beide sagen dasselbe in zwei Sprachen: ")
    assert found([LOCK, SPERREN]).pairs[0].reason.startswith("Both say the same in two languages: ")


def test_only_the_same_wording_is_1_whatever_signs_case_and_label_it_has() -> None:
    pair = found([f"REQ-1: {LOCK}", f"  4.2 {LOCK.upper()}!"]).pairs[0]
    assert (pair.similarity, pair.reason) == (1.0, "Same wording.")
    assert similarity(LOCK, "After 5 unsuccessful logins the account of the user must be locked.") < 1


def test_the_form_of_a_user_story_makes_no_two_alike() -> None:
    one = "As a user I want to compare products, so that I find the best offer."
    other = "As a user I want to print my address, so that I find the best offer."
    assert similarity(one, other) < 0.6


def test_of_many_near_ones_each_is_less_likely_a_duplicate_than_the_only_one() -> None:
    one, other = "The driver can answer a call with the handset.", "The driver can take a call by lifting the handset."
    among = [one, other] + [
        f"The driver can {do} a call with the handset." for do in ("forward", "hold", "mute", "end", "record", "refuse")
    ]
    alone, crowded = found([one, other], 0.5).pairs[0], found(among, 0.5).pairs
    assert next(pair for pair in crowded if (pair.one, pair.other) == ("R0", "R1")).similarity < alone.similarity
