"""A requirement in its parts, as positions in its own text: condition, subject, modal, what is demanded.

Read from the parts of speech. What cannot be read surely is not read: then the sentence stays whole.
"""

import re
from dataclasses import dataclass, replace

from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Requirement
from arch_team.requirements.wording_key import unlabelled
from arch_team.text.sentence.words import Word, word_set
from arch_team.wire import Language

LONGEST = 2_000
_CRITERIA = re.compile(
    r"(?:^|(?<=[\n.;:]))(?:[^\S\n]|[*-])*"
    r"(?:(?P<named>acceptance criteria|akzeptanzkriterien)\s*:?|(?:given|angenommen|gegeben)\b)",
    re.IGNORECASE,
)
_OUTCOME = re.compile(r"\b(?:when|wenn|then|dann)\b", re.IGNORECASE)
_NOUNS = frozenset({"noun", "abbr"})
_INSIDE = frozenset({"det", "adj", "num", "part", "noun", "abbr", "adv"})


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence. Each part is a piece of the sentence as it stands there; empty where there is none."""

    language: Language
    sentence: str
    """Without its full stop."""
    condition: str = ""
    """With its first word, before the demand: `When the user logs out`."""
    subject: str = ""
    modal: str = ""
    rest: str = ""
    """What is demanded, after modal and subject."""
    head: str = ""
    """The noun of the subject."""
    is_plural: bool = False

    @property
    def is_read(self) -> bool:
        return bool(self.subject and self.modal and self.rest)


@dataclass(frozen=True, slots=True)
class Taken:
    """A whole text: what it demands, its remarks, and its own acceptance criteria."""

    prose: Prose
    statements: tuple[Statement, ...]
    notes: tuple[str, ...] = ()
    criteria: str = ""


def take_apart(text: str, language: Language) -> Taken:
    body, criteria = _without_criteria(text)
    bare = unlabelled(body.lstrip())
    body = bare if any(sign.isalnum() for sign in bare) else body
    prose = read(Requirement(id="text", text=body[:LONGEST].strip(), language=language))
    statements: list[Statement] = []
    notes: list[str] = []
    for sentence in prose.sentences:
        told = _told(prose, sentence)
        if not any(prose.words[index].is_word for index in sentence):
            continue
        found = _german(prose, sentence, told) if language == "de" else _english(prose, sentence, told)
        is_aside = told.startswith("(") and bool(statements)
        if (found.modal and not is_aside) or (prose.story is not None and not statements) or len(prose.sentences) == 1:
            statements.append(found)
        else:
            notes.append(told)
    if prose.sentences and notes and prose.story is None and _told(prose, prose.sentences[0]) == notes[0]:
        # What comes before a demand belongs to it: then the text stays whole.
        statements, notes = [Statement(language, _told(prose, range(len(prose.words))))], []
    return Taken(prose, tuple(statements), tuple(notes), criteria)


def _told(prose: Prose, sentence: range) -> str:
    start, end = prose.words[sentence.start].start, prose.words[sentence.stop - 1].end
    return re.sub(r"\s*[.!;:]+$", "", " ".join(prose.text[start:end].split()))


def _piece(prose: Prose, first: int, stop: int) -> str:
    if stop <= first:
        return ""
    piece = prose.text[prose.words[first].start : prose.words[stop - 1].end]
    return re.sub(r"^[\s,;:]+|[\s,;:.!]+$", "", " ".join(piece.split()))


def _english(prose: Prose, sentence: range, told: str) -> Statement:
    words, whole = prose.words, Statement("en", told)
    modal = _modal(prose, sentence)
    if modal is None:
        return whole
    begin = _first_word(words, sentence)
    condition = ""
    if words[begin].folded in word_set("en", "conditions"):
        commas = [index for index in range(begin, modal) if words[index].folded == ","]
        if not commas:
            return replace(whole, modal=words[modal].text)
        condition, begin = _piece(prose, begin, commas[-1]), commas[-1] + 1
        begin += words[begin].folded == "then"
    head = _head(words, range(begin, modal))
    if (
        head is None
        or words[begin].tag == "prep"
        or any(words[index].tag in {"sign", "sub"} for index in range(begin, modal))
    ):
        return replace(whole, modal=words[modal].text)
    if _demands_again(prose, modal, sentence):
        return replace(whole, modal=words[modal].text)
    plural = words[head].lemma != words[head].folded and words[head].folded.endswith("s")
    return Statement(
        "en", told, condition, _piece(prose, begin, modal), words[modal].text, _piece(prose, modal + 1, sentence.stop),
        words[head].text, plural,
    )  # fmt: skip


def _german(prose: Prose, sentence: range, told: str) -> Statement:
    words, whole = prose.words, Statement("de", told)
    modal = _modal(prose, sentence)
    if modal is None:
        return whole
    whole = replace(whole, modal=words[modal].text)
    begin = _first_word(words, sentence)
    before = range(begin, modal)
    condition, rest_from = "", modal + 1
    if not before:
        return whole
    opens = words[begin]
    if opens.folded in word_set("de", "conditions") and words[modal - 1].folded == ",":
        condition, subject = _piece(prose, begin, modal - 1), _german_subject(words, modal + 1, sentence.stop)
    elif opens.tag == "prep" and not any(words[index].folded == "," for index in before):
        subject = _german_subject(words, modal + 1, sentence.stop)
        rest_from = -1
    elif any(words[index].tag in {"sign", "verb", "sub"} for index in before):
        return whole
    else:
        subject = before
    head = _head(words, subject) if subject else None
    if not subject or head is None or _demands_again(prose, modal, sentence):
        return whole
    rest = _piece(prose, max(rest_from, subject.stop if subject.start > modal else modal + 1), sentence.stop)
    if rest_from == -1:
        rest = f"{_lowered(_piece(prose, begin, modal), words[begin])} {rest}"
    plural = words[modal].folded in {"müssen", "sollen", "dürfen", "können", "sollten"}
    return Statement(
        "de",
        told,
        condition,
        _piece(prose, subject.start, subject.stop),
        words[modal].text,
        rest,
        words[head].text,
        plural,
    )


def _lowered(piece: str, word: Word) -> str:
    return piece if word.tag in _NOUNS else piece[:1].lower() + piece[1:]


def _modal(prose: Prose, sentence: range) -> int | None:
    """The modal of the main clause, where there is exactly one demand to read."""
    demands = word_set(prose.language, "demands")
    found = (
        index for index in sentence if prose.words[index].folded in demands and not prose.words[index].is_subordinate
    )
    return next(found, None)


def _demands_again(prose: Prose, modal: int, sentence: range) -> bool:
    """A second demand in the same sentence: `shall lock the door and shall warn`."""
    demands = word_set(prose.language, "demands") - {"können", "dürfen"}
    later = range(modal + 1, sentence.stop)
    return any(prose.words[i].folded in demands and not prose.words[i].is_subordinate for i in later)


def _first_word(words: list[Word], sentence: range) -> int:
    return next((index for index in sentence if words[index].is_word), sentence.start)


def _head(words: list[Word], part: range) -> int | None:
    """Its noun: the last one before a preposition."""
    head = None
    for index in part:
        if words[index].tag in _NOUNS:
            head = index
        elif words[index].tag in {"prep", "sub"} and head is not None:
            break
    return head


def _german_subject(words: list[Word], start: int, stop: int) -> range | None:
    """The noun phrase right after the modal, with a genitive behind it."""
    index = start
    while index < stop and words[index].tag in _INSIDE:
        if words[index].tag in _NOUNS:
            genitive = index + 2 < stop and words[index + 1].folded in {"des", "der", "eines", "einer"}
            if genitive and words[index + 2].tag in _NOUNS:
                return range(start, index + 3)
            return range(start, index + 1)
        index += 1
    return None


def _without_criteria(text: str) -> tuple[str, str]:
    """A scenario counts as one only with a `When` or `Then` after its `Given`."""
    outcomes = [match.start() for match in _OUTCOME.finditer(text)]
    for match in _CRITERIA.finditer(text):
        is_scenario = bool(match["named"]) or (bool(outcomes) and outcomes[-1] > match.end())
        if is_scenario and text[: match.start()].strip():
            return text[: match.start()], text[match.start() :].strip(" \n-*")
    return text, ""
