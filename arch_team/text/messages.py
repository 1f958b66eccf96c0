"""Texts for people in both languages, as packaged data: a key, what goes into it, and the text."""

from collections.abc import Mapping
from functools import cache
from typing import cast

from arch_team.text.packaged import packaged
from arch_team.wire import Language


class Messages:
    """The texts of one file in one language."""

    def __init__(
        self, texts: Mapping[str, Mapping[str, str]], language: Language, always: Mapping[str, object] | None = None
    ) -> None:
        self._texts, self._always = texts, dict(always or {})
        self.language: Language = language

    def with_terms(self, terms: Mapping[str, object]) -> "Messages":
        """The same texts, with words that go into each of them."""
        return Messages(self._texts, self.language, terms)

    def has(self, key: str) -> bool:
        """Whether there is a text of a key in this language."""
        return self.language in self._texts.get(key, {})

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, with `{name}` replaced by what is given under that name."""
        return self._texts[key][self.language].format_map(self._always | values)


@cache
def messages_of(package: str, name: str, language: Language) -> Messages:
    """The texts of a packaged file: per key one per language."""
    return Messages(cast("Mapping[str, Mapping[str, str]]", packaged(name, package)), language)
