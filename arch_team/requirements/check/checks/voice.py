"""Passive voice: with the actor named, in a side clause, or without any actor at all."""

from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.requirements.check.checks import Hit, Parameters, texts
from arch_team.requirements.check.checks.sentences import is_scenario
from arch_team.requirements.check.reading.lexicon import word_set
from arch_team.requirements.check.reading.prose import Prose
from arch_team.requirements.check.reading.words import Word

_AGENT_WITHIN = 8
_ENDS_CLAUSE = frozenset({",", ";", ":"})
_PERSON_ENDINGS = ("s", "er", "or")


@dataclass(frozen=True, slots=True)
class _Passive:
    first: int
    last: int
    participle: int
    is_state: bool = False
    """`ist geöffnet`: how something is, not what is done to it."""


def passive(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """`actor: missing` gives those of a main clause that name no one who acts; otherwise all the others."""
    if is_scenario(prose):
        return
    wants_missing = parameters.get("actor") == "missing"
    states = set(texts(parameters, "states"))
    for sentence in prose.sentences:
        for found in _german(prose, sentence) if prose.language == "de" else _english(prose, sentence):
            participle = prose.words[found.participle]
            if participle.folded in states:
                continue
            is_main = not found.is_state and not participle.is_subordinate
            if (is_main and not _names_actor(prose, sentence, found)) == wants_missing:
                yield Hit((prose.span(found.first, found.last),))


def _english(prose: Prose, sentence: range) -> Iterator[_Passive]:
    words, be = prose.words, word_set("en", "be")
    for index in sentence:
        if words[index].folded not in be:
            continue
        after = index + 1
        while after < sentence.stop and words[after].tag in {"adv", "neg"}:
            after += 1
        if after < sentence.stop and words[after].tag == "part":
            yield _Passive(index, after, after)


def _german(prose: Prose, sentence: range) -> Iterator[_Passive]:
    for index in sentence:
        if prose.words[index].tag == "part" and (helper := _helper(prose.words, index, sentence)) is not None:
            is_state = prose.words[helper].folded in word_set("de", "sein")
            yield _Passive(min(index, helper), max(index, helper), index, is_state)


def _helper(words: list[Word], index: int, sentence: range) -> int | None:
    """`werden` or `sein` of the same clause: right after the participle, else `werden` before it."""
    for after in range(index + 1, min(index + 4, sentence.stop)):
        if words[after].folded in word_set("de", "passive"):
            return after
        if words[after].tag not in {"conj", "part", "modal"}:
            break
    for before in range(index - 1, sentence.start - 1, -1):
        if words[before].folded in _ENDS_CLAUSE:
            return None
        if words[before].folded in word_set("de", "werden"):
            return before
    return None


def _names_actor(prose: Prose, sentence: range, found: _Passive) -> bool:
    words, agents = prose.words, word_set(prose.language, "agent")
    stop = next((one for one in range(found.last, sentence.stop) if words[one].folded in _ENDS_CLAUSE), sentence.stop)
    if prose.language == "de":
        before = range(found.first, sentence.start, -1)
        begin = next((one for one in before if words[one].folded in _ENDS_CLAUSE), sentence.start)
    else:
        begin, stop = found.last + 1, min(found.last + 1 + _AGENT_WITHIN, stop)
    return any(words[one].folded in agents and _is_someone(prose, one + 1, stop) for one in range(begin, stop))


def _is_someone(prose: Prose, index: int, stop: int) -> bool:
    """A noun with its article or a name, and not `by e-mail`, `by pressing`, `durch Klicken`, `von 5 Sekunden`."""
    words = prose.words
    if index >= stop:
        return False
    word = words[index]
    if word.folded in word_set(prose.language, "no_agent"):
        return False
    if word.tag in {"det", "abbr"}:
        return True
    if word.tag == "adj" and index + 1 < stop:
        return words[index + 1].tag == "noun"
    return word.tag == "noun" and (prose.language == "de" or word.folded.endswith(_PERSON_ENDINGS))
