"""A client that answers by code: what every operator without a model has in common."""

import json
from abc import abstractmethod
from collections.abc import Sequence

from autogen_core import FunctionCall
from autogen_core.models import CreateResult, LLMMessage

from arch_team.models.embedded.plan import Cannot, Outcome, Say, ToolCall
from arch_team.models.request import NOTHING, Client, ModelRequest
from arch_team.models.speech import Draft, Refusal, Word, need_of, spoken


class Seated(Client):
    """Costs nothing and remembers nothing: from the messages alone it knows what to do next."""

    def __init__(self) -> None:
        self._calls = 0
        self.word: Word | None = None
        """What it said last, for the other seats. None: it called a tool. The text of its turn is only for people."""

    @abstractmethod
    def turn(self, messages: Sequence[LLMMessage]) -> Outcome | ToolCall:
        """What the operator says or calls next."""

    async def answer(self, request: ModelRequest) -> CreateResult:
        turn = self.turn(request.messages)
        if not isinstance(turn, ToolCall):
            self.word = _word(turn)
            return CreateResult(finish_reason="stop", content=spoken(self.word), usage=NOTHING, cached=False)
        self.word = None
        self._calls += 1
        arguments = json.dumps(turn.arguments, ensure_ascii=False)
        call = FunctionCall(id=f"embedded_{self._calls}", name=turn.tool, arguments=arguments)
        return CreateResult(finish_reason="function_calls", content=[call], usage=NOTHING, cached=False)


def _word(outcome: Outcome) -> Word:
    if isinstance(outcome, Say):
        return Draft(outcome.text)
    if isinstance(outcome, Cannot):
        return Refusal(outcome.reason)
    return need_of(outcome.question, outcome.suggestions)
