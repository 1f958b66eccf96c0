"""Pieces that tell an order or a stretch of time."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.forms.form import Grain
from arch_team.interpreting.bound_pieces import BoundPieces
from arch_team.interpreting.phrases import Cols, Count, Sorted, Stretch, Top

_BARE = frozenset({"in", "ordered", "order", "sort", "sorted", "ranked", "arranged"})


class OrderPieces(BoundPieces):
    """The orders and stretches of time of one question."""

    def sorts(self, at: int) -> Iterator[tuple[int, Sorted]]:
        start = (
            self.over(at, "and")
            if not self.ends(at, "ascending", "descending", "alphabetical", "ascending_time", "descending_time")
            else at
        )
        direction = self._direction(start)
        if direction is not None:
            end, descending, chronological = direction
            behind = [said.end for said in self.ends(end, "by", "of", "order_by")]
            goes_on = self.lattice.words[end - 1] in self.words.phrases("by") | self.words.phrases("of")
            if not goes_on and not self.ends(end, "of", "by"):
                yield end, Sorted((), descending, True, chronological)
            if goes_on:
                behind.append(end)
            for place in behind:
                for stop, by in self._keys(place):
                    yield stop, Sorted(by, descending, True, chronological)
        for said in self.ends(start, "order_by"):
            after = self.over(said.end, "by", "determiner")
            behind = self._direction(after)
            if behind is not None:
                end, descending, chronological = behind
                yield end, Sorted((), descending, True, chronological)
                for more in self.ends(end, "by", "of", "order_by"):
                    for stop, by in self._keys(more.end):
                        yield stop, Sorted(by, descending, True, chronological)
            if said.end == start + 1 and self.lattice.words[start] in _BARE:
                continue
            for stop, by in self._keys(after):
                yield stop, Sorted(by)
                comma = stop + 1 if self.is_sign(stop, ",", "(") else stop
                late = self._late_direction(comma)
                if late is not None:
                    last = late[0] + 1 if self.is_sign(late[0], ")") else late[0]
                    yield last, Sorted(by, late[1], True)
        for said in self.ends(start, "order_from"):
            for middle, top in self._tops_of_rows(said.end):
                for joint in self.ends(middle, "order_to"):
                    for end, other in self._tops_of_rows(joint.end):
                        if top.is_max != other.is_max or top.dimension != other.dimension:
                            yield end, Sorted((top,), top.is_max, True)
        for said in self.ends(start, "starting"):
            for end, top in self.tops(said.end):
                for stop, by in ((end, (top,)), *self._topped(end, top)):
                    yield stop, Sorted(by, top.is_max, True)
        for end, top in self.tops(start):
            for stop, by in ((end, (top,)), *self._topped(end, top)):
                last = self.end(stop, "first_word")
                if last is not None:
                    yield last, Sorted(by, top.is_max, True)

    def _tops_of_rows(self, at: int) -> Iterator[tuple[int, Top]]:
        """`the oldest`, `the oldest company`: of ages also with what the rows are called."""
        for end, top in self.tops(at):
            yield end, top
            columns = self.lattice.lexicon.dimensions.get(self.lattice.words[end - 1], ())
            is_age = len({column.startswith("-") for column in columns}) > 1
            nouns = self.nouns[end] if is_age and end < self.size else ()
            yield from ((noun.span[1], top) for noun in nouns if noun.names_a_table)

    def _topped(self, end: int, top: Top) -> Iterator[tuple[int, tuple[Cols | Count | Top, ...]]]:
        behind = end + 1 if end < self.size and self.lattice.relates(end) else end  # `most used channel first`
        if behind < self.size and top.counts:
            for noun in self.nouns[behind]:
                yield noun.span[1], (Count(None),)
        if end < self.size and top.dimension is not None:
            yield from ((noun.span[1], (top,)) for noun in self.nouns[end] if noun.names_a_table)
        for stop, cols, _ in self.cols(end):
            yield stop, (replace(cols, top=top),)
        for said in self.ends(end, "mean", "count_word"):
            yield said.end, (replace(top, dimension=None),)

    def _direction(self, at: int) -> tuple[int, bool, bool] | None:
        if at >= self.size:
            return None
        for klass in ("descending", "ascending", "alphabetical", "chronological", "descending_time", "ascending_time"):
            end = self.end(at, klass)
            if end is not None:
                return end, klass.startswith("descending"), klass == "chronological" or klass.endswith("time")
        return None

    def _late_direction(self, at: int) -> tuple[int, bool, bool] | None:
        """Which way it goes, said behind what is sorted by: `by prize, starting with the largest`."""
        dimensions = self.lattice.lexicon.dimensions
        for said in (each for each in self.ends(at, "starting") if each.end > at + 1):
            for end, top in self.tops(said.end):
                columns = dimensions.get(self.lattice.words[end - 1], ())
                if not top.counts and len({column.startswith("-") for column in columns}) < 2:
                    return end, top.is_max, False
        return self._direction(at)

    def _keys(self, at: int) -> Iterator[tuple[int, tuple[Cols | Count | Top, ...]]]:
        """`their price`, `country and name`, `the number of orders`."""
        at = self.over(at, "determiner", "pointing")
        firsts: list[tuple[int, Cols | Count]] = [(end, cols) for end, cols, _ in self.cols(at)]
        firsts += [(end, count) for end, count, _ in self.counts(at)]
        for end, first in firsts:
            yield end, (first,)
            joint = self.over(end + 1 if self.is_sign(end, ",") else end, "and")
            if joint > end and joint < self.size:
                for stop, more in self._keys(self.over(joint, "by")):
                    yield stop, (first, *more)

    def stretches(self, at: int) -> Iterator[tuple[int, Stretch]]:
        for before in self._before(at):
            if before.texts or before.deeds or before.functions or before.at >= self.size:
                continue
            for said in self.ends(before.at, "grain"):
                each, asked = "each" in before.said, "which" in before.said
                yield said.end, Stretch(Grain(said.detail), each, asked, before.top)
