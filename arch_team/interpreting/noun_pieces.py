"""Pieces that are nouns: rows, columns, and how many there are of either."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Function
from arch_team.grammar.syntax import Noun, Text
from arch_team.interpreting.found_once import found_once
from arch_team.interpreting.hearing import TIERS
from arch_team.interpreting.phrases import Cols, Count, Rows, Top
from arch_team.interpreting.prefixes import FUNCTIONS, Before, Prefixes
from arch_team.modelling.model import ModelField, NounSense
from arch_team.modelling.naming import EXACT, FRAGMENT, SHORTENED
from arch_team.text.tokens import TokenKind

_FAMILY = 5
"""Letters of a word that is looked for among those of one family."""


class NounPieces(Prefixes):
    """The rows, columns and counts of one question."""

    # rows

    @found_once
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

    def _is_made_of_a_name(self, at: int) -> bool:
        """Whether a word is of one family with a name of the tables: `graded`, where there is a grade."""
        word = self.lattice.words[at]
        if len(word) < _FAMILY or self.nouns[at] or self.lattice.texts[at]:
            return False
        fields = (field for table in self.lattice.model.tables.values() for field in table.stored.values())
        return any(
            self.lattice.names(word, name.words[-1]) for field in fields for name in field.names if name.tier == EXACT
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

    def _kinds_of_rows(self, before: Before) -> Iterator[tuple[int, Rows, float]]:
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

    # columns

    @found_once
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
                rows = {s.table: s.tier for s in reversed(noun.senses) if s.field is None}
                senses = tuple(s for s in noun.senses if s.field is not None and not self._names_its_rows(rows, s))
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

    def _names_its_rows(self, rows: Mapping[str, int], sense: NounSense) -> bool:
        """Whether a column is called as its rows are, and says who they are: `artist` of artists."""
        field = self.lattice.model.field(sense.table, sense.field or "")
        same = sense.table in rows and rows[sense.table] <= sense.tier
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

    def _by_family(self, before: Before) -> Iterator[tuple[int, Cols, float]]:
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

    def _owned(self, before: Before) -> Iterator[tuple[int, Cols, float]]:
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

    # counts

    @found_once
    def counts(self, at: int) -> Iterator[tuple[int, Count, float]]:
        """`how many students`, `the number of different countries`, `the order count`, `their number`."""
        start = self.over(at, "determiner", "pointing")
        functions: tuple[Function, ...] = ()
        top: Top | None = None
        for said in self.ends(start, "aggregate"):
            functions, start = (FUNCTIONS[said.detail],), said.end
            break
        else:
            for end, found in self.tops(start, before_noun=True):
                if not found.counts and self.end(end, "how_many", "count_word") is not None:
                    top, start = found, end
                    break
        for both in self._both_ends(Before(start)):
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
