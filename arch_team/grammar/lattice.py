"""What each place of a question may begin with: words of the language, nouns of the model, values of the data."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache, partial

from arch_team.grammar.halves import continued, elided
from arch_team.grammar.kinds_said import asks_their_kind, is_last_of_rows, of_what_is_named
from arch_team.grammar.neighbours import of_named_rows
from arch_team.grammar.syntax import Noun, Number, Span, Text, Time
from arch_team.modelling.called_values import called, tells_women
from arch_team.modelling.longer_values import full_names, of_several
from arch_team.modelling.mending import mended, taken_apart, with_short_pairs
from arch_team.modelling.model import Hit, Model, ModelField, NounSense
from arch_team.modelling.naming import EXACT, PARTIAL, SHORTENED, best_names
from arch_team.modelling.values import is_written_so
from arch_team.modelling.verbs import Verbs
from arch_team.text.compounds import is_for_another, parted
from arch_team.text.dates import months_alone_in, stretches_in
from arch_team.text.folding import folded
from arch_team.text.lexicon import Entry, Lexicon
from arch_team.text.stems import is_irregular, noun_described, noun_stem, verb_stem
from arch_team.text.tokens import Token, TokenKind, tokens_of
from arch_team.text.word_order import arranged, is_attribute

_COMPARING = frozenset({"comparator", "date_comparator"})
_OF_COLUMNS = frozenset({"each", "group_by", "order", "aggregate", "superlative"})
"""Behind such words a column is meant, not what it says of a row: the total quantity, though it was 0 or 1 so far."""
_RANKING = frozenset({"superlative", "superlative_count"})
"""Inside `at least` there is no least."""

_SHORT_UNIT, _SHORT_VERB = 3, 5
_LONG_NAME = 4
_VERBS = frozenset({"be", "auxiliary", "have"})
_KEPT = 32
"""Lattices: of a question, and of what it is said as otherwise."""


@dataclass(frozen=True)
class Lattice(Verbs):
    """One question, read once: every lookup the grammar makes is a look into these tables."""

    question: str
    tokens: tuple[Token, ...]

    @classmethod
    def of(cls, question: str, model: Model, lexicon: Lexicon) -> "Lattice":
        """The lattice of a question. The last ones are kept for all who read it, while the values are those it met."""
        made = model.kept(("lattices", lexicon.language), lambda: lru_cache(maxsize=_KEPT)(cls._made))
        return made(question, model, lexicon, model.values.as_of())

    @classmethod
    def _made(cls, question: str, model: Model, lexicon: Lexicon, _as_of: float) -> "Lattice":
        """Slips of the pen are mended where only one word can be meant."""
        tokens = taken_apart(tokens_of(question, lexicon.language), model, lexicon)
        tokens = with_short_pairs(tokens, model, lexicon)
        first = cls(model, lexicon, question, tokens)
        if lexicon.has_free_order:
            first = first.in_plain_order()
        unknown = first.unknown()
        if not unknown:
            return first
        return cls(model, lexicon, question, mended(first.tokens, unknown, model, lexicon))

    def in_plain_order(self) -> "Lattice":
        """The same question with its compounds apart and its verbs where the grammar looks for them."""
        return replace(self, tokens=arranged(self.parted(), self.lexicon, self._is_verb))

    def parted(self) -> tuple[Token, ...]:
        """The question with its compounds apart."""
        known, model = self.model.single_nouns, self.model
        told = partial(tells_women, model, self.lexicon)
        return parted(
            self.tokens, self.lexicon, known.__contains__, self.is_unexplained, self.tells_a_kind, tells_women=told
        )

    def tells_a_kind(self, word: str) -> bool:
        """Whether a column of few values holds a word: a `Rotwein` is a wine that is red."""
        return bool(self.model.values.inflected(word, self.lexicon.language))

    def is_unexplained(self, token: Token) -> bool:
        stem = noun_stem(token.folded, self.lexicon.language)
        if stem in self.model.nouns or self.lexicon.matches((token.folded,), 0) or self._is_verb(token):
            return False
        if (stem,) in self.model.worded:
            return False
        return not self.model.values.longest((token.folded,), 0)[1]

    def _is_verb(self, token: Token) -> bool:
        word = token.folded
        if self._is_a_value(word) or token.start in self._told_by_columns:
            return False
        named = verb_stem(word, self.lexicon.language) in self.shared.verbs_of_the_model
        return not token.is_capital and (named or self.lexicon.relates(word) or word in self.lexicon.words("be"))

    def _is_a_value(self, word: str) -> bool:
        """What the model declares to be a value is no verb, unless it declares that too."""
        if (noun_stem(word, self.lexicon.language),) not in self.model.worded:
            return False
        return self.verb(word) not in self.shared.declared_verbs

    @cached_property
    def _told_by_columns(self) -> frozenset[int]:
        """Where small words begin that are values of the column named right before them, or before others of them:
        `das Ergebnis bestanden`, `the status open or closed`."""
        joints = self.lexicon.words("or") | self.lexicon.words("and") | {","}
        found: list[int] = []
        last, columns = -1, set[tuple[str, str | None]]()
        for at in range(1, len(self)):
            goes_on = at == last + 1 and self.words[last] in joints
            named = columns if goes_on else self._columns_named_before(at)
            end, hits = self.model.values.longest(self.words, at) if named else (at, ())
            if told := named & {(hit.table, hit.field) for hit in hits}:
                found += [self.tokens[at].start] if not self.tokens[at].is_capital else []
                last, columns = end, told
        return frozenset(found)

    def _columns_named_before(self, at: int) -> set[tuple[str, str | None]]:
        """The columns whose name ends right before a place."""
        entries = (
            (self.stems[start:at], self.model.nouns.get(self.stems[start], ()))
            for start in range(max(0, at - _LONG_NAME), at)
        )
        named = (senses for said, each in entries for words, senses in each if words == said)
        return {(sense.table, sense.field) for senses in named for sense in senses if sense.field is not None}

    @cached_property
    def _as_written(self) -> tuple[Token, ...]:
        return tokens_of(self.question)

    def place(self, span: Span) -> Span:
        """Where the words of a span stand in the question as it was written; nowhere, if not side by side."""
        said = [token.start for token in self.tokens[slice(*span)] if token.start < token.end]
        places = [
            at for at, each in enumerate(self._as_written) if any(each.start <= start < each.end for start in said)
        ]
        return (places[0], places[-1] + 1) if places and len(places) == places[-1] + 1 - places[0] else (0, 0)

    @cached_property
    def mended(self) -> Mapping[str, str]:
        """Words as they were written, and what they were read as."""
        written = {token.start: token for token in tokens_of(self.question, self.lexicon.language)}
        return {
            old.text: new.folded
            for new in self.tokens
            if (old := written.get(new.start)) is not None and old.text == new.text and old.folded != new.folded
        }

    def __len__(self) -> int:
        return len(self.tokens)

    @cached_property
    def words(self) -> tuple[str, ...]:
        return tuple("\0" if token.kind is TokenKind.QUOTED else token.folded for token in self.tokens)

    @cached_property
    def stems(self) -> tuple[str, ...]:
        return tuple(noun_stem(word, self.lexicon.language) for word in self.words)

    @cached_property
    def entries(self) -> tuple[tuple[tuple[int, Entry], ...], ...]:
        """Phrases of the language. Inside a name of several words none begins."""
        inside = {
            at
            for nouns in self.nouns
            for noun in nouns
            if noun.senses[0].tier <= SHORTENED
            if not set(self.words[slice(*noun.span)]) & self.lexicon.words("rotating")
            for at in range(noun.span[0] + 1, noun.span[1])
        }
        found = [() if at in inside else self._phrases_at(at) for at in range(len(self))]
        compared = {
            place
            for at, entries in enumerate(found)
            for end, entry in entries
            if entry.klass == "comparator"
            for place in range(at + 1, end)
        }
        return tuple(
            tuple(e for e in entries if at not in compared or e[1].klass not in _RANKING)
            for at, entries in enumerate(map(self._comparing, found))
        )

    def _phrases_at(self, at: int) -> tuple[tuple[int, Entry], ...]:
        """The phrases that begin at a place. A single capital inside a question is a name (a grade A), no article."""
        found = self.lexicon.matches(self.words, at)
        token = self.tokens[at]
        if at and len(token.text) == 1 and token.is_capital and not self.tokens[at - 1].text.isupper():
            found = [(end, entry) for end, entry in found if entry.klass != "determiner" or end > at + 1]
        if at and token.is_capital and self.lexicon.has_free_order:  # `die meisten Liegen` are no verb
            found = [(end, entry) for end, entry in found if entry.klass not in _VERBS]
        if any(entry.klass == "filler" for _, entry in found):
            wider = range(at + 2, min(len(self), at + self.model.most_words) + 1)
            is_worded = any(self.stems[at:end] in self.model.worded for end in wider)  # something is `still_active`
            if is_worded or self._is_a_state(at):
                found = [(end, entry) for end, entry in found if entry.klass != "filler"]
        return tuple((end, entry) for end, entry in found if not asks_their_kind(at, end, self))

    def _is_a_state(self, at: int) -> bool:
        """Whether a word that often says nothing says something here: bikes that are `available` and not rented."""
        hits = self.model.values.lookup(self.words[at]) if self.tokens[at].kind is TokenKind.WORD else ()
        return any(hit.field not in self.model.tables[hit.table].label for hit in hits)

    def _comparing(self, entries: tuple[tuple[int, Entry], ...]) -> tuple[tuple[int, Entry], ...]:
        """Before a number, a word that compares is no mere preposition: `over 40`. Orders `from 2024` may be of it."""
        opens = {end for end, entry in entries if entry.klass == "stretch_from"}
        compares = {end for end, entry in entries if entry.klass in _COMPARING} - opens
        goes_on = self.lexicon.words("stretch_to")  # `from 2019 to 2021`
        compares |= {end for end in opens if not goes_on.isdisjoint(self.words[end + 1 : end + 2])}
        before = {end for end in compares if end < len(self) and self.tokens[end].number is not None}
        return tuple(e for e in entries if e[1].klass != "preposition" or not before)

    def ends(self, at: int, klass: str) -> int | None:
        """The place after the longest phrase of a class that begins here."""
        longest = self._longest
        return longest[at].get(klass) if at < len(longest) else None

    @cached_property
    def _longest(self) -> tuple[dict[str, int], ...]:
        """Where the longest phrase of each class ends that begins at a place."""
        return tuple({entry.klass: end for end, entry in reversed(entries)} for entries in self.entries)

    def all_ends(self, at: int, klass: str) -> list[int]:
        return [end for end, entry in self.entries[at] if entry.klass == klass] if at < len(self) else []

    def says(self, klass: str) -> bool:
        """Whether a phrase of a class stands anywhere."""
        return any(entry.klass == klass for entries in self.entries for _, entry in entries)

    def details(self, at: int, klass: str) -> list[tuple[int, str]]:
        return (
            [(end, entry.detail) for end, entry in self.entries[at] if entry.klass == klass] if at < len(self) else []
        )

    @cached_property
    def nouns(self) -> tuple[tuple[Noun, ...], ...]:
        """The nouns that begin at each place, longest first. A whole name hides the shorter ones it begins with."""
        found: list[tuple[Noun, ...]] = []
        for at in range(len(self)):
            if self._is_written_as_no_noun(at) or self.is_how_often(at):
                found.append(())
                continue
            here: list[Noun] = [*elided(at, self), *continued(at, found, self)]
            times = self.lexicon.words("time_noun")
            for words, senses in self.model.nouns.get(self.stems[at], ()):
                end = at + len(words)
                if self.stems[at:end] != words and words[1:2] == (self.lexicon.of_word,) and words[0] in times:
                    is_more = at + 3 < len(self)  # the year of the last eruption
                    behind = self.lexicon.matches(self.words, at + 2) if is_more else []
                    end += any(e == at + 3 and entry.klass == "determiner" for e, entry in behind)
                is_said = self.stems[at:end] == words or (*self.stems[at : at + 2], *self.stems[at + 3 : end]) == words
                if is_said and not is_last_of_rows(words, self):
                    senses = of_named_rows(at, end, senses, self)
                    told = senses if self._is_grouped_by(at) else tuple(s for s in senses if not self._is_flag(s))
                    if words == (self.lexicon.date_word,):  # where rows have one date, it may be called so: only there
                        own = tuple(s for s in told if self._is_its_only_date(s))
                        here += [Noun((at, end), own, is_own=True)] if own and own != told else []
                        told = tuple(s for s in told if s not in own) or told
                    here += [Noun((at, end), told, is_own=self._is_only_said_of(words, told))] if told else []
                    is_whole = bool(senses) and senses[0].tier <= SHORTENED and len(words) > 1
                    if is_whole and not self._is_table_of_table(at, end):
                        break
            found.append(tuple(here) or tuple(self._derived(at)))
        return tuple(found)

    def is_how_often(self, at: int) -> bool:
        """`how many times`: of no column that holds a time."""
        if not at or all(entry.klass != "times" for _, entry in self.lexicon.matches(self.words, at)):
            return False
        before = (entry for start in range(at) for end, entry in self._phrases_at(start) if end == at)
        return any(entry.klass == "how_many" for entry in before)

    def _is_only_said_of(self, words: tuple[str, ...], senses: Sequence[NounSense]) -> bool:
        """`km` and `date` name nothing by themselves: they are said of what is spoken of."""
        is_unit = len(words) == 1 and len(words[0]) <= _SHORT_UNIT and words[0] in self.lexicon.words("unit_suffix")
        if words == (self.lexicon.date_word,):
            return all(map(self._is_its_only_date, senses))
        return is_unit and all(sense.tier >= PARTIAL for sense in senses)

    def _is_its_only_date(self, sense: NounSense) -> bool:
        """Whether a column is called a date only because its table has no other."""
        named = sense.field is not None and self.is_day(sense)
        return named and not self.model.field(sense.table, sense.field or "").is_written(self.lexicon.date_word)

    def _is_flag(self, sense: NounSense) -> bool:
        """A balcony is what a room has: its column is meant where rooms are grouped by it."""
        return sense.field is not None and self.model.field(sense.table, sense.field).is_flag

    def _is_grouped_by(self, at: int) -> bool:
        before = self.lexicon.matches(self.words, at - 1) if at else []
        return any(end == at and entry.klass in _OF_COLUMNS for end, entry in before)

    def is_day(self, sense: NounSense) -> bool:
        """Whether a column of dates is meant."""
        return sense.field is not None and self.model.field(sense.table, sense.field).is_temporal

    def _is_table_of_table(self, at: int, end: int) -> bool:
        """`characteristics of products` may be the one's of the other, though a table is called by both names."""
        if end != at + 3 or self.words[at + 1] not in self.lexicon.words("rotating"):
            return False
        named = [senses for i in (at, at + 2) for w, senses in self.model.nouns.get(self.stems[i], ()) if len(w) == 1]
        return len(named) == 2 and all(any(s.field is None and s.tier == EXACT for s in each) for each in named)

    def _is_written_as_no_noun(self, at: int) -> bool:
        """Where nouns have a capital, a small word that the language knows is none: `älter` is not `Alter`. Nor is a
        verb, of somebody who writes capitals."""
        if not self.lexicon.has_free_order or self.tokens[at].is_capital:
            return False
        is_small = self._is_small_among_capitals(at)
        return bool(self.lexicon.matches(self.words, at)) or (is_small and self._is_verb(self.tokens[at]))

    def _is_small_among_capitals(self, at: int) -> bool:
        """Whether nouns have a capital, somebody writes them so, and a word has none: `gekündigt` is no Kundin."""
        is_small = self.lexicon.has_free_order and not self.tokens[at].is_capital
        return is_small and any(token.is_capital for token in self.tokens[1:])

    def _derived(self, at: int) -> Iterator[Noun]:
        """A noun made of the verb a table is called by: the enrollments of `Enrolled_in`. A screen is no screening."""
        word = self.words[at]
        if len(word) < 6 or self.tokens[at].kind is not TokenKind.WORD or self.lexicon.matches(self.words, at):
            return
        if self.lexicon.relates(word) or word.endswith(self.lexicon.past_endings) or self._is_a_state(at):
            return
        is_small = self._is_small_among_capitals(at)
        senses = [
            NounSense(table.name, None, PARTIAL)
            for table in self.model.tables.values()
            if not (is_small and table.is_person)
            and any(
                self.names(word, w) and not is_for_another(word, w, self.lexicon)
                for name in best_names(table.names)
                for w in name.words
                if self.stems[at] not in w
            )
        ]
        if 0 < len(senses) <= 3:
            yield Noun((at, at + 1), tuple(senses))

    @cached_property
    def texts(self) -> tuple[tuple[Text, ...], ...]:
        """The values that begin at each place: quoted pieces always, other words where the data holds them."""
        found: list[tuple[Text, ...]] = []
        for at, token in enumerate(self.tokens):
            if token.kind is TokenKind.QUOTED:
                hits = self.model.values.lookup(token.folded) or full_names(self.model, token.folded.split(), 0)[1]
                found.append((Text((at, at + 1), token.text, hits, is_quoted=True),))
                continue
            if token.kind is TokenKind.SIGN:
                found.append(())
                continue
            end, hits = self.model.values.longest(self.words, at)
            whole, names = full_names(self.model, self.words, at)
            if names and whole >= end:  # somebody may be a rescuer and a rescued person
                end, hits = whole, names if whole > end else (*hits, *names)
            stop, said_so = called(self.model, self.lexicon, self.words, self.stems, at)
            if said_so and end <= stop and not self._says_where_somebody_is(at, stop):
                end, hits = stop, said_so
            if not hits and (several := of_several(self.model, self.words, self.stems, at)):
                end, said_so = several
                hits = said_so
            if not hits and self._is_a_kind(at):
                said_so = hits = self.kinds(at)
                end = at + 1 if hits else at
            if not hits:
                found.append(())
                continue
            end, hits = self._with_sign(at, *of_what_is_named(at, end, hits, self))
            said = self.question[token.start : self.tokens[end - 1].end]
            lower = not any(t.is_capital or t.kind is TokenKind.NUMBER for t in self.tokens[at:end])
            exact = tuple(hit for hit in hits if is_written_so(hit.value, said, with_narrower=lower))
            hits = exact or hits
            is_told = said_so or token.start in self._told_by_columns
            begins_a_table = any(
                n.span[1] > end and n.names_a_table for n in self.nouns[at]
            )  # no Repair: repair orders
            is_word = end == at + 1 and bool(self.entries[at])  # none of the language, unless quoted or with a capital
            if lower and not is_told and (self._is_no_value(at, end, hits) or begins_a_table or is_word):
                found.append(())
                continue
            verbal = lower and end == at + 1 and not is_told and self.relates(at)
            found.append((Text((at, end), said, hits, is_lower=lower, is_verbal=verbal, is_worded=bool(said_so)),))
        return tuple(found)

    def _says_where_somebody_is(self, at: int, end: int) -> bool:
        """Who lives in a town is not on the air."""
        dwells = end == at + 1 and self.words[at] in self.lexicon.words("dwelling")
        return dwells and self.ends(end, "preposition") is not None

    def _with_sign(self, at: int, end: int, hits: tuple[Hit, ...]) -> tuple[int, tuple[Hit, ...]]:
        """A value that ends with a sign: `type O-`."""
        behind = self.tokens[end] if end < len(self) else None
        if behind is None or behind.kind is not TokenKind.SIGN or behind.start != self.tokens[end - 1].end:
            return end, hits
        said = folded(self.question[self.tokens[at].start : behind.end])
        return (end + 1, exact) if (exact := tuple(h for h in hits if folded(h.value) == said)) else (end, hits)

    def _is_a_kind(self, at: int) -> bool:
        """Whether a word may be a form of a value, as nothing else explains it."""
        token = self.tokens[at]
        if token.kind is not TokenKind.WORD or len(token.folded) < 4 or self.entries[at] or self.nouns[at]:
            return False
        is_verb = self.relates(at) and not is_attribute(self.tokens, at, self.lexicon)
        return not (is_verb or any(at in range(*t.span) for t in self.times.values()))

    def kinds(self, at: int) -> tuple[Hit, ...]:
        """The values that a word is a form of, or is made of: `dogs`, `promotional`."""
        language, values = self.lexicon.language, self.model.values
        noun = noun_described(self.words[at], language)
        return values.inflected(self.words[at], language) or (values.inflected(noun, language) if noun else ())

    def _is_no_value(self, at: int, end: int, hits: Sequence[Hit]) -> bool:
        """A word in small letters that the model has a name for, or that only spells a code, is no value."""
        named = any(
            noun.span == (at, end) and noun.senses[0].tier <= PARTIAL
            for noun in self.nouns[at]
            if noun.senses[0].tier < PARTIAL or not all(map(self.is_day, noun.senses))  # `delivered`, of `delivered_on`
        )
        return named or (end == at + 1 and all(hit.value.isupper() for hit in hits))

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """The tables that the question names, or a column of theirs alone."""
        found: set[str] = set()
        for noun in (noun for nouns in self.nouns for noun in nouns):
            found |= {sense.table for sense in noun.senses if sense.field is None}
            columns = {sense.table for sense in noun.senses if sense.field is not None and sense.tier <= SHORTENED}
            found |= columns if len(columns) == 1 else set()
        return frozenset(found)

    @cached_property
    def tables_named(self) -> frozenset[str]:
        """The tables that the question names by a name of their own."""
        return frozenset(s.table for nouns in self.nouns for noun in nouns for s in noun.senses if s.field is None)

    def speaks_of(self, table: str) -> bool:
        """Whether a table, one of its columns or a value of theirs is named, or there is no other."""
        named = {s.table for nouns in self.nouns for noun in nouns for s in noun.senses if s.tier < PARTIAL}
        held = {hit.table for texts in self.texts for text in texts for hit in text.hits}
        return table in named | held or len(self.model.tables) == 1

    def ends_of_rows(self, table: str) -> set[int]:
        """Where the rows of a table are named, the end of each: not in `copy id`, a column, nor by what others are."""
        named = [noun for nouns in self.nouns for noun in nouns]
        columns = [n.span for n in named if all(s.field is not None and s.tier == EXACT for s in n.senses)]
        least = {n: min((s.tier for s in n.senses if s.field is None), default=0) for n in named}
        own = [n.span for n in named if NounSense(table, None, least[n]) in n.senses]
        return {end for start, end in own if not any(first <= start and end < last for first, last in columns)}

    @cached_property
    def in_values(self) -> frozenset[int]:
        """The places inside a value of several words: signs there end no sentence."""
        spans = [text.span for texts in self.texts for text in texts] + [time.span for time in self.times.values()]
        return frozenset(at for span in spans for at in range(*span) if len(range(*span)) > 1)

    @cached_property
    def times(self) -> dict[int, Time]:
        places = {token.start: at for at, token in enumerate(self.tokens)}
        found: dict[int, Time] = {}
        for period in (*months_alone_in(self.question), *stretches_in(self.question)):
            at = places.get(period.at[0])
            end = next((i + 1 for i, token in enumerate(self.tokens) if token.end == period.at[1]), None)
            if at is not None and end is not None:
                found[at] = Time((at, end), period)
        return found

    def number(self, at: int) -> Number | None:
        if at >= len(self):
            return None
        token = self.tokens[at]
        if token.number is not None and token.kind is not TokenKind.QUOTED:
            return Number((at, at + 1), token.number, self.unit(at + 1))
        word = self.lexicon.number_words.get(token.folded)
        if word is not None and self._stands_for_one(at):
            return None
        return None if word is None else Number((at, at + 1), Decimal(word), self.unit(at + 1))

    def _stands_for_one(self, at: int) -> bool:
        """`each one`, `which one`: no number."""
        before = frozenset[str]().union(*map(self.lexicon.words, ("each", "what", "every", "linking")))
        return at > 0 and self.words[at] in self.lexicon.words("thing") and self.words[at - 1] in before

    def unit(self, at: int) -> str:
        """What a number before this place is counted in. A noun of the model is counted itself."""
        counted = at < len(self) and any(noun.senses[0].tier < PARTIAL for noun in self.nouns[at])
        end = None if counted else self.ends(at, "unit")
        if end is None and not counted and at < len(self) and self.words[at] in self.model.units:
            end = at + 1
        return "" if end is None else " ".join(self.words[at:end])

    def relates(self, at: int) -> bool:
        """Whether a word only says that two things belong together, or names a table or a column as a verb does."""
        return at < len(self) and self._relating[at]

    @cached_property
    def _relating(self) -> tuple[bool, ...]:
        return tuple(map(self._relates, range(len(self))))

    def _relates(self, at: int) -> bool:
        if self.tokens[at].kind is not TokenKind.WORD:
            return False
        word = self.words[at]
        if self._says_where_somebody_is(at, at + 1):
            return True
        if self._is_a_value(word) or self._begins_a_name(at):
            return False
        if at and self.ends(at, "superlative") is not None and self._relates(at - 1):
            return False  # who died last did not last
        if self._is_noun(at) and self.verb(word) in (self.verb(self.stems[at]), word):
            return False  # `orders` and `titles` are what the model calls so, not what somebody does
        if word in self.lexicon.verb_nouns and word in self.shared.verbs_of_days:
            return True
        said = (
            self.lexicon.relates(word) or self.verb(word) in self.shared.verbs_of_the_model or self._was_done_then(at)
        )
        said = said or any(role != self.stems[at] and self.names(word, role) for role in self.shared.roles)
        return said and not self._describes_what_follows(at)

    def _was_done_then(self, at: int) -> bool:
        """`returned`, where there is a `returned_date`; not before the noun that it is a part of."""
        word, behind = self.words[at], self.stems[at + 1 : at + 2]
        done = word.endswith(self.lexicon.past_endings) or is_irregular(word, self.lexicon.language)
        done = done or (bool(self.lexicon.joining) and not self.tokens[at].is_capital and len(word) > _SHORT_VERB)
        said = done and self.lexicon.words("time_noun").isdisjoint(behind)
        return said and any(self.names(word, each) for each in self.shared.done_then)

    def _describes_what_follows(self, at: int) -> bool:
        """`the most approved applications`: nobody approves there."""
        end, hits = self.model.values.longest(self.words, at)
        if end != at + 1 or end >= len(self) or self.tokens[at].is_capital:
            return False
        named = [senses for words, senses in self.model.nouns.get(self.stems[end], ()) if len(words) == 1]
        tables = {sense.table for senses in named for sense in senses if sense.field is None}
        return any(hit.table in tables for hit in hits)

    def _begins_a_name(self, at: int) -> bool:
        """`Aire Valley Homes` does nothing of its own."""
        if not at or not self.tokens[at].is_capital:
            return False
        return self.model.values.longest(self.words, at)[0] > at + 1

    def _is_noun(self, at: int) -> bool:
        """Whether the model has a name of just this word, written as a noun."""
        return any(
            noun.span == (at, at + 1) and noun.senses[0].tier <= SHORTENED and self.words[at] in self._written(noun)
            for noun in self.nouns[at]
        )

    def _written(self, noun: Noun) -> frozenset[str]:
        stem = self.stems[noun.span[0]]
        word = self.words[noun.span[0]]
        return frozenset({word}) if noun_stem(word, self.lexicon.language) == stem else frozenset()

    def calls_a_role(self, field: ModelField) -> bool:
        """Whether a column that points at other rows is called by what those are to its own, and not as a number."""
        codes = self.lexicon.words("code_noun")
        return any(
            self.stems[noun.span[1] - 1] not in codes
            for nouns in self.nouns
            for noun in nouns
            if any((s.table, s.field) == (field.table, field.name) for s in noun.senses)
        )

    @cached_property
    def generic(self) -> frozenset[str]:
        return self.lexicon.phrases("generic_noun")

    def _letters_behind(self, at: int) -> Iterator[int]:
        """The place of a word that a text is said to hold: of `contains TN` nothing need be known."""
        for how in ("contains", "starts", "ends"):
            end = self.ends(at, how)
            if end is not None:
                while (more := self.ends(end, "determiner") or self.ends(end, "word_value")) is not None:
                    end = more
                yield from (end,) if end < len(self) and self.tokens[end].is_capital else ()

    def unknown(self) -> list[int]:
        """The places of words that nothing explains."""
        covered: set[int] = set()
        for at in range(len(self)):
            token = self.tokens[at]
            number = self.number(at)
            if token.kind is not TokenKind.WORD or number or self.relates(at):
                covered.add(at)
            if number is not None and number.unit in self.model.units:
                covered.add(at + 1)
            for end, _entry in self.entries[at]:
                covered.update(range(at, end))
            for found in (*self.nouns[at], *self.texts[at]):
                covered.update(range(*found.span))
            covered.update(self._letters_behind(at))
        for time in self.times.values():
            covered.update(range(*time.span))
        return [at for at in range(len(self)) if at not in covered]
