"""Named structural checks: what words alone cannot tell. A rule names one and gives its parameters."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from arch_team.requirements.check.prose import Prose
from arch_team.requirements.check.rules import Value
from arch_team.requirements.model import Span


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a check found something. `said` fills `{said}` in the message, for what no words can show."""

    spans: tuple[Span, ...] = ()
    said: str = ""
    related: tuple[str, ...] = ()
    weight: float | None = None
    """Instead of the rule's."""


Parameters = Mapping[str, Value]
Check = Callable[[Prose, Parameters], Iterable[Hit]]
SetCheck = Callable[[Sequence[Prose], Parameters], Iterable[tuple[int, Hit]]]
CHECKS: dict[str, Check] = {}
SET_CHECKS: dict[str, SetCheck] = {}
"""Those that rules may name, by the names of their functions."""


def check(function: Check) -> Check:
    """Of one requirement."""
    CHECKS[function.__name__] = function
    return function


def set_check(function: SetCheck) -> SetCheck:
    """Of a whole set: what only shows when requirements stand side by side."""
    SET_CHECKS[function.__name__] = function
    return function


def texts(parameters: Parameters, name: str) -> tuple[str, ...]:
    """A parameter that is a list of words."""
    value = parameters.get(name, ())
    return value if isinstance(value, tuple) else (str(value),)


def amount(parameters: Parameters, name: str, default: float) -> float:
    value = parameters.get(name, default)
    return float(value) if isinstance(value, int | float) else default
