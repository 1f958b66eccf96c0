"""The search through its door: what is ranked, why, and what happens when a part of it fails."""

import asyncio
import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.errors import SourceUnavailable, UsageError
from arch_team.search.contracts import (
    HybridResult,
    ScoreResultsTask,
    ScoringContext,
    SearchCandidate,
    ToolContext,
)
from arch_team.search.contracts_flags import Debug, Flags
from arch_team.search.contracts_stages import Arm, RetrievalQuery, Retrieved
from arch_team.search.doors import score_results, search_with_tool
from arch_team.search.pipeline import HybridSearch
from arch_team.search.policy import DomainPolicy
from arch_team.search.scoring import LlmScorer
from arch_team.search.tuning import Tuning
from arch_team.vectors.embedding import Matrix, unit_rows
from tests.search.examples import CONTEXT, NOW, PATIENT, QUESTION, Shelf, Speaker, candidate, golden, ids, run

FOUR = (
    candidate("a", "Employee data residency policies, governed by law."),
    candidate("b", "Policies on employee data."),
    candidate("c", "Data."),
    candidate("d", "Zebras."),
)

SIX = [candidate(own, text) for own, text in zip("abcdef", ("data", "", "law", "data", "policy", "law"), strict=True)]


def a_search(
    shelf: Shelf | None = None,
    model: Speaker | None = None,
    *,
    tuning: Tuning | None = None,
    policy: DomainPolicy | None = None,
) -> HybridSearch:
    settings = tuning or Tuning()
    scorer = LlmScorer(model, settings) if model else None
    return HybridSearch(shelf, scorer, settings, policy=policy, clock=lambda: NOW)


def flags_of(result: HybridResult) -> Flags:
    assert result.flags is not None
    return result.flags


def debug_of(result: HybridResult) -> Debug:
    debug = flags_of(result).debug
    assert debug is not None
    return debug


def test_candidates_are_ranked_with_reasons() -> None:
    result = run(a_search(), FOUR, top_k=2)
    assert ids(result) == ["a", "b", "c", "d"]
    assert result.top_k == result.ranked[:2]
    assert "policies, govern, employee, data, residency" in result.ranked[0].reason
    assert [item.score for item in result.ranked] == sorted((item.score for item in result.ranked), reverse=True)
    assert result.ranked[3].score == 0
    assert flags_of(result).llm_fallback == "no_model"
    assert flags_of(result).debug is None


@PATIENT
@given(st.permutations(SIX))
def test_the_order_in_which_candidates_come_does_not_matter(candidates: Sequence[SearchCandidate]) -> None:
    assert run(a_search(), candidates) == run(a_search(), sorted(candidates, key=lambda each: each.id))


def test_a_model_decides_between_near_ranks_and_says_why() -> None:
    model = Speaker({each.snippet: score for each, score in zip(FOUR, (10, 95, 50, 0), strict=True)})
    result = run(a_search(model=model), FOUR)
    assert ids(result)[0] == "b"
    assert result.ranked[0].reason == "read Policies on employee data."
    assert result.ranked[0].score == 95
    assert flags_of(result).llm_fallback is None


def test_age_is_taken_off_a_models_score() -> None:
    old = candidate("old", days=182)
    result = run(a_search(model=Speaker({old.snippet: 80})), [old], debug=True)
    assert result.ranked[0].score == pytest.approx(68, abs=0.1)
    assert debug_of(result).llm.freshness_penalty == {"old": pytest.approx(12, abs=0.1)}


def test_age_moves_a_candidate_without_a_model() -> None:
    fresh, old = candidate("z-fresh", days=0), candidate("a-old", days=360)
    assert ids(run(a_search(), [old, fresh])) == ["z-fresh", "a-old"]


def test_held_passages_are_ranked_by_both_arms() -> None:
    passages = (candidate("p1"), candidate("p2"), candidate("p3"))
    shelf = Shelf({"acme": passages})
    result = run(a_search(shelf))
    assert sorted(ids(result)) == ["p1", "p2", "p3"]
    assert result.recommended_ingest == ()
    query = shelf.queries[0]
    assert (query.tenant, query.text, query.limit) == ("acme", QUESTION, 100)


def test_without_model_and_dates_the_order_is_that_of_the_fusion() -> None:
    class Fixed:
        async def retrieve(self, query: RetrievalQuery) -> Retrieved:
            found = tuple(candidate(own, own) for own in "abcde")
            return Retrieved(found, (Arm("dense", tuple("abcde")), Arm("sparse", tuple("bcaed"))))

    assert ids(run(HybridSearch(Fixed(), None, clock=lambda: NOW))) == ["b", "a", "c", "d", "e"]


@pytest.mark.parametrize(
    "shelf",
    [
        Shelf(error=SourceUnavailable("Qdrant does not answer")),
        Shelf(error=RuntimeError("a client's own error")),
        Shelf({"acme": FOUR}, delay=30),
    ],
)
def test_a_store_that_is_down_is_flagged(shelf: Shelf) -> None:
    tuning = Tuning(rag_timeout_s=0.05)
    alone = run(a_search(shelf, tuning=tuning))
    assert (flags_of(alone).rag_unavailable, flags_of(alone).nothing_found, alone.ranked) == (True, True, ())
    given_some = run(a_search(shelf, tuning=tuning), FOUR)
    assert flags_of(given_some).rag_unavailable
    assert len(given_some.ranked) == 4
    assert given_some.recommended_ingest == (), "what is held is not known, so nothing is known to be missing"
    assert "could not be looked up" in given_some.coverage_delta


def test_a_failed_look_is_not_remembered() -> None:
    shelf = Shelf({"acme": FOUR}, error=SourceUnavailable("down"))
    search = a_search(shelf)
    assert flags_of(run(search, FOUR)).rag_unavailable
    shelf.error = None
    assert not flags_of(run(search, FOUR)).rag_unavailable


@pytest.mark.parametrize("candidates", [None, ()])
def test_an_empty_retrieval_is_a_result_that_says_so(candidates: Sequence[SearchCandidate] | None) -> None:
    result = run(a_search(Shelf(), Speaker()), candidates, debug=True)
    assert flags_of(result).nothing_found
    assert (result.ranked, result.top_k) == ((), ())
    assert result.coverage_delta == "Nothing was found, so nothing is covered."


@pytest.mark.parametrize(
    ("model", "fallback", "timed_out"),
    [
        (Speaker(delay=30), "timeout", True),
        (Speaker(raw="no json"), "malformed", False),
        (Speaker(error=OSError("gone")), "unavailable", False),
    ],
)
def test_without_the_model_heuristics_score(model: Speaker, fallback: str, timed_out: bool) -> None:
    result = run(a_search(model=model, tuning=Tuning(llm_timeout_s=0.05)), FOUR, debug=True)
    assert (flags_of(result).llm_fallback, flags_of(result).llm_timeout) == (fallback, timed_out)
    assert debug_of(result).llm.fallback == fallback
    assert ids(result) == ids(run(a_search(), FOUR))


def test_whom_the_model_left_out_heuristics_score() -> None:
    result = run(a_search(model=Speaker({FOUR[0].snippet: 90})), FOUR)
    assert flags_of(result).llm_fallback == "partial"
    assert len(result.ranked) == 4
    assert {item.candidate_id for item in result.ranked if item.reason.startswith("read ")} == {"a"}


def test_two_tenants_never_see_each_others_passages_nor_what_was_read_of_them() -> None:
    shelf = Shelf({"acme": (candidate("ours", "Law on employee data.", url="https://ours.test"),), "other": ()})
    offered = (candidate("new", "Law and policy on employee data."),)
    model = Speaker({offered[0].snippet: 90})
    search = a_search(shelf, model)
    assert "LEGAL (0.50 →" in run(search, offered, tenant="acme").coverage_delta
    assert "LEGAL (0.00 →" in run(search, offered, tenant="other").coverage_delta
    assert ids(run(search, tenant="acme")) == ["ours"]
    assert ids(run(search, tenant="other")) == []
    assert [query.tenant for query in shelf.queries] == ["acme", "other", "acme", "other"]
    assert "Law on employee data." not in model.calls[1].prompt


def test_what_is_held_is_looked_up_once_and_again_after_a_change() -> None:
    shelf = Shelf({"acme": FOUR})
    search = a_search(shelf)
    run(search, FOUR)
    run(search, FOUR)
    assert len(shelf.queries) == 1
    search.forget("acme")
    run(search, FOUR)
    assert len(shelf.queries) == 2


def test_what_fills_a_gap_is_recommended_unless_it_is_held() -> None:
    held = candidate("held", "The law.", url="https://law.test/1")
    offered = (
        candidate("again", "The law, the policy and the audit.", url="https://law.test/1"),
        candidate("new", "Audit and logging of employee data.", url="https://audit.test/1"),
    )
    context = ScoringContext(question="Which law governs the audit of employee data?")
    result = run(a_search(Shelf({"acme": (held,)})), offered, context=context)
    assert [item.candidate_id for item in result.recommended_ingest] == ["new"]
    assert "LOGGING_AUDIT" in result.recommended_ingest[0].reason


def test_preferred_sources_and_policy_move_neighbours() -> None:
    plain = [candidate(own, "data residency", url=f"https://{own}.test/x") for own in "abcdef"]
    assert ids(run(a_search(), plain))[0] == "a"
    preferred = ScoringContext(question=QUESTION, preferred_sources=("c.test",))
    assert ids(run(a_search(), plain, context=preferred))[0] == "c"
    policy = DomainPolicy(priorities={"b.test": 1.0})
    assert ids(run(a_search(policy=policy), plain))[0] == "b"


def test_bonuses_do_not_drown_the_ranks() -> None:
    many = [candidate(f"{n:03}", "data residency", url=f"https://h{n}.test/x") for n in range(150)]
    context = ScoringContext(question=QUESTION, preferred_sources=("h120.test",))
    policy = DomainPolicy(priorities={"h120.test": 1.0})
    plain, favoured = (run(a_search(policy=each), many, context=context) for each in (None, policy))
    assert ids(favoured).index("120") > 20
    assert ids(plain).index("120") > 20


def test_the_head_has_three_kinds_of_source_if_there_are_three() -> None:
    offered = [candidate(f"{n}", "data residency", url=f"https://shop{n}.com/x") for n in range(6)]
    offered += [candidate("8", "data", url="https://a.gov/x"), candidate("9", "data", url="https://b.org/x")]
    result = run(a_search(), offered, debug=True)
    assert debug_of(result).fusion.diversity_buckets == ("commercial", "government", "organization")
    assert set(debug_of(result).fusion.promoted) == {"8", "9"}
    one = run(a_search(), offered, context=CONTEXT.model_copy(update={"min_diversity_buckets": 1}), debug=True)
    assert debug_of(one).fusion.diversity_buckets == ("commercial",)


def test_near_copies_come_after_what_is_new() -> None:
    same = "The employee data residency policy of the company says where data lies."
    offered = [candidate(f"copy{n}", same) for n in range(6)] + [candidate("new", "Employee residency audits abroad.")]
    tuning = Tuning(mmr_limit=2)
    result = run(a_search(tuning=tuning), offered, debug=True)
    assert [pick.id for pick in debug_of(result).pre_filter.mmr.selected] == ["copy0", "new"]
    assert ids(result)[:2] == ["copy0", "new"]
    assert len(result.ranked) == 7


def test_every_stage_shows_its_effect() -> None:
    offered = [
        candidate("a", "data residency law", url="https://one.com/1", days=10),
        candidate("b", "data residency", url="https://one.com/2", days=40),
        candidate("c", "data", url="https://two.gov/1"),
        candidate("stale", url="https://two.gov/2", days=900),
        candidate("draft", url="wiki://drafts/1"),
    ]
    context = ScoringContext(question="data residency law", disallowed_sources=("wiki://drafts",), jurisdiction="DE")
    model = Speaker({"data residency law": 50, "data residency": 40, "data": 30})
    debug = debug_of(run(a_search(model=model), offered, context=context, debug=True))
    assert {(each.id, each.reason) for each in debug.pre_filter.dropped} == {
        ("stale", "stale"),
        ("draft", "disallowed"),
    }
    assert next(pick.id for pick in debug.pre_filter.mmr.selected) == "a"
    assert (debug.llm.llm_items, debug.llm.cache_hit) == (3, False)
    assert set(debug.llm.freshness_penalty) == {"a", "b"}
    fusion = debug.fusion
    assert fusion.rrf_k == 90
    assert fusion.rankings == ("lexical", "llm")
    assert fusion.redundant == ("b",)
    for own, parts in fusion.rrf_components.items():
        whole = parts.rrf_term + parts.rag_bonus + parts.domain_bonus + parts.policy_bonus
        factor = 0.85 if own in fusion.redundant else 1
        assert fusion.fused_scores[own] == pytest.approx(whole * factor, abs=1e-7)
    assert debug.coverage is not None
    assert debug.coverage.top_k["LEGAL"] == 0.5
    assert set(debug.milliseconds) == {"retrieve", "pre_filter", "relevance", "mmr", "llm", "fusion"}


def test_a_long_ranking_is_cut_and_says_by_how_much() -> None:
    many = [candidate(f"{n:03}", "data") for n in range(30)]
    result = run(a_search(tuning=Tuning(ranked_limit=10)), many)
    assert (len(result.ranked), flags_of(result).not_listed) == (10, 20)


def test_sensitive_sources_are_flagged_as_a_risk() -> None:
    marked = candidate("a").model_copy(update={"trust_hint": "sensitive"})
    by_policy = candidate("b", url="https://hr.test/x")
    result = run(a_search(policy=DomainPolicy(sensitive=("hr.test",))), [marked, by_policy, candidate("c")])
    assert {item.candidate_id for item in result.ranked if "sensitive" in item.risk_flags} == {"a", "b"}


def test_meaning_finds_what_words_do_not() -> None:
    class Meaning:
        name, size = "test", 2

        def embed(self, texts: Sequence[str]) -> Matrix:
            return unit_rows([[1.0, 0.1 if "Wohnsitz" in text or text == QUESTION else 9.0] for text in texts])

    offered = [candidate("a", "Tiere im Zoo"), candidate("b", "Wohnsitz der Beschäftigten"), candidate("c", "Pflanzen")]
    search = HybridSearch(None, None, embedder=Meaning(), clock=lambda: NOW)
    assert ids(run(search, offered))[0] == "b"


def test_an_embedder_that_fails_leaves_the_words() -> None:
    class Broken:
        name, size = "broken", 2

        def embed(self, texts: Sequence[str]) -> Matrix:
            raise OSError("no model")

    assert ids(run(HybridSearch(None, None, embedder=Broken(), clock=lambda: NOW), FOUR)) == ["a", "b", "c", "d"]


def test_vectors_that_do_not_fit_are_left_out() -> None:
    class Misfit:
        async def retrieve(self, query: RetrievalQuery) -> Retrieved:
            arm = Arm("dense", tuple(each.id for each in FOUR))
            return Retrieved(FOUR, (arm,), np.zeros((2, 3), dtype=np.float32))

    assert ids(run(HybridSearch(Misfit(), None, clock=lambda: NOW))) == ["a", "b", "c", "d"]


@pytest.mark.parametrize(("tenant", "top_k"), [(" ", 5), ("acme", 0)])
def test_a_call_that_cannot_be_meant_is_refused(tenant: str, top_k: int) -> None:
    with pytest.raises(UsageError):
        run(a_search(), FOUR, tenant=tenant, top_k=top_k)


def test_a_tool_call_brings_tenant_and_context() -> None:
    tool = ToolContext.model_validate({**json.loads(golden("tool_context.json")), "tenant_id": "acme"})
    shelf = Shelf({"acme": FOUR})
    result = asyncio.run(search_with_tool(a_search(shelf), tool))
    assert len(result.ranked) == 4
    assert shelf.queries[0].collection_scope == "employee-compliance"
    with pytest.raises(UsageError, match="tenant_id"):
        asyncio.run(search_with_tool(a_search(shelf), tool.model_copy(update={"tenant_id": None})))


def test_a_scoring_task_brings_its_results_budget_and_k() -> None:
    data = json.loads(golden("score_results_data.json"))
    told = {"control": {"max_tokens": 700}, "data": {**data, "k": 1, "criteria": ["names a country"]}}
    task = ScoreResultsTask.model_validate(told)
    model = Speaker({"Employee data stays in Germany.": 90, "What employers may monitor.": 10})
    result = asyncio.run(score_results(a_search(model=model), task, tenant="acme"))
    assert len(result.top_k) == 1
    assert model.calls[0].max_tokens == 700
    assert "names a country" in model.calls[0].prompt


@pytest.mark.parametrize(("match", "score"), [(None, 0.0), (0.6, 60.0), (7.0, 100.0)])
def test_a_passage_in_another_language_is_scored_by_how_well_it_matches(match: float | None, score: float) -> None:
    class Foreign:
        async def retrieve(self, query: RetrievalQuery) -> Retrieved:
            return Retrieved((candidate("a", "Wohnsitz der Belegschaft"),), (Arm("hybrid", ("a",)),), match=match)

    assert run(HybridSearch(Foreign(), None, clock=lambda: NOW)).ranked[0].score == score


def test_operators_see_counts_and_no_words(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="arch_team.search"):
        run(a_search(Shelf({"acme": FOUR})), FOUR)
    told = caplog.text
    for name in (
        "hybrid.rag_cache_hit=False",
        "hybrid.llm_cache_hit=False",
        "hybrid.rrf_k_used=90",
        "diversity_count=1",
    ):
        assert name in told
    assert "residency" not in told
    assert "acme" not in told
