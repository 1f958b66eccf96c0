"""Whose failure it is when a process dies, and who may still speak when it no longer owns a run."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from typing import Any

import pytest

from arch_team.engine.database import open_database
from arch_team.engine.durable_steps import DurableSteps
from arch_team.engine.execution import Execution, Left
from arch_team.engine.outbox import Outbox
from arch_team.engine.parking import ParkingClarifier
from arch_team.engine.question_store import SqlQuestions
from arch_team.engine.run_store import Claim, RunStore, Told
from arch_team.engine.workflows import MOST_FAILURES
from arch_team.runs.answer import Answer
from arch_team.runs.records import RunEvent, RunRequest, Scope
from arch_team.runs.steps import RunSuspended
from arch_team.settings import Settings
from arch_team.society import Event
from tests.engine.office import Office

BOTH = pytest.mark.parametrize("where", ["sqlite", "postgres"])
SUM = RunRequest(question="Was ist 2+2?")
OWN = Scope(tenant="own")


@pytest.fixture
def store(settings: Settings) -> Iterator[RunStore]:
    database = open_database(settings)
    yield RunStore(database)
    database.dispose()


def claimed(store: RunStore, run_id: str) -> Claim:
    claim = store.claim(run_id)
    assert claim is not None
    return claim


def begun(store: RunStore, *run_ids: str) -> list[Claim]:
    for run_id in run_ids:
        store.add(run_id, OWN, SUM, None, lambda _: None)
    return [claimed(store, run_id) for run_id in run_ids]


def event(store: RunStore, seq: int) -> Told:
    return Told(events=[RunEvent(seq=seq, at=store.now(), kind="routed")])


@BOTH
def test_a_run_is_blamed_for_its_own_failures_only(where: str, store: RunStore) -> None:
    begun(store, "kills", "sound")
    for n in range(1, MOST_FAILURES + 1):
        store.write(claimed(store, "sound"), event(store, n))
        claimed(store, "kills")
        store.blame(["kills", "sound"])
    assert claimed(store, "kills").failures == MOST_FAILURES
    assert claimed(store, "sound").failures == 0


@BOTH
def test_runs_that_came_nowhere_share_a_failure_and_one_that_moves_on_starts_from_none(
    where: str, store: RunStore
) -> None:
    begun(store, "a", "b", "c", "d")
    for _ in range(MOST_FAILURES):
        store.blame(["a", "b", "c", "d"])
    assert claimed(store, "a").failures == pytest.approx(MOST_FAILURES / 4)
    store.write(claimed(store, "b"), event(store, 1))
    store.blame(["a", "b"])
    assert claimed(store, "b").failures == 0
    store.blame([])


def test_only_a_run_that_killed_its_process_so_often_is_given_up(settings_on_sqlite: Settings) -> None:
    with Office(settings_on_sqlite, works=False) as office:
        runs = [office.start("Was ist 2+2?") for _ in range(2)]
        store = office.engine.store
        for _ in range(MOST_FAILURES):
            claimed(store, runs[0].id)
            store.blame([runs[0].id])
    with Office(settings_on_sqlite) as office:
        answers = [office.ended(run).answer for run in runs]
    assert [answer.status for answer in answers if answer] == ["failed", "approved"]


@BOTH
def test_who_lost_a_run_says_nothing_more_into_it(where: str, store: RunStore) -> None:
    async def tried() -> None:
        [claim] = begun(store, "r1")
        outbox = Outbox(store, claim, _nothing, lambda: False)
        steps = DurableSteps(outbox)
        outbox.tell("routed")
        await outbox.flush()
        steps.stop()
        outbox.tell("result", "QueryOperator", "the run is left off here")
        assert await outbox.flush()
        found, _ = store.events("own", "r1", after=0)
        assert [one.kind for one in found] == ["routed"]
        with pytest.raises(RunSuspended):
            await steps.once("queryTable", _never)
        await outbox.finish(Answer(run_id="r1", question="x", language="de", status="failed"))
        found, ended = store.events("own", "r1", after=0)
        assert [(one.seq, one.kind) for one in found] == [(1, "routed"), (2, "done")]
        assert ended
        outbox.close()

    asyncio.run(tried())


def _nothing(run_id: str, goes_on: bool) -> None: ...


async def _never() -> None:
    raise AssertionError("no step begins in a run that is left off")


@BOTH
def test_who_lost_a_run_asks_nobody(where: str, store: RunStore) -> None:
    async def tried() -> None:
        [old] = begun(store, "r1")
        claimed(store, "r1")
        questions = SqlQuestions(store.engine, "own")
        clarifier = ParkingClarifier(questions, "r1", 60.0, lambda: False, lambda: store.is_held(old))
        with pytest.raises(RunSuspended):
            await clarifier.ask("Welches Jahr?")
        assert list(questions.list()) == []

    asyncio.run(tried())


class _BreaksOff:
    """A society that is stopped while it prepares."""

    clarifier = steps = interceptions = None

    async def events(self, *_: object, **__: object) -> AsyncGenerator[Event]:
        steps: Any = self.steps
        steps.stop()
        await steps.once("read", _never)
        yield Event(kind="routed")


class _Fails:
    """A society whose run fails, because of the database perhaps."""

    clarifier = steps = interceptions = None

    async def events(self, *_: object, **__: object) -> AsyncGenerator[Event]:
        yield Event(kind="answer", answer=Answer(run_id="r1", question="x", language="de", status="failed"))


def _made(claim: Claim, settings: Settings) -> Any:
    return _BreaksOff()


def _failing(claim: Claim, settings: Settings) -> Any:
    return _Fails()


@pytest.mark.parametrize(("ends", "status"), [(True, "running"), (False, "done")])
def test_what_fails_while_its_process_ends_is_left_to_the_next(
    settings_on_sqlite: Settings, ends: bool, status: str
) -> None:
    database = open_database(settings_on_sqlite)
    store = RunStore(database)
    [claim] = begun(store, "r1")

    async def tried() -> object:
        return await Execution(claim, settings_on_sqlite, store, _failing, _nothing, lambda: ends).go()

    assert isinstance(asyncio.run(tried()), Left) == ends
    assert store.get("own", "r1").status == status
    database.dispose()


def test_a_run_that_is_taken_away_while_it_prepares_has_not_failed(settings_on_sqlite: Settings) -> None:
    database = open_database(settings_on_sqlite)
    store = RunStore(database)
    [claim] = begun(store, "r1")

    async def tried() -> object:
        return await Execution(claim, settings_on_sqlite, store, _made, _nothing, lambda: False).go()

    assert isinstance(asyncio.run(tried()), Left)
    assert store.get("own", "r1").status == "running"
    database.dispose()
