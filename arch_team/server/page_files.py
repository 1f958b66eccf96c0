"""The page: files of the package, served as they are, its modules as one script."""

from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.routing import Match, Mount
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from arch_team.server.gate import is_guarded
from arch_team.server.page_bundle import bundled

_SCRIPT = "app.js"


class PageFiles(StaticFiles):
    """A browser asks each time whether a file has changed, so that an update is seen at once."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)
        self._folder = folder
        self._made: tuple[float, bytes, str] | None = None

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = self._script(scope) if path == _SCRIPT else await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response

    def _script(self, scope: Scope) -> Response:
        changed = max(file.stat().st_mtime for file in self._folder.rglob("*.js"))
        if self._made is None or self._made[0] != changed:
            body = bundled(self._folder / _SCRIPT).encode()
            self._made = changed, body, f'"{sha256(body).hexdigest()[:32]}"'
        _, body, etag = self._made
        response = Response(body, media_type="text/javascript", headers={"ETag": etag})
        known = Headers(scope=scope).get("if-none-match", "")
        return NotModifiedResponse(response.headers) if etag in known else response


class PageMount(Mount):
    """Everything that is no endpoint. Wrong paths and methods of the API are told as such, not as missing files."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or is_guarded(scope["path"]):
            return Match.NONE, {}
        return super().matches(scope)


def page_mount() -> PageMount | None:
    folder = Path(str(files("arch_team.server") / "page"))
    return PageMount("/", PageFiles(folder), name="page") if folder.is_dir() else None
