"""Knowledge search put together: the library, the retriever, the pipeline and the decisions, for any tenant.

Console, HTTP and the agents' tool go through this one door. Nothing is opened before it is needed.
"""

import asyncio
import atexit
import copy
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from arch_team.errors import ArchTeamError
from arch_team.search.contracts import Control, FreshnessMode, HybridResult, LLMScoredItem, ScoringContext
from arch_team.search.contracts_model import SearchModel
from arch_team.search.library import DEFAULT_TENANT, Library
from arch_team.search.passages_model import Passage
from arch_team.wire import Language

if TYPE_CHECKING:
    from collections.abc import Callable

    from arch_team.search.contracts_stages import Scorer
    from arch_team.search.decision_store import DecisionStore
    from arch_team.settings import Settings
    from arch_team.vectors.embedding import Embedder
    from arch_team.vectors.store import VectorStore

DEFAULT_TOP_K = 5
MOST = 50


class PassageHit(SearchModel):
    """A passage that was found, and why it stands where it does."""

    rank: int
    score: float
    reason: str
    passage: Passage


class FoundPassages(SearchModel):
    """The head of a search among the held passages, with the whole result it was taken from."""

    question: str
    hits: tuple[PassageHit, ...]
    result: HybridResult

    @property
    def unavailable(self) -> bool:
        return bool(self.result.flags and self.result.flags.rag_unavailable)


class Knowledge:
    """One serves all tenants; each call says for whom it is."""

    def __init__(
        self,
        open_store: "Callable[[str], VectorStore]",
        embedder: "Embedder",
        decisions: "DecisionStore",
        *,
        scorer: "Scorer | None" = None,
    ) -> None:
        from arch_team.search.pipeline import HybridSearch
        from arch_team.search.policy import load_policy
        from arch_team.search.retrieval import KnowledgeRetriever
        from arch_team.search.tuning import load_tuning

        self._open_store = open_store
        self.embedder = embedder
        self.decisions = decisions
        self.retriever = KnowledgeRetriever(open_store, embedder)
        self.search = HybridSearch(self.retriever, scorer, load_tuning(), policy=load_policy(), embedder=embedder)

    def deciding_in(self, decisions: "DecisionStore") -> "Knowledge":
        """The same documents, with decisions kept elsewhere."""
        same = copy.copy(self)
        same.decisions = decisions
        return same

    def library(self, tenant: str) -> Library:
        """To add, list and remove. Close it when done; call `changed` when documents have changed."""
        return Library(self._open_store(tenant), self.embedder)

    def changed(self, tenant: str) -> None:
        """What was read of a tenant's documents before no longer counts."""
        self.search.forget(tenant)

    async def find(
        self,
        question: str,
        *,
        tenant: str,
        top_k: int = DEFAULT_TOP_K,
        collection: str | None = None,
        freshness: FreshnessMode = FreshnessMode.LAW_EVERGREEN,
        language: Language = "en",
        control: Control | None = None,
        debug: bool = False,
    ) -> FoundPassages:
        """The held passages that answer best. What somebody added counts whatever its age, unless asked otherwise."""
        context = ScoringContext(
            question=question, collection_scope=collection, freshness_mode=freshness, min_diversity_buckets=1
        )
        return await self.find_in(context, tenant=tenant, top_k=top_k, language=language, control=control, debug=debug)

    async def find_in(
        self,
        context: ScoringContext,
        *,
        tenant: str,
        top_k: int = DEFAULT_TOP_K,
        language: Language = "en",
        control: Control | None = None,
        debug: bool = False,
    ) -> FoundPassages:
        """The same for a scoring context, to the letter of it."""
        with suppress(ArchTeamError):  # the search says so in its flags
            await asyncio.to_thread(self.retriever.ready, tenant)
        result = await self.search.search(
            context, tenant=tenant, top_k=min(top_k, MOST), language=language, control=control, debug=debug
        )
        passages = await self.passages([item.candidate_id for item in result.top_k], tenant=tenant)
        return FoundPassages(question=context.question, hits=tuple(_hits(result.top_k, passages)), result=result)

    async def passages(self, ids: Sequence[str], *, tenant: str) -> dict[str, Passage]:
        if not ids:
            return {}
        found = await asyncio.to_thread(self.retriever.passages, tenant, tuple(ids))
        return {passage.id: passage for passage in found}

    def close(self) -> None:
        self.retriever.close()


def open_knowledge(settings: "Settings", *, scorer: "Scorer | None" = None) -> Knowledge:
    """On the Qdrant of the settings, with decisions as files under their home."""
    from arch_team.search.decision_folder import FOLDER, FolderDecisionStore
    from arch_team.search.library import STORE_NAME
    from arch_team.vectors.embedding import default_embedder
    from arch_team.vectors.store import VectorStore

    embedder = default_embedder()

    def open_store(tenant: str) -> VectorStore:
        return VectorStore.open(STORE_NAME, tenant=tenant, embedder=embedder, settings=settings)

    return Knowledge(open_store, embedder, FolderDecisionStore(settings.home / FOLDER), scorer=scorer)


_opened: dict[tuple[str | None, Path, str | None, str | None], Knowledge] = {}
_opening = threading.Lock()


def knowledge_of(settings: "Settings", *, scorer_of: "Callable[[Settings], Scorer | None] | None" = None) -> Knowledge:
    """The same one for every run of this process on the same store: opening it costs more than a search.

    `scorer_of` makes the scorer of the configured model; without it the ranking goes by heuristics alone.
    """
    judge, at = (settings.model, settings.base_url) if scorer_of is not None else (None, None)
    key = (settings.qdrant_url, settings.home, judge, at)
    with _opening:
        if key not in _opened:
            _opened[key] = open_knowledge(settings, scorer=scorer_of(settings) if scorer_of is not None else None)
            atexit.register(_opened[key].close)
        return _opened[key]


def tenant_of(settings: "Settings") -> str:
    """Whose documents a command, a script or a caller speaks of. Mandates of two tenants may have one name."""
    mandate = settings.mandate or DEFAULT_TENANT
    return mandate if settings.tenant is None else f"{settings.tenant}/{mandate}"


def holds_documents(settings: "Settings") -> bool:
    """Whether anything is held for whom the settings speak. Nothing is opened where there is no store yet."""
    from arch_team.vectors.embedded import FILE

    if not settings.qdrant_url and not (settings.home / FILE).exists():
        return False
    library = knowledge_of(settings).library(tenant_of(settings))
    try:
        return library.holds_any()
    finally:
        library.close()


def _hits(items: Sequence[LLMScoredItem], passages: dict[str, Passage]) -> list[PassageHit]:
    found = [(item, passages[item.candidate_id]) for item in items if item.candidate_id in passages]
    return [
        PassageHit(rank=rank, score=item.score, reason=item.reason, passage=passage)
        for rank, (item, passage) in enumerate(found, 1)
    ]
