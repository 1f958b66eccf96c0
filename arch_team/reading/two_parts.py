"""A question on any tables that is two: the second is what would be said after the first in a conversation."""

from collections.abc import Callable

from arch_team.following.saying import asks
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import lexicon_of
from arch_team.text.tokens import Token, TokenKind, tokens_of, without_points
from arch_team.wire import Language

_ENDS = frozenset({"?", "!", ".", ";"})
_PAUSES = frozenset({",", ":", "–"})
_MOST = 2
"""Places that are tried: a question has few parts."""


def two_parts(
    question: str,
    language: Language,
    reads: Callable[[str], bool],
    follows: Callable[[str, str], str | None],
) -> tuple[str, str] | None:
    """The two questions that a text asks, the second as a whole one. None: it is not two, or one of them is not read.
    `reads` tells whether a text is, `follows` what a text means after another."""
    if is_too_long(question):
        return None
    for front, behind in _cuts(question, language):
        if not reads(front):
            continue
        meant = follows(front, behind)
        if meant is not None and meant != front and reads(meant):
            return front, meant
    return None


def _cuts(question: str, language: Language) -> list[tuple[str, str]]:
    """Where another question may begin, the last first: behind the end of a sentence, or behind a joint where words
    follow that a question begins with."""
    lexicon = lexicon_of(language)
    tokens: list[Token] = list(without_points(tokens_of(question, language)))
    joints = lexicon.words("and")
    found: list[tuple[str, str]] = []
    for at in range(1, len(tokens)):
        before, token = tokens[at - 1], tokens[at]
        ended = before.kind is TokenKind.SIGN and before.text in _ENDS
        joined = before.folded in joints or (before.kind is TokenKind.SIGN and before.text in _PAUSES)
        behind = question[token.start :]
        if token.kind is TokenKind.SIGN or not (ended or (joined and asks(behind, lexicon))):
            continue
        end = next(t.end for t in reversed(tokens[:at]) if not (t.folded in joints or t.kind is TokenKind.SIGN))
        found.append((question[:end], behind))
    return found[: -_MOST - 1 : -1]
