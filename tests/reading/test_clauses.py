"""Several questions in one text: each is read by itself, and no part is lost."""

import pytest

from arch_team.featuredata.trustee import FEATURE
from arch_team.ontologies.descriptor import OntologyDescriptor
from arch_team.reading.clauses import clauses_of
from arch_team.reading.question import QuestionReader


@pytest.fixture(scope="module")
def reader() -> QuestionReader:
    ontology = FEATURE.catalog().ontology
    assert isinstance(ontology, OntologyDescriptor)
    return QuestionReader(ontology)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Gewinn 2024 und wie viele Kunden haben wir?", ["Gewinn 2024", "wie viele Kunden haben wir?"]),
        ("Umsatz 2025? Und die Kosten?", ["Umsatz 2025", "Und die Kosten? 2025"]),
        (
            "Inventory at year end 2023, and how many contacts do we have?",
            ["Inventory at year end 2023", "how many contacts do we have?"],
        ),
    ],
)
def test_questions_are_told_apart_and_share_their_period(reader: QuestionReader, text: str, parts: list[str]) -> None:
    assert clauses_of(text, reader) == parts


@pytest.mark.parametrize(
    "text",
    [
        "Wie viele Rechnungen sind offen und was macht das zusammen?",
        "Which month was the best for revenue in 2025, and how much was it?",
        "Albis Hardware is our biggest customer, right? How much revenue did they bring in 2025?",
        "VAT no. of Isartal Verlag?",
        "Telefon u. Internet 2023",
        "Miete, Energie und Versicherungen 2024",
    ],
)
def test_what_belongs_together_stays_together(reader: QuestionReader, text: str) -> None:
    assert clauses_of(text, reader) == [text]
