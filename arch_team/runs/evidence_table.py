"""A result in the evidence of a kept answer as a table, with columns of numbers known as such."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, cast

from arch_team.errors import UsageError
from arch_team.runs.answer import Answer

_DECIMAL = re.compile(r"-?\d{1,40}\.\d{1,20}")


class UnknownTable(UsageError): ...


@dataclass(frozen=True, slots=True)
class EvidenceTable:
    id: str
    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    groups: tuple[str, ...] = ()
    """For an aggregate: by what."""
    is_aggregate: bool = False
    truncated: bool = False

    def column(self, name: str) -> list[Any]:
        place = self.columns.index(name)
        return [row[place] for row in self.rows]


def evidence_table(answer: Answer | None, evidence_id: str) -> EvidenceTable:
    entry = next((one for one in (answer.evidence if answer else ()) if one.get("id") == evidence_id), None)
    if entry is None or entry.get("columns") is None:
        raise UnknownTable("the run has no such table", "See `evidence` of the run's answer for those with rows.")
    columns = tuple(str(name) for name in entry["columns"])
    rows = cast("list[list[Any]]", entry.get("rows") or [])
    numbers = [_is_number_column([row[place] for row in rows]) for place in range(len(columns))]
    arguments = cast("dict[str, Any]", entry.get("arguments") or {})
    return EvidenceTable(
        id=evidence_id,
        name=str(entry.get("table") or entry.get("tool") or evidence_id),
        columns=columns,
        rows=tuple(
            tuple(_number(value) if is_number else value for value, is_number in zip(row, numbers, strict=True))
            for row in rows
        ),
        groups=_groups(arguments),
        is_aggregate=bool(arguments.get("aggregate")) or bool(_figures(arguments)),
        truncated=bool(entry.get("truncated")),
    )


def _figures(arguments: dict[str, Any]) -> list[str]:
    """The columns of a form that are figures over several rows."""
    form = cast("dict[str, Any]", arguments.get("form") or {})
    outputs = cast("list[dict[str, Any]]", form.get("outputs") or [])
    return [str(output.get("name")) for output in outputs if output.get("value", {}).get("kind") == "figure"]


def _groups(arguments: dict[str, Any]) -> tuple[str, ...]:
    figures = _figures(arguments)
    if not figures:
        return tuple(str(name) for name in arguments.get("groupBy") or ())
    names = (str(output["name"]) for output in arguments["form"]["outputs"])
    return tuple(name for name in names if name not in figures)


def _is_number_column(values: list[Any]) -> bool:
    """Amounts come as text with a decimal point, so that no digit is lost. A code has none: it stays."""
    held = [value for value in values if value is not None]
    return bool(held) and all(
        (isinstance(value, int | float) and not isinstance(value, bool))
        or (isinstance(value, str) and _DECIMAL.fullmatch(value) is not None)
        for value in held
    )


def _number(value: Any) -> Any:
    return Decimal(value) if isinstance(value, str) else value
