"""The series an answer shows: its lines with what each is called and its proven amounts. What is drawn and exported.

It is read off the answer's own text, where every amount is a figure bound to its cells: so nothing is ever drawn that
the answer does not say.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Any, Literal, cast

from arch_team.evidence.verdict import Figure, FigureKind
from arch_team.runs.answer import Answer

_DECIMAL = re.compile(r"-?\d{1,40}\.\d{1,20}")
_ITEM = re.compile(r"^\s*[-*•] ")
_RULE = re.compile(r"^[\s|:-]*$")
_PERIOD = re.compile(
    r"(?i)^(\d{4}([-/ ](q?[1-4]|\d{1,2}|w\d{1,2}))?(-\d{2})?|(q[1-4]|\d{1,2}\.?)[-/ ]\d{4}"
    r"|[a-zäöü]{3,9}\.? ?(\d{4})?|\d{1,2}\.\d{1,2}\.\d{4})$"
)
_LABELS = ("column", "bucket")
_PERCENT = "%"
_NOT_SAID = " \t,:;|–—*"

Kind = Literal["line", "bar"]


MOST_GROUPS = 8
"""Groups at the same time that are told apart by colour. With more, each line stands for itself."""


@dataclass(frozen=True, slots=True)
class Point:
    """What a line of the answer shows: where it stands, and its amounts."""

    label: str
    """The month, the name: what the line is found by."""
    figures: tuple[Figure, ...]
    group: str = ""
    """Which of several lines with that label it is: a name or a unit."""

    @property
    def name(self) -> str:
        """All that the line is called."""
        return " ".join(part for part in (self.label, self.group) if part)

    @property
    def values(self) -> tuple[Decimal, ...]:
        return tuple(number_of(figure) for figure in self.figures)


@dataclass(frozen=True, slots=True)
class Series:
    title: str
    points: tuple[Point, ...]
    names: tuple[str, ...]
    """What each amount of a point is called."""
    kind: Kind

    @property
    def labels(self) -> tuple[str, ...]:
        """Each once, in the order of the answer."""
        return tuple(dict.fromkeys(point.label for point in self.points))

    @property
    def groups(self) -> tuple[str, ...]:
        """Each once. One empty group where each label stands once."""
        return tuple(dict.fromkeys(point.group for point in self.points))

    def unit(self, place: int) -> str | None:
        """The unit of an amount, where all points have the same."""
        units = {point.figures[place].unit for point in self.points}
        return units.pop() if len(units) == 1 else None

    def of_shares(self) -> "Series":
        """Where each line has shares beside amounts, the shares alone: one axis does for either, not for both."""
        shares = [place for place in range(len(self.names)) if self.unit(place) == _PERCENT]
        if not shares or len(shares) == len(self.names):
            return self
        points = tuple(replace(p, figures=tuple(p.figures[place] for place in shares)) for p in self.points)
        return Series(self.title, points, tuple(self.names[place] for place in shares), self.kind)


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    text: str
    is_row: bool


def series_of(answer: Answer) -> Series | None:
    """The answer's series: two lines or more with the same number of amounts each. None where it shows none."""
    if answer.status != "approved":
        return None
    head, lines = _lines(answer.text)
    amounts = {figure.start: figure for figure in answer.figures if is_amount(figure, answer)}
    found: list[tuple[Sequence[str], tuple[Figure, ...]]] = []
    for line in lines:
        inside = [f for start, f in sorted(amounts.items()) if line.start <= start < line.start + len(line.text)]
        if inside and (parts := _parts(line, inside)):
            found.append((parts, tuple(inside)))
    points = _points(found)
    number = len(points[0].figures) if points else 0
    if len(points) < 2 or any(len(point.figures) != number for point in points):
        return None
    names = head[-number:] if len(head) > number else ("",) * number
    return Series(answer.reading or answer.question, tuple(points), tuple(names), _kind(points))


def _lines(text: str) -> tuple[list[str], list[_Line]]:
    """The heading of a table in the text, and its lines: rows of the table, else items of the list."""
    at, rows, items = 0, list[_Line](), list[_Line]()
    for line in text.split("\n"):
        if line.lstrip().startswith("|"):
            rows.append(_Line(at, line, is_row=True))
        elif _ITEM.match(line):
            items.append(_Line(at, line, is_row=False))
        at += len(line) + 1
    if len(rows) > 2 and _RULE.match(rows[1].text):
        return [cell.strip() for cell in rows[0].text.strip().strip("|").split("|")], rows[2:]
    return [], rows or items


def _parts(line: _Line, amounts: Sequence[Figure]) -> list[str]:
    """What a line says beside its amounts."""
    text, at = "", 0
    for figure in amounts:
        start = figure.start - line.start
        text, at = text + line.text[at:start] + " ", start + len(figure.display)
    said = _ITEM.sub("", text + line.text[at:]).replace("**", "")
    parts = [part.strip(_NOT_SAID) for part in re.split(r"[|,:;](?:\s|$)", said)]
    return [part for part in parts if part]


def _points(lines: Sequence[tuple[Sequence[str], tuple[Figure, ...]]]) -> list[Point]:
    """The lines as points. Where several have the same time, what else they say is their group; where several are
    called the same, their unit tells them apart."""
    points = [Point(_named(parts), figures) for parts, figures in lines]
    by_time = [
        Point(
            _named([part for part in parts if _is_period(part)]),
            figures,
            _named([p for p in parts if not _is_period(p)]),
        )
        for parts, figures in lines
    ]
    if all(point.label and point.group for point in by_time) and _tells_apart(by_time):
        return by_time
    units = [{figure.unit for figure in point.figures} for point in points]
    if not _is_distinct(points) and all(len(unit) == 1 and None not in unit for unit in units):
        times = by_time if all(point.label for point in by_time) else points
        by_unit = [
            replace(point, group=_named([part for part in (point.group, *unit) if part]))
            for point, unit in zip(times, units, strict=True)
        ]
        if _tells_apart(by_unit):
            return by_unit
    return points


def _named(parts: Sequence[str]) -> str:
    return " ".join(parts)[:80]


def _is_distinct(points: Sequence[Point]) -> bool:
    return len({(point.label, point.group) for point in points}) == len(points)


def _tells_apart(points: Sequence[Point]) -> bool:
    """Whether a few groups tell lines with the same label apart."""
    labels, groups = {point.label for point in points}, {point.group for point in points}
    return _is_distinct(points) and 1 < len(labels) < len(points) and 1 < len(groups) <= MOST_GROUPS


def is_amount(figure: Figure, answer: Answer) -> bool:
    """Whether a figure is an amount, and no year, code or name that is written in digits."""
    if figure.kind is FigureKind.QUOTATION or not _is_number(figure.value):
        return False
    if figure.kind is FigureKind.DERIVATION or figure.unit or not figure.evidence:
        return True
    cell = figure.evidence[0]
    entry = next((one for one in answer.evidence if one.get("id") == cell.entry), None)
    arguments = cast("dict[str, Any]", (entry or {}).get("arguments") or {})
    if cell.column in cast("list[str]", arguments.get("groupBy") or []):
        return False
    kind = _output_kind(arguments, cell.column)
    return kind not in _LABELS if kind else not isinstance(figure.value, int)


def _output_kind(arguments: dict[str, Any], column: str) -> str | None:
    """What an output of a form is; a column of decimals is an amount whatever it is."""
    form = cast("dict[str, Any]", arguments.get("form") or {})
    for output in cast("list[dict[str, Any]]", form.get("outputs") or []):
        if output.get("name") == column:
            kind = str(output.get("value", {}).get("kind"))
            return None if kind == "column" else kind
    return None


def _is_number(value: object) -> bool:
    if isinstance(value, int | Decimal):
        return not isinstance(value, bool)
    return isinstance(value, str) and _DECIMAL.fullmatch(value) is not None


def number_of(figure: Figure) -> Decimal:
    return Decimal(str(figure.value))


def _kind(points: Sequence[Point]) -> Kind:
    return (
        "line"
        if len({point.label for point in points}) > 2 and all(_is_period(point.label) for point in points)
        else "bar"
    )


def _is_period(label: str) -> bool:
    if not _PERIOD.match(label):
        return False
    words = [word for word in re.split(r"[^a-zäöü]+", label.casefold()) if len(word) > 1]
    return all(word in _months() for word in words)


@cache
def _months() -> frozenset[str]:
    from babel.dates import get_month_names

    found: set[str] = set()
    for locale in ("de_CH", "en_GB"):
        for width in ("wide", "abbreviated"):
            names = cast("dict[int, str]", dict(get_month_names(width, "stand-alone", locale)))
            found |= {name.casefold().rstrip(".") for name in names.values()}
    return frozenset(found)
