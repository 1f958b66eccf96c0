"""Learned words over HTTP: looked at by all of a tenant, decided by its admins, and nobody else's."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from arch_team.access.opening import open_access_database
from arch_team.engine.word_store import PersonWords, SqlWords
from tests.server.house import House, open_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, demo_home: Path) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("words"), demo_home) as house:
        database = open_access_database(house.settings)
        PersonWords(lambda: SqlWords(database), "one", "anna").learn("books", "de", "Kohle", "Bank", question="Kohle?")
        yield house
        database.dispose()


def test_an_admin_decides_what_holds_for_everybody(house: House) -> None:
    admin, user = house.key("one", "admin"), house.key("one")
    (word,) = house.get("/api/words", user).json()["items"]
    assert (word["word"], word["meaning"], word["status"]) == ("Kohle", "Bank", "proposed")
    assert house.get("/api/words", user).json()["mayDecide"] is False
    path = f"/api/words/{word['id']}"
    assert house.post(f"{path}/decision", {"status": "approved"}, user).status_code == 403
    assert house.call("DELETE", path, user).status_code == 403
    assert house.post(f"{path}/decision", {"status": "approved"}, admin).json()["status"] == "approved"
    assert house.get("/api/words/export", user).text == "books:\n  de:\n    Bank:\n    - Kohle\n"


def test_another_tenant_sees_and_decides_nothing(house: House) -> None:
    stranger = house.key("two", "admin")
    (word,) = house.get("/api/words", house.key("one")).json()["items"]
    assert house.get("/api/words", stranger).json()["items"] == []
    assert house.get("/api/words/export", stranger).text == "{}\n"
    decided = house.post(f"/api/words/{word['id']}/decision", {"status": "rejected"}, stranger)
    assert decided.status_code == 404
    assert house.call("DELETE", f"/api/words/{word['id']}", stranger).status_code == 404


def test_a_key_of_another_mandate_sees_nothing(house: House) -> None:
    """It was learned in no run of that mandate."""
    assert house.get("/api/words", house.key("one", "admin", mandate="seeland")).json()["items"] == []


def test_who_asks_is_told_by_the_key_alone(house: House) -> None:
    started = house.post("/api/runs", {"question": "Banksaldo Ende 2025?", "person": "somebody"}, house.key("one"))
    assert started.json()["request"]["person"] not in (None, "somebody")
