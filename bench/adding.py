"""`python -m bench.adding`: what adding, the first query after it and a warm query cost when much is held already.

Passages are made up, and so are their vectors: the model's own time is no part of it. All in a file on disk.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from arch_team.documents import Document, Facts, Section
from arch_team.search.contracts_stages import RetrievalQuery
from arch_team.search.library import STORE_NAME, Library, Record, hash_of
from arch_team.search.retrieval import KnowledgeRetriever
from arch_team.settings import Settings
from arch_team.vectors.embedding import Matrix, unit_rows
from arch_team.vectors.store import VectorStore
from bench.timing import row

TENANT = "bench"
PASSAGES_PER_DOCUMENT = 10
WORDS = 90


class Noise:
    """Vectors by chance, at no cost."""

    name, size = "noise", 512

    def __init__(self) -> None:
        self._chance = np.random.default_rng(7)

    def embed(self, texts: Sequence[str]) -> Matrix:
        return unit_rows(self._chance.standard_normal((len(texts), self.size), dtype=np.float32))


def records(count: int, first: int, chance: random.Random) -> Iterator[Record]:
    for number in range(first, first + count):
        sections = tuple(
            Section(" ".join(f"w{chance.randrange(20_000)}" for _ in range(WORDS)) + ".", (f"Part {part}",))
            for part in range(PASSAGES_PER_DOCUMENT)
        )
        yield Record(
            f"d{number}", Document("text", f"Document {number}", sections, Facts()), hash_of(str(number).encode())
        )


def measure(held: int, more: int, home: Path) -> Iterator[str]:
    chance, noise = random.Random(3), Noise()
    settings = Settings(home=home, qdrant_url=None)

    def opened(tenant: str) -> VectorStore:
        return VectorStore.open(STORE_NAME, tenant=tenant, embedder=noise, settings=settings)

    def added(tenant: str, count: int, first: int) -> float:
        library = Library(opened(tenant), noise)
        made = list(records(count // PASSAGES_PER_DOCUMENT, first, chance))
        started = time.process_time()  # a busy machine slows the clock, not the work
        for _ in library.add_records(made):
            pass
        seconds = time.process_time() - started
        library.close()
        return seconds

    retriever = KnowledgeRetriever(opened, noise)
    retriever.ready(TENANT)

    def asked() -> float:
        started = time.perf_counter()
        retriever.find(RetrievalQuery(TENANT, f"w{chance.randrange(20_000)} w{chance.randrange(20_000)}", 100))
        return time.perf_counter() - started

    into_empty = min(added(f"{TENANT}-{turn}", more, 0) for turn in range(3))
    filled = added(TENANT, held, 0)
    asked()
    into_full = min(added(TENANT, more, held + turn * more) for turn in range(3))
    first = asked()
    warm = [asked() for _ in range(50)]
    retriever.close()
    yield row("what", "seconds")
    yield row("---", "--:")
    yield row(f"{more:,} passages into an empty store (processor)", f"{into_empty:.2f}")
    yield row(f"{held:,} passages (processor)", f"{filled:.2f}")
    yield row(f"{more:,} more (processor)", f"{into_full:.2f}")
    yield row("times the cost into an empty one", f"{into_full / into_empty:.2f}")
    yield row("first query after a change", f"{first:.3f}")
    yield row("warm query, median", f"{statistics.median(warm):.3f}")
    started = time.perf_counter()
    again = KnowledgeRetriever(opened, noise)
    again.ready(TENANT)
    again.find(RetrievalQuery(TENANT, "w1 w2", 100))
    yield row("opened anew and searched", f"{time.perf_counter() - started:.2f}")
    again.close()


def main() -> None:
    parser = argparse.ArgumentParser(description="Adding to a library that holds much already.")
    parser.add_argument("--held", type=int, default=20_000)
    parser.add_argument("--more", type=int, default=1_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        for line in measure(arguments.held, arguments.more, Path(home)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
