"""The society: four seats in turn, and our own rules for when they are done and what leaves."""

from collections.abc import AsyncGenerator, Sequence
from typing import Any

from autogen_agentchat.agents import AssistantAgent, SocietyOfMindAgent
from autogen_agentchat.base import Response, TaskResult, TerminationCondition
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, StopMessage, TextMessage
from autogen_agentchat.teams import RoundRobinGroupChat
from autogen_core import CancellationToken, Component
from autogen_core.models import ChatCompletionClient
from pydantic import BaseModel

from arch_team.agents.round_table import RoundTable
from arch_team.agents.seats import QAApprover, UserClarification, Validator
from arch_team.agents.state import RunState
from arch_team.models.embedded.seated import Seated
from arch_team.models.speech import APPROVE, APPROVER, CLARIFICATION, OPERATOR, VALIDATOR
from arch_team.telemetry.signals import seat_turn

SEATS = 4


class _NoConfig(BaseModel):
    pass


class RunEnds(TerminationCondition, Component[_NoConfig]):
    """Ends on the approver's verdict, parsed in full, and on nothing anybody else says; or when the rounds are used up.
    A round in which the person answered is not counted."""

    component_config_schema = _NoConfig

    def __init__(self, state: RunState, max_rounds: int) -> None:
        self._state = state
        self._max_rounds = max_rounds
        self._rounds = 0
        self._ended = False

    @property
    def terminated(self) -> bool:
        return self._ended

    async def __call__(self, messages: Sequence[BaseAgentEvent | BaseChatMessage]) -> StopMessage | None:
        last = next((m for m in reversed(messages) if isinstance(m, BaseChatMessage)), None)
        approved = (
            isinstance(last, TextMessage)
            and last.source == APPROVER
            and last.content.startswith(APPROVE)
            and self._state.approved is not None
        )
        self._rounds += last is not None and last.source == APPROVER
        used_up = self._rounds - len(self._state.asked) >= self._max_rounds
        if not approved and self._state.ending is None and not used_up:
            return None
        self._ended = True
        return StopMessage(content=str(self._state.ending), source="RunEnds")

    async def reset(self) -> None:
        self._ended, self._rounds = False, 0

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


class Operator(AssistantAgent):
    """Works the task. Its turn is seen as a whole, with the calls it makes below it."""

    async def on_messages_stream(
        self, messages: Sequence[BaseChatMessage], cancellation_token: CancellationToken
    ) -> AsyncGenerator[BaseAgentEvent | BaseChatMessage | Response, None]:
        with seat_turn(self.name) as turn:
            async for event in turn.each(super().on_messages_stream(messages, cancellation_token)):
                yield event


def build_society(
    state: RunState,
    client: ChatCompletionClient,
    *,
    max_rounds: int = 5,
    max_calls: int = 5,
) -> VerbatimSociety:
    """A team for one run. Never used twice: a cancelled team cannot be healed."""
    tools: list[Any] = list(state.desk.tools())
    if isinstance(client, Seated):
        state.speaks = lambda: client.word
    operator = Operator(
        OPERATOR,
        model_client=client,
        tools=tools,
        system_message=state.desk.prompt,
        reflect_on_tool_use=False,
        max_tool_iterations=max_calls,
    )
    seats = [
        operator,
        Validator(VALIDATOR, state),
        UserClarification(CLARIFICATION, state),
        QAApprover(APPROVER, state),
    ]
    team = RoundTable(seats, RunEnds(state, max_rounds), SEATS * (max_rounds + state.desk.most_questions))
    return VerbatimSociety("Society", team, client, state)
