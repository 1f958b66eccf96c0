"""Questions that go on from a run: its conversation goes along, and nobody else's."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.house import House, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("threads"), demo_home) as house:
        yield house


def test_a_run_goes_on_from_another(house: House) -> None:
    key = house.key("one")
    first = house.run("Wie hoch war der Umsatz 2025?", key)
    second = house.run("und 2024?", key, follows=first["id"])
    assert "2'863'710.29" in second["answer"]["text"]
    assert second["answer"]["understoodAs"] == "Wie hoch war der Umsatz 2024"
    third = house.run("pro Quartal", key, follows=second["id"])
    assert third["request"]["earlier"] == ["Wie hoch war der Umsatz 2025", "und 2024"]
    assert "nach Quartalen" in third["answer"]["text"]


def test_a_run_of_somebody_else_cannot_be_gone_on_from(house: House) -> None:
    first = house.run("Wie hoch war der Umsatz 2025?", house.key("one"))
    assert (
        house.post("/api/runs", {"question": "und 2024?", "follows": first["id"]}, house.key("two")).status_code == 404
    )
