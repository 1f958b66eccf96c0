"""Takes the text of a requirement apart.

Reads user stories, EARS and MASTeR sentences, plain modal sentences, statements, bare infinitives and bare nouns. What
it cannot take apart it keeps whole (`form="whole"`): no word is lost, and none is added.
"""

import re
from collections.abc import Iterator
from functools import cache

from arch_team.requirements.rewrite.parts import Action, Parts, Taken
from arch_team.requirements.rewrite.wording import english_parts, german_parts
from arch_team.wire import Language

LONGEST = 20_000
LONGEST_SENTENCE = 1_500
LONGEST_WORD = 80
"""A sentence beyond these is kept whole: nobody wrote it to be taken apart."""

_LABEL = re.compile(
    r"\s*(?:[-*•–]\s+|\d+(?:\.\d+){2,}[a-z]*\s+|\(?\d+(?:\.\d+)*[.):]\s+|"
    r"\[?[A-Z][A-Z0-9]*[-_ ]?\d[\w.-]*\]?\s*[:.)–-]\s+|"
    r"(?:requirement|anforderung|user story|req)\s*:\s*)",
    re.IGNORECASE,
)
_CRITERIA = re.compile(
    r"(?:^|(?<=[\n.;:]))[\s*-]*"
    r"(?:(?P<named>acceptance criteria|akzeptanzkriterien)\s*:?|(?:given|angenommen|gegeben)\b)",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"\b(?:shall|must|should|will|muss|müssen|soll|sollen|darf|dürfen|möchte|want)\b", re.IGNORECASE
)
_AND: dict[Language, str] = {"de": "und", "en": "and"}
_OUTCOME = re.compile(r"\b(?:when|wenn|then|dann)\b", re.IGNORECASE)
_STOP = re.compile(r"(?<=[.!?])[\"”“»')]*\s+(?=[\"„“«(]?[A-ZÄÖÜ0-9])|\n\s*\n|;\s+(?=\w+\s)")
_ABBREVIATED = re.compile(
    r"\b(?:[^\W\d_]|bzw|usw|ca|vgl|max|min|Nr|Abs|Art|inkl|ggf|etc|No|vs|approx|incl|\d+)\.$", re.IGNORECASE
)


def take_apart(text: str, language: Language) -> Taken:
    """At least one statement for a text with words in it; none for a text without."""
    body, criteria = _without_criteria(text[:LONGEST])
    label = _LABEL.match(body)
    if label and any(c.isalnum() for c in body[label.end() :]):
        body = body[label.end() :]
    sentences = [closed(sentence) for sentence in sentences_of(body)]
    sentences = [sentence for sentence in sentences if any(c.isalnum() for c in sentence)]
    statements: list[Parts] = []
    notes: list[str] = []
    for sentence in sentences:
        read = [_read(clause[:1].upper() + clause[1:], language) for clause in _clauses(sentence, language)]
        requires = any(parts.template in ("story", "conditional", "modal") for parts in read)
        if requires or (len(sentences) == 1 and not statements):
            statements += read
        else:
            notes.append(sentence)
    if not statements and notes:
        statements, notes = [_read(notes[0], language)], notes[1:]
    return Taken(tuple(statements), criteria, tuple(notes))


def own_sentences(taken: Taken) -> tuple[str, ...]:
    """Each action of each statement as a sentence of its own, in the form it was written. Empty where that fails."""
    found: list[str] = []
    for parts in taken.statements:
        sentences = _own_sentences(parts)
        if not sentences:
            return ()
        found += sentences
    notes = [f"{note}." for note in taken.notes]
    return (*found[:-1], " ".join((found[-1], *notes))) if found else ()


def _own_sentences(parts: Parts) -> list[str]:
    sentence, actions = parts.sentence, parts.actions
    if len(actions) < 2:
        return [f"{sentence}."]
    first, last = actions[0], actions[-1]
    if parts.language == "de":
        start, end = sentence.find(first.object or first.verb), sentence.rfind(last.verb) + len(last.verb)
    else:
        final = last.object or last.verb
        start, end = sentence.find(first.verb), sentence.rfind(final) + len(final)
    if start < 0 or end <= start:
        return []
    joint = "zu " if parts.language == "de" and re.search(r"\bzu\s", sentence[start:end]) else ""
    return [f"{sentence[:start]}{_said(action, parts, joint)}{sentence[end:]}." for action in actions]


def _said(action: Action, parts: Parts, joint: str) -> str:
    pieces = (action.object, joint + action.verb) if parts.language == "de" else (action.verb, action.object)
    return " ".join(piece for piece in pieces if piece)


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a text. An abbreviation does not end one."""
    start = 0
    for match in _STOP.finditer(text):
        if not _ABBREVIATED.search(text[max(start, match.start() - 12) : match.start()].rstrip()):
            yield text[start : match.start()]
            start = match.end()
    yield text[start:]


def closed(sentence: str) -> str:
    """One line without the full stop."""
    return re.sub(r"\s*[.!;:]+$", "", " ".join(sentence.split()))


def _without_criteria(text: str) -> tuple[str, str]:
    """A scenario counts as one only with a `When` or `Then` after its `Given`."""
    outcomes = [match.start() for match in _OUTCOME.finditer(text)]
    for match in _CRITERIA.finditer(text):
        is_scenario = bool(match["named"]) or (bool(outcomes) and outcomes[-1] > match.end())
        if is_scenario and text[: match.start()].strip():
            return text[: match.start()], text[match.start() :].strip(" \n-*")
    return text, ""


def _clauses(sentence: str, language: Language) -> list[str]:
    """`The system shall A and the user shall B` is two requirements."""
    if len(sentence) > LONGEST_SENTENCE:
        return [sentence]
    clauses = [""]
    for clause in _joint(language).split(sentence):
        if _IMPERATIVE.search(clauses[-1]):
            clauses.append(clause)
        else:
            clauses[-1] = f"{clauses[-1]} {_AND[language]} {clause}" if clauses[-1] else clause
    return [clause.strip(" ,") for clause in clauses]


@cache
def _joint(language: Language) -> re.Pattern[str]:
    if language == "en":
        return re.compile(
            r",?\s+and\s+(?=(?:it|(?:the|a|each|every|all)\s+(?:\w+\s+){1,4})\s*(?:shall|must|should)\s)", re.IGNORECASE
        )
    return re.compile(
        r",?\s+und\s+(?=(?:es|er|sie|(?:der|die|das|jeder|jede|jedes|alle|ein|eine)\s+(?:[\w-]+\s+){1,4})\s*"
        r"(?:muss|müssen|soll|sollen|darf|dürfen)\s)",
        re.IGNORECASE,
    )


def _read(sentence: str, language: Language) -> Parts:
    if len(sentence) > LONGEST_SENTENCE or any(len(word) > LONGEST_WORD for word in sentence.split()):
        return Parts(language, "fragment", "whole", sentence, sentence, predicate=sentence)
    return german_parts.read(sentence) if language == "de" else english_parts.read(sentence)
