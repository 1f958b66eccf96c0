"""Runs that are handed out together are claimed together, and none is hurt by another."""

import asyncio
from collections.abc import Iterator, Sequence

import pytest

from arch_team.engine.claims import Claims
from arch_team.engine.database import open_database
from arch_team.engine.run_store import Claim, RunStore
from arch_team.engine.watch import Watch
from arch_team.runs.records import RunRequest, Scope
from arch_team.settings import Settings

BOTH = pytest.mark.parametrize("where", ["sqlite", "postgres"])
OWN = Scope(tenant="own", mandate="alpenblick")
RUNS = ("r1", "r2", "r3")


class Counting(RunStore):
    broken: str = ""
    asked: list[tuple[str, ...]]

    def claim_all(self, run_ids: Sequence[str]) -> dict[str, Claim]:
        self.asked.append(tuple(run_ids))
        if self.broken in run_ids:
            raise ValueError("cannot be read")
        return super().claim_all(run_ids)


@pytest.fixture
def store(settings: Settings) -> Iterator[Counting]:
    database = open_database(settings)
    made = Counting(database)
    made.asked = []
    for run_id in RUNS:
        made.add(run_id, OWN, RunRequest(question=f"Was ist {run_id}?"), None, lambda _: None)
    yield made
    database.dispose()


async def claimed(claims: Claims, *run_ids: str) -> list[Claim | BaseException | None]:
    return await asyncio.gather(*(claims.of(run_id) for run_id in run_ids), return_exceptions=True)


@BOTH
def test_runs_that_come_together_are_claimed_in_one_go(where: str, store: Counting) -> None:
    found = asyncio.run(claimed(Claims(store, lambda: False), *RUNS, "unknown"))
    assert store.asked == [(*RUNS, "unknown")]
    assert found[3] is None
    for run_id, claim in zip(RUNS, found[:3], strict=True):
        assert isinstance(claim, Claim)
        assert (claim.run_id, claim.attempt, claim.request.question) == (run_id, 1, f"Was ist {run_id}?")


@BOTH
def test_a_run_that_is_asked_for_twice_is_claimed_twice(where: str, store: Counting) -> None:
    found = asyncio.run(claimed(Claims(store, lambda: False), "r1", "r1"))
    assert [claim.attempt for claim in found if isinstance(claim, Claim)] == [1, 2]


@BOTH
def test_a_run_that_cannot_be_claimed_does_not_keep_the_others_from_it(where: str, store: Counting) -> None:
    store.broken = "r2"
    found = asyncio.run(claimed(Claims(store, lambda: False), *RUNS))
    assert [type(each) for each in found] == [Claim, ValueError, Claim]


@BOTH
def test_only_who_may_see_a_run_is_told_that_it_is_new(where: str, store: Counting) -> None:
    watch = Watch(store)
    watch.begun("r1", OWN)
    seen = ("own", Scope(tenant="own"), OWN)
    others = ("other", Scope(tenant="own", mandate="seeland"), Scope(tenant="other", mandate="alpenblick"))
    assert [watch.is_new(whose, "r1") for whose in (*seen, *others)] == [True] * 3 + [False] * 3
    watch.happened("r1", True)
    assert not watch.is_new(OWN, "r1")
