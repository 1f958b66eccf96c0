"""What a reading must not pass over: every value, number, rank and quantity, and all that is said of a phrase."""

from collections.abc import Iterable, Iterator

from arch_team.grammar.syntax import (
    Attach,
    Choice,
    Comparison,
    Coordination,
    Everything,
    Match,
    Missing,
    Modifier,
    Noun,
    Number,
    Phrase,
    Pronoun,
    Relation,
    Sentence,
    Shown,
    Span,
    Text,
    Time,
)


def leaves_of(sentence: Sentence) -> frozenset[Span]:
    """The places of all that has to be used by a reading of the sentence."""
    found: set[Span] = set()
    for phrase in phrases_in(sentence):
        if isinstance(phrase.head, Text | Number | Time):
            found.add(phrase.head.span)
        found.update(text.span for text in phrase.texts)
        if phrase.quantity is not None:
            found.add(phrase.quantity.span)
        if phrase.superlative is not None:
            found.add(phrase.superlative.span)
        for modifier in _flat(phrase.modifiers):
            if isinstance(modifier, Comparison):
                found.update(right.span for right in modifier.rights if isinstance(right, Text | Number | Time))
            elif isinstance(modifier, Match):
                found.add(modifier.text.span)
    return frozenset(found)


def modifiers_in(sentence: Sentence) -> frozenset[Span]:
    """The places of all that is said of a phrase and has to be applied to what it speaks of."""
    keys = {by for sorting in sentence.sorting for by in sorting.by}
    found: set[Span] = set()
    for phrase in phrases_in(sentence):
        if phrase.verbs:
            found.add((phrase.span[0], phrase.head.span[0]))
        if phrase in sentence.groups or phrase.is_each:
            continue
        for modifier in _flat(phrase.modifiers):
            is_told = (phrase in keys and _says_whose(modifier)) or _groups(modifier) or isinstance(modifier, Shown)
            found.update(() if is_told else (modifier.span,))
    return frozenset(found)


def _groups(modifier: Modifier) -> bool:
    """`for each town`: what is asked for each of is looked for among what the form is grouped by."""
    phrases = modifier.phrases if isinstance(modifier, Attach | Relation) else None
    return phrases is not None and phrases.items[0].is_each


def _says_whose(modifier: Modifier) -> bool:
    """`the date of the orders`, `the date they were formed`: of which rows a column is, and no more."""
    if not isinstance(modifier, Attach | Relation) or modifier.phrases is None:
        return isinstance(modifier, Relation)
    items = modifier.phrases.items
    nouns = [i.head for i in items if isinstance(i.head, Noun) and any(s.field is None for s in i.head.senses)]
    bare = not any(item.modifiers or item.texts or item.is_each or item.superlative for item in items)
    return bare and len(nouns) + sum(isinstance(item.head, Pronoun) for item in items) == len(items)


def phrases_in(sentence: Sentence) -> Iterator[Phrase]:
    """Every phrase, however deep."""
    for phrase in (*sentence.targets, *sentence.groups, *(p for sorting in sentence.sorting for p in sorting.by)):
        yield from _inside(phrase)


def compared_in(sentence: Sentence) -> frozenset[Phrase]:
    """The phrases that something is compared with: `every` before one of them groups nothing."""
    return frozenset(
        right
        for phrase in phrases_in(sentence)
        for modifier in _flat(phrase.modifiers)
        if isinstance(modifier, Comparison)
        for right in modifier.rights
        if isinstance(right, Phrase)
    )


def told_whole(sentence: Sentence) -> frozenset[Phrase]:
    """`all the information for each student`: of which rows all is wanted; each of them is a row."""
    whole = (target for target in sentence.targets if isinstance(target.head, Everything))
    tied = (modifier for target in whole for modifier in target.modifiers if isinstance(modifier, Attach))
    return frozenset(item for modifier in tied for item in modifier.phrases.items)


def counts_others(phrase: Phrase) -> bool:
    """Whether a phrase says how many of something there are: `with at least two orders`."""
    return any(inner.quantity is not None for inner in _inside(phrase) if inner is not phrase)


def _inside(phrase: Phrase) -> Iterator[Phrase]:
    yield phrase
    for modifier in _flat(phrase.modifiers):
        for inner in _phrases_of(modifier):
            yield from _inside(inner)


def _flat(modifiers: Iterable[Modifier]) -> Iterator[Modifier]:
    for modifier in modifiers:
        if isinstance(modifier, Choice):
            yield from _flat(modifier.of)
        else:
            yield modifier


def _phrases_of(modifier: Modifier) -> Iterator[Phrase]:
    coordination: Coordination | None = None
    if isinstance(modifier, Attach | Relation):
        coordination = modifier.phrases
    elif isinstance(modifier, Comparison | Match | Missing):
        if modifier.of is not None:
            yield modifier.of
        if isinstance(modifier, Comparison):
            yield from (right for right in modifier.rights if isinstance(right, Phrase))
    if coordination is not None:
        yield from coordination.items
