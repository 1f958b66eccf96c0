"""What is heard at each place of a question: names that begin there, and words of the language."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

from arch_team.grammar.kinds_said import asks_their_kind
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun, Number
from arch_team.interpreting.phrases import Cols
from arch_team.interpreting.words import Said, Words
from arch_team.modelling.model import NounSense
from arch_team.modelling.naming import SHORTENED
from arch_team.text.alike import alike_phrases
from arch_team.text.tokens import TokenKind

TIERS = (0.0, 0.1, 0.5, 0.8)
"""What a name costs that is not the whole one."""
_LONGEST_NAME = 4
_DENIED_BEFORE = ("neither", "not", "no", "never", "without")
"""What is said before a `nor`."""


class Hearing:
    """The names and the words of one question."""

    def __init__(self, lattice: Lattice, words: Words) -> None:
        self.lattice, self.words = lattice, words
        self.size = len(lattice)
        self.found: dict[tuple[object, ...], list[Any]] = {}
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

    # names

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

    # words of the language

    def _said_at(self, at: int) -> list[Said]:
        token = self.lattice.tokens[at]
        if token.kind in (TokenKind.NUMBER, TokenKind.QUOTED):
            return []
        found = [s for s in self.words.at(self.lattice.words, at) if not asks_their_kind(at, s.end, self.lattice)]
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

    def ends(self, at: int, *klasses: str) -> list[Said]:
        if at >= self.size or self._classes[at].isdisjoint(klasses):
            return []
        return [each for each in self._said[at] if each.klass in klasses]

    @cached_property
    def _classes(self) -> tuple[frozenset[str], ...]:
        """The classes of the phrases that begin at each place."""
        return tuple(frozenset(each.klass for each in said) for said in self._said)

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

    # what a word is

    def _is_held(self, at: int) -> bool:
        """Whether a word is a value of the tables."""
        return any(text.hits for text in self.lattice.texts[at])

    def _is_number(self, cols: Cols) -> bool:
        fields = [self.lattice.model.field(s.table, s.field) for s in cols.noun.senses if s.field is not None]
        return any(field.type.is_number and not field.is_key and field.refers_to is None for field in fields)

    def _may_be_a_year(self, number: Number) -> bool:
        return 1800 <= number.value <= 2200
