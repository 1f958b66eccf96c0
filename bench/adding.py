"""`python -m bench.adding`: what adding, the first query after it, a warm and a cold one cost when much is held.

Passages are made up, and so are their vectors: the model's own time is no part of adding. All in a file on disk. The
last line is the command itself in a new process, with the real model. Each line has its bar, and whether it is met.
"""

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
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
from arch_team.vectors.embedding import USE_NAME, Matrix, unit_rows
from arch_team.vectors.store import VectorStore
from bench.timing import row

TENANT = "default"
COLD = "from arch_team.console.app import main; main()"
PASSAGES_PER_DOCUMENT = 10
WORDS = 90


class Noise:
    """Vectors by chance, at no cost, under the name of the real model: the command finds its own store."""

    name, size = USE_NAME, 512

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

    def asked() -> tuple[float, float]:
        started, worked = time.perf_counter(), time.process_time()
        retriever.find(RetrievalQuery(TENANT, f"w{chance.randrange(20_000)} w{chance.randrange(20_000)}", 100))
        return time.perf_counter() - started, time.process_time() - worked

    into_empty = min(added(f"{TENANT}-{turn}", more, 0) for turn in range(3))
    filled = added(TENANT, held, 0)
    asked()
    into_full = min(added(TENANT, more, held + turn * more) for turn in range(3))
    first = asked()
    warm = [asked() for _ in range(50)]
    retriever.close()
    ratio = into_full / into_empty
    yield f"Load at the start: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.\n"
    yield row("what", "clock", "processor", "bar", "met by the clock")
    yield row("---", "--:", "--:", "--:", "---")
    yield row(f"{more:,} passages into an empty store", "", f"{into_empty:.2f} s", "", "")
    yield row(f"{held:,} passages", "", f"{filled:.2f} s", "", "")
    yield row(f"{more:,} more", "", f"{into_full:.2f} s", "", "")
    yield row("times the cost into an empty one", "", f"{ratio:.2f}", "1.3", _met(ratio <= 1.3))
    median = statistics.median(clock for clock, _ in warm)
    worked = statistics.median(worked for _, worked in warm)
    yield row("first query after a change", f"{first[0]:.3f} s", f"{first[1]:.3f} s", "1 s", _met(first[0] < 1))
    yield row("warm query, median", f"{median * 1000:.0f} ms", f"{worked * 1000:.0f} ms", "100 ms", _met(median < 0.1))
    cold, worked = min(_cold(home) for _ in range(3))
    yield row("cold `knowledge search`, whole process", f"{cold:.2f} s", f"{worked:.2f} s", "3 s", _met(cold < 3))


def _cold(home: Path) -> tuple[float, float]:
    """The command as a person runs it: a new process, the model loaded, the store opened."""
    variables = {**os.environ, "ARCH_TEAM_HOME": str(home), "ARCH_TEAM_QDRANT_URL": ""}
    started, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", COLD, "knowledge", "search", "How long is w1 kept?"]
    subprocess.run(command, env=variables, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.perf_counter() - started, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _met(is_met: bool) -> str:
    return "yes" if is_met else "**no**"


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
