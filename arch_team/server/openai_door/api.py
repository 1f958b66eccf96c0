"""The endpoints of the door, streamed and not."""

import json
import time
from collections.abc import AsyncGenerator, Iterator
from typing import Annotated, Any

from fastapi import APIRouter, Path
from sse_starlette.event import ServerSentEvent
from sse_starlette.sse import EventSourceResponse
from starlette.exceptions import HTTPException

from arch_team.access.conversations import Conversations
from arch_team.errors import ArchTeamError
from arch_team.runs.records import RunEvent
from arch_team.server.errors import STATUS, OpenaiErrorAnswer, error_of, openai_error
from arch_team.server.following import Outcome
from arch_team.server.known_skills import known_skills
from arch_team.server.openai_door.contract import (
    MODEL,
    ChatCompletion,
    ChatMessage,
    ChatRequest,
    Choice,
    Model,
    Models,
    Usage,
)
from arch_team.server.openai_door.talk import Talk, UnknownModel, skill_of
from arch_team.server.own import Own
from arch_team.server.runs_api import HEARTBEAT, IdempotencyKey
from arch_team.server.service import CallerHere, Service, described
from arch_team.server.telling import extension, text_of

STATUS.setdefault(UnknownModel, 404)

LONGEST = 600.0
"""Seconds a chat waits for its run. The run itself goes on."""
CHUNK = 40

ModelName = Annotated[str, Path(max_length=200, examples=[MODEL])]


def openai_router(service: Service, conversations: Conversations, own: Own) -> APIRouter:
    errors = described(400, 404, 409, 410, 413, 415, 422, shape=OpenaiErrorAnswer)
    folder = service.settings.skills_folder
    router = APIRouter(prefix="/v1", tags=["openai"], responses=errors)

    @router.get("/models")
    async def list_models(caller: CallerHere) -> Models:
        """`arch-team` finds the skill by itself; `arch-team/<skill>` is that one."""
        names = [MODEL, *(f"{MODEL}/{skill.name}" for skill in known_skills(folder))]
        return Models(data=tuple(Model(id=name) for name in names))

    @router.get("/models/{model:path}")
    async def get_model(model: ModelName, caller: CallerHere) -> Model:
        skill_of(model, folder)
        return Model(id=model)

    @router.post("/chat/completions", response_model=ChatCompletion, responses=_STREAM)
    async def chat_completions(
        body: ChatRequest, caller: CallerHere, idempotency_key: IdempotencyKey = None
    ) -> ChatCompletion | EventSourceResponse:
        """Asks the team. A question of the team comes as the assistant's turn, and the next user turn answers it."""
        talk = Talk(service.engine, conversations, caller, body, folder, lambda text: own.is_question(caller, text))
        run_id = await talk.run(idempotency_key)
        if body.stream:
            return EventSourceResponse(_streamed(talk, run_id), ping=HEARTBEAT)
        found = await talk.outcome(run_id, LONGEST, _quietly)
        if not found.record.ended and found.question is None:
            raise HTTPException(504, f"run {run_id} goes on; see /api/runs/{run_id}")
        return _completion(found, body.model)

    _ = (list_models, get_model, chat_completions)
    return router


_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The assistant's turn; with `stream` its pieces as server-sent events.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


async def _quietly(event: RunEvent) -> None:
    """Progress is no content."""


def _completion(found: Outcome, model: str) -> ChatCompletion:
    return ChatCompletion(
        id=_completion_id(found.record.id),
        created=int(found.record.created_at.timestamp()),
        model=model,
        choices=(Choice(message=ChatMessage(content=text_of(found))),),
        usage=Usage.of(found.record),
        arch_team=extension(found.record, found.question),
    )


def _completion_id(run_id: str) -> str:
    return f"chatcmpl-{run_id}"


async def _streamed(talk: Talk, run_id: str) -> AsyncGenerator[ServerSentEvent]:
    """The text comes whole once it is approved, then in pieces; until then the line is kept alive by comments."""
    head = {
        "id": _completion_id(run_id),
        "object": "chat.completion.chunk",
        "created": int(time.time()),
        "model": talk.request.model,
    }

    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> ServerSentEvent:
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        return _data({**head, "choices": [choice], **more})

    yield chunk({"role": "assistant", "content": ""})
    try:
        found = await talk.outcome(run_id, LONGEST, _quietly)
    except ArchTeamError as error:
        status, body = error_of(error)
        yield _data(openai_error(status, body.code, body.message, body.next_step))
        return
    for piece in _pieces(text_of(found)):
        yield chunk({"content": piece})
    yield chunk({}, "stop", arch_team=extension(found.record, found.question).to_wire())
    options = talk.request.stream_options
    if options is not None and options.include_usage:
        yield _data({**head, "choices": [], "usage": Usage.of(found.record).model_dump()})
    yield ServerSentEvent("[DONE]")


def _data(value: object) -> ServerSentEvent:
    return ServerSentEvent(json.dumps(value, ensure_ascii=False))


def _pieces(text: str) -> Iterator[str]:
    for start in range(0, len(text), CHUNK):
        yield text[start : start + CHUNK]
