"""What a user story needs: a role, a wish and a benefit, set apart."""

import re
from collections.abc import Iterator

from arch_team.requirements.check.checks import Hit, Parameters, texts
from arch_team.requirements.check.phrases import match_at, parse
from arch_team.requirements.check.reading.prose import Prose
from arch_team.requirements.model import Span

_BRACKETS = re.compile(r"[(\[{][^()\[\]{}\n]{1,200}[)\]}]")
_BREAKS = frozenset({";", "–", "—", "-", "*"})
_SHORTEST_REMARK = 3
_OBJECT_WITHIN = 10
_VERBAL = frozenset({"verb", "inf"})


def story_without(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A user story that lacks the part named in `part`: role, means or ends."""
    story, part = prose.story, parameters.get("part")
    if story is None:
        return
    parts = {"role": story.role, "means": story.means, "ends": story.ends}
    if parts.get(str(part)) is None:
        yield Hit(said=str(part))


def story_commas(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A story whose role or benefit is not set off by a comma. German needs one before the benefit only."""
    story = prose.story
    if story is None or story.role is None:
        return
    joints = (story.ends_marker,) if prose.language == "de" else (story.means_marker, story.ends_marker)
    missing = [joint for joint in joints if joint is not None and joint.start > 0 and not _has_comma(prose, joint)]
    if missing:
        yield Hit(tuple(prose.span(joint.start, joint.stop - 1) for joint in missing))


def _has_comma(prose: Prose, joint: range) -> bool:
    return "," in {prose.words[joint.start].folded, prose.words[joint.start - 1].folded}


def story_extras(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """What is more than role, means and ends: brackets, a remark after a dash or semicolon, a second sentence."""
    story = prose.story
    if story is None or not (story.role or story.means or story.ends):
        return
    for match in _BRACKETS.finditer(prose.text):
        if match[0] != "(s)":
            yield Hit((Span(start=match.start(), end=match.end(), text=match[0]),))
    end = max(part.stop for part in (story.role, story.means, story.ends) if part)
    first = next((sentence for sentence in prose.sentences if end - 1 in sentence), None)
    begin = min(part.start for part in (story.role, story.means, story.ends) if part)
    for index in range(begin, end - 1):
        if prose.words[index].folded in _BREAKS and prose.words[index].start > prose.words[index - 1].end:
            yield Hit((prose.span(index, min(index + 3, end - 1)),))
            return
    later = [one for one in prose.sentences if first is not None and one.start >= first.stop]
    if later and sum(prose.words[index].is_word for index in later[0]) >= _SHORTEST_REMARK:
        yield Hit((prose.span(later[0].start, later[-1].stop - 1),))


def role_builds(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """The role makes the product, and does not use it: `As a developer`. Then the story tells a solution."""
    story = prose.story
    if story is None or story.role is None:
        return
    makers = [parse(text, prose.language) for text in texts(parameters, "makers")]
    further = (index for index in story.role[1:] if prose.words[index].tag in {"prep", "sub"})
    stop = next(further, story.role.stop)
    for index in range(story.role.start, stop):
        for maker in makers:
            after = match_at(prose.words, index, maker, stop)
            if after is not None and (after == stop or prose.words[after].folded == ","):
                yield Hit((prose.span(index, after - 1),))
                return


def no_feature(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """What is wanted is an attitude or an insight, and nothing that a product could do: `I want to explore …`."""
    story = prose.story
    if story is None or story.means is None:
        return
    first = next((index for index in story.means if prose.words[index].tag not in {"adv", "to"}), story.means.start)
    if prose.words[first].tag in _VERBAL and prose.words[first].lemma in set(texts(parameters, "verbs")):
        yield Hit((prose.span(first, first),))


def builds_product(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """The wish is to make or to judge the product (`develop a model`, `evaluate the framework`), not to use it."""
    story = prose.story
    if story is None or story.means is None:
        return
    verbs, product = set(texts(parameters, "verbs")), set(texts(parameters, "product"))
    words = prose.words
    if prose.language == "de":
        verb = next((i for i in story.means if words[i].tag in _VERBAL and not words[i].is_subordinate), None)
        within = range(story.means.start, verb or story.means.start)
    else:
        verb = next((i for i in story.means if words[i].tag not in {"adv", "to"}), None)
        stop = story.means.stop if verb is None else min(verb + _OBJECT_WITHIN, story.means.stop)
        within = range((verb or 0) + 1, stop)
    if verb is None or words[verb].tag not in _VERBAL or words[verb].lemma not in verbs:
        return
    for index in within:
        if words[index].tag in {"sub", "sign"}:
            return
        if words[index].lemma in product:
            yield Hit((prose.span(min(verb, index), max(verb, index)),))
            return
