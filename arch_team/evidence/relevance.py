"""Does the answer speak of what was asked? A true figure that answers another question is the worst of all answers.

Held against an operator that may have passed over a word: every word of the question that carries meaning must show in
the evidence the answer uses, every account and period it names must be read, and the column must be the one it names.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from arch_team.evidence.ledger import Ledger, LedgerEntry
from arch_team.evidence.months import other_months
from arch_team.evidence.verdict import Figure, FigureKind, GuardCode, GuardFinding, finding
from arch_team.ontologies.descriptor import OntologyDescriptor, SemanticType
from arch_team.reading.binding import Pins, spans_of
from arch_team.reading.cues import glossary
from arch_team.reading.question import Reading
from arch_team.reading.slots import kinds_in
from arch_team.reading.understanding import Understanding
from arch_team.reading.words import folded, stem, words_of

_BY = re.compile(r"\b(?:um|by)\s+(?:[A-Z]{3}\s+)?$")
_ACCOUNT = "accountNumber"
_AGGREGATED = ("sum_", "avg_", "min_", "max_")


def off_topic(
    meant: Understanding, ontology: OntologyDescriptor, text: str, figures: Sequence[Figure], ledger: Ledger
) -> Iterator[GuardFinding]:
    """What the question asks for and the evidence behind the figures does not speak of."""
    yield from _undeclared_change(text, figures)
    used = _used(figures, ledger)
    if not used:
        return
    yield from _words_passed_over(meant.unread, used)
    yield from _accounts_passed_over(meant.pins, used)
    yield from _periods_passed_over(meant.reading, used)
    yield from other_months(meant.pins, figures, used)
    yield from _other_kind(meant.reading, ontology, used)
    yield from _other_measure(meant.reading, figures, ontology)


def _undeclared_change(text: str, figures: Sequence[Figure]) -> Iterator[GuardFinding]:
    """`um 300 gestiegen`, `rose by 300`: a change is computed, never a level taken for one."""
    for figure in figures:
        if figure.kind is FigureKind.CELL and _BY.search(text[: figure.start]):
            message = f"{figure.display} is called a change, and it is a level."
            yield finding(
                GuardCode.OFF_TOPIC, message, "Write {{difference(new, old)}} of the two cells.", figure.display
            )


def _used(figures: Sequence[Figure], ledger: Ledger) -> list[LedgerEntry]:
    ids = dict.fromkeys(cell.entry for figure in figures for cell in figure.evidence)
    return [entry for name in ids if (entry := ledger.entry(name)) is not None and entry.rows is not None]


def _words_passed_over(unread: Sequence[str], used: list[LedgerEntry]) -> Iterator[GuardFinding]:
    held = folded(" ".join(_texts(used)))
    stems = {word.stem for word in words_of(held)}
    for word in unread:
        flat = folded(word)
        forms = (flat, *glossary().get(flat, ()))
        if stem(flat) not in stems and not any(len(form) > 3 and form in held for form in forms):
            message = f"The question says {word!r}, and the rows used have nothing of it."
            hint = f"Filter for {word!r}, or reply CANNOT_ANSWER if the tables do not hold it."
            yield finding(GuardCode.OFF_TOPIC, message, hint, word)


def _texts(used: list[LedgerEntry]) -> Iterator[str]:
    for entry in used:
        yield str(entry.arguments.get("filters", ""))
        for row in entry.rows.rows if entry.rows else ():
            yield from (str(value) for value in row if isinstance(value, str))


def _accounts_passed_over(pins: Pins, used: list[LedgerEntry]) -> Iterator[GuardFinding]:
    if not pins.ranges:
        return
    read: list[tuple[str, str]] = []
    for entry in used:
        spans = _accounts_read(entry)
        if spans is None:
            continue
        if not spans:
            message = f"The question is about account {_said(pins)}, and {entry.id} reads all accounts."
            yield finding(GuardCode.OFF_TOPIC, message, f"Filter accountNumber {_said(pins)}, then answer again.")
            return
        read += spans
    if not read:
        return
    for low, high in pins.ranges:
        if not any(first <= high and low <= last for first, last in read):
            message = f"The question also names account {_span(low, high)}, and no row used is of it."
            yield finding(GuardCode.OFF_TOPIC, message, f"Query accountNumber {_span(low, high)} too.")


def _accounts_read(entry: LedgerEntry) -> list[tuple[str, str]] | None:
    """The accounts a result is of. None: its table has none. Empty: it was not narrowed to any."""
    assert entry.rows is not None  # noqa: S101 - only entries with rows are used
    if _ACCOUNT in entry.rows.columns:
        at = entry.rows.columns.index(_ACCOUNT)
        return [(str(row[at]), str(row[at])) for row in entry.rows.rows] or None
    filters = _filters(entry)
    if entry.table is None or not entry.table.endswith(("AccountBalance", "JournalLine")):
        return None
    if any(str(f["field"]).endswith("accountName") for f in filters):
        return None  # by its name: the words of the question tell whether it is the right one
    return spans_of(filters) or []


def _filters(entry: LedgerEntry) -> list[Mapping[str, object]]:
    return cast("list[Mapping[str, object]]", entry.arguments.get("filters") or [])


def _periods_passed_over(reading: Reading, used: list[LedgerEntry]) -> Iterator[GuardFinding]:
    """A question about two years needs rows of both."""
    years = {year for period in reading.periods for year in (period.start.year, period.end.year)}
    seen = {year for entry in used for year in _years(entry)}
    for year in sorted(years - seen) if seen else ():
        message = f"The question also names {year}, and no row used is of it."
        yield finding(GuardCode.OFF_TOPIC, message, f"Query periodYear {year} too, then compare.")


def _years(entry: LedgerEntry) -> Iterator[int]:
    assert entry.rows is not None  # noqa: S101 - only entries with rows are used
    if "periodYear" in entry.rows.columns:
        at = entry.rows.columns.index("periodYear")
        yield from (int(str(row[at])) for row in entry.rows.rows)
        return
    for flt in _filters(entry):
        if flt["field"] == "periodYear":
            value = flt.get("value")
            values = cast("list[object]", value) if isinstance(value, list) else [value]
            yield from (int(str(each)) for each in values if str(each).isdecimal())


def _other_kind(reading: Reading, ontology: OntologyDescriptor, used: list[LedgerEntry]) -> Iterator[GuardFinding]:
    """The question speaks of customers, and the rows are those of suppliers."""
    wanted = {field: set(map(str, values)) for field, values in kinds_in(reading, ontology).items()}
    for entry in used:
        for flt in _filters(entry):
            name = str(flt["field"]).rpartition(".")[2]
            if flt["op"] == "=" and name in wanted and str(flt.get("value")) not in wanted[name]:
                values = " or ".join(sorted(wanted[name]))
                message = f"The question is about {name} {values}, and {entry.id} reads {flt.get('value')}."
                yield finding(GuardCode.OFF_TOPIC, message, f"Filter {flt['field']} = {values}, then answer again.")


def _other_measure(reading: Reading, figures: Sequence[Figure], ontology: OntologyDescriptor) -> Iterator[GuardFinding]:
    """The question names a column of amounts, and the figures come from its sisters only."""
    named = [entity for entity in reading.entities(SemanticType.MEASURE) if entity.field]
    parents = {entity.parent_entity for entity in named}
    sisters = {
        e.field for e in ontology.entities if e.semantic_type is SemanticType.MEASURE and e.parent_entity in parents
    }
    shown = {_plain(cell.column) for figure in figures for cell in figure.evidence} & sisters
    wanted = {str(entity.field) for entity in named}
    if shown and wanted and not shown & wanted:
        columns = " or ".join(sorted(wanted))
        message = f"The question asks for {columns}, and the figures are {', '.join(sorted(map(str, shown)))}."
        yield finding(GuardCode.OFF_TOPIC, message, f"Query the column {columns}.")


def _plain(column: str) -> str:
    for prefix in _AGGREGATED:
        column = column.removeprefix(prefix)
    return column


def _said(pins: Pins) -> str:
    return ", ".join(_span(low, high) for low, high in pins.ranges)


def _span(low: str, high: str) -> str:
    return low if low == high else f"{low}–{high}"
