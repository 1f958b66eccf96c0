"""Where the store cannot be reached, the error names the place and what to do."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from arch_team.errors import SourceUnavailable
from arch_team.settings import Settings
from arch_team.vectors.points import Point
from arch_team.vectors.sparse import SparseEncoder
from arch_team.vectors.store import VectorStore
from tests.vectors.handmade import AXES

OTHER = """
import sys
from pathlib import Path
from arch_team.settings import Settings
from arch_team.vectors.points import Point
from arch_team.vectors.store import VectorStore
from tests.vectors.handmade import AXES

with VectorStore.open("texts", tenant="one", embedder=AXES, settings=Settings(home=Path(sys.argv[1]))) as store:
    store.delete(ids=["a"])
    store.upsert([Point("b", AXES.one("north"))])
"""


class Refusing(BaseHTTPRequestHandler):
    """A server that refuses the key `wrong`, and breaks at any other."""

    def do_GET(self) -> None:
        self.send_response(401 if self.headers.get("api-key") == "wrong" else 500)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def refusing() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Refusing) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def opened(settings: Settings) -> VectorStore:
    return VectorStore.open("texts", tenant="one", embedder=AXES, settings=settings)


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), Refusing) as unused:
        free = unused.server_port
    with pytest.raises(SourceUnavailable, match=f"127.0.0.1:{free} does not answer") as error:
        opened(Settings(home=tmp_path, qdrant_url=f"http://127.0.0.1:{free}"))
    assert "ARCH_TEAM_QDRANT_URL" in error.value.next_step


def test_an_address_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailable, match="`not an address`"):
        opened(Settings(home=tmp_path, qdrant_url="not an address"))


@pytest.mark.filterwarnings("ignore:Api key is used with an insecure connection")
def test_a_refused_key_and_a_broken_server_are_told_apart(refusing: str, tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailable, match="refused the key") as error:
        opened(Settings(home=tmp_path, qdrant_url=refusing, qdrant_api_key="wrong"))
    assert "ARCH_TEAM_QDRANT_API_KEY" in error.value.next_step
    with pytest.raises(SourceUnavailable, match="status 500"):
        opened(Settings(home=tmp_path, qdrant_url=refusing, qdrant_api_key="right"))


def test_two_processes_share_a_file_and_see_what_the_other_wrote(tmp_path: Path) -> None:
    point = Point("a", AXES.one("north"), {"text": "north"}, SparseEncoder().encode("north"))
    with opened(Settings(home=tmp_path)) as mine:
        mine.upsert([point])
        assert mine.search_dense(AXES.one("north"), 9)[0].id == "a"
        subprocess.run([sys.executable, "-c", OTHER, str(tmp_path)], check=True, cwd=Path(__file__).parents[2])
        assert [hit.id for hit in mine.search_dense(AXES.one("north"), 9)] == ["b"]
        assert mine.search_sparse(SparseEncoder().encode_query("north"), 9) == []
        assert mine.count() == 1


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(SourceUnavailable, match="could not be opened") as error:
        opened(Settings(home=tmp_path / "file"))
    assert "ARCH_TEAM_HOME" in error.value.next_step
