"""A run that asks: it waits without a place at work, and goes on with the first answer."""

import pytest

from arch_team.clarify.errors import ClarificationConflict, InvalidAnswer
from tests.engine.office import Office
from tests.engine.operators import BALANCE, QUESTION

ASKS = f"asks: {QUESTION}"


def test_it_waits_and_goes_on_with_the_answer(office: Office) -> None:
    run = office.ask(ASKS, "asks")
    assert (run.status, run.answer) == ("waiting", None)
    asked = office.question_of(run)
    assert (asked.question, asked.suggested_answers, asked.status) == ("Welches Jahr?", ("2025", "2024"), "pending")
    assert asked.deadline is not None
    settled = office.answer(run, "2025")
    assert (settled.status, settled.answer) == ("answered", "2025")
    done = office.ended(run)
    assert done.answer is not None
    assert (done.answer.status, done.answer.text) == ("approved", BALANCE)
    assert done.answer.trace.llm_calls == 4


def test_the_events_tell_of_question_and_answer_once(office: Office) -> None:
    run = office.ask(ASKS, "asks-events")
    before = office.events_so_far(run)
    office.answer(run, "2025")
    events = office.events(run)
    assert events[: len(before)] == before
    told = [(event.kind, event.text) for event in events if event.kind in ("asked", "answered")]
    assert told == [("asked", "Welches Jahr?"), ("answered", "2025")]
    assert [event.seq for event in events] == list(range(1, len(events) + 1))


def test_no_step_is_done_twice(office: Office) -> None:
    run = office.ask(ASKS, "asks-steps")
    office.answer(run, "2025")
    office.ended(run)
    done = [name for (name,) in office.rows("operation_outputs", run, "function_name")]
    assert done == ["read figures", "words", "model", "queryTable", "model", "model", "queryTable", "model"]


def test_while_it_waits_nothing_works_on_it(office: Office) -> None:
    run = office.ask(ASKS, "asks-idle")
    assert office.rows("workflow_status", run, "status", "queue_name") == [("CANCELLED", None)]


def test_the_same_answer_again_is_the_same_and_another_one_a_conflict(office: Office) -> None:
    run = office.ask(ASKS, "asks-twice")
    asked, engine = office.question_of(run), office.engine
    first = office.answer(run, "2025")
    assert office.do(engine.answer(run.tenant, asked.id, "2025")) == first
    with pytest.raises(ClarificationConflict):
        office.do(engine.answer(run.tenant, asked.id, "2024"))
    done = office.ended(run)
    assert office.do(engine.answer(run.tenant, asked.id, " 2025 ")) == first
    assert office.get(run) == done


def test_an_answer_without_words_is_none(office: Office) -> None:
    run = office.ask(ASKS, "asks-empty")
    with pytest.raises(InvalidAnswer):
        office.answer(run, "  \n")
    assert office.get(run).status == "waiting"


def test_questions_come_oldest_first_and_page_by_page(office: Office) -> None:
    runs = [office.ask(ASKS, "asks-list") for _ in range(3)]
    first = office.do(office.engine.clarifications("asks-list", limit=2))
    rest = office.do(office.engine.clarifications("asks-list", limit=2, after=first.next))
    assert [asked.run_id for asked in (*first.items, *rest.items)] == [run.id for run in runs]
    assert rest.next is None


def test_each_question_of_a_run_is_a_question_of_its_own(office: Office) -> None:
    run = office.ask(f"insists: {QUESTION}", "insists")
    first = office.question_of(run)
    office.answer(run, "2025")
    second = None
    while second is None or second.id == first.id:  # it asks again once it has been played up to there
        office.finished(run)
        second = next(iter(office.do(office.engine.clarifications(run.tenant, run_id=run.id)).items), None)
    assert second.id != first.id
    office.do(office.engine.cancel(run.tenant, run.id))
    assert [event.kind for event in office.events(run)].count("asked") == 2
