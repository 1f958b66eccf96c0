"""What stands before a noun: ranks, amounts, texts, verbs, and what is worked out of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from arch_team.featuredata.calls import Function, Op
from arch_team.grammar.syntax import Text
from arch_team.interpreting.found_once import found_once
from arch_team.interpreting.hearing import Hearing
from arch_team.interpreting.phrases import Amount, Top
from arch_team.text.tokens import TokenKind

FUNCTIONS = {"avg": Function.AVG, "sum": Function.SUM, "max": Function.MAX, "min": Function.MIN}
_MOST_PREFIXES = 4
_BEFORE_ROWS = ("determiner", "pointing", "distinct", "which", "each", "no", "least_one", "only", "both")


@dataclass(frozen=True, slots=True)
class Before:
    """What stands before a noun."""

    at: int
    top: Top | None = None
    amount: Amount | None = None
    texts: tuple[Text, ...] = ()
    deeds: tuple[str, ...] = ()
    functions: tuple[Function, ...] = ()
    said: frozenset[str] = frozenset()
    cost: float = 0.0


class Prefixes(Hearing):
    """What may stand before the nouns of one question."""

    @found_once
    def _before(self, at: int) -> list[Before]:
        """What may stand before a noun, and where that begins."""
        found = [Before(at)]
        done: list[Before] = []
        for _ in range(_MOST_PREFIXES):
            grown: list[Before] = []
            for one in found:
                grown += self._with_more(one)
            done += found
            found = grown
            if not grown:
                break
        done += found
        return done

    def _with_more(self, one: Before) -> Iterator[Before]:
        at = one.at
        if at >= self.size:
            return
        for said in self.ends(at, *_BEFORE_ROWS):
            if said.klass in one.said and said.klass not in ("determiner",):
                continue
            if said.klass == "each" and (one.amount is not None or one.texts or one.top is not None):
                continue
            yield replace(one, at=said.end, said=one.said | {said.klass})
        if one.amount is None and "each" not in one.said:
            for end, amount in self.amounts(at):
                yield replace(one, at=self.over(end, "of", "determiner"), amount=amount)
        for said in (
            self.ends(at, "known_word", "filler") if not (self._is_held(at) or self.ends(at, "each")) else ()
        ):  # `the greatest recorded depth`, `available courses`
            if said.klass == "known_word" or said.end == at + 1:
                yield replace(one, at=said.end, cost=one.cost + 0.05)
        if one.top is None:
            for end, top in self.tops(at, before_noun=True):
                top = (
                    replace(top, limit=int(one.amount.value))
                    if one.amount is not None and one.amount.op is Op.EQ
                    else top
                )
                yield replace(one, at=end, top=top, amount=None if top.limit > 1 or one.amount is None else one.amount)
        for said in self.ends(at, "aggregate"):
            if not one.functions or FUNCTIONS[said.detail] not in one.functions:
                end = self.over(said.end, "of", "determiner")
                joint = self.over(end + 1 if self.is_sign(end, ",") else end, "and")
                goes_on = joint > end and self.end(self.over(joint, "determiner"), "aggregate") is not None
                end = self.over(joint, "determiner") if goes_on else end
                yield replace(one, at=end, functions=(*one.functions, FUNCTIONS[said.detail]))
        if not one.functions and one.top is None:
            yield from self._both_ends(one)
        if len(one.texts) < 2:
            for text in self.lattice.texts[at]:
                if text.hits and not text.is_quoted:
                    yield replace(one, at=text.span[1], texts=(*one.texts, text))
        ends = self.words.gerund_endings
        begins = not (one.said or one.amount or one.top or one.texts) and not (
            ends and self.lattice.words[at].endswith(ends)
        )
        if not one.deeds and not begins and self.lattice.tokens[at].kind is TokenKind.WORD and self.lattice.relates(at):
            yield replace(one, at=at + 1, deeds=(self.lattice.words[at],), cost=one.cost + 0.1)

    def _both_ends(self, one: Before) -> Iterator[Before]:
        """`the highest and lowest`"""
        for first in self.ends(one.at, "superlative"):
            joint = self.over(first.end, "and", "or")
            place = self.over(joint, "determiner")
            for second in self.ends(place, "superlative") if joint > first.end else ():
                if second.detail != first.detail:
                    yield replace(one, at=second.end, functions=(FUNCTIONS[first.detail], FUNCTIONS[second.detail]))

    @found_once
    def amounts(self, at: int) -> Iterator[tuple[int, Amount]]:
        """`at least three`, `10 or more`, `more than 5`, `two`."""
        for said in self.ends(at, "comparator"):
            end = self.over(said.end, "determiner") if self.lattice.number(said.end) is None else said.end
            number = self.lattice.number(end)
            if number is not None and not number.unit:
                yield end + 1, Amount((at, end + 1), Op(said.detail), number.value)
            one = self.end(said.end, "one_word") if self.lattice.number(said.end) is None else None
            if one is not None:
                yield one, Amount((at, one), Op(said.detail), Decimal(1))
        number = self.lattice.number(at)
        if number is not None and not number.unit:
            for said in self.ends(at + 1, "trailing"):
                yield said.end, Amount((at, said.end), Op(said.detail), number.value)
            yield at + 1, Amount((at, at + 1), Op.EQ, number.value)
        only = self.end(at, "only")
        number = self.lattice.number(only) if only is not None else None
        if only is not None and number is not None and not number.unit:
            yield only + 1, Amount((at, only + 1), Op.EQ, number.value)
        for said in self.ends(at, "several"):
            yield said.end, Amount((at, said.end), Op.GT, Decimal(1))

    @found_once
    def tops(self, at: int, *, before_noun: bool = False) -> Iterator[tuple[int, Top]]:
        """`the oldest`, `the 3 heaviest`, `top 5`, `most`."""
        start = self.over(at, "determiner", "pointing") if not before_noun else at
        limit, place = 1, start
        number = self.lattice.number(start)
        if number is not None and not before_noun and not number.unit:
            limit, place = int(number.value), start + 1
        two = self.end(start, "both")
        if two is not None and self.end(two, "superlative") is not None:
            limit, place = 2, two
        for said in self.ends(place, "top"):
            counted = self.lattice.number(said.end)
            if counted is not None and not counted.unit and counted.value == int(counted.value):
                yield said.end + 1, Top((at, said.end + 1), True, limit=int(counted.value))
                for end, more in self.tops(said.end + 1, before_noun=True):
                    if more.limit == 1:
                        yield end, replace(more, span=(at, end), limit=int(counted.value))
        for said in self.ends(place, "superlative_count"):
            yield said.end, Top((at, said.end), said.detail == "max", None, True, limit)
        for said in self.ends(place, "superlative"):
            word = " ".join(self.lattice.words[place : said.end])
            dimension = word if word in self.words.dimensions else None
            yield said.end, Top((at, said.end), said.detail == "max", dimension, False, limit)
