"""Countries by what they are called in a language: their names, and the adjectives of them."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from babel import Locale

from arch_team.text.folding import folded
from arch_team.text.inflection import german_adjective
from arch_team.text.packaged import packaged
from arch_team.wire import Language

_FIXED = "!"
"""Behind an adjective that takes no ending."""


@cache
def countries(language: Language) -> Mapping[str, str]:
    """Folded names and adjectives, in all their forms, to ISO codes."""
    territories = cast("Mapping[str, str]", Locale(language).territories)
    named = {folded(name): code for code, name in territories.items() if len(code) == 2 and code.isalpha()}
    nations = cast("Mapping[str, Mapping[str, list[str]]]", packaged("lexicon/nations.yaml"))
    for code, words in nations.items():
        for word in words.get(language, ()):
            stem = folded(word.removesuffix(_FIXED))
            inflected = language == "de" and not word.endswith(_FIXED)
            named |= dict.fromkeys((stem, *(german_adjective(stem) if inflected else ())), code)
    return named
