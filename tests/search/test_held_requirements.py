"""Requirements are held in Qdrant beside documents, and the knowledge search ranks them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arch_team.console.app import app
from tests.server.house import open_house

LISTED = """# Login
- L1: The system shall lock a user account for 15 minutes after five failed login attempts.
- L2: The system shall export invoices as PDF.
- L3: The elevator shall open its doors at the nearest floor when the power fails.
"""


def test_a_review_may_hold_its_requirements_and_the_search_ranks_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path))
    (tmp_path / "spec.md").write_text(LISTED, "utf-8")
    for _ in range(2):
        kept = CliRunner().invoke(
            app, ["requirements", "review", "spec.md", "--keep", "--no-model", "--format", "json"]
        )
        assert kept.exit_code == 0, kept.output
    asked = "doors of the lift at a power failure"
    found = CliRunner().invoke(app, ["knowledge", "search", asked, "-c", "requirements", "--json"])
    hits = json.loads(found.stdout)["hits"]
    assert "elevator" in hits[0]["passage"]["text"]
    assert len({hit["passage"]["id"] for hit in hits}) == len(hits) <= 3


def test_over_http_a_held_requirement_is_replaced_under_its_id(tmp_path: Path) -> None:
    with open_house(tmp_path, tmp_path) as house:
        path = "/api/knowledge/documents/requirements"
        first = house.post(path, {"requirements": [{"id": "R1", "text": "The log shall be kept for 7 years."}]})
        again = house.post(path, {"requirements": [{"id": "R1", "text": "The log shall be kept for 10 years."}]})
        assert [first.json()[0]["status"], again.json()[0]["status"]] == ["added", "replaced"]
        answer = house.post("/api/knowledge/search", {"question": "How long is the log kept?"}).json()
        assert [hit["passage"]["text"] for hit in answer["hits"]] == ["The log shall be kept for 10 years."]
