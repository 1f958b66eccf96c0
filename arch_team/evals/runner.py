"""Runs gold questions through a society, mode by mode, and keeps everything that came out.

All questions of a mode run before the next mode, sorted by language: a server that reuses a prompt's prefix then can.
"""

import asyncio
import shlex
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from arch_team.errors import ArchTeamError, UsageError
from arch_team.evals.domains import domains_of
from arch_team.evals.gold import GoldQuestion
from arch_team.evals.gold_loader import GoldSet
from arch_team.evals.guard_check import FILE_NAME as GUARD_FILE
from arch_team.evals.guard_check import check_guard
from arch_team.evals.journal import FILE_NAME as JOURNAL_FILE
from arch_team.evals.journal import Finished, Header, Journal, now, read_journal
from arch_team.evals.modes import MODES_WITHOUT_MODEL, Mode, desks_for
from arch_team.evals.provenance import code_fingerprint, commit, versions
from arch_team.evals.report import GOLD_FILE
from arch_team.evals.summary import judge
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient

    from arch_team.models.spending import Budget

TIMEOUT = 600.0
MAX_ROUNDS = 5
Report = Callable[[Finished, int, int], None]
"""A finished question, how many are done, how many there are."""
OpenClient = Callable[[GoldQuestion], "ChatCompletionClient"]


@dataclass(frozen=True)
class Plan:
    """What to run. `client` opens a client per question instead of the configured model: for tests."""

    settings: Settings
    feature: str
    gold: GoldSet
    modes: tuple[Mode, ...]
    repeats: int = 1
    limit: int | None = None
    ids: tuple[str, ...] = ()
    timeout: float = TIMEOUT
    max_rounds: int = MAX_ROUNDS
    budget: "Budget | None" = None
    client: OpenClient | None = None
    notes: list[str] = field(default_factory=list[str])

    @property
    def model(self) -> str:
        return "scripted" if self.client else self.settings.model or "embedded"

    def command(self) -> str:
        """How to run this again, without the paths and addresses of one machine."""
        target = [self.feature] if self.feature == "trustee" else ["run", self.feature]
        words = ["arch-team", "benchmark", *target, "--modes", ",".join(self.modes)]
        words += ["--model", self.settings.model] if self.settings.model else []
        words += ["--gold", Path(self.gold.name).name] if self.gold.name != f"{self.feature}.yaml" else []
        for name, value, usual in (("repeats", self.repeats, 1), ("limit", self.limit, None)):
            words += [f"--{name}", str(value)] if value != usual else []
        words += ["--ids", ",".join(self.ids)] if self.ids else []
        words += ["--timeout", f"{self.timeout:g}"] if self.timeout != TIMEOUT else []
        words += ["--max-rounds", str(self.max_rounds)] if self.max_rounds != MAX_ROUNDS else []
        return shlex.join(words)

    def runnable_modes(self) -> tuple[Mode, ...]:
        """Without a model only some modes can run; the others are named in the notes."""
        if self.client or self.settings.model:
            return self.modes
        kept: tuple[Mode, ...] = tuple(mode for mode in self.modes if mode in MODES_WITHOUT_MODEL)
        left = [mode for mode in self.modes if mode not in kept]
        if not kept:
            raise UsageError(
                f"the embedded operator cannot run in mode {', '.join(left)}: it reads questions by the ontology",
                "Name a model with --model and --base-url, or use --modes ontology.",
            )
        if left:
            self.notes.append(
                f"Not run without a model: {', '.join(left)}. The embedded operator reads questions by the ontology."
            )
        return kept

    def questions(self) -> list[GoldQuestion]:
        """Those chosen, sorted by language and then as in the file."""
        known = {question.id for question in self.gold.questions}
        if unknown := [name for name in self.ids if name not in known]:
            raise UsageError(f"there is no gold question {unknown[0]!r}", f"Ids: {', '.join(sorted(known))}.")
        chosen = [q for q in self.gold.questions if not self.ids or q.id in self.ids][: self.limit]
        return sorted(chosen, key=lambda question: question.language)

    def runs(self) -> Iterator[tuple[Mode, GoldQuestion, int]]:
        questions = self.questions()
        for mode in self.runnable_modes():
            for repeat in range(1, self.repeats + 1):
                for question in questions:
                    yield mode, question, repeat


def run(plan: Plan, folder: Path, *, fresh: bool = False, report: Report | None = None) -> Path:
    """Everything of the plan that the folder's journal does not hold yet. Gives the journal's path."""
    runs = list(plan.runs())
    with Journal(folder).open(_header(plan), fresh=fresh) as journal:
        (folder / GOLD_FILE).write_text(plan.gold.text, encoding="utf-8")
        asyncio.run(_run(plan, runs, journal, report))
        return journal.path


def measure_guard(plan: Plan, folder: Path) -> None:
    """Puts changed answers of the finished runs before the guard, and keeps what came out beside the journal."""
    header, runs = read_journal(folder / JOURNAL_FILE)
    source = Society(plan.settings).source
    try:
        figures = check_guard(judge(header, runs, plan.gold), plan.settings, source)
    finally:
        source.close()
    if figures is not None:
        (folder / GUARD_FILE).write_text(figures.to_json(indent=2) + "\n", encoding="utf-8")


async def _run(plan: Plan, runs: list[tuple[Mode, GoldQuestion, int]], journal: Journal, report: Report | None) -> None:
    societies: dict[Mode, Society] = {}
    try:
        await _run_all(plan, runs, journal, report, societies)
    finally:
        for society in societies.values():
            if "source" in vars(society):
                society.source.close()


async def _run_all(
    plan: Plan,
    runs: list[tuple[Mode, GoldQuestion, int]],
    journal: Journal,
    report: Report | None,
    societies: dict[Mode, Society],
) -> None:
    for number, (mode, question, repeat) in enumerate(runs, 1):
        known = next((run for run in journal.finished if run.key == (mode, question.id, repeat)), None)
        if known is None:
            if mode not in societies:
                societies[mode] = Society(
                    plan.settings,
                    desks=desks_for(mode, plan.settings),
                    budget=plan.budget,
                    engine_first=False,
                    max_rounds=plan.max_rounds,
                    seconds=plan.timeout,
                )
            society = societies[mode]
            if plan.client:
                society.client = plan.client(question)
            started = time.perf_counter()
            answer = await _asked(society, question)
            seconds = round(time.perf_counter() - started, 3)
            known = Finished(
                mode=mode, question=question.id, repeat=repeat, answer=answer, seconds=seconds, finished=now()
            )
            journal.add(known)
        if report:
            report(known, number, len(runs))


async def _asked(society: Society, question: GoldQuestion) -> Answer:
    """The answer, or a failed one that says why: one broken question never stops the others."""
    try:
        return await society.ask(question.question, skill="data", language=question.language)
    except (UsageError, KeyboardInterrupt):
        raise
    except Exception as error:
        reason = str(error) if isinstance(error, ArchTeamError) else f"{type(error).__name__}: {error}"
        return Answer(
            run_id="r0", question=question.question, language=question.language, status="failed", reason=reason
        )


def _header(plan: Plan) -> Header:
    source = Society(plan.settings).source
    try:
        domains = domains_of(source, plan.gold.questions)
        name = source.name
    finally:
        source.close()
    return Header(
        feature=plan.feature,
        gold=Path(plan.gold.name).name,
        gold_sha256=plan.gold.sha256,
        questions=len(plan.gold.questions),
        model=plan.model,
        commit=commit(),
        code=code_fingerprint(),
        command=plan.command(),
        timeout=plan.timeout,
        max_rounds=plan.max_rounds,
        source=name,
        prompt_price=plan.budget.prompt_price if plan.budget else 0.0,
        completion_price=plan.budget.completion_price if plan.budget else 0.0,
        versions=versions(),
        domains=domains,
    )
