"""Which sentence answers a question, or that none does.

Sentences are put in order by how well they speak of what is asked (`reader.py`); whether the best is an answer is one
decision over what speaks for it and against it (`signs.py`): a weighted sum, whose weights and marks were fitted on
questions with and without their answering paragraph (docs/decisions/0074) and lie in `answering.yaml`. Where the kind
of thing asked for, or a number or code of the question, is not there at all, nothing else is weighed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from arch_team.search.asked import Asked, asked
from arch_team.search.places import language_of
from arch_team.search.quotes import Quote
from arch_team.search.reader import Reader, Reading, Sentence, reader
from arch_team.search.signs import NAMES, lacks, signs_of, terms_of
from arch_team.text.packaged import packaged
from arch_team.vectors.words import fold
from arch_team.wire import Language, Wire

MOST_QUOTES = 3
MOST_READ = 240
"""Sentences that are read for a question."""
LONGEST_HEADING = 120


class Fitted(Wire):
    """`answering.yaml`."""

    weights: dict[str, float]
    across: dict[str, float]
    """What is added to the weights where the text is in another language than the question."""
    base: float
    base_across: float
    mark: dict[str, float]
    """From here on the best is an answer: `within` a language and `across`."""
    nearly: float
    """How far below the best a further sentence is shown."""
    ask: dict[str, float]
    """How far below the mark the best ones are still put to the person, `within` a language and `across`."""
    offer: float
    """How far below the best another one is put to the person."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The quotes that answer, best first; none where nothing surely does."""

    quotes: tuple[Quote, ...]
    certainty: float
    """How far the best is above the mark, or below it."""
    nearest: tuple[Quote, ...] = ()
    """The best ones, each saying something else, whether they answer or not; none far below the best."""
    is_near: bool = False
    """Whether the nearest are worth a look of the person, should nothing surely answer."""


class Answering:
    """Judges quotes."""

    def __init__(self, given: Reader | None = None) -> None:
        self._reader = given or reader()

    def judged(
        self,
        question: str,
        language: Language,
        quotes: Sequence[Quote],
        among: Callable[[Quote], bool] = lambda _quote: True,
    ) -> Judged:
        """`among`: which of the quotes may answer; the others are only what these stand against."""
        quotes = quotes[:MOST_READ]
        open_to = [at for at, quote in enumerate(quotes) if among(quote)]
        if not open_to:
            return Judged((), -np.inf)
        is_across = speaks_otherwise(language, quotes)
        read = self.read(question, quotes, is_across=is_across)
        order = sorted(open_to, key=lambda at: -read.scores[at])
        best = order[0]
        about = asked(question, language)
        signs = signs_of(about, quotes, read, best, is_across=is_across)
        certainty = -np.inf if lacks(signs) else decided(signs, is_across=is_across)
        fitted, below = fitted_weights(), read.scores[best] - read.scores
        nearest = tuple(_each_different(quotes[at] for at in order if below[at] <= fitted.offer))
        is_near = certainty > fitted.ask["across" if is_across else "within"]
        if certainty <= 0:
            return Judged((), certainty, nearest, is_near and not _is_of_others(about, quotes))
        near = (quotes[at] for at in order if below[at] <= fitted.nearly)
        return Judged(tuple(_each_once(near)), certainty, nearest, is_near)

    def read(self, question: str, quotes: Sequence[Quote], *, is_across: bool) -> Reading:
        sentences = [Sentence(q.said, q.heading[:LONGEST_HEADING], q.around, q.rank) for q in quotes]
        return self._reader.read(question, sentences, is_across=is_across)


def speaks_otherwise(language: Language, quotes: Sequence[Quote]) -> bool:
    """Whether the text is in another language than the question."""
    return language_of(" ".join(quote.said for quote in quotes)) not in (None, language)


def decided(signs: Sequence[float], *, is_across: bool) -> float:
    """How far above the mark."""
    fitted = fitted_weights()
    total = fitted.base + sum(fitted.weights[name] * sign for name, sign in zip(NAMES, signs, strict=True))
    if not is_across:
        return total - fitted.mark["within"]
    total += fitted.base_across + sum(fitted.across[name] * sign for name, sign in zip(NAMES, signs, strict=True))
    return total - fitted.mark["across"]


def _each_once(quotes: Iterable[Quote]) -> Iterator[Quote]:
    """Not the same sentence twice, and no more than are read."""
    said: set[str] = set()
    for quote in quotes:
        if fold(quote.said) not in said and len(said) < MOST_QUOTES:
            said |= {fold(part) for part in quote.parts}
            yield quote


def _is_of_others(about: Asked, quotes: Sequence[Quote]) -> bool:
    """Whether not one of the names, numbers and codes of a question stands in what was found."""
    exact = {topic.stem for topic in about.topics if topic.is_exact}
    texts = (text for quote in quotes for text in (quote.text, quote.place, *quote.around))
    return bool(exact) and all(exact.isdisjoint(terms_of(text)) for text in texts)


def _each_different(quotes: Iterable[Quote]) -> Iterator[Quote]:
    """None that holds another or is held by one."""
    told: list[str] = []
    for quote in quotes:
        text = fold(quote.text)
        if not any(text in other or other in text for other in told):
            told.append(text)
            yield quote
        if len(told) == MOST_QUOTES:
            return


@lru_cache(maxsize=1)
def answering() -> Answering:
    """The same one for every run: what was read is kept."""
    return Answering()


@lru_cache(maxsize=1)
def fitted_weights() -> Fitted:
    return Fitted.model_validate(packaged("answering.yaml", "arch_team.search"))
