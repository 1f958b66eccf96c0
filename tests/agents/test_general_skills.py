"""The general skills: four seats around a prompt, no data, and still no invented figure."""

import asyncio
from pathlib import Path

import pytest

from arch_team.models.scripted import Script, Scripted
from arch_team.routing.skill_loader import load_skills
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society

GENERAL = [skill.name for skill in load_skills() if skill.needs_model]
QUESTION = "Prüfe diese Funktion auf Fehler: def area(r): return 3.14 * r"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, db=None, model=None)


def ask(settings: Settings, skill: str, *turns: Script) -> Answer:
    society = Society(settings, client=Scripted(*turns) if turns else None, seconds=20)
    return asyncio.run(society.ask(QUESTION, skill=skill, language="de"))


def test_there_are_eight() -> None:
    assert len(GENERAL) == 8


@pytest.mark.parametrize("skill", GENERAL)
def test_without_a_model_it_says_what_it_needs(skill: str, settings: Settings) -> None:
    answer = ask(settings, skill)
    assert answer.status == "failed"
    assert "model" in (answer.reason or "")
    assert "ARCH_TEAM_MODEL" in (answer.next_step or "")


def test_with_a_model_it_answers_and_is_marked_as_not_from_own_data(settings: Settings) -> None:
    said = "Die Funktion: der Radius muss quadriert werden, sonst ist die Fläche falsch. READY_FOR_VALIDATION"
    answer = ask(settings, "code_reviewer", said)
    assert answer.status == "approved"
    assert answer.skill == "code_reviewer"
    assert not answer.from_own_data
    assert "READY" not in answer.text


def test_a_figure_that_the_question_does_not_hold_is_blocked(settings: Settings) -> None:
    answer = ask(settings, "code_reviewer", "Der Fehler kostet rund 48'000 Franken im Jahr. READY_FOR_VALIDATION")
    assert answer.status != "approved"
    assert answer.text == ""


def test_a_figure_of_the_question_may_be_repeated(settings: Settings) -> None:
    answer = ask(settings, "code_reviewer", "Zeile 1: 3.14 ist zu ungenau, ein Fehler. READY_FOR_VALIDATION")
    assert answer.status == "approved"
