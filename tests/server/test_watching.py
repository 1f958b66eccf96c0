"""What whoever watches the server sees: metrics and a line per request, and in neither what was asked."""

import json
import logging

import pytest

from tests.server.house import BANK, House


def samples(house: House) -> dict[str, float]:
    text = house.get("/metrics").text
    lines = [line.rpartition(" ") for line in text.splitlines() if line and not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_runs_and_requests_are_counted(house: House) -> None:
    ended = 'arch_team_runs_ended_total{ending="approved",skill="data"}'
    asked = 'arch_team_http_requests_total{method="POST",route="/api/runs",status="202"}'
    before = samples(house)
    run = house.run(BANK)
    after = samples(house)
    assert after[ended] == before.get(ended, 0) + 1
    assert after[asked] == before.get(asked, 0) + 1
    assert after['arch_team_http_requests_total{method="GET",route="/api/runs/{run_id}",status="200"}'] >= 1
    assert not [name for name in after if run["id"] in name]


def test_levels_are_those_of_the_engine(house: House) -> None:
    house.waiting()
    after = samples(house)
    assert after['arch_team_runs{status="waiting"}'] == after["arch_team_open_clarifications"] == 1


def test_what_does_not_exist_makes_no_new_labels(house: House) -> None:
    before = samples(house)
    for path in ("/api/nothing", "/api/nothing-else", "/no/page"):
        house.get(path)
    house.call("BREW", "/api/runs")
    new = {name for name in samples(house) if name.startswith("arch_team_http_requests_total")} - set(before)
    assert {name.partition("{")[2] for name in new} <= {
        'method="GET",route="other",status="404"}',
        'method="GET",route="/metrics",status="200"}',
        'method="GET",route="page",status="404"}',
        'method="other",route="/api/runs",status="405"}',
        'method="other",route="other",status="405"}',
    }


def test_a_request_is_told_of_by_its_route(house: House, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "arch_team.requests"):
        house.get("/api/runs?search=Lohn+von+Rita")
        house.get("/api/runs/r-unknown")
    first, second = [vars(record) for record in caplog.records if record.name == "arch_team.requests"]
    assert (first["route"], first["status"], first["levelname"], first["tenant"]) == (
        "/api/runs",
        200,
        "DEBUG",
        "local",
    )
    assert (second["route"], second["status"], second["levelname"]) == ("/api/runs/{run_id}", 404, "INFO")
    assert "Rita" not in json.dumps([first, second], default=str)
