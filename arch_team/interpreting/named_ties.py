"""Who `registered` is told by registrations: readings through the rows that a verb is the name of, before others."""

from collections.abc import Sequence

from arch_team.forms.form import Form
from arch_team.forms.showing import nodes_in
from arch_team.grammar.lattice import Lattice
from arch_team.interpreting.read import Candidate
from arch_team.modelling.naming import EXACT


def of_named_ties(read: Sequence[Candidate], lattice: Lattice) -> tuple[Candidate, ...]:
    """Of several readings those through the rows that a verb is the name of, whatever else ties the two."""
    if len(read) < 2:
        return tuple(read)
    exact = {t.name: {n.words[-1] for n in t.names if n.tier == EXACT} for t in lattice.model.tables.values()}
    nouns_said = frozenset[str]().union(*exact.values())
    for word in dict.fromkeys(
        w for w, stem in zip(lattice.words, lattice.stems, strict=True) if stem not in nouns_said
    ):
        named = {t for t, nouns in exact.items() if any(lattice.names(word, n) for n in nouns)}
        told = tuple(c for c in read if named & {node.table for _, node in nodes_in(c.form) if isinstance(node, Form)})
        read = told or read
    return tuple(read)
