"""Why two requirements are shown as a pair, in plain words that quote them."""

import re
from collections.abc import Iterable
from functools import lru_cache

from arch_team.requirements.compare.comparison import SAME_WORDING, Judgement, unpaired
from arch_team.requirements.compare.wording import LONGEST, Read, data
from arch_team.vectors.meanings import Token
from arch_team.vectors.words import fold
from arch_team.wire import Language

MOST_WORDS = 6
MOST_REMEMBERED = 64
"""Texts: one is often quoted more than once."""
_WORD = re.compile(r"[^\W_]+")
_QUANTITY = re.compile(r"[<>≤≥]?\s?\d[\d.,:'’]*\s?(?:%|°\s?[CF]|[^\W\d_]+)?")


def told(group: str, kind: str, own: Iterable[str], speaks: Language) -> str:
    """The reason of this kind; `own` quotes what each of the two has."""
    said = data("reasons")[speaks]
    one, other = (words or said["nothing"] for words in own)
    return str(said[group][kind]).format(one=one, other=other)


def reason_for(one: Read, other: Read, judgement: Judgement, speaks: Language | None = None) -> str:
    language = speaks or one.language
    texts: dict[str, str] = data("reasons")[language]
    if judgement.similarity >= SAME_WORDING:
        return texts["identical"]
    own = own_words(one, other)
    if judgement.conflict is not None:
        differing = values_of(one, other) if judgement.conflict == "number" else own
        return told("conflict", judgement.conflict, differing, language)
    apart = unpaired(one.wording, other.wording)
    shared = _quoted(one.text, [token for token in one.wording.tokens if token not in apart])
    kind = "meaning" if not shared else "shared" if one.language == other.language else "across"
    reason = texts[kind].format(shared=shared)
    if all(own):
        return reason + texts["replaced"].format(one=own[0], other=own[1])
    return reason + texts["own"].format(words=own[0] or own[1]) if any(own) else reason


def own_words(one: Read, other: Read) -> tuple[str, str]:
    """The words that each has and the other has not, as they stand there."""
    first, second = one.wording, other.wording
    return _quoted(one.text, unpaired(first, second)), _quoted(other.text, unpaired(second, first))


def values_of(*pair: Read) -> list[str]:
    """The quantities of each, as they stand there."""
    matches = (_QUANTITY.finditer(one.text[:LONGEST]) for one in pair)
    return [", ".join(dict.fromkeys(match[0].strip() for match in found)) for found in matches]


def _quoted(text: str, tokens: Iterable[Token]) -> str:
    """The tokens as they stand in the text, once each, the first few."""
    written = _written(text[:LONGEST])
    parts = (part for token in tokens for part in token.word.split())
    return ", ".join(list(dict.fromkeys(written.get(part) or _whole(part, written) for part in parts))[:MOST_WORDS])


@lru_cache(maxsize=MOST_REMEMBERED)
def _written(text: str) -> dict[str, str]:
    """Each folded word as it first stands in the text."""
    written: dict[str, str] = {}
    for word in _WORD.findall(text):
        written.setdefault(_folded(word), word)
    return written


_folded = lru_cache(maxsize=65_536)(fold)


def _whole(part: str, written: dict[str, str]) -> str:
    """A part of a compound, or a verb joined with its particle, is quoted as the word it comes from."""
    found = (word for folded, word in written.items() if part in folded or (len(folded) > 3 and folded in part))
    return next(found, part)
