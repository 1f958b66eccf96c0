"""A sentence that demands in its parts, as pieces of its own text: condition, subject, modal, what is demanded.

Read from the parts of speech. What cannot be read surely is not read: then the sentence stays whole.
"""

import re
from dataclasses import dataclass

from arch_team.text.sentence.demands import demand_in
from arch_team.text.sentence.reading import Reading
from arch_team.text.sentence.words import Word, word_set
from arch_team.wire import Language

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
    moved: str = ""
    """What stands before the German modal and is not its subject: `Im Menü soll …`."""
    rest: str = ""
    """What is demanded, after modal and subject."""
    head: str = ""
    """The noun of the subject."""
    is_plural: bool = False

    @property
    def whole_rest(self) -> str:
        return f"{self.moved} {self.rest}".strip()

    @property
    def is_read(self) -> bool:
        return bool(self.subject and self.modal and self.rest)


def statement_of(reading: Reading, sentence: range) -> Statement:
    words, language = reading.words, reading.language
    start, end = words[sentence.start].start, words[sentence.stop - 1].end
    whole = Statement(language, re.sub(r"\s*[.!;:]+$", "", " ".join(reading.text[start:end].split())))
    modal, begin = _only_modal(reading, sentence), next(i for i in sentence if words[i].is_word)
    if modal is None or modal == begin:
        return whole
    condition, moved, subject = "", "", range(begin, modal)
    commas = [index for index in subject if words[index].folded == ","]
    if words[begin].folded in word_set(language, "conditions"):
        if not commas or (language == "de" and commas[-1] != modal - 1):
            return whole
        condition, after = _piece(reading, begin, commas[-1]), commas[-1] + 1
        after += words[after].folded == "then"
        subject = range(after, modal) if language == "en" else _subject_behind(words, modal + 1, sentence.stop)
    elif words[begin].tag in {"prep", "to"}:
        if commas or language == "en" or words[begin].folded == "zu":
            return whole  # `Zu große Dateien …`: no preposition
        subject, moved = _subject_behind(words, modal + 1, sentence.stop), _piece(reading, begin, modal)
    head = _head(words, subject)
    if head is None or words[subject.start].folded in _OBLIQUE:
        return whole
    stop = sentence.stop if condition else condition_behind(reading, modal, sentence)
    rest = _piece(reading, max(modal + 1, subject.stop), stop)
    lemma, folded = words[head].lemma, words[head].folded
    return Statement(
        language,
        whole.sentence,
        condition or _piece(reading, stop, sentence.stop),
        _piece(reading, subject.start, subject.stop),
        words[modal].text,
        f"{moved[:1].lower()}{moved[1:]}",
        rest,
        words[head].text,
        words[modal].folded.endswith("en") if language == "de" else lemma != folded and folded.endswith("s"),
    )


def _piece(reading: Reading, first: int, stop: int) -> str:
    if stop <= first:
        return ""
    piece = reading.text[reading.words[first].start : reading.words[stop - 1].end]
    return re.sub(r"^[\s,;:]+|[\s,;:.!]+$", "", " ".join(piece.split()))


def _only_modal(reading: Reading, sentence: range) -> int | None:
    """The modal of the main clause, where there is exactly one demand to read."""
    found = demand_in(reading, sentence)
    if found is None or reading.words[found].folded not in word_set(reading.language, "demands"):
        return None
    again = demand_in(reading, range(found + 1, sentence.stop))
    # `sollen sich anmelden können`: the second is the verb of the first
    while again is not None and reading.language == "de" and reading.words[again].folded in {"können", "dürfen"}:
        again = demand_in(reading, range(again + 1, sentence.stop))
    return found if again is None else None


def condition_behind(reading: Reading, modal: int, sentence: range) -> int:
    """Where a condition begins that ends the sentence: `…, wenn der Akku leer ist`; else the sentence's end.

    It has a subject and a verb (`if possible` and `when accessed` have not), and belongs to one plain action.
    """
    words, stop = reading.words, sentence.stop
    leads = word_set(reading.language, "clauses")
    found = [i for i in range(modal + 1, stop) if words[i].folded in leads and words[i].is_subordinate]
    if len(found) != 1:
        return stop
    before, behind = words[modal + 1 : found[0]], words[found[0] + 1 : stop]
    commas = sum(word.folded == "," for word in before)
    is_one = commas <= (reading.language == "de") and not any(
        w.tag in {"conj", "sub", "rel", "ing"} and w.folded != "as" for w in before
    )
    # `within a second of the time when …` explains a noun; `even if …`
    led, nouns = words[found[0] - 1], word_set(reading.language, "antecedents")
    is_own = led.folded not in word_set(reading.language, "stresses") and led.lemma not in nouns
    acts = [i for i, word in enumerate(behind) if word.tag in {"verb", "aux", "modal", "past"}]
    who = word_set(reading.language, "somebody")
    names = [i for i, w in enumerate(behind) if w.tag in {"noun", "abbr", "name"} or w.folded in who]
    whole = bool(acts and names) and names[0] < acts[0] and all(one.is_subordinate or not one.is_word for one in behind)
    return found[0] if is_one and is_own and whole else stop


def _head(words: list[Word], part: range) -> int | None:
    """Its noun: the last one before a preposition. None where it is no one phrase: `Goals Each goal`, `6 Die Liste`."""
    if any(words[index].tag in _NO_SUBJECT for index in part):
        return None
    head = None
    for index in part:
        before = words[index - 1].tag if index > part.start else ""
        joins = head == index - 1 and words[index].folded in _GENITIVE
        if words[index].tag == "det" and before in {*_NOUNS, "num"} and not joins:
            return None
        if words[index].tag in _NOUNS:
            head = index
        elif words[index].tag == "prep" and head is not None:
            break
    return head


def _subject_behind(words: list[Word], start: int, stop: int) -> range:
    """The noun phrase right after the modal, with a genitive behind it."""
    index = next((i for i in range(start, stop) if words[i].tag in _NOUNS or words[i].tag not in _INSIDE), stop)
    if index == stop or words[index].tag not in _NOUNS:
        return range(0)
    genitive = index + 2 < stop and words[index + 1].folded in _GENITIVE and words[index + 2].tag in _NOUNS
    return range(start, index + 3 if genitive else index + 1)
