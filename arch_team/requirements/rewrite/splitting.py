"""Several demands in one sentence, each as a sentence of its own, in the form and the words it was written in.

Coordination decides: verbs joined by `and` in the main clause. An object that stands only once belongs to all of them.
Where it cannot be told what a condition, a measure or a pronoun belongs to, nothing is split: then a person is asked.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.requirements.check.checks.stories import joined_actions
from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.kept import lost_words
from arch_team.requirements.rewrite.nature import grammar
from arch_team.requirements.rewrite.statements import take_apart
from arch_team.text.sentence.words import word_set
from arch_team.wire import Language

LONGEST = 600
_NOUNS = frozenset({"noun", "abbr"})
_DIVIDES = frozenset({",", ";", ":", "/"})
_GOES_ON = frozenset(
    {"then", "instead", "also", "dann", "danach", "anschliessend", "stattdessen", "auch", "somit", "daher", "thus"}
    | {"immediately", "directly", "subsequently", "sofort", "direkt", "only", "nur"}
)
"""An action with one of these needs the one before it."""
_SKIPPED = frozenset({"modal", "to", "sign", "conj"})


@dataclass(frozen=True, slots=True)
class _Segment:
    """One action: its words from `first` to before `stop`, its verb among them."""

    first: int
    stop: int
    verb: int


def split(text: str, language: Language) -> tuple[str, ...]:
    """The single requirements; none where there is one only, or where it is not sure what belongs to what."""
    if len(text) > LONGEST or "\n" in text.strip() or any(sign in text for sign in (";", "→", "->")):
        return ()
    prose = read(Requirement(id="text", text=text, language=language))
    scopes = [prose.story.means] if prose.story and prose.story.means else prose.sentences
    joined = [(scope, list(joined_actions(prose, scope))) for scope in scopes]
    several = [(scope, actions) for scope, actions in joined if actions]
    if len(several) != 1 or (prose.story is None and len(prose.sentences) != 1):
        return ()
    scope, actions = several[0]
    folded = {prose.words[index].folded for index in scope}
    if not grammar(language, "negates").isdisjoint(folded) or len(folded & {"and", "or", "und", "oder"}) > 1:
        return ()  # `is kept secret and not given away or sold`
    segments = _german(prose, scope, actions) if language == "de" else _english(prose, scope, actions)
    if not segments or not _is_sure(prose, segments):
        return ()
    if _goes_on(prose, scope, segments[-1].stop):
        return ()
    parts = tuple(_parts(prose, segments))
    if lost_words(text, " ".join(parts), language) or any(_is_broken(part, language) for part in parts):
        return ()
    return parts


def _goes_on(prose: Prose, scope: range, stop: int) -> bool:
    """More is said behind the last action: of a list that is left open, or of that action alone."""
    behind = prose.words[stop : scope.stop]
    said = prose.story is None and any(word.is_word and word.tag != "modal" for word in behind)
    return said or any(word.folded in {"..", "...", "…"} for word in prose.words[stop:])


def _english(prose: Prose, scope: range, actions: list[tuple[int, int]]) -> list[_Segment]:
    """From a verb to the conjunction before the next."""
    words, kind = prose.words, prose.words[actions[0][1]].tag
    before = range(scope.start, actions[0][0])
    same = (index for index in before if words[index].tag == kind and not words[index].is_subordinate)
    led = [index for index in same if _is_led(prose, index)]
    if not led or (len(led) > 1 and led[-1] + 1 != _before(prose, actions[0][0])):
        return []  # `use X to reduce A and improve B`: it is not sure which verb the second stands beside
    first = led[-1]
    if any(words[index].folded == "to" for index in range(first + 1, actions[0][0])):
        return []  # `use X to target A and maximize B`: what is joined may be the purpose
    said = {words[index].folded for index in range(scope.start, first)}
    helpers = (word for join, verb in actions for word in words[join:verb] if word.tag in {"modal", "aux"})
    if any(word.folded not in said for word in helpers):
        return []  # `is owned by one and can be used by all`: each has its own helping verb
    stop = scope.stop
    while stop > scope.start and words[stop - 1].tag == "sign":
        stop -= 1
    starts = [first, *(_skipped(prose, join + 1) for join, _ in actions)]
    ends = [*(_before(prose, join) for join, _ in actions), stop]
    return [
        _Segment(start, end, verb)
        for start, end, verb in zip(starts, ends, (first, *(verb for _, verb in actions)), strict=True)
    ]


def _is_led(prose: Prose, index: int) -> bool:
    """A modal, `to` or a helping verb stands before it."""
    return any(one.tag in {"modal", "to", "aux"} for one in prose.words[max(0, index - 4) : index])


def _skipped(prose: Prose, index: int) -> int:
    while prose.words[index].tag in _SKIPPED:
        index += 1
    return index


def _before(prose: Prose, join: int) -> int:
    """The conjunction with the comma before it."""
    return join - 1 if prose.words[join - 1].folded == "," else join


def _german(prose: Prose, scope: range, actions: list[tuple[int, int]]) -> list[_Segment]:
    """From behind a conjunction to the verb. The first begins behind modal and subject."""
    words = prose.words
    verbs = [verb for _, verb in actions]
    if any(words[verb].tag != "inf" or words[verb - 1].tag == "to" for verb in verbs):
        return []
    begin = scope.start if prose.story else _demand_start(prose)
    before = range(begin, actions[0][0]) if begin is not None else range(0)
    firsts = [i for i in before if words[i].tag == "inf" and not words[i].is_subordinate]
    if begin is None or not firsts:
        return []
    starts = [begin, *(_skipped(prose, join + 1) for join, _ in actions)]
    pairs = zip(starts, (firsts[-1], *verbs), strict=True)
    return [_Segment(start, verb + 1, verb) for start, verb in pairs if start <= verb]


def _demand_start(prose: Prose) -> int | None:
    """The first word of what is demanded, in a sentence whose subject is read."""
    taken = take_apart(prose.text, "de")
    statement = taken.statements[0] if taken.statements else None
    if statement is None or not statement.is_read or statement.rest not in " ".join(prose.text.split()):
        return None
    at = prose.text.find(statement.rest[:40])
    return next((i for i, word in enumerate(prose.words) if word.start >= at >= 0), None)


def _is_sure(prose: Prose, segments: list[_Segment]) -> bool:
    words = prose.words
    if any(words[index].folded in _DIVIDES for one in segments for index in range(one.first, one.stop)):
        return False
    for segment in segments[1:]:
        points = word_set(prose.language, "points") | _GOES_ON
        if any(words[index].folded in points for index in range(segment.first, segment.stop)):
            return False
    own = [_has_object(prose, segment) for segment in segments]
    if len(set(own[:-1] if prose.language == "en" else own[1:])) > 1:
        return False  # `append a record, save, and refresh the list`: what is saved?
    last = segments[-1]
    bound = any(words[index].tag in {"num", "sub"} for index in range(last.verb, last.stop))
    if prose.language == "en":
        if words[segments[0].verb - 1].tag == "adv":
            return False  # `quickly search and export`: it may be meant of both
        if not any(own[:-1]) and any(words[one.stop].folded == "," for one in segments[-2:-1]):
            return False  # `build, test, and run the tests`: what is built?
        is_passive = words[last.verb].tag == "part" and not any(own)
        behind = (words[index] for index in range(last.verb, last.stop))
        led = any(word.tag in {"prep", "to", "ing"} and word.folded != "of" for word in behind)
        if led and not all(own) and not is_passive:
            return False  # `send and receive messages from users`: sent they are to them
        return (own[-1] or is_passive) and not (bound and any(own[:-1]))
    first = [words[index] for index in range(segments[0].first, segments[0].verb)]
    # `Termine anlegen und nach Fahrten suchen`: the first one's object need not be the second one's.
    led = [one for segment in segments[1:] for one in words[segment.first : segment.stop] if one.tag == "prep"]
    if not all(own) and any(one.folded not in word_set("de", "ways") for one in led):
        return False
    # `als Einziger Rollen …`, `in der Liste Einträge …`, `schnell`: it may be meant of all of them
    leads = bool(first) and (first[0].tag in {"prep", "sub"} or first[0].folded == "als")
    return (
        own[0]
        and not leads
        and not any(word.tag in {"num", "adv"} or (word.tag == "adj" and word.lemma == word.folded) for word in first)
    )


def _has_object(prose: Prose, segment: _Segment) -> bool:
    """A noun that no preposition leads."""
    led = False
    for index in range(segment.first, segment.stop):
        if prose.words[index].tag == "prep":
            led = True
        elif prose.words[index].tag in _NOUNS:
            if not led:
                return True
            led = False
    return False


def _parts(prose: Prose, segments: list[_Segment]) -> Iterator[str]:
    text, words = prose.text, prose.words
    prefix = text[: words[segments[0].first].start]
    suffix = text[words[segments[-1].stop - 1].end :]
    for segment in segments:
        own = text[words[segment.first].start : words[segment.stop - 1].end]
        if not _has_object(prose, segment):
            own = _with_shared(prose, segments, segment, own)
        yield f"{prefix}{own}{suffix}".strip()


def _with_shared(prose: Prose, segments: list[_Segment], segment: _Segment, own: str) -> str:
    """The object that stands once: after the last verb in English, before the first in German."""
    text, words = prose.text, prose.words
    if prose.language == "en":
        last = segments[-1]
        start = last.verb + 1
        while start < last.stop and words[start].tag == "adv":
            start += 1
        shared = range(start, last.stop)
        is_last = segment is last or not shared
        return own if is_last else f"{own} {text[words[shared.start].start : words[shared.stop - 1].end]}"
    first = segments[0]
    stop = first.verb
    if segment.first != segment.verb:
        led = (index for index in range(first.first, first.verb) if words[index].tag in {"prep", "sub"})
        stop = next(led, first.verb)
    shared = text[words[first.first].start : words[stop - 1].end] if stop > first.first else ""
    return f"{shared} {own}".strip()


def _is_broken(part: str, language: Language) -> bool:
    prose = read(Requirement(id="part", text=part, language=language))
    scopes = [prose.story.means] if prose.story and prose.story.means else prose.sentences
    return any(list(joined_actions(prose, scope)) for scope in scopes)
