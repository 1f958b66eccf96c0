"""The configured model judges at every door: search results, passages of the knowledge skill, requirements."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from arch_team.agents.desk import Task
from arch_team.agents.knowledge_desk import KnowledgeDesk
from arch_team.server.knowledge_api import SCORE, SEARCH
from tests.model_server import ModelServer, serving
from tests.server.house import House, open_house

CANDIDATES = [
    {"id": "one", "title": "Weather", "snippet": "Rain in the north."},
    {"id": "two", "title": "Residency", "snippet": "Employee data stays in Germany."},
]
CONTEXT = {"question": "Which policies govern data residency?", "freshness_mode": "law_evergreen"}


def judged_by_place(body: dict[str, Any]) -> str:
    """Scores every candidate by its place, and finds every requirement good."""
    schema: dict[str, Any] = body["response_format"]["json_schema"]["schema"]
    if "items" in schema["properties"]:
        scores = [{"candidate_id": f"c{n}", "score": 99 - n, "reason": f"judged {n}"} for n in range(1, 21)]
        return json.dumps({"items": scores})
    known: list[str] = schema["$defs"]["SaidCriterion"]["properties"]["criterion"]["enum"]
    return json.dumps({"criteria": [{"criterion": name, "score": 0.9, "feedback": "good"} for name in known]})


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with serving(judged_by_place) as made:
        yield made


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory, demo_home: Path, model: ModelServer) -> Iterator[House]:
    given = {"model": "judge", "base_url": model.base_url}
    with open_house(tmp_path_factory.mktemp("judged"), demo_home, **given) as house:
        files = {"file": ("handbook.md", b"# Handbook\n\nVouchers are kept for ten years.\n", "text/markdown")}
        assert house.client.post("/api/knowledge/documents", files=files).status_code == 200
        yield house


@pytest.fixture(autouse=True)
def fresh(model: ModelServer) -> None:
    model.asked.clear()


def score(house: House, **more: Any) -> dict[str, Any]:
    answer = house.post(SCORE, {"data": {"query": "residency", "results": CANDIDATES}, "debug": True, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()["result"]


class TestKnowledge:
    def test_candidates_are_scored_by_the_model(self, judged: House, model: ModelServer) -> None:
        found = score(judged, context={"question": "first look"})
        assert {item["reason"] for item in found["ranked"]} == {"judged 1", "judged 2"}
        assert found["flags"]["debug"]["llm"]["fallback"] is None
        assert [(body["max_tokens"], body["temperature"]) for body in model.asked] == [(2000, 0.3)]

    def test_control_max_tokens_reaches_the_model(self, judged: House, model: ModelServer) -> None:
        score(judged, context={"question": "second look"}, control={"max_tokens": 77})
        asked = judged.post(SEARCH, {"question": "How long are vouchers kept?", "control": {"max_tokens": 88}})
        assert asked.json()["hits"][0]["reason"] == "judged 1"
        assert [body["max_tokens"] for body in model.asked] == [77, 88]

    @pytest.mark.parametrize("as_text", [False, True], ids=["object", "JSON text"])
    def test_a_scoring_context_may_come_in_meta(self, judged: House, model: ModelServer, *, as_text: bool) -> None:
        context = {**CONTEXT, "purpose": f"purpose {as_text}"}
        score(judged, meta={"scoring_context": json.dumps(context) if as_text else context})
        (body,) = model.asked
        assert f"purpose {as_text}" in body["messages"][0]["content"]
        found = judged.post(SEARCH, {"meta": {"scoring_context": {**CONTEXT, "question": "vouchers kept"}}})
        assert found.json()["hits"]

    @pytest.mark.parametrize("path", [SEARCH, SCORE])
    def test_what_is_wrong_with_it_is_said(self, judged: House, path: str) -> None:
        data = {"data": {"query": "x", "results": CANDIDATES}} if path == SCORE else {}
        missing = judged.post(path, {"meta": {}, **data})
        assert missing.status_code == 422
        assert "meta.scoring_context is missing" in missing.text
        twice = judged.post(path, {"context": CONTEXT, "meta": {"scoring_context": CONTEXT}, **data})
        assert twice.status_code == 422
        assert "either context or meta" in twice.text

    def test_the_knowledge_skill_is_ranked_by_it_too(self, judged: House, model: ModelServer) -> None:
        desk = KnowledgeDesk(Task("How long are vouchers kept?", "en", judged.settings))
        (tool,) = desk.tools()
        asyncio.run(tool.run({"query": "For how long does one keep vouchers?"}))
        assert len(model.asked) == 1
        assert "Vouchers are kept for ten years." in model.asked[0]["messages"][0]["content"]


class TestRequirements:
    def test_its_verdict_stands_beside_the_rules(self, judged: House, model: ModelServer) -> None:
        body = {"text": "Die App muss schnell sein."}
        found = judged.post("/api/v2/evaluate/single", body).json()
        assert found["verdict"] == "fail"
        assert (found["model"]["model"], found["model"]["verdict"]) == ("judge", "pass")
        assert len(model.asked) == 1

    def test_without_a_model_the_rules_stand_alone(self, house: House) -> None:
        assert "model" not in house.post("/api/v2/evaluate/single", {"text": "Die App muss schnell sein."}).json()

    def test_a_model_that_hangs_leaves_the_rules_verdict_in_time(
        self, tmp_path: Path, demo_home: Path, model: ModelServer
    ) -> None:
        """In the time of a request: some of it is the model's, the rest is for the verdict to come back."""
        given = {"model": "judge", "base_url": model.base_url, "request_timeout": 8.0}
        ask = "/api/v2/evaluate/single", {"text": "Die App muss schnell sein."}
        with open_house(tmp_path, demo_home, **given) as house:
            ready = (house.post(*ask).status_code == 200 for _ in range(20))
            assert any(ready)  # the process that reviews has started, however busy the machine is
            model.asked.clear()
            model.hold = Event()
            try:
                answer = house.post(*ask)
            finally:
                model.hold.set()
                model.hold = None
            assert answer.status_code == 200, answer.text
            assert "model" not in answer.json()
            assert len(model.asked) == 1
