"""What the forms of a word share, verb and noun alike; German and English by the same steps: `sichern`, `saved`."""

import re
from functools import lru_cache

_PREFIXES = (
    "ab an auf aus bei dar durch ein fest fort frei her herunter hervor hin hinzu hoch los mit nach nieder um vor weg "
    "weiter wieder wiederher zu zuruck zusammen uber"
)
_PREFIX = "|".join(sorted(_PREFIXES.split(), key=len, reverse=True))
_PARTICIPLE = re.compile(rf"({_PREFIX}|)ge(\w{{3,}}(?:t|en|te|ten|ter|tes|tem|ene|enen|ener|enes|enem))")
_WITH_ZU = re.compile(rf"({_PREFIX})zu(\w{{3,}}e?r?n)")
_FIRST = ("ungen", "ung", "ings", "ing", "edly", "ed", "ly")
_NOUNS = ("ations", "ation", "ions", "ion")
_VERBS = ("etem", "eten", "eter", "etes", "ete", "tem", "ten", "ter", "tes", "tet", "te", "et", "t")
_FORMS = (
    "enem",
    "enen",
    "ener",
    "enes",
    "ene",
    "ieren",
    "ierte",
    "ier",
    "ern",
    "em",
    "en",
    "er",
    "es",
    "e",
    "n",
    "y",
    "o",
)
_LAST = ("t", "is", "iz", "at")
_VOWEL = re.compile(r"[aeiouy]")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")


@lru_cache(maxsize=131_072)
def root(word: str) -> str:
    """Of a folded word. Never less than three letters of it."""
    if not word.isalpha() or len(word) <= 3:
        return word
    if match := _PARTICIPLE.fullmatch(word) or _WITH_ZU.fullmatch(word):
        word = match[1] + match[2]
    if word.endswith(("ies", "ied")) and len(word) > 5:
        word = word[:-3] + "y"
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        word = word[:-1]
    shorter = _cut(word, _FIRST, 3)
    word = word if shorter == word else _DOUBLED.sub(r"\1", shorter)
    word = _cut(word, _NOUNS, 4)
    word = _cut(word, _VERBS, 4)
    word = _cut(word, _FORMS, 3)
    word = word[:-1] if word.endswith("ss") and len(word) > 5 else word
    return _cut(word, _LAST, 4)


def _cut(word: str, endings: tuple[str, ...], shortest: int) -> str:
    for ending in endings:
        rest = word.removesuffix(ending)
        if rest != word and len(rest) >= shortest and _VOWEL.search(rest):
            return rest
    return word
