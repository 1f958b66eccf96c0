"""Compound nouns taken apart, where a language writes them in one word: `Kundennummer` is a number of a customer."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from arch_team.text.dictionary import is_word
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import Token, TokenKind

_SHORTEST = 3
"""Letters of a part."""
_SHORT_REST, _LOST_LETTERS = 4, 2
_JOINED = ("ung", "heit", "keit", "schaft", "ion", "tat")
"""Behind these a compound always has an s."""


def parts_of(
    word: str,
    lexicon: Lexicon,
    is_known: Callable[[str], bool],
    is_kind: Callable[[str], bool] | None = None,
    tails: frozenset[str] = frozenset(),
) -> tuple[str, str] | None:
    """The two known words a compound is made of, the second as long as may be. `is_known` is asked for stems, `is_kind`
    for a first part that tells a kind of the second: the red of `Rotwein`. A number or code is of no kind.
    `tails`: what may only stand behind another."""
    if not lexicon.joining:
        return None
    front, dash, back = word.partition("-")
    if dash and is_known(noun_stem(front, lexicon.language)) and is_known(noun_stem(back, lexicon.language)):
        return front, back
    first_words = lexicon.words("aggregate")
    for cut in range(_SHORTEST, len(word) - _SHORTEST + 1):
        tail = word[cut:]
        if word[:cut].endswith(_JOINED) and tail.startswith("s"):
            continue  # the s joins them: `Zeitungs-tante`
        if tail not in tails and not is_known(noun_stem(tail, lexicon.language)):
            continue
        for letters in lexicon.joining:
            head = word[:cut].removesuffix(letters) if letters else word[:cut]
            if len(head) < _SHORTEST:
                continue
            is_name = head in first_words or is_known(noun_stem(head, lexicon.language))
            if is_name or (is_kind and tail not in lexicon.words("code_noun") and is_kind(head)):
                return head, tail
    return None


def parted(
    tokens: Sequence[Token],
    lexicon: Lexicon,
    is_known: Callable[[str], bool],
    is_open: Callable[[Token], bool],
    is_kind: Callable[[str], bool] | None = None,
    tails: frozenset[str] = frozenset(),
    tells_women: Callable[[str], bool] = lambda _: False,
) -> tuple[Token, ...]:
    """Tokens with the compounds that nothing else explains (`is_open`) as two, `Vor- und Nachname` as two names, and
    women as women where that is told of them (`tells_women`): `Schülerinnen` as `weibliche Schüler`."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if _is_said_of_both(tokens, at, lexicon):
            at += 2
            continue
        whole = _completed(tokens, at, lexicon, is_known)
        if whole is not None:
            found.append(whole)
            at += 2
            continue
        is_compound = token.kind is TokenKind.WORD and is_open(token)
        man = next((each for each in _men(token.folded, lexicon) if is_compound and is_known(each)), None)
        if man is not None:
            if tells_women(man):
                found.append(replace(token, text=lexicon.female_word, folded=lexicon.female_word))
            found.append(replace(token, folded=man))
            at += 1
            continue
        parts = parts_of(token.folded, lexicon, is_known, is_kind, tails) if is_compound else None
        if parts is None:
            found.append(token)
        else:
            cut = len(token.text) - len(parts[1])
            head = parts[0].removesuffix("s") if noun_stem(parts[0], lexicon.language)[-1:] != "s" else parts[0]
            found.append(replace(token, text=token.text[: len(head)], folded=parts[0], end=token.start + cut))
            second = token.text[cut:].capitalize() if token.is_capital else token.text[cut:]
            found.append(replace(token, text=second, folded=parts[1], start=token.start + cut))
        at += 1
    return tuple(found)


def _is_said_of_both(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> bool:
    """`Kundinnen und Kunden`: women and men are named, and all of them are meant."""
    if at + 2 >= len(tokens) or tokens[at + 1].folded not in lexicon.words("and") | lexicon.words("or"):
        return False
    return noun_stem(tokens[at + 2].folded, lexicon.language) in _men(tokens[at].folded, lexicon)


def _men(word: str, lexicon: Lexicon) -> list[str]:
    """The stems of what men are called whose women a word names: the `Kunde` of `Kundinnen`."""
    endings = [ending for ending in lexicon.female_endings if word.endswith(ending)]
    return [noun_stem(word.removesuffix(ending), lexicon.language) for ending in endings]


def _completed(tokens: Sequence[Token], at: int, lexicon: Lexicon, is_known: Callable[[str], bool]) -> Token | None:
    """The first of two compounds that share their second part, `Vor-` of `Vor- und Nachname`, written out."""
    if at + 3 >= len(tokens) or tokens[at + 1].text != "-" or tokens[at + 1].start != tokens[at].end:
        return None
    joints = lexicon.words("and") | lexicon.words("or")
    if tokens[at + 2].folded not in joints or tokens[at].kind is not TokenKind.WORD:
        return None
    last = tokens[at + 3].folded
    for cut in range(1, len(last) - _SHORTEST + 1):
        if is_known(noun_stem(tokens[at].folded + last[cut:], lexicon.language)):
            return replace(tokens[at], folded=tokens[at].folded + last[cut:])
    return None


def is_for_another(word: str, name: str, lexicon: Lexicon) -> bool:
    """Whether a compound only begins with a name, and what follows is a word: a Kontrollstelle is no Kontrolle, nor a
    Projektleiter a `projek`, as its stem is."""
    begins = lexicon.joining and word.startswith(name)
    rests = (word[end:] for end in range(len(name), len(name) + _LOST_LETTERS + 1)) if begins else ()
    return any(len(rest) >= _SHORT_REST and is_word(rest, lexicon.language) for rest in rests)
