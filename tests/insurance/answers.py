"""An answer to a question of the benchmark: the calls, and which of their columns are which of the gold's."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import cast

from arch_team.featuredata.calls import AggregateCall, Function, Scalar
from arch_team.tools.data import DataTools

from .calls import Part, figure, rows

Row = Mapping[str, Scalar]
"""A row under the names an answer gives its columns."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A filter value: what an earlier call of the same answer showed under a name."""

    step: int
    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """One call. `shows` maps a name of the answer to the call's column."""

    call: Part
    shows: Mapping[str, str]


def listed(table: str, only: Sequence[Part] = (), **shows: str) -> Step:
    return Step(rows(table, *shows.values(), only=only), shows)


def tallied(function: str, table: str, field: str | None, name: str, only: Sequence[Part] = (), **by: str) -> Step:
    """An aggregate whose figure is shown under `name`, per what `by` shows."""
    column = AggregateCall(table, Function(function), field).result_name
    return Step(figure(function, table, field, by=list(by.values()), only=only), {**by, name: column})


@dataclass(frozen=True, slots=True)
class Answer:
    """`gold` names the columns of the gold rows, in their order. A step may show more, to be joined by."""

    key: str
    about: str
    gold: str
    steps: tuple[Step, ...]
    gold_needs: str = ""
    """What must hold of the data for the gold SQL itself to be right."""

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self.gold.split())


@dataclass(frozen=True, slots=True)
class Unanswered:
    key: str
    about: str
    reason: str


def carried_out(tools: DataTools, answer: Answer) -> list[list[Row]]:
    """What each of the calls shows."""
    shown: list[list[Row]] = []
    for step in answer.steps:
        call = {**step.call, "filters": [_filled(part, shown) for part in cast("list[Part]", step.call["filters"])]}
        result = tools.call(str(call["tool"]), call)
        assert result.success, f"{answer.about}: {result.error}"
        assert result.data is not None
        assert result.evidence is not None
        assert not result.evidence.truncated
        found = cast("list[dict[str, Scalar]]", result.data["rows"])
        shown.append([{name: row[column] for name, column in step.shows.items()} for row in found])
    return shown


def _filled(part: Part, shown: list[list[Row]]) -> Part:
    value = part.get("value")
    if not isinstance(value, Earlier):
        return part
    return {**part, "value": list(dict.fromkeys(row[value.name] for row in shown[value.step]))}


def read_together(shown: Iterable[list[Row]]) -> list[Row]:
    """The rows a reader sees who matches the lists by the names they share."""
    together: list[Row] = [{}]
    for rows_of_one in shown:
        together = [
            {**left, **right}
            for left in together
            for right in rows_of_one
            if all(left[name] == right[name] for name in left.keys() & right.keys())
        ]
    return together


def difference(answer: Answer, shown: list[list[Row]], gold: Iterable[tuple[Scalar, ...]]) -> str | None:
    """What keeps an answer from saying what the gold says: all of it, and nothing else in any of its lists."""
    names = answer.columns
    expected = Counter(tuple(map(_plain, row)) for row in gold)
    found = Counter(tuple(_plain(row[name]) for name in names) for row in read_together(shown))
    if found != expected:
        return f"read together they say {found}, the gold says {expected}"
    for step, rows_of_one in zip(answer.steps, shown, strict=True):
        places = [(name, names.index(name)) for name in step.shows if name in names]
        part = {tuple(_plain(row[name]) for name, _ in places) for row in rows_of_one}
        part_of_gold = {tuple(row[place] for _, place in places) for row in expected}
        if part != part_of_gold:
            return f"a list of {[name for name, _ in places]} shows {part}, the gold {part_of_gold}"
    return None


def _plain(value: Scalar | float) -> Scalar:
    """The value without its type: 0.5 is 0.5, whether a database says float or decimal."""
    return Decimal(repr(value)) if isinstance(value, float) else value
