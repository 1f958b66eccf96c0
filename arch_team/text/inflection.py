"""The forms of regular words: enough German and English endings for the lexicon to hold one form of each word.

It makes too many forms rather than too few (`gelauft` beside `gelaufen`): a form that nobody writes does no harm.
"""

import re
from collections.abc import Iterator

from arch_team.text.packaged import packaged

_DE_PERSONS = (
    "e",
    "st",
    "est",
    "t",
    "et",
    "en",
    "n",
    "te",
    "ten",
    "tet",
    "test",
    "ete",
    "eten",
    "end",
    "ende",
    "enden",
)
_DE_PARTICIPLES = ("t", "et", "en", "te", "ten", "ter", "tes", "tem", "ene", "enen", "ener")
_DE_NO_GE = ("be", "emp", "ent", "er", "ge", "miss", "ver", "zer")
_DE_ADJECTIVES = ("", "e", "en", "er", "es", "em", "ere", "eren", "erer")
_DE_NOUNS = ("", "e", "en", "er", "ern", "es", "n", "s", "se", "sen", "nen")
_VOWELS = "aeiou"
_NEEDS_E = re.compile(r"(?:[dt]|(?:[^aeiouäöülrhmn]|ch)[mn])$")
_OPEN_SOUND = re.compile(r"(?!us[aei]|uni[^n]|eu|one\b|once)[aeiou]|hour|heir|honest", re.IGNORECASE)


def german_verb(infinitive: str) -> Iterator[str]:
    """`aus|geben` gives `ausgebe`, `ausgegeben`, `auszugeben`, and `geben` by itself where the prefix stands apart."""
    prefix, _, plain = infinitive.rpartition("|")
    stem = plain.removesuffix("en") if plain.endswith("en") else plain.removesuffix("n")
    ge = "" if stem.startswith(_DE_NO_GE) or stem.endswith("ier") else "ge"
    for ending in _DE_PERSONS:
        yield prefix + stem + ending
    for ending in _DE_PARTICIPLES:
        yield prefix + ge + stem + ending
    yield stem
    if prefix:
        yield f"{prefix}zu{plain}"
        yield from (stem + ending for ending in _DE_PERSONS)


def german_adjective(stem: str) -> Iterator[str]:
    return (stem + ending for ending in _DE_ADJECTIVES)


def german_noun(noun: str) -> Iterator[str]:
    return (noun + ending for ending in _DE_NOUNS)


def english_verb(verb: str) -> Iterator[str]:
    yield verb
    yield english_plural(verb)
    base = verb.removesuffix("e")
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        yield from (verb[:-1] + "ied", verb + "ing")
        return
    yield from (base + "ed", base + "ing")
    if len(verb) > 2 and verb[-1] not in _VOWELS + "wxy" and verb[-2] in _VOWELS and verb[-3] not in _VOWELS:
        yield from (verb + verb[-1] + "ed", verb + verb[-1] + "ing")


def english_adjective(adjective: str) -> Iterator[str]:
    yield adjective
    stem = adjective[:-1] + "i" if adjective.endswith("y") else adjective
    yield stem + "ly"
    yield adjective.removesuffix("e") + "y"


def english_noun(noun: str) -> Iterator[str]:
    yield noun
    yield english_plural(noun)
    yield f"{noun}'s"


def english_plural(word: str) -> str:
    if word.endswith("y") and len(word) > 1 and word[-2] not in _VOWELS:
        return word[:-1] + "ies"
    return word + "es" if word.endswith(("s", "x", "z", "ch", "sh", "o")) else word + "s"


def third_person(infinitive: str) -> str:
    """`exportieren` to `exportiert`, `herunterladen` to `herunterlädt`."""
    forms = packaged("verb_forms.yaml")
    if not infinitive.endswith(tuple(forms["regular"])):
        for stem, form in forms["third_person"].items():
            if infinitive == stem or (len(stem) > 4 and infinitive.endswith(stem)):
                return infinitive[: len(infinitive) - len(stem)] + form
    if infinitive.endswith(("eln", "ern")):
        return infinitive[:-1] + "t"
    stem = infinitive.removesuffix("en") if infinitive.endswith("en") else infinitive.removesuffix("n")
    return stem + ("et" if _NEEDS_E.search(stem) else "t")


def with_article(noun: str) -> str:
    """`admin` to `an admin`; a noun that has its article keeps it."""
    if noun.split(" ")[0].casefold() in {"a", "an", "the", "any", "every", "each"}:
        return noun
    return f"{'an' if _OPEN_SOUND.match(noun) else 'a'} {noun}"
