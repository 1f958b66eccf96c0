"""Several demands in one sentence, each as a sentence of its own, in the form and the words it was written in.

Only verbs that share one object are split, with nothing else beside them that might belong to one or to all. Actions
with an object each may follow from each other (`post jobs and provide details`): those a person has to split.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.statements import take_apart
from arch_team.text.kept import lost_words
from arch_team.text.sentence.coordination import joined_actions
from arch_team.text.sentence.words import word_set
from arch_team.wire import Language

LONGEST = 600
_NOUNS = frozenset({"noun", "abbr"})
_BARE = frozenset({"det", "adj", "noun", "abbr", "verb", "inf"})
_GENITIVE = frozenset({"of", "der", "des", "eines", "einer"})
_DIVIDES = frozenset({",", "and", "und"})


@dataclass(frozen=True, slots=True)
class _Segment:
    """One action: its words from `first` to before `stop`, its verb among them."""

    first: int
    stop: int
    verb: int


def split(text: str, language: Language) -> tuple[str, ...]:
    """The single requirements; none where there is one only, or where it is not sure what belongs to what."""
    if len(text) > LONGEST or "\n" in text.strip():
        return ()
    prose = read(Requirement(id="text", text=text, language=language))
    if prose.story is None and len(prose.sentences) != 1:
        return ()
    scope = prose.means or _demanded(prose)
    actions = list(joined_actions(prose.words, scope, prose.language)) if scope else []
    segments = list(_segments(prose, scope, [verb for _, verb in actions])) if actions else []
    if len(segments) <= len(actions) or not _is_sure(prose, segments):
        return ()
    parts = tuple(_parts(prose, segments))
    if lost_words(text, " ".join(parts), language) or any(_is_broken(part, language) for part in parts):
        return ()
    return parts


def _demanded(prose: Prose) -> range:
    """What is demanded, in a sentence whose subject is read."""
    taken = take_apart(prose.text, prose.language)
    statement = taken.statements[0] if taken.statements else None
    if statement is None or not statement.is_read or statement.condition or statement.moved:
        return range(0)
    action = statement.rest.removeprefix("be able to ")
    at = prose.text.find(action)
    within = [i for i, word in enumerate(prose.words) if at <= word.start < at + len(action)] if at >= 0 else []
    return range(within[0], within[-1] + 1) if within else range(0)


def _segments(prose: Prose, scope: range, verbs: list[int]) -> Iterator[_Segment]:
    """What stands between the commas and conjunctions, each with one of the verbs; the first has one, too."""
    words, last = prose.words, scope.stop
    while last > scope.start and (words[last - 1].tag in {"sign", "modal"} or words[last - 1].folded == "können"):
        last -= 1
    start = scope.start
    for index in range(scope.start, last + 1):
        if index == last or words[index].folded in _DIVIDES:
            acts = [i for i in range(start, index) if i in verbs or words[i].tag in {"verb", "inf"}]
            if len(acts) == 1:
                yield _Segment(start, index, acts[0])
            elif index > start:
                return
            start = index + 1


def _is_sure(prose: Prose, segments: list[_Segment]) -> bool:
    """All are verbs but one, which has the object of all of them."""
    words, holder, bare = prose.words, _holder(prose, segments), word_set(prose.language, "points")
    inner = [words[index] for index in range(holder.first, holder.stop)]
    if any((one.tag not in _BARE and one.folded not in _GENITIVE) or one.folded in bare or one.degree for one in inner):
        return False
    at_edge = holder.verb == (holder.first if prose.language == "en" else holder.stop - 1)
    has_object = any(one.tag in _NOUNS for one in inner)
    return at_edge and has_object and all(one.stop - one.first == 1 for one in segments if one is not holder)


def _holder(prose: Prose, segments: list[_Segment]) -> _Segment:
    """The one with the object: the last in English, the first in German."""
    return segments[-1] if prose.language == "en" else segments[0]


def _parts(prose: Prose, segments: list[_Segment]) -> Iterator[str]:
    """Each verb in the sentence around them, with the object that stands once."""
    text, words, holder = prose.text, prose.words, _holder(prose, segments)
    prefix = text[: words[segments[0].first].start]
    suffix = text[words[segments[-1].stop - 1].end :]
    is_english = prose.language == "en"
    rest = range(holder.verb + 1, holder.stop) if is_english else range(holder.first, holder.verb)
    shared = text[words[rest[0]].start : words[rest[-1]].end]
    for verb in (words[one.verb].text for one in segments):
        yield f"{prefix}{verb} {shared}{suffix}".strip() if is_english else f"{prefix}{shared} {verb}{suffix}".strip()


def _is_broken(part: str, language: Language) -> bool:
    prose = read(Requirement(id="part", text=part, language=language))
    return any(list(joined_actions(prose.words, scope, prose.language)) for scope in prose.scopes)
