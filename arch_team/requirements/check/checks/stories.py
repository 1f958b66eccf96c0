"""What a user story needs, each part by itself; and whether stories and sentences demand one thing or several."""

import re
from collections.abc import Iterator

from arch_team.requirements.check.prose import Prose
from arch_team.requirements.check.rules import Hit, Parameters, check
from arch_team.requirements.model import Span
from arch_team.text.sentence.coordination import joined_actions
from arch_team.text.sentence.phrases import match_at

_BRACKETS = re.compile(r"[(\[{][^()\[\]{}\n]{1,200}[)\]}]")
_BREAKS = frozenset({";", "–", "—", "-", "*"})
_SHORTEST = 3
"""Words of a remark, or of a second sentence, that is worth a word."""
_OBJECT_WITHIN = 10
_VERBS = frozenset({"verb", "inf"})
_JOINABLE = frozenset({"verb", "ing", "part", "inf"})
_THINGS = frozenset({"noun", "abbr"})


@check
def story_without(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """A user story that lacks the part named in `part`: role, means or ends."""
    story, part = prose.story, given.text("part")
    if story is not None and {"role": story.role, "means": story.means, "ends": story.ends}.get(part) is None:
        yield Hit(said=part)


@check
def story_commas(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """A story whose role or benefit is not set off by a comma. German needs one before the benefit only."""
    story = prose.story
    if story is None or story.role is None:
        return
    joints = (story.ends_marker,) if prose.language == "de" else (story.means_marker, story.ends_marker)
    missing = [
        joint
        for joint in joints
        if joint and joint.start > 0 and "," not in {prose.words[joint.start - at].folded for at in (0, 1)}
    ]
    if missing:
        yield Hit(tuple(prose.span(joint.start, joint.stop - 1) for joint in missing))


@check
def story_extras(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """What is more than role, means and ends: brackets, a remark after a dash or semicolon, a second sentence."""
    story, words = prose.story, prose.words
    parts = [part for part in (story.role, story.means, story.ends) if part] if story else []
    if not parts:
        return
    for match in _BRACKETS.finditer(prose.text):
        if match[0] != "(s)":
            yield Hit((Span(start=match.start(), end=match.end(), text=match[0]),))
    begin, end = min(part.start for part in parts), max(part.stop for part in parts)
    for index in range(begin, end - 1):
        if words[index].folded in _BREAKS and words[index].start > words[index - 1].end:
            yield Hit((prose.span(index, min(index + 3, end - 1)),))
            return
    later = [one for one in prose.sentences if one.start >= prose.sentence_of(end - 1).stop]
    if later and prose.count(later[0]) >= _SHORTEST:
        yield Hit((prose.span(later[0].start, later[-1].stop - 1),))


@check
def role_builds(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """The role makes the product, and does not use it: `As a developer`. Then the story tells a solution."""
    role = prose.story.role if prose.story else None
    if role is None:
        return
    stop = next((index for index in role[1:] if prose.words[index].tag in {"prep", "sub"}), role.stop)
    for index in range(role.start, stop):
        ends = (match_at(prose.words, index, maker, stop) for maker in given.phrases("makers"))
        for after in ends:
            if after is not None and (after == stop or prose.words[after].folded == ","):
                yield Hit((prose.span(index, after - 1),))
                return


@check
def no_feature(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """What is wanted is an attitude or an insight, and nothing that a product could do: `I want to explore …`."""
    first = next((index for index in prose.means if prose.words[index].tag not in {"adv", "to"}), None)
    if first is not None and prose.words[first].tag in _VERBS and prose.words[first].lemma in given.words("verbs"):
        yield Hit((prose.span(first, first),))


@check
def builds_product(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """The wish is to make or to judge the product (`develop a model`, `evaluate the framework`), not to use it."""
    words, means, is_german = prose.words, prose.means, prose.language == "de"
    verbs = (
        index
        for index in means
        if (words[index].tag in _VERBS and not words[index].is_subordinate)
        or (not is_german and words[index].tag not in {"adv", "to"})
    )
    verb = next(verbs, None)
    if verb is None or words[verb].tag not in _VERBS or words[verb].lemma not in given.words("verbs"):
        return
    within = range(means.start, verb) if is_german else range(verb + 1, min(verb + _OBJECT_WITHIN, means.stop))
    for index in within:
        if words[index].tag in {"sub", "sign"}:
            return
        if words[index].lemma in given.words("product"):
            yield Hit((prose.span(min(verb, index), max(verb, index)),))
            return


@check
def several_actions(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """Each action joined to an earlier one by one of the conjunctions in `with`."""
    for scope in prose.scopes:
        for join, verb in joined_actions(prose.words, scope, prose.language, given.words("with")):
            phrase = " ".join(word.folded for word in prose.words[max(scope.start, join - 1) : verb + 1])
            if phrase not in given.words("idioms") and "/" not in phrase:
                yield Hit((prose.span(join, verb),))


@check
def several_imperatives(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """The binding modals of main clauses, where there is more than one."""
    words = prose.words
    found = [
        index
        for scope in prose.scopes
        for index in scope
        if words[index].folded in given.words("modals")
        and not words[index].is_subordinate
        and not _is_clause_final(prose, index)
    ]
    if len(found) > 1:
        yield Hit(tuple(prose.span(index, index) for index in found))


def _is_clause_final(prose: Prose, index: int) -> bool:
    """`… stornieren können`: the second half of `muss … können`."""
    if prose.language == "en" or index == 0 or prose.words[index - 1].tag not in {"inf", "part", "aux"}:
        return False
    return index + 1 >= len(prose.words) or prose.words[index + 1].tag in {"sign", "conj"}


@check
def several_sentences(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """Sentences after the first, in a requirement that should be one."""
    later = [one for one in prose.sentences[1:] if prose.count(one) >= _SHORTEST]
    if later:
        yield Hit((prose.span(later[0].start, later[0].stop - 1),), said=str(len(later) + 1))


@check
def several_wants(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """In a story: verbs joined inside a clause of the wish (`a tool that finds and blocks ads`)."""
    words, means = prose.words, prose.means
    known = {join for join, _ in joined_actions(prose.words, means, prose.language)}
    seen: set[str] = set()
    for index in means:
        tag = words[index].tag
        follows = index > means.start and words[index - 1].folded in given.words("with")
        if tag in _JOINABLE:
            if follows and tag in seen and index - 1 not in known:
                yield Hit((prose.span(index - 1, index),))
            seen.add(tag)


@check
def several_objects(prose: Prose, given: Parameters) -> Iterator[Hit]:
    """In a story: things joined as what is wanted (`alerts and reports`), not what one thing is about or made of."""
    words, means = prose.words, prose.means
    for index in means[1:-1]:
        if words[index].tag in {"prep", "sub"} or words[means.start].tag in {"prep", "sub"}:
            return
        joins = words[index].folded in given.words("with")
        if joins and words[index - 1].tag in _THINGS and words[index + 1].tag in {*_THINGS, "adj", "det"}:
            yield Hit((prose.span(index - 1, index + 1),))
            return
