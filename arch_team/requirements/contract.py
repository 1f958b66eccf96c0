"""The review's contract: what goes in and what comes out, the same in process and over HTTP.

Field names are those of the endpoints, `criteria_keys` and `req1_idx` included. Fields beyond them are additions.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from pydantic import AliasChoices, ConfigDict, Field

from arch_team.requirements.model import (
    PASS_AT,
    ConflictKind,
    CriterionScore,
    Finding,
    Gap,
    ModelVerdict,
    Suggestion,
    Verdict,
)
from arch_team.wire import Language, Wire

Status = Literal["accepted", "needs_clarification", "unchanged", "rejected"]
"""`accepted`: the rewrite passes. `needs_clarification`: it waits for answers. `unchanged`: the original passes.
`rejected`: the rewrite lacks nothing that could be asked, and still does not pass."""

MOST_ITEMS = 1000
LONGEST_TEXT = 20_000


class EvaluateBody(Wire):
    text: str
    criteria_keys: tuple[str, ...] | None = Field(
        default=None,
        validation_alias=AliasChoices("criteria_keys", "criteriaKeys"),
        serialization_alias="criteria_keys",
    )


class Item(Wire):
    """A requirement to rewrite, with the answers to what an earlier rewrite asked."""

    text: str
    answers: dict[str, str] = Field(default_factory=dict[str, str])


class BatchBody(Wire):
    items: tuple[str | Item, ...]


class DuplicatesBody(Wire):
    requirements: tuple[str, ...]


class EvaluationResult(Wire):
    score: float
    verdict: Verdict
    evaluation: tuple[CriterionScore, ...]
    language: Language
    pass_at: float = PASS_AT
    """The mark it was held against."""
    explanation: str = ""
    """How the score came about."""
    findings: tuple[Finding, ...] = ()
    model: ModelVerdict | None = None


class RewrittenPart(Wire):
    text: str
    acceptance_criteria: tuple[str, ...] = ()
    score: float
    verdict: Verdict


class ValidatedItem(Wire):
    id: int
    """Its place in the request, from 1."""
    original_text: str
    corrected_text: str
    status: Status
    score: float
    """Of the corrected text; of the original while questions are open."""
    verdict: Verdict
    evaluation: tuple[CriterionScore, ...]
    original_score: float
    acceptance_criteria: tuple[str, ...] = ()
    questions: tuple[Gap, ...] = ()
    parts: tuple[RewrittenPart, ...] = ()
    answers: dict[str, str] = Field(default_factory=dict[str, str])
    source: Literal["rules", "model", "team"] = "rules"
    rejected: str | None = None
    """Why a model's rewrite was not taken."""
    left_alone: str | None = None
    """Why it keeps its form, or why it is no requirement."""


class SuggestedItem(Wire):
    suggestions: tuple[Suggestion, ...]


class SuggestedItems(Wire):
    items: dict[str, SuggestedItem]
    """By `REQ_1`, `REQ_2`, … in the order of the request."""


class DuplicateFound(Wire):
    model_config = ConfigDict(alias_generator=None)

    req1_idx: int
    req2_idx: int
    similarity: float
    reason: str


class ConflictFound(Wire):
    """Two of the given that cannot both hold."""

    model_config = ConfigDict(alias_generator=None)

    req1_idx: int
    req2_idx: int
    kind: ConflictKind
    reason: str


class Requirements(Protocol):
    """The review as a tool sees it, in this process or at a URL."""

    async def evaluate(self, text: str, criteria_keys: Sequence[str] | None = None) -> EvaluationResult: ...

    async def rewrite(self, items: Sequence[str | Item]) -> tuple[ValidatedItem, ...]: ...

    async def suggest(self, items: Sequence[str]) -> SuggestedItems: ...

    async def detect_duplicates(self, requirements: Sequence[str]) -> tuple[DuplicateFound, ...]: ...

    async def detect_conflicts(self, requirements: Sequence[str]) -> tuple[ConflictFound, ...]: ...

    async def close(self) -> None: ...


def item_key(number: int) -> str:
    return f"REQ_{number}"
