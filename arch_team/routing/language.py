"""The language of a question. German where it stays unclear, as SPEC.md asks.

Words decide first: they are right on short questions (`Umsatz?`), where statistics are not, and they cost nothing. What
they leave open goes to py3langid, held to the three languages; its model loads once, when first needed.
"""

import re
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal, cast

from arch_team.routing.folding import folded, words_of
from arch_team.routing.own_data import own_data_words
from arch_team.routing.patterns import packaged
from arch_team.wire import Language

Spoken = Literal["de", "en", "zh"]

SURE_ENOUGH = 0.6
_UMLAUT = re.compile(r"[äöüß]", re.IGNORECASE)
_SHORTEST_STEM = 5
_loading = threading.Lock()


def language_of(text: str) -> Language:
    """The language to answer in. Chinese is understood at the front door only: its answer comes in English."""
    spoken = spoken_language(text)
    return "en" if spoken == "zh" else spoken


@lru_cache(maxsize=1024)
def spoken_language(text: str) -> Spoken:
    """The language the text is written in."""
    if chinese := sum("\u3400" <= sign <= "\u9fff" for sign in text):
        return "zh" if _mostly_chinese(text, chinese) else _by_words(text) or "zh"
    return _by_words(text) or _by_statistics(text)


def _mostly_chinese(text: str, signs: int) -> bool:
    """Two signs are about a word: `IP` in a Chinese question does not make it English."""
    return signs >= len(re.findall(r"[A-Za-zÄÖÜäöüß]+", text))


def _by_words(text: str) -> Spoken | None:
    cues, stems = _cues()
    words = words_of(folded(text))
    score = 0
    for word in words:
        score += (word in cues["de"]) - (word in cues["en"])
        if word not in cues["de"] and word not in cues["en"]:
            score += any(stem in word for stem in stems["de"]) - word.startswith(stems["en"])
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
    language, confidence = _classifier()(text)
    return cast("Spoken", language) if confidence >= SURE_ENOUGH and language in {"de", "en"} else "de"


def _classifier() -> Callable[[str], tuple[str, float]]:
    with _loading:
        return _load()


@lru_cache(maxsize=1)
def _load() -> Callable[[str], tuple[str, float]]:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = cast("Any", LanguageIdentifier).from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(["de", "en", "zh"])
    return cast("Callable[[str], tuple[str, float]]", identifier.classify)
