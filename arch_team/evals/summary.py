"""A journal in figures: per question, per mode, and one mode against another."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from arch_team.evals.gold import GoldQuestion
from arch_team.evals.gold_loader import GoldSet
from arch_team.evals.journal import Finished, Header
from arch_team.evals.modes import MODES
from arch_team.evals.scoring import VERDICTS, Score, score
from arch_team.evals.statistics import Comparison, Rate, compare, percentile, rate
from arch_team.wire import Wire

REPAIR_GOAL = 0.8
LEAD_GOAL = 0.25


@dataclass(frozen=True, slots=True)
class Judged:
    """A finished run with its question and its score."""

    run: Finished
    question: GoldQuestion
    score: Score

    @property
    def is_right(self) -> bool:
        return self.score.verdict == "right"


class RepairFigures(Wire):
    """What became of rejected calls."""

    triggered_runs: int
    succeeded_runs: int
    """Runs in which every series of rejections ended with another, valid call in the next round."""
    conversion: float | None
    rejects: int
    rejects_per_run: float
    answered_next_round: int
    attempts: int
    successes: int
    codes: dict[str, int]


class ModeFigures(Wire):
    mode: str
    questions: int
    runs: int
    accuracy: Rate
    verdicts: dict[str, int]
    wrong: Rate
    false_refusals: Rate | None
    """Refused, gave up or ran out of time, of the questions that have an answer."""
    false_questions: Rate | None
    numeric_correctness: Rate | None
    """All gold figures and no other amount, of the questions that have gold figures."""
    pattern_compliance: Rate | None
    """The expected call was made and no forbidden tool ran, of the questions that expect a call."""
    forbidden_tool_runs: int
    consistent: float
    """Share of questions that were right in every repeat."""
    repairs: RepairFigures
    rounds: int
    tool_calls: int
    llm_calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float


class QuestionLine(Wire):
    id: str
    question: str
    expect: tuple[str, ...]
    difficulty: str
    hallucination: tuple[str, ...]
    verdicts: dict[str, tuple[str, ...]]
    """Mode to the verdict of each repeat."""
    remarks: dict[str, str]
    """Mode to what was missing or should not be there, where a repeat was not right."""


class RunLine(Wire):
    """One run, for programs: everything it was judged by."""

    mode: str
    question: str
    repeat: int
    status: str
    score: Score


class Share(Wire):
    name: str
    questions: int
    accuracy: dict[str, float]
    """Mode to accuracy."""


class Goal(Wire):
    goal: str
    measured: str
    reached: bool | None
    """None: this run cannot tell."""


class Times(Wire):
    """The only figures that differ between two runs of the same thing without a model."""

    started: str
    seconds: dict[str, float]
    p50: dict[str, float]
    p95: dict[str, float]


class Summary(Wire):
    header: Header
    modes: tuple[ModeFigures, ...]
    comparisons: tuple[Comparison, ...]
    goals: tuple[Goal, ...]
    questions: tuple[QuestionLine, ...]
    runs: tuple[RunLine, ...]
    by_difficulty: tuple[Share, ...]
    by_hallucination: tuple[Share, ...]
    unfinished: dict[str, int]
    """Mode to the questions of the file it has not been asked."""
    times: Times


def judge(header: Header, runs: Iterable[Finished], gold: GoldSet) -> list[Judged]:
    """Every run of a question the gold set has, by mode, question and repeat."""
    questions = {question.id: question for question in gold.questions}
    order = {question.id: number for number, question in enumerate(gold.questions)}
    judged = [
        Judged(run, questions[run.question], score(questions[run.question], run.answer, header.domains))
        for run in runs
        if run.question in questions
    ]
    return sorted(judged, key=lambda j: (_place(j.run.mode), order[j.run.question], j.run.repeat))


def summarise(header: Header, judged: Sequence[Judged], gold: GoldSet) -> Summary:
    modes = list(dict.fromkeys(j.run.mode for j in judged))
    figures = tuple(_figures(mode, [j for j in judged if j.run.mode == mode]) for mode in modes)
    right = {mode: _clusters([j for j in judged if j.run.mode == mode], lambda j: j.is_right) for mode in modes}
    pairs = [(later, earlier) for n, later in enumerate(modes) for earlier in modes[:n]]
    found = [compare(later, right[later], earlier, right[earlier]) for later, earlier in pairs]
    comparisons = tuple(c for c in found if c is not None)
    seconds = {mode: [j.run.seconds for j in judged if j.run.mode == mode] for mode in modes}
    return Summary(
        header=header.model_copy(update={"domains": {}, "started": ""}),
        modes=figures,
        comparisons=comparisons,
        goals=_goals(figures, comparisons),
        questions=tuple(_line(question, judged) for question in gold.questions),
        runs=tuple(
            RunLine(
                mode=j.run.mode,
                question=j.run.question,
                repeat=j.run.repeat,
                status=j.run.answer.status,
                score=j.score,
            )
            for j in judged
        ),
        by_difficulty=_shares(judged, lambda j: (j.question.difficulty,)),
        by_hallucination=_shares(judged, lambda j: j.question.hallucination),
        unfinished={f.mode: len(gold.questions) - f.questions for f in figures if f.questions < len(gold.questions)},
        times=Times(
            started=header.started,
            seconds={mode: round(sum(values), 1) for mode, values in seconds.items()},
            p50={mode: round(percentile(values, 0.5), 2) for mode, values in seconds.items()},
            p95={mode: round(percentile(values, 0.95), 2) for mode, values in seconds.items()},
        ),
    )


def _place(mode: str) -> int:
    return MODES.index(mode) if mode in MODES else len(MODES)


def _clusters(judged: Iterable[Judged], outcome: Callable[[Judged], bool]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for j in judged:
        found.setdefault(j.question.id, []).append(float(outcome(j)))
    return found


def _figures(mode: str, judged: list[Judged]) -> ModeFigures:
    right = _clusters(judged, lambda j: j.is_right)
    answerable = [j for j in judged if j.question.expect == ("answer",)]
    with_figures = [j for j in judged if j.question.expected_answer_numeric]
    with_pattern = [j for j in judged if j.score.pattern_match is not None]
    verdicts = Counter(j.score.verdict for j in judged)
    total = [j.score for j in judged]
    return ModeFigures(
        mode=mode,
        questions=len(right),
        runs=len(judged),
        accuracy=_some(rate(right)),
        verdicts={verdict: verdicts[verdict] for verdict in VERDICTS},
        wrong=_some(rate(_clusters(judged, lambda j: j.score.verdict == "wrong"))),
        false_refusals=rate(_clusters(answerable, lambda j: j.score.verdict in ("refused", "timeout", "failed"))),
        false_questions=rate(_clusters(answerable, lambda j: j.score.verdict == "asked")),
        numeric_correctness=rate(_clusters(with_figures, lambda j: j.score.numeric_correct)),
        pattern_compliance=rate(_clusters(with_pattern, _complies)),
        forbidden_tool_runs=sum(bool(s.forbidden_used) for s in total),
        consistent=round(fmean(all(outcomes) for outcomes in right.values()), 6),
        repairs=_repairs(judged),
        rounds=sum(s.rounds for s in total),
        tool_calls=sum(s.tool_calls for s in total),
        llm_calls=sum(s.llm_calls for s in total),
        prompt_tokens=sum(s.prompt_tokens for s in total),
        completion_tokens=sum(s.completion_tokens for s in total),
        cost=round(sum(s.cost for s in total), 6),
    )


def _complies(judged: Judged) -> bool:
    return bool(judged.score.pattern_match) and not judged.score.forbidden_used


def _repairs(judged: Sequence[Judged]) -> RepairFigures:
    repairs = [j.score.repairs for j in judged]
    triggered, succeeded = sum(r.triggered for r in repairs), sum(r.succeeded for r in repairs)
    rejects = sum(r.validation_failures for r in repairs)
    calls = [call for j in judged for call in j.run.answer.trace.tool_calls if call.validation_failure_code]
    return RepairFigures(
        triggered_runs=triggered,
        succeeded_runs=succeeded,
        conversion=round(succeeded / triggered, 6) if triggered else None,
        rejects=rejects,
        rejects_per_run=round(rejects / len(judged), 6),
        answered_next_round=sum(r.answered_next_round for r in repairs),
        attempts=sum(r.repair_attempts for r in repairs),
        successes=sum(r.success_after_repair for r in repairs),
        codes=dict(sorted(Counter(call.validation_failure_code or "" for call in calls).items())),
    )


def _line(question: GoldQuestion, judged: Sequence[Judged]) -> QuestionLine:
    mine = [j for j in judged if j.question.id == question.id]
    verdicts: dict[str, tuple[str, ...]] = {}
    remarks: dict[str, str] = {}
    for j in mine:
        verdicts[j.run.mode] = (*verdicts.get(j.run.mode, ()), j.score.verdict)
        if not j.is_right:
            remarks.setdefault(j.run.mode, _remark(j))
    return QuestionLine(
        id=question.id,
        question=question.question,
        expect=question.expect,
        difficulty=question.difficulty,
        hallucination=question.hallucination,
        verdicts=verdicts,
        remarks=remarks,
    )


def _remark(judged: Judged) -> str:
    found = judged.score
    parts = [f"shows {', '.join(found.stray)}"] if found.stray else []
    if found.missing and judged.run.answer.status == "approved":
        parts.append(f"misses {', '.join(found.missing)}")
    if judged.run.answer.status != "approved":
        parts.append(" ".join((judged.run.answer.reason or judged.run.answer.status).split())[:160])
    return "; ".join(parts)


def _shares(judged: Sequence[Judged], names: Callable[[Judged], tuple[str, ...]]) -> tuple[Share, ...]:
    modes = list(dict.fromkeys(j.run.mode for j in judged))
    known = sorted({name for j in judged for name in names(j)})
    shares: list[Share] = []
    for name in known:
        mine = [j for j in judged if name in names(j)]
        accuracy: dict[str, float] = {}
        for mode in modes:
            clusters = _clusters([j for j in mine if j.run.mode == mode], lambda j: j.is_right)
            if clusters:
                accuracy[mode] = round(fmean(fmean(outcomes) for outcomes in clusters.values()), 6)
        shares.append(Share(name=name, questions=len({j.question.id for j in mine}), accuracy=accuracy))
    return tuple(shares)


def _goals(figures: Sequence[ModeFigures], comparisons: Sequence[Comparison]) -> tuple[Goal, ...]:
    ours = next((f for f in figures if f.mode == "ontology"), None)
    lead = next((c for c in comparisons if (c.better, c.worse) == ("ontology", "baseline")), None)
    if ours is None:
        return ()
    wrong = ours.verdicts["wrong"]
    return (
        Goal(
            goal="ontology shows no wrong figure",
            measured=f"{wrong} of {ours.runs} runs wrong",
            reached=wrong == 0,
        ),
        *_repair_goals(figures),
        Goal(
            goal=f"ontology at least {LEAD_GOAL * 100:.0f} points above baseline",
            measured="baseline was not measured" if lead is None else f"{lead.difference * 100:+.1f} points",
            reached=None if lead is None else lead.difference >= LEAD_GOAL,
        ),
    )


def _repair_goals(figures: Sequence[ModeFigures]) -> list[Goal]:
    """Judged in every mode that had rejections; where none had, there is nothing to judge."""
    goal = f"repair conversion at least {REPAIR_GOAL:.1f}"
    found: list[Goal] = []
    for mode in figures:
        repairs = mode.repairs
        if repairs.conversion is not None:
            measured = f"{repairs.conversion:.2f} ({repairs.succeeded_runs} of {repairs.triggered_runs} runs)"
            reached = repairs.conversion >= REPAIR_GOAL
            found.append(Goal(goal=f"{goal} in {mode.mode}", measured=measured, reached=reached))
    return found or [Goal(goal=goal, measured="no call was rejected in any mode", reached=None)]


def _some(found: Rate | None) -> Rate:
    if found is None:
        raise ValueError("a mode without runs has no figures")
    return found
