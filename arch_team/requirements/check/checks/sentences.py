"""What a sentence needs: a verb, a modal, an actor, a condition where it reacts; how much it may hold; its voice."""

from collections.abc import Iterator

from arch_team.requirements.check.prose import Prose
from arch_team.requirements.check.rules import Hit, Parameters, check
from arch_team.text.sentence.voice import names_actor, passives
from arch_team.text.sentence.words import word_set

_FINITE = frozenset({"verb", "aux", "modal"})
_VERBAL = frozenset({*_FINITE, "inf", "to", "zuinf"})
_SAYS = frozenset({"verb", "aux", "inf", "zuinf", "part", "past"})
_SHOWN = 6
_UNFINISHED = frozenset({",", "/", "-"})


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
        for helper, participle in passives(prose.words, sentence, prose.language):
            word, (first, last) = prose.words[participle], sorted((helper, participle))
            if word.folded in given.words("states"):
                continue
            # `ist geöffnet`: how something is, not what is done to it.
            is_state = prose.language == "de" and prose.words[helper].folded in word_set("de", "sein")
            is_main = not is_state and not word.is_subordinate
            if (is_main and not names_actor(prose.words, sentence, prose.language, first, last)) == (
                given.text("actor") == "missing"
            ):
                # A condition tells of a state: that it is told in the passive is worth a remark, and costs nothing.
                yield Hit((prose.span(first, last),), weight=None if is_main else 0.0)
