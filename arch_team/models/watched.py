"""A client whose calls are seen: each is a span, is counted, and tells its tokens."""

from collections.abc import Mapping, Sequence
from typing import Any

from autogen_core import CancellationToken
from autogen_core.models import ChatCompletionClient, CreateResult, LLMMessage
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from arch_team.models.wrappers import Choice, Wrapped
from arch_team.telemetry.signals import model_call


class Watched(Wrapped):
    """Sits inside `Journaled`: what is read back after a restart is no call of a model."""

    def __init__(self, inner: ChatCompletionClient, model: str) -> None:
        super().__init__(inner)
        self._model = model

    async def create(
        self,
        messages: Sequence[LLMMessage],
        *,
        tools: Sequence[Tool | ToolSchema] = [],
        tool_choice: Choice = "auto",
        json_output: bool | type[BaseModel] | None = None,
        extra_create_args: Mapping[str, Any] = {},
        cancellation_token: CancellationToken | None = None,
    ) -> CreateResult:
        with model_call(self._model) as call:
            result = await self._inner.create(
                messages,
                tools=tools,
                tool_choice=tool_choice,
                json_output=json_output,
                extra_create_args=extra_create_args,
                cancellation_token=cancellation_token,
            )
            call.answered(
                result.content if isinstance(result.content, str) else "",
                input_tokens=result.usage.prompt_tokens,
                output_tokens=result.usage.completion_tokens,
                finish_reason=result.finish_reason,
            )
        return result
