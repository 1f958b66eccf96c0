"""Everyday words of both languages, by word class, as data in `lexicon/`: what a draft may say and name nothing."""

from collections.abc import Callable, Iterator
from functools import cache

from arch_team.text import inflection
from arch_team.text.folding import letters_folded
from arch_team.text.packaged import packaged

_Forms = Callable[[str], Iterator[str]]
_MAKE: dict[str, dict[str, _Forms]] = {
    "de": {
        "verbs": inflection.german_verb,
        "other_verbs": inflection.german_verb,
        "adjectives": inflection.german_adjective,
        "nouns": inflection.german_noun,
    },
    "en": {
        "verbs": inflection.english_verb,
        "other_verbs": inflection.english_verb,
        "adjectives": inflection.english_adjective,
        "nouns": inflection.english_noun,
    },
}
_OTHER = "other_verbs"


def _forms(language: str, name: str, words: str) -> Iterator[str]:
    make = _MAKE[language].get(name)
    for word in letters_folded(words).split():
        yield from make(word) if make else (word,)


@cache
def fillers() -> frozenset[str]:
    """Words that change nothing in any question."""
    return frozenset(
        form
        for language in _MAKE
        for name, words in _lists(language).items()
        if name != _OTHER
        for form in _forms(language, name, words)
    )


@cache
def other_verbs() -> frozenset[str]:
    """Verbs that may choose rows, and change nothing in what and which period is meant."""
    return frozenset(form for language in _MAKE for form in _forms(language, _OTHER, _lists(language)[_OTHER]))


@cache
def things() -> frozenset[str]:
    """Nouns among the fillers. Where one says what money was spent on, it is not passed over."""
    nouns = (form for language in _MAKE for form in _forms(language, "nouns", _lists(language)["nouns"]))
    return frozenset(nouns)


def _lists(language: str) -> dict[str, str]:
    loaded: dict[str, str] = packaged(f"lexicon/common_{language}.yaml")
    return loaded
