"""Requirements kept in Qdrant, so that a new one is held against all of them at once."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from arch_team.requirements.compare.comparison import DUPLICATE_FROM, Comparison, Near
from arch_team.requirements.compare.find import Duplicates, duplicate_pair, find_duplicates
from arch_team.requirements.compare.whole_set import NEAR_ENOUGH
from arch_team.requirements.compare.wording import Read, read, texts_to_embed
from arch_team.requirements.learned import Learned
from arch_team.requirements.model import DuplicatePair, Requirement
from arch_team.vectors.embedding import Embedder, Matrix, default_embedder
from arch_team.vectors.meanings import as_terms, meaning_vectors
from arch_team.vectors.points import Point, Stored

if TYPE_CHECKING:
    from arch_team.vectors.store import VectorStore

NEAREST = 48
"""Neighbours by meaning, and as many by words, that a new requirement is held against."""
AT_ONCE = 512


class DuplicateIndex:
    """The requirements of a store's tenant. The store and the index must use one embedder."""

    def __init__(self, store: "VectorStore", embedder: Embedder | None = None, learned: Learned | None = None) -> None:
        self._store = store
        self._embedder = embedder or default_embedder()
        self._learned = learned
        self._comparison = Comparison(self._embedder)

    def add(self, requirements: Iterable[Requirement]) -> int:
        """Stores them, each over the one that had its id. Gives their number."""
        remaining = iter(requirements)
        added = 0
        while part := list(islice(remaining, AT_ONCE)):
            vectors = self._embedder.embed(texts_to_embed(part))
            added += self._store.upsert(_point(read(one), vector) for one, vector in zip(part, vectors, strict=True))
        return added

    def remove(self, ids: Sequence[str]) -> int:
        return self._store.delete(ids=ids) if ids else 0

    def check(self, new: Requirement, threshold: float = DUPLICATE_FROM) -> tuple[DuplicatePair, ...]:
        """The stored requirements that `new` duplicates, best first; `one` is the new one. It is not stored by this."""
        own = read(new)
        vector = self._embedder.embed(texts_to_embed([new]))[0]
        hits = self._store.search_dense(vector, NEAREST)
        hits += self._store.search_sparse(as_terms(own.wording.subject), NEAREST)
        stored = self._store.get(list(dict.fromkeys(hit.id for hit in hits if hit.id != new.id)), with_dense=True)
        near = _near(own, vector, stored)
        judged = self._comparison.judge(near, threshold)
        refused = self._rejected([new, *(pair.other.requirement for pair in near)])
        pairs = [
            duplicate_pair(own, pair.other, judgement)
            for pair, judgement in zip(near, judged, strict=True)
            if judgement and not refused & {(new.id, other := pair.other.requirement.id), (other, new.id)}
        ]
        return tuple(sorted(pairs, key=lambda pair: (-pair.similarity, pair.other)))

    def find(self, threshold: float = DUPLICATE_FROM) -> Duplicates:
        """The duplicates among all that are stored, by one product of their vectors."""
        stored = list(self._store.scroll(with_dense=True))
        requirements = list(map(_requirement, stored))
        vectors = np.array([found.dense for found in stored], dtype=np.float32)
        vectors = vectors.reshape(len(stored), self._embedder.size)
        rejected = self._rejected(requirements)
        return find_duplicates(requirements, threshold, self._embedder, rejected, vectors=vectors)

    def _rejected(self, requirements: Sequence[Requirement]) -> set[tuple[str, str]]:
        return self._learned.pairs(requirements, "rejected") if self._learned else set()


def _point(one: Read, vector: Matrix) -> Point:
    payload = {"text": one.text, "language": one.language, "place": one.requirement.place}
    return Point(one.requirement.id, vector, payload, as_terms(one.wording.subject) or None)


def _requirement(stored: Stored) -> Requirement:
    return Requirement.model_validate({"id": stored.id, **stored.payload})


def _near(own: Read, vector: Matrix, stored: Sequence[Stored]) -> list[Near]:
    """Those that are near enough to be judged, each as one of so many."""
    others = [read(_requirement(found)) for found in stored]
    words = meaning_vectors([own.wording.subject, *(other.wording.subject for other in others)])
    cosines = [0.0 if found.dense is None else float(np.dot(vector, found.dense)) for found in stored]
    near = [
        (other, cosine)
        for other, cosine, shared in zip(others, cosines, words[1:], strict=True)
        if (cosine + float(np.dot(shared, words[0]))) / 2 >= NEAR_ENOUGH
    ]
    return [Near(own, other, cosine, len(near)) for other, cosine in near]
