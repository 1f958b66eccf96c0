"""Named structural checks: what words alone cannot tell. A rule names one and gives its parameters."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from arch_team.requirements.model import Span
from arch_team.requirements.prose import Prose
from arch_team.requirements.rule_set import Value


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a check found something. `said` fills the message where no words can be quoted."""

    spans: tuple[Span, ...] = ()
    said: str = ""


Check = Callable[[Prose, Mapping[str, Value]], Iterable[Hit]]
CHECKS: dict[str, Check] = {}


def check(name: str) -> Callable[[Check], Check]:
    """Registers a check under the name rules use."""

    def register(function: Check) -> Check:
        CHECKS[name] = function
        return function

    return register
