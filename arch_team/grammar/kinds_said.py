"""Kinds: `glove puppets` are puppets of a kind before they are somebody's trade, and where rows have a kind, `the kinds
of puppets` asks for it."""

from typing import TYPE_CHECKING

from arch_team.modelling.model import Hit
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.text.alike import alike_phrases

if TYPE_CHECKING:
    from arch_team.grammar.lattice import Lattice


def of_what_is_named(at: int, end: int, hits: tuple[Hit, ...], lattice: "Lattice") -> tuple[int, tuple[Hit, ...]]:
    """Where a value ends and which it is: without its last word, where that names rows that hold the rest of it. As it
    was, where its column is named before it."""
    last = end - 1
    if last <= at or any(token.is_capital for token in lattice.tokens[at:end]):
        return end, hits
    tables = {s.table for noun in lattice.nouns[last] for s in noun.senses if s.field is None and s.tier == EXACT}
    tables -= {hit.table for hit in hits}
    own = tuple(h for h in lattice.model.values.lookup(" ".join(lattice.words[at:last])) if h.table in tables)
    whole = (s for nouns in lattice.nouns[:at] for noun in nouns for s in noun.senses if s.tier == EXACT)
    is_called = not {(hit.table, hit.field) for hit in hits}.isdisjoint((s.table, s.field) for s in whole)
    return (last, own) if own and not is_called else (end, hits)


def is_last_of_rows(words: tuple[str, ...], lattice: "Lattice") -> bool:
    """Whether the name of a time, said behind `of`, ends with rows: the year of the last eruption is that of the last
    of the eruptions, where there are such."""
    if len(words) < 4 or words[1] != lattice.lexicon.of_word or words[0] not in lattice.lexicon.words("time_noun"):
        return False
    ends = (senses for name, senses in lattice.model.nouns.get(words[-1], ()) if name == words[-1:])
    return any(sense.field is None and sense.tier < PARTIAL for senses in ends for sense in senses)


def asks_their_kind(at: int, end: int, lattice: "Lattice") -> bool:
    """Whether words that often say nothing name what tells a kind of the rows that the question names: the `kinds of`
    instruments, where those have a kind, or a type."""
    nouns, stems, telling = lattice.model.nouns, lattice.stems, lattice.lexicon.words("telling_noun")
    said = [(word,) for word in stems[at:end] if word in telling] if end > at + 1 else []
    alike = [mate for word in said for mate in alike_phrases(lattice.lexicon.language).get(word, ())]
    called = (senses for word in (*said, *alike) for words, senses in nouns.get(word[0], ()) if words == word)
    own = {s.table for senses in called for s in senses if s.field is not None and s.tier == EXACT}
    if not own:
        return False
    named = (
        senses
        for place in range(len(stems))
        for words, senses in nouns.get(stems[place], ())
        if stems[place : place + len(words)] == words
    )
    return any(s.table in own and s.field is None and s.tier < PARTIAL for senses in named for s in senses)
