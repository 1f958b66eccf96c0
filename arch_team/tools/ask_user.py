"""The tool `ask_user(question, suggested_answers)`: one question to the person, and what the person said."""

import json
from collections.abc import Awaitable, Callable, Sequence

from pydantic import BaseModel, Field, ValidationError

from arch_team.telemetry.signals import tool_call
from arch_team.tools.tool import Schema, Tool, schema_by

ASK_USER = "ask_user"
NOBODY = "nobody answered"

PutToPerson = Callable[[str, Sequence[str]], Awaitable[str | None]]
"""The question and its suggestions to the person's answer; None where nobody answered."""


class AskArguments(BaseModel):
    question: str = Field(min_length=1, max_length=2_000, description="One question, in the user's language.")
    suggested_answers: list[str] = Field(
        default_factory=list[str], max_length=12, description="Answers to choose from; none of them has to fit."
    )


class AskUser(Tool):
    """Asks through whatever way the run has to its person: console, folder, HTTP, page or chat."""

    def __init__(self, put: PutToPerson) -> None:
        super().__init__(ASK_USER, "Ask the user for what only the user knows.")
        self._put = put

    @property
    def schema(self) -> Schema:
        return schema_by(self.name, self.description, AskArguments)

    async def ask(self, asked: AskArguments, call_id: str | None = None) -> str | None:
        """The person's words, or None: nobody answered, and nothing is assumed."""
        with tool_call(self.name, asked.model_dump(), call_id) as call:
            answer = await self._put(asked.question, tuple(asked.suggested_answers))
            said = answer.strip() if answer else ""
            call.code = "OK" if said else "NO_ANSWER"
        return said or None

    async def run(self, given: object, call_id: str | None = None) -> str:
        """As a model reads it."""
        try:
            said = await self.ask(AskArguments.model_validate(given), call_id)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            return json.dumps({"success": False, "error": f"{first['loc'][-1:]}: {first['msg']}"}, ensure_ascii=False)
        told = {"success": True, "answer": said} if said else {"success": False, "error": NOBODY}
        return json.dumps(told, ensure_ascii=False)
