"""Taking content away never raises the score: not the role, the wish or the benefit of a story, not who or what."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.model import Requirement
from arch_team.wire import Language

ROLES: dict[Language, list[str]] = {
    "en": ["clerk", "developer", "fast user (of the ATM)", "[role?]", "power user and admin", "data scientist"],
    "de": ["Sachbearbeiter", "Entwickler", "Nutzer (des GDT)", "[Rolle?]", "schneller Kunde", "Administrator"],
}
WISHES: dict[Language, list[str]] = {
    "en": [
        "print the invoice",
        "search fast and export all reports etc.",
        "develop a scalable platform",
        "store and archive the file within 2 s",
        "handle the claim as soon as possible",
    ],
    "de": [
        "die Rechnung drucken",
        "schnell suchen und alle Berichte exportieren usw.",
        "eine skalierbare Plattform entwickeln",
        "die Datei innerhalb von 2 s speichern und archivieren",
        "den Antrag möglichst bald bearbeiten",
    ],
}
ENDS: dict[Language, list[str]] = {
    "en": [
        "I can file it",
        "we are fast (and flexible)",
        "the TBD is met",
        "costs are reduced, if possible, by the XYZ",
    ],
    "de": ["ich sie ablegen kann", "wir schnell (und flexibel) sind", "TBD erfüllt ist", "die Kosten ggf. sinken"],
}
SUBJECTS: dict[Language, list[str]] = {
    "en": ["The pump", "Several fast users", "A sufficiently large memory", "The user/admin", "The ACME", "All parts"],
    "de": ["Die Pumpe", "Mehrere schnelle Nutzer", "Ein ausreichend großer Speicher", "Der Nutzer/Admin", "Das ACME"],
}
DEMANDS: dict[Language, list[str]] = {
    "en": [
        "stop",
        "be fast",
        "print and store the file",
        "work properly if possible",
        "answer within 2 s",
        "be tested",
    ],
    "de": ["anhalten", "schnell sein", "die Datei drucken und speichern", "möglichst gut arbeiten", "geprüft werden"],
}
LANGUAGES: list[Language] = ["de", "en"]


def score(text: str, language: Language) -> float:
    return Evaluator().evaluate(Requirement(id="R", text=text, language=language)).score


@st.composite
def stories(draw: st.DrawFn) -> tuple[Language, str, str, str]:
    language = draw(st.sampled_from(LANGUAGES))
    role, wish, ends = (draw(st.sampled_from(parts[language])) for parts in (ROLES, WISHES, ENDS))
    return language, role, wish, ends


@st.composite
def sentences(draw: st.DrawFn) -> tuple[Language, str, str]:
    language = draw(st.sampled_from(LANGUAGES))
    subject, demand = (draw(st.sampled_from(parts[language])) for parts in (SUBJECTS, DEMANDS))
    return language, subject, demand


def told(language: Language, role: str, wish: str, ends: str) -> str:
    if language == "de":
        text = (f"Als {role} möchte ich" if role else "Ich möchte") + f" {wish}".rstrip()
        return text + (f", damit {ends}." if ends else ".")
    text = (f"As a {role}, I want to" if role else "I want to") + f" {wish}".rstrip()
    return text + (f", so that {ends}." if ends else ".")


@settings(max_examples=80, deadline=None)
@given(stories(), st.sets(st.sampled_from(["role", "wish", "ends"]), min_size=1))
def test_a_story_without_a_part_never_scores_higher(given: tuple[Language, str, str, str], gone: set[str]) -> None:
    language, role, wish, ends = given
    kept = ("" if name in gone else part for name, part in zip(("role", "wish", "ends"), given[1:], strict=True))
    less = told(language, *kept)
    assert score(less, language) <= score(told(language, role, wish, ends), language)


@settings(max_examples=80, deadline=None)
@given(sentences(), st.sampled_from(["subject", "demand"]))
def test_a_sentence_without_who_or_what_never_scores_higher(given: tuple[Language, str, str], gone: str) -> None:
    language, subject, demand = given
    modal = "muss" if language == "de" else "shall"
    whole = f"{subject} {modal} {demand}."
    less = f"{modal} {demand}." if gone == "subject" else f"{subject} {modal}."
    assert score(less, language) <= score(whole, language)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Die App muss schnell sein", "0,42: das Mittel der drei schwächsten Kriterien"),
        ("The app shall.", "0.00: it does not say who shall do what"),
    ],
)
def test_the_score_is_explained(text: str, said: str) -> None:
    explained = Evaluator().evaluate(text).explanation
    assert explained.startswith(said)


def test_the_explanation_names_what_each_criterion_lost() -> None:
    evaluation = Evaluator().evaluate("The app shall be fast.")
    for one in sorted(evaluation.criteria, key=lambda criterion: criterion.score)[:3]:
        for charge in one.deductions:
            assert f"−{charge.amount:.2f} {charge.rule}" in evaluation.explanation
