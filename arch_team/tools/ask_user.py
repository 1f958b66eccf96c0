"""The tool `ask_user(question, suggested_answers)`: one question to the person, and what the person said."""

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from autogen_core import CancellationToken
from autogen_core.tools import BaseTool
from pydantic import BaseModel, Field

from arch_team.telemetry.signals import tool_call

ASK_USER = "ask_user"
NOBODY = "nobody answered"

PutToPerson = Callable[[str, Sequence[str]], Awaitable[str | None]]
"""The question and its suggestions to the person's answer; None where nobody answered."""


class AskArguments(BaseModel):
    question: str = Field(min_length=1, max_length=2_000, description="One question, in the user's language.")
    suggested_answers: list[str] = Field(
        default_factory=list[str], max_length=12, description="Answers to choose from; none of them has to fit."
    )


class UserSaid(BaseModel):
    """The person's words, or None: nobody answered, and nothing is assumed."""

    answer: str | None


class AskUser(BaseTool[AskArguments, UserSaid]):
    """Asks through whatever way the run has to its person: console, folder, HTTP, page or chat."""

    component_type = "tool"

    def __init__(self, put: PutToPerson) -> None:
        super().__init__(AskArguments, UserSaid, ASK_USER, "Ask the user for what only the user knows.")
        self._put = put

    async def run(self, args: AskArguments, cancellation_token: CancellationToken) -> UserSaid:
        with tool_call(self.name, args.model_dump(), None) as call:
            answer = await self._put(args.question, tuple(args.suggested_answers))
            said = answer.strip() if answer else ""
            call.code = "OK" if said else "NO_ANSWER"
        return UserSaid(answer=said or None)

    def return_value_as_string(self, value: Any) -> str:
        """As a model reads it."""
        said = value.answer if isinstance(value, UserSaid) else None
        told = {"success": True, "answer": said} if said else {"success": False, "error": NOBODY}
        return json.dumps(told, ensure_ascii=False)
