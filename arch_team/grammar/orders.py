"""In which order rows are wanted: `sorted by age`, `from the youngest to the oldest`, `the highest total first`."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.grammar.requests import Requests
from arch_team.grammar.syntax import Noun, Phrase, Sorting

Found = tuple[tuple[Sorting, ...], int]


class Orders(Requests):
    """Orders, as far as their grammar goes."""

    def sortings(self, at: int, end: int, *, is_asked: bool = False) -> list[tuple[tuple[Sorting, ...], int]]:
        """`sorted by age`, `in descending order of points`, `ordered by name and age`, `alphabetically`. `is_asked`:
        that rows are to be sorted was said at the beginning."""
        lattice = self.lattice
        start = at + 1 if lattice.words[at : at + 1] == (",",) else at
        start = self.skip(start, "and", "filler")
        if start >= end:
            return []
        direction, place, said = None, start, False
        if is_asked and lattice.words[start] in lattice.lexicon.words("group_by"):
            place, said = start + 1, True
        moved = True
        while moved and place < end:
            moved = False
            for klass in ("descending", "ascending", "alphabetical", "order"):
                stop = lattice.ends(place, klass)
                if stop is not None:
                    if klass == "descending" or (klass == "ascending" and direction is None):
                        direction = klass == "descending"
                    place, moved, said = stop, True, True
                    break
            if said and not moved:
                stop = lattice.ends(place, "sorting_filler")
                stop = self._past_rows(place) if stop is None and place > start else stop
                if stop is not None:
                    place, moved = stop, True
        if not said:
            return list(self._ranged(start, start))
        found = list(self._ranged(start, place)) if direction is None else []
        figure = lattice.ends(self.skip(place, "determiner"), "order_figure")
        if figure is not None:
            last, after = self._direction(figure, direction)
            ranges = [each for each in self._ranged(start, figure) if not each[0][0].by]
            found += [*ranges, ((Sorting((start, after), (), bool(last), last is not None, of_figure=True),), after)]
        for phrases, stop in self.coordination(place, 1) if place < end else ():
            last, after = self._direction(stop, direction)
            ranged = next((said for said, over in self._ranged(stop, stop) if over == end), None)
            if ranged is not None and not ranged[0].by:
                [one] = ranged
                found.append(((Sorting((start, end), phrases.items, one.descending, True, one.is_of_age),), end))
            aged = any(lattice.ends(at, "of_age") is not None for at in range(start, after))
            found.append(((Sorting((start, after), phrases.items, bool(last), last is not None, aged),), after))
        found.append(((Sorting((start, place), (), bool(direction), direction is not None),), place))
        return found

    def _past_rows(self, at: int) -> int | None:
        """`order the towns by their number of shops`: what is ordered is said once more."""
        lattice = self.lattice
        for phrase, end in self.core(at) if lattice.words[at - 1] in lattice.lexicon.words("determiner") else ():
            if not isinstance(phrase.head, Noun) or phrase.functions or phrase.superlative or phrase.is_count:
                continue
            senses, before = set(phrase.head.senses), lattice.nouns[: at - 2]
            known = any(senses.intersection(noun.senses) for nouns in before for noun in nouns)
            if known and not lattice.lexicon.words("group_by").isdisjoint(lattice.words[end : end + 1]):
                return end
        return None

    def _direction(self, at: int, known: bool | None) -> tuple[bool | None, int]:
        lattice = self.lattice
        start = at + 1 if lattice.words[at : at + 1] == (",",) else at
        for klass in ("descending", "ascending", "alphabetical"):
            end = lattice.ends(start, klass) if start < len(lattice) else None
            if end is not None:
                return (known if klass == "alphabetical" else klass == "descending"), end
        starts = lattice.ends(start, "starting") if start < len(lattice) else None
        for end, detail in (
            lattice.details(self.skip(starts, "determiner"), "superlative") if starts is not None else ()
        ):
            columns = lattice.lexicon.dimensions.get(lattice.words[end - 1], ())
            if len({column.startswith("-") for column in columns}) < 2:
                return detail == "max", end  # `by prize, starting with the largest`
        return known, at

    def _ranged(self, start: int, at: int) -> Iterator[Found]:
        """`from the youngest to the oldest`, `from the highest salary down`, `with the best average first`."""
        lattice = self.lattice
        begins = lattice.ends(at, "order_from")
        behind = at + 1 if lattice.words[at : at + 1] == (",",) else at
        starts = lattice.ends(behind, "starting")
        if starts is not None and starts > behind + 1:  # `beginning with the largest`
            for high, place in self._extremes(self.skip(starts, "with", "determiner")):
                yield (self._range(at, place, high),), place
        first = self.skip(at if begins is None else begins, "with", "determiner")
        for high, place in self._extremes(first):
            end = lattice.ends(place, "order_first" if begins is None else "order_on")
            if end is not None:
                yield (self._range(start, end, high),), end
            until = lattice.ends(place, "order_to") if begins is not None else None
            for low, stop in self._extremes(self.skip(until, "determiner")) if until is not None else ():
                by = high[2] or low[2]
                if low[1] != high[1]:
                    yield (self._range(start, stop, (*high[:2], by)),), stop
                elif low[0] in lattice.lexicon.dimensions:  # `from the oldest to the newest`: of days
                    said = self._range(start, stop, (*low[:2], by))
                    yield (replace(said, descending=not said.descending, is_turned=True),), stop

    def _range(self, start: int, end: int, first: tuple[str, bool, tuple[Phrase, ...]]) -> Sorting:
        word, is_max, by = first
        columns = self.lattice.lexicon.dimensions.get(word, ())
        ages = len({column.startswith("-") for column in columns}) > 1  # the oldest have the first days of birth
        return Sorting((start, end), by, is_max, True, ages, word)

    def _extremes(self, at: int) -> Iterator[tuple[tuple[str, bool, tuple[Phrase, ...]], int]]:
        """A superlative with what it is of, if that is said: its word, whether it is the high end, and the key."""
        lattice = self.lattice
        for end, detail in lattice.details(at, "superlative"):
            word = " ".join(lattice.words[at:end])
            yield (word, detail == "max", ()), end
            is_age = len({column.startswith("-") for column in lattice.lexicon.dimensions.get(word, ())}) > 1
            rows = lattice.nouns[end] if is_age and end < len(lattice) else ()  # `from the oldest company`
            yield from (((word, detail == "max", ()), noun.span[1]) for noun in rows if noun.names_a_table)
            figure = lattice.ends(end, "order_figure")
            if figure is not None:
                yield (word, detail == "max", ()), figure
            for phrase, stop in self.core(end):
                yield (word, detail == "max", (phrase,)), stop
