"""The same words the other way round: `must` and `may`, `before` and `after`, a `not` more or less."""

import re
from collections import Counter
from functools import lru_cache

from arch_team.text.packaged import packaged
from arch_team.vectors.words import stem, word_lists, words_of
from arch_team.wire import Wire


class _Pair(Wire):
    one: str
    other: str


class AnswerWords(Wire):
    """`answer_words.yaml`."""

    pairs: tuple[_Pair, ...]
    negating_prefixes: tuple[str, ...]
    titles: tuple[str, ...]
    leaning: tuple[str, ...]
    silence: dict[str, tuple[str, ...]]


def turned(sentence: str, text: str) -> str | None:
    """The same words the other way round: a `not` more or less, or one of two opposites for the other."""
    said = Counter(stem(word) for word in words_of(sentence))
    held = Counter(stem(word) for word in words_of(text))
    mine, theirs = _count(said, _negations()), _count(held, _negations())
    if mine > theirs or (theirs and not mine):
        return "the cited passage says it with a `not` where the sentence has none, or the other way round"
    for one, other in _pairs():
        for side, contrary in ((one, other), (other, one)):
            if _count(said, side) > _count(held, side) and _count(held, contrary) > _count(said, contrary):
                return f"the cited passage says `{next(w for w in held if w in contrary)}`, the sentence the contrary"
    for prefix in answer_words().negating_prefixes:
        for positive in (*said, *held):
            negative = prefix + positive
            if (positive in said) != (positive in held) and (negative in said) != (negative in held):
                return f"`{positive}` and `{negative}` are contraries"
    return None


def _count(words: Counter[str], listed: frozenset[str]) -> int:
    return sum(count for word, count in words.items() if word in listed)


@lru_cache(maxsize=1)
def answer_words() -> AnswerWords:
    return AnswerWords.model_validate(packaged("answer_words.yaml", "arch_team.search"))


@lru_cache(maxsize=1)
def _pairs() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    return tuple((_stems(pair.one), _stems(pair.other)) for pair in answer_words().pairs)


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words_of(text))


@lru_cache(maxsize=1)
def _negations() -> frozenset[str]:
    listed: dict[str, str] = word_lists()["negations"]
    return _stems(" ".join(listed.values()))


def says_no_more(sentence: str, question: str) -> bool:
    """Whether it only says that the passages say no more, say nothing on a part of the question, or differ."""
    for pattern in (pattern for listed in answer_words().silence.values() for pattern in listed):
        found = re.fullmatch(pattern, sentence.strip())
        if found is not None:
            part = found.groupdict().get("part")
            return part is None or " ".join(part.split()) in " ".join(question.split())
    return False
