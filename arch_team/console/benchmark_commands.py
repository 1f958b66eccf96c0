"""`arch-team benchmark`: how right are the answers, and what is each part of the system worth."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arch_team.console import exits

if TYPE_CHECKING:
    from arch_team.evals.gold_loader import GoldSet
    from arch_team.models.spending import Budget
    from arch_team.settings import Settings

app = typer.Typer(help="Measure accuracy on gold questions; compare models and modes.")

ALL_MODES = "baseline,validator,ontology"
Modes = Annotated[str, typer.Option("--modes", help="baseline, validator, ontology; comma-separated.")]
Model = Annotated[str | None, typer.Option("--model", help="Model name. Default: the embedded operator.")]
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="OpenAI-compatible endpoint.")]
Db = Annotated[str | None, typer.Option("--db", help="Database URL. Default: the demo company.")]
Mandate = Annotated[str | None, typer.Option("--mandate", help="Whose data to read.")]
Repeats = Annotated[int, typer.Option("--repeats", min=1, help="How often each question is asked.")]
Limit = Annotated[int | None, typer.Option("--limit", min=1, help="Only the first N questions of the file.")]
Ids = Annotated[str, typer.Option("--ids", help="Only these questions, comma-separated.")]
Gold = Annotated[Path | None, typer.Option("--gold", help="Gold file. Default: the one shipped with the feature.")]
Out = Annotated[Path | None, typer.Option("--out", help="Folder for journal and report.")]
Fresh = Annotated[
    bool, typer.Option("--fresh/--resume", help="Begin anew, or go on where an earlier run stopped (the default).")
]
Timeout = Annotated[float, typer.Option("--timeout", min=1, help="Seconds one question may take.")]
MaxRounds = Annotated[int, typer.Option("--max-rounds", min=1, help="Rounds of the four agents per question.")]
Price = Annotated[str, typer.Option("--price", help="Cost per million tokens, prompt/completion, e.g. 0.15/0.60.")]
Gate = Annotated[bool, typer.Option("--gate", help="Exit with 1 if a goal that was measured is not reached.")]
WithGuard = Annotated[bool, typer.Option("--guard/--no-guard", help="Try the guard on changed answers at the end.")]


@dataclass(frozen=True)
class Wish:
    """The options of a run, as they were given."""

    modes: str
    repeats: int
    limit: int | None
    ids: str
    gold: Path | None
    out: Path | None
    fresh: bool
    timeout: float
    max_rounds: int
    price: str
    gate: bool
    guard: bool


@app.callback(invoke_without_command=True)
def benchmark(
    context: typer.Context,
    mode: Annotated[
        str | None,
        typer.Option("--mode", help="llm: measure one language model as a person would use it, with time limits."),
    ] = None,
    fast: Annotated[
        bool, typer.Option("--fast", help="Only what needs no tools (direct chat, routing) and the easy cases.")
    ] = False,
    model: Model = None,
    base_url: BaseUrl = None,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help="How often each case is asked.")] = 3,
    out: Out = None,
    baseline: Annotated[Path | None, typer.Option("--baseline", help="Baseline to compare with.")] = None,
    update: Annotated[bool, typer.Option("--update-baseline", help="Keep this run as the new baseline.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an interrupted measurement.")] = False,
) -> None:
    """Measure accuracy on gold questions; compare models and modes.

    With --mode llm: direct chat, routing and data questions, each within 45 s (easy), 60 s (medium) or 90 s (hard),
    several times. The first run is kept as baseline.json; a later one that is worse by a paired test exits with 1.
    """
    if context.invoked_subcommand is not None:
        return
    if mode is None:
        typer.echo(context.get_help())
        raise typer.Exit(exits.USAGE)
    if mode != "llm":
        from arch_team.errors import UsageError

        raise UsageError(f"there is no benchmark mode {mode!r}", "Use --mode llm, or a sub-command such as trustee.")
    from arch_team.console.benchmark_llm import run_llm

    code = run_llm(
        model=model,
        base_url=base_url,
        fast=fast,
        repeats=repeats,
        out=out,
        baseline=baseline,
        update=update,
        resume=resume,
    )
    raise typer.Exit(code)


@app.command("trustee")
def trustee(
    modes: Modes = ALL_MODES,
    model: Model = None,
    base_url: BaseUrl = None,
    db: Db = None,
    mandate: Mandate = None,
    repeats: Repeats = 1,
    limit: Limit = None,
    ids: Ids = "",
    gold: Gold = None,
    out: Out = None,
    fresh: Fresh = False,
    timeout: Timeout = 600.0,
    max_rounds: MaxRounds = 5,
    price: Price = "0/0",
    gate: Gate = False,
    guard: WithGuard = True,
) -> None:
    """The 19 gold questions of the trustee pilot, in each mode."""
    wish = Wish(modes, repeats, limit, ids, gold, out, fresh, timeout, max_rounds, price, gate, guard)
    _measure("trustee", _settings("trustee", model, base_url, db, mandate), wish)


@app.command("run")
def run_feature(
    feature: Annotated[str, typer.Argument(help="A registered feature, e.g. trustee or one of your own.")],
    modes: Modes = ALL_MODES,
    model: Model = None,
    base_url: BaseUrl = None,
    db: Db = None,
    mandate: Mandate = None,
    repeats: Repeats = 1,
    limit: Limit = None,
    ids: Ids = "",
    gold: Gold = None,
    out: Out = None,
    fresh: Fresh = False,
    timeout: Timeout = 600.0,
    max_rounds: MaxRounds = 5,
    price: Price = "0/0",
    gate: Gate = False,
    guard: WithGuard = True,
) -> None:
    """Your own gold questions to your own feature."""
    wish = Wish(modes, repeats, limit, ids, gold, out, fresh, timeout, max_rounds, price, gate, guard)
    _measure(feature, _settings(feature, model, base_url, db, mandate), wish)


@app.command("report")
def report(
    folder: Annotated[Path, typer.Argument(help="Folder with the journal of a benchmark.")],
    docs: Annotated[
        Path | None, typer.Option("--docs", help="Write benchmark.md and its pictures into this folder.")
    ] = None,
) -> None:
    """Make the report anew from the journal."""
    from arch_team.console.plain import plainly
    from arch_team.evals.report import write_docs, write_report

    with plainly():
        path = write_report(folder) if docs is None else write_docs(folder, docs)
        typer.echo(str(path))


@app.command("check")
def check(
    gold: Annotated[Path, typer.Argument(help="A gold file.")],
    feature: Annotated[str | None, typer.Option("--feature", help="Also check tables and fields against it.")] = None,
) -> None:
    """Check a gold file. Everything wrong is told at once, with its line."""
    from arch_team.evals.gold_loader import checked_against, load_gold
    from arch_team.featuredata.features import load_feature

    found = load_gold(gold)
    if feature:
        found = checked_against(found, load_feature(feature).catalog())
    for issue in found.issues:
        typer.echo(str(issue), err=True)
    typer.echo(f"{len(found.questions)} questions, {len(found.issues)} errors.")
    if found.issues:
        raise typer.Exit(exits.USAGE)


def _settings(feature: str, model: str | None, base_url: str | None, db: str | None, mandate: str | None) -> "Settings":
    from arch_team.console.setup import configured

    return configured(model=model, base_url=base_url, db=db, mandate=mandate, feature=feature)


def _measure(feature: str, settings: "Settings", wish: Wish) -> None:
    from arch_team.console.benchmark_progress import progress, show_summary
    from arch_team.evals.modes import modes_named
    from arch_team.evals.report import read_summary, write_report
    from arch_team.evals.runner import Plan, measure_guard, run

    plan = Plan(
        settings=settings,
        feature=feature,
        gold=_gold(feature, wish.gold),
        modes=modes_named(wish.modes),
        repeats=wish.repeats,
        limit=wish.limit,
        ids=tuple(part.strip() for part in wish.ids.split(",") if part.strip()),
        timeout=wish.timeout,
        max_rounds=wish.max_rounds,
        budget=_budget(wish.price),
    )
    folder = wish.out or settings.home / "benchmark" / f"{feature}-{_file_name(plan.model)}"
    with progress(plan) as told:
        run(plan, folder, fresh=wish.fresh, report=told)
    if wish.guard:
        measure_guard(plan, folder)
    path = write_report(folder)
    summary, _ = read_summary(folder)
    show_summary(summary)
    for note in plan.notes:
        typer.echo(note, err=True)
    typer.echo(f"report: {path}")
    if wish.gate and any(goal.reached is False for goal in summary.goals):
        raise typer.Exit(exits.ERROR)


def _gold(feature: str, path: Path | None) -> "GoldSet":
    from arch_team.errors import UsageError
    from arch_team.evals.gold_loader import load_gold, shipped

    if path is not None:
        return load_gold(path).usable()
    found = shipped(feature)
    if found is None:
        raise UsageError(f"no gold questions are shipped for {feature!r}", "Name your own with --gold FILE.")
    return found.usable()


def _budget(price: str) -> "Budget":
    from arch_team.errors import UsageError
    from arch_team.models.spending import Budget

    try:
        prompt, completion = (float(part) for part in price.split("/"))
    except ValueError:
        raise UsageError(f"--price {price!r} is not understood", "Write it as 0.15/0.60.") from None
    return Budget(prompt_price=prompt, completion_price=completion)


def _file_name(text: str) -> str:
    return "".join(c if c.isalnum() or c in "-._" else "-" for c in text)
