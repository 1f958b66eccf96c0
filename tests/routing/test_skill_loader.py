"""A skill file tells everything that is wrong with it at once, with file, line and path."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from arch_team.routing import skill_loader
from arch_team.routing.skill_loader import check_skills, load_skills
from arch_team.routing.skills import Skill

GOOD = """\
name: {name}
description: Mine.
operator_prompt: {{text: Do it.}}
intent: {{keywords: [mine]}}
needs_model: true
"""
BAD = """\
name: Bad Name
description: ''
operator_prompt:
  packaged: nowhere
tools: [hammer]
required_tools:
  any_of: [saw]
intent:
  keywords: [mine, 7]
  colour: red
quality:
  min_length: 9
  max_length: 3
  validators:
    - ref: acme.checks:good
    - ref: no colon
      on_fail: shout
"""
Write = Callable[[str, str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return file


def test_every_error_of_a_file_is_told_at_once_with_its_line(write: Write) -> None:
    path = write("bad.yaml", BAD)
    found = check_skills(path)
    assert len(found) == 0
    assert {issue.file for issue in found.issues} == {str(path)}
    assert [(issue.line, issue.path) for issue in found.issues] == [
        (1, "name"),
        (1, "needs_model"),
        (2, "description"),
        (4, "operator_prompt.packaged"),
        (5, "tools[0]"),
        (7, "required_tools.any_of[0]"),
        (9, "intent.keywords[1]"),
        (10, "intent.colour"),
        (13, "quality.max_length"),
        (16, "quality.validators[1].ref"),
        (17, "quality.validators[1].on_fail"),
    ]
    messages = {issue.path: issue.message for issue in found.issues}
    assert messages["needs_model"] == "is missing"
    assert messages["intent.colour"] == "is not a key of a skill"
    assert messages["tools[0]"].startswith("there is no tool 'hammer'; a skill may call: browseTable, queryTable,")
    assert str(found.issues[3]) == f"{path}:4: operator_prompt.packaged: there is no packaged prompt 'nowhere'"


def test_all_files_of_a_folder_are_told_of_and_the_good_ones_loaded(write: Write, tmp_path: Path) -> None:
    write("a_bad.yaml", BAD)
    write("b_good.yaml", GOOD.format(name="good"))
    write("c_broken.yml", "name: [unclosed\n")
    write("d_list.yaml", "- just\n- a list\n")
    write("e_empty.yaml", "")
    write("f_more.yaml", GOOD.format(name="more").replace("needs_model: true", "needs_model: perhaps"))
    write("notes.txt", "no skill")
    found = check_skills(tmp_path)
    assert list(found.skills) == ["good"]
    told = {Path(issue.file).name: issue for issue in found.issues}
    assert set(told) == {"a_bad.yaml", "c_broken.yml", "d_list.yaml", "e_empty.yaml", "f_more.yaml"}
    assert "is not YAML" in told["c_broken.yml"].message
    assert told["c_broken.yml"].line == 2
    assert told["d_list.yaml"].message == told["e_empty.yaml"].message == "must be a mapping of keys"
    assert (told["f_more.yaml"].line, told["f_more.yaml"].path) == (5, "needs_model")


def test_the_same_name_twice_is_told_with_both_places(write: Write, tmp_path: Path) -> None:
    first = write("a.yaml", "# a comment\n" + GOOD.format(name="twin"))
    second = write("b.yaml", GOOD.format(name="twin"))
    (issue,) = check_skills(tmp_path).issues
    assert (issue.file, issue.line, issue.path) == (str(second), 1, "name")
    assert f"{first}:2" in issue.message


def test_a_user_s_skill_may_not_take_the_name_of_a_shipped_one(write: Write, tmp_path: Path) -> None:
    write("data.yaml", GOOD.format(name="data"))
    write("mine.yaml", GOOD.format(name="mine"))
    found = load_skills(tmp_path)
    assert found.get("mine").description == "Mine."
    assert found.get("data").description != "Mine."
    (issue,) = found.issues
    assert "'data' is also the name" in issue.message


def test_a_key_given_twice_is_an_error(write: Write) -> None:
    path = write("twice.yaml", GOOD.format(name="twice") + "needs_model: false\n")
    (issue,) = check_skills(path).issues
    assert (issue.line, issue.path, issue.message) == (6, "needs_model", "is given twice")


def test_a_twin_that_is_not_there_is_an_error(write: Write) -> None:
    text = GOOD.format(name="mine").replace(
        "{keywords: [mine]}", "\n  keywords: [mine]\n  confusable_with: [nobody, react_agent]"
    )
    (issue,) = check_skills(write("mine.yaml", text)).issues
    assert (issue.line, issue.path) == (6, "intent.confusable_with[0]")
    assert issue.message == "there is no skill 'nobody'"


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"a: &a [*a]\n",
        b"1: 2\n",
        b"name: !!python/object:os.system x\n",
        b"a: 1\n---\nb: 2\n",
        b"? [x]\n: y\n",
        b"\x00",
        b"name: 2024-13-45\n",
        b"[" * 5000,
    ],
)
def test_no_file_breaks_the_loader(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_bytes(content)
    found = check_skills(path)
    assert found.issues
    assert all(issue.line >= 1 for issue in found.issues)


def test_a_folder_that_is_absent_holds_no_skills(tmp_path: Path) -> None:
    assert load_skills(tmp_path / "absent").issues == ()


SKILL = Skill.model_validate(
    {
        "name": "registered",
        "description": "x",
        "operator_prompt": {"text": "x"},
        "intent": {"keywords": ["x"]},
        "needs_model": True,
    }
)
FOLDER = Path(__file__).parent / "no_such_folder"
NOTHING = 7


def test_other_packages_register_skills(monkeypatch: pytest.MonkeyPatch) -> None:
    here = "tests.routing.test_skill_loader"
    points = [
        EntryPoint(name, f"{here}:{name}", skill_loader.ENTRY_POINTS)
        for name in ("SKILL", "FOLDER", "NOTHING", "ABSENT")
    ]

    def registered(group: str) -> list[EntryPoint]:
        return [point for point in points if point.group == group]

    monkeypatch.setattr(skill_loader, "registered", registered)
    found = load_skills()
    assert found.get("registered") == SKILL
    assert found.sources["registered"] == f"{here}:SKILL"
    messages = [issue.message for issue in found.issues]
    assert len(messages) == 3
    assert any("must be a Skill" in message for message in messages)
    assert any("cannot be loaded" in message for message in messages)
    assert any("cannot be read" in message for message in messages)
