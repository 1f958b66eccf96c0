"""The guard, measured: how often it blocks what is true, and how often it lets pass what was made false.

As a model meets it: the embedded operator, which reads the question by itself, is trusted with more than that.
"""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from arch_team.agents.desk import Task
from arch_team.agents.engine_desk import EngineDesk
from arch_team.evals.mutations import UNDECLARED, Attempt, Call, mutants, original, true_drafts
from arch_team.evals.scoring import verdict_of
from arch_team.evals.statistics import Rate, rate
from arch_team.evals.summary import Judged
from arch_team.evidence.verdict import GuardResult
from arch_team.settings import Settings
from arch_team.tools.session import DataSource
from arch_team.wire import Wire

FILE_NAME = "guard.json"
_EXAMPLES = 3


class GuardLine(Wire):
    """One kind of draft: how many there were, and how many the guard judged wrongly."""

    kind: str
    drafts: int
    mistakes: int
    examples: tuple[str, ...] = ()


class GuardFigures(Wire):
    false_blocks: tuple[GuardLine, ...]
    """True drafts that were blocked: with references, and with cells typed as they are."""
    blocked_by_design: tuple[GuardLine, ...]
    """True figures typed without saying how they follow from the cells: a model must declare that."""
    false_accepts: tuple[GuardLine, ...]
    """False drafts that were approved, by what was done to them."""
    false_block_rate: Rate | None
    false_accept_rate: Rate | None


def check_guard(judged: Iterable[Judged], settings: Settings, source: DataSource) -> GuardFigures | None:
    """From the right answers of mode ontology, one per question. None where there is none."""
    chosen = {j.question.id: j for j in reversed(list(judged)) if _is_usable(j)}
    if not chosen:
        return None
    return asyncio.run(_measured(list(reversed(chosen.values())), settings, source))


def _is_usable(judged: Judged) -> bool:
    return judged.run.mode == "ontology" and judged.is_right and judged.run.answer.status == "approved"


async def _measured(judged: Sequence[Judged], settings: Settings, source: DataSource) -> GuardFigures:
    blocks, accepts, by_design = _Counted(), _Counted(), _Counted()
    for j in judged:
        bench = _Bench(j, settings, source)
        answer = j.run.answer
        for attempt in (original(answer), *true_drafts(j.question, answer)):
            verdict = await bench.checked(attempt)
            counted = by_design if attempt.kind == UNDECLARED else blocks
            counted.add(attempt.kind or "by reference", j.question.id, not verdict.ok, attempt.draft)
        for attempt in mutants(answer):
            verdict = await bench.checked(attempt)
            if bench.is_false(attempt, verdict):
                accepts.add(attempt.kind, j.question.id, verdict.ok, verdict.text or attempt.draft)
    return GuardFigures(
        false_blocks=blocks.lines(),
        blocked_by_design=by_design.lines(),
        false_accepts=accepts.lines(),
        false_block_rate=rate(blocks.by_question),
        false_accept_rate=rate(accepts.by_question),
    )


class _Bench:
    """Puts drafts of one question before the guard, each over a ledger of its own."""

    def __init__(self, judged: Judged, settings: Settings, source: DataSource) -> None:
        self._judged, self._settings, self._source = judged, settings, source
        self._desks: dict[str, EngineDesk] = {}

    async def checked(self, attempt: Attempt) -> GuardResult:
        return (await self._desk(attempt.calls)).check(attempt.draft)

    async def _desk(self, calls: Sequence[Call]) -> EngineDesk:
        """Drafts over the same calls share a ledger: a check changes nothing in it."""
        key = repr(calls)
        if key not in self._desks:
            question = self._judged.question
            task = Task(question.question, question.language, self._settings)
            desk = EngineDesk(task, self._source, self._source.engine)
            tools = {tool.name: tool for tool in desk.tools()}
            for name, arguments in calls:
                await tools[name].run(arguments)
                desk.next_round()
            self._desks[key] = desk
        return self._desks[key]

    def is_false(self, attempt: Attempt, verdict: GuardResult) -> bool:
        """Whether the mutant really says something untrue: some changes change nothing that is shown."""
        shown = verdict.text if verdict.ok else attempt.shown
        if shown is None:  # it was blocked, and what it would have shown is not known: then its rows must differ
            asked, true = self._desks[repr(attempt.calls)].evidence(), self._judged.run.answer.evidence
            return attempt.kind in ("row", "column") or _rows(asked) != _rows(true)
        changed = self._judged.run.answer.model_copy(update={"text": shown, "figures": ()})
        return attempt.kind == "no_tool" or verdict_of(self._judged.question, changed) == "wrong"


class _Counted:
    def __init__(self) -> None:
        self.by_question: dict[str, list[float]] = {}
        self._kinds: dict[str, list[tuple[str, bool, str]]] = {}

    def add(self, kind: str, question: str, mistaken: bool, text: str) -> None:
        self.by_question.setdefault(question, []).append(float(mistaken))
        self._kinds.setdefault(kind, []).append((question, mistaken, text))

    def lines(self) -> tuple[GuardLine, ...]:
        found: list[GuardLine] = []
        for kind, all_ in self._kinds.items():
            wrong = [f"{question}: {' '.join(text.split())[:140]}" for question, mistaken, text in all_ if mistaken]
            found.append(GuardLine(kind=kind, drafts=len(all_), mistakes=len(wrong), examples=tuple(wrong[:_EXAMPLES])))
        return tuple(found)


def _rows(evidence: Sequence[Mapping[str, Any]]) -> str:
    return _plain([entry.get("rows") for entry in evidence])


def _plain(rows: object) -> str:
    """Rows of a journal and rows of a database, alike."""
    if isinstance(rows, list | tuple):
        return "[" + ",".join(_plain(row) for row in cast("Sequence[object]", rows)) + "]"
    return str(rows)
