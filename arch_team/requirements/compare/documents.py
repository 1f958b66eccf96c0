"""Duplicates among longer texts: tickets with a title and a body, requirements of a paragraph and more.

A sentence is compared word by word; a ticket is compared as a whole, because two people never tell one wish with the
same words. Four likenesses are weighed: the meaning of the titles, the meaning of the whole, the rare words of the
whole, and the letters of the titles (for compounds, inflections and slips). The weights were fitted on one half of a
public set of tickets; `bench/requirements_relations.py` measures the other.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

import numpy as np
import numpy.typing as npt

from arch_team.requirements.compare.evidence import on_scale
from arch_team.requirements.compare.lexicon import packaged
from arch_team.requirements.model import Requirement
from arch_team.text.quantities import differ, quantities_of
from arch_team.vectors.embedding import Embedder, Matrix, unit_rows
from arch_team.vectors.sparse import term_id
from arch_team.vectors.words import stem, stop_words, words_of

LONGEST_TITLE = 160
LONGEST = 20_000
"""Characters that are looked at."""
LONGEST_BODY = 1_500
"""Characters of a body that are compared: what a ticket wants is said at its beginning."""
SENTENCE_WORDS = 45
"""A text of more words is no single sentence, whatever its signs."""
FEWEST_TITLES = 20
MOSTLY = 0.6
SMALL_SET = 10
WORD_SIZE = 4_096
LETTER_SIZE = 2_048
_LETTERS = 4
_NOISE = re.compile(
    r"<pre>.*?(?:</pre>|$)|```.*?(?:```|$)|<code.*?(?:</code>|$)|https?://\S+|![^\s!]+!", re.DOTALL | re.IGNORECASE
)
_END = re.compile(r"(?<=[.!?])\s+(?=\S)|\n")

_DEMANDS = frozenset(
    words_of(
        "shall must should will may can want wants need needs would like muss müssen soll sollen sollte sollten darf"
        " dürfen kann können möchte möchten will wollen wird werden ist sind is are"
    )
)
"""Words of which every requirement has one."""

Weights = dict[str, float]


@dataclass(frozen=True, slots=True)
class Document:
    title: str
    body: str
    rest: str = ""
    """What is too long to be compared."""

    @property
    def whole(self) -> str:
        return f"{self.title}. {self.body}" if self.body else self.title


def document_of(requirement: Requirement) -> Document:
    """Its title and what follows: as given, else its first line or sentence where more follows."""
    text = _NOISE.sub(" ", requirement.text[:LONGEST]).strip() or requirement.text[:LONGEST].strip()
    title, body = (requirement.title or "").strip(), text
    if not title:
        head = _END.split(text[: 2 * LONGEST_TITLE], maxsplit=1)[0].strip()
        is_title = bool(head) and len(head) <= LONGEST_TITLE
        title, body = (head, text[len(head) :]) if is_title else (text[:LONGEST_TITLE], text)
    line = _one_line(body)
    rest = line[LONGEST_BODY:] + requirement.text[LONGEST:]
    return Document(_one_line(title)[:LONGEST_TITLE], line[:LONGEST_BODY], rest)


def is_document(requirement: Requirement) -> bool:
    """Whether it is more than one sentence: it has a title of its own, a line below, or many words."""
    text = requirement.text[:LONGEST].strip()
    return bool(requirement.title) or "\n" in text or len(text.split()) > SENTENCE_WORDS


def are_titles(requirements: Sequence[Requirement]) -> bool:
    """Whether most of a set, and enough of them, demand nothing: titles of tickets, and no requirements."""
    titles = sum(_DEMANDS.isdisjoint(words_of(one.text[:LONGEST_TITLE])) for one in requirements)
    return titles >= FEWEST_TITLES and titles > MOSTLY * len(requirements)


def _one_line(text: str) -> str:
    return " ".join(text.split())


class Likeness:
    """How alike the documents of a set are. `weighed[i, j]` is the weighed sum of the four likenesses."""

    def __init__(self, documents: Sequence[Document], embedder: Embedder) -> None:
        weights = _weights()
        titles = [one.title for one in documents]
        wholes = [one.whole[:1_000] for one in documents]
        words = [Counter([*_stems(one.title), *_stems(one.title), *_stems(one.body)]) for one in documents]
        self.parts: tuple[tuple[float, Matrix], ...] = (
            (weights["title_meaning"], embedder.embed(titles)),
            (weights["whole_meaning"], embedder.embed(wholes)),
            (weights["rare_words"], _rare(words, WORD_SIZE)),
            (weights["title_letters"], _rare([Counter(_letters(title)) for title in titles], LETTER_SIZE)),
        )
        self._numbers = [quantities_of(title) for title in titles]
        self._documents = documents
        self.count = len(documents)

    def rows(self, start: int, stop: int) -> npt.NDArray[np.float32]:
        """The weighed likeness of these with all."""
        found = np.zeros((stop - start, self.count), dtype=np.float32)
        for weight, matrix in self.parts:
            found += weight * (matrix[start:stop] @ matrix.T)
        return found

    def pairs(self, at_least: float) -> Iterator[tuple[int, int, float]]:
        """Those that reach it, where one is the nearest of the other: the second nearest is seldom meant too."""
        best = np.full(self.count, -np.inf, dtype=np.float32)
        near: list[tuple[int, int, float]] = []
        block = max(16, 4_000_000 // max(1, self.count))
        for start in range(0, self.count, block):
            stop = min(self.count, start + block)
            weighed = self.rows(start, stop)
            weighed[np.arange(stop - start), np.arange(start, stop)] = -np.inf
            best[start:stop] = weighed.max(axis=1, initial=-np.inf)
            for row, other in zip(*np.nonzero(weighed >= at_least), strict=True):
                one, two = int(row) + start, int(other)
                if one < two:
                    near.append((one, two, float(weighed[row, other])))
        for one, other, weighed in near:
            nearest = weighed >= min(float(best[one]), float(best[other])) - 1e-5
            if nearest and not differ(self._numbers[one], self._numbers[other]) and not self._part_late(one, other):
                yield one, other, weighed

    def _part_late(self, one: int, other: int) -> bool:
        """The same at first, word for word, and something else where nothing is compared any more."""
        first, second = self._documents[one], self._documents[other]
        return first.whole == second.whole and first.rest != second.rest


def shown(weighed: float) -> float:
    """The similarity that is shown: 0.9 where precision and recall balance on the fitted half, 0.995 at the most."""
    return round(on_scale(packaged("calibration")["documents"]["scale"], weighed), 3)


def duplicate_from() -> float:
    """The weighed likeness that is shown as the threshold of duplicates."""
    return float(packaged("calibration")["documents"]["duplicate_from"])


@lru_cache(maxsize=1)
def _weights() -> Weights:
    listed = packaged("calibration")["documents"]["weights"]
    return {str(name): float(value) for name, value in listed.items()}


def _stems(text: str) -> list[str]:
    return [stem(word) for word in words_of(text) if len(word) > 1 and word not in stop_words()]


def _letters(text: str) -> Iterator[str]:
    plain = " ".join(words_of(text))
    return (plain[at : at + _LETTERS] for at in range(max(1, len(plain) - _LETTERS + 1)))


def _rare(counted: Sequence[Counter[str]], size: int) -> Matrix:
    """A row for each text: its terms, the rare ones heavy. Terms share places by their hash."""
    having = Counter(term for one in counted for term in one)
    rows = np.zeros((len(counted), size), dtype=np.float32)
    for row, one in zip(rows, counted, strict=True):
        for term, times in one.items():
            rarity = log((len(counted) + SMALL_SET) / (having[term] + 0.5))
            row[term_id(term) % size] += (1 + log(times)) * rarity
    return unit_rows(rows)
