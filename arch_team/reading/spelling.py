"""A word that is one or two letters away from a known one: a slip of the finger, where one word is clearly nearest."""

from collections.abc import Iterable

from arch_team.reading.words import folded, stem

SHORTEST = 5
LONG = 8
"""From this length on two letters may be wrong."""


def nearest(word: str, vocabulary: Iterable[str], at_most: int = 2) -> str | None:
    """The known word that is meant. None where none is near enough, or two different ones are equally near."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    plain = folded(word)
    if len(plain) < SHORTEST or not plain.isalpha():
        return None
    allowed = min(at_most, 2 if len(plain) >= LONG else 1)
    choices = [known for known in vocabulary if len(known) >= SHORTEST - 1 and known[0] == plain[0]]
    found = process.extract(plain, choices, scorer=OSA.distance, score_cutoff=allowed, limit=8)
    if not found:
        return None
    least = min(distance for _, distance, _ in found)
    best = sorted({known for known, distance, _ in found if distance == least})
    if len({stem(known)[:5] for known in best}) == 1:
        return best[0]
    doubled = [known for known in best if _without_doubles(known) == _without_doubles(plain)]
    return doubled[0] if len(doubled) == 1 else None


def _without_doubles(word: str) -> str:
    """`account` and `acount` are the same to someone in a hurry."""
    return "".join(letter for i, letter in enumerate(word) if letter != word[i - 1 : i])
