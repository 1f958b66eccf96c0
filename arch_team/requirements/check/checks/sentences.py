"""What a sentence needs: a verb, a modal, an actor, a condition where it reacts; how much it may hold; its voice."""

from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.requirements.check.checks.registry import Hit, Parameters, amount, check, texts
from arch_team.requirements.check.prose import Prose
from arch_team.text.sentence.phrases import Phrase, match_at, parse
from arch_team.text.sentence.words import Word, word_set

_FINITE = {"verb", "aux", "modal"}
_VERBAL = {*_FINITE, "inf", "to", "zuinf"}
_SHOWN = 6
_SAYS = frozenset({"verb", "aux", "inf", "zuinf", "part", "past"})
_UNFINISHED = frozenset({",", "/", "-"})


def is_scenario(prose: Prose) -> bool:
    """Given/When/Then says what is required without a modal."""
    folded = [word.folded for word in prose.words]
    given, when, then = (word_set(prose.language, name) for name in ("given", "when", "then"))
    return bool(folded) and folded[0] in given | when and bool(when & set(folded)) and bool(then & set(folded))


@check
def missing_modal(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A text that states, and does not say that it is required."""
    if prose.story is not None or is_scenario(prose):
        return
    if not any(word.tag in {*_FINITE, "inf"} for word in prose.words):
        return
    phrases = _phrases(prose, parameters, "modals")
    for sentence in prose.sentences:
        for index in sentence:
            if _matches(prose, index, sentence, phrases) is not None or _is_to(prose, index, sentence):
                return
    yield Hit()


def _is_to(prose: Prose, index: int, sentence: range) -> bool:
    """`sind zu behandeln`, `hat anzuzeigen`, `are to be shown`; `wird anzeigen`, the future."""
    words, word = prose.words, prose.words[index]
    rest = {words[one].tag for one in range(index + 1, sentence.stop)}
    if word.folded not in word_set(prose.language, "modal_to"):
        is_future = prose.language == "de" and word.folded in word_set("de", "future")
        return is_future and "inf" in rest and "part" not in rest
    if prose.language == "de":
        return bool(rest & {"to", "zuinf"})
    return index + 1 < sentence.stop and words[index + 1].folded == "to"


@check
def missing_actor(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """No one acts: an order, `man`, `it shall be possible`."""
    if prose.story is not None or is_scenario(prose):
        return
    nobody, somebody = _phrases(prose, parameters, "nobody"), _phrases(prose, parameters, "somebody")
    for sentence in prose.sentences:
        if (found := _nobody(prose, sentence, nobody, somebody)) is not None:
            yield Hit((prose.span(found.start, found.stop - 1),))
        elif (verb := _order(prose.words, sentence, is_german=prose.language == "de")) is not None:
            yield Hit((prose.span(verb, verb),))


def _nobody(prose: Prose, sentence: range, nobody: tuple[Phrase, ...], somebody: tuple[Phrase, ...]) -> range | None:
    for index in sentence:
        after = None if prose.words[index].is_subordinate else _matches(prose, index, sentence, nobody)
        if after is not None:
            rest = range(index, sentence.stop)
            named = any(_matches(prose, one, sentence, somebody) is not None for one in rest)
            return None if named else range(index, after)
    return None


def _order(words: list[Word], sentence: range, *, is_german: bool) -> int | None:
    """`Make the search better.`, `Zugriffe sicherstellen.`: the verb of a sentence without a subject."""
    if is_german:
        if any(words[one].tag in _FINITE for one in sentence):
            return None
        return next((one for one in sentence if words[one].tag == "inf"), None)
    first = next((one for one in sentence if words[one].is_word), None)
    if first is None or words[first].tag != "verb" or any(words[one].tag == "modal" for one in sentence):
        return None
    return first


@check
def incomplete(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """No verb at all, or an end in the middle: `The train trip function`, `… shall send the`."""
    words = prose.words
    if not any(word.is_word for word in words):
        yield Hit(weight=1.0)
        return
    last = len(words) - 1
    if prose.story is None and not any(word.tag in _VERBAL for word in words):
        yield Hit((prose.span(0, min(last, 2 * _SHOWN)),))
    elif prose.story is None and (half := _half(prose)) is not None:
        yield Hit((prose.span(half.start, half.stop - 1),))
    elif words[last].folded in _UNFINISHED or (
        words[last].tag in {"det", "conj"} and words[last].folded not in word_set(prose.language, "may_end")
    ):
        yield Hit((prose.span(last, last),))


def _half(prose: Prose) -> range | None:
    """A sentence whose modal has nobody before it, or nothing behind it: `Must stop.`, `The pump shall.`"""
    words, is_german = prose.words, prose.language == "de"
    for sentence in prose.sentences:
        inner = [index for index in sentence if words[index].is_word]
        modals = (index for index in inner if words[index].tag == "modal" and not words[index].is_subordinate)
        modal = next(modals, None)
        if modal is None or words[sentence.stop - 1].folded == "?":
            continue
        before = any(words[index].tag not in {"num", "adv"} for index in inner if index < modal)
        if not before and not (is_german and any(words[index].tag == "pron" for index in inner)):
            return range(modal, modal + 1)
        behind = {words[index].tag for index in inner if index > modal}
        verbs = {words[index].tag for index in inner if index != modal and not words[index].is_subordinate}
        if not behind & _SAYS and (is_german or not behind) and not verbs & _SAYS:
            return range(inner[0], modal + 1)
        if not behind:
            return range(inner[0], modal + 1)
    return None


@check
def missing_condition(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A reaction (notify, warn) that says nothing of what it reacts to."""
    reactions, triggers = set(texts(parameters, "reactions")), set(texts(parameters, "triggers"))
    if prose.story is not None or any(word.folded in triggers for word in prose.words):
        return
    verbs = (index for index in prose.tags("verb", "inf", "part") if not prose.words[index].is_subordinate)
    first = next(verbs, None)
    if first is not None and prose.words[first].folded in reactions:
        yield Hit((prose.span(first, first),))


@check
def question(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    last = len(prose.words) - 1
    if prose.words and prose.words[last].folded == "?":
        yield Hit((prose.span(max(0, last - 3), last),))


@check
def long_sentence(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """More words in one sentence than `words` allows."""
    most = int(amount(parameters, "words", 38))
    for sentence in prose.scopes:
        counted = sum(prose.words[index].is_word for index in sentence)
        if counted > most:
            shown = prose.span(sentence.start, min(sentence.start + _SHOWN - 1, sentence.stop - 1))
            yield Hit((shown,), said=str(counted))


@check
def wordy(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A sentence that is not yet long: each word above `words`, up to `most`, costs `each`."""
    least, most = int(amount(parameters, "words", 25)), int(amount(parameters, "most", 38))
    counted = max((sum(prose.words[i].is_word for i in one) for one in prose.scopes), default=0)
    if least < counted <= most:
        weight = round(amount(parameters, "each", 0.01) * (counted - least), 4)
        yield Hit(said=str(counted), weight=weight)


def _phrases(prose: Prose, parameters: Parameters, name: str) -> tuple[Phrase, ...]:
    return tuple(parse(text, prose.language) for text in texts(parameters, name))


def _matches(prose: Prose, index: int, sentence: range, phrases: tuple[Phrase, ...]) -> int | None:
    """The index after the first of the phrases that begins here."""
    ends = (match_at(prose.words, index, phrase, sentence.stop) for phrase in phrases)
    return next((after for after in ends if after is not None), None)


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


@check
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
                # A condition tells of a state: that it is told in the passive is worth a remark, and costs nothing.
                weight = None if is_main else 0.0
                yield Hit((prose.span(found.first, found.last),), weight=weight)


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
