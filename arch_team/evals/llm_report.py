"""The page of `benchmark --mode llm`."""

from collections.abc import Iterator

from arch_team.evals.llm_mode import LlmFigures
from arch_team.evals.regression import Outcome, Regression
from arch_team.evals.scoring import VERDICTS


def llm_markdown(figures: LlmFigures, regression: Regression) -> str:
    return "\n".join([*_figures(figures), *_regression(regression), *_cases(figures)]) + "\n"


def _figures(found: LlmFigures) -> Iterator[str]:
    accuracy = found.accuracy
    yield f"# Benchmark of a model: {found.model}"
    yield ""
    yield (
        f"Commit `{found.commit}`, {len(found.cases)} cases, {found.repeats} repeats"
        + (", fast: direct chat, routing and the easy cases." if found.fast else ".")
    )
    yield ""
    yield "| | |"
    yield "|---|--:|"
    yield f"| accuracy | {accuracy.value * 100:.1f} % ± {found.std * 100:.1f} % |"
    yield f"| 95 % interval | {accuracy.low * 100:.1f} to {accuracy.high * 100:.1f} % |"
    yield f"| consistency (right in every repeat) | {found.consistency * 100:.1f} % |"
    yield f"| timeouts | {found.timeouts} |"
    yield f"| failures (the model was not reached, or something broke) | {found.failures} |"
    yield f"| latency p50 | {found.p50:.1f} s |"
    yield f"| latency p95 | {found.p95:.1f} s |"
    for verdict in VERDICTS:
        yield f"| {verdict} | {found.verdicts.get(verdict, 0)} |"
    for name, share in found.by_difficulty.items():
        yield f"| accuracy, {name} | {share * 100:.1f} % |"
    yield ""
    if found.failures:
        yield f"**{found.failures} runs failed**: {'; '.join(found.reasons)}. These figures are no baseline."
        yield ""


def _regression(found: Regression) -> Iterator[str]:
    yield "## Against the baseline"
    yield ""
    if found.outcome is Outcome.NO_BASELINE:
        yield found.note
    else:
        yield (
            f"**{found.outcome.value.capitalize()}**: {found.difference * 100:+.1f} points over the {found.questions} "
            f"cases both have, p = {found.p_value:.4f} (exact sign-flip test, one-sided)."
        )
        for name, ids in (("lost", found.lost), ("gained", found.gained)):
            if ids:
                yield f"- {name}: {', '.join(ids)}"
        if found.note:
            yield f"- {found.note}"
    yield ""


def _cases(found: LlmFigures) -> Iterator[str]:
    yield "## Cases"
    yield ""
    yield "| case | category | difficulty | limit | verdicts |"
    yield "|---|---|---|--:|---|"
    for case in found.cases:
        told = ", ".join(case.verdicts)
        yield f"| {case.id} | {case.category} | {case.difficulty} | {case.timeout:g} s | {told} |"
