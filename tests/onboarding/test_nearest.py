"""A refusal names the nearest question that can be answered: it is read before it is shown."""

from pathlib import Path

import pytest

from arch_team import Society
from arch_team.settings import Settings


@pytest.fixture
def society(shop_file: Path, tmp_path: Path) -> Society:
    return Society(Settings(db=f"sqlite:///{shop_file}", home=tmp_path / "home", model=None))


def offered(society: Society, question: str) -> str:
    answer = society.ask_sync(question)
    assert answer.status == "refused", answer.text
    assert answer.next_step
    return answer.next_step.partition("“")[2].rstrip("”")


@pytest.mark.parametrize(
    ("question", "near"),
    [
        ("How many splendid customers are there?", "How many customers are there?"),
        ("What is the velocity of orders in parsecs?", "orders"),
        ("How many zebras ran in parsecs?", ""),
    ],
)
def test_the_nearest_question_is_offered_and_can_be_answered(society: Society, question: str, near: str) -> None:
    found = offered(society, question)
    assert near in found
    assert society.ask_sync(found).status == "approved"


def test_it_is_in_the_language_of_the_question(tmp_path: Path) -> None:
    file = tmp_path / "kurse.csv"
    file.write_text("Kurs;Ort;Gebühr\nTanz;Bern;12,50\nJodeln;Thun;30,00\nYoga;Bern;20,00\n", encoding="utf-8")
    society = Society(Settings(file=file, home=tmp_path / "home", model=None))
    answer = society.ask_sync("Wie viele fabelhafte Kurse gibt es?")
    assert answer.next_step == "Das kann ich beantworten: «Wie viele Kurse gibt es?»"


def test_what_has_no_words_of_the_language_is_told_as_before(society: Society) -> None:
    answer = society.ask_sync("Wie hoch ist der Zauber der Gurke?")
    assert answer.status == "refused"
    assert answer.next_step
    assert "This I can answer" not in answer.next_step
