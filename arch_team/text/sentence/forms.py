"""How words look inside of a sentence: capitals, infinitives, and a verb's third person where the form is sure."""

import re

from arch_team.text.dictionary import is_word
from arch_team.text.inflection import third_person
from arch_team.text.packaged import packaged
from arch_team.text.speech import lemma_of, spoken
from arch_team.wire import Language

_BRACKET = re.compile(r"\s*\([^()]*\)")
_ARTICLE = re.compile(
    r"(?:the|an?|each|every|all|any|der|die|das|den|ein|eine|einen|einer|jeder|jede|jedes|alle)\s+", re.IGNORECASE
)
_CLOSED = frozenset({"det", "pron", "adj", "num", "prep", "adv", "sub"})


def without_article(text: str) -> str:
    """`Each user` is `user`."""
    return _ARTICLE.sub("", text, count=1) if _ARTICLE.match(text) else text


_OBJECTS = frozenset({"das", "den", "dem", "die", "ein", "eine", "einen", "einem", "alle"})
_DEFINITE = ("der ", "die ", "das ")


def inside_sentence(text: str, language: Language) -> str:
    """The beginning of a sentence as it stands inside of one: small, unless it is a name or a German noun."""
    first, *others = text.split() or ["the"]
    lowered = text[:1].lower() + text[1:]
    if any(letter.isupper() for letter in first[1:]):
        return text
    if _ARTICLE.match(text):
        return lowered
    if language == "en":
        is_name = spoken(("they", "want", first), "en")[2].tag == "name" or "".join(others[:1]).istitle()
        return lowered if is_word(first.lower(), "en") and not is_name else text
    # `Komplexe Abläufe` begins a sentence: the tagger takes the capital for a noun's.
    small = spoken((first.lower(), *_BRACKET.sub("", " ".join(others)).split()[:1]), "de")
    is_adjective = bool(others) and small[0].tag == "adj" and small[-1].tag in {"noun", "name"}
    return lowered if is_adjective or spoken((first,), "de")[0].tag in _CLOSED else text


def in_order(moved: str, subject: str, rest: str) -> tuple[str, str]:
    """A German phrase that led its sentence, and the subject: `das System bei Regen die Tore schließt`.

    What may belong to the subject stays beside it (`eine Liste mit Preisen`, `die Liste der Kunden`), as does `sich`.
    """
    first = rest.split()[:1]
    is_apart = first and (first[0] in _OBJECTS or spoken(first, "de")[0].tag == "adv")
    return (subject, moved) if is_apart and subject.startswith(_DEFINITE) else (moved, subject)


def is_infinitive(word: str) -> bool:
    """Of a German verb."""
    return word.islower() and word.endswith("n") and lemma_of(third_person(word), "de") == word


def sure_third_person(verb: str) -> str:
    """`speichern` as `speichert`; empty where the tagger does not read the form back as the same verb."""
    form = third_person(verb)
    return form if verb in packaged("verb_forms.yaml")["third_person"] or lemma_of(form, "de") == verb else ""


def finite_clause(rest: str, is_plural: bool) -> str:
    """`X speichern` as `X speichert`, whatever bracket stands behind it; empty where the form is not sure."""
    aside = bracket[0] if (bracket := re.search(r"\s*\([^()]*\)$", rest)) else ""
    before, _, verb = rest.removesuffix(aside).rpartition(" ")
    if is_plural:
        return f"{before} {'sind' if verb == 'sein' else verb}".strip() + aside
    form = sure_third_person(verb)
    return f"{before} {form}".strip() + aside if form else ""
