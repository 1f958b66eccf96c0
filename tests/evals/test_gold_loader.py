"""A gold file of somebody else: read as it is meant, or refused with everything that is wrong in it."""

from pathlib import Path

import pytest

from arch_team.errors import UsageError
from arch_team.evals.gold_loader import checked_against, load_gold
from arch_team.featuredata.catalog import Catalog

GOOD = """\
- id: a
  question: "How many?"
  intent: COUNT
  language: en
  expectedAnswerNumeric: {"count": 5, "fee": {value: 1.10, unit: CHF, sign: any}}
  expectedAnswerContains: ["CHF", ["yes", "ja"]]
  expectedToolPattern:
    - {tool: [queryTable, aggregateTable], tableName: TrusteeDataContact, requiredFilters: ["city IN (Bern, Basel)"]}
"""
BAD = """\
- id: a
  question: "How many?"
  intent: COUNT
  language: fr
  expectedAnswerNumeric: {"count": many}
- id: a
  question: "Two?"
  language: en
  expect: refuse
  forbidenTools: [aggregateTable]
- id: c
  question: "Three?"
  intent: X
  language: en
  expectedToolPattern: {tool: dropTable, tableName: T, requiredFilters: ["periodYear OR 2025"]}
  expectedAnswerContains: ["x"]
- id: d
  question: "Four?"
  intent: X
  language: en
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "gold.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_read_as_it_is_meant(tmp_path: Path) -> None:
    (question,) = load_gold(write(tmp_path, GOOD)).usable().questions
    assert str(question.expected_answer_numeric["fee"].value) == "1.1"
    assert question.expected_answer_contains == (("CHF",), ("yes", "ja"))
    assert question.expect == ("answer",)
    assert [flt.field for flt in question.expected_tool_pattern[0].filters] == ["city"]


def test_everything_wrong_is_told_at_once_with_its_line(tmp_path: Path) -> None:
    found = load_gold(write(tmp_path, BAD))
    told = {(issue.line, issue.path) for issue in found.issues}
    assert {
        (4, "a.language"),
        (5, "a.expectedAnswerNumeric.count.value"),
        (6, "a.intent"),
        (6, "[1].id"),
        (10, "a.forbidenTools"),
        (15, "c.expectedToolPattern[0].tool[0]"),
        (15, "c.expectedToolPattern[0].requiredFilters"),
        (17, "d"),
    } <= told
    with pytest.raises(UsageError) as caught:
        found.usable()
    for issue in found.issues:
        assert f"gold.yaml:{issue.line}:" in str(caught.value)


@pytest.mark.parametrize("text", ["", "questions: 3", "- [", "\t- id: a", "- 3"])
def test_what_is_no_list_of_questions_is_an_issue_and_no_crash(tmp_path: Path, text: str) -> None:
    assert load_gold(write(tmp_path, text)).issues


def test_what_says_a_thing_twice_is_told(tmp_path: Path) -> None:
    found = load_gold(write(tmp_path, GOOD + "  language: de\n"))
    assert [issue.message for issue in found.issues] == ["is given twice"]


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no gold file"):
        load_gold(tmp_path / "none.yaml")
    (tmp_path / "gold.yaml").write_bytes(b"\xff\xfe")
    assert "cannot be read" in load_gold(tmp_path / "gold.yaml").issues[0].message


def test_patterns_are_held_against_the_tables(tmp_path: Path, catalog: Catalog) -> None:
    good = load_gold(write(tmp_path, GOOD))
    assert checked_against(good, catalog).issues == ()
    wrong = load_gold(write(tmp_path, GOOD.replace("city", "town")))
    (issue,) = checked_against(wrong, catalog).issues
    assert (issue.line, "town" in issue.message) == (7, True)
    absent = load_gold(write(tmp_path, GOOD.replace("TrusteeDataContact", "People")))
    assert "no table 'People'" in checked_against(absent, catalog).issues[0].message


def test_a_question_must_hang_together(tmp_path: Path) -> None:
    text = GOOD.replace("  intent: COUNT", "  intent: COUNT\n  expect: refuse")
    assert "expects no answer" in str(load_gold(write(tmp_path, text)).issues[0])
    text = GOOD.replace("  intent: COUNT", "  intent: COUNT\n  forbiddenTools: [queryTable]")
    assert "both expected and forbidden" in str(load_gold(write(tmp_path, text)).issues[0])
