"""The folder of files as other processes see it, and what a kill leaves behind."""

import asyncio
import json
import os
import stat
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from arch_team.clarify.clarifiers import FolderClarifier
from arch_team.clarify.errors import UnknownClarification
from arch_team.clarify.folder import FolderStore
from arch_team.errors import DataError
from tests import warm
from tests.clarify.stores import Time, question


def run_python(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False, timeout=60
    )


def test_the_question_file_says_all_that_a_page_needs(store: FolderStore, folder: Path) -> None:
    store.open(question())
    assert json.loads((folder / "q1.question.json").read_text(encoding="utf-8")) == {
        "id": "q1",
        "runId": "run-1",
        "question": "Welches Jahr?",
        "suggestedAnswers": ["2024", "2025"],
        "language": "de",
        "createdAt": "2026-03-01T08:00:00Z",
        "deadline": "2026-03-01T09:00:00Z",
        "status": "pending",
        "answer": None,
        "answeredAt": None,
    }


def test_a_page_sees_what_became_of_a_question(store: FolderStore, folder: Path) -> None:
    store.open(question("q1"))
    store.open(question("q2"))
    store.answer("q1", "2025")
    store.cancel("q2")
    assert json.loads((folder / "q1.question.json").read_text(encoding="utf-8"))["status"] == "answered"
    assert json.loads((folder / "q2.question.json").read_text(encoding="utf-8"))["status"] == "cancelled"
    note = json.loads((folder / "q1.answer.json").read_text(encoding="utf-8"))
    assert note == {"id": "q1", "answer": "2025", "answeredAt": "2026-03-01T08:00:00Z"}


def test_the_files_are_for_this_user_alone_and_nothing_is_left_over(store: FolderStore, folder: Path) -> None:
    store.open(question())
    store.answer("q1", "2025")
    assert sorted(path.name for path in folder.iterdir()) == ["q1.answer.json", "q1.question.json", "q1.settled.json"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


PAGE = """
import json, pathlib, sys
(question,) = pathlib.Path(sys.argv[1]).glob("*.question.json")
asked = json.loads(question.read_text(encoding="utf-8"))
answer = {"answer": asked["suggestedAnswers"][1], "seenBy": "page"}
question.with_name(asked["id"] + ".answer.json").write_text(json.dumps(answer), encoding="utf-8")
"""


def test_a_page_in_another_process_answers(folder: Path, time: Time) -> None:
    def page() -> None:
        assert run_python(PAGE, str(folder)).stderr == ""

    time.happenings = [page]
    clarifier = FolderClarifier(folder, clock=time, pause=time.pause)
    assert asyncio.run(clarifier.ask("Welches Jahr?", ["2024", "2025"], run_id="run-1")) == "2025"
    assert len(time.pauses) == 1
    assert [c.answer for c in clarifier.store.list("answered")] == ["2025"]


def test_it_waits_in_real_time_for_a_page_that_is_already_there(folder: Path) -> None:
    async def run() -> str | None:
        folder.mkdir(parents=True)
        page = subprocess.Popen([sys.executable, "-c", WATCHING_PAGE, str(folder)], stdout=subprocess.PIPE)
        assert page.stdout is not None
        with page, ExitStack() as at_the_end:
            at_the_end.callback(page.kill)
            page.stdout.readline()  # it is watching
            return await FolderClarifier(folder, interval=0.01, timeout=60).ask("Welches Jahr?", ["2024", "2025"])

    assert asyncio.run(run()) == "2025"


WATCHING_PAGE = f"""
import pathlib, sys
print("watching", flush=True)
while not list(pathlib.Path(sys.argv[1]).glob("*.question.json")):
    pass
{PAGE}
"""

ANSWERER = """
import pathlib, sys
from arch_team.clarify.errors import ClarificationConflict
from arch_team.clarify.folder import FolderStore
store = FolderStore(pathlib.Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
try:
    print(store.answer("q1", sys.argv[2]).answer)
except ClarificationConflict:
    print("conflict")
"""


def test_of_many_processes_exactly_one_answers(folder: Path) -> None:
    store = FolderStore(folder)
    store.open(question(timeout=None))
    racers = [
        subprocess.Popen(
            warm.python(ANSWERER, str(folder), f"answer {n}"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for n in range(4)
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    said = sorted(racer.communicate(timeout=60)[0].strip() for racer in racers)
    assert said == sorted([str(store.get("q1").answer), "conflict", "conflict", "conflict"])


KILLED = """
import os, pathlib, signal, sys
from arch_team.clarify.clarification import Clarification, utc_now
from arch_team.clarify.folder import FolderStore
asked = Clarification.new("Welches Jahr?", run_id="run-1", now=utc_now(), timeout=3600, clarification_id="run-1-1")
FolderStore(pathlib.Path(sys.argv[1])).open(asked)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_an_open_question_survives_a_kill(folder: Path) -> None:
    assert run_python(KILLED, str(folder)).returncode == -9
    (left,) = FolderStore(folder).list("pending")
    assert left.id == "run-1-1"
    FolderStore(folder).answer("run-1-1", "2025")
    resumed = FolderClarifier(folder).ask("Welches Jahr?", run_id="run-1", clarification_id="run-1-1")
    assert asyncio.run(resumed) == "2025"


def test_a_kill_between_settling_and_telling_is_mended(store: FolderStore, folder: Path) -> None:
    store.open(question())
    before = (folder / "q1.question.json").read_bytes()
    settled = store.answer("q1", "2025")
    (folder / "q1.question.json").write_bytes(before)
    (folder / "q1.answer.json").unlink()
    assert store.list("pending") == ()
    assert store.get("q1") == settled
    assert json.loads((folder / "q1.question.json").read_bytes())["status"] == "answered"


def test_a_broken_question_file_does_not_hide_the_others(
    store: FolderStore, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kept = store.open(question("kept"))
    for name in ("broken", "not an id", ".hidden"):
        (folder / f"{name}.question.json").write_text("{", encoding="utf-8")
    (folder / "renamed.question.json").write_bytes((folder / "kept.question.json").read_bytes())
    assert store.list() == (kept,)
    assert "broken.question.json cannot be read" in caplog.text
    assert len(caplog.records) == 1
    with pytest.raises(DataError, match="cannot be read"):
        store.get("broken")
    with pytest.raises(UnknownClarification):
        store.get("renamed")


def test_files_that_disappear_while_a_run_waits_are_told(store: FolderStore, folder: Path, time: Time) -> None:
    store.open(question())
    time.happenings = [(folder / "q1.question.json").unlink]
    with pytest.raises(UnknownClarification):
        asyncio.run(store.wait("q1"))


def test_a_folder_that_is_not_there_holds_no_questions(store: FolderStore) -> None:
    assert store.list() == ()


def test_a_folder_that_cannot_be_a_folder_is_an_error(tmp_path: Path, time: Time) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="cannot be"):
        FolderStore(tmp_path / "file", clock=time).open(question())


def test_a_disk_without_hard_links_is_told_at_the_first_question(
    store: FolderStore, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    with pytest.raises(DataError) as told:
        store.open(question())
    assert "hard links" in told.value.next_step
    assert list(folder.iterdir()) == []
