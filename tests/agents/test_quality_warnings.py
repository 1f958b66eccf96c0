"""What the quality gate minds but lets pass is seen: in the answer, in the console and in the log."""

import asyncio
import logging
from pathlib import Path

import pytest

from arch_team.console.answers import print_answer
from arch_team.models.scripted import Scripted
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.wire import Language

OFF = "Das Wetter ist schön und bleibt es auch. READY_FOR_VALIDATION"
LIKE_ITS_TWIN = "反思之后：自我验证，迭代优化。Das Ergebnis wurde geprüft. READY_FOR_VALIDATION"
FITS = "代码审查: Der Fehler steht in der ersten Zeile der Funktion. READY_FOR_VALIDATION"


def asked(home: Path, draft: str, language: Language = "de") -> Answer:
    society = Society(Settings(home=home, db=None, model=None), client=Scripted(draft), seconds=20)
    return asyncio.run(society.ask("Prüfe diese Funktion.", skill="code_reviewer", language=language))


def test_an_answer_that_does_not_read_like_the_skill_says_so(tmp_path: Path) -> None:
    answer = asked(tmp_path, OFF)
    assert answer.status == "approved"
    assert answer.warnings == ("In der Antwort kommt keines der Stichwörter der gewählten Fähigkeit vor.",)


def test_it_names_the_skill_it_reads_like_in_the_language_of_the_question(tmp_path: Path) -> None:
    (german,) = asked(tmp_path, LIKE_ITS_TWIN).warnings
    (english,) = asked(tmp_path, LIKE_ITS_TWIN, "en").warnings
    assert german == "Die Antwort liest sich eher wie ein Ergebnis der Fähigkeit reflexion_agent."
    assert english.startswith("The output reads like reflexion_agent (")


def test_the_console_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    print_answer(asked(tmp_path, OFF))
    assert "keines der Stichwörter" in capsys.readouterr().out


def test_what_the_evidence_proves_reads_like_the_skill(tmp_path: Path) -> None:
    answer = Society(Settings(home=tmp_path, db=None, model=None)).ask_sync("Mietaufwand 2025?", skill="data")
    assert answer.text == "Mietaufwand (6000) Jahr 2025: CHF 88'200.00."
    assert answer.warnings == ()


@pytest.mark.parametrize(("draft", "outcome", "level"), [(OFF, "warn", "WARNING"), (FITS, "passed", "INFO")])
def test_the_log_holds_the_check_and_its_outcome(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, draft: str, outcome: str, level: str
) -> None:
    with caplog.at_level(logging.INFO, logger="arch_team"):
        answer = asked(tmp_path, draft)
    assert bool(answer.warnings) == (outcome == "warn")
    (record,) = (r for r in caplog.records if r.__dict__.get("check") == "skill_match")
    assert (record.levelname, record.__dict__["outcome"]) == (level, outcome)
    assert record.__dict__["skill"] == "code_reviewer"
