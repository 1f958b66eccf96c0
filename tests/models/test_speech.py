from hypothesis import given
from hypothesis import strategies as st

from arch_team.models.speech import LONGEST_QUESTION, NEED, need_in


def test_a_question_said_for_ever_is_asked_once() -> None:
    need = need_in(f"{NEED} {'Which year is meant? Please say it. ' * 50} SUGGESTIONS: 2024 | 2025")

    assert need is not None
    assert need.question == "Which year is meant? Please say it."
    assert need.suggestions == ("2024", "2025")


def test_the_mark_of_a_draft_is_not_part_of_the_question() -> None:
    need = need_in(f"{NEED} Per welchem Datum? READY_FOR_VALIDATION")

    assert need is not None
    assert need.question == "Per welchem Datum?"


@given(st.text())
def test_no_question_is_longer_than_a_person_reads(text: str) -> None:
    need = need_in(NEED + text)

    assert need is not None
    assert len(need.question) <= LONGEST_QUESTION
