"""Several sentences as one: what a later one says of what the first asks for."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from arch_team.grammar.syntax import Attach, Coordination, Head, Modifier, Noun, Phrase, Pronoun, Relation, Sentence


def merged(sentences: tuple[Sentence, ...], tells_which: Callable[[Phrase], bool]) -> Sentence | None:
    """Several sentences as one: a later one may say the columns or the order of what the first asks for. `tells_which`:
    whether a column tells rows apart."""
    first, *others = sentences
    for other in others:
        if not other.targets:
            first = replace(first, sorting=(*first.sorting, *other.sorting), groups=(*first.groups, *other.groups))
            continue
        if not first.targets or any(target.modifiers for target in first.targets[:-1]):
            return None  # what is shown would be of the last of them only
        first = replace(
            first,
            asks_who=first.asks_who and not other.targets,
            targets=_asked_again(first.targets, other.targets, tells_which),
            groups=(*first.groups, *other.groups),
            sorting=(*first.sorting, *other.sorting),
        )
    return first


def _asked_again(
    first: tuple[Phrase, ...], later: tuple[Phrase, ...], tells_which: Callable[[Phrase], bool]
) -> tuple[Phrase, ...]:
    """`Which customers …? List their ids.`: the later columns, of the rows the first sentence speaks of."""
    said = frozenset(verb for target in first for verb in _verbs_in(target))
    later = tuple(_without_verbs(each, said) for each in later)
    columns = [each for each in later if not _is_figure(each)]
    if len(first) == 1 and columns and _is_per(first[0]) and len(columns) == len(later) - 1:
        if any(_says_again(each, first[0]) for each in later):
            return (*columns, first[0])  # `the total for each club? Return the club's name and the total.`
        return (*later[:-1], later[-1].with_modifiers(_of(first[0])))
    if len(first) == 1 and first[0].is_count and 0 < len(columns) < len(later):
        first = (replace(first[0], is_count=False, is_counted=False),)  # how many are told one by one
    is_bare = len(first) == 1 and _is_of_rows(first[0]) and all(_is_bare(each) for each in later)
    if is_bare and not any(map(tells_which, later)):
        return (*first, *later)  # `Which huts …? Show the height.`: which hut has it must be told
    subject = _of(first[-1])
    if len(later) == 1 or not _is_ranked(first[-1]):
        return (*later[:-1], later[-1].with_modifiers(subject))
    return tuple(_of_these(each, first[-1].head, subject) for each in later)


def _is_of_rows(phrase: Phrase) -> bool:
    rows = isinstance(phrase.head, Noun) and phrase.head.senses[0].field is None
    return rows and not _is_figure(phrase) and not phrase.superlative


def _is_bare(phrase: Phrase) -> bool:
    """Whether it is a column with nothing more said of it."""
    column = isinstance(phrase.head, Noun) and phrase.head.senses[0].field is not None
    return column and not (phrase.modifiers or phrase.owners or phrase.texts or _is_figure(phrase))


def _of(phrase: Phrase) -> Attach:
    return Attach(phrase.span, "of", Coordination("and", (phrase,)))


def _is_figure(phrase: Phrase) -> bool:
    return bool(phrase.functions) or phrase.is_count


def _is_per(phrase: Phrase) -> bool:
    """Whether it is a figure for each of something."""
    return _is_figure(phrase) and any(
        isinstance(m, Attach) and any(item.is_each for item in m.phrases.items) for m in phrase.modifiers
    )


def _says_again(phrase: Phrase, first: Phrase) -> bool:
    """Whether a figure is the one that was asked for before, and nothing more is said of it."""
    if (phrase.functions, phrase.is_count) != (first.functions, first.is_count) or phrase.texts or phrase.superlative:
        return False
    if not isinstance(phrase.head, Noun) or not isinstance(first.head, Noun) or phrase.quantity is not None:
        return False
    alike = set(phrase.head.senses) <= set(first.head.senses)
    return alike and all(isinstance(m, Relation) and _is_of_it(m) for m in phrase.modifiers)


def _is_of_it(relation: Relation) -> bool:
    phrases = () if relation.phrases is None else relation.phrases.items
    return not relation.is_negated and bool(phrases) and all(isinstance(item.head, Pronoun) for item in phrases)


def _verbs_in(phrase: Phrase) -> Iterator[str]:
    """The verbs that a phrase is tied to others by."""
    for modifier in phrase.modifiers:
        yield from modifier.verbs if isinstance(modifier, Relation) else ()
        if isinstance(modifier, Attach | Relation) and modifier.phrases is not None:
            for item in modifier.phrases.items:
                yield from _verbs_in(item)


def _without_verbs(phrase: Phrase, said: frozenset[str]) -> Phrase:
    """Without a verb that was said before: `Which have made two orders? … and the number of orders made.`"""

    def is_known(modifier: Modifier) -> bool:
        told = isinstance(modifier, Relation) and modifier.phrases is None and not modifier.is_negated
        return told and isinstance(modifier, Relation) and said.issuperset(modifier.verbs)

    return replace(phrase, modifiers=tuple(m for m in phrase.modifiers if not is_known(m)))


def _is_ranked(phrase: Phrase) -> bool:
    """Whether it is the one with the most of something: then each column must be said to be of that one."""
    tied = [item for m in phrase.modifiers if isinstance(m, Relation) and m.phrases for item in m.phrases.items]
    return any(each.superlative is not None and each.superlative.counts for each in tied)


def _of_these(phrase: Phrase, head: Head, subject: Attach) -> Phrase:
    """`the name of the lift`, of the lift that was spoken of."""
    for modifier in phrase.modifiers:
        if isinstance(modifier, Attach) and not modifier.is_negated and len(modifier.phrases.items) == 1:
            own = modifier.phrases.items[0]
            if isinstance(own.head, Noun) and isinstance(head, Noun) and own.head.senses == head.senses:
                others = tuple(m for m in phrase.modifiers if m is not modifier)
                return replace(phrase, modifiers=(*others, subject))
    return phrase.with_modifiers(subject)
