"""An embedder made by hand: each text is one of a few directions, and no model is loaded."""

from collections.abc import Sequence

import numpy as np

from arch_team.vectors.embedding import Matrix, unit_rows


class Axes:
    """A text points where its words say: `north`, `east`, `up`, or between them. Any other text is like nothing."""

    size = 3

    def __init__(self, name: str = "axes") -> None:
        self.name = name

    def embed(self, texts: Sequence[str]) -> Matrix:
        rows = [[float(text.count(axis)) for axis in ("north", "east", "up")] for text in texts]
        return unit_rows(np.array(rows, dtype=np.float32).reshape(len(texts), self.size))

    def one(self, text: str) -> Matrix:
        return self.embed([text])[0]


AXES = Axes()
