"""Decisions on searches: one suite for every store, deadlines that are stored, everything logged and reversible."""

import logging
import threading
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from arch_team.engine.decision_store import SqlDecisions
from arch_team.engine.schema import METADATA
from arch_team.errors import DataError, UsageError
from arch_team.search.contracts import HybridResult, LLMScoredItem
from arch_team.search.decision_folder import FolderDecisionStore
from arch_team.search.decision_store import DecisionStore, MemoryDecisionStore, UnknownDecision
from arch_team.search.hitl import DecisionConflict
from arch_team.search.policy import SENSITIVE
from tests.search.holding import START, Clock, OpenDecisions

DAY = timedelta(hours=24)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "folder", "sql", "postgres"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> OpenDecisions:
    if request.param == "memory":
        kept: list[DecisionStore] = []

        def in_memory(clock: Clock) -> DecisionStore:
            if not kept:
                kept.append(MemoryDecisionStore(clock=clock))
            return kept[0]

        return in_memory
    if request.param == "postgres":
        engine = sa.create_engine(request.getfixturevalue("postgres_server"), poolclass=sa.NullPool)
        METADATA.drop_all(engine)
        METADATA.create_all(engine)
        return lambda clock: SqlDecisions(engine, clock=clock)
    if request.param == "sql":
        engine = sa.create_engine(f"sqlite:///{tmp_path / 'own.sqlite'}", poolclass=sa.NullPool)
        METADATA.create_all(engine)
        return lambda clock: SqlDecisions(engine, clock=clock)
    return lambda clock: FolderDecisionStore(tmp_path / "home" / "decisions", clock=clock)


@pytest.fixture
def store(opened: OpenDecisions, clock: Clock) -> DecisionStore:
    return opened(clock)


def result(*ids: str, head: int = 2, sensitive: str = "") -> HybridResult:
    items = tuple(
        LLMScoredItem(
            candidate_id=own, score=90 - place, reason="It fits.", risk_flags=(SENSITIVE,) if own == sensitive else ()
        )
        for place, own in enumerate(ids or ("a", "b", "c", "d"))
    )
    return HybridResult(ranked=items, top_k=items[:head], coverage_delta="Adds LEGAL.")


def asked(store: DecisionStore, tenant: str = "t", record_id: str = "d1", sensitive: str = "") -> None:
    store.open(result(sensitive=sensitive), tenant=tenant, question="Welche Quellen?", record_id=record_id)


def ids_of(shown: HybridResult) -> list[str]:
    return [item.candidate_id for item in shown.top_k]


def test_a_person_approves(store: DecisionStore) -> None:
    asked(store)
    case = store.decide("d1", "approve", tenant="t", by="anna")
    assert (case.record.status, case.record.accepted) == ("approved", ("a", "b"))
    shown = store.get("d1", tenant="t").decided()
    assert shown.hitl is not None
    assert not shown.hitl.auto_approved
    assert ids_of(shown) == ["a", "b"]


def test_a_person_rejects_or_edits(store: DecisionStore) -> None:
    for name in ("d1", "d2"):
        asked(store, record_id=name)
    assert ids_of(store.decide("d1", "reject", tenant="t", by="anna").decided()) == []
    edited = store.decide("d2", "edit", tenant="t", by="anna", candidate_ids=["d", "a"])
    assert ids_of(edited.decided()) == ["d", "a"]
    asked(store, record_id="d3")
    with pytest.raises(UsageError, match="not among"):
        store.decide("d3", "edit", tenant="t", by="anna", candidate_ids=["x"])


def test_the_deadline_is_stored_and_approves_by_itself(
    store: DecisionStore, opened: OpenDecisions, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    asked(store)
    assert store.get("d1", tenant="t").record.deadline == START + DAY
    clock.move(hours=23, minutes=59)
    assert [case.record.status for case in store.list(tenant="t")] == ["pending"]
    clock.move(minutes=1)
    with caplog.at_level(logging.WARNING):
        case = opened(clock).get("d1", tenant="t")
    assert case.record.auto_approved
    assert case.record.accepted == ("a", "b")
    assert case.decided().hitl is not None
    assert case.decided().hitl.auto_approved  # pyright: ignore[reportOptionalMemberAccess]
    assert "approved by its deadline" in caplog.text
    assert [entry.event for entry in case.record.log] == ["opened", "auto_approved"]
    caplog.clear()
    assert opened(clock).get("d1", tenant="t") == case
    assert caplog.text == ""


def test_an_automatic_approval_is_reversible_and_then_waits_for_a_person(store: DecisionStore, clock: Clock) -> None:
    asked(store)
    clock.move(hours=25)
    reverted = store.revert("d1", tenant="t", by="ben", note="zu früh").record
    assert (reverted.status, reverted.deadline, reverted.accepted) == ("pending", None, ())
    clock.move(days=365)
    assert store.get("d1", tenant="t").record.status == "pending"
    final = store.decide("d1", "reject", tenant="t", by="ben").record
    assert [(entry.event, entry.by) for entry in final.log] == [
        ("opened", "deadline"), ("auto_approved", "deadline"), ("reverted", "ben"), ("rejected", "ben"),
    ]  # fmt: skip


def test_a_sensitive_source_is_never_approved_by_a_deadline(store: DecisionStore, clock: Clock) -> None:
    asked(store, sensitive="b")
    clock.move(days=365)
    record = store.get("d1", tenant="t").record
    assert (record.status, record.deadline, record.sensitive) == ("pending", None, ("b",))


def test_a_sensitive_source_outside_the_proposal_does_not_count(store: DecisionStore) -> None:
    asked(store, sensitive="d")
    assert store.get("d1", tenant="t").record.deadline is not None


def test_the_same_decision_twice_is_one_and_another_is_a_conflict(store: DecisionStore) -> None:
    asked(store)
    first = store.decide("d1", "approve", tenant="t", by="anna")
    assert store.decide("d1", "approve", tenant="t", by="ben") == first
    with pytest.raises(DecisionConflict):
        store.decide("d1", "reject", tenant="t", by="ben")
    asked(store, record_id="d2")
    with pytest.raises(UsageError, match="no decision to revert"):
        store.revert("d2", tenant="t", by="ben")


def test_too_late_to_reject_what_the_deadline_approved(store: DecisionStore, clock: Clock) -> None:
    asked(store)
    clock.move(hours=24)
    with pytest.raises(DecisionConflict, match="auto approved"):
        store.decide("d1", "reject", tenant="t", by="anna")


def test_asking_again_under_the_same_id_takes_up_what_is_stored(store: DecisionStore, clock: Clock) -> None:
    asked(store)
    clock.move(hours=3)
    again = store.open(result(), tenant="t", question="Welche Quellen?", record_id="d1")
    assert again.record.deadline == START + DAY
    with pytest.raises(DecisionConflict, match="another search"):
        store.open(result(), tenant="t", question="Etwas anderes?", record_id="d1")


def test_tenants_never_see_each_others_decisions(store: DecisionStore) -> None:
    asked(store, tenant="a")
    asked(store, tenant="b")
    store.decide("d1", "reject", tenant="b", by="ben")
    assert store.get("d1", tenant="a").record.status == "pending"
    assert [case.record.tenant for case in store.list(tenant="a")] == ["a"]
    assert store.list(tenant="c") == ()
    with pytest.raises(UnknownDecision):
        store.get("d1", tenant="c")
    with pytest.raises(UnknownDecision):
        store.decide("d1", "approve", tenant="../a", by="x")


def test_lists_are_by_status_oldest_first(store: DecisionStore, clock: Clock) -> None:
    for name in ("z", "y", "x"):
        asked(store, record_id=name)
        clock.move(minutes=1)
    store.decide("y", "approve", tenant="t", by="anna")
    assert [case.record.id for case in store.list(tenant="t")] == ["z", "y", "x"]
    assert [case.record.id for case in store.list(tenant="t", status="pending")] == ["z", "x"]


@pytest.mark.parametrize("name", ["", "..", "../d1", "a/b", "d1.v0001", "x" * 101, "d\n"])
def test_what_cannot_be_an_id_is_unknown(store: DecisionStore, name: str) -> None:
    with pytest.raises(UnknownDecision):
        store.get(name, tenant="t")


def test_of_many_at_the_same_moment_exactly_one_decides(opened: OpenDecisions, clock: Clock) -> None:
    asked(opened(clock))
    outcomes: list[str] = []
    start = threading.Barrier(8)

    def decide(place: int) -> None:
        start.wait()
        try:
            opened(clock).decide("d1", "edit", tenant="t", by=f"p{place}", candidate_ids=["abcd"[place % 4]])
        except DecisionConflict:
            outcomes.append("conflict")
        else:
            outcomes.append("abcd"[place % 4])

    threads = [threading.Thread(target=decide, args=(place,)) for place in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    record = opened(clock).get("d1", tenant="t").record
    assert set(outcomes) - {"conflict"} == set(record.accepted)
    assert [entry.event for entry in record.log] == ["opened", "edited"]


def test_files_are_for_this_user_alone_and_a_broken_one_is_told(tmp_path: Path, clock: Clock) -> None:
    store = FolderDecisionStore(tmp_path / "d", clock=clock)
    asked(store)
    asked(store, record_id="d2")
    files = sorted((tmp_path / "d").rglob("*.json"))
    assert [path.name for path in files] == ["d1.case.json", "d2.case.json"]
    assert all(path.stat().st_mode & 0o077 == 0 for path in files)
    files[0].write_text("{")
    with pytest.raises(DataError, match="cannot be read"):
        store.get("d1", tenant="t")
    assert [case.record.id for case in store.list(tenant="t")] == ["d2"]
