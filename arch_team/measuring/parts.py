"""Questions that ask several things, cut into parts, each of which may lean on the first."""

from functools import cache
from itertools import pairwise
from typing import cast

from arch_team.measuring.vocabulary import language_words
from arch_team.text.lexicon import lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.tokens import tokens_of, without_points
from arch_team.wire import Language

_ASKING = ("list", "who", "when", "count", "amount")
"""Classes of words that a question begins with."""
_OPENING = ("amount", "count", "define", "in_which")
_ENDS = ("?", "!", ".", ";")


def parts_of(question: str, language: Language) -> list[str]:
    """A question cut where another begins: behind a mark, or before `und wie viele`."""
    tokens = without_points(tokens_of(question, language))
    joints = lexicon_of(language).words("and")
    cuts = [0]
    for at, token in enumerate(tokens[1:], 1):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        timed = any(other.folded[:1].isdigit() for other in tokens[at + 2 : at + 3])  # `and in 2025` asks nothing
        if tokens[at - 1].text in _ENDS:
            cuts.append(token.start)
        elif token.folded in joints and following is not None and not timed and _asks(following.folded, language):
            cuts.append(following.start)
    pieces = [question[start:end] for start, end in pairwise((*cuts, len(question)))]
    return [kept for piece in pieces if (kept := _without_joint(piece, joints))]


def _without_joint(piece: str, joints: frozenset[str]) -> str:
    words = piece.strip(" ,;.").split()
    while words and words[-1].casefold().strip(",") in joints:
        words.pop()
    return " ".join(words)


def _asks(word: str, language: Language) -> bool:
    known = any(w.klass in _ASKING for _, w in language_words(language).matches([word], 0))
    return known or any(phrase.startswith(f"{word} ") for phrase in _openers(language))


@cache
def _openers(language: Language) -> tuple[str, ...]:
    data = cast("dict[str, object]", packaged(f"lexicon/figures_{language}.yaml"))
    return tuple(phrase for klass in _OPENING for phrase in _flat(data[klass]))


def _flat(listed: object) -> list[str]:
    if isinstance(listed, dict):
        return [phrase for phrases in cast("dict[str, list[str]]", listed).values() for phrase in phrases]
    return cast("list[str]", listed)
