"""`python -m bench.retrieval`: how well held documents are found, on collections with judgements (BEIR's layout).

Takes every folder under ARCH_TEAM_TEST_DATA with `corpus.jsonl`, `queries.jsonl` and `qrels/test.tsv`. Each record
is one passage, in an embedded Qdrant on disk, through the same library, retriever and pipeline that users have.
"""

import argparse
import asyncio
import hashlib
import json
import math
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from arch_team.documents import Document, Facts, Section
from arch_team.search.contracts import FreshnessMode, ScoringContext
from arch_team.search.contracts_stages import RetrievalQuery
from arch_team.search.library import STORE_NAME, Library, Record, hash_of
from arch_team.search.pipeline import HybridSearch
from arch_team.search.retrieval import KnowledgeRetriever
from arch_team.search.tuning import Tuning
from arch_team.settings import Settings
from arch_team.vectors.embedding import Embedder, Matrix, default_embedder
from arch_team.vectors.store import VectorStore
from bench.timing import row

DATA_VARIABLE = "ARCH_TEAM_TEST_DATA"
WHOLE = 1_000_000
"""Characters: no record is cut."""
TENANT = "bench"
DEPTH = 100

Judgements = Mapping[str, Mapping[str, int]]
Ranking = Sequence[str]


@dataclass(frozen=True)
class Collection:
    name: str
    documents: dict[str, tuple[str, str]]
    queries: dict[str, str]
    judged: Judgements


class KeptVectors:
    """An embedder whose vectors are kept in a folder, so that a second run need not wait for the model again."""

    def __init__(self, embedder: Embedder, folder: Path | None) -> None:
        self._embedder, self._folder = embedder, folder
        self.name, self.size = embedder.name, embedder.size

    def embed(self, texts: Sequence[str]) -> Matrix:
        if self._folder is None:
            return self._embedder.embed(texts)
        key = hashlib.sha256("\0".join((self.name, *texts)).encode("utf-8", "replace")).hexdigest()
        path = self._folder / f"{key}.npy"
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            np.save(path, self._embedder.embed(texts))
        return np.load(path)


def collections_in(folder: Path, split: str) -> Iterator[Collection]:
    for corpus in sorted(folder.glob("*/corpus.jsonl")):
        judgements = corpus.parent / "qrels" / f"{split}.tsv"
        if judgements.exists():
            yield _collection(corpus.parent, judgements)


def _collection(folder: Path, judgements: Path) -> Collection:
    judged: dict[str, dict[str, int]] = {}
    for line in judgements.read_text(encoding="utf-8").splitlines()[1:]:
        query, document, grade = line.split("\t")
        if int(grade) > 0:
            judged.setdefault(query, {})[document] = int(grade)
    documents = {d["_id"]: (d.get("title", ""), d["text"]) for d in _lines(folder / "corpus.jsonl")}
    queries = {q["_id"]: q["text"] for q in _lines(folder / "queries.jsonl") if q["_id"] in judged}
    return Collection(folder.name, documents, queries, {query: judged[query] for query in queries})


def _lines(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


def record_of(own: str, title: str, text: str) -> Record:
    heading = " ".join(title.split()) or own
    document = Document("text", heading, (Section(text.strip() or heading),), Facts())
    return Record(own, document, hash_of(f"{own}\0{title}\0{text}".encode()))


def ndcg(ranking: Ranking, relevant: Mapping[str, int], depth: int = 10) -> float:
    gained = sum((2 ** relevant.get(own, 0) - 1) / math.log2(rank + 2) for rank, own in enumerate(ranking[:depth]))
    ideal = sorted(relevant.values(), reverse=True)[:depth]
    return gained / sum((2**grade - 1) / math.log2(rank + 2) for rank, grade in enumerate(ideal))


def recall(ranking: Ranking, relevant: Mapping[str, int], depth: int = DEPTH) -> float:
    return len(set(ranking[:depth]) & relevant.keys()) / len(relevant)


def reciprocal_rank(ranking: Ranking, relevant: Mapping[str, int], depth: int = 10) -> float:
    return next((1 / (rank + 1) for rank, own in enumerate(ranking[:depth]) if own in relevant), 0.0)


class Measured:
    """One collection, held and searched."""

    def __init__(self, collection: Collection, home: Path, embedder: Embedder) -> None:
        self.collection = collection
        settings = Settings(home=home, qdrant_url=None)

        def open_store(tenant: str) -> VectorStore:
            return VectorStore.open(STORE_NAME, tenant=tenant, embedder=embedder, settings=settings)

        library = Library(open_store(TENANT), embedder, passage_limit=WHOLE)
        started = time.perf_counter()
        records = (record_of(own, title, text) for own, (title, text) in collection.documents.items())
        self.sources = {outcome.source: outcome.status for outcome in library.add_records(records)}
        self.seconds_to_build = time.perf_counter() - started
        library.close()
        self.retriever = KnowledgeRetriever(open_store, embedder)
        self._own: dict[str, str] = {}

    def arms(self) -> dict[str, dict[str, Ranking]]:
        """By arm, by query."""
        rankings: dict[str, dict[str, Ranking]] = {"sparse": {}, "dense": {}, "hybrid": {}}
        self.milliseconds: list[float] = []
        for query, text in self.collection.queries.items():
            started = time.perf_counter()
            found = self.retriever.find(RetrievalQuery(TENANT, text, DEPTH))
            self.milliseconds.append((time.perf_counter() - started) * 1000)
            self._own.update((own, passage.document.source) for own, passage in found.passages.items())
            for arm in (found.sparse, found.dense, found.hybrid):
                rankings[arm.name][query] = [self._own[own] for own in arm.ids]
        return rankings

    def pipeline(self, tuning: Tuning, least_buckets: int) -> dict[str, Ranking]:
        """The whole pipeline without a model."""
        search = HybridSearch(self.retriever, None, tuning)

        async def all_of_them() -> dict[str, Ranking]:
            rankings: dict[str, Ranking] = {}
            for query, text in self.collection.queries.items():
                context = ScoringContext(
                    question=text, freshness_mode=FreshnessMode.LAW_EVERGREEN, min_diversity_buckets=least_buckets
                )
                result = await search.search(context, tenant=TENANT, top_k=10)
                rankings[query] = [self._own[item.candidate_id] for item in result.ranked]
            return rankings

        return asyncio.run(all_of_them())


def measure(collection: Collection, home: Path, embedder: Embedder) -> Iterator[str]:
    held = Measured(collection, home, embedder)
    yield f"## {collection.name}\n"
    yield (
        f"{len(collection.documents):,} documents, {len(collection.queries):,} judged queries; "
        f"held after {held.seconds_to_build:.0f} s.\n"
    )
    yield row("ranking", "nDCG@10", "R@100", "MRR@10")
    yield row("---", "--:", "--:", "--:")
    rankings = held.arms()
    for name in ("sparse", "dense", "hybrid"):
        yield _scored(_NAMES[name], rankings[name], collection.judged)
    stages: tuple[tuple[str, Tuning, int], ...] = (
        ("pipeline without a model, no MMR", Tuning(mmr_lambda=1.0), 1),
        ("the same with MMR (λ = 0.7)", Tuning(), 1),
        ("and three kinds of source asked for", Tuning(), 3),
    )
    shipped: dict[str, Ranking] = {}
    for name, tuning, least_buckets in stages:
        ranked = held.pipeline(tuning, least_buckets)
        shipped = shipped or ranked if least_buckets > 1 else ranked
        yield _scored(name, ranked, collection.judged)
    better = max(("sparse", "hybrid"), key=lambda name: _mean_ndcg(rankings[name], collection.judged))
    low, high = _interval(shipped, rankings[better], collection.judged)
    yield f"\nAs shipped against {_NAMES[better]}: {low:+.4f} to {high:+.4f} nDCG@10 (95 %, paired bootstrap).\n"
    yield f"\nA query takes {statistics.median(held.milliseconds):.0f} ms (median, embedded store, both arms).\n"
    held.retriever.close()


_NAMES = {"sparse": "by words (BM25)", "dense": "by meaning", "hybrid": "both, fused"}


def _mean_ndcg(rankings: Mapping[str, Ranking], judged: Judgements) -> float:
    return statistics.fmean(ndcg(rankings.get(query, ()), judged[query]) for query in judged)


def _interval(one: Mapping[str, Ranking], other: Mapping[str, Ranking], judged: Judgements) -> tuple[float, float]:
    """Of the difference in the mean."""
    gains = np.array([ndcg(one.get(q, ()), judged[q]) - ndcg(other.get(q, ()), judged[q]) for q in judged])
    chance = np.random.default_rng(1)
    means = gains[chance.integers(0, len(gains), (2_000, len(gains)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def _scored(name: str, rankings: Mapping[str, Ranking], judged: Judgements) -> str:
    def mean(score: Callable[[Ranking, Mapping[str, int]], float]) -> str:
        return f"{statistics.fmean(score(rankings.get(query, ()), judged[query]) for query in judged):.4f}"

    return row(name, mean(ndcg), mean(recall), mean(reciprocal_rank))


def main() -> None:
    parser = argparse.ArgumentParser(description="Retrieval quality on the collections of outside data.")
    parser.add_argument("--collection", help="Only this one.")
    parser.add_argument("--split", default="test", help="Which judgements: test, train, dev.")
    parser.add_argument("--cache", type=Path, help="Folder to keep vectors in, for a second run.")
    arguments = parser.parse_args()
    given = os.environ.get(DATA_VARIABLE)
    if not given or not Path(given).is_dir():
        sys.exit(f"outside data absent: set {DATA_VARIABLE} to its folder")
    wanted = [c for c in collections_in(Path(given), arguments.split) if arguments.collection in (None, c.name)]
    if not wanted:
        sys.exit("no collection with corpus.jsonl, queries.jsonl and qrels was found")
    embedder = KeptVectors(default_embedder(), arguments.cache)
    for collection in wanted:
        with tempfile.TemporaryDirectory() as home:
            for line in measure(collection, Path(home), embedder):
                print(line, flush=True)


if __name__ == "__main__":
    main()
