"""Qdrant's HTTP contract on a loopback port: bodies are held to the published models, the engine is Qdrant's own.

No registry has the server itself, so what is tried is everything between this package and a server: the client, the
addresses, the bodies and the answers.
"""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from qdrant_client import QdrantClient
from qdrant_client.http import models

KEY = "secret"
Answer = Callable[[QdrantClient, str, Any], Any]


def _points(found: Any) -> list[dict[str, Any]]:
    return [json.loads(cast("BaseModel", point).model_dump_json(exclude_none=True)) for point in found]


def _scroll(client: QdrantClient, name: str, body: models.ScrollRequest) -> dict[str, Any]:
    found, following = client.scroll(
        name,
        scroll_filter=body.filter,
        limit=body.limit or 10,
        offset=body.offset,
        with_payload=body.with_payload or False,
        with_vectors=body.with_vector or False,
    )
    return {"points": _points(found), "next_page_offset": following}


def _query(client: QdrantClient, name: str, body: models.QueryRequest) -> dict[str, Any]:
    answer = client.query_points(
        name,
        query=cast("Any", body.query.nearest if isinstance(body.query, models.NearestQuery) else body.query),
        using=body.using,
        query_filter=body.filter,
        search_params=body.params,
        limit=body.limit or 10,
        score_threshold=body.score_threshold,
        with_payload=True,
    )
    return {"points": _points(answer.points)}


def _made(client: QdrantClient, name: str, body: models.CreateCollection) -> bool:
    return client.create_collection(
        name,
        vectors_config=body.vectors,
        sparse_vectors_config=body.sparse_vectors,
        metadata=cast("Any", body).metadata,
    )


def _upserted(client: QdrantClient, name: str, body: models.PointsList) -> dict[str, Any]:
    client.upsert(name, body.points)
    return {"operation_id": 1, "status": "completed"}


def _deleted(client: QdrantClient, name: str, body: models.FilterSelector) -> dict[str, Any]:
    client.delete(name, body)
    return {"operation_id": 1, "status": "completed"}


def _info(client: QdrantClient, name: str, _body: None) -> dict[str, Any]:
    return json.loads(client.get_collection(name).model_dump_json(exclude_none=True))


ROUTES: list[tuple[str, str, type[BaseModel] | None, Answer]] = [
    ("GET", "/exists", None, lambda client, name, _: {"exists": client.collection_exists(name)}),
    ("GET", "", None, _info),
    ("PUT", "", models.CreateCollection, _made),
    (
        "PUT",
        "/index",
        models.CreateFieldIndex,
        lambda _client, _name, _body: {"operation_id": 1, "status": "completed"},
    ),
    ("PUT", "/points", models.PointsList, _upserted),
    (
        "POST",
        "/points",
        models.PointRequest,
        lambda client, name, body: _points(
            client.retrieve(name, body.ids, with_payload=True, with_vectors=body.with_vector or False)
        ),
    ),
    ("POST", "/points/scroll", models.ScrollRequest, _scroll),
    ("POST", "/points/query", models.QueryRequest, _query),
    (
        "POST",
        "/points/count",
        models.CountRequest,
        lambda client, name, body: {"count": client.count(name, body.filter, exact=True).count},
    ),
    ("POST", "/points/delete", models.FilterSelector, _deleted),
]


@contextmanager
def qdrant_server() -> Iterator[tuple[str, list[str]]]:
    """The address, and the calls that came in."""
    client, calls, lock = QdrantClient(location=":memory:"), list[str](), threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            given = self.rfile.read(length)
            found = re.fullmatch(r"/collections/([\w-]+)((?:/\w+)*)(?:\?.*)?", self.path)
            route = next((r for r in ROUTES if found and r[0] == self.command and r[1] == found[2]), None)
            calls.append(f"{self.command} {found[2] if found else self.path}")
            if self.headers.get("api-key") != KEY:
                self._send(403, {"status": {"error": "forbidden"}})
            elif route is None or found is None:
                self._send(404, {"status": {"error": "no such address"}})
            else:
                self._call(route, found[1], given)

        def _call(self, route: tuple[str, str, type[BaseModel] | None, Answer], name: str, given: bytes) -> None:
            try:
                body = route[2].model_validate_json(given) if route[2] else None
            except ValidationError as error:
                self._send(422, {"status": {"error": str(error)}})
                return
            with lock:
                self._send(200, {"result": route[3](client, name, body), "status": "ok", "time": 0.0})

        def _send(self, status: int, content: dict[str, Any]) -> None:
            told = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        do_GET = do_PUT = do_POST = _answer

        def log_message(self, format: str, *args: object) -> None:
            """Nothing on the screen."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", calls
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        client.close()
