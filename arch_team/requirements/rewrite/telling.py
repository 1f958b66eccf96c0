"""A requirement told as a user story with an acceptance criterion, from its parsed parts alone.

The words stay those of the requirement; only the frame is added. A sentence is told by its parts only where it is one
plain clause, subject, modal and demand; in German its verb then takes another form, which the tagger must read back as
the same verb. Every other sentence is told whole (`I want the following: …`), which is always right.
"""

import re
from itertools import pairwise
from typing import cast

from arch_team.requirements.rewrite.gaps import Asked, texts
from arch_team.requirements.rewrite.statements import Statement, Taken
from arch_team.text.inflection import third_person, with_article
from arch_team.text.packaged import packaged
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
_PURPOSE = re.compile(r",? \b(?:damit|sodass|so dass|um .{3,200} zu \w+|so that|in order to)\b|, so \w", re.IGNORECASE)
_BRACKET = re.compile(r"\s*\([^()]*\)")
_MARKED = re.compile(r" \((?:durch |by )?\[[^\[\]]*\?\]\)")
_MARK_END = re.compile(r"\?\]\)?")
_DIVIDES = re.compile(r"[,;:/()\"„“–—\n]| - ")
_PERMITS = frozenset({"darf", "dürfen", "kann", "können", "can", "may"})
_VERBS = frozenset({"verb", "past", "modal", "aux", "inf", "zuinf", "part"})
_THINGS = frozenset({"noun", "name", "adj", "prep", "det", "num", "conj"})


def _frame(language: Language, name: str) -> str:
    return cast("dict[Language, dict[str, str]]", packaged("grammar.yaml", "arch_team.requirements.rewrite")["frames"])[
        language
    ][name]


def story(statement: Statement, asked: Asked) -> str:
    """`As a …, I want …, so that ….`"""
    language, own = statement.language, _own_role(statement)
    role = own or clean_role(asked.need("role") or "")
    wish = _own_wish(statement) if own else _wish(statement, asked)
    benefit = None if _PURPOSE.search(statement.sentence) else asked.need("benefit")
    return _frame(language, "story").format(
        role=_named(role, language), wish=wish, benefit=_led(benefit, language) if benefit else ""
    )


def can_be_told(statement: Statement) -> bool:
    """It says something: a sentence, or a bare thing that lacks its verb only. A list of key words is no wish."""
    tags = {one.tag for one in spoken(statement.sentence.split(), statement.language)}
    return statement.is_read or bool(tags & _VERBS) or _is_thing(statement)


def scenario(statement: Statement, asked: Asked) -> str:
    """`Given …, When …, Then …`, one to a line."""
    language = statement.language
    role = _own_role(statement) or clean_role(asked.need("role") or "")
    first, _, rest = statement.condition.partition(" ")
    when = statement.condition or _frame(language, "used")
    if first.casefold() in {"when", "if", "wenn", "falls", "sobald"}:
        when = f"{_frame(language, 'when')} {rest}"
    form = _frame(language, "then" if statement.is_read else "holds")
    modal = statement.modal.lower() if language == "de" else statement.modal
    then = form.format(sentence=statement.sentence, modal=modal, subject=_small(statement), rest=statement.rest)
    return "\n".join((_frame(language, "given").format(role=_named(role, language)), when, then))


def completed(taken: Taken, asked: Asked) -> tuple[str, str]:
    """A story as it stands, with its missing role and benefit asked for; and its scenario."""
    prose, parts = taken.prose, taken.prose.story
    language, text = prose.language, taken.statements[0].sentence if taken.statements else prose.text
    text = text.rstrip(".! ")
    if parts is not None and parts.role is not None:
        role = prose.span(parts.role.start, parts.role.stop - 1).text
    else:
        role = clean_role(asked.need("role") or "")
        text = text if text[:2].lower() in ("i ", "i'") else text[:1].lower() + text[1:]
        text = _frame(language, "opening").format(role=_named(role, language)) + text
        text = re.sub(r"^(Als \S.*? )ich (möchte|will|brauche|kann)\b", r"\1\2 ich", text)
    means = _part(taken, parts.means) if parts and parts.means else ""
    marker = parts.means_marker if parts else None
    if means and marker and prose.words[marker.stop - 1].folded == "to":
        means = f"to {means}"
    ends = _part(taken, parts.ends) if parts and parts.ends else ""
    if not ends:
        ends = asked.need("benefit") or ""
        text += _led(ends, language) if ends else ""
    elif language == "de" and parts and parts.ends_marker:
        ends = f"{_part(taken, parts.ends_marker).lstrip(', ')} {ends}"
    lines = [_frame(language, "given").format(role=_named(role, language))]
    lines += [_frame(language, "granted").format(means=means), _frame(language, "reached").format(ends=ends)]
    return f"{text}.", "\n".join(line.removesuffix(": ") for line in lines)


def noted(text: str, taken: Taken) -> str:
    """The remarks behind the story."""
    notes = [texts(taken.prose.language).note.replace("{text}", note) for note in taken.notes]
    return " ".join((text, *notes))


def clean_role(role: str) -> str:
    """As it stands after `Als` or `As a`, however the person wrote it."""
    word, _, rest = role.partition(" ")
    if rest and word.casefold() in ("als", "as"):
        role = rest
    return role if role.startswith("[") else _QUANTIFIED.sub("", role)


def _named(role: str, language: Language) -> str:
    return with_article(role) if language == "en" else role


def _led(benefit: str, language: Language) -> str:
    word = _frame(language, "benefit")
    return f", {benefit}" if benefit.casefold().startswith(f"{word} ") else f", {word} {benefit}"


def _part(taken: Taken, part: range) -> str:
    """The words of a part of a story, with the end of a mark that stands behind its last word."""
    span = taken.prose.span(part.start, part.stop - 1)
    behind = _MARK_END.match(taken.prose.text, span.end)
    return span.text + (behind[0] if behind and span.text.rfind("[") > span.text.rfind("]") else "")


def _is_plain(statement: Statement) -> bool:
    """One clause that can be told by its parts; brackets in it stay where they are."""
    rest = _BRACKET.sub("", statement.rest)
    if not statement.is_read or statement.condition or _DIVIDES.search(_BRACKET.sub("", statement.subject)):
        return False
    if statement.language == "en":
        return spoken(rest.split()[:6], "en")[0].tag not in {"prep", "sub"}
    words = rest.split()
    read = spoken(words, "de")
    tags = ["inf" if _is_infinitive(word) else one.tag for word, one in zip(words, read, strict=True)]
    verbs = [place for place, tag in enumerate(tags) if tag in {"inf", "aux", "modal", "verb", "zuinf", "sub", "to"}]
    at_end = verbs == list(range(len(words) - len(verbs), len(words)))
    return bool(verbs) and at_end and not _DIVIDES.search(rest) and tags[-1] in {"inf", "aux", "modal"}


def _is_infinitive(word: str) -> bool:
    return word.islower() and word.endswith("n") and lemma_of(third_person(word), "de") == word


def _own_role(statement: Statement) -> str:
    """The subject, where it is a person who shall be able to do something, and nobody else is spoken of."""
    language, head = statement.language, statement.head
    known: dict[str, list[str]] = packaged("grammar.yaml", "arch_team.requirements.rewrite")["persons"]
    if not _is_plain(statement) or lemma_of(head, language) not in known[language] or _OTHERS.search(statement.rest):
        return ""
    bare = _QUANTIFIED.sub("", statement.subject)
    lemma = lemma_of(head, language) if statement.is_plural else head
    permits = statement.modal.lower() in _PERMITS - {"darf", "dürfen"}
    if language == "de":
        able = statement.rest.endswith("können") or permits
        return (lemma[:1].upper() + lemma[1:]) if able and bare == head else ""
    if not (permits or _ABLE.match(statement.rest)) or not bare.endswith(head):
        return ""
    role = bare[: -len(head)] + lemma
    return role[:1].lower() + role[1:] if role[1:].islower() else role


def _own_wish(statement: Statement) -> str:
    if statement.language == "de":
        return f" {statement.rest}" + ("" if statement.rest.endswith("können") else " können")
    return f" to be able to {_MY.sub('my', _ABLE.sub('', statement.rest))}"


def _wish(statement: Statement, asked: Asked) -> str:
    """What somebody wants of the subject."""
    wish = _told(statement) if _is_plain(statement) else ""
    if not wish and _is_thing(statement):
        return _frame(statement.language, "bare").format(
            sentence=_small(statement), action=asked.need("action", (statement.sentence,))
        )
    return wish or _frame(statement.language, "following").format(sentence=statement.sentence)


def _told(statement: Statement) -> str:
    """A plain clause as what is wished; empty where it cannot be told so: `can only be chosen here` is no ability."""
    rest, subject, modal = statement.rest, _small(statement), statement.modal.lower()
    if statement.language == "de":
        finite = _finite(rest, statement)
        return f", dass {subject} {finite}" if finite else ""
    if modal in _PERMITS:
        return "" if re.match(r"(?:only|not|be)\b", rest, re.IGNORECASE) else f" {subject} to be able to {rest}"
    negated = re.match(r"not\s+", rest, re.IGNORECASE)
    return f" {subject} not to {rest[negated.end() :]}" if negated else f" {subject} to {rest}"


def _finite(rest: str, statement: Statement) -> str:
    """`X speichern` as `X speichert`; empty where the form is not sure."""
    bracket = re.search(r"\s*\([^()]*\)$", rest)
    rest, aside = (rest[: bracket.start()], bracket[0]) if bracket else (rest, "")
    before, _, verb = rest.rpartition(" ")
    modal = statement.modal.lower()
    if modal in _PERMITS:
        return f"{rest} {modal}{aside}"
    form = {"sein": "sind"}.get(verb, verb) if statement.is_plural else third_person(verb)
    sure = verb in packaged("verb_forms.yaml")["third_person"] or lemma_of(form, "de") == verb
    return f"{before} {form}".strip() + aside if sure else ""


def _is_thing(statement: Statement) -> bool:
    """A bare noun with what belongs to it: it lacks its verb, which is asked for."""
    sentence = _MARKED.sub("", statement.sentence)
    tags = [one.tag for one in spoken(sentence.split(), statement.language)]
    turns = any(one in {"noun", "name"} and other == "adj" for one, other in pairwise(tags))
    opens = tags[:1] != ["adj"] or tags[1:2] in (["noun"], ["name"], ["adj"])
    return not (set(tags) - _THINGS or turns or _DIVIDES.search(sentence)) and opens and "noun" in tags


def _small(statement: Statement) -> str:
    """The subject, or a bare noun, inside a sentence: small, unless its first word is a noun or a name."""
    language, told = statement.language, statement.subject or statement.sentence
    first, *others = told.split()
    lowered = told[:1].lower() + told[1:]
    if _QUANTIFIED.match(told) or spoken((first,), language)[0].tag in {"det", "pron", "adj", "num", "ing"}:
        return lowered
    if language == "en":
        return lowered if first[1:].islower() and not (others and statement.subject) else told
    # `Komplexe Abläufe` begins a sentence: the tagger takes the capital for a noun's.
    small = (
        spoken((first.lower(), *_BRACKET.sub("", told).split()[1:2]), "de") if others and first[1:].islower() else ()
    )
    is_adjective = bool(small) and small[0].tag == "adj" and small[-1].tag in {"noun", "name"}
    return lowered if is_adjective else told
