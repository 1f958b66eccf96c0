"""`python -m bench.talks FOLDER`: conversations on tables nobody prepared, through the society, without a model.

FOLDER holds `talks.jsonl` (per line id, db, language, and turns with question, expect and SQL of what a right answer to
the whole question shows) and `db/`. Answers are read by the judge of ARCH_TEAM_TEST_DATA (`tables/judge.py`). One
figure may be rounded to two places, and what a share or a difference is of may stand behind it in brackets.
"""

import argparse
import asyncio
import json
import os
import re
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arch_team import Answer, Society
from arch_team.settings import Settings
from bench.tables import Judge, judge_of

_FIGURE = re.compile(r": (-?[\d,]+(?:\.\d+)?)(?: %)?(?: \([^()]*\))?$")
"""A figure at the end of an answer, with what it is of."""
_ROUNDED = 0.0051


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print every follow-up that is not right")
    options = parser.parse_args()
    data = os.environ.get("ARCH_TEAM_TEST_DATA")
    if not data or not (Path(data) / "tables" / "judge.py").is_file():
        sys.exit("skipped: ARCH_TEAM_TEST_DATA names no folder with tables/judge.py in it")
    counts = Counter[tuple[str, str]]()
    with tempfile.TemporaryDirectory() as home:
        for asked, kind, verdict, answer in _told(options.folder, Path(home), judge_of(Path(data) / "tables")):
            counts[kind, verdict] += 1
            if options.show and verdict != "right" and kind != "first":
                print(f"{verdict}: {' >> '.join(asked)}\n  {answer.reading}\n  {(answer.text or answer.reason)!r}")
    for (kind, verdict), number in sorted(counts.items()):
        print(f"{kind}: {verdict} {number}")


def _told(folder: Path, home: Path, judge: Judge) -> Iterator[tuple[list[str], str, str, Answer]]:
    societies: dict[str, Society] = {}
    for line in (folder / "talks.jsonl").read_text(encoding="utf-8").splitlines():
        talk: dict[str, Any] = json.loads(line)
        database = folder / "db" / f"{talk['db']}.sqlite"
        if talk["db"] not in societies:
            societies = {talk["db"]: Society(Settings(db=f"sqlite:///{database}", home=home, model=None))}
        asked: list[str] = []
        for turn in talk["turns"]:
            answer = asyncio.run(societies[talk["db"]].ask(turn["question"], earlier=tuple(asked)))
            held = turn["expect"] == "answer"
            kind = "follow-up" if asked and held else "not held" if asked else "first"
            asked = [*asked, turn["question"]]
            with sqlite3.connect(database) as rows:
                gold = [list(row) for row in rows.execute(turn["sql"])] if held else None
            yield (
                asked,
                kind,
                _verdict(answer, gold, talk["language"], judge, ordered=bool(turn.get("ordered"))),
                answer,
            )


def _verdict(answer: Answer, gold: "list[list[object]] | None", language: str, judge: Judge, *, ordered: bool) -> str:
    if answer.status != "approved":
        asked = "asked" if answer.status == "needs_clarification" else "refused"
        return asked if gold is not None else "right"
    if gold is None:
        return "invented"
    text = answer.text.replace("\u202f", " ").replace("’", "'")
    if language == "de":
        text = re.sub(r"(?<=\d),(?=\d)", ".", re.sub(r"(?<=\d)\.(?=\d{3},)", "", text))
    shown, [[wanted, *others], *more] = _FIGURE.search(text), gold
    if shown is not None and isinstance(wanted, int | float) and not others and not more:
        return "right" if abs(float(shown[1].replace(",", "")) - wanted) <= _ROUNDED else "wrong"
    return "right" if judge(text, [gold], "", ordered) == "right" else "wrong"


if __name__ == "__main__":
    main()
