"""Single movements by what they are called, where that is their own text and not that of the row they belong to."""

from arch_team.measuring.asked import Lacking
from arch_team.measuring.events import within
from arch_team.measuring.model import Measures
from arch_team.measuring.row_asked import RowMake, RowsAsked
from arch_team.measuring.scan import Scan
from arch_team.measuring.used_words import ROW_ALWAYS
from arch_team.measuring.vocabulary import Value, VerbSense

_KNOWN = (*ROW_ALWAYS, "total", "net", "taken_off", "confirm")


def by_movement_text(scan: Scan, measures: Measures) -> RowsAsked | Lacking | None:
    """`net wages of December`: the movements of that name in a time. None: something else is asked or said."""
    moving = next((e for e in measures.descriptor.entities if e.movements is not None), None)
    role = moving.movements if moving is not None else None
    if moving is None or role is None or scan.unknown or len(scan.periods) > 1 or scan.relative:
        return None
    own = (moving.python_class, role.text)
    called = [s for i in scan.items for s in i.senses if isinstance(s, Value) and {hit[:2] for hit in s.hits} == {own}]
    others = [i for i in scan.items if not i.of(Value)]
    if len(called) != 1 or not all(i.is_word(*_KNOWN) or i.of(VerbSense) for i in others):
        return None
    if len(others) + 1 != len(scan.items):
        return None
    if not scan.periods:
        return Lacking("time")
    return RowsAsked(
        moving.name,
        RowMake.LIST,
        ({"field": role.text, "op": "=", "value": called[0].hits[0][2]}, within(role.date, scan.periods[0])),
        fields=moving.list_columns,
        times=scan.periods,
        titles=tuple(item.text for item in scan.items if item.of(Value)),
    )
