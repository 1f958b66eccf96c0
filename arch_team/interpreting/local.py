"""Finds the pieces that may begin at each place of a question."""

from collections.abc import Iterator
from functools import cached_property

from arch_team.featuredata.calls import Function
from arch_team.interpreting.order_pieces import OrderPieces
from arch_team.interpreting.phrases import Deed, Figured, How, Piece, Told, Unknown
from arch_team.interpreting.prefixes import FUNCTIONS
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.text.tokens import TokenKind

_LONGEST_NOTE = 9
_BROKEN = 0.6
"""What a word costs that stands within a value of several: what is `on hold` holds nothing."""
_CLAUSE_ENDS = frozenset({"?", ".", "!", ";", ":", "please", "bitte"})
LEFT_OUT = "left out"
"""What a clause is that says to leave out those who have none: of groups, that of no name."""
NOTES = frozenset({"filler", "ties", "once", "also", "there"})
"""What may stand anywhere."""
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


class Local(OrderPieces):
    """The pieces of one question."""

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
            yield Piece((at, end), Told(frozenset({"ties"}), LEFT_OUT), 0.0)
        if token.kind is TokenKind.WORD and not self.nouns[at]:
            wholes = [said.end for said in self.ends(at, "whole_noun")] if not self._is_asked_for(at) else []
            is_named = self.lattice.model.is_whole(token.text) and self.words.has_article(self.lattice.words, at)
            for end in {*wholes, *((at + 1,) if is_named else ())}:
                dear = 0.2 + _BROKEN * (at in self._within_values)
                yield Piece((at, end), Told(frozenset({"ties"}), "all"), dear)
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
                function = FUNCTIONS.get(said.detail, Function.AVG)
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

    @cached_property
    def _within_values(self) -> frozenset[int]:
        """Where values of several words go on."""
        several = (t.span for texts in self.lattice.texts for t in texts if t.hits)
        return frozenset(place for start, end in several for place in range(start + 1, end))

    # words that may stand alone

    def _is_kept(self, at: int, end: int) -> bool:
        """Whether amounts are kept in a unit, or none says what it is in."""
        units = self.lattice.lexicon.words("unit")
        fields = [f for table in self.lattice.model.tables.values() for f in table.stored.values() if f.is_measure]
        said = {*self.lattice.stems[at:end], *self.lattice.words[at:end]}
        known = [{*n.words} & units for f in fields for n in f.names if n.tier == EXACT]
        return any(said & each for each in known) or not any(known)

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
        led = led or (at > 0 and self._is_before_what_it_counts(at - 1))
        inside = "preposition" in klasses and not klasses & {"auxiliary", "by"}
        behind = at + 1 < self.size and bool(self.nouns[at + 1] or self.lattice.texts[at + 1])
        is_relative = at > 1 and bool(klasses & {"relative", "relative_behind"})
        return (led or inside) and not behind and not is_relative

    def _is_before_what_it_counts(self, at: int) -> bool:
        """Whether a number stands before what it counts: not the year of `wurden 2024 durchgeführt`."""
        in_time = any(at in range(*time.span) for time in self.lattice.times.values())
        small = self.lattice.lexicon.has_free_order and not self.lattice.tokens[at + 1].is_capital
        return self.lattice.number(at) is not None and not in_time and not small

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
        """The end of a clause that says to leave out those who have none."""
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

    def _is_asked_for(self, at: int) -> bool:
        """`which company`: that is no word for all there is."""
        before = self.lattice.lexicon.words("what") | self.lattice.lexicon.words("every")
        return at > 0 and (self.lattice.words[at - 1] in before or self.lattice.ends(at - 1, "what") == at)

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
