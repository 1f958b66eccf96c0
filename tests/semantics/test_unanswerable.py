"""What the tables do not hold is never answered, however much the question sounds as if they did."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from pydantic import TypeAdapter

from arch_team import Society
from arch_team.packaged import load_yaml
from arch_team.settings import Settings

pytestmark = pytest.mark.thorough


class Unanswerable(NamedTuple):
    db: str
    question: str
    why: str


QUESTIONS = TypeAdapter(list[Unanswerable]).validate_python(
    [
        tuple(entry[field] for field in Unanswerable._fields)
        for entry in load_yaml(Path(__file__).with_name("unanswerable.yaml").read_text("utf-8"))
    ]
)


@pytest.fixture(scope="module")
def societies(outside_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Society]]:
    """One over each database that is asked."""
    opened: dict[str, Society] = {}
    for db in sorted({asked.db for asked in QUESTIONS}):
        path = outside_data / "tables" / "db" / f"{db}.sqlite"
        if not path.is_file():
            pytest.skip(f"outside data absent: no tables/db/{db}.sqlite")
        home = tmp_path_factory.mktemp(db)
        opened[db] = Society(settings=Settings(db=f"sqlite:///{path}", home=home, model=None))
    yield opened
    for society in opened.values():
        society.source.close()


@pytest.mark.parametrize("asked", QUESTIONS, ids=lambda asked: f"{asked.db}: {asked.question}")
def test_is_not_answered(asked: Unanswerable, societies: dict[str, Society]) -> None:
    answer = societies[asked.db].ask_sync(asked.question)

    assert answer.status != "approved", f"{answer.text} (read as: {answer.reading}). {asked.why}"
