"""Why two requirements are shown as a pair, in plain words that quote them."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, cast

from arch_team.requirements.compare.comparison import Judgement
from arch_team.requirements.compare.evidence import SAME_WORDING, unpaired
from arch_team.requirements.compare.lexicon import packaged
from arch_team.requirements.compare.vocabulary import Token
from arch_team.requirements.compare.wording import LONGEST, Read
from arch_team.vectors.words import fold
from arch_team.wire import Language

MOST_WORDS = 6
MOST_REMEMBERED = 64
"""Texts: one is often quoted more than once."""
_WORD = re.compile(r"[^\W_]+")
_QUANTITY = re.compile(r"[<>≤≥]?\s?\d[\d.,:'’]*\s?(?:%|°\s?[CF]|[^\W\d_]+)?")


def reason_for(one: Read, other: Read, judgement: Judgement, speaks: Language | None = None) -> str:
    texts = cast("dict[str, Any]", packaged("reasons")[speaks or one.language])
    if judgement.similarity >= SAME_WORDING:
        return cast("str", texts["identical"])
    first, second = one.wording, other.wording
    open_first, open_second = unpaired(first, second), unpaired(second, first)
    own = _quoted(one.text, open_first) or texts["nothing"], _quoted(other.text, open_second) or texts["nothing"]
    if judgement.conflict is not None:
        if judgement.conflict == "number":
            own = values_in(one.text) or texts["nothing"], values_in(other.text) or texts["nothing"]
        return cast("str", texts["conflict"][judgement.conflict]).format(one=own[0], other=own[1])
    shared = _quoted(one.text, [token for token in first.tokens if token not in open_first])
    kind = "meaning" if not shared else "shared" if one.language == other.language else "across"
    reason = cast("str", texts[kind]).format(shared=shared)
    if open_first and open_second:
        return reason + cast("str", texts["replaced"]).format(one=own[0], other=own[1])
    if open_first or open_second:
        return reason + cast("str", texts["own"]).format(words=own[0] if open_first else own[1])
    return reason


def own_words(one: Read, other: Read) -> tuple[str, str]:
    """The words that each has and the other has not, as they stand there."""
    first, second = one.wording, other.wording
    return _quoted(one.text, unpaired(first, second)), _quoted(other.text, unpaired(second, first))


def _quoted(text: str, tokens: Iterable[Token]) -> str:
    """The tokens as they stand in the text, once each, the first few."""
    written = _written(text[:LONGEST])
    found: dict[str, None] = {}
    for token in tokens:
        for part in token.word.split():
            found[written.get(part) or _compound(part, written) or part] = None
    return ", ".join(list(found)[:MOST_WORDS])


@lru_cache(maxsize=MOST_REMEMBERED)
def _written(text: str) -> dict[str, str]:
    """Each folded word as it first stands in the text."""
    written: dict[str, str] = {}
    for word in _WORD.findall(text):
        written.setdefault(_folded(word), word)
    return written


_folded = lru_cache(maxsize=65_536)(fold)


def _compound(part: str, written: dict[str, str]) -> str | None:
    """A part of a compound, or a verb joined with its particle, is quoted as the word it comes from."""
    return next(
        (word for folded, word in written.items() if part in folded or (len(folded) > 3 and folded in part)), None
    )


def values_in(text: str) -> str:
    return ", ".join(dict.fromkeys(match[0].strip() for match in _QUANTITY.finditer(text[:LONGEST])))
