"""References in a draft: `{{e1.r0.amount}}`, `{{sum(e1.amount)}}`, `{{rows(e1)}}`, `{{name(e1.r0.label)}}`.

    reference   = "{{" ["="] expression "}}" | "{{" "rows" "(" entry ")" "}}" | "{{" "name" "(" cell ")" "}}"
    expression  = cell | function "(" argument {"," argument} ")" | "-" expression
    argument    = cell | column | entry | expression
    cell        = e1.r0.amount        column = e1.amount        entry = e1 (count only)

With `=` it is a declaration: nothing is shown, it says how a figure typed just before, or elsewhere in the draft, was
computed. Functions of two arguments may hold another function, so that totals can be compared; no deeper. A change of
sign is no level of its own. `rows` is all rows of an entry, a line each; what shows them is not typed. `name` is a text
cell that says what something is called: whatever stands in it is shown as it is and read as nothing else. Whatever a
model writes becomes a reference or a finding, never an exception.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from arch_team.evidence.ledger import CellRef
from arch_team.evidence.masks import Span, blanked
from arch_team.evidence.verdict import GuardCode, GuardFinding, finding

MAX_ARGUMENTS = 1_000
MAX_LENGTH = 20_000
MAX_STRAY = 20

_GRAMMAR = "Write {{e1.r0.column}} or {{sum(e1.column)}}: an entry, a row and a column of a tool result."


class Function(StrEnum):
    """The closed set. Nothing else is ever computed from cells."""

    SUM = "sum"
    AVERAGE = "average"
    COUNT = "count"
    MIN = "min"
    MAX = "max"
    DIFFERENCE = "difference"
    RATIO = "ratio"
    PERCENT = "percent"
    """The first as a share of the second, in percent."""
    PERCENT_CHANGE = "percent_change"
    """From the first (old) to the second (new), in percent of the old one's size."""
    PRODUCT = "product"

    @property
    def is_over_rows(self) -> bool:
        return self in _OVER_ROWS


_OVER_ROWS = frozenset({Function.SUM, Function.AVERAGE, Function.COUNT, Function.MIN, Function.MAX})
_ALIASES = {f.value: f for f in Function} | {
    "diff": Function.DIFFERENCE,
    "pct_change": Function.PERCENT_CHANGE,
    "share": Function.PERCENT,
    "quotient": Function.RATIO,
    "avg": Function.AVERAGE,
    "mean": Function.AVERAGE,
}
_SIGN_NAMES = frozenset({"negated", "negate", "negative"})


@dataclass(frozen=True, slots=True)
class CellArg:
    ref: CellRef
    is_negated: bool = False

    def __str__(self) -> str:
        return f"negated({self.ref})" if self.is_negated else str(self.ref)


@dataclass(frozen=True, slots=True)
class ColumnArg:
    """All rows of an entry: one column of them, or without a column the rows themselves, to count."""

    entry: str
    column: str | None
    is_negated: bool = False

    def __str__(self) -> str:
        name = self.entry if self.column is None else f"{self.entry}.{self.column}"
        return f"negated({name})" if self.is_negated else name


@dataclass(frozen=True, slots=True)
class Derivation:
    function: Function
    arguments: tuple["Argument", ...]
    is_negated: bool = False

    def __str__(self) -> str:
        inner = f"{self.function}({', '.join(str(a) for a in self.arguments)})"
        return f"negated({inner})" if self.is_negated else inner


@dataclass(frozen=True, slots=True)
class RowsArg:
    """All rows of an entry, as a list."""

    entry: str


Argument = CellArg | ColumnArg | Derivation
Expression = CellArg | Derivation


@dataclass(frozen=True, slots=True)
class Reference:
    """An expression where it stands in the draft. A silent one declares and shows nothing."""

    start: int
    end: int
    expression: Expression | RowsArg
    is_silent: bool = False
    is_name: bool = False
    """A text cell that only says what something is called."""


_STRAY = re.compile(r"\{\{|\}\}|\{\s*=?\s*-?\s*(?:e\d+\.|\w+\(\s*e\d)|\be\d+\.r\d+\.\w+")
_CALL = re.compile(r"([A-Za-z_]+)\s*\((.*)\)", re.DOTALL)
_ROWS = re.compile(r"rows\s*\(\s*(e\d+)\s*\)")
_NAME = re.compile(r"name\s*\((.*)\)", re.DOTALL)
_COLUMN = re.compile(r"(e\d+)(?:\.(.+))?", re.DOTALL)


def references_in(draft: str) -> tuple[list[Reference], list[GuardFinding]]:
    """All references of a draft in their order, and what is wrong with the rest of the braces."""
    found: list[Reference] = []
    problems: list[GuardFinding] = []
    spans = braces_in(draft)
    for start, end in spans:
        inner = draft[start + 2 : end - 2].strip()
        if rows := _ROWS.fullmatch(inner):
            found.append(Reference(start, end, RowsArg(rows[1])))
            continue
        if (name := _NAME.fullmatch(inner)) and (cell := CellRef.parse(name[1].strip())):
            found.append(Reference(start, end, CellArg(cell), is_name=True))
            continue
        is_silent = inner.startswith("=")
        parsed = parse_expression(inner.removeprefix("="))
        if isinstance(parsed, GuardFinding):
            problems.append(parsed)
        else:
            found.append(Reference(start, end, parsed, is_silent))
    rest = blanked(draft, spans, filler=" ")
    stray = islice(_STRAY.finditer(rest), MAX_STRAY)
    problems += [_malformed(rest[match.start() : match.start() + 40]) for match in stray]
    return found, problems


def braces_in(draft: str) -> list[Span]:
    """Where double braces open and close."""
    spans: list[Span] = []
    start = draft.find("{{")
    while start >= 0 and (end := draft.find("}}", start + 2)) >= 0:
        spans.append(Span(start, end + 2))
        start = draft.find("{{", end + 2)
    return spans


def parse_expression(text: str) -> Expression | GuardFinding:
    """What stands between the braces, read in full or not at all."""
    if len(text) > MAX_LENGTH:
        return _malformed(text)
    parsed = _argument(text, depth=0)
    if isinstance(parsed, ColumnArg):
        row = f"{{{{{parsed.entry}.r0.{parsed.column or 'column'}}}}}"
        hint = f"Name a row, e.g. {row}, or a function over the rows, e.g. sum."
        return finding(GuardCode.MALFORMED_REFERENCE, f"{text.strip()} is a whole column, not one cell.", hint, text)
    return parsed


def _argument(text: str, depth: int, *, in_sign: bool = False) -> Argument | GuardFinding:
    text, is_negated = text.strip(), False
    while text.startswith(("-", "−")):
        text, is_negated = text[1:].strip(), not is_negated
    if ref := CellRef.parse(text):
        return CellArg(ref, is_negated)
    if match := _COLUMN.fullmatch(text):
        return ColumnArg(match[1], match[2], is_negated)
    call = _CALL.fullmatch(text)
    if call is None:
        return _malformed(text)
    name, parts = call[1].casefold(), list(_split(call[2]))
    if name in _SIGN_NAMES and not in_sign:
        return _sign_changed(text, parts, depth, is_negated)
    function = _ALIASES.get(name)
    if function is None:
        hint = f"Use one of: {', '.join(f.value for f in Function)}, negated."
        return finding(GuardCode.UNKNOWN_FUNCTION, f"{call[1]} is no function of the closed set.", hint, text)
    return _derivation(function, parts, text, depth, is_negated)


def _sign_changed(text: str, parts: list[str], depth: int, is_negated: bool) -> Argument | GuardFinding:
    inner = _argument(parts[0], depth, in_sign=True) if len(parts) == 1 else _malformed(text)
    match inner:
        case GuardFinding():
            return inner
        case CellArg(ref, negative):
            return CellArg(ref, negative == is_negated)
        case ColumnArg(entry, column, negative):
            return ColumnArg(entry, column, negative == is_negated)
        case Derivation(function, arguments, negative):
            return Derivation(function, arguments, negative == is_negated)


def _derivation(
    function: Function, parts: list[str], text: str, depth: int, is_negated: bool
) -> Derivation | GuardFinding:
    if len(parts) > MAX_ARGUMENTS or not all(part.strip() for part in parts):
        return _malformed(text)
    if not function.is_over_rows and len(parts) != 2:
        return finding(GuardCode.MALFORMED_REFERENCE, f"{function} takes two arguments.", _GRAMMAR, text)
    if depth > 1:
        return finding(
            GuardCode.MALFORMED_REFERENCE,
            "A derivation holds another one at most one level deep.",
            "Compare two totals at most, e.g. difference(sum(e1.x), sum(e2.x)).",
            text,
        )
    arguments: list[Argument] = []
    for part in parts:
        argument = _argument(part, depth + 1)
        if isinstance(argument, GuardFinding):
            return argument
        if problem := _misplaced(function, argument, text):
            return problem
        arguments.append(argument)
    return Derivation(function, tuple(arguments), is_negated)


def _misplaced(function: Function, argument: Argument, text: str) -> GuardFinding | None:
    if isinstance(argument, Derivation) and function.is_over_rows:
        hint = "Give it cells or a column. Only functions of two arguments may hold another function."
        return finding(GuardCode.MALFORMED_REFERENCE, f"{function} does not take {argument.function}(…).", hint, text)
    if isinstance(argument, ColumnArg) and argument.column is None and function is not Function.COUNT:
        hint = f"Name a column, e.g. {argument.entry}.amount."
        return finding(GuardCode.MALFORMED_REFERENCE, f"{function} needs a column of {argument.entry}.", hint, text)
    return None


def _split(text: str) -> Iterator[str]:
    """At the commas outside brackets."""
    depth, start = 0, 0
    for position, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            yield text[start:position]
            start = position + 1
    yield text[start:]


def _malformed(text: str) -> GuardFinding:
    return finding(GuardCode.MALFORMED_REFERENCE, f"Not a reference: {text.strip()[:60]!r}.", _GRAMMAR, text)
