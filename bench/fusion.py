"""Ranking ten thousand candidates: the stages without a model, and the fusion beside ranx. `python -m bench.fusion`"""

import asyncio
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol, cast

import numpy as np

from arch_team.search.contracts import ScoringContext, SearchCandidate
from arch_team.search.contracts_stages import Arm, RetrievalQuery, Retrieved
from arch_team.search.fusion import fused_ranking
from arch_team.search.pipeline import HybridSearch
from arch_team.search.policy import DomainPolicy
from arch_team.vectors.embedding import unit_rows
from bench.timing import medians, row

SIZE = 10_000
REPEATS = 15
DIMENSIONS = 512
NOW = datetime(2025, 7, 1, tzinfo=UTC)
K = 90
_WORDS = (
    "residency", "employee", "data", "policy", "legal", "audit", "log", "api", "system", "law", "cloud", "storage",
    "backup", "report", "metric", "monitor", "transfer", "processor", "contract", "server", "location", "encryption",
    "workflow", "steps", "the", "of", "and", "a", "in", "to", "for", "with", "on", "by", "as", "at", "from", "die",
)  # fmt: skip
_ENDINGS = ("de", "com", "gov", "org")

CONTEXT = ScoringContext(
    question="Which policies govern employee data residency, and who audits them?",
    purpose="Compile legal summary",
    jurisdiction="DE",
    preferred_sources=("h3.example3.de",),
    disallowed_sources=("h5.example5.com", "wiki://drafts"),
)
POLICY = DomainPolicy(blocked=("h9.example2.org",), priorities={"h7.example0.gov": 1.0})


class _Ranx(Protocol):
    """What the bench takes from ranx, which has no types."""

    def Run(self, run: dict[str, dict[str, float]]) -> object: ...

    def fuse(self, runs: Sequence[object], norm: str | None, method: str, params: dict[str, object]) -> "_Fused": ...


class _Fused(Protocol):
    def to_dict(self) -> dict[str, dict[str, float]]: ...


class _Shelf:
    """A store that has found ten thousand passages, with vectors."""

    def __init__(self, candidates: tuple[SearchCandidate, ...], arms: tuple[Arm, ...]) -> None:
        vectors = unit_rows(np.random.default_rng(1).standard_normal((len(candidates), DIMENSIONS)))
        self._found = Retrieved(candidates, arms, vectors)

    async def retrieve(self, query: RetrievalQuery) -> Retrieved:
        del query
        return self._found


def measure() -> Iterator[str]:
    dice = random.Random(1)
    candidates = tuple(_candidate(number, dice) for number in range(SIZE))
    names = [candidate.id for candidate in candidates]
    arms = tuple(Arm(name, tuple(dice.sample(names, SIZE))) for name in ("dense", "sparse", "llm"))
    yield "## Ranking\n"
    yield f"{SIZE:,} candidates, median of {REPEATS} runs in turns. MMR picks 20 of the 200 most relevant.\n"
    yield row("all stages but the model", "elapsed", "processor time")
    yield row("---", "--:", "--:")
    given = HybridSearch(None, None, policy=POLICY, clock=lambda: NOW)
    held = HybridSearch(_Shelf(candidates, arms[:2]), None, policy=POLICY, clock=lambda: NOW)
    # A loop of its own per run is no part of a search.
    loop = asyncio.new_event_loop()

    def in_hand() -> object:
        return loop.run_until_complete(given.search(CONTEXT, candidates, tenant="bench"))

    def retrieved() -> object:
        return loop.run_until_complete(held.search(CONTEXT, tenant="bench"))

    elapsed = medians(in_hand, retrieved, repeats=REPEATS)
    names = ("candidates handed in, words compared", "passages retrieved, vectors compared")
    for name, seconds, run in zip(names, elapsed, (in_hand, retrieved), strict=True):
        yield row(name, f"{seconds * 1e3:.1f} ms", f"{_processor_time(run) * 1e3:.1f} ms")
    loop.close()
    yield ""
    yield f"Fusion alone, k = {K}. ranx has its runs built and compiled beforehand; ours starts from lists of ids.\n"
    yield row("lists", "ranx", "here", "ratio")
    yield row("---", "--:", "--:", "--:")
    for count in (2, 3):
        theirs, ours = _fusion(arms[:count])
        yield row(count, f"{theirs * 1e3:.2f} ms", f"{ours * 1e3:.2f} ms", f"{ours / theirs:.2f}")
    yield ""


def _processor_time(run: Callable[[], object]) -> float:
    """The median seconds of this process alone: what a busy machine does not change much."""
    times: list[float] = []
    for _ in range(REPEATS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return statistics.median(times)


def _candidate(number: int, dice: random.Random) -> SearchCandidate:
    return SearchCandidate(
        id=f"doc-{number:05}",
        title=" ".join(dice.choices(_WORDS, k=6)),
        snippet=" ".join(dice.choices(_WORDS, k=40)),
        url=f"https://h{number % 300}.example{number % 7}.{dice.choice(_ENDINGS)}/{number}",
        detected_date=NOW - timedelta(days=dice.randrange(500)) if number % 3 else None,
    )


def _fusion(arms: tuple[Arm, ...]) -> tuple[float, float]:
    import ranx as untyped  # pyright: ignore[reportMissingTypeStubs] - it has none

    ranx = cast("_Ranx", untyped)
    runs = [ranx.Run({"q": {own: float(SIZE - rank) for rank, own in enumerate(arm.ids)}}) for arm in arms]

    def theirs() -> _Fused:
        return ranx.fuse(runs=runs, norm=None, method="rrf", params={"k": K})

    ids, terms = fused_ranking(arms, k=K)
    expected = theirs().to_dict()["q"]
    assert all(abs(expected[own] - term) < 1e-12 for own, term in zip(ids, terms.tolist(), strict=True))
    fused_by_them, fused_here = medians(theirs, lambda: fused_ranking(arms, k=K), repeats=REPEATS)
    return fused_by_them, fused_here


def main() -> None:
    for line in measure():
        print(line)


if __name__ == "__main__":
    main()
