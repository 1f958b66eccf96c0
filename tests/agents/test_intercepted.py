"""What is held back is configured in the settings, and noted with what the run worked with and who worked it."""

import asyncio
from pathlib import Path

import pytest

from arch_team.evidence.interceptions import FILE_NAME, InterceptionLog
from arch_team.models.scripted import Call, Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import SETTINGS_FILE, Settings
from arch_team.society import Society

TEXT = "The system shall refresh the display every 60 seconds."
EVALUATE = Call("evaluate_requirement", {"requirement_text": TEXT})
DRAFT = "Score 1.00. {said} likes the requirement. READY_FOR_VALIDATION"


def review(settings: Settings, said: str) -> Answer:
    client = Scripted(EVALUATE, *[DRAFT.format(said=said)] * 5)
    return asyncio.run(Society(settings, client=client, seconds=30).ask(f'Review "{TEXT}"', skill="requirements"))


def test_patterns_of_the_settings_block_and_their_whitelist_lets_through(tmp_path: Path) -> None:
    plain = Settings(home=tmp_path, db=None, model=None)
    own = plain.model_copy(update={"placeholder_patterns": (r"Mister Hedgehog",), "placeholder_whitelist": ("Bob",)})
    assert review(plain, "Mister Hedgehog").ok
    assert not review(own, "Mister Hedgehog").ok
    assert not review(plain, "Bob").ok
    assert review(own, "Bob").ok


def test_the_settings_file_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / SETTINGS_FILE).write_text('placeholder_whitelist = ["Kunde 3"]\nplaceholders = "own.yaml"\n', "utf-8")
    monkeypatch.chdir(tmp_path)
    settings = Settings(home=tmp_path)
    assert (settings.placeholder_whitelist, settings.placeholders) == (("Kunde 3",), Path("own.yaml"))


def test_a_file_that_is_not_there_is_said_before_anything_is_asked(tmp_path: Path) -> None:
    gone = Settings(home=tmp_path, db=None, model=None, placeholders=tmp_path / "gone.yaml")
    answer = review(gone, "Nobody")
    assert answer.status == "failed"
    assert "gone.yaml" in (answer.reason or "")


def test_what_the_approver_sends_back_is_noted_too(tmp_path: Path) -> None:
    client = Scripted(EVALUATE, *["The requirement is fine. READY_FOR_VALIDATION"] * 5)
    society = Society(Settings(home=tmp_path, db=None, model=None), client=client, seconds=30)
    asyncio.run(society.ask(f'Review "{TEXT}"', skill="requirements"))
    noted = InterceptionLog(tmp_path / FILE_NAME).list()[0]
    assert (noted.seat, noted.reason_code) == ("QAApprover", "QA_REFUSED")
    assert (noted.feature, noted.model) == ("requirements", "Scripted")
    assert "score" in noted.message
