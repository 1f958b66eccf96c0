"""Requirements with their words read: what is compared, once for all comparisons."""

from functools import lru_cache
from typing import NamedTuple

from arch_team.requirements.check.reading.language import language_of_folded as language_of
from arch_team.requirements.compare.demand import LONGEST
from arch_team.requirements.compare.wording import Wording, wording_of
from arch_team.requirements.model import Requirement
from arch_team.vectors.words import words_of_folded
from arch_team.wire import Language

MOST_REMEMBERED = 4_096
"""Readings that are kept for the next comparison: those of a store's requirements that are asked about again."""
_ENOUGH_FOR_LANGUAGE = 300
"""Characters."""


class Read(NamedTuple):
    requirement: Requirement
    wording: Wording
    language: Language

    @property
    def text(self) -> str:
        return self.requirement.text


def read(requirement: Requirement, key: str | None = None) -> Read:
    """`key` is that of the wording, where the caller has it: one of a large set, which is not remembered."""
    text = requirement.text
    is_remembered = key is None and len(text) <= LONGEST
    wording = _remembered(text) if is_remembered else wording_of(text, key=key)
    return Read(requirement, wording, language(requirement))


def language(requirement: Requirement) -> Language:
    return requirement.language or language_of(words_of_folded(requirement.text[:_ENOUGH_FOR_LANGUAGE].casefold()))


@lru_cache(maxsize=MOST_REMEMBERED)
def _remembered(text: str) -> Wording:
    return wording_of(text)
