"""How well a sentence speaks of what a question asks: word by word, and as a whole.

Every word of the question is laid beside the words of the sentence, of its neighbours and of its heading, by what the
words mean where they stand (`vectors/contextual.py`), so it is the same within a language and across two. How much a
word of the question counts, and from where on two words are the same, is fitted on questions with their answers
(`bench/fit_reader.py`) and lies in `reader.npz`.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from arch_team.vectors.contextual import ContextualEncoder

Numbers = npt.NDArray[np.floating[Any]]

_KEPT = 8_000
"""Texts whose words are kept, about 10 kB each."""
NEIGHBOURS = 3


@dataclass(frozen=True, slots=True)
class Sentence:
    """What is read: a sentence with what stands around it."""

    text: str
    heading: str = ""
    around: tuple[str, ...] = ()
    rank: int = 0
    """The place of its passage among those found."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question laid beside sentences. Rows are words of the question, columns sentences."""

    words: tuple[str, ...]
    weights: Numbers
    """How much each word of the question counts."""
    own: Numbers
    """How near a word is to the nearest of the sentence, from 0 to 1."""
    full: Numbers
    """The same with its neighbours and its heading, which count a little less."""
    cosine: Numbers
    headed: Numbers
    """Likeness of the question to the sentence as a whole, and to it under its heading."""
    scores: Numbers

    def covered(self, shares: Numbers) -> Numbers:
        return (self.weights @ shares) / max(float(self.weights.sum()), 1e-6)


@dataclass(frozen=True, slots=True)
class _Text:
    near: Numbers
    summed: Numbers
    pieces: int


class Reader:
    """One serves a process: what it has read lately is kept."""

    def __init__(self, encoder: "ContextualEncoder | None" = None) -> None:
        if encoder is None:
            from arch_team.vectors.contextual import contextual_encoder

            encoder = contextual_encoder()
        self._encoder, self._fit = encoder, fitted()
        self._kept: OrderedDict[str, _Text] = OrderedDict()
        self._lock = Lock()

    def read(self, question: str, sentences: Sequence[Sentence], *, is_across: bool) -> Reading:
        fit = self._fit
        (asked,) = self._encoder.read([question])
        whole = self._encoder.folded(asked.summed[None], np.array([asked.pieces], np.float32))[0]
        mine = _unit((asked.vectors - fit["mu"]) @ fit["q"])
        weights = np.logaddexp(0, 5 * mine @ fit["u"] + fit["c"])
        texts = list(dict.fromkeys(text for each in sentences for text in (each.text, each.heading, *each.around)))
        held = self._texts([text for text in texts if text])
        near = self._laid_beside(mine, held)
        at = {text: number for number, text in enumerate(held)}
        own = np.stack([near[:, at[each.text]] for each in sentences], axis=1)
        full = own.copy()
        for number, each in enumerate(sentences):
            if each.heading:
                full[:, number] = np.maximum(full[:, number], _sigmoid(fit["dh"]) * near[:, at[each.heading]])
            for other in each.around[:NEIGHBOURS]:
                full[:, number] = np.maximum(full[:, number], _sigmoid(fit["dn"]) * near[:, at[other]])
        cosine, headed, turned = self._as_wholes(whole, sentences, held)
        total = max(float(weights.sum()), 1e-6)
        ranks = np.array([each.rank for each in sentences], np.float32) / 5
        scores = (
            fit["a"] * (cosine + turned)
            + fit["h"] * headed
            + (fit["b"] * (weights @ full) + fit["o"] * (weights @ own)) / total
            - fit["r"] * ranks
            + fit["n"]
            + fit["nx"] * is_across
        )
        return Reading(asked.words, weights, own, full, cosine, headed, scores)

    def _texts(self, texts: Sequence[str]) -> dict[str, _Text]:
        with self._lock:
            missing = [text for text in texts if text not in self._kept]
            for text, read in zip(missing, self._encoder.read(missing), strict=True):
                near = _unit((read.vectors - self._fit["mu"]) @ self._fit["s"])
                self._kept[text] = _Text(near, read.summed, read.pieces)
            found = {text: self._kept[text] for text in texts}
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
            return found

    def _laid_beside(self, mine: Numbers, held: dict[str, _Text]) -> Numbers:
        """Of each text how near its nearest word is to each of the question."""
        near = np.zeros((len(mine), len(held)), np.float32)
        for number, text in enumerate(held.values()):
            if len(text.near):
                near[:, number] = (mine @ text.near.T).max(axis=1)
        words = np.array([len(text.near) > 0 for text in held.values()], bool)
        return np.where(words, _sigmoid(3 * self._fit["k"] * (near - self._fit["t"])), 0)

    def _as_wholes(
        self, whole: Numbers, sentences: Sequence[Sentence], held: dict[str, _Text]
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Likeness of the sentences, of each under its heading, and what the fit turns the first by."""
        texts = [held[each.text] for each in sentences]
        heads = [held.get(each.heading) for each in sentences]
        sums = np.array([text.summed for text in texts])
        pieces = np.array([text.pieces for text in texts], np.float32)
        nothing = np.zeros(sums.shape[1], np.float32)
        under = sums + np.array([nothing if head is None else head.summed for head in heads])
        longer = pieces + np.array([0 if head is None else head.pieces for head in heads], np.float32)
        bare = self._encoder.folded(sums, pieces)
        return bare @ whole, self._encoder.folded(under, longer) @ whole, bare @ (self._fit["W"] @ whole)


def _unit(rows: Numbers) -> Numbers:
    return rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-6)


def _sigmoid(values: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-np.clip(values, -30, 30)))


@lru_cache(maxsize=1)
def reader() -> Reader:
    """The same one for every run of the process."""
    return Reader()


@lru_cache(maxsize=1)
def fitted() -> dict[str, Numbers]:
    with resources.files("arch_team.search").joinpath("reader.npz").open("rb") as file:
        held = np.load(file)
        return {name: held[name].astype(np.float32) for name in held.files}
