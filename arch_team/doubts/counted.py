"""What is counted: the things that stand behind `how many` or `the number of`, and no others."""

from collections.abc import Iterator

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column, Figure, Form, Related
from arch_team.grammar.lattice import Lattice
from arch_team.modelling.naming import PARTIAL

_COUNTS = (Function.COUNT, Function.COUNT_DISTINCT)
_BETWEEN = ("determiner", "distinct")


def _counts_another_thing(form: Form, lattice: Lattice) -> bool:
    """Whether rows are counted that stand behind no `how many`: the number of entries of runners is no number of
    runners."""
    counted = {*_tables_counted(form, lattice)}
    asked = [tables for at in range(len(lattice)) if (tables := _asked_behind(at, lattice))]
    return bool(counted) and bool(asked) and not any(counted & tables for tables in asked)


def _counts_what_repeats(form: Form, lattice: Lattice) -> bool:
    """Whether different things are asked for, and rows are counted of which several are called the same: the lists of
    a party in each year are not different parties."""
    table = lattice.model.tables[form.table]
    counts = any(isinstance(o.value, Figure) and o.value == Figure(function=Function.COUNT) for o in form.outputs)
    if not counts or len(table.label) != 1 or table.is_person or table.rows is None:
        return False
    called = lattice.model.values.several(form.table, table.label[0])
    if called is None or called >= table.rows:
        return False
    ends = (end for at in range(len(lattice)) for end in lattice.all_ends(at, "distinct"))
    behind = (noun for end in ends if end < len(lattice) for noun in lattice.nouns[end])
    return any(sense.table == form.table and sense.field is None for noun in behind for sense in noun.senses)


def _tables_counted(form: Form, lattice: Lattice) -> Iterator[str]:
    """The tables of which rows are counted, with those they point at: a registration of somebody counts them too."""
    for node in (output.value for output in form.outputs):
        if isinstance(node, Figure | Related) and node.function in _COUNTS:
            rows = node.rows.table if isinstance(node, Related) else form.table
            of = node.of.via[-1].table if isinstance(node.of, Column) and node.of.via else rows
            field = lattice.model.tables[of].fields.get(node.of.field) if isinstance(node.of, Column) else None
            yield of
            if field is not None and field.refers_to is not None:
                yield field.refers_to
            if isinstance(node, Related) or lattice.model.tables[rows].is_bridge:
                yield from (link.to_table for link in lattice.model.links_from(rows))


def _asked_behind(at: int, lattice: Lattice) -> set[str]:
    """The tables named right behind words that ask how many there are."""
    end = lattice.ends(at, "how_many")
    while end is not None and (more := next(filter(None, (lattice.ends(end, k) for k in _BETWEEN)), None)) is not None:
        end = more
    nouns = lattice.nouns[end] if end is not None and end < len(lattice) else ()
    longest = max(nouns, key=lambda noun: noun.span[1], default=None)
    if longest is None or any(sense.field is not None and sense.tier < PARTIAL for sense in longest.senses):
        return set()
    behind = lattice.nouns[longest.span[1]] if longest.span[1] < len(lattice) else ()
    if any(sense.field is None for noun in behind for sense in noun.senses):
        return set()  # `department projects` are projects
    return {sense.table for sense in longest.senses if sense.tier < PARTIAL}


COUNTED = (_counts_another_thing, _counts_what_repeats)
