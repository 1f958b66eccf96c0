"""Is this measurement worse than the one kept as baseline? A paired test over the questions both have decides.

A fixed margin would call noise a regression on ten questions, and miss a real one on a thousand. Without a model there
is no noise: then every question that was right and is not any more counts.
"""

from enum import StrEnum
from pathlib import Path
from statistics import fmean

from pydantic import ValidationError

from arch_team.errors import DataError
from arch_team.evals.llm_mode import LlmFigures
from arch_team.evals.statistics import exact_differences, sign_flip
from arch_team.wire import Wire

FILE_NAME = "baseline.json"
FAST_FILE_NAME = "baseline-fast.json"
"""A fast run has fewer cases: it must not take the place of a full one."""
ALPHA = 0.05
_WITHOUT_CHANCE = ("embedded",)


class Outcome(StrEnum):
    NO_BASELINE = "no baseline"
    WORSE = "worse"
    NOT_WORSE = "not worse"


class Regression(Wire):
    outcome: Outcome
    difference: float = 0.0
    p_value: float = 1.0
    """How often chance alone gives a loss at least this large."""
    questions: int = 0
    lost: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    note: str = ""

    @property
    def is_worse(self) -> bool:
        return self.outcome is Outcome.WORSE


def compared(now: LlmFigures, baseline: LlmFigures | None) -> Regression:
    if baseline is None:
        note = "Runs failed: this is no baseline." if now.failures else "This measurement is the baseline from now on."
        return Regression(outcome=Outcome.NO_BASELINE, note=note)
    mine, theirs = now.outcomes(), baseline.outcomes()
    differences = exact_differences(mine, theirs)
    if not differences:
        return Regression(outcome=Outcome.NO_BASELINE, note="The baseline has none of these cases.")
    shared = [name for name in mine if theirs.get(name) and mine[name]]
    lost = tuple(name for name in shared if fmean(mine[name]) < fmean(theirs[name]))
    gained = tuple(name for name in shared if fmean(mine[name]) > fmean(theirs[name]))
    p_value = sign_flip(differences, worse_only=True)
    certain = now.model in _WITHOUT_CHANCE and now.model == baseline.model
    worse = bool(lost) if certain else sum(differences) < 0 and p_value < ALPHA
    return Regression(
        outcome=Outcome.WORSE if worse else Outcome.NOT_WORSE,
        difference=round(float(sum(differences)) / len(differences), 6),
        p_value=round(p_value, 6),
        questions=len(shared),
        lost=lost,
        gained=gained,
        note="" if now.model == baseline.model else f"The baseline is of another model, {baseline.model}.",
    )


def read_baseline(path: Path) -> LlmFigures | None:
    if not path.is_file():
        return None
    try:
        return LlmFigures.model_validate_json(path.read_text(encoding="utf-8"))
    except (ValidationError, UnicodeDecodeError) as error:
        raise DataError(f"{path} is not a baseline of this version", "Move it away, or name another.") from error


def keep_baseline(path: Path, figures: LlmFigures) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(figures.to_json(indent=2) + "\n", encoding="utf-8")
