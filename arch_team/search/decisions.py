"""From a result to a human decision and back, and what became of the documents that were taken over."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from arch_team.search.contracts import HybridResult
from arch_team.search.contracts_model import SearchModel
from arch_team.search.hitl import HitlRecord
from arch_team.search.policy import SENSITIVE

IngestState = Literal["ingested", "failed", "pending"]


def ask_decision(result: HybridResult, *, tenant: str, now: datetime, record_id: str | None = None) -> HitlRecord:
    """Asks a person about `top_k`. A sensitive source among it takes the deadline away."""
    return HitlRecord.opened(
        [item.candidate_id for item in result.top_k],
        [item.candidate_id for item in result.ranked],
        tenant=tenant,
        now=now,
        sensitive=[item.candidate_id for item in result.top_k if SENSITIVE in item.risk_flags],
        record_id=record_id,
    )


def with_decision(result: HybridResult, record: HitlRecord) -> HybridResult:
    """The result as decided: `top_k` is what was accepted. While nobody has decided it stays as it is."""
    if record.decision is None:
        return result.model_copy(update={"hitl": record.shown()})
    items = {item.candidate_id: item for item in (*result.ranked, *result.top_k)}
    top_k = tuple(items[candidate_id] for candidate_id in record.accepted if candidate_id in items)
    return result.model_copy(update={"top_k": top_k, "hitl": record.shown()})


class CoverageSummary(SearchModel):
    """How far the accepted documents have got into the store."""

    ingested_count: int
    failed_count: int
    pending_count: int
    success_ratio: float
    """Ingested of all accepted; 0 if there were none."""


def coverage_summary(states: Mapping[str, IngestState]) -> CoverageSummary:
    """Counts what became of each accepted document, so that a part of a success is seen as one."""
    counts = {state: sum(each == state for each in states.values()) for state in ("ingested", "failed", "pending")}
    return CoverageSummary(
        ingested_count=counts["ingested"],
        failed_count=counts["failed"],
        pending_count=counts["pending"],
        success_ratio=round(counts["ingested"] / len(states), 4) if states else 0.0,
    )
