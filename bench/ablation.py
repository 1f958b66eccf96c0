"""`make ablation`: what each step of a model's part gains and costs, beside what a user would pick instead.

Gold and development questions on the demo company, and third-party questions on tables nobody prepared (these need
ARCH_TEAM_TEST_DATA; of the databases whose answers nobody read, a fixed sample). Columns:

- engine        no model, nobody to ask
- suggestions   no model; a simulated person answers what is asked back, and picks a right choice where one is offered
- two readings  a model reads a second time where a word is unknown, and nobody is there to ask; no tool loop
- proposals     as shipped: where the engine has no reading, the model's is put to the simulated person
- loop          the model works on with tools where no form could be read; nobody to ask
- agent         a bare AutoGen agent with the same tools, nothing checked
- sql           text to SQL in one shot: schema, notes, examples; what it returns is the answer

python -m bench.ablation run --base-url URL --model NAME --journal FILE [--share 1/10] [--columns engine,loop]
    [--looks FOLDER…]   questions as `bench.looks` reads them instead; what is not held is a set of its own
python -m bench.ablation report FILE …
"""

import argparse
import asyncio
import hashlib
import json
import os
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from arch_team.clarify.clarifiers import NoClarifier, ScriptedClarifier
from arch_team.evals.development import cases, sampled
from arch_team.evals.gold_loader import shipped
from arch_team.evals.modes import desks_for
from arch_team.evals.scoring import verdict_of
from arch_team.evidence.figures import find_figures
from arch_team.models.spending import Budget
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society
from bench.ablation_sql import SqlPeer
from bench.looks import questions_in
from bench.looks import verdict as verdict_on_look
from bench.tables import NEVER, Judge, judge_of, part_of, table_questions, verdict_on

COLUMNS = ("engine", "suggestions", "two readings", "proposals", "loop", "agent", "sql")
WITHOUT_MODEL = COLUMNS[:2]
WITH_A_PERSON = ("suggestions", "proposals")
DEVELOPMENT, TABLES = 100, 150
SECONDS, CALLS = 180.0, 12
Judges = Callable[[Answer], str]


@dataclass(frozen=True)
class Question:
    key: str
    text: str
    language: str | None
    settings: Settings
    judge: Judges

    @property
    def set(self) -> str:
        return self.key.partition(":")[0]


def questions(home: Path, model: str | None, base_url: str | None) -> Iterator[Question]:
    own: dict[str, Any] = {"home": home, "model": model, "base_url": base_url, "timeout": SECONDS}
    books = Settings(**own)
    found = shipped("trustee")
    for gold in found.questions if found else ():
        yield Question(f"gold:{gold.id}", gold.question, gold.language, books, _plain_verdict(gold))
    for case in sampled(cases(), DEVELOPMENT):
        yield Question(f"development:{case['id']}", case["question"], case["language"], books, _case_verdict(case))
    folder = os.environ.get("ARCH_TEAM_TEST_DATA")
    tables = Path(folder) / "tables" if folder else None
    if tables is None or not tables.is_dir():
        print("tables: skipped, ARCH_TEAM_TEST_DATA names no folder with tables/ in it", file=sys.stderr)
        return
    judge = judge_of(tables)
    unread = [q for q in table_questions(tables) if part_of(q["db"]) == NEVER]
    for asked in sorted(unread, key=lambda q: hashlib.sha256(q["id"].encode()).hexdigest())[:TABLES]:
        settings = Settings(**own, db=f"sqlite:///{tables / 'db' / asked['db']}.sqlite")
        yield Question(
            f"tables:{asked['id']}", asked["question"], None, settings, lambda a, q=asked: verdict_on(q, a, judge)
        )


def looked_at(folders: list[Path], home: Path, model: str | None, base_url: str | None) -> Iterator[Question]:
    """The questions of folders as `bench.looks` has them."""
    data = os.environ.get("ARCH_TEAM_TEST_DATA")
    if not data:
        sys.exit("skipped: ARCH_TEAM_TEST_DATA names no folder with tables/judge.py in it")
    judge = judge_of(Path(data) / "tables")
    for folder in folders:
        for at, asked in enumerate(questions_in(folder)):
            described = folder / f"{asked['db']}.yaml"
            settings = Settings(
                home=home,
                model=model,
                base_url=base_url,
                timeout=SECONDS,
                db=f"sqlite:///{folder / asked['db']}.sqlite",
                ontology=described if described.is_file() else None,
            )
            name = folder.name if asked["held"] else f"{folder.name}, not held"
            yield Question(f"{name}:{at}", asked["question"], None, settings, _look_verdict(asked, judge))


def _look_verdict(asked: dict[str, Any], judge: Judge) -> Judges:
    def judged(answer: Answer) -> str:
        found = verdict_on_look(asked, answer, judge)
        return {"answered, not held": "wrong", "not held": "refused"}.get(found, found)

    return judged


def _plain_verdict(gold: Any) -> Judges:
    def judged(answer: Answer) -> str:
        found = verdict_of(gold, answer)
        return found if found in ("right", "wrong", "asked") else "wrong" if found == "incomplete" else "refused"

    return judged


def _case_verdict(case: dict[str, Any]) -> Judges:
    """As a person reads it: figures are looked for in the text, whoever wrote it."""
    wanted = [case["expect"]] if isinstance(case["expect"], str) else case["expect"]

    def judged(answer: Answer) -> str:
        if answer.status != "approved":
            got = "ask" if answer.status == "needs_clarification" else "refuse"
            return "right" if got in wanted else "asked" if got == "ask" else "refused"
        if "answer" not in wanted:
            return "wrong"
        found = find_figures(answer.text, language=case["language"])
        shown = {abs(reading.value) for figure in found for reading in figure.readings}
        text = answer.text.lower()
        has_figures = all(_near(Decimal(str(gold["value"])), shown) for gold in case.get("figures", []))
        has_words = all(str(word).lower() in text for word in case.get("contains", []))
        excluded = any(str(word).lower() in text for word in case.get("excludes", []))
        return "right" if has_figures and has_words and not excluded else "wrong"

    return judged


def _near(gold: Decimal, shown: set[Decimal]) -> bool:
    return any(abs(abs(gold) - value) <= Decimal("0.005") for value in shown)


class Runner:
    """Societies are kept per database: opening one is not what is measured."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str | None], Society] = {}

    async def ask(self, column: str, question: Question) -> Answer:
        if column in WITH_A_PERSON:
            return await self._with_a_person(column, question)
        if column == "sql":
            return await SqlPeer(self._society("engine", question).source, question.settings).ask(question.text)
        return await self._asked(self._society(column, question), question)

    async def _with_a_person(self, column: str, question: Question) -> Answer:
        """Each choice is tried; the one that is right is what the person picks. Where none is, they say so."""
        society = self._society(column, question)
        first = await self._asked(society, question)
        asked = first.clarification
        for choice in asked.suggested_answers if asked else ():
            society.clarifier = ScriptedClarifier([choice, None, None])
            answer = await self._asked(society, question)
            society.clarifier = NoClarifier()
            if question.judge(answer) == "right" and answer.status == "approved":
                return answer
        return first

    async def _asked(self, society: Society, question: Question) -> Answer:
        return await society.ask(question.text, skill="data", language=question.language)  # type: ignore[arg-type]

    def _society(self, column: str, question: Question) -> Society:
        key = (column, question.settings.db)
        if key not in self._kept:
            settings = question.settings
            if column in WITHOUT_MODEL:
                settings = settings.model_copy(update={"model": None})
            settings = settings.model_copy(update={"tool_loop": column == "loop"})
            desks = desks_for("baseline", settings) if column == "agent" else None
            self._kept[key] = Society(
                settings,
                desks=desks,
                engine_first=column != "agent",
                budget=Budget(max_calls=CALLS),
                max_rounds=3,
                seconds=SECONDS,
            )
        return self._kept[key]


async def run(asked: list[Question], columns: list[str], journal: Path) -> None:
    known = {(line["key"], line["column"]) for line in _lines([journal] if journal.exists() else [])}
    runner = Runner()
    for question in asked:
        for column in columns:
            if (question.key, column) in known:
                continue
            line = await _measured(question, column, lambda q=question, c=column: runner.ask(c, q))
            with journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
            print(f"{line['verdict']:8} {column:12} {question.key} {line['seconds']} s", flush=True)


async def _measured(question: Question, column: str, ask: Callable[[], Awaitable[Answer]]) -> dict[str, Any]:
    started = time.perf_counter()
    try:
        answer = await ask()
        verdict, trace = question.judge(answer), answer.trace
        calls, tokens = trace.llm_calls, trace.prompt_tokens + trace.completion_tokens
        shown = answer.text or answer.reason or ""
        is_given = answer.status == "approved"
    except Exception as error:
        verdict, calls, tokens, shown, is_given = "refused", 0, 0, f"{type(error).__name__}: {error}", False
    verdict = {"asked back": "asked"}.get(verdict, verdict)
    return {
        "key": question.key,
        "column": column,
        "verdict": verdict if verdict in ("right", "wrong", "asked") else "refused",
        "given": is_given,
        "calls": calls,
        "tokens": tokens,
        "seconds": round(time.perf_counter() - started, 2),
        "shown": shown[:400],
    }


def _lines(journals: list[Path]) -> Iterator[dict[str, Any]]:
    for journal in journals:
        for line in journal.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def report(journals: list[Path]) -> Iterator[str]:
    found: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for line in _lines(journals):
        found[line["key"].partition(":")[0], line["column"]].append(line)
    for name in dict.fromkeys(key for key, _ in found):
        yield f"\n**{name}**\n"
        yield "| | questions | right | wrong | wrong of the given | asked | refused | model calls | tokens | seconds |"
        yield "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
        for column in COLUMNS:
            lines = found.get((name, column), [])
            if lines:
                yield _row(column, lines)


def _row(column: str, lines: list[dict[str, Any]]) -> str:
    counts = Counter(line["verdict"] for line in lines)
    given = [line for line in lines if line["given"]]
    wrong = sum(line["verdict"] == "wrong" for line in given)
    share = f"{wrong / len(given):.1%}" if given else "–"
    calls, tokens = (sum(line[name] for line in lines) for name in ("calls", "tokens"))
    seconds = sorted(line["seconds"] for line in lines)
    return (
        f"| {column} | {len(lines)} | {counts['right']} | {counts['wrong']} | {share} | {counts['asked']} "
        f"| {counts['refused']} | {calls} | {tokens} | {seconds[len(seconds) // 2]:.2f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    inner = parser.add_subparsers(dest="command", required=True)
    runs = inner.add_parser("run")
    runs.add_argument("--model")
    runs.add_argument("--base-url")
    runs.add_argument("--journal", type=Path, required=True)
    runs.add_argument("--share", default="1/1", help="which part of the questions: 3/10")
    runs.add_argument("--columns", default=",".join(COLUMNS))
    runs.add_argument("--looks", type=Path, nargs="*", help="folders of questions, as bench.looks reads them")
    inner.add_parser("report").add_argument("journals", nargs="+", type=Path)
    given = parser.parse_args()
    if given.command == "report":
        for line in report(given.journals):
            print(line)
        return
    number, parts = map(int, given.share.split("/"))
    columns = [name for name in given.columns.split(",") if name in COLUMNS]
    with tempfile.TemporaryDirectory() as home:
        model = (given.model, given.base_url)
        found = looked_at(given.looks, Path(home), *model) if given.looks else questions(Path(home), *model)
        asked = list(found)[number - 1 :: parts]
        asyncio.run(run(asked, columns, given.journal))


if __name__ == "__main__":
    main()
