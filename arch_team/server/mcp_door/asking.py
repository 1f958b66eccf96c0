"""The tool `ask`: a run of the society. A question of the team goes to the person in whatever way the client can.

A client of the latest protocol gets the question as a request for input and calls again with the answer; an earlier one
that can elicit is asked in the middle of the call; any other gets the question as the result. The run waits meanwhile,
wherever the answer comes from.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import Field, ValidationError

from arch_team.access.caller import Caller
from arch_team.clarify.clarification import ANSWER_LIMIT, Clarification
from arch_team.clarify.terminal import chosen, labelled
from arch_team.engine.engine import Engine
from arch_team.errors import ArchTeamError, UsageError
from arch_team.runs.records import MOST_EARLIER, QuestionText, RunEvent, RunRequest
from arch_team.server.following import Outcome, followed
from arch_team.server.known_skills import checked_skill
from arch_team.server.mcp_door.toolbox import failed
from arch_team.server.telling import extension, question_text, text_of
from arch_team.wire import Language, Wire

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

LONGEST = 600.0
MOST_QUESTIONS = 60
ANSWER = "answer"
_YOUR_ANSWER = {"de": "Ihre Antwort", "en": "Your answer"}


class BadCall(UsageError): ...


class AskArguments(Wire):
    question: QuestionText | None = None
    skill: str | None = Field(default=None, max_length=100)
    language: Language | None = None
    earlier: tuple[QuestionText, ...] = Field(default=(), max_length=MOST_EARLIER)
    clarification_id: str | None = Field(default=None, max_length=120)
    answer: str | None = Field(default=None, max_length=ANSWER_LIMIT)


@dataclass(frozen=True)
class Asking:
    engine: Engine
    caller: Caller
    context: "ServerRequestContext[Any, Any]"
    skills: Path
    """Folder of the server's own skill files."""

    async def call(self, params: types.CallToolRequestParams) -> types.CallToolResult | types.InputRequiredResult:
        try:
            run_id = await self._begun(params)
            if run_id is None:
                return await self._left_open(params.request_state or "")
            return await self._followed(run_id)
        except ArchTeamError as error:
            return failed(error)

    async def _begun(self, params: types.CallToolRequestParams) -> str | None:
        """The run that the call starts or lets go on. None: the person did not want to answer."""
        if params.request_state is not None:
            given = (params.input_responses or {}).get(ANSWER)
            said = _answer_in(given) if isinstance(given, types.ElicitResult) else None
            return await self._answered(params.request_state, said) if said else None
        try:
            arguments = AskArguments.model_validate(params.arguments or {})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "arguments"
            raise BadCall(f"{where}: {first['msg']}", "Give question, or clarificationId and answer.") from None
        if arguments.clarification_id is not None and arguments.answer is not None:
            return await self._answered(arguments.clarification_id, arguments.answer)
        if arguments.question is None:
            raise BadCall("there is no question", "Give question, or clarificationId and answer.")
        skill = checked_skill(arguments.skill, self.skills)
        wanted = RunRequest(
            question=arguments.question,
            skill=skill,
            language=arguments.language,
            earlier=arguments.earlier,
            person=self.caller.key_id,
        )
        return (await self.engine.start(self.caller.scope, wanted)).id

    async def _answered(self, clarification_id: str, said: str) -> str:
        question = await self.engine.clarification(self.caller.scope, clarification_id)
        answer = chosen(said, labelled(question.suggested_answers))
        return (await self.engine.answer(self.caller.scope, clarification_id, answer)).run_id

    async def _followed(self, run_id: str) -> types.CallToolResult | types.InputRequiredResult:
        for _ in range(MOST_QUESTIONS):
            found = await followed(self.engine, self.caller.scope, run_id, seconds=LONGEST, told=self._progress)
            if found.question is None or not self._can_elicit():
                return _result(found)
            if self.context.protocol_version in MODERN_PROTOCOL_VERSIONS:
                return _input_required(found.question)
            given = await self.context.session.elicit_form(
                question_text(found.question), _form(found.question), related_request_id=self.context.request_id
            )
            said = _answer_in(given)
            if not said:
                return _result(found)
            await self._answered(found.question.id, said)
        raise BadCall("the team asked too often in one call", "Ask more precisely.")

    async def _left_open(self, clarification_id: str) -> types.CallToolResult:
        question = await self.engine.clarification(self.caller.scope, clarification_id)
        return _result(Outcome(await self.engine.get(self.caller.scope, question.run_id), question))

    def _can_elicit(self) -> bool:
        able = self.context.session.client_capabilities
        if able is None or able.elicitation is None:
            return False
        is_modern = self.context.protocol_version in MODERN_PROTOCOL_VERSIONS
        return is_modern or self.context.session.can_send_request

    async def _progress(self, event: RunEvent) -> None:
        if event.kind in ("routed", "call", "seat", "asked"):
            text = f"{event.seat}: {event.text}" if event.seat else event.text
            await self.context.session.report_progress(event.seq, message=text[:200])


def _answer_in(given: types.ElicitResult) -> str | None:
    said = (given.content or {}).get(ANSWER) if given.action == "accept" else None
    return said.strip() if isinstance(said, str) and said.strip() else None


def _form(question: Clarification) -> dict[str, Any]:
    """Free text: the suggestions stand in the question, and none of them has to fit."""
    field = {"type": "string", "title": _YOUR_ANSWER[question.language], "minLength": 1}
    return {"type": "object", "properties": {ANSWER: field}, "required": [ANSWER]}


def _input_required(question: Clarification) -> types.InputRequiredResult:
    request = types.ElicitRequest(
        params=types.ElicitRequestFormParams(message=question_text(question), requested_schema=_form(question))
    )
    return types.InputRequiredResult(input_requests={ANSWER: request}, request_state=question.id)


def _result(found: Outcome) -> types.CallToolResult:
    told = {"text": text_of(found), **extension(found.record, found.question).to_wire()}
    return types.CallToolResult(content=[types.TextContent(text=text_of(found))], structured_content=told)
