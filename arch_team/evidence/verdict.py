"""What the guard has to say about a draft: findings, the figures it stands behind, and the text that may be shown."""

from collections.abc import Callable
from decimal import Decimal
from enum import StrEnum
from typing import Any

from pydantic import Field

from arch_team.evidence.ledger import LedgerEntry
from arch_team.featuredata.calls import Scalar
from arch_team.featuredata.findings import shortened
from arch_team.wire import Wire

MESSAGE_LIMIT = 160

Binding = Callable[[LedgerEntry, str, str], str | None]
"""Entry, row id and column of a cell to what is wrong with using it for this question, or None."""


class GuardCode(StrEnum):
    NO_LEDGER = "NO_LEDGER"
    NO_TEXT = "NO_TEXT"
    """There is nothing to show, or more than can be checked."""
    SYSTEM_ERROR = "SYSTEM_ERROR"
    REQUIRED_TOOL_MISSING = "REQUIRED_TOOL_MISSING"
    MALFORMED_REFERENCE = "MALFORMED_REFERENCE"
    UNKNOWN_REFERENCE = "UNKNOWN_REFERENCE"
    UNKNOWN_FUNCTION = "UNKNOWN_FUNCTION"
    NOT_A_NUMBER = "NOT_A_NUMBER"
    EMPTY_RESULT = "EMPTY_RESULT"
    TRUNCATED = "TRUNCATED"
    MIXED_UNITS = "MIXED_UNITS"
    UNIT_MISMATCH = "UNIT_MISMATCH"
    NEVER_AGGREGATE = "NEVER_AGGREGATE"
    SEMI_ADDITIVE = "SEMI_ADDITIVE"
    ONE_GRAIN = "ONE_GRAIN"
    COUNTED_TWICE = "COUNTED_TWICE"
    DIVISION_BY_ZERO = "DIVISION_BY_ZERO"
    UNBOUND_FIGURE = "UNBOUND_FIGURE"
    FIGURE_DIFFERS = "FIGURE_DIFFERS"
    UNBOUND_DATE = "UNBOUND_DATE"
    UNBOUND_NAME = "UNBOUND_NAME"
    """A name, a code or an item of a list that no tool returned."""
    NUMBER_WORD = "NUMBER_WORD"
    ONLY_QUOTATIONS = "ONLY_QUOTATIONS"
    WRONG_ROW = "WRONG_ROW"
    """The cell does not agree with what the question pins."""
    WRONG_LABEL = "WRONG_LABEL"
    """The sentence names one row and shows the figure of another."""
    OFF_TOPIC = "OFF_TOPIC"
    """The figures are true, and of something else than the question asks."""
    NO_ANSWER = "NO_ANSWER"
    """It shows nothing of the evidence, or speaks to the seats instead of the person."""
    UNCITED = "UNCITED"
    """A sentence names no passage."""
    NOT_SUPPORTED = "NOT_SUPPORTED"
    """The passage a sentence cites does not say it."""
    PLACEHOLDER = "PLACEHOLDER"
    NOT_RENDERED = "NOT_RENDERED"
    """The text to be sent has a figure that nothing stands behind."""
    GUARD_FAILED = "GUARD_FAILED"


class GuardFinding(Wire):
    """One reason not to approve, and how to mend the draft. `quote` is the part of the draft that is meant."""

    code: GuardCode
    message: str = Field(max_length=MESSAGE_LIMIT)
    hint: str = Field(max_length=MESSAGE_LIMIT)
    quote: str | None = None


def finding(code: GuardCode, message: str, hint: str, quote: str | None = None) -> GuardFinding:
    return GuardFinding(
        code=code,
        message=shortened(message, MESSAGE_LIMIT),
        hint=shortened(hint, MESSAGE_LIMIT),
        quote=None if quote is None else shortened(quote, MESSAGE_LIMIT),
    )


class FigureKind(StrEnum):
    CELL = "cell"
    DERIVATION = "derivation"
    QUOTATION = "quotation"
    """Repeats the user's own words. Never verified."""


class CellEvidence(Wire):
    """Where a figure comes from: the call, and the cell of its result."""

    entry: str
    call_id: str
    tool: str
    table: str | None
    filters: tuple[dict[str, Any], ...] = ()
    row: str
    column: str
    value: Scalar = None
    unit: str | None = None


class Figure(Wire):
    """Something shown that has evidence behind it. `display` stands in the text from `start` on."""

    display: str
    value: Scalar
    unit: str | None = None
    kind: FigureKind
    exact: Decimal | None = None
    """A derivation's result before it was rounded for display."""
    references: tuple[str, ...] = ()
    evidence: tuple[CellEvidence, ...] = ()
    start: int = 0

    @property
    def is_verified(self) -> bool:
        return self.kind is not FigureKind.QUOTATION


class GuardResult(Wire):
    """The verdict. `text` is empty unless `ok`: what was not approved is not shown."""

    ok: bool
    findings: tuple[GuardFinding, ...] = ()
    text: str = ""
    figures: tuple[Figure, ...] = ()
    names: tuple[tuple[int, int], ...] = ()
    """Where cells stand in the text that only say what something is called."""
    system_error: str | None = None
    """A tool failed for a reason no repair helps against: the run ends with this, never with a guess."""

    @property
    def has_data(self) -> bool:
        """Whether it shows anything from the evidence. Quotations of the question do not count."""
        return any(figure.is_verified for figure in self.figures)


def refused(*findings: GuardFinding, system_error: str | None = None) -> GuardResult:
    return GuardResult(ok=False, findings=findings, system_error=system_error)
