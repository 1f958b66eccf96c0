"""Passages to choose from, through every door of the server."""

from collections.abc import Iterator
from pathlib import Path

import openai
import pytest

from arch_team.engine.tenants import settings_for
from arch_team.runs.records import Scope
from arch_team.settings import LOCAL, Settings
from tests.search.near import CHOSEN, NONE, QUESTION, WHOLE, hold_near
from tests.server.house import House, listening, open_house
from tests.server.test_mcp_door import MODES, Mode, Person, called, structure
from tests.server.test_openai_door import asked, ours, said

FIRST = "Wer später kommt, benutzt den Eingang an der Seite"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("choices")
    settings = settings_for(Settings(home=folder / "home", model=None), Scope(tenant=LOCAL))
    hold_near(settings, folder)
    return folder / "home"


@pytest.fixture(scope="module")
def held(home: Path, demo_home: Path) -> Iterator[House]:
    with open_house(home, demo_home) as opened:
        yield opened


@pytest.fixture(scope="module")
def address(home: Path, demo_home: Path) -> Iterator[str]:
    with listening(Settings(home=home, demo_home=demo_home)) as url:
        yield url


@pytest.mark.parametrize("answer", ["1", FIRST, NONE])
def test_over_http(held: House, answer: str) -> None:
    run = held.post("/api/runs", {"question": QUESTION, "skill": "knowledge"}).json()["id"]
    (question,) = held.waits_with(run)
    assert question["suggestedAnswers"][0].startswith(FIRST)
    assert question["suggestedAnswers"][0].endswith(" … (Hausordnung › Empfang)")
    assert question["suggestedAnswers"][-1] == NONE
    held.post(f"/api/clarifications/{question['id']}/answer", {"answer": answer})
    held.get(f"/api/runs/{run}/events")
    told = held.get(f"/api/runs/{run}").json()["answer"]
    if answer == NONE:
        assert (told["status"], told["text"]) == ("refused", "")
        assert "«Hausordnung»" in told["reason"]
    else:
        assert told["status"] == "approved"
        assert WHOLE in told["text"]
        assert CHOSEN in told["text"]


def test_in_a_chat(address: str) -> None:
    with openai.OpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0, timeout=60) as client:
        first = asked(client, QUESTION, model="arch-team/knowledge")
        assert f"\n1) {FIRST}" in said(first)
        assert f") {NONE}" in said(first)
        second = asked(client, QUESTION, said(first), "1", model="arch-team/knowledge")
        assert ours(second)["runId"] == ours(first)["runId"]
        assert WHOLE in said(second)
        assert CHOSEN in said(second)


@pytest.mark.parametrize("mode", MODES)
def test_as_a_tool(address: str, mode: Mode) -> None:
    person = Person("1")
    result = called(f"{address}/mcp", "", "ask", {"question": QUESTION, "skill": "knowledge"}, mode, person)
    assert f"1) {FIRST}" in person.asked[0]
    assert structure(result)["status"] == "approved"
    assert CHOSEN in structure(result)["text"]
