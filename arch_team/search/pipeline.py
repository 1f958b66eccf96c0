"""The search itself: retrieve, filter, short-list, score, fuse, spread, sum up what is covered.

With candidates handed in, those are ranked, and the held documents say what is known already. Without, the held
passages are what is ranked. Either way a result comes: what could not be done is flagged.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

from arch_team.errors import UsageError
from arch_team.search.arms import Rankings, by_vectors, by_words, lexical_arm, ranked_by_meaning
from arch_team.search.cache import TenantCache
from arch_team.search.contracts import Control, HybridResult, RagSummary, ScoringContext, SearchCandidate
from arch_team.search.contracts_stages import RetrievalQuery, Retrieved, Retriever, Scorer, Scores, ScoringRequest
from arch_team.search.debugging import debug_of
from arch_team.search.policy import DomainPolicy
from arch_team.search.prefilter import Kept, prefilter
from arch_team.search.stages import Held, Setting, concluded, found
from arch_team.search.summaries import summarised
from arch_team.search.telemetry import Watch, reported
from arch_team.search.tuning import Tuning
from arch_team.wire import Language

if TYPE_CHECKING:
    from arch_team.vectors.embedding import Embedder

logger = logging.getLogger(__name__)


def _utc_now() -> datetime:
    return datetime.now(UTC)


class _Looked(NamedTuple):
    """What a look into the store gave."""

    retrieved: Retrieved
    summaries: tuple[RagSummary, ...] = ()
    held: Held = Held()
    cache_hit: bool = False


class HybridSearch:
    """One serves all requests: it holds nothing but its caches, which tenants do not share.

    `embedder` compares candidates that are handed in with the question by meaning, beside their words.
    """

    def __init__(
        self,
        retriever: Retriever | None,
        scorer: Scorer | None,
        tuning: Tuning | None = None,
        *,
        policy: DomainPolicy | None = None,
        embedder: "Embedder | None" = None,
        clock: Callable[[], datetime] = _utc_now,
    ) -> None:
        self._retriever = retriever
        self._scorer = scorer
        self._tuning = tuning or Tuning()
        self._policy = policy or DomainPolicy()
        self._embedder = embedder
        self._clock = clock
        self._looks: TenantCache[_Looked] = TenantCache(
            ttl=self._tuning.rag_cache_ttl_s, entries=self._tuning.cache_entries
        )

    async def search(
        self,
        context: ScoringContext,
        candidates: Sequence[SearchCandidate] | None = None,
        *,
        tenant: str,
        control: Control | None = None,
        top_k: int | None = None,
        language: Language = "en",
        criteria: Sequence[str] = (),
        debug: bool = False,
    ) -> HybridResult:
        """Ranks the candidates, or what the tenant holds. Raises only for a call that cannot be meant."""
        if not tenant.strip():
            raise UsageError("a search without a tenant", "Say whose documents are to be searched.")
        if top_k is not None and top_k < 1:
            raise UsageError(f"top_k is {top_k}", "Ask for at least one result.")
        watch = Watch()
        setting = Setting(context, self._tuning, self._policy, language, top_k or self._tuning.top_k)
        looked = await self._looked(context, tenant, ranks_them=candidates is None)
        watch.lap("retrieve")
        offered = looked.retrieved.candidates if candidates is None else candidates
        kept = prefilter(offered, context, policy=self._policy, tuning=self._tuning, now=self._clock())
        watch.lap("pre_filter")
        rankings = await self._rankings(context, kept, looked.retrieved if candidates is None else None)
        watch.lap("relevance")
        finding = found(setting, kept, rankings)
        watch.lap("mmr")
        scores = await self._scores(
            ScoringRequest(
                tenant=tenant,
                context=context,
                candidates=finding.shortlisted,
                known=looked.summaries,
                control=control or Control(),
                language=language,
                criteria=tuple(criteria),
            )
        )
        watch.lap("llm")
        outcome = concluded(setting, finding, scores, looked.held)
        watch.lap("fusion")
        reported(outcome, scores, setting, rag_cache_hit=looked.cache_hit)
        if not debug:
            return outcome.result
        flags = outcome.result.flags
        shown = debug_of(setting, finding, scores, looked.held, outcome, watch.laps)
        return outcome.result.model_copy(update={"flags": flags and flags.model_copy(update={"debug": shown})})

    def forget(self, tenant: str) -> None:
        """After a tenant's documents have changed: what was read of them before no longer counts."""
        self._looks.forget(tenant)

    async def _looked(self, context: ScoringContext, tenant: str, *, ranks_them: bool) -> _Looked:
        if self._retriever is None:
            return _Looked(Retrieved(), held=Held() if ranks_them else Held(coverage={}))
        key = hashlib.sha256(json.dumps([context.question, context.collection_scope]).encode()).hexdigest()
        if not ranks_them and (known := self._looks.get(tenant, key)):
            return known._replace(cache_hit=True)
        query = RetrievalQuery(tenant, context.question, self._tuning.retrieval_limit, context.collection_scope)
        try:
            async with asyncio.timeout(self._tuning.rag_timeout_s):
                retrieved = await self._retriever.retrieve(query)
        except Exception:
            logger.exception("the held documents could not be searched")
            return _Looked(Retrieved(), held=Held(unavailable=True))
        if ranks_them:
            return _Looked(retrieved)
        summaries = summarised(retrieved.candidates[: self._tuning.mmr_limit], context.question, self._tuning)
        looked = _Looked(retrieved, summaries, Held.of(summaries, retrieved.candidates))
        self._looks.put(tenant, key, looked)
        return looked

    async def _rankings(self, context: ScoringContext, kept: Kept, retrieved: Retrieved | None) -> Rankings:
        """Those of the store, or made here. Candidates compare by vectors where there are any, else by their words."""
        words = by_words(kept.candidates)
        if retrieved is not None:
            vectors = retrieved.vectors
            if vectors is None or len(vectors) != len(retrieved.candidates):
                return Rankings(retrieved.arms, words, retrieved.match)
            return Rankings(retrieved.arms, by_vectors(vectors, kept.rows), retrieved.match)
        lexical = lexical_arm(context.question, kept.candidates, kept.ages)
        if self._embedder is None or not kept.candidates:
            return Rankings((lexical,), words)
        try:
            return await asyncio.to_thread(
                ranked_by_meaning, self._embedder, context.question, kept.candidates, lexical, self._tuning.mmr_pool
            )
        except Exception:
            logger.exception("the candidates could not be compared by meaning")
            return Rankings((lexical,), words)

    async def _scores(self, request: ScoringRequest) -> Scores:
        if self._scorer is None:
            return Scores(fallback="no_model")
        if not request.candidates:
            return Scores()
        try:
            return await self._scorer.score(request)
        except Exception:
            logger.exception("the scorer failed")
            return Scores(fallback="unavailable")
