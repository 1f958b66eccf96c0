"""Forms that hold everything a question says: over the rows of each table that all of it can be said of."""

from collections.abc import Iterator
from dataclasses import dataclass

from arch_team.forms.form import Form
from arch_team.forms.joins import Joins
from arch_team.forms.showing import columns_in
from arch_team.gathering.figures import Made
from arch_team.gathering.places import UNSAID
from arch_team.gathering.ranks import Ranking
from arch_team.gathering.said import Where
from arch_team.gathering.slots import Slots
from arch_team.grammar.lattice import Lattice


@dataclass(frozen=True, slots=True)
class Gathered:
    form: Form
    cost: float
    is_plain: bool = False
    """It is one figure that was asked for by its name."""


def forms_of(slots: Slots, lattice: Lattice, joins: Joins) -> Iterator[Gathered]:
    for table in lattice.model.tables.values():
        rows = Ranking(table, slots, lattice, joins)
        far = _focus(rows)
        for where, cost in rows.conditions():
            if where or slots.asks_for_figures:
                made = _asked(rows, where)
                for form, more in made:
                    yield Gathered(form, far + cost + more, slots.asks_one_figure and _has_all(form, rows))


def _has_all(form: Form, rows: Ranking) -> bool:
    """Whether every noun is a table or a column of the form: delivered orders are not all that have a day for that."""
    columns = {*columns_in(form)}
    senses = [{(s.table, s.field) for s in noun.senses} for noun in rows.nouns]
    return all((form.table, None) in each or not columns.isdisjoint(each) for each in senses)


def _focus(rows: Ranking) -> float:
    """Rows are those of the table that is named first."""
    named = [any(sense.field is None for sense in noun.senses) for noun in rows.nouns]
    own = [rows.is_own(noun) for noun in rows.nouns]
    if not any(named) or own[0]:
        return 0.0
    return UNSAID if any(own) else 2 * UNSAID


def _asked(rows: Ranking, where: Where) -> Made:
    slots = rows.slots
    if slots.is_share:
        return rows.share(where)
    if slots.rank is not None:
        return rows.ranked(slots.rank, where)
    if slots.function is not None or slots.counts:
        is_of_nothing = slots.grain is not None and slots.target is None and slots.measure is None
        return iter(()) if is_of_nothing else rows.figures(where)
    if slots.asks_when:
        return rows.on_days(where)
    if slots.groups or slots.grain is not None:
        return rows.for_each(where)
    return rows.worth(where) if slots.named and not slots.asks_who else rows.listed(where)
