"""Answer files as they come: half-written, of the wrong shape, changed, late, or for a question never asked."""

import asyncio
import json
import logging
import os
from datetime import timedelta
from pathlib import Path

import pytest

from arch_team.clarify.errors import ClarificationConflict, ClarificationExpired, UnknownClarification
from arch_team.clarify.folder import FolderStore
from tests.clarify.stores import START, Time, question


def hand_in(folder: Path, content: object, name: str = "q1.answer.json") -> None:
    raw = content if isinstance(content, bytes) else json.dumps(content).encode()
    (folder / name).write_bytes(raw)


UNREADABLE = (b"", b"{", b'{"answer": "20', b'{"answer": "20\xc3', b"\xff\xfe\x00", b"[" * 100_000)


@pytest.mark.parametrize("content", UNREADABLE)
def test_a_half_written_answer_is_passed_over_until_it_is_whole(
    content: bytes, store: FolderStore, folder: Path, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    store.open(question())
    hand_in(folder, content)
    problem = store.answer_problem("q1")
    assert problem is not None
    assert problem.kind == "unreadable"
    time.happenings = [lambda: None, lambda: None, lambda: hand_in(folder, {"answer": "2025"})]
    assert asyncio.run(store.wait("q1")).answer == "2025"
    assert store.answer_problem("q1") is None
    (warning,) = caplog.records
    assert warning.levelno == logging.WARNING
    assert "(unreadable)" in warning.message


WRONG_SHAPES: tuple[object, ...] = (
    [],
    "2025",
    None,
    {},
    {"Answer": "2025"},
    {"answer": 2025},
    {"answer": None},
    {"answer": " "},
    {"answer": "x" * 10_001},
    {"answer": "2025", "id": "q2"},
    {"answer": "2025", "answeredAt": "2026-03-01T08:00:00"},
    {"answer": "2025", "answeredAt": "gestern"},
    b'{"answer": "\\ud800"}',
    b'{"answer": "2025"}' + b" " * 1_000_000,
)


@pytest.mark.parametrize("content", WRONG_SHAPES)
def test_an_answer_of_the_wrong_shape_is_told_apart(
    content: object, store: FolderStore, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store.open(question())
    hand_in(folder, content)
    assert store.get("q1").status == "pending"
    problem = store.answer_problem("q1")
    assert problem is not None
    assert problem.kind == "wrong_shape"
    assert [record.message for record in caplog.records] == [
        f"the answer file of question q1 is ignored (wrong_shape): {problem.message}"
    ]
    assert store.answer("q1", "2025").answer == "2025"


@pytest.mark.parametrize("kind", ["link", "folder", "pipe"])
def test_only_a_plain_file_is_an_answer(kind: str, store: FolderStore, folder: Path, tmp_path: Path) -> None:
    store.open(question())
    hand_in(tmp_path, {"answer": "2025"}, "elsewhere.json")
    answer = folder / "q1.answer.json"
    {
        "link": lambda: answer.symlink_to(tmp_path / "elsewhere.json"),
        "folder": answer.mkdir,
        "pipe": lambda: os.mkfifo(answer),
    }[kind]()
    assert store.get("q1").status == "pending"
    problem = store.answer_problem("q1")
    assert problem is not None
    assert problem.kind == "wrong_shape"


def test_fields_it_does_not_know_are_tolerated(store: FolderStore, folder: Path) -> None:
    store.open(question())
    path = folder / "q1.question.json"
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), "pageColour": "blue"}))
    hand_in(folder, b"\xef\xbb\xbf" + json.dumps({"answer": "2025", "id": "q1", "by": {"name": "Rita"}}).encode())
    assert store.get("q1").answer == "2025"


@pytest.mark.parametrize("when", [0, 4_102_444_800])
def test_the_times_of_files_do_not_matter(when: int, store: FolderStore, folder: Path) -> None:
    store.open(question())
    hand_in(folder, {"answer": "2025"})
    for path in folder.iterdir():
        os.utime(path, (when, when))
    assert store.get("q1").answer == "2025"


def test_an_answer_file_changed_later_changes_nothing(store: FolderStore, folder: Path) -> None:
    store.open(question())
    hand_in(folder, {"answer": "2025"})
    first = store.get("q1")
    hand_in(folder, {"answer": "2024"})
    assert store.get("q1") == first
    with pytest.raises(ClarificationConflict):
        store.answer("q1", "2024")


def test_an_answer_left_in_time_counts_though_nobody_looked(store: FolderStore, folder: Path, time: Time) -> None:
    store.open(question())
    hand_in(folder, {"answer": "2025", "answeredAt": "2026-03-01T09:59:00+01:00"})
    time.now += timedelta(days=1)
    settled = store.get("q1")
    assert (settled.answer, settled.answered_at) == ("2025", START + timedelta(minutes=59))


@pytest.mark.parametrize("proof", [{}, {"answeredAt": "2026-03-01T09:00:00Z"}])
def test_an_answer_not_known_to_be_in_time_is_too_late(
    proof: dict[str, str], store: FolderStore, folder: Path, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    store.open(question())
    hand_in(folder, {"answer": "2025", **proof})
    time.now += timedelta(hours=1)
    assert store.get("q1").status == "expired"
    assert "came after its deadline" in caplog.text
    with pytest.raises(ClarificationExpired):
        store.answer("q1", "2025")


def test_an_answer_from_the_future_is_dated_now(store: FolderStore, folder: Path) -> None:
    store.open(question())
    hand_in(folder, {"answer": "2025", "answeredAt": "2030-01-01T00:00:00Z"})
    assert store.get("q1").answered_at == START


def test_an_answer_without_a_question_answers_nothing(
    store: FolderStore, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.mkdir(parents=True)
    hand_in(folder, {"answer": "2025"})
    assert store.list() == ()
    with pytest.raises(UnknownClarification):
        store.get("q1")
    assert store.open(question()).status == "pending"
    assert "was there before its question" in caplog.text
