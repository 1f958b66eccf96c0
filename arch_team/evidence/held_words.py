"""What a run's evidence, the question and the catalog know by name, word by word."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import cast

from arch_team.evidence.everyday_words import atoms_of, everyday_words, forms_of, is_compound_of
from arch_team.evidence.ledger import Ledger
from arch_team.evidence.rendering import plain_text
from arch_team.featuredata.catalog import Catalog
from arch_team.featuredata.naming import spaced
from arch_team.text.notation import notation

Place = tuple[str, int]
"""An entry and the number of a row."""
_DIGITS = re.compile(r"\d+")
_VALUES = ("value", "values")


class HeldWords:
    """Built for one check. Words are folded, and looked up whole."""

    def __init__(self, ledger: Ledger, catalog: Catalog, question: str) -> None:
        self._ledger, self._catalog, self._question = ledger, catalog, question

    def rows_with(self, words: tuple[str, ...]) -> frozenset[Place]:
        """The rows with a cell that holds these words one after the other."""
        by_word = self._texts_by_word
        texts = set[str]().union(by_word.get(words[0], ())) if words else set[str]()
        for word in words[1:]:
            texts &= by_word.get(word, set[str]())
        said = f" {' '.join(words)} "
        return frozenset(place for text in texts if said in text for place in self._places[text])

    def is_asked(self, words: tuple[str, ...]) -> bool:
        """Whether the question says these words one after the other."""
        return f" {' '.join(words)} " in self._asked

    def is_named(self, word: str) -> bool:
        """Whether a word is one of the question, of a table, a field, an entity or a value the calls looked for."""
        return any(form in self._names for form in forms_of(word))

    def is_plain(self, word: str) -> bool:
        """Whether a word names nothing: it is everyday language, or put together of that and of names known here."""
        if len(word) < 2 or any(form in everyday_words() for form in forms_of(word)) or self.is_named(word):
            return True
        return len(word) > 7 and is_compound_of(word, self._names | everyday_words())

    @cached_property
    def _asked(self) -> str:
        return f" {' '.join(atoms_of(self._question))} "

    @cached_property
    def _places(self) -> dict[str, set[Place]]:
        places: dict[str, set[Place]] = {}
        for entry in self._ledger:
            for number, row in enumerate(entry.rows.rows if entry.rows else ()):
                for value in row:
                    if isinstance(value, str):
                        text = f" {' '.join(atoms_of(plain_text(value)))} "
                        places.setdefault(text, set()).add((entry.id, number))
        return places

    @cached_property
    def _texts_by_word(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for text in self._places:
            for word in text.split():
                found.setdefault(word, set()).add(text)
        return found

    @cached_property
    def _names(self) -> frozenset[str]:
        words = {atom for text in self._texts() for atom in atoms_of(text) if not _DIGITS.fullmatch(atom)}
        return frozenset(form for word in words for form in forms_of(word))

    def _texts(self) -> Iterator[str]:
        yield self._question
        yield from notation().labels  # what stands before a code names nothing itself
        for view in self._catalog.views.values():
            yield from (view.table.name, spaced(view.table.name))
            yield from (*view.table.fields, *map(spaced, view.table.fields))
            yield from view.words
        if self._catalog.ontology:
            for entity in self._catalog.ontology.entities:
                yield spaced(entity.name)
                yield from (*entity.labels.de, *entity.labels.en)
            for purpose in self._catalog.ontology.purposes:
                yield from (*purpose.labels.de, *purpose.labels.en)
        for entry in self._ledger:
            if entry.rows is not None:
                yield from map(spaced, entry.rows.columns)
                yield from _looked_for(entry.arguments) if entry.rows.rows else ()


def _looked_for(given: object, *, is_value: bool = False) -> Iterator[str]:
    """The texts among the values of a call's filters, or of its form."""
    if isinstance(given, str) and is_value:
        yield given
    elif isinstance(given, dict):
        for key, item in cast("dict[str, object]", given).items():
            yield from _looked_for(item, is_value=key in _VALUES)
    elif isinstance(given, list | tuple):
        for item in cast("list[object]", given):
            yield from _looked_for(item, is_value=is_value)
