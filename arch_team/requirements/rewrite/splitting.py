"""Several demands in one sentence, each as a sentence of its own, in the form and the words it was written in.

Only bare actions are split: verbs that share one object, or verbs with an object each, and nothing else that might
belong to one of them or to all. With an object each it must be an ability (`I want to …`, `be able to …`, `… können`):
what a system shall do may be one thing after another, and its parts need each other. All else a person has to split.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.requirements.check.checks.stories import joined_actions
from arch_team.requirements.check.prose import Prose, read
from arch_team.requirements.model import Requirement
from arch_team.requirements.rewrite.kept import lost_words
from arch_team.requirements.rewrite.statements import take_apart
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
    scope, is_ability = (prose.means, True) if prose.means else _demanded(prose)
    actions = list(joined_actions(prose, scope)) if scope else []
    segments = list(_segments(prose, scope, [verb for _, verb in actions])) if actions else []
    if len(segments) <= len(actions) or not _is_sure(prose, segments, is_ability=is_ability):
        return ()
    parts = tuple(_parts(prose, segments))
    if lost_words(text, " ".join(parts), language) or any(_is_broken(part, language) for part in parts):
        return ()
    return parts


def _demanded(prose: Prose) -> tuple[range, bool]:
    """What is demanded in a sentence whose subject is read, and whether it is what somebody shall be able to do."""
    taken = take_apart(prose.text, prose.language)
    statement = taken.statements[0] if taken.statements else None
    if statement is None or not statement.is_read or statement.condition or statement.moved:
        return range(0), False
    action = statement.rest.removeprefix("be able to ")
    is_ability = statement.modal.lower() in {"can", "kann", "können"} or action != statement.rest
    is_ability = is_ability or action.endswith(" können")
    at = prose.text.find(action)
    within = [i for i, word in enumerate(prose.words) if at <= word.start < at + len(action)] if at >= 0 else []
    return range(within[0], within[-1] + 1) if within else range(0), is_ability


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


def _is_sure(prose: Prose, segments: list[_Segment], *, is_ability: bool) -> bool:
    """All are verbs but one, which has the object of all of them; or each is a verb with its object."""
    words, is_english = prose.words, prose.language == "en"
    points = word_set(prose.language, "points")
    for one in segments:
        inner = [words[index] for index in range(one.first, one.stop)]
        if any((w.tag not in _BARE and w.folded not in _GENITIVE) or w.folded in points or w.degree for w in inner):
            return False
        if one.verb != (one.first if is_english else one.stop - 1):
            return False
    own = [any(words[index].tag in _NOUNS for index in range(one.first, one.stop)) for one in segments]
    holder = segments[-1] if is_english else segments[0]
    return (is_ability and all(own)) or [one for one, has in zip(segments, own, strict=True) if has] == [holder]


def _parts(prose: Prose, segments: list[_Segment]) -> Iterator[str]:
    """Each action in the sentence around them, with the object that stands once."""
    text, words, is_english = prose.text, prose.words, prose.language == "en"
    prefix = text[: words[segments[0].first].start]
    suffix = text[words[segments[-1].stop - 1].end :]
    holder = segments[-1] if is_english else segments[0]
    rest = range(holder.verb + 1, holder.stop) if is_english else range(holder.first, holder.verb)
    shared = text[words[rest[0]].start : words[rest[-1]].end] if rest else ""
    for one in segments:
        own = text[words[one.first].start : words[one.stop - 1].end]
        if one.stop - one.first == 1 and one is not holder:
            own = f"{own} {shared}" if is_english else f"{shared} {own}"
        yield f"{prefix}{own}{suffix}".strip()


def _is_broken(part: str, language: Language) -> bool:
    prose = read(Requirement(id="part", text=part, language=language))
    return any(list(joined_actions(prose, scope)) for scope in prose.scopes)
