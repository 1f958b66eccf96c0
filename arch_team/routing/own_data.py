"""The veto: what may be about the user's own data, by words, figures and dates, and by the names of the user's tables.

It errs on one side only. A text it stops takes a detour through the team; one it lets pass might get a made-up answer.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, cast

from arch_team.routing.patterns import packaged, scaffolding
from arch_team.text.folding import spelled_out
from arch_team.text.phrases import Phrases
from arch_team.text.words import words_of

_BEFORE, _AFTER = "(?<![a-z0-9])", "(?![a-z0-9])"
_WAYS = (("words", _BEFORE, _AFTER), ("starts", _BEFORE, ""), ("inside", "", ""))
_CAMEL = re.compile(r"(?<=[a-zäöü0-9])(?=[A-ZÄÖÜ])|[_./\s]+")
_SHORTEST_TO_MISSPELL = 5
_TWO_SLIPS_FROM = 9


@dataclass(frozen=True, slots=True)
class OwnDataRule:
    name: str
    purpose: str
    found: Phrases
    even_in_chat: bool = False
    unless_calculation: bool = False


@lru_cache(maxsize=1)
def _loaded() -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", packaged("own_data"))


@lru_cache(maxsize=1)
def own_data_rules() -> tuple[OwnDataRule, ...]:
    return tuple(
        OwnDataRule(
            name=rule["name"],
            purpose=rule["purpose"],
            found=Phrases(*_alternatives(rule)),
            even_in_chat=rule.get("even_in_chat", False),
            unless_calculation=rule.get("unless_calculation", False),
        )
        for rule in _loaded()
    )


def _alternatives(rule: dict[str, Any]) -> Iterator[str]:
    for way, before, after in _WAYS:
        words = {spelled_out(str(word)) for listed in rule.get(way, {}).values() for word in listed}
        if words:
            yield from (f"{before}{re.escape(word)}{after}" for word in sorted(words))
    yield from rule.get("regex", ())


@lru_cache(maxsize=1)
def own_data_words() -> dict[str, frozenset[str]]:
    """The words of the veto by language. They also tell the language of a short question."""
    by_language: dict[str, set[str]] = {"de": set(), "en": set(), "zh": set()}
    for rule in _loaded():
        for way, _, _ in _WAYS:
            for language, words in rule.get(way, {}).items():
                by_language[language].update(spelled_out(str(word)) for word in words)
    return {language: frozenset(words) for language, words in by_language.items()}


class OwnDataVeto:
    """Says which rule, if any, makes a text one about the user's own data."""

    def __init__(self, own_words: Iterable[str] = ()) -> None:
        self._names = tuple(own_words)

    @cached_property
    def _own_words(self) -> frozenset[str]:
        return frozenset(_parts(self._names)) - scaffolding()

    @cached_property
    def _own(self) -> Phrases:
        return Phrases(*(f"{_BEFORE}{re.escape(word)}" for word in sorted(self._own_words)))

    @cached_property
    def _by_length(self) -> dict[int, list[str]]:
        by_length: dict[int, list[str]] = {}
        for word in self._own_words.union(own_data_words()["de"], own_data_words()["en"]):
            if len(word) >= _SHORTEST_TO_MISSPELL:
                by_length.setdefault(len(word), []).append(word)
        return by_length

    def rule(self, text: str, *, is_calculation: bool = False) -> OwnDataRule | None:
        """The first rule that finds something in the folded text."""
        for rule in own_data_rules():
            if not (is_calculation and rule.unless_calculation) and rule.found.search(text):
                return rule
        if self._own.search(text):
            return OwnDataRule("own_words", "A name from the user's tables.", self._own)
        return None

    def misspelt(self, text: str) -> str | None:
        """A word of the text that is one of the veto's but for a slip of the hand: `Umsaz`, `reveneu`."""
        return next((word for word in words_of(text) if self._is_nearly_one(word)), None)

    def _is_nearly_one(self, word: str) -> bool:
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extractOne

        if len(word) < _SHORTEST_TO_MISSPELL or word in scaffolding():
            return False
        for length, known in self._by_length.items():
            slips = 2 if length >= _TWO_SLIPS_FROM else 1
            same_start = [other for other in known if other[0] == word[0]]
            cuts = {word[: length - 1], word[:length], word[: length + 1]} if length > _SHORTEST_TO_MISSPELL else {word}
            if any(extractOne(cut, same_start, scorer=OSA.distance, score_cutoff=slips) for cut in cuts):
                return True
        return False


def _parts(names: Iterable[str]) -> Iterator[str]:
    """`unitPrice` is asked for as `unit price`, and as `price`."""
    for name in names:
        parts = [spelled_out(part) for part in _CAMEL.split(name) if part]
        yield " ".join(parts)
        yield from (part for part in parts if len(part) >= 4)
