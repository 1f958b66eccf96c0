"""The language of one requirement. German where it stays unclear, as everywhere in this product."""

from collections.abc import Sequence
from functools import lru_cache

from arch_team.requirements.check.reading.lexicon import packaged
from arch_team.requirements.check.reading.words import Word
from arch_team.wire import Language

_ENOUGH_WORDS = 200


def language_of(words: list[Word]) -> Language:
    """A vote of function words and endings: right on a line of five words, and costs nothing."""
    return language_of_folded([word.folded for word in words[:_ENOUGH_WORDS]])


def language_of_folded(words: Sequence[str]) -> Language:
    return "en" if sum(map(_vote, words[:_ENOUGH_WORDS])) < 0 else "de"


@lru_cache(maxsize=16_384)
def _vote(folded: str) -> float:
    whole, endings = _votes()
    if (vote := whole.get(folded)) is not None:
        return vote
    if len(folded) <= 4:
        return 0.0
    has_umlaut = not folded.isascii() and any(letter in folded for letter in "äöü")
    return next((vote for ending, vote in endings if folded.endswith(ending)), 0.0) + (0.5 if has_umlaut else 0.0)


@lru_cache(maxsize=1)
def _votes() -> tuple[dict[str, float], tuple[tuple[str, float], ...]]:
    """German votes count up, English ones down. A word of both languages does not vote."""
    listed = packaged("languages")
    german, english = set(listed["de"]["words"]), set(listed["en"]["words"])
    whole = dict.fromkeys(german - english, 1.0) | dict.fromkeys(english - german, -1.0)
    whole |= dict.fromkeys(german & english, 0.0)
    endings = [(ending, 0.4) for ending in listed["de"]["endings"]]
    endings += [(ending, -0.4) for ending in listed["en"]["endings"]]
    return whole, tuple(sorted(endings, key=lambda pair: -len(pair[0])))
