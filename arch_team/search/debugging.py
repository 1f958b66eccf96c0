"""Each stage's effect in numbers, for the debug section of the flags."""

from collections.abc import Mapping

from arch_team.search.contracts_flags import (
    CoverageDebug,
    Debug,
    Dropped,
    FusionDebug,
    LlmDebug,
    MmrDebug,
    MmrPick,
    PreFilterDebug,
    RrfComponents,
)
from arch_team.search.contracts_stages import Scores
from arch_team.search.coverage import Coverage, covered_by, gaps
from arch_team.search.freshness import Floats
from arch_team.search.stages import Finding, Held, Outcome, Setting

_DIGITS = 6


def debug_of(
    setting: Setting, finding: Finding, scores: Scores, held: Held, outcome: Outcome, milliseconds: Mapping[str, float]
) -> Debug:
    return Debug(
        pre_filter=_pre_filter(finding),
        llm=_llm(finding, scores, outcome),
        fusion=_fusion(setting, finding, outcome),
        coverage=_coverage(setting, held, outcome),
        milliseconds=dict(milliseconds),
    )


def _pre_filter(finding: Finding) -> PreFilterDebug:
    candidates = finding.kept.candidates
    selected = tuple(
        MmrPick(id=candidates[pick.place].id, max_overlap=round(pick.max_overlap, _DIGITS))
        for pick in finding.shortlist.picks
    )
    return PreFilterDebug(
        dropped=tuple(Dropped(id=own, reason=reason) for own, reason in finding.kept.dropped),
        mmr=MmrDebug(selected=selected, pool=len(finding.shortlist.pool)),
    )


def _llm(finding: Finding, scores: Scores, outcome: Outcome) -> LlmDebug:
    picked = finding.shortlist.picked
    lost = {finding.kept.candidates[place].id: round(float(outcome.penalties[place]), 2) for place in picked}
    return LlmDebug(
        fallback=scores.fallback,
        cache_hit=scores.cache_hit,
        llm_items=len(scores.items),
        freshness_penalty={own: points for own, points in lost.items() if points},
    )


def _fusion(setting: Setting, finding: Finding, outcome: Outcome) -> FusionDebug:
    """Of the pool: whoever stands after it has its rank by relevance alone."""
    candidates, order = finding.kept.candidates, outcome.ranked
    ids = [candidates[place].id for place in finding.shortlist.pool]
    return FusionDebug(
        fused_scores={own: _at(order.scores, at) for at, own in enumerate(ids)},
        rrf_components={
            own: RrfComponents(
                rrf_term=_at(order.terms, at),
                rag_bonus=_at(order.bonuses.rag, at),
                domain_bonus=_at(order.bonuses.domain, at),
                policy_bonus=_at(order.bonuses.policy, at),
            )
            for at, own in enumerate(ids)
        },
        rrf_k=setting.tuning.rrf_k,
        diversity_buckets=order.buckets,
        rankings=tuple(arm.name for arm in (*finding.arms, outcome.scored)),
        redundant=tuple(own for at, own in enumerate(ids) if order.redundant[at]),
        promoted=tuple(candidates[place].id for place in order.promoted),
    )


def _coverage(setting: Setting, held: Held, outcome: Outcome) -> CoverageDebug:
    before = held.coverage or {}
    open_still = gaps(covered_by((before, outcome.covered)), outcome.need, covered_from=setting.tuning.covered_from)
    return CoverageDebug(
        held=_shown(before), top_k=_shown(outcome.covered), gaps=tuple(name.value for name in open_still)
    )


def _shown(coverage: Coverage) -> dict[str, float]:
    return {name.value: round(share, _DIGITS) for name, share in coverage.items()}


def _at(values: Floats, place: int) -> float:
    return round(float(values[place]), _DIGITS + 2)
