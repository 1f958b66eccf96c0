"""A server that only serves, and a process that works: `arch-team serve --no-work` and `arch-team worker`."""

from pathlib import Path

from fastapi.testclient import TestClient

from arch_team.server.app import create_app
from tests.engine.conftest import settings_in
from tests.engine.office import Office


def test_a_server_that_does_not_work_leaves_runs_to_who_does(tmp_path: Path, demo_home: Path) -> None:
    settings = settings_in(tmp_path, demo_home)
    app = create_app(settings, works=False)
    with TestClient(app, "http://localhost", client=("127.0.0.1", 50_000)) as client:
        run = client.post("/api/runs", json={"question": "Was ist 2+2?"}).json()
        with Office(settings) as office:  # a process has one engine that works: it is this one
            office.do(office.engine.finished(run["tenant"], run["id"], seconds=60))
        found = client.get(f"/api/runs/{run['id']}").json()
    assert (found["status"], found["answer"]["status"]) == ("done", "approved")
