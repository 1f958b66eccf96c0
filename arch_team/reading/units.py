"""The unit a question asks for, where a form tells how long something took: `the total duration in hours`."""

from itertools import pairwise
from typing import TYPE_CHECKING

from arch_team.featuredata.spans import SECONDS, in_unit, units_in
from arch_team.forms.form import Form
from arch_team.forms.showing import columns_in
from arch_team.text.lexicon import Lexicon
from arch_team.text.stems import noun_stem, stems_of
from arch_team.text.tokens import tokens_of

if TYPE_CHECKING:
    from arch_team.modelling.model import Model


def asked_unit(question: str, lexicon: Lexicon) -> str | None:
    """The one unit of time that something is asked in."""
    said = [noun_stem(token.folded, lexicon.language) for token in tokens_of(question, lexicon.language)]
    pairs = list(pairwise(said))
    found = [unit for unit in SECONDS if stems_of(lexicon.spans[unit], lexicon.language)[-2:] in pairs]
    return found[0] if len(found) == 1 else None


def told_in(form: Form, unit: str | None, model: "Model") -> Form | None:
    """The form with its durations in a unit. None where they cannot be told in it, or are compared in another."""
    text = form.model_dump_json()
    if unit is None or all(found == unit for found in units_in(text)):
        return form
    compared = any(units_in(c.model_dump_json()) for c in (*form.where, *form.having))
    made = Form.model_validate_json(in_unit(text, unit))
    known = all(name in model.tables[table].fields for table, name in columns_in(made) if table in model.tables)
    return made if known and not compared else None
