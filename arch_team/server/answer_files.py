"""An answer to take along: its series or figures as CSV, a workbook with reading and proof, Markdown, a picture."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from arch_team.documents.plain import visible
from arch_team.evidence.verdict import CellEvidence, Figure
from arch_team.runs.answer import Answer
from arch_team.runs.answer_series import Series, series_of
from arch_team.runs.conditions import conditions_of
from arch_team.runs.records import RunRecord
from arch_team.server.table_files import csv_of, workbook
from arch_team.text.messages import Messages, messages_of

_PROOFS = 200
"""Figures whose cells are listed in a text."""
_MOST_CELLS = 6
"""Cells of one figure that are listed."""


@dataclass(frozen=True, slots=True)
class AnswerTable:
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def table_of(answer: Answer) -> AnswerTable:
    """What the answer says, as rows: its series, else its figures one by one. Each with the cells it comes from."""
    say = _say(answer)
    series = series_of(answer)
    if series is None:
        rows = [(f.display, _number(f), f.unit, " ".join(f.references)) for f in answer.figures]
        return AnswerTable((say("figure"), say("value"), say("unit"), say("cells")), tuple(rows))
    names = _names(series, say)
    has_units = any(figure.unit for point in series.points for figure in point.figures)
    has_groups = any(point.group and point.group != point.figures[0].unit for point in series.points)
    columns = [say("what"), *([say("group")] if has_groups else [])]
    for name in names:
        columns += [name, *([f"{name} {say('unit')}"] if has_units else [])]
    rows: list[tuple[Any, ...]] = []
    for point in series.points:
        cells: list[Any] = [point.label, *([point.group] if has_groups else [])]
        for figure in point.figures:
            cells += [_number(figure), *([figure.unit] if has_units else [])]
        rows.append((*cells, " ".join(ref for figure in point.figures for ref in figure.references)))
    return AnswerTable((*columns, say("cells")), tuple(rows))


def answer_csv(answer: Answer) -> bytes:
    """The table with how the question was read as its last column: every row keeps it, and it stays one table."""
    table = table_of(answer)
    if not answer.reading:
        return csv_of(table.columns, table.rows)
    return csv_of((*table.columns, _say(answer)("reading")), [(*row, answer.reading) for row in table.rows])


def answer_xlsx(run: RunRecord, answer: Answer) -> bytes:
    say, table = _say(answer), table_of(answer)
    about = [
        (say("question"), answer.question),
        (say("answer"), answer.text),
        (say("reading"), answer.reading or ""),
        (say("source"), answer.source or ""),
        (say("asked"), run.created_at.isoformat()),
        (say("run"), run.id),
    ]
    proof = [(say("figure"), say("cells"), say("table"), say("filters")), *_proof_rows(answer)]
    reads = [(say("cells"), say("table"), "SQL"), *_reads(answer)]
    return workbook(
        {say("answer"): about, say("data"): [table.columns, *table.rows], say("proof"): proof, say("reads"): reads}
    )


def answer_markdown(run: RunRecord, answer: Answer) -> str:
    say = _say(answer)
    parts = [f"# {_line(answer.question)}", visible(answer.text)]
    if answer.reading:
        parts.append(f"{say('reading')}: {_line(answer.reading)}")
    facts = [answer.source or "", run.created_at.date().isoformat(), run.id]
    parts.append(f"{say('source')}: {_line(' · '.join(fact for fact in facts if fact))}")
    proofs = list(_proofs(answer))
    if proofs:
        parts.append("\n".join((f"## {say('proof')}\n", *proofs)))
    reads = [f"{cells} ({name})\n\n```sql\n{sql}\n```" for cells, name, sql in _reads(answer) if sql]
    if reads:
        parts.append("\n\n".join((f"## {say('reads')}", *reads)))
    return "\n\n".join(parts) + "\n"


def _proofs(answer: Answer) -> Iterator[str]:
    """Each proven figure as a line, with the places of its cells."""
    say = _say(answer)
    for figure in answer.figures[:_PROOFS]:
        if figure.is_verified:
            places = [_place(cell, answer) for cell in figure.evidence[:_MOST_CELLS]]
            if len(figure.evidence) > _MOST_CELLS:
                places.append(say("more", count=len(figure.evidence) - _MOST_CELLS))
            how = f" = `{', '.join(figure.references)}`" if len(figure.evidence) > 1 else ""
            yield f"- {_line(figure.display)}{how}: {'; '.join(places) or ', '.join(figure.references)}"


def _place(cell: CellEvidence, answer: Answer) -> str:
    """Where a cell stands, for somebody who has the table at hand."""
    say = _say(answer)
    where = ", ".join(_line(one) for one in conditions_of(cell, answer)) or say("all_rows")
    row = int(cell.row[1:]) + 1 if cell.row[1:].isdecimal() else cell.row
    named = f"{cell.entry}.{cell.row}.{cell.column}"
    return say("place", table=cell.table or cell.tool, field=cell.column, row=row, where=where, cell=f"`{named}`")


def _proof_rows(answer: Answer) -> Iterator[tuple[Any, ...]]:
    for figure in answer.figures:
        for cell in figure.evidence:
            where = ", ".join(conditions_of(cell, answer))
            yield figure.display, f"{cell.entry}.{cell.row}.{cell.column}", cell.table, where


def _reads(answer: Answer) -> Iterator[tuple[str, str, str]]:
    for entry in answer.evidence:
        if entry.get("rows") is not None:
            yield str(entry["id"]), str(entry.get("table") or ""), str(entry.get("sql") or "")


def headings(answer: Answer, series: Series) -> tuple[str, ...]:
    """What stands above the labels and the amounts of a series: for each of its groups, what they are called there."""
    say = _say(answer)
    if series.groups == ("",):
        return (say("what"), *_names(series, say))
    return (say("what"), *(" ".join(filter(None, (group, name))) for group in series.groups for name in series.names))


def shown_rows(series: Series) -> tuple[tuple[str, ...], ...]:
    """The series as a table under those headings: each label once, with the amounts of each group as they are shown."""
    if series.groups == ("",):
        return tuple((point.label, *(figure.display for figure in point.figures)) for point in series.points)
    none = ("",) * len(series.names)
    held = {(point.label, point.group): tuple(figure.display for figure in point.figures) for point in series.points}
    return tuple(
        (label, *(amount for group in series.groups for amount in held.get((label, group), none)))
        for label in series.labels
    )


def _names(series: Series, say: Messages) -> list[str]:
    several = len(series.names) > 1
    return [
        name or (f"{say('value')} {place}" if several else say("value")) for place, name in enumerate(series.names, 1)
    ]


def _number(figure: Figure) -> Any:
    value = figure.value
    if isinstance(value, str):
        try:
            return Decimal(value)
        except ArithmeticError:
            return value
    return value


def _line(text: str) -> str:
    return " ".join(visible(text).split())


def _say(answer: Answer) -> Messages:
    return messages_of("arch_team.server", "answer_words.yaml", answer.language)
