"""`python -m bench.looks FOLDER…`: questions that somebody wrote for tables nobody prepared, without a model.

FOLDER holds databases (`<db>.sqlite`, each described by `<db>.yaml` where there is one) and `questions.jsonl`: per
line db, question, held, gold_result, ordered, and yesno where yes or no is asked (gold is then 1 or 0). What the
tables do not hold (`held` is false) must not be answered. Answers are read by the judge of ARCH_TEAM_TEST_DATA
(`tables/judge.py`); a figure may be rounded to two places, and what a share or a difference is of may stand behind it
in brackets.
"""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arch_team import Answer, Society
from arch_team.settings import Settings
from bench.tables import Judge, judge_of

Question = dict[str, Any]
_ROUNDED = 0.0051
_YES, _NO = ("Yes.", "Ja."), ("No.", "Nein.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--show", help="print the answers of one verdict, such as wrong; the set is spent then")
    options = parser.parse_args()
    data = os.environ.get("ARCH_TEAM_TEST_DATA")
    if not data or not (Path(data) / "tables" / "judge.py").is_file():
        sys.exit("skipped: ARCH_TEAM_TEST_DATA names no folder with tables/judge.py in it")
    judge = judge_of(Path(data) / "tables")
    print(
        "| set | questions | right | wrong | of the approved right | of all right | asked back | refused | not held |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for folder in options.folders:
        counts, shown = Counter[str](), list[str]()
        with tempfile.TemporaryDirectory() as home:
            for question, answer in _asked(folder, Path(home)):
                found = verdict(question, answer, judge)
                counts[found] += 1
                if found == options.show:
                    shown.append(f"{question['db']}: {question['question']}\n  {answer.reading}\n  {answer.text!r}")
        print(_row(str(folder), counts))
        print("\n".join(shown), end="\n" if shown else "")


def questions_in(folder: Path) -> list[Question]:
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def _asked(folder: Path, home: Path) -> Iterator[tuple[Question, Answer]]:
    questions = questions_in(folder)
    for db in sorted({str(question["db"]) for question in questions}):
        described = folder / f"{db}.yaml"
        ontology = described if described.is_file() else None
        society = Society(Settings(db=f"sqlite:///{folder / db}.sqlite", ontology=ontology, home=home, model=None))
        for question in (each for each in questions if each["db"] == db):
            yield question, society.ask_sync(question["question"])
        society.source.close()


def verdict(question: Question, answer: Answer, judge: Judge) -> str:
    if not question["held"]:
        return "answered, not held" if answer.status == "approved" else "not held"
    if answer.status != "approved":
        return "asked back" if answer.status == "needs_clarification" else "refused"
    gold = question["gold_result"]
    if question.get("yesno"):
        said = _YES if gold[0][0] else _NO
        return "right" if answer.text.startswith(said) else "wrong"
    text = _told(answer.text, gold) if len(gold) == 1 else answer.text
    rows = [[_shown(cell, text) for cell in row] for row in gold]
    return "right" if judge(text, [rows], "", bool(question.get("ordered"))) == "right" else "wrong"


def _told(text: str, gold: list[list[object]]) -> str:
    """One figure without what it is of: `8.06 % (5 of 62)`."""
    return text.partition(" (")[0] if len(gold[0]) == 1 and text.endswith(")") and text.count(" (") == 1 else text


def _shown(cell: object, text: str) -> object:
    """A gold figure as an answer may round it."""
    if not isinstance(cell, float):
        return cell
    rounded = [round(cell, places) for places in (6, 4, 3, 2, 1)]
    plain = text.replace(",", "").replace("'", "").replace("’", "")
    near = (each for each in rounded if abs(each - cell) < _ROUNDED and f"{each:g}" in plain)
    return next(near, cell)


def _row(name: str, counts: Counter[str]) -> str:
    right, wrong = counts["right"], counts["wrong"]
    held = right + wrong + counts["asked back"] + counts["refused"]
    others = counts["answered, not held"] + counts["not held"]
    of_approved = f"{right / (right + wrong):.1%}" if right + wrong else "–"
    return (
        f"| {name} | {held} | {right} | {wrong} | {of_approved} | {right / max(1, held):.1%} "
        f"| {counts['asked back']} | {counts['refused']} | {counts['answered, not held']} of {others} answered |"
    )


if __name__ == "__main__":
    main()
