"""The progress of a benchmark, on standard error: a bar in a terminal, a line per question elsewhere."""

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arch_team.evals.journal import Finished
from arch_team.evals.runner import Plan, Report
from arch_team.evals.scoring import score


@contextmanager
def progress(plan: Plan) -> Generator[Report]:
    questions = {question.id: question for question in plan.gold.questions}
    counts: Counter[str] = Counter()

    def judged(run: Finished) -> str:
        verdict = score(questions[run.question], run.answer).verdict
        counts[verdict] += 1
        return verdict

    if not sys.stderr.isatty():

        def lines(run: Finished, number: int, total: int) -> None:
            told = f"[{number}/{total}] {run.mode} {run.question} #{run.repeat}: {judged(run)}"
            print(f"{told} ({run.seconds:.1f} s)", file=sys.stderr, flush=True)

        yield lines
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=False) as bar:
        task = bar.add_task("starting", total=None)

        def show(run: Finished, number: int, total: int) -> None:
            judged(run)
            told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
            bar.update(task, total=total, completed=number, description=f"{run.mode} {run.question}: {told}")

        yield show
