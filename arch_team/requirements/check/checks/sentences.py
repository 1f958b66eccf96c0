"""What a sentence needs: a verb, a modal, an actor, a condition where it reacts; how much it may hold; its voice."""

from collections.abc import Iterator

from arch_team.requirements.check.prose import Prose
from arch_team.requirements.check.rules import Hit, Parameters, check
from arch_team.text.sentence.words import word_set

_FINITE = frozenset({"verb", "aux", "modal"})
_VERBAL = frozenset({*_FINITE, "inf", "to", "zuinf"})
_SAYS = frozenset({"verb", "aux", "inf", "zuinf", "part", "past"})
_SHOWN = 6
_UNFINISHED = frozenset({",", "/", "-"})
_AGENT_WITHIN = 8
_ENDS_CLAUSE = frozenset({",", ";", ":"})
_PERSON_ENDINGS = ("s", "er", "or")


def is_scenario(prose: Prose) -> bool:
    """Given/When/Then says what is required without a modal."""
    folded = [word.folded for word in prose.words]
    given, when, then = (word_set(prose.language, name) for name in ("given", "when", "then"))
    return bool(folded) and folded[0] in given | when and bool(when & set(folded)) and bool(then & set(folded))


@check
def missing_modal(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """A text that states, and does not say that it is required."""
    states = any(word.tag in {*_FINITE, "inf"} for word in prose.words)
    if prose.story is None and states and not is_scenario(prose):
        begins = (prose.begins(index, given.phrases("modals")) is not None for index in range(len(prose.words)))
        if not any(begins) and not any(_is_to(prose, index) for index in range(len(prose.words))):
            yield Hit()


def _is_to(prose: Prose, index: int) -> bool:
    """`sind zu behandeln`, `hat anzuzeigen`, `are to be shown`; `wird anzeigen`, the future."""
    word, following = prose.words[index], prose.after(index)
    is_modal = word.folded in word_set(prose.language, "modal_to")
    if prose.language == "en":
        return is_modal and following is not None and following.folded == "to"
    rest = {one.tag for one in prose.words[index + 1 : prose.sentence_of(index).stop]}
    if is_modal:
        return bool(rest & {"to", "zuinf"})
    return word.folded in word_set("de", "future") and "inf" in rest and "part" not in rest


@check
def missing_actor(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """No one acts: an order, `man`, `it shall be possible`."""
    for sentence in prose.sentences if prose.story is None and not is_scenario(prose) else ():
        if (found := _nobody(prose, sentence, given) or _order(prose, sentence)) is not None:
            yield Hit((prose.span(found.start, found.stop - 1),))


def _nobody(prose: Prose, sentence: range, given: Parameters) -> range | None:
    for index in sentence:
        after = None if prose.words[index].is_subordinate else prose.begins(index, given.phrases("nobody"))
        if after is not None:
            rest = range(index, sentence.stop)
            named = any(prose.begins(one, given.phrases("somebody")) is not None for one in rest)
            return None if named else range(index, after)
    return None


def _order(prose: Prose, sentence: range) -> range | None:
    """`Make the search better.`, `Zugriffe sicherstellen.`: the verb of a sentence without a subject."""
    words, is_german = prose.words, prose.language == "de"
    if any(words[one].tag in (_FINITE if is_german else {"modal"}) for one in sentence):
        return None
    looked_for = (one for one in sentence if (words[one].tag == "inf" if is_german else words[one].is_word))
    verb = next(looked_for, None)
    return range(verb, verb + 1) if verb is not None and words[verb].tag in {"inf", "verb"} else None


@check
def incomplete(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """No verb at all, or an end in the middle: `The train trip function`, `… shall send the`."""
    words, last = prose.words, len(prose.words) - 1
    if not any(word.is_word for word in words):
        yield Hit(weight=1.0)
    elif prose.story is None and not any(word.tag in _VERBAL for word in words):
        yield Hit((prose.span(0, min(last, 2 * _SHOWN)),))
    elif prose.story is None and (half := _half(prose)) is not None:
        yield Hit((prose.span(half.start, half.stop - 1),))
    else:
        may_end = words[last].tag not in {"det", "conj"} or words[last].folded in word_set(prose.language, "may_end")
        if words[last].folded in _UNFINISHED or not may_end:
            yield Hit((prose.span(last, last),))


def _half(prose: Prose) -> range | None:
    """A sentence whose modal has nobody before it, or nothing behind it: `Must stop.`, `The pump shall.`"""
    words, is_german = prose.words, prose.language == "de"
    for sentence in prose.sentences:
        inner = [index for index in sentence if words[index].is_word]
        main = [index for index in inner if not words[index].is_subordinate]
        modal = next((index for index in main if words[index].tag == "modal"), None)
        if modal is None or words[sentence.stop - 1].folded == "?":
            continue
        before = any(words[index].tag not in {"num", "adv"} for index in inner if index < modal)
        if not before and not (is_german and any(words[index].tag == "pron" for index in inner)):
            return range(modal, modal + 1)
        behind = {words[index].tag for index in inner if index > modal}
        verbs = behind | {words[index].tag for index in main if index != modal}
        if not behind or (is_german and not verbs & _SAYS):
            return range(inner[0], modal + 1)
    return None


@check
def missing_condition(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """A reaction (notify, warn) that says nothing of what it reacts to."""
    words = prose.words
    if prose.story is not None or any(word.folded in given.words("triggers") for word in words):
        return
    verbs = (i for i, word in enumerate(words) if word.tag in {"verb", "inf", "part"} and not word.is_subordinate)
    first = next(verbs, None)
    if first is not None and words[first].folded in given.words("reactions"):
        yield Hit((prose.span(first, first),))


@check
def long_sentence(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """More words in one sentence than `words` allows."""
    for sentence in prose.scopes:
        if (counted := prose.count(sentence)) > given.number("words", 38):
            shown = prose.span(sentence.start, min(sentence.start + _SHOWN, sentence.stop) - 1)
            yield Hit((shown,), said=str(counted))


@check
def wordy(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """A sentence that is not yet long: each word above `words`, up to `most`, costs `each`."""
    least = int(given.number("words", 25))
    counted = max(map(prose.count, prose.scopes), default=0)
    if least < counted <= given.number("most", 38):
        yield Hit(said=str(counted), weight=round(given.number("each", 0.01) * (counted - least), 4))


@check
def passive(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """`actor: missing` gives those of a main clause that name no one who acts; otherwise all the others."""
    for sentence in prose.sentences if not is_scenario(prose) else ():
        for helper, participle in _passives(prose, sentence):
            word, (first, last) = prose.words[participle], sorted((helper, participle))
            if word.folded in given.words("states"):
                continue
            # `ist geöffnet`: how something is, not what is done to it.
            is_state = prose.language == "de" and prose.words[helper].folded in word_set("de", "sein")
            is_main = not is_state and not word.is_subordinate
            if (is_main and not _names_actor(prose, sentence, first, last)) == (given.text("actor") == "missing"):
                # A condition tells of a state: that it is told in the passive is worth a remark, and costs nothing.
                yield Hit((prose.span(first, last),), weight=None if is_main else 0.0)


def _passives(prose: Prose, sentence: range) -> Iterator[tuple[int, int]]:
    """The helping verb and the participle of each."""
    words = prose.words
    for index in sentence:
        if prose.language == "de":
            helper = _helper(prose, index, sentence) if words[index].tag == "part" else None
            if helper is not None:
                yield helper, index
        elif words[index].folded in word_set("en", "be"):
            passed = (at for at in range(index + 1, sentence.stop) if words[at].tag not in {"adv", "neg"})
            if (after := next(passed, None)) is not None and words[after].tag == "part":
                yield index, after


def _helper(prose: Prose, index: int, sentence: range) -> int | None:
    """`werden` or `sein` of the same clause: right after the participle, else `werden` before it."""
    words = prose.words
    for after in range(index + 1, min(index + 4, sentence.stop)):
        if words[after].folded in word_set("de", "passive"):
            return after
        if words[after].tag not in {"conj", "part", "modal"}:
            break
    clause = range(index - 1, sentence.start - 1, -1)
    stops = word_set("de", "werden") | _ENDS_CLAUSE
    found = next((before for before in clause if words[before].folded in stops), None)
    return None if found is None or words[found].folded in _ENDS_CLAUSE else found


def _names_actor(prose: Prose, sentence: range, first: int, last: int) -> bool:
    words, agents = prose.words, word_set(prose.language, "agent")
    stop = next((one for one in range(last, sentence.stop) if words[one].folded in _ENDS_CLAUSE), sentence.stop)
    if prose.language == "de":
        before = range(first, sentence.start, -1)
        begin = next((one for one in before if words[one].folded in _ENDS_CLAUSE), sentence.start)
    else:
        begin, stop = last + 1, min(last + 1 + _AGENT_WITHIN, stop)
    return any(words[one].folded in agents and _is_someone(prose, one + 1, stop) for one in range(begin, stop))


def _is_someone(prose: Prose, index: int, stop: int) -> bool:
    """A noun with its article or a name, and not `by e-mail`, `by pressing`, `durch Klicken`, `von 5 Sekunden`."""
    word = prose.words[index] if index < stop else None
    if word is None or word.folded in word_set(prose.language, "no_agent"):
        return False
    if word.tag == "adj" and index + 1 < stop:
        return prose.words[index + 1].tag == "noun"
    is_noun = word.tag == "noun" and (prose.language == "de" or word.folded.endswith(_PERSON_ENDINGS))
    return is_noun or word.tag in {"det", "abbr"}
