"""Skills are data. Those shipped hold together, and their disambiguation keywords never reach routing."""

from pathlib import Path

import pytest
from pydantic import ValidationError

import arch_team.routing.skills as skills_module
from arch_team.agents.desk import Task
from arch_team.agents.requirements_desk import RequirementsDesk
from arch_team.agents.skill_desk import SkillDesk
from arch_team.errors import UsageError
from arch_team.routing.patterns import direct_patterns
from arch_team.routing.preprocessor import ExecutionMode, RequestPreprocessor
from arch_team.routing.skill_loader import load_skills
from arch_team.routing.skills import REQUIREMENT_TOOLS, TOOLS, RequiredTools, Skill, SkillSet
from arch_team.settings import Settings
from arch_team.society import Society

PAIRS = {
    "reflexion_agent": ("code_reviewer", ("反思", "自我验证", "迭代优化")),
    "code_reviewer": ("reflexion_agent", ("代码审查", "代码问题", "bug 检查")),
    "react_agent": ("goal_driven_agent", ("实时搜索", "工具调用", "信息查询")),
    "goal_driven_agent": ("react_agent", ("目标分解", "多步规划", "方案对比")),
    "rewoo_agent": ("competitor_analyzer", ("并行采集", "批量获取", "多源数据")),
    "competitor_analyzer": ("rewoo_agent", ("竞品分析", "竞争对比", "市场对手")),
    "content_generator": ("geo_optimizer", ("内容创作", "文章生成", "选题写作")),
    "geo_optimizer": ("content_generator", ("SEO 优化", "GEO 优化", "搜索排名")),
}
"""The four confusable pairs with the source's keywords (001, U4)."""


@pytest.fixture(scope="module")
def skills() -> SkillSet:
    return load_skills()


def _skill(**changes: object) -> Skill:
    plain: dict[str, object] = {
        "name": "mine",
        "description": "Mine.",
        "operator_prompt": {"text": "Do it."},
        "intent": {"keywords": ["mine"]},
        "needs_model": True,
    }
    return Skill.model_validate({**plain, **changes})


def test_three_skills_and_a_pack_of_eight_are_shipped(skills: SkillSet) -> None:
    assert skills.issues == ()
    assert set(skills.skills) == {"data", "requirements", "knowledge", *PAIRS}
    assert {skill.name for skill in skills if not skill.needs_model} == {"data", "requirements", "knowledge"}


@pytest.mark.parametrize("name", PAIRS)
def test_the_pack_comes_in_confusable_pairs_with_the_source_s_keywords(name: str, skills: SkillSet) -> None:
    twin, keywords = PAIRS[name]
    intent = skills.get(name).intent
    assert intent.disambiguation_keywords == keywords
    assert intent.confusable_with == (twin,)
    assert skills.twin_keywords(name) == {twin: PAIRS[twin][1]}


def test_every_skill_has_a_prompt_and_words_in_three_languages(skills: SkillSet) -> None:
    for skill in skills:
        assert len(skill.operator_prompt.read()) > 100
        assert skill.examples
        assert any("\u3400" <= sign <= "\u9fff" for keyword in skill.intent.keywords for sign in keyword)


def test_the_data_skill_needs_a_look_at_a_file_first(skills: SkillSet) -> None:
    required = skills.get("data").required_tools
    reading = ("queryTable", "aggregateTable")
    assert required.for_source("sql") == required.for_source() == RequiredTools(any_of=reading)
    assert required.for_source("file") == RequiredTools(all_of=("browseTable",), any_of=reading)


def test_a_skill_whose_tools_are_missing_says_so() -> None:
    later = _skill(available=False, unavailable_reason="its tools are not part of this version yet")
    with pytest.raises(UsageError, match="cannot be used: its tools"):
        SkillSet({later.name: later}, {later.name: "mine.yaml"}).get(later.name)


def test_the_tools_a_file_may_name_are_those_there_are(tmp_path: Path) -> None:
    mine = _skill(tools=list(TOOLS))
    task = Task("x", "en", Settings(home=tmp_path, db=None, model=None))
    society = Society(task.settings)
    assert {tool.name for tool in SkillDesk(task, mine, lambda: society.source).tools()} == set(TOOLS)


def test_the_tools_of_requirements_are_those_there_are(tmp_path: Path, skills: SkillSet) -> None:
    desk = RequirementsDesk(Task("x", "en", Settings(home=tmp_path, db=None, model=None)))
    names = {tool.name for tool in desk.tools()}
    assert names == set(REQUIREMENT_TOOLS) == set(skills.get("requirements").tools)


def test_an_unknown_skill_names_the_known_ones(skills: SkillSet) -> None:
    with pytest.raises(UsageError, match="no skill 'dta'") as raised:
        skills.get("dta")
    assert "data" in raised.value.next_step


def test_a_skill_is_frozen_and_its_disambiguation_keywords_default_to_none() -> None:
    skill = _skill()
    assert skill.intent.disambiguation_keywords == ()
    with pytest.raises(ValidationError):
        skill.name = "other"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": "Not A Name"}, "pattern"),
        ({"colour": "red"}, "Extra inputs"),
        ({"operator_prompt": {}}, "either 'packaged' or 'text'"),
        ({"operator_prompt": {"packaged": "data", "text": "both"}}, "either 'packaged' or 'text'"),
        ({"operator_prompt": {"packaged": "nowhere"}}, "no packaged prompt 'nowhere'"),
        ({"tools": ["hammer"]}, "no tool 'hammer'; a skill may call: browseTable"),
        ({"tools": ["evaluate_requirement"]}, "belongs to the skill requirements"),
        ({"required_tools": {"any_of": ["hammer"]}}, "no tool 'hammer'"),
        ({"required_tools": {"any_of": ["calculate"]}}, "requires calculate"),
        ({"required_tools": {"by_source": {"file": {"all_of": ["browseTable"]}}}}, "requires browseTable"),
        ({"required_tools": {"by_source": {"cloud": {}}}}, "'sql' or 'file'"),
        ({"quality": {"min_length": 9, "max_length": 3}}, "below min_length 9"),
        ({"quality": {"validators": [{"ref": "no colon"}]}}, "pattern"),
        ({"quality": {"validators": [{"ref": "a:b", "on_fail": "shout"}]}}, "'block' or 'warn'"),
        ({"intent": {"keywords": []}}, "at least 1"),
        ({"available": False}, "'available: false'"),
        ({"unavailable_reason": "because"}, "'available: false'"),
    ],
)
def test_a_skill_that_contradicts_itself_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        _skill(**changes)


def test_routing_ignores_disambiguation_keywords(skills: SkillSet, monkeypatch: pytest.MonkeyPatch) -> None:
    """No keyword routes to a skill or off its way, and the code that routes does not even load skills."""
    door = RequestPreprocessor()
    for skill in skills:
        for keyword in skill.intent.disambiguation_keywords:
            assert door.route(keyword).skill is None
            assert door.route(f"Bitte {keyword} für Seeland").mode is ExecutionMode.REACT

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("routing read a skill")

    monkeypatch.setattr(skills_module.Intent, "disambiguation_keywords", property(refused), raising=False)
    monkeypatch.setattr("arch_team.routing.skill_loader.load_skills", refused)
    for text in (
        "hello",
        "Was ist unser Umsatz?",
        "什么是机器学习",
        "代码审查",
        "/skill code_reviewer 反思",
        "/data SEO 优化",
    ):
        RequestPreprocessor().route(text)
    routing = Path(skills_module.__file__).parent
    readers = {file.name for file in routing.glob("*.py") if "disambiguation" in file.read_text(encoding="utf-8")}
    assert readers == {"skills.py"}
    assert not any(
        "skill" in file.read_text(encoding="utf-8") for file in (routing / "patterns.py", routing / "own_data.py")
    )


def test_every_pattern_names_its_purpose() -> None:
    names = [pattern.name for pattern in direct_patterns()]
    assert len(names) == len(set(names))
    assert all(pattern.purpose.endswith((".", "X.")) for pattern in direct_patterns())
