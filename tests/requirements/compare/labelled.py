"""What the tests of duplicates share: labelled pairs and sets, and one memory of vectors for all of them."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np
import yaml

from arch_team.requirements.compare import Duplicates, find_duplicates
from arch_team.requirements.model import Requirement
from arch_team.vectors.embedding import Embedder, Matrix, default_embedder

HERE = Path(__file__).parent


class Labelled(NamedTuple):
    part: str
    kind: str
    one: str
    other: str


class Remembering:
    """The packaged model, which reads no text twice."""

    def __init__(self, model: Embedder) -> None:
        self.name, self.size = model.name, model.size
        self._model = model
        self._known: dict[str, Matrix] = {}

    def embed(self, texts: Sequence[str]) -> Matrix:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, self._model.embed(new), strict=True))
        return np.array([self._known[text] for text in texts], dtype=np.float32).reshape(len(texts), self.size)


@lru_cache(maxsize=1)
def model() -> Embedder:
    return Remembering(default_embedder())


def held_out_pairs() -> list[Labelled]:
    listed = cast("dict[str, list[list[str]]]", yaml.safe_load((HERE / "held_out_pairs.yaml").read_text("utf-8")))
    return [Labelled(part, *entry) for part, entries in listed.items() for entry in entries]


def held_out_sets() -> dict[str, list[str]]:
    return cast("dict[str, list[str]]", yaml.safe_load((HERE / "held_out_sets.yaml").read_text("utf-8")))


def as_set(texts: Sequence[str]) -> list[Requirement]:
    return [Requirement(id=f"R{number}", text=text) for number, text in enumerate(texts)]


def found(texts: Sequence[str], threshold: float = 0.9) -> Duplicates:
    return find_duplicates(as_set(texts), threshold, model())


def similarity(one: str, other: str) -> float:
    pairs = found([one, other], threshold=-1).pairs
    return pairs[0].similarity if pairs else 0.0


def are_duplicates(one: str, other: str) -> bool:
    return bool(found([one, other]).pairs)
