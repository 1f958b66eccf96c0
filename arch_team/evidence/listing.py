"""All rows of an entry as they are listed, cell by cell."""

from collections.abc import Iterator

from arch_team.evidence.ledger import LedgerEntry
from arch_team.evidence.rendering import names_label, render_value, told_value, with_unit
from arch_team.evidence.verdict import CellEvidence
from arch_team.featuredata.calls import Scalar
from arch_team.wire import Language

Shown = tuple[str, Scalar, CellEvidence]
"""How a cell looks, its value as it is told, and the cell."""


def listed_rows(entry: LedgerEntry, language: Language) -> Iterator[list[Shown]]:
    """The rows in their order. A unit is written with its figure, and not once more."""
    found = entry.rows
    if found is None:
        return
    units = set(found.units.values())
    columns = [(at, name) for at, name in enumerate(found.columns) if name not in units]
    is_of_form = "form" in entry.arguments
    plain = {name for _, name in columns if name in found.labels or (not is_of_form and names_label(name))}
    for number, row in enumerate(found.rows):
        shown: list[Shown] = []
        for at, name in columns:
            said = found.unit_of(name, row)
            value = told_value(row[at], name, said)
            text = render_value(value, language, value_format=found.formats.get(name), is_label=name in plain)
            cell = CellEvidence(
                entry=entry.id,
                call_id=entry.call_id,
                tool=entry.tool,
                table=entry.table,
                row=f"r{number}",
                column=name,
                value=row[at],
                unit=said,
            )
            shown.append((with_unit(text, said), value, cell))
        yield shown
