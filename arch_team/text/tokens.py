"""A question as tokens: words, numbers, signs and quoted pieces, each with its place in the text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from functools import lru_cache

from arch_team.text.folding import folded
from arch_team.wire import Language


class TokenKind(StrEnum):
    WORD = "word"
    NUMBER = "number"
    QUOTED = "quoted"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Token:
    kind: TokenKind
    text: str
    folded: str
    start: int
    end: int
    number: Decimal | None = None

    @property
    def is_capital(self) -> bool:
        return self.text[:1].isupper()


_OPENING = '"“„«‟″'
_CLOSING = '"”“»″'
_TOKEN = re.compile(
    rf"""
    [{_OPENING}](?P<quoted>[^{_CLOSING}{_OPENING}]*)[{_CLOSING}]
    | (?<![\w])['‘’](?P<single>[^'‘’]+(?:['’]\w[^'‘’]*)*?)['’](?![\w])
    | (?P<possessive>['’]s?)(?=\W|$)
    | (?P<code>(?=\S*\d)[A-Za-z0-9]+(?:[-_/.:][A-Za-z0-9]+)+)(?![\w])
    | (?P<number>[-+]?(?:[$€£]\s?)?\d(?:[\d,'’]*\d)?(?:\.\d+)?%?)(?![\w])
    | (?P<word>\w+(?:\.\w+)+\.?|\w+(?:['’&-]\w+)*)
    | (?P<sign>[,;:?!.()\[\]<>=/$€£%+-]|<=|>=|!=)
    """,
    re.VERBOSE,
)
_DECIMAL_COMMA = re.compile(r"[-+]?(?:\d{1,3}(?:[.'’]\d{3})+(?:,\d+)?|\d+,\d+)%?(?![\w.,]\w)(?!\w)")
"""`1.800,50` and `12,5`, as German writes numbers."""
_REMEMBERED = 500
"""Signs of a text that is remembered."""
_PIECE = re.compile(r"[^\W_]+?(?=_|$|(?<=[a-z])(?=[A-Z]))")
"""The words of an identifier, between lines and where a capital begins the next."""
_COMPARISONS = re.compile(r"<=|>=|!=|<>|==|[<>=]")


def tokens_of(text: str, language: Language = "en") -> tuple[Token, ...]:
    """All of the text but spaces. A quoted piece is one token; `'s` is a sign of its own."""
    return _cut_before(text, language) if len(text) <= _REMEMBERED else _cut(text, language)


def _cut(text: str, language: Language) -> tuple[Token, ...]:
    found: list[Token] = []
    at = 0
    while at < len(text):
        decimal = _DECIMAL_COMMA.match(text, at) if language == "de" else None
        if decimal is not None:
            plain = re.sub(r"[.'’%]", "", decimal[0]).replace(",", ".")
            found.append(Token(TokenKind.NUMBER, decimal[0], decimal[0], at, decimal.end(), Decimal(plain)))
            at = decimal.end()
            continue
        comparison = _COMPARISONS.match(text, at)
        match = comparison or _TOKEN.match(text, at)
        if match is None:
            at += 1
            continue
        found += _tokens(match, is_comparison=comparison is not None)
        at = match.end()
    return tuple(found)


_cut_before = lru_cache(maxsize=8)(_cut)
"""Several readers cut the same question one after the other."""


def _tokens(match: re.Match[str], *, is_comparison: bool) -> list[Token]:
    text, start, end = match[0], match.start(), match.end()
    if is_comparison:
        return [Token(TokenKind.SIGN, text, text, start, end)]
    quoted = match["quoted"] if match["quoted"] is not None else match["single"]
    if quoted is not None:
        return [Token(TokenKind.QUOTED, quoted, folded(quoted), start, end, _number(quoted))]
    if match["possessive"]:
        return [Token(TokenKind.SIGN, text, "'s", start, end)]
    if match["number"]:
        number = _number(text)
        if number is not None:
            return [Token(TokenKind.NUMBER, text, text, start, end, number)]
    if match["code"]:
        number = _number(text)
        kind = TokenKind.NUMBER if number is not None else TokenKind.WORD
        return [Token(kind, text, folded(text), start, end, number)]
    if match["sign"]:
        return [Token(TokenKind.SIGN, text, text, start, end)]
    return _word(text, start, end)


_CLITICS = {"'ve": "have", "'re": "are", "'ll": "will", "'d": "would", "'m": "am"}
_DENIED = {"can't": (3, "can"), "won't": (2, "will"), "shan't": (3, "shall")}
"""Where the verb ends in what is written, and what it is."""


def _word(text: str, start: int, end: int) -> list[Token]:
    """A word, with a clitic split off: `student's`, `isn't`, `we've`."""
    plain = text.replace("’", "'")
    low = plain.casefold()
    if low.endswith("'s") and len(low) > 2:
        cut = end - 2
        return [
            Token(TokenKind.WORD, text[:-2], folded(text[:-2]), start, cut),
            Token(TokenKind.SIGN, text[-2:], "'s", cut, end),
        ]
    for clitic, verb in _CLITICS.items():
        if low.endswith(clitic) and len(low) > len(clitic):
            cut = end - len(clitic)
            front = text[: -len(clitic)]
            return [
                Token(TokenKind.WORD, front, folded(front), start, cut),
                Token(TokenKind.WORD, text[-len(clitic) :], verb, cut, end),
            ]
    if low in _DENIED:
        length, verb = _DENIED[low]
        return [
            Token(TokenKind.WORD, text[:length], verb, start, start + length),
            Token(TokenKind.WORD, text[length:], "not", start + length, end),
        ]
    if low.endswith("n't") and len(low) > 4:
        cut = end - 3
        return [
            Token(TokenKind.WORD, text[:-3], folded(text[:-3]), start, cut),
            Token(TokenKind.WORD, text[-3:], "not", cut, end),
        ]
    return [Token(TokenKind.WORD, text, folded(text).rstrip("."), start, end)]


def _number(text: str) -> Decimal | None:
    plain = text.strip("$€£% ").replace("'", "").replace("’", "").lstrip("$€£ ")
    if "," in plain:
        groups = plain.lstrip("+-").partition(".")[0].split(",")
        if not all(len(g) == 3 for g in groups[1:]):
            return None
        plain = plain.replace(",", "")
    try:
        return Decimal(plain)
    except InvalidOperation:
        return None


def spelled_apart(token: Token) -> tuple[Token, ...]:
    """The words of a column that is written as the database writes it: `device_type`, `ratingDate`."""
    pieces = list(_PIECE.finditer(token.text)) if token.kind is TokenKind.WORD else []
    if len(pieces) < 2 or not all(piece[0].isalpha() for piece in pieces):
        return (token,)
    first = token.start
    return tuple(
        Token(TokenKind.WORD, piece[0], folded(piece[0]), first + piece.start(), first + piece.end())
        for piece in pieces
    )


def without_points(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Without the points of abbreviations: a sentence goes on after them."""
    return tuple(
        token
        for at, token in enumerate(tokens)
        if token.text != "."
        or at + 1 == len(tokens)
        or (tokens[at + 1].is_capital and not (at and len(tokens[at - 1].text) <= 4 and tokens[at - 1].text.islower()))
    )
