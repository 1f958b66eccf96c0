"""Which words stand in a subordinate clause. What is required stands in the main clause."""

from arch_team.text.sentence.words import Word, word_set
from arch_team.wire import Language

_VERBAL = {"verb", "aux", "modal", "inf", "zuinf"}
ENDS_CLAUSE = frozenset({",", ";", ":", "–", ")"})


def mark_clauses(words: list[Word], sentences: list[range], language: Language) -> None:
    for sentence in sentences:
        (_german if language == "de" else _english)(words, sentence)


def _english(words: list[Word], sentence: range) -> None:
    """From `if`, `which`, `so that` to the comma; where there is none, to the binding modal of the main clause."""
    inside, at_start = False, False
    last_comma = max((index for index in sentence if words[index].folded == ","), default=-1)
    for index in sentence:
        word = words[index]
        if _opens_english(words, index, sentence):
            inside, at_start = True, index == sentence.start
        elif (
            word.folded in ENDS_CLAUSE
            or word.folded == "then"
            or (at_start and index > last_comma and word.folded in word_set("en", "binding"))
        ):
            inside = False
        word.is_subordinate = inside


def _opens_english(words: list[Word], index: int, sentence: range) -> bool:
    word = words[index]
    following = words[index + 1] if index + 1 < sentence.stop else None
    if word.folded == "that":
        return (index > sentence.start and words[index - 1].tag not in {"prep", "verb"}) or _is_verbal(following)
    if word.tag == "sub" and word.folded not in word_set("en", "no_clause"):
        return True
    if word.folded in word_set("en", "clause_or_not"):
        return following is not None and (following.tag == "ing" or _has_verb_soon(words, index + 1, sentence))
    if word.folded == "so":
        return following is not None and (following.folded == "that" or following.tag == "pron")
    return word.folded in word_set("en", "who")


def _is_verbal(word: Word | None) -> bool:
    return word is not None and word.tag in {"verb", "aux", "modal"}


def _has_verb_soon(words: list[Word], index: int, sentence: range) -> bool:
    """A finite verb before the next sign: `after the vehicle leaves` is a clause, `after login` is none."""
    for word in words[index : min(index + 8, sentence.stop)]:
        if word.tag == "sign" or word.tag == "modal":
            return False
        if word.tag in {"verb", "aux"}:
            return True
    return False


def _german(words: list[Word], sentence: range) -> None:
    """Between commas: opened by a conjunction, or by a relative pronoun where a verb ends the part."""
    begin, waits_for_verb = sentence.start, False
    for index in sentence:
        if words[index].folded in ENDS_CLAUSE or index == sentence.stop - 1:
            stop = index if words[index].tag == "sign" else index + 1
            is_inside = waits_for_verb or _is_subordinate_german(words, begin, stop, sentence)
            if is_inside:
                for inner in range(begin, stop):
                    words[inner].is_subordinate = True
            # `damit für Ärzte, Hersteller und Apotheken … verwendet werden`: a list does not end the clause.
            waits_for_verb = is_inside and not any(words[inner].tag in _VERBAL for inner in range(begin, stop))
            begin = index + 1
            if begin < sentence.stop and words[begin].tag == "modal":
                waits_for_verb = False  # `Sobald die Schmelze sie erreicht, muss …`: its verb was read as a participle


def _is_subordinate_german(words: list[Word], begin: int, stop: int, sentence: range) -> bool:
    part = [word for word in words[begin:stop] if word.is_word]
    if not part:
        return False
    first = part[0]
    if first.tag == "conj" and len(part) > 1:
        first = part[1]
    if first.folded in word_set("de", "compares") and not _ends_in_verb(part):
        return False
    if first.folded == "während" and not _ends_in_verb(part) and any(word.tag == "modal" for word in part):
        return False  # `Während der Inventur soll …`
    if first.tag == "sub" or (first.folded == "um" and any(word.tag in {"to", "zuinf"} for word in part)):
        return True
    if first.tag == "prep" and len(part) > 1 and begin > sentence.start:
        first = part[1]
    return begin > sentence.start and first.folded in word_set("de", "relative") and _ends_in_verb(part)


def _ends_in_verb(part: list[Word]) -> bool:
    return len(part) > 1 and part[-1].tag in {"verb", "aux", "modal"}
