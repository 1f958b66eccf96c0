"""A chat client as the review asks a model: one prompt in, JSON of a schema out."""

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from autogen_core.models import ChatCompletionClient, UserMessage
from pydantic import BaseModel

from arch_team.settings import Settings

if TYPE_CHECKING:
    from arch_team.requirements.model_opinion import ModelOpinion

LONGEST_ANSWER = 1_500
"""Tokens. A verdict has a sentence for each criterion."""
_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


class ClientComplete:
    """Asks for the schema's JSON in whatever way the client can be asked. Anything else than an object is an error."""

    def __init__(self, client: ChatCompletionClient) -> None:
        self._client = client

    async def __call__(self, prompt: str, schema: type[BaseModel]) -> Mapping[str, object]:
        abilities = self._client.model_info
        json_output: bool | type[BaseModel] | None = None
        if abilities.get("structured_output"):
            json_output = schema
        elif abilities["json_output"]:
            json_output = True
        shape = json.dumps(schema.model_json_schema(), ensure_ascii=False)
        told = f"{prompt}\nAnswer with one JSON object of this schema and nothing else:\n{shape}"
        result = await self._client.create([UserMessage(content=told, source="review")], json_output=json_output)
        if not isinstance(result.content, str):
            raise ValueError("the model called a tool instead of answering")
        found = _OBJECT.search(result.content)
        if found is None:
            raise ValueError("the model's answer holds no JSON object")
        return cast("Mapping[str, object]", json.loads(found[0]))


def opinion_of(settings: Settings) -> "ModelOpinion | None":
    """The configured model's opinion. None: no model is configured, and the rules speak alone."""
    if settings.model is None:
        return None
    from arch_team.models.provider import ProviderConfig, open_model
    from arch_team.requirements.model_opinion import ModelOpinion

    config = ProviderConfig(
        model=settings.model,
        base_url=settings.base_url,
        api_key=settings.api_key,
        timeout=settings.timeout,
        max_tokens=LONGEST_ANSWER,
    )
    return ModelOpinion(ClientComplete(open_model(config)), settings.model)
