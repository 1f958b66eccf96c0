"""What the endpoints share: the settings, the engine, the gate's access, and each caller's own things."""

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Query, Request
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from arch_team.access.caller import Caller
from arch_team.engine.engine import Engine
from arch_team.runs.records import MOST_PER_PAGE
from arch_team.server.errors import ErrorAnswer
from arch_team.server.gate import Access, caller_of
from arch_team.settings import Settings

DEFAULT_PER_PAGE = 50

CallerHere = Annotated[Caller, Depends(caller_of)]
After = Annotated[str | None, Query(max_length=500, description="`next` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=MOST_PER_PAGE, description="At most so many.")]

_MEANINGS = {
    400: "The body is not JSON.",
    401: "A key is needed, or it is not valid.",
    403: "The key's role does not allow this.",
    404: "There is no such thing, or it belongs to somebody else.",
    409: "It was settled differently before.",
    410: "It is too late.",
    413: "Too large.",
    415: "Not sent as JSON.",
    422: "The request does not have the form it needs.",
    429: "Too many requests; `Retry-After` says when to come again.",
    503: "Something the server needs does not answer.",
}


ERROR_NAMED: dict[str, Any] = {
    "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorAnswer.__name__}"}}}
}
"""The shape that nearly all errors have, by its name: given as a model, each endpoint would build it anew for every
status, which took half of the time to put the application together. The routers of requirements and of
knowledge give the model itself."""


def described(*statuses: int, shape: type[BaseModel] = ErrorAnswer) -> dict[int | str, dict[str, Any]]:
    """The errors of some endpoints, for the description of the API. Those of the gate may come from each."""
    told = ERROR_NAMED if shape is ErrorAnswer else {"model": shape}
    return {status: {**told, "description": _MEANINGS[status]} for status in sorted({*statuses, 401, 403, 429})}


@dataclass
class Service:
    settings: Settings
    access: Access
    opened: Engine | None = None
    """Set while the application runs."""

    @property
    def engine(self) -> Engine:
        if self.opened is None:
            raise HTTPException(503, "the server is starting or stopping")
        return self.opened


def admin_of(request: Request) -> Caller:
    """The caller, if an admin. For endpoints that nobody else may use."""
    caller = caller_of(request)
    if not caller.is_admin:
        raise HTTPException(403, "this needs a key with the role admin")
    return caller


AdminHere = Annotated[Caller, Depends(admin_of)]
