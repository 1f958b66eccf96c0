"""Actions that stand beside each other: verbs of one kind in a main clause, joined by `and` or in a list."""

from collections.abc import Collection, Iterator, Sequence

from arch_team.text.sentence.words import Word, word_set
from arch_team.wire import Language

JOINS: dict[Language, frozenset[str]] = {
    "de": frozenset(("und", "sowie", "&")),
    "en": frozenset(("and", "then", "plus", "&", "as well as")),
}
_PASSED_OVER = frozenset({"adv", "neg", "to", "modal", "aux"})
_LIST_REACH = 14
"""How far after a comma the conjunction of its list may stand."""


def joined_actions(
    words: Sequence[Word], scope: range, language: Language, joins: Collection[str] = ()
) -> Iterator[tuple[int, int]]:
    """Each further action of a scope: where its conjunction stands, and its verb. `joins`: other conjunctions."""
    find = _german_actions if language == "de" else _english_actions
    return find(words, scope, joins or JOINS[language])


def _english_actions(words: Sequence[Word], scope: range, joins: Collection[str]) -> Iterator[tuple[int, int]]:
    """A verb right after the conjunction, where the main clause had one of the same kind before."""
    seen: set[str] = set()
    for index in scope:
        tag = words[index].tag
        if words[index].is_subordinate or not (tag == "verb" or (tag == "part" and _is_passive(words, scope, index))):
            continue
        join = index - 1
        while join > scope.start and words[join].tag in _PASSED_OVER:
            join -= 1
        if tag in seen and join > scope.start and _joins(words, scope, join, joins):
            yield join, index
        seen.add(tag)


def _is_passive(words: Sequence[Word], scope: range, index: int) -> bool:
    """`be stored and archived`, and not `stored and archived files`."""
    following = words[index + 1] if index + 1 < len(words) else None
    if following is not None and following.tag in {"noun", "adj", "abbr"}:
        return False
    return any(words[one].tag == "aux" for one in range(scope.start, index))


def _joins(words: Sequence[Word], scope: range, index: int, joins: Collection[str]) -> bool:
    if words[index].folded == "as" and index >= 2:
        return " ".join(one.folded for one in words[index - 2 : index + 1]) in joins
    # In a list, the comma joins as the conjunction at its end does.
    in_list = words[index].folded == "," and _list_ends(words, index + 2, index, scope, joins)
    return words[index].folded in joins or in_list


def _list_ends(words: Sequence[Word], begin: int, index: int, scope: range, joins: Collection[str]) -> bool:
    """Whether a conjunction stands behind, near enough to be that of a list's end."""
    return any(word.folded in joins for word in words[begin : min(scope.stop, index + _LIST_REACH)])


def _german_actions(words: Sequence[Word], scope: range, joins: Collection[str]) -> Iterator[tuple[int, int]]:
    """Verbs of one kind in the main clause, with a conjunction or a list's comma between them."""
    passive = any(words[one].folded in word_set("de", "werden") for one in scope)
    last: dict[str, int] = {}
    for index in scope:
        kind = _kind(words, index)
        if kind is None or words[index].is_subordinate or (kind == "part" and not passive):
            continue
        between = range(last.get(kind, index) + 1, index)
        if not any(words[one].is_subordinate for one in between):
            signs = {*joins, ","} if _list_ends(words, index + 1, index, scope, joins) else joins
            found = [one for one in between if words[one].folded in signs]
            found.sort(key=lambda one: words[one].folded == ",")
            if found:
                yield found[0], index
        last[kind] = index


def _kind(words: Sequence[Word], index: int) -> str | None:
    """Verbs are counted with their like: `zu drucken und zu speichern`."""
    tag = words[index].tag
    if tag == "zuinf" or (tag == "inf" and index > 0 and words[index - 1].tag == "to"):
        return "zu"
    return tag if tag in {"inf", "part", "verb"} else None
