"""What a person asks for in a conversation."""

import pytest

from arch_team.models.embedded.requirements_request import read_request
from arch_team.requirements.model import CRITERIA


@pytest.mark.parametrize(
    ("question", "requirements"),
    [
        ('Requirement: "Die App muss schnell sein"', ["Die App muss schnell sein"]),
        ("Prüfe die Anforderung «Das System soll schnell sein».", ["Das System soll schnell sein"]),
        ("Prüfe bitte: Die App muss schnell sein", ["Die App muss schnell sein"]),
        ("Die App muss schnell sein", ["Die App muss schnell sein"]),
        ("As a user, I want a search", ["As a user, I want a search"]),
        ("Bewerte „Die App muss schnell sein“ und „Die Suche soll gut sein“.",
         ["Die App muss schnell sein", "Die Suche soll gut sein"]),
        ("Review these:\n- The app must be fast\n- The app shall scale",
         ["The app must be fast", "The app shall scale"]),
        ("Check:\n1. The app must be fast\n2) The app shall scale", ["The app must be fast", "The app shall scale"]),
        ("Prüfe:\nREQ-1: Die App muss schnell sein\nREQ-2: Sie soll skalieren",
         ["Die App muss schnell sein", "Sie soll skalieren"]),
        ("Anforderungen:\nDie App muss schnell sein\nSie soll skalieren",
         ["Die App muss schnell sein", "Sie soll skalieren"]),
        ("Kannst du Anforderungen prüfen?", []),
        ("Hallo", []),
    ],
)  # fmt: skip
def test_the_requirements_are_found(question: str, requirements: list[str]) -> None:
    assert list(read_request(question).requirements) == requirements


def test_a_request_without_a_word_on_criteria_means_all() -> None:
    request = read_request('Requirement: "Die App muss schnell sein"')
    assert request.criteria is None
    assert not request.asks_which_criteria


@pytest.mark.parametrize(
    "question",
    [
        'Requirement: "System soll skalierbar sein"\nContext: User didn\'t specify criteria',
        "Prüfe „System soll skalierbar sein“ nach Qualitätskriterien.",
        "Check “The app must scale” against our criteria",
    ],
)
def test_criteria_that_are_mentioned_and_not_named_are_asked_for(question: str) -> None:
    assert read_request(question).asks_which_criteria


@pytest.mark.parametrize("answer", ["all", "alle", "Alle Kriterien bitte"])
def test_all_is_an_answer(answer: str) -> None:
    request = read_request("Prüfe „System soll skalierbar sein“ nach Kriterien.", (answer,))
    assert (request.criteria, request.asks_which_criteria) == (None, False)


@pytest.mark.parametrize(
    ("said", "criteria"),
    [
        ("clarity", ("clarity",)),
        ("Klarheit und Testbarkeit", ("clarity", "testability")),
        ("measurability, completeness", ("measurability", "completeness")),
    ],
)
def test_named_criteria_are_taken(said: str, criteria: tuple[str, ...]) -> None:
    assert read_request("Prüfe „System soll skalieren“ nach Kriterien.", (said,)).criteria == criteria
    assert set(criteria) <= set(CRITERIA)


def test_words_inside_the_requirement_name_no_criterion() -> None:
    assert read_request('Requirement: "Die Klarheit aller Kriterien muss vollständig sein"').criteria is None


def test_answers_to_gaps_are_read_by_name_or_mark() -> None:
    request = read_request(
        'Requirement: "Die App muss schnell sein"\nMetrik: P95 < 2 s; [Rolle?] = Kunde\nbenefit: ohne'
    )
    assert request.requirements == ("Die App muss schnell sein",)
    assert request.answers == {"metric": "P95 < 2 s", "role": "Kunde", "benefit": "ohne"}


def test_a_question_for_duplicates_alone() -> None:
    assert read_request(
        "Welche davon sind Duplikate?\n- Video-Wasserzeichen\n- Wasserzeichen in Videos"
    ).only_duplicates
    assert not read_request("Prüfe:\n- Die App muss schnell sein\n- Sie soll skalieren").only_duplicates


def test_a_requirement_may_come_as_the_answer() -> None:
    assert read_request("Prüfe bitte meine Anforderung", ("Die App muss schnell sein",)).requirements == (
        "Die App muss schnell sein",
    )
