"""In which unit a column of numbers is, by the end of its name: a `volume_ml` holds millilitres."""

from collections.abc import Iterator, Sequence

from arch_team.modelling.naming import EXACT, PARTIAL, SHORTENED, Name, identifier_words
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.scales import in_full
from arch_team.text.stems import noun_stem

_ALONE = frozenset("lgmth")
"""Letters that are a unit by themselves at the end of a name. Others say too many things."""


def unit_names(identifier: str, names: Sequence[Name], lexicon: Lexicon) -> Iterator[Name]:
    """What a column is called by its unit, and without it, where it is not called so already."""
    words = identifier_words(identifier)
    unit = words[-1] if len(words) > 1 else ""
    if not unit or (len(unit) == 1 and unit not in _ALONE):
        return
    known = {name.words for name in names}
    full = dict.fromkeys(noun_stem(folded(word), lexicon.language) for word in in_full(unit))
    yield from (Name((word,), PARTIAL) for word in full if (word,) not in known)
    whole = [name.words for name in names if name.tier == EXACT and len(name.words) > 1]
    for short in dict.fromkeys(words[:-1] for words in whole) if full else ():
        if short not in known:
            yield Name(short, SHORTENED)
