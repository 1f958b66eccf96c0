"""A question on any tables that is two: the second is what would be said after the first in a conversation."""

from collections.abc import Callable
from dataclasses import dataclass

from arch_team.following.saying import asks
from arch_team.forms.form import Form
from arch_team.forms.showing import is_figure
from arch_team.text.length import is_too_long
from arch_team.text.lexicon import lexicon_of
from arch_team.text.tokens import Token, TokenKind, tokens_of, without_points
from arch_team.wire import Language

_ENDS = frozenset({"?", "!", ".", ";"})
_MOST = 2
"""Places that are tried: a question has few parts."""


@dataclass(frozen=True, slots=True)
class _Cut:
    front: str
    behind: str
    is_ended: bool
    """A sentence ends between the two."""


def two_parts(
    question: str,
    language: Language,
    reads: Callable[[str], Form | None],
    follows: Callable[[str, str], str | None],
) -> tuple[str, str] | None:
    """The two questions that a text asks, the second as a whole one. None: it is not two, or one of them is not read,
    or both are one. `reads` tells what a text asks, `follows` what a text means after another. Within one sentence
    both must ask for figures: what is listed side by side belongs together."""
    if is_too_long(question):
        return None
    for cut in _cuts(question, language):
        first = reads(cut.front) if asks(cut.front, lexicon_of(language)) else None
        meant = follows(cut.front, cut.behind) if first is not None else None
        second = reads(meant) if meant is not None and meant != cut.front else None
        if first is None or second is None or meant is None or first == second:
            continue
        if cut.is_ended or (is_figure(first) and is_figure(second)):
            return cut.front, meant
    return None


def _cuts(question: str, language: Language) -> list[_Cut]:
    """Where another question may begin, the last first: behind the end of a sentence, or behind a joint where words
    follow that a question begins with."""
    lexicon = lexicon_of(language)
    tokens: list[Token] = list(without_points(tokens_of(question, language)))
    joints = lexicon.words("and")
    presenting = (lexicon.words("request") | lexicon.words("using")) - lexicon.words("what") - lexicon.words("who")
    found: list[_Cut] = []
    for at in range(1, len(tokens)):
        before, token = tokens[at - 1], tokens[at]
        ended = before.kind is TokenKind.SIGN and before.text in _ENDS
        joined = before.folded in joints
        behind = question[token.start :]
        if token.kind is TokenKind.SIGN or not (ended or (joined and asks(behind, lexicon))):
            continue
        if ended and token.folded in lexicon.restricting:
            continue  # `Only those with two.` asks for nothing more
        if token.folded in presenting:
            continue  # `Show the name and the number.`, `Use the rank label.`: that only says what to show
        end = next(t.end for t in reversed(tokens[:at]) if not (t.folded in joints or t.kind is TokenKind.SIGN))
        found.append(_Cut(question[:end], behind, ended))
    return found[: -_MOST - 1 : -1]
