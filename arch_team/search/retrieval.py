"""Finding held passages: by meaning and by words in Qdrant, for one tenant, and the two rankings made one.

This is the `Retriever` of the pipeline. A tenant's store is opened once and kept; nothing found for one tenant is kept
for another, and nothing is cached here at all.
"""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from arch_team.search.contracts_stages import Arm, RetrievalQuery, Retrieved
from arch_team.search.editions import Editions
from arch_team.search.library import documents_in
from arch_team.search.passages_model import Passage, from_payload, searchable
from arch_team.search.sentence_ranking import by_sentences
from arch_team.search.trust import Trust, combined
from arch_team.vectors.embedding import USE_NAME

if TYPE_CHECKING:
    from arch_team.search.contracts_stages import Vectors
    from arch_team.vectors.embedding import Embedder
    from arch_team.vectors.points import Hit
    from arch_team.vectors.sparse import SparseEncoder
    from arch_team.vectors.store import VectorStore

OpenStore = Callable[[str], "VectorStore"]
"""A tenant's store."""

SENTENCE_ENCODERS = frozenset({USE_NAME})
"""Models whose vectors say less the longer a text is."""
LONGEST_QUESTION = 2_000


@dataclass(frozen=True, slots=True)
class Found:
    """Passages, the two rankings they come from, and the one that is made of both."""

    passages: dict[str, Passage]
    dense: Arm
    sparse: Arm
    hybrid: Arm
    trust: Trust
    vectors: "Vectors | None" = None
    """One row per id of `hybrid`."""
    match: float | None = None
    """How near the nearest passage is to the question, by meaning."""

    def in_order(self) -> tuple[Passage, ...]:
        return tuple(self.passages[own] for own in self.hybrid.ids)


class KnowledgeRetriever:
    """Searches what the tenant of the query holds, and only that."""

    def __init__(self, open_store: OpenStore, embedder: "Embedder", *, encoder: "SparseEncoder | None" = None) -> None:
        from arch_team.vectors.sparse import SparseEncoder

        self._open_store = open_store
        self._embedder = embedder
        self._encoder = encoder or SparseEncoder()
        self._stores: dict[str, VectorStore] = {}
        self._opening = threading.Lock()
        self._known: dict[str, tuple[int, Editions]] = {}

    async def retrieve(self, query: RetrievalQuery) -> Retrieved:
        found = await asyncio.to_thread(self.find, query)
        passages = found.in_order()
        return Retrieved(
            candidates=tuple(passage.candidate() for passage in passages),
            arms=(found.hybrid,),
            vectors=found.vectors,
            match=found.match,
        )

    def find(self, query: RetrievalQuery) -> Found:
        text = query.text[:LONGEST_QUESTION]
        store = self._store(query.tenant)
        where = None if query.collection_scope is None else {"collection": query.collection_scope}
        vector = self._embedder.embed([text])[0]
        by_meaning = store.search_dense(vector, query.limit, where=where)
        by_words = store.search_sparse(self._encoder.encode_query(text), query.limit, where=where)
        passages = {hit.id: from_payload(hit.id, hit.payload) for hit in (*by_words, *by_meaning)}
        held = store.get(list(passages), with_dense=True)
        rows = {stored.id: stored.dense for stored in held if stored.dense is not None}
        similar = {own: float(row @ vector) for own, row in rows.items()}
        best = passages[by_words[0].id] if by_words else None
        trust = Trust.of(
            text,
            None if best is None else searchable(best.path, best.text),
            [len(passage.text) for passage in passages.values()],
            reads_passages=self._embedder.name not in SENTENCE_ENCODERS,
        )
        ranked = combined({hit.id: hit.score for hit in by_words}, similar, trust)
        ranked = [(own, score) for own, score in ranked if own in rows]
        ranked = by_sentences(text, ranked, passages, similar)
        return Found(
            passages=passages,
            dense=_arm("dense", by_meaning),
            sparse=_arm("sparse", by_words),
            hybrid=Arm("hybrid", tuple(own for own, _ in ranked), tuple(score for _, score in ranked)),
            trust=trust,
            vectors=_matrix([rows[own] for own, _ in ranked]),
            match=max(similar.values(), default=None),
        )

    def ready(self, tenant: str) -> None:
        """Open the tenant's store and load the model, so that a search need not wait. Raises if that cannot be done."""
        self._store(tenant)
        self._embedder.embed(["ready"])

    def passages(self, tenant: str, ids: tuple[str, ...]) -> tuple[Passage, ...]:
        """Those of the ids that the tenant holds, in the order asked for, marked where a newer edition is held."""
        found = [from_payload(stored.id, stored.payload) for stored in self._store(tenant).get(ids)]
        editions = self._editions(tenant)
        return tuple(_marked(passage, editions) for passage in found)

    def document(self, tenant: str, document_id: str) -> tuple[Passage, ...]:
        """All passages of one of the tenant's documents."""
        stored = self._store(tenant).scroll(where={"document": document_id})
        return tuple(from_payload(one.id, one.payload) for one in stored)

    def _editions(self, tenant: str) -> Editions:
        """Read anew when the store has changed."""
        store = self._store(tenant)
        state = store.state()
        known = self._known.get(tenant)
        if known is None or known[0] != state:
            known = self._known[tenant] = (state, Editions.of(documents_in(store)))
        return known[1]

    def close(self) -> None:
        with self._opening:
            for store in self._stores.values():
                store.close()
            self._stores.clear()

    def _store(self, tenant: str) -> "VectorStore":
        with self._opening:
            if tenant not in self._stores:
                self._stores[tenant] = self._open_store(tenant)
            return self._stores[tenant]


def _marked(passage: Passage, editions: Editions) -> Passage:
    if not editions.is_superseded(passage.document.id):
        return passage
    newest = editions.newest(passage.document.id)
    newer = None if newest is None else PurePath(newest.source).name
    return passage.model_copy(update={"superseded": True, "newer": newer})


def _arm(name: str, hits: "list[Hit]") -> Arm:
    return Arm(name, tuple(hit.id for hit in hits), tuple(hit.score for hit in hits))


def _matrix(rows: "list[Vectors]") -> "Vectors | None":
    import numpy as np

    return np.vstack(rows) if rows else None
