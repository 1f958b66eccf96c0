"""What a benchmark shows: its progress on standard error (a bar, or a line per question), its result on output."""

import sys
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from arch_team.console.screen import Screen
from arch_team.evals.journal import Finished
from arch_team.evals.runner import Plan, Report
from arch_team.evals.scoring import VERDICTS, verdict_of
from arch_team.evals.summary import ModeFigures, Summary


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
    table.add_column("")
    for mode in summary.modes:
        table.add_column(mode.mode, justify="right")
    for name, cells in _rows(summary.modes):
        table.add_row(name, *cells)
    Screen().print(table)


def _rows(modes: Sequence[ModeFigures]) -> Iterator[tuple[str, list[str]]]:
    yield "accuracy", [f"{m.accuracy.value * 100:.1f} %" for m in modes]
    yield "95 % interval", [f"{m.accuracy.low * 100:.0f} to {m.accuracy.high * 100:.0f} %" for m in modes]
    for verdict in VERDICTS:
        yield verdict, [str(m.verdicts[verdict]) for m in modes]
    compliance = [m.pattern_compliance for m in modes]
    yield "pattern compliance", ["–" if found is None else f"{found.value * 100:.1f} %" for found in compliance]
    yield "rejected calls", [str(m.repairs.rejects) for m in modes]
    conversions = [m.repairs.conversion for m in modes]
    yield "repair conversion", ["–" if found is None else f"{found:.2f}" for found in conversions]
    yield "tokens", [str(m.prompt_tokens + m.completion_tokens) for m in modes]
