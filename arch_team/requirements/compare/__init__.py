"""Requirements that say the same: within a set, and a new one against those stored.

    find_duplicates(requirements).pairs      # similarity above 0.9: a person would call it a duplicate
    find_conflicts(requirements)             # pairs that cannot both hold, never among the duplicates
    find_related(requirements)               # nearly the same, or one refines the other
    DuplicateIndex(store).check(requirement)

German, English and across both. What differs in a number, a negation, an actor or an opposite word is no duplicate.
"""

from arch_team.requirements.compare.contradictions import find_conflicts
from arch_team.requirements.compare.find import Duplicates, find_duplicates, find_related
from arch_team.requirements.compare.index import DuplicateIndex
from arch_team.requirements.compare.wording import texts_to_embed

__all__ = ["DuplicateIndex", "Duplicates", "find_conflicts", "find_duplicates", "find_related", "texts_to_embed"]
