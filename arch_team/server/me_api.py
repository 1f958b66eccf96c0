"""Who the caller is to this server, and what it can do for them."""

import time
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from fastapi import APIRouter

from arch_team import __version__
from arch_team.access.audit import AuditEntry
from arch_team.access.caller import Role
from arch_team.runs.records import MOST_PER_PAGE, Page
from arch_team.server.known_skills import SkillTitle, known_skills
from arch_team.server.service import DEFAULT_PER_PAGE, AdminHere, After, CallerHere, Limit, Service, described
from arch_team.wire import Language, Wire

if TYPE_CHECKING:
    from arch_team.settings import Settings

LANGUAGES: tuple[Language, ...] = ("de", "en")
ASKED_EVERY = 30.0
PATIENCE = 2.0


class ModelState(Wire):
    name: str
    """`embedded`: no model is configured, the embedded operator answers."""
    base_url: str | None = None
    reachable: bool | None = None
    """None: there is nothing to reach."""


class Me(Wire):
    tenant: str
    role: Role
    name: str = ""
    mandate: str | None = None
    model: ModelState
    skills: tuple[SkillTitle, ...]
    version: str
    languages: tuple[Language, ...]
    open_questions: int
    """Counted up to one page of them."""


def me_router(service: Service) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["server"], responses=described())
    model = ModelWatch(service.settings)

    @router.get("/me")
    async def me(caller: CallerHere) -> Me:
        """Tenant, role, model and skills."""
        waiting = await service.engine.clarifications(caller.scope, limit=MOST_PER_PAGE)
        return Me(
            tenant=caller.tenant,
            role=caller.role,
            name=caller.name,
            mandate=caller.mandate,
            model=await model.state(),
            skills=known_skills(service.settings.skills_folder),
            version=__version__,
            languages=LANGUAGES,
            open_questions=len(waiting.items),
        )

    @router.get("/audit", responses=described(422))
    async def audit(caller: AdminHere, after: After = None, limit: Limit = DEFAULT_PER_PAGE) -> Page[AuditEntry]:
        """What was done with this tenant's keys, or those of the caller's mandate, newest first. Admins only."""
        import asyncio

        return await asyncio.to_thread(service.access.audit.list, caller.scope, after=after, limit=limit)

    _ = (me, audit)
    return router


class ModelWatch:
    """Whether the model answers, asked at most every half minute."""

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._known: tuple[float, bool] | None = None

    async def state(self) -> ModelState:
        if not self._settings.model:
            return ModelState(name="embedded")
        shown = without_password(self._settings.base_url) if self._settings.base_url else None
        return ModelState(name=self._settings.model, base_url=shown, reachable=await self._reachable())

    async def _reachable(self) -> bool | None:
        import httpx

        if self._settings.base_url is None:
            return None
        if self._known is not None and time.monotonic() - self._known[0] < ASKED_EVERY:
            return self._known[1]
        key = self._settings.api_key
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        try:
            async with httpx.AsyncClient(timeout=PATIENCE) as client:
                answered = await client.get(self._settings.base_url.rstrip("/") + "/models", headers=headers)
            found = answered.status_code < 500
        except (httpx.HTTPError, httpx.InvalidURL):
            found = False
        self._known = (time.monotonic(), found)
        return found


def without_password(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment=""))
