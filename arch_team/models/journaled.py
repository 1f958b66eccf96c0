"""A client whose every call is a step: made once, and after a restart read back instead of made again."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from autogen_core import CancellationToken
from autogen_core.models import ChatCompletionClient, CreateResult, LLMMessage
from autogen_core.tools import Tool, ToolSchema
from pydantic import BaseModel

from arch_team.models.wrappers import Choice, Wrapped
from arch_team.runs.steps import Steps


class Journaled(Wrapped):
    def __init__(self, inner: ChatCompletionClient, steps: Steps) -> None:
        super().__init__(inner)
        self._steps = steps

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
        async def call() -> CreateResult:
            asked = asyncio.ensure_future(
                self._inner.create(
                    messages,
                    tools=tools,
                    tool_choice=tool_choice,
                    json_output=json_output,
                    extra_create_args=extra_create_args,
                    cancellation_token=cancellation_token,
                )
            )
            if cancellation_token is not None:
                cancellation_token.link_future(asked)  # also for a client that does not look at the token
            return await asked

        return await self._steps.once("model", call)
