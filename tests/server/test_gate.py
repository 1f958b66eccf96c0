"""Who gets in, what they may do, what every answer carries, and what is written down."""

import logging
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from arch_team.access.keys import KeyStore
from arch_team.access.opening import open_access_database
from arch_team.console.app import app as commands
from arch_team.errors import UsageError
from arch_team.server.app import create_app
from arch_team.server.headers import HEADERS
from arch_team.settings import Settings
from tests.server.house import BANK, House, open_house

PATHS = ("/", "/healthz", "/nope", "/api/me", "/api/nope", "/v1/models", "/mcp", "/openapi.json")


def error_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


class TestWithoutKeys:
    def test_this_machine_is_in(self, house: House) -> None:
        me = house.get("/api/me").json()
        assert (me["tenant"], me["role"], me["model"]["name"]) == ("local", "admin", "embedded")
        assert {"data", "requirements", "knowledge"} <= {skill["name"] for skill in me["skills"]}

    @pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "[::1", "", "192.168.0.7"])
    def test_a_name_that_is_not_this_machines_is_out(self, house: House, host: str) -> None:
        """A page elsewhere that lets its own name point here sends that name."""
        assert house.get("/api/me", headers={"Host": host}).status_code == 401

    def test_another_machine_is_out(self, house: House) -> None:
        elsewhere = TestClient(house.client.app, "http://localhost", client=("192.168.0.9", 1))
        assert elsewhere.get("/api/me").status_code == 401
        assert elsewhere.get("/metrics").status_code == 401
        assert elsewhere.get("/healthz").status_code == 200

    @pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://localhost:9", "localhost"])
    def test_a_page_of_others_may_not_call(self, house: House, origin: str) -> None:
        answer = house.post("/api/runs", {"question": BANK}, headers={"Origin": origin})
        assert error_of(answer) == (403, "FORBIDDEN")
        assert "access-control-allow-origin" not in answer.headers

    def test_the_own_page_may(self, house: House) -> None:
        assert house.get("/api/me", headers={"Origin": "http://localhost"}).status_code == 200


class TestWithKeys:
    def test_only_a_valid_key_gets_in(self, locked: House) -> None:
        key = locked.key("acme")
        assert locked.get("/api/me", key).json()["tenant"] == "acme"
        for wrong in (None, "x", key[:-1], key.replace("at_", "at-")):
            answer = locked.get("/api/me", wrong)
            assert error_of(answer) == (401, "UNAUTHORIZED")
            assert answer.headers["www-authenticate"] == 'Bearer realm="arch-team"'
        assert locked.get("/api/me", headers={"Authorization": f"Basic {key}"}).status_code == 401

    def test_a_reader_reads(self, locked: House) -> None:
        reader = locked.key("acme", "reader")
        assert locked.get("/api/runs", reader).status_code == 200
        for method, path in (
            ("POST", "/api/runs"),
            ("POST", "/api/clarifications/x/answer"),
            ("DELETE", "/api/runs/x"),
        ):
            assert error_of(locked.call(method, path, reader, json={})) == (403, "FORBIDDEN")

    def test_only_an_admin_deletes_and_reads_the_audit(self, locked: House) -> None:
        user, admin = locked.key("acme", "user"), locked.key("acme", "admin")
        run = locked.run("Hallo", user)
        assert locked.get("/api/audit", user).status_code == 403
        assert locked.call("DELETE", f"/api/runs/{run['id']}", user).status_code == 403
        assert locked.call("DELETE", f"/api/runs/{run['id']}", admin).status_code == 204
        assert locked.get(f"/api/runs/{run['id']}", admin).status_code == 404
        assert locked.get("/metrics", user, headers={"Host": "team.example"}).status_code == 403
        assert locked.get("/metrics", admin, headers={"Host": "team.example"}).status_code == 200

    def test_behind_a_proxy_any_name_will_do(self, locked: House) -> None:
        assert locked.get("/api/me", locked.key("acme"), headers={"Host": "team.example"}).status_code == 200

    def test_what_was_done_is_written_down(self, locked: House) -> None:
        admin = locked.key("ledger", "admin")
        locked.run("Hallo", admin)
        locked.get("/api/me", admin[:-1] + "x")
        locked.get("/api/runs", admin)
        found = [(e["action"], e["target"], e["status"]) for e in locked.get("/api/audit", admin).json()["items"]]
        assert ("POST", "/api/runs", 202) in found
        assert ("GET", "/api/me", 401) in found
        assert ("GET", "/api/runs", 200) not in found
        assert "Hallo" not in str(found)

    def test_a_wrong_key_again_and_again_is_turned_away_sooner(self, tmp_path: Path, demo_home: Path) -> None:
        with open_house(tmp_path, demo_home) as house:
            house.key("acme")
            answers = [house.get("/api/me", "wrong") for _ in range(40)]
        assert answers[0].status_code == 401
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) >= 1

    def test_too_many_requests_with_one_key(self, tmp_path: Path, demo_home: Path) -> None:
        with open_house(tmp_path, demo_home, requests_per_minute=30) as house:
            one, other = house.key("acme"), house.key("acme")
            answers = [house.get("/api/me", one) for _ in range(8)]
            assert [answer.status_code for answer in answers].count(200) in (5, 6)
            assert error_of(answers[-1]) == (429, "TOO_MANY_REQUESTS")
            assert int(answers[-1].headers["retry-after"]) >= 1
            assert house.get("/api/me", other).status_code == 200


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_headers(locked: House, path: str) -> None:
    answer = locked.get(path)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "unsafe" not in HEADERS["Content-Security-Policy"]
    assert HEADERS["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "cache-control" in answer.headers
    assert "access-control-allow-origin" not in answer.headers


def test_an_unexpected_failure_says_nothing_of_its_inside(house: House, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("the password is hunter2")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.engine, "list", broken)
        answer = house.get("/api/runs")
    assert error_of(answer) == (500, "INTERNAL")
    assert "hunter2" not in answer.text
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


def test_an_allowed_origin_gets_cors(tmp_path: Path, demo_home: Path) -> None:
    origin = "https://app.example"
    with open_house(tmp_path, demo_home, cors_origins=(origin,)) as house:
        asked = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        assert house.call("OPTIONS", "/api/runs", headers=asked).headers["access-control-allow-origin"] == origin
        assert house.get("/api/me", headers={"Origin": origin}).status_code == 200
        assert house.get("/api/me", headers={"Origin": "https://evil.example"}).status_code == 403


def test_a_request_that_takes_too_long_is_given_up(tmp_path: Path, demo_home: Path) -> None:
    import anyio

    async def stuck(*_: object, **__: object) -> None:
        await anyio.sleep_forever()

    with open_house(tmp_path, demo_home, request_timeout=0.05) as house:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(house.engine, "list", stuck)
            answer = house.get("/api/runs")
        assert error_of(answer) == (504, "TOO_SLOW")


def test_no_key_in_the_logs(locked: House, caplog: pytest.LogCaptureFixture) -> None:
    key = locked.key("acme", "admin")
    with caplog.at_level(logging.DEBUG):
        locked.run("Hallo", key)
        locked.post(f"/api/runs/{key}/cancel", {}, key)
        locked.get("/api/me", key[:-1] + "x")
    secret = key.split("_", 2)[2]
    ours = [record.getMessage() + str(vars(record)) for record in caplog.records if "httpx" not in record.name]
    assert not [told for told in ours if secret[:-1] in told]
    assert secret[:-1] not in locked.get("/api/audit", key).text


class TestCommands:
    @pytest.fixture
    def home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.setenv("ARCH_TEAM_HOME", str(tmp_path))
        return tmp_path

    def test_keys_are_made_listed_and_revoked(self, home: Path) -> None:
        run = CliRunner()
        made = run.invoke(commands, ["keys", "create", "--tenant", "acme", "--role", "reader", "--name", "Ana"])
        text = made.stdout.strip()
        assert text.startswith("at_")
        listed = run.invoke(commands, ["keys", "list"])
        assert "acme" in listed.stdout
        assert text.split("_", 2)[2] not in listed.stdout
        key_id = text.split("_")[1]
        assert "revoked" in run.invoke(commands, ["keys", "revoke", key_id]).stdout
        database = open_access_database(Settings(home=home))
        assert KeyStore(database).opened_by(text) is None
        database.dispose()

    def test_a_role_that_is_none_is_refused(self, home: Path) -> None:
        done = CliRunner().invoke(commands, ["keys", "create", "--tenant", "acme", "--role", "king"])
        assert isinstance(done.exception, UsageError)

    def test_without_keys_the_server_stays_on_this_machine(self, home: Path) -> None:
        done = CliRunner().invoke(commands, ["serve", "--host", "0.0.0.0", "--port", "0"])  # noqa: S104
        assert isinstance(done.exception, UsageError)
        assert "keys create" in done.exception.next_step


def test_the_app_can_be_made_twice(tmp_path: Path, demo_home: Path) -> None:
    settings = Settings(home=tmp_path, demo_home=demo_home)
    assert create_app(settings).openapi() == create_app(settings).openapi()
