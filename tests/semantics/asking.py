"""Tables that a test makes, opened as anybody's, and what is said of them."""

import sqlite3
from pathlib import Path

from arch_team import Answer, Society
from arch_team.settings import Settings
from arch_team.wire import Language

_open: dict[str, Society] = {}
"""Most tests of a file ask the same tables: they are made and looked at once. Nothing is written by asking."""
_MOST_OPEN = 40


def opened(folder: Path, script: str) -> Society:
    if script not in _open:
        with sqlite3.connect(folder / "own.sqlite") as database:
            database.executescript(script)
        own = Settings(home=folder / "home", db=f"sqlite:///{folder / 'own.sqlite'}", model=None)
        _kept(script, Society(own))
    return _open[script]


def opened_file(folder: Path, name: str, text: str) -> Society:
    key = f"{name}\n{text}"
    if key not in _open:
        path = folder / name
        path.write_text(text, encoding="utf-8")
        _kept(key, Society(Settings(home=folder / "home", file=path, model=None)))
    return _open[key]


def _kept(key: str, society: Society) -> None:
    if len(_open) >= _MOST_OPEN:
        _open.pop(next(iter(_open))).source.close()
    _open[key] = society


def approved(society: Society, question: str, language: Language, *says: str) -> Answer:
    answer = society.ask_sync(question, language=language)
    assert answer.status == "approved", answer.reason
    for each in says:
        assert each in answer.text
    return answer
