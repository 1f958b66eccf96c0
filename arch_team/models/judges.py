"""The configured model as a judge: of search results, and of requirements. None where no model is configured."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from arch_team.models.json_model import JsonModel, OpinionModel
from arch_team.requirements.rewrite.opinion import ModelOpinion
from arch_team.search.knowledge import Knowledge, knowledge_of
from arch_team.search.scoring import LlmScorer
from arch_team.search.tuning import load_tuning
from arch_team.settings import Settings


def scorer_of(settings: Settings) -> LlmScorer | None:
    """Scores beside the ranking."""
    model = JsonModel.from_settings(settings)
    return LlmScorer(model, load_tuning()) if model else None


def judged_knowledge(settings: Settings) -> Knowledge:
    """The knowledge of the settings, ranked with the scores of the configured model."""
    return knowledge_of(settings, scorer_of=scorer_of)


def opinion_of(settings: Settings, *, seconds: float | None = None) -> ModelOpinion | None:
    """Verdicts and rewrites beside the rules'. After so many seconds the model is not asked any more."""
    model = JsonModel.from_settings(settings)
    if model is None:
        return None
    complete = OpinionModel(model)
    return ModelOpinion(complete if seconds is None else _InTime(complete, time.monotonic() + seconds), model.model)


@dataclass(frozen=True, slots=True)
class _InTime:
    """Asks until a moment. What comes later is no answer: the rules' verdict stands alone."""

    inner: OpinionModel
    until: float

    async def __call__(self, prompt: str, schema: type[BaseModel]) -> Mapping[str, object]:
        async with asyncio.timeout(max(0.0, self.until - time.monotonic())):
            return await self.inner(prompt, schema)
