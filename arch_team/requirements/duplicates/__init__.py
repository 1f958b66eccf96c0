"""Requirements that say the same: within a set, and a new one against those stored.

    find_duplicates(requirements).pairs      # similarity above 0.9: a person would call it a duplicate
    find_conflicts(requirements)             # pairs that cannot both hold, never among the duplicates
    DuplicateIndex(store).check(requirement)

German, English and across both. What differs in a number, a negation, an actor or an opposite word is no duplicate.
"""

from arch_team.requirements.duplicates.contradictions import find_conflicts
from arch_team.requirements.duplicates.find import Duplicates, find_duplicates, texts_to_embed
from arch_team.requirements.duplicates.index import DuplicateIndex
from arch_team.requirements.duplicates.rejected import RejectedPairs

__all__ = ["DuplicateIndex", "Duplicates", "RejectedPairs", "find_conflicts", "find_duplicates", "texts_to_embed"]
