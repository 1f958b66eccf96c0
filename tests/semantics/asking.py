"""Tables that a test makes, opened as anybody's, and what is said of them."""

import sqlite3
from pathlib import Path

from arch_team import Answer, Society
from arch_team.settings import Settings
from arch_team.wire import Language


def opened(folder: Path, script: str) -> Society:
    with sqlite3.connect(folder / "own.sqlite") as database:
        database.executescript(script)
    return Society(Settings(home=folder / "home", db=f"sqlite:///{folder / 'own.sqlite'}", model=None))


def approved(society: Society, question: str, language: Language, *says: str) -> Answer:
    answer = society.ask_sync(question, language=language)
    assert answer.status == "approved", answer.reason
    for each in says:
        assert each in answer.text
    return answer
