"""The language of a question. German where it stays unclear, and where it is one that we do not speak.

Words decide first: they are right on short questions (`Umsatz?`), where statistics are not, and they cost nothing. What
they leave open goes to py3langid, held to the three languages; its model loads once, when first needed. It is asked as
well where hardly a word is known: a French question with a word that English shares is not English.
"""

import re
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, cast

from arch_team.routing.own_data import own_data_words
from arch_team.routing.patterns import packaged
from arch_team.text.folding import spelled_out
from arch_team.text.words import words_of
from arch_team.wire import Language

Spoken = Literal["de", "en", "zh"]
Ranks = Callable[[str], list[tuple[str, float]]]
"""A text to all known languages, the likeliest first, with their shares."""

SURE_ENOUGH = 0.6
FEWEST_WORDS, FEW_KNOWN, SOMEWHAT_SURE, HARDLY_SURE = 3, 0.3, 0.5, 0.2
"""From how many words on a text may be foreign, which share of them may be known, and how sure the statistics must be
with and without a known word. Of 1,125 German and English texts of the tests none is foreign by these."""
_UMLAUT = re.compile(r"[äöüß]", re.IGNORECASE)
_SHORTEST_STEM = 5
_loading = threading.Lock()


def language_of(text: str) -> Language:
    """The language to answer in. Chinese is understood at the front door only: its answer comes in English."""
    spoken = spoken_language(text)
    return "en" if spoken == "zh" else spoken


def told_language(text: str) -> Language | None:
    """The language that the words of a text tell by themselves, where they are enough to tell."""
    if len(words_of(text)) < FEWEST_WORDS:
        return None
    told = _by_words(text)
    if told == "de" and not _UMLAUT.search(_without_names(text)) and _by_words(_UMLAUT.sub("", text)) is None:
        return None  # `only Büro Keller`: the sign is in a name
    return None if told == "zh" else told


@lru_cache(maxsize=1024)
def spoken_language(text: str) -> Spoken:
    """The language the text is written in."""
    if chinese := sum("\u3400" <= sign <= "\u9fff" for sign in text):
        return "zh" if _mostly_chinese(text, chinese) else _by_words(text) or "zh"
    return "de" if _is_foreign(text) else _by_words(text) or _by_statistics(text)


def _mostly_chinese(text: str, signs: int) -> bool:
    """Two signs are about a word: `IP` in a Chinese question does not make it English."""
    return signs >= len(re.findall(r"[A-Za-zÄÖÜäöüß]+", text))


def _is_foreign(text: str) -> bool:
    """Written in a language that we do not speak: few of its words are known, and statistics say so."""
    words = words_of(spelled_out(_without_names(text)))
    known = sum(map(_is_known, words))
    if len(words) < FEWEST_WORDS or known >= FEW_KNOWN * len(words):
        return False
    language, confidence = _classifier()(text)[0]
    return language not in ("de", "en", "zh") and confidence >= (SOMEWHAT_SURE if known else HARDLY_SURE)


def _without_names(text: str) -> str:
    """A text less the words within it that have a capital: names are of no language."""
    return " ".join(word for at, word in enumerate(text.split()) if at == 0 or not word[0].isupper())


def _is_known(word: str) -> bool:
    cues, _ = _cues()
    return word in cues["de"] or word in cues["en"] or _has_german(word) or _has_english(word)


@lru_cache(maxsize=4096)
def _has_german(word: str) -> bool:
    return any(stem in word for stem in _cues()[1]["de"])


def _has_english(word: str) -> bool:
    return word.startswith(_cues()[1]["en"])


def _by_words(text: str) -> Spoken | None:
    cues, _ = _cues()
    words = words_of(spelled_out(text))
    score = 0
    for word in words:
        score += (word in cues["de"]) - (word in cues["en"])
        if word not in cues["de"] and word not in cues["en"]:
            score += _has_german(word) - _has_english(word)
    if score == 0 and _UMLAUT.search(text):
        return "de"
    return "de" if score > 0 else "en" if score < 0 else None


@lru_cache(maxsize=1)
def _cues() -> tuple[dict[str, frozenset[str]], dict[str, tuple[str, ...]]]:
    """Whole words by language, and stems: German ones count inside a compound, English ones at the start of a word."""
    listed = {language: frozenset(text.split()) for language, text in packaged("language_cues").items()}
    own = own_data_words()
    whole = {language: listed[language] | own[language] for language in ("de", "en")}
    shared = whole["de"] & whole["en"]
    stems = {
        language: tuple(sorted(word for word in own[language] - shared if len(word) >= _SHORTEST_STEM))
        for language in ("de", "en")
    }
    return {language: words - shared for language, words in whole.items()}, stems


def _by_statistics(text: str) -> Spoken:
    ours = {language: share for language, share in _classifier()(text) if language in ("de", "en", "zh")}
    language = max(ours, key=lambda one: ours[one])
    sure = ours[language] >= SURE_ENOUGH * sum(ours.values())
    return cast("Spoken", language) if sure and language != "zh" else "de"


def _classifier() -> Ranks:
    with _loading:
        return _load()


@lru_cache(maxsize=1)
def _load() -> Ranks:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = cast("Any", LanguageIdentifier).from_model_file(MODEL_FILE, norm_probs=True)
    return cast("Ranks", identifier.rank)
