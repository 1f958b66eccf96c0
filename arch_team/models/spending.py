"""What a run may use, and what it has used."""

from dataclasses import dataclass

from arch_team.errors import ArchTeamError


class BudgetExceeded(ArchTeamError):
    """The run has used up its tokens, its money or its calls."""


@dataclass
class Spending:
    """What a run has used."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True)
class Budget:
    max_calls: int = 24
    max_tokens: int = 200_000
    max_cost: float = float("inf")
    prompt_price: float = 0.0
    """Per million tokens."""
    completion_price: float = 0.0
