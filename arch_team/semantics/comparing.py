"""Columns held against values, other columns and figures."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.doubts.main_verbs import says_what_was
from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import Column, Compare, Condition, Either, Figure, Form, Given, Lookup, Member, Output
from arch_team.forms.negating import negative
from arch_team.forms.one_unit import held_in, unit_of
from arch_team.grammar.alike import alike_column, labels_behind, of_the_one
from arch_team.grammar.dating import is_time
from arch_team.grammar.syntax import Attach, Comparison, Head, Match, Modifier, Noun, Number, Phrase, Text
from arch_team.interpreting.read import Doubt, Part
from arch_team.modelling.model import ModelField
from arch_team.modelling.naming import EXACT
from arch_team.semantics.nouns import Nouns, own_sense
from arch_team.semantics.places import MOST_DAYS, Place
from arch_team.semantics.rows import Rows, best
from arch_team.text.folding import folded

_ORDERING = (Op.LT, Op.LE, Op.GT, Op.GE)
_PATTERNS = {"contains": "%{}%", "starts": "{}%", "ends": "%{}"}


class Comparing(Nouns):
    """Comparisons as conditions."""

    def _compared(self, comparison: Comparison, rows: Rows) -> Iterator[Rows]:
        if self.ranks_times(comparison.dimension) and self.lattice.telling(comparison.verbs):  # `born earlier`
            comparison = replace(comparison, dimension=None, is_amount=False)
        if comparison.dimension is not None:
            held = [m for at, _ in self.dimension(comparison.dimension, rows) for m in self._held(comparison, at, rows)]
            yield from held or self._by_unit(comparison, rows)
            return
        if comparison.of is None and rows.field is None:
            yield from self._identified(comparison, rows)
            return
        if comparison.of is not None and (comparison.of.functions or comparison.of.is_count):
            held = replace(comparison, of=None)
            phrase = comparison.of.with_modifiers(held)
            yield from self.by_figure(rows, phrase, (), negated=False)
            return
        for place in self._columns_of(comparison.of, rows):
            ordering = comparison.op not in (Op.EQ, Op.NE)
            if ordering and not (place.field.is_measure or place.field.is_temporal):
                continue
            yield from self._held(comparison, place, rows)

    def _identified(self, comparison: Comparison, rows: Rows) -> Iterator[Rows]:
        """A value right behind a noun: `the club "Tennis Club"`, `student 171`."""
        texts = [right for right in comparison.rights if isinstance(right, Text)]
        if comparison.op is not Op.EQ:
            yield from self._timed(comparison, rows)
            return
        if len(texts) == len(comparison.rights):
            if len(texts) == 1:
                for more in self.holding_text(rows, texts[0], (), own_first=True):
                    yield self._negated_last(rows, more) if comparison.is_negated else more
                return
            options = [best(list(self.holding_text(rows, text, (), own_first=True)), 1) for text in texts]
            if all(options):
                conditions = tuple(option[0].where[-1] for option in options)
                cost = max(option[0].cost - rows.cost for option in options)
                made: Condition = Either(of=conditions)
                met = rows.meeting(negative(made) if comparison.is_negated else made, comparison.span, cost)
                yield met.marked(*(text.span for text in texts))
            return
        if all(isinstance(right, Number) for right in comparison.rights):
            table = self.model.tables[rows.table]
            quoted = (table.code,) if table.code is not None else table.key
            is_year = all(map(is_time, comparison.rights)) and any(f.is_temporal for f in table.fields.values())
            if len(quoted) == 1 and not is_year:
                place = self.columns([own_sense(rows.table, quoted[0])], rows)[0]
                yield from (more.plus(0.5) for more in self._held(comparison, place, rows))
        yield from self._timed(comparison, rows)

    def _timed(self, comparison: Comparison, rows: Rows) -> Iterator[Rows]:
        """`before 2018`: of the one date the rows have, or the one the verb names; `cost more than 5`: a number."""
        said, own = self.lattice.telling(comparison.verbs), self.model.tables[rows.table].fields.values()
        is_time_named = all(map(is_time, comparison.rights)) and any(
            field.is_temporal and self.lattice.dates(said, field) for field in own
        )
        for field in () if is_time_named else own:  # bought after 2018 is no price
            if field.is_measure and field.verbs and self.lattice.dates(said, field):
                yield from self._held(comparison, self.columns([own_sense(rows.table, field.name)], rows)[0], rows)
                return
        if _units_of(comparison):
            yield from self._by_unit(comparison, rows)
            return
        if comparison.is_amount and any(isinstance(right, Number) for right in comparison.rights):
            return
        dated, named = self._meant_days(rows, comparison.verbs)
        elsewhere = [table for table in self.tables_of(comparison.verbs) if table != rows.table] if not named else []
        if elsewhere:
            yield from self._timed_elsewhere(comparison, rows, elsewhere)
            return
        is_day = named and not comparison.is_negated  # `paid after their due date`
        if len(dated) == 1 and all(
            is_time(right) or (is_day and isinstance(right, Phrase)) for right in comparison.rights
        ):
            place = self.columns([own_sense(rows.table, dated[0].name)], rows)[0]
            doubtful = not named and self._is_of_another(dated[0], comparison.verbs)
            for more in self._held(comparison, place, rows):
                yield more.plus(0.2).told(comparison.span, Doubt()) if doubtful else more.plus(0.2)

    def _is_of_another(self, field: ModelField, words: tuple[str, ...]) -> bool:
        """Whether a day says what was then, and a verb says something else: repaired, in the year of purchase."""
        lexicon, said = self.lattice.lexicon, self.lattice.telling(words)
        if self._is_of_age(field):
            return True  # nobody is said to be of 2022 by the year of birth
        happens = lexicon.words("happening") & lexicon.words("tying") & lexicon.words("locating")
        return bool(said) and not happens.issuperset(said) and says_what_was(field, self.lattice)

    def _by_unit(self, comparison: Comparison, rows: Rows) -> Iterator[Rows]:
        """`invoices above 2000 francs`: the columns that are counted in what the number is counted in."""
        lexicon, units = self.lattice.lexicon, _units_of(comparison)
        money = lexicon.words("money_noun") if units & lexicon.words("money_unit") else ()
        named = {*money, *map(self.lattice.stem, units)}
        for field in self.model.tables[rows.table].stored.values():
            if field.is_measure and any(named & {*n.words} for n in field.names if n.tier == EXACT or not n.words[1:]):
                place = self.columns([own_sense(rows.table, field.name)], rows)[0]
                yield from (more.plus(0.2) for more in self._held(comparison, place, rows))

    def _timed_elsewhere(self, comparison: Comparison, rows: Rows, tables: Sequence[str]) -> Iterator[Rows]:
        """`orders shipped after 2000`: by the date of their shipments."""
        for table in tables:
            dated = [f for f in self.model.tables[table].fields.values() if f.is_temporal]
            said = self.lattice.telling(comparison.verbs)
            dated = [f for f in dated if self.lattice.dates(said, f)] or dated
            if len(dated) == 1 and all(is_time(right) for right in comparison.rights):
                for place in self.columns([own_sense(table, dated[0].name)], rows, comparison.verbs):
                    yield from self._held(comparison, place, rows)

    def _held(self, comparison: Comparison, place: Place, rows: Rows) -> Iterator[Rows]:
        """A column held against values, another column or a figure."""
        if not self._is_comparable(comparison, place.field):
            return
        span, rights = comparison.span, comparison.rights
        for column, field in labels_behind(self.model, place, () if comparison.is_negated else rights):
            yield from self._held(comparison, replace(place, column=column, field=field), rows)
        if comparison.is_all:
            grown = [rows]
            for right in rights:
                one = replace(comparison, rights=(right,), is_all=False)
                grown = [more for each in grown for more in self._held(one, place, each)]
            yield from grown
            return
        if len(rights) == 1 and isinstance(rights[0], Phrase):
            if comparison.op in _ORDERING and not (place.field.is_measure or place.field.is_temporal):
                return  # an id is not above an average
            yield from self._held_against_rows(comparison, rights[0], place, rows)
            for right, cost, parts in self._figures(rights[0], rows, place):
                made = self.seen(Compare(left=place.column, op=comparison.op, right=right), place.path)
                made = negative(made) if comparison.is_negated else made
                yield rows.meeting(made, span, place.cost + cost).plus(parts=(*rows.parts, Part(span, made), *parts))
            return
        if len(rights) == 1 and isinstance(rights[0], Text) and comparison.op in _ORDERING:
            yield from self._held_against_one(comparison, rights[0], place, rows)
        fitted = [self.fitting(place.field, right) for right in rights if not isinstance(right, Phrase)]
        if any(fit is None for fit in fitted) or not fitted:
            return
        known = [fit for fit in fitted if fit is not None]
        ordering = comparison.op not in (Op.EQ, Op.NE)
        if ordering and place.field.is_text and not place.field.is_temporal:
            return
        if comparison.op is Op.BETWEEN:
            values = (known[0][1][0], known[1][1][-1])
            made = self.condition(place, Op.BETWEEN, None, values)
        elif comparison.op in (Op.EQ, Op.NE):
            op = next((op for op, _ in known if op is not None), None)
            values = tuple(dict.fromkeys(value for _, several in known for value in several))
            made = self._equal(place, op, values)
            if comparison.op is Op.NE:
                made = negative(made)
        else:
            values = known[0][1]
            edge = values[-1] if comparison.op in (Op.GT, Op.LE) else values[0]
            made = self.condition(place, comparison.op, Given(value=edge), ())
        used = [right.span for right in rights if not isinstance(right, Phrase)]
        made = negative(made) if comparison.is_negated else made
        column = Column(field=place.field.name, via=place.column.via)
        for unit in _units_of(comparison) & self.lattice.lexicon.words("money_unit"):  # `above 55 CHF`
            if unit_of(column, place.path.pivot, self.model) is None:
                continue
            told = held_in(column, place.path.pivot, unit, self.model)
            if told is None or not place.path.is_upwards:
                return  # there is none in it, or it is said of other rows
            rows = rows.meeting(told, span)
        yield rows.meeting(made, span, place.cost).marked(*used)

    def _is_comparable(self, comparison: Comparison, field: ModelField) -> bool:
        """Whether a column is what a word compares: no amount is after 2010, no number of hosts older than 50."""
        if comparison.is_date and not field.is_temporal and (field.is_key or field.is_measure or field.refers_to):
            words = self.lattice.lexicon.words
            return any(map(field.is_written, words("time_noun") | words("locating") | words("happening")))
        return self._may_compare(comparison.measured_by or comparison.dimension, field)

    def _may_compare(self, word: str | None, field: ModelField) -> bool:
        if word is None or word in self.lattice.lexicon.phrases("any_measure"):
            return True
        listed = {
            self.lattice.stem(w) for c in self.lattice.lexicon.dimensions.get(word, ()) for w in c.strip("-").split()
        }
        return bool(listed & {part for name in field.names for part in name.words})

    def _held_against_rows(self, comparison: Comparison, phrase: Phrase, place: Place, rows: Rows) -> Iterator[Rows]:
        """`older than every engineer` is older than the oldest, `than some engineer` than the youngest. Where neither
        is said (`than any`), both are readings."""
        if phrase.functions or phrase.is_count or comparison.op not in _ORDERING or comparison.is_negated:
            return
        quantity = phrase.quantity
        at_least_one = quantity is not None and (quantity.op, quantity.value) == (Op.GE, 1)
        if quantity is not None and not at_least_one:
            return
        is_every, is_some = self._begins(phrase, "every"), at_least_one or self._begins(phrase, "some")
        if not (is_every or is_some or phrase.is_any):
            return
        plain = replace(phrase, is_each=False, is_any=False, quantity=None)
        for other in self.rows(plain):
            column = alike_column(self.model, place.field, other.table)
            if column is None or other.left or other.order or other.field is not None:
                continue
            used = () if quantity is None else (quantity.span,)
            for strict in (True,) if is_every else (False,) if is_some else (True, False):
                above = comparison.op in (Op.GT, Op.GE)
                figure = Figure(function=Function.MAX if above == strict else Function.MIN, of=column)
                form = Form(table=other.table, outputs=(Output(name="figure", value=figure),), where=other.where)
                made = self.seen(Compare(left=place.column, op=comparison.op, right=Lookup(form=form)), place.path)
                met = rows.meeting(made, comparison.span, place.cost + other.cost)
                yield met.plus(parts=(*met.parts, *other.parts)).marked(*used)

    def _held_against_one(self, comparison: Comparison, text: Text, place: Place, rows: Rows) -> Iterator[Rows]:
        """`a higher price than Rex`: than the price of the one that is called so."""
        for table in dict.fromkeys(hit.table for hit in text.hits):
            column = alike_column(self.model, place.field, table) if place.path.is_upwards else None
            if column is None:
                continue
            for one in self.holding_text(Rows(table), text, (), own_first=True):
                for right in of_the_one(self.model, column, table, one.where):
                    made = self.seen(Compare(left=place.column, op=comparison.op, right=right), place.path)
                    met = rows.meeting(negative(made) if comparison.is_negated else made, comparison.span, place.cost)
                    yield met.marked(text.span)

    def _begins(self, phrase: Phrase, klass: str) -> bool:
        """Whether a phrase begins with one of a class."""
        said = " ".join(self._words(phrase))
        return any(f"{said} ".startswith(f"{words} ") for words in self.lattice.lexicon.phrases(klass))

    def _equal(self, place: Place, op: Op | None, values: tuple[object, ...]) -> Condition:
        plain = tuple(values)
        if op is Op.BETWEEN:
            return self.condition(place, Op.BETWEEN, None, (plain[0], plain[-1]))  # type: ignore[arg-type]
        if len(plain) == 1:
            return self.condition(place, Op.EQ, Given(value=plain[0]), ())  # type: ignore[arg-type]
        return self.condition(place, Op.IN, None, plain)  # type: ignore[arg-type]

    def _figures(
        self, phrase: Phrase, rows: Rows, place: Place
    ) -> Iterator[tuple[Lookup | Column, float, tuple[Part, ...]]]:
        """What a column is compared with: the average of a column, the least of those of some rows, another column."""
        functions = phrase.functions
        head = phrase.head
        if functions and len(functions) == 1:
            table = Rows(place.field.table)
            senses = head.senses if isinstance(head, Noun) else ()
            is_each = any(s.table == place.field.table and s.field is None for s in senses)  # `than the average dog`
            if not isinstance(head, Noun) or is_each:
                senses = (own_sense(place.field.table, place.field.name),)
            columns = self.columns(senses, table, own_only=True)
            for column in columns[:2]:
                narrowed = [r for m in [phrase.modifiers] for r in self._narrowed(m, table)]
                for one in narrowed:
                    figure = Figure(function=functions[0], of=column.column)
                    form = Form(table=table.table, outputs=(Output(name="figure", value=figure),), where=one.where)
                    told = (*one.parts, Part(head.span, figure)) if is_each else one.parts
                    yield Lookup(form=form), column.cost + one.cost, told
            return
        if isinstance(head, Noun) and place.path.is_upwards:
            for other in self.columns(head.senses, rows, own_only=True):
                alike = other.field.type is place.field.type and other.field.is_measure == place.field.is_measure
                plain = not phrase.modifiers and phrase.quantity is None and not phrase.is_count and not phrase.texts
                plain = plain and all(
                    any(s.table == rows.table and s.field is None for s in o.senses) for o in phrase.owners
                )
                alike = alike and other.column != place.column  # nothing is above itself
                if alike and plain and not (other.field.is_key or other.field.refers_to):
                    yield other.column, other.cost + 0.3, ()
        own = (place.field.table, place.field.name)
        if isinstance(head, Noun) and any((s.table, s.field) == own for s in head.senses):
            for one in self._narrowed(phrase.modifiers, Rows(place.field.table)) if phrase.modifiers else ():
                for right in of_the_one(self.model, Column(field=place.field.name), one.table, one.where):
                    yield right, one.cost, (*one.parts, Part(head.span, right))

    def _narrowed(self, modifiers: tuple[Modifier, ...], rows: Rows) -> list[Rows]:
        grown = [rows]
        for modifier in modifiers:
            if isinstance(modifier, Attach) and self._is_trivial(modifier, rows):
                grown = [one.marked(modifier.span) for one in grown]
                continue
            grown = best([more for one in grown for more in self.apply(modifier, one)])
        return grown

    def _is_trivial(self, attach: Attach, rows: Rows) -> bool:
        """`the average age of all students`, of students: nothing is narrowed."""
        items = attach.phrases.items
        head = items[0].head
        plain = len(items) == 1 and not (items[0].modifiers or items[0].texts or items[0].owners)
        return plain and isinstance(head, Noun) and any(s.table == rows.table and s.field is None for s in head.senses)

    def _matched(self, match: Match, rows: Rows) -> Iterator[Rows]:
        for place in self._columns_of(match.of, rows) or self._labels(match.of, rows):
            if place.field.type is not FieldType.STRING:
                continue
            pattern = _PATTERNS[match.how].format(match.text.text.replace("%", "").replace("_", "\\_"))
            made = self.condition(place, Op.ILIKE, Given(value=pattern), ())
            met = rows.meeting(negative(made) if match.is_negated else made, match.span, place.cost)
            yield met.marked(match.text.span)

    def _labels(self, of: Phrase | None, rows: Rows) -> list[Place]:
        label = self.model.tables[rows.table].label
        return self.columns([own_sense(rows.table, label[0])], rows) if of is None and len(label) == 1 else []

    def _meant_days(self, rows: Rows, words: tuple[str, ...]) -> tuple[list[ModelField], bool]:
        """The columns of times that verbs leave open, and whether they name any: `settled` does, a status or not."""
        dated = [f for f in self.model.tables[rows.table].fields.values() if f.is_temporal]
        said = self.lattice.telling(words)
        held = [folded(str(c.right.value)) for c in rows.where if isinstance(c, Compare) and isinstance(c.right, Given)]
        named = [f for f in dated if self.lattice.dates(said or held, f)]
        if not named and self.lattice.dates_others(said, rows.table):
            return [], False  # the verb is of other rows
        return (named, True) if len(named) == 1 else (self.usual(rows, dated), bool(named))

    def _at_time(self, rows: Rows, head: Head, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        usual, named = self._meant_days(rows, words)
        elsewhere = [table for table in self.tables_of(words) if table != rows.table] if not named else []
        if elsewhere:
            said = Comparison(head.span, None, Op.EQ, (head,), negated, verbs=words)
            yield from self._timed_elsewhere(said, rows, elsewhere)
            return
        for field in usual if len(usual) <= MOST_DAYS else []:
            fit = self.fitting(field, head)
            if fit is not None:
                place = self.columns([own_sense(rows.table, field.name)], rows)[0]
                made = self._equal(place, fit[0], fit[1])
                dear = 0.5 if field.type.is_number else 0.1  # a year that rows have need not be when they were
                met = rows.meeting(negative(made) if negated else made, head.span, dear)
                doubtful = not named and (self._is_of_another(field, words) or self._has_dated_others(rows))
                yield met.told(head.span, Doubt()) if doubtful else met
        table = self.model.tables[rows.table]
        if not table.label and not any(f.is_temporal for f in table.fields.values()):
            yield from self._at_time_of_whole(rows, head, negated=negated)

    def _has_dated_others(self, rows: Rows) -> bool:
        """`users with a balance below 0 in June`: rows that are spoken of before have days of their own."""
        others = [self.model.tables[c.form.table] for c in rows.where if isinstance(c, Member)]
        return any(field.is_temporal for table in others for field in table.fields.values())

    def _at_time_of_whole(self, rows: Rows, head: Head, *, negated: bool) -> Iterator[Rows]:
        """Items of an order have the day of their order, where nothing else they point at has one."""
        above = [self.model.tables[link.to_table] for link in self.model.links_from(rows.table)]
        dated = [field for table in above for field in table.fields.values() if field.is_temporal]
        fit = self.fitting(dated[0], head) if len(dated) == 1 else None
        for place in self.columns([own_sense(dated[0].table, dated[0].name)], rows) if fit is not None else ():
            if fit is not None and len(place.column.via) == 1:
                made = self._equal(place, fit[0], fit[1])
                yield rows.meeting(negative(made) if negated else made, head.span, 0.4)


def _units_of(comparison: Comparison) -> set[str]:
    return {right.unit for right in comparison.rights if isinstance(right, Number) and right.unit}
