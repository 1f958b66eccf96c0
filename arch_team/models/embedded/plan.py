"""What a plan is made of.

A plan is a generator: it yields a call, is sent what was found, and returns what to say. Because it is deterministic,
it can be run again from its start with the results so far, which is all the state the operator needs.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import cast

ROW = "_row"


@dataclass(frozen=True, slots=True)
class ToolCall:
    tool: str
    arguments: dict[str, object]


@dataclass(frozen=True, slots=True)
class Found:
    """The rows of a call, and where they are in the ledger."""

    evidence: str
    rows: tuple[dict[str, object], ...]
    truncated: bool = False
    tied: bool = False
    """More rows than were asked for: the last of them equal each other."""
    units: frozenset[str] = frozenset()
    """Columns that say in which unit others are: they are shown with those."""

    def ref(self, row: int, column: str) -> str:
        return f"{self.evidence}.{self.rows[row][ROW]}.{column}"

    def value(self, row: int, column: str) -> Decimal:
        return Decimal(str(cast("str", self.rows[row][column])))

    def name(self, row: int, column: str) -> str:
        """What something is called, for a draft: put in last, so that nothing in it can speak for the operator."""
        return f"{{{{name({self.ref(row, column)})}}}}"

    def text(self, row: int, column: str) -> str:
        """To compare with, not to show."""
        value = self.rows[row].get(column)
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Say:
    """A draft with references to cells."""

    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """What is missing, as a question to the person, with answers to choose from."""

    question: str
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cannot:
    """Why the tables do not answer this, and what would help."""

    reason: str


Outcome = Say | Ask | Cannot
Plan = Generator[ToolCall, Found, Outcome]


def only(outcome: Outcome) -> Plan:
    """A plan that needs no call."""
    yield from ()
    return outcome


def together(plans: Sequence[Plan]) -> Plan:
    """All that a question asks of the same thing, in one answer. Half of it would be none."""
    said: list[str] = []
    for plan in plans:
        outcome = yield from plan
        if not isinstance(outcome, Say):
            return outcome
        said.append(outcome.text)
    return Say("\n".join(said))


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a draft: how to refer to it, and its value, so that a plan can compare and rank."""

    expression: str
    value: Decimal
    unit: str

    @property
    def reference(self) -> str:
        return "{{" + self.expression + "}}"


def negated(expression: str) -> str:
    return f"negated({expression})"


def difference(first: Figure, second: Figure) -> Figure:
    return Figure(f"difference({first.expression}, {second.expression})", first.value - second.value, first.unit)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of a draft as Markdown."""

    headings: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])

    def __str__(self) -> str:
        lines = ["| " + " | ".join(self.headings) + " |", "|" + "---|" * len(self.headings)]
        lines += ["| " + " | ".join(row) + " |" for row in self.rows]
        return "\n".join(lines)
