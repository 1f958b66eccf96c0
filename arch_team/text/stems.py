"""Words without their endings of number, case and tense, so that `cities` is `city` and `Bestellungen` is `Bestellung`.

Stems are for comparing the words of a question with the words of a model, both stemmed alike; no stem is ever shown.
"""

from functools import lru_cache

from arch_team.text.packaged import packaged

_ES = ("sses", "shes", "ches", "xes", "zes", "oes")
_GERMAN_ENDINGS = ("ern", "en", "er", "es", "em", "e", "n", "s")


@lru_cache(maxsize=65536)
def noun_stem(word: str, language: str = "en") -> str:
    """The singular of a folded noun. Short words and words that only look like plurals are left alone."""
    irregular = _irregular(language).get(word)
    if irregular is not None:
        return irregular
    if language == "de":
        return _german(word)
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(_ES):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65536)
def verb_stem(word: str, language: str = "en") -> str:
    """What the forms of a regular verb share: `enrolled`, `enrolling`, `enrolls` and `enroll` are one."""
    irregular = _irregular_verbs(language).get(word)
    if irregular is not None:
        word = irregular
    if language == "de":
        return _german(word.removeprefix("ge")) if word.startswith("ge") and len(word) > 6 else _german(word)
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    return word[:-1] + "i" if word.endswith("y") else word


@lru_cache(maxsize=65536)
def related(one: str, other: str, language: str = "en") -> bool:
    """Whether two words come of one verb: `registered` and `registration`, `attends` and `attendance`."""
    first, second = _root(one, language), _root(other, language)
    if first == second:
        return True
    shared = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        shared += 1
    return shared >= max(4, min(len(first), len(second)) - 1)


def _root(word: str, language: str) -> str:
    word = verb_stem(word, language)
    endings: list[str] = packaged(f"lexicon/{language}.yaml")["noun_endings"]
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def _german(word: str) -> str:
    if len(word) > 4 and not word.endswith(("ss", "ung")):
        for ending in _GERMAN_ENDINGS:
            if word.endswith(ending) and len(word) - len(ending) >= 3:
                return word[: -len(ending)]
    return word


@lru_cache(maxsize=4)
def _irregular(language: str) -> dict[str, str]:
    forms: dict[str, str] = packaged(f"lexicon/{language}.yaml")["irregular_nouns"]
    return forms


@lru_cache(maxsize=4)
def _irregular_verbs(language: str) -> dict[str, str]:
    listed: dict[str, list[str]] = packaged(f"lexicon/{language}.yaml")["irregular_verbs"]
    return {form: base for base, forms in listed.items() for form in forms}
