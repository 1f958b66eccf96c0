"""Pieces that hold something against something: bounds, values, and columns that hold them."""

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Grain
from arch_team.grammar.syntax import Number, Text
from arch_team.interpreting.found_once import found_once
from arch_team.interpreting.noun_pieces import NounPieces
from arch_team.interpreting.phrases import Bound, Cols, Held, Mean, Right, Than, Values
from arch_team.interpreting.prefixes import FUNCTIONS
from arch_team.modelling.naming import EXACT
from arch_team.text.tokens import TokenKind


class BoundPieces(NounPieces):
    """The bounds, values and conditions of one question."""

    # bounds

    @found_once
    def bounds(self, at: int) -> Iterator[tuple[int, Bound]]:
        for said in self.ends(at, "measuring"):
            for end, bound in self._bounds(said.end):
                yield end, replace(bound, span=(at, end), dimension=said.detail)
            for end, right in self._plain(said.end):
                if isinstance(right, Number):
                    yield end, Bound((at, end), Op.EQ, (right,), said.detail)
        yield from self._bounds(at)

    def _bounds(self, at: int) -> Iterator[tuple[int, Bound]]:
        if at >= self.size:
            return
        place = self.over(at, "be") if self.end(at, "be") is not None else at
        start = place
        for said in self.ends(start, "comparator"):
            words = self.lattice.words[start : said.end]
            dimension = self._dimension(words)
            for end, right in self.rights(said.end, Op(said.detail)):
                yield end, Bound((at, end), Op(said.detail), (right,), dimension)
        for said in self.ends(start, "date_comparator"):
            is_plain = any(s.end == said.end for s in self.ends(start, "stretch_from"))
            if is_plain and not self._goes_on(said.end):
                continue  # orders from 2024
            end = self.over(said.end, "determiner")
            end = next((each.end for each in self.ends(end, "grain") if each.detail == Grain.YEAR), end)
            for last, right in self._dated(end):
                last += bool(is_plain and self._is_onwards(last))
                yield last, Bound((at, last), Op(said.detail), (right,), None, is_date=True)
        for said in self.ends(start, "stretch_from"):
            for middle, low in self._plain(said.end):
                joint = self.end(middle, "stretch_to")
                for last, high in self._plain(joint) if joint is not None else ():
                    yield last, Bound((at, last), Op.BETWEEN, (low, high))
        for said in self.ends(start, "between"):
            for middle, low in self._plain(said.end):
                joint = self.end(middle, "between_and")
                for last, high in self._plain(joint) if joint is not None else ():
                    yield last, Bound((at, last), Op.BETWEEN, (low, high))
        if start != at:
            return
        for end, right in self._plain(start):
            for said in self.ends(end, "trailing"):
                yield said.end, Bound((at, said.end), Op(said.detail), (right,))
        if (time := self.lattice.times.get(start)) is not None:
            yield time.span[1], Bound((at, time.span[1]), Op.EQ, (time,), is_date=True)
        for said in self.ends(start, "preposition", "of"):
            compares, is_plain = (
                any(s.end == said.end for s in self.ends(start, klass)) for klass in ("date_comparator", "stretch_from")
            )
            if compares and (not is_plain or self._goes_on(said.end)):
                continue  # since 2024
            place = self.over(said.end, "determiner")
            of_year = [each.end for each in self.ends(place, "grain") if each.detail == Grain.YEAR]
            place = of_year[0] if of_year else place
            year = self.lattice.number(place)
            if year is not None and not year.unit and self._may_be_a_year(year):
                yield place + 1, Bound((at, place + 1), Op.EQ, (year,), is_date=True)
            if (time := self.lattice.times.get(place)) is not None:
                yield time.span[1], Bound((at, time.span[1]), Op.EQ, (time,), is_date=True)
        for said in self.ends(start, "comparator"):
            for often in self.ends(said.end, "so_often"):
                number = Number((said.end, often.end), Decimal(often.detail))
                yield often.end, Bound((at, often.end), Op(said.detail), (number,), is_times=True)
        for end, amount in self.amounts(start):
            last = self.end(end, "times")
            if last is not None:
                number = Number(amount.span, amount.value)
                yield last, Bound((at, last), amount.op, (number,), is_times=True)

    def _is_rate(self, at: int) -> bool:
        """Whether amounts are kept of what a few words name: `per night`."""
        said = {stem for one in self.ends(at, "unit_tail") for stem in self.lattice.stems[at : one.end]} - {""}
        plain = not any(one.end > at + 1 for one in self.ends(at, "unit_tail"))
        fields = (f for table in self.lattice.model.tables.values() for f in table.stored.values() if f.is_measure)
        return plain or any(said & {*n.words} for f in fields for n in f.names if n.tier == EXACT)

    def _goes_on(self, at: int) -> bool:
        """`from 2024 on`"""
        ends = [end for end, _ in (*self._plain(at), *self._dated(at))]
        return any(self._is_onwards(end) for end in ends)

    def _is_onwards(self, at: int) -> bool:
        return at < self.size and self.lattice.words[at] in self.words.phrases("onwards")

    def _dimension(self, words: tuple[str, ...]) -> str | None:
        for end in range(len(words), 0, -1):
            said = " ".join(words[:end])
            if said in self.words.dimensions:
                return said
        return None

    def rights(self, at: int, op: Op) -> Iterator[tuple[int, Right]]:
        if at >= self.size:
            return
        yield from self._plain(at)
        place = self.over(at, "determiner", "pointing")
        for said in self.ends(at, "mean"):
            yield from self._mean(said.end)
        for said in self.ends(place, "mean"):
            yield from self._mean(said.end)
        for said in self.ends(place, "aggregate"):
            if said.detail != "avg":
                yield from self._mean(said.end, FUNCTIONS[said.detail])
        for end, cols, _ in self.cols(place) if place < self.size else ():
            if len(cols.functions) == 1:
                plain = replace(cols, functions=())
                yield end, Mean(cols.functions[0], plain)
                of = self.over(end, "of", "determiner")
                for last, rows, _ in self.rows(of) if of > end and of < self.size else ():
                    if not rows.texts and rows.amount is None:
                        yield last, Mean(cols.functions[0], plain)
        for end, rows, _ in self.rows(at) if op in (Op.GT, Op.GE, Op.LT, Op.LE) else ():
            if rows.texts or rows.amount is not None or rows.top is not None:
                continue
            last = end + 1 if self.lattice.relates(end) else self.over(end, "auxiliary", "be")
            behind = self.end(last, "on_average")
            if behind is not None:
                yield behind, Mean(Function.AVG, rows)
        for text in self.lattice.texts[place] if place < self.size else ():
            if text.hits and op in (Op.GT, Op.GE, Op.LT, Op.LE):
                yield text.span[1], Than(text)

    def _mean(self, at: int, function: Function = Function.AVG) -> Iterator[tuple[int, Right]]:
        start = self.over(at, "of", "determiner")
        yield at, Mean(function)
        for end, cols, _ in self.cols(start):
            if not cols.functions and cols.top is None:
                yield end, Mean(function, cols)
                place = self.end(end, "of", "preposition")
                for last, rows, _ in self.rows(place) if place is not None else ():
                    if not rows.texts and rows.amount is None:
                        yield last, Mean(function, cols)
        for end, rows, _ in self.rows(start):
            if not rows.texts and rows.amount is None and rows.top is None:
                yield end, Mean(function, rows)

    def _plain(self, at: int) -> Iterator[tuple[int, Right]]:
        if at >= self.size:
            return
        number = self.lattice.number(at)
        if number is not None:
            end = at + 1 + len(number.unit.split())
            yield end, number
            for said in self.ends(end, "unit_tail") if self._is_rate(end) else ():
                words = " ".join(self.lattice.words[end : said.end])
                yield said.end, number if number.unit else replace(number, unit=words)
        if (time := self.lattice.times.get(at)) is not None:
            yield time.span[1], time

    def _dated(self, at: int) -> Iterator[tuple[int, Right]]:
        for end, right in self._plain(at):
            if not isinstance(right, Number) or self._may_be_a_year(right):
                yield end, right

    # values

    @found_once
    def values(self, at: int) -> Iterator[tuple[int, Values]]:
        """`German`, `German or Italian`, `red, white and blue`."""
        place = self.over(at, "determiner")
        for text in self.lattice.texts[place] if place < self.size else ():
            if not text.hits and not text.is_quoted:
                continue
            yield text.span[1], Values((text,))
            yield from self._more_values(text.span[1], (text,), "")

    def _more_values(self, at: int, known: tuple[Text, ...], joint: str) -> Iterator[tuple[int, Values]]:
        if at >= self.size:
            return
        columns = {(hit.table, hit.field) for hit in known[0].hits}
        ends = [(said.end, said.klass) for said in self.ends(at, "and", "or")]
        if self.is_sign(at, ","):
            ends += [(at + 1, joint), *((said.end, said.klass) for said in self.ends(at + 1, "and", "or"))]
        for end, klass in ends:
            end = self.over(end, "determiner")
            for text in self.lattice.texts[end] if end < self.size else ():
                if columns & {(hit.table, hit.field) for hit in text.hits}:
                    several = (*known, text)
                    if klass:
                        yield text.span[1], Values(several, klass)
                    yield from self._more_values(text.span[1], several, klass)

    # columns that hold something

    def held(self, at: int) -> Iterator[tuple[int, Held, float]]:
        """`grade A`, `a price above 10`, `status is open`, `more than 100 points`, `no end date`."""
        for end, cols, cost in self.cols(at):
            if cols.functions:
                continue
            place = self.over(end, "be", "of", "named") if self._is_number(cols) else self.over(end, "be", "named")
            place = place + 1 if self.is_sign(place, ":", "=") else place
            if cols.is_none:
                yield end, Held(replace(cols, is_none=False), is_missing=True), cost
                continue
            if place >= self.size:
                continue
            if not cols.top and cols.amount is None:
                for stop, bound in self.bounds(place):
                    if not bound.is_times and (bound.op is not Op.EQ or bound.is_date or place > end):
                        yield stop, Held(cols, bound), cost
                yield from self._held_by_text(end, place, cols, cost)
                if (of := self.end(end, "of")) is not None and of < self.size:
                    yield from self._held_by_text(end, of, cols, cost + 0.1)
                for stop, right in self._plain(place):
                    if isinstance(right, Number) and not self._counts_what_follows(end, place, stop):
                        dear = 0.0 if place > end else 0.1
                        yield stop, Held(cols, Bound((place, stop), Op.EQ, (right,))), cost + dear
                denied = self.end(place, "not") if place > end else None
                for stop, value, dear in self._held_by_text(denied, denied, cols, cost) if denied is not None else ():
                    yield stop, replace(value, is_denied=True), dear
                for stop, bound in self.bounds(denied) if denied is not None else ():
                    yield stop, Held(cols, bound, is_denied=True), cost
                for stop, right in self._plain(denied) if denied is not None else ():
                    yield stop, Held(cols, Bound((denied or 0, stop), Op.EQ, (right,)), is_denied=True), cost
                for stop, numbers in self._one_of(place):
                    yield stop, Held(cols, numbers), cost
                is_value = any(
                    self._hold(cols, (text,))
                    for text in (self.lattice.texts[place] if place < self.size else ())
                    if text.hits
                )
                for said in self.ends(place, "null_word") if not is_value else ():
                    yield said.end, Held(cols, is_missing=True), cost
                for said in self.ends(place, "known_word"):
                    if place > end:
                        yield said.end, Held(cols, is_known=True), cost
                for said in self.ends(place, "not"):
                    for again in self.ends(said.end, "known_word"):
                        yield again.end, Held(cols, is_missing=True), cost
                    for again in self.ends(said.end, "null_word"):
                        yield again.end, Held(cols, is_known=True), cost
                for how in ("contains", "starts", "ends"):
                    for said in self.ends(end, how):
                        last = self.over(said.end, "determiner", "word_value")
                        if last < self.size and (last > self.over(said.end, "determiner") or self._is_letters(last)):
                            text = Text((last, last + 1), self.lattice.tokens[last].text)
                            yield last + 1, Held(cols, texts=(text,), how=how), cost
        for end, bound in self.bounds(at):
            if len(bound.rights) == 1 and isinstance(bound.rights[0], Number) and not bound.is_date:
                for start in dict.fromkeys((end, self.over(end, "of", "preposition", "determiner"))):
                    for stop, cols, cost in self.cols(start):
                        plain = not (cols.functions or cols.top or cols.amount or cols.is_none or cols.is_each)
                        if plain and self._is_number(cols) and cols.noun.span[0] == start:
                            yield stop, Held(cols, bound), cost + 0.05 + 0.1 * (start > end)
        for said in self.ends(at, "null_word"):  # `fehlt die Telefonnummer`
            for end, cols, cost in self.cols(self.over(said.end, "determiner")):
                if not (cols.functions or cols.top or cols.amount or cols.is_none or cols.is_each):
                    yield end, Held(cols, is_missing=True), cost + 0.05
        for said in self.ends(at, "more_of"):
            for end, cols, cost in self.cols(said.end):
                than = self.end(end, "than")
                if than is None or cols.functions or cols.top or not self._is_number(cols):
                    continue
                for stop, right in self.rights(than, Op(said.detail)):
                    if not isinstance(right, Number):
                        yield stop, Held(cols, Bound((at, stop), Op(said.detail), (right,))), cost
        for end, bound in self._one_of(at):
            for stop, cols, cost in self.cols(end):
                if self._is_number(cols) and cols.noun.span[0] == end:
                    yield stop, Held(cols, bound), cost + 0.05
        for end, right in self._plain(at):
            for stop, cols, cost in self.cols(end) if isinstance(right, Number) and not right.unit else ():
                plain = not (cols.functions or cols.top or cols.amount or cols.is_none or cols.is_each or cols.owner)
                if plain and self._is_number(cols) and cols.noun.span[0] == end:
                    yield stop, Held(cols, Bound((at, end), Op.EQ, (right,))), cost + 0.1
        for end, values in self.values(at):
            for said in self.ends(end, "than"):  # `Android as their platform`
                for stop, cols, cost in self.cols(self.over(said.end, "determiner", "pointing")):
                    if self._hold(cols, values.texts) and not cols.functions:
                        yield stop, Held(cols, texts=values.texts, joint=values.joint), cost
            for stop, cols, cost in self.cols(end):
                plain = not (cols.functions or cols.top or cols.amount or cols.is_none)
                if plain and stop > end and self._hold(cols, values.texts):
                    yield stop, Held(cols, texts=values.texts, joint=values.joint), cost + 0.05

    def _counts_what_follows(self, end: int, place: int, stop: int) -> bool:
        """`the price of the three dearest products`"""
        is_of = place > end and bool(self.ends(end, "of"))
        return (
            is_of and stop < self.size and bool(self.nouns[stop] or self.ends(stop, "superlative", "superlative_count"))
        )

    def _is_letters(self, at: int) -> bool:
        """Whether a text is meant as it is written."""
        token = self.lattice.tokens[at]
        return token.kind is TokenKind.QUOTED or token.is_capital

    def _one_of(self, at: int) -> Iterator[tuple[int, Bound]]:
        """`3 or 4`"""
        first = self.lattice.number(at)
        joint = self.end(at + 1, "or") if first is not None else None
        second = self.lattice.number(joint) if joint is not None else None
        if first is not None and joint is not None and second is not None:
            yield joint + 1, Bound((at, joint + 1), Op.EQ, (first, second))

    def _held_by_text(self, end: int, place: int, cols: Cols, cost: float) -> Iterator[tuple[int, Held, float]]:
        for stop, values in self.values(place):
            if self._hold(cols, values.texts) or all(text.is_quoted for text in values.texts):
                yield stop, Held(cols, texts=values.texts, joint=values.joint), cost - 0.05
        for said in self.ends(place, "comparator"):
            for stop, values in self.values(said.end) if said.detail in ("=", "!=") else ():
                if self._hold(cols, values.texts):
                    bound = Bound((place, stop), Op(said.detail), ())
                    yield stop, Held(cols, bound, values.texts, joint=values.joint), cost

    def _hold(self, cols: Cols, texts: tuple[Text, ...]) -> bool:
        own = {(sense.table, sense.field) for sense in cols.noun.senses}
        model = self.lattice.model
        for link in model.links:  # a column that points at rows holds what these are called
            if (link.table, link.field) in own:
                own |= {(link.to_table, field) for field in model.tables[link.to_table].label}
        return all(any((hit.table, hit.field) in own for hit in text.hits) for text in texts)
