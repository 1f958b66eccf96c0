"""A place in the ranking of the question before: `und der zweite?`, `auf Platz drei?`, `who's second?`

An ordinal by itself is said with the word that ranked: `der zweite` after `der grösste Kunde` is `zweitgrösste`.
"""

from collections.abc import Mapping
from typing import cast

from arch_team.measuring.asked import Asked, Make
from arch_team.measuring.follow_texts import RANKED_BY
from arch_team.measuring.reader import FigureRead
from arch_team.measuring.row_asked import PartyAsked, RowMake, RowsAsked
from arch_team.measuring.scan import Amount, Item, Scan
from arch_team.measuring.vocabulary import language_words
from arch_team.text.folding import folded
from arch_team.text.lexicon import lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.tokens import Token, TokenKind, tokens_of
from arch_team.wire import Language

_LONGEST = 3
"""Tokens of a place in a ranking."""
_RANKS = frozenset(
    {"highest", "lowest", "top", "first", "latest", "above", "below", "negative", "positive", "count", "any"}
)
"""Classes of words that say by themselves which times are meant."""


def with_rank(said: str, last: Scan, earlier: FigureRead) -> str:
    """A follow-up with the word that ranks in place of a bare ordinal. As it is, where it has none, or nothing was
    ranked, or where an ordinal may be a quarter of the year as well."""
    own = rank_word(last)
    if own is None or not _is_ranked(earlier):
        return said
    asked, tokens = earlier.asked, tokens_of(said, last.language)
    listed = cast("dict[str, dict[str, list[str]]]", packaged(f"lexicon/figures_{last.language}.yaml"))["in_which"]
    grains = (asked.grain,) if isinstance(asked, Asked) and asked.make is Make.EXTREME else ()
    flat = " ".join(token.folded for token in tokens)
    again = any(f" {words} " in f" {flat} " for grain in grains for words in listed.get(grain or "", ()))
    if again and folded(own.text) not in flat and not _ranks(said, last.language):
        return f"{said.rstrip(' ?!.')} {own.text}"  # `and in which month was it so in 2024?`
    for start in range(len(tokens)):
        for end in range(min(start + _LONGEST, len(tokens)), start, -1):
            number = _place(tokens[start:end], last.language)
            if number:
                text = ranked_as(own, number, last.language)
                return f"{said[: tokens[start].start]}{text}{said[tokens[end - 1].end :].removeprefix('.')}"
    return said


def _ranks(said: str, language: Language) -> bool:
    """Whether a word of its own ranks, or says something else of the times: the lowest, more than an amount."""
    words = language_words(language)
    folds = [token.folded for token in tokens_of(said, language)]
    return any(word.klass in _RANKS for at in range(len(folds)) for _, word in words.matches(folds, at))


def rank_word(last: Scan) -> Item | None:
    """The one word of a question that ranks."""
    own = [item for item in last.items if item.is_word(*RANKED_BY)]
    return own[0] if len(own) == 1 else None


def ranked_as(own: Item, number: int, language: Language) -> str:
    """The word that ranks, for a place: the largest, the second largest."""
    *before, last = own.text.split()
    prefixes: Mapping[str, int] = packaged(f"lexicon/figures_{language}.yaml")["nth"]
    held = next((p for p in prefixes if folded(last).startswith(folded(p)) and own.of(Amount)), "")
    base = last[len(held) :] if held else last
    if own.of(Amount) and before and before[-1] in prefixes:
        before.pop()
    if number == 1:
        return " ".join((*before, base))
    prefix = next((p for p, value in prefixes.items() if value == number), "")
    if own.is_word("top") or not prefix:
        return f"{own.text} {number}" if own.is_word("top") else f"{number} {own.text}"
    joined = f"{prefix}{base.lower()}" if lexicon_of(language).has_free_order else f"{prefix} {base}"
    return " ".join((*before, joined))


def _is_ranked(earlier: FigureRead) -> bool:
    asked = earlier.asked
    if isinstance(asked, Asked):
        return asked.make is Make.RANK or (asked.make is Make.EXTREME and asked.grain == "month")
    if isinstance(asked, RowsAsked):
        return asked.make in (RowMake.EXTREME, RowMake.BY_PARTY)
    return isinstance(asked, PartyAsked) and asked.limit is not None


def _place(tokens: tuple[Token, ...], language: Language) -> int:
    """The place that some words name. 0: none."""
    data = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{language}.yaml"))
    places, ends = data["places"], data["ordinal_ends"]
    ordinals = cast("dict[str, int]", data["ordinals"])
    words = [token.folded for token in tokens if token.text != "."]
    if len(words) == 2 and words[0] in places:
        return _number(tokens[-1] if tokens[-1].text != "." else tokens[-2], language)
    behind = words[1:] if len(words) == 2 and words[1] in places else []
    if len(words) - len(behind) != 1 and " ".join(words) not in ordinals:
        return 0
    said = " ".join(words[: len(words) - len(behind)])
    for stem, number in ordinals.items():
        if said in {f"{stem}{end}" for end in ends}:
            return number
    return _counted(said, tokens)


def _counted(said: str, tokens: tuple[Token, ...]) -> int:
    """`2nd`, `the 3rd`, `der 2.`"""
    digits = said.rstrip("abcdefghijklmnopqrstuvwxyz")
    with_end = said[len(digits) :] in ("st", "nd", "rd", "th") or (not said[len(digits) :] and tokens[-1].text == ".")
    return int(digits) if digits.isdigit() and with_end and len(digits) <= 2 else 0


def _number(token: Token, language: Language) -> int:
    if token.kind is TokenKind.NUMBER and token.number is not None and token.number == int(token.number):
        return int(token.number)
    return lexicon_of(language).number_words.get(token.folded, 0)
