"""What the words of a language do in a question: the lists of pieces, and those that compare, rank and add up."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from arch_team.text.folding import folded
from arch_team.text.lexicon import lexicon_of
from arch_team.text.packaged import packaged
from arch_team.wire import Language

_SHARED = (
    *("aggregate", "superlative", "superlative_count", "comparator", "trailing", "date_comparator", "between"),
    *("between_and", "dimension", "how", "measuring", "unit", "unit_tail", "named", "contains", "starts", "ends"),
    *("ordinals", "several", "order_from", "order_to", "stretch_from", "stretch_to", "grain", "word_value"),
    *("starting", "each", "ascending", "descending", "alphabetical", "everything", "altogether"),
)
"""Classes of the language's closed words that are taken as they are."""
_INFLECTED = "*"


@dataclass(frozen=True, slots=True)
class Said:
    """Words of the language at a place: what they do, and where they end."""

    end: int
    klass: str
    detail: str = ""


class Words:
    """The phrases of one language by their first word, longest first."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._phrases: dict[str, list[tuple[tuple[str, ...], str, str]]] = {}
        shared = cast("dict[str, Any]", packaged(f"lexicon/{language}.yaml"))
        own = cast("dict[str, Any]", packaged(f"lexicon/pieces_{language}.yaml"))
        self._endings: tuple[str, ...] = ("", *shared.get("inflections", ()))
        times = ("so_often", shared["once"])
        self._left_out = frozenset(map(folded, shared.get("of_age", ())))  # which way that goes, pieces do not tell
        for klass, listed in (*((k, shared[k]) for k in _SHARED if k in shared), times, *own.items()):
            self._add(klass, listed)
        for known in self._phrases.values():
            known.sort(key=lambda each: -len(each[0]))
        self.gerund_endings: tuple[str, ...] = tuple(own["gerund_endings"])
        """How a verb ends that says what something is for: `recording sessions`."""
        self._singles: dict[str, frozenset[str]] = {}
        lexicon = lexicon_of(language)
        self.numbers = lexicon.number_words
        self.dimensions, self.how, self.measuring = lexicon.dimensions, lexicon.how, lexicon.measuring

    def _add(self, klass: str, listed: object) -> None:
        named = klass in ("dimension", "how", "measuring", "ordinals", "so_often")
        if isinstance(listed, dict):
            for detail, phrases in cast("dict[str, Any]", listed).items():
                if named:
                    for said in self._inflected(str(detail)):
                        self._phrase(klass, said, str(phrases) if klass in ("ordinals", "so_often") else said)
                else:
                    for phrase in cast("list[str]", phrases):
                        for said in self._inflected(phrase):
                            self._phrase(klass, said, str(detail))
        else:
            for phrase in cast("list[str]", listed):
                for said in self._inflected(str(phrase)):
                    self._phrase(klass, said, "")

    def _inflected(self, phrase: str) -> Iterator[str]:
        plain = folded(phrase)
        if _INFLECTED not in plain:
            yield plain
            return
        yield from (plain.replace(_INFLECTED, ending) for ending in self._endings)

    def _phrase(self, klass: str, phrase: str, detail: str) -> None:
        if phrase in self._left_out:
            return
        words = tuple(phrase.split())
        known = self._phrases.setdefault(words[0], [])
        if (words, klass, detail) not in known:
            known.append((words, klass, detail))

    def at(self, words: tuple[str, ...], place: int) -> list[Said]:
        """Every phrase that begins at a place, the longest first."""
        return [
            Said(place + len(phrase), klass, detail)
            for phrase, klass, detail in self._phrases.get(words[place], ())
            if words[place : place + len(phrase)] == phrase
        ]

    def has_article(self, words: tuple[str, ...], place: int) -> bool:
        """Whether a noun there stands behind its article: `in der Schule`, `im Büro`, and not `in Bern`."""
        before = self.at(words, place - 1) if place else []
        return any(said.end == place and said.klass in ("determiner", "with_article") for said in before)

    def phrases(self, klass: str) -> frozenset[str]:
        """All phrases of a class."""
        if klass not in self._singles:
            found = (" ".join(p) for each in self._phrases.values() for p, kind, _ in each if kind == klass)
            self._singles[klass] = frozenset(found)
        return self._singles[klass]


@cache
def words_of(language: Language) -> Words:
    return Words(language)
