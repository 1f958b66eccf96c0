"""A skill of one's own is a file in a folder, and runs like those that are shipped."""

import asyncio
from pathlib import Path

import pytest

from arch_team.engine.tenants import settings_for
from arch_team.models.scripted import Script, Scripted
from arch_team.runs.answer import Answer
from arch_team.runs.records import Scope
from arch_team.settings import Settings
from arch_team.society import Society

HAIKU = """\
name: haiku
description: Writes a poem of three lines.
operator_prompt: {text: Write a haiku on what the user names.}
intent: {keywords: [haiku, Zeile]}
quality: {min_length: 10}
needs_model: true
"""
POEM = "Ein Haiku: Kühl liegt der Morgen. READY_FOR_VALIDATION"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills" / "haiku.yaml").write_text(HAIKU, encoding="utf-8")
    return Settings(home=tmp_path, db=None, model=None)


def asked(settings: Settings, text: str, *turns: Script, skill: str | None = "haiku") -> Answer:
    client = Scripted(*turns) if turns else None
    return asyncio.run(Society(settings, client=client, seconds=20).ask(text, skill=skill, language="de"))


def test_it_runs(settings: Settings) -> None:
    answer = asked(settings, "Der Morgen", POEM)
    assert (answer.status, answer.skill, answer.text) == ("approved", "haiku", "Ein Haiku: Kühl liegt der Morgen.")


def test_it_can_be_named_in_front_of_the_text(settings: Settings) -> None:
    assert asked(settings, "/skill haiku Der Morgen", POEM, skill=None).skill == "haiku"


def test_its_own_checks_hold(settings: Settings) -> None:
    assert asked(settings, "Der Morgen", "Haiku. READY_FOR_VALIDATION").status != "approved"


def test_without_a_model_it_says_that_it_needs_one(settings: Settings) -> None:
    answer = asked(settings, "Der Morgen")
    assert (answer.status, answer.reason) == ("failed", "this skill needs a language model")


def test_the_folder_is_a_setting_and_the_same_for_every_tenant(settings: Settings, tmp_path: Path) -> None:
    elsewhere = Settings(home=tmp_path / "other", skills=tmp_path / "skills", db=None, model=None)
    assert asked(elsewhere, "Der Morgen", POEM).ok
    assert asked(settings_for(settings, Scope(tenant="acme")), "Der Morgen", POEM).ok


def test_a_broken_file_is_told_of_where_its_skill_is_asked_for(settings: Settings) -> None:
    broken = HAIKU.replace("intent:", "tools: [hammer]\nintent:")
    (settings.skills_folder / "haiku.yaml").write_text(broken, encoding="utf-8")
    answer = asked(settings, "Der Morgen", POEM)
    assert (answer.status, answer.reason) == ("failed", "there is no skill 'haiku'")
    assert "skills check" in (answer.next_step or "")
