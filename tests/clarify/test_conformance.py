"""What every store of questions promises: one suite, run against each of them."""

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from arch_team.clarify.clarification import ANSWER_LIMIT, Clarification
from arch_team.clarify.errors import (
    ClarificationCancelled,
    ClarificationConflict,
    ClarificationExpired,
    InvalidAnswer,
    UnknownClarification,
)
from arch_team.clarify.store import ClarificationStore
from tests.clarify.stores import NOT_IDS, START, Time, opener, question

KINDS = ("memory", "folder", "sql")


@pytest.fixture(params=KINDS)
def store(request: pytest.FixtureRequest, tmp_path: Path, time: Time) -> ClarificationStore:
    return opener(str(request.param), tmp_path / "questions")(time)


def test_an_open_question_is_found_as_it_was_asked(store: ClarificationStore) -> None:
    asked = question()
    assert store.open(asked) == asked
    assert store.get("q1") == asked
    assert store.list("pending") == (asked,)
    assert asked.deadline == START + timedelta(hours=1)


def test_an_answer_settles_the_question(store: ClarificationStore, time: Time) -> None:
    store.open(question())
    time.now += timedelta(minutes=5)
    answered = store.answer("q1", "  2025\n")
    assert (answered.status, answered.answer, answered.answered_at) == ("answered", "2025", time.now)
    assert store.get("q1") == answered
    assert store.list("pending") == ()
    assert store.list("answered") == (answered,)


def test_the_same_answer_twice_gives_the_same_result(store: ClarificationStore, time: Time) -> None:
    store.open(question())
    first = store.answer("q1", "2025")
    time.now += timedelta(days=2)
    assert store.answer("q1", " 2025 ") == first


def test_a_different_second_answer_is_a_conflict(store: ClarificationStore) -> None:
    store.open(question())
    first = store.answer("q1", "2025")
    with pytest.raises(ClarificationConflict, match="already has its answer: 2025"):
        store.answer("q1", "2024")
    assert store.get("q1") == first


def test_the_deadline_counts_to_the_moment(store: ClarificationStore, time: Time) -> None:
    store.open(question("early"))
    store.open(question("late"))
    time.now = START + timedelta(hours=1, microseconds=-1)
    assert store.answer("early", "2025").status == "answered"
    time.now = START + timedelta(hours=1)
    with pytest.raises(ClarificationExpired):
        store.answer("late", "2025")
    assert store.get("late").status == "expired"
    assert store.list("pending") == ()


def test_what_has_expired_stays_so_when_the_clock_is_put_back(store: ClarificationStore, time: Time) -> None:
    store.open(question())
    time.now += timedelta(hours=2)
    assert store.list("expired") != ()
    time.now = START
    with pytest.raises(ClarificationExpired):
        store.answer("q1", "2025")


def test_without_a_deadline_a_question_stays_open(store: ClarificationStore, time: Time) -> None:
    store.open(question(timeout=None))
    time.now += timedelta(days=3650)
    assert store.get("q1").status == "pending"


def test_a_withdrawn_question_takes_no_answer(store: ClarificationStore) -> None:
    store.open(question())
    cancelled = store.cancel("q1")
    assert cancelled.status == "cancelled"
    assert store.cancel("q1") == cancelled
    with pytest.raises(ClarificationCancelled):
        store.answer("q1", "2025")
    assert store.list("pending") == ()


def test_what_is_settled_cannot_be_withdrawn(store: ClarificationStore, time: Time) -> None:
    store.open(question("answered"))
    store.open(question("expired"))
    store.answer("answered", "2025")
    time.now += timedelta(hours=1)
    with pytest.raises(ClarificationConflict):
        store.cancel("answered")
    with pytest.raises(ClarificationExpired):
        store.cancel("expired")


CALLS: dict[str, Callable[[ClarificationStore, str], object]] = {
    "get": lambda store, id_: store.get(id_),
    "answer": lambda store, id_: store.answer(id_, "2025"),
    "cancel": lambda store, id_: store.cancel(id_),
    "wait": lambda store, id_: asyncio.run(store.wait(id_)),
}


@pytest.mark.parametrize("call", CALLS)
def test_an_unknown_id_is_an_error(call: str, store: ClarificationStore) -> None:
    with pytest.raises(UnknownClarification, match="no question q1"):
        CALLS[call](store, "q1")


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("not_an_id", NOT_IDS)
def test_an_id_that_could_be_a_path_is_refused(call: str, not_an_id: str, store: ClarificationStore) -> None:
    with pytest.raises(UnknownClarification, match="is not the id of a question"):
        CALLS[call](store, not_an_id)


@pytest.mark.parametrize("text", ["", " \n\t", "\u200b\x1f", "x" * (ANSWER_LIMIT + 1), "\ud800"])
def test_an_answer_that_says_nothing_or_is_no_text_is_refused(text: str, store: ClarificationStore) -> None:
    store.open(question())
    with pytest.raises(InvalidAnswer):
        store.answer("q1", text)
    assert store.get("q1").status == "pending"


def test_questions_come_oldest_first_and_by_run(store: ClarificationStore) -> None:
    newer = question("a", run_id="run-2", now=START + timedelta(minutes=1))
    older = question("b")
    store.open(newer)
    store.open(older)
    assert store.list() == (older, newer)
    assert store.list(run_id="run-2") == (newer,)
    assert store.list("answered", run_id="run-2") == ()


def test_a_resumed_run_finds_its_question_with_the_deadline_it_had(store: ClarificationStore, time: Time) -> None:
    first = store.open(question())
    time.now += timedelta(minutes=30)
    assert store.open(question(now=time.now)) == first
    answered = store.answer("q1", "2025")
    assert store.open(question(now=time.now)) == answered


def test_an_id_is_not_used_for_two_questions(store: ClarificationStore) -> None:
    store.open(question())
    with pytest.raises(ClarificationConflict, match="another question"):
        store.open(question(text="Welches Konto?"))
    with pytest.raises(ClarificationConflict, match="another question"):
        store.open(question(run_id="run-2"))


def test_only_open_questions_with_words_are_opened(store: ClarificationStore) -> None:
    with pytest.raises(ValueError, match="as pending"):
        store.open(question().ended("cancelled"))
    with pytest.raises(ValidationError):
        question(text="  ")


def test_waiting_ends_with_the_answer(store: ClarificationStore, time: Time) -> None:
    store.open(question())
    time.happenings = [lambda: None, lambda: store.answer("q1", "2025")]
    assert asyncio.run(store.wait("q1")).answer == "2025"
    assert time.pauses == [1.0, 1.0]


def test_waiting_ends_at_the_stored_deadline_and_not_after_it(store: ClarificationStore, time: Time) -> None:
    store.open(question(timeout=2.5))
    assert asyncio.run(store.wait("q1")).status == "expired"
    assert time.pauses == [1.0, 1.0, 0.5]


def test_waiting_ends_when_the_question_is_withdrawn(store: ClarificationStore, time: Time) -> None:
    store.open(question(timeout=None))
    time.happenings = [lambda: store.cancel("q1")]
    assert asyncio.run(store.wait("q1")).status == "cancelled"


def test_all_who_wait_learn_the_same(store: ClarificationStore, time: Time) -> None:
    async def both() -> tuple[Clarification, Clarification]:
        return await asyncio.gather(store.wait("q1"), store.wait("q1"))

    store.open(question())
    time.happenings = [lambda: store.answer("q1", "2025")]
    first, second = asyncio.run(both())
    assert first == second == store.get("q1")


def test_of_many_answers_at_once_exactly_one_is_taken(store: ClarificationStore) -> None:
    def taken(id_: str, number: int, together: Barrier) -> str | None:
        together.wait()
        try:
            return store.answer(id_, f"answer {number}").answer
        except ClarificationConflict:
            return None

    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            for id_ in (f"q{number}" for number in range(40)):
                store.open(question(id_))
                together = Barrier(4)
                answers = {pool.submit(taken, id_, number, together) for number in range(4)}
                assert {answer.result() for answer in answers} == {store.get(id_).answer, None}
    finally:
        sys.setswitchinterval(switch)


def says_something(text: str) -> bool:
    return any(c.isprintable() and not c.isspace() for c in text)


@settings(max_examples=40, deadline=None)
@given(asked=st.text().filter(says_something), suggested=st.lists(st.text(), max_size=4), said=st.text())
@pytest.mark.parametrize("kind", KINDS)
def test_any_text_comes_back_as_it_was(kind: str, asked: str, suggested: list[str], said: str) -> None:
    with TemporaryDirectory() as folder:
        store = opener(kind, Path(folder))(Time())
        opened = store.open(question(text=asked, suggested=tuple(suggested)))
        assert (opened.question, opened.suggested_answers) == (asked.strip(), tuple(suggested))
        if not says_something(said):
            with pytest.raises(InvalidAnswer):
                store.answer("q1", said)
            return
        answered = store.answer("q1", said)
        assert answered.answer == store.get("q1").answer == said.strip()
        assert Clarification.model_validate_json(answered.to_json()) == answered
