"""Slips of the pen and names written short: a word that nothing explains, and the one known word it may be."""

from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

SHORTEST = 5
"""Letters of a word that is mended. Shorter ones are near too many others."""
_LEAST = 3
_VOWELS = frozenset("aeiouy")


class Vocabulary:
    """Known words, by their length."""

    def __init__(self, words: Iterable[str]) -> None:
        self._by_length: dict[int, list[str]] = {}
        for word in dict.fromkeys(words):
            if len(word) >= SHORTEST - 1 and word.isalpha():
                self._by_length.setdefault(len(word), []).append(word)

    def near(self, word: str) -> str | None:
        """The one known word that a letter too many, too few, another or two swapped makes of this one."""
        if len(word) < SHORTEST or not word.isalpha():
            return None
        found: set[str] = set()
        for length in range(len(word) - 1, len(word) + 2):
            near = process.extract(word, self._by_length.get(length, ()), scorer=OSA.distance, score_cutoff=1, limit=4)
            found.update(known for known, _, _ in near)
        stems = {known.rstrip("s") for known in found}
        return sorted(found, key=len)[0] if len(stems) == 1 else None


def shortened(word: str, names: Iterable[str]) -> str | None:
    """The one name that writes a word short: `sht` for sheets. None: there is none, or several."""
    found = {name for name in names if writes_short(name, word)}
    found = found & {_bones(word)} or found  # a `bdr` is a bidder, where there are also bids
    return found.pop() if len(found) == 1 else None


def writes_short(name: str, word: str) -> bool:
    if not (_LEAST <= len(name) < len(word) and name.isalpha()):
        return False
    return word.startswith(name) or (name == _bones(name) and _is_within(name, _bones(word)))


def _is_within(name: str, bones: str) -> bool:
    """Whether letters stand in a word in their order, from its first on, and are half of them at least: `lths` of a
    lighthouse."""
    letters = iter(bones)
    return name[0] == bones[0] and len(name) * 2 >= len(bones) and all(letter in letters for letter in name)


def _bones(word: str) -> str:
    """What is left of a word without its vowels and doubled letters, but for the first."""
    bare = word[:1] + "".join(letter for letter in word[1:].replace("ck", "k") if letter not in _VOWELS)
    return "".join(letter for at, letter in enumerate(bare) if not at or letter != bare[at - 1])
