"""Every endpoint that the API describes, and the doors beside it, called with the ids of somebody else's things."""

from collections.abc import Iterator
from typing import Any

import httpx

SECRET = "Quittenmus"  # noqa: S105
"""A word that only the victim's things hold."""
VAGUE = "Wie hoch ist der Saldo?"
UNKNOWN = "Wie viel Kohle haben wir Ende 2025?"
FREE = {"/healthz", "/readyz", "/metrics", "/v1/models", "/v1/models/{model}"}
"""The same for everybody."""
_BODIES: dict[str, dict[str, Any]] = {
    "/api/runs/{run_id}/feedback": {"json": {"verdict": "right"}},
    "/api/clarifications/{clarification_id}/answer": {"json": {"answer": "Bank"}},
    "/api/words/{word_id}/decision": {"json": {"status": "rejected"}},
    "/api/interceptions/{interception_id}/review": {"json": {"status": "confirmed"}},
    "/api/knowledge/decisions/{decision_id}": {"json": {"action": "approve", "by": "x"}},
    "/api/knowledge/decisions/{decision_id}/revert": {"json": {"by": "x"}},
    "/api/knowledge/decisions/{decision_id}/coverage": {"json": {"states": {}}},
    "/api/kg/search/nodes": {"json": {"query": SECRET}},
    "/api/knowledge/search": {"json": {"question": f"Wie lange wird {SECRET} aufbewahrt?"}},
}


class Victim:
    """Somebody with one of each thing."""

    def __init__(self, client: httpx.Client, question: str) -> None:
        self.client = client
        done = client.post("/api/runs", json={"question": question}).json()["id"]
        client.get(f"/api/runs/{done}/events")
        word = self._taught()
        asked = self._asked(VAGUE)
        text = f"# {SECRET}\n\nDas Rezept für {SECRET} wird zwölf Jahre aufbewahrt.".encode()
        client.post("/api/knowledge/documents", files={"file": (f"{SECRET}.md", text)})
        document = client.get("/api/knowledge/documents").json()[0]["id"]
        search = {"question": f"Wie lange wird {SECRET} aufbewahrt?", "ask_decision": True}
        decision = client.post("/api/knowledge/search", json=search).json()["decision"]["id"]
        pin = client.post("/api/pins", json={"runId": done}).json()["id"]
        table = f"name,amount\n{SECRET},1.50\nQuark,2.50\n".encode()
        file = client.post("/api/data/files", files={"file": (f"{SECRET}.csv", table)}).json()["id"]
        self.own = {
            "run_id": done,
            "clarification_id": asked["id"],
            "document_id": document,
            "decision_id": decision,
            "pin_id": pin,
            "word_id": word,
            "file_id": file,
            "interception_id": f"{done}-i1",
            "evidence_id": "e1",
            "number": "1",
            "name": "report",
            "chart": "c",
            "model": "arch-team",
            "table_name": SECRET,
        }
        self._before = self._seen()

    def _asked(self, question: str) -> dict[str, Any]:
        """The question that comes back to one that leaves something open."""
        run = self.client.post("/api/runs", json={"question": question}).json()["id"]
        with self.client.stream("GET", f"/api/runs/{run}/events") as events:
            next((line for line in events.iter_lines() if line == "event: asked"), None)
        (asked,) = self.client.get(f"/api/clarifications?runId={run}").json()["items"]
        return asked

    def _taught(self) -> str:
        """The id of a word that was explained."""
        asked = self._asked(UNKNOWN)
        self.client.post(f"/api/clarifications/{asked['id']}/answer", json={"answer": "Bank"})
        self.client.get(f"/api/runs/{asked['runId']}/events")
        return str(self.client.get("/api/words").json()["items"][0]["id"])

    def _seen(self) -> list[object]:
        own, get = self.own, self.client.get
        return [
            get(f"/api/runs/{own['run_id']}").json().get("status"),
            get(f"/api/clarifications/{own['clarification_id']}").json(),
            get("/api/knowledge/documents").json(),
            get(f"/api/knowledge/decisions/{own['decision_id']}").json()["record"],
            [pin["id"] for pin in get("/api/pins").json()["items"]],
            get("/api/words").json(),
        ]

    def is_whole(self) -> bool:
        return self._seen() == self._before


def walk(stranger: httpx.Client, victim: Victim, *, is_anybody: bool) -> Iterator[tuple[bool, str]]:
    """Whether each call told and changed nothing, with what it was."""
    secrets = [SECRET, *(victim.own[name] for name in ("run_id", "clarification_id", "document_id", "decision_id"))]
    for path, item in stranger.get("/openapi.json").json()["paths"].items():
        for method in item:
            if path in FREE:
                continue
            more = _BODIES.get(path, {}) if method == "post" else {}
            answer = stranger.request(method, path.format(**victim.own), **more)
            told = f"{method} {path}: {answer.status_code}"
            if is_anybody:
                yield answer.status_code == 401, told
                continue
            sent = f"{path.format(**victim.own)} {more}"
            leaked = [one for one in secrets if one in answer.text and one not in sent and path != "/api/audit"]
            refused = answer.status_code in (404, 422) if "{" in path else answer.status_code < 500
            yield refused and not leaked, f"{told} {leaked}"
    yield from _doors(stranger, victim, secrets)


def _doors(stranger: httpx.Client, victim: Victim, secrets: list[str]) -> Iterator[tuple[bool, str]]:
    asked = victim.own["clarification_id"]
    follows = stranger.post("/api/runs", json={"question": "Und 2024?", "follows": victim.own["run_id"]})
    yield follows.status_code in (401, 404), f"a question that goes on from its run: {follows.status_code}"
    chat = {
        "model": "arch-team",
        "messages": [{"role": "user", "content": "Bank"}],
        "arch_team": {"clarificationId": asked},
    }
    answer = stranger.post("/v1/chat/completions", json=chat)
    yield answer.status_code in (401, 404), f"chat with its question: {answer.status_code}"
    for arguments in ({"clarificationId": asked, "answer": "Bank"}, {"clarificationId": asked}):
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask", "arguments": arguments}}
        headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
        answer = stranger.post("/mcp", json=call, headers=headers)
        yield not any(one in answer.text for one in secrets if one != asked), "MCP with its question"
    for number in range(20):
        key = f"at_{number:012x}_" + "a" * 43
        status = stranger.get("/api/me", headers={"Authorization": f"Bearer {key}"}).status_code
        yield status in (401, 429), f"a made-up key: {status}"
