"""The human decision: approve, reject, edit, let it lapse, take it back."""

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arch_team.errors import UsageError
from arch_team.search.contracts import HybridResult, LLMScoredItem
from arch_team.search.decisions import CoverageSummary, IngestState, ask_decision, coverage_summary, with_decision
from arch_team.search.hitl import Action, DecisionConflict, HitlRecord
from tests.search.examples import NOW, PATIENT

LATER = NOW + timedelta(hours=1)
TOO_LATE = NOW + timedelta(hours=24)
ITEMS = tuple(LLMScoredItem(candidate_id=own, score=50, reason="r") for own in "abcde")
RESULT = HybridResult(ranked=ITEMS, top_k=ITEMS[:3], coverage_delta="d")


def record(result: HybridResult = RESULT) -> HitlRecord:
    return ask_decision(result, tenant="acme", now=NOW, record_id="r1")


def shown(result: HybridResult) -> list[str]:
    return [item.candidate_id for item in result.top_k]


@pytest.mark.parametrize(
    ("action", "chosen", "status", "accepted"),
    [
        ("approve", None, "approved", ["a", "b", "c"]),
        ("reject", None, "rejected", []),
        ("edit", ["e", "a"], "edited", ["e", "a"]),
    ],
)
def test_a_person_decides(action: Action, chosen: list[str] | None, status: str, accepted: list[str]) -> None:
    decided = record().decided(action, by="ana", now=LATER, candidate_ids=chosen, note="seen")
    assert decided.status == status
    result = with_decision(RESULT, decided)
    assert shown(result) == accepted
    assert result.hitl is not None
    assert not result.hitl.auto_approved
    assert [(entry.event, entry.by) for entry in decided.log] == [("opened", "deadline"), (status, "ana")]


def test_before_anybody_decides_the_proposal_stands() -> None:
    result = with_decision(RESULT, record().settled(LATER))
    assert shown(result) == ["a", "b", "c"]
    assert result.hitl is not None
    assert (result.hitl.auto_approved, result.hitl.decision) == (False, None)


def test_after_24_hours_the_deadline_approves_and_says_so() -> None:
    assert record().settled(TOO_LATE - timedelta(seconds=1)).status == "pending"
    settled = record().settled(TOO_LATE + timedelta(days=3))
    assert (settled.status, settled.auto_approved) == ("auto_approved", True)
    result = with_decision(RESULT, settled)
    assert shown(result) == ["a", "b", "c"]
    told = result.to_wire()["hitl"]
    assert isinstance(told, dict)
    assert told["auto_approved"] is True
    assert settled.decision is not None
    assert settled.decision.decided_at == TOO_LATE
    assert settled.log[-1].event == "auto_approved"
    assert settled.settled(TOO_LATE + timedelta(days=9)) == settled


def test_an_automatic_approval_can_be_taken_back_and_does_not_come_again() -> None:
    back = record().settled(TOO_LATE).reverted(by="ana", now=TOO_LATE, note="not these")
    assert (back.status, back.accepted, back.log[-1].event) == ("pending", (), "reverted")
    assert back.settled(TOO_LATE + timedelta(days=99)).status == "pending"
    assert back.decided("reject", by="ana", now=TOO_LATE).status == "rejected"


def test_a_sensitive_source_waits_for_a_person() -> None:
    marked = ITEMS[1].model_copy(update={"risk_flags": ("sensitive",)})
    waiting = record(RESULT.model_copy(update={"top_k": (ITEMS[0], marked)}))
    assert (waiting.sensitive, waiting.deadline) == (("b",), None)
    assert waiting.settled(NOW + timedelta(days=99)).status == "pending"
    assert waiting.decided("approve", by="ana", now=LATER).status == "approved"
    below = RESULT.model_copy(update={"ranked": (ITEMS[0], marked), "top_k": ITEMS[:1]})
    assert record(below).deadline == TOO_LATE, "a sensitive source that is not proposed takes nothing away"


def test_the_same_decision_twice_is_one_and_another_is_a_conflict() -> None:
    decided = record().decided("approve", by="ana", now=LATER)
    assert decided.decided("approve", by="ben", now=TOO_LATE) == decided
    with pytest.raises(DecisionConflict, match="approved by ana"):
        decided.decided("reject", by="ben", now=TOO_LATE)


def test_a_decision_after_the_deadline_meets_the_automatic_one() -> None:
    with pytest.raises(DecisionConflict, match="auto approved by deadline") as error:
        record().decided("reject", by="ana", now=TOO_LATE)
    assert "Revert" in error.value.next_step


@pytest.mark.parametrize(
    ("action", "chosen", "problem"),
    [
        ("edit", None, "without candidates"),
        ("edit", [], "without candidates"),
        ("edit", ["a", "zebra"], "'zebra' was not among the results"),
        ("approve", ["a"], "takes the proposal as it is"),
        ("reject", ["a"], "takes the proposal as it is"),
    ],
)
def test_a_decision_that_cannot_be_meant_is_refused(action: Action, chosen: list[str] | None, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        record().decided(action, by="ana", now=LATER, candidate_ids=chosen)


def test_there_is_nothing_to_take_back_before_a_decision() -> None:
    with pytest.raises(UsageError, match="no decision"):
        record().reverted(by="ana", now=LATER)


def test_a_record_comes_back_from_its_json() -> None:
    for each in (
        record(),
        record().decided("edit", by="ana", now=LATER, candidate_ids=["b"]),
        record().settled(TOO_LATE),
    ):
        assert HitlRecord.model_validate_json(each.to_json()) == each


@pytest.mark.parametrize("naive", [datetime(2025, 7, 1)])
def test_a_time_without_an_offset_is_refused(naive: datetime) -> None:
    with pytest.raises(ValueError, match="timezone"):
        ask_decision(RESULT, tenant="acme", now=naive)


@PATIENT
@given(
    st.lists(st.sampled_from(["approve", "reject", "edit", "revert", "settle"]), max_size=6),
    st.lists(st.timedeltas(timedelta(0), timedelta(hours=30)), min_size=6, max_size=6),
)
def test_whatever_happens_the_log_only_grows_and_the_record_stays_whole(
    steps: list[str], waits: list[timedelta]
) -> None:
    now, current = NOW, record()
    for step, wait in zip(steps, waits, strict=False):
        now += wait
        before = current
        try:
            if step == "revert":
                current = current.reverted(by="ana", now=now)
            elif step == "settle":
                current = current.settled(now)
            elif step == "edit":
                current = current.decided("edit", by="ana", now=now, candidate_ids=["d"])
            else:
                current = current.decided("approve" if step == "approve" else "reject", by="ana", now=now)
        except UsageError:
            continue
        assert current.log[: len(before.log)] == before.log
        assert (current.decision is None) == (current.status == "pending")
        assert HitlRecord.model_validate_json(current.to_json()) == current


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ({}, (0, 0, 0, 0.0)),
        ({"a": "ingested", "b": "failed", "c": "pending", "d": "ingested"}, (2, 1, 1, 0.5)),
        ({"a": "ingested"}, (1, 0, 0, 1.0)),
        ({"a": "failed", "b": "ingested", "c": "ingested"}, (2, 1, 0, 0.6667)),
    ],
)
def test_a_part_of_a_success_is_seen_as_one(
    states: dict[str, IngestState], expected: tuple[int, int, int, float]
) -> None:
    ingested, failed, pending, ratio = expected
    assert coverage_summary(states) == CoverageSummary(
        ingested_count=ingested, failed_count=failed, pending_count=pending, success_ratio=ratio
    )
