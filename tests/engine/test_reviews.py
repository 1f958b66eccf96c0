"""A kept review: it waits for each thing that only a person knows. An engine of its own, with the embedded operator."""

from pathlib import Path

from tests.engine.conftest import settings_in
from tests.engine.office import Office


def test_a_review_asks_for_each_thing_that_is_missing_and_waits_each_time(tmp_path: Path, demo_home: Path) -> None:
    with Office(settings_in(tmp_path, demo_home)) as office:
        run = office.ask("/requirements Die App muss schnell sein", "review")
        for answer in ("P95 < 2 s", "Kunde", "ohne"):
            assert office.get(run).status == "waiting"
            office.answer(run, answer)
            run = office.finished(run)
        assert run.answer is not None
        assert "Als Kunde möchte ich, dass die App schnell (P95 < 2 s) ist." in run.answer.text
