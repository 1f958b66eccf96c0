"""Which sentence answers a question, or that none does.

A quote is judged by what the question is about (its words, the distinctive ones first, must be in the quote, beside it
or in its headings), by the kind of thing asked for (a name, a time, an amount of what is counted) and by its meaning as
a whole. The judgement is a weighted sum; the weights and the mark from which a quote is an answer were fitted on
questions with and without their answering paragraph (docs/decisions/0074) and lie in `answering.yaml`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from arch_team.search.asked import (
    Asked,
    Kind,
    asked,
    shows,
    tokens_of,
)
from arch_team.search.nearness import Nearness, Shares, WordVectors
from arch_team.search.places import language_of
from arch_team.search.quotes import Quote
from arch_team.search.refusing import refuses, unit_of
from arch_team.text.packaged import packaged
from arch_team.vectors.words import fold
from arch_team.wire import Language, Wire

if TYPE_CHECKING:
    from arch_team.vectors.embedding import Embedder

Numbers = npt.NDArray[np.float64]

MOST_QUOTES = 3
BESIDE, HEADED = 0.85, 0.95
"""What a word beside the quote, or in its headings, counts."""
FEWEST, HELD, LEAST = 3, 0.8, 0.3
"""From how many passages on common words are counted, how near counts as held, and what the commonest weigh."""
NAMES = (
    "cosine", "cosine_headed", "own", "full", "missing", "worst", "exact_missing", "no_kind", "unit", "head",
    "pair", "rank", "row", "few", "across", "plain",
    "full_kind", "cosine_full", "across_cosine", "across_full", "across_missing", "missing_twice", "no_head",
)  # fmt: skip


DECIDING = (
    "score", "margin", "cosine", "cosine_headed", "own", "full", "worst", "missing", "worst_above", "worst_far_above",
    "exact_missing", "no_kind", "unit", "head", "plain", "few", "rank", "row", "pair", "topics", "fuller", "nearer",
    *(kind.value for kind in Kind),
)  # fmt: skip
"""What decides whether the best quote is an answer: its signs, and how far it stands above the others."""
ALSO_ACROSS = 16
"""So many of them weigh differently across languages."""


class _Fitted(Wire):
    """`answering.yaml`."""

    ranking: dict[str, float]
    ranking_base: float
    deciding: dict[str, float]
    deciding_across: dict[str, float]
    deciding_base: float
    within: float
    """From here on the best quote is an answer; `across` where it is in another language than the question."""
    across: float
    nearly: float
    """How far below the best a further quote may be."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The quotes that answer, best first; none where nothing does."""

    quotes: tuple[Quote, ...]
    certainty: float
    """How far the best is above the mark, or below it."""


class Answering:
    """Judges quotes. One serves a process: it keeps the vectors of words."""

    def __init__(self, embedder: "Embedder") -> None:
        self._vectors = WordVectors(embedder)

    def judged(
        self,
        question: str,
        language: Language,
        quotes: Sequence[Quote],
        among: Callable[[Quote], bool] = lambda _quote: True,
    ) -> Judged:
        """`among`: which of the quotes may answer; the others are only what these stand against."""
        open_to = [at for at, quote in enumerate(quotes) if among(quote)]
        if not open_to:
            return Judged((), -np.inf)
        fitted = fitted_weights()
        signs, across = self.signs(question, language, quotes)
        scores = signs @ np.array([fitted.ranking[name] for name in NAMES]) + fitted.ranking_base
        order = sorted(open_to, key=lambda at: -scores[at])
        best = order[0]
        facts = decisive(asked(question, language), quotes, signs, scores, best)
        decided = float(facts @ np.array([fitted.deciding[name] for name in DECIDING])) + fitted.deciding_base
        if across[best]:
            decided += fitted.deciding_across["across"]
            weights = [fitted.deciding_across[name] for name in DECIDING[:ALSO_ACROSS]]
            decided += float(facts[:ALSO_ACROSS] @ np.array(weights))
        certainty = decided - (fitted.across if across[best] else fitted.within)
        if certainty <= 0 or self.lacks_what_is_asked_for(asked(question, language), quotes[best], bool(across[best])):
            return Judged((), min(certainty, 0.0))
        near = (quotes[at] for at in order if scores[at] >= scores[best] - fitted.nearly)
        return Judged(tuple(_each_once(near)), certainty)

    def lacks_what_is_asked_for(self, about: Asked, quote: Quote, is_across: bool) -> bool:
        """What no nearness makes good (`refusing.py`)."""
        return refuses(about, quote, Nearness(about, self._vectors, is_across=is_across), is_across=is_across)

    def signs(
        self, question: str, language: Language, quotes: Sequence[Quote]
    ) -> tuple[Numbers, npt.NDArray[np.bool_]]:
        """What speaks for and against each quote, by `NAMES`, and whether it is in another language."""
        about = asked(question, language)
        texts: dict[str, str] = {}
        for quote in quotes:
            texts[quote.key] = f"{texts.get(quote.key, quote.place)} {quote.text}"
        languages = {key: language_of(text) for key, text in texts.items()}
        across = np.array([languages[quote.key] not in (None, about.language) for quote in quotes])
        nearness = {
            is_across: Nearness(about, self._vectors, is_across=is_across) for is_across in set(across.tolist())
        }
        said = {
            (bool(across[at]), text)
            for at, quote in enumerate(quotes)
            for text in (quote.place, *quote.parts, *quote.around)
        }
        self._vectors.of(
            [phrase for is_across, text in said for phrase in nearness[is_across].phrases(tokens_of(text))]
        )
        mine = self._vectors.of([question])[0]
        cosines = self._vectors.of([quote.text for quote in quotes]) @ mine
        headed = self._vectors.of([f"{quote.heading}: {quote.text}" for quote in quotes]) @ mine
        shares: dict[tuple[bool, str], Shares] = {}

        def share(text: str, is_across: bool) -> Shares:
            key = (is_across, text)
            if key not in shares:
                shares[key] = nearness[is_across].of(tokens_of(text))
            return shares[key]

        weights = _distinctive(
            about,
            [
                (quote.key, share(text, bool(across[at])))
                for at, quote in enumerate(quotes)
                for text in (quote.place, *quote.parts)
            ],
        )
        rows: list[list[float]] = []
        for at, quote in enumerate(quotes):
            foreign = bool(across[at])
            own = np.max([share(part, foreign) for part in quote.parts], axis=0)
            beside = np.max([share(part, foreign) for part in quote.around], axis=0) if quote.around else 0.0
            full = np.maximum(own, np.maximum(np.multiply(BESIDE, beside), HEADED * share(quote.place, foreign)))
            rows.append(
                _signs(
                    about, quote, weights, own, full, float(cosines[at]), float(headed[at]), nearness[foreign], foreign
                )
            )
        return np.array(rows), across


def decisive(
    about: Asked, quotes: Sequence[Quote], signs: Numbers, scores: Numbers, best: int | None = None
) -> Numbers:
    """`DECIDING` of a quote, without one named of the best."""
    order = np.argsort(-scores)
    best = int(order[0]) if best is None else best
    own = dict(zip(NAMES, signs[best].tolist(), strict=True))
    places: list[int] = [at for at in order.tolist() if at != best]
    rivals = [at for at in places if not set(quotes[at].parts) & set(quotes[best].parts)]
    margin = float(scores[best] - scores[rivals[0]]) if rivals else 3.0
    columns = {name: at for at, name in enumerate(NAMES)}
    values = {
        **own,
        "score": float(scores[best]),
        "margin": margin,
        "worst_above": max(0.0, own["worst"] - 0.3),
        "worst_far_above": max(0.0, own["worst"] - 0.6),
        "topics": len(about.topics) / 5,
        "fuller": float(signs[:, columns["full"]].max()) - own["full"],
        "nearer": float(signs[:, columns["cosine"]].max()) - own["cosine"],
        **{kind.value: float(about.kind is kind) for kind in Kind},
    }
    return np.array([values[name] for name in DECIDING])


def _each_once(quotes: Iterable[Quote]) -> Iterator[Quote]:
    """Not the same sentence twice, alone and with its neighbour, and no more than are read."""
    said: set[str] = set()
    count = 0
    for quote in quotes:
        parts = {fold(part) for part in quote.parts}
        if not parts & said and count < MOST_QUOTES:
            said |= parts
            count += 1
            yield quote


def _distinctive(about: Asked, shares: Sequence[tuple[str, Shares]]) -> Shares:
    """What each word weighs: less, the more of the passages found hold it. What all are about tells none of them."""
    weights = np.array([topic.weight for topic in about.topics])
    held: dict[str, Shares] = {}
    for key, share in shares:
        held[key] = np.maximum(held[key], share) if key in held else share
    if len(held) < FEWEST or not len(weights):
        return weights
    common = np.mean([share >= HELD for share in held.values()], axis=0)
    return weights * np.clip(1.2 - common, LEAST, 1.0)


def _signs(
    about: Asked,
    quote: Quote,
    weights: Shares,
    own: Shares,
    full: Shares,
    cosine: float,
    headed: float,
    nearness: Nearness,
    across: bool,
) -> list[float]:
    exact = np.array([topic.is_exact for topic in about.topics], dtype=bool)
    other = np.array([not topic.is_head for topic in about.topics], dtype=bool)
    plain = other & ~exact
    """What is said of the names: who *founded* it."""
    total = float(weights.sum()) or 1.0
    lacking = (weights * (1 - full))[other]
    covered = float((weights * full).sum()) / total
    kind = shows(about, quote.text)
    missing = float(lacking.sum())
    return [
        cosine,
        headed,
        float((weights * own).sum()) / total,
        covered,
        missing,
        float(lacking.max(initial=0.0)),
        float(bool(exact.any()) and float(full[exact].min()) < 0.5),
        float(not kind),
        unit_of(about, quote, nearness),
        nearness.like(about.head, quote.words) if about.head else 1.0,
        float(len(quote.parts) > 1),
        quote.rank / 5,
        float(quote.is_row),
        float(len(about.topics) < 2),
        float(across),
        float((weights * full)[plain].sum()) / float(weights[plain].sum()) if plain.any() else 1.0,
        covered * kind,
        cosine * covered,
        across * cosine,
        across * covered,
        across * missing,
        missing**2,
        float(about.kind is Kind.THING) * (1 - (nearness.like(about.head, quote.words) if about.head else 1.0)),
    ]


@lru_cache(maxsize=4)
def answering_with(embedder: "Embedder") -> Answering:
    """The same one for every run: the vectors of words are kept."""
    return Answering(embedder)


@lru_cache(maxsize=1)
def fitted_weights() -> _Fitted:
    return _Fitted.model_validate(packaged("answering.yaml", "arch_team.search"))
