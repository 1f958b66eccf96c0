"""Ranks and figures over rows that belong to a row: the oldest, the most orders, the highest average."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column, Compare, Condition, Figure, Given, Lookup, Order, Related
from arch_team.forms.joins import Path
from arch_team.forms.negating import negative
from arch_team.grammar.syntax import Comparison, Noun, Number, Phrase, Superlative
from arch_team.interpreting.read import Doubt, Part
from arch_team.modelling.naming import PARTIAL
from arch_team.semantics.comparing import Comparing
from arch_team.semantics.places import Place
from arch_team.semantics.rows import Rows


class Ranking(Comparing):
    """Orders and conditions by figures."""

    def _ranked(self, phrase: Phrase, rows: Rows) -> Iterator[Rows]:
        """The superlative before a noun: `the oldest student`, `the most common status`."""
        ranking = phrase.superlative
        if ranking is None or phrase.is_count:
            yield rows
            return
        if rows.order:
            if ranking.dimension is None and not ranking.counts and ranking.is_max and rows.limit == 1:
                yield replace(rows, limit=ranking.limit).marked(ranking.span)  # `the top 3 … with the most …`
            return
        if rows.field is not None and ranking.counts:
            if self._columns_of(None, rows)[0].field.is_key:
                return
            count = Order(by=Figure(function=Function.COUNT), descending=ranking.is_max)
            yield rows.plus(order=(count,), limit=ranking.limit).told(ranking.span, count)
        elif rows.field is None and ranking.counts:
            yield from self._most_referred(rows, ranking)
        elif rows.field is None and ranking.dimension is not None:
            for place, descending in self.dimension(ranking.dimension, rows):
                order = Order(by=place.column, descending=descending)
                yield rows.plus(place.cost, order=(order,), limit=ranking.limit).told(ranking.span, order)

    def _most_referred(self, rows: Rows, ranking: Superlative) -> Iterator[Rows]:
        """`the most common type`: by the rows of the one table that points at it."""
        children = {link.table for link in self.model.links_to(rows.table)}
        if len(children) != 1:
            return
        for path, cost in self.paths(rows.table, next(iter(children))):
            if len(path.to_first) == 1 and not path.to_second:
                counted = self.related_count(path, Rows(path.pivot))
                order = Order(by=counted, descending=ranking.is_max)
                ranked = rows.plus(cost - 1.0, order=(order,), limit=ranking.limit).told(ranking.span, order)
                yield ranked if ranking.is_max else ranked.meeting(self._member(path, Rows(path.pivot)), ranking.span)

    def _extreme(self, rows: Rows, ranking: Superlative, place: Place) -> list[Rows]:
        if rows.order or not (place.field.type.is_number or place.field.is_temporal):
            return []
        if place.field.is_temporal and place.cost >= PARTIAL * 0.6 and not self._is_of_time(ranking):
            return []  # the smallest rating is not that of the first rating date
        label = self.model.tables[rows.table].label
        if rows.field is not None and rows.field.field not in label and place.field.is_measure and not ranking.counts:
            return self._by_its_rows(rows, ranking, place)
        order = Order(by=place.column, descending=ranking.is_max)
        ranked = rows.plus(place.cost, order=(order,), limit=ranking.limit).told(ranking.span, order)
        fits = place.field.is_temporal or self._may_compare(ranking.dimension, place.field)
        return [ranked if fits else ranked.told(ranking.span, Doubt())]  # the most expensive hosts by their number

    def _by_its_rows(self, rows: Rows, ranking: Superlative, place: Place) -> list[Rows]:
        """`the branch with the highest revenue`, where a branch has many rows: all of them together, or one of them."""
        single = Function.MAX if ranking.is_max else Function.MIN
        found: list[Rows] = []
        for function in place.field.ranked_by(single):
            order = Order(by=Figure(function=function, of=place.column), descending=ranking.is_max)
            found.append(rows.plus(place.cost, order=(order,), limit=ranking.limit).told(ranking.span, order))
        return found

    def _is_of_time(self, ranking: Superlative) -> bool:
        """Whether a word ranks by dates, or by whatever it is said of."""
        listed = self.lattice.lexicon.dimensions.get(ranking.dimension or "", ())
        words = {word for columns in listed for word in columns.removeprefix("-").split()}
        return not words or bool(words & self.lattice.lexicon.words("time_noun"))

    def _said_to_be(self, rows: Rows, phrase: Phrase, words: tuple[str, ...]) -> Iterator[Rows]:
        """`is the oldest`, `is the most common`, `was ordered most often`."""
        ranking = phrase.superlative
        if ranking is None or rows.order:
            return
        named = self.tables_of(words)
        elsewhere = [table for table in named if table != rows.table]
        occurs = (
            rows.table in named
            or all(map(self._says_that_it_is, self.lattice.telling(words)))
            or self._names(rows, words)
        )
        if not elsewhere and (ranking.dimension is not None or (rows.field is not None and occurs)):
            yield from self._done_when(rows, ranking, words) or self._ranked(phrase, rows)
        for table in elsewhere if rows.field is not None and ranking.counts else ():  # `the type repaired most often`
            yield from self._of_values_elsewhere(rows, Rows(table), phrase, words, negated=False)
        if ranking.dimension is not None:
            yield from self._ranked_by_date(rows, ranking, elsewhere, words)
        if ranking.counts and rows.field is None:
            if occurs:
                yield from self._most_referred(rows, ranking)
            for table in self.tables_of(words):
                for path, cost in self.paths(rows.table, table, words):
                    for counted in self.related_counts(path, Rows(table)) if not path.is_upwards else ():
                        order = Order(by=counted, descending=ranking.is_max)
                        ranked = rows.plus(cost, order=(order,), limit=ranking.limit).told(ranking.span, order)
                        yield ranked if ranking.is_max else ranked.meeting(self._member(path, Rows(table)), phrase.span)

    def _done_when(self, rows: Rows, ranking: Superlative, words: tuple[str, ...]) -> list[Rows]:
        """`were born first`: by the day of what was done, where there is one."""
        said, listed = self.lattice.telling(words), self.lattice.lexicon.dimensions.get(ranking.dimension or "", ("",))
        own = self.model.tables[rows.table].fields.values() if said and self.ranks_times(ranking.dimension) else ()
        told = [Column(field=f.name) for f in own if f.is_temporal and self.lattice.dates(said, f)]
        orders = [Order(by=day, descending=not listed[0].startswith("-")) for day in told]
        dear = 0.2 if len(told) == 1 else 1.0
        return [rows.plus(dear, order=(o,), limit=ranking.limit).told(ranking.span, o) for o in orders]

    def _says_that_it_is(self, verb: str) -> bool:
        """`occurs`, `is used`: it tells of no other rows."""
        return any(verb in self.lattice.lexicon.words(kind) for kind in ("occurring", "locating"))

    def _names(self, rows: Rows, words: tuple[str, ...]) -> bool:
        """Whether a verb is of what a column holds: `nominees nominated most often`."""
        names = [name for place in self._columns_of(None, rows) for name in place.field.names]
        said = self.lattice.telling(words)
        return bool(said) and all(any(self.lattice.names(v, n.words[-1]) for n in names) for v in said)

    def _ranked_by_date(
        self, rows: Rows, ranking: Superlative, tables: Sequence[str], words: tuple[str, ...]
    ) -> Iterator[Rows]:
        """`the order that was shipped most recently`: by the date of the shipments."""
        for table in tables:
            for path, cost in self.paths(rows.table, table, words):
                if path.pivot != table or path.is_upwards or rows.field is not None:
                    continue
                for place, descending in self.dimension(ranking.dimension or "", Rows(table)):
                    figure = self.related_count(path, Rows(table)).model_copy(
                        update={"function": Function.MAX if descending else Function.MIN, "of": place.column}
                    )
                    order = Order(by=figure, descending=descending)
                    ranked = rows.plus(cost, order=(order,), limit=ranking.limit).told(ranking.span, order)
                    yield ranked.meeting(self._member(path, Rows(table)), ranking.span)

    def by_figure(self, rows: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """`with the highest average rating`, `with an average price above 5`, `with a number of orders above 3`."""
        comparisons = [m for m in phrase.modifiers if isinstance(m, Comparison) and m.of is None]
        others = tuple(m for m in phrase.modifiers if m not in comparisons)
        plain = replace(phrase, functions=(), is_count=False, superlative=None, quantity=None, modifiers=others)
        for figure, dear, told in self._figures_of(rows, phrase, plain, words):
            rows = rows.plus(parts=tuple(dict.fromkeys((*rows.parts, *told))))
            ranking = phrase.superlative
            if ranking is not None and not comparisons and not negated and not rows.order:
                order = Order(by=figure, descending=ranking.is_max)
                yield rows.plus(dear, order=(order,), limit=ranking.limit).told(ranking.span, order)
            elif len(comparisons) == 1 and len(comparisons[0].rights) == 1 and not negated:
                for against, cost, parts in self._held_against(comparisons[0], figure, rows):
                    held: Condition = Compare(left=figure, op=comparisons[0].op, right=against)
                    held = negative(held) if comparisons[0].is_negated else held
                    met = rows.plus(dear + cost, parts=(*rows.parts, *parts))
                    if isinstance(figure, Figure):
                        yield met.plus(having=(*met.having, held)).told(phrase.span, held)
                    else:
                        yield met.meeting(held, phrase.span)

    def _held_against(
        self, comparison: Comparison, figure: Figure | Related, rows: Rows
    ) -> Iterator[tuple[Given | Lookup, float, tuple[Part, ...]]]:
        """What a figure is compared with: a number, or the same figure over all rows."""
        right = comparison.rights[0]
        if isinstance(right, Number):
            yield Given(value=right.value), 0.0, (Part(right.span, right.value),)
        elif isinstance(right, Phrase) and right.functions and figure.of is not None:
            table = figure.rows.table if isinstance(figure, Related) else rows.table
            column = figure.of if not figure.of.via else None
            if column is not None and right.functions == (figure.function,):
                place = Place(Path(table, (), ()), column, self.model.field(table, column.field), 0.0)
                for found, cost, parts in self._figures(right, Rows(table), place):
                    if isinstance(found, Lookup):
                        yield found, cost, parts

    def _figures_of(
        self, rows: Rows, phrase: Phrase, plain: Phrase, words: tuple[str, ...]
    ) -> Iterator[tuple[Figure | Related, float, tuple[Part, ...]]]:
        head = phrase.head
        if not isinstance(head, Noun):
            return
        if phrase.is_count and not phrase.functions:
            tables = replace(plain, head=replace(head, senses=tuple(s for s in head.senses if s.field is None)))
            for other in self.rows(tables, rows) if tables.head.senses else []:  # type: ignore[union-attr]
                if other.left or other.order or other.field is not None:
                    continue
                if rows.field is not None and other.table == rows.table and not other.where:
                    yield Figure(function=Function.COUNT), other.cost, ()
                for path, cost in self.paths(rows.table, other.table, words, counting=True):
                    if rows.field is None:
                        yield self.related_count(path, other), max(cost - 1.0, 0.0) + other.cost, ()
            return
        if len(phrase.functions) != 1:
            return
        measured = replace(plain, head=replace(head, senses=(*head.senses, *self.only_measures(head))))
        for place in self._columns_of(measured, rows):
            if not place.field.is_measure:
                continue
            if rows.field is not None and place.path.is_upwards:
                yield Figure(function=phrase.functions[0], of=place.column), place.cost, ()
            elif rows.field is None and not place.path.is_upwards and not place.path.to_second:
                for inner in self._narrowed(plain.modifiers, Rows(place.path.pivot)):
                    if inner.left or inner.order or inner.field is not None:
                        continue
                    counted = self.related_count(place.path, inner)
                    figure = counted.model_copy(update={"function": phrase.functions[0], "of": place.column})
                    yield figure, max(place.cost - 1.0, 0.0) + inner.cost, inner.parts
