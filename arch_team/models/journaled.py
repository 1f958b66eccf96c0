"""A client whose every call is a step: made once, and after a restart read back instead of made again."""

import asyncio

from autogen_core.models import ChatCompletionClient, CreateResult

from arch_team.models.request import ModelRequest
from arch_team.models.wrappers import Wrapped
from arch_team.runs.steps import Steps


class Journaled(Wrapped):
    def __init__(self, inner: ChatCompletionClient, steps: Steps) -> None:
        super().__init__(inner)
        self._steps = steps

    async def answer(self, request: ModelRequest) -> CreateResult:
        async def call() -> CreateResult:
            asked = asyncio.ensure_future(request.to(self._inner))
            if request.cancellation is not None:
                request.cancellation.link_future(asked)  # also for a client that does not look at the token
            return await asked

        return await self._steps.once("model", call)
