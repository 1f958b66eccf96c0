"""Words that no model knows and texts of rows hold: they are looked for there, as they stand."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import takewhile

from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Item, Quoted, Scan
from arch_team.measuring.vocabulary import EntitySense, MemberSense, PartySense, SetSense, Value
from arch_team.text.folding import folded
from arch_team.text.lexicon import lexicon_of
from arch_team.text.stems import noun_stem
from arch_team.text.tokens import TokenKind
from arch_team.wire import Language

_SHORTEST = 4
_SUMS = ("spend", "earned", "amount", "total", "count", "share")
"""Where these are asked, what is known by name is what they are asked of."""


def with_held(scan: Scan, measures: Measures) -> Scan | None:
    """A question whose unknown words all stand in texts of rows, with what is looked for there in their place. None:
    nothing is to be looked for, or one of them stands in none."""
    known = _by_stem(measures.words_of_texts, scan.language) if scan.unknown else {}
    taken = {at for item in scan.items for at in range(*item.span)}
    timed = {at for start, end in scan.period_places for at in range(start, end)}
    nouns = lexicon_of(scan.language).has_free_order and scan.question != scan.question.lower()
    items = [_looked_for(item, measures) for item in scan.items]
    found: list[str] = []
    for at, token in enumerate(scan.tokens):
        if at in taken or at in timed or token.text not in scan.unknown or token.kind is TokenKind.SIGN:
            continue
        text = _as_it_stands(token.text, known, scan.language) or _begins(token.text, scan, known, measures)
        if text is None or (nouns and not token.is_capital):
            return None
        items.append(Item((at, at + 1), (Quoted(text),), token.text))
        found.append(token.text)
    if set(found) != set(scan.unknown) or items == list(scan.items):
        return None
    items = [_in_phrase(item, items, measures, scan) for item in items]
    return replace(scan, items=tuple(sorted(items, key=lambda item: item.span)), unknown=())


def _in_phrase(item: Item, items: list[Item], measures: Measures, scan: Scan) -> Item:
    """A known word that stands beside those looked for, in one text with them, is part of what they say: `hotel project
    Vienna` is no row's town, and `lunch customers` no party."""
    looked = [folded(s.text) for other in items for s in other.senses if isinstance(s, Quoted)]
    kinds = (Value, PartySense, EntitySense) if scan.says(*_SUMS) else (Value, PartySense, EntitySense, SetSense)
    named = bool(item.senses) and all(
        isinstance(sense, kinds) or (isinstance(sense, MemberSense) and not sense.is_whole) for sense in item.senses
    )
    tokens = scan.tokens[slice(*item.span)]
    written = scan.question != scan.question.lower()  # where all is small, capitals tell nothing
    if not named or not scan.unknown or len(tokens) != 1 or (written and not tokens[0].is_capital):
        return item
    stem = noun_stem(folded(item.text), scan.language)
    texts = [text for text in measures.texts if all(word in text for word in looked)]
    held = [text for text in texts if stem in {noun_stem(word, scan.language) for word in text.split()}]
    called = [name for s in item.senses if isinstance(s, PartySense) for name in s.names]
    named_there = [name for name in called if any(folded(name) in text for text in texts)]
    if len(named_there) == 1 and item.of(SetSense):
        return replace(item, senses=(Quoted(named_there[0]),))  # the insurance that paid, not what insurance costs
    if not held or named_there:
        return item
    return replace(item, senses=(Quoted(item.text),))


def _looked_for(item: Item, measures: Measures) -> Item:
    """A value that is the whole text of some row is looked for as any word of it."""
    texts = {(e.python_class, field) for e in measures.descriptor.entities for field in e.searched}
    moving = next((e for e in measures.descriptor.entities if e.movements is not None), None)
    texts |= {(moving.python_class, moving.movements.text)} if moving is not None and moving.movements else set()
    values = [s for s in item.senses if isinstance(s, Value)]
    if not values or not all((table, field) in texts for value in values for table, field, _ in value.hits):
        return item
    held = {text for value in values for _, _, text in value.hits}  # it may be called otherwise than it is written
    return replace(item, senses=(Quoted(held.pop() if len(held) == 1 else item.text),))


def _as_it_stands(word: str, known: dict[str, str], language: Language) -> str | None:
    """As much of a word as the one in the texts begins with: `Getränken` for `Getränke`."""
    plain = folded(word)
    held = known.get(noun_stem(plain, language))
    if held is None or len(plain) != len(word):
        return None
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(plain, held, strict=False)))
    return word[:shared] if shared >= _SHORTEST else None


def _begins(word: str, scan: Scan, known: dict[str, str], measures: Measures) -> str | None:
    """A word that only begins one of the texts, where another that is looked for stands in the same text: the archive
    of `water damage in the archive` is the `Archivraum`."""
    plain = folded(word)
    others = [held for each in scan.unknown if each != word and (held := _as_it_stands(each, known, scan.language))]
    if len(plain) <= _SHORTEST or not others:
        return None
    texts = (text for text in measures.texts if all(folded(other) in text for other in others))
    return word if any(part.startswith(plain) for text in texts for part in text.split()) else None


@lru_cache(maxsize=16)
def _by_stem(words: Iterable[str], language: Language) -> dict[str, str]:
    return {noun_stem(word, language): word for word in words}
