"""A skill file in the server's folder is a skill at every door, for every tenant."""

from pathlib import Path

import pytest

from arch_team.server.known_skills import checked_skill, known_skills
from tests.server.house import open_house

MINE = "name: mine\ndescription: Mine.\noperator_prompt: {text: x}\nintent: {keywords: [x]}\nneeds_model: true\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills" / "mine.yaml").write_text(MINE, encoding="utf-8")
    return tmp_path


def test_it_is_listed_and_runs(home: Path, demo_home: Path) -> None:
    with open_house(home, demo_home) as house:
        key = house.key("acme")
        assert "mine" in [skill["name"] for skill in house.get("/api/me", key).json()["skills"]]
        assert "arch-team/mine" in [model["id"] for model in house.get("/v1/models", key).json()["data"]]
        answer = house.run("x", key, skill="mine")["answer"]
        assert answer["reason"] == "this skill needs a language model"
        refused = house.post("/api/runs", {"question": "x", "skill": "nobodys"}, key)
        assert refused.status_code == 422
        assert "mine" in refused.text


def test_a_file_added_later_is_seen_at_once(home: Path) -> None:
    folder = home / "skills"
    assert "later" not in {skill.name for skill in known_skills(folder)}
    (folder / "later.yaml").write_text(MINE.replace("name: mine", "name: later"), encoding="utf-8")
    assert checked_skill("later", folder) == "later"
