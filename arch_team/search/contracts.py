"""What goes into a search and what comes out: the wire contract, field for field.

The JSON of these models is snake_case, unlike that of the other rooms: callers already speak it.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, JsonValue, StringConstraints

from arch_team.search.contracts_flags import Flags
from arch_team.search.contracts_model import SearchModel, is_none
from arch_team.search.hitl import Hitl
from arch_team.search.validation import (
    at_least_one_bucket,
    custom_facets,
    facet_coverage,
    in_utc,
    upper_case,
)

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
OptionalText = Annotated[str | None, BeforeValidator(lambda value: value or None)]


class FreshnessMode(StrEnum):
    """How old a candidate may be."""

    STANDARD = "standard"
    """12 months."""
    SOFTWARE_DOCS_STRICT = "software_docs_strict"
    """36 months."""
    LAW_EVERGREEN = "law_evergreen"
    """No limit: a law does not go stale by its age."""


class CoverageDimension(StrEnum):
    """The facets of a question that a set of sources can cover."""

    LEGAL = "LEGAL"
    TECHNICAL = "TECHNICAL"
    PROCEDURAL = "PROCEDURAL"
    DATA_CATEGORIES = "DATA_CATEGORIES"
    MONITORING_SURVEILLANCE = "MONITORING_SURVEILLANCE"
    LOGGING_AUDIT = "LOGGING_AUDIT"
    ANALYTICS_REPORTING = "ANALYTICS_REPORTING"
    ACCESS_PRIVACY_SECURITY = "ACCESS_PRIVACY_SECURITY"
    API_INTEGRATION = "API_INTEGRATION"


Facets = Annotated[dict[CoverageDimension, float], BeforeValidator(facet_coverage(CoverageDimension))]
CustomFacets = Annotated[dict[str, float], BeforeValidator(custom_facets)]
UtcDate = Annotated[datetime, AfterValidator(in_utc)]


class ScoringContext(SearchModel):
    """What is asked, for what, and which sources count. Only the question has to be there."""

    question: Text
    purpose: str = ""
    jurisdiction: Annotated[OptionalText, AfterValidator(upper_case)] = None
    output_target: str = ""
    preferred_sources: tuple[Text, ...] = ()
    """`scheme://host/path` prefixes, or host names with their sub-domains."""
    disallowed_sources: tuple[Text, ...] = ()
    collection_scope: OptionalText = None
    """The collection of held documents to search. None: all of the tenant's."""
    version_target: OptionalText = None
    freshness_mode: FreshnessMode = FreshnessMode.STANDARD
    min_diversity_buckets: Annotated[int | None, AfterValidator(at_least_one_bucket)] = None
    """None: the worker's default."""


class ToolContext(SearchModel):
    """The part of a tool call's context that a search reads. Whatever else stands in it is left alone."""

    model_config = ConfigDict(extra="ignore")

    tenant_id: Text | None = Field(default=None, exclude_if=is_none)
    meta: dict[str, JsonValue] = Field(default_factory=dict[str, JsonValue])
    """`meta["scoring_context"]` holds a `ScoringContext`, as an object or as its JSON text."""


class ScoreResultInput(SearchModel):
    """A result as older clients hand it in: nothing known but its words."""

    id: Text
    title: str = ""
    snippet: str = ""
    url: OptionalText = None


class SearchCandidate(ScoreResultInput):
    """A result with what is known of its source. Dates carry an offset, and leave in UTC with `Z`."""

    is_pdf: bool | None = None
    detected_date: UtcDate | None = None
    version_hint: OptionalText = None
    domain_type: OptionalText = None
    """`government`, `commercial`, …; None: read from the host."""
    trust_hint: OptionalText = None


class ScoreResultsData(SearchModel):
    """Results to rank for a query. `ScoreResultInput` is a `SearchCandidate` that knows less, so it still fits."""

    query: Text
    results: tuple[SearchCandidate, ...] = Field(min_length=1)
    criteria: tuple[Text, ...] | None = None
    k: int = Field(default=5, ge=1, le=50)
    """How many go into `top_k`."""


class Control(SearchModel):
    """How one request differs from the settings. Older clients send more, which is not ours to refuse."""

    model_config = ConfigDict(extra="ignore")

    max_tokens: int | None = Field(default=None, ge=1)


class ScoreResultsTask(SearchModel):
    task_type: Literal["score_results"] = "score_results"
    control: Control = Field(default_factory=Control)
    data: ScoreResultsData


class LLMScoredItem(SearchModel):
    """A candidate with its score and the reason for it. Facets outside the enum stand in `custom_facets`."""

    candidate_id: Text
    score: float = Field(ge=0, le=100)
    reason: Text
    gap_tags: tuple[str, ...] = ()
    risk_flags: tuple[str, ...] = ()
    facet_coverage: Facets = Field(default_factory=dict[CoverageDimension, float])
    custom_facets: CustomFacets = Field(default_factory=dict[str, float])


class RecommendedIngestItem(SearchModel):
    candidate_id: Text
    reason: Text


class HybridResult(SearchModel):
    """The whole order, its head, and what the head adds. A search that went wrong in part says so in `flags`."""

    ranked: tuple[LLMScoredItem, ...] = ()
    top_k: tuple[LLMScoredItem, ...] = ()
    """The first of `ranked`, for a person to decide on."""
    coverage_delta: Text
    recommended_ingest: tuple[RecommendedIngestItem, ...] = ()
    flags: Flags | None = Field(default=None, exclude_if=is_none)
    """Always there after a search."""
    hitl: Hitl | None = Field(default=None, exclude_if=is_none)
    """There once somebody, or the deadline, has decided."""


class RagSummary(SearchModel):
    """A held document in a few points on the question, and the facets it covers."""

    document_id: Text
    title: str = ""
    url: OptionalText = None
    key_points: tuple[Text, ...] = ()
    coverage_facets: Facets = Field(default_factory=dict[CoverageDimension, float])
    custom_facets: CustomFacets = Field(default_factory=dict[str, float])
    last_ingested_at: UtcDate | None = None


def candidates_from(results: Sequence[ScoreResultInput]) -> tuple[SearchCandidate, ...]:
    """Older inputs as candidates of which nothing more is known."""
    return tuple(
        result if isinstance(result, SearchCandidate) else SearchCandidate.model_validate(result.model_dump())
        for result in results
    )
