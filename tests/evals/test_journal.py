"""The journal loses nothing that was finished, and never mixes two measurements."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arch_team.errors import DataError, UsageError
from arch_team.evals.journal import FILE_NAME, Finished, Header, Journal, read_journal
from arch_team.runs.answer import Answer


def header(**more: object) -> Header:
    usual: dict[str, object] = {
        "feature": "trustee",
        "gold": "gold.yaml",
        "gold_sha256": "a" * 64,
        "questions": 2,
        "model": "embedded",
        "commit": "c",
        "code": "f",
        "command": "arch-team benchmark",
        "timeout": 60.0,
        "max_rounds": 5,
        "source": "demo",
    }
    return Header.model_validate({**usual, **more})


def finished(question: str, repeat: int = 1, mode: str = "ontology") -> Finished:
    answer = Answer(run_id="r", question=question, language="de", status="approved", text="Zürich: CHF 1.00")
    return Finished(mode=mode, question=question, repeat=repeat, answer=answer, seconds=0.5)


def test_what_was_added_is_there_for_the_next_run(tmp_path: Path) -> None:
    with Journal(tmp_path).open(header()) as journal:
        journal.add(finished("q01"))
    with Journal(tmp_path).open(header()) as journal:
        assert [run.key for run in journal.finished] == [("ontology", "q01", 1)]
        journal.add(finished("q02"))
    found, runs = read_journal(tmp_path / FILE_NAME)
    assert found.started
    assert [run.question for run in runs] == ["q01", "q02"]
    assert runs[0].answer.text == "Zürich: CHF 1.00"


@settings(max_examples=40, deadline=None)
@given(cut=st.integers(min_value=1))
def test_wherever_it_was_cut_off_no_whole_line_is_lost(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    folder = tmp_path_factory.mktemp("cut")
    with Journal(folder).open(header()) as journal:
        for number in range(3):
            journal.add(finished(f"q0{number}"))
    path = folder / FILE_NAME
    content = path.read_bytes()
    kept = content[: -(cut % len(content)) or None]
    path.write_bytes(kept)
    whole = max(0, kept.count(b"\n") - 1)
    with Journal(folder).open(header()) as journal:
        assert len(journal.finished) == whole
        journal.add(finished("q09"))
    assert all(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    assert len(read_journal(path)[1]) == whole + 1


@pytest.mark.parametrize("other", [{"model": "x"}, {"gold_sha256": "b" * 64}, {"code": "g"}, {"timeout": 5.0}])
def test_another_measurement_is_never_mixed_in(tmp_path: Path, other: dict[str, object]) -> None:
    with Journal(tmp_path).open(header()) as journal:
        journal.add(finished("q01"))
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(UsageError, match="another measurement") as caught:
        Journal(tmp_path).open(header(**other))
    assert "--fresh" in caught.value.next_step
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_beginning_anew_keeps_the_old_one(tmp_path: Path) -> None:
    for number in range(3):
        with Journal(tmp_path).open(header(model=f"m{number}"), fresh=True) as journal:
            journal.add(finished("q01"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["journal-1.jsonl", "journal-2.jsonl", FILE_NAME]


def test_two_runs_cannot_write_at_once(tmp_path: Path) -> None:
    with Journal(tmp_path).open(header()), pytest.raises(UsageError, match="another benchmark"):
        Journal(tmp_path).open(header())


def test_a_journal_that_is_none_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no journal"):
        read_journal(tmp_path / FILE_NAME)
    (tmp_path / FILE_NAME).write_text('{"kind":"header"}\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"journal\.jsonl:1"):
        read_journal(tmp_path / FILE_NAME)
    (tmp_path / FILE_NAME).write_text("nonsense\n\n", encoding="utf-8")
    with pytest.raises(DataError, match="not JSON"):
        read_journal(tmp_path / FILE_NAME)
