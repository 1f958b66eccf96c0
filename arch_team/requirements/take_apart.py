"""Takes the text of a requirement apart.

Reads user stories, EARS and MASTeR sentences, plain modal sentences, statements, bare infinitives and bare nouns. What
it cannot take apart it keeps whole (`form="whole"`): no word is lost, and none is added.
"""

import re
from collections.abc import Iterator
from functools import cache

from arch_team.requirements.parts import Parts, Taken
from arch_team.requirements.wording import english_parts, german_parts
from arch_team.wire import Language

LONGEST = 20_000

_LABEL = re.compile(
    r"\s*(?:[-*•–]\s+|\(?\d+(?:\.\d+)*[.):]\s+|\[?[A-Z][A-Z0-9]*[-_ ]?\d[\w.-]*\]?\s*[:.)–-]\s+|"
    r"(?:requirement|anforderung|user story|req)\s*:\s*)",
    re.IGNORECASE,
)
_CRITERIA = re.compile(
    r"(?:^|(?<=[\n.;:]))[\s*-]*(?:(?:acceptance criteria|akzeptanzkriterien)\s*:?|"
    r"(?:given|angenommen|gegeben(?: sei(?:en)?)?)\b(?=.*\b(?:when|wenn|then|dann)\b))",
    re.IGNORECASE | re.DOTALL,
)
_STOP = re.compile(r"(?<=[.!?])[\"”“»')\]]*\s+(?=[\"„“«(]?[A-ZÄÖÜ0-9])|\n\s*\n|;\s+(?=\w+\s)")
_ABBREVIATED = re.compile(
    r"(?:\b(?:z\.\s?B|d\.\s?h|u\.\s?a|o\.\s?ä|i\.\s?d\.\s?R|bzw|usw|ca|vgl|max|min|Nr|Abs|Art|inkl|ggf|e\.g|i\.e|etc|No|vs|approx|incl)\.|\b\d+\.)$",
    re.IGNORECASE,
)


def take_apart(text: str, language: Language) -> Taken:
    """At least one statement for a text with words in it; none for a text without."""
    body, criteria = _without_criteria(text[:LONGEST])
    body = _LABEL.sub("", body, count=1) if _LABEL.match(body) else body
    sentences = [closed(sentence) for sentence in sentences_of(body)]
    sentences = [sentence for sentence in sentences if any(c.isalnum() for c in sentence)]
    statements: list[Parts] = []
    notes: list[str] = []
    for sentence in sentences:
        read = [_read(clause, language) for clause in _clauses(sentence, language)]
        requires = any(parts.template in ("story", "conditional", "modal") for parts in read)
        if requires or (len(sentences) == 1 and not statements):
            statements += read
        else:
            notes.append(sentence)
    if not statements and notes:
        statements, notes = [_read(notes[0], language)], notes[1:]
    return Taken(tuple(statements), criteria, tuple(notes))


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a text. An abbreviation does not end one."""
    start = 0
    for match in _STOP.finditer(text):
        if not _ABBREVIATED.search(text[start : match.start()].rstrip()):
            yield text[start : match.start()]
            start = match.end()
    yield text[start:]


def closed(sentence: str) -> str:
    """One line without the full stop."""
    return re.sub(r"\s*[.!;:]+$", "", " ".join(sentence.split()))


def _without_criteria(text: str) -> tuple[str, str]:
    match = _CRITERIA.search(text)
    if match is None or not text[: match.start()].strip():
        return text, ""
    return text[: match.start()], text[match.start() :].strip(" \n-*")


def _clauses(sentence: str, language: Language) -> list[str]:
    """`The system shall A and the user shall B` is two requirements."""
    match = _joint(language).search(sentence)
    if match is None:
        return [sentence]
    return [sentence[: match.start()].rstrip(" ,"), *_clauses(sentence[match.end() :], language)]


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
    return german_parts.read(sentence) if language == "de" else english_parts.read(sentence)
