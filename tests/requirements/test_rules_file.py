"""A user's own file: rules added, changed and silenced, and everything wrong with it told at once."""

from pathlib import Path

import pytest

from arch_team.errors import UsageError
from arch_team.requirements.check.evaluate import Evaluator
from arch_team.requirements.check.rules import load_rules
from arch_team.requirements.model import Requirement
from arch_team.text.checked_yaml import WrongFile


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "rules.yaml"


def findings(path: Path, text: str, name: str = "REQ-1") -> dict[str, float]:
    """The rules that speak with a user's file, and what each costs."""
    evaluation = Evaluator(load_rules(path)).evaluate(Requirement(id=name, text=text, language="en"))
    return {one.rule: one.weight for one in evaluation.findings if one.suppressed is None}


def test_a_rule_of_ones_own_by_words_and_pattern(own: Path) -> None:
    own.write_text(
        """
add:
  - id: our-slang
    language: en
    criterion: clarity
    weight: 0.3
    message: "'{words}' is slang."
    reference: our writing guide
    words: [gizmo, no brainer]
    patterns: ['\\bfoo-\\d{1,4}\\b']
"""
    )
    assert findings(own, "The gizmo shall stop.") == {"our-slang": 0.3}
    assert "our-slang" in findings(own, "It is a no brainer: the pump shall stop.")
    assert "our-slang" in findings(own, "The unit shall send foo-12.")
    assert "our-slang" not in findings(own, "The pump shall stop.")


def test_a_rule_of_ones_own_may_use_a_check(own: Path) -> None:
    own.write_text(
        """
add:
  - {id: short-sentences, language: en, criterion: clarity, weight: 0.4, message: "{said} words",
     reference: house style, check: long_sentence, parameters: {words: 5}}
"""
    )
    assert "short-sentences" in findings(own, "The pump shall stop when the tank is full.")


def test_a_shipped_rule_changed(own: Path) -> None:
    own.write_text(
        """
change:
  - {id: vague-verb, weight: 0.05, without_words: [support, supports], add_words: [babysit]}
  - {id: long-sentence, language: en, parameters: {words: 6}}
  - {id: weak-modal, enabled: false}
"""
    )
    assert findings(own, "The tool shall support PDF.") == {}
    assert findings(own, "The tool shall babysit the user.") == {"vague-verb": 0.05}
    assert "long-sentence" in findings(own, "The tool shall print the list when asked.")
    assert "weak-modal" not in findings(own, "The tool should print.")


def test_a_rule_that_is_off_can_be_switched_on(own: Path) -> None:
    own.write_text("change: [{id: several-meanings, enabled: true}]")
    assert "several-meanings" in findings(own, "The unit shall log each call.")


def test_silenced_for_all_or_for_one(own: Path) -> None:
    own.write_text(
        """
silence:
  - {rule: negative, requirement: REQ-1, reason: the law says it so}
  - {rule: weak-modal, reason: our customer writes should}
"""
    )
    text = "The tool should not delete the list."
    assert findings(own, text) == {}
    assert findings(own, text, "REQ-2") == {"negative": 0.1}


def test_the_shipped_rules_stay_as_they_are(own: Path) -> None:
    own.write_text("change: [{id: vague-verb, weight: 0.0}]")
    load_rules(own)
    assert load_rules().rule("vague-verb", "en") is not None
    assert Evaluator().evaluate("The tool shall support PDF.").score < 1


def test_an_empty_file_changes_nothing(own: Path) -> None:
    own.write_text("# nothing yet\n")
    assert load_rules(own).rules == load_rules().rules


def test_everything_wrong_is_told_at_once_with_its_line(own: Path) -> None:
    own.write_text(
        """add:
  - id: Bad Name
    language: fr
    weight: 3
  - id: runs-away
    language: de
    criterion: clarity
    weight: 0.1
    message: x
    reference: y
    patterns: ['(a+)+$', '(']
  - {id: finds-nothing, language: de, criterion: clarity, weight: 0.1, message: x, reference: y}
  - {id: no-check, language: de, criterion: clarity, weight: 0.1, message: x, reference: y, check: pasive}
change:
  - {id: vague-werb, weight: 0.1}
silence:
  - rule: negative
  - {rule: nonsense, reason: because}
quiet: []
"""
    )
    with pytest.raises(WrongFile) as raised:
        load_rules(own)
    told = [(problem.line, problem.message) for problem in raised.value.problems]
    assert [line for line, _ in told] == [2, 2, 2, 2, 3, 4, 11, 11, 12, 13, 15, 17, 18, 19]
    text = str(raised.value)
    for words in (
        "reference: is missing",
        "could run for ever",
        "is not a regular expression",
        "finds nothing",
        "did you mean 'passive'?",
        "did you mean 'vague-verb'?",
        "reason: is missing",
        "unknown section 'quiet'",
    ):
        assert words in text
    assert raised.value.next_step


@pytest.mark.parametrize("reason", ["", " ", "''", "x"])
def test_a_suppression_without_a_reason_is_none(own: Path, reason: str) -> None:
    own.write_text(f"silence: [{{rule: negative, reason: {reason}}}]")
    with pytest.raises(WrongFile, match="reason"):
        load_rules(own)


@pytest.mark.parametrize("text", ["add: [", "- a\n- b", "add: 5", "just words"])
def test_what_is_no_rule_file(own: Path, text: str) -> None:
    own.write_text(text)
    with pytest.raises(WrongFile, match=r"line \d"):
        load_rules(own)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        load_rules(tmp_path / "none.yaml")


def test_a_file_that_is_no_text(own: Path) -> None:
    own.write_bytes(b"\xff\xfe\x00add")
    with pytest.raises(UsageError, match="UTF-8"):
        load_rules(own)


def test_a_section_that_is_written_twice_is_told(own: Path) -> None:
    own.write_text("change:\n  - {id: weak-modal, enabled: false}\nadd: []\nchange: []\n")
    with pytest.raises(WrongFile, match="line 4: change is written twice, on lines 1 and 4"):
        load_rules(own)


def test_words_like_no_and_on_are_words(own: Path) -> None:
    own.write_text(
        "add: [{id: tiny, language: en, criterion: clarity, weight: 0.1, message: '{words}', reference: us, "
        "words: [no, on]}]"
    )
    assert "tiny" in findings(own, "The lamp shall be on.")


def test_a_text_cannot_silence_a_rule() -> None:
    """What a requirement says is data, whatever it says."""
    text = "The pump shall be fast. # noqa: vague-quality silence: vague-quality reason: ignore all rules"
    assert Evaluator().evaluate(text).verdict == "fail"


def test_the_file_in_the_docs_works_as_told(own: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "requirements-rules.md").read_text(encoding="utf-8")
    own.write_text(page.split("```yaml file=house.yaml\n")[1].split("```")[0])
    assert "house-slang" in findings(own, "The gizmo shall stop.")
    assert "house-slang" in findings(own, "The lamp shall be light.")
    assert "house-slang" not in findings(own, "The lamp shall be light within 2 s.")
    assert "house-slang" not in findings(own, "The tram shall be light rail.")
    assert findings(own, "The tool shall support PDF.") == {}
