"""The front door on outside data: questions of CLINC150, and questions about the tables of annual reports."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from arch_team.routing.preprocessor import ExecutionMode, RequestPreprocessor

pytestmark = pytest.mark.thorough

MOST_FALSE_DIRECT = 0.003


@dataclass(frozen=True)
class Outcome:
    """Direct is what the patterns find; a false direct is the costly error."""

    true_direct: int
    false_direct: list[str]
    labelled_direct: int
    labelled_react: int

    @property
    def false_direct_rate(self) -> float:
        return len(self.false_direct) / self.labelled_react

    @property
    def recall(self) -> float:
        return self.true_direct / self.labelled_direct

    @property
    def precision(self) -> float:
        return self.true_direct / (self.true_direct + len(self.false_direct))


def _measured(folder: Path, split: str, every: int) -> Outcome:
    data: dict[str, list[tuple[str, str]]] = json.loads((folder / "train_val.json").read_text(encoding="utf-8"))
    mapping = json.loads((folder / "direct_chat_mapping.json").read_text(encoding="utf-8"))
    wanted = set[str](mapping["DIRECT_CHAT"])
    door = RequestPreprocessor()
    labelled = [(text, intent in wanted) for text, intent in (*data[split][::every], *data[f"oos_{split}"])]
    direct = [(text, is_direct) for text, is_direct in labelled if door.route(text).mode is ExecutionMode.DIRECT_CHAT]
    return Outcome(
        true_direct=sum(is_direct for _, is_direct in direct),
        false_direct=[text for text, is_direct in direct if not is_direct],
        labelled_direct=sum(is_direct for _, is_direct in labelled),
        labelled_react=sum(not is_direct for _, is_direct in labelled),
    )


@pytest.mark.parametrize(("split", "every", "recall"), [("train", 5, 0.85), ("val", 1, 0.6)])
def test_clinc150_false_direct_stays_below_three_in_a_thousand(
    split: str, every: int, recall: float, outside_data: Path
) -> None:
    """All of the validation split, which nothing was written from; of the training split, every fifth question."""
    outcome = _measured(outside_data / "clinc150", split, every)
    print(
        f"\nclinc150 {split}: false direct {outcome.false_direct_rate:.4%} ({len(outcome.false_direct)} of "
        f"{outcome.labelled_react}), precision {outcome.precision:.4f}, recall {outcome.recall:.4f}"
    )
    assert outcome.false_direct_rate <= MOST_FALSE_DIRECT
    assert outcome.recall >= recall
    assert outcome.precision >= 0.97


def test_questions_about_annual_reports_go_to_the_team(outside_data: Path) -> None:
    """What is left is a bare proper name, `What is Deltenna?`: with the names of the tables given, that goes too."""
    reports: list[dict[str, Any]] = json.loads((outside_data / "tatqa" / "tatqa_dataset_dev.json").read_text("utf-8"))
    questions = [str(asked["question"]) for report in reports for asked in report["questions"]]
    direct = _direct(questions, RequestPreprocessor())
    assert len(questions) > 1500
    assert len(direct) <= 3
    assert _direct(questions, RequestPreprocessor(own_words=["Deltenna", "OEM", "Lamb Weston"])) == []


def _direct(questions: list[str], door: RequestPreprocessor) -> list[str]:
    return [question for question in questions if door.route(question).mode is ExecutionMode.DIRECT_CHAT]
