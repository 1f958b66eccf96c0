"""The page: files of the package, served as they are."""

from importlib.resources import files
from pathlib import Path

from starlette.responses import Response
from starlette.routing import Match, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from arch_team.server.gate import is_guarded


class PageFiles(StaticFiles):
    """A browser asks each time whether a file has changed, so that an update is seen at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


class PageMount(Mount):
    """Everything that is no endpoint. Wrong paths and methods of the API are told as such, not as missing files."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or is_guarded(scope["path"]):
            return Match.NONE, {}
        return super().matches(scope)


def page_mount() -> PageMount | None:
    folder = Path(str(files("arch_team.server") / "page"))
    return PageMount("/", PageFiles(directory=folder, html=True), name="page") if folder.is_dir() else None
