"""From phrases to rows: nouns choose their table, modifiers become conditions, each on the nearest phrase it fits."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Member
from arch_team.grammar.dating import is_time
from arch_team.grammar.syntax import (
    Attach,
    Choice,
    Comparison,
    GrainWord,
    Match,
    Missing,
    Modifier,
    Noun,
    Number,
    Phrase,
    Pronoun,
    Relation,
    Text,
    Thing,
)
from arch_team.interpreting.read import Doubt, Part
from arch_team.modelling.model import FULL_NAME, NounSense
from arch_team.modelling.naming import EXACT, FRAGMENT
from arch_team.semantics.coordinating import Coordinating
from arch_team.semantics.rows import Rows, best

_RAISED, _FEW = 0.5, 3


class Resolver(Coordinating):
    """Resolves the phrases of one question."""

    def rows(self, phrase: Phrase, context: Rows | None = None) -> list[Rows]:
        """What a phrase may speak of as rows, cheapest first, its modifiers applied."""
        found: list[Rows] = []
        if phrase.functions or phrase.is_count:
            return []
        if phrase.verbs:
            told = Relation((phrase.span[0], phrase.head.span[0]), phrase.verbs, None)
            phrase = replace(phrase, modifiers=(told, *phrase.modifiers), verbs=())
        for start in self._starts(phrase, context):
            grown = [start]
            for text in phrase.texts:
                near = [
                    more for rows in grown for more in self.holding_text(rows, text, ()) if more.cost <= rows.cost + 1.8
                ]
                grown = best(near)
            for at, modifier in enumerate(phrase.modifiers):
                before = phrase.modifiers[at - 1] if at else None
                late = (
                    isinstance(before, Attach) and before.phrases.items[0].is_each and not isinstance(modifier, Attach)
                )
                fitted = [more for rows in grown for more in self._fitted(modifier, rows, context)]
                if isinstance(before, Relation) and self._says_when_it_was_done(before.verbs, modifier, start.table):
                    fitted = [m if modifier in m.left else m.told(modifier.span, Doubt()) for m in fitted]
                grown = best([more.plus(1.5) for more in fitted] if late else fitted, 8)
            grown = [more for rows in grown for more in self._taken_up(phrase, rows)]
            found += [more for rows in grown for more in self._ranked(phrase, self._limited(phrase, rows))]
        return best(found)

    def _taken_up(self, phrase: Phrase, rows: Rows) -> Iterator[Rows]:
        """What phrases further in left is this one's, if it fits here; dearer, it is left to those further out."""
        deeper = [m for m in rows.left if m not in phrase.modifiers]
        grown = [replace(rows, left=tuple(m for m in rows.left if m not in deeper))]
        for modifier in deeper:
            grown = best([more for one in grown for more in self.apply(modifier, one)])
        yield from grown if deeper else ()
        yield rows.plus(_RAISED) if deeper and grown else rows

    def _says_when_it_was_done(self, verbs: tuple[str, ...], modifier: Modifier, table: str) -> bool:
        """`who ordered lamps in 2023`: the time of what the verb says, not of whoever did it."""
        said = self.lattice.telling(verbs)
        if not isinstance(modifier, Attach) or table in self.lattice.tables_of(said):
            return False  # the rows are what was done: of sales, that something was sold
        own = [field for field in self.model.tables[table].fields.values() if field.is_temporal]
        when = is_time(modifier.phrases.items[0].head)
        return when and bool(said) and not any(self.lattice.dates(said, field) for field in own)

    def _limited(self, phrase: Phrase, rows: Rows) -> Rows:
        """`the 3 mountains with the highest prominence`."""
        quantity = phrase.quantity
        if quantity is not None and quantity.op is Op.EQ and rows.order and rows.limit == 1:
            return replace(rows, limit=int(quantity.value)).marked(quantity.span)
        return rows

    def _starts(self, phrase: Phrase, context: Rows | None) -> Iterator[Rows]:
        head = phrase.head
        if isinstance(head, Noun):
            is_table = any(sense.field is None and sense.tier == EXACT for sense in head.senses)
            for sense in head.senses:
                if sense.field is not None and (sense.tier == FRAGMENT or (is_table and sense.tier > EXACT)):
                    continue
                if is_table and sense.field is not None and not self._is_twice_named(head, sense):
                    continue
                rows = Rows(sense.table, cost=sense.tier * 0.6)
                if sense.field is None:
                    yield from self._owned(rows.told(head.span, sense), phrase.owners)
                else:
                    dear = 0.0 if is_table else 0.4
                    as_values = rows.plus(dear, field=Column(field=sense.field)).told(head.span, sense)
                    yield from self._owned(as_values, phrase.owners)
        elif isinstance(head, Text):
            for hit in head.hits:
                label = hit.field in self.model.tables[hit.table].label
                lower = 0.6 if head.is_lower and not head.is_quoted else 0.0
                start = Rows(hit.table, cost=(0.0 if label or hit.field == FULL_NAME else 0.3) + lower)
                own = replace(head, hits=(hit,))
                yield from (
                    rows.plus(parts=(*rows.parts, Part(head.span, hit))) for rows in self.holding_text(start, own, ())
                )
        elif isinstance(head, Thing | Pronoun) and context is not None:
            if not isinstance(head, Thing) or not head.is_person or self.model.tables[context.table].is_person:
                yield replace(context, where=(), order=(), limit=None, cost=0.0, is_linked=True)
        elif isinstance(head, Thing) and not head.is_person and len(self.model.tables) == 1:
            yield Rows(next(iter(self.model.tables))).told(head.span, head)
        elif isinstance(head, Thing) and head.is_person:
            people = [t for t in self.model.tables.values() if t.is_person and not t.is_bridge]
            for table in people if len(people) <= _FEW else ():
                yield Rows(table.name, cost=0.3 * len(people)).told(head.span, table.name)

    def _is_twice_named(self, noun: Noun, sense: NounSense) -> bool:
        """Whether a table and one of its own columns have the same name: then either may be meant."""
        own = any(other.field is None and other.table == sense.table for other in noun.senses)
        return own and self.model.field(sense.table, sense.field or "").refers_to is None

    def _owned(self, rows: Rows, owners: Sequence[Noun]) -> Iterator[Rows]:
        """A noun before the head must be a table its rows know, or its own."""
        if not owners:
            yield rows
            return
        for sense in owners[-1].senses:
            if sense.field is not None:
                continue
            if sense.table == rows.table:
                yield from self._owned(rows.plus(sense.tier * 0.3), owners[:-1])
            elif rows.field is None and any(path.is_upwards for path, _ in self.paths(rows.table, sense.table)):
                yield from self._owned(rows.plus(0.5 + sense.tier * 0.3), owners[:-1])

    def _fitted(self, modifier: Modifier, rows: Rows, context: Rows | None = None) -> Iterator[Rows]:
        """The rows with a modifier applied; and, dearer, with it left for a phrase further out. What would lead back
        to the rows that these are tied to is theirs: of `a rental of a car with pickup in May` the pickup."""
        applied = [more.plus(added=len(more.where) - len(rows.where)) for more in self.apply(modifier, rows)]
        back = [more for more in applied if context is not None and _leads_to(more, rows, context.table)]
        if back and len(back) == len(applied):
            yield rows.plus(0.05, left=(*rows.left, modifier))
            yield from (more.plus(_RAISED) for more in applied)
            return
        yield from applied
        if applied and isinstance(modifier, Comparison | Match | Missing):
            return
        dear = _RAISED if applied else 0.05
        yield rows.plus(dear, left=(*rows.left, modifier))

    def apply(self, modifier: Modifier, rows: Rows) -> Iterator[Rows]:
        """Each way a modifier narrows rows."""
        return (more.marked(modifier.span) for more in self._applied(modifier, rows))

    def _applied(self, modifier: Modifier, rows: Rows) -> Iterator[Rows]:
        if isinstance(modifier, Attach):
            yield from self._attached(modifier, rows)
        elif isinstance(modifier, Relation):
            yield from self._related(modifier, rows)
        elif isinstance(modifier, Comparison):
            yield from self._compared(modifier, rows)
        elif isinstance(modifier, Match):
            yield from self._matched(modifier, rows)
        elif isinstance(modifier, Missing):
            for place in self._columns_of(modifier.of, rows):
                op = Op.NOT_NULL if modifier.is_negated else Op.IS_NULL
                yield rows.meeting(self.condition(place, op, None, ()), modifier.span, place.cost)
        elif isinstance(modifier, Choice):
            yield from self._chosen(modifier, rows)

    def _attached(self, attach: Attach, rows: Rows) -> Iterator[Rows]:
        if attach.phrases.items[0].is_each and not attach.is_negated:
            yield rows.plus(groups=(*rows.groups, *attach.phrases.items))
            yield from self._per_value_of(attach.phrases.items[0], rows)
        words = (attach.preposition,)
        yield from self._joined(attach.phrases, rows, words, negated=attach.is_negated)

    def _per_value_of(self, item: Phrase, rows: Rows) -> Iterator[Rows]:
        """`of each gender whose salary is below 5`: what is said behind a column's name is said of the rows."""
        head = item.head
        if not item.modifiers or not isinstance(head, Noun) or any(sense.field is None for sense in head.senses):
            return
        grown = [rows.plus(0.3, groups=(*rows.groups, replace(item, modifiers=())))]
        for modifier in item.modifiers:
            grown = best([more for one in grown for more in self.apply(modifier, one)])
        yield from grown

    def _related(self, relation: Relation, rows: Rows) -> Iterator[Rows]:
        if relation.is_negated and rows.field is not None and self.lattice.telling(relation.verbs):
            said = replace(relation, is_negated=False)  # products not sold in March are in no row of that month
            for done in self._related(said, Rows(rows.table)):
                none = list(self._of_values(rows, done, Phrase(said.span, Thing(said.span)), negated=True))
                yield from (one.plus(done.cost, parts=(*one.parts, *done.parts)) for one in none)
            return
        if relation.phrases is None:
            yield from self.by_verb(rows, relation)
            return
        items = relation.phrases.items
        if isinstance(items[0].head, GrainWord):  # `tickets created per month`: of the day on which they were
            done = list(self.by_verb(rows, replace(relation, phrases=None)))
            yield from (more.plus(groups=(*more.groups, *items)) for more in done)
            if done:
                return
        for more in self._joined(relation.phrases, rows, relation.verbs, negated=relation.is_negated):
            times = [
                m for m in more.left[len(rows.left) :] if self._says_when_it_was_done(relation.verbs, m, rows.table)
            ]
            yield more.told(times[0].span, Doubt()) if times else more

    def relate(self, rows: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """Rows tied to what a phrase speaks of."""
        head = phrase.head
        words = (*words, *phrase.verbs)
        negated = negated ^ phrase.is_none
        if isinstance(head, Text):
            said = phrase.modifiers
            phrase, head = self._of_its_column(phrase, head)
            rows = rows.marked(*(m.span for m in said if m not in phrase.modifiers))
            if not head.hits:
                yield from self._numbered_by_verb(rows, head, words, negated=negated)
            for more in self.holding_text(rows, head, words):
                for narrowed in self._narrowed(phrase.modifiers, replace(more, left=())):
                    kept = replace(narrowed, left=(*more.left, *narrowed.left))
                    if any(self._says_when_it_was_done(words, m, rows.table) for m in phrase.modifiers):
                        kept = kept.told(phrase.span, Doubt())
                    yield self._negated_last(rows, kept) if negated else kept
        elif is_time(head):
            yield from self._at_time(rows, head, words, negated=negated)
        elif isinstance(head, Pronoun):  # `which suppliers do we have no email of`: what is said of us is theirs
            is_us = set(self._words(phrase)) <= self.lattice.lexicon.words("we")
            for more in self._narrowed(phrase.modifiers, rows):
                if negated or (is_us and self.lattice.telling(words)):
                    yield from self.by_verb(more, Relation(phrase.span, words, None, negated))
                else:
                    yield more.plus(is_linked=True)
        elif isinstance(head, Thing):
            rows = self._with_left(rows, phrase.modifiers, phrase)
            if phrase.quantity is not None:
                yield from self.counted_by_verb(rows, phrase.quantity, words)
                if rows.field is not None and not negated and not self.lattice.telling(words):
                    yield from self._of_values(rows, Rows(rows.table), phrase, negated=False)
            if phrase.superlative is not None and not negated:
                yield from self._said_to_be(rows, phrase, words)
        elif isinstance(head, Noun):
            yield from self._tied(rows, phrase, head, words, negated=negated)

    def _adds_up(self, sense: NounSense) -> bool:
        field = self.model.tables[sense.table].fields.get(sense.field or "")
        return field is not None and field.adds_up

    def without_fragments(self, noun: Noun) -> Noun:
        """A customer is not their `customer type`."""
        whole = any(sense.field is None and sense.tier == EXACT for sense in noun.senses)
        near = (s for s in noun.senses if s.tier < FRAGMENT or s.field in self.model.tables[s.table].label)
        return replace(noun, senses=tuple(near)) if whole else noun

    def _tied(self, rows: Rows, phrase: Phrase, head: Noun, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        columns = [sense for sense in head.senses if sense.field is not None]
        if phrase.superlative is not None and (phrase.counts or phrase.is_count) and not phrase.functions:
            most = replace(phrase.superlative, counts=True)
            phrase = replace(phrase, is_count=False, superlative=most)  # the largest number of is the most
        if phrase.functions or phrase.is_count:
            yield from self.by_figure(rows, phrase, words, negated=negated)
            measures = tuple(s for s in columns if s.field and self.model.field(s.table, s.field).is_measure)
            if measures and not phrase.functions:
                plain = replace(phrase, head=replace(head, senses=measures), is_count=False)
                yield from self._by_column(rows, plain, words, negated)
            return
        meant = [s for s in self.without_fragments(head).senses if s.field is not None]  # most courses are no most fees
        added = tuple(s for s in meant if (s.table != rows.table or rows.field is not None) and self._adds_up(s))
        if added and phrase.superlative is not None and phrase.superlative.counts and not negated:  # the most honey
            most = replace(phrase.superlative, counts=False)
            summed = replace(phrase, head=replace(head, senses=added), functions=(Function.SUM,), superlative=most)
            ranked = list(self.by_figure(rows, summed, words, negated=False))
            yield from ranked
            if ranked and rows.field is not None:
                return
        if columns and not phrase.counts and self.lattice.says("altogether"):
            yield from self.by_figure(rows, _added_up(phrase), words, negated=negated)
        if columns:
            quantity = phrase.quantity
            if quantity is not None and (quantity.op, quantity.value) == (Op.GE, 1):  # at least one grade "B": there is
                there = replace(phrase, head=replace(head, senses=tuple(columns)), quantity=None)
                yield from self._by_column(rows.marked(quantity.span), there, words, negated)
            yield from self._by_column(rows, replace(phrase, head=replace(head, senses=tuple(columns))), words, negated)
            if not (phrase.counts and set(words) & self.lattice.lexicon.words("have")):  # a number of them is meant
                yield from self._of_chosen_values(rows, phrase, columns, negated=negated)
        tables = tuple(sense for sense in head.senses if sense.field is None)
        if (phrase.quantity is not None or phrase.counts) and self.stored_counts(head):
            return  # a column holds how many: counting rows would be another figure
        if tables:
            inner = replace(phrase, head=replace(head, senses=tables))
            plain = replace(inner, superlative=None) if phrase.counts else inner
            self._depth += 1
            others = self.rows(plain, rows)
            self._depth -= 1
            for other in others:
                yield from self.connect(rows, other, phrase, words, negated=negated)


def _added_up(phrase: Phrase) -> Phrase:
    """`more than 40 hours in total`: of their sum."""
    many, held = phrase.quantity, phrase.modifiers
    if many is not None:
        held = (*held, Comparison(many.span, None, many.op, (Number(many.span, many.value),)))
    return replace(phrase, functions=(Function.SUM,), quantity=None, modifiers=held)


def _leads_to(more: Rows, before: Rows, table: str) -> bool:
    """Whether what was added speaks of rows of a table that point here."""
    added = more.where[len(before.where) :]
    return any(isinstance(condition, Member) and condition.form.table == table for condition in added)
