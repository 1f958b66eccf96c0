"""From what is asked for to a form."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from arch_team.featuredata.calls import Function
from arch_team.forms.form import Column, Expression, Figure, Form, Member, Order, Related
from arch_team.forms.one_unit import mixed_in, per_unit
from arch_team.forms.showing import added_up, columns_in, counts_or_adds, field_of
from arch_team.forms.soundness import as_extreme, is_of_its_own_value, is_one_count, ranked_by_itself
from arch_team.forms.void import is_void
from arch_team.grammar.leaves import compared_in, leaves_of, modifiers_in, phrases_in, told_whole
from arch_team.grammar.shown_orders import ranked_column
from arch_team.grammar.syntax import (
    Attach,
    Comparison,
    Coordination,
    CountWord,
    Noun,
    Phrase,
    Relation,
    Sentence,
    Sorting,
)
from arch_team.interpreting.read import Candidate
from arch_team.semantics.asking import Asked
from arch_team.semantics.for_each import ForEach
from arch_team.semantics.listing import seen_from
from arch_team.semantics.rows import Rows
from arch_team.text.frames import adds_up

_MOST = 12


class Builder(ForEach):
    """Puts the targets of a sentence together into forms."""

    mixed: Column | None = None
    """The column of the units across which something was asked for, if that was why there is no form."""

    @cached_property
    def _says_altogether(self) -> bool:
        return self.lattice.says("altogether") or adds_up(self.lattice.question, self.lattice.lexicon.language)

    def candidates(self, sentence: Sentence) -> list[Candidate]:
        """The forms a sentence may have, cheapest first."""
        found = [one for each in (sentence, *self._of_all_alike(sentence)) for one in self._of_one_table(each)]
        return sorted(found, key=lambda candidate: candidate.cost) or self._of_several_tables(sentence)

    def _of_all_alike(self, sentence: Sentence) -> Iterator[Sentence]:
        """`the average height and weight`: the average of each, where nothing stands between the two."""
        first, *others = sentence.targets
        words, joints = self.lattice.words, self.lattice.lexicon.words("and") | {","}
        bare = [o for o in others if isinstance(o.head, Noun) and not (o.functions or o.is_count or o.owners)]
        if not first.functions or not others or len(bare) < len(others):
            return
        if all(words[other.head.span[0] - 1] in joints for other in others):
            alike = tuple(replace(other, functions=first.functions) for other in others)
            yield replace(sentence, targets=(first, *alike))

    def _of_several_tables(self, sentence: Sentence) -> list[Candidate]:
        """`the phones of customers and suppliers`: what is asked for of each, together. `both` and `common`: what is
        among the one as well as among the other."""
        found: list[Candidate] = []
        for each, is_common in self._apart(sentence):
            parts = [self._of_one_table(one)[:2] for one in each]
            for first in parts[0]:
                for second in parts[1] if len(parts) == 2 else ():
                    form = _common(first.form, second.form) if is_common else _united(first.form, second.form)
                    if form is not None:
                        told = (*first.parts, *second.parts)
                        found.append(Candidate(form, first.cost + second.cost, told))
        return sorted(found, key=lambda candidate: candidate.cost)[:_MOST]

    def _apart(self, sentence: Sentence) -> Iterator[tuple[list[Sentence], bool]]:
        """A sentence of two tables as one sentence for each, and whether only what they share is asked for."""
        *others, target = sentence.targets
        if sentence.groups or sentence.sorting or sentence.asks_whether or target.functions or target.is_count:
            return
        for at, modifier in enumerate(target.modifiers):
            if not isinstance(modifier, Attach | Relation) or modifier.phrases is None or modifier.is_negated:
                continue
            tied = modifier.phrases
            if len(tied.items) != 2 or tied.kind != "and":
                continue
            is_common = tied.is_both or target.is_both
            if not all(_names_a_table(item) for item in tied.items) or (
                isinstance(modifier, Relation) and not is_common
            ):
                continue
            of = self.lattice.lexicon.of_word
            each: list[Sentence] = []
            for item in tied.items:
                owner = Attach(modifier.span, of, Coordination("and", (item,)))
                own = (*target.modifiers[:at], owner, *target.modifiers[at + 1 :])
                plain = replace(target, modifiers=own, is_both=False, is_distinct=False)
                each.append(replace(sentence, targets=(*others, plain)))
            yield each, is_common

    def _of_one_table(self, sentence: Sentence) -> list[Candidate]:
        found: dict[Form, Candidate] = {}
        needed = leaves_of(sentence) | modifiers_in(sentence)
        said_of = (*sentence.targets, *compared_in(sentence), *told_whole(sentence))
        each = [phrase for phrase in phrases_in(sentence) if phrase.is_each and phrase not in said_of]
        for asked, cost in self._together(sentence.targets):
            groups = (*sentence.groups, *(group for one in asked for group in one.rows.groups))
            grouped = {group.head.span for group in groups}
            is_each = bool(groups) or any(target.is_each for target in sentence.targets)
            if any(phrase.head.span not in grouped for phrase in each):
                continue
            if sentence.asks_who and not all(self._is_somebody(one) for one in asked):
                continue
            for made in self._forms(asked, sentence):
                if not needed <= {part.span for part in made.parts}:
                    continue  # something of the question was passed over
                if self._says_altogether and not counts_or_adds(made.form):
                    added = added_up(made.form, self.model)
                    if added is None:
                        continue
                    made = replace(made, form=added)
                if _loses_a_rank(made) or (is_each and self._tells_rows_apart(made.form)):
                    continue
                if is_void(made.form.table, made.form.where) or is_of_its_own_value(made.form):
                    continue
                amount = ranked_by_itself(made.form)
                field = field_of(amount, made.form.table, self.model) if amount is not None else None
                is_amount = field is not None and field.is_measure  # the price of the most expensive test
                if is_amount and not isinstance(next(iter(sentence.targets[0].modifiers), None), Attach):
                    continue  # `which test is the most expensive`: an amount is not asked for by which
                form = per_unit(as_extreme(made.form) if is_amount else made.form, self.model)
                if (mixed := mixed_in(form, self.model)) is not None:
                    self.mixed = mixed
                    continue
                if sentence.asks_whether:
                    if not is_one_count(form):
                        continue
                    form = form.model_copy(update={"asks_whether": True})
                total = Candidate(form, made.cost + cost, made.parts)
                if form not in found or found[form].cost > total.cost:
                    found[form] = total
        return sorted(found.values(), key=lambda candidate: candidate.cost)[:_MOST]

    def _tells_rows_apart(self, form: Form) -> bool:
        """Whether figures come for each row beside a column that many share: `for each town` is one line a town."""
        shown = {o.value.field for o in form.outputs if isinstance(o.value, Column) and not o.value.via}
        table = self.model.tables[form.table]
        by_row = not form.group_by and any(isinstance(o.value, Related) for o in form.outputs)
        return by_row and bool(shown) and shown.isdisjoint((*table.key, *table.label))

    def _is_somebody(self, one: Asked) -> bool:
        """Whether rows are people, or a column that names somebody: `who` asks for no invoice."""
        if one.is_figure or (one.place is None and one.rows.field is None):
            return one.is_figure or self.model.tables[one.rows.table].is_person
        field = (one.place or self._columns_of(None, one.rows)[0]).field
        return not field.is_temporal

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
        elif any(one.rows.limit is not None for one in asked) and (groups or any(t.is_each for t in sentence.targets)):
            made = self._first_of_each(asked, groups)
        elif any(not self._is_of(group, asked) for group in groups):
            made = self._per_what(asked, sentence)
        else:
            made = self._listed(asked)
        for candidate in made:
            yield from self._sorted(candidate, sentence.sorting, asked)

    def _is_of(self, group: Phrase, asked: tuple[Asked, ...]) -> bool:
        """`for each student, the name`: the rows asked for are what each is said of."""
        head = group.head
        tables = {one.rows.table for one in asked}
        named = isinstance(head, Noun) and any(s.field is None and s.table in tables for s in head.senses)
        narrowed = bool(group.modifiers or group.texts)
        if any(one.place and one.place.field.is_measure and not one.place.path.is_upwards for one in asked):
            return False  # the grades per department are those of its students, and say which is whose
        return named and (not narrowed or all(group in one.rows.groups for one in asked))

    def _sorted(
        self, candidate: Candidate, sorting: tuple[Sorting, ...], asked: tuple[Asked, ...]
    ) -> Iterator[Candidate]:
        if not sorting:
            yield candidate
            return
        candidate = self._put_together(candidate, sorting)
        orders: list[tuple[tuple[Order, ...], float]] = [((), 0.0)]
        for one in sorting:
            found: list[tuple[tuple[Order, ...], float]] = []
            ranked = self.dimension(one.ranks, asked[0].rows) if one.ranks and not one.by else []
            figures = [o.value for o in candidate.form.outputs if isinstance(o.value, Figure | Related)]
            if ranked and not figures and candidate.form.table == asked[0].rows.table:
                found += [((Order(by=p.column, descending=most ^ one.is_turned),), p.cost) for p, most in ranked]
            elif not figures and (shown := ranked_column(one, candidate.form, self.lattice)) is not None:
                found.append(((Order(by=shown, descending=one.descending),), 0.0))
            elif (one.ranks or one.of_figure) and not one.by and not figures:
                return  # from young to old, of what has no age
            elif not one.by:
                named = len(asked) == 1 and all(each.place is None for each in asked)
                if len(figures) > 1 or (len(candidate.form.outputs) > 1 and not figures and not named):
                    return  # in an order, but of what?
                first = figures[0] if figures else next(output.value for output in candidate.form.outputs)
                found.append(((Order(by=first, descending=one.descending),), 0.0))
            else:
                ways: list[tuple[tuple[Order, ...], float]] = [((), 0.0)]
                for phrase in one.by:
                    ways = [
                        ((*done, Order(by=by, descending=one.descending ^ turned)), cost + dear)
                        for done, cost in ways
                        for by, dear in self._sort_keys(phrase, candidate.form, asked)
                        if (turned := self._is_turned(one, by, candidate.form)) is not None
                    ]
                found += ways
            orders = [((*done, *more), cost + dear) for done, cost in orders for more, dear in found][:6]
        for order, cost in orders:
            if not order or (candidate.form.order_by and candidate.form.limit is None):
                continue
            is_limited = candidate.form.limit is not None
            order_by = tuple(dict.fromkeys((*candidate.form.order_by, *order)))
            distinct = candidate.form.distinct and is_limited
            form = candidate.form.model_copy(update={"order_by": order_by, "distinct": distinct})
            yield Candidate(form, candidate.cost + cost + 0.1 * is_limited, candidate.parts)

    def _is_turned(self, sorting: Sorting, by: Expression, form: Form) -> bool | None:
        """Whether the order of ages is the other one here: the oldest have the first dates of birth. None of texts that
        tell days, but not in their order."""
        field = field_of(by, form.table, self.model) if isinstance(by, Column) else None
        if field is None or not field.is_temporal:
            return False
        return sorting.is_of_age if self._is_dated(field) else None

    def _put_together(self, candidate: Candidate, sorting: tuple[Sorting, ...]) -> Candidate:
        """`the platforms of devices in order of their number`: each platform once, by the rows that have it."""
        form = candidate.form
        column = form.outputs[0].value
        by = [phrase for one in sorting for phrase in one.by]
        if len(form.outputs) != 1 or not isinstance(column, Column) or len(by) != 1 or not _is_number(by[0], form):
            return candidate
        if not form.distinct or form.group_by or form.order_by or form.limit is not None:
            return candidate
        return replace(candidate, form=form.model_copy(update={"group_by": (column,), "distinct": False}))

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
                column = seen_from(place.column, steps)
                if not place.path.is_upwards:
                    continue
                if form.group_by and column not in form.group_by:
                    continue
                yield column, place.cost
        if form.table != subject.table and not form.group_by:
            for place in self._columns_of(phrase, base):
                if place.path.is_upwards:
                    yield place.column, place.cost + 0.2


def _is_number(phrase: Phrase, form: Form) -> bool:
    """Whether a phrase asks how many rows of the form there are."""
    if isinstance(phrase.head, CountWord):
        return not phrase.owners and not phrase.modifiers
    named = isinstance(phrase.head, Noun) and any(s == (form.table, None) for s in _ends(phrase.head))
    return phrase.is_count and named and not phrase.modifiers and not phrase.texts


def _ends(noun: Noun) -> list[tuple[str, str | None]]:
    return [(sense.table, sense.field) for sense in noun.senses]


def _names_a_table(phrase: Phrase) -> bool:
    return isinstance(phrase.head, Noun) and any(sense.field is None for sense in phrase.head.senses)


def _united(first: Form, second: Form) -> Form | None:
    """Both lists as one, where they have as many columns and no order."""
    if first.table == second.table or len(first.outputs) != len(second.outputs):
        return None
    if any(form.order_by or form.group_by or form.limit is not None for form in (first, second)):
        return None
    return first.model_copy(update={"also": (second,)})


def _common(first: Form, second: Form) -> Form | None:
    """What the first list shares with the second: one column each."""
    column = first.outputs[0].value
    if _united(first, second) is None or len(first.outputs) != 1 or not isinstance(column, Column):
        return None
    shared = Member(left=column, form=second.model_copy(update={"distinct": False}))
    return first.model_copy(update={"where": (*first.where, shared)})


def _has_clause(phrase: Phrase) -> bool:
    """Whether a clause follows the phrase: what is joined to it then is likelier to belong to the clause."""
    for modifier in phrase.modifiers:
        if isinstance(modifier, Relation):
            return True
        if isinstance(modifier, Attach) and any(_has_clause(item) for item in modifier.phrases.items):
            return True
    return False


__all__ = ["Builder", "Candidate"]


def _loses_a_rank(candidate: Candidate) -> bool:
    """Whether a column by which rows were ranked does not come into the form: then the rank is of none of its rows."""
    ranks = [part.meaning.by for part in candidate.parts if isinstance(part.meaning, Order)]
    spoken = {name for _, name in columns_in(candidate.form)}
    return any(isinstance(by, Column) and by.field not in spoken for by in ranks)
