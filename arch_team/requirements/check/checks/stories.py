"""What a user story needs, each part by itself; and whether stories and sentences demand one thing or several."""

import re
from collections.abc import Iterator

from arch_team.requirements.check.checks.registry import Hit, Parameters, check, texts
from arch_team.requirements.check.prose import Prose
from arch_team.requirements.model import Span
from arch_team.text.sentence.phrases import match_at, parse
from arch_team.text.sentence.words import word_set

_BRACKETS = re.compile(r"[(\[{][^()\[\]{}\n]{1,200}[)\]}]")
_BREAKS = frozenset({";", "–", "—", "-", "*"})
_SHORTEST_REMARK = 3
_OBJECT_WITHIN = 10
_VERBS = frozenset({"verb", "inf"})


@check
def story_without(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """A user story that lacks the part named in `part`: role, means or ends."""
    story, part = prose.story, parameters.get("part")
    if story is None:
        return
    parts = {"role": story.role, "means": story.means, "ends": story.ends}
    if parts.get(str(part)) is None:
        yield Hit(said=str(part))


@check
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


@check
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


@check
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


@check
def no_feature(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """What is wanted is an attitude or an insight, and nothing that a product could do: `I want to explore …`."""
    story = prose.story
    if story is None or story.means is None:
        return
    first = next((index for index in story.means if prose.words[index].tag not in {"adv", "to"}), story.means.start)
    if prose.words[first].tag in _VERBS and prose.words[first].lemma in set(texts(parameters, "verbs")):
        yield Hit((prose.span(first, first),))


@check
def builds_product(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """The wish is to make or to judge the product (`develop a model`, `evaluate the framework`), not to use it."""
    story = prose.story
    if story is None or story.means is None:
        return
    verbs, product = set(texts(parameters, "verbs")), set(texts(parameters, "product"))
    words = prose.words
    if prose.language == "de":
        verb = next((i for i in story.means if words[i].tag in _VERBS and not words[i].is_subordinate), None)
        within = range(story.means.start, verb or story.means.start)
    else:
        verb = next((i for i in story.means if words[i].tag not in {"adv", "to"}), None)
        stop = story.means.stop if verb is None else min(verb + _OBJECT_WITHIN, story.means.stop)
        within = range((verb or 0) + 1, stop)
    if verb is None or words[verb].tag not in _VERBS or words[verb].lemma not in verbs:
        return
    for index in within:
        if words[index].tag in {"sub", "sign"}:
            return
        if words[index].lemma in product:
            yield Hit((prose.span(min(verb, index), max(verb, index)),))
            return


_PASSED_OVER = {"adv", "neg", "to", "modal", "aux"}
_LIST_REACH = 14
"""How far after a comma the conjunction of its list may stand."""
_SHORTEST_SENTENCE = 3
_JOINABLE = frozenset({"verb", "ing", "part", "inf"})
_THINGS = frozenset({"noun", "abbr"})


@check
def several_actions(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """Each action joined to an earlier one by one of the conjunctions in `with`."""
    joins, idioms = set(texts(parameters, "with")), set(texts(parameters, "idioms"))
    find = _german_actions if prose.language == "de" else _english_actions
    for scope in prose.scopes:
        for join, verb in find(prose, scope, joins):
            phrase = " ".join(word.folded for word in prose.words[max(scope.start, join - 1) : verb + 1])
            if phrase not in idioms and "/" not in phrase:
                yield Hit((prose.span(join, verb),))


JOINS = {"de": frozenset(("und", "sowie", "&")), "en": frozenset(("and", "then", "plus", "&", "as well as"))}


def joined_actions(prose: Prose, scope: range) -> Iterator[tuple[int, int]]:
    """Each further action of a scope: where its conjunction stands, and its verb."""
    return (_german_actions if prose.language == "de" else _english_actions)(prose, scope, set(JOINS[prose.language]))


def _english_actions(prose: Prose, scope: range, joins: set[str]) -> Iterator[tuple[int, int]]:
    """A verb right after the conjunction, where the main clause had one of the same kind before."""
    words = prose.words
    seen: set[str] = set()
    for index in scope:
        word = words[index]
        if word.tag not in {"verb", "part"} or word.is_subordinate:
            continue
        if word.tag == "part" and not _is_passive(prose, scope, index):
            continue
        join = index - 1
        while join > scope.start and words[join].tag in _PASSED_OVER:
            join -= 1
        if word.tag in seen and join > scope.start and _joins(prose, scope, join, joins):
            yield join, index
        seen.add(word.tag)


def _is_passive(prose: Prose, scope: range, index: int) -> bool:
    """`be stored and archived`, and not `stored and archived files`."""
    following = prose.words[index + 1] if index + 1 < len(prose.words) else None
    if following is not None and following.tag in {"noun", "adj", "abbr"}:
        return False
    return any(prose.words[one].tag == "aux" for one in range(scope.start, index))


def _joins(prose: Prose, scope: range, index: int, joins: set[str]) -> bool:
    words = prose.words
    if words[index].folded in joins:
        return True
    if words[index].folded == "as" and index >= 2:
        return " ".join(one.folded for one in words[index - 2 : index + 1]) in joins
    # In a list, the comma joins as the conjunction at its end does.
    reach = range(index + 2, min(scope.stop, index + _LIST_REACH))
    return words[index].folded == "," and any(words[later].folded in joins for later in reach)


def _german_actions(prose: Prose, scope: range, joins: set[str]) -> Iterator[tuple[int, int]]:
    """Verbs of one kind in the main clause, with a conjunction or a list's comma between them."""
    words = prose.words
    passive = any(words[one].folded in word_set("de", "werden") for one in scope)
    last: dict[str, int] = {}
    for index in scope:
        kind = _kind(prose, index)
        if kind is None or words[index].is_subordinate or (kind == "part" and not passive):
            continue
        if kind in last:
            between = range(last[kind] + 1, index)
            join = _join_between(prose, between, index, scope, joins)
            if join is not None and not any(words[one].is_subordinate for one in between):
                yield join, index
        last[kind] = index


def _kind(prose: Prose, index: int) -> str | None:
    """Verbs are counted with their like: `zu drucken und zu speichern`."""
    tag = prose.words[index].tag
    if tag == "zuinf" or (tag == "inf" and index > 0 and prose.words[index - 1].tag == "to"):
        return "zu"
    return tag if tag in {"inf", "part", "verb"} else None


def _join_between(prose: Prose, between: range, index: int, scope: range, joins: set[str]) -> int | None:
    words = prose.words
    join = next((one for one in between if words[one].folded in joins), None)
    if join is not None:
        return join
    reach = range(index + 1, min(scope.stop, index + _LIST_REACH))
    in_list = any(words[later].folded in joins for later in reach)
    return next((one for one in between if words[one].folded == ","), None) if in_list else None


@check
def several_imperatives(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """The binding modals of main clauses, where there is more than one."""
    binding, words = set(texts(parameters, "modals")), prose.words
    found = [
        index
        for scope in prose.scopes
        for index in scope
        if words[index].folded in binding and not words[index].is_subordinate and not _is_clause_final(prose, index)
    ]
    if len(found) > 1:
        yield Hit(tuple(prose.span(index, index) for index in found))


def _is_clause_final(prose: Prose, index: int) -> bool:
    """`… stornieren können`: the second half of `muss … können`."""
    if prose.language == "en" or index == 0 or prose.words[index - 1].tag not in {"inf", "part", "aux"}:
        return False
    return index + 1 >= len(prose.words) or prose.words[index + 1].tag in {"sign", "conj"}


@check
def several_sentences(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """Sentences after the first, in a requirement that should be one."""
    words = prose.words
    later = [one for one in prose.sentences[1:] if sum(words[i].is_word for i in one) >= _SHORTEST_SENTENCE]
    if later:
        yield Hit((prose.span(later[0].start, later[0].stop - 1),), said=str(len(later) + 1))


@check
def several_wants(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """In a story: verbs joined inside a clause of the wish (`a tool that finds and blocks ads`)."""
    means = prose.story.means if prose.story else None
    if means is None:
        return
    words, joins = prose.words, set(texts(parameters, "with"))
    known = {join for join, _ in joined_actions(prose, means)}
    seen: set[str] = set()
    for index in means:
        follows = index - 1 if index > means.start and words[index - 1].folded in joins else None
        if words[index].tag in _JOINABLE:
            if follows is not None and words[index].tag in seen and follows not in known:
                yield Hit((prose.span(follows, index),))
            seen.add(words[index].tag)


@check
def several_objects(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """In a story: things joined as what is wanted (`alerts and reports`), not what one thing is about or made of."""
    means = prose.story.means if prose.story else None
    joins = set(texts(parameters, "with"))
    for index in means or ():
        word = prose.words[index]
        if word.tag in {"prep", "sub"}:
            return
        if means is None or not means.start < index < means.stop - 1 or word.folded not in joins:
            continue
        before, after = prose.words[index - 1].tag, prose.words[index + 1].tag
        if before in _THINGS and after in {*_THINGS, "adj", "det"}:
            yield Hit((prose.span(index - 1, index + 1),))
            return
