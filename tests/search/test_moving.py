"""What is held on this machine goes to a Qdrant server as it is."""

from pathlib import Path

import pytest
from qdrant_client import QdrantClient

from arch_team.errors import UsageError
from arch_team.search.knowledge import open_knowledge
from arch_team.search.library import OUTGROWN_FROM, Library
from arch_team.search.moving import moved
from arch_team.settings import Settings
from arch_team.vectors import store as stores
from arch_team.vectors.server import Server
from arch_team.vectors.store import VectorStore
from tests.search.holding import Shelf, written

pytestmark = pytest.mark.filterwarnings("ignore:Payload indexes have no effect in the local Qdrant")
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


def test_from_a_server_nothing_is_moved(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="already"):
        moved(Settings(home=tmp_path, qdrant_url=URL), "http://127.0.0.1:7000", tenant="a")


def test_before_the_file_is_outgrown_the_way_to_a_server_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    library: Library = Shelf().library()
    assert library.outgrown() is None
    monkeypatch.setattr(VectorStore, "count", lambda self: OUTGROWN_FROM)  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]
    assert "knowledge move --to" in (library.outgrown() or "")
