"""Values of several words: people who are called by two columns, and kinds of things that are said of several."""

from collections.abc import Sequence

from arch_team.modelling.model import FULL_NAME, NAME_JOINT, Hit, Model

_LONGEST = 4
"""Words of a value that may be said of several things."""


def of_several(model: Model, words: Sequence[str], stems: Sequence[str], at: int) -> tuple[int, tuple[Hit, ...]] | None:
    """The end of a value of two words or more that is said of several things, and where it stands: `gas boilers`. None:
    there is none."""
    for end in range(min(len(words), at + _LONGEST), at + 1, -1):
        if stems[end - 1] == words[end - 1]:
            continue
        hits = model.values.lookup(" ".join((*words[at : end - 1], stems[end - 1])))
        kept = tuple(hit for hit in hits if hit.field not in model.tables[hit.table].label)
        if kept:
            return end, kept
    return None


def full_names(model: Model, words: Sequence[str], at: int) -> tuple[int, tuple[Hit, ...]]:
    """The end of a first and a last name that begin at a place and stand in two columns of one table, and whose they
    are. Of none, the place itself."""
    if at >= len(words):
        return at, ()
    end, firsts = model.values.longest(words, at)
    if end > at + 1 and (alone := model.values.lookup(words[at])):
        end, firsts = at + 1, alone  # what is a whole name elsewhere may be two names here
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
    if len({hit.table for hit in found}) > 1:  # somebody is called Marco, somebody else Egli
        rows = ((hit, zip(model.tables[hit.table].label, hit.value.split(NAME_JOINT), strict=True)) for hit in found)
        found = [hit for hit, held in rows if model.values.has_row(hit.table, dict(held))] or found
    return (last, tuple(dict.fromkeys(found))) if found else (at, ())
