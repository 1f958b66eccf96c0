"""Libraries in memory that tests share, on a clock that stands still unless it is moved."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from arch_team.search.decision_store import DecisionStore, MemoryDecisionStore
from arch_team.search.knowledge import Knowledge
from arch_team.search.library import STORE_NAME, Library
from arch_team.search.passages_model import Passage
from arch_team.search.retrieval import KnowledgeRetriever
from arch_team.vectors.embedding import Embedder, default_embedder
from arch_team.vectors.store import VectorStore

START = datetime(2026, 3, 1, 8, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def move(self, **by: float) -> None:
        self.now += timedelta(**by)


class Shelf:
    """One Qdrant in memory, and the doors of any tenant to it."""

    def __init__(self, embedder: Embedder | None = None) -> None:
        self.embedder = embedder or default_embedder()
        self.clock = Clock()
        self._shared: Knowledge | None = None
        self._first = VectorStore.in_memory(STORE_NAME, tenant="first", embedder=self.embedder)

    def store(self, tenant: str) -> VectorStore:
        return self._first.for_tenant(tenant, self.embedder)

    def library(self, tenant: str = "a") -> Library:
        return Library(self.store(tenant), self.embedder, clock=self.clock)

    def retriever(self) -> KnowledgeRetriever:
        return KnowledgeRetriever(self.store, self.embedder)

    def knowledge(self, decisions: DecisionStore | None = None) -> Knowledge:
        return Knowledge(self.store, self.embedder, decisions or MemoryDecisionStore(clock=self.clock))

    def shared_knowledge(self) -> Knowledge:
        """The same one each time, with its caches."""
        if self._shared is None:
            self._shared = self.knowledge()
        return self._shared

    def passages(self, tenant: str = "a") -> list[Passage]:
        library = self.library(tenant)
        ids = [f"{d.id}.{d.content_hash[:8]}.{n}" for d in library.list() for n in range(d.passages)]
        return list(library.passages(ids))


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


OpenDecisions = Callable[[Clock], DecisionStore]
