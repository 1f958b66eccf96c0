"""The review as tests reach it: in this process, and through the real HTTP API without a network."""

from collections.abc import Sequence

import httpx
from fastapi import FastAPI

from arch_team.requirements.contract import DuplicateFound, DuplicatesBody
from arch_team.requirements.model import DuplicatePair, Requirement
from arch_team.requirements.remote import DUPLICATES, RemoteRequirements
from arch_team.requirements.service import RequirementsService
from arch_team.server.errors import install_errors
from arch_team.server.requirements_api import requirements_router

Groups = tuple[tuple[str, ...], ...]


def same_first_word(requirements: Sequence[Requirement]) -> tuple[tuple[DuplicatePair, ...], Groups]:
    """A stand-in for the embeddings: what begins alike is alike."""
    pairs = tuple(
        DuplicatePair(one=one.id, other=other.id, similarity=0.95, reason="they begin alike")
        for index, one in enumerate(requirements)
        for other in requirements[index + 1 :]
        if one.text.split()[0] == other.text.split()[0]
    )
    return pairs, tuple((pair.one, pair.other) for pair in pairs)


def in_process() -> RequirementsService:
    return RequirementsService(duplicates=same_first_word)


def app(service: RequirementsService, largest_body: int = 100_000) -> FastAPI:
    served = FastAPI()
    install_errors(served, largest_body)
    served.include_router(requirements_router(lambda _: service))

    @served.post(DUPLICATES)
    async def search(body: DuplicatesBody) -> tuple[DuplicateFound, ...]:
        return await service.detect_duplicates(body.requirements)

    _ = search
    return served


def remote(service: RequirementsService | None = None) -> RemoteRequirements:
    transport = httpx.ASGITransport(app(service or in_process()), raise_app_exceptions=False)
    return RemoteRequirements("http://review.test", transport=transport)
