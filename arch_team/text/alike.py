"""Words that name the same thing, as data in `lexicon/`."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.text.stems import noun_stem, stems_of
from arch_team.wire import Language


@cache
def alike(language: Language) -> Mapping[str, frozenset[str]]:
    """The stems of all words that name the same as a word, by its stem."""
    lines = cast("list[list[str]]", packaged(f"lexicon/alike_{language}.yaml"))
    groups = [frozenset(noun_stem(folded(word), language) for word in line) for line in lines]
    return {stem: group - {stem} for group in groups for stem in group}


@cache
def alike_phrases(language: Language) -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The phrases that name the same as a phrase, each as the stems of its words."""
    lines = cast("list[list[str]]", packaged(f"lexicon/alike_{language}.yaml"))
    groups = [tuple(stems_of(phrase, language) for phrase in line) for line in lines]
    return {one: tuple(other for other in group if other != one) for group in groups for one in group}
