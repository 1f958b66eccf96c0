"""Figures: of all rows, for each group, for each row that others point at."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Bucket, Column, Compare, Condition, Expression, Figure, Form, Member, Related, Step
from arch_team.forms.joins import Path, key_of, moved, nearest
from arch_team.grammar.leaves import counts_others
from arch_team.grammar.syntax import Attach, GrainWord, Modifier, Noun, Phrase
from arch_team.interpreting.read import Candidate, Part
from arch_team.modelling.model import NounSense
from arch_team.modelling.naming import EXACT, PARTIAL
from arch_team.semantics.asking import Asked
from arch_team.semantics.listing import Listing, seen_from
from arch_team.semantics.places import MOST_DAYS, Place
from arch_team.semantics.rows import Rows


@dataclass(frozen=True, slots=True)
class Keys:
    """What to group by: the table whose rows are put together, its steps to the rows figures are of, the keys, what
    shows them, and further conditions."""

    base: str
    to_rows: tuple[Step, ...] = ()
    keys: tuple[Expression, ...] = ()
    shown: tuple[Expression, ...] = ()
    where: tuple[Condition, ...] = ()
    parts: tuple[Part, ...] = ()

    def with_more(self, other: "Keys") -> "Keys":
        return Keys(
            other.base,
            other.to_rows,
            (*self.keys, *other.keys),
            (*self.shown, *other.shown),
            (*self.where, *other.where),
            (*self.parts, *other.parts),
        )


class Grouping(Listing):
    """Counts, sums and averages as forms."""

    def _totals(self, figures: list[Asked]) -> Iterator[Candidate]:
        """Figures without groups, all of the same rows."""
        for base, steps, expressions, where, parts, cost in self._figure_bases(figures):
            if steps is None:
                continue
            form = Form(table=base, outputs=self._named(tuple(expressions)), where=where)
            yield Candidate(form, cost, parts)
            phrase = figures[0].phrase
            is_told = figures[0].is_distinct or (phrase is not None and counts_others(phrase))
            ties = self._counted_ties(form) if len(figures) == 1 and not is_told else None
            named = {m.table for m in (part.meaning for part in parts) if isinstance(m, NounSense) and m.field is None}
            if ties is not None and ties.table not in named:  # customers who have orders are no orders
                yield Candidate(ties, cost, parts)

    def _counted_ties(self, form: Form) -> Form | None:
        """The same count over the rows that tie the things to others: if it differs, which is meant is asked."""
        members = [c for c in form.where if isinstance(c, Member) and not c.negated and not c.left.via]
        figure = form.outputs[0].value
        if len(members) != 1 or not isinstance(figure, Figure) or figure.of is not None:
            return None
        inner, key = members[0].form, members[0].form.outputs[0].value
        if inner.group_by or inner.limit is not None or not self.model.tables[inner.table].is_bridge:
            return None
        if not isinstance(key, Column):
            return None
        back = (*key.via, Step(field=key.field, table=form.table, key=members[0].left.field))
        others = tuple(moved(condition, back) for condition in form.where if condition not in members)
        return Form(table=inner.table, outputs=form.outputs, where=(*inner.where, *others))

    def _figure_bases(
        self, figures: list[Asked]
    ) -> Iterator[tuple[str, tuple[()] | None, list[Expression], tuple[Condition, ...], tuple[Part, ...], float]]:
        rows = figures[0].rows.closed()
        if rows is None or rows.having:
            return
        if any(one.rows.table != rows.table or one.rows.where != figures[0].rows.where for one in figures):
            return
        paths = {one.place.path for one in figures if one.place is not None and not one.place.path.is_upwards}
        if not paths:
            expressions = [self._figure(one) for one in figures]
            yield rows.table, (), expressions, rows.where, rows.parts, 0.0
        elif len(paths) == 1 and all(one.place is not None for one in figures):
            path = paths.pop()
            if path.to_second or rows.field is not None:
                return  # the figure's own rows would be counted more than once
            expressions = [self._figure(one) for one in figures]
            where = tuple(moved(condition, path.to_first) for condition in rows.where)
            yield path.pivot, (), expressions, where, rows.parts, 0.2

    def _figure(self, one: Asked) -> Expression:
        if one.function is not None and one.place is not None:
            return Figure(function=one.function, of=one.place.column)
        if one.rows.field is not None:
            return Figure(function=Function.COUNT_DISTINCT, of=one.rows.field)
        return Figure(function=Function.COUNT)

    def _grouped(
        self, asked: tuple[Asked, ...], figures: list[Asked], plain: list[Asked], groups: tuple[Phrase, ...]
    ) -> Iterator[Candidate]:
        if any(one.is_bare_count for one in figures):
            yield from self._own_count(asked, figures, plain)
            return
        if any(one.place is not None and one.place.field.is_measure for one in plain):
            return  # a number beside a figure: of each, or a figure too?
        if any(one.function is not None for one in figures) and any(self._is_number(one.rows) for one in plain):
            return
        ranked = list(self._ranked_figure(figures, plain))
        if ranked:
            yield from ranked
            return
        if plain and not groups:
            yield from self._per_row(asked, figures, plain)
            return
        yield from self._per_group(figures, plain, groups)

    def _is_number(self, rows: Rows) -> bool:
        return any(place.field.is_measure for place in self._columns_of(None, rows))

    def _own_count(self, asked: tuple[Asked, ...], figures: list[Asked], plain: list[Asked]) -> Iterator[Candidate]:
        """`the job with the most employees and the count`: the figure it is ranked or held by."""
        for candidate in self._listed(tuple(plain)):
            form = candidate.form
            by = [order.by for order in form.order_by if isinstance(order.by, Figure | Related)]
            held = [c.left for c in form.having if isinstance(c, Compare) and isinstance(c.left, Figure)]
            counted = (by or held)[:1]
            if counted:
                outputs = self._named((*(o.value for o in form.outputs), counted[0]))
                yield Candidate(form.model_copy(update={"outputs": outputs}), candidate.cost, candidate.parts)
            elif plain and plain[0].rows.field is None and plain[0].place is not None:
                column = plain[0].place.column
                if len(plain) == 1 and not form.order_by:
                    grouped = form.model_copy(
                        update={
                            "outputs": self._named((column, Figure(function=Function.COUNT))),
                            "group_by": (column,),
                            "distinct": False,
                        }
                    )
                    yield Candidate(grouped, candidate.cost + 0.3, candidate.parts)

    def _ranked_figure(self, figures: list[Asked], plain: list[Asked]) -> Iterator[Candidate]:
        """`the titles and average rating of the movies with the lowest average rating`: what they are ranked by."""
        one = figures[0]
        if len(figures) != 1 or one.place is None or one.function is None or not plain:
            return
        rows = one.rows
        alike = [p.rows.table == rows.table and not p.rows.where and not p.rows.order for p in plain]
        if rows.order and all(alike):  # the names stand before what they are of
            plain = [replace(p, rows=replace(rows, parts=(*p.rows.parts, *rows.parts))) for p in plain]
        for candidate in self._listed(tuple(plain)):
            form = candidate.form
            by = form.order_by[0].by if len(form.order_by) == 1 else None
            if not isinstance(by, Related) or by.of is None or by.function is not one.function:
                continue
            table = by.of.via[-1].table if by.of.via else by.rows.table
            if (table, by.of.field) == (one.place.field.table, one.place.field.name):
                outputs = self._named((*(o.value for o in form.outputs), by))
                told = (*candidate.parts, *one.rows.parts)
                yield Candidate(form.model_copy(update={"outputs": outputs}), candidate.cost, told)

    def _per_row(self, asked: tuple[Asked, ...], figures: list[Asked], plain: list[Asked]) -> Iterator[Candidate]:
        """`the names of customers and how many orders they have`: a figure over the rows that point at each row."""
        subject = plain[0].rows
        if any(one.rows.table != subject.table for one in plain):
            return
        counted = figures[0].rows
        if counted.table == subject.table and len(plain) == 1:
            yield from self._per_value(figures, plain[0])
            return
        words = tuple(word for part in counted.parts for word in self._said(part))
        spoken = tuple(w for one in figures if one.phrase for w in self.lattice.words[slice(*one.phrase.span)])
        for path, cost in self.paths(subject.table, counted.table, (*words, *spoken), counting=True):
            if any(one.rows.table != counted.table for one in figures):
                continue
            yield from (
                candidate
                for figure in self.how_many(path)
                if not (figures[0].is_distinct and figure.function is Function.COUNT and path.to_second)
                for candidate in self._row_by_row(asked, figures, subject, counted, path, figure, cost)
            )

    def _row_by_row(
        self,
        asked: tuple[Asked, ...],
        figures: list[Asked],
        subject: Rows,
        counted: Rows,
        path: Path,
        figure: Figure,
        cost: float,
    ) -> Iterator[Candidate]:
        related: list[Expression] = []
        for one in figures:
            if one.place is None:
                related.append(self.related_count(path, counted, figure))
            elif one.place.path.is_upwards and one.function is not None:
                count = self.related_count(path, counted)
                column = seen_from(one.place.column, path.to_second)
                if isinstance(column, Column):
                    related.append(count.model_copy(update={"function": one.function, "of": column}))
        if len(related) != len(figures):
            return
        shown: list[Expression] = []
        at = 0
        for one in asked:
            if one.is_figure:
                shown.append(related[at])
                at += 1
            else:
                shown += self._shown(one, len(asked))
        form = Form(
            table=subject.table,
            outputs=self._named(tuple(dict.fromkeys(shown))),
            where=(*subject.where, self._member(path, counted)),
            order_by=subject.order,
            limit=subject.limit,
        )
        yield Candidate(form, max(cost - 1.0, 0.0), (*subject.parts, *counted.parts))

    def _per_value(self, figures: list[Asked], one: Asked) -> Iterator[Candidate]:
        """`the countries and the number of climbers`: figures per value of a column of the same rows."""
        column = one.rows.field or (one.place.column if one.place else None)
        rows = figures[0].rows
        if column is None or any(f.place is not None and not f.place.path.is_upwards for f in figures):
            return
        if one.place is not None and not one.place.path.is_upwards:
            return
        field = one.place.field if one.place else self._columns_of(None, one.rows)[0].field
        if field.is_key:
            return
        subject = one.rows
        outputs = self._named((column, *(self._figure(f) for f in figures)))
        form = Form(
            table=rows.table,
            outputs=outputs,
            where=tuple(dict.fromkeys((*subject.where, *rows.where))),
            group_by=(column,),
            having=subject.having,
            order_by=subject.order,
            limit=subject.limit,
        )
        yield Candidate(form, 0.2, (*subject.parts, *rows.parts))

    def _per_group(self, figures: list[Asked], plain: list[Asked], groups: tuple[Phrase, ...]) -> Iterator[Candidate]:
        """`the average price for each category`."""
        rows = figures[0].rows.closed()
        if rows is None or rows.having or any(one.rows.table != rows.table for one in figures):
            return
        for place in {one.place for one in figures if one.place is not None}:
            if not place.path.is_upwards:
                if place.path.to_second or len(figures) > 1:
                    return
                where = tuple(moved(c, place.path.to_first) for c in rows.where)
                table = Rows(place.path.pivot, where, cost=rows.cost, parts=rows.parts)
                column = Place(Path(table.table, (), ()), Column(field=place.field.name), place.field, place.cost)
                yield from self._per_group([replace(figures[0], rows=table, place=column)], plain, groups)
                return
        for keyed, cost in self._keys(rows, groups):
            base, to_rows, keys, shown, where = keyed.base, keyed.to_rows, keyed.keys, keyed.shown, keyed.where
            expressions: list[Expression] = []
            for one in figures:
                figure = self._figure(one)
                if isinstance(figure, Figure) and to_rows:
                    if figure.of is None:
                        key = key_of(to_rows, to_rows[-1].key)
                        figure = Figure(function=Function.COUNT_DISTINCT, of=key)
                    else:
                        figure = seen_from(figure, to_rows)
                expressions.append(figure)
            extra: list[Expression] = []
            sound = True
            for one in plain:
                columns = self._shown(one, 2)
                if one.rows.table == rows.table and not to_rows and all(c in (*keys, *shown) for c in columns):
                    extra += columns
                elif all(self._is_known(base, c, one, keys) is not None for c in columns):
                    extra += [e for c in columns if (e := self._is_known(base, c, one, keys)) is not None]
                else:
                    sound = False
            if not sound:
                continue
            shown_all = tuple(dict.fromkeys((*(extra or shown), *expressions)))
            form = Form(
                table=base,
                outputs=self._named(shown_all),
                where=tuple(dict.fromkeys((*(moved(c, to_rows) for c in rows.where), *where))),
                group_by=tuple(dict.fromkeys((*keys, *(extra or shown)))),
            )
            parts = (*rows.parts, *keyed.parts, *(part for one in plain for part in one.rows.parts))
            yield Candidate(form, cost, parts)

    def _is_known(self, base: str, column: Expression, one: Asked, keys: Sequence[Expression]) -> Expression | None:
        """A column of a grouped row, seen from the base: only where the group is that row."""
        for key in keys:
            if isinstance(key, Column):
                for there, steps in self.joins.climbs(base):
                    if there == one.rows.table and steps and key_of(steps, "") == key:
                        return seen_from(column, steps)
        return None

    def _keys(self, rows: Rows, groups: tuple[Phrase, ...]) -> list[tuple["Keys", float]]:
        """What to group by, for each of the phrases that say so."""
        options: list[tuple[Keys, float]] = [(Keys(rows.table), 0.0)]
        for phrase in groups:
            options = [
                (keys.with_more(more), cost + dear)
                for keys, cost in options
                for more, dear in self._key(rows, phrase)
                if not keys.keys or (keys.base, keys.to_rows) == (more.base, more.to_rows)
            ]
            options = sorted(options, key=lambda item: item[1])[:4]
        return options

    def _of_days(self, modifiers: tuple[Modifier, ...], rows: Rows) -> list[Column] | None:
        """The day of `per year of birth`. Nothing where none is said, None where something else is."""
        if not modifiers:
            return []
        item = modifiers[0].phrases.items[0] if isinstance(modifiers[0], Attach) and len(modifiers) == 1 else None
        senses = item.head.senses if item is not None and isinstance(item.head, Noun) and not item.modifiers else ()
        return [
            Column(field=s.field) for s in senses if s.field and s.table == rows.table and self.lattice.is_day(s)
        ] or None

    def _tables_in(self, modifiers: tuple[Modifier, ...]) -> set[str]:
        heads = [m.phrases.items[0].head for m in modifiers if isinstance(m, Attach)]
        return {sense.table for head in heads if isinstance(head, Noun) for sense in head.senses}

    def _key(self, rows: Rows, phrase: Phrase) -> Iterator[tuple["Keys", float]]:
        head = phrase.head
        if isinstance(head, GrainWord) and (named := self._of_days(phrase.modifiers, rows)) is not None:
            days = named or self.days_of(rows)[:MOST_DAYS]
            held = [c.left for c in rows.where if isinstance(c, Compare)]
            for column in [day for day in days if day in held] or days:
                bucket = Bucket(grain=head.grain, of=column)
                yield Keys(rows.table, (), (bucket,), (bucket,), (Compare(left=column, op=Op.NOT_NULL),)), 0.1
        if not isinstance(head, Noun):
            return
        whole = any(sense.field is None and sense.tier == EXACT for sense in head.senses)
        columns = tuple(s for s in head.senses if s.field is not None and not (whole and s.tier >= PARTIAL))
        if self.lattice.ends(head.span[0], "grain") == head.span[1]:  # `per year` is no model year of something near
            columns = tuple(s for s in columns if s.table == rows.table and s.tier < PARTIAL)
        bare = replace(phrase, head=replace(head, senses=columns), is_each=False)
        owned = len(phrase.modifiers) == 1 and self._owns(phrase.modifiers[0])
        if columns and (owned or not phrase.modifiers) and not phrase.texts:
            for place in self._columns_of(bare, rows):
                if owned and place.field.table not in self._tables_in(phrase.modifiers):
                    continue
                if place.path.is_upwards and not place.field.is_key:
                    cost = 0.0 if owned else place.cost  # `per town of the venue` says of what the town is
                    yield Keys(rows.table, (), (place.column,), (place.column,)), cost + 0.1
        tables = tuple(sense for sense in head.senses if sense.field is None)
        if not tables:
            return
        for group in self.rows(replace(phrase, head=replace(head, senses=tables), is_each=False)):
            if group.left or group.order or group.table == rows.table:
                continue
            for path, cost in self.paths(rows.table, group.table):
                if not path.to_second:
                    continue
                key = key_of(path.to_second, "")
                labels = [seen_from(column, path.to_second) for column in self._labels_of(group.table)]
                shown = [nearest(label) for label in labels]
                where = [moved(condition, path.to_second) for condition in group.where]
                known = Compare(left=key, op=Op.NOT_NULL)
                dear = group.cost + max(cost - 1.0, 0.0)
                keys = Keys(path.pivot, path.to_first, (key,), tuple(shown), (*where, known), group.parts)
                yield keys, dear
