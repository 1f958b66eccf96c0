"""Several readings of a question that were all run: which of them is an answer, if one is."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column, Figure, Form, Order, Output
from arch_team.models.embedded.engine_results import is_nothing, result_of, shown_as
from arch_team.models.embedded.plan import ROW, Found

if TYPE_CHECKING:
    from arch_team.modelling.model import Model


@dataclass(frozen=True, slots=True)
class Tried:
    """A reading, what it found, and who read it so."""

    form: Form
    found: Found
    readers: frozenset[str]


def found_by_all(tried: Sequence[Tried]) -> Tried | None:
    """The first reading where all find the same. Where they do not: the one thing that every reader found, if one of
    them found nothing else. None: somebody must say which is meant."""
    if len({result_of(each.form, each.found) for each in tried}) == 1:
        return tried[0]
    readers = frozenset[str]().union(*(each.readers for each in tried))
    if len(readers) < 2:
        return None
    groups = _alike(tried)
    found_by = [frozenset[str]().union(*(each.readers for each in group)) for group in groups]
    shared = [group for group, by in zip(groups, found_by, strict=True) if by == readers]
    only_that = any(sum(reader in by for by in found_by) == 1 for reader in readers)
    if len(shared) != 1 or not only_that or is_nothing(shared[0][0].found):
        return None
    return shared[0][0]


def _alike(tried: Sequence[Tried]) -> list[list[Tried]]:
    groups: list[list[Tried]] = []
    for each in tried:
        group = next((group for group in groups if all(_show_the_same(each, other) for other in group)), None)
        if group is None:
            groups.append([each])
        else:
            group.append(each)
    return groups


def _show_the_same(one: Tried, other: Tried) -> bool:
    """Whether the same rows are shown, of which one may show more columns, each as often as it stands there."""
    mine, theirs = (
        [Counter(shown_as(value) for name, value in row.items() if name != ROW) for row in each.found.rows]
        for each in (one, other)
    )
    if len(mine) != len(theirs) or one.found.truncated != other.found.truncated:
        return False
    less, more = sorted((mine, theirs), key=lambda rows: sum(row.total() for row in rows))
    if any(each.form.order_by and each.form.limit is None for each in (one, other)):
        return all(row <= beside for row, beside in zip(less, more, strict=True))
    left = [*more]
    for row in less:
        match = next((each for each in left if row <= each), None)
        if match is None:
            return False
        left.remove(match)
    return True


def rows_counted(forms: Sequence[Form], model: "Model") -> tuple[Form, ...]:
    """The rows that counts of one table are of, each as a list of their keys: as many of one as of another may be
    others. Nothing, where that cannot differ or cannot be told."""
    tables = {form.table for form in forms}
    key = model.tables[forms[0].table].key
    if len(forms) < 2 or len(tables) > 1 or not key or not all(map(_counts_rows, forms)):
        return ()
    outputs = tuple(Output(name=name, value=Column(field=name)) for name in key)
    order = tuple(Order(by=Column(field=name)) for name in key)
    return tuple(form.model_copy(update={"outputs": outputs, "order_by": order}) for form in forms)


def _counts_rows(form: Form) -> bool:
    value = form.outputs[0].value if len(form.outputs) == 1 else None
    is_count = isinstance(value, Figure) and value.function is Function.COUNT and value.of is None
    return is_count and not (form.group_by or form.having or form.limit or form.also or form.asks_whether)
