"""How much goes on at once, how long a person has time, how long runs are kept."""

import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest

from arch_team.clarify.clarification import utc_now
from arch_team.clarify.errors import ClarificationExpired
from arch_team.engine.engine import UnknownRun
from arch_team.errors import UsageError
from tests.engine.conftest import settings_in
from tests.engine.office import Office
from tests.engine.operators import ASKS, DATED, PLAIN, QUESTION, Cast, Gate, following


def until(true: Callable[[], bool]) -> None:
    """Waits on the state, a few seconds at most."""
    end = utc_now() + timedelta(seconds=60)
    while not true():
        assert utc_now() < end, "it did not come to that"
        Event().wait(0.01)


def test_a_tenant_has_its_share_and_no_more(tmp_path: Path, demo_home: Path) -> None:
    settings = settings_in(tmp_path, demo_home, tenant_concurrency=2, worker_concurrency=10)
    busy, other = Gate(*PLAIN), Gate(*PLAIN)
    with Office(settings, Cast(busy=busy, other=other)) as office:
        runs = [office.start(f"busy: {QUESTION}", "busy") for _ in range(5)]
        until(lambda: busy.inside == 2)
        runs.append(office.start(f"other: {QUESTION}", "other"))
        until(lambda: other.inside == 1)
        statuses = [office.get(run).status for run in runs]
        assert (statuses.count("running"), statuses.count("queued")) == (3, 3)
        busy.opened.set()
        other.opened.set()
        assert [office.finished(run).status for run in runs] == ["done"] * 6
        assert busy.most == 2


def test_who_waits_takes_nobody_s_place(tmp_path: Path, demo_home: Path) -> None:
    settings = settings_in(tmp_path, demo_home, tenant_concurrency=1, worker_concurrency=1)
    with Office(settings, Cast(asks=following(*ASKS), bitte=following(*PLAIN))) as office:
        waiting = [office.ask(f"asks: {QUESTION}") for _ in range(3)]
        assert office.ask(f"bitte: {DATED}").status == "done"
        for run in waiting:
            office.answer(run, "2025")
        assert [office.ended(run).status for run in waiting] == ["done"] * 3


def test_a_tenant_begins_so_many_runs_in_a_minute(tmp_path: Path, demo_home: Path) -> None:
    settings = settings_in(tmp_path, demo_home, tenant_runs_per_minute=2)
    with Office(settings) as office:
        runs = [office.start("Was ist 2+2?") for _ in range(3)]
        assert [office.finished(run).status for run in runs[:2]] == ["done"] * 2
        assert office.ask("Was ist 2+2?", "another").status == "done"
        assert office.get(runs[2]).status == "queued"


def test_a_question_nobody_answers_in_time_ends_the_run(tmp_path: Path, demo_home: Path) -> None:
    settings = settings_in(tmp_path, demo_home, clarification_timeout=0.3)
    with Office(settings, Cast(following(*ASKS))) as office:
        run = office.start(QUESTION)
        answer = office.ended(run).answer
        assert answer is not None
        assert answer.status == "needs_clarification"
        assert answer.clarification is not None
        assert answer.clarification.question == "Welches Jahr?"
        (asked,) = office.do(office.engine.clarifications(run.tenant, status="expired")).items
        with pytest.raises(ClarificationExpired):
            office.do(office.engine.answer(run.tenant, asked.id, "2025"))


def test_what_is_too_old_is_deleted_by_itself(tmp_path: Path, demo_home: Path) -> None:
    with Office(settings_in(tmp_path, demo_home)) as office:
        old, new = office.ask("Was ist 2+2?"), office.ask("Was ist 3+3?")
        long_ago = int((utc_now() - timedelta(days=40)).timestamp() * 1_000_000)
        with office.engine.database.begin() as connection:
            connection.exec_driver_sql(f"UPDATE arch_team_runs SET finished_at = {long_ago} WHERE id = '{old.id}'")
    with Office(settings_in(tmp_path, demo_home, retention_days=30)) as office:
        until(lambda: len(office.do(office.engine.list("own")).items) == 1)
        assert office.get(new).status == "done"
        with pytest.raises(UnknownRun):
            office.get(old)


def test_one_process_has_one_worker(tmp_path: Path, demo_home: Path) -> None:
    with Office(settings_in(tmp_path / "one", demo_home)), pytest.raises(UsageError, match="already"):
        Office(settings_in(tmp_path / "two", demo_home)).__enter__()


class Late(threading.Thread):
    """Told to start, and not begun before somebody waits for its end."""

    def join(self, timeout: float | None = None) -> None:
        try:
            super().join(timeout)
        except RuntimeError:
            self.start()
            raise


def test_a_worker_stops_also_while_a_thread_is_beginning(
    tmp_path: Path, demo_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, late = settings_in(tmp_path, demo_home), Late(name="queue-worker-late", daemon=True)
    known = threading.enumerate
    with Office(settings):
        monkeypatch.setattr(threading, "enumerate", lambda: [*known(), late])
    monkeypatch.undo()
    assert late.ident is not None
    with Office(settings) as office:
        assert office.ask("Was ist 2+2?").status == "done"


def test_runs_taken_on_by_one_engine_are_done_by_the_next(tmp_path: Path, demo_home: Path) -> None:
    settings = settings_in(tmp_path, demo_home)
    with Office(settings, works=False) as office:
        run = office.start("Was ist 2+2?")
        assert office.get(run).status == "queued"
    with Office(settings) as office:
        assert office.finished(run).status == "done"


def test_an_engine_that_is_closed_leaves_its_runs_to_the_next(tmp_path: Path, demo_home: Path) -> None:
    settings = settings_in(tmp_path, demo_home)
    gate = Gate(*PLAIN)
    with Office(settings, Cast(gate)) as office:
        run = office.start(DATED)
        until(lambda: gate.inside == 1)
    with Office(settings, Cast(following(*PLAIN))) as office:
        done = office.finished(run)
        assert done.answer is not None
        assert done.answer.ok
