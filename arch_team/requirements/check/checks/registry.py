"""Named structural checks: what words alone cannot tell. A rule names one and gives its parameters."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from arch_team.requirements.check.prose import Prose
from arch_team.requirements.check.rules import Value
from arch_team.requirements.model import Span
from arch_team.text.sentence.phrases import Phrase, parse
from arch_team.wire import Language


@dataclass(frozen=True, slots=True)
class Hit:
    """Where a check found something. `said` fills `{said}` in the message, for what no words can show."""

    spans: tuple[Span, ...] = ()
    said: str = ""
    related: tuple[str, ...] = ()
    weight: float | None = None
    """Instead of the rule's."""


class Parameters:
    """What a rule gives its check, read as the check needs it."""

    def __init__(self, values: Mapping[str, Value], language: Language) -> None:
        self._values = values
        self._language: Language = language
        self.words = cache(self._words)
        self.phrases = cache(self._phrases)

    def is_(self, name: str, value: str) -> bool:
        return self._values.get(name) == value

    def has(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str) -> str:
        return str(self._values.get(name, ""))

    def number(self, name: str, default: float) -> float:
        value = self._values.get(name, default)
        return float(value) if isinstance(value, int | float) else default

    def _words(self, name: str) -> frozenset[str]:
        return frozenset(self._texts(name))

    def _phrases(self, name: str) -> tuple[Phrase, ...]:
        return tuple(parse(text, self._language) for text in self._texts(name))

    def pairs(self, name: str) -> dict[str, str]:
        """A list of `key=value`."""
        return {key: value for key, _, value in (pair.partition("=") for pair in self._texts(name))}

    def _texts(self, name: str) -> tuple[str, ...]:
        value = self._values.get(name, ())
        return value if isinstance(value, tuple) else (str(value),)


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
