"""The review's endpoints. Any service that keeps the contract can stand behind them."""

from collections.abc import Callable

from fastapi import APIRouter, Request

from arch_team.requirements.contract import (
    BatchBody,
    ConflictFound,
    DuplicatesBody,
    EvaluateBody,
    EvaluationResult,
    Item,
    Requirements,
    SuggestedItems,
    ValidatedItem,
)
from arch_team.requirements.remote import CONFLICTS, EVALUATE, REWRITE, SUGGEST
from arch_team.server.errors import ErrorAnswer

ServiceOf = Callable[[Request], Requirements]


def requirements_router(service_of: ServiceOf) -> APIRouter:
    """Evaluate one, rewrite many, suggest for many. Each caller has a service of their own."""
    router = APIRouter(tags=["requirements"], responses={code: {"model": ErrorAnswer} for code in (400, 413, 415, 422)})

    @router.post(EVALUATE, response_model_exclude_none=True)
    async def evaluate_single(body: EvaluateBody, request: Request) -> EvaluationResult:
        """Scores a requirement by some criteria, or by all of them."""
        return await service_of(request).evaluate(body.text, body.criteria_keys)

    @router.post(REWRITE, response_model_exclude_none=True)
    async def validate_batch(body: BatchBody, request: Request) -> tuple[ValidatedItem, ...]:
        """Rewrites what does not pass. What only a person knows comes back as questions; answer them in `items`."""
        return await service_of(request).rewrite(body.items)

    @router.post(SUGGEST, response_model_exclude_none=True)
    async def validate_suggest(body: BatchBody, request: Request) -> SuggestedItems:
        """Single changes that would mend each requirement."""
        texts = [item.text if isinstance(item, Item) else item for item in body.items]
        return await service_of(request).suggest(texts)

    @router.post(CONFLICTS)
    async def validate_conflicts(body: DuplicatesBody, request: Request) -> tuple[ConflictFound, ...]:
        """Pairs that cannot both hold: other values, scopes or conditions, a prohibition, opposites."""
        return await service_of(request).detect_conflicts(body.requirements)

    _ = (validate_conflicts, evaluate_single, validate_batch, validate_suggest)
    return router
