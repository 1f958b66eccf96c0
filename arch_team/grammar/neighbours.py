"""Names that only look like a column of other rows: `which products cost …` says what products do, and `the price of
products` is theirs before it is the product price of an invoice."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arch_team.modelling.model import NounSense
from arch_team.modelling.naming import EXACT, PARTIAL

if TYPE_CHECKING:
    from arch_team.grammar.lattice import Lattice

_ASKS = ("what", "request")


def of_named_rows(at: int, end: int, senses: Sequence[NounSense], lattice: "Lattice") -> tuple[NounSense, ...]:
    """What words may name, where rows are named among them that have a column which is called by the rest, or measured
    by it: that one as well as a column of others that has the whole name; and none of others by a part of its."""
    if end - at == 1 or any(sense.field is None for sense in senses):
        return tuple(senses)
    told = {sense.table for sense in senses}
    for table, rest in _rows_named(at, end, lattice):
        if table in told:
            continue
        whole = tuple(sense for sense in senses if sense.tier < PARTIAL)
        if own := _columns_called(table, rest, lattice):
            return (*whole, *(NounSense(table, name, whole[0].tier) for name in own)) if whole else ()
        if _does(table, at, end, rest, lattice):
            return whole
    return tuple(senses)


def _rows_named(at: int, end: int, lattice: "Lattice") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tables whose whole name stands at an end of the words, each with the words that it leaves."""
    for place in range(at + 1, end):
        is_turned = lattice.words[place] in lattice.lexicon.words("rotating")
        own = (place + 1, end) if is_turned else (at, place)
        rest = lattice.stems[at:place] if is_turned else lattice.stems[place:end]
        for words, found in lattice.model.nouns.get(lattice.stems[own[0]], ()) if own[0] < end else ():
            if words == lattice.stems[slice(*own)]:
                yield from ((s.table, rest) for s in found if s.field is None and s.tier == EXACT)


def _columns_called(table: str, words: tuple[str, ...], lattice: "Lattice") -> list[str]:
    measured = [field for field in lattice.model.tables[table].fields.values() if field.is_measure]
    return [f.name for f in measured if any(n.words == words and n.tier <= PARTIAL for n in f.names)]


def _does(table: str, at: int, end: int, rest: tuple[str, ...], lattice: "Lattice") -> bool:
    """Whether the last word is a verb that measures a column of theirs: many `cost`, one `costs`, one may `cost`."""
    names = lattice.lexicon.measuring.get(lattice.words[end - 1], ()) if len(rest) == 1 else ()
    if not any(sense.table == table for sense in lattice.model.columns_called(names)):
        return False
    several, ending = (lattice.words[i] != lattice.stems[i] for i in (end - 2, end - 1))
    before = {entry.klass for start in range(at) for _, entry in lattice.lexicon.matches(lattice.words, start)}
    asked = {entry.klass for stop, entry in lattice.lexicon.matches(lattice.words, at - 1) if stop == at} if at else ()
    if ending:
        return not several and any(klass in asked for klass in _ASKS)
    return several or "auxiliary" in before
