"""A gold question: what is asked, how a run may end, which call is right, and what an answer must show.

The format is that of the project's source document, so a file written for it is read here unchanged; what was added has
defaults. `docs/benchmark-your-own.md` shows how to write a file for a domain of your own.
"""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Annotated, Literal, cast

from pydantic import Field, field_validator, model_validator

from arch_team.featuredata.calls import Filter, Tool
from arch_team.featuredata.filters import Problems, read_filters
from arch_team.wire import Language, Wire

Difficulty = Literal["easy", "medium", "hard"]
Expected = Literal["answer", "ask", "refuse"]
Text = Annotated[str, Field(min_length=1)]
TOLERANCE = Decimal("0.005")


class GoldFigure(Wire):
    """A figure an answer must or may show. `sign: any` is for what is stored negative and said positive."""

    value: Decimal
    unit: str | None = None
    sign: Literal["exact", "any"] = "exact"
    tolerance: Decimal = TOLERANCE

    @field_validator("value", "tolerance", mode="before")
    @classmethod
    def _exactly_as_written(cls, given: object) -> object:
        """A float of a YAML file is the decimal that was written, not its binary neighbour."""
        if isinstance(given, bool) or not isinstance(given, int | float | str | Decimal):
            raise ValueError("is not a number")
        try:
            value = Decimal(str(given))
        except InvalidOperation:
            raise ValueError("is not a number") from None
        if not value.is_finite():
            raise ValueError("is not a finite number")
        return value

    def is_said_by(self, value: Decimal, unit: str | None) -> bool:
        """Whether a number with this unit written beside it, if any, is this figure."""
        if unit is not None and self.unit is not None and unit != self.unit:
            return False
        if (unit == "%") != (self.unit == "%"):
            return False
        near = abs(value - self.value) <= self.tolerance
        return near or (self.sign == "any" and abs(abs(value) - abs(self.value)) <= self.tolerance)


class ToolPattern(Wire):
    """A call that is right for the question: one of the tools, the table, and the filters it must have."""

    tool: tuple[Tool, ...]
    table_name: Text
    required_filters: tuple[str, ...] = ()

    @field_validator("tool", mode="before")
    @classmethod
    def _one_or_several(cls, given: object) -> object:
        return (given,) if isinstance(given, str) else given

    @field_validator("required_filters")
    @classmethod
    def _readable(cls, given: tuple[str, ...]) -> tuple[str, ...]:
        for text in given:
            _filters(text)
        return given

    @property
    def filters(self) -> tuple[Filter, ...]:
        return tuple(flt for text in self.required_filters for flt in _filters(text))


def _figure(given: object) -> object:
    return cast("object", given) if isinstance(given, Mapping) else {"value": given}


def _filters(text: str) -> tuple[Filter, ...]:
    problems = Problems()
    found = read_filters(text, problems)
    if problems or not found:
        reason = problems[0].hint if problems else "it is empty"
        raise ValueError(f"is not a filter: {text!r} ({reason})")
    return found


Words = tuple[str, ...]
"""Alternatives: one of them is enough."""


class GoldQuestion(Wire):
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")]
    question: Text
    intent: Text
    language: Language
    difficulty: Difficulty = "medium"
    expect: tuple[Expected, ...] = ("answer",)
    expected_tool_pattern: tuple[ToolPattern, ...] = ()
    """A call that matches any one of these is right. Empty: no call is expected."""
    forbidden_tools: tuple[Tool, ...] = ()
    expected_answer_contains: tuple[Words, ...] = ()
    forbidden_answer_contains: tuple[Text, ...] = ()
    expected_answer_numeric: dict[str, GoldFigure] = Field(default_factory=dict[str, GoldFigure])
    allowed_numeric: dict[str, GoldFigure] = Field(default_factory=dict[str, GoldFigure])
    hallucination: tuple[Text, ...] = ()

    @field_validator("expect", mode="before")
    @classmethod
    def _one_ending_or_several(cls, given: object) -> object:
        return (given,) if isinstance(given, str) else given

    @field_validator("expected_tool_pattern", mode="before")
    @classmethod
    def _one_pattern_or_several(cls, given: object) -> object:
        if isinstance(given, list | tuple):
            return cast("list[object]", given)
        return () if given is None else (given,)

    @field_validator("expected_answer_contains", mode="before")
    @classmethod
    def _words(cls, given: object) -> object:
        if not isinstance(given, list | tuple):
            return given
        return [(item,) if isinstance(item, str) else item for item in cast("list[object]", given)]

    @field_validator("expected_answer_numeric", "allowed_numeric", mode="before")
    @classmethod
    def _plain_numbers(cls, given: object) -> object:
        """A plain number is a figure without a unit."""
        if not isinstance(given, dict):
            return given
        pairs = cast("dict[object, object]", given).items()
        return {str(name): _figure(value) for name, value in pairs}

    @model_validator(mode="after")
    def _hangs_together(self) -> "GoldQuestion":
        if not self.expect:
            raise ValueError("expect names no ending")
        if "answer" not in self.expect and (self.expected_answer_numeric or self.expected_answer_contains):
            raise ValueError("expects no answer, and yet says what one contains")
        if self.expect == ("answer",) and not (self.expected_answer_numeric or self.expected_answer_contains):
            raise ValueError("expects an answer: give expectedAnswerNumeric or expectedAnswerContains")
        if clash := {t for p in self.expected_tool_pattern for t in p.tool} & set(self.forbidden_tools):
            raise ValueError(f"{sorted(clash)[0]} is both expected and forbidden")
        return self

    @property
    def is_answerable(self) -> bool:
        return "answer" in self.expect


__all__ = ["Difficulty", "Expected", "GoldFigure", "GoldQuestion", "ToolPattern", "Words"]
