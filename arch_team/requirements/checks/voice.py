"""Passive voice: with the actor named, in a side clause, or without any actor at all."""

from collections.abc import Iterator

from arch_team.requirements.checks import Hit, Parameters, texts
from arch_team.requirements.reading.prose import Prose
from arch_team.requirements.reading.words import Word

_BE = frozenset("is are was were be been being".split())
_WERDEN = frozenset("werden wird wurde wurden worden".split())
_SEIN = frozenset("ist sind war waren sei seien".split())
_AGENT_WITHIN = 8


def passive(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """`actor: missing` gives those of a main clause that name no one who acts; otherwise all the others."""
    wants_missing = parameters.get("actor") == "missing"
    states = set(texts(parameters, "states"))
    for sentence in prose.sentences:
        found = _german(prose, sentence) if prose.language == "de" else _english(prose, sentence)
        for first, last, participle, is_state in found:
            if prose.words[participle].folded in states:
                continue
            is_missing = (
                not is_state
                and not prose.words[participle].is_subordinate
                and not _names_actor(prose, sentence, first, last)
            )
            if is_missing == wants_missing:
                yield Hit((prose.span(first, last),))


def _english(prose: Prose, sentence: range) -> Iterator[tuple[int, int, int, bool]]:
    words = prose.words
    for index in sentence:
        if words[index].folded not in _BE:
            continue
        after = index + 1
        while after < sentence.stop and words[after].tag in {"adv", "neg"}:
            after += 1
        if after < sentence.stop and words[after].tag == "part":
            yield index, after, after, False


def _german(prose: Prose, sentence: range) -> Iterator[tuple[int, int, int, bool]]:
    words = prose.words
    for index in sentence:
        if words[index].tag != "part":
            continue
        helper = _helper(words, index, sentence)
        if helper is not None:
            yield min(index, helper), max(index, helper), index, words[helper].folded in _SEIN


def _helper(words: list[Word], index: int, sentence: range) -> int | None:
    """`werden` or `sein` of the same clause: right after the participle, else before it."""
    for after in range(index + 1, min(index + 4, sentence.stop)):
        if words[after].folded in _WERDEN or words[after].folded in _SEIN:
            return after
        if words[after].tag not in {"conj", "part", "modal"}:
            break
    for before in range(index - 1, sentence.start - 1, -1):
        if words[before].folded in {",", ";", ":"}:
            return None
        if words[before].folded in _WERDEN:
            return before
    return None


def _names_actor(prose: Prose, sentence: range, first: int, last: int) -> bool:
    if prose.language == "de":
        begin = next(
            (one for one in range(first, sentence.start, -1) if prose.words[one].folded in {",", ";"}), sentence.start
        )
        stop = next((one for one in range(last, sentence.stop) if prose.words[one].folded in {",", ";"}), sentence.stop)
        return any(
            prose.words[one].folded in {"von", "vom", "durch"} and _is_someone(prose.words, one + 1, stop, german=True)
            for one in range(begin, stop)
        )
    return any(
        prose.words[one].folded == "by" and _is_someone(prose.words, one + 1, sentence.stop, german=False)
        for one in range(last + 1, min(last + 1 + _AGENT_WITHIN, sentence.stop))
    )


def _is_someone(words: list[Word], index: int, stop: int, *, german: bool) -> bool:
    """A noun with its article or a name, and not `by e-mail`, `by pressing`, `durch Klicken`, `von 5 Sekunden`."""
    if index >= stop:
        return False
    if words[index].tag in {"det", "abbr"}:
        return True
    if words[index].tag == "adj" and index + 1 < stop:
        return words[index + 1].tag == "noun"
    if german and index > 0 and words[index - 1].folded == "vom":
        return words[index].tag == "noun"
    return (
        words[index].tag == "noun"
        and words[index].folded not in {"e-mail", "email", "means", "default", "mail", "date", "klicken"}
        and (german or words[index].folded.endswith(("s", "er", "or")))
    )
