"""A company's rules on sources are settings: in the settings file, or in the environment."""

import asyncio
from pathlib import Path

import pytest

from arch_team.errors import ArchTeamError
from arch_team.search.contracts import Control, ScoringContext, SearchCandidate, ToolContext
from arch_team.search.doors import search_with_tool
from arch_team.search.knowledge import open_knowledge
from arch_team.search.policy import DomainPolicy, load_policy
from arch_team.settings import Settings

FILE = """\
[policy]
blocked = ["drafts.example"]

[policy.priorities]
"admin.ch" = 1.0
"""


def test_file_and_environment_are_read_together(tmp_path: Path) -> None:
    (tmp_path / "arch-team.toml").write_text(FILE, encoding="utf-8")
    assert load_policy({"ARCH_TEAM_POLICY_SENSITIVE": "hr.example, pay.example"}, tmp_path) == DomainPolicy(
        blocked=("drafts.example",), sensitive=("hr.example", "pay.example"), priorities={"admin.ch": 1.0}
    )
    over = load_policy({"ARCH_TEAM_POLICY_PRIORITIES": "fedlex.admin.ch=0.5"}, tmp_path)
    assert over.priorities == {"fedlex.admin.ch": 0.5}
    assert load_policy({"HOME": "x"}, tmp_path / "absent") == DomainPolicy()


@pytest.mark.parametrize(
    "environment",
    [
        {"ARCH_TEAM_POLICY_PRIORITIES": "admin.ch"},
        {"ARCH_TEAM_POLICY_PRIORITIES": "admin.ch=2"},
        {"ARCH_TEAM_POLICY_FAVOURITES": "admin.ch"},
    ],
)
def test_what_cannot_be_meant_is_refused(environment: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(ArchTeamError):
        load_policy(environment, tmp_path)


def test_every_search_goes_by_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARCH_TEAM_POLICY_BLOCKED", "drafts.example")
    knowledge = open_knowledge(Settings(home=tmp_path, db=None, model=None))
    offered = [
        SearchCandidate(id="draft", title="Residency", snippet="Data stays here.", url="https://drafts.example/1"),
        SearchCandidate(id="law", title="Residency", snippet="Data stays here.", url="https://law.example/1"),
    ]
    context = ScoringContext(question="Where does data stay?")
    tool = ToolContext(tenant_id="acme", meta={"scoring_context": context.model_dump_json()})
    try:
        found = asyncio.run(search_with_tool(knowledge.search, tool, offered, control=Control(max_tokens=500), top_k=1))
    finally:
        knowledge.close()
    assert [item.candidate_id for item in found.ranked] == ["law"]
