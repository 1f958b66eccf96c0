"""The server that `bench.load` asks: the real application and engine, with a model that answers at once."""

import asyncio
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

import uvicorn
from autogen_core.models import AssistantMessage, LLMMessage

from arch_team.engine.opening import open_engine
from arch_team.engine.run_store import Claim
from arch_team.engine.societies import Societies
from arch_team.engine.tenants import settings_for
from arch_team.models.scripted import Scripted, Turn
from arch_team.server.app import create_app
from arch_team.settings import Settings
from arch_team.society import Society
from bench.questions import DRAFT, READ

VAGUE = "Was ist der Saldo?"
STEPS = 3
"""Of a run that answers: two calls of the model, one read."""
_ANSWERS: tuple[Turn, ...] = (READ, DRAFT)
_ASKS: tuple[Turn, ...] = ("NEED_USER_CLARIFICATION: Welches Konto?\nSUGGESTIONS: 1020 | 1021",)


def operator(question: str) -> Scripted:
    """Goes by what was said so far, and so says the same when a run is played again."""
    turns = _ASKS if question == VAGUE else _ANSWERS

    def turn(messages: Sequence[LLMMessage]) -> Turn:
        said = sum(isinstance(message, AssistantMessage) for message in messages)
        return turns[min(said, len(turns) - 1)]

    return Scripted(turn)


class Cast:
    def __init__(self) -> None:
        self._sources = Societies()

    def __call__(self, claim: Claim, settings: Settings) -> Society:
        client = operator(claim.request.question)
        return Society(settings_for(settings, claim.scope), client=client, opens=self._sources.source)


def settings_for_load(home: Path, runs_db: str | None, concurrency: int) -> Settings:
    return Settings(
        home=home,
        db=None,
        model=None,
        runs_db=runs_db,
        worker_concurrency=concurrency,
        tenant_concurrency=concurrency,
        log_level="error",
    )


async def serve(home: Path, runs_db: str | None, concurrency: int) -> None:
    settings = settings_for_load(home, runs_db, concurrency)
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        async with open_engine(settings, society=Cast()) as engine:
            server = uvicorn.Server(
                uvicorn.Config(create_app(settings, engine), log_config=None, access_log=False, backlog=1024)
            )
            print(own.getsockname()[1], flush=True)
            await server.serve(sockets=[own])


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), sys.argv[2] or None, int(sys.argv[3])))
