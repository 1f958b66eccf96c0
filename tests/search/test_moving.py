"""What is held on this machine goes to a Qdrant server as it is."""

from pathlib import Path

import pytest
from qdrant_client import QdrantClient
from typer.testing import CliRunner

from arch_team.console.app import app
from arch_team.errors import UsageError
from arch_team.search.knowledge import open_knowledge
from arch_team.search.library import OUTGROWN_FROM, Library
from arch_team.search.moving import moved
from arch_team.settings import Settings
from arch_team.vectors import store as stores
from arch_team.vectors.server import Server
from arch_team.vectors.store import VectorStore
from tests.search.holding import Shelf, written
from tests.search.qdrant_over_http import KEY, qdrant_server

pytestmark = [
    pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant"),
    pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection"),  # on this machine it may be
]
URL = "http://127.0.0.1:6333"


def test_what_is_held_is_found_on_the_server_afterwards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is Qdrant's own engine behind its client."""
    client = QdrantClient(location=":memory:")

    def opened(url: str, api_key: str | None) -> Server:
        assert url == URL
        return Server(client, url).shared()

    monkeypatch.setattr(stores, "open_server", opened)
    here = Settings(home=tmp_path / "home", qdrant_url=None)
    library = open_knowledge(here).library("a")
    library.add([written(tmp_path, "a.md", "# Ferien\n\nEs gibt 25 Tage Ferien."), written(tmp_path, "b.md", "Lohn.")])
    assert moved(here, URL, tenant="a") == 2
    assert moved(here, URL, tenant="a") == 2
    there = open_knowledge(here.model_copy(update={"qdrant_url": URL})).library("a")
    assert there.list() == library.list()
    library.close()


def test_everything_goes_over_http_as_a_server_expects_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command itself, against Qdrant's HTTP contract: moved, listed, found, changed and removed there."""
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path / "home"))
    file = written(tmp_path, "a.md", "# Ferien\n\nEs gibt 25 Tage Ferien.")
    console = CliRunner()
    assert console.invoke(app, ["knowledge", "add", str(file)]).exit_code == 0
    with qdrant_server() as (url, calls):
        monkeypatch.setenv("ARCH_TEAM_QDRANT_API_KEY", KEY)
        moved_there = console.invoke(app, ["knowledge", "move", "--to", url])
        assert moved_there.exit_code == 0, moved_there.output
        monkeypatch.setenv("ARCH_TEAM_QDRANT_URL", url)
        assert "a.md" in console.invoke(app, ["knowledge", "list"]).output
        found = console.invoke(app, ["knowledge", "search", "Wie viele Tage Ferien gibt es?"])
        assert "25 Tage Ferien" in found.output
        file.write_text("# Ferien\n\nEs gibt 30 Tage Ferien.", encoding="utf-8")
        assert "replaced" in console.invoke(app, ["knowledge", "add", str(file)]).output
        assert "removed" in console.invoke(app, ["knowledge", "remove", str(file)]).output
        assert "No documents" in console.invoke(app, ["knowledge", "list"]).output
        monkeypatch.setenv("ARCH_TEAM_QDRANT_API_KEY", "another")
        refused = console.invoke(app, ["knowledge", "list"])
        assert "refused the key" in str(refused.exception)
    assert {"PUT /points", "POST /points/query", "POST /points/scroll", "POST /points/delete"} <= set(calls)


def test_from_a_server_nothing_is_moved(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="already"):
        moved(Settings(home=tmp_path, qdrant_url=URL), "http://127.0.0.1:7000", tenant="a")


def test_before_the_file_is_outgrown_the_way_to_a_server_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    library: Library = Shelf().library()
    assert library.outgrown() is None
    monkeypatch.setattr(VectorStore, "count", lambda self: OUTGROWN_FROM)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    assert "knowledge move --to" in (library.outgrown() or "")
