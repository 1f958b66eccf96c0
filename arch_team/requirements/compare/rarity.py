"""What a word is worth in its set. In a railway radio's specification `call` and `driver` tell little.

A word counts in full in a small set and where few requirements have it. In a set of a hundred and more, one that stands
in every tenth requirement counts two thirds, one in every third a third.
"""

from collections import Counter
from collections.abc import Iterable
from math import log

from arch_team.requirements.compare.vocabulary import Token
from arch_team.requirements.compare.wording import Wording

RARE = 1 / 30
LEAST = 0.3
SMALL_SET = 20
LARGE_SET = 100
MOST_REMEMBERED = 100_000


class Rarity:
    def __init__(self, readings: Iterable[Wording] = ()) -> None:
        self._having: Counter[str] = Counter()
        self._count = 0
        self._known: dict[frozenset[str], float] = {}
        self._of: dict[str, tuple[float, ...]] = {}
        for reading in readings:
            self._having.update(reading.subject)
            self._count += 1

    def of(self, reading: Wording) -> tuple[float, ...]:
        """The worth of each of its words."""
        worths = self._of.get(reading.key)
        if worths is None:
            if len(self._of) >= MOST_REMEMBERED:
                self._of.clear()
            worths = self._of[reading.key] = tuple(map(self._worth_of, reading.tokens))
        return worths

    def _worth_of(self, token: Token) -> float:
        worth = self._known.get(token.meanings)
        if worth is None:
            worth = self._known[token.meanings] = self._worth(token)
        return worth

    def _worth(self, token: Token) -> float:
        strength = min(1.0, max(0.0, (self._count - SMALL_SET) / (LARGE_SET - SMALL_SET)))
        if not strength:
            return 1.0
        # The two that are compared have it anyway.
        share = min(self._having[meaning] - 2 for meaning in token.meanings) / self._count
        worth = 1.0 if share <= RARE else max(LEAST, log(share) / log(RARE))
        return 1 - strength * (1 - worth)
