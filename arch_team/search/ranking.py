"""From relevance to the final order: short-list, bonuses, redundancy, diversity. Pure: no model, no store, no clock.

All candidates are ranked by relevance. What costs more per candidate looks at the pool alone, the most relevant of
them; whoever stands after the pool keeps the order of relevance.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arch_team.search.contracts import ScoringContext, SearchCandidate
from arch_team.search.contracts_stages import Arm
from arch_team.search.diversity import diversified
from arch_team.search.freshness import Floats
from arch_team.search.fusion import Bonuses, best_first, bonus, rrf_terms
from arch_team.search.mmr import Comparison, Pick, mmr
from arch_team.search.policy import DomainPolicy
from arch_team.search.redundancy import without_redundancy
from arch_team.search.sources import Source, SourceList, bucket_of, source_of
from arch_team.search.tuning import Tuning

_COUNTRY_ENDINGS = {"GB": "uk"}
_SAME_COUNTRY = 0.5
"""What a host of the question's jurisdiction is worth beside a preferred source."""


@dataclass(frozen=True, slots=True)
class Shortlist:
    """Places among the candidates."""

    terms: Floats
    """Fused rank of each candidate."""
    order: tuple[int, ...]
    """All of them, most relevant first."""
    pool: tuple[int, ...]
    """The first of them: who could be picked."""
    picks: tuple[Pick, ...]
    """In the order of picking."""

    @property
    def picked(self) -> tuple[int, ...]:
        return tuple(pick.place for pick in self.picks)


def shortlisted(
    candidates: Sequence[SearchCandidate], arms: Sequence[Arm], compare: Comparison, tuning: Tuning
) -> Shortlist:
    """Picks up to `mmr_limit` of the `mmr_pool` most relevant."""
    terms = rrf_terms([candidate.id for candidate in candidates], arms, k=tuning.rrf_k, weights=tuning.weights)
    order: list[int] = best_first(terms).tolist()
    pool = order[: tuning.mmr_pool]
    relevance = terms[pool] / (terms[pool].max(initial=0.0) or 1.0)
    picks = mmr(relevance, compare(pool), limit=tuning.mmr_limit, trade_off=tuning.mmr_lambda)
    chosen = tuple(Pick(pool[pick.place], pick.max_overlap) for pick in picks)
    return Shortlist(terms, tuple(order), tuple(pool), chosen)


def bonuses_of(
    sources: Sequence[Source],
    fills: Sequence[float],
    context: ScoringContext,
    policy: DomainPolicy,
    tuning: Tuning,
) -> Bonuses:
    """`fills`: how much of what is missing each brings, from 0 to 1."""
    preferred, country = SourceList(context.preferred_sources), _ending_of(context.jurisdiction)
    prior, worth = SourceList(policy.priorities), tuple(policy.priorities.values())
    priorities = [prior.best(source) for source in sources]
    strengths = (
        (fills, tuning.rag_bonus_scale),
        ([_domain_strength(source, preferred, country) for source in sources], tuning.domain_bonus_scale),
        ([0.0 if number is None else worth[number] for number in priorities], tuning.policy_priority_scale),
    )
    return Bonuses(*(bonus(np.array(each, dtype=np.float64), scale=scale, k=tuning.rrf_k) for each, scale in strengths))


def _ending_of(jurisdiction: str | None) -> str:
    """How host names of a country end. `-` ends none."""
    return f".{_COUNTRY_ENDINGS.get(jurisdiction, jurisdiction).lower()}" if jurisdiction else "-"


def _domain_strength(source: Source, preferred: SourceList, country: str) -> float:
    if preferred.names(source):
        return 1.0
    return _SAME_COUNTRY if source.host.endswith(country) else 0.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """The final order, and how it came about. Arrays follow the order of the pool."""

    order: tuple[int, ...]
    """Places among all candidates."""
    terms: Floats
    bonuses: Bonuses
    scores: Floats
    """Their sum, after the redundancy penalty."""
    redundant: NDArray[np.bool_]
    promoted: tuple[int, ...]
    buckets: tuple[str, ...]
    """Of the head, each once, best first."""


def ranked(
    candidates: Sequence[SearchCandidate],
    shortlist: Shortlist,
    scored: Arm,
    fills: Mapping[int, float],
    *,
    context: ScoringContext,
    policy: DomainPolicy,
    tuning: Tuning,
    head: int,
) -> Ranked:
    """The picked in fused order, then the rest of the pool, then everybody else: who was not picked is not lost.

    `scored` ranks the picked by their scores and joins the fusion; `fills` says what each picked one brings.
    """
    pool = [candidates[place] for place in shortlist.pool]
    sources = [source_of(candidate.url) for candidate in pool]
    ids = [candidate.id for candidate in pool]
    terms = shortlist.terms[list(shortlist.pool)] + rrf_terms(ids, [scored], k=tuning.rrf_k, weights=tuning.weights)
    bonuses = bonuses_of(sources, [fills.get(place, 0.0) for place in shortlist.pool], context, policy, tuning)
    picked = frozenset(shortlist.picked)
    waits = np.array([place not in picked for place in shortlist.pool], dtype=np.bool_)
    first = _Order(waits, np.array(shortlist.pool, dtype=np.intp))
    sums = terms + bonuses.total
    hosts = [source.host for source in sources]
    fair = without_redundancy(sums, first.by(sums), hosts, factor=tuning.domain_redundancy_penalty)
    buckets = [bucket_of(each.domain_type, source) for each, source in zip(pool, sources, strict=True)]
    least = context.min_diversity_buckets or tuning.min_diversity_buckets
    spread = diversified(first.by(fair.scores), buckets, head=head, least=least)
    return Ranked(
        order=(*(shortlist.pool[at] for at in spread.order), *shortlist.order[len(pool) :]),
        terms=terms,
        bonuses=bonuses,
        scores=fair.scores,
        redundant=fair.redundant,
        promoted=tuple(shortlist.pool[at] for at in spread.promoted),
        buckets=tuple(dict.fromkeys(buckets[at] for at in spread.order[:head])),
    )


@dataclass(frozen=True, slots=True)
class _Order:
    waits: NDArray[np.bool_]
    """Who was not picked."""
    places: NDArray[np.intp]

    def by(self, scores: Floats) -> list[int]:
        """The picked first, then by falling score. Equals stand as the candidates do: by id."""
        order: list[int] = np.lexsort((self.places, -scores, self.waits)).tolist()
        return order
