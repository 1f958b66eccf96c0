"""A requirement in its parts, as pieces of its own text: label, condition, subject, modal, what is demanded.

Read from the parts of speech. What cannot be read surely is not read: then the text stays as it is.
"""

import re
from dataclasses import dataclass

from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.nature import Nature, conditions, demand_in, label_of, nature_of
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

_GENITIVE = frozenset({"des", "der", "eines", "einer", "dieser", "dieses", "aller"})
_NO_SUBJECT = frozenset({"sign", "sub", "verb", "aux", "modal", "inf", "zuinf", "pron", "to"})
_OBLIQUE = frozenset({"den", "dem", "des", "einen", "einem", "keinen", "keinem", "jeden", "jedem"})
"""What they lead is no subject."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence. Each part is a piece of the sentence as it stands there; empty where there is none."""

    language: Language
    sentence: str
    """Without its full stop."""
    condition: str = ""
    """With its first word, before or behind the demand: `When the user logs out`."""
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
    """A whole text: what it is, its sentences, and its own acceptance criteria."""

    nature: Nature
    label: str
    """A title before the first sentence, with its colon."""
    prose: Prose
    """Without label and criteria."""
    statements: tuple[Statement, ...]
    criteria: str = ""


def take_apart(text: str, language: Language) -> Taken:
    body, criteria = _without_criteria(text)
    bare = unlabelled(body.lstrip())
    body = (bare if any(sign.isalnum() for sign in bare) else body)[:LONGEST].strip()
    whole = read(Requirement(id="text", text=body, language=language))
    label = label_of(body, language) if whole.story is None or whole.words[0].folded not in {"as", "als"} else ""
    prose = read(Requirement(id="text", text=body[len(label) :], language=language)) if label else whole
    parse = _german if language == "de" else _english
    sentences = [one for one in prose.sentences if any(prose.words[index].is_word for index in one)]
    statements = tuple(parse(prose, one, _told(prose, one)) for one in sentences)
    return Taken(nature_of(prose, label), label, prose, statements, criteria)


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
    modal = _only_modal(prose, sentence)
    if modal is None:
        return whole
    begin, condition = _first_word(words, sentence), ""
    if words[begin].folded in conditions("en"):
        commas = [index for index in range(begin, modal) if words[index].folded == ","]
        if not commas:
            return whole
        condition, begin = _piece(prose, begin, commas[-1]), commas[-1] + 1
        begin += words[begin].folded == "then"
    before = range(begin, modal)
    head = _head(words, before)
    if (
        head is None
        or words[begin].tag == "prep"
        or any(words[index].tag in _NO_SUBJECT for index in before)
    ):
        return whole
    stop = sentence.stop
    if not condition:
        stop = _condition_behind(prose, modal, sentence)
        condition = _piece(prose, stop, sentence.stop)
    plural = words[head].lemma != words[head].folded and words[head].folded.endswith("s")
    subject, rest = _piece(prose, begin, modal), _piece(prose, modal + 1, stop)
    return Statement("en", told, condition, subject, words[modal].text, rest, words[head].text, plural)


def _german(prose: Prose, sentence: range, told: str) -> Statement:
    words, whole = prose.words, Statement("de", told)
    modal = _only_modal(prose, sentence)
    begin = _first_word(words, sentence)
    if modal is None or modal == begin:
        return whole
    before, opens, condition, moved = range(begin, modal), words[begin], "", ""
    if opens.folded in conditions("de") and words[modal - 1].folded == ",":
        condition, subject = _piece(prose, begin, modal - 1), _german_subject(words, modal + 1, sentence.stop)
    elif opens.tag == "prep" and not any(words[index].folded == "," for index in before):
        subject, moved = _german_subject(words, modal + 1, sentence.stop), _lowered(_piece(prose, begin, modal), opens)
    elif any(words[index].tag in _NO_SUBJECT or words[index].tag == "adv" for index in before):
        return whole
    else:
        subject = before
    head = _head(words, subject) if subject else None
    if not subject or head is None or words[subject.start].folded in _OBLIQUE:
        return whole
    stop = sentence.stop
    if not condition:
        stop = _condition_behind(prose, modal, sentence)
        condition = _piece(prose, stop, sentence.stop)
    rest = f"{moved} {_piece(prose, max(modal + 1, subject.stop), stop)}".strip()
    plural = words[modal].folded.endswith(("en", "ten"))
    told_subject = _piece(prose, subject.start, subject.stop)
    return Statement("de", told, condition, told_subject, words[modal].text, rest, words[head].text, plural)


def _lowered(piece: str, word: Word) -> str:
    return piece if word.tag in _NOUNS else piece[:1].lower() + piece[1:]


def _only_modal(prose: Prose, sentence: range) -> int | None:
    """The modal of the main clause, where there is exactly one demand to read."""
    found = demand_in(prose, sentence)
    if found is None or prose.words[found].folded not in word_set(prose.language, "demands"):
        return None
    again = demand_in(prose, range(found + 1, sentence.stop))
    # `sollen sich anmelden können`: the second is the verb of the first
    while again is not None and prose.language == "de" and prose.words[again].folded in {"können", "dürfen"}:
        again = demand_in(prose, range(again + 1, sentence.stop))
    return found if again is None else None


def _condition_behind(prose: Prose, modal: int, sentence: range) -> int:
    """Where a condition begins that ends the sentence: `…, wenn der Akku leer ist`; else the sentence's end."""
    words, led = prose.words, conditions(prose.language) & {"if", "when", "whenever", "once", "wenn", "falls", "sobald"}
    found = [i for i in range(modal + 1, sentence.stop) if words[i].folded in led and words[i].is_subordinate]
    if len(found) != 1 or not all(words[i].is_subordinate or not words[i].is_word for i in range(found[0], sentence.stop)):
        return sentence.stop
    return found[0] if words[found[0] - 1].tag not in {"conj", "sub", "adv"} else sentence.stop


def _first_word(words: list[Word], sentence: range) -> int:
    return next((index for index in sentence if words[index].is_word), sentence.start)


def _head(words: list[Word], part: range) -> int | None:
    """Its noun: the last one before a preposition. None where a second phrase begins: `Goals Each goal`."""
    head = None
    for index in part:
        if words[index].tag == "det" and head == index - 1 and words[index].folded not in _GENITIVE:
            return None
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
            genitive = index + 2 < stop and words[index + 1].folded in _GENITIVE
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
