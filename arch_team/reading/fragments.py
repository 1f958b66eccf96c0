"""`Firings per kiln`: rows by something, and no sentence. It is asked how many."""

from arch_team.grammar.lattice import Lattice
from arch_team.modelling.naming import EXACT

_OPENING = ("request", "what", "who", "how_many", "how", "each", "aggregate", "be", "auxiliary")


def counted_per(question: str, lattice: Lattice) -> str | None:
    """The question for the number of the rows that it begins with. None where it begins otherwise, is by nothing, or
    its rows are called as an amount is: sales may be money."""
    if not len(lattice) or any(lattice.ends(0, klass) is not None for klass in _OPENING):
        return None
    first = next((at for at in range(len(lattice)) if lattice.nouns[at]), None)
    if first is None or first > 1 or (first and not lattice.texts[0]):
        return None
    rows = [n for n in lattice.nouns[first] if any(s.field is None and s.tier == EXACT for s in n.senses)]
    amounts = lattice.lexicon.words("added_measure") | lattice.lexicon.words("money_noun")
    if not rows or not amounts.isdisjoint(lattice.stems[slice(*rows[0].span)]):
        return None
    places = range(max(noun.span[1] for noun in rows), len(lattice))
    each = [at for at in places if any(e.klass == "each" for _, e in lattice.entries[at])]
    is_counted = any(
        e.klass in ("how_many", "count_noun", "aggregate") for at in places for _, e in lattice.entries[at]
    )
    return f"{lattice.lexicon.count_of} {question}" if len(each) == 1 and not is_counted else None
