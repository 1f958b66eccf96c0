"""The closed classes of a language: the words a reader may lean on, from packaged lists."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from arch_team.text.folding import folded
from arch_team.text.packaged import packaged
from arch_team.text.stems import verb_stem
from arch_team.wire import Language

LANGUAGES: tuple[Language, ...] = ("en", "de")


@dataclass(frozen=True, slots=True)
class Entry:
    """A phrase is of a class; `detail` says which of its kinds (`>` of the comparators)."""

    klass: str
    detail: str = ""


_NOT_PHRASES = frozenset(
    {"irregular_nouns", "irregular_verbs", "number_words", "abbreviations", "prefixes", "suffixes", "relate"}
    | {"value_words", "synonyms", "noun_endings", "of_word", "label_phrases", "label_pairs", "code_suffixes"}
)


class Lexicon:
    """Phrases of one language by their first word, longest first."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        data = cast("dict[str, Any]", packaged(f"lexicon/{language}.yaml"))
        self._classes: dict[str, frozenset[str]] = {}
        self._phrases: dict[str, list[tuple[tuple[str, ...], Entry]]] = {}
        for klass, listed in data.items():
            if klass not in _NOT_PHRASES:
                self._add(klass, listed)
        for entries in self._phrases.values():
            entries.sort(key=lambda item: -len(item[0]))
        self.abbreviations: Mapping[str, str] = data["abbreviations"]
        self.prefixes: frozenset[str] = frozenset(data["prefixes"])
        self.code_suffixes: frozenset[str] = frozenset(data["code_suffixes"])
        self.number_words: Mapping[str, int] = data["number_words"]
        self.relating: frozenset[str] = frozenset(verb_stem(folded(w), language) for w in data["relate"])
        self.dimensions: Mapping[str, list[str]] = data["dimension"]
        self.how: Mapping[str, list[str]] = data["how"]
        self.synonyms: tuple[tuple[tuple[str, ...], ...], ...] = tuple(
            tuple(tuple(folded(phrase).split()) for phrase in group) for group in data["synonyms"]
        )
        self.value_words: Mapping[str, Mapping[str, list[str]]] = data["value_words"]
        self.of_word: str = data["of_word"]
        self.label_phrases: tuple[str, ...] = tuple(data["label_phrases"])
        self.label_pairs: tuple[str, ...] = tuple(data["label_pairs"])

    def _add(self, klass: str, listed: object) -> None:
        if isinstance(listed, dict):
            for detail, phrases in cast("dict[str, Any]", listed).items():
                if klass in ("dimension", "how"):
                    self._phrase(klass, str(detail), str(detail))
                elif isinstance(phrases, int | str):
                    self._phrase(klass, str(detail), str(phrases))
                else:
                    for phrase in cast("list[str]", phrases):
                        self._phrase(klass, phrase, str(detail))
        elif isinstance(listed, list):
            for phrase in cast("list[str]", listed):
                self._phrase(klass, phrase)

    def _phrase(self, klass: str, phrase: str, detail: str = "") -> None:
        words = tuple(folded(phrase).split())
        self._phrases.setdefault(words[0], []).append((words, Entry(klass, detail)))
        if len(words) == 1:
            self._classes[klass] = self._classes.get(klass, frozenset()) | {words[0]}

    def words(self, klass: str) -> frozenset[str]:
        """The single words of a class."""
        return self._classes.get(klass, frozenset())

    def all_words(self) -> frozenset[str]:
        """Every word of every phrase."""
        return frozenset(word for known in self._phrases.values() for words, _ in known for word in words)

    def phrases(self, klass: str) -> frozenset[str]:
        """All phrases of a class."""
        return frozenset(
            " ".join(words) for known in self._phrases.values() for words, entry in known if entry.klass == klass
        )

    def matches(self, words: tuple[str, ...], at: int) -> list[tuple[int, Entry]]:
        """Every phrase that begins at a place, with the place after it."""
        found: list[tuple[int, Entry]] = []
        for phrase, entry in self._phrases.get(words[at], ()):
            end = at + len(phrase)
            if words[at:end] == phrase:
                found.append((end, entry))
        return found

    def relates(self, word: str) -> bool:
        return verb_stem(word, self.language) in self.relating


@cache
def lexicon_of(language: Language) -> Lexicon:
    return Lexicon(language)
