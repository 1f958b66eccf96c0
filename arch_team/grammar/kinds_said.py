"""Values that end with the name of rows: `glove puppets` are puppets of a kind before they are somebody's trade."""

from typing import TYPE_CHECKING

from arch_team.modelling.model import Hit
from arch_team.modelling.naming import EXACT

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
