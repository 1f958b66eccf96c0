"""Grammar, third part: what follows a phrase, and how phrases are tied together."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Literal, TypeVar

from arch_team.featuredata.calls import Op
from arch_team.grammar.comparisons import Comparisons
from arch_team.grammar.dating import is_time
from arch_team.grammar.phrases import Before
from arch_team.grammar.rewriting import counted, is_parallel, of_the_same, said_of, with_other_value
from arch_team.grammar.syntax import (
    Attach,
    Choice,
    Comparison,
    Coordination,
    GrainWord,
    Match,
    Missing,
    Modifier,
    Noun,
    Number,
    Phrase,
    Relation,
    Thing,
    Time,
)
from arch_team.text.scales import kind_of
from arch_team.text.tokens import TokenKind

_Found = TypeVar("_Found")
_MOST_PHRASES = 18
_OF_EACH_END = 4
_MOST_MODIFIERS = 7
_DEPTH = 99
_PASSED_OVER = ("filler",)


class Clauses(Comparisons):
    """Phrases with all their modifiers. A modifier goes to the nearest phrase; where it fits only further out is told
    when the senses are known."""

    _phrases: dict[tuple[int, bool], list[tuple[Phrase, int]]]

    def phrase(self, at: int, depth: int = 0, *, bare: bool = False) -> list[tuple[Phrase, int]]:
        """Whole phrases that begin here, the longest first. `bare`: without clauses that have a verb."""
        known = self.__dict__.setdefault("_phrases", {})
        if (at, bare) not in known:
            known[at, bare] = []
            known[at, bare] = self._grown(self.core(at), depth, bare=bare)
        return known[at, bare]

    def _grown(self, cores: list[tuple[Phrase, int]], depth: int, *, bare: bool) -> list[tuple[Phrase, int]]:
        """Phrases with one modifier after the other, a few of each length, the longest first."""
        by_end: dict[int, list[tuple[Phrase, int]]] = {}
        growing = list(cores)
        for many in range(_MOST_MODIFIERS + 1):
            following: list[tuple[Phrase, int]] = []
            for phrase, at in growing:
                kept = by_end.setdefault(at, [])
                if len(kept) >= _OF_EACH_END or (phrase, at) in kept:
                    continue
                kept.append((phrase, at))
                if many == _MOST_MODIFIERS:
                    continue
                for modifier, end in self.modifiers(at, phrase, depth + 1, bare=bare):
                    following.append((replace(phrase.with_modifiers(modifier), span=(phrase.span[0], end)), end))
            growing = following
        return [item for end in sorted(by_end, reverse=True) for item in by_end[end]][:_MOST_PHRASES]

    def modifiers(self, at: int, phrase: Phrase, depth: int, *, bare: bool = False) -> list[tuple[Modifier, int]]:
        """Every modifier that may follow a phrase here, the likeliest first."""
        lattice = self.lattice
        begin, at = at, self.skip(at, *_PASSED_OVER)
        if at >= len(lattice) or isinstance(phrase.head, Number | Time):
            return []  # of a year nothing is said
        for _ in self.stretches(at):
            return self._comparisons(at, None)
        found: list[tuple[Modifier, int]] = []
        if begin < at and not bare and lattice.ends(begin, "have") is not None:
            found += self._verbal(begin, begin, depth)  # `of which we have none`
        if lattice.lexicon.has_free_order and (begin < at or _is_per(phrase)):
            found += self._bare_time(at)
        if lattice.words[at] == "(":
            inside = self._conditions(at, self.skip(at + 1, "pronoun", "determiner"), depth, False)
            found += [(m, e + 1) for m, e in inside if lattice.words[e : e + 1] == (")",)]
        found += self._appositions(at, phrase)
        found += self._comparisons(at, None) if not self._is_from_a_year(at) else ()
        found += self._called_after(at)
        attached = self._attached(at, depth)
        found += [a for a in attached if not (phrase.is_each and self._says_when(a[0]))]
        if not bare:
            found += self._clauses(at, depth)
        found += self._but_not(at, phrase)
        joint = self._joint(at)
        if joint is not None and phrase.modifiers and not bare:
            kind, start = joint
            joined = [*self._comparisons(start, None), *self._clauses(start, depth), *self._withs(start, depth)]
            for modifier, end in joined:
                shared = of_the_same(phrase.modifiers[-1], modifier)
                for option in (modifier,) if shared is None else (shared, modifier):
                    if not self._begins_anew(option) and is_parallel(phrase.modifiers[-1], option):
                        found.append((Choice((at, end), kind, (option,)), end))
        return self._of_people(phrase, found)[:10]

    def _of_people(self, phrase: Phrase, found: list[tuple[Modifier, int]]) -> list[tuple[Modifier, int]]:
        """Without ages of what is nobody: of a game that is under 30, that may be its price."""
        head, tables = phrase.head, self.lattice.model.tables
        named = [tables[s.table] for s in head.senses if s.field is None] if isinstance(head, Noun) else []
        last = phrase.modifiers[-1] if phrase.modifiers else None
        is_done = isinstance(last, Relation) and last.phrases is None  # who got over 50
        if not is_done and (any(table.is_person for table in named) or (isinstance(head, Thing) and head.is_person)):
            return found

        def is_aged(modifier: Modifier) -> bool:
            inner = modifier.of if isinstance(modifier, Choice) else (modifier,)
            return any(isinstance(m, Comparison) and m.dimension == self.age_word for m in inner)

        return [(m, e) for m, e in found if not is_aged(m)]

    def _bare_time(self, at: int) -> Iterator[tuple[Modifier, int]]:
        """A year that no preposition brings, where the language has it so: `Wie viele gab es 2024?`."""
        when = self.lattice.times.get(at) or self.lattice.number(at)
        if isinstance(when, Time) or (when is not None and not when.unit and 1800 <= when.value <= 2200):
            said = Coordination("and", (Phrase(when.span, when),))
            yield Attach(when.span, self.lattice.lexicon.of_word, said), when.span[1]

    def _is_from_a_year(self, at: int) -> bool:
        """Orders `from 2024` are of that year; what was done from then on has a verb, or says so."""
        ends = set(self.lattice.all_ends(at, "stretch_from")) & set(self.lattice.all_ends(at, "preposition"))
        number = self.lattice.number(max(ends)) if ends else None
        return number is not None and is_time(number)

    def _says_when(self, modifier: Modifier) -> bool:
        """`per campus in 2003`: the year is not the campus's."""
        head = modifier.phrases.items[0].head if isinstance(modifier, Attach) else None
        if isinstance(head, Noun | GrainWord):
            return self.lattice.ends(head.span[0], "grain") == head.span[1]
        return isinstance(head, Number | Time)

    def _but_not(self, at: int, phrase: Phrase) -> Iterator[tuple[Modifier, int]]:
        """`who bought a lamp from "A" but not "B"`: the same with the other value, and not so."""
        lattice = self.lattice
        start = at + 1 if lattice.words[at] == "," else at
        joint = lattice.ends(start, "but") or lattice.ends(start, "and")
        if joint is None or not phrase.modifiers:
            return
        yield from self._but_none(at, joint, phrase)
        no = lattice.ends(joint, "not")
        if no is None:
            return
        place = self.skip(no, "determiner", "preposition")
        for text in lattice.texts[place] if place < len(lattice) else ():
            other = with_other_value(phrase.modifiers[-1], text)
            if isinstance(other, Attach | Relation) and not other.is_negated:
                yield Choice((at, text.span[1]), "and", (replace(other, is_negated=True),)), text.span[1]

    def _but_none(self, at: int, joint: int, phrase: Phrase) -> Iterator[tuple[Modifier, int]]:
        """`that have oak barrels but no steel ones`: tied in the same way, and to none of those."""
        before = phrase.modifiers[-1]
        if self.lattice.ends(joint, "none") is None or not isinstance(before, Relation) or before.is_negated:
            return
        for others, end in self.coordination(joint, 1):
            if len(others.items) == 1 and others.items[0].is_none:
                yield Choice((at, end), "and", (Relation((at, end), before.verbs, others),)), end

    def _begins_anew(self, modifier: Modifier) -> bool:
        """`… and of employees` asks for more; `… but not cats` speaks of the whole, not of the last word."""
        if isinstance(modifier, Attach):
            return modifier.preposition == self.lattice.lexicon.of_word or modifier.is_negated
        return isinstance(modifier, Comparison) and modifier.of is None and modifier.is_negated and not modifier.verbs

    def _joint(self, at: int) -> tuple[Literal["and", "or"], int] | None:
        lattice = self.lattice
        start = at + 1 if lattice.words[at] == "," else at
        if start >= len(lattice):
            return None
        for kind in ("or", "and", "but"):
            end = lattice.ends(start, kind)
            if end is not None:
                return ("or" if kind == "or" else "and"), end
        return ("and", start) if start > at else None

    def _attached(self, at: int, depth: int) -> list[tuple[Modifier, int]]:
        """`of the students`, `in France`, `for each club`, `without orders`, `by Ann`."""
        lattice = self.lattice
        found: list[tuple[Modifier, int]] = []
        start, negated = at, False
        no = lattice.ends(at, "not")
        if no is not None:
            start, negated = no, True
        without = lattice.ends(at, "without")
        if without is not None:
            for phrases, end in self.coordination(without, depth):
                found.append((Relation((at, end), (), phrases, True), end))
        each = lattice.ends(start, "each")
        for end_word in lattice.all_ends(start, "preposition"):
            if each is not None and each > end_word:
                continue
            if lattice.details(start, "comparator") and lattice.number(end_word) is not None:
                continue  # `over 18` compares
            word = " ".join(lattice.words[start:end_word])
            is_with = word in lattice.lexicon.words("with")
            if word == lattice.lexicon.of_word:  # `a height of over 5000`
                found += [(m, e) for m, e in self._comparisons(end_word, None) if isinstance(m, Comparison)]
            for phrases, end in self.coordination(end_word, depth):
                if is_with:
                    found.append((Relation((at, end), (), phrases, negated), end))
                else:
                    found.append((Attach((at, end), word, phrases, negated), end))
            if is_with:
                found += self._conditions(at, self.skip(end_word, "determiner"), depth, negated)
                found = [*self._held_inside(at, end_word, negated), *found]
        return found

    def _withs(self, at: int, depth: int) -> list[tuple[Modifier, int]]:
        return self._attached(at, depth)

    def coordination(self, at: int, depth: int) -> list[tuple[Coordination, int]]:
        """Phrases one after the other: `A`, `A and B`, `both A and B`, `A, B or C`."""
        both = self.lattice.ends(at, "both")
        start = self.skip(at, "either") if both is None else both
        found: list[tuple[Coordination, int]] = []
        for phrase, end in few(self.phrase(start, depth)):
            for rest, kind, stop in self._rest(end, depth, 0):
                if both is not None and not rest:
                    continue  # both of what?
                found.append((Coordination(kind, (phrase, *rest), both is not None), stop))
        found.sort(key=lambda item: -item[1])
        return few(found, 8)

    def _rest(self, at: int, depth: int, many: int) -> Iterator[tuple[tuple[Phrase, ...], Literal["and", "or"], int]]:
        lattice = self.lattice
        if at < len(lattice) and many < 5 and depth < _DEPTH:
            start, seen = at, False
            if lattice.words[start] == ",":
                start, seen = start + 1, True
            kind: Literal["and", "or"] = "and"
            for klass in ("or", "and"):
                end = lattice.ends(start, klass) if start < len(lattice) else None
                if end is not None:
                    kind = "or" if klass == "or" else "and"
                    start, seen = end, True
                    break
            if seen and start < len(lattice):
                only_comma = lattice.words[start - 1] == ","
                for phrase, end in few(self.phrase(self.skip(start, "both", "either"), depth + 1), 5):
                    for rest, later, stop in self._rest(end, depth, many + 1):
                        if only_comma and not rest:
                            continue  # `A, B` is no list
                        yield (phrase, *rest), ("or" if "or" in (kind, later) else "and"), stop
        yield (), "and", at

    def _clauses(self, at: int, depth: int) -> list[tuple[Modifier, int]]:
        """`who take courses`, `whose age is above 40`, `enrolled in a course`, `does Ann own`."""
        lattice = self.lattice
        start = at + 1 if lattice.words[at : at + 1] == (",",) else at
        if start >= len(lattice) or (lattice.nouns[at] and at in self._ends_of_values):
            return []  # in `VIP tickets` nobody tickets
        found: list[tuple[Modifier, int]] = []
        there = lattice.ends(start, "there_is")
        if there is not None and lattice.ends(there, "relative") is not None:  # `how many are there that have two`
            start = there
        whose = lattice.ends(start, "whose")
        if whose is not None:
            found += self._conditions(at, whose, depth, False)
        for begin in dict.fromkeys((lattice.ends(start, "relative") or start, start)):
            found += self._measured(at, begin)
            found += self._verbal(at, begin, depth)
        return found

    @cached_property
    def _ends_of_values(self) -> frozenset[int]:
        return frozenset(text.span[1] for texts in self.lattice.texts for text in texts if not text.is_lower)

    def _measured(self, begin: int, at: int) -> Iterator[tuple[Modifier, int]]:
        """`cost more than 100 a day`, `weigh less than 5 kg`: a verb that says which column is compared."""
        lattice = self.lattice
        at = self.skip(at, "auxiliary", "not")
        for end, said in lattice.details(at, "measuring"):
            called = lattice.model.columns_called(lattice.lexicon.measuring[said])
            phrase = Phrase((at, end), Noun((at, end), called, is_own=True))
            for modifier, stop in self._comparisons(end, phrase):
                if isinstance(modifier, Comparison):
                    units = [right.unit for right in modifier.rights if isinstance(right, Number)]
                    fits = [unit for unit in units if kind_of(unit) == lattice.lexicon.measured_in.get(said, unit)]
                    senses = called or lattice.model.columns_called([lattice.stem(unit) for unit in fits])
                    if not senses:
                        continue
                    modifier = replace(modifier, of=replace(phrase, head=Noun((at, end), senses, is_own=True)))
                    stop = self.skip(self.skip(stop, "unit"), "unit_tail")
                    yield replace(modifier, span=(begin, stop)), stop

    def _conditions(self, begin: int, at: int, depth: int, negated: bool) -> list[tuple[Modifier, int]]:
        """`age is above 40`, `name contains "x"`: a column phrase and what is said of it."""
        found: list[tuple[Modifier, int]] = []
        for phrase, end in self.phrase(at, depth + 1, bare=True)[:4]:
            for modifier, stop in self._comparisons(self._past_of(end) if phrase.functions else end, phrase):
                if isinstance(modifier, Comparison | Match | Missing):
                    changed = replace(modifier, span=(begin, stop), is_negated=modifier.is_negated ^ negated)
                    found.append((changed, stop))
        for phrase, end in self.phrase(at, depth + 1)[:3]:
            for modifier, stop in self._verbal(end, end, depth):
                inner = phrase.with_modifiers(modifier)
                found.append((Relation((begin, stop), (), Coordination("and", (inner,)), negated), stop))
        return found

    def _past_of(self, at: int) -> int:
        """An average score `of` more than 8."""
        is_of = at + 1 < len(self.lattice) and self.lattice.words[at] == self.lattice.lexicon.of_word
        return at + 1 if is_of and self.lattice.details(at + 1, "comparator") else at

    def _verbal(self, begin: int, at: int, depth: int) -> list[tuple[Modifier, int]]:
        """Verbs with what they tie the phrase to; negation anywhere among them turns the clause round."""
        lattice = self.lattice
        found: list[tuple[Modifier, int]] = []
        owning = lattice.ends(at, "have")
        if owning is not None:
            owned = self._objects(begin, owning, (lattice.words[at],), False, depth)
            if lattice.ends(owning, "none") is None:  # `have names that contain "son"`
                held = self._conditions(begin, self.skip(owning, "determiner"), depth, False)
                owned += [(m, e) for m, e in held if isinstance(m, Match) or _holds_a_figure(m)]
            found += [(m, e) for m, e in owned if not isinstance(m, Relation) or m.phrases is not None]
        negated, at, verbs = self._helpers(at)
        if at >= len(lattice):
            return found
        moved = at
        have = lattice.ends(at, "have")
        if have is not None:
            verbs, moved = (*verbs, lattice.words[at]), have
        elif (done := self.done(at)) is not None and done > at + 1:
            verbs, moved = (*verbs, *lattice.words[at:done]), done
        elif lattice.relates(at):
            verbs, moved = (*verbs, lattice.words[at]), at + 1
            moved = self.skip(moved, "filler")
            to = lattice.ends(moved, "infinitive")
            if to is not None and lattice.relates(to):
                verbs, moved = (*verbs, lattice.words[to]), to + 1
            while lattice.relates(moved) and not lattice.nouns[moved] and moved not in lattice.in_values:
                verbs, moved = (*verbs, lattice.words[moved]), moved + 1
        helped = bool(verbs) and moved == at
        if verbs and lattice.relates(at) and any(self._ends_a_clause(text.span[1]) for text in lattice.texts[at]):
            found += self._objects(begin, at, verbs[:-1], negated, depth)  # `that are shipped`: a verb, or a value
        if moved > at or verbs:
            found += self._objects(begin, moved, verbs, negated, depth)
        # the subject first: `that Ann owns`, `does the student take`
        subjects = [*self.phrase(at, depth + 1, bare=True)[:4], *self._with_whose(at, depth)]
        for phrase, end in dict.fromkeys(subjects):
            no, place, more = self._helpers(end)
            tail = place
            while lattice.relates(tail):
                more, tail = (*more, lattice.words[tail]), tail + 1
            have = lattice.ends(place, "have")
            if tail == place and have is not None:
                more, tail = (*more, lattice.words[place]), have
            if tail == place and (verbs or more) and self._dangling(tail) > tail:  # `the musicals they are in`
                more, tail = (*more, lattice.words[tail]), self._dangling(tail)
            if tail > place:
                tail = self._dangling(tail)
                phrases = Coordination("and", (phrase,))
                told = (Relation((begin, tail), (*verbs, *more), phrases, negated ^ no), tail)
                if helped:
                    found.insert(0, told)
                else:
                    found.append(told)
        return found

    def _ends_a_clause(self, at: int) -> bool:
        """Whether nothing goes on with a verb here: `shipped after May` says when."""
        lattice = self.lattice
        if at >= len(lattice) or lattice.tokens[at].kind is TokenKind.SIGN:
            return True
        return any(lattice.ends(at, klass) is not None for klass in ("and", "or", "but", "relative"))

    def _with_whose(self, at: int, depth: int) -> list[tuple[Phrase, int]]:
        """`the student whose name is Ann`, as the subject of a clause."""
        found: list[tuple[Phrase, int]] = []
        for core, end in self.core(at)[:2]:
            start = self.skip(end, "relative") if self.lattice.ends(end, "whose") is None else end
            whose = self.lattice.ends(start, "whose")
            if whose is not None:
                conditions = self._conditions(start, whose, depth + 1, False)
                found += [(core.with_modifiers(m), e) for m, e in conditions[:3]]
        return found

    def _dangling(self, at: int) -> int:
        """`belong to`: a preposition that ends the clause."""
        end = self.lattice.ends(at, "preposition")
        if end is not None and (end >= len(self.lattice) or self.lattice.tokens[end].kind is TokenKind.SIGN):
            return end
        return at

    def _helpers(self, at: int) -> tuple[bool, int, tuple[str, ...]]:
        """Auxiliaries, forms of to be, adverbs and negations; whether they negate, and the place after them."""
        lattice = self.lattice
        negated = False
        verbs: list[str] = []
        moved = True
        while moved and at < len(lattice):
            moved = False
            for klass in ("not", "be", "auxiliary", "filler", "either"):
                end = lattice.ends(at, klass)
                if end is None:
                    continue
                if klass == "not":
                    negated = not negated
                if klass in ("be", "auxiliary"):
                    verbs.append(lattice.words[at])
                at, moved = end, True
                break
        return negated, at, tuple(verbs)

    def _objects(
        self, begin: int, at: int, verbs: tuple[str, ...], negated: bool, depth: int
    ) -> list[tuple[Modifier, int]]:
        lattice = self.lattice
        found: list[tuple[Modifier, int]] = []
        no = lattice.ends(at, "not")
        if no is not None:
            negated, at = not negated, no
        starts = list(dict.fromkeys((self.skip(at, "we"), at)))  # `from which we buy nothing`
        preposition = lattice.ends(at, "preposition")
        if preposition is not None:
            starts.insert(0, preposition)
            further = lattice.ends(preposition, "preposition")
            if further is not None:
                starts.insert(0, further)
        for start in starts:
            for phrases, end in self.coordination(start, depth):
                if not any(map(_lists_kinds, phrases.items)):  # who has red and white wines has both
                    found.append((Relation((begin, end), verbs, phrases, negated), end))
        found = [*self._held_inside(begin, at, negated), *found]
        both = lattice.ends(at, "both")
        behind = lattice.ends(both, "preposition") if both is not None else None
        for phrases, end in self.coordination(behind, depth) if behind is not None else ():  # `used both by A and B`
            if len(phrases.items) > 1:
                found.append((Relation((begin, end), verbs, replace(phrases, is_both=True), negated), end))
        for start in starts:
            found += [
                (said_of(m, verbs, negated, (begin, e)), e)
                for m, e in self._comparisons(start, None)
                if isinstance(m, Comparison | Match | Missing)
                if not (isinstance(m, Comparison) and m.dimension == self.age_word and self._tells_more(verbs, "be"))
            ]
        found += self._of_so_many(begin, at, verbs, negated)
        found += self._rankings(begin, at, verbs, negated, depth)
        once = [(end, int(many)) for end, many in lattice.details(at, "once")]
        found += [(m, e) for m, e in self._times(begin, at, verbs, negated)]
        for end, many in once:
            found.append((counted((begin, end), verbs, Op.EQ, many, negated), end))
        if len(verbs) > 0 and any(lattice.relates(i) for i in range(begin, at)):
            found.append((Relation((begin, at), verbs, None, negated), at))
        return found

    def _tells_more(self, verbs: tuple[str, ...], *klasses: str) -> bool:
        """Whether the last of some verbs says more than one that is of all these classes."""
        return not all(self.lattice.lexicon.words(klass).intersection(verbs[-1:]) for klass in klasses)

    def _of_so_many(self, begin: int, at: int, verbs: tuple[str, ...], negated: bool) -> Iterator[tuple[Modifier, int]]:
        """`have 3 or 4 credits`, `have between 3 and 5`: of what it is so many stands behind the numbers."""
        if self._tells_more(verbs, "have", "auxiliary"):  # what was got or held is not what is there
            return
        several = [
            (Comparison((begin, end), None, Op.EQ, rights, is_any_of=True), end)
            for rights, end in self._value_lists(self.skip(at, "either"))
            if len(rights) > 1
        ]
        between = self._comparisons(at, None) if self.lattice.ends(at, "between") is not None else []
        for modifier, end in (*several, *between):
            if not isinstance(modifier, Comparison) or modifier.op not in (Op.EQ, Op.BETWEEN) or modifier.dimension:
                continue
            rights = [self.lattice.number(right.span[0]) for right in modifier.rights]  # also where a text is so
            numbers = tuple(number for number in rights if number is not None)
            if len(numbers) < len(rights) or end >= len(self.lattice):
                continue
            for phrase, stop in self.core(end) if self._is_measured(end) else ():
                if isinstance(phrase.head, Noun) and not (phrase.functions or phrase.texts or phrase.quantity):
                    own = replace(phrase, head=replace(phrase.head, is_own=True))
                    yield said_of(replace(modifier, of=own, rights=numbers), verbs, negated, (begin, stop)), stop

    def _rankings(
        self, begin: int, at: int, verbs: tuple[str, ...], negated: bool, depth: int
    ) -> list[tuple[Modifier, int]]:
        """`is the oldest`, `occurs most frequently`, `was ordered the greatest number of times`."""
        found: list[tuple[Modifier, int]] = []
        if negated:
            return found
        start = self.skip(at, "determiner")
        for end, before in self._superlatives(start, Before(start)):
            ranking = before.superlative
            if ranking is None:
                continue
            stop = self.lattice.ends(end, "times") or end
            span = (start, stop)
            phrase = Phrase(span, Thing(span), superlative=replace(ranking, counts=ranking.counts or stop > end))
            found.append((Relation((begin, stop), verbs, Coordination("and", (phrase,))), stop))
            if ranking.counts and self.lattice.relates(stop):  # `is most frequently used`
                used = (*verbs, self.lattice.words[stop])
                found.append((Relation((begin, stop + 1), used, Coordination("and", (phrase,))), stop + 1))
            among = self.lattice.ends(stop, "preposition")
            for others, last in self.coordination(among, depth) if among is not None else ():
                tied = Coordination("and", (phrase,))
                where = Attach((stop, last), self.lattice.words[stop], others)
                found.append((Choice((begin, last), "and", (where, Relation((begin, stop), verbs, tied))), last))
        return found

    def _times(self, begin: int, at: int, verbs: tuple[str, ...], negated: bool) -> Iterator[tuple[Modifier, int]]:
        """`ordered more than 3 times`."""
        for quantity, end in self.quantities(at):
            once = any(stop == end for stop, _ in self.lattice.details(end - 1, "once"))
            stop = end if once else self.lattice.ends(end, "times")
            if stop is not None:
                yield counted((begin, stop), verbs, quantity.op, int(quantity.value), negated), stop


def _lists_kinds(phrase: Phrase) -> bool:
    """`male and female students`"""
    return any(isinstance(m, Comparison) and m.is_each for m in phrase.modifiers)


def _is_per(phrase: Phrase) -> bool:
    """`Bestellungen pro Monat`"""
    last = phrase.modifiers[-1] if phrase.modifiers else None
    return isinstance(last, Attach) and last.phrases.items[0].is_each


def few(found: list[tuple[_Found, int]], most: int = 7) -> list[tuple[_Found, int]]:
    """The likeliest of each length, two of them, the longest first."""
    seen: dict[int, int] = {}
    kept: list[tuple[_Found, int]] = []
    for item in found:
        seen[item[1]] = seen.get(item[1], 0) + 1
        if seen[item[1]] <= 2:
            kept.append(item)
    return kept[:most]


def _holds_a_figure(modifier: object) -> bool:
    """`an average score above 8`: what rows have by what belongs to them, and no column of theirs."""
    return isinstance(modifier, Comparison) and modifier.of is not None and bool(modifier.of.functions)
