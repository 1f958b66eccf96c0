"""Knowledge search over HTTP: find held passages, rank candidates, decide on a ranking. JSON in snake_case, as callers
of these contracts speak it.

Whose documents are meant is decided by `held_by`, from the request's credentials or the server's settings: it is never
a field of the body.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import Field, JsonValue, StringConstraints

from arch_team.errors import UsageError
from arch_team.requirements.contract import DuplicateFound, Requirements
from arch_team.requirements.remote import DUPLICATES
from arch_team.search.contracts import (
    Control,
    FreshnessMode,
    HybridResult,
    ScoreResultsData,
    ScoreResultsTask,
    ScoringContext,
    Text,
    ToolContext,
)
from arch_team.search.contracts_model import SearchModel
from arch_team.search.decision_store import Case, UnknownDecision
from arch_team.search.decisions import CoverageSummary, IngestState, coverage_summary
from arch_team.search.doors import score_results, scoring_context_of
from arch_team.search.hitl import Action, DecisionConflict, HitlRecord, Status
from arch_team.search.knowledge import MOST, FoundPassages, Knowledge, PassageHit
from arch_team.search.passages_model import HeldDocument
from arch_team.server.errors import STATUS, ErrorAnswer
from arch_team.wire import Language

HeldBy = Callable[[Request], tuple[Knowledge, str]]
"""The knowledge a caller may search, and under which name its documents are held there."""
RequirementsOf = Callable[[Request], Requirements]

SEARCH, SCORE = "/api/knowledge/search", "/api/knowledge/score"
DOCUMENTS, DECISIONS = "/api/knowledge/documents", "/api/knowledge/decisions"
LONGEST_QUERY = 2_000
MOST_REQUIREMENTS = 2_000
MOST_LISTED = 1_000

STATUS.setdefault(UnknownDecision, 404)
STATUS.setdefault(DecisionConflict, 409)

Offset = Annotated[int, Query(ge=0, le=10_000_000, description="How many to pass over.")]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="At most so many.")]
Meta = dict[str, JsonValue]
"""`meta` of a tool call's context: a `ScoringContext` under `scoring_context`, as an object or as its JSON text."""
QueryText = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_QUERY)]


class NodesBody(SearchModel):
    """Either a query among the held passages, or requirements to be compared with each other."""

    query: QueryText | None = None
    limit: int = Field(default=5, ge=1, le=MOST)
    collection: Text | None = None
    requirements: tuple[str, ...] | None = Field(default=None, max_length=MOST_REQUIREMENTS)


class Node(SearchModel):
    """A passage, flat."""

    id: str
    title: str
    text: str
    score: float
    """Points of 100."""
    reason: str
    source: str
    url: str | None = None
    date: datetime | None = None
    date_source: str | None = None
    licence: str | None = None
    sensitive: bool = False

    @classmethod
    def of(cls, hit: PassageHit) -> "Node":
        document = hit.passage.document
        return cls(
            id=hit.passage.id,
            title=hit.passage.place,
            text=hit.passage.text,
            score=hit.score,
            reason=hit.reason,
            source=document.source,
            url=document.url,
            date=document.date,
            date_source=document.date_source,
            licence=document.licence,
            sensitive=document.sensitive,
        )


class Nodes(SearchModel):
    nodes: tuple[Node, ...]
    rag_unavailable: bool = False
    """The held documents could not be searched."""


class SearchBody(SearchModel):
    """A question on the held documents. With a scoring context its question, sources and freshness count.

    The context comes as `context`, or as a tool call carries it: in `meta["scoring_context"]`.
    """

    question: QueryText | None = None
    context: ScoringContext | None = None
    meta: Meta | None = None
    control: Control = Field(default_factory=Control)
    collection: Text | None = None
    top_k: int = Field(default=5, ge=1, le=MOST)
    language: Language = "en"
    freshness_mode: FreshnessMode = FreshnessMode.LAW_EVERGREEN
    debug: bool = False
    ask_decision: bool = False
    """Put the result before a person."""


class SearchAnswer(SearchModel):
    result: HybridResult
    hits: tuple[PassageHit, ...] = ()
    decision: HitlRecord | None = None


class ScoreBody(SearchModel):
    """Candidates to rank, as `ScoreResultsData`; the scoring context may come with them."""

    data: ScoreResultsData
    control: Control = Field(default_factory=Control)
    context: ScoringContext | None = None
    meta: Meta | None = None
    language: Language = "en"
    debug: bool = False
    ask_decision: bool = False


class DecideBody(SearchModel):
    action: Action
    by: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    candidate_ids: tuple[str, ...] | None = None
    """For `edit`: what stays, in this order."""
    note: str = Field(default="", max_length=2_000)


class RevertBody(SearchModel):
    by: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
    note: str = Field(default="", max_length=2_000)


class CoverageBody(SearchModel):
    """What is known elsewhere about accepted candidates. Who is not named and not held is pending."""

    states: dict[str, IngestState] = Field(default_factory=dict[str, IngestState])


def knowledge_router(held_by: HeldBy, requirements: RequirementsOf | None = None) -> APIRouter:
    router = APIRouter(
        tags=["knowledge"], responses={code: {"model": ErrorAnswer} for code in (400, 404, 409, 413, 415, 422, 503)}
    )
    _search_endpoints(router, held_by, requirements)
    _decision_endpoints(router, held_by)
    return router


def _search_endpoints(router: APIRouter, held_by: HeldBy, requirements: RequirementsOf | None) -> None:
    @router.post(DUPLICATES)
    async def search_nodes(body: NodesBody, request: Request) -> Nodes | tuple[DuplicateFound, ...]:
        """Held passages for a query; or, given requirements, the pairs among them that say the same."""
        if (body.query is None) == (body.requirements is None):
            raise UsageError("give either query or requirements", "Send one of the two.")
        if body.requirements is not None:
            if requirements is None:
                raise UsageError("requirements are not compared here", "Send a query instead.")
            return await requirements(request).detect_duplicates(body.requirements)
        knowledge, tenant = await asyncio.to_thread(held_by, request)
        found = await knowledge.find(body.query or "", tenant=tenant, top_k=body.limit, collection=body.collection)
        return Nodes(nodes=tuple(Node.of(hit) for hit in found.hits), rag_unavailable=found.unavailable)

    @router.post(SEARCH)
    async def search(body: SearchBody, request: Request) -> SearchAnswer:
        """Ranks held passages for a question, with reasons, flags and, if asked for, how it came about."""
        knowledge, tenant = await asyncio.to_thread(held_by, request)
        found = await _found(knowledge, body, tenant)
        case = _asked(knowledge, found.result, tenant, found.question) if body.ask_decision else None
        return SearchAnswer(result=found.result, hits=found.hits, decision=case.record if case else None)

    @router.post(SCORE)
    async def score(body: ScoreBody, request: Request) -> SearchAnswer:
        """Ranks the candidates of the body. The held documents say what is known already."""
        knowledge, tenant = await asyncio.to_thread(held_by, request)
        context = _context(body.context, body.meta) or ScoringContext(question=body.data.query)
        task = ScoreResultsTask(control=body.control, data=body.data)
        result = await score_results(
            knowledge.search, task, tenant=tenant, context=context, language=body.language, debug=body.debug
        )
        case = _asked(knowledge, result, tenant, context.question) if body.ask_decision else None
        return SearchAnswer(result=result, decision=case.record if case else None)

    @router.get(DOCUMENTS)
    def documents(
        request: Request, collection: str | None = None, offset: Offset = 0, limit: Limit = MOST_LISTED
    ) -> tuple[HeldDocument, ...]:
        """What is held, by source."""
        knowledge, tenant = held_by(request)
        library = knowledge.library(tenant)
        try:
            return library.list(collection=collection)[offset : offset + limit]
        finally:
            library.close()

    _ = (search_nodes, search, score, documents)


def _decision_endpoints(router: APIRouter, held_by: HeldBy) -> None:
    @router.get(DECISIONS)
    def decisions(
        request: Request,
        status: Annotated[Status | None, Query()] = None,
        offset: Offset = 0,
        limit: Limit = MOST_LISTED,
    ) -> tuple[HitlRecord, ...]:
        """Decisions asked for, oldest first. A deadline that has passed is settled by looking."""
        knowledge, tenant = held_by(request)
        found = knowledge.decisions.list(tenant=tenant, status=status)[offset : offset + limit]
        return tuple(case.record for case in found)

    @router.get(DECISIONS + "/{decision_id}")
    def decision(decision_id: str, request: Request) -> Case:
        """One decision with its question and the result as decided."""
        knowledge, tenant = held_by(request)
        case = knowledge.decisions.get(decision_id, tenant=tenant)
        return case.model_copy(update={"result": case.decided()})

    @router.post(DECISIONS + "/{decision_id}")
    def decide(decision_id: str, body: DecideBody, request: Request) -> HitlRecord:
        """Approve, reject, or edit `top_k`."""
        knowledge, tenant = held_by(request)
        return knowledge.decisions.decide(
            decision_id,
            body.action,
            tenant=tenant,
            by=body.by,
            candidate_ids=body.candidate_ids,
            note=body.note,
        ).record

    @router.post(DECISIONS + "/{decision_id}/revert")
    def revert(decision_id: str, body: RevertBody, request: Request) -> HitlRecord:
        """Take a decision back. From then on only a person decides."""
        knowledge, tenant = held_by(request)
        return knowledge.decisions.revert(decision_id, tenant=tenant, by=body.by, note=body.note).record

    @router.post(DECISIONS + "/{decision_id}/coverage")
    async def coverage(decision_id: str, body: CoverageBody, request: Request) -> CoverageSummary:
        """How many of the accepted candidates are held by now."""
        knowledge, tenant = await asyncio.to_thread(held_by, request)
        accepted = knowledge.decisions.get(decision_id, tenant=tenant).record.accepted
        if unknown := [own for own in body.states if own not in accepted]:
            raise UsageError(f"{unknown[0]!r} was not accepted", "Name only candidates that were accepted.")
        held = await knowledge.passages(accepted, tenant=tenant)
        states: dict[str, IngestState] = {
            own: body.states.get(own, "ingested" if own in held else "pending") for own in accepted
        }
        return coverage_summary(states)

    _ = (decisions, decision, decide, revert, coverage)


def _context(given: ScoringContext | None, meta: Meta | None) -> ScoringContext | None:
    """The scoring context of a body, however it came."""
    if given is not None and meta is not None:
        raise UsageError("give either context or meta", "Send the scoring context once.")
    return given if meta is None else scoring_context_of(ToolContext(meta=meta))


async def _found(knowledge: Knowledge, body: SearchBody, tenant: str) -> FoundPassages:
    context = _context(body.context, body.meta)
    if (body.question is None) == (context is None):
        raise UsageError("give either question or context", "Send a question, or a scoring context with one.")
    if context is None:
        return await knowledge.find(
            body.question or "",
            tenant=tenant,
            top_k=body.top_k,
            collection=body.collection,
            freshness=body.freshness_mode,
            language=body.language,
            control=body.control,
            debug=body.debug,
        )
    return await knowledge.find_in(
        context, tenant=tenant, top_k=body.top_k, language=body.language, control=body.control, debug=body.debug
    )


def _asked(knowledge: Knowledge, result: HybridResult, tenant: str, question: str) -> Case | None:
    """A decision is asked for only where there is something to decide on."""
    return knowledge.decisions.open(result, tenant=tenant, question=question) if result.top_k else None
