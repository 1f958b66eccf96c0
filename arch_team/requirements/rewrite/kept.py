"""What a rewrite must keep: every word of meaning of the original, in one of its forms."""

import re

from arch_team.text.speech import spoken
from arch_team.wire import Language

_TOKEN = re.compile(r"\w+(?:[-'’]\w+)*|[^\w\s]")
_MARK = re.compile(r"\[[^\[\]]*\?\]")
_CONTENT = frozenset({"noun", "name", "verb", "past", "inf", "zuinf", "ing", "part", "adj", "num"})
_SHORTEST = 3


def lost_words(original: str, told: str, language: Language) -> tuple[str, ...]:
    """The words of meaning that the original has and the new text has not, as they stand in the original.

    A word is kept in any form of it: its base form, its first letters, or as part of a compound.
    """
    plain = _MARK.sub(" ", told)
    have = {word.lower() for word in _TOKEN.findall(plain)} | {lemma for _, lemma in _content(plain, language)}
    return tuple(
        dict.fromkeys(
            word
            for word, lemma in _content(original, language)
            if word.lower() not in have and lemma not in have and not _has_form(lemma, have)
        )
    )


def _content(text: str, language: Language) -> list[tuple[str, str]]:
    words = _TOKEN.findall(text)
    read = zip(words, spoken(words, language), strict=True)
    return [
        (word, one.lemma) for word, one in read if one.tag in _CONTENT and (len(word) >= _SHORTEST or one.tag == "num")
    ]


def _has_form(lemma: str, have: set[str]) -> bool:
    stem = lemma[: max(4, len(lemma) - 3)]
    return len(lemma) > 4 and any(word.startswith(stem) for word in have)
