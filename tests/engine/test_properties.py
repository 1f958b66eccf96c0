"""What holds for every sequence: pages show everything once, and a run that is played again says nothing twice."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.engine.run_store import Claim, RunStore, Told
from arch_team.engine.schema import METADATA
from arch_team.runs.answer import Answer
from arch_team.runs.records import RunEvent, RunRequest, Scope

START = datetime(2026, 1, 1, tzinfo=UTC)
DBOS_TABLES = (
    "CREATE TABLE operation_outputs (workflow_uuid TEXT, function_id INTEGER, function_name TEXT, output TEXT)",
    "CREATE TABLE workflow_status (workflow_uuid TEXT, status TEXT, deduplication_id TEXT, owner_xid TEXT,"
    " updated_at INTEGER, completed_at INTEGER)",
)
"""As far as they are looked at here."""


@contextmanager
def a_store(clock: Callable[[], datetime] = lambda: START) -> Generator[RunStore]:
    engine = sa.create_engine("sqlite://", poolclass=sa.StaticPool)
    METADATA.create_all(engine)
    with engine.begin() as connection:
        for table in DBOS_TABLES:
            connection.exec_driver_sql(table)
    yield RunStore(engine, clock=clock)
    engine.dispose()


def _queued(_: sa.Connection) -> None: ...


def add(store: RunStore, run_id: str, tenant: str = "own") -> None:
    store.add(run_id, Scope(tenant=tenant), RunRequest(question="Was ist 2+2?"), None, _queued)


@settings(deadline=None, max_examples=50)
@given(
    seconds=st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["own", "other"])), max_size=30),
    limit=st.integers(1, 7),
    late=st.integers(0, 3),
)
def test_pages_show_everything_once_and_newest_first(seconds: list[tuple[int, str]], limit: int, late: int) -> None:
    now = START
    with a_store(lambda: now) as store:
        for number, (second, tenant) in enumerate(seconds):
            now = START + timedelta(seconds=second)
            add(store, f"r{number}", tenant)
        own = [(second, f"r{n}") for n, (second, tenant) in enumerate(seconds) if tenant == "own"]
        seen: list[str] = []
        after = None
        while True:
            page = store.page("own", status=None, search=None, after=after, limit=limit)
            seen += [run.id for run in page.items]
            assert len(page.items) <= limit
            for number in range(late):  # others come in while somebody turns the pages
                now = START + timedelta(days=1)
                add(store, f"late{len(seen)}-{number}")
            after = page.next
            if after is None:
                break
        assert seen == [run_id for _, run_id in sorted(own, reverse=True)]


def events(last: int) -> list[RunEvent]:
    return [RunEvent(seq=n, at=START, kind="seat", text=f"says {n}") for n in range(1, last + 1)]


def play(store: RunStore, claim: Claim, last: int, batch: int) -> bool:
    """An execution tells its events in batches, those that were told before left out."""
    told = [event for event in events(last) if event.seq > claim.last_seq]
    return all(store.write(claim, Told(events=told[i : i + batch])) for i in range(0, len(told), batch))


@settings(deadline=None, max_examples=50)
@given(
    executions=st.lists(st.tuples(st.integers(0, 12), st.integers(1, 5), st.booleans()), max_size=6),
    length=st.integers(0, 12),
)
def test_a_run_that_is_played_again_says_nothing_twice(executions: list[tuple[int, int, bool]], length: int) -> None:
    with a_store() as store:
        add(store, "r1")
        stale: list[Claim] = []
        for last, batch, lingers in executions:
            claim = store.claim("r1")
            assert claim is not None
            assert play(store, claim, min(last, length), batch)
            if lingers:
                stale.append(claim)
        claim = store.claim("r1")
        assert claim is not None
        for given_up in stale:  # it does not know yet that another one has taken over
            assert not store.write(given_up, Told(events=[RunEvent(seq=99, at=START, kind="seat", text="wrong")]))
            assert not store.park(given_up, "q1")
        answer = Answer(run_id="r1", question="Was ist 2+2?", language="de", status="approved", text="4")
        assert play(store, claim, length, 3)
        assert store.finish(claim, Told(), answer)
        assert not store.finish(claim, Told(), answer.model_copy(update={"text": "5"}))
        assert store.claim("r1") is None
        assert store.events("own", "r1", after=0) == (events(length), True)
        assert store.get("own", "r1").answer == answer


@settings(deadline=None, max_examples=50)
@given(length=st.integers(0, 12), after=st.integers(0, 15))
def test_who_comes_back_gets_what_came_since(length: int, after: int) -> None:
    with a_store() as store:
        add(store, "r1")
        claim = store.claim("r1")
        assert claim is not None
        assert play(store, claim, length, 4)
        assert store.events("own", "r1", after=after) == (events(length)[after:], False)
