"""`arch-team benchmark --mode llm`: one model, quickly, held against its baseline."""

import sys
from pathlib import Path

import typer

from arch_team.console import exits
from arch_team.console.setup import configured
from arch_team.evals.journal import Finished
from arch_team.evals.llm_cases import cases
from arch_team.evals.llm_mode import LlmPlan, measure
from arch_team.evals.llm_report import llm_markdown
from arch_team.evals.regression import FAST_FILE_NAME, FILE_NAME, Outcome, compared, keep_baseline, read_baseline
from arch_team.evals.scoring import Verdict
from arch_team.models.reachable import require_model


def run_llm(
    *,
    model: str | None,
    base_url: str | None,
    fast: bool,
    repeats: int,
    out: Path | None,
    baseline: Path | None,
    update: bool,
    resume: bool,
) -> int:
    """Measures, reports, compares. The exit code is 1 where it is worse than the baseline, or where runs failed."""
    settings = configured(model=model, base_url=base_url)
    require_model(settings)
    plan = LlmPlan(settings, cases(fast=fast), repeats=repeats, fast=fast)
    name = "".join(c if c.isalnum() or c in "-._" else "-" for c in plan.model)
    folder = out or settings.home / "benchmark" / f"llm-{name}"
    found = measure(plan, folder, fresh=not resume, told=_told)
    kept = baseline or folder / (FAST_FILE_NAME if fast else FILE_NAME)
    regression = compared(found, read_baseline(kept))
    if not found.failures and (update or (regression.outcome is Outcome.NO_BASELINE and not kept.exists())):
        keep_baseline(kept, found)
    path = folder / "benchmark_report.md"
    path.write_text(llm_markdown(found, regression), encoding="utf-8")
    (folder / "benchmark_report.json").write_text(found.to_json(indent=2) + "\n", encoding="utf-8")
    typer.echo(
        f"accuracy {found.accuracy.value * 100:.1f} % ± {found.std * 100:.1f} %, consistency "
        f"{found.consistency * 100:.1f} %, {found.timeouts} timeouts, p50 {found.p50:.1f} s, p95 {found.p95:.1f} s"
    )
    if found.failures:
        told = "; ".join(found.reasons)
        typer.echo(f"{found.failures} runs failed: {told}. The baseline is left as it was.", err=True)
    typer.echo(f"against the baseline: {regression.outcome.value} {regression.note}".rstrip())
    if regression.is_worse:
        typer.echo(
            f"worse by {-regression.difference * 100:.1f} points (p = {regression.p_value:.4f}); "
            f"lost: {', '.join(regression.lost)}",
            err=True,
        )
    typer.echo(f"report: {path}")
    return exits.ERROR if regression.is_worse or found.failures else exits.ANSWERED


def _told(run: Finished, verdict: Verdict, number: int, total: int) -> None:
    end = "\n" if number == total or not sys.stderr.isatty() else "\r"
    told = f"[{number}/{total}] {run.question} #{run.repeat}: {verdict} ({run.seconds:.1f} s)"
    print(f"{told:<78}", end=end, file=sys.stderr, flush=True)
