"""A list is the rows, all of them, or the draft says that it is a part."""

from collections.abc import Iterator

from arch_team.evidence.everyday_words import atoms_of, says_part
from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.naming import LedgerNames
from arch_team.evidence.verdict import FigureKind, GuardCode, GuardFinding, GuardResult, finding


def cut_lists(checked: GuardResult, ledger: Ledger, question: str) -> Iterator[GuardFinding]:
    """Calls whose rows are shown in part, in a draft that does not say so. One row of many is shown only where the
    question names it, or where it is the first of an order."""
    if says_part(checked.text):
        return
    shown: dict[str, set[str]] = {}
    for figure in checked.figures:
        for cell in figure.evidence if figure.kind is FigureKind.CELL else ():
            shown.setdefault(cell.entry, set()).add(cell.row)
    names = LedgerNames()
    for entry_id, rows in shown.items():
        entry = ledger.entry(entry_id)
        if entry is None or entry.rows is None:
            continue
        for mention in names.of(entry).mentions(checked.text, 0, len(checked.text)):
            rows |= mention.rows
        total = len(entry.rows.rows)
        if len(rows) == total and not entry.rows.truncated:
            continue
        if len(rows) < total and (_are_named(entry, rows, question) or _is_first(entry, rows)):
            continue
        message = (
            f"{entry_id} has {'more than ' if entry.rows.truncated else ''}{total} rows, and {len(rows)} are shown."
        )
        yield finding(
            GuardCode.OFF_TOPIC, message, f"Show all of them, {{{{rows({entry_id})}}}}, or say that it is a part."
        )


def _are_named(entry: LedgerEntry, rows: set[str], question: str) -> bool:
    """Whether the question names each row that is shown by one of its values."""
    asked = f" {' '.join(atoms_of(question))} "
    found = entry.rows.rows if entry.rows else ()
    return all(
        any(value is not None and f" {' '.join(atoms_of(str(value)))} " in asked for value in found[int(row[1:])])
        for row in rows
    )


def _is_first(entry: LedgerEntry, rows: set[str]) -> bool:
    return rows == {"r0"} and bool(entry.arguments.get("orderBy"))
