"""Candidates, questions and stand-ins for the store and the model that the tests of this room share."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import settings

from arch_team.search.contracts import HybridResult, ScoringContext, SearchCandidate
from arch_team.search.contracts_stages import Arm, RetrievalQuery, Retrieved
from arch_team.search.pipeline import HybridSearch

PATIENT = settings(deadline=None)
"""For properties: how long an example takes is the machine's business."""

GOLDEN = Path(__file__).parent / "golden"
NOW = datetime(2025, 7, 1, 12, tzinfo=UTC)
QUESTION = "Which policies govern employee data residency?"
CONTEXT = ScoringContext(question=QUESTION)


def golden(name: str) -> str:
    return (GOLDEN / name).read_text(encoding="utf-8")


def candidate(
    own: str, snippet: str = "Employee data residency policy.", *, days: int | None = None, url: str | None = None
) -> SearchCandidate:
    return SearchCandidate(
        id=own, snippet=snippet, url=url, detected_date=None if days is None else NOW - timedelta(days=days)
    )


def ids(result: HybridResult) -> list[str]:
    return [item.candidate_id for item in result.ranked]


@dataclass
class Shelf:
    """A store of passages per tenant, or one that is broken."""

    passages: Mapping[str, Sequence[SearchCandidate]] = field(default_factory=dict[str, Sequence[SearchCandidate]])
    error: Exception | None = None
    delay: float = 0
    queries: list[RetrievalQuery] = field(default_factory=list[RetrievalQuery])

    async def retrieve(self, query: RetrievalQuery) -> Retrieved:
        self.queries.append(query)
        await asyncio.sleep(self.delay)
        if self.error is not None:
            raise self.error
        found = tuple(self.passages.get(query.tenant, ()))
        names = tuple(passage.id for passage in found)
        return Retrieved(found, (Arm("dense", names), Arm("sparse", names[::-1])))


@dataclass
class Call:
    prompt: str
    temperature: float
    max_tokens: int
    timeout: float


@dataclass
class Speaker:
    """A model that says what it is told to: scores by a candidate's text, a raw answer, an error, or nothing."""

    scores: Mapping[str, float] = field(default_factory=dict[str, float])
    raw: str | None = None
    error: Exception | None = None
    delay: float = 0
    model: str = "speaker-1"
    calls: list[Call] = field(default_factory=list[Call])

    async def __call__(
        self, prompt: str, schema: Mapping[str, object], *, temperature: float, max_tokens: int, timeout: float
    ) -> str:
        assert schema["required"] == ["items"]
        self.calls.append(Call(prompt, temperature, max_tokens, timeout))
        await asyncio.sleep(self.delay)
        if self.error is not None:
            raise self.error
        if self.raw is not None:
            return self.raw
        asked = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"candidate_id": "c')]
        items = [
            {"candidate_id": each["candidate_id"], "score": self.scores[each["text"]], "reason": f"read {each['text']}"}
            for each in asked
            if each["text"] in self.scores
        ]
        return json.dumps({"items": items})


def run(
    search: HybridSearch,
    candidates: Sequence[SearchCandidate] | None = None,
    *,
    context: ScoringContext = CONTEXT,
    tenant: str = "acme",
    top_k: int | None = None,
    debug: bool = False,
) -> HybridResult:
    return asyncio.run(search.search(context, candidates, tenant=tenant, top_k=top_k, debug=debug))
