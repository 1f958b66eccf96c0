"""When steps are written down, and what a run that is played again makes of them."""

import asyncio
from collections.abc import Iterator

import pytest

from arch_team.engine.database import open_database
from arch_team.engine.durable_steps import DurableSteps, LeftOff, StepFailed, UnexpectedStep
from arch_team.engine.outbox import Outbox
from arch_team.engine.run_store import Claim, RunStore
from arch_team.runs.records import RunRequest, Scope
from arch_team.runs.steps import RunSuspended
from arch_team.settings import Settings
from tests.engine.office import Office

BOTH = pytest.mark.parametrize("where", ["sqlite", "postgres"])


@pytest.fixture
def store(settings: Settings) -> Iterator[RunStore]:
    database = open_database(settings)
    made = RunStore(database)
    made.add("r1", Scope(tenant="own"), RunRequest(question="Was ist 2+2?"), None, lambda _: None)
    yield made
    database.dispose()


class Work:
    """Counts how often it is done."""

    def __init__(self, value: object = "found") -> None:
        self.value, self.times = value, 0

    async def __call__(self) -> object:
        self.times += 1
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def begun(store: RunStore) -> tuple[Claim, Outbox, DurableSteps]:
    claim = store.claim("r1")
    assert claim is not None
    outbox = Outbox(store, claim, lambda _run, _goes_on: None, lambda: False)
    return claim, outbox, DurableSteps(outbox)


def recorded(store: RunStore) -> list[str]:
    claim = store.claim("r1")
    assert claim is not None
    return [step.name for step in claim.steps]


@BOTH
def test_a_read_is_written_with_what_is_said_next(where: str, store: RunStore) -> None:
    async def played() -> None:
        _, outbox, steps = begun(store)
        assert await steps.read("queryTable", Work()) == "found"
        outbox.tell("result")
        assert await outbox.flush()
        outbox.close()
        again = Work("something else by now")
        _, outbox, steps = begun(store)
        assert await steps.read("queryTable", again) == "found"
        assert again.times == 0
        outbox.close()

    asyncio.run(played())


@BOTH
def test_a_read_of_which_nobody_heard_is_done_again(where: str, store: RunStore) -> None:
    async def played() -> None:
        _, outbox, steps = begun(store)
        await steps.read("queryTable", Work())
        outbox.close()  # the process dies here

    asyncio.run(played())
    assert recorded(store) == []


@BOTH
def test_what_must_happen_once_is_written_before_the_run_goes_on(where: str, store: RunStore) -> None:
    async def played() -> None:
        _, outbox, steps = begun(store)
        await steps.read("read", Work())
        await steps.once("model", Work())
        await steps.read("queryTable", Work())
        outbox.close()

    asyncio.run(played())
    assert recorded(store) == ["read", "model", "queryTable"]


@BOTH
def test_a_failure_is_kept_and_fails_again(where: str, store: RunStore) -> None:
    class Odd(Exception):
        """Of a kind that cannot be written down."""

    async def played(kind: type[Exception], work: Work) -> None:
        _, outbox, steps = begun(store)
        with pytest.raises(kind, match="no"):
            await steps.once("model", work)
        outbox.close()

    asyncio.run(played(StepFailed, Work(Odd("no"))))
    again = Work()
    asyncio.run(played(StepFailed, again))
    assert again.times == 0


@BOTH
def test_who_lost_the_run_goes_no_further(where: str, store: RunStore) -> None:
    async def played() -> None:
        _, outbox, steps = begun(store)
        begun(store)
        with pytest.raises(RunSuspended):
            await steps.once("model", Work())
        assert isinstance(steps.stopped, LeftOff)
        never = Work()
        with pytest.raises(RunSuspended):
            await steps.read("queryTable", never)
        assert never.times == 0
        outbox.close()

    asyncio.run(played())
    assert recorded(store) == []


@BOTH
def test_steps_of_other_code_are_not_played(where: str, store: RunStore) -> None:
    async def played() -> None:
        _, outbox, steps = begun(store)
        await steps.once("model", Work())
        outbox.close()
        _, outbox, steps = begun(store)
        with pytest.raises(RunSuspended):
            await steps.once("another", Work())
        assert isinstance(steps.stopped, UnexpectedStep)
        outbox.close()

    asyncio.run(played())


def test_a_run_without_a_model_that_ends_in_a_moment_leaves_no_step(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arch_team.engine.outbox.MOMENT", 60.0)
    run = office.ask("Wie viele Rechnungen sind offen?", "short")
    assert run.answer is not None
    assert run.answer.ok
    assert office.rows("operation_outputs", run, "function_name") == []
