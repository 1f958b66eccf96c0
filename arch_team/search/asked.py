"""What a question asks for and what it is about: the kind of thing, and the words that an answer must be near to.

The kind comes from the question's own words (who, when, how many, which X). What it is about are its content words by
part of speech: names and numbers weigh most, for they say which one is meant; verbs least, for they have most synonyms.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from arch_team.search.asking_words import asking_words, calendar, closed, number_values, ones, small_words, stems
from arch_team.text.dates import is_month
from arch_team.text.notation import notation
from arch_team.text.speech import spoken
from arch_team.vectors.words import fold, stem, stop_words
from arch_team.wire import Language

_TOKEN = re.compile(r"[^\W_](?:[\w.'’/@:~-]*\w)?|--?\w[\w-]*|[^\w\s]")
_NUMBER = re.compile(r"\d")
_CLOCK = re.compile(r"\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm|Uhr)\b", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)1[0-9]\d\d(?!\d)|(?<!\d)20\d\d(?!\d)")
_NAMED_LIKE_CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+|[a-z]+\d+[a-z]*|-\w[\w-]*")
"""`build-essential`, `p910nd`, `-l`."""
_ADDRESS = re.compile(r"\w[/@]\w|\w\.\w{2,}")
_ENDS = frozenset('.!?:;–-»„“"')
_NAME = 1.6
_WEIGHTS = {"name": 1.0, "num": 1.0, "noun": 1.0, "adj": 0.8}
_VERB = 0.8
_CODE = re.compile(r".*[\d_/@~].*|--.*|.*\w[.:]\w.*|.*[a-z][A-Z].*|[A-Z]{2,}.*")


class Kind(StrEnum):
    """What is asked for."""

    PERSON = "person"
    TIME = "time"
    AMOUNT = "amount"
    PLACE = "place"
    THING = "thing"
    """Which X: the question's own noun says it."""
    MEANING = "meaning"
    """What is X?"""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Topic:
    """A word the question is about."""

    word: str
    stem: str
    weight: float
    is_exact: bool
    """A name, a number or a code: nothing else means the same."""
    is_head: bool = False
    """What is asked for itself (which X): an answer may hold one of them without its noun."""
    is_verb: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    text: str
    language: Language
    kind: Kind
    topics: tuple[Topic, ...]
    head: str = ""
    """The words after `which`, whole: `operating systems`."""
    counted: str = ""
    """Of what there are how many; a unit of time after `how long`."""


@dataclass(frozen=True, slots=True)
class _Form:
    kind: Kind
    heads: tuple[int, ...] = ()
    """Where the nouns stand that name what is asked for."""
    counted: tuple[int, ...] = ()


@lru_cache(maxsize=256)
def asked(question: str, language: Language) -> Asked:
    words = tokens_of(question)
    said = spoken(words, language) if words else ()
    tags = [each.tag for each in said]
    form = _form(words, tags, [each.lemma for each in said])
    last = form.heads[-1:]
    topics: dict[str, Topic] = {}
    for at, (word, tag) in enumerate(zip(words, tags, strict=True)):
        folded = fold(word)
        if not any(sign.isalnum() for sign in word) or folded in small_words(language) or folded in closed("all"):
            continue
        after = tags[at - 1] if at else "det"
        exact = at not in form.heads and _is_exact(word, tag, language, after)
        weight = _NAME if exact else _WEIGHTS.get(tag, _VERB)
        root = term_of(word)
        if root not in topics:
            is_verb = tag not in ("noun", "name", "num", "adj")
            topics[root] = Topic(word, root, weight * (0.5 if at in last else 1.0), exact, at in last, is_verb)
    counted = " ".join(words[at] for at in form.counted)
    if form.kind is Kind.AMOUNT or any(fold(word) in closed("costing") for word in words):
        for name, marker in (("lasting", LASTING), ("often", OFTEN), ("costing", MONEY)):
            if any(fold(word) in closed(name) for word in words):
                counted, form = marker, replace(form, kind=Kind.AMOUNT)
    return Asked(
        question,
        language,
        Kind.MEANING if form.kind is Kind.OTHER and _asks_meaning(words, tags) else form.kind,
        tuple(topics.values()),
        " ".join(words[at] for at in form.heads),
        counted,
    )


LASTING, OFTEN, MONEY = "\0", "\1", "\2"
"""Stand for any unit of time, for times repeated, and for any currency."""


_MARK = re.compile(r"\?+\s*(?=\S)|,?\s+(?:und|sowie|and)\s+(?:auch\s+|also\s+)?", re.IGNORECASE)


def parts_of(question: str) -> tuple[str, ...]:
    """The questions in one: those that a question mark, or an `and` before another question word, parts.

    Each part stands in the question letter by letter.
    """
    parts, start = list[str](), 0
    for mark in _MARK.finditer(question):
        if begins_a_question(question[mark.end() :]) and begins_a_question(question[start : mark.start()]):
            parts.append(question[start : mark.start()])
            start = mark.end()
    parts.append(question[start:])
    return tuple(part.strip().rstrip("?!. ") for part in parts) if len(parts) > 1 else (question,)


def begins_a_question(text: str) -> bool:
    """Whether a text begins like a question: a question word, with a preposition before it at most."""
    words = [fold(word) for word in tokens_of(text)[:2]]
    asking = [word for group in asking_words().interrogatives.values() for word in group]
    known = frozenset(map(fold, (*asking, *asking_words().what)))
    return bool(words) and (words[0] in known or (words[-1] in known and words[0] in stop_words()))


def differ(question: Asked, one: str, other: str) -> bool:
    """Whether two texts that answer a question name different amounts, times or names."""
    if question.kind not in (Kind.AMOUNT, Kind.TIME, Kind.PERSON):
        return False
    given = {term_of(word) for word in tokens_of(question.text)}
    first, second = (
        {term_of(w) for w in tokens_of(text) if _is_value(w, question.kind)} - given for text in (one, other)
    )
    return bool(first) and bool(second) and not first & second


def _is_value(word: str, kind: Kind) -> bool:
    if kind is Kind.PERSON:
        return word[:1].isupper() and fold(word) not in stop_words()
    is_number = bool(_NUMBER.search(word)) or fold(word) in number_values()
    return is_number or (kind is Kind.TIME and (is_month(word) or stem(fold(word)) in stems("weekdays")))


@lru_cache(maxsize=131_072)
def term_of(word: str) -> str:
    """What a word is compared by: its stem; a number, also an ordinal or one in words, by its value."""
    folded = fold(word)
    if (day := calendar().get(folded)) is not None:
        return day
    value = number_values().get(folded)
    if value is None and (ordinal := re.fullmatch(r"(\w+?)(?:s?te[nrsm]?|th)", folded)):
        value = number_values().get(ordinal[1])
    if value is not None:
        return str(value)
    if plain := re.fullmatch(r"(\d+)(?:\.|st|nd|rd|th)?", folded):
        return plain[1]
    return stem(folded)


def _is_exact(word: str, tag: str, language: Language, after: str) -> bool:
    """Names, numbers and codes. German writes all nouns with a capital: there a name has no article before it."""
    if tag == "num" or is_fixed(word):
        return True
    if after == "det":
        return False
    return tag == "name" or (language == "en" and word[:1].isupper())


def is_fixed(word: str) -> bool:
    """A number, a code, a day of the week or a month: no other word stands for it."""
    return word[:1].isdigit() or bool(_CODE.match(word)) or fold(word) in calendar() or fold(word) in number_values()


def _asks_meaning(words: Sequence[str], tags: Sequence[str]) -> bool:
    """What is X, and nothing else."""
    bare = [(word, tag) for word, tag in zip(words, tags, strict=True) if any(sign.isalnum() for sign in word)]
    return (
        2 < len(bare) <= 5
        and fold(bare[0][0]) in closed("what")
        and bare[1][1] == "aux"
        and all(tag in ("det", "noun", "name", "adj") for _, tag in bare[2:])
    )


def tokens_of(text: str) -> list[str]:
    """Words, numbers, codes and signs, in their order."""
    return _TOKEN.findall(text)


def _form(words: Sequence[str], tags: Sequence[str], lemmas: Sequence[str]) -> _Form:
    folded = [fold(word) for word in words]
    for at, word in enumerate(folded):
        for name, kind in (("person", Kind.PERSON), ("time", Kind.TIME), ("place", Kind.PLACE)):
            if word in closed(name):
                return _Form(kind)
        if word in closed("how"):
            follows = folded[at + 1] if at + 1 < len(folded) else ""
            is_amount = follows in closed("amounts") or (at + 1 < len(tags) and tags[at + 1] == "adj")
            counted = _nouns(tags, at + 2) if follows in closed("counting") else ()
            return _Form(Kind.AMOUNT if is_amount else Kind.OTHER, counted=counted)
        if word in closed("which"):
            return _which(at, tags, lemmas)
    return _Form(Kind.OTHER)


def _which(at: int, tags: Sequence[str], lemmas: Sequence[str]) -> _Form:
    """Which X: the nouns right after it. What is the X of Y: the noun after the verb."""
    place = at + 1
    is_apart = place < len(tags) and tags[place] in ("aux", "verb")
    if is_apart:
        place += 1
        while place < len(tags) and tags[place] == "det":
            place += 1
    heads = _nouns(tags, place)
    if not heads:
        return _Form(Kind.OTHER)
    last = stem(fold(lemmas[heads[-1]]))
    for name, kind in (("time_nouns", Kind.TIME), ("amount_nouns", Kind.AMOUNT), ("person_nouns", Kind.PERSON)):
        if last in stems(name):
            return _Form(kind, heads[-1:])
    return _Form(Kind.OTHER) if is_apart else _Form(Kind.THING, heads)


def _nouns(tags: Sequence[str], place: int) -> tuple[int, ...]:
    """The noun phrase that begins here, with its adjectives; none where it has no noun."""
    end = place
    while end < len(tags) and tags[end] in ("adj", "part", "ing", "noun", "name"):
        end += 1
    found = tuple(range(place, end))
    return found if any(tags[at] in ("noun", "name") for at in found) else ()


def shows(question: Asked, text: str) -> bool:
    """Whether a text holds something of the kind that the question does not already hold."""
    if question.kind is Kind.AMOUNT:
        return bool(amounts_in(text, question))
    if question.kind is Kind.TIME:
        return _has_time(text, question)
    if question.kind is Kind.PERSON:
        return _has_name(text, question)
    if question.kind is Kind.PLACE:
        return _has_place(text, question)
    if question.kind is Kind.MEANING:
        return _tells_meaning(text, question)
    if question.kind is Kind.THING and asks_for_code(question):
        return _has_code(text, question)
    return True


def asks_for_code(question: Asked) -> bool:
    """Which file, which command: something that is written as a code is."""
    last = stem(fold(question.head.split()[-1])) if question.head else ""
    return any(last == own or (len(own) > 4 and last.endswith(own)) for own in stems("code_nouns"))


def _has_code(text: str, question: Asked) -> bool:
    given = {fold(word) for word in tokens_of(question.text)}
    return any(
        (_CODE.match(word) or _NAMED_LIKE_CODE.fullmatch(word)) and fold(word) not in given for word in tokens_of(text)
    )


def amounts_in(text: str, question: Asked) -> list[list[str]]:
    """Of each amount that the question does not hold, the words right after and before it."""
    given = {term_of(word) for word in tokens_of(question.text)}
    words = tokens_of(text)
    found: list[list[str]] = []
    for at, word in enumerate(words):
        folded = fold(word)
        is_one = folded in ones() and at + 1 < len(words) and stem(fold(words[at + 1])) in stems("time_units")
        is_number = bool(_NUMBER.search(word)) or folded in number_values() or folded in closed("fractions")
        if words[at + 1 : at + 2] == ["."] and at + 2 < len(words):
            continue  # an ordinal: the 25. of a month is no amount
        if at and fold(words[at - 1]) in closed("numbered"):
            continue
        if (is_one or (is_number and folded not in ones())) and term_of(word) not in given:
            found.append([*words[at + 1 : at + 4], *words[max(0, at - 2) : at]])
    return found


def _has_time(text: str, question: Asked) -> bool:
    """A day, a month, an hour or a year; or a span that a preposition makes a point (`nach zwei Jahren`)."""
    given = {fold(word) for word in tokens_of(question.text)}
    if any(found not in question.text for found in (*_CLOCK.findall(text), *_YEAR.findall(text))):
        return True
    words = [fold(word) for word in tokens_of(text)]
    if any(word not in given and (is_month(word) or stem(word) in stems("weekdays")) for word in words):
        return True
    for at, word in enumerate(words):
        if stem(word) in stems("time_units") and word not in given:
            before = words[max(0, at - 4) : at]
            if any(other in closed("pointing") for other in before) or any(
                re.fullmatch(r"\w*(?:te[nrsm]?|th|st)", o) for o in before[-1:]
            ):
                return True
    return bool(re.search(r"\b\d{1,2}\. (?:des|jede)|\b(?:am|on the) \d{1,2}(?:\.|st|nd|rd|th)\b", text))


def _tells_meaning(text: str, question: Asked) -> bool:
    """X stands first, and it is said to be something, or explained after a colon or a dash."""
    words = tokens_of(text)
    last = max(
        (at for at, word in enumerate(words[:5]) for t in question.topics if term_of(word) == t.stem), default=None
    )
    if last is None or len(words) < last + 4:
        return False
    follows, then = fold(words[last + 1]), fold(words[last + 2])
    return follows in closed("explaining") or (follows in closed("being") and then in closed("articles"))


def _has_name(text: str, question: Asked) -> bool:
    """A word with a capital letter that the question does not hold; at a sentence's start only one that is a name."""
    given = {fold(word) for word in tokens_of(question.text)}
    words = tokens_of(text)
    for at, word in enumerate(words):
        if not word[:1].isupper() or fold(word) in given or fold(word) in stop_words():
            continue
        if at and words[at - 1] not in _ENDS:
            return True
        if spoken(words[at : at + 12], "en")[0].tag in ("name", "noun"):
            return True
    return False


def _has_place(text: str, question: Asked) -> bool:
    """An address or a path; or what a word of place stands before, which the question does not hold."""
    given = {term_of(word) for word in tokens_of(question.text)}
    words = tokens_of(text)
    for at, word in enumerate(words):
        if _ADDRESS.search(word) and term_of(word) not in given:
            return True
        after = [other for other in words[at + 1 : at + 5] if fold(other) not in stop_words()][:2]
        if fold(word) in closed("locating") and any(
            other[0].isalnum() and term_of(other) not in given for other in after
        ):
            return True
    return False


def says_how_often(words: Sequence[str]) -> bool:
    return any(fold(word) in closed("repeating") for word in words)


def names_money(text: str, words: Sequence[str]) -> bool:
    currencies = notation().units
    return any(
        word in currencies or word.capitalize() in currencies or fold(word) in closed("gratis") for word in words
    ) or any(sign in text for sign in "€$£¥")


def is_time_unit(folded: str) -> bool:
    """Also `lang`: what is so and so long."""
    return stem(folded) in stems("time_units") or folded in closed("lasting")
