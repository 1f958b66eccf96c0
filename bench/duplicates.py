"""Duplicates among many requirements, against `semhash` on the same vectors: `python -m bench.duplicates [--large]`.

Both sides get the same sentence vectors, so the time to embed is nobody's. `semhash` compares vectors alone; here the
words of every near pair are compared as well, which is what tells a duplicate from its neighbour.
"""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from arch_team.requirements.compare import Duplicates, find_duplicates, texts_to_embed
from arch_team.requirements.model import Requirement
from arch_team.vectors.embedding import Matrix, default_embedder
from arch_team.vectors.near_pairs import near_pairs
from bench.requirement_texts import Planted, planted
from bench.timing import medians, row

COMPARED = 10_000
SIZES = (1_000, 3_000, 10_000)
LARGE = (30_000, 100_000)
REPEATS = 3
NEAR = 0.9


def measure(sizes: Sequence[int] = SIZES) -> Iterator[str]:
    yield from against_semhash()
    yield from growth(sizes)


def against_semhash() -> Iterator[str]:
    texts = planted(COMPARED)
    requirements, vectors = _ready(texts)
    ours = _find(requirements, vectors)
    theirs = _semhash(texts.texts, vectors)
    seconds = medians(
        lambda: _find(requirements, vectors),
        lambda: near_pairs(vectors, NEAR),
        lambda: _semhash(texts.texts, vectors),
        repeats=REPEATS,
    )
    found = {(int(pair.one), int(pair.other)) for pair in ours.pairs}
    pairs = near_pairs(vectors, NEAR)
    by_vector = set(zip(cast("list[int]", pairs.one.tolist()), cast("list[int]", pairs.other.tolist()), strict=True))
    yield ""
    yield f"### Duplicates among {COMPARED:,} requirements, {len(texts.pairs):,} of them planted"
    yield ""
    yield row("", "seconds", "planted ones found", "pairs named")
    yield row("---", "--:", "--:", "--:")
    yield row("find_duplicates, words and all", f"{seconds[0]:.1f}", _recall(found, texts), len(found))
    yield row(f"near_pairs, cosine ≥ {NEAR}", f"{seconds[1]:.1f}", _recall(by_vector, texts), len(by_vector))
    yield row(f"semhash, cosine ≥ {NEAR}", f"{seconds[2]:.1f}", _recall(theirs, texts), len(theirs))


def growth(sizes: Sequence[int]) -> Iterator[str]:
    """Each size in a process of its own, so that its peak of memory is its own."""
    yield ""
    yield "### Growth"
    yield ""
    yield row("requirements", "embed, s", "find, s", "planted ones found", "peak memory, MB")
    yield row("--:", "--:", "--:", "--:", "--:")
    for size in sizes:
        program = f"from bench.duplicates import one_size; one_size({size})"
        answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        told = cast("dict[str, float | str]", json.loads(answer.stdout))
        yield row(f"{size:,}", f"{told['embed']:.1f}", f"{told['find']:.1f}", told["recall"], f"{told['memory']:.0f}")


def one_size(size: int) -> None:
    texts = planted(size)
    start = time.perf_counter()
    requirements, vectors = _ready(texts)
    embedded = time.perf_counter()
    found = _find(requirements, vectors)
    done = time.perf_counter()
    told = {
        "embed": embedded - start,
        "find": done - embedded,
        "recall": _recall({(int(pair.one), int(pair.other)) for pair in found.pairs}, texts),
        "memory": _peak_megabytes(),
    }
    print(json.dumps(told))


def _peak_megabytes() -> float:
    """Of this process alone; `getrusage` begins with what the parent had."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM")) / 1024


def _find(requirements: Sequence[Requirement], vectors: Matrix) -> Duplicates:
    return find_duplicates(requirements, vectors=vectors)


def _ready(texts: Planted) -> tuple[list[Requirement], Matrix]:
    requirements = [Requirement(id=str(number), text=text) for number, text in enumerate(texts.texts)]
    return requirements, default_embedder().embed(texts_to_embed(requirements))


class _Unused:
    """The vectors are given, so nothing is encoded."""

    def encode(self, *_: object, **__: object) -> Matrix:
        raise NotImplementedError


def _semhash(texts: Sequence[str], vectors: Matrix) -> set[tuple[int, int]]:
    """The pairs that it names: each record it drops, with the one it keeps instead."""
    import semhash

    library = cast("Any", semhash)
    index = library.SemHash.from_embeddings(vectors, list(texts), model=_Unused())
    place = {text: number for number, text in enumerate(texts)}
    named = [
        (place[str(e.record)], place[str(e.duplicate_of)]) for e in index.self_deduplicate(threshold=NEAR).filtered
    ]
    return {(min(pair), max(pair)) for pair in named}


def _recall(found: set[tuple[int, int]], texts: Planted) -> str:
    return f"{sum(pair in found for pair in texts.pairs) / len(texts.pairs):.1%}"


if __name__ == "__main__":
    for line in measure((*SIZES, *LARGE) if "--large" in sys.argv else SIZES):
        print(line, flush=True)
