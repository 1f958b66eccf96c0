"""Processes killed at every point around what must happen once. Another one goes on; nothing is lost or doubled.

All points on both databases are gone through by `make crash`; here each point has its turn on one of them.
"""

import multiprocessing
import os
import signal
from collections import Counter
from pathlib import Path

import pytest

from arch_team.clarify.errors import ClarificationConflict
from arch_team.runs.records import RunRecord
from arch_team.settings import Settings
from arch_team.tools.data import DataTools
from tests.engine.crash import ANSWER, POINTS, Noted, noting_reads, work_until_killed
from tests.engine.office import Office
from tests.engine.operators import BALANCE, Cast

EVERYWHERE = "ARCH_TEAM_ALL_CRASHES" in os.environ
ON_POSTGRES = (
    "model call recorded",
    "tool called",
    "question asked",
    "after it left work",
    "about to go on",
    "answered, model call recorded",
    "result written",
)
CASES = [
    (where, point)
    for where in ("sqlite", "postgres")
    for point in POINTS
    if EVERYWHERE or (where == "postgres") == (point in ON_POSTGRES)
]

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.forked"])


@pytest.mark.parametrize(("where", "point"), CASES)
def test_a_killed_process_loses_and_doubles_nothing(
    where: str, point: str, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    process = _processes.Process(target=work_until_killed, args=(settings, notes, point))
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL

    monkeypatch.setattr(DataTools, "read", noting_reads(notes))
    with Office(settings, Cast(Noted(notes))) as office:
        (run,) = office.do(office.engine.list("own")).items
        if not POINTS[point].answered:
            office.finished(run)
            office.answer(run, ANSWER)
        _ended_once(office, run)
        assert _steps(office, run) == ["read figures", "model", "queryTable", "model", "model", "queryTable", "model"]
    done = Counter(notes.read_text().splitlines())
    expected = Counter({"turn 0": 1, "turn 1": 1, "turn 2": 1, "turn 3": 1, "read": 2})
    assert done == expected + Counter({POINTS[point].repeats or "": 1 if POINTS[point].repeats else 0})


def _ended_once(office: Office, run: RunRecord) -> None:
    events = office.events(run)
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    kinds = Counter(event.kind for event in events)
    assert (kinds["asked"], kinds["answered"], kinds["done"]) == (1, 1, 1)
    answer = office.get(run).answer
    assert answer is not None
    assert (answer.status, answer.text, answer.trace.llm_calls) == ("approved", BALANCE, 4)
    (asked,) = office.do(office.engine.clarifications("own", status="answered")).items
    assert asked.answer == ANSWER
    with pytest.raises(ClarificationConflict):
        office.do(office.engine.answer("own", asked.id, "2024"))


def _steps(office: Office, run: RunRecord) -> list[str]:
    schema = "dbos." if office.engine.database.dialect.name == "postgresql" else ""
    query = f"SELECT function_name FROM {schema}operation_outputs WHERE workflow_uuid = '{run.id}' ORDER BY function_id"
    with office.engine.database.connect() as connection:
        return list(connection.exec_driver_sql(query).scalars())
