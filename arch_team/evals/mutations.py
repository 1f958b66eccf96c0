"""Answers made false on purpose, and true ones said in other words: what the guard is measured on.

A mutant starts from an answer that was right. Either its draft is changed (a digit, a sign, a unit, the row or column
it refers to), or its calls are (another year, month, account or kind) while the draft stays.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, cast

from arch_team.evals.gold import GoldFigure, GoldQuestion
from arch_team.evidence.verdict import Figure
from arch_team.runs.answer import Answer

_CELL = re.compile(r"(e\d+)\.(r\d+)\.([A-Za-z_][\w]*)")
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_OTHER_UNIT = {"CHF": "EUR", "EUR": "CHF"}
_KINDS = {"customer": "supplier", "supplier": "customer", "receivable": "payable", "payable": "receivable"}
Call = tuple[str, dict[str, Any]]
UNDECLARED = "typed, undeclared"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A draft with the calls that stand behind it. `kind` says what was done to it, empty for a true one."""

    kind: str
    draft: str
    calls: tuple[Call, ...]
    shown: str | None = None
    """What a reader would see, where that is known without asking the guard."""


def original(answer: Answer) -> Attempt:
    """The answer as a draft that refers to its evidence."""
    return Attempt("", _draft(answer, {}), calls_of(answer), answer.text)


def calls_of(answer: Answer) -> tuple[Call, ...]:
    return tuple((str(entry["tool"]), dict(cast("dict[str, Any]", entry["arguments"]))) for entry in answer.evidence)


def mutants(answer: Answer) -> Iterator[Attempt]:
    """Every way we know to make this answer false."""
    yield from _typed(answer)
    yield from _referred(answer)
    yield from _called(answer)
    yield Attempt("no_tool", answer.text, (), answer.text)


def _draft(answer: Answer, changed: Mapping[int, str]) -> str:
    """The text with each figure as a reference, but for those that are changed."""
    text = answer.text
    for number in reversed(range(len(answer.figures))):
        figure = answer.figures[number]
        said = changed.get(number) or _reference(figure)
        text = text[: figure.start] + said + text[figure.start + len(figure.display) :]
    return text


def _reference(figure: Figure) -> str:
    return f"{{{{{figure.references[0]}}}}}" if figure.references else figure.display


def _shown(answer: Answer, number: int, said: str) -> str:
    figure = answer.figures[number]
    return answer.text[: figure.start] + said + answer.text[figure.start + len(figure.display) :]


def _amounts(answer: Answer) -> Iterator[tuple[int, Figure]]:
    """The figures proper: no names, no account numbers, no dates. A journal has decimals as text."""
    for number, figure in enumerate(answer.figures):
        text = str(figure.value)
        is_number = re.fullmatch(r"-?\d+\.\d+", text) or (figure.unit and _NUMBER.fullmatch(text)) or _is_count(figure)
        if is_number and figure.references:
            yield number, figure


def _is_count(figure: Figure) -> bool:
    return isinstance(figure.value, int) and figure.display == str(figure.value)


def _typed(answer: Answer) -> Iterator[Attempt]:
    """The figure typed instead of referred to, and typed wrong."""
    for number, figure in _amounts(answer):
        digits = [place for place, char in enumerate(figure.display) if char.isdigit()]
        said: dict[str, str] = {}
        for name, place in (("first_digit", digits[0]), ("last_digit", digits[-1])):
            said[name] = _with_digit(figure.display, place)
        said["scale"] = _with_zero(figure.display, digits[0])
        said["sign"] = _other_sign(figure.display, digits[0])
        if figure.unit in _OTHER_UNIT:
            said["unit"] = figure.display.replace(figure.unit, _OTHER_UNIT[figure.unit])
        for kind, text in said.items():
            yield Attempt(kind, _draft(answer, {number: text}), calls_of(answer), _shown(answer, number, text))


def _with_digit(display: str, place: int) -> str:
    digit = str(int(display[place]) % 9 + 1)
    return display[:place] + digit + display[place + 1 :]


def _with_zero(display: str, place: int) -> str:
    """Ten times as much, in the plainest notation."""
    head, number = display[:place], "".join(c for c in display[place:] if c.isdigit() or c == ".")
    return f"{head}{Decimal(number) * 10}" if re.fullmatch(r"\d+(\.\d+)?", number) else f"{display}0"


def _other_sign(display: str, place: int) -> str:
    return display.replace("-", "") if "-" in display else f"{display[:place]}-{display[place:]}"


def _referred(answer: Answer) -> Iterator[Attempt]:
    """The reference of one figure led to another row or another column, where another value stands."""
    entries = {str(entry["id"]): entry for entry in answer.evidence}
    for number, figure in _amounts(answer):
        match = _CELL.search(figure.references[0])
        entry = entries.get(match[1]) if match else None
        if match is None or entry is None or "rows" not in entry:
            continue
        columns = cast("list[str]", entry["columns"])
        rows = cast("list[list[Any]]", entry["rows"])
        row, column = int(match[2][1:]), match[3]
        if column not in columns or row >= len(rows):
            continue
        at, mine = columns.index(column), rows[row]
        elsewhere = [n for n, other in enumerate(rows) if n != row and other[at] != mine[at]]
        beside = [name for name, value in zip(columns, mine, strict=True) if _is_amount(value) and value != mine[at]]
        for other in elsewhere[:1]:
            yield _redirected(answer, number, figure, match[0], f"{match[1]}.r{other}.{column}", "row")
        for name in beside[:1]:
            yield _redirected(answer, number, figure, match[0], f"{match[1]}.{match[2]}.{name}", "column")


def _is_amount(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"-?\d+\.\d{2,}", value) is not None


def _redirected(answer: Answer, number: int, figure: Figure, was: str, to: str, kind: str) -> Attempt:
    reference = f"{{{{{figure.references[0].replace(was, to)}}}}}"
    return Attempt(kind, _draft(answer, {number: reference}), calls_of(answer))


def _called(answer: Answer) -> Iterator[Attempt]:
    """The same draft over calls for another year, month, account or kind of thing."""
    true = original(answer)
    for kind in ("year", "month", "account", "kind"):
        calls = tuple((tool, _with_other(arguments, kind)) for tool, arguments in true.calls)
        if calls != true.calls:
            yield replace(true, kind=f"other_{kind}", calls=calls, shown=None)


def _with_other(arguments: dict[str, Any], kind: str) -> dict[str, Any]:
    filters = cast("Sequence[dict[str, Any]]", arguments.get("filters") or ())
    if not filters:
        return arguments
    return {**arguments, "filters": [_other_filter(flt, kind) for flt in filters]}


def _other_filter(flt: dict[str, Any], kind: str) -> dict[str, Any]:
    field, value = str(flt["field"]), flt.get("value")
    name = field.rpartition(".")[2].casefold()
    if kind == "year" and name == "periodyear" and isinstance(value, int):
        return {**flt, "value": value - 1}
    if kind == "year" and name.endswith("date") and isinstance(value, list):
        days = cast("list[object]", value)
        return {**flt, "value": [item - 366 * 86_400 if isinstance(item, int) else item for item in days]}
    if kind == "month" and name == "periodmonth" and isinstance(value, int):
        return {**flt, "value": value - 1 if value > 1 else 6}
    if kind == "account" and name == "accountnumber":
        return {**flt, "value": _other_account(value)}
    if kind == "kind" and isinstance(value, str) and value in _KINDS:
        return {**flt, "value": _KINDS[value]}
    return flt


def _other_account(value: object) -> object:
    """The neighbouring account or group of accounts."""
    if isinstance(value, list):
        return [_other_account(item) for item in cast("list[object]", value)]
    text = str(value)
    digits = re.match(r"\d+", text)
    if digits is None:
        return value
    number = digits[0]
    step = 1 if number[-1] != "9" else -1
    return str(int(number) + step) + text[digits.end() :]


def true_drafts(question: GoldQuestion, answer: Answer) -> Iterator[Attempt]:
    """The gold figures typed in four notations, over the calls of a right run.

    `typed cells` say them with the sign the books have. `typed, undeclared` are true as well, but turned in sign or
    computed without saying how: those the guard blocks on purpose, and so they are counted apart.
    """
    figures = question.expected_answer_numeric
    cells = {value for entry in answer.evidence for row in entry.get("rows") or () for value in _numbers(row)}
    for notation in _SEPARATORS if figures else ():
        stored = {name: _as_stored(figure, cells) for name, figure in figures.items()}
        parts = [f"{_label(name)}{_said(stored[name] or figure, notation)}" for name, figure in figures.items()]
        kind = "typed cells" if all(stored.values()) else UNDECLARED
        yield Attempt(kind, ", ".join(parts) + ".", calls_of(answer))


def _numbers(row: Sequence[object]) -> Iterator[Decimal]:
    return (Decimal(str(value)) for value in row if value is not None and _NUMBER.fullmatch(str(value)))


def _as_stored(figure: GoldFigure, cells: set[Decimal]) -> GoldFigure | None:
    """The figure as a cell of the evidence has it."""
    signs = (1, -1) if figure.sign == "any" else (1,)
    found = next((figure.value * sign for sign in signs if figure.value * sign in cells), None)
    return None if found is None else figure.model_copy(update={"value": found})


def _label(name: str) -> str:
    head, dot, _ = name.partition(".")
    return f"{head}: " if dot and len(head) > 1 else ""


_SEPARATORS = {"plain": ("", "."), "swiss": ("'", "."), "german": (".", ","), "english": (",", ".")}


def _said(figure: GoldFigure, notation: str) -> str:
    value = figure.value
    if value == value.to_integral_value() and figure.unit is None and abs(value) < 1000:
        return str(int(value))
    text = _grouped(value, notation)
    return f"{figure.unit} {text}" if figure.unit else text


def _grouped(value: Decimal, notation: str) -> str:
    group, point = _SEPARATORS[notation]
    return f"{value:,.2f}".replace(",", "\0").replace(".", point).replace("\0", group)
