"""What a text must hold for a pattern to match in it, told from the pattern's spelling alone.

Compiling a pattern is slow, and most of ours cannot match in most texts. Where the spelling leaves any doubt, nothing
is needed: the pattern is then tried as ever.
"""

import re
from itertools import chain

DIGIT = "\0"
"""Stands for any digit, in needs and in a text made ready for them."""

Need = tuple[str, ...]
"""Pieces of text of which one must be there."""

_TOKEN = re.compile(
    r"[^\\\[\](){}?*+|.^$]+"  # plain text
    r"|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\.|\^|\$|\|"  # an escape, a class, any sign, an end, an alternative
    r"|\((?:\?(?:P<\w+>|[:=!]|<[=!]))?|\)"  # a group
    r"|(?:[?*+]|\{\d*,?\d*\})[?+]?",  # how often
    re.DOTALL,
)
_NO_WIDTH = frozenset((r"\b", r"\B", "^", "$"))
_ANY_OF_MANY = frozenset((r"\w", r"\W", r"\s", r"\S", r"\D", "."))
_ANY_DIGIT = r"\d"
_NOTS = frozenset(("(?!", "(?<!"))


class _Unsure(Exception):
    """A spelling this reader does not know."""


def needs_of(pattern: str) -> tuple[Need, ...]:
    """What must all be there for the pattern to match; empty if that cannot be told."""
    words = pattern.removesuffix(r"\w*")
    if words.replace(" ", "").isalnum():
        return ((words,),)
    try:
        return tuple(_Reader(pattern).whole())
    except _Unsure:
        return ()


def best_of(needs: tuple[Need, ...] | list[Need]) -> Need:
    """The need that fewest texts meet: long pieces, and few of them."""
    if len(needs) < 2:
        return needs[0] if needs else ()
    return max(needs, key=lambda need: (min(map(len, need)), -len(need)))


class _Reader:
    def __init__(self, pattern: str) -> None:
        self._tokens = _TOKEN.findall(pattern)
        if sum(map(len, self._tokens)) != len(pattern):
            raise _Unsure
        self._tokens.append("")
        self._at = 0

    def whole(self) -> list[Need]:
        needs = self._alternatives()
        if self._tokens[self._at]:
            raise _Unsure
        return needs

    def _alternatives(self) -> list[Need]:
        branches = [self._branch()]
        while self._tokens[self._at] == "|":
            self._at += 1
            branches.append(self._branch())
        if len(branches) == 1:
            return branches[0]
        best = [best_of(branch) for branch in branches]
        return [tuple(chain(*best))] if all(best) else []

    def _branch(self) -> list[Need]:
        needs: list[Need] = []
        run = ""
        while (token := self._tokens[self._at]) not in ("", "|", ")"):
            self._at += 1
            if token in _NO_WIDTH:
                continue
            if token[0] == "(":
                inner = self._group(token)
                needs += inner if self._least() else []
            elif token[0] not in r"\[.?*+{":
                run = self._text(needs, run, token)
                continue
            elif token[0] == "\\" and not token[1].isalnum():
                run = self._text(needs, run, token[1])
                continue
            elif token == _ANY_DIGIT:
                needs += [(DIGIT,)] if self._least() else []
            elif token[0] == "[" or token in _ANY_OF_MANY:
                self._least()
            else:
                raise _Unsure
            needs += [(run,)] if run else []
            run = ""
        return [*needs, (run,)] if run else needs

    def _group(self, opening: str) -> list[Need]:
        inner = self._alternatives()
        if self._tokens[self._at] != ")":
            raise _Unsure
        self._at += 1
        return [] if opening in _NOTS else inner

    def _text(self, needs: list[Need], run: str, text: str) -> str:
        """The run of plain text so far. How often goes with the last sign only."""
        at = self._at
        least = self._least()
        if self._at == at:
            return run + text
        piece = run + (text if least else text[:-1])
        needs += [(piece,)] if piece else []
        return ""

    def _least(self) -> int:
        """How often at least the last thing must be there."""
        token = self._tokens[self._at]
        if not token or token[0] not in "?*+{":
            return 1
        self._at += 1
        if token[0] == "{":
            return int(token[1:].partition(",")[0].strip("}?+") or 0)
        return int(token[0] == "+")
