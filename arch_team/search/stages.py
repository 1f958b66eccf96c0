"""The stages that need no model and no store, put together: before the scoring, and after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arch_team.search.arms import Rankings
from arch_team.search.contracts import (
    CoverageDimension,
    HybridResult,
    LLMScoredItem,
    RagSummary,
    RecommendedIngestItem,
    ScoringContext,
    SearchCandidate,
)
from arch_team.search.contracts_flags import Flags
from arch_team.search.contracts_stages import Arm, Scores
from arch_team.search.coverage import Coverage, Need, coverage_delta, covered_by, facets_in, need_of, recommended_ingest
from arch_team.search.freshness import Floats, penalties
from arch_team.search.heuristics import Describer, after_age, best_match, completed, heuristic_scores
from arch_team.search.phrases import Phrases
from arch_team.search.policy import DomainPolicy
from arch_team.search.prefilter import Kept
from arch_team.search.ranking import Ranked, Shortlist, ranked, shortlisted
from arch_team.search.relevance import terms_of_question, text_of
from arch_team.search.tuning import Tuning
from arch_team.wire import Language


@dataclass(frozen=True, slots=True)
class Setting:
    """What one search goes by."""

    context: ScoringContext
    tuning: Tuning
    policy: DomainPolicy
    language: Language
    head: int
    """How many go into `top_k`."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What there is to score."""

    kept: Kept
    arms: tuple[Arm, ...]
    shortlist: Shortlist
    match: float | None
    """How well the best answers by meaning, if that is known."""

    @property
    def pool(self) -> tuple[SearchCandidate, ...]:
        return tuple(self.kept.candidates[place] for place in self.shortlist.pool)

    @property
    def shortlisted(self) -> tuple[SearchCandidate, ...]:
        return tuple(self.kept.candidates[place] for place in self.shortlist.picked)


@dataclass(frozen=True, slots=True)
class Held:
    """What the held documents say on the question."""

    coverage: Coverage | None = None
    """None: not known, or they are themselves what is ranked."""
    ids: frozenset[str] = frozenset()
    urls: frozenset[str] = frozenset()
    unavailable: bool = False

    @staticmethod
    def of(summaries: Sequence[RagSummary], passages: Sequence[SearchCandidate]) -> "Held":
        return Held(
            coverage=covered_by(summary.coverage_facets for summary in summaries),
            ids=frozenset(passage.id for passage in passages),
            urls=frozenset(passage.url for passage in passages if passage.url),
        )

    def has(self, candidate: SearchCandidate) -> bool:
        return candidate.id in self.ids or candidate.url in self.urls


@dataclass(frozen=True, slots=True)
class Outcome:
    """A result, and what it rests on."""

    result: HybridResult
    ranked: Ranked
    scored: Arm
    penalties: Floats
    need: Need
    covered: Coverage


def found(setting: Setting, kept: Kept, rankings: Rankings) -> Finding:
    shortlist = shortlisted(kept.candidates, rankings.arms, rankings.compare, setting.tuning)
    return Finding(kept, rankings.arms, shortlist, rankings.match)


def concluded(setting: Setting, finding: Finding, scores: Scores, held: Held) -> Outcome:
    """Fuses, orders and describes. Whoever has no score of a model gets one by heuristics."""
    context, tuning = setting.context, setting.tuning
    candidates, picked = finding.kept.candidates, finding.shortlist.picked
    lost = penalties(finding.kept.ages, context.freshness_mode, tuning)
    points = _points(setting, finding, scores.items, lost)
    need = need_of(f"{context.question}\n{context.purpose}", held.coverage)
    facets = {place: _facets(candidates[place], scores.items) for place in picked}
    scored = _scored_arm(finding, points, by_model=bool(scores.items))
    # Of held passages nobody has said what is missing, and words alone hint at facets too weakly to move one of them.
    knows_gaps = held.coverage is not None or bool(scores.items)
    order = ranked(
        candidates,
        finding.shortlist,
        scored,
        {place: need.filled_by(facets[place]) for place in picked} if knows_gaps else {},
        context=context,
        policy=setting.policy,
        tuning=tuning,
        head=setting.head,
    )
    items = _items(setting, finding, order, scores.items, points=points, lost=lost, facets=facets, need=need)
    top = items[: setting.head]
    covered = covered_by(item.facet_coverage for item in top)
    result = HybridResult(
        ranked=items,
        top_k=top,
        coverage_delta=_delta(setting, held, covered, need, anything=bool(items)),
        recommended_ingest=_recommended(setting, finding, items, held, need),
        flags=Flags(
            rag_unavailable=held.unavailable,
            llm_timeout=scores.fallback == "timeout",
            llm_fallback=scores.fallback,
            nothing_found=not items,
            not_listed=len(candidates) - len(items),
        ),
    )
    return Outcome(result, order, scored, lost, need, covered)


def _points(setting: Setting, finding: Finding, scored: Mapping[str, LLMScoredItem], lost: Floats) -> Floats:
    shortlist, candidates = finding.shortlist, finding.kept.candidates
    terms = terms_of_question(setting.context.question)
    texts = [text_of(candidates[place]) for place in shortlist.pool[: setting.tuning.mmr_limit]]
    best = best_match(terms, texts, finding.match)
    points = heuristic_scores(
        shortlist.terms, shortlist.order, lost, best=best, half=setting.tuning.heuristic_half_rank
    )
    for place in shortlist.picked:
        item = scored.get(candidates[place].id)
        if item is not None:
            points[place] = after_age(item.score, float(lost[place]))
    return points


def _facets(candidate: SearchCandidate, scored: Mapping[str, LLMScoredItem]) -> Coverage:
    item = scored.get(candidate.id)
    return item.facet_coverage if item and item.facet_coverage else facets_in(text_of(candidate))


def _scored_arm(finding: Finding, points: Floats, *, by_model: bool) -> Arm:
    """The short-listed by their points; equals by relevance, then by id."""
    terms = finding.shortlist.terms
    order = sorted(finding.shortlist.picked, key=lambda place: (-points[place], -terms[place], place))
    ids = tuple(finding.kept.candidates[place].id for place in order)
    return Arm("llm" if by_model else "heuristic", ids, tuple(float(points[place]) for place in order))


def _items(
    setting: Setting,
    finding: Finding,
    order: Ranked,
    scored: Mapping[str, LLMScoredItem],
    *,
    points: Floats,
    lost: Floats,
    facets: Mapping[int, Coverage],
    need: Need,
) -> tuple[LLMScoredItem, ...]:
    """Who was short-listed or stands in the head gets its own reason; the others share one."""
    context = setting.context
    describer = Describer(
        context, terms_of_question(context.question), need, setting.policy, setting.tuning, setting.language
    )
    not_scored = Phrases.of(setting.language)("not_scored")
    no_facets: dict[CoverageDimension, float] = {}
    items: list[LLMScoredItem] = []
    for rank, place in enumerate(order.order[: setting.tuning.ranked_limit]):
        candidate, score = finding.kept.candidates[place], float(points[place])
        item = scored.get(candidate.id)
        if item is not None:
            seen = completed(item, facets.get(place, no_facets), describer.risks(candidate))
            items.append(seen.model_copy(update={"score": round(score, 2)}))
        elif place in facets or rank < setting.head:
            seen = facets[place] if place in facets else facets_in(text_of(candidate))
            age, penalty = float(finding.kept.ages[place]), float(lost[place])
            items.append(describer.item(candidate, score=score, age=age, penalty=penalty, facets=seen))
        else:
            risks = describer.risks(candidate)
            items.append(
                LLMScoredItem(candidate_id=candidate.id, score=round(score, 2), reason=not_scored, risk_flags=risks)
            )
    return tuple(items)


def _delta(setting: Setting, held: Held, covered: Coverage, need: Need, *, anything: bool) -> str:
    if not anything:
        return Phrases.of(setting.language)("nothing_found")
    return coverage_delta(
        held.coverage,
        covered,
        need,
        covered_from=setting.tuning.covered_from,
        language=setting.language,
        unavailable=held.unavailable,
    )


def _recommended(
    setting: Setting, finding: Finding, items: Sequence[LLMScoredItem], held: Held, need: Need
) -> tuple[RecommendedIngestItem, ...]:
    if held.coverage is None:
        return ()
    return recommended_ingest(
        items,
        held.coverage,
        need,
        already_held=frozenset(each.id for each in finding.pool if held.has(each)),
        covered_from=setting.tuning.covered_from,
        limit=setting.tuning.ingest_limit,
        language=setting.language,
    )
