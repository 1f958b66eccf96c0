"""Named structural checks: what words alone cannot tell. A rule names one and gives its parameters."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from arch_team.requirements.check.reading.prose import Prose
from arch_team.requirements.check.rule_set import Value
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


def texts(parameters: Parameters, name: str) -> tuple[str, ...]:
    """A parameter that is a list of words."""
    value = parameters.get(name, ())
    return value if isinstance(value, tuple) else (str(value),)


def number(parameters: Parameters, name: str, default: float) -> float:
    value = parameters.get(name, default)
    return float(value) if isinstance(value, int | float) else default
