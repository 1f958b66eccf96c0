"""Values that are said one after the other: `male and female students`, `red, white or sparkling wines`."""

from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Text


def listed_before(first: Text, lattice: Lattice) -> tuple[Text, ...]:
    """Values of one column, one after the other, that stand before a noun. None: there is but one."""
    found, columns = [first], {(hit.table, hit.field) for hit in first.hits}
    while True:
        at = found[-1].span[1]
        at = at + 1 if lattice.words[at : at + 1] == (",",) else at
        joint = lattice.ends(at, "and") or lattice.ends(at, "or") or at
        if joint == found[-1].span[1] or joint >= len(lattice):
            break
        alike = (text for text in lattice.texts[joint] if columns & {(hit.table, hit.field) for hit in text.hits})
        other = next(alike, None)
        if other is None:
            return ()
        found.append(other)
    end = found[-1].span[1]
    return tuple(found) if len(found) > 1 and end < len(lattice) and lattice.nouns[end] else ()


def asks_of_each(lattice: Lattice) -> bool:
    """Whether a figure is wanted of each value that is named."""
    asked, at = 0, 0
    while at < len(lattice):
        end = lattice.ends(at, "how_many")
        asked, at = asked + (end is not None), end or at + 1
    return asked > 1 or (lists_kinds(lattice) and lattice.lexicon.words("total").isdisjoint(lattice.words))


def lists_kinds(lattice: Lattice) -> bool:
    """Whether kinds of rows are named one after the other, and not as a choice."""
    return not lattice.says("or") and any(listed_before(text, lattice) for texts in lattice.texts for text in texts)
