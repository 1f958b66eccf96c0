"""A key opens its own tenant's things and nothing else, and within the tenant its own mandate's, on every endpoint that
the API describes, whichever database keeps the runs.

The walk goes over /openapi.json. A new endpoint is covered by itself; one with a parameter or a body that is not known
here fails until it is named.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from fastapi.testclient import TestClient

from arch_team.access.keys import KeyStore
from arch_team.access.opening import open_access_database
from arch_team.engine.schema import INTERCEPTIONS
from arch_team.engine.word_store import PersonWords, SqlWords
from arch_team.evidence.interceptions import Interception
from arch_team.server.app import create_app
from arch_team.settings import Settings
from tests.server.house import BANK, LOCALHOST, VAGUE, Json

METHODS = ("get", "post", "put", "patch", "delete")
OPEN = {("get", "/healthz"), ("get", "/readyz"), ("get", "/metrics")}
"""For everybody; the metrics only on the machine itself."""
SECRET = "Quittenmus"  # noqa: S105
"""A word that only B's documents, notes and reports hold."""
REPORT = "quince-report"
ALIKE = ("Die Anwendung exportiert Rechnungen als PDF.", "Die Anwendung exportiert Rechnungen als PDF .")


@dataclass
class World:
    client: TestClient
    a: str
    """A key of another tenant."""
    b: str
    """Whose things are tried to be reached: a key for one mandate of its tenant."""
    c: str
    """A key of the same tenant for another mandate."""
    whole: str
    """A key of the same tenant without a mandate."""
    own: dict[str, str] = field(default_factory=dict[str, str])
    """Ids of B's things, by the name of the path parameter that takes them."""

    def call(self, key: str | None, method: str, path: str, **more: Any) -> Any:
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return self.client.request(method, path, headers=headers, **more)

    def json(self, key: str, method: str, path: str, **more: Any) -> Any:
        answer = self.call(key, method, path, **more)
        assert answer.status_code < 300, (method, path, answer.text)
        return answer.json() if answer.content else None

    def operations(self) -> list[tuple[str, str, Json]]:
        paths = self.client.get("/openapi.json").json()["paths"]
        return [(method, path, told) for path, item in paths.items() for method, told in item.items()]

    def filled(self, path: str) -> str:
        """The path with B's ids in it. An unknown parameter fails here."""
        return path.format(**self.own)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[World]:
    settings = Settings(
        home=tmp_path_factory.mktemp("world"),
        demo_home=demo_home,
        runs_db=None if request.param == "sqlite" else request.getfixturevalue("postgres_server"),
    )
    database = open_access_database(settings)
    keys = KeyStore(database)
    a, b = keys.create("a", "admin")[1], keys.create("b", "admin", mandate="seeland")[1]
    c, whole = keys.create("b", "admin", mandate="alpenblick")[1], keys.create("b", "admin")[1]
    with TestClient(
        create_app(settings), "http://localhost", raise_server_exceptions=False, client=LOCALHOST
    ) as client:
        world = World(client, a, b, c, whole)
        seed(world, settings, database)
        yield world
    database.dispose()


def seed(world: World, settings: Settings, database: sa.Engine) -> None:
    """One of each thing for B: a finished run, an open question, an interception, a document, a decision, a report."""
    done = world.json(world.b, "POST", "/api/runs", json={"question": BANK})
    world.call(world.b, "GET", f"/api/runs/{done['id']}/events")
    waiting = world.json(world.b, "POST", "/api/runs", json={"question": VAGUE})
    until_asked(world, waiting["id"])
    held = Interception(
        id="i-of-b", time=datetime.now(UTC), run_id=done["id"], seat="Validator", reason_code="X", message=SECRET
    )
    with database.begin() as connection:
        connection.execute(
            INTERCEPTIONS.insert().values(
                id=held.id, tenant="b", run_id=held.run_id, status="open", time=held.time, body=held.to_json()
            )
        )
    text = f"# {SECRET}\n\nDas Rezept für {SECRET} wird zwölf Jahre aufbewahrt.".encode()
    world.json(world.b, "POST", "/api/knowledge/documents", files={"file": (f"{SECRET}.md", text)})
    (document,) = world.json(world.b, "GET", "/api/knowledge/documents")
    kept = {"requirements": [{"id": "R1", "text": f"Die Anwendung hält das Rezept für {SECRET} zwölf Jahre."}]}
    world.json(world.b, "POST", "/api/knowledge/documents/requirements", json=kept)
    search = {"question": f"Wie lange wird {SECRET} aufbewahrt?", "ask_decision": True}
    decision = world.json(world.b, "POST", "/api/knowledge/search", json=search)["decision"]
    report = settings.home / "tenants" / "b" / "benchmark" / REPORT
    report.mkdir(parents=True)
    for name, content in {"report.json": json.dumps({"x": SECRET}), "report.md": SECRET, "c.svg": SECRET}.items():
        (report / name).write_text(content)
    pair = {"one": ALIKE[0], "other": ALIKE[1]}
    world.json(world.b, "POST", "/api/requirements/duplicates/rejected", json=pair)
    (question,) = world.json(world.b, "GET", "/api/clarifications")["items"]
    table = f"name,amount\n{SECRET},1.50\nQuark,2.50\n".encode()
    file = world.json(world.b, "POST", "/api/data/files", files={"file": (f"{SECRET}.csv", table)})
    words = SqlWords(database)
    PersonWords(lambda: words, "b").learn("books", "de", "Rezept", SECRET, question=SECRET, run_id=done["id"])
    pin = world.json(world.b, "POST", "/api/pins", json={"runId": done["id"]})
    world.json(world.b, "POST", f"/api/runs/{done['id']}/feedback", json={"verdict": "wrong", "note": SECRET})
    world.own = {
        "run_id": done["id"],
        "clarification_id": question["id"],
        "interception_id": held.id,
        "decision_id": decision["id"],
        "document_id": document["id"],
        "name": REPORT,
        "chart": "c",
        "number": "1",
        "evidence_id": "e1",
        "model": "arch-team",
        "table_name": SECRET,
        "file_id": file["id"],
        "pin_id": pin["id"],
        "word_id": words.list("b")[0].id,
    }


def until_asked(world: World, run_id: str) -> None:
    with world.client.stream(
        "GET", f"/api/runs/{run_id}/events", headers={"Authorization": f"Bearer {world.b}"}
    ) as events:
        for line in events.iter_lines():
            if line == "event: asked":
                return
    raise AssertionError("the team did not ask")


BODIES: dict[str, Json] = {
    "/api/runs": {"json": {"question": "Hallo"}},
    "/api/runs/{run_id}/cancel": {},
    "/api/runs/{run_id}/feedback": {"json": {"verdict": "right"}},
    "/api/pins": {"json": {"runId": "{run_id}"}},
    "/api/pins/{pin_id}/run": {},
    "/api/data/source": {"json": {"source": "configured"}},
    "/api/data/files": {"files": {"file": ("own.csv", b"a,b\nx,1\ny,2\n")}},
    "/api/data/connection": {"json": {"url": "postgresql://u:p@h/x"}},
    "/api/clarifications/{clarification_id}/answer": {"json": {"answer": "Bank"}},
    "/api/words/{word_id}/decision": {"json": {"status": "approved"}},
    "/api/interceptions/{interception_id}/review": {"json": {"status": "confirmed", "note": "x"}},
    "/api/v2/evaluate/single": {"json": {"text": "Die App muss schnell sein."}},
    "/api/v1/validate/batch": {"json": {"items": ["Die App muss schnell sein."]}},
    "/api/v1/validate/suggest": {"json": {"items": ["Die App muss schnell sein."]}},
    "/api/v1/validate/conflicts": {"json": {"requirements": [*ALIKE]}},
    "/api/kg/search/nodes": {"json": {"query": f"Rezept für {SECRET}"}},
    "/api/requirements/upload": {"files": {"file": ("r.txt", b"Die App muss schnell sein.")}},
    "/api/requirements/findings/rejected": {"json": {"rule": "vague-quality", "words": "schnell", "reason": "gewollt"}},
    "/api/requirements/rewrites/decided": {"json": {"text": "Die App muss schnell sein.", "reason": "bleibt so"}},
    "/api/requirements/duplicates": {"json": {"requirements": [{"id": "1", "text": ALIKE[0]}]}},
    "/api/requirements/duplicates/rejected": {"json": {"one": "Eins ist so.", "other": "Zwei ist so."}},
    "/api/knowledge/search": {"json": {"question": "Wie lange wird das Rezept aufbewahrt?", "debug": True}},
    "/api/knowledge/score": {"json": {"data": {"query": "x", "results": [{"id": "1", "title": "x", "snippet": "y"}]}}},
    "/api/knowledge/documents": {"files": {"file": ("own.md", b"# Eigenes\n\nNur ein Satz.")}},
    "/api/knowledge/documents/requirements": {"json": {"requirements": [{"id": "R1", "text": ALIKE[0]}]}},
    "/api/knowledge/decisions/{decision_id}": {"json": {"action": "approve", "by": "a"}},
    "/api/knowledge/decisions/{decision_id}/revert": {"json": {"by": "a"}},
    "/api/knowledge/decisions/{decision_id}/coverage": {"json": {"states": {}}},
    "/v1/chat/completions": {"json": {"model": "arch-team", "messages": [{"role": "user", "content": "Hallo"}]}},
}  # fmt: skip
FOR_ALL = {"/v1/models/{model}"}
"""Paths with a parameter whose answer is the same for everybody."""
OF_THE_TENANT = "/api/benchmarks"
"""What is the tenant's as a whole: no key for a mandate sees it."""
STRANGERS = pytest.mark.parametrize("stranger", ["a", "c"])


def sent_to(world: World, method: str, path: str) -> Json:
    """What is sent there, with B's ids in it."""
    if method != "post" or path not in BODIES:
        return {}
    body = BODIES[path]
    return {"json": {"runId": world.own["run_id"]}} if path == "/api/pins" else body


def test_every_operation_is_known_here(world: World) -> None:
    operations = world.operations()
    assert len(operations) > 35
    lacking = [path for method, path, _ in operations if method == "post" and path not in BODIES]
    assert not lacking, f"say here what to send to {lacking}"
    for _, path, _ in operations:
        world.filled(path)
    assert {method for method, _, _ in operations} <= set(METHODS)


def test_nothing_without_a_key(world: World) -> None:
    for method, path, _ in world.operations():
        answer = world.call(None, method, world.filled(path), **BODIES.get(path, {}) if method == "post" else {})
        if (method, path) in OPEN:
            assert answer.status_code == 200, path
        else:
            assert answer.status_code == 401, (method, path, answer.text)
            assert answer.headers["www-authenticate"].startswith("Bearer")


def test_the_owner_gets_in(world: World) -> None:
    """What is refused to others is there, else the walk below would prove nothing."""
    for method, path, _ in world.operations():
        if method == "get" and "/events" not in path:
            key = world.whole if path.startswith(OF_THE_TENANT) else world.b
            answer = world.call(key, method, world.filled(path))
            assert answer.status_code in (200, 422), (path, answer.text)


def test_a_key_without_a_mandate_sees_the_runs_of_all_of_them(world: World) -> None:
    run = world.json(world.whole, "GET", f"/api/runs/{world.own['run_id']}")
    assert run["status"] == "done"
    assert world.own["run_id"] in {run["id"] for run in world.json(world.whole, "GET", "/api/runs")["items"]}
    found = world.json(world.whole, "GET", f"/api/clarifications/{world.own['clarification_id']}")
    assert found["status"] == "pending"


@STRANGERS
def test_nothing_of_another_tenant_or_mandate_on_any_endpoint(world: World, stranger: str) -> None:
    key = world.a if stranger == "a" else world.c
    before = state_of(world)
    secrets = {SECRET, *(own for name, own in world.own.items() if name.endswith("_id") and name != "evidence_id")}
    for method, path, told in world.operations():
        query = {"runId": world.own["run_id"], "search": SECRET, "status": "all"}
        known = {one["name"] for one in told.get("parameters", ()) if one["in"] == "query"}
        params = {name: value for name, value in query.items() if name in known and "runs" not in path}
        more = sent_to(world, method, path)
        answer = world.call(key, method, world.filled(path), params=params, **more)
        if "{" in path and path not in FOR_ALL:
            assert answer.status_code == 404, (method, path, answer.status_code, answer.text)
        else:
            assert answer.status_code < 500, (method, path, answer.text)
        if path == "/api/audit":  # what they tried is there, with the ids they tried
            assert {entry["keyId"] for entry in answer.json()["items"]} == {key.split("_")[1]}
            continue
        sent = f"{world.filled(path)} {params} {more}"
        assert not [one for one in secrets if one in answer.text and one not in sent], (method, path, answer.text)
    assert state_of(world) == before


@STRANGERS
def test_a_question_does_not_go_on_from_another_ones(world: World, stranger: str) -> None:
    key = world.a if stranger == "a" else world.c
    asked = {"question": "Und 2024?", "follows": world.own["run_id"]}
    assert world.call(key, "POST", "/api/runs", json=asked).status_code == 404


@STRANGERS
def test_searches_find_nothing_of_others(world: World, stranger: str) -> None:
    key = world.a if stranger == "a" else world.c
    found = world.json(key, "POST", "/api/knowledge/search", json={"question": f"Rezept für {SECRET}"})
    assert not [hit for hit in found["hits"] if SECRET in hit["passage"]["text"]]
    nodes = world.json(key, "POST", "/api/kg/search/nodes", json={"query": f"Rezept für {SECRET}"})["nodes"]
    assert not [node for node in nodes if SECRET in node["text"]]


@STRANGERS
def test_what_one_tenant_or_mandate_rejected_another_still_finds(world: World, stranger: str) -> None:
    key = world.a if stranger == "a" else world.c
    body = {"requirements": [{"id": str(n), "text": text} for n, text in enumerate(ALIKE)]}
    assert len(world.json(key, "POST", "/api/requirements/duplicates", json=body)["pairs"]) == 1
    assert world.json(world.b, "POST", "/api/requirements/duplicates", json=body)["pairs"] == []


def test_a_key_with_a_mandate_sees_its_rows_only(world: World) -> None:
    started = world.json(world.a, "POST", "/api/runs", json={"question": BANK, "source": "configured"})
    world.call(world.a, "GET", f"/api/runs/{started['id']}/events")
    own = world.json(world.a, "GET", f"/api/runs/{started['id']}")["answer"]
    other = world.json(world.b, "GET", f"/api/runs/{world.own['run_id']}")["answer"]
    assert "CHF 152'400.00" in own["text"]
    assert "CHF 152'400.00" not in other["text"]
    assert own["source"] != other["source"]


def test_the_same_idempotency_key_of_two_tenants_or_mandates_is_two_runs(world: World) -> None:
    headers = {"Idempotency-Key": "same"}
    runs = [
        world.client.post(
            "/api/runs", json={"question": "Hallo"}, headers={**headers, "Authorization": f"Bearer {key}"}
        ).json()["id"]
        for key in (world.a, world.b, world.c, world.b)
    ]
    assert len({*runs}) == 3
    assert runs[1] == runs[3]


@STRANGERS
def test_a_chat_with_the_same_words_does_not_reach_another_ones_question(world: World, stranger: str) -> None:
    key = world.a if stranger == "a" else world.c
    body: Json = {"model": "arch-team", "messages": [{"role": "user", "content": VAGUE}]}
    asked = world.json(world.b, "POST", "/v1/chat/completions", json=body)
    turns = [*body["messages"], asked["choices"][0]["message"], {"role": "user", "content": "Bank"}]
    reply = world.json(key, "POST", "/v1/chat/completions", json={**body, "messages": turns})
    assert reply["arch_team"]["runId"] != asked["arch_team"]["runId"]
    hinted = {**body, "arch_team": {"clarificationId": world.own["clarification_id"]}}
    assert world.call(key, "POST", "/v1/chat/completions", json=hinted).status_code == 404


@STRANGERS
def test_the_mcp_door_neither_answers_nor_shows_another_ones_question(world: World, stranger: str) -> None:
    key = world.a if stranger == "a" else world.c
    own = {"clarificationId": world.own["clarification_id"], "answer": "Bank"}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": own}}
    answer = world.client.post(
        "/mcp",
        json=call,
        headers={
            "Authorization": f"Bearer {key}",
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": "2025-06-18",
        },
    )
    assert world.own["run_id"] not in answer.text
    question = world.json(world.b, "GET", f"/api/clarifications/{world.own['clarification_id']}")
    assert question["status"] == "pending"


def test_scope_is_not_taken_from_a_body(world: World) -> None:
    for name in ("tenant", "mandate", "scope"):
        answer = world.call(world.a, "POST", "/api/runs", json={"question": BANK, name: "seeland"})
        assert answer.status_code == 422, answer.text


def state_of(world: World) -> Json:
    """What of B's must be as it was."""
    own = world.own
    return {
        "run": world.json(world.b, "GET", f"/api/runs/{own['run_id']}")["status"],
        "question": world.json(world.b, "GET", f"/api/clarifications/{own['clarification_id']}"),
        "interceptions": world.json(world.b, "GET", "/api/interceptions"),
        "documents": world.json(world.b, "GET", "/api/knowledge/documents"),
        "decision": world.json(world.b, "GET", f"/api/knowledge/decisions/{own['decision_id']}")["record"],
    }
