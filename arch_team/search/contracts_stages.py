"""The seams of the pipeline: who retrieves, who scores, who embeds. Whoever keeps these can be plugged in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from arch_team.search.contracts import Control, HybridResult, LLMScoredItem, RagSummary, ScoringContext, SearchCandidate
from arch_team.search.contracts_flags import LlmFallback
from arch_team.wire import Language

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RetrievalQuery:
    """What to look for among one tenant's held passages."""

    tenant: str
    text: str
    limit: int
    """How many per arm."""
    collection_scope: str | None = None
    """None: all collections of the tenant."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One ranking, best first: `hybrid`, or `dense` and `sparse`. The name decides its weight in the fusion."""

    name: str
    ids: tuple[str, ...]
    scores: tuple[float, ...] = ()
    """As the arm gave them, for people to read. The fusion looks at the order alone."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What was found, each passage once, however many arms found it.

    A passage of a sensitive source has the `trust_hint` `sensitive`: it is never approved by a deadline.
    """

    candidates: tuple[SearchCandidate, ...] = ()
    arms: tuple[Arm, ...] = ()
    vectors: "Vectors | None" = None
    """One row per candidate, in their order, for MMR. None: MMR compares words."""
    match: float | None = None
    """How well the best answers to the question at all, from 0 to 1; the cosine, for one. None: read from its words."""


class Retriever(Protocol):
    """Searches the held passages. Never gives a passage of another tenant; raises if it cannot search."""

    async def retrieve(self, query: RetrievalQuery) -> Retrieved: ...


class Complete(Protocol):
    """One answer of a language model, as JSON text. Raises `TimeoutError` after `timeout` seconds."""

    @property
    def model(self) -> str:
        """Names the model: another one's scores are not taken from the cache."""
        ...

    async def __call__(
        self, prompt: str, schema: Mapping[str, object], *, temperature: float, max_tokens: int, timeout: float
    ) -> str: ...


@dataclass(frozen=True, slots=True)
class ScoringRequest:
    tenant: str
    context: ScoringContext
    candidates: tuple[SearchCandidate, ...]
    known: tuple[RagSummary, ...] = ()
    """What is held already."""
    control: Control = field(default_factory=Control)
    language: Language = "en"
    criteria: tuple[str, ...] = ()
    """What else to judge by."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What a model said, by candidate id. Whoever is missing here is scored by heuristics."""

    items: Mapping[str, LLMScoredItem] = field(default_factory=dict[str, LLMScoredItem])
    fallback: LlmFallback | None = None
    cache_hit: bool = False


class Scorer(Protocol):
    """Scores candidates with a model. Never raises: what went wrong stands in `fallback`."""

    async def score(self, request: ScoringRequest) -> Scores: ...


class Search(Protocol):
    """The door of the pipeline. Never raises for what lies outside the caller's hands: the result is flagged."""

    async def search(
        self,
        context: ScoringContext,
        candidates: Sequence[SearchCandidate] | None = None,
        *,
        tenant: str,
        control: Control | None = None,
        top_k: int | None = None,
        language: Language = "en",
        criteria: Sequence[str] = (),
        debug: bool = False,
    ) -> HybridResult: ...
