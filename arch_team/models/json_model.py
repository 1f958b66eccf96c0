"""One answer of a model as JSON of a schema: for scoring search results and for opinions on requirements.

No agent, no tools: a prompt in, JSON out. The schema is sent along, so that a server which can hold a model to it does.
"""

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel

from arch_team.models.provider import ProviderConfig
from arch_team.settings import Settings
from arch_team.telemetry.signals import model_call

OPINION_TOKENS = 1_500
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class JsonModel:
    """The `Complete` of arch_team.search: `await model(prompt, schema, temperature=…, max_tokens=…, timeout=…)`."""

    config: ProviderConfig

    @classmethod
    def from_settings(cls, settings: Settings) -> "JsonModel | None":
        """None where no model is configured."""
        if settings.model is None:
            return None
        return cls(
            ProviderConfig(
                model=settings.model, base_url=settings.base_url, api_key=settings.api_key, timeout=settings.timeout
            )
        )

    @property
    def model(self) -> str:
        return self.config.model

    async def __call__(
        self, prompt: str, schema: Mapping[str, object], *, temperature: float, max_tokens: int, timeout: float
    ) -> str:
        """Raises TimeoutError after `timeout` seconds, and what the client raises otherwise."""
        from openai import AsyncOpenAI

        given: dict[str, Any] = {"base_url": self.config.base_url} if self.config.base_url else {}
        client = AsyncOpenAI(api_key=self.config.api_key or "none", timeout=timeout, max_retries=0, **given)
        response_format = {"type": "json_schema", "json_schema": {"name": "reply", "schema": dict(schema)}}
        with model_call(self.config.model) as call:
            async with asyncio.timeout(timeout), client:
                reply = await client.chat.completions.create(
                    model=self.config.model,
                    messages=[{"role": "user", "content": prompt}],
                    temperature=temperature,
                    max_tokens=max_tokens,
                    response_format=cast("Any", response_format),
                )
            choice, usage = reply.choices[0], reply.usage
            text = choice.message.content or ""
            call.answered(
                text,
                input_tokens=usage.prompt_tokens if usage else 0,
                output_tokens=usage.completion_tokens if usage else 0,
                finish_reason=str(choice.finish_reason),
            )
        return text


@dataclass(frozen=True, slots=True)
class OpinionModel:
    """The `Complete` of arch_team.requirements: `await model(prompt, Schema)` gives a dictionary of its JSON."""

    inner: JsonModel

    async def __call__(self, prompt: str, schema: type[BaseModel]) -> Mapping[str, object]:
        text = await self.inner(
            prompt,
            schema.model_json_schema(),
            temperature=0.0,
            max_tokens=OPINION_TOKENS,
            timeout=self.inner.config.seconds,
        )
        found = _OBJECT.search(text)
        if found is None:
            raise ValueError("the model's answer holds no JSON object")
        return cast("dict[str, object]", json.loads(found[0]))
