"""Words without their endings of number, case and tense, so that `cities` is `city` and `Bestellungen` is `Bestellung`.

Stems are for comparing the words of a question with the words of a model, both stemmed alike; no stem is ever shown.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.text.tokens import tokens_of
from arch_team.wire import Language

_ES = ("sses", "shes", "ches", "xes", "tzes", "zzes", "oes")


@lru_cache(maxsize=65536)
def noun_stem(word: str, language: str = "en") -> str:
    """The singular of a folded noun. Short words and words that only look like plurals are left alone."""
    irregular = _irregular(language).get(word)
    if irregular is not None:
        return irregular
    if language == "de":
        return _compound_irregular(word) or _german(word)
    return _one_spelling(_singular(word), language)


def _singular(word: str) -> str:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(_ES):
        return word[:-2]
    return word[:-1]


def _one_spelling(stem: str, language: str) -> str:
    """What a word is written as in one of the two spellings of a language: `centre` as `center`."""
    spellings = _spellings(language)
    begins = next((root for root in spellings["begins"] if stem.startswith(root)), "")
    stem = spellings["begins"].get(begins, "") + stem.removeprefix(begins)
    ends = next((ending for ending in spellings["ends"] if stem.endswith(ending)), "")
    return stem.removesuffix(ends) + spellings["ends"].get(ends, "")


_PLAIN = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)*")
"""Letters alone, with single spaces and hyphens between them: its tokens are what the spaces divide."""


def stems_of(phrase: str, language: Language) -> tuple[str, ...]:
    """The stem of every token of a phrase, each taken for a noun."""
    if _PLAIN.fullmatch(phrase):
        return tuple([_word_stem(word, language) for word in phrase.split(" ")])
    return tuple(noun_stem(token.folded, language) for token in tokens_of(phrase, language))


def first_stem(phrase: str, language: Language) -> str | None:
    """The first of its stems. None where it has no word."""
    if _PLAIN.fullmatch(phrase):
        return _word_stem(phrase.partition(" ")[0], language)
    return next(iter(stems_of(phrase, language)), None)


@lru_cache(maxsize=65536)
def _word_stem(word: str, language: Language) -> str:
    return noun_stem(folded(word), language)


@lru_cache(maxsize=65536)
def verb_stem(word: str, language: str = "en") -> str:
    """What the forms of a regular verb share: `enrolled`, `enrolling`, `enrolls` and `enroll` are one."""
    irregular = _irregular_verbs(language).get(word) or (_joined_irregular(word) if language == "de" else None)
    if irregular is not None:
        word = irregular
    if language == "de":
        return _german(_without_participle(word), keep_t=3)
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiou":
        word = word[:-1]
    ends = next((ending for ending in _spellings(language)["verbs"] if word.endswith(ending) and len(word) > 5), "")
    word = word.removesuffix(ends) + _spellings(language)["verbs"].get(ends, "")
    return word[:-1] + "i" if word.endswith("y") else word


def is_participle(word: str, language: str = "en") -> bool:
    """Whether a word looks like what was done: `joined`, `built`, `eingetreten`, `bestellt`."""
    if language != "de":
        return is_irregular(word, language) or (word.endswith("ed") and len(word) > _SHORT_ROOT)
    prefixes: list[str] = packaged("lexicon/de.yaml")["inseparable"]
    done = _without_participle(word) != word or (word.startswith(tuple(prefixes)) and word.endswith("t"))
    return done and word.endswith(("t", "en"))


def is_irregular(word: str, language: str = "en") -> bool:
    """Whether a word is a form of an irregular verb: `paid`."""
    return word in _irregular_verbs(language)


@lru_cache(maxsize=4096)
def noun_described(word: str, language: str = "en") -> str | None:
    """The noun that an adjective is made of: the promotion of `promotional`, the success of `successful`."""
    endings: dict[str, str] = packaged(f"lexicon/{language}.yaml")["adjective_endings"]
    for ending, kept in endings.items():
        base = word.removesuffix(ending) + kept
        if word.endswith(ending) and len(base) > _SHORT_ROOT:
            return base
    return None


_SHORT_ROOT, _MUCH_LONGER, _COMPOUND, _COMPOUND_HEAD = 4, 3, 5, 3
_LEAST_SHARED = 4


@lru_cache(maxsize=65536)
def related(one: str, other: str, language: str = "en") -> bool:
    """Whether two words come of one verb: `registered` and `registration`, `attends` and `attendance`."""
    return any(_are_alike(a, b, language) for a in _roots(one, language) for b in _roots(other, language))


def _are_alike(first: str, second: str, language: str) -> bool:
    if first == second or first[:_LEAST_SHARED] != second[:_LEAST_SHARED]:
        return first == second
    shared = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        shared += 1
    shorter, apart = min(len(first), len(second)), abs(len(first) - len(second))
    if shorter <= _SHORT_ROOT and apart > 1:
        return False  # `kündigen` has nothing to do with a Kunde
    compound = _COMPOUND if language != "en" else _COMPOUND - 1  # a checkpoint is no check
    if apart > (_MUCH_LONGER if shared < shorter else compound):
        return False  # nor an insurance that begins as a Rechnung does with one; a Rechnungssumme is none either
    return shared >= max(_LEAST_SHARED, shorter - 1)


@lru_cache(maxsize=4096)
def _roots(word: str, language: str) -> tuple[str, ...]:
    return tuple(_roots_of(word, language))


def _roots_of(word: str, language: str) -> Iterator[str]:
    """What is left of a word without its endings; of a German one also with a t that may be its own (`gewartet`), and
    without what makes a verb of a foreign word (a Renovation is when it was `renoviert`)."""
    stem = verb_stem(word, language)
    endings: list[str] = packaged(f"lexicon/{language}.yaml")["noun_endings"]
    short = (stem.removesuffix(ending) for ending in endings if stem.endswith(ending))
    yield next((root for root in short if len(root) >= _SHORT_ROOT), stem)
    if language == "de" and word.endswith("ation") and len(word) > _SHORT_ROOT + 5:
        yield word.removesuffix("ation")
    if language == "de" and word.endswith("tet"):
        yield _without_participle(word)[:-2]
    if language == "de" and stem.endswith("ier") and len(stem) > _SHORT_ROOT + 3:
        yield stem[:-3]
        yield stem[:-4] + "k" if stem[-4] == "z" else stem[:-3]  # publiziert, Publikation


def _german(word: str, keep_t: int = 4) -> str:
    """Endings taken off one by one, in the order of CISTEM (Weissweiler and Fraser 2017), which does without a list of
    words; of a short word (`keep_t` letters) a final t is part of it."""
    while len(word) > 3:
        if len(word) > 5 and word.endswith(("em", "er")):
            if keep_t > 3 and _is_who_does(word):
                break
            word = word[:-2]
        elif word[-1] in "esn" or (word[-1] == "t" and len(word) > keep_t):
            word = word[:-1]
        else:
            break
    return word


def _is_who_does(word: str) -> bool:
    """Whether -er belongs to a noun (a Spieler is no Spiel, a Mieter no Miete): it does but for the few nouns that have
    their plural by it (Kinder), and for adjectives."""
    root = word[:-2]
    return word.endswith("er") and not (root.endswith(_before_er()) or is_participle(root, "de"))


@lru_cache(maxsize=1)
def _before_er() -> tuple[str, ...]:
    listed: dict[str, list[str]] = packaged("lexicon/de.yaml")["before_er"]
    return tuple(folded(ending) for endings in listed.values() for ending in endings)


def _joined_irregular(word: str) -> str | None:
    """`vorgenommen` is of `vornehmen`, as `genommen` is of `nehmen`."""
    for particle in _separable():
        rest = word.removeprefix(particle)
        if rest != word and rest.startswith("ge") and (base := _irregular_verbs("de").get(rest)) is not None:
            return particle + base
    return None


def _without_participle(word: str) -> str:
    """`gebaut` is of `bauen`, `angemeldet` of `anmelden`."""
    if word.startswith("ge") and len(word) > 5:
        return word[2:]
    for particle in _separable():
        if word.startswith(f"{particle}ge") and len(word) > len(particle) + 5:
            return particle + word[len(particle) + 2 :]
    return word


@lru_cache(maxsize=1)
def _separable() -> tuple[str, ...]:
    listed: list[str] = packaged("lexicon/de.yaml")["separable"]
    return tuple(sorted(map(folded, listed), key=len, reverse=True))


@lru_cache(maxsize=4)
def _spellings(language: str) -> dict[str, dict[str, str]]:
    """How words begin and end that a language spells in two ways, and how verbs of them do."""
    return packaged(f"lexicon/{language}.yaml")["spellings"]


@lru_cache(maxsize=4)
def _irregular(language: str) -> dict[str, str]:
    forms: dict[str, str] = packaged(f"lexicon/{language}.yaml")["irregular_nouns"]
    return {folded(form): folded(base) for form, base in forms.items()}


def _compound_irregular(word: str) -> str | None:
    """`Aufnahmedaten` is of `Aufnahmedatum`, as `Daten` is of `Datum`."""
    irregular = _irregular("de")
    for length in range(len(word) - _COMPOUND_HEAD, _SHORT_ROOT, -1):
        if (base := irregular.get(word[-length:])) is not None:
            return word[:-length] + base
    return None


@lru_cache(maxsize=4)
def _irregular_verbs(language: str) -> dict[str, str]:
    listed: dict[str, list[str]] = packaged(f"lexicon/{language}.yaml")["irregular_verbs"]
    return {folded(form): folded(base) for base, forms in listed.items() for form in forms}
