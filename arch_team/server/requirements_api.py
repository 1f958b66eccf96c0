"""The review's endpoints. Any service that keeps the contract can stand behind them."""

from fastapi import APIRouter

from arch_team.requirements.contract import (
    BatchBody,
    EvaluateBody,
    EvaluationResult,
    Item,
    Requirements,
    SuggestedItems,
    ValidatedItem,
)
from arch_team.requirements.remote import EVALUATE, REWRITE, SUGGEST
from arch_team.server.errors import ErrorAnswer


def requirements_router(service: Requirements) -> APIRouter:
    """Evaluate one, rewrite many, suggest for many."""
    router = APIRouter(tags=["requirements"], responses={code: {"model": ErrorAnswer} for code in (400, 413, 415, 422)})

    @router.post(EVALUATE, response_model_exclude_none=True)
    async def evaluate_single(body: EvaluateBody) -> EvaluationResult:
        """Scores a requirement by some criteria, or by all of them."""
        return await service.evaluate(body.text, body.criteria_keys)

    @router.post(REWRITE, response_model_exclude_none=True)
    async def validate_batch(body: BatchBody) -> tuple[ValidatedItem, ...]:
        """Rewrites what does not pass. What only a person knows comes back as questions; answer them in `items`."""
        return await service.rewrite(body.items)

    @router.post(SUGGEST, response_model_exclude_none=True)
    async def validate_suggest(body: BatchBody) -> SuggestedItems:
        """Single changes that would mend each requirement."""
        return await service.suggest([item.text if isinstance(item, Item) else item for item in body.items])

    _ = (evaluate_single, validate_batch, validate_suggest)
    return router
