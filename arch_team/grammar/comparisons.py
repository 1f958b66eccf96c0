"""Grammar, second part: what a column or a row is held against, and the values of a question."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Literal

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Grain
from arch_team.grammar.dating import is_time
from arch_team.grammar.phrases import FUNCTIONS, Phrases
from arch_team.grammar.syntax import Comparison, Head, Match, Missing, Modifier, Noun, Number, Phrase, Span, Text, Thing
from arch_team.modelling.naming import EXACT
from arch_team.text.tokens import TokenKind

_OLDEST = 120
"""Years. Nobody is older."""


class Comparisons(Phrases):
    """Comparisons, matches and values, each with the place after it."""

    def phrase(self, at: int, depth: int = 0, *, bare: bool = False) -> list[tuple[Phrase, int]]:
        """Whole phrases that begin here. The next part of the grammar reads them."""
        raise NotImplementedError

    def _appositions(self, at: int, phrase: Phrase) -> list[tuple[Modifier, int]]:
        """`club "Tennis Club"`, `named Tennis Club`, `course QM-261`."""
        lattice = self.lattice
        found: list[tuple[Modifier, int]] = []
        start = lattice.ends(at, "named")
        adjacent = at if at == phrase.head.span[1] else None
        begins: list[int] = []
        for place in dict.fromkeys(p for p in (start, adjacent) if p is not None):
            begins.append(self.skip(place, "either"))
            if place != at:
                begins.append(self.skip(place, "determiner", "either"))
        for begin in dict.fromkeys(begins):
            for rights, end in self._value_lists(begin):
                found.append((Comparison((at, end), None, Op.EQ, rights, is_any_of=len(rights) > 1), end))
        both = lattice.ends(at, "both")
        if both is not None and adjacent is not None:
            first = self._value(both)
            joint = lattice.ends(first.span[1], "and") if first is not None else None
            second = self._value(joint) if joint is not None else None
            if first is not None and second is not None:
                end = second.span[1]
                found.append((Comparison((at, end), None, Op.EQ, (first, second), is_all=True), end))
        return found

    def _value_lists(self, at: int) -> list[tuple[tuple[Head, ...], int]]:
        """A value, and values of which one is meant, `A, B or C`; each with the place after it."""
        lattice = self.lattice
        found: list[Head] = []
        first: tuple[tuple[Head, ...], int] | None = None
        end, ends_with_or = at, False
        while at < len(lattice):
            value = self._value(at)
            if value is None:
                break
            found.append(value)
            end = self.skip_units(value.span[1]) if isinstance(value, Number) else value.span[1]
            first = first or ((value,), end)
            if ends_with_or:
                break
            at = end + 1 if lattice.words[end : end + 1] == (",",) else end
            joint = lattice.ends(at, "or")
            if joint is None and at == end:
                break
            ends_with_or = joint is not None
            at = joint or at
        lists = [(tuple(found), end)] if ends_with_or and len(found) > 1 else []
        return [*lists, first] if first is not None else []

    def _value(self, at: int) -> Head | None:
        lattice = self.lattice
        if at >= len(lattice):
            return None
        time = lattice.times.get(at)
        if time is not None:
            return time
        if lattice.texts[at]:
            return lattice.texts[at][0]
        number = lattice.number(at)
        return number if number is not None and lattice.tokens[at].kind is TokenKind.NUMBER else None

    def skip_units(self, at: int) -> int:
        """The place after a unit of measure, where one follows a number."""
        return at + len(self.lattice.unit(at).split())

    def _comparisons(self, at: int, of: Phrase | None) -> list[tuple[Modifier, int]]:
        """`above 40`, `older than the average age`, `between 3 and 5`, `before 2018`, `is not "x"`."""
        lattice = self.lattice
        found: list[tuple[Modifier, int]] = []
        begin = at
        negated = False
        for klass in ("be", "not", "be"):
            end = lattice.ends(at, klass)
            if end is not None:
                negated = negated or klass == "not"
                at = end
        at = self.skip(at, "filler")
        for ends, stop in self.stretches(at):
            return [(Comparison((begin, stop), of, Op.BETWEEN, ends, negated), stop)]
        aged = lattice.ends(at, "aged")
        if of is None and aged is not None:
            return self._aged(begin, aged, lattice.words[at])
        number = lattice.number(at)
        if number is not None and of is None:
            for stop, said in lattice.details(number.span[1], "old_unit"):
                found.append((Comparison((begin, stop), None, Op.EQ, (number,), negated, said), stop))
            behind = self.skip_units(number.span[1])
            for stop, op in lattice.details(behind, "trailing"):  # `a limit of 500 or more`, `in 2021 or later`
                dated = not lattice.lexicon.words("of_days").isdisjoint(lattice.words[behind:stop])
                bound = Comparison((begin, stop), None, Op(op), (number,), negated)
                found.append((replace(bound, is_amount=not dated, is_date=dated), stop))
        for klass in ("comparator", "date_comparator"):
            for end, op in lattice.details(at, klass):
                said = " ".join(lattice.words[at : end - 1])
                dimension = said if of is None and said in lattice.lexicon.dimensions else None
                compared = self._compared((begin, end), of, Op(op), end, negated, dimension)
                measured = said if of is not None and said in lattice.lexicon.dimensions else None
                kind = {"is_amount": klass == "comparator", "is_date": klass != "comparator", "measured_by": measured}
                held = [(replace(m, **kind) if isinstance(m, Comparison) else m, e) for m, e in compared]
                found += [*self._of_what(held, lattice.words[at:end]), *(h for h in held if not self._is_aged(h[0]))]
        between = lattice.ends(at, "between")
        if between is not None:
            low = self._value(between)
            if low is not None:
                joint = lattice.ends(low.span[1], "between_and") or self._joint_of_range(low.span[1])
                high = self._value(joint) if joint is not None else None
                if high is not None:
                    aged_at, said = next(iter(lattice.details(high.span[1], "old_unit")), (None, None))
                    end = aged_at or self.skip_units(high.span[1])
                    dimension = said if of is None else None
                    found.append((Comparison((begin, end), of, Op.BETWEEN, (low, high), negated, dimension), end))
        if at > begin or of is not None:
            found += self._equalities(begin, at, of, negated)
        if at > begin or of is not None:
            end = lattice.ends(at, "missing")
            if end is not None and not lattice.texts[at]:  # unless the column holds the word
                found.append((Missing((begin, end), of, negated), end))
        found += self._matches(begin, at, of, negated)
        return found

    def _of_what(self, held: list[tuple[Modifier, int]], said: tuple[str, ...]) -> Iterator[tuple[Modifier, int]]:
        """What a bare number is a number of: `more than 30000 in salary` says it, `people under 40` are of that age."""
        lattice = self.lattice
        for modifier, end in held:
            number = modifier.rights[0] if isinstance(modifier, Comparison) and modifier.of is None else None
            if not isinstance(number, Number) or not isinstance(modifier, Comparison) or number.unit:
                continue
            if self._is_aged(modifier):
                earlier = {Op.GT: Op.LT, Op.GE: Op.LE, Op.LT: Op.GT, Op.LE: Op.GE}[modifier.op]
                yield replace(modifier, op=earlier, dimension=None, is_amount=False, is_date=True), end
            if modifier.dimension is not None:
                continue
            inside = lattice.ends(end, "inside")
            for phrase, stop in self.core(inside) if inside is not None else ():
                if self._is_measured(phrase.head.span[0]) and not phrase.functions and not phrase.texts:
                    yield replace(modifier, of=phrase, span=(modifier.span[0], stop)), stop
            if " ".join(said) in lattice.lexicon.words("bound_of_age") and 0 < number.value <= _OLDEST:
                yield replace(modifier, dimension=self.age_word), end

    def _is_aged(self, modifier: Modifier) -> bool:
        """`ships older than 1990` were built before that."""
        said = modifier.dimension if isinstance(modifier, Comparison) else None
        columns, own = self.lattice.lexicon.dimensions, self.age_word
        if not isinstance(modifier, Comparison) or said is None or own is None or not is_time(modifier.rights[0]):
            return False
        return {column.strip("-") for column in columns[said]} == {*columns[own]}

    @cached_property
    def age_word(self) -> str | None:
        """What says by itself that an age is meant."""
        lexicon = self.lattice.lexicon
        return next((said for said in sorted(lexicon.phrases("aged")) if said in lexicon.dimensions), None)

    def stretches(self, at: int) -> Iterator[tuple[tuple[Head, Head], int]]:
        """`from 1 March to 31 May 2024`, `from 2019 to 2021`: the ends of a stretch of time that begins here."""
        lattice = self.lattice
        time = lattice.times.get(at)
        if time is not None and time.period.is_opened:
            first, last = time.period.first_and_last
            yield (replace(time, period=first), replace(time, period=last)), time.span[1]
        start = lattice.ends(at, "stretch_from")
        low = self._value(start) if start is not None else None
        joint = lattice.ends(low.span[1], "stretch_to") if low is not None else None
        high = self._value(joint) if joint is not None else None
        if low is not None and high is not None and is_time(low) and is_time(high):
            yield (low, high), high.span[1]

    def _joint_of_range(self, at: int) -> int | None:
        return self.lattice.ends(at, "and")

    def _aged(self, begin: int, at: int, dimension: str) -> list[tuple[Modifier, int]]:
        """`aged 36 or 37`, `aged 25 or younger`, `aged over 30`."""
        found: list[tuple[Modifier, int]] = []
        for quantity, end in self.quantities(at):
            if quantity.op is not Op.EQ:
                number = Number(quantity.span, quantity.value)
                found.append((Comparison((begin, end), None, quantity.op, (number,), dimension=dimension), end))
        at = self.skip(at, "either")
        for rights, end in self._value_lists(at):
            found.append((Comparison((begin, end), None, Op.EQ, rights, dimension=dimension, is_any_of=True), end))
        return found

    def _compared(
        self, span: Span, of: Phrase | None, op: Op, at: int, negated: bool, dimension: str | None
    ) -> list[tuple[Modifier, int]]:
        found: list[tuple[Modifier, int]] = []
        place = self.skip(at, "determiner")
        value = self._value(place)
        for said, grain in self.lattice.details(place, "grain"):  # `after the year 2012`
            if value is None and Grain(grain) is Grain.YEAR:
                value = self._value(said)
        if value is None:
            value = self.lattice.number(place)
        if value is not None:
            end = self.skip_units(value.span[1]) if isinstance(value, Number) else value.span[1]
            if isinstance(value, Number):
                for stop, said in self.lattice.details(value.span[1], "old_unit"):
                    dimension, end = dimension or said, stop
            found.append((Comparison((span[0], end), of, op, (value,), negated, dimension), end))
        for end, detail in self.lattice.details(place, "aggregate"):
            if end >= len(self.lattice) or not self.core(end):  # `lower than average`
                bare = Phrase((place, end), Thing((place, end)), functions=(FUNCTIONS[detail],))
                found.append((Comparison((span[0], end), of, op, (bare,), negated, dimension), end))
        for phrase, end in self.phrase(at, 5, bare=True)[:3]:
            named = isinstance(phrase.head, Text) and (phrase.is_each or phrase.is_any or phrase.quantity is not None)
            if named or not isinstance(phrase.head, Number | Text):
                found.append((Comparison((span[0], end), of, op, (phrase,), negated, dimension), end))
        return found

    def _equalities(self, begin: int, at: int, of: Phrase | None, negated: bool) -> list[tuple[Modifier, int]]:
        """`is "x"`, `is 3 or 4`, `is not Switzerland`."""
        found: list[tuple[Modifier, int]] = []
        for place in dict.fromkeys(
            (self.skip(at, "either"), self.skip(at, "either", "determiner", "equal_preposition"))
        ):
            for rights, end in self._value_lists(place):
                found.append((Comparison((begin, end), of, Op.EQ, rights, negated, is_any_of=True), end))
        for quantity, end in self.quantities(at):
            number = Number(quantity.span, quantity.value, self.lattice.unit(end))
            aged = is_time(number) and self.lattice.words[at] in self.lattice.lexicon.dimensions
            if quantity.op is not Op.EQ and not aged:  # older than 1990 is no 1991
                end = self.skip_units(end)
                found.append((Comparison((begin, end), of, quantity.op, (number,), negated), end))
        return found

    def _matches(self, begin: int, at: int, of: Phrase | None, negated: bool) -> list[tuple[Modifier, int]]:
        lattice = self.lattice
        found: list[tuple[Modifier, int]] = []
        if not any(lattice.ends(at, how) is not None for how in ("starts", "ends", "contains")):
            at = self.skip(at, "auxiliary", "relative")
        not_end = lattice.ends(at, "not")
        if not_end is not None:
            at, negated = not_end, not negated
        hows: tuple[Literal["contains", "starts", "ends"], ...] = ("starts", "ends", "contains")
        for how in hows:
            end = lattice.ends(at, how)
            if end is None:
                continue
            end = self.skip(end, "determiner", "word_value")
            if end < len(lattice):
                token = lattice.tokens[end]
                plain = token.kind is TokenKind.QUOTED or (len(token.text) == 1 and token.text.isalpha())
                is_new = of is not None and not (lattice.texts[end] or lattice.nouns[end])
                if plain or (token.is_capital and (how != "contains" or is_new)):
                    text = Text((end, end + 1), token.text, (), is_quoted=True)
                    found.append((Match((begin, end + 1), of, how, text, negated), end + 1))
        return found

    def _called_after(self, at: int) -> Iterator[tuple[Modifier, int]]:
        """`tickets (that are) assigned to Sam`, where a column is called `Assigned to`."""
        lattice = self.lattice
        start = self.skip(at, "relative", "be", "auxiliary")
        for noun in lattice.nouns[start] if start < len(lattice) else ():
            last = noun.span[1] - 1
            is_done = last > start and lattice.words[last] in lattice.lexicon.phrases("preposition")
            senses = tuple(s for s in noun.senses if s.field is not None and s.tier == EXACT) if is_done else ()
            for rights, end in self._value_lists(noun.span[1]) if senses else ():
                of = Phrase(noun.span, replace(noun, senses=senses))
                yield Comparison((at, end), of, Op.EQ, rights, is_any_of=True), end

    def _held_inside(self, begin: int, at: int, negated: bool) -> Iterator[tuple[Modifier, int]]:
        """`have the word "son" in their names`, `with an "a" in the title`."""
        lattice = self.lattice
        place = self.skip(at, "determiner", "word_value")
        if place >= len(lattice) or lattice.tokens[place].kind is not TokenKind.QUOTED:
            return
        inside = lattice.ends(place + 1, "inside")
        for column, end in self.core(inside) if inside is not None else ():
            if isinstance(column.head, Noun) and not column.texts and not column.functions:
                text = Text((place, place + 1), lattice.tokens[place].text, (), is_quoted=True)
                yield Match((begin, end), column, "contains", text, negated), end
