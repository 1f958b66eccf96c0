"""Which of many vectors lie close together, exactly, without asking an index once per vector.

A product of blocks: 10,000 vectors take about a second, and the memory is that of one block however many there are. The
cost grows with the square; above some ten thousands that is felt, and still no pair is missed.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arch_team.vectors.embedding import Matrix

BLOCK_NUMBERS = 4_000_000
"""Numbers of a block of products: 16 MB, and up to 100 more where all of them are near."""
Progress = Callable[[int, int], None]
"""Told how many are done, of how many."""


@dataclass(frozen=True, slots=True)
class NearPairs:
    """Pairs of rows, `one < other`, with their product, in the order of the rows."""

    one: npt.NDArray[np.int64]
    other: npt.NDArray[np.int64]
    product: Matrix
    near: npt.NDArray[np.int64]
    """Of each row, how many others reach the bound, whether they are among the pairs or not."""

    def __len__(self) -> int:
        return len(self.one)


def near_pairs(
    vectors: Matrix, at_least: float, *, most_per_row: int | None = None, progress: Progress | None = None
) -> NearPairs:
    """The pairs whose product reaches `at_least`. Where a row has more than `most_per_row` later ones, its best."""
    count = len(vectors)
    rows = np.ascontiguousarray(vectors, dtype=np.float32)
    found: list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Matrix]] = []
    reached = np.zeros(count, dtype=np.int64)
    start = 0
    while start < count:
        stop = min(count, start + max(16, BLOCK_NUMBERS // max(1, count - start)))
        products = rows[start:stop] @ rows[start:].T
        found.append(_in_block(products, start, at_least, most_per_row, reached))
        if progress is not None:
            progress(stop, count)
        start = stop
    if not found:
        return NearPairs(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float32), reached)
    one, other, product = (np.concatenate(part) for part in zip(*found, strict=True))
    return NearPairs(one, other, product, reached)


def _in_block(
    products: Matrix, start: int, at_least: float, most_per_row: int | None, reached: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], Matrix]:
    """`products` are those of a block with itself and all later rows: only what lies right of the diagonal counts."""
    height, width = products.shape
    products[:, :height][np.tri(height, dtype=np.bool_)] = -np.inf
    is_near = products >= at_least
    near = np.flatnonzero(is_near)
    later: npt.NDArray[np.int64] = is_near.sum(axis=1, dtype=np.int64)
    one = np.repeat(np.arange(height, dtype=np.int64), later)
    other = near - one * width
    values = products.ravel()[near]
    reached[start : start + height] += later
    reached[start:] += np.bincount(other, minlength=width)
    if most_per_row is not None:
        kept = np.ones(len(near), dtype=np.bool_)
        ends = np.cumsum(later)
        for row in np.flatnonzero(later > most_per_row):
            first = ends[row] - later[row]
            kept[first + np.argpartition(values[first : ends[row]], -most_per_row)[:-most_per_row]] = False
        one, other, values = one[kept], other[kept], values[kept]
    return one + start, other + start, values
