"""What went wrong in a search, and what each stage did: for whoever asks why a result stands where it does."""

from typing import Literal

from pydantic import Field

from arch_team.search.contracts_model import SearchModel, is_empty, is_none

DropReason = Literal["stale", "disallowed", "policy", "duplicate_id"]
LlmFallback = Literal["no_model", "timeout", "malformed", "unavailable", "partial"]
"""Why heuristics scored instead of a model. `partial`: the model left out some, and only those."""


class Dropped(SearchModel):
    id: str
    reason: DropReason


class MmrPick(SearchModel):
    id: str
    max_overlap: float
    """Similarity to the nearest one picked before it."""


class MmrDebug(SearchModel):
    selected: tuple[MmrPick, ...] = ()
    pool: int = Field(default=0, exclude_if=is_empty)
    """How many of the most relevant were looked at."""


class PreFilterDebug(SearchModel):
    dropped: tuple[Dropped, ...] = ()
    mmr: MmrDebug = Field(default_factory=MmrDebug)


class LlmDebug(SearchModel):
    fallback: LlmFallback | None = None
    cache_hit: bool = False
    llm_items: int = 0
    """How many items a model scored."""
    freshness_penalty: dict[str, float] = Field(default_factory=dict[str, float], exclude_if=is_empty)
    """Points taken off for age."""


class RrfComponents(SearchModel):
    """The sum is the fused score before the redundancy penalty."""

    rrf_term: float
    rag_bonus: float
    domain_bonus: float
    policy_bonus: float


class FusionDebug(SearchModel):
    fused_scores: dict[str, float] = Field(default_factory=dict[str, float])
    """After the redundancy penalty."""
    rrf_components: dict[str, RrfComponents] = Field(default_factory=dict[str, RrfComponents])
    rrf_k: int
    diversity_buckets: tuple[str, ...] = ()
    """The kinds of source in `top_k`."""
    rankings: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """The lists that were fused, by name."""
    redundant: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """Ids that lost score because a better one comes from the same host."""
    promoted: tuple[str, ...] = Field(default=(), exclude_if=is_empty)
    """Ids lifted into `top_k` for its diversity."""


class CoverageDebug(SearchModel):
    held: dict[str, float] = Field(default_factory=dict[str, float])
    """What the held documents cover already."""
    top_k: dict[str, float] = Field(default_factory=dict[str, float])
    gaps: tuple[str, ...] = ()
    """Facets that neither covers."""


class Debug(SearchModel):
    pre_filter: PreFilterDebug = Field(default_factory=PreFilterDebug)
    llm: LlmDebug = Field(default_factory=LlmDebug)
    fusion: FusionDebug
    coverage: CoverageDebug | None = Field(default=None, exclude_if=is_none)
    milliseconds: dict[str, float] = Field(default_factory=dict[str, float], exclude_if=is_empty)
    """Per stage."""


class Flags(SearchModel):
    """Nothing set: all went well."""

    rag_unavailable: bool = False
    """The held documents could not be searched."""
    llm_timeout: bool = False
    llm_fallback: LlmFallback | None = Field(default=None, exclude_if=is_none)
    nothing_found: bool = Field(default=False, exclude_if=is_empty)
    """No candidate was left to rank."""
    not_listed: int = Field(default=0, exclude_if=is_empty)
    """How many were ranked after the last one that `ranked` lists."""
    debug: Debug | None = Field(default=None, exclude_if=is_none)
    """There if it was asked for."""
