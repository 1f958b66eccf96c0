"""How rows are tied to other rows: there is one, there is none, so many, the most."""

from collections.abc import Iterator

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Both,
    Column,
    Compare,
    Condition,
    Either,
    Figure,
    Form,
    Given,
    Member,
    Order,
    Output,
    Related,
)
from arch_team.forms.joins import Path, key_of, moved
from arch_team.forms.negating import negative
from arch_team.grammar.syntax import Phrase, Quantity, Relation, Text, Thing
from arch_team.interpreting.read import Doubt
from arch_team.modelling.flags import as_stored
from arch_team.modelling.model import NAME_JOINT, ModelField
from arch_team.modelling.naming import EXACT
from arch_team.semantics.places import Place, Places
from arch_team.semantics.rows import Rows

_TRIVIAL = 0.2
_NEAR = 3
"""Steps between two rows that one verb may span: who bought a product has an order with it."""
_HAS_A_DAY = 0.6
"""Dearer than a time that the verb goes with: `hired in 1992` is no staff that was hired at some time."""
_WITH_ZERO = (Op.LT, Op.LE, Op.EQ)


class Connecting(Places):
    """Conditions that speak of other tables' rows."""

    def holding_text(
        self, rows: Rows, text: Text, words: tuple[str, ...], *, own_first: bool = False
    ) -> Iterator[Rows]:
        """Rows that have a value, their own or that of rows near them."""
        named = self.tables_of(words)
        for place, stored in self.holding(text, rows, words):
            values = tuple(stored)
            if place.column == rows.field:
                continue
            is_own = place.field.table == rows.table
            if is_own and not (rows.table in named or self._says_where(words, place)):
                continue  # what somebody did is not where or what a row is
            if self._is_of_oneself(words, place, rows, values[0]):
                continue
            if named and is_own and rows.table not in named:
                continue  # the verb names other rows: the value is theirs
            is_doubtful = self._names_other_rows(words, place.path, rows.table, place.field.table)
            dwells = not self.lattice.lexicon.words("dwelling").isdisjoint(words)
            is_doubtful = is_doubtful or (dwells and not self._is_where_they_live(rows, place))
            is_doubtful = is_doubtful or bool(self._said_of_the_tie(place.path, words))
            if NAME_JOINT in values[0]:
                made = self.seen(self._named_in_full(place, values), place.path)
            elif len(values) == 1:
                made = self.condition(place, Op.EQ, Given(value=as_stored(place.field, values[0])), ())
            else:
                made = self.condition(place, Op.IN, None, values)
            met = rows.meeting(made, text.span, place.cost)
            yield met.told(text.span, Doubt()) if is_doubtful else met

    def _is_where_they_live(self, rows: Rows, place: Place) -> bool:
        """Not where their gardens are, nor their club, nor the depot they work from."""
        homes = self.lattice.lexicon.words("home_noun")
        own = (w for name in place.field.names if name.tier == EXACT for w in name.words)
        called = own if place.field.table == rows.table else self._called(place.field.table)
        return place.path.is_upwards and not homes.isdisjoint(called)

    def _is_of_oneself(self, words: tuple[str, ...], place: Place, rows: Rows, value: str) -> bool:
        """The pupils of Ann Lee are not those called so, nor is who she is assigned to."""
        table = self.model.tables[rows.table]
        ties = self.lattice.telling(words) or words == (self.lattice.lexicon.of_word,)
        if place.field.table != rows.table or place.column.via or not ties:
            return False
        return table.is_person and (NAME_JOINT in value or place.field.name in table.label)

    def _says_where(self, words: tuple[str, ...], place: Place) -> bool:
        """Whether verbs only place a row (`located in France`) or name the column its value stands in."""
        plain = self.lattice.lexicon.words("locating") | self.lattice.lexicon.words("doing")
        telling = [word for word in self.lattice.telling(words) if word not in plain]
        return not telling or place.field.is_flag or self.lattice.dates(telling, place.field)

    def _named_in_full(self, place: Place, values: tuple[str, ...]) -> Condition:
        """A first and a last name, each in its column."""
        label = self.model.tables[place.field.table].label
        options: list[Condition] = []
        for value in values:
            parts = zip(label, value.split(NAME_JOINT), strict=True)
            named = tuple(
                Compare(left=Column(field=field, via=place.column.via), op=Op.EQ, right=Given(value=text))
                for field, text in parts
            )
            options.append(Both(of=named))
        return options[0] if len(options) == 1 else Either(of=tuple(options))

    def connect(
        self, rows: Rows, other: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool
    ) -> Iterator[Rows]:
        """Rows tied to other rows by a path between their tables."""
        ranking = phrase.superlative if phrase.superlative and phrase.superlative.counts else None
        rows = rows.plus(other.cost, left=(*rows.left, *other.left), groups=(*rows.groups, *other.groups))
        rows = rows.plus(parts=(*rows.parts, *other.parts))
        if rows.field is not None and other.table == rows.table and other.field is None:
            of = self.model.field(rows.table, rows.field.field) if not rows.field.via else None
            is_said = of is None or of.refers_to is not None or self._tells_of(words, of)
            for more in self._of_values(rows, other, phrase, negated=negated):
                yield more if is_said else more.told(phrase.span, Doubt())
            return
        closed = other.closed()
        if closed is None or closed.having or other.field is not None:
            return
        if phrase.quantity is not None and self.lattice.words[phrase.span[0]] in self.lattice.lexicon.words("definite"):
            return  # `of the 3 lamps` says which, and not of how many
        twice = len([link for link in self.model.links_from(other.table) if link.to_table == rows.table]) > 1
        if twice and not self._is_told(other.table, rows.table, words):
            return  # rows that point twice at this one: which way round is meant is not said
        if rows.field is not None and other.table != rows.table:
            yield from self._of_values_elsewhere(rows, other, phrase, words, negated=negated)
            return
        if other.table == rows.table and self.lattice.telling(words):
            return  # a row that does something to another row of its kind
        if other.table == rows.table and ranking is None and phrase.quantity is None and not negated:
            if other.order and not rows.order and rows.field is None:
                merged = tuple(dict.fromkeys((*rows.where, *other.where)))
                yield rows.plus(0.3, where=merged, order=other.order, limit=other.limit)
                return
            yield rows.plus(0.3, where=tuple(dict.fromkeys((*rows.where, *closed.where))))
            if words and set(words) <= self.lattice.lexicon.words("be"):
                return  # what they are is no other row
        counting = ranking is not None or phrase.quantity is not None
        for path, cost in self.paths(rows.table, other.table, words, counting=counting):
            dear = rows.plus(cost - 1.0 if cost >= 1.0 else 0.0)
            counts = counting and bool(self._said_of_the_tie(path, words))
            if counts or self._names_other_rows(words, path, rows.table, other.table):
                dear = dear.told(phrase.span, Doubt())
            if ranking is not None:
                yield from self._ranked_by_count(dear, closed, path, ranking.is_max, ranking.limit, phrase)
            elif phrase.quantity is not None:
                yield from self._counted(dear, closed, path, phrase.quantity, negated=negated)
            elif not self._groups(phrase, words, negated=negated):
                yield from self._existing(dear, closed, path, phrase, words, negated=negated)

    def _tells_of(self, words: tuple[str, ...], field: ModelField) -> bool:
        """Whether verbs say only that rows have a value: `the town they live in`, not `the team that won games`."""
        plain = [self.lattice.lexicon.words(kind) for kind in ("occurring", "locating", "tying", "doing", "happening")]
        said = [word for word in self.lattice.telling(words) if not any(word in each for each in plain)]
        return (
            not said
            or self.lattice.dates(said, field)
            or any(self.lattice.names(verb, word) for verb in said for name in field.names for word in name.words)
        )

    def _names_other_rows(self, words: tuple[str, ...], path: Path, table: str, other: str) -> bool:
        """Whether a verb names rows that the path has nothing to do with: students who teach a course are not those who
        are enrolled in it, where there are teachers. Or none at all, where the path leads over rows of their own: who
        observed a star has not discovered it."""
        owning = [word for word in words if word in self.lattice.lexicon.words("owning")]
        said = [*self.lattice.telling(words), *owning] if table != other else []
        if not said or self._is_named(path, words):
            return False
        named, passed = self.tables_of(words), {path.pivot, *(s.table for s in (*path.to_first, *path.to_second))}
        if others := [each for each in named if each not in (table, other)]:
            return not passed & set(others)
        return not named and bool(passed - {table, other}) and self._is_of_its_own(path, said)

    def _is_of_its_own(self, path: Path, verbs: list[str]) -> bool:
        """Whether rows between two others tell more than that these belong together, and verbs do not say just that."""
        pivot = self.model.tables[path.pivot]
        joined = {word for step in (*path.to_first, *path.to_second) for word in self._called(step.table)}
        is_near = len(path.to_first) + len(path.to_second) <= _NEAR
        if is_near and not joined.isdisjoint(self._called(path.pivot)):
            return False  # the puzzles used in a room, by room puzzle
        facts = any(field.is_measure or field.is_temporal for field in pivot.fields.values())
        is_plain = is_near and pivot.is_bridge and not facts
        return not is_plain and not self.lattice.lexicon.words("tying").issuperset(verbs)

    def _called(self, table: str) -> set[str]:
        return {word for name in self.model.tables[table].names if name.tier == EXACT for word in name.words}

    def _is_told(self, table: str, other: str, words: tuple[str, ...]) -> bool:
        """Whether a verb says which of two references is meant."""
        costs = [cost for path, cost in self.paths(other, table, words) if path.pivot == table]
        return len(costs) == 1

    def _groups(self, phrase: Phrase, words: tuple[str, ...], *, negated: bool) -> bool:
        """`professors by department`: a bare noun behind such a word says per what, and ties nothing."""
        bare = not (phrase.modifiers or phrase.texts or phrase.owners or phrase.is_any or negated)
        return bare and bool(words) and set(words) <= self.lattice.lexicon.words("group_by")

    def _says_more(self, words: tuple[str, ...], table: str, path: Path) -> bool:
        """Whether a verb says more than that there is one: who cancelled a membership has had one."""
        said = set(self.lattice.telling(words)) - self.lattice.lexicon.words("tying")
        return bool(said) and table not in self.tables_of(words) and not self._is_named(path, words)

    def _existing(
        self, rows: Rows, other: Rows, path: Path, phrase: Phrase, words: tuple[str, ...], *, negated: bool
    ) -> Iterator[Rows]:
        if rows.field is not None and not path.is_upwards:
            return
        if path.is_upwards:
            conditions = tuple(moved(condition, path.to_second) for condition in other.where)
            if not conditions:
                known = Compare(left=Column(field=path.to_second[0].field), op=Op.NOT_NULL) if path.to_second else None
                is_shown = not (words or negated or self.lattice.ends(phrase.span[0], "one_article"))
                if known is None or is_shown:  # `orders with customer`
                    return
                made: Condition = known if not negated else known.model_copy(update={"op": Op.IS_NULL})
                met = rows.meeting(made, phrase.span, _TRIVIAL)
                yield met.told(phrase.span, Doubt()) if self._says_more(words, other.table, path) else met
                return
            whole = conditions[0] if len(conditions) == 1 else Both(of=conditions)
            if negated:
                yield rows.meeting(negative(whole), phrase.span)
                return
            for condition in conditions:
                rows = rows.meeting(condition, phrase.span)
            yield rows
            return
        tied = self._said_of_the_tie(path, words)
        yield rows.meeting(self._member(path, other, tied, negated=negated), phrase.span)

    def _said_of_the_tie(self, path: Path, words: tuple[str, ...]) -> tuple[Condition, ...]:
        """`who conducted a performance`, where rows between say who played and whether as conductor."""
        own = {self.lattice.verb(w) for name in self.model.tables[path.pivot].names for w in name.words}
        said = [v for v in self.lattice.telling(words) if self.lattice.verb(v) not in own] if path.to_second else []
        flags = [f for f in self.model.tables[path.pivot].fields.values() if f.is_flag]
        named = [f for f in flags if any(self.lattice.names(v, w) for v in said for n in f.names for w in n.words)]
        hits = {h.field: h.value for found in self.model.worded.values() for h in found if h.table == path.pivot}
        return tuple(
            Compare(left=Column(field=f.name), op=Op.EQ, right=Given(value=as_stored(f, hits[f.name])))
            for f in named
            if f.name in hits
        )

    def _member(self, path: Path, other: Rows, tied: tuple[Condition, ...] = (), *, negated: bool = False) -> Member:
        where = (*tied, *(moved(condition, path.to_second) for condition in other.where))
        if path.to_second and not where:  # an order may have no coupon
            where = (Compare(left=Column(field=path.to_second[0].field), op=Op.NOT_NULL),)
        key = Output(name="key", value=key_of(path.to_first, path.to_first[-1].key))
        inner = Form(table=path.pivot, outputs=(key,), where=where)
        return Member(left=Column(field=path.to_first[-1].key), form=inner, negated=negated)

    def _counted(self, rows: Rows, other: Rows, path: Path, quantity: Quantity, *, negated: bool) -> Iterator[Rows]:
        """`with at least two orders`: groups of the other rows, held to their number."""
        if path.is_upwards or rows.field is not None or (_wants_several(quantity) and self._is_single(other)):
            return
        key = key_of(path.to_first, path.to_first[-1].key)
        for figure in self.how_many(path):
            held = Compare(left=figure, op=quantity.op, right=Given(value=int(quantity.value)))
            inner = Form(
                table=path.pivot,
                outputs=(Output(name="key", value=key),),
                where=tuple(moved(condition, path.to_second) for condition in other.where),
                group_by=(key,),
                having=(held,),
            )
            made: Condition = Member(left=Column(field=path.to_first[-1].key), form=inner, negated=negated)
            yield rows.meeting(made, quantity.span)
            if quantity.op in (Op.LE, Op.LT) and not negated:  # or those that have none as well
                counted = self.related_count(path, other, figure)
                yield rows.meeting(Compare(left=counted, op=quantity.op, right=held.right), quantity.span)

    def _is_single(self, rows: Rows) -> bool:
        """Whether there is one such row at most, by its key."""
        key = self.model.tables[rows.table].key
        pinned = [c.left for c in rows.where if isinstance(c, Compare) and c.op is Op.EQ]
        return len(key) == 1 and Column(field=key[0]) in pinned

    def how_many(self, path: Path) -> list[Figure]:
        """The other rows, each once; and, where rows of a third table tie them, those: if they differ, it is asked."""
        if not path.to_second:
            return [Figure(function=Function.COUNT)]
        once = Figure(function=Function.COUNT_DISTINCT, of=key_of(path.to_second, path.to_second[-1].key))
        return [once, Figure(function=Function.COUNT)]

    def related_counts(self, path: Path, other: Rows) -> list[Related]:
        return [self.related_count(path, other, figure) for figure in self.how_many(path)]

    def related_count(self, path: Path, other: Rows, figure: Figure | None = None) -> Related:
        inner = Form(table=path.pivot, where=tuple(moved(c, path.to_second) for c in other.where))
        figure = figure or self.how_many(path)[0]
        link = key_of(path.to_first, path.to_first[-1].key)
        return Related(function=figure.function, of=figure.of, rows=inner, link=link, to=path.to_first[-1].key)

    def _ranked_by_count(
        self, rows: Rows, other: Rows, path: Path, is_max: bool, limit: int, phrase: Phrase
    ) -> Iterator[Rows]:
        if path.is_upwards or rows.order or rows.field is not None:
            return
        for counted in self.related_counts(path, other):
            order = Order(by=counted, descending=is_max)
            ranked = rows.plus(order=(order,), limit=limit).told(phrase.span, order)
            if phrase.superlative is not None:
                ranked = ranked.marked(phrase.superlative.span)
            if isinstance(phrase.head, Thing) and self._may_be_an_amount(phrase, path):
                ranked = ranked.told(phrase.span, Doubt())
            yield ranked
            if not is_max:
                yield ranked.meeting(self._member(path, other), phrase.span)  # or of those that have one at all

    def _may_be_an_amount(self, phrase: Phrase, path: Path) -> bool:
        """`who refuelled the most`: so often, or so much."""
        said = self.lattice.ends(phrase.span[0], "most_of_it") == phrase.span[1]
        return said and any(field.is_measure for field in self.model.tables[path.pivot].stored.values())

    def _of_values(self, rows: Rows, other: Rows, phrase: Phrase, *, negated: bool) -> Iterator[Rows]:
        """Values of a column tied to rows of its own table: `countries that have more than one mountain`."""
        assert rows.field is not None  # noqa: S101
        ranking = phrase.superlative if phrase.superlative and phrase.superlative.counts else None
        if not rows.field.via and self.model.field(rows.table, rows.field.field).is_key:
            return  # each value stands in one row
        closed = other.closed()
        if closed is None:
            return
        if ranking is not None:
            if rows.order or negated:
                return
            order = Order(by=Figure(function=Function.COUNT), descending=ranking.is_max)
            ranked = rows.plus(where=(*rows.where, *closed.where), order=(order,), limit=ranking.limit)
            yield ranked.told(ranking.span, order)
        elif phrase.quantity is not None:
            if negated:
                return
            held = Compare(
                left=Figure(function=Function.COUNT),
                op=phrase.quantity.op,
                right=Given(value=int(phrase.quantity.value)),
            )
            yield rows.plus(where=(*rows.where, *closed.where), having=(*rows.having, held)).told(
                phrase.quantity.span, held
            )
        elif closed.where:
            inner = Form(table=rows.table, outputs=(Output(name="key", value=rows.field),), where=closed.where)
            yield rows.meeting(Member(left=rows.field, form=inner, negated=negated), phrase.span)
        elif not negated:
            yield rows.plus(_TRIVIAL)

    def _of_values_elsewhere(
        self, rows: Rows, other: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool
    ) -> Iterator[Rows]:
        """`the city with the most orders`, where a city is a column of another table that each order knows."""
        assert rows.field is not None  # noqa: S101
        if rows.where or rows.having or rows.order:
            return
        if not any(path.is_upwards for path, _ in self.paths(other.table, rows.table, words)):
            yield from self._by_how_many(rows, other, phrase, words, negated=negated)
        for path, cost in self.paths(other.table, rows.table, words):
            if path.is_upwards:
                column = rows.field.model_copy(update={"via": (*path.to_second, *rows.field.via)})
                seen = rows.plus(max(cost - 1.0, 0.0) + 0.4, table=other.table, field=column)
                yield from self._of_values(seen, other, phrase, negated=negated)

    def _by_how_many(
        self, rows: Rows, other: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool
    ) -> Iterator[Rows]:
        """`types of policy used by more than 2 customers`: a value's rows point at so many of them, or are so many. If
        that differs, it is asked."""
        ranking, quantity = phrase.superlative, phrase.quantity
        if negated or other.where or (quantity is None) == (ranking is None or not ranking.counts):
            return
        for path, cost in self.paths(rows.table, other.table, words):
            if not path.is_upwards:
                continue
            dear = rows.plus(max(cost - 1.0, 0.0) + 0.4)
            distinct = Figure(function=Function.COUNT_DISTINCT, of=key_of(path.to_second, path.to_second[-1].key))
            for figure in (distinct, Figure(function=Function.COUNT)):
                if quantity is not None:
                    held = Compare(left=figure, op=quantity.op, right=Given(value=int(quantity.value)))
                    yield dear.plus(having=(*rows.having, held)).told(quantity.span, held)
                elif ranking is not None:
                    order = Order(by=figure, descending=ranking.is_max)
                    yield dear.plus(order=(order,), limit=ranking.limit).told(ranking.span, order)

    def by_verb(self, rows: Rows, relation: Relation) -> Iterator[Rows]:
        """A verb alone names a table, `products that were ordered`, or says nothing, `courses that are offered`."""
        dated = list(self._with_a_day(rows, relation))
        vacuous = self.lattice.lexicon.words("vacuous") | self._helping
        is_own = rows.table in self.tables_of(relation.verbs)  # what stands among sales was sold
        if not dated and not relation.is_negated and (is_own or set(relation.verbs) <= vacuous):
            yield rows.plus(_TRIVIAL)
        yield from dated
        for table in self.tables_of(relation.verbs):
            for path, cost in self.paths(rows.table, table, relation.verbs):
                if path.pivot == table and len(path.to_first) == 1:  # those who did it, not what they did it to
                    made = self._member(path, Rows(table), negated=relation.is_negated)
                    yield rows.meeting(made, relation.span, cost)

    def _with_a_day(self, rows: Rows, relation: Relation) -> Iterator[Rows]:
        """`invoices that have not been paid`: those without the day on which they were."""
        said = self.lattice.telling(relation.verbs)
        is_state = not self.lattice.lexicon.words("be").isdisjoint(relation.verbs) and not relation.is_negated
        if any(self._is_called(v) or (is_state and v == self.lattice.verb(v)) for v in said):
            return  # what is open was opened, and is so no longer of all
        days = [f for f in self.model.tables[rows.table].fields.values() if f.is_temporal and not f.type.is_number]
        named = [field for field in days if said and self.lattice.dates(said, field)]
        if len(named) == 1 and rows.field is None:
            op = Op.IS_NULL if relation.is_negated else Op.NOT_NULL
            made = Compare(left=Column(field=named[0].name), op=op)
            days = () if relation.is_negated else (named[0].name,)
            yield rows.meeting(made, relation.span, _HAS_A_DAY).plus(days=days)

    def _is_called(self, verb: str) -> bool:
        """Whether a table is called by a word: then it is no verb."""
        named = self.model.nouns.get(self.lattice.stem(verb), ())
        return any(sense.field is None for words, senses in named if len(words) == 1 for sense in senses)

    @property
    def _helping(self) -> frozenset[str]:
        lexicon = self.lattice.lexicon
        return lexicon.words("be") | lexicon.words("auxiliary") | lexicon.words("have")

    def counted_by_verb(self, rows: Rows, quantity: Quantity, words: tuple[str, ...]) -> Iterator[Rows]:
        """`ordered more than 3 times`."""
        for table in self.tables_of(words):
            for path, cost in self.paths(rows.table, table, words):
                if path.pivot == table:
                    yield from (
                        more.plus(cost) for more in self._counted(rows, Rows(table), path, quantity, negated=False)
                    )

    def tables_of(self, words: tuple[str, ...]) -> list[str]:
        return self.lattice.tables_of(words)


def _wants_several(quantity: Quantity) -> bool:
    least = quantity.value + 1 if quantity.op is Op.GT else quantity.value
    return quantity.op in (Op.EQ, Op.GE, Op.GT) and least > 1
