"""The time between two moments of a row, as the name of a column: `ended_at - started_at in minutes`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from arch_team.featuredata.tables import TableField

SECONDS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}
_WRITTEN = re.compile(rf"(?P<end>.+) - (?P<start>.+) in (?P<unit>{'|'.join(SECONDS)})")

_NAMED = re.compile(rf'("(?:field|name)":"[^"]+ - [^"]+ in )({"|".join(SECONDS)})"')


@dataclass(frozen=True, slots=True)
class Span:
    start: str
    end: str
    unit: str

    @property
    def name(self) -> str:
        return f"{self.end} - {self.start} in {self.unit}"


def span_of(name: str, fields: Mapping[str, TableField]) -> Span | None:
    """The time that a column's name speaks of. None where it is a column like others, or there are no such moments."""
    match = None if name in fields else _WRITTEN.fullmatch(name)
    if match is None or match["start"] not in fields or match["end"] not in fields:
        return None
    return Span(match["start"], match["end"], match["unit"])


def units_in(json: str) -> list[str]:
    """The units of the durations that JSON names as fields."""
    return [unit for _, unit in _NAMED.findall(json)]


def in_unit(json: str, unit: str) -> str:
    """The same JSON with all its durations in one unit."""
    return _NAMED.sub(rf'\g<1>{unit}"', json)
