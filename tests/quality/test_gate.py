"""The quality gate: what blocks, what warns, and that it never raises."""

from dataclasses import dataclass
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from arch_team.quality.gate import GateResult, Level, QualityGate, SkillContext
from arch_team.routing.skill_loader import load_skills
from arch_team.routing.skills import QualityChecks, ValidatorRef

HERE = "tests.quality.verdicts"
REFLEXION = SkillContext(
    "reflexion_agent",
    intent_keywords=("reflection", "改进"),
    disambiguation_keywords=("反思", "自我验证", "迭代优化"),
    twins={"code_reviewer": ("代码审查", "代码问题", "bug 检查")},
)


def _gate(
    *names: str, on_fail: Literal["block", "warn"] = "block", strict: bool = False, fields: tuple[str, ...] = ()
) -> QualityGate:
    refs = tuple(ValidatorRef(ref=name if ":" in name else f"{HERE}:{name}", on_fail=on_fail) for name in names)
    return QualityGate(QualityChecks(validators=refs, strict=strict, required_fields=fields))


def _skill_match(result: GateResult) -> tuple[bool, Level, str]:
    (check,) = (check for check in result.checks if check.name == "skill_match")
    return check.passed, check.level, check.message


class Item(BaseModel):
    name: str


class Report(BaseModel):
    title: str
    items: list[Item]
    note: str | None = None


def test_without_checks_everything_passes() -> None:
    result = QualityGate().validate("anything")
    assert (result.passed, result.blocked, result.checks) == (True, False, ())


@pytest.mark.parametrize(
    "output",
    [
        {"title": "x", "items": [{"name": "first"}]},
        '{"title": "x", "items": [{"name": "first"}]}',
        Report(title="x", items=[Item(name="first")]),
        {"title": 0, "items": [{"name": False}]},
    ],
)
def test_required_fields_are_found_by_dotted_path(output: object) -> None:
    result = QualityGate(QualityChecks(required_fields=("title", "items.0.name"))).validate(output)
    assert [check.name for check in result.checks] == ["required_field:title", "required_field:items.0.name"]
    assert result.passed


@pytest.mark.parametrize(
    "output",
    [
        {"other": 1},
        {"title": None},
        {"title": "  "},
        {"title": []},
        "no JSON at all",
        "[1, 2]",
        None,
        7,
        Report(title="", items=[]),
    ],
)
def test_a_missing_or_empty_field_blocks(output: object) -> None:
    result = QualityGate(QualityChecks(required_fields=("title",))).validate(output)
    assert result.blocked
    assert "The field 'title' is missing" in result.failures[0].message


def test_a_path_that_ends_early_is_missing() -> None:
    gate = QualityGate(QualityChecks(required_fields=("title.sub.more",)))
    assert gate.validate({"title": {"sub": {"more": 1}}}).passed
    for output in ({"title": {"sub": ""}}, {"title": "sub"}, {"title": {"sub": [1]}}):
        assert gate.validate(output).blocked


def test_length_counts_what_the_output_says() -> None:
    gate = QualityGate(QualityChecks(min_length=3, max_length=5))
    assert gate.validate("four").passed
    assert gate.validate({"a": "ab", "b": ["c"]}).passed
    assert "at least 3" in gate.validate("  a  ").failures[0].message
    assert "at most 5" in gate.validate("much too long").failures[0].message


@pytest.mark.parametrize(
    ("name", "said"),
    [("says_no", "rejects the output"), ("complains", "No source is named."), ("answers_with_a_pair", "Too vague.")],
)
def test_a_validator_blocks_or_warns_as_the_skill_says(name: str, said: str) -> None:
    blocked = _gate(name, on_fail="block").validate("x")
    assert blocked.blocked
    assert said in blocked.failures[0].message
    warned = _gate(name, on_fail="warn").validate("x")
    assert warned.passed
    assert said in warned.warnings[0].message


def test_each_validator_has_its_own_consequence() -> None:
    checks = QualityChecks(
        validators=(
            ValidatorRef(ref=f"{HERE}:says_yes"),
            ValidatorRef(ref=f"{HERE}:says_no", on_fail="warn"),
            ValidatorRef(ref=f"{HERE}:complains", on_fail="block"),
        )
    )
    result = QualityGate(checks).validate("x")
    assert [check.passed for check in result.checks] == [True, False, False]
    assert (len(result.warnings), len(result.failures)) == (1, 1)


CANNOT_RUN = ["no.such.module:check", f"{HERE}:absent", f"{HERE}:NOT_CALLABLE", "raises", "leaves", "gives_no_verdict"]


@pytest.mark.parametrize("name", CANNOT_RUN)
@pytest.mark.parametrize("on_fail", ["block", "warn"])
def test_a_validator_that_cannot_run_blocks_only_in_strict_mode(name: str, on_fail: Literal["block", "warn"]) -> None:
    strict = _gate(name, on_fail=on_fail, strict=True).validate("x")
    assert strict.blocked
    assert name.partition(":")[0] in strict.failures[0].message
    lenient = _gate(name, on_fail=on_fail, strict=False).validate("x")
    assert lenient.passed
    assert len(lenient.warnings) == 1


def test_without_a_skill_context_the_match_is_skipped() -> None:
    assert all(check.name != "skill_match" for check in _gate("says_yes").validate("x", skill_context=None).checks)


@pytest.mark.parametrize("text", ["Some Reflection on it", "经过反思", "自我验证之后", "两轮改进"])
def test_an_output_with_the_skill_s_words_matches(text: str) -> None:
    assert _skill_match(QualityGate().validate(text, REFLEXION)) == (True, Level.WARN, "")


def test_an_output_with_none_of_its_words_warns_alone() -> None:
    result = QualityGate().validate("The weather is fine.", REFLEXION)
    passed, level, message = _skill_match(result)
    assert (passed, level, result.passed) == (False, Level.WARN, True)
    assert "none of the keywords of reflexion_agent" in message


@pytest.mark.parametrize("text", ["代码审查：第 3 行", "a reflection, then 代码问题", "bug检查", "BUG 检查"])
def test_an_output_with_the_twin_s_words_and_none_of_its_own_names_the_twin(text: str) -> None:
    result = QualityGate().validate(text, REFLEXION)
    passed, _, message = _skill_match(result)
    assert not passed
    assert "reads like code_reviewer" in message
    assert result.passed


def test_its_own_words_beside_the_twin_s_are_no_confusion() -> None:
    assert _skill_match(QualityGate().validate("反思之后再做代码审查", REFLEXION))[0]


@pytest.mark.parametrize(
    "gate",
    [
        _gate("says_no", on_fail="block"),
        _gate("raises", strict=True),
        _gate(fields=("title",)),
        QualityGate(QualityChecks(min_length=999)),
    ],
    ids=["block", "cannot run, strict", "field", "length"],
)
def test_a_mismatch_blocks_beside_a_failure_that_blocks(gate: QualityGate) -> None:
    result = gate.validate("The weather is fine.", REFLEXION)
    assert _skill_match(result)[:2] == (False, Level.BLOCK)
    assert result.blocked


@pytest.mark.parametrize("gate", [_gate("says_no", on_fail="warn"), _gate("raises", strict=False)])
def test_a_mismatch_beside_a_warning_is_two_warnings(gate: QualityGate) -> None:
    result = gate.validate("The weather is fine.", REFLEXION)
    assert _skill_match(result)[:2] == (False, Level.WARN)
    assert result.passed
    assert len(result.warnings) == 2


def test_a_skill_context_may_be_a_plain_mapping() -> None:
    words: dict[str, object] = {"intent_keywords": ["review", "代码审查"]}
    assert _skill_match(QualityGate().validate("Reviewed: fine.", words))[0]
    result = QualityGate().validate("The weather is fine.", words)
    assert _skill_match(result) == (False, Level.WARN, "The output holds none of the keywords of the skill.")
    named: dict[str, object] = {"name": "mine", "intent_keywords": ["report"], "twins": {"other": ["essay"]}}
    assert "reads like other" in _skill_match(QualityGate().validate("An essay.", named))[2]
    assert _skill_match(QualityGate().validate("Anything.", {}))[0]


def test_a_match_does_not_turn_a_warning_into_a_block() -> None:
    result = _gate("says_no", on_fail="warn").validate("反思", REFLEXION)
    assert result.passed
    assert len(result.warnings) == 1


def test_a_skill_without_words_matches_anything() -> None:
    assert _skill_match(QualityGate().validate("x", SkillContext("bare")))[0]
    only_intent = SkillContext("mine", intent_keywords=("report",), twins={"other": ("essay",)})
    assert _skill_match(QualityGate().validate("The reports, an essay", only_intent))[0]
    assert "other" in _skill_match(QualityGate().validate("An essay", only_intent))[2]


def test_a_keyword_counts_from_the_start_of_a_word() -> None:
    plan = SkillContext("planner", intent_keywords=("plan",))
    assert _skill_match(QualityGate().validate("Two plans.", plan))[0]
    assert not _skill_match(QualityGate().validate("An airplane.", plan))[0]


@pytest.mark.parametrize("name", ["reflexion_agent", "react_agent", "rewoo_agent", "content_generator"])
def test_the_shipped_pairs_are_told_apart(name: str) -> None:
    skills = load_skills()
    intent = skills.get(name).intent
    twins = skills.twin_keywords(name)
    context = SkillContext(name, intent.keywords, intent.disambiguation_keywords, twins)
    ((twin, words),) = twins.items()
    gate = QualityGate(skills.get(name).quality)
    assert twin in _skill_match(gate.validate(words[0] * 10, context))[2]
    assert _skill_match(gate.validate(intent.disambiguation_keywords[0] * 10, context))[0]


@dataclass
class Hostile:
    """An output that fights back."""

    def __str__(self) -> str:
        raise RuntimeError("no text for you")


def test_an_error_in_the_gate_blocks() -> None:
    result = QualityGate(QualityChecks(min_length=1)).validate(Hostile(), REFLEXION)
    assert result.blocked
    assert "RuntimeError" in result.failures[0].message


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_it_never_raises(output: object) -> None:
    checks = QualityChecks(required_fields=("a.b", "0"), min_length=2, max_length=50)
    result = QualityGate(checks).validate(output, REFLEXION)
    assert result.passed is not result.blocked
