"""Which rows were read for a cell, in words: the conditions of the call or of the form of the question."""

from arch_team.evidence.verdict import CellEvidence
from arch_team.runs.answer import Answer


def conditions_of(cell: CellEvidence, answer: Answer) -> list[str]:
    """Each condition that the rows behind a cell meet. Empty: all rows were read."""
    told = [f"{one.get('field')} {one.get('op')} {one.get('value', '')}".strip() for one in cell.filters]
    return told or _of_form(cell.entry, answer)


def _of_form(entry: str, answer: Answer) -> list[str]:
    """The conditions of the read that a cell is from, where it was made from a form of the question."""
    read = next((one for one in answer.evidence if one.get("id") == entry), None)
    form = (read or {}).get("arguments", {}).get("form")
    if form is None:
        return []
    from arch_team.forms.form import Form
    from arch_team.forms.wording import restrictions_told

    return restrictions_told(Form.model_validate(form), answer.language)
