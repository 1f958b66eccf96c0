"""Several requirements in one: more than one action, more than one imperative, more than one sentence."""

from collections.abc import Iterable, Iterator

from arch_team.requirements.checks import Hit, Parameters, texts
from arch_team.requirements.reading.prose import Prose

_VERBAL = {"verb", "inf", "part"}
_PASSED_OVER = {"adv", "neg", "to", "modal", "aux"}


def scopes(prose: Prose) -> Iterable[range]:
    """Where actions are counted: the sentences, or only the means of a user story."""
    if prose.story is not None:
        return [prose.story.means] if prose.story.means else []
    return prose.sentences


def several_actions(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """Each action joined to an earlier one by one of the conjunctions in `with`."""
    joins, idioms = set(texts(parameters, "with")), set(texts(parameters, "idioms"))
    for scope in scopes(prose):
        find = _german if prose.language == "de" else _english
        for join, verb in find(prose, scope, joins):
            phrase = " ".join(word.folded for word in prose.words[max(scope.start, join - 1) : verb + 1])
            if phrase not in idioms and "/" not in phrase:
                yield Hit((prose.span(join, verb),))


def _english(prose: Prose, scope: range, joins: set[str]) -> Iterator[tuple[int, int]]:
    """A verb right after the conjunction, where the main clause had one of the same kind before."""
    words = prose.words
    for index in scope:
        word = words[index]
        if word.tag not in {"verb", "part"} or word.is_subordinate:
            continue
        join = index - 1
        while join > scope.start and words[join].tag in _PASSED_OVER:
            join -= 1
        if join <= scope.start or not _joins(prose, scope, join, joins):
            continue
        earlier = [
            one for one in range(scope.start, join) if words[one].tag == word.tag and not words[one].is_subordinate
        ]
        if word.tag == "part":
            earlier = [one for one in earlier if any(words[near].tag == "aux" for near in range(max(0, one - 3), one))]
            following = words[index + 1] if index + 1 < len(words) else None
            if following is not None and following.tag in {"noun", "adj", "abbr"}:
                continue
        if earlier or (word.tag == "verb" and _is_story_noun(prose, scope, join)):
            yield join, index


def _is_story_noun(prose: Prose, scope: range, join: int) -> bool:
    """Within the means the first verb stands right at the start: `log in and …`."""
    return prose.story is not None and prose.words[scope.start].tag in {"verb", "noun"} and join - scope.start <= 2


def _joins(prose: Prose, scope: range, index: int, joins: set[str]) -> bool:
    word = prose.words[index]
    if word.folded in joins:
        return True
    if word.folded == "as" and "as well as" in joins:
        return " ".join(one.folded for one in prose.words[max(0, index - 2) : index + 1]) == "as well as"
    # In a list, the comma joins as the conjunction at its end does.
    return word.folded == "," and any(
        prose.words[later].folded in joins for later in range(index + 2, min(scope.stop, index + 14))
    )


def _german(prose: Prose, scope: range, joins: set[str]) -> Iterator[tuple[int, int]]:
    """Infinitives, participles or finite verbs of the main clause with a conjunction or comma between them."""
    words = prose.words
    for kind in ("inf", "part", "verb"):
        last: int | None = None
        for index in scope:
            word = words[index]
            if word.tag != kind or word.is_subordinate or _is_subordinate_zu(prose, index):
                continue
            if kind == "part" and not _with_werden(prose, index, scope):
                continue
            if last is not None:
                between = range(last + 1, index)
                join = next((one for one in between if words[one].folded in joins), None)
                if join is None and any(words[one].folded == "," for one in between):
                    in_list = any(
                        words[later].folded in joins for later in range(index + 1, min(scope.stop, index + 9))
                    )
                    join = next(one for one in between if words[one].folded == ",") if in_list else None
                if join is not None and not any(words[one].is_subordinate for one in between):
                    yield join, index
            last = index


def _is_subordinate_zu(prose: Prose, index: int) -> bool:
    return index > 0 and prose.words[index - 1].tag == "to"


def _with_werden(prose: Prose, index: int, scope: range) -> bool:
    return any(prose.words[one].folded in {"werden", "wird", "worden", "wurde"} for one in scope)


def several_imperatives(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """Each binding modal of a main clause after the first."""
    binding = set(texts(parameters, "modals"))
    found = [
        index
        for scope in scopes(prose)
        for index in scope
        if prose.words[index].folded in binding
        and not prose.words[index].is_subordinate
        and not _is_clause_final(prose, index)
    ]
    if len(found) > 1:
        yield Hit(tuple(prose.span(index, index) for index in found))


def _is_clause_final(prose: Prose, index: int) -> bool:
    """`… stornieren können`: the second half of `muss … können`."""
    if prose.language == "en" or index == 0 or prose.words[index - 1].tag not in {"inf", "part", "aux"}:
        return False
    return index + 1 >= len(prose.words) or prose.words[index + 1].tag in {"sign", "conj"}


def several_sentences(prose: Prose, parameters: Parameters) -> Iterator[Hit]:
    """Sentences after the first, in a requirement that should be one."""
    later = [one for one in prose.sentences[1:] if sum(prose.words[index].is_word for index in one) > 2]
    if later:
        yield Hit(tuple(prose.span(one.start, one.stop - 1) for one in later[:1]), said=str(len(later) + 1))
