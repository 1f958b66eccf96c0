"""What is asked for each of something and is no figure by itself: the first of each, rows or amounts per what."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Form, Order, Related
from arch_team.grammar.syntax import Phrase, Sentence
from arch_team.interpreting.read import Candidate
from arch_team.semantics.asking import Asked
from arch_team.semantics.grouping import Grouping


class ForEach(Grouping):
    """Rows held to others of their group, and readings of what is asked per group."""

    def _per_what(self, asked: tuple[Asked, ...], sentence: Sentence) -> Iterator[Candidate]:
        """`professors by department`, `the score per region`: how many, or which; the total, or the average. Nothing is
        taken for granted: these are readings, and the person says which is meant. Of a cost it is the total."""
        one, *others = asked
        groups = tuple(dict.fromkeys((*sentence.groups, *one.rows.groups)))
        if others or one.rows.order or one.rows.having or one.rows.limit is not None or len(groups) != 1:
            return
        place = one.place
        if place is not None and place.field.is_measure and not place.field.is_key:
            totals = (Function.SUM,) if place.field.is_added else (Function.SUM, Function.AVG)
            for function in totals if place.field.adds_up else (Function.AVG, Function.MAX, Function.MIN):
                yield from self._per_group([replace(one, function=function)], [], groups)
        elif place is None and one.rows.field is None and sentence.groups:
            yield from self._per_group([replace(one, is_count=True)], [], groups)
            for keyed, cost in self._key(one.rows, groups[0]):
                key = keyed.keys[0]
                if keyed.to_rows or keyed.base != one.rows.table or not isinstance(key, Column):
                    continue
                form = Form(
                    table=keyed.base,
                    outputs=self._named(tuple(dict.fromkeys((*keyed.shown, *self._shown(one, 2))))),
                    where=tuple(dict.fromkeys((*one.rows.where, *keyed.where))),
                    order_by=tuple(Order(by=column) for column in keyed.shown[:1]),
                )
                yield Candidate(form, cost, (*one.rows.parts, *keyed.parts))

    def _first_of_each(self, asked: tuple[Asked, ...], groups: tuple[Phrase, ...]) -> Iterator[Candidate]:
        """`the cheapest product per category`: the rows whose price is the lowest among those of their category."""
        rows = asked[0].rows
        ranked = rows.order[0].by if len(rows.order) == 1 else None
        if rows.limit != 1 or rows.field is not None or rows.having or len(groups) != 1:
            return
        if not isinstance(ranked, Column) or ranked.via or any(one.rows.order != rows.order for one in asked):
            return
        function = Function.MAX if rows.order[0].descending else Function.MIN
        for keyed, cost in self._key(replace(rows, order=(), limit=None), groups[0]):
            key = keyed.keys[0]
            if keyed.to_rows or keyed.base != rows.table or not isinstance(key, Column) or key.via:
                continue
            where = tuple(dict.fromkeys((*rows.where, *keyed.where)))
            alike = Form(table=rows.table, where=where)
            best_of = Related(function=function, of=ranked, rows=alike, link=key, to=key.field)
            shown = [column for one in asked for column in self._shown(one, len(asked))]
            form = Form(
                table=rows.table,
                outputs=self._named(tuple(dict.fromkeys((*keyed.shown, *shown, ranked)))),
                where=(*where, Compare(left=ranked, op=Op.EQ, right=best_of)),
                distinct=True,
            )
            parts = (*keyed.parts, *(part for one in asked for part in one.rows.parts))
            yield Candidate(form, cost, tuple(dict.fromkeys(parts)))
