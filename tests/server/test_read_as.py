"""How a question was read is told at every door, under the answer."""

from datetime import UTC, datetime

from arch_team.runs.answer import Answer
from arch_team.runs.records import RunRecord, RunRequest
from arch_team.server.following import Outcome
from arch_team.server.telling import extension, text_of


def record(**more: object) -> RunRecord:
    given: dict[str, object] = {"language": "en", "status": "approved", "text": "Number of orders: 2", **more}
    answer = Answer.model_validate({"run_id": "r1", "question": "How many?", **given})
    request = RunRequest(question="How many?")
    return RunRecord(
        id="r1", tenant="local", status="done", request=request, created_at=datetime.now(UTC), answer=answer
    )


def test_it_is_the_last_line_of_what_an_assistant_says() -> None:
    read = record(reading="Number of orders, status = paid")
    assert text_of(Outcome(read, None)) == "Number of orders: 2\n\nRead as: Number of orders, status = paid"
    assert extension(read, None).reading == "Number of orders, status = paid"
    german = record(reading="Anzahl orders", language="de", text="Anzahl orders: 2")
    assert text_of(Outcome(german, None)).endswith("\n\nGelesen als: Anzahl orders")


def test_where_nothing_is_known_of_it_nothing_is_said() -> None:
    assert text_of(Outcome(record(), None)) == "Number of orders: 2"
