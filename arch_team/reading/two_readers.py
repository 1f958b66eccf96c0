"""Both readers of a question on any tables, and what holds where they differ.

One puts a question together from its pieces, the other reads it as a sentence. They lean on the same words and share no
way of putting them together, so what both find is what is asked. Where each finds something else, all of it is run: the
same rows are an answer, and other rows are a question back that names the readings. What only the pieces find is asked
about, unless nothing in it is assumed: of such readings one in four was wrong, of sentences alone one in fifty.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from arch_team.forms.joins import Joins
from arch_team.forms.same_asked import ask_the_same, counts_otherwise
from arch_team.interpreting.interpreter import Interpreter
from arch_team.interpreting.read import Candidate, Read
from arch_team.modelling.model import Model
from arch_team.reading.whole import without_the_whole
from arch_team.semantics.reader import Reader
from arch_team.semantics.reading import parts_within
from arch_team.wire import Language

_ASKED = 2
"""Readings that a person is asked about."""
_SENTENCE, _PIECES = frozenset({"sentence"}), frozenset({"pieces"})
_BOTH = _SENTENCE | _PIECES
_KEPT = 16
"""Questions that are looked at more than once while one is read."""


class Reads(Protocol):
    """A reader of questions against one model."""

    @property
    def joins(self) -> Joins: ...

    def read(self, question: str) -> Read: ...


class TwoReaders:
    """Reads questions against one model. Holds no state of a question."""

    def __init__(self, model: Model, language: Language) -> None:
        self._pieces, self.sentences = Interpreter(model, language), Reader(model, language)
        self.joins = self.sentences.joins
        self._both = lru_cache(maxsize=_KEPT)(self._both_of)

    def read(self, question: str) -> Read:
        return self._both(question)

    def _both_of(self, question: str) -> Read:
        sentence = self._sentence(question)
        pieces = self._pieces.read(question, is_alone=not sentence.candidates)
        if pieces.candidates and sentence.candidates:
            found = _together(sentence.candidates, pieces.candidates)
            return replace(sentence, candidates=found)
        if pieces.is_clear or pieces.not_held is not None:
            return pieces
        if sentence.candidates or sentence.not_held is not None or sentence.mixed:
            return sentence
        asked = (*pieces.candidates, *pieces.doubtful)[:_ASKED]
        if not asked:
            return sentence
        return replace(pieces, candidates=(), doubtful=asked, is_of_pieces=not (sentence.doubtful or sentence.unknown))

    def _sentence(self, question: str) -> Read:
        """The question as a sentence; where a word of it is not known, without what only says where all rows are."""
        read = self.sentences.read(question)
        text = without_the_whole(question, self._pieces.model, self._pieces.lexicon) if read.unknown else None
        if text is None:
            return read
        other = self.sentences.read(text)
        told = tuple(replace(each, parts=parts_within(question, text, each)) for each in other.candidates)
        return replace(other, question=question, candidates=told) if told else read


def _together(sentences: tuple[Candidate, ...], pieces: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """What both found, told as the sentence is; what either found where they have nothing in common, or where neither
    is sure, each with who found it."""
    both = tuple(each for each in sentences if any(ask_the_same(each.form, other.form) for other in pieces))
    unsettled = {c for c in sentences if any(counts_otherwise(c.form, each.form) for each in sentences)}
    if both and 1 in (len(sentences), len(pieces)):
        return (
            both if unsettled.isdisjoint(both) else (*both, *(c for c in sentences if c in unsettled and c not in both))
        )
    found = [replace(each, readers=_BOTH if each in both or each in unsettled else _SENTENCE) for each in sentences]
    for each in pieces:
        if not any(ask_the_same(each.form, known.form) for known in found):
            found.append(replace(each, readers=_PIECES))
    return tuple(found)
