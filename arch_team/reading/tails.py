"""What the second part of a question asks of the rows that the first asks for."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from arch_team.forms.form import Column, Expression, Form
from arch_team.forms.joins import Joins
from arch_team.grammar.lattice import Lattice
from arch_team.grammar.syntax import Noun
from arch_team.interpreting.words import words_of as pieces_of
from arch_team.modelling.model import Model, ModelField
from arch_team.modelling.naming import PARTIAL
from arch_team.reading.own_figures import counts, is_called, own_figure, repeats, words_of
from arch_team.text.tokens import TokenKind

_SMALL = ("pronoun", "be", "have", "auxiliary", "filler", "determiner", "each", "preposition", "linking", "times")
_PLAIN = ("tying", "locating", "happening", "doing", "owning", "belonging")
_VERBAL = ("be", "auxiliary", "have", "what", "who", "not", "without", "none")
_ASKS = ("what", "asks_when", "how_many", "how", "how_often", "request")


@dataclass(frozen=True, slots=True)
class Tail:
    asked: Lattice
    front: Lattice
    form: Form
    model: Model

    @staticmethod
    def begins(asked: Lattice, is_sentence: bool) -> bool:
        """Whether something is asked there at all."""
        if is_sentence:
            return any(asked.ends(0, klass) is not None for klass in ("request", "filler")) or _only_names(asked)
        return any(asked.ends(at, klass) is not None for klass in _ASKS for at in {0, _start(asked)})

    def beside(self) -> list[Expression]:
        """What is to stand beside the rows. Nothing, where another word says something."""
        return self._figure() or self._dated() or self._described()

    def wanted(self) -> list[Expression]:
        """What a sentence says is to be shown: `Give their names and the number of puzzles.` Nothing, where one of its
        words says something else."""
        if self._says_once():
            return [output.value for output in self.form.outputs]
        found: list[Expression] = []
        for start, end in self._items():
            item = self._item(start, end)
            if not item:
                return []
            found += item
        return found

    def _says_once(self) -> bool:
        """`List each company only once`: nothing else is to be shown."""
        lexicon, end = self.asked.lexicon, len(self.asked) - (self.asked.tokens[-1].kind is TokenKind.SIGN)
        words = pieces_of(lexicon.language)
        said = (s for i in range(end) for s in words.at(self.asked.words, i) if s.klass == "so_often")
        once = {self.asked.words[s.end - 1] for s in said if s.detail == "1"}
        at = self.asked.ends(self._past(0, "filler", "request"), "each")
        places = {(self.form.table, None), *((self.form.table, f) for f in self.model.tables[self.form.table].fields)}
        for noun in self.asked.nouns[at] if at is not None and at < end else ():
            rest = self.asked.words[noun.span[1] : end]
            if rest and rest[-1] in once and set(rest[:-1]) <= lexicon.restricting:
                return any((sense.table, sense.field) in places for sense in noun.senses)
        return False

    def _items(self) -> list[tuple[int, int]]:
        """The stretches between joints and commas, without the word that asks."""
        at = self._past(0, "filler", "request")
        joints = self.asked.lexicon.words("and") | {","}
        places = [i for i in range(at, len(self.asked)) if self.asked.words[i] in joints]
        stop = self._ordered_from()
        ends = self.asked.lexicon.words("request_end") | self.asked.lexicon.words("filler")
        while stop > at and self.asked.words[stop - 1] in ends:
            stop -= 1  # `bitte Name und Preis angeben`
        places = [place for place in places if place < stop]
        edges = [at - 1, *places, stop]
        if self.asked.words[stop - 1] in joints:
            return []  # something was to follow
        return [(a + 1, b) for a, b in pairwise(edges) if a + 1 < b]

    def _past(self, at: int, *classes: str) -> int:
        if at and self.asked.stems[at] in self.asked.lexicon.label_phrases:
            return at  # `show name and …`: it is to be shown
        ends = [end for klass in classes if (end := self.asked.ends(at, klass)) is not None]
        return self._past(ends[0], *classes) if ends else at

    def _ordered_from(self) -> int:
        """Where it is said again in which order the rows come; the end, where it is not, or where they do not."""
        end = len(self.asked) - (self.asked.tokens[-1].kind is TokenKind.SIGN)
        for at in range(1, end if self.form.order_by else 0):
            falls = self.asked.ends(at, "descending")
            behind = falls or self.asked.ends(at, "ascending")
            figure = self.form.order_by[0].by
            if behind is not None and self.form.order_by[0].descending == (falls is not None):
                return at if self._says_no_more(behind, end, figure) else end
        return end

    def _item(self, start: int, end: int) -> list[Expression]:
        """One thing that is to be shown: a column, what rows are called by, or the figure they are ranked by."""
        figure = own_figure(self.form)
        many = self.asked.ends(start, "how_many")
        if many is not None and figure is not None:
            return [figure] if self._says_no_more(many, end, figure) else []
        at = start
        while at < end and self._is_small(at) and not self.asked.nouns[at]:
            at += 1
        if at == end:
            return []
        is_bare_count = at + 1 == end or all(map(self._is_small, range(at + 1, end)))
        if is_bare_count and self.asked.words[at] in self.asked.lexicon.words("count_noun"):
            return [figure] if figure is not None and counts(figure) else []
        if self.asked.words[at] in self.asked.lexicon.words("order_figure"):
            is_so = figure is not None and self._is_figure(at, figure) and self._says_no_more(start, end, figure)
            return [figure] if is_so and figure is not None else []
        for noun in sorted(self.asked.nouns[at], key=lambda noun: -noun.span[1]):
            if noun.span[1] <= end and all(map(self._adds_nothing, range(noun.span[1], end))):
                if called := self._called(noun):
                    return called
                continue
            if noun.span[1] < end and (owners := self._owners(noun.span[1], end)):
                return self._of_others(noun, owners)
            own = {s.table for s in noun.senses if s.field is None and s.tier < PARTIAL}
            for named in self.asked.nouns[noun.span[1]] if own and noun.span[1] < end else ():
                if named.span[1] == end:  # `the programme title`
                    return self._of_others(named, own)
        return []

    def _owners(self, at: int, end: int) -> set[str]:
        """Whose something is, where that is all that is said of it: `the title of the play`."""
        if self.asked.ends(at, "of") is None and self.asked.words[at] not in self.asked.lexicon.words("determiner"):
            return set()
        while at < end and self._is_small(at) and not self.asked.nouns[at]:
            at += 1
        nouns = [noun for noun in self.asked.nouns[at] if noun.span[1] == end] if at < end else []
        return {s.table for noun in nouns for s in noun.senses if s.field is None and s.tier < PARTIAL}

    def _of_others(self, noun: Noun, tables: set[str] | None = None) -> list[Expression]:
        """A column of rows that these point at, where they point at one only that has it."""
        own = [o.value for o in self.form.outputs if isinstance(o.value, Column) and not o.value.via]
        if tables is not None and self.form.table in tables:
            return self._called(noun)
        found: list[Expression] = []
        for sense in noun.senses:
            if sense.tier >= PARTIAL or sense.table == self.form.table or (tables and sense.table not in tables):
                continue
            ways = list(Joins(self.model).up(self.form.table, sense.table))
            fields = (sense.field,) if sense.field is not None else self.model.tables[sense.table].label
            if len(ways) != 1 or (sense.field is None and tables is not None):
                return [] if ways else found
            found += [Column(field=field, via=ways[0]) for field in fields]
        one = {value.via for value in found if isinstance(value, Column)}
        return found if own and len(one) == 1 else []

    def _adds_nothing(self, at: int) -> bool:
        """Behind a column a word for times is none for how often: `the name on time`."""
        return self._is_small(at) and self.asked.words[at] not in self.asked.lexicon.words("times")

    def _called(self, noun: Noun) -> list[Expression]:
        own, figure = self._own(noun), own_figure(self.form)
        if self.form.group_by and figure is not None and is_called(noun, figure, self.form):
            return [figure]
        if len(own) == 1:
            return [Column(field=own[0].name)]
        if shown := [o.value for o in self.form.outputs if self._is_shown_as(noun, o.value)]:
            return shown
        if nearly := self._nearly(noun):
            return [Column(field=nearly)]
        if not self.form.group_by and (others := self._of_others(noun)):
            return others
        if noun.span[1] > noun.span[0] + 1:
            return []
        named = self.asked.stems[noun.span[1] - 1] in self.asked.lexicon.label_phrases
        shown: list[Expression] = [o.value for o in self.form.outputs if named and isinstance(o.value, Column)]
        return shown[:1]

    def _nearly(self, noun: Noun) -> str | None:
        """The one column of the rows that a word is the end of the name of (the price that is a `purchase_price`), or
        by whose name they are called (the company that is a `company_name`)."""
        if self.form.group_by:
            return None
        own = [s for s in noun.senses if s.table == self.form.table and s.field is not None]
        label = self.model.tables[self.form.table].label
        fields = {s.field for s in own if s.tier <= PARTIAL or s.field in label}
        return next(iter(fields)) if len(fields) == 1 else None

    def _is_shown_as(self, noun: Noun, value: Expression) -> bool:
        """Whether a noun calls a column of other rows that is shown beside these: `the last name` of their trainers."""
        if not isinstance(value, Column) or not value.via:
            return False
        place = (value.via[-1].table, value.field)
        return any(sense.tier < PARTIAL and (sense.table, sense.field) == place for sense in noun.senses)

    def _figure(self) -> list[Expression]:
        """`and how many does each have`, `and how much was it`, `and what is that total`."""
        figure, asked = own_figure(self.form), self.asked
        ends = ((klass, asked.ends(0, klass)) for klass in ("how_often", "how_many", "how"))
        klass, end = next(((klass, end) for klass, end in ends if end is not None), ("what", self._behind_what(figure)))
        if figure is None or end is None or (klass == "how_often" and not counts(figure)):
            return []
        said = " ".join(asked.words[:end])
        names = asked.lexicon.how.get(said, ())
        if klass == "how" and (own := self._called_so(names)):
            figure = Column(field=own[0].name) if len(own) == 1 else figure
        if klass == "how" and (counts(figure) or not self._measures(names, figure)):
            return []
        return [figure] if self._says_no_more(end, len(asked), figure) else []

    def _behind_what(self, figure: Expression | None) -> int | None:
        """The place behind `what is that total`; a number is one of a count."""
        at = self.asked.ends(0, "what")
        while at is not None and at < len(self.asked) and self._is_small(at):
            at += 1
        return at + 1 if at is not None and figure is not None and self._is_figure(at, figure) else None

    def _is_figure(self, at: int, figure: Expression) -> bool:
        lexicon, word = self.asked.lexicon, self.asked.words[at : at + 1]
        is_number = not lexicon.words("count_noun").isdisjoint(word)
        return not lexicon.words("order_figure").isdisjoint(word) and (counts(figure) or not is_number)

    def _called_so(self, names: Sequence[str]) -> list[ModelField]:
        """The amounts of the rows that a word like `how heavy` asks for."""
        said = [tuple(self.asked.stem(word) for word in name.casefold().split()) for name in names]
        fields = self.model.tables[self.form.table].fields.values() if not self.form.group_by else ()
        return [field for field in fields if field.is_measure and any(map(field.is_called, said))]

    def _measures(self, names: Sequence[str], figure: Expression) -> bool:
        """Whether what a word measures is what the figure is of: how heavy something is, its price does not tell. How
        much it is, any amount tells."""
        lexicon = self.asked.lexicon
        said = {self.asked.stem(word) for name in names for word in name.casefold().split()}
        own = words_of(figure, self.form, self.model)
        asks_how_much = not lexicon.words("added_measure").isdisjoint(names)
        is_money = self.asked.ends(0, "request") is not None and not lexicon.words("money_noun").isdisjoint(own)
        return asks_how_much or is_money or not said.isdisjoint(own)

    def _says_no_more(self, at: int, end: int, figure: Expression) -> bool:
        """Whether the words behind only say what the figure is of, or what was said before."""
        if not self._is_put_together_so(at, end, figure):
            return False
        while at < end:
            nouns = [n for n in self.asked.nouns[at] if n.span[1] <= end]
            named = next((n for n in nouns if is_called(n, figure, self.form)), None)
            if named is not None:
                at = named.span[1]
                continue
            word = self.asked.words[at]
            told = self._is_small(at) or repeats(self.asked, at, self.front) or word in self._plain()
            own = words_of(figure, self.form, self.model)
            told = told or self.asked.stems[at] in own
            if word in self.asked.lexicon.words("costing"):
                told = not self.asked.lexicon.words("money_noun").isdisjoint(own)
            elif names := self.asked.lexicon.measuring.get(word):
                told = not {self.asked.stem(each.casefold()) for each in names}.isdisjoint(own)
            if not told:
                return False
            at += 1
        return True

    def _is_put_together_so(self, at: int, end: int, figure: Expression) -> bool:
        """Whether no word says that it is put together in another way: a total is no average."""
        said = {
            e.detail.upper() for place in range(at, end) for _, e in self.asked.entries[place] if e.klass == "aggregate"
        }
        function = getattr(figure, "function", None)
        return not said or (function is not None and said == {function.value})

    def _dated(self) -> list[Expression]:
        """`and when were they hired`, `and in which year`."""
        when = self.asked.ends(0, "asks_when")
        if when is None:
            return []
        ranked = own_figure(self.form)
        days = [f for f in self.model.tables[self.form.table].fields.values() if f.is_temporal]
        verbs = self._rest(when)
        if isinstance(ranked, Column) and not ranked.via and any(f.name == ranked.field for f in days):
            field = self.model.field(self.form.table, ranked.field)
            told = all(word in self.front.words or self.asked.dates((word,), field) for word in verbs)
            return [ranked] if told else []
        if not verbs:
            return []  # which of their days is not said
        plain = all(map(self.asked.lexicon.words("happening").__contains__, verbs))
        found = days if plain else [field for field in days if self.asked.dates(verbs, field)]
        return [Column(field=found[0].name)] if len(found) == 1 else []

    def _described(self) -> list[Expression]:
        """A column of the rows, or the names of rows that they point at."""
        table = self.form.table
        if self.form.group_by:
            return []
        place = self.asked.ends(_start(self.asked), "what")
        while place is not None and place < len(self.asked) and not self.asked.nouns[place] and self._is_small(place):
            place += 1
        for noun in self.asked.nouns[place] if place is not None and place < len(self.asked) else ():
            verbs = self._rest(noun.span[1])
            own = self._own(noun)
            if len(own) == 1 and own[0].refers_to is None and self._are_told(verbs, own[0]):
                return [Column(field=own[0].name)]
            there = {s.table for s in noun.senses if s.tier < PARTIAL and s.field is None and s.table != table}
            ways = [(other, steps) for other in there for steps in Joins(self.model).up(table, other)]
            if not own and len(ways) == 1 and len(ways[0][1]) == 1 and self._are_told(verbs, None):
                other, steps = ways[0]
                label = self.model.tables[other].label or self.model.tables[other].key
                return [Column(field=name, via=steps) for name in label]
        return []

    def _own(self, noun: Noun) -> list[ModelField]:
        """The columns of the rows that a noun calls."""
        senses = [s for s in noun.senses if s.tier < PARTIAL and s.table == self.form.table and s.field is not None]
        return [self.model.field(s.table, s.field) for s in senses if s.field is not None]

    def _rest(self, at: int) -> list[str]:
        """The words that say more than small ones do."""
        return [self.asked.words[i] for i in range(at, len(self.asked)) if not self._is_small(i)]

    def _is_small(self, at: int) -> bool:
        lexicon, token = self.asked.lexicon, self.asked.tokens[at]
        return token.kind is TokenKind.SIGN or any(self.asked.words[at] in lexicon.words(klass) for klass in _SMALL)

    def _plain(self) -> frozenset[str]:
        return frozenset[str]().union(*map(self.asked.lexicon.words, _PLAIN))

    def _are_told(self, words: list[str], field: ModelField | None) -> bool:
        """Whether words say no more than that it is theirs, or what the column is called by."""
        plain = self._plain()
        return all(word in plain or (field is not None and self.asked.dates((word,), field)) for word in words)


def _only_names(asked: Lattice) -> bool:
    """`Name and number of visits, please.`: a list of what is to be shown, without a verb."""
    first = next((at for at in range(len(asked)) if asked.ends(at, "determiner") is None), 0)
    begins = bool(asked.nouns[first]) or any(
        asked.ends(first, klass) is not None for klass in ("how_many", "aggregate")
    )
    says = any(asked.ends(at, klass) is not None for at in range(len(asked)) for klass in _VERBAL)
    return begins and not says and not any(asked.relates(at) for at in range(len(asked)))


def _start(asked: Lattice) -> int:
    """Past a preposition: `from which supplier`."""
    return asked.ends(0, "preposition") or 0 if asked.ends(0, "asks_when") is None else 0
