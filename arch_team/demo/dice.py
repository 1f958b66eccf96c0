"""Chance that falls the same way every time.

Only `Random.random()` is used: Python promises its sequence for a seed, and does not for the other methods.
"""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311  not a secret, a story

    def between(self, low: int, high: int) -> int:
        """A whole number from low to high, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def francs(self, low: int, high: int, *, step: int = 5) -> int:
        """An amount between two round sums of francs, in Rappen, to the `step` of Rappen that its kind is quoted in."""
        return self.between(low * 100 // step, high * 100 // step) * step

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability

    def pick(self, things: Sequence[T]) -> T:
        return things[self.between(0, len(things) - 1)]
