"""Grammar, first part: noun phrases with what stands before their head."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Grain
from arch_team.grammar.dating import is_time
from arch_team.grammar.kinds_named import listed_before
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import (
    Attach,
    Comparison,
    Coordination,
    CountWord,
    GrainWord,
    Head,
    Modifier,
    Noun,
    Number,
    Phrase,
    Pronoun,
    Quantity,
    Superlative,
    Text,
    Thing,
)
from arch_team.modelling.naming import PARTIAL
from arch_team.text.tokens import TokenKind

FUNCTIONS = {"avg": Function.AVG, "sum": Function.SUM, "max": Function.MAX, "min": Function.MIN}
_FLAGS = {"distinct": "is_distinct", "each": "is_each", "how_many": "is_count", "none": "is_none", "common": "is_both"}
_MOST_PRE = 14


@dataclass(frozen=True, slots=True)
class Before:
    """What has been read before the head."""

    start: int
    owners: tuple[Noun, ...] = ()
    texts: tuple[Text, ...] = ()
    functions: tuple[Function, ...] = ()
    superlative: Superlative | None = None
    quantity: Quantity | None = None
    is_distinct: bool = False
    is_each: bool = False
    is_count: bool = False
    is_none: bool = False
    is_both: bool = False
    is_any: bool = False
    verbs: tuple[str, ...] = ()
    listed: tuple[Text, ...] = ()
    """Values of which each has one: the male and female of `male and female students`."""
    lists_kinds: bool = False
    """They are no choice."""
    of: Phrase | None = None
    """Whose it is, where a possessive said so: the Ann of `Ann's friends`."""

    def phrase(self, head: Head, end: int) -> Phrase:
        said: tuple[Modifier, ...] = ()
        if self.of is not None:
            said = (Attach(self.of.span, "of", Coordination("and", (self.of,))),)
        if self.listed:
            span = (self.listed[0].span[0], self.listed[-1].span[1])
            said = (*said, Comparison(span, None, Op.EQ, self.listed, is_any_of=True, is_each=self.lists_kinds))
        return Phrase(
            (self.start, end),
            head,
            self.owners,
            self.texts,
            self.functions,
            self.superlative,
            self.quantity,
            self.is_distinct,
            self.is_each,
            self.is_count,
            self.is_none,
            self.is_both,
            self.is_any,
            said,
            verbs=self.verbs,
        )


class Phrases:
    """Reads what a phrase begins with. The second half of the grammar adds what follows it."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice
        self._cores: dict[int, list[tuple[Phrase, int]]] = {}

    def core(self, at: int) -> list[tuple[Phrase, int]]:
        """Phrases without modifiers that begin here, the likeliest first."""
        if at not in self._cores:
            self._cores[at] = []
            found = list(dict.fromkeys(self._before(at, Before(at), 0)))
            self._cores[at] = found[:8]
        return self._cores[at]

    def skip(self, at: int, *classes: str) -> int:
        """The place after any words of these classes: `so far` before `so`."""
        while at < len(self.lattice):
            ends = [end for klass in classes if (end := self.lattice.ends(at, klass)) is not None]
            if not ends:
                break
            at = max(ends)
        return at

    def _before(self, at: int, before: Before, depth: int) -> Iterator[tuple[Phrase, int]]:
        if at >= len(self.lattice) or depth > _MOST_PRE:
            return
        longest_noun = max((noun.span[1] for noun in self.lattice.nouns[at]), default=at)
        longest_text = max((text.span[1] for text in self.lattice.texts[at]), default=at)
        longest = max(longest_noun, longest_text)
        steps = sorted(self._steps(at, before), key=lambda step: -step[0])
        for end, state in steps:
            if end > longest or (end == longest and longest_text <= longest_noun and self._is_closed(at, end)):
                yield from self._before(end, state, depth + 1)
        yield from self._heads(at, before, depth)
        for end, state in steps:
            if end <= longest and not (end == longest and longest_text <= longest_noun and self._is_closed(at, end)):
                yield from self._before(end, state, depth + 1)

    def _is_closed(self, at: int, end: int) -> bool:
        return self.lattice.ends(at, "superlative") == end or self.lattice.ends(at, "aggregate") == end

    def _steps(self, at: int, before: Before) -> Iterator[tuple[int, Before]]:
        """Each way to read something that is not the head yet."""
        lattice = self.lattice
        for klass in ("determiner", "filler", "either"):
            end = lattice.ends(at, klass)
            if end is not None:
                is_any = before.is_any or lattice.words[at] in lattice.lexicon.words("any")
                yield end, replace(before, is_any=is_any)
        for klass, flag in _FLAGS.items():
            end = lattice.ends(at, klass)
            if end is not None and not (flag == "is_each" and before.quantity is not None):  # not `40 for each town`
                yield end, replace(before, **{flag: True})
        for end, detail in lattice.details(at, "aggregate"):
            yield self._after_of(end), replace(before, functions=(*before.functions, FUNCTIONS[detail]))
        if (joint := lattice.ends(at, "and") or (at + 1 if lattice.words[at] == "," else None)) is not None:
            yield from self._more_functions(self.skip(joint, "and", "determiner"), before)
        if before.superlative is None:
            yield from self._superlatives(at, before)
        if before.quantity is None:
            yield from ((end, replace(before, quantity=quantity)) for quantity, end in self.quantities(at))
        if not before.verbs and self._is_participle(at):
            yield at + 1, replace(before, verbs=(lattice.words[at],))

    def _is_participle(self, at: int) -> bool:
        """A verb that stands before a noun of the model and describes it."""
        lattice = self.lattice
        if not lattice.relates(at) or lattice.nouns[at] or lattice.texts[at] or at + 1 >= len(lattice):
            return False
        senses = [s for noun in lattice.nouns[at + 1] for s in noun.senses]
        done = lattice.tables_of((lattice.words[at],))  # `invoiced amounts` are those of invoices
        fits = any(s.field is None or s.table in done for s in senses)
        return fits and lattice.verb(lattice.words[at]) != lattice.words[at]

    def _more_functions(self, at: int, before: Before) -> Iterator[tuple[int, Before]]:
        """`the average and maximum age`, `the highest, lowest and average price`."""
        ranking = before.superlative
        known = before.functions
        if ranking is not None and not ranking.counts and ranking.limit == 1:
            known = (*known, Function.MAX if ranking.is_max else Function.MIN)
        if not known:
            return
        plain = replace(before, superlative=None)
        for klass in ("aggregate", "superlative"):
            for end, detail in self.lattice.details(at, klass):
                is_low = detail == "max" and self._is_low_of_others(" ".join(self.lattice.words[at:end]), end)
                function = Function.MIN if is_low else FUNCTIONS[detail]
                yield self._after_of(end), replace(plain, functions=(*known, function))

    def _after_of(self, at: int) -> int:
        of = self.lattice.lexicon.of_word
        return at + 1 if at < len(self.lattice) and self.lattice.words[at] == of else at

    def _superlatives(self, at: int, before: Before) -> Iterator[tuple[int, Before]]:
        lattice = self.lattice
        limit, start = 1, at
        number = lattice.number(at)
        if number is not None and number.value == int(number.value) and not is_time(number):
            limit, at = int(number.value), number.span[1]
        counting = {end for end, _ in lattice.details(at, "superlative_count")}
        for end, detail in lattice.details(at, "superlative"):
            said = " ".join(lattice.words[at:end])
            is_top = said in lattice.lexicon.words("top")
            after = lattice.number(end)
            many, stop = limit, end
            if after is not None and number is None and is_top and after.value == int(after.value):
                many, stop = int(after.value), after.span[1]
            dimension = said if said in lattice.lexicon.dimensions else None
            is_max = detail == "max"
            if is_max and self._is_low_of_others(said, stop):
                is_max, dimension = False, None
            found = Superlative((start, stop), is_max, many, dimension, end in counting)
            if is_top:  # `top 3 most expensive`: the second says by what
                inner = self.skip(stop, "determiner")
                for second, later in self._superlatives(inner, replace(before, superlative=None)):
                    said_by = later.superlative
                    if said_by is not None and said_by.limit == 1:
                        whole = replace(said_by, limit=many, span=(start, second))
                        yield second, replace(before, superlative=whole)
            yield stop, replace(before, superlative=found)

    def _is_low_of_others(self, said: str, at: int) -> bool:
        """`die tiefsten Einnahmen` are the lowest, `der tiefste Brunnen` and `die tiefste Tiefe` are not."""
        lexicon, lattice = self.lattice.lexicon, self.lattice
        if said not in lexicon.phrases("low_of_others"):
            return False
        at = lattice.ends(at, "aggregate") or at  # `die tiefste durchschnittliche Miete`
        named = [at] if self._is_measured(at) else []
        if not named and said not in lexicon.dimensions:  # `ist die Miete am tiefsten`
            named = [place for place in range(len(lattice)) if self._is_measured(place)]
        own = {
            lattice.stem(w)
            for word in lexicon.words("low_of_others")
            for c in lexicon.dimensions.get(word, ())
            for w in c.split()
        }
        return bool(named) and own.isdisjoint(lattice.stems[place] for place in named)

    def quantities(self, at: int) -> Iterator[tuple[Quantity, int]]:
        """`more than 3`, `3 or more`, `two`: a comparison with a number."""
        lattice = self.lattice
        for end, op in lattice.details(at, "comparator"):
            number = lattice.number(self.skip(end, "determiner"))
            one = lattice.ends(end, "one_noun") if not self._names_a_dimension(at, end) else None
            if number is not None:
                yield from ((Quantity((at, stop), Op(op), number.value), stop) for stop in self._past_unit(number))
            for stop, many in lattice.details(end, "once"):
                yield Quantity((at, stop), Op(op), Decimal(many)), stop
            if number is None and one is not None and lattice.ends(at, "preposition") != end:  # not `about an event`
                yield Quantity((at, one), Op(op), Decimal(1)), one
        several = lattice.ends(at, "several")
        if several is not None:
            yield Quantity((at, several), Op.GT, Decimal(1)), several
        number = lattice.number(at)
        if number is None:
            return
        unit = len(number.unit.split())  # `1000 kg or more`
        for end, op in lattice.details(number.span[1] + unit, "trailing"):
            yield Quantity((at, end), Op(op), number.value), end
        yield from ((Quantity((at, stop), Op.EQ, number.value), stop) for stop in self._past_unit(number))

    def _past_unit(self, number: Number) -> Iterator[int]:
        """Where what is counted begins: behind the number, or behind what it is counted in, `3 percent discount`."""
        end = number.span[1] + len(number.unit.split())
        if end > number.span[1] and end < len(self.lattice) and self._is_measured(end):
            yield end
        yield number.span[1]

    def _is_measured(self, at: int) -> bool:
        """Whether a column of figures is named here."""
        senses = [sense for noun in self.lattice.nouns[at] for sense in noun.senses if sense.field is not None]
        return any(self.lattice.model.field(sense.table, sense.field or "").is_measure for sense in senses)

    def _names_a_dimension(self, at: int, end: int) -> bool:
        """`older than a teacher` compares ages, and counts no teachers."""
        return " ".join(self.lattice.words[at : end - 1]) in self.lattice.lexicon.dimensions

    def _heads(self, at: int, before: Before, depth: int) -> Iterator[tuple[Phrase, int]]:
        lattice = self.lattice
        counting = lattice.ends(at, "how_many") or at
        for noun in sorted(lattice.nouns[at], key=lambda noun: noun.senses[0].tier >= PARTIAL):
            end = noun.span[1]
            if end < counting:
                continue
            yield from self._compounds(noun, end, before, depth)
            yield before.phrase(noun, end), end
        for text in lattice.texts[at]:
            end = text.span[1]
            if lattice.words[end : end + 1] == ("'s",):
                owned = replace(before, of=Phrase(text.span, text))
                yield from self._before(end + 1, owned, depth + 1)
            if self._goes_on(end):
                yield from self._before(end, replace(before, texts=(*before.texts, text)), depth + 1)
            listed = listed_before(text, lattice) if not (before.texts or before.listed) else ()
            if listed:
                yield from self._before(
                    listed[-1].span[1], replace(before, listed=listed, lists_kinds=not lattice.says("or")), depth + 1
                )
            yield before.phrase(text, end), end
        end = lattice.ends(at, "count_noun")
        if end is not None and end >= counting and not before.functions:  # not the number of `the number of lamps`
            yield before.phrase(CountWord((at, end)), end), end
        for klass, head in (("pronoun", Pronoun), ("thing", Thing)):
            end = lattice.ends(at, klass)
            if end is not None:
                yield before.phrase(head((at, end)), end), end
        for end, grain in lattice.details(at, "grain"):
            if before.is_each or before.start == at:
                yield before.phrase(GrainWord((at, end), Grain(grain)), end), end
        end = lattice.ends(at, "person")
        if end is not None:
            yield before.phrase(Thing((at, end), is_person=True), end), end
        time = lattice.times.get(at)
        if time is not None:
            yield before.phrase(time, time.span[1]), time.span[1]
        number = lattice.number(at)
        if number is not None and lattice.tokens[at].kind is TokenKind.NUMBER:
            for end in dict.fromkeys(
                (at + 1 + len(lattice.unit(at + 1).split()), at + 1)
            ):  # `a discount of 15 percent`
                yield before.phrase(number, end), end

    def _goes_on(self, at: int) -> bool:
        """Whether a noun may follow: then a value before it describes it."""
        if at >= len(self.lattice):
            return False
        return bool(self.lattice.nouns[at] or self.lattice.texts[at] or self.lattice.ends(at, "thing") is not None)

    def done(self, at: int) -> int | None:
        """The end of a verb that is a piece of a date's name and says what was done: `merchants created after 2015`,
        `members first served in 2017`. None: there is none, or something else may be meant by it."""
        nouns = self.lattice.nouns[at] if at < len(self.lattice) else ()
        senses = [sense for noun in nouns for sense in noun.senses]
        end = max((noun.span[1] for noun in nouns), default=at)
        pieces = all(sense.tier >= PARTIAL and self.lattice.is_day(sense) for sense in senses)
        return end if nouns and pieces and self.lattice.relates(end - 1) else None

    def _names_rows(self, noun: Noun, at: int) -> int | None:
        """`staff members`, `order records`: a word for rows behind the name of a table says nothing more."""
        if not any(sense.field is None for sense in noun.senses) or self.lattice.nouns[at]:
            return None
        return self.lattice.ends(at, "thing") or self.lattice.ends(at, "member")

    def _is_named_behind(self, at: int, tables: set[str]) -> bool:
        senses = (sense for nouns in self.lattice.nouns[at:] for noun in nouns for sense in noun.senses)
        return any(sense.field is None and sense.table in tables for sense in senses)

    def _compounds(self, noun: Noun, end: int, before: Before, depth: int) -> Iterator[tuple[Phrase, int]]:
        """`student names`, `the student's name`: the first noun owns the second."""
        if end >= len(self.lattice) or len(before.owners) > 1:
            return
        if self.lattice.words[end] == "'s":
            end += 1
            owned = replace(before, owners=(*before.owners, noun))
            yield from self._before(end, owned, depth + 1)
        elif self._names_rows(noun, end) is not None:
            stop = self._names_rows(noun, end) or end
            yield before.phrase(replace(noun, span=(noun.span[0], stop)), stop), stop
        elif self.lattice.nouns[end] and self.done(end) is None:
            owned = replace(before, owners=(*before.owners, noun))
            yield from self._heads(end, owned, depth + 1)
        elif self.lattice.ends(end, "count_noun") is not None and any(s.field is None for s in noun.senses):
            tables = {sense.table for sense in noun.senses if sense.field is None}
            if self.lattice.words[end] != self.lattice.stems[end] or self._is_named_behind(end, tables):
                return  # `the invoice numbers of all invoices` are what those are known by
            yield from self._heads(end, replace(before, owners=(*before.owners, noun)), depth + 1)
