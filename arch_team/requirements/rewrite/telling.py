"""A requirement told as a user story with an acceptance criterion, from its parsed parts alone.

The words stay those of the requirement; only the frame is added, and in German the last verb takes its form. A form
that the tagger does not read back as the same verb is not used: then the modal stays, which is always right.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Any

from arch_team.packaged import load_yaml
from arch_team.requirements.rewrite.gaps import Asked, texts
from arch_team.requirements.rewrite.statements import Statement, Taken
from arch_team.text.speech import lemma_of, spoken
from arch_team.wire import Language

_ABLE = re.compile(r"^(?:be able to|be capable of)\s+", re.IGNORECASE)
_MY = re.compile(r"\b(?:their|his or her|his/her|his|her)\b(?=\s+\w)", re.IGNORECASE)
_OTHERS = re.compile(
    r"\b(?:they|them|themselves|he|she|him|himself|herself|sich|sein|seine|seinen|seinem|seiner|seines|ihr|ihre|ihren"
    r"|ihrem|ihrer|ihres|er|sie)\b",
    re.IGNORECASE,
)
_QUANTIFIED = re.compile(
    r"^(?:the|an?|each|every|all|any|der|die|das|den|ein|eine|einen|einer|jeder|jede|jedes|alle)\s+", re.IGNORECASE
)
_PURPOSE = re.compile(r",? \b(?:damit|sodass|so dass|um .{3,200} zu \w+|so that|in order to)\b", re.IGNORECASE)
_MARKED = re.compile(r" \(\[[^\[\]]*\?\]\)")
_MARK_END = re.compile(r"\?\]\)?")
_BRACKET = re.compile(r"\s*\([^()]*\)$")
_JOINS = frozenset({"und", "oder", "sowie"})
_PERMITS = frozenset({"darf", "dürfen", "kann", "können"})
_OPEN_SOUND = re.compile(r"(?!us[aei]|uni[^n]|eu|one\b|once)[aeiou]|hour|heir|honest", re.IGNORECASE)
_NEEDS_E = re.compile(r"(?:[dt]|(?:[^aeiouäöülrhmn]|ch)[mn])$")


def story(statement: Statement, asked: Asked) -> str:
    """`As a …, I want …, so that ….`"""
    role, wish = _role(statement), ""
    if role:
        wish = _own_wish(statement)
    else:
        role = clean_role(asked.need("role") or "", statement.language)
        wish = _wish(statement, asked)
    benefit = None if _has_purpose(statement) else asked.need("benefit")
    if statement.language == "de":
        return f"Als {role} möchte ich{wish}{_behind(statement)}" + (f", {_led(benefit, 'damit')}." if benefit else ".")
    told = f"As {with_article(role)}, I want{wish}{_behind(statement)}"
    return told + (f", {_led(benefit, 'so that')}." if benefit else ".")


def _has_purpose(statement: Statement) -> bool:
    """It says already what for: `…, um Zeit zu sparen`, `…, so that …`."""
    return _PURPOSE.search(statement.sentence) is not None


def scenario(statement: Statement, asked: Asked) -> str:
    """`Given …, When …, Then …`, one to a line."""
    role = _role(statement) or clean_role(asked.need("role") or "", statement.language)
    told = statement.sentence
    if statement.language == "de":
        when = _clause(statement.condition, "Wenn") or "Wenn die Funktion genutzt wird"
        then = f"Dann gilt: {told}"
        if statement.is_read:
            then = f"Dann {statement.modal.lower()} {_small(statement.subject, statement)} {statement.rest}"
        return f"Angenommen, ich bin {role}\n{when}\n{then}"
    when = _clause(statement.condition, "When") or "When the function is used"
    then = f"Then the following holds: {told}"
    if statement.is_read:
        then = f"Then {_small(statement.subject, statement)} {statement.modal} {statement.rest}"
    return f"Given I am {with_article(role)}\n{when}\n{then}"


def completed(taken: Taken, asked: Asked) -> tuple[str, str]:
    """A story as it stands, with its missing role and benefit asked for; and its scenario."""
    prose, story_ = taken.prose, taken.prose.story
    language, text = prose.language, taken.statements[0].sentence if taken.statements else prose.text
    text = text.rstrip(".! ")
    role = ""
    if story_ is not None and story_.role is not None:
        role = prose.span(story_.role.start, story_.role.stop - 1).text
    else:
        role = clean_role(asked.need("role") or "", language)
        opening = f"Als {role} " if language == "de" else f"As {with_article(role)}, "
        text = opening + (text if text[:2].lower() in ("i ", "i'") else text[:1].lower() + text[1:])
        if language == "de":
            text = re.sub(r"^(Als \S.*? )ich (möchte|will|brauche|kann)\b", r"\1\2 ich", text)
    means = _part(taken, story_.means) if story_ and story_.means else ""
    marker = story_.means_marker if story_ else None
    if means and marker and prose.words[marker.stop - 1].folded == "to":
        means = f"to {means}"
    ends = _part(taken, story_.ends) if story_ and story_.ends else ""
    if not ends:
        benefit = asked.need("benefit")
        word = "damit" if language == "de" else "so that"
        text += f", {_led(benefit, word)}" if benefit else ""
        ends = benefit or ""
    if language == "de":
        aim = (
            ends if not story_ or not story_.ends_marker else f"{_part(taken, story_.ends_marker).lstrip(', ')} {ends}"
        )
        given, when = f"Angenommen, ich bin {role}", f"Wenn mein Wunsch erfüllt ist: {means}"
        lines = f"{given}\n{when}\nDann ist der Zweck erfüllt: {aim}"
    else:
        lines = f"Given I am {with_article(role)}\nWhen my wish is granted: {means}\nThen the goal is reached: {ends}"
    return f"{text}.", re.sub(r": (?=\n|$)", "", lines)


def _part(taken: Taken, part: range) -> str:
    """The words of a part of a story, with the end of a mark that stands behind its last word."""
    span = taken.prose.span(part.start, part.stop - 1)
    behind = _MARK_END.match(taken.prose.text, span.end)
    return span.text + (behind[0] if behind and span.text.rfind("[") > span.text.rfind("]") else "")


def _role(statement: Statement) -> str:
    """The subject, where it is a person who shall be able to do something, and nobody else is spoken of."""
    language = statement.language
    if not statement.is_read or lemma_of(statement.head, language) not in _grammar()["persons"][language]:
        return ""
    bare = _QUANTIFIED.sub("", statement.subject)
    if language == "de":
        able = statement.rest.endswith("können") or statement.modal.lower() in {"kann", "können"}
        ok = able and bare == statement.head and not _OTHERS.search(statement.rest)
        return _singular(statement) if ok else ""
    able = bool(_ABLE.match(statement.rest)) or statement.modal.lower() in {"can", "may"}
    if not able or not bare.endswith(statement.head) or _OTHERS.search(statement.rest):
        return ""
    role = bare[: -len(statement.head)] + (lemma_of(statement.head, "en") if statement.is_plural else statement.head)
    return role[:1].lower() + role[1:] if role[1:].islower() else role


def _singular(statement: Statement) -> str:
    if not statement.is_plural:
        return statement.head
    lemma = lemma_of(statement.head, "de")
    return lemma[:1].upper() + lemma[1:]


def _own_wish(statement: Statement) -> str:
    if statement.language == "de":
        rest, tail = _core(statement)
        has_able = rest.endswith("können")
        return f" {rest}{'' if has_able else ' können'}{tail}"
    return f" to be able to {_MY.sub('my', _ABLE.sub('', statement.rest))}"


def _wish(statement: Statement, asked: Asked) -> str:
    """What somebody wants of the subject."""
    language = statement.language
    if not statement.is_read:
        return _whole(statement, asked)
    subject = _small(statement.subject, statement)
    if language == "en":
        rest = statement.rest
        if _opens_aside(rest):
            return f" the following: {statement.sentence}"
        if statement.modal.lower() in {"can", "may"}:
            if _wish_is_whole(statement):
                return f" the following: {statement.sentence}"
            return f" {subject} to be able to {rest}"
        negated = re.match(r"not\s+", rest, re.IGNORECASE)
        return f" {subject} not to {rest[negated.end() :]}" if negated else f" {subject} to {rest}"
    if not _ends_in_verb(statement) or _has_several_verbs(_core(statement)[1]):
        return f" Folgendes: {statement.sentence}"
    rest, tail = _core(statement)
    return f", dass {subject} {_finite(rest, statement)}{tail}"


def _opens_aside(rest: str) -> bool:
    """`in a timely manner send …` cannot follow `to`."""
    return spoken(rest.split()[:6], "en")[0].tag in {"prep", "sub"}


def _wish_is_whole(statement: Statement) -> bool:
    """`can only be chosen here` is no ability, and cannot be told as one."""
    if statement.language == "en" and _opens_aside(statement.rest):
        return True
    permits = statement.modal.lower() in {"can", "may"}
    return permits and re.match(r"(?:only|not|be)\b", statement.rest, re.IGNORECASE) is not None


def _whole(statement: Statement, asked: Asked) -> str:
    """A sentence that is not read stays whole; a bare noun lacks its verb."""
    tags = {one.tag for one in spoken(statement.sentence.split(), statement.language)}
    sentence = statement.sentence
    if statement.language == "de":
        if not tags & {"verb", "modal", "aux", "inf", "zuinf", "part"}:
            first, second = (*(one.tag for one in spoken(sentence.split()[:2], "de")), "")[:2]
            if first == "adj" and second not in {"noun", "name", "adj"}:
                return f" Folgendes: {sentence}"
            lowered = sentence[:1].lower() + sentence[1:] if first in {"adj", "det"} else sentence
            return f" {lowered} {asked.need('action', (sentence,))}"
        return f" Folgendes: {sentence}"
    first = spoken(sentence.split(), "en")[0].tag
    if not tags & {"verb", "modal", "aux", "inf", "past", "part"} and first != "sub":
        return f" to {asked.need('action', (sentence,))} {sentence[:1].lower() + sentence[1:]}"
    return f" the following: {sentence}"


def _core(statement: Statement) -> tuple[str, str]:
    """What is demanded up to its last verb, and a clause behind it."""
    rest, comma, behind = statement.rest.partition(", ")
    words = rest.split()
    if comma and words and spoken(words, "de")[-1].tag in {"inf", "aux", "modal", "verb", "noun"}:
        return rest, f", {behind}"
    return statement.rest, ""


def _finite(rest: str, statement: Statement) -> str:
    """`X speichern` as `X speichert`, where that is sure; else with its modal: `X speichern muss`."""
    bracket = _BRACKET.search(rest)
    rest, aside = (rest[: bracket.start()], bracket[0]) if bracket else (rest, "")
    before, _, verb = rest.rpartition(" ")
    modal = statement.modal.lower()
    if modal in _PERMITS or not verb.isalpha() or _has_several_verbs(rest):
        return f"{rest} {modal}{aside}"
    form = {"sein": "sind"}.get(verb, verb) if statement.is_plural else third_person(verb)
    sure = verb in _grammar()["third_person"] or lemma_of(form, "de") == verb
    return f"{before} {form}".strip() + aside if sure else f"{rest} {modal}{aside}"


def _has_several_verbs(rest: str) -> bool:
    """`schnell laden und stabil sein`: the last verb's form is not that of the others."""
    words = rest.split()
    read = spoken(words, "de") if words else ()
    verbs = [place for place, one in enumerate(read) if one.tag in {"inf", "aux", "verb"} and words[place][0].islower()]
    joins = [place for place, word in enumerate(words) if word in _JOINS or word.endswith(",")]
    return any(first < join < verbs[-1] for first in verbs for join in joins) if verbs else False


def _ends_in_verb(statement: Statement) -> bool:
    """Only then can the sentence follow `dass`."""
    rest = _BRACKET.sub("", _core(statement)[0])
    before, _, word = rest.rpartition(" ")
    if before.endswith(" zu") and " um " in f" {before}":
        return False  # `laufen um … zu unterstützen`: the last verb is that of the purpose
    known = spoken(rest.split(), "de")[-1].tag in {"inf", "aux", "modal"}
    return known or (word.islower() and word.endswith("n") and lemma_of(third_person(word), "de") == word)


def _behind(statement: Statement) -> str:
    """The condition, behind what is wanted."""
    if not statement.condition or not statement.is_read:
        return ""
    if statement.language == "de" and not _role(statement) and not _ends_in_verb(statement):
        return ""
    if statement.language == "en" and not _role(statement) and _wish_is_whole(statement):
        return ""
    return f", {statement.condition[:1].lower()}{statement.condition[1:]}"


def _clause(condition: str, word: str) -> str:
    if not condition:
        return ""
    first, _, rest = condition.partition(" ")
    return f"{word} {rest}" if first.casefold() in {"when", "if", "wenn", "falls", "sobald"} else condition


def _led(clause: str, word: str) -> str:
    return clause if clause.casefold().startswith(f"{word} ") else f"{word} {clause}"


def _small(subject: str, statement: Statement) -> str:
    """Inside a sentence: small, unless its first word is a noun or a name."""
    first = subject.split()[0]
    if statement.language == "de" and first[1:].islower() and len(subject.split()) > 1:
        # `Komplexe Abläufe` begins a sentence: the tagger takes the capital for a noun's.
        small = spoken((first.lower(), *_MARKED.sub("", subject).split()[1:2]), "de")
        if small[0].tag == "adj" and small[-1].tag in {"noun", "name"}:
            return subject[:1].lower() + subject[1:]
    if _QUANTIFIED.match(subject) or spoken((first,), statement.language)[0].tag in {"det", "pron", "adj", "num"}:
        return subject[:1].lower() + subject[1:]
    is_plain = (
        statement.language == "en" and first[1:].islower() and first.lower() != first and len(subject.split()) == 1
    )
    return subject[:1].lower() + subject[1:] if is_plain else subject


def third_person(infinitive: str) -> str:
    """`exportieren` to `exportiert`, `herunterladen` to `herunterlädt`."""
    if not infinitive.endswith(tuple(_grammar()["regular"])):
        for stem, form in _grammar()["third_person"].items():
            if infinitive == stem or (len(stem) > 4 and infinitive.endswith(stem)):
                return infinitive[: len(infinitive) - len(stem)] + form
    if infinitive.endswith(("eln", "ern")):
        return infinitive[:-1] + "t"
    stem = infinitive.removesuffix("en") if infinitive.endswith("en") else infinitive.removesuffix("n")
    return stem + ("et" if _NEEDS_E.search(stem) else "t")


def clean_role(role: str, language: Language) -> str:
    """As it stands after `Als` or `As a`, however the person wrote it."""
    word, _, rest = role.partition(" ")
    if rest and word.casefold() in ("als", "as"):
        role = rest
    return role if role.startswith("[") else _QUANTIFIED.sub("", role)


def with_article(role: str) -> str:
    """`admin` to `an admin`; a role that has its article keeps it."""
    if role.split(" ")[0].casefold() in {"a", "an", "the", "any", "every", "each"}:
        return role
    return f"{'an' if _OPEN_SOUND.match(role) else 'a'} {role}"


def noted(text: str, taken: Taken) -> str:
    """The remarks behind the story."""
    notes = [texts(taken.prose.language).note.replace("{text}", note) for note in taken.notes]
    return " ".join((text, *notes))


@cache
def _grammar() -> dict[str, Any]:
    text = (files("arch_team.requirements.rewrite") / "grammar.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = load_yaml(text)
    return loaded
