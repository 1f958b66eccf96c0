"""A client that answers by code: what every operator without a model has in common."""

import json
from abc import abstractmethod
from collections.abc import Sequence

from autogen_core import FunctionCall
from autogen_core.models import CreateResult, LLMMessage

from arch_team.models.embedded.plan import ToolCall
from arch_team.models.request import NOTHING, Client, ModelRequest


class Seated(Client):
    """Costs nothing and remembers nothing: from the messages alone it knows what to do next."""

    def __init__(self) -> None:
        self._calls = 0

    @abstractmethod
    def turn(self, messages: Sequence[LLMMessage]) -> str | ToolCall:
        """What the operator says or calls next."""

    async def answer(self, request: ModelRequest) -> CreateResult:
        turn = self.turn(request.messages)
        if isinstance(turn, str):
            return CreateResult(finish_reason="stop", content=turn, usage=NOTHING, cached=False)
        self._calls += 1
        arguments = json.dumps(turn.arguments, ensure_ascii=False)
        call = FunctionCall(id=f"embedded_{self._calls}", name=turn.tool, arguments=arguments)
        return CreateResult(finish_reason="function_calls", content=[call], usage=NOTHING, cached=False)
