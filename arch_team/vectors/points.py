"""What a store keeps and gives back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from arch_team.vectors.embedding import Matrix
from arch_team.vectors.sparse import SparseVector

Scalar = str | int | bool
Payload = Mapping[str, object]
"""Plain JSON. Names that start with an underscore belong to the store."""
Where = Mapping[str, Scalar | Sequence[str] | Sequence[int]]
"""Every field named must hold the value, or one of the values. A field that holds a list matches by any member."""


@dataclass(frozen=True, slots=True)
class Point:
    """One thing to be found again. `id` is the caller's own, unique within the tenant; writing it again replaces it."""

    id: str
    dense: Sequence[float] | Matrix
    payload: Payload = field(default_factory=dict[str, object])
    sparse: SparseVector | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    id: str
    score: float
    payload: dict[str, object]


@dataclass(frozen=True, slots=True)
class Stored:
    """A point as it lies in the store; `dense` only where asked for."""

    id: str
    payload: dict[str, object]
    dense: Matrix | None = None
