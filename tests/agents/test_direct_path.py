"""The direct path: a model's word is marked as not from the user's data, and a failing model does not break it."""

from pathlib import Path

import pytest

from arch_team.models.scripted import Fails, Scripted
from arch_team.settings import Settings
from arch_team.society import Society

TRANSLATE = "Übersetze 'Guten Tag' ins Englische"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, db=None, model=None)


def test_a_model_answers_and_the_answer_is_marked(settings: Settings) -> None:
    answer = Society(settings, client=Scripted("Good day")).ask_sync(TRANSLATE)
    assert answer.route == "direct_chat"
    assert not answer.from_own_data
    assert answer.text.startswith("Good day")
    assert "Nicht aus Ihren Daten" in answer.text


def test_a_model_that_fails_leaves_the_honest_text(settings: Settings) -> None:
    answer = Society(settings, client=Scripted(Fails(RuntimeError("down")))).ask_sync(TRANSLATE)
    assert answer.status == "approved"
    assert "Sprachmodell" in answer.text


@pytest.mark.parametrize("text", ["Hallo!", "Was ist 17% von 4300?"])
def test_what_needs_no_model_asks_none(text: str, settings: Settings) -> None:
    client = Scripted("never")
    Society(settings, client=client).ask_sync(text)
    assert client.requests == []


def test_a_word_of_the_user_s_tables_goes_to_the_team(settings: Settings) -> None:
    client = Scripted("CANNOT_ANSWER: not in the tables")
    answer = Society(settings, client=client).ask_sync("Übersetze 'trustee' ins Englische")
    assert answer.route == "react"
