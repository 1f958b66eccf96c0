"""A choice among passages: the run waits for it, and another process goes on with it."""

from pathlib import Path

import pytest

from arch_team.engine.tenants import settings_for
from arch_team.runs.records import Scope
from tests.engine.conftest import settings_in
from tests.engine.office import Office
from tests.search.near import CHOSEN, NONE, QUESTION, WHOLE, hold_near


@pytest.mark.parametrize("said", ["1", NONE])
def test_another_process_goes_on_with_what_was_chosen(said: str, tmp_path: Path, demo_home: Path) -> None:
    settings = settings_in(tmp_path / "home", demo_home)
    hold_near(settings_for(settings, Scope(tenant="own")), tmp_path)
    with Office(settings) as first:
        run = first.finished(first.start(QUESTION, skill="knowledge"))
        assert run.status == "waiting"
        asked = first.question_of(run)
    with Office(settings, works=False) as between:
        choice = asked.suggested_answers[int(said) - 1] if said.isdecimal() else said
        between.answer(run, choice)
    with Office(settings) as second:
        answer = second.ended(run).answer
    assert answer is not None
    if said == NONE:
        assert (answer.status, "«Hausordnung»" in (answer.reason or "")) == ("refused", True)
    else:
        assert answer.status == "approved", answer.reason
        assert WHOLE in answer.text
        assert CHOSEN in answer.text
