"""Nouns of which one half stands elsewhere: the first of `first and last name`, the second of `type codes and
descriptions`."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arch_team.grammar.syntax import Noun
from arch_team.modelling.naming import SHORTENED

if TYPE_CHECKING:
    from arch_team.grammar.lattice import Lattice


def elided(at: int, lattice: "Lattice") -> Iterator[Noun]:
    """The first of `first and last name`: its noun comes with the second."""
    joints = lattice.lexicon.words("and") | {",", "or"}
    end = at + 1
    while end + 1 < len(lattice) and lattice.words[end] in joints:
        while end + 1 < len(lattice) and lattice.words[end] in joints:
            end += 1
        for words, _ in lattice.model.nouns.get(lattice.stems[end], ()):
            if len(words) > 1 and lattice.stems[end : end + len(words)] == words:
                meant = (lattice.stems[at], words[-1])
                for known, senses in lattice.model.nouns.get(meant[0], ()):
                    if known == meant and senses[0].tier <= SHORTENED:
                        yield Noun((at, at + 1), senses)
                return
        end += 1


def continued(at: int, before: Sequence[Sequence[Noun]], lattice: "Lattice") -> Iterator[Noun]:
    """The descriptions of `product type codes and descriptions`: those of a product type."""
    if at < 3 or lattice.words[at - 1] not in lattice.lexicon.words("and") or lattice.stems[at] not in lattice.generic:
        return
    for start in range(at - 2):
        if not any(noun.span == (start, at - 1) for noun in before[start]):
            continue
        meant = (*lattice.stems[start : at - 2], lattice.stems[at])
        for words, senses in lattice.model.nouns.get(meant[0], ()):
            if words == meant and senses[0].tier <= SHORTENED:
                yield Noun((at, at + 1), senses)
        return
