"""Words that lead on from a question before: `und`, `what about`, `nur`."""

from functools import cache
from typing import cast

from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.wire import Language

_CLASSES = ("follow", "of_it", "and", "only")


@cache
def _phrases(language: Language) -> tuple[tuple[str, ...], ...]:
    data = cast("dict[str, list[str]]", packaged(f"lexicon/figures_{language}.yaml"))
    found = {tuple(folded(phrase).split()) for klass in _CLASSES for phrase in data[klass]}
    return tuple(sorted(found, key=len, reverse=True))


def without_lead(text: str, language: Language) -> tuple[str, bool]:
    """A text without the words that lead on, and whether there were any."""
    words = text.strip(" ?.!").split()
    leads = False
    while words:
        plain = [folded(word.strip(",;:")) for word in words]
        phrase = next((p for p in _phrases(language) if tuple(plain[: len(p)]) == p), None)
        if phrase is None:
            break
        words, leads = words[len(phrase) :], True
    return " ".join(words), leads


def narrows(said: str, language: Language) -> bool:
    """`only`, `of those`: what is said makes it less."""
    data = cast("dict[str, list[str]]", packaged(f"lexicon/figures_{language}.yaml"))
    words = f" {' '.join(folded(word.strip(',;:?!.')) for word in said.split())} "
    first = words.split()[:2]
    return any(word in first for word in data["only"]) or any(f" {folded(p)} " in words for p in data["of_it"])
