"""The published examples go in and come out unchanged: they are the contract."""

import json
import subprocess
import sys

import pytest

from arch_team.search.contracts import (
    CoverageDimension,
    FreshnessMode,
    HybridResult,
    LLMScoredItem,
    ScoreResultInput,
    ScoreResultsData,
    ScoreResultsTask,
    ScoringContext,
    SearchCandidate,
    ToolContext,
    candidates_from,
)
from arch_team.search.contracts_flags import Flags
from arch_team.search.contracts_model import SearchModel
from arch_team.search.doors import scoring_context_of
from arch_team.search.tuning import Tuning
from arch_team.search.validation import SearchInputError
from tests.search.examples import golden


@pytest.mark.parametrize(
    ("name", "model", "part"),
    [
        ("tool_context.json", ToolContext, None),
        ("tool_context.json", ScoringContext, ("meta", "scoring_context")),
        ("hybrid_result.json", HybridResult, None),
        ("flags.json", Flags, ("flags",)),
    ],
)
def test_the_published_json_comes_back_unchanged(
    name: str, model: type[SearchModel], part: tuple[str, ...] | None
) -> None:
    told = json.loads(golden(name))
    for key in part or ():
        told = told[key]
    assert json.loads(model.model_validate(told).to_json()) == told
    assert json.loads(model.model_validate_json(json.dumps(told)).model_dump_json()) == told


@pytest.mark.parametrize("as_text", [True, False])
def test_the_scoring_context_travels_in_the_meta_of_a_tool_call(as_text: bool) -> None:
    told = json.loads(golden("tool_context.json"))
    if as_text:
        told["meta"]["scoring_context"] = json.dumps(told["meta"]["scoring_context"])
    tool = ToolContext.model_validate({**told, "tenant_id": "acme", "trace_id": "what else a context may hold"})
    context = scoring_context_of(tool)
    assert context.question == "Which policies govern employee data residency?"
    assert context.preferred_sources == ("intranet://legal",)
    assert context.freshness_mode is FreshnessMode.STANDARD
    assert context.min_diversity_buckets == 3


def test_a_tool_call_without_a_scoring_context_is_told_what_is_missing() -> None:
    with pytest.raises(SearchInputError, match=r"meta\.scoring_context is missing") as error:
        scoring_context_of(ToolContext(tenant_id="acme"))
    assert "question" in error.value.next_step


def test_the_modes_and_dimensions_by_name() -> None:
    assert [mode.value for mode in FreshnessMode] == ["standard", "software_docs_strict", "law_evergreen"]
    assert [dimension.value for dimension in CoverageDimension] == list(json.loads(golden("facet_keywords.json")))


def test_every_constant_of_the_tuning_table_is_a_setting_with_its_default() -> None:
    table = json.loads(golden("tuning.json"))
    assert len(table) == 14
    assert {name: getattr(Tuning(), name.lower()) for name in table} == table


@pytest.mark.parametrize(
    ("given", "leaves_as"),
    [
        ("2024-06-01T09:00:00+02:00", "2024-06-01T07:00:00Z"),
        ("2024-06-01T07:00:00Z", "2024-06-01T07:00:00Z"),
        ("2024-06-01T07:00:00+00:00", "2024-06-01T07:00:00Z"),
        ("2024-06-01T00:30:00.5-05:30", "2024-06-01T06:00:00.500000Z"),
    ],
)
def test_dates_leave_in_utc(given: str, leaves_as: str) -> None:
    one = SearchCandidate.model_validate({"id": "a", "detected_date": given})
    assert json.loads(one.model_dump_json())["detected_date"] == leaves_as
    assert SearchCandidate.model_validate_json(one.model_dump_json()) == one


def test_custom_facets_leave_under_their_prefix() -> None:
    item = LLMScoredItem(
        candidate_id="a", score=1, reason="r", custom_facets={"reporting": 0.4, "CUSTOM_X": 1, "Über-Sicht": 0}
    )
    assert item.custom_facets == {"CUSTOM_REPORTING": 0.4, "CUSTOM_X": 1.0, "CUSTOM_ÜBER_SICHT": 0.0}


def test_older_results_are_candidates_of_which_less_is_known() -> None:
    data = ScoreResultsData.model_validate_json(golden("score_results_data.json"))
    old, new = data.results
    assert old.detected_date is None
    assert old.title == "German residency controls"
    assert new.detected_date is not None
    older = ScoreResultInput(id="a", title="t", snippet="s", url="https://example.org")
    assert candidates_from([older, new]) == (
        SearchCandidate(id="a", title="t", snippet="s", url="https://example.org"),
        new,
    )


def test_a_scoring_task_carries_its_token_budget() -> None:
    data = json.loads(golden("score_results_data.json"))
    task = ScoreResultsTask.model_validate({"control": {"max_tokens": 700, "model_label": "fast"}, "data": data})
    assert task.control.max_tokens == 700
    assert ScoreResultsTask.model_validate({"data": data}).control.max_tokens is None


@pytest.mark.parametrize("model", [SearchCandidate, ScoringContext, HybridResult])
def test_unknown_fields_are_refused(model: type[SearchModel]) -> None:
    with pytest.raises(ValueError, match="Extra inputs are not permitted"):
        model.model_validate({"id": "a", "question": "q", "coverage_delta": "d", "no_such_field": 1})


def test_the_contracts_are_light() -> None:
    """Whoever only speaks them, the command line for one, does not wait for numpy or a store."""
    rooms = "contracts, contracts_stages, decisions, doors, hitl, policy, tuning"
    code = f"from arch_team.search import {rooms}; import sys; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    assert not {"numpy", "qdrant_client", "yaml", "opentelemetry"} & set(loaded)
