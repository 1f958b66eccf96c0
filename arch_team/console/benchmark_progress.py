"""What a benchmark shows: its progress on standard error (a bar, or a line per question), its result on output."""

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from arch_team.console.setup import Screen
from arch_team.evals.journal import Finished
from arch_team.evals.runner import Plan, Report
from arch_team.evals.scoring import VERDICTS, verdict_of
from arch_team.evals.summary import Summary


@contextmanager
def progress(plan: Plan) -> Generator[Report]:
    questions = {question.id: question for question in plan.gold.questions}
    counts: Counter[str] = Counter()

    def judged(run: Finished) -> str:
        verdict = verdict_of(questions[run.question], run.answer)
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


def show_summary(summary: Summary) -> None:
    """The modes side by side, on standard output."""
    table = Table(box=None, pad_edge=False)
    table.add_column("mode")
    for name in ("accuracy", "95 % interval", *VERDICTS, "pattern", "rejects", "repaired", "tokens"):
        table.add_column(name, justify="right")
    for mode in summary.modes:
        found, pattern, repairs = mode.accuracy, mode.pattern_compliance, mode.repairs
        table.add_row(
            mode.mode,
            f"{found.value * 100:.1f} %",
            f"{found.low * 100:.0f}–{found.high * 100:.0f} %",
            *(str(mode.verdicts[verdict]) for verdict in VERDICTS),
            "–" if pattern is None else f"{pattern.value * 100:.1f} %",
            str(repairs.rejects),
            "–" if repairs.conversion is None else f"{repairs.conversion:.2f}",
            str(mode.prompt_tokens + mode.completion_tokens),
        )
    Screen().print(table)
