"""`arch-team benchmark`: how right are the answers, and what is each part of the system worth."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from arch_team.evals.gold_loader import GoldSet
    from arch_team.models.wrappers import Budget
    from arch_team.settings import Settings

app = typer.Typer(help="Measure accuracy on gold questions, and compare models and modes.", no_args_is_help=True)

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
MaxRounds = Annotated[int, typer.Option("--max-rounds", min=1, help="Rounds of the four seats per question.")]
Price = Annotated[str, typer.Option("--price", help="Cost per million tokens, prompt/completion, e.g. 0.15/0.60.")]


@app.command("trustee")
def trustee(
    modes: Modes = "baseline,validator,ontology",
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
) -> None:
    """The 19 gold questions of the trustee pilot, in each mode."""
    from arch_team.console.setup import configured

    settings = configured(model=model, base_url=base_url, db=db, mandate=mandate, feature="trustee")
    _run("trustee", settings, modes, repeats, limit, ids, gold, out, fresh, timeout, max_rounds, price)


def _run(
    feature: str,
    settings: "Settings",
    modes: str,
    repeats: int,
    limit: int | None,
    ids: str,
    gold: Path | None,
    out: Path | None,
    fresh: bool,
    timeout: float,
    max_rounds: int,
    price: str,
) -> None:
    from arch_team.console.benchmark_progress import progress
    from arch_team.evals.modes import modes_named
    from arch_team.evals.runner import Plan, run

    plan = Plan(
        settings=settings,
        feature=feature,
        gold=_gold(feature, gold),
        modes=modes_named(modes),
        repeats=repeats,
        limit=limit,
        ids=tuple(part.strip() for part in ids.split(",") if part.strip()),
        timeout=timeout,
        max_rounds=max_rounds,
        command=shlex.join(["arch-team", *sys.argv[1:]]),
        budget=_budget(price),
    )
    folder = out or settings.home / "benchmark" / f"{feature}-{_file_name(plan.model)}"
    with progress(plan) as report:
        path = run(plan, folder, fresh=fresh, report=report)
    for note in plan.notes:
        typer.echo(note, err=True)
    typer.echo(f"journal: {path}")


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
    from arch_team.models.wrappers import Budget

    try:
        prompt, completion = (float(part) for part in price.split("/"))
    except ValueError:
        raise UsageError(f"--price {price!r} is not understood", "Write it as 0.15/0.60.") from None
    return Budget(prompt_price=prompt, completion_price=completion)


def _file_name(text: str) -> str:
    return "".join(c if c.isalnum() or c in "-._" else "-" for c in text)
