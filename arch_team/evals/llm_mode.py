"""`benchmark --mode llm`: a quick measurement of one model through the front door, held against an earlier one."""

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from arch_team.evals.journal import Finished, Header, Journal, now
from arch_team.evals.llm_cases import LlmCase
from arch_team.evals.provenance import code_fingerprint, commit, versions
from arch_team.evals.scoring import Verdict
from arch_team.evals.statistics import Rate, percentile, rate, spread
from arch_team.runs.answer import Answer
from arch_team.settings import Settings
from arch_team.society import Society
from arch_team.wire import Wire

if TYPE_CHECKING:
    from autogen_core.models import ChatCompletionClient

MODE = "llm"
SETTLING = 180.0
"""Seconds to wait, at most, until a model that ran out of time is free again."""
GRACE = 2.0
"""Seconds a team gets to end by itself when its time is up."""
Told = Callable[[Finished, Verdict, int, int], None]


@dataclass(frozen=True)
class LlmPlan:
    settings: Settings
    cases: tuple[LlmCase, ...]
    repeats: int = 3
    fast: bool = False
    timeouts: Callable[[LlmCase], float] = lambda case: case.timeout
    client: "Callable[[LlmCase], ChatCompletionClient] | None" = None

    @property
    def model(self) -> str:
        return "scripted" if self.client else self.settings.model or "embedded"


class CaseLine(Wire):
    id: str
    category: str
    difficulty: str
    timeout: float
    verdicts: tuple[Verdict, ...]


class LlmFigures(Wire):
    """What a model does with the cases. Latencies are in seconds."""

    model: str
    commit: str
    fast: bool
    repeats: int
    cases: tuple[CaseLine, ...]
    accuracy: Rate
    std: float
    """Of the accuracy of whole repeats."""
    consistency: float
    """Share of cases that were right in every repeat."""
    verdicts: dict[str, int]
    timeouts: int
    failures: int = 0
    """Runs that broke off. A measurement with any is no baseline: it is not the model that was measured."""
    reasons: tuple[str, ...] = ()
    """Why they broke off, each once."""
    p50: float
    p95: float
    by_difficulty: dict[str, float]

    def outcomes(self) -> dict[str, list[float]]:
        return {case.id: [float(verdict == "right") for verdict in case.verdicts] for case in self.cases}


def measure(plan: LlmPlan, folder: Path, *, fresh: bool = True, told: Told | None = None) -> LlmFigures:
    """Every case as often as wished. An interrupted measurement goes on with `fresh=False`."""
    with Journal(folder).open(_header(plan), fresh=fresh) as journal:
        asyncio.run(_run(plan, journal, told))
        wanted = {(MODE, case.id, repeat) for case in plan.cases for repeat in range(1, plan.repeats + 1)}
        return figures(plan, [run for run in journal.finished if run.key in wanted])


async def _run(plan: LlmPlan, journal: Journal, told: Told | None) -> None:
    society = Society(plan.settings, engine_first=False)
    total = len(plan.cases) * plan.repeats
    number = 0
    for repeat in range(1, plan.repeats + 1):
        for case in plan.cases:
            number += 1
            known = next((run for run in journal.finished if run.key == (MODE, case.id, repeat)), None)
            if known is None:
                known = await _asked(society, plan, case, repeat)
                journal.add(known)
                if case.verdict(known.answer) == "timeout" and plan.settings.model and not plan.client:
                    await _settled(society, case)
            if told:
                told(known, case.verdict(known.answer), number, total)


async def _asked(society: Society, plan: LlmPlan, case: LlmCase, repeat: int) -> Finished:
    society.seconds = limit = plan.timeouts(case)
    society.client = plan.client(case) if plan.client else None
    question = case.question
    started = time.perf_counter()
    try:
        async with asyncio.timeout(limit + GRACE):  # direct chat is no run of the team, and has the same limit
            answer = await society.ask(question.question, language=question.language)
    except TimeoutError:
        answer = _broken_off(case, f"the run took longer than {limit:g} s")
    except Exception as error:
        answer = _broken_off(case, f"{type(error).__name__}: {error}")
    seconds = round(time.perf_counter() - started, 3)
    return Finished(mode=MODE, question=case.id, repeat=repeat, answer=answer, seconds=seconds, finished=now())


async def _settled(society: Society, case: LlmCase) -> None:
    """After a case that ran out of time: the same once more, not measured.

    Many servers go on with a request whose caller has gone. The next case would wait for it and be measured with it;
    so it is waited for here, with a prompt that leaves what the server has read of it in its cache.
    """
    society.seconds = SETTLING
    with suppress(Exception):
        async with asyncio.timeout(SETTLING):
            await society.ask(case.question.question, language=case.question.language)


def _broken_off(case: LlmCase, reason: str) -> Answer:
    question = case.question
    return Answer(run_id="r0", question=question.question, language=question.language, status="failed", reason=reason)


def figures(plan: LlmPlan, runs: Sequence[Finished]) -> LlmFigures:
    verdicts: dict[str, list[Verdict]] = {
        case.id: [case.verdict(run.answer) for run in runs if run.question == case.id] for case in plan.cases
    }
    lines = tuple(
        CaseLine(
            id=case.id,
            category=case.category,
            difficulty=case.difficulty,
            timeout=plan.timeouts(case),
            verdicts=tuple(verdicts[case.id]),
        )
        for case in plan.cases
    )
    outcomes = {case: [float(verdict == "right") for verdict in found] for case, found in verdicts.items()}
    accuracy = rate(outcomes)
    if accuracy is None:
        raise ValueError("nothing was measured")
    by_repeat = [
        fmean(found[repeat] for found in outcomes.values() if repeat < len(found)) for repeat in range(plan.repeats)
    ]
    counts = Counter(verdict for found in verdicts.values() for verdict in found)
    seconds = [run.seconds for run in runs]
    return LlmFigures(
        model=plan.model,
        commit=commit(),
        fast=plan.fast,
        repeats=plan.repeats,
        cases=lines,
        accuracy=accuracy,
        std=round(spread(by_repeat), 6),
        consistency=round(fmean(all(found) for found in outcomes.values()), 6),
        verdicts=dict(sorted(counts.items())),
        timeouts=counts["timeout"],
        failures=counts["failed"],
        reasons=tuple(dict.fromkeys(_why(run) for run in runs if _is_failure(plan, run))),
        p50=round(percentile(seconds, 0.5), 2),
        p95=round(percentile(seconds, 0.95), 2),
        by_difficulty={
            name: round(fmean(fmean(outcomes[c.id]) for c in plan.cases if c.difficulty == name), 6)
            for name in sorted({case.difficulty for case in plan.cases})
        },
    )


def _is_failure(plan: LlmPlan, run: Finished) -> bool:
    return any(case.id == run.question and case.verdict(run.answer) == "failed" for case in plan.cases)


def _why(run: Finished) -> str:
    return run.answer.reason or " ".join(run.answer.warnings) or "no reason given"


def _header(plan: LlmPlan) -> Header:
    digest = hashlib.sha256("".join(case.to_json() for case in plan.cases).encode()).hexdigest()
    words = ["arch-team benchmark --mode llm", *(["--fast"] if plan.fast else [])]
    words += [f"--model {plan.settings.model}"] if plan.settings.model else []
    return Header(
        feature="llm",
        gold="llm_cases.yaml",
        gold_sha256=digest,
        questions=len(plan.cases),
        model=plan.model,
        commit=commit(),
        code=code_fingerprint(),
        command=" ".join([*words, f"--repeats {plan.repeats}"]),
        timeout=0.0,
        max_rounds=Society.max_rounds,
        source="front door",
        versions=versions(),
    )
