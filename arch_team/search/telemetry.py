"""What operators see of a search: one log line and one span, under fixed names."""

import logging
import time

from arch_team.search.contracts_stages import Scores
from arch_team.search.stages import Outcome, Setting

logger = logging.getLogger(__name__)


class Watch:
    """Milliseconds per stage."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._since = time.perf_counter()

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self.laps[stage] = round((now - self._since) * 1e3, 3)
        self._since = now


def reported(outcome: Outcome, scores: Scores, setting: Setting, *, rag_cache_hit: bool) -> None:
    """Counts and settings only: no question, no text and no tenant leaves through here."""
    from opentelemetry import trace

    flags = outcome.result.flags
    facts: dict[str, bool | int | str] = {
        "hybrid.rag_cache_hit": rag_cache_hit,
        "hybrid.llm_cache_hit": scores.cache_hit,
        "hybrid.rrf_k_used": setting.tuning.rrf_k,
        "hybrid.diversity_count": len(outcome.ranked.buckets),
        "hybrid.ranked": len(outcome.result.ranked),
        "hybrid.llm_fallback": scores.fallback or "",
        "hybrid.rag_unavailable": flags is not None and flags.rag_unavailable,
    }
    trace.get_current_span().set_attributes(facts)
    logger.info("searched: %s", " ".join(f"{name}={fact}" for name, fact in facts.items()))
