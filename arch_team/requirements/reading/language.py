"""The language of one requirement. German where it stays unclear, as everywhere in this product."""

from functools import lru_cache

from arch_team.requirements.reading.lexicon import packaged
from arch_team.requirements.reading.words import Word
from arch_team.wire import Language

_ENOUGH_WORDS = 200


def language_of(words: list[Word]) -> Language:
    """A vote of function words and endings: right on a line of five words, and costs nothing."""
    whole, endings = _votes()
    score = 0.0
    for word in words[:_ENOUGH_WORDS]:
        folded = word.folded
        if (vote := whole.get(folded)) is not None:
            score += vote
        elif len(folded) > 4:
            score += next((vote for ending, vote in endings if folded.endswith(ending)), 0.0)
            if not folded.isascii() and any(letter in folded for letter in "äöü"):
                score += 0.5
    return "en" if score < 0 else "de"


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
