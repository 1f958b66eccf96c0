"""Scores without a model: from the place at which a candidate was found, its age, and what its words hint at.

The order by this score is the order of relevance, but for age: without a model nothing else moves a candidate.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arch_team.search.contracts import CoverageDimension, FreshnessMode, LLMScoredItem, ScoringContext, SearchCandidate
from arch_team.search.coverage import Coverage, Need
from arch_team.search.freshness import DAYS_A_MONTH, Floats
from arch_team.search.phrases import Phrases
from arch_team.search.policy import SENSITIVE, DomainPolicy
from arch_team.search.relevance import Term, matched, text_of
from arch_team.search.sources import SourceList, source_of
from arch_team.search.tuning import Tuning
from arch_team.wire import Language

UNDATED, VERSION_MISMATCH = "undated", "version_mismatch"


def heuristic_scores(terms: Floats, order: Sequence[int], penalties: Floats, *, best: float, half: int) -> Floats:
    """Points from 0 to 100. The most relevant gets `best` of them, the one `half` ranks later half of that.

    Then age is taken off. What no ranking lists has nothing to lose.
    """
    ranks = np.empty(len(terms), dtype=np.float64)
    ranks[list(order)] = np.arange(len(terms))
    points = np.where(terms > 0, 100.0 * best / (1.0 + ranks / half), 0.0)
    return np.clip(points - penalties, 0.0, 100.0)


def best_match(terms: Sequence[Term], texts: Sequence[str], by_meaning: float | None) -> float:
    """How well the best of a result answers to the question at all, from 0 to 1: by its words, or by its meaning."""
    shares = [len(matched(terms, text)) / len(terms) for text in texts] if terms else []
    return min(1.0, max((by_meaning or 0.0, *shares)))


def after_age(score: float, penalty: float) -> float:
    """A model judges what a text says; its age is taken off here, by the same rule for all."""
    return min(100.0, max(0.0, score - penalty))


@dataclass(frozen=True)
class Describer:
    """Says of a candidate what can be said without a model: reason, risks, gaps, facets."""

    context: ScoringContext
    terms: Sequence[Term]
    need: Need
    policy: DomainPolicy
    tuning: Tuning
    language: Language

    @cached_property
    def _preferred(self) -> SourceList:
        return SourceList(self.context.preferred_sources)

    @cached_property
    def _sensitive(self) -> SourceList:
        return SourceList(self.policy.sensitive)

    def item(
        self, candidate: SearchCandidate, *, score: float, age: float, penalty: float, facets: Coverage
    ) -> LLMScoredItem:
        return LLMScoredItem(
            candidate_id=candidate.id,
            score=round(score, 2),
            reason=self.reason(candidate, age=age, penalty=penalty),
            gap_tags=self.gap_tags(facets),
            risk_flags=self.risks(candidate),
            facet_coverage=dict(facets),
        )

    def reason(self, candidate: SearchCandidate, *, age: float, penalty: float) -> str:
        say = Phrases.of(self.language)
        found = matched(self.terms, text_of(candidate))
        parts = [
            say("matches", found=len(found), all=len(self.terms), words=", ".join(found))
            if found
            else say("matches_none")
        ]
        if self._preferred.names(source_of(candidate.url)):
            parts.append(say("preferred"))
        if penalty >= 1:
            parts.append(say("by_age", months=round(age / DAYS_A_MONTH), points=round(penalty)))
        return shortened(" ".join(parts), self.tuning.max_reason_length)

    def gap_tags(self, facets: Coverage) -> tuple[str, ...]:
        """Facets that are needed and that this one brings."""
        from_here = self.tuning.covered_from
        return tuple(name.value for name in self.need.missing if facets.get(name, 0.0) >= from_here)

    def risks(self, candidate: SearchCandidate) -> tuple[str, ...]:
        risks: list[str] = []
        if candidate.detected_date is None and self.context.freshness_mode is not FreshnessMode.LAW_EVERGREEN:
            risks.append(UNDATED)
        if self.context.version_target and candidate.version_hint not in (None, self.context.version_target):
            risks.append(VERSION_MISMATCH)
        by_hint = (candidate.trust_hint or "").lower() == SENSITIVE
        if by_hint or (self.policy.sensitive and self._sensitive.names(source_of(candidate.url))):
            risks.append(SENSITIVE)
        return tuple(risks)


def shortened(text: str, limit: int) -> str:
    """At most `limit` characters, ending on a word."""
    if len(text) <= limit:
        return text
    return text[: limit - 1].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def completed(item: LLMScoredItem, facets: Mapping[CoverageDimension, float], risks: Sequence[str]) -> LLMScoredItem:
    """A model's item, with facets read from the words where it gave none, and the risks that are facts."""
    return item.model_copy(
        update={
            "facet_coverage": item.facet_coverage or dict(facets),
            "risk_flags": tuple(dict.fromkeys((*item.risk_flags, *risks))),
        }
    )
