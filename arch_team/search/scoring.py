"""Scores from a language model, read from the cache where the same was asked before.

Whatever the model does, the search goes on: a timeout, an error or a garbled answer becomes a named fallback, and
nothing of a failure is remembered.
"""

import asyncio
import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from string import Template

from arch_team.search.cache import TenantCache
from arch_team.search.contracts import CoverageDimension, LLMScoredItem, SearchCandidate
from arch_team.search.contracts_stages import Complete, Scores, ScoringRequest
from arch_team.search.scoring_reply import SCHEMA, items_in
from arch_team.search.tuning import Tuning

logger = logging.getLogger(__name__)

_LANGUAGE = {"de": "German", "en": "English"}


class LlmScorer:
    """Asks a model for the candidates it has no scores of, all in one call."""

    def __init__(
        self, complete: Complete, tuning: Tuning | None = None, *, cache: TenantCache[LLMScoredItem] | None = None
    ) -> None:
        self._complete = complete
        self._tuning = tuning or Tuning()
        self._cache = cache or TenantCache(ttl=self._tuning.llm_cache_ttl_s, entries=self._tuning.cache_entries)

    async def score(self, request: ScoringRequest) -> Scores:
        keys = {each.id: self._key(request, each) for each in request.candidates}
        known = {own: item for own, key in keys.items() if (item := self._cache.get(request.tenant, key))}
        items = {own: item.model_copy(update={"candidate_id": own}) for own, item in known.items()}
        asked = [each for each in request.candidates if each.id not in items]
        if not asked:
            return Scores(items=items, cache_hit=bool(items))
        try:
            text = await self._reply(request, asked)
        except TimeoutError:
            logger.warning("the model took longer than %s s to score", self._tuning.llm_timeout_s)
            return Scores(items=items, fallback="timeout")
        except Exception:
            logger.exception("the model could not score")
            return Scores(items=items, fallback="unavailable")
        fresh = items_in(text, [each.id for each in asked], longest_reason=self._tuning.max_reason_length)
        for own, item in fresh.items():
            self._cache.put(request.tenant, keys[own], item)
        if not fresh:
            logger.warning("the model's scores could not be read: %.200r", text)
            return Scores(items=items, fallback="malformed")
        return Scores(items={**items, **fresh}, fallback=None if len(fresh) == len(asked) else "partial")

    async def _reply(self, request: ScoringRequest, asked: Sequence[SearchCandidate]) -> str:
        limit = self._tuning.llm_timeout_s
        async with asyncio.timeout(limit):
            return await self._complete(
                prompt_for(request, asked, text_length=self._tuning.llm_text_length),
                SCHEMA,
                temperature=self._tuning.llm_temperature,
                max_tokens=request.control.max_tokens or self._tuning.llm_max_tokens,
                timeout=limit,
            )

    def _key(self, request: ScoringRequest, candidate: SearchCandidate) -> str:
        """Of all that the model's judgement of one candidate rests on, and of nothing else."""
        parts = [
            self._complete.model,
            _template(),
            self._tuning.llm_temperature,
            self._tuning.llm_text_length,
            request.language,
            request.context.to_wire(),
            request.criteria,
            [summary.to_wire() for summary in request.known],
            candidate.model_dump(mode="json", exclude={"id"}),
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=1)
def _template() -> str:
    return files("arch_team.search").joinpath("scoring_prompt.md").read_text(encoding="utf-8")


def prompt_for(request: ScoringRequest, asked: Sequence[SearchCandidate], *, text_length: int) -> str:
    """Candidates go by the numbers c1, c2, …: a model copies those without mistakes, and invents none of ours."""
    context = request.context
    none = "-"
    return Template(_template()).substitute(
        question=_one_line(context.question),
        purpose=_one_line(context.purpose) or none,
        output_target=_one_line(context.output_target) or none,
        jurisdiction=context.jurisdiction or none,
        version_target=context.version_target or none,
        preferred_sources=", ".join(context.preferred_sources) or none,
        criteria=f"Criteria: {'; '.join(map(_one_line, request.criteria))}\n" if request.criteria else "",
        known="\n".join(_known(summary.title, summary.key_points) for summary in request.known) or none,
        candidates="\n".join(_line(number, candidate, text_length) for number, candidate in enumerate(asked, start=1)),
        dimensions=", ".join(CoverageDimension),
        language=_LANGUAGE[request.language],
    )


def _known(title: str, points: Sequence[str]) -> str:
    return json.dumps({"title": title, "points": list(points)}, ensure_ascii=False)


def _line(number: int, candidate: SearchCandidate, text_length: int) -> str:
    facts: Mapping[str, object] = {
        "candidate_id": f"c{number}",
        "title": candidate.title,
        "text": candidate.snippet[:text_length],
        "url": candidate.url,
        "type": candidate.domain_type,
        "version": candidate.version_hint,
        "trust": candidate.trust_hint,
    }
    return json.dumps({name: fact for name, fact in facts.items() if fact}, ensure_ascii=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())
