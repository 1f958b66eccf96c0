"""People who are called by two columns: a first and a last name, in either order."""

from collections.abc import Sequence

from arch_team.modelling.model import FULL_NAME, NAME_JOINT, Hit, Model


def full_names(model: Model, words: Sequence[str], at: int) -> tuple[int, tuple[Hit, ...]]:
    """The end of a first and a last name that begin at a place and stand in two columns of one table, and whose they
    are. Of none, the place itself."""
    end, firsts = model.values.longest(words, at)
    if not firsts or end >= len(words):
        return at, ()
    last, seconds = model.values.longest(words, end)
    found: list[Hit] = []
    for table in {hit.table for hit in firsts} & {hit.table for hit in seconds}:
        label = model.tables[table].label
        if len(label) != 2:
            continue
        for first in firsts:
            for second in seconds:
                if first.table == second.table == table and {first.field, second.field} == set(label):
                    by_field = {first.field: first.value, second.field: second.value}
                    found.append(Hit(table, FULL_NAME, NAME_JOINT.join(by_field[name] for name in label)))
    return (last, tuple(dict.fromkeys(found))) if found else (at, ())
