"""`make tables`: third-party questions on tables nobody prepared, through the society, without a model.

Needs ARCH_TEAM_TEST_DATA with `tables/` in it: databases, `questions.jsonl` with gold results, and `judge.py`, which
reads the text of an answer as a person would. Databases fall into two halves by their name; one was developed on, the
other was looked at through its figures first; then all answers on those named in SPENT were read, and of the rest those
judged wrong. Where gold was read and found wrong or a question open, `tables_audit.yaml` says why: figures come with
and without those.
"""

import argparse
import hashlib
import importlib.util
import json
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import yaml

from arch_team import Society
from arch_team.onboarding.drafting import drafted as drafted_model
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import open_data

Question = dict[str, Any]
Judge = Callable[[str, list[object], str, bool], str]

SPENT = frozenset(
    {
        "allergy_1",
        "company_employee",
        "csu_1",
        "customers_campaigns_ecommerce",
        "flight_4",
        "insurance_and_eClaims",
        "insurance_fnol",
        "local_govt_mdm",
    }
)
"""Databases of the second half whose answers were read after the first look."""
NEVER = "read in their wrong answers"
"""The others of that half: of them nothing was read but the answers judged wrong on 16 November 2026."""
AUDIT = Path(__file__).with_name("tables_audit.yaml")


def part_of(database: str) -> str:
    """Which part of the data a database belongs to."""
    if int(hashlib.sha256(database.encode()).hexdigest(), 16) % 2:
        return "developed on"
    return "read after the first look" if database in SPENT else NEVER


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--part", choices=["developed on", "read after the first look", NEVER])
    parser.add_argument("--show-wrong", action="store_true", help="print wrong answers that are not audited")
    parser.add_argument("--database", action="append", help="only this one; may be given several times")
    parser.add_argument("--drafted", action="store_true", help="with the model that `ontology init` drafts, unedited")
    options = parser.parse_args()
    folder = os.environ.get("ARCH_TEAM_TEST_DATA")
    if not folder or not (Path(folder) / "tables").is_dir():
        sys.exit("skipped: ARCH_TEAM_TEST_DATA names no folder with tables/ in it")
    tables = Path(folder) / "tables"
    wanted = cast("list[str] | None", options.database)
    questions = [q for q in table_questions(tables) if options.part in (None, part_of(q["db"]))]
    questions = [q for q in questions if not wanted or q["db"] in wanted]
    judge = judge_of(tables)
    audited = cast("dict[str, str]", yaml.safe_load(AUDIT.read_text(encoding="utf-8")))
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    shapes: dict[str, Counter[str]] = defaultdict(Counter)
    times: list[float] = []
    with tempfile.TemporaryDirectory() as home:
        for question, answer, seconds in _asked(questions, tables, Path(home), drafted=options.drafted):
            verdict = verdict_on(question, answer, judge)
            counts[part_of(question["db"])][verdict] += 1
            if question["id"] not in audited:
                counts[f"{part_of(question['db'])}, after the audit"][verdict] += 1
            shapes[question["shape"]][verdict] += 1
            times.append(seconds)
            if options.show_wrong and verdict == "wrong":
                if question["id"] in audited:
                    continue
                print(f"{question['id']}: {question['question']}\n  {answer.reading}\n  {answer.text[:200]!r}")
    for line in _report(counts, shapes, sorted(times)):
        print(line)


def table_questions(tables: Path) -> Iterator[Question]:
    for line in (tables / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = cast("Question", json.loads(line))
        if not question["volatile"]:
            yield question


def judge_of(tables: Path) -> Judge:
    spec = importlib.util.spec_from_file_location("judge", tables / "judge.py")
    if spec is None or spec.loader is None:
        sys.exit("tables/judge.py cannot be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast("Judge", module.judge)


def _asked(
    questions: list[Question], tables: Path, home: Path, *, drafted: bool = False
) -> Iterator[tuple[Question, Answer, float]]:
    societies: dict[str, Society] = {}
    for question in sorted(questions, key=lambda q: str(q["db"])):
        name = question["db"]
        if name not in societies:
            settings = Settings(db=f"sqlite:///{tables / 'db' / name}.sqlite", home=home, model=None)
            if drafted:
                settings = settings.model_copy(update={"ontology": _draft(settings, name, home)})
            societies = {name: Society(settings=settings)}
        started = time.perf_counter()
        answer = societies[name].ask_sync(question["question"])
        yield question, answer, time.perf_counter() - started


def _draft(settings: Settings, name: str, home: Path) -> Path:
    """What `ontology init` writes of a database, before anybody has looked at it."""
    source = open_data(settings)
    file = home / f"{name}.yaml"
    file.write_text(drafted_model(source, name).text(), encoding="utf-8")
    source.close()
    return file


def verdict_on(question: Question, answer: Answer, judge: Judge) -> str:
    if answer.status != "approved":
        return "asked back" if answer.status == "needs_clarification" else answer.status
    if question["empty"]:
        return "right" if not answer.figures else "wrong"
    ordered = " order by " in question["gold_sql"].lower()
    return "right" if judge(answer.text, [question["gold_result"]], question["shape"], ordered) == "right" else "wrong"


def _report(counts: dict[str, Counter[str]], shapes: dict[str, Counter[str]], times: list[float]) -> Iterator[str]:
    yield "| databases | questions | right | wrong | of the approved right | of all right | asked back | refused |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for name, found in sorted(counts.items()):
        yield _row(name, found)
    yield ""
    yield "| shape | questions | right | wrong | of the approved right | of all right | asked back | refused |"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for name, found in sorted(shapes.items(), key=lambda item: -item[1].total()):
        yield _row(name, found)
    yield ""
    yield f"A question takes {times[len(times) // 2] * 1000:.0f} ms in the middle, {times[-1] * 1000:.0f} ms at most."


def _row(name: str, found: Counter[str]) -> str:
    total, approved = found.total(), found["right"] + found["wrong"]
    precise = f"{found['right'] / approved:.1%}" if approved else "–"
    refused = total - approved - found["asked back"]
    return (
        f"| {name} | {total} | {found['right']} | {found['wrong']} | {precise} | {found['right'] / total:.1%} "
        f"| {found['asked back']} | {refused} |"
    )


if __name__ == "__main__":
    main()
