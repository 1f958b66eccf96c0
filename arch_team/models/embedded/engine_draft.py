"""A form's rows as a draft: every cell by reference, one row in a sentence, several as a list."""

from decimal import Decimal

from arch_team.evidence.figures import find_figures
from arch_team.evidence.number_words import number_words_in
from arch_team.forms.form import Form
from arch_team.forms.pairs import is_pair
from arch_team.models.embedded.plan import ROW, Found
from arch_team.text.messages import Messages

_PAIRS = {
    frozenset({"percent", "part", "whole"}): "pair_share",
    frozenset({"difference", "first", "second"}): "pair_difference",
    frozenset({"difference", "first", "second", "percent"}): "pair_change",
    frozenset({"ratio", "first", "second"}): "pair_ratio",
}


def draft_of(form: Form, found: Found, label: str, say: Messages, total: Found | None = None) -> str:
    """What to say of the rows of a form. `label` says what they are, `total` how many there are of a list that is cut
    short."""
    columns = [output.name for output in form.outputs]
    rows = _different(found, columns)
    if not rows:
        return say("nothing_found")
    if len(rows) == 1 and all(found.rows[rows[0]][column] is None for column in columns):
        return say("no_value")
    columns = [column for column in columns if column not in found.units] or columns
    if not is_plain(label):
        label = say("result")
    if form.asks_whether and is_pair(form):
        return _more_than(found, rows[0], columns, label, say)
    if form.asks_whether:
        is_so = bool(found.rows[rows[0]][columns[0]])
        return say("yes" if is_so else "no", label=label, cells=_cells(found, rows[0], columns))
    if is_pair(form):
        return _pair(found, rows[0], columns, label, say)
    if len(rows) == 1:
        return say("labelled", label=label, cells=_cells(found, rows[0], columns))
    if found.tied:
        cells = "; ".join(_cells(found, row, columns) for row in rows)
        text = say("tied", label=label, cells=cells)
    else:
        text = say("listed", label=label, rows=f"{{{{rows({found.evidence})}}}}")
    if not found.truncated:
        return text
    if total is None:
        return say("cut_off", text=text)
    return say("cut_off_counted", text=text, count=_cells(total, 0, ["count"]))


def is_plain(label: str) -> bool:
    """Whether no word of a label could be taken for a figure."""
    return not find_figures(label) and not number_words_in(label)


def _pair(found: Found, row: int, columns: list[str], label: str, say: Messages) -> str:
    """Two figures held against each other. By nothing, nothing is divided."""
    cells = {column: _cells(found, row, [column]) for column in columns}
    held = [column for column in columns if found.rows[row][column] is not None]
    if len(held) < len(columns):
        return say("pair_undivided", label=label, cells=", ".join(cells[column] for column in held))
    return say(_PAIRS[frozenset(columns)], label=label, **cells)


def _more_than(found: Found, row: int, columns: list[str], label: str, say: Messages) -> str:
    """Whether the first of two figures is more than the second, with both."""
    apart = found.rows[row]["difference"]
    told = _pair(found, row, columns, label, say)
    if apart is None:
        return told
    return say("whether_more" if Decimal(str(apart)) > 0 else "not_more", told=told)


def _different(found: Found, columns: list[str]) -> list[int]:
    """The places of the rows, of equal ones the first."""
    first: dict[tuple[object, ...], int] = {}
    for place, row in enumerate(found.rows):
        first.setdefault(tuple(row[column] for column in columns), place)
    return list(first.values())


def _cells(found: Found, row: int, columns: list[str]) -> str:
    return ", ".join(f"{{{{{found.evidence}.{found.rows[row][ROW]}.{column}}}}}" for column in columns)
