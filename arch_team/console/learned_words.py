"""The learned words of whoever sits at this machine: kept beside the runs, opened when a word is not known."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arch_team.clarify.words import Words
    from arch_team.settings import Settings
    from arch_team.wire import Language


def own_words(settings: "Settings") -> "Words":
    return _Opening(settings)


class _Opening:
    """Imports nothing before it is needed: most questions have no unknown word."""

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._words: Words | None = None

    def meanings(self, source: str, language: "Language") -> "Mapping[str, str]":
        return self._opened().meanings(source, language)

    def learn(
        self, source: str, language: "Language", word: str, meaning: str, *, question: str = "", run_id: str = ""
    ) -> None:
        self._opened().learn(source, language, word, meaning, question=question, run_id=run_id)

    def _opened(self) -> "Words":
        if self._words is None:
            from arch_team.engine.word_store import PersonWords, open_words

            self._words = PersonWords(lambda: open_words(self._settings))
        return self._words
