"""Where in a passage a sentence of an answer may stand: in one sentence, with its headings.

Two sentences are taken together only where the second leans on the first (`Sie …`, `This …`); a row of a table comes
with the table's first row. Anything wider would let words that stand apart make up something new.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise

from arch_team.documents.chunking import units_of
from arch_team.documents.document import PATH_SEPARATOR
from arch_team.documents.sentences import sentences
from arch_team.documents.tables import CELLS
from arch_team.evidence.masks import blanked, masked_spans
from arch_team.search.contraries import answer_words
from arch_team.search.passages_model import Passage
from arch_team.text.notation import notation
from arch_team.vectors.sparse import terms_of
from arch_team.vectors.words import fold, stem, word_lists, words_of
from arch_team.wire import Language


@dataclass(frozen=True)
class Place:
    passage: Passage
    text: str
    heading: str
    is_table: bool = False

    @cached_property
    def topics(self) -> tuple[str, ...]:
        return topics_of(self.whole)

    def share(self, wanted: frozenset[str]) -> float:
        return len(wanted.intersection(self.topics)) / len(wanted)

    @property
    def whole(self) -> str:
        return f"{self.heading}\n{self.text}"


def topics_of(text: str) -> tuple[str, ...]:
    """The stems a text is about, in order. Figures and days are left out: they are compared as what they mean."""
    bare = blanked(text, masked_spans(text), " ")
    return tuple(term for term in terms_of(bare) if not term.isdigit() and term not in _number_stems())


@lru_cache(maxsize=1)
def _number_stems() -> frozenset[str]:
    return frozenset(stem(fold(word)) for words in notation().number_words.values() for word in words.units)


def sentences_of(passage: Passage) -> tuple[Place, ...]:
    return tuple(_place(passage, text) for text in _units(passage))


def wider_places_of(passage: Passage) -> tuple[Place, ...]:
    units = _units(passage)
    return tuple(_place(passage, f"{one}\n{other}") for one, other in (*_leaning(units), *_rows(units)))


def standing_word_by_word(sentence: str, passages: Sequence[Passage]) -> Place | None:
    """Where whole sentences of a passage, one after the other, are just this. Half a sentence may mean its contrary."""
    said = " ".join(sentence.split())
    for passage in passages:
        units = [" ".join(unit.split()) for unit in _units(passage)]
        for first in range(len(units)):
            told = ""
            for unit in units[first:]:
                told = f"{told} {unit}".strip()
                if told == said:
                    return _place(passage, told)
                if not said.startswith(told):
                    break
    return None


def _units(passage: Passage) -> list[str]:
    """Sentences, and rows of tables whole. A line of a list may hold several sentences."""
    lines = (passage.text[span.start : span.end] for span in units_of(passage.text))
    return [unit for line in lines for unit in ([line] if CELLS in line else sentences(line))]


def _place(passage: Passage, text: str) -> Place:
    return Place(passage, text, PATH_SEPARATOR.join(passage.path), is_table=CELLS in text)


def _leaning(units: Sequence[str]) -> Iterator[tuple[str, str]]:
    for one, other in pairwise(units):
        first = next(iter(words_of(other)), "")
        if first in leaning_words() and CELLS not in one + other:
            yield one, other


@lru_cache(maxsize=1)
def leaning_words() -> frozenset[str]:
    return frozenset(fold(word) for word in answer_words().leaning)


def _rows(units: Sequence[str]) -> Iterator[tuple[str, str]]:
    head: str | None = None
    for unit in units:
        if CELLS not in unit:
            head = None
        elif head is None:
            head = unit
        else:
            yield head, unit


def language_of(text: str) -> Language | None:
    """By its small words; None where they do not tell."""
    words = words_of(text)
    german, english = (sum(word in _small_words(language) for word in words) for language in ("de", "en"))
    return "de" if german > english else "en" if english > german else None


@lru_cache(maxsize=2)
def _small_words(language: str) -> frozenset[str]:
    other = "en" if language == "de" else "de"
    return frozenset(words_of(word_lists()[language])) - frozenset(words_of(word_lists()[other]))
