"""Knowledge over HTTP: searching, ranking, deciding, one shape for errors, and no way to another tenant."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient

from arch_team.errors import SourceUnavailable
from arch_team.search.decision_store import MemoryDecisionStore
from arch_team.search.knowledge import Knowledge
from arch_team.server.errors import install_errors
from arch_team.server.knowledge_api import knowledge_router
from arch_team.vectors.embedding import default_embedder
from arch_team.vectors.store import VectorStore
from tests.search.files import write_library
from tests.search.holding import Shelf, written

Json = dict[str, Any]


def tenant_of(request: Request) -> str:
    """As a server would from the credentials; the tests name it in a header."""
    return request.headers.get("x-test-tenant", "a")


def client_of(knowledge: Knowledge) -> TestClient:
    app = FastAPI()
    install_errors(app)
    app.include_router(knowledge_router(lambda request: (knowledge, tenant_of(request))))
    return TestClient(app, raise_server_exceptions=False)


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    shelf = Shelf()
    folder = tmp_path_factory.mktemp("docs")
    shelf.library("a").add([write_library(folder / "a")])
    shelf.library("b").add([written(folder, "b/pay.md", "# Löhne\n\nDie Direktion verdient 250000.")], sensitive=True)
    return shelf


@pytest.fixture
def client(shelf: Shelf) -> Iterator[TestClient]:
    with client_of(shelf.knowledge()) as client:
        yield client


def post(client: TestClient, path: str, body: Json, tenant: str = "a", status: int = 200) -> Json:
    response = client.post(path, json=body, headers={"x-test-tenant": tenant})
    assert response.status_code == status, response.text
    return response.json()


def get(client: TestClient, path: str, tenant: str = "a", status: int = 200) -> Any:
    response = client.get(path, headers={"x-test-tenant": tenant})
    assert response.status_code == status, response.text
    return response.json()


def test_nodes(client: TestClient) -> None:
    found = post(client, "/api/kg/search/nodes", {"query": "Wie lange werden Zugriffe aufbewahrt?", "limit": 2})
    assert len(found["nodes"]) == 2
    first = found["nodes"][0]
    assert first["title"] == "Handbuch › 3 Sicherheit › 3.3 Protokolle"
    assert first["date"] == "2024-05-01T00:00:00Z"
    assert (first["licence"], first["sensitive"]) == ("CC BY 4.0", False)


def test_search_with_reasons_and_debug(client: TestClient) -> None:
    body = {"question": "Wie lange werden Zugriffe aufbewahrt?", "language": "de", "debug": True, "top_k": 1}
    found = post(client, "/api/knowledge/search", body)
    assert found["hits"][0]["passage"]["text"] == "Zugriffe werden protokolliert und 90 Tage aufbewahrt."
    assert found["hits"][0]["reason"]
    assert [item["candidate_id"] for item in found["result"]["top_k"]] == [found["hits"][0]["passage"]["id"]]
    assert found["result"]["flags"]["debug"]["fusion"]["rankings"][0] == "hybrid"
    assert found["decision"] is None


def test_search_with_a_context_keeps_to_its_freshness(client: TestClient) -> None:
    context = {"question": "Zugriffe", "freshness_mode": "standard"}
    found = post(client, "/api/knowledge/search", {"context": context})
    assert found["hits"] == []
    assert found["result"]["flags"]["nothing_found"] is True


def test_candidates_are_ranked(client: TestClient) -> None:
    results = [
        {"id": "x", "title": "Gardening", "snippet": "Roses and tulips."},
        {"id": "y", "title": "Data residency policy", "snippet": "Employee data stays in Germany.",
         "detected_date": "2999-01-01T00:00:00Z"},
    ]  # fmt: skip
    body = {"data": {"query": "Which policy governs employee data residency?", "results": results, "k": 1}}
    found = post(client, "/api/knowledge/score", body)
    assert [item["candidate_id"] for item in found["result"]["top_k"]] == ["y"]


def test_documents_are_listed(client: TestClient) -> None:
    assert [document["title"] for document in get(client, "/api/knowledge/documents")] == [
        "Handbuch",
        "Retention policy",
    ]


@pytest.mark.parametrize(
    ("path", "body", "problem"),
    [
        (
            "search",
            {"context": {"question": "x", "min_diversity_buckets": 0}},
            "min_diversity_buckets must be at least 1",
        ),
        (
            "score",
            {"data": {"query": "x", "results": [{"id": "a", "detected_date": "2024-06-01T09:00:00"}]}},
            "timezone",
        ),
        ("search", {"question": "x", "top_k": 0}, "greater than or equal to 1"),
        ("search", {"question": "x", "tenant": "b"}, "Extra inputs"),
        ("search", {"question": " "}, "at least 1 character"),
    ],
)
def test_what_is_wrong_with_a_body_is_said(client: TestClient, path: str, body: Json, problem: str) -> None:
    error = post(client, f"/api/knowledge/{path}", body, status=422)["error"]
    assert error["code"] == "INVALID_BODY"
    assert problem in " ".join(detail["problem"] for detail in error["details"])


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/kg/search/nodes", {}),
        ("/api/kg/search/nodes", {"query": "x", "requirements": ["y"]}),
        ("/api/kg/search/nodes", {"requirements": ["y"]}),
        ("/api/knowledge/search", {}),
    ],
)
def test_a_body_that_asks_for_nothing_or_two_things(client: TestClient, path: str, body: Json) -> None:
    error = post(client, path, body, status=422)["error"]
    assert error["message"]
    assert error["nextStep"]


def decision(client: TestClient, tenant: str = "a", question: str = "Zugriffe") -> Json:
    return post(client, "/api/knowledge/search", {"question": question, "ask_decision": True}, tenant)["decision"]


def test_a_decision_from_asking_to_reverting(client: TestClient) -> None:
    opened = decision(client)
    path = f"/api/knowledge/decisions/{opened['id']}"
    assert opened["status"] == "pending"
    assert [each["id"] for each in get(client, "/api/knowledge/decisions?status=pending")] == [opened["id"]]
    edited = post(client, path, {"action": "edit", "by": "anna", "candidate_ids": opened["proposed"][:1]})
    assert edited["status"] == "edited"
    shown = get(client, path)
    assert [item["candidate_id"] for item in shown["result"]["top_k"]] == opened["proposed"][:1]
    assert shown["result"]["hitl"]["auto_approved"] is False
    conflict = post(client, path, {"action": "reject", "by": "ben"}, status=409)["error"]
    assert "edited by anna" in conflict["message"]
    assert post(client, f"{path}/revert", {"by": "ben", "note": "doch nicht"})["status"] == "pending"


def test_the_coverage_summary_counts_what_is_held(client: TestClient) -> None:
    opened = decision(client)
    path = f"/api/knowledge/decisions/{opened['id']}"
    accepted = opened["proposed"]
    post(client, path, {"action": "approve", "by": "anna"})
    summary = post(client, f"{path}/coverage", {"states": {accepted[0]: "failed"}})
    assert summary == {
        "ingested_count": len(accepted) - 1,
        "failed_count": 1,
        "pending_count": 0,
        "success_ratio": round((len(accepted) - 1) / len(accepted), 4),
    }
    assert post(client, f"{path}/coverage", {"states": {"zzz": "failed"}}, status=422)["error"]


def test_sensitive_sources_have_no_deadline(client: TestClient) -> None:
    opened = decision(client, tenant="b", question="Was verdient die Direktion?")
    assert opened["deadline"] is None
    assert opened["sensitive"] == opened["proposed"]


def test_nothing_found_is_nothing_to_decide(client: TestClient) -> None:
    assert decision(client, tenant="nobody") is None


def test_no_door_leads_to_another_tenant(client: TestClient) -> None:
    opened = decision(client, tenant="b", question="Was verdient die Direktion?")
    path = f"/api/knowledge/decisions/{opened['id']}"
    get(client, path, status=404)
    post(client, path, {"action": "approve", "by": "x"}, status=404)
    post(client, f"{path}/revert", {"by": "x"}, status=404)
    post(client, f"{path}/coverage", {}, status=404)
    assert opened["id"] not in [each["id"] for each in get(client, "/api/knowledge/decisions")]
    for asked in ({"query": "Was verdient die Direktion?", "limit": 50}, {"query": "250000", "limit": 50}):
        told = post(client, "/api/kg/search/nodes", asked)
        assert "250000" not in str(told["nodes"])
    results = [{"id": opened["proposed"][0], "snippet": "x"}]
    told = post(client, "/api/knowledge/score", {"data": {"query": "Direktion 250000", "results": results}})
    assert "verdient" not in str(told)
    assert "Löhne" not in str(get(client, "/api/knowledge/documents"))


def test_a_store_that_does_not_answer_is_flagged_and_never_an_exception(tmp_path: Path) -> None:
    def closed(tenant: str) -> VectorStore:
        raise SourceUnavailable("Qdrant does not answer.", "Start it.")

    knowledge = Knowledge(closed, default_embedder(), MemoryDecisionStore())
    with client_of(knowledge) as client:
        found = post(client, "/api/knowledge/search", {"question": "Zugriffe"})
        assert found["result"]["flags"]["rag_unavailable"] is True
        assert found["hits"] == []
        assert post(client, "/api/kg/search/nodes", {"query": "x"}) == {"nodes": [], "rag_unavailable": True}
        error = get(client, "/api/knowledge/documents", status=503)["error"]
        assert (error["code"], error["nextStep"]) == ("SOURCE_UNAVAILABLE", "Start it.")
