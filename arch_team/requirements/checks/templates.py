"""What a whole requirement needs: a role, a wish and a benefit in a story; an actor, a modal and a verb in a sentence."""

from collections.abc import Iterator

from arch_team.requirements.checks import Hit, Parameters, number, texts
from arch_team.requirements.phrases import match_at, parse
from arch_team.requirements.reading.prose import Prose
from arch_team.requirements.reading.words import Word

_FINITE = {"verb", "aux", "modal"}


def story_without(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A user story that lacks the part named in `part`: role, means or ends."""
    story = prose.story
    if story is None or getattr(story, str(parameters["part"]), None) is not None:
        return
    yield Hit((prose.span(0, len(prose.words) - 1),) if len(prose.words) < 6 else (), said=str(parameters["part"]))


def story_commas(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A story whose role or benefit is not set off by a comma."""
    story = prose.story
    if story is None or story.role is None:
        return
    joints = [story.means_marker, story.ends_marker]
    missing = [
        one
        for one in joints
        if one is not None and prose.words[one.start].folded != "," and prose.words[one.start - 1].folded != ","
    ]
    if prose.language == "de":
        missing = [one for one in missing if one is story.ends_marker]
    if missing:
        yield Hit(tuple(prose.span(one.start, one.stop - 1) for one in missing))


def missing_modal(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A sentence that states, and does not say that it is required."""
    if prose.story is not None or not _has_verb(prose) or is_gherkin(prose):
        return
    words = prose.words
    phrases = [parse(text, prose.language) for text in texts(parameters, "modals")]
    for sentence in prose.sentences:
        for index in sentence:
            if any(match_at(words, index, phrase, sentence.stop) is not None for phrase in phrases) or _is_to(
                words, index, sentence
            ):
                return
    yield Hit()


def _is_to(words: list[Word], index: int, sentence: range) -> bool:
    """`sind zu behandeln`, `hat anzuzeigen`, `are to be shown`; `wird anzeigen`, the future."""
    word = words[index]
    if word.folded in {"ist", "sind", "hat", "haben"}:
        return any(words[one].tag in {"to", "zuinf"} for one in range(index + 1, sentence.stop))
    if word.folded in {"wird", "werden"}:
        return any(words[one].tag == "inf" for one in range(index + 1, sentence.stop)) and not any(
            words[one].tag == "part" for one in range(index + 1, sentence.stop)
        )
    return word.folded in {"is", "are"} and index + 1 < sentence.stop and words[index + 1].folded == "to"


def is_gherkin(prose: Prose) -> bool:
    """Given/When/Then says what is required without a modal."""
    folded = [word.folded for word in prose.words]
    wants = ("angenommen", "wenn", "dann") if prose.language == "de" else ("given", "when", "then")
    return bool(folded) and folded[0] in {wants[0], wants[1], "gegeben"} and wants[2] in folded and wants[1] in folded


def _has_verb(prose: Prose) -> bool:
    return any(word.tag in _FINITE for word in prose.words) or _is_bare_infinitive(prose)


def _is_bare_infinitive(prose: Prose) -> bool:
    """`Zugriffe sicherstellen`: a German order without a subject."""
    return prose.language == "de" and any(word.tag == "inf" for word in prose.words)


def missing_actor(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """No one acts: an order, `man`, `it shall be possible`."""
    if prose.story is not None or is_gherkin(prose):
        return
    words = prose.words
    phrases = [parse(text, prose.language) for text in texts(parameters, "nobody")]
    someone = [parse(text, prose.language) for text in texts(parameters, "somebody")]
    for sentence in prose.sentences:
        first = next((index for index in sentence if words[index].is_word), None)
        if first is None:
            continue
        for index in sentence:
            for phrase in phrases:
                after = match_at(words, index, phrase, sentence.stop)
                if after is not None and not words[index].is_subordinate:
                    if not any(
                        match_at(words, one, other, sentence.stop)
                        for one in range(index, sentence.stop)
                        for other in someone
                    ):
                        yield Hit((prose.span(index, after - 1),))
                    break
        if (
            prose.language == "en"
            and words[first].tag == "verb"
            and not any(words[one].tag == "modal" for one in sentence)
        ):
            yield Hit((prose.span(first, first),))
        elif prose.language == "de" and not any(words[one].tag in _FINITE for one in sentence):
            if (verb := next((one for one in sentence if words[one].tag == "inf"), None)) is not None:
                yield Hit((prose.span(verb, verb),))


def incomplete(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """No verb at all, or an end in the middle: `The train trip function`, `… shall send the`."""
    words = [word for word in prose.words if word.is_word]
    if not words:
        yield Hit(said="")
        return
    last = prose.words[-1]
    if not any(word.tag in {*_FINITE, "inf", "to", "zuinf"} for word in words) and prose.story is None:
        yield Hit((prose.span(0, len(prose.words) - 1),) if len(words) <= 12 else (prose.span(0, 5),))
    elif (
        last.folded in {",", "/", "-"}
        or (
            last.tag in {"det", "conj", "sub"}
            and prose.language == "en"
            and last.folded not in {"so", "that", "this", "each", "all"}
        )
        or (prose.language == "de" and last.tag in {"det", "conj"})
    ):
        yield Hit((prose.span(len(prose.words) - 1, len(prose.words) - 1),))


def missing_condition(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A reaction (notify, warn) that says nothing of what it reacts to."""
    reactions, triggers = set(texts(parameters, "reactions")), set(texts(parameters, "triggers"))
    words = prose.words
    if prose.story is not None or any(word.folded in triggers for word in words):
        return
    for index, word in enumerate(words):
        if word.tag not in {"verb", "inf", "part"} or word.is_subordinate:
            continue
        if word.folded in reactions:
            yield Hit((prose.span(index, index),))
        return


def question(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    if prose.words and prose.words[-1].folded == "?":
        yield Hit((prose.span(max(0, len(prose.words) - 4), len(prose.words) - 1),))


def long_sentence(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """More words in one sentence than `words` allows; a list with line breaks or bullets is not counted as one."""
    most = int(number(parameters, "words", 38))
    for sentence in prose.sentences:
        counted = sum(prose.words[index].is_word for index in sentence)
        if counted > most:
            yield Hit((prose.span(sentence.start, min(sentence.start + 5, sentence.stop - 1)),), said=str(counted))


def many_conditions(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """More conditions in one sentence than a reader can hold."""
    most = int(number(parameters, "most", 2))
    conditions = set(texts(parameters, "words"))
    for sentence in prose.sentences:
        found = [index for index in sentence if prose.words[index].folded in conditions]
        if len(found) > most:
            yield Hit(tuple(prose.span(index, index) for index in found))
