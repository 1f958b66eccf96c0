"""Comparatives and superlatives. German `schneller` is one only where it does not decline a noun.

The highest, the oldest, the nearest of a set can be told: superlatives of such adjectives are not marked.
"""

from functools import lru_cache

from arch_team.requirements.check.reading.inflection import compared
from arch_team.requirements.check.reading.lexicon import packaged, word_set
from arch_team.requirements.check.reading.words import Word, fold
from arch_team.wire import Language


def mark_degrees(words: list[Word], language: Language) -> None:
    """Sets `degree` on words that compare: `comp` or `sup`."""
    forms = _forms(language)
    for index, word in enumerate(words):
        if word.is_quoted:
            continue
        degree = forms.get(word.folded)
        if degree == "comp?":
            degree = None if _declines(words, index) else "comp"
        if degree is not None and not (word.is_capital and word.tag == "noun" and language == "de"):
            word.degree = degree
        if language == "en" and index and _is_compared(words, index):
            word.degree = words[index - 1].degree


def _is_compared(words: list[Word], index: int) -> bool:
    """`more efficient`, and not `at least many`."""
    before = words[index - 1]
    at = index > 1 and words[index - 2].folded == "at"
    return before.folded in word_set("en", "more") and not at and words[index].tag in {"adj", "adv"}


def _declines(words: list[Word], index: int) -> bool:
    """`ein schneller Zugriff`, `schneller, sicherer Zugriff`: a noun follows."""
    following = next((word for word in words[index + 1 : index + 4] if word.tag not in {"adj", "conj"}), None)
    return following is not None and following.tag in {"noun", "abbr"} and following.is_capital


@lru_cache(maxsize=2)
def _forms(language: Language) -> dict[str, str]:
    listed: dict[str, tuple[str, ...]] = packaged("degrees")[language]
    found: dict[str, str] = {}
    for adjective in map(fold, listed["adjectives"]):
        for form, degree in compared(adjective, language):
            if degree != "sup" or adjective not in listed["objective"]:
                found.setdefault(form, degree)
    found |= dict.fromkeys(map(fold, listed["comparatives"]), "comp")
    found |= dict.fromkeys(map(fold, listed["superlatives"]), "sup")
    for word in map(fold, listed["neither"]):
        found.pop(word, None)
    return found
