"""Names of tables and columns as a person writes them: `laenge_m` is Länge (m), `betrag_chf` is Betrag (CHF).

Only for what is shown. Questions are read by `naming`, whatever the spelling.
"""

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from arch_team.featuredata.naming import spaced
from arch_team.modelling.naming import identifier_words
from arch_team.text.dictionary import is_word
from arch_team.text.lexicon import LANGUAGES, lexicon_of
from arch_team.wire import Language

_UNITS = {
    **{unit: unit for unit in ("kg", "g", "km", "cm", "mm", "m", "l", "min")},
    **{unit: unit.upper() for unit in ("eur", "chf", "usd", "gbp")},
    "kwh": "kWh",
    "mwh": "MWh",
    "pct": "%",
    "percent": "%",
    "prozent": "%",
    "qm": "m²",
    "sqm": "m²",
}
"""What a column may end with, and how the unit is written."""
_NO_NOUNS = ("preposition", "and", "or", "determiner", "each", "between_and", "date_comparator")
"""Classes of words that are written small inside a name."""
_MARKS = frozenset({"tbl", "tb", "vw", "lkp", "stg"})
"""What only says that something is a table: nobody says it."""
_SHORTEST = 4
"""Letters of a word that tells a language: nearly any three letters are a word somewhere."""
_UMLAUTS = {"ae": "ä", "oe": "ö", "ue": "ü"}
_NUMBERED = re.compile(r"(?<=[a-zäöüß]{2})(?=[A-Z]{2,}\b)")
"""Where `customerID` is two words."""
_WRITTEN_UMLAUT = re.compile(r"(?<![aeiouq])[aou]e", re.IGNORECASE)


@lru_cache(maxsize=4096)
def written(name: str, language: Language) -> str:
    """A name in a sentence of a language, its unit in brackets. German writes nouns with a capital, and umlauts."""
    words, unit = parted(name)
    words = words[1:] if words[1:] and words[0].casefold() in _MARKS else words
    words = [word if word.isupper() and len(word) < _SHORTEST else word.casefold() for word in words]
    if language == "de":
        small = no_nouns()
        words = [w if at and w in small else _capital(with_umlauts(w)) for at, w in enumerate(words)]
    text = " ".join(words)
    return f"{text} ({unit})" if unit else text


def said_as(name: str, said: str, language: Language) -> str:
    """What a column is called, with the unit that its own name tells."""
    text, unit = written(said, language), parted(name)[1]
    return text if unit is None or text.endswith(f"({unit})") else f"{text} ({unit})"


def parted(name: str) -> tuple[list[str], str | None]:
    """The words of a name, and the unit that it ends with."""
    *words, last = _NUMBERED.sub(" ", spaced(name)).split() or [name]
    unit = _UNITS.get(last.casefold())
    if not words or unit is None or words[-1].casefold() in no_nouns():
        return [*words, last], None  # a `share in percent` is said as it stands
    return words, unit


def with_umlauts(word: str) -> str:
    """`laenge` is Länge, `aktuell` is aktuell: the dictionary tells."""
    if not _WRITTEN_UMLAUT.search(word) or is_word(word, "de"):
        return word
    meant = _WRITTEN_UMLAUT.sub(lambda found: _umlaut(found[0]), word)
    return meant if is_word(meant, "de") else word


def language_of(names: Iterable[str], otherwise: Language = "en") -> Language:
    """The language that most words of names are of, as far as the dictionaries tell."""
    german = english = 0
    for name in names:
        for word in identifier_words(name):
            if len(word) >= _SHORTEST:
                is_german, is_english = is_word(with_umlauts(word), "de"), is_word(word, "en")
                german += is_german and not is_english
                english += is_english and not is_german
    return otherwise if german == english else "de" if german > english else "en"


def _umlaut(letters: str) -> str:
    umlaut = _UMLAUTS[letters.casefold()]
    return umlaut.upper() if letters[0].isupper() else umlaut


def _capital(word: str) -> str:
    return "ID" if word == "id" else word[:1].upper() + word[1:]


@cache
def no_nouns() -> frozenset[str]:
    """Words that link others, in any language."""
    return frozenset[str]().union(*(lexicon_of(one).words(klass) for one in LANGUAGES for klass in _NO_NOUNS))
