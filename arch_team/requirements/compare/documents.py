"""Duplicates among longer texts: tickets with a title and a body, requirements of a paragraph and more.

A sentence is compared word by word; a ticket is compared as a whole, because two people never tell one wish with the
same words. Four likenesses are weighed: the meaning of the titles, the meaning of the whole, the rare words of the
whole, and the letters of the titles (for compounds, inflections and slips). The weights were fitted on one half of a
public set of tickets; `bench/requirements_relations.py` measures the other.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from arch_team.requirements.compare.comparison import calibration, on_scale
from arch_team.requirements.compare.wording import data
from arch_team.requirements.model import Requirement
from arch_team.text.quantities import differ, quantities_of
from arch_team.vectors.embedding import Embedder
from arch_team.vectors.near_pairs import near_pairs
from arch_team.vectors.sparse import rare_terms
from arch_team.vectors.words import content_stems, letters_of, words_of

LONGEST_TITLE = 160
LONGEST = 20_000
"""Characters that are looked at."""
LONGEST_BODY = 1_500
"""Characters of a body that are compared: what a ticket wants is said at its beginning."""
SENTENCE_WORDS = 45
"""A text of more words is no single sentence, whatever its signs."""
FEWEST_TITLES = 20
MOSTLY = 0.6
WORD_SIZE = 4_096
LETTER_SIZE = 2_048
_LETTERS = 4
_NOISE = re.compile(
    r"<pre>.*?(?:</pre>|$)|```.*?(?:```|$)|<code.*?(?:</code>|$)|https?://\S+|![^\s!]+!", re.DOTALL | re.IGNORECASE
)
_END = re.compile(r"(?<=[.!?])\s+(?=\S)|\n")


class Document(NamedTuple):
    title: str
    body: str
    rest: str
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
    title, line = (" ".join(part.split()) for part in (title, body))
    return Document(title[:LONGEST_TITLE], line[:LONGEST_BODY], line[LONGEST_BODY:] + requirement.text[LONGEST:])


def is_document(requirement: Requirement) -> bool:
    """Whether it is more than one sentence: it has a title of its own, a line below, or many words."""
    text = requirement.text[:LONGEST].strip()
    return bool(requirement.title) or "\n" in text or len(text.split()) > SENTENCE_WORDS


def are_titles(requirements: Sequence[Requirement]) -> bool:
    """Whether most of a set, and enough of them, demand nothing: titles of tickets, and no requirements."""
    titles = sum(_demands().isdisjoint(words_of(one.text[:LONGEST_TITLE])) for one in requirements)
    return titles >= FEWEST_TITLES and titles > MOSTLY * len(requirements)


@cache
def _demands() -> frozenset[str]:
    return frozenset(words_of(data("templates")["demands"]))


def alike_documents(documents: Sequence[Document], embedder: Embedder) -> Iterator[tuple[int, int, float]]:
    """Pairs of duplicates by their places, with the similarity that is shown: 0.9 where precision and recall balance
    on the fitted half, 0.995 at the most. One is the nearest of the other: the second nearest is seldom meant too."""
    fitted = calibration()["documents"]
    titles = [one.title for one in documents]
    words = [
        Counter([*content_stems(one.title), *content_stems(one.title), *content_stems(one.body)]) for one in documents
    ]
    parts = {
        "title_meaning": embedder.embed(titles),
        "whole_meaning": embedder.embed([one.whole[:1_000] for one in documents]),
        "rare_words": rare_terms(words, WORD_SIZE),
        "title_letters": rare_terms([Counter(letters_of(title, _LETTERS)) for title in titles], LETTER_SIZE),
    }
    weighed = np.hstack([matrix * np.float32(fitted["weights"][name] ** 0.5) for name, matrix in parts.items()])
    near = near_pairs(weighed, fitted["duplicate_from"])
    best = np.zeros(len(documents), dtype=np.float32)
    np.maximum.at(best, near.one, near.product)
    np.maximum.at(best, near.other, near.product)
    numbers = [quantities_of(title) for title in titles]
    is_nearest = near.product >= np.minimum(best[near.one], best[near.other]) - np.float32(1e-5)
    for at in np.flatnonzero(is_nearest):
        one, other = int(near.one[at]), int(near.other[at])
        first, second = documents[one], documents[other]
        # The same at first, word for word, and something else where nothing is compared any more.
        parts_late = first.whole == second.whole and first.rest != second.rest
        if not parts_late and not differ(numbers[one], numbers[other]):
            yield one, other, round(on_scale(fitted["scale"], float(near.product[at])), 3)
