"""Words that people explained: what one means in whose tables, who said so, and whether everybody may use it.

What a person confirms is used for that person at once. For the others it is a proposal, until somebody who may approves
it; what was rejected is used by nobody.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

from pydantic import AwareDatetime

from arch_team.errors import UsageError
from arch_team.text.folding import folded
from arch_team.wire import Language, Wire

WordStatus = Literal["proposed", "approved", "rejected"]
LONGEST_WORD = 200


class UnknownWord(UsageError): ...


class LearnedWord(Wire):
    id: str
    word: str
    meaning: str
    language: Language
    source: str
    """The data it was said of."""
    status: WordStatus = "proposed"
    question: str = ""
    """The question it was learned from."""
    run_id: str = ""
    person: str = ""
    """Who said so: a key's id; empty for whoever sits at this machine."""
    created_at: AwareDatetime
    decided_by: str = ""
    decided_at: AwareDatetime | None = None


class Words(Protocol):
    """The learned words of one tenant, as one person of it has them."""

    def meanings(self, source: str, language: Language) -> Mapping[str, str]:
        """Folded word to what it means: approved ones, and what this person said."""
        ...

    def learn(
        self, source: str, language: Language, word: str, meaning: str, *, question: str = "", run_id: str = ""
    ) -> None: ...


def key_of(word: str) -> str:
    """A word as it is found again, however it was written."""
    return folded(word)[:LONGEST_WORD]


def as_yaml(words: Iterable[LearnedWord]) -> str:
    """Words by data, language and what they mean: synonyms for the labels of a semantic model."""
    import yaml

    found: dict[str, dict[str, dict[str, list[str]]]] = {}
    for word in words:
        said = found.setdefault(word.source, {}).setdefault(word.language, {}).setdefault(word.meaning, [])
        if word.word not in said:
            said.append(word.word)
    return yaml.safe_dump(found, allow_unicode=True, sort_keys=True) if found else "{}\n"
