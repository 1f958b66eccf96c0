"""The little grammar that a rewrite needs: verb forms and cases of the words at hand. It adds no word of its own."""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from arch_team.packaged import load_yaml
from arch_team.wire import Language

_SOUNDS_OPEN = re.compile(r"(?!us[ae]|uni[^n]|eu|one\b|once)[aeiou]|hour|heir|honest", re.IGNORECASE)
_SIBILANT = ("s", "x", "z", "ch", "sh", "o")
_NEEDS_E = re.compile(r"(?:[dt]|(?:[^aeiouäöülrhmn]|ch)[mn])$")


@cache
def lexicon(language: Language) -> dict[str, Any]:
    """The words of one language by which a requirement is taken apart. Texts are split into words."""
    text = (files("arch_team.requirements.rewrite") / "wording" / "parts.yaml").read_text(encoding="utf-8")
    loaded: dict[str, dict[str, Any]] = load_yaml(text)
    return {
        name: frozenset(value.split()) if isinstance(value, str) else value for name, value in loaded[language].items()
    }


@cache
def listed(language: Language, name: str) -> frozenset[str]:
    """One word list."""
    return frozenset(lexicon(language)[name])


@cache
def plain_words() -> frozenset[str]:
    """Words of no meaning of their own, in both languages."""
    return listed("de", "plain") | listed("en", "plain")


@cache
def phrases(language: Language, name: str) -> str:
    """One list as a pattern: longest first, any space between words."""
    words = sorted(lexicon(language)[name], key=lambda phrase: (-len(phrase), phrase))
    return "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in words)


def german_third_person(infinitive: str) -> str:
    """`exportieren` to `exportiert`, `herunterladen` to `herunterlädt`."""
    lower = infinitive.casefold()
    irregular: dict[str, str] = lexicon("de")["third_person"]
    if not lower.endswith(tuple(listed("de", "regular"))):
        for stem, form in irregular.items():
            if lower == stem or (len(stem) > 4 and lower.endswith(stem)):
                return infinitive[: len(infinitive) - len(stem)] + form
    stem = german_stem(infinitive)
    if infinitive.endswith(("eln", "ern")):
        return stem + "t"
    return stem + ("et" if _NEEDS_E.search(stem) else "t")


def german_first_person(infinitive: str) -> str:
    """`exportieren` to `exportiere`. The vowel never changes here, so that one rule serves all but the auxiliaries."""
    known = {
        "sein": "bin",
        "können": "kann",
        "müssen": "muss",
        "dürfen": "darf",
        "sollen": "soll",
        "wollen": "will",
        "wissen": "weiß",
    }
    if infinitive in known:
        return known[infinitive]
    if infinitive.endswith("eln"):
        return infinitive[:-3] + "le"
    if infinitive.endswith("ern"):
        return infinitive[:-1] + "e"
    return german_stem(infinitive) + "e"


def german_stem(infinitive: str) -> str:
    if infinitive.endswith("en"):
        return infinitive[:-2]
    return infinitive[:-1] if infinitive.endswith("n") else infinitive


def german_accusative(phrase: str) -> str:
    """`der neue Server` to `den neuen Server`. Only the masculine changes."""
    masculine: dict[str, str] = lexicon("de")["masculine"]
    words = phrase.split()
    article = masculine.get(words[0].casefold()) if words else None
    if article is None:
        return phrase
    changed = [article]
    for index, word in enumerate(words[1:], start=1):
        if not word[:1].islower():
            return " ".join((*changed, *words[index:]))
        changed.append(_accusative_adjective(word))
    return " ".join(changed)


def _accusative_adjective(word: str) -> str:
    if word.endswith("er"):
        return word[:-1] + "n"
    return word + "n" if word.endswith("e") else word


def german_infinitive(word: str) -> str:
    """`einzufügen` to `einfügen`."""
    for prefix in sorted(listed("de", "separable"), key=len, reverse=True):
        if word.startswith(f"{prefix}zu") and word.endswith("n") and len(word) > len(prefix) + 5:
            return prefix + word[len(prefix) + 2 :]
    return word


def is_german_infinitive(word: str) -> bool:
    lower = word.casefold()
    return (
        word[:1].islower()
        and (lower.endswith(("en", "eln", "ern")) or lower in ("sein", "tun"))
        and len(lower) > 2
        and lower not in listed("de", "not_verbs")
        and lower not in listed("de", "articles")
    )


def english_third_person(phrase: str) -> str:
    """`automatically export invoices` to `automatically exports invoices`."""
    words = phrase.split(" ")
    for index, word in enumerate(words):
        if (word.endswith("ly") or word in ("also", "always", "never", "only", "then")) and index + 1 < len(words):
            continue
        words[index] = _with_s(word)
        break
    return " ".join(words)


def _with_s(verb: str) -> str:
    known = {"be": "is", "have": "has", "do": "does", "not": "does not"}
    if verb.casefold() in known:
        return known[verb.casefold()]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(_SIBILANT) else "s")


def english_base(verb: str) -> str:
    """`exports` to `export`."""
    known = {"is": "be", "are": "be", "has": "have", "does": "do"}
    lower = verb.casefold()
    if lower in known:
        return known[lower]
    if lower.endswith("ies") and len(lower) > 4:
        return verb[:-3] + "y"
    if lower.endswith("es") and lower[:-2].endswith(_SIBILANT) and lower[:-1] not in listed("en", "verbs"):
        return verb[:-2]
    return verb[:-1] if lower.endswith("s") and not lower.endswith("ss") else verb


def with_article(role: str) -> str:
    """`admin` to `an admin`; a role that has its article keeps it."""
    first = role.split(" ")[0].casefold()
    if first in listed("en", "articles"):
        return role
    return f"{'an' if _SOUNDS_OPEN.match(role) else 'a'} {role}"
