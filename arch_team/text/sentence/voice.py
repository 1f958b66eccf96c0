"""The passive: what is done to something, and whether the sentence says by whom."""

from collections.abc import Iterator, Sequence

from arch_team.text.sentence.words import Word, word_set
from arch_team.wire import Language

_AGENT_WITHIN = 8
_ENDS_CLAUSE = frozenset({",", ";", ":"})
_PERSON_ENDINGS = ("s", "er", "or")


def passives(words: Sequence[Word], sentence: range, language: Language) -> Iterator[tuple[int, int]]:
    """The helping verb and the participle of each."""
    for index in sentence:
        if language == "de":
            helper = _helper(words, index, sentence) if words[index].tag == "part" else None
            if helper is not None:
                yield helper, index
        elif words[index].folded in word_set("en", "be"):
            passed = (at for at in range(index + 1, sentence.stop) if words[at].tag not in {"adv", "neg"})
            if (after := next(passed, None)) is not None and words[after].tag == "part":
                yield index, after


def _helper(words: Sequence[Word], index: int, sentence: range) -> int | None:
    """`werden` or `sein` of the same clause: right after the participle, else `werden` before it."""
    for after in range(index + 1, min(index + 4, sentence.stop)):
        if words[after].folded in word_set("de", "passive"):
            return after
        if words[after].tag not in {"conj", "part", "modal"}:
            break
    clause = range(index - 1, sentence.start - 1, -1)
    stops = word_set("de", "werden") | _ENDS_CLAUSE
    found = next((before for before in clause if words[before].folded in stops), None)
    return None if found is None or words[found].folded in _ENDS_CLAUSE else found


def names_actor(words: Sequence[Word], sentence: range, language: Language, first: int, last: int) -> bool:
    """Whether somebody is named by whom it is done; `first` and `last` are the ends of the passive."""
    agents = word_set(language, "agent")
    stop = next((one for one in range(last, sentence.stop) if words[one].folded in _ENDS_CLAUSE), sentence.stop)
    if language == "de":
        before = range(first, sentence.start, -1)
        begin = next((one for one in before if words[one].folded in _ENDS_CLAUSE), sentence.start)
    else:
        begin, stop = last + 1, min(last + 1 + _AGENT_WITHIN, stop)
    return any(
        words[one].folded in agents and _is_someone(words, one + 1, stop, language) for one in range(begin, stop)
    )


def _is_someone(words: Sequence[Word], index: int, stop: int, language: Language) -> bool:
    """A noun with its article or a name, and not `by e-mail`, `by pressing`, `durch Klicken`, `von 5 Sekunden`."""
    word = words[index] if index < stop else None
    if word is None or word.folded in word_set(language, "no_agent"):
        return False
    if word.tag == "adj" and index + 1 < stop:
        return words[index + 1].tag == "noun"
    is_noun = word.tag == "noun" and (language == "de" or word.folded.endswith(_PERSON_ENDINGS))
    return is_noun or word.tag in {"det", "abbr"}
