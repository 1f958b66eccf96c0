"""Finds the pieces that may begin at each place of a question."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Grain
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun, Number, Text
from arch_team.interpreting.phrases import (
    Amount,
    Bound,
    Cols,
    Count,
    Deed,
    Figured,
    Held,
    How,
    Mean,
    Piece,
    Right,
    Rows,
    Sorted,
    Stretch,
    Than,
    Told,
    Top,
    Unknown,
    Values,
)
from arch_team.interpreting.words import Said, Words
from arch_team.modelling.model import ModelField, NounSense
from arch_team.modelling.naming import EXACT, FRAGMENT, PARTIAL, SHORTENED
from arch_team.text.alike import alike_phrases
from arch_team.text.tokens import TokenKind

TIERS = (0.0, 0.1, 0.5, 0.8)
"""What a name costs that is not the whole one."""
_FUNCTIONS = {"avg": Function.AVG, "sum": Function.SUM, "max": Function.MAX, "min": Function.MIN}
_MOST_PREFIXES = 4
_LONGEST_NOTE, _LONGEST_NAME = 9, 4
_FAMILY = 5
"""Letters of a word that is looked for among those of one family."""
_BROKEN = 0.6
"""What a word costs that stands within a value of several: what is `on hold` holds nothing."""
_CLAUSE_ENDS = frozenset({"?", ".", "!", ";", ":", "please", "bitte"})
_DENIED_BEFORE = ("neither", "not", "no", "never", "without")
"""What is said before a `nor`."""
_BEFORE_ROWS = ("determiner", "pointing", "distinct", "which", "each", "no", "least_one", "only", "both")
NOTES = frozenset({"filler", "ties", "once", "also", "there"})
"""What may stand anywhere."""


@dataclass(frozen=True, slots=True)
class _Before:
    """What stands before a noun."""

    at: int
    top: Top | None = None
    amount: Amount | None = None
    texts: tuple[Text, ...] = ()
    deeds: tuple[str, ...] = ()
    functions: tuple[Function, ...] = ()
    said: frozenset[str] = frozenset()
    cost: float = 0.0


class Local:
    """The pieces of one question."""

    def __init__(self, lattice: Lattice, words: Words) -> None:
        self.lattice, self.words = lattice, words
        self.size = len(lattice)
        self.nouns = [tuple(map(self._of_their_own, self._nouns_at(at))) for at in range(self.size)]
        said = [self._said_at(at) for at in range(self.size)]
        compared = {
            place
            for at, each in enumerate(said)
            for one in each
            if one.klass == "comparator"
            for place in range(at + 1, one.end)
        }
        self._said: list[list[Said]] = [self._longest(at, each, compared) for at, each in enumerate(said)]

    def _nouns_at(self, at: int) -> tuple[Noun, ...]:
        """The names that begin at a place, also in other words for the same."""
        own = self.lattice.nouns[at]
        if any(noun.senses[0].tier <= SHORTENED for noun in own):
            return own
        if not own and (general := tuple(self._in_general(at))):
            return (Noun((at, at + 1), general, is_own=True),)
        found: list[Noun] = []
        for end in range(min(self.size, at + _LONGEST_NAME), at, -1):
            if end > at + 1 and any(noun.span == (at, end) for noun in own):
                continue
            mates = alike_phrases(self.words.language).get(self.lattice.stems[at:end], ())
            senses = {sense for mate in mates for sense in self._senses_of(mate)}
            if senses:
                found.append(Noun((at, end), tuple(sorted(senses, key=lambda s: (s.tier, s.table, s.field or "")))))
                break
        return (*found, *own)

    def _of_their_own(self, noun: Noun) -> Noun:
        """A professor's id is that of professors, and not of the courses that nobody speaks of and that hold it too."""
        tables, named = self.lattice.model.tables, self.lattice.tables_named
        keys = {s.table for s in noun.senses if s.field is not None and tables[s.table].fields[s.field].is_key}

        def is_anothers(sense: NounSense) -> bool:
            refers = tables[sense.table].fields[sense.field].refers_to if sense.field is not None else None
            return refers in keys and sense.table not in named

        senses = tuple(sense for sense in noun.senses if not is_anothers(sense))
        return replace(noun, senses=senses) if senses else noun

    def _in_general(self, at: int) -> Iterator[NounSense]:
        """What rows are numbered or called by, where no column has that name."""
        stem = self.lattice.stems[at]
        if self.lattice.tokens[at].kind is not TokenKind.WORD:
            return
        is_label = stem in self.lattice.lexicon.label_phrases
        for table in self.lattice.model.tables.values():
            if (
                self.lattice.words[at] in self.words.phrases("numbering")
                and ((at and self.nouns_before(at)) or not self.is_no(at))
                and len(table.key) == 1
                and not self._counts(at)
            ):
                yield NounSense(table.name, table.code or table.key[0], SHORTENED)
            elif is_label:
                yield from (NounSense(table.name, name, SHORTENED) for name in table.label[:1])

    def is_no(self, at: int) -> bool:
        """`no`, that says that there is none, or a number."""
        return any(said.klass == "no" for said in self.words.at(self.lattice.words, at))

    def nouns_before(self, at: int) -> bool:
        return any(
            noun.span[1] == at for start in range(max(0, at - _LONGEST_NAME), at) for noun in self.lattice.nouns[start]
        )

    def _counts(self, at: int) -> bool:
        """`the number of …`"""
        said = self.words.at(self.lattice.words, at)
        before = self.words.at(self.lattice.words, at - 1) if at else []
        return any(one.klass == "how_many" and one.end > at + 1 for one in (*said, *before))

    def _senses_of(self, words: tuple[str, ...]) -> Iterator[NounSense]:
        for name, senses in self.lattice.model.nouns.get(words[0], ()):
            if name == words:
                yield from (NounSense(s.table, s.field, max(s.tier, SHORTENED)) for s in senses if s.tier <= SHORTENED)

    def _said_at(self, at: int) -> list[Said]:
        token = self.lattice.tokens[at]
        if token.kind in (TokenKind.NUMBER, TokenKind.QUOTED):
            return []
        found = self.words.at(self.lattice.words, at)
        if len(token.text) > 1 and token.text.isupper() and not self._is_shouted:  # the US are not us
            found = []
        if (
            at
            and token.is_capital
            and not self._is_shouted
            and not self.lattice.lexicon.has_free_order
            and any(at in range(*t.span) for t in self.lattice.times.values())
        ):
            found = []  # in May
        if not any(
            one.klass in _DENIED_BEFORE for place in range(at) for one in self.words.at(self.lattice.words, place)
        ):
            found = [each for each in found if each.klass != "nor"]  # `noch offen`
        if at and len(token.text) == 1 and token.is_capital:  # a grade A is no article
            found = [each for each in found if each.end > at + 1 or each.klass != "determiner"]
        return found

    @cached_property
    def _is_shouted(self) -> bool:
        """Whether all of the question is in capitals."""
        return all(not t.text.islower() for t in self.lattice.tokens)

    def _longest(self, at: int, said: list[Said], compared: set[int]) -> list[Said]:
        """Without what stands inside or at the beginning of something longer: there is no least in `at least`, and no
        first in a `first name`."""
        named = max(
            (n.span[1] for n in self.nouns[at] if n.senses[0].tier <= SHORTENED and len(range(*n.span)) > 1), default=0
        )
        named_so = max((n.span[1] for n in self.nouns[at] if n.span[1] > at + 1), default=0)
        ranked = max((one.end for one in said if one.klass == "superlative_count"), default=0)
        kept = [one for one in said if one.end >= named or one.klass in ("determiner", "which")]
        if at in compared:
            kept = [one for one in kept if one.klass not in ("superlative", "superlative_count", "aggregate")]
        return [one for one in kept if one.klass != "superlative" or one.end > max(ranked, named_so)]

    @cached_property
    def asks_whether(self) -> bool:
        """Whether yes or no is asked: a sentence that begins with its verb."""
        begins = {said.klass for said in self._said[0]} if self.size else set[str]()
        return bool(begins & {"there", "be", "auxiliary", "have"}) and not begins & {"ask", "which", "who", "how_many"}

    # words of the language

    def ends(self, at: int, *klasses: str) -> list[Said]:
        return [each for each in self._said[at] if each.klass in klasses] if at < self.size else []

    def end(self, at: int, *klasses: str) -> int | None:
        """Where the longest phrase of some classes ends that begins here."""
        found = self.ends(at, *klasses)
        return max(each.end for each in found) if found else None

    def over(self, at: int, *klasses: str) -> int:
        """The place behind all phrases of some classes that follow each other here."""
        while (end := self.end(at, *klasses)) is not None:
            at = end
        return at

    def is_sign(self, at: int, *signs: str) -> bool:
        return at < self.size and self.lattice.tokens[at].kind is TokenKind.SIGN and self.lattice.words[at] in signs

    # pieces

    @cached_property
    def _within_values(self) -> frozenset[int]:
        """Where values of several words go on."""
        several = (t.span for texts in self.lattice.texts for t in texts if t.hits)
        return frozenset(place for start, end in several for place in range(start + 1, end))

    @cached_property
    def pieces(self) -> list[list[Piece]]:
        """All that may begin at each place."""
        found = [list(self._pieces(at)) for at in range(self.size)]
        return [self._cheapest(each) for each in found]

    def _cheapest(self, pieces: list[Piece]) -> list[Piece]:
        best: dict[tuple[tuple[int, int], object], Piece] = {}
        for piece in pieces:
            key = (piece.span, piece.what)
            if key not in best or best[key].cost > piece.cost:
                best[key] = piece
        return list(best.values())

    def _pieces(self, at: int) -> Iterator[Piece]:
        token = self.lattice.tokens[at]
        for end, held, cost in self.held(at):
            yield Piece((at, end), held, cost)
        for end, rows, cost in self.rows(at):
            yield Piece((at, end), rows, cost)
        for end, cols, cost in self.cols(at):
            yield Piece((at, end), cols, cost)
        for end, count, cost in self.counts(at):
            yield Piece((at, end), count, cost)
        for end, bound in self.bounds(at):
            yield Piece((at, end), bound, 0.0)
        for end, values in self.values(at):
            is_state = at > 0 and self.lattice.words[at - 1] in self.lattice.lexicon.words("be")
            verbal = any(text.is_verbal for text in values.texts)
            yield Piece((at, end), values, (0.2 if is_state else 0.6) if verbal else 0.0)
        for end, top in self.tops(at):
            yield Piece((at, end), top, 0.1)
        for end, order in self.sorts(at):
            yield Piece((at, end), order, 0.0)
        for end, stretch in self.stretches(at):
            yield Piece((at, end), stretch, 0.0 if stretch.is_each or stretch.is_asked or stretch.top else 0.3)
        for end in self._left_out(at):
            yield Piece((at, end), Told(frozenset({"ties"}), "left out"), 0.0)
        if token.kind is TokenKind.WORD and not self.nouns[at]:
            for said in self.ends(at, "whole_noun"):
                dear = 0.2 + _BROKEN * (at in self._within_values)
                yield Piece((at, said.end), Told(frozenset({"ties"}), "all"), dear)
        end = self._on_ties(at)
        if end is not None:
            yield Piece((at, end), Told(frozenset({"ties"}), "ties"), 0.0)
        if self.ends(at, "preposition"):
            for said in self.ends(at, "preposition"):
                unit = self.end(said.end, "unit")
                if (
                    unit is not None
                    and said.end == at + 1
                    and not self.ends(at, "each", "by")
                    and self._is_kept(said.end, unit)
                ):
                    yield Piece((at, unit), Told(frozenset({"ties"}), "unit"), 0.05)
        for said in self.ends(at, "only"):
            if said.end >= self.size or self.is_sign(said.end, ".", "?", "!"):
                yield Piece((at, said.end), Told(frozenset({"ties"}), "only"), 0.0)
        for said in self.ends(at, "measuring"):
            dear = 0.6 if any(n.span == (at, said.end) for n in self.nouns[at]) else 0.05
            dear += _BROKEN * (at in self._within_values)
            yield Piece((at, said.end), Told(frozenset({"measuring"}), said.detail), dear)
        for said in self.ends(at, "aggregate", "mean"):
            after = said.end
            if (
                after >= self.size
                or self.lattice.tokens[after].kind is TokenKind.SIGN
                or self.ends(after, "and", "per", "auxiliary", "ask", "sorted_word", "each")
            ):
                function = _FUNCTIONS.get(said.detail, Function.AVG)
                yield Piece((at, after), Figured(function), 0.2)
        for said in self.ends(at, "how"):
            if self.ends(at, "how_much"):
                continue
            yield Piece((at, said.end), How(said.detail), 0.0)
        told: dict[int, set[str]] = {}
        for said in self._said[at]:
            if said.klass == "ask" and said.end == at + 1 and not (self._begins(at) or self._follows_a_word(at)):
                continue
            if said.klass in _AS_TOLD:
                told.setdefault(said.end, set()).add(said.klass)
        for end, klasses in told.items():
            dear = 4.0 if end == at + 1 and self._is_rather_a_noun(at, klasses) else 0.02
            dear += _BROKEN * (at in self._within_values)
            dear += 0.3 * ("which" in klasses and end < self.size and bool(self.nouns[end]))
            dear += 0.6 * bool(end == at + 1 and klasses & {"known_word", "filler"} and self._is_held(at))
            yield Piece((at, end), Told(frozenset(klasses), " ".join(self.lattice.words[at:end])), dear)
        is_noun = self._is_said_as_a_noun(at)
        asks_on = is_noun or (
            at + 1 < self.size and bool(self.ends(at + 1, "auxiliary")) and at > 0 and bool(self.nouns[at - 1])
        )
        if token.kind is TokenKind.WORD and at + 1 not in told and self._may_be_a_deed(at) and not asks_on:
            yield Piece((at, at + 1), Deed(token.folded), 0.1 + 0.2 * self._is_held(at))
        if token.kind is TokenKind.SIGN and at not in self.lattice.in_values:
            yield Piece((at, at + 1), Told(frozenset({token.text}), token.text), 0.0)
        if (
            token.kind is TokenKind.WORD
            and at + 1 not in told
            and not asks_on
            and not self._may_be_a_deed(at)
            and self._is_made_of_a_name(at)
        ):
            yield Piece((at, at + 1), Deed(token.folded), 0.3)
        if not self._is_explained(at):
            yield Piece((at, at + 1), Unknown(token.text), 30.0)
        number = self.lattice.number(at)
        if number is not None:
            end = at + 1 + len(number.unit.split())
            yield Piece((at, end), number, 0.5)

    def _is_kept(self, at: int, end: int) -> bool:
        """Whether amounts are kept in a unit, or none says what it is in."""
        units = self.lattice.lexicon.words("unit")
        fields = [f for table in self.lattice.model.tables.values() for f in table.stored.values() if f.is_measure]
        said = {*self.lattice.stems[at:end], *self.lattice.words[at:end]}
        known = [{*n.words} & units for f in fields for n in f.names if n.tier == EXACT]
        return any(said & each for each in known) or not any(known)

    def _is_held(self, at: int) -> bool:
        """Whether a word is a value of the tables."""
        return any(text.hits for text in self.lattice.texts[at])

    def _may_be_a_deed(self, at: int) -> bool:
        """Whether a word says that something is done: also one that a column holds, and that a day is called by."""
        if self.lattice.relates(at):
            return True
        word, token = self.lattice.words[at], self.lattice.tokens[at]
        is_value = bool(self.lattice.texts[at]) and not token.is_capital
        return is_value and (
            self.lattice.lexicon.relates(word)
            or bool(self.lattice.tables_of((word,)))
            or word in self.lattice.shared.done_then
        )

    def _is_said_as_a_noun(self, at: int) -> bool:
        """Whether a word stands where a noun does: behind an article or `which`, or with a capital in a sentence."""
        if self.words.language == "de" and at and self.lattice.tokens[at].is_capital:
            return self.lattice.words[at - 1] not in _CLAUSE_ENDS
        before = [one for one in self.words.at(self.lattice.words, at - 1) if one.end == at] if at else []
        klasses = {one.klass for one in before}
        if at and self.lattice.words[at - 1] in self.words.phrases("subject_word"):
            return False
        led = bool(klasses & {"determiner", "which", "each", "pointing"}) or (
            at > 0 and self.lattice.words[at - 1] == "'s"
        )
        led = led or (at > 0 and self.lattice.number(at - 1) is not None)
        inside = "preposition" in klasses and not klasses & {"auxiliary", "by"}
        behind = at + 1 < self.size and bool(self.nouns[at + 1] or self.lattice.texts[at + 1])
        is_relative = at > 1 and bool(klasses & {"relative", "relative_behind"})
        return (led or inside) and not behind and not is_relative

    def _is_made_of_a_name(self, at: int) -> bool:
        """Whether a word is of one family with a name of the tables: `graded`, where there is a grade."""
        word = self.lattice.words[at]
        if len(word) < _FAMILY or self.nouns[at] or self.lattice.texts[at]:
            return False
        fields = (field for table in self.lattice.model.tables.values() for field in table.stored.values())
        return any(
            self.lattice.names(word, name.words[-1]) for field in fields for name in field.names if name.tier == EXACT
        )

    def _is_explained(self, at: int) -> bool:
        token = self.lattice.tokens[at]
        return token.kind is TokenKind.SIGN or self.lattice.number(at) is not None

    def _is_rather_a_noun(self, at: int, klasses: set[str]) -> bool:
        """Whether a word is likelier a name of the tables than what the language makes of it: `the name`.
        A sentence may begin with it."""
        named = any(noun.senses[0].tier < PARTIAL for noun in self.nouns[at])
        return named and not (self._begins(at) and "ask" in klasses and not self._is_listed(at + 1))

    def _is_listed(self, at: int) -> bool:
        """Whether what stands before is one of several that are named: `name and date please`."""
        return at >= self.size or self.is_sign(at, ",", "?", ".") or bool(self.ends(at, "and", "filler"))

    def _begins(self, at: int) -> bool:
        """Whether a request may begin at a place: a sentence does, or it goes on behind `and`."""
        before = self.lattice.words[at - 1] if at else "."
        goes_on = at + 1 < self.size and self.ends_plainly(at + 1)
        return before in _CLAUSE_ENDS or (goes_on and (before == "," or self.ends_before(at)))

    def _follows_a_word(self, at: int) -> bool:
        """Whether a request stands behind a word that goes on, or one that says nothing."""
        before = self.words.at(self.lattice.words, at - 1) if at else []
        return any(said.klass in ("filler", "also", "ask") and said.end == at for said in before) or (
            at > 0 and (self.lattice.words[at - 1] == "," or self.ends_before(at)) and not self.nouns[at]
        )

    def ends_plainly(self, at: int) -> bool:
        """Whether what begins here can only follow a verb: an article, a pronoun, `each`."""
        said = self.words.at(self.lattice.words, at)
        plain = {one.klass for one in said if one.klass != "each" or one.end == at + 1}
        return bool(plain & {"determiner", "pointing", "each", "which", "how_many"})

    def ends_before(self, at: int) -> bool:
        """Whether an `and` stands right before a place."""
        return any(said.klass == "and" and said.end == at for said in self.words.at(self.lattice.words, at - 1))

    def _left_out(self, at: int) -> Iterator[int]:
        """The end of a clause that says to leave out those who have none: they are not told anyway."""
        if at and self.lattice.words[at - 1] not in _CLAUSE_ENDS | {","}:
            return
        end = at
        while end < self.size and not self.is_sign(end, ",", ".", ";", "?", ":"):
            end += 1
        places = range(at, end)
        says = any(self.ends(place, "leave_out") for place in places)
        without = any(self.ends(place, "without", "no") for place in places)
        plain = not any(self.lattice.number(place) or self.lattice.texts[place] for place in places)
        if says and without and plain:
            joints = [
                place
                for place in places
                if self.ends(place, "and") and any(self.ends(p, "leave_out") for p in range(at, place))
            ]
            yield joints[0] if joints else end
        each = [place for place in places if self.ends(place, "each")]
        if self.ends(at, "counting") and each and plain:
            yield end
        only = bool(self.ends(at, "only")) and any(self.ends(place, "with", "least_one") for place in places)
        known = {n.senses[0].table for place in range(at) for n in self.nouns[place] if n.senses[0].field is None}
        named = [n for place in places for n in self.nouns[place]]
        again = bool(named) and all(n.senses[0].field is None and n.senses[0].table in known for n in named)
        if only and again and not any(self.lattice.texts[place] for place in places):
            yield end

    def _on_ties(self, at: int) -> int | None:
        """The end of a clause that says what to do where several are first: they are all shown anyway."""
        start = self.end(at, "if_word")
        if start is None:
            return None
        end = start
        while end < self.size and not self.is_sign(end, ",", ".", ";", "?", ":"):
            end += 1
        told = any(self.ends(place, "tie_word") for place in range(start, end))
        return end if told and end - at <= _LONGEST_NOTE else None

    # before a noun

    def _before(self, at: int) -> list[_Before]:
        """What may stand before a noun, and where that begins."""
        found = [_Before(at)]
        done: list[_Before] = []
        for _ in range(_MOST_PREFIXES):
            grown: list[_Before] = []
            for one in found:
                grown += self._with_more(one)
            done += found
            found = grown
            if not grown:
                break
        done += found
        return done

    def _with_more(self, one: _Before) -> Iterator[_Before]:
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
            if not one.functions or _FUNCTIONS[said.detail] not in one.functions:
                end = self.over(said.end, "of", "determiner")
                joint = self.over(end + 1 if self.is_sign(end, ",") else end, "and")
                goes_on = joint > end and self.end(self.over(joint, "determiner"), "aggregate") is not None
                end = self.over(joint, "determiner") if goes_on else end
                yield replace(one, at=end, functions=(*one.functions, _FUNCTIONS[said.detail]))
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

    def _both_ends(self, one: _Before) -> Iterator[_Before]:
        """`the highest and lowest`"""
        for first in self.ends(one.at, "superlative"):
            joint = self.over(first.end, "and", "or")
            place = self.over(joint, "determiner")
            for second in self.ends(place, "superlative") if joint > first.end else ():
                if second.detail != first.detail:
                    yield replace(one, at=second.end, functions=(_FUNCTIONS[first.detail], _FUNCTIONS[second.detail]))

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

    # nouns

    def rows(self, at: int) -> Iterator[tuple[int, Rows, float]]:
        for before in self._before(at):
            if before.functions or before.at >= self.size:
                continue
            if not before.texts:
                yield from self._kinds_of_rows(before)
            for noun, dear in self._with_owner(before.at):
                senses = tuple(
                    s
                    for s in noun.senses
                    if s.field is None
                    and (s.tier < FRAGMENT or self._is_head(noun, s))
                    and not (self._is_act(noun, s) or self._is_their_number(noun, s))
                )
                if not senses:
                    continue
                tables = {sense.table for sense in senses}
                if before.texts and not all(self._is_near(text, tables) for text in before.texts):
                    continue
                own = Noun(noun.span, senses)
                cost = before.cost + dear + TIERS[min(sense.tier for sense in senses)]
                rows = Rows(
                    own,
                    before.texts,
                    before.top,
                    before.amount,
                    before.deeds,
                    is_each="each" in before.said,
                    is_none="no" in before.said,
                    is_asked="which" in before.said,
                    is_any="least_one" in before.said,
                    is_pointing="pointing" in before.said,
                    is_distinct="distinct" in before.said,
                )
                end = self.over(noun.span[1], "member")
                yield end, rows, cost + 0.05 * (end > noun.span[1])
                yield from self._with_its_name(end, rows, cost)

    def _is_their_number(self, noun: Noun, sense: NounSense) -> bool:
        """Whether what rows are numbered by is rather called so than the rows: an order number."""
        key = self.lattice.model.tables[sense.table].key
        return any(s.table == sense.table and s.field in key and s.tier < sense.tier for s in noun.senses)

    def _is_act(self, noun: Noun, sense: NounSense) -> bool:
        """Whether what somebody does is said, and rows are called by who does it: a translation, of translators."""
        word, name = self.lattice.words[noun.span[1] - 1], sense.table.casefold()
        endings = self.words.phrases("act_ending")
        return (
            any(word.endswith(end) and end not in name for end in endings)
            and word[:_FAMILY] in name
            and word not in name
        )

    def _is_head(self, noun: Noun, sense: NounSense) -> bool:
        """Whether what is called so is what the rows are, and what follows in their name says more of it: the tests of
        `tests taken`, not the lab of a `lab test`."""
        said = tuple(self.lattice.stems[slice(*noun.span)])
        for name in self.lattice.model.tables[sense.table].names:
            ends = [at + len(said) for at in range(len(name.words)) if name.words[at : at + len(said)] == said]
            if name.tier == EXACT and ends:
                rest = name.words[ends[-1] :]
                return bool(rest) and all(self.lattice.lexicon.relates(word) for word in rest)
        return False

    def _kinds_of_rows(self, before: _Before) -> Iterator[tuple[int, Rows, float]]:
        """`dealers`, `females`: rows that are called by what a column tells of them."""
        said = before.said
        for text in self.lattice.texts[before.at]:
            kinds = self.lattice.lexicon.words("calling") | self.lattice.lexicon.words("kind_noun")
            model = self.lattice.model
            fields = {(h.table, h.field) for h in text.hits if h.field in model.tables[h.table].fields}
            told = {
                t for t, f in fields if any(n.words[-1] in kinds for n in model.field(t, f).names if n.tier == EXACT)
            }
            word = self.lattice.words[text.span[1] - 1]
            if (
                len(told) != 1
                or not text.is_lower
                or self.lattice.stems[text.span[1] - 1] == word
                or self.nouns[before.at]
            ):
                continue
            table = next(iter(told))
            hits = tuple(h for h in text.hits if h.table == table)
            noun = Noun(text.span, (NounSense(table, None, EXACT),))
            texts = (*before.texts, replace(text, hits=hits))
            rows = Rows(
                noun,
                texts,
                before.top,
                before.amount,
                is_each="each" in said,
                is_none="no" in said,
                is_asked="which" in said,
            )
            yield (
                text.span[1],
                replace(rows, is_pointing="pointing" in said, is_any="least_one" in said),
                before.cost + 0.3,
            )

    def _with_owner(self, at: int) -> Iterator[tuple[Noun, float]]:
        """The rows that begin at a place, also behind what they are of: `movie ratings`."""
        for noun in self.nouns[at]:
            yield noun, 0.0
        model = self.lattice.model
        for noun in self.nouns[at]:
            fields = [model.field(s.table, s.field) for s in noun.senses if s.field is not None and s.tier <= SHORTENED]
            roles = {field.refers_to for field in fields if field.refers_to is not None}
            own = any(sense.field is None for sense in noun.senses)
            people = all(role in model.tables and model.tables[role].is_person for role in roles)
            is_of_it = noun.span[1] < self.size and bool(self.nouns[noun.span[1]])  # the score of a boss
            if (
                len(roles) == 1
                and not own
                and people
                and not is_of_it
                and self.lattice.stems[noun.span[1] - 1] not in self.lattice.lexicon.words("code_noun")
            ):
                yield Noun(noun.span, (NounSense(str(next(iter(roles))), None, SHORTENED),)), 0.1
        for owner in self.nouns[at]:
            place = owner.span[1]
            for noun in self.nouns[place] if place < self.size else ():
                tables = {s.table for s in owner.senses if s.field is None}
                senses = tuple(
                    s
                    for s in noun.senses
                    if s.field is None
                    and any(link.to_table in tables for link in model.links_from(s.table))
                    and s.table not in tables
                )
                if senses:
                    yield Noun((at, noun.span[1]), senses), 0.15

    def _is_near(self, text: Text, tables: set[str]) -> bool:
        model = self.lattice.model
        near = {link.to_table for t in tables for link in model.links_from(t)}
        near |= {link.table for t in tables for link in model.links_to(t)}
        return any(hit.table in tables | near for hit in text.hits)

    def _with_its_name(self, end: int, rows: Rows, cost: float) -> Iterator[tuple[int, Rows, float]]:
        """`the vessel Grey Heron`, `course 101`."""
        tables = {sense.table for sense in rows.noun.senses}
        start = self.over(end, "named")
        start = start + 1 if self.is_sign(start, "(") else start
        if start >= self.size:
            return
        for text in self.lattice.texts[start]:
            own = tuple(hit for hit in text.hits if hit.table in tables)
            last = text.span[1]
            labels = self.lattice.model.tables
            is_name = not text.is_lower or text.is_quoted or any(h.field in labels[h.table].label for h in own)
            if own and is_name:
                last = last + 1 if self.is_sign(last, ")") else last
                yield last, replace(rows, texts=(*rows.texts, replace(text, hits=own))), cost - 0.05
        number = self.lattice.number(start)
        if number is not None and not number.unit and start == end and not self._may_be_a_year(number):
            yield start + 1, replace(rows, number=number), cost + 0.2

    def _may_be_a_year(self, number: Number) -> bool:
        return 1800 <= number.value <= 2200

    def cols(self, at: int) -> Iterator[tuple[int, Cols, float]]:
        for before in self._before(at):
            if before.texts or before.amount or before.at >= self.size or (before.deeds and not before.functions):
                continue
            if (
                at
                and before.at == at
                and self.ends(at, "unit")
                and any(s.end == at for s in self.words.at(self.lattice.words, at - 1) if s.klass == "preposition")
            ):
                continue  # in kilometres
            for noun in self.nouns[before.at]:
                senses = tuple(s for s in noun.senses if s.field is not None and not self._names_its_rows(noun, s))
                named = senses
                if before.functions:
                    senses += tuple(self._only_measures(noun))
                if before.top is not None and before.top.counts:
                    senses += tuple(s for s in self._stored_counts(noun) if s not in senses)
                if not senses:
                    continue
                cost = before.cost + TIERS[min(sense.tier for sense in senses)]
                found = Cols(
                    Noun(noun.span, senses, noun.is_own),
                    before.functions,
                    before.top,
                    before.amount,
                    is_distinct="distinct" in before.said,
                    is_each="each" in before.said,
                    is_none="no" in before.said,
                    is_asked="which" in before.said,
                    is_pointing="pointing" in before.said,
                )
                yield noun.span[1], found, cost
                end = self._behind(noun.span[1], named) if named else noun.span[1]
                if end > noun.span[1]:
                    yield end, found, cost + 0.05
            yield from self._by_family(before)
            if not any(n.senses[0].tier <= SHORTENED and n.span[1] > n.span[0] + 1 for n in self.nouns[before.at]):
                yield from self._owned(before)

    def _names_its_rows(self, noun: Noun, sense: NounSense) -> bool:
        """Whether a column is called as its rows are, and says who they are: `artist` of artists."""
        field = self.lattice.model.field(sense.table, sense.field or "")
        same = any(s.field is None and s.table == sense.table and s.tier <= sense.tier for s in noun.senses)
        table = self.lattice.model.tables[sense.table]
        return same and sense.field in (*table.label, *table.key) and not field.is_measure and field.refers_to is None

    def _behind(self, at: int, senses: Sequence[NounSense]) -> int:
        """The place behind a word that only says what kind of column it is: the price of a `hammer price`."""
        if at >= self.size:
            return at
        fields = [self.lattice.model.field(s.table, s.field or "") for s in senses]
        words, stem = self.lattice.lexicon.words, self.lattice.stems[at]
        is_time = all(f.is_temporal for f in fields) and stem in words("time_noun")
        is_amount = all(f.is_measure for f in fields) and stem in words("money_noun") | words("value_name") | words(
            "quantity_noun"
        )
        return at + 1 if (is_time or is_amount) and not any(n.names_a_table for n in self.nouns[at]) else at

    def _by_family(self, before: _Before) -> Iterator[tuple[int, Cols, float]]:
        """`filing date`, `year of birth`, where a column of days is called `filed`, `born`."""
        at, words, times = before.at, self.lattice.words, self.lattice.lexicon.words("time_noun")
        if at + 1 >= self.size:
            return
        if self.lattice.stems[at + 1] in times:
            word, end = words[at], at + 2
        elif self.lattice.stems[at] in times and self.ends(at + 1, "of") and at + 2 < self.size:
            word, end = words[at + 2], at + 3
        else:
            return
        fields = (f for table in self.lattice.model.tables.values() for f in table.stored.values() if f.is_temporal)
        senses = tuple(NounSense(f.table, f.name, SHORTENED) for f in fields if self._is_of_family(word, f))
        if senses and len(word) > 3:
            said = before.said
            noun = Noun((at, end), senses)
            found = Cols(
                noun,
                before.functions,
                before.top,
                is_distinct="distinct" in said,
                is_each="each" in said,
                is_none="no" in said,
            )
            yield end, replace(found, is_asked="which" in said, is_pointing="pointing" in said), before.cost + 0.1

    def _is_of_family(self, word: str, field: ModelField) -> bool:
        own = {name.words[0] for name in field.names if name.tier == EXACT}
        return any(self.lattice.names(word, each) or self.lattice.names(each, word) for each in own if len(each) > 3)

    def _stored_counts(self, noun: Noun) -> Iterator[NounSense]:
        """Columns that hold how many there are: the `number of hosts`, of the most hosts."""
        said = tuple(self.lattice.stems[slice(*noun.span)])
        counting = self.lattice.lexicon.words("quantity_noun") | self.lattice.lexicon.words("count_noun")
        for table in self.lattice.model.tables.values():
            for field in table.stored.values():
                names = [n.words for n in field.names if n.tier == EXACT and field.is_measure]
                if any(
                    (n[-len(said) :] == said and n[0] in counting) or (n[: len(said)] == said and n[-1] in counting)
                    for n in names
                ):
                    yield NounSense(field.table, field.name, SHORTENED)

    def _only_measures(self, noun: Noun) -> Iterator[NounSense]:
        """`the average rating`, where a rating is a table: the one number its rows hold."""
        for sense in noun.senses:
            if sense.field is None:
                measures = [f.name for f in self.lattice.model.tables[sense.table].stored.values() if f.is_measure]
                if len(measures) == 1:
                    yield NounSense(sense.table, measures[0], max(sense.tier, SHORTENED))

    def _owned(self, before: _Before) -> Iterator[tuple[int, Cols, float]]:
        """`order status`, `the alloy's name`: a column right behind the rows it is of."""
        for owner in self.nouns[before.at]:
            tables = tuple(sense for sense in owner.senses if sense.field is None)
            place = self.over(owner.span[1], "member")
            place = place + 1 if self.is_sign(place, "'s") else place
            for noun in self.nouns[place] if tables and place < self.size else ():
                own = {sense.table for sense in tables}
                senses = tuple(s for s in noun.senses if s.field is not None and s.table in own)
                if not senses or noun.span[1] <= place:
                    continue
                cost = before.cost + TIERS[min(s.tier for s in senses)] + TIERS[min(s.tier for s in tables)]
                whole = any(n.span == (before.at, noun.span[1]) for n in self.lattice.nouns[before.at])
                cost += 0.6 * (whole and not noun.is_own)  # a column is called so as a whole
                said = before.said
                yield (
                    noun.span[1],
                    Cols(
                        Noun(noun.span, senses, noun.is_own),
                        before.functions,
                        before.top,
                        before.amount,
                        is_distinct="distinct" in said,
                        is_each="each" in said,
                        is_none="no" in said,
                        is_asked="which" in said,
                        is_pointing="pointing" in said,
                        owner=Noun(owner.span, tables),
                    ),
                    cost,
                )

    def counts(self, at: int) -> Iterator[tuple[int, Count, float]]:
        """`how many students`, `the number of different countries`, `the order count`, `their number`."""
        start = self.over(at, "determiner", "pointing")
        functions: tuple[Function, ...] = ()
        top: Top | None = None
        for said in self.ends(start, "aggregate"):
            functions, start = (_FUNCTIONS[said.detail],), said.end
            break
        else:
            for end, found in self.tops(start, before_noun=True):
                if not found.counts and self.end(end, "how_many", "count_word") is not None:
                    top, start = found, end
                    break
        for both in self._both_ends(_Before(start)):
            for said in self.ends(both.at, "how_many"):
                yield from self._counted(said.end, (both.functions, None))
        if start < self.size and any(
            self._is_number(Cols(n)) for n in self.nouns[start] if not n.names_a_table and n.senses[0].tier == EXACT
        ):
            return  # the amount of an order
        for place in dict.fromkeys((at, start)):
            made = (functions, top) if place == start else ((), None)
            for said in self.ends(place, "how_many"):
                yield from self._counted(said.end, made)
                yield from self._counted_apart(said.end, made)
            for said in self.ends(place, "count_word"):
                if place == at and self._follows_what_it_is(place):
                    continue  # tracking numbers
                asks = any(other.klass == "how_many" and other.end == said.end for other in self._said[place])
                ends = said.end >= self.size or self.lattice.tokens[said.end].kind is TokenKind.SIGN
                if asks and not ends and not self.ends(said.end, "auxiliary", "be", "each", "and"):
                    continue
                yield said.end, Count(None, functions=made[0], top=made[1]), 0.3
        if not functions and top is None:
            for end, rows, cost in self.rows(at):
                for said in self.ends(end, "count_word"):
                    if not rows.is_asked:
                        yield said.end, Count(rows), cost + 0.1

    def _follows_what_it_is(self, at: int) -> bool:
        """Whether a word stands right behind one that says something."""
        return at > 0 and self.lattice.tokens[at - 1].kind is TokenKind.WORD and not self._said[at - 1]

    def _counted_apart(
        self, start: int, made: tuple[tuple[Function, ...], Top | None]
    ) -> Iterator[tuple[int, Count, float]]:
        """`how many trips were cancelled`, where a column of numbers is called `trips cancelled`."""
        behind = self.over(start + 1, "be", "auxiliary") if start + 1 < self.size else self.size
        if behind == start + 1 or behind >= self.size:
            return
        name = (self.lattice.stems[start], self.lattice.stems[behind])
        senses = [
            s
            for words, found in self.lattice.model.nouns.get(name[0], ())
            if words == name
            for s in found
            if s.field is not None
        ]
        cols = Cols(Noun((start, behind + 1), tuple(senses)))
        if senses and self._is_number(cols):
            yield behind + 1, Count(cols, functions=made[0], top=made[1]), 0.05

    def _counted(self, start: int, made: tuple[tuple[Function, ...], Top | None]) -> Iterator[tuple[int, Count, float]]:
        functions, top = made
        for end, rows, cost in self.rows(start):
            if not rows.is_asked:
                yield end, Count(rows, rows.is_distinct, functions, top), cost
        for end, cols, cost in self.cols(start):
            if not cols.functions and not cols.is_asked:
                both = any(s.field is None for s in self.nouns[cols.noun.span[0]][0].senses) and self._is_number(cols)
                yield end, Count(cols, cols.is_distinct, functions, top), cost + (0.0 if both else 0.5)

    # what things are held against

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
                yield from self._mean(said.end, _FUNCTIONS[said.detail])
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

    def _is_number(self, cols: Cols) -> bool:
        fields = [self.lattice.model.field(s.table, s.field) for s in cols.noun.senses if s.field is not None]
        return any(field.type.is_number and not field.is_key and field.refers_to is None for field in fields)

    # order and stretches

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
                late = self._direction(comma)
                if late is not None:
                    last = late[0] + 1 if self.is_sign(late[0], ")") else late[0]
                    yield last, Sorted(by, late[1], True)
        for said in self.ends(start, "order_from"):
            for middle, top in self.tops(said.end):
                for joint in self.ends(middle, "order_to"):
                    for end, other in self.tops(joint.end):
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


_BARE = frozenset({"in", "ordered", "order", "sort", "sorted", "ranked", "arranged"})
_AS_TOLD = frozenset(
    {
        *("ask", "which", "who", "whose", "where", "when", "what_year", "how_often", "how_much", "each", "by"),
        *(
            "distinct",
            "once",
            "no",
            "not",
            "never",
            "without",
            "except",
            "relative",
            "relative_behind",
            "and",
            "or",
            "but",
        ),
        *("as_well_as", "both", "either", "neither", "nor", "of", "preposition", "determiner", "pointing"),
        *("have", "with", "be", "auxiliary", "there", "known_word", "ties", "also", "filler"),
        *("called", "sorted_word", "altogether", "everything", "how_so", "spreading", "on_average"),
    }
)
"""What may stand by itself. Everything else is part of a longer piece."""
