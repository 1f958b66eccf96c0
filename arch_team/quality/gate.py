"""The quality gate: a last look at an output before it goes out. It reports, and never raises.

    required_field   a field the output must hold, by dotted path      blocks
    length           too short or too long                             blocks
    validator        a function of the skill's own                     blocks or warns, as the skill says
    skill_match      does the output read like this skill's work?      warns alone, blocks beside what blocks

A validator that cannot run has not said yes: it blocks in strict mode and warns otherwise. An error in the gate itself
blocks always.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol, cast

from arch_team.quality.keywords import matching
from arch_team.quality.outputs import has_field, text_of
from arch_team.quality.validators import CouldNotRun, run_validator

SKILL_MATCH = "skill_match"


class Level(StrEnum):
    BLOCK = "block"
    WARN = "warn"


class ValidatorSpec(Protocol):
    @property
    def ref(self) -> str: ...
    @property
    def on_fail(self) -> str: ...


class Checks(Protocol):
    """What a skill asks of its output. The `quality` part of a skill file has this form."""

    @property
    def required_fields(self) -> Sequence[str]: ...
    @property
    def min_length(self) -> int | None: ...
    @property
    def max_length(self) -> int | None: ...
    @property
    def validators(self) -> Sequence[ValidatorSpec]: ...
    @property
    def strict(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class NoChecks:
    """Asks for nothing."""

    required_fields: tuple[str, ...] = ()
    min_length: int | None = None
    max_length: int | None = None
    validators: tuple[ValidatorSpec, ...] = ()
    strict: bool = False


@dataclass(frozen=True, slots=True)
class SkillContext:
    """The words by which the work of a skill is known, and those of the skills it is easily confused with."""

    name: str = "the skill"
    intent_keywords: Sequence[str] = ()
    disambiguation_keywords: Sequence[str] = ()
    twins: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]])
    """Disambiguation keywords by the name of the other skill."""

    @classmethod
    def of(cls, given: "SkillContext | Mapping[str, object]") -> "SkillContext":
        """A context as it is, or as a plain mapping of the same names: `{"intent_keywords": ["review"]}`."""
        if isinstance(given, SkillContext):
            return given
        twins = given.get("twins")
        return cls(
            name=str(given.get("name", cls().name)),
            intent_keywords=_words(given.get("intent_keywords")),
            disambiguation_keywords=_words(given.get("disambiguation_keywords")),
            twins={str(name): _words(words) for name, words in cast("Mapping[object, object]", twins or {}).items()},
        )


@dataclass(frozen=True, slots=True)
class Check:
    name: str
    passed: bool
    level: Level
    message: str = ""
    reads_like: str = ""
    """For `skill_match`: the other skill whose work the output looks like, if it is one that is known."""


@dataclass(frozen=True, slots=True)
class GateResult:
    checks: tuple[Check, ...]

    @property
    def blocked(self) -> bool:
        return any(not check.passed and check.level is Level.BLOCK for check in self.checks)

    @property
    def passed(self) -> bool:
        """Nothing stands in the way. There may be warnings."""
        return not self.blocked

    @property
    def warnings(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if not check.passed and check.level is Level.WARN)

    @property
    def failures(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if not check.passed and check.level is Level.BLOCK)


class QualityGate:
    def __init__(self, checks: Checks | None = None) -> None:
        self._checks = checks or NoChecks()

    def validate(self, output: object, skill_context: SkillContext | Mapping[str, object] | None = None) -> GateResult:
        """Every check with its outcome. Without a skill context, the skill match is skipped."""
        try:
            checks = list(self._own_checks(output))
            if skill_context is not None:
                match = _skill_match(text_of(output), SkillContext.of(skill_context))
                blocked = GateResult(tuple(checks)).blocked
                checks.append(replace(match, level=Level.BLOCK) if blocked and not match.passed else match)
            return GateResult(tuple(checks))
        except Exception as error:
            return GateResult((Check("gate", False, Level.BLOCK, f"The gate failed: {_told(error)}"),))

    def _own_checks(self, output: object) -> Iterator[Check]:
        for path in self._checks.required_fields:
            there = has_field(output, path)
            message = "" if there else f"The field {path!r} is missing or empty."
            yield Check(f"required_field:{path}", there, Level.BLOCK, message)
        if self._checks.min_length is not None or self._checks.max_length is not None:
            message = self._length_message(len(text_of(output).strip()))
            yield Check("length", not message, Level.BLOCK, message)
        for spec in self._checks.validators:
            yield self._validated(output, spec)

    def _length_message(self, length: int) -> str:
        least, most = self._checks.min_length, self._checks.max_length
        if least is not None and length < least:
            return f"The output has {length} characters; it needs at least {least}."
        if most is not None and length > most:
            return f"The output has {length} characters; it may have at most {most}."
        return ""

    def _validated(self, output: object, spec: ValidatorSpec) -> Check:
        name = f"validator:{spec.ref}"
        try:
            complaint = run_validator(spec.ref, output)
        except CouldNotRun as error:
            return Check(name, False, Level.BLOCK if self._checks.strict else Level.WARN, str(error))
        level = Level.WARN if spec.on_fail == Level.WARN else Level.BLOCK
        return Check(name, complaint is None, level, complaint or "")


def _skill_match(text: str, context: SkillContext) -> Check:
    own = matching(text, context.disambiguation_keywords)
    if not (own if context.disambiguation_keywords else matching(text, context.intent_keywords)):
        for twin, words in context.twins.items():
            if told := matching(text, words):
                message = f"The output reads like {twin} ({', '.join(told)}) and not like {context.name}."
                return _mismatch(message, twin)
    wanted = (*context.intent_keywords, *context.disambiguation_keywords)
    if wanted and not own and not matching(text, context.intent_keywords):
        return _mismatch(f"The output holds none of the keywords of {context.name}.")
    return Check(SKILL_MATCH, True, Level.WARN)


def _mismatch(message: str, twin: str = "") -> Check:
    return Check(SKILL_MATCH, False, Level.WARN, message, twin)


def _words(given: object) -> tuple[str, ...]:
    """One keyword, or several."""
    if isinstance(given, str):
        return (given,)
    return tuple(str(word) for word in cast("Sequence[object]", given or ()))


def _told(error: Exception) -> str:
    return type(error).__name__
