"""From what is asked for to a form."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import (
    Bucket,
    Column,
    Compare,
    Condition,
    Expression,
    Figure,
    Form,
    Member,
    Order,
    Output,
    Related,
    Step,
)
from arch_team.semantics.asking import Asked, Asking
from arch_team.semantics.joins import Path, key_of, moved
from arch_team.semantics.leaves import leaves_of, phrases_in
from arch_team.semantics.places import Place
from arch_team.semantics.rows import Part, Rows, best
from arch_team.semantics.syntax import Attach, Comparison, GrainWord, Noun, Phrase, Relation, Sentence, Sorting

_MOST = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A form a question may have, what it costs to read it so, and which words are what."""

    form: Form
    cost: float
    parts: tuple[Part, ...]


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


class Builder(Asking):
    """Puts the targets of a sentence together into forms."""

    def candidates(self, sentence: Sentence) -> list[Candidate]:
        found: dict[Form, Candidate] = {}
        needed = leaves_of(sentence)
        each = [phrase for phrase in phrases_in(sentence) if phrase.is_each and phrase not in sentence.targets]
        for asked, cost in self._together(sentence.targets):
            groups = (*sentence.groups, *(group for one in asked for group in one.rows.groups))
            asks_figures = any(one.is_figure or one.is_measured for one in asked)
            if asks_figures and any(phrase not in groups for phrase in each):
                continue
            if sentence.asks_who and not all(self._is_somebody(one) for one in asked):
                continue
            for made in self._forms(asked, sentence):
                if not needed <= {part.span for part in made.parts}:
                    continue  # something of the question was passed over
                if self._is_empty(Rows(made.form.table, made.form.where)):
                    continue
                form = self._per_unit(made.form)
                if form is None:
                    continue
                total = Candidate(form, made.cost + cost, made.parts)
                if form not in found or found[form].cost > total.cost:
                    found[form] = total
        return sorted(found.values(), key=lambda candidate: candidate.cost)[:_MOST]

    def _per_unit(self, form: Form) -> Form | None:
        """Sums and averages of amounts for each currency apart. None where that would no longer answer the question:
        ranks and limits over figures of several units."""
        summed = [e for e in (*(o.value for o in form.outputs), *(o.by for o in form.order_by)) if _adds_up(e)]
        summed += [c.left for c in form.having if isinstance(c, Compare) and _adds_up(c.left)]
        units = {unit for one in summed if (unit := self._unit_of(one, form)) is not None}
        pinned = {c.left for c in form.where if isinstance(c, Compare) and c.op is Op.EQ}
        units -= {unit for unit in units if unit in pinned or unit in form.group_by}
        if not units:
            return form
        if form.order_by or form.having or form.limit is not None or any(isinstance(e, Related) for e in summed):
            return None
        keys = tuple(sorted(units, key=str))
        plain = [o.value for o in form.outputs if not isinstance(o.value, Figure)]
        figures = [o.value for o in form.outputs if isinstance(o.value, Figure)]
        outputs = self._named((*plain, *keys, *figures))
        return form.model_copy(update={"outputs": outputs, "group_by": (*form.group_by, *keys)})

    def _unit_of(self, figure: Expression, form: Form) -> Column | None:
        """The column that holds the unit of what a figure is of, seen from the form's rows."""
        if not isinstance(figure, Figure | Related) or figure.of is None:
            return None
        own = figure.rows.table if isinstance(figure, Related) else form.table
        table = figure.of.via[-1].table if figure.of.via else own
        unit = self.model.field(table, figure.of.field).unit
        return None if unit is None else Column(field=unit, via=figure.of.via)

    def _is_somebody(self, one: Asked) -> bool:
        """Whether rows are people, or a column that names somebody: `who` asks for no invoice."""
        if one.place is not None or one.rows.field is not None or one.is_figure:
            return True
        return self.model.tables[one.rows.table].is_person

    def _together(self, targets: tuple[Phrase, ...]) -> Iterator[tuple[tuple[Asked, ...], float]]:
        """The targets, all of the rows of one of them where they do not bring their own."""
        if len(targets) == 1:
            for several in self.asked(targets[0], None):
                yield several, several[0].cost
            return
        for anchor in reversed(range(len(targets))):
            for several in self.asked(targets[anchor], None)[:4]:
                context = replace(several[0].rows, left=())
                ways: list[tuple[tuple[Asked, ...], float]] = [((), several[0].cost)]
                for at, phrase in enumerate(targets):
                    options = (
                        [(several, 0.0)]
                        if at == anchor
                        else [(other, other[0].cost) for other in self.asked(phrase, context)[:3]]
                    )
                    ways = [((*done, *more), cost + dear) for done, cost in ways for more, dear in options]
                    ways = sorted(ways, key=lambda way: way[1])[:6]
                late = 0.4 if any(_has_clause(target) for target in targets[:-1]) else 0.0
                if late and (targets[-1].texts or any(isinstance(m, Comparison) for m in targets[-1].modifiers)):
                    continue  # it belongs to the clause before it
                dear = 0.1 * (len(targets) - 1 - anchor) + late
                yield from ((way, cost + dear) for way, cost in ways if way)

    def _forms(self, asked: tuple[Asked, ...], sentence: Sentence) -> Iterator[Candidate]:
        groups = tuple(dict.fromkeys((*sentence.groups, *(g for one in asked for g in one.rows.groups))))
        figures = [one for one in asked if one.is_figure]
        plain = [one for one in asked if not one.is_figure]
        if figures and (groups or plain):
            made = self._grouped(asked, figures, plain, groups)
        elif figures:
            made = self._totals(figures)
        elif any(not self._is_of(group, asked) for group in groups):
            return
        else:
            made = self._listed(asked)
        for candidate in made:
            yield from self._sorted(candidate, sentence.sorting, asked)

    def _is_of(self, group: Phrase, asked: tuple[Asked, ...]) -> bool:
        """`for each student, the name`: the rows asked for are what each is said of."""
        head = group.head
        tables = {one.rows.table for one in asked}
        named = isinstance(head, Noun) and any(s.field is None and s.table in tables for s in head.senses)
        return named and not group.modifiers and not group.texts

    # lists

    def _listed(self, asked: tuple[Asked, ...]) -> Iterator[Candidate]:
        asked = tuple(self._finer(one) for one in asked)
        for base, steps, cost in self._bases([one.rows for one in asked], asked):
            outputs: list[Expression] = []
            where: list[Condition] = []
            order: tuple[Order, ...] = ()
            limit: int | None = None
            having: tuple[Condition, ...] = ()
            parts: list[Part] = []
            grouped: Expression | None = None
            sound = True
            for one, way in zip(asked, steps, strict=True):
                rows = one.rows
                where += [moved(condition, way) for condition in rows.where]
                parts += rows.parts
                if rows.order:
                    if order and order != rows.order:
                        sound = False
                    order, limit = (
                        tuple(Order(by=_at(o.by, way), descending=o.descending) for o in rows.order),
                        rows.limit,
                    )
                    sound = sound and all(not way or isinstance(o.by, Column) for o in rows.order)
                if rows.field is not None and any(not isinstance(o.by, Figure) for o in rows.order):
                    sound = False  # a value of many rows has no one rank among them
                if rows.having or (rows.field is not None and rows.order):
                    having, grouped = rows.having, _at(rows.field, way) if rows.field else None
                shown = self._shown(one, len(asked))
                sound = sound and bool(shown)
                outputs += [_at(column, way) for column in shown]
            if not outputs or not sound or (grouped is not None and len(dict.fromkeys(outputs)) > 1):
                continue
            unique = tuple(dict.fromkeys(outputs))
            form = Form(
                table=base,
                outputs=self._named(unique),
                where=tuple(dict.fromkeys(where)),
                group_by=(grouped,) if grouped is not None else (),
                having=having,
                order_by=order,
                limit=limit,
                distinct=grouped is None and not order,
            )
            yield Candidate(form, cost, tuple(dict.fromkeys(parts)))

    def _finer(self, one: Asked) -> Asked:
        """A column of rows that point at the rows in focus, seen from those: `the purchase details of transactions`."""
        place = one.place
        if place is None or place.path.is_upwards or one.rows.order or one.rows.having or one.rows.field is not None:
            return one
        where = tuple(moved(condition, place.path.to_first) for condition in one.rows.where)
        path = Path(place.path.pivot, (), place.path.to_second)
        rows = replace(one.rows, table=place.path.pivot, where=where)
        return replace(one, rows=rows, place=Place(path, place.column, place.field, place.cost))

    def _shown(self, one: Asked, many: int) -> list[Expression]:
        """The columns that show what is asked for: the column itself, or what names a row, with its key."""
        if one.place is not None:
            if not one.place.path.is_upwards:
                return []
            return [one.place.column]
        if one.rows.field is not None:
            return [one.rows.field]
        return self._labels_of(one.rows.table)

    def _labels_of(self, table: str) -> list[Expression]:
        described = self.model.tables[table]
        key = described.key if len(described.key) == 1 else ()
        names = tuple(dict.fromkeys((*described.label, *key)))
        if not names:
            own = tuple(f.name for f in described.fields.values() if f.refers_to is None)
            names = tuple(dict.fromkeys((*described.key, *own))) or tuple(described.fields)
        return [Column(field=name) for name in names]

    def _bases(
        self, several: Sequence[Rows], asked: Sequence[Asked]
    ) -> Iterator[tuple[str, tuple[tuple[Step, ...], ...], float]]:
        """A table whose rows know one row of each table asked for, and the steps to them."""
        tables = list(dict.fromkeys(rows.table for rows in several))
        if len(tables) == 1:
            yield tables[0], tuple(() for _ in several), 0.0
            return
        if len(tables) > 2:
            yield from self._wide(several, tables)
            return
        first, second = tables
        words = tuple(word for rows in several for part in rows.parts for word in self._said(part))
        linked = any(rows.is_linked for rows in several) or bool(set(self.lattice.words) & self._linking)
        for path, cost in self.paths(first, second, words):
            whole = any(one.place is None for one in asked)
            if not linked and ((path.to_first and path.to_second) or whole):
                continue  # two things named side by side are not two things that belong together
            steps = tuple(path.to_first if rows.table == first else path.to_second for rows in several)
            yield path.pivot, steps, max(cost - 1.0, 0.0) + 0.1

    @property
    def _linking(self) -> frozenset[str]:
        return self.lattice.lexicon.words("linking")

    def _said(self, part: Part) -> tuple[str, ...]:
        return self.lattice.words[part.span[0] : part.span[1]]

    def _wide(
        self, several: Sequence[Rows], tables: list[str]
    ) -> Iterator[tuple[str, tuple[tuple[Step, ...], ...], float]]:
        found: list[tuple[float, str, dict[str, tuple[Step, ...]]]] = []
        for pivot in self.model.tables:
            ways = {table: self.joins.up(pivot, table) for table in tables}
            if all(len(way) == 1 for way in ways.values()):
                chosen = {table: way[0] for table, way in ways.items()}
                found.append((float(sum(len(way) for way in chosen.values())), pivot, chosen))
        found.sort(key=lambda item: item[0])
        for cost, pivot, chosen in found[:1]:
            yield pivot, tuple(chosen[rows.table] for rows in several), max(cost - len(tables), 0.0) + 0.2

    def _named(self, expressions: Sequence[Expression]) -> tuple[Output, ...]:
        """Outputs with names that are unique and say what they are."""
        taken: set[str] = set()
        outputs: list[Output] = []
        for expression in expressions:
            name = _name(expression)
            while name in taken:
                name += "_"
            taken.add(name)
            outputs.append(Output(name=name, value=expression))
        return tuple(outputs)

    # figures

    def _totals(self, figures: list[Asked]) -> Iterator[Candidate]:
        """Figures without groups, all of the same rows."""
        for base, steps, expressions, where, parts, cost in self._figure_bases(figures):
            if steps is None:
                continue
            form = Form(table=base, outputs=self._named(tuple(expressions)), where=where)
            yield Candidate(form, cost, parts)
            ties = self._counted_ties(form) if len(figures) == 1 and not figures[0].is_distinct else None
            if ties is not None:
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
        if plain and not groups:
            yield from self._per_row(asked, figures, plain)
            return
        yield from self._per_group(figures, plain, groups)

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
        for path, cost in self.paths(subject.table, counted.table, (*words, *spoken)):
            if path.is_upwards or any(one.rows.table != counted.table for one in figures):
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
                column = _at(one.place.column, path.to_second)
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
                        figure = _at(figure, to_rows)
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
                        return _at(column, steps)
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

    def _key(self, rows: Rows, phrase: Phrase) -> Iterator[tuple["Keys", float]]:
        head = phrase.head
        if isinstance(head, GrainWord) and not phrase.modifiers:
            for column in self.days_of(rows):
                bucket = Bucket(grain=head.grain, of=column)
                yield Keys(rows.table, (), (bucket,), (bucket,), (Compare(left=column, op=Op.NOT_NULL),)), 0.1
        if not isinstance(head, Noun):
            return
        columns = tuple(sense for sense in head.senses if sense.field is not None)
        bare = replace(phrase, head=replace(head, senses=columns), is_each=False)
        if columns and not phrase.modifiers and not phrase.texts:
            for place in self._columns_of(bare, rows):
                if place.path.is_upwards and not place.field.is_key:
                    labels = [place.column]
                    yield Keys(rows.table, (), (place.column,), tuple(labels)), place.cost + 0.1
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
                labels = [_at(column, path.to_second) for column in self._labels_of(group.table)]
                shown = [_same_key(label, path.to_second, key) for label in labels]
                where = [moved(condition, path.to_second) for condition in group.where]
                known = Compare(left=key, op=Op.NOT_NULL)
                dear = group.cost + max(cost - 1.0, 0.0)
                keys = Keys(path.pivot, path.to_first, (key,), tuple(shown), (*where, known), group.parts)
                yield keys, dear

    # order

    def _sorted(
        self, candidate: Candidate, sorting: tuple[Sorting, ...], asked: tuple[Asked, ...]
    ) -> Iterator[Candidate]:
        if not sorting:
            yield candidate
            return
        orders: list[tuple[tuple[Order, ...], float]] = [((), 0.0)]
        for one in sorting:
            found: list[tuple[tuple[Order, ...], float]] = []
            if not one.by:
                figures = [o.value for o in candidate.form.outputs if isinstance(o.value, Figure | Related)]
                named = len(asked) == 1 and asked[0].place is None
                if len(figures) > 1 or (len(candidate.form.outputs) > 1 and not figures and not named):
                    return  # in an order, but of what?
                first = figures[0] if figures else candidate.form.outputs[0].value
                found.append(((Order(by=first, descending=one.descending),), 0.0))
            else:
                ways: list[tuple[tuple[Order, ...], float]] = [((), 0.0)]
                for phrase in one.by:
                    ways = [
                        ((*done, Order(by=by, descending=one.descending)), cost + dear)
                        for done, cost in ways
                        for by, dear in self._sort_keys(phrase, candidate.form, asked)
                    ]
                found += ways
            orders = [((*done, *more), cost + dear) for done, cost in orders for more, dear in found][:6]
        for order, cost in orders:
            if not order or (candidate.form.order_by and candidate.form.limit is None):
                continue
            if candidate.form.limit is not None:
                form = candidate.form.model_copy(update={"order_by": (*candidate.form.order_by, *order)})
                yield Candidate(form, candidate.cost + cost + 0.1, candidate.parts)
                continue
            form = candidate.form.model_copy(update={"order_by": order, "distinct": False})
            yield Candidate(form, candidate.cost + cost, candidate.parts)

    def _sort_keys(self, phrase: Phrase, form: Form, asked: tuple[Asked, ...]) -> Iterator[tuple[Expression, float]]:
        figures = [o.value for o in form.outputs if isinstance(o.value, Figure | Related)]
        if phrase.is_count or not isinstance(phrase.head, Noun):
            counts = [f for f in figures if f.function in (Function.COUNT, Function.COUNT_DISTINCT)]
            if len(counts) == 1:
                yield counts[0], 0.0
            elif form.group_by and not figures:
                yield Figure(function=Function.COUNT), 0.1
            return
        if phrase.functions:
            same = [f for f in figures if f.function in phrase.functions]
            if len(same) == 1:
                yield same[0], 0.0
            return
        base = Rows(form.table)
        subject = asked[0].rows
        for place in self._columns_of(phrase, subject):
            for steps in self.joins.up(form.table, subject.table):
                column = _at(place.column, steps)
                if not place.path.is_upwards:
                    continue
                if form.group_by and column not in form.group_by:
                    continue
                yield column, place.cost
        if form.table != subject.table and not form.group_by:
            for place in self._columns_of(phrase, base):
                if place.path.is_upwards:
                    yield place.column, place.cost + 0.2


def _adds_up(expression: Expression) -> bool:
    return isinstance(expression, Figure | Related) and expression.function in (Function.SUM, Function.AVG)


def _has_clause(phrase: Phrase) -> bool:
    """Whether a clause follows the phrase: what is joined to it then is likelier to belong to the clause."""
    for modifier in phrase.modifiers:
        if isinstance(modifier, Relation):
            return True
        if isinstance(modifier, Attach) and any(_has_clause(item) for item in modifier.phrases.items):
            return True
    return False


def _at(expression: Expression, steps: tuple[Step, ...]) -> Expression:
    if not steps:
        return expression
    made = moved(Compare(left=expression, op=Op.NOT_NULL), steps)
    assert isinstance(made, Compare)  # noqa: S101
    return made.left


def _same_key(label: Expression, steps: tuple[Step, ...], key: Column) -> Expression:
    """The key of the row some steps lead to is the column that leads there."""
    if isinstance(label, Column) and label.via == steps and label.field == steps[-1].key:
        return key
    return label


def _name(expression: Expression) -> str:
    if isinstance(expression, Column):
        return expression.field
    if isinstance(expression, Figure | Related):
        name = expression.function.value.lower()
        return f"{name}_{expression.of.field}" if expression.of is not None else name
    return "value"


__all__ = ["Builder", "Candidate", "best"]
