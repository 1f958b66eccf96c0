"""What stands against a word: the concepts that cannot stand for its own, and the word with another beginning."""

from functools import lru_cache

from arch_team.requirements.compare.lexicon import Concepts, contrasts

_LONG_ENOUGH = 4
_MOST_REMEMBERED = 65_536


@lru_cache(maxsize=_MOST_REMEMBERED)
def opposite_concepts(concepts: Concepts) -> frozenset[str]:
    """Their names."""
    own = {concept.name for concept in concepts}
    return frozenset(other for pair in contrasts().concepts for name in own & pair for other in pair - {name})


@lru_cache(maxsize=_MOST_REMEMBERED)
def opposite_forms(word: str) -> frozenset[str]:
    """The word with another beginning: `lock` has `unlock`, and `unlock` has `lock`."""
    both_ways = (*contrasts().prefixes, *((second, first) for first, second in contrasts().prefixes))
    trunks = ((word.removeprefix(first), second) for first, second in both_ways if word.startswith(first))
    return frozenset(second + trunk for trunk, second in trunks if len(trunk) >= _LONG_ENOUGH)
