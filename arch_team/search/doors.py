"""The two ways other programs ask for a ranking: a tool call with a scoring context, and the older scoring task."""

from collections.abc import Sequence

from arch_team.errors import UsageError
from arch_team.search.contracts import (
    Control,
    HybridResult,
    ScoreResultsTask,
    ScoringContext,
    SearchCandidate,
    ToolContext,
)
from arch_team.search.contracts_stages import Search
from arch_team.search.validation import SearchInputError, parsed
from arch_team.wire import Language

SCORING_CONTEXT = "scoring_context"


def scoring_context_of(tool: ToolContext) -> ScoringContext:
    """What `meta["scoring_context"]` holds, as an object or as JSON text."""
    field = f"meta.{SCORING_CONTEXT}"
    if SCORING_CONTEXT not in tool.meta:
        step = f"Put a ScoringContext under {field}; its question is enough."
        raise SearchInputError(f"{field} is missing", step, code="missing", field=field)
    return parsed(ScoringContext, tool.meta[SCORING_CONTEXT])


async def search_with_tool(
    search: Search,
    tool: ToolContext,
    candidates: Sequence[SearchCandidate] | None = None,
    *,
    control: Control | None = None,
    top_k: int | None = None,
    language: Language = "en",
    debug: bool = False,
) -> HybridResult:
    """Ranks the candidates, or what the tenant holds, by the scoring context of a tool call."""
    if tool.tenant_id is None:
        raise UsageError("tenant_id is missing in the tool context", "Say whose documents are to be searched.")
    return await search.search(
        scoring_context_of(tool),
        candidates,
        tenant=tool.tenant_id,
        control=control,
        top_k=top_k,
        language=language,
        debug=debug,
    )


async def score_results(
    search: Search,
    task: ScoreResultsTask,
    *,
    tenant: str,
    context: ScoringContext | None = None,
    language: Language = "en",
    debug: bool = False,
) -> HybridResult:
    """Ranks the results of a task, with or without a scoring context beside them."""
    return await search.search(
        context or ScoringContext(question=task.data.query),
        task.data.results,
        tenant=tenant,
        control=task.control,
        top_k=task.data.k,
        language=language,
        criteria=task.data.criteria or (),
        debug=debug,
    )
