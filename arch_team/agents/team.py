"""The society where a model sits in the operator's place: AutoGen asks it and calls the tools for it. Our own rules say
when the seats are done and what leaves."""

import logging
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import Any, cast

from autogen_agentchat.agents import AssistantAgent, BaseChatAgent, SocietyOfMindAgent
from autogen_agentchat.base import Response, TaskResult, TerminationCondition
from autogen_agentchat.messages import (
    BaseAgentEvent,
    BaseChatMessage,
    StopMessage,
    TextMessage,
    ToolCallExecutionEvent,
    ToolCallRequestEvent,
    ToolCallSummaryMessage,
)
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken, Component
from autogen_core.models import ChatCompletionClient
from autogen_core.tools import BaseTool, ToolSchema
from pydantic import BaseModel, ConfigDict

from arch_team.agents.round_table import RoundTable
from arch_team.agents.seats import QAApprover, Seat, UserClarification, Validator
from arch_team.agents.state import RunState
from arch_team.agents.table import Rounds, Told
from arch_team.models.speech import OPERATOR
from arch_team.telemetry.signals import seat_turn
from arch_team.tools.tool import Tool

logging.getLogger("autogen_core").setLevel(logging.CRITICAL)
logging.getLogger("autogen_agentchat").setLevel(logging.CRITICAL)


class _NoConfig(BaseModel):
    pass


class RunEnds(TerminationCondition, Component[_NoConfig]):
    """The rounds of a run, as AutoGen asks about them."""

    component_config_schema = _NoConfig

    def __init__(self, state: RunState, rounds: Rounds) -> None:
        self._state, self._rounds = state, rounds
        self._ended = False

    @property
    def terminated(self) -> bool:
        return self._ended

    async def __call__(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> StopMessage | None:
        last = next((m for m in reversed(messages) if isinstance(m, BaseChatMessage)), None)
        source, text = (last.source, last.content if isinstance(last, TextMessage) else "") if last else ("", "")
        if not self._rounds.are_over(source, text):
            return None
        self._ended = True
        return StopMessage(content=str(self._state.ending), source="RunEnds")

    async def reset(self) -> None:
        self._ended = False
        self._rounds.begin()

    def _to_config(self) -> _NoConfig:
        return _NoConfig()

    @classmethod
    def _from_config(cls, config: _NoConfig) -> "RunEnds":
        raise NotImplementedError("a run's end belongs to that run")


class VerbatimSociety(SocietyOfMindAgent):
    """Hands the approved text out as it is. AutoGen's own would ask the model once more, and could change a figure."""

    def __init__(
        self, name: str, team: RoundRobinGroupChat, model_client: ChatCompletionClient, state: RunState
    ) -> None:
        super().__init__(name, team=team, model_client=model_client)
        self._run_team = team
        self._client = model_client
        self._state = state

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        async for event in self._run_team.run_stream(
            task=list(messages), cancellation_token=cancellation_token, output_task_messages=False
        ):
            if not isinstance(event, TaskResult):
                yield event
        approved = self._state.approved
        yield Response(chat_message=TextMessage(source=self.name, content=approved.text if approved else ""))

    async def told(self, task: str) -> AsyncGenerator[Told, None]:
        token = CancellationToken()
        try:
            async for event in self.run_stream(task=TextMessage(source="user", content=task), cancellation_token=token):
                if isinstance(event, ToolCallRequestEvent):
                    self._state.desk.next_round()
                    for call in event.content:
                        yield event.source, "call", f"{call.name} {call.arguments}"
                elif isinstance(event, ToolCallExecutionEvent):
                    for result in event.content:
                        yield event.source, "result", result.content
                elif isinstance(event, BaseChatMessage) and event.source not in ("user", self.name):
                    yield event.source, "seat", event.to_text()
        finally:
            token.cancel()

    async def close(self) -> None:
        await self._client.close()


class Operator(AssistantAgent):
    """Works the task. Its turn is seen as a whole, with the calls it makes below it."""

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        with seat_turn(self.name) as turn:
            async for event in turn.each(super().on_messages_stream(messages, cancellation_token)):
                yield event


class SeatAgent(BaseChatAgent):
    """One of the other seats."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat.name, seat.says)
        self._seat = seat
        self._turn = ""

    @property
    def produced_message_types(self) -> Sequence[type[BaseChatMessage]]:
        return (TextMessage,)

    async def on_messages(self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken) -> Response:
        for message in messages:
            if message.source == OPERATOR:
                spoke = not isinstance(message, ToolCallSummaryMessage)  # it only called tools, and said nothing yet
                self._turn = message.to_model_text() if spoke else ""
        return Response(chat_message=TextMessage(source=self.name, content=await self._seat.take(self._turn)))

    async def on_reset(self, cancellation_token: CancellationToken) -> None:
        self._turn = ""


class Arguments(BaseModel):
    """Anything: the tool's own parsing reads it, and its findings say what to do."""

    model_config = ConfigDict(extra="allow")


class ToolText(BaseModel):
    """What the model reads."""

    text: str


class LaidTool(BaseTool[Arguments, ToolText]):
    """A tool as AutoGen calls it."""

    component_type = "tool"

    def __init__(self, tool: Tool) -> None:
        super().__init__(Arguments, ToolText, tool.name, tool.description)
        self._tool = tool

    @property
    def schema(self) -> ToolSchema:
        return cast("ToolSchema", self._tool.schema)

    async def run(self, args: Arguments, cancellation_token: CancellationToken) -> ToolText:
        return await self.run_json(args.model_dump(), cancellation_token)

    async def run_json(
        self, args: Mapping[str, Any], cancellation_token: CancellationToken, call_id: str | None = None
    ) -> ToolText:
        return ToolText(text=await self._tool.run(args, call_id))

    def return_value_as_string(self, value: Any) -> str:
        return value.text if isinstance(value, ToolText) else str(value)


def build_society(
    state: RunState, client: ChatCompletionClient, *, max_rounds: int = 5, max_calls: int = 5
) -> VerbatimSociety:
    """A team for one run. Never used twice: a cancelled team cannot be healed."""
    tools: list[Any] = [LaidTool(tool) for tool in state.desk.tools()]
    operator = Operator(
        OPERATOR,
        model_client=client,
        tools=tools,
        system_message=state.desk.prompt,
        reflect_on_tool_use=False,
        max_tool_iterations=max_calls,
    )
    beside = (Validator(state), UserClarification(state), QAApprover(state))
    rounds = Rounds(state, max_rounds)
    team = RoundTable([operator, *map(SeatAgent, beside)], RunEnds(state, rounds), rounds.most_turns)
    return VerbatimSociety("Society", team, client, state)
