"""Which words of a question stand in a value that the tables hold, and so say nothing else."""

from arch_team.grammar.lattice import Lattice


def places_of_values(lattice: Lattice) -> frozenset[int]:
    """Where values are written that some column holds."""
    return frozenset(at for texts in lattice.texts for text in texts if text.hits for at in range(*text.span))


def places_of_texts(lattice: Lattice) -> frozenset[int]:
    """Where values are written, held by a column or only quoted."""
    return frozenset(at for texts in lattice.texts for text in texts for at in range(*text.span))


def places_of_names(lattice: Lattice) -> frozenset[int]:
    """Where values are written with a capital or a number, as names are."""
    return frozenset(at for texts in lattice.texts for text in texts if not text.is_lower for at in range(*text.span))
