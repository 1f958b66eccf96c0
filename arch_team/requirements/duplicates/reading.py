"""Requirements with their words read: what is compared, once for all comparisons."""

from functools import lru_cache
from typing import NamedTuple

from arch_team.requirements.duplicates.demand import LONGEST
from arch_team.requirements.duplicates.wording import Wording, wording_of
from arch_team.requirements.model import Requirement
from arch_team.requirements.reading.language import language_of
from arch_team.requirements.reading.words import words_of
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


def read(requirement: Requirement) -> Read:
    text = requirement.text
    wording = _remembered(text) if len(text) <= LONGEST else wording_of(text)
    return Read(requirement, wording, language(requirement))


def language(requirement: Requirement) -> Language:
    return requirement.language or _language(requirement.text[:_ENOUGH_FOR_LANGUAGE])


@lru_cache(maxsize=MOST_REMEMBERED)
def _remembered(text: str) -> Wording:
    return wording_of(text)


@lru_cache(maxsize=MOST_REMEMBERED)
def _language(text: str) -> Language:
    return language_of(words_of(text))
