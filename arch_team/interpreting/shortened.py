"""Words of a question for what identifiers write short: `avalanche path` of an `av_path`, `elevation` of an `elev`."""

from collections.abc import Sequence
from dataclasses import replace

from arch_team.modelling.model import Model
from arch_team.modelling.naming import identifier_words
from arch_team.text.dictionary import is_word
from arch_team.text.tokens import Token
from arch_team.wire import Language

_SHORTEST = 2
_LEFT_OUT = 2
"""So many letters at least must be left out."""
_VOWELS = frozenset("aeiouy")


def short_words(model: Model, language: Language) -> frozenset[str]:
    """The words of identifiers that may be short for others."""

    def made() -> frozenset[str]:
        names = {table.name for table in model.tables.values()}
        names |= {field.name for table in model.tables.values() for field in table.stored.values()}
        said = {word for name in names for word in identifier_words(name) if word.isalpha() and len(word) >= _SHORTEST}
        return frozenset(word for word in said if not is_word(word, language))

    return model.kept(("short words", language), made)


def is_short_for(short: str, word: str) -> bool:
    """Whether letters are a word written short: its beginning, or its consonants."""
    if len(short) < _SHORTEST or len(word) < len(short) + _LEFT_OUT or short[0] != word[0]:
        return False
    if word.startswith(short):
        return True
    rest = iter(word)
    in_order = all(letter in rest for letter in short)
    return (
        in_order
        and len(short) > _SHORTEST - 1
        and not _VOWELS & set(short[1:])
        and (len(short) > 2 or word[-1] == short[-1])
    )


def written_short(
    tokens: Sequence[Token], unknown: Sequence[int], model: Model, language: Language
) -> tuple[Token, ...]:
    """The tokens, unknown ones as identifiers have them, where there is one way."""
    found = list(tokens)
    for at in unknown:
        word = tokens[at].folded
        fits = [short for short in short_words(model, language) if is_short_for(short, word)]
        longest = [short for short in fits if len(short) == max(map(len, fits))]
        if len(longest) == 1:
            found[at] = replace(tokens[at], folded=longest[0])
    return tuple(found)
