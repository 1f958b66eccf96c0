"""Amounts that are asked for in a currency: `the total in euros`. Told are those that the tables say are in it, and no
others; nothing is converted, and a weight is in none."""

from itertools import pairwise
from typing import TYPE_CHECKING

from arch_team.forms.form import Column, Figure, Form, Given, Related
from arch_team.forms.one_unit import held_in, settled
from arch_team.forms.showing import comparisons_in, field_of, unit_of
from arch_team.text.folding import folded
from arch_team.text.lexicon import Lexicon
from arch_team.text.notation import notation
from arch_team.text.tokens import tokens_of

if TYPE_CHECKING:
    from arch_team.modelling.model import Model


def asked_currency(question: str, lexicon: Lexicon) -> str | None:
    """The word for the one currency that something is asked in; behind a number it is of that: `above 60 euros`."""
    words = [token.folded for token in tokens_of(question, lexicon.language)]
    money, inside = lexicon.words("money_unit"), lexicon.words("inside")
    found = {word for before, word in pairwise(words) if word in money and before in inside}
    return found.pop() if len(found) == 1 else None


def told_in_currency(form: Form, currency: str, model: "Model") -> Form | None:
    """The form of the amounts in a currency. None: it tells none, or the tables do not say in which they are."""
    if _is_held_so(form, currency):
        return form
    amounts = [column for column in _shown(form) if _is_amount(column, form, model)]
    for column in amounts:
        unit = unit_of(column, form.table, model)
        if unit is None and not _is_written(column, form, currency, model):
            return None
        if unit is not None and settled(unit, form) is None:
            held = held_in(column, form.table, currency, model)
            if held is None:
                return None
            form = form.model_copy(update={"where": (*form.where, held)})
    return form if amounts else None


def _is_held_so(form: Form, currency: str) -> bool:
    """Whether its rows are those of the currency already: `invoices in CHF`."""
    said = {currency, folded({folded(name): code for name, code in notation().units.items()}.get(currency, currency))}
    held = (each.right for each in comparisons_in(form) if isinstance(each.right, Given))
    return any(isinstance(each.value, str) and folded(each.value) in said for each in held)


def _shown(form: Form) -> list[Column]:
    """The columns that a form shows, or works out from the rows of its own table."""
    values = [output.value for output in form.outputs]
    if any(isinstance(value, Related) for value in values):
        return []
    figures = [value.of for value in values if isinstance(value, Figure) and value.of is not None]
    return [*figures, *(value for value in values if isinstance(value, Column))]


def _is_amount(column: Column, form: Form, model: "Model") -> bool:
    field = field_of(column, form.table, model)
    return field is not None and field.is_measure


def _is_written(column: Column, form: Form, currency: str, model: "Model") -> bool:
    """Whether the name of a column says the currency: `price_eur`."""
    codes = {folded(name): folded(code) for name, code in notation().units.items()}
    said = codes.get(currency, currency)
    alike = {currency, said, *(name for name, code in codes.items() if code == said)}
    field = field_of(column, form.table, model)
    return field is not None and any(map(field.is_written, alike))
