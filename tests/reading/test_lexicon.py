"""Words that may be passed over, in all their forms; and words that never are."""

import pytest

from arch_team.featuredata.trustee import FEATURE
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.reading.cues import glossary
from arch_team.reading.lexicon import fillers, is_filler, other_verbs
from arch_team.reading.question import QuestionReader


@pytest.fixture(scope="module")
def reader() -> QuestionReader:
    ontology = FEATURE.catalog().ontology
    assert isinstance(ontology, OntologyDescriptor)
    return QuestionReader(ontology)


@pytest.mark.parametrize(
    "word",
    [
        "gestartet",
        "ausgegeben",
        "auszugeben",
        "vermerkt",
        "umfasst",
        "gesamten",
        "konkrete",
        "gruppe",
        "allein",
        "rest",
        "shelled",
        "booked",
        "totalling",
        "purposes",
        "precisely",
        "alone",
        "single",
        "entire",
        "groups",
        "summaries",
    ],
)
def test_a_harmless_word_is_harmless_in_all_its_forms(word: str) -> None:
    assert is_filler(word)


NARROWING = """ohne ausser nicht kein geplant budgetiert gespart storniert genehmigt unterschrieben entwurf filiale
    abteilung offen uberfallig doppelte bereinigt without except excluding not planned budget saved cancelled approved
    signed draft branch department overdue unpaid adjusted forecast per-head quantity"""


@pytest.mark.parametrize("word", NARROWING.split())
def test_a_word_that_narrows_or_turns_a_question_is_no_filler(word: str) -> None:
    assert word not in fillers() | other_verbs() or word == "offen"


def test_no_everyday_word_for_an_account_is_a_filler() -> None:
    assert set(glossary()) & other_verbs() == set()
    assert set(glossary()) & fillers() <= {"accounting", "audit", "bookkeeping", "buchhaltung", "fiduciary", "it"}


def test_it_in_capitals_is_a_department(reader: QuestionReader) -> None:
    assert reader.read("What did IT cost us in 2025?").unread == ("IT",)
    assert reader.read("What did it cost us in 2025?").unread == ()


@pytest.mark.parametrize(
    "question",
    [
        "Mit wie viel Bargeld in der Kasse sind wir ins Jahr 2025 gestartet?",
        "Was hat uns das Personal 2023 alles in allem gekostet, inklusive Sozialversicherungen und dem Rest?",
        "What did the company shell out for insurance in 2024?",
        "So, to be precise: what was our revenue in 2025 all told?",
        "sag mal, weisst du grad auswendig, wie hoch der umsatz 2025 war",
    ],
)
def test_a_chatty_question_has_nothing_unread(reader: QuestionReader, question: str) -> None:
    assert reader.read(question).unread == ()


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("Wie hoch war der kuriose Gewinn 2025?", "kuriose"),
        ("Personalaufwand 2025 der Geschäftsleitung", "Geschäftsleitung"),
        ("meeting costs 2025", "meeting"),
        ("revenue from repeat customers 2025", "repeat"),
        ("Umsatz im Onlineshop 2025", "Onlineshop"),
        ("rent 2025 for the parking spaces", "parking"),
    ],
)
def test_what_says_which_part_is_meant_stays_unread(reader: QuestionReader, question: str, word: str) -> None:
    assert word in reader.read(question).unread
