"""The few sentences a search says, in the reader's language."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from arch_team.text.packaged import packaged
from arch_team.wire import Language


@dataclass(frozen=True, slots=True)
class Phrases:
    texts: Mapping[str, str]

    @staticmethod
    def of(language: Language) -> "Phrases":
        return Phrases(_shipped()[language])

    def __call__(self, name: str, **values: object) -> str:
        return self.texts[name].format(**values)


@lru_cache(maxsize=1)
def _shipped() -> dict[str, dict[str, str]]:
    return packaged("phrases.yaml", "arch_team.search")
