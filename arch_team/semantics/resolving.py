"""From phrases to rows: nouns choose their table, modifiers become conditions, each on the nearest phrase it fits."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, cast

from arch_team.featuredata.calls import Function, Op
from arch_team.featuredata.tables import FieldType
from arch_team.forms.form import (
    Column,
    Compare,
    Condition,
    Either,
    Figure,
    Form,
    Given,
    Lookup,
    Member,
    Order,
    Output,
    Related,
)
from arch_team.modelling.model import FULL_NAME, NounSense
from arch_team.modelling.naming import EXACT, FRAGMENT, SHORTENED
from arch_team.semantics.connecting import Connecting
from arch_team.semantics.joins import Path
from arch_team.semantics.places import Place, negative
from arch_team.semantics.rows import Part, Rows, best
from arch_team.semantics.syntax import (
    Attach,
    Choice,
    Comparison,
    Coordination,
    Head,
    Match,
    Missing,
    Modifier,
    Noun,
    Number,
    Phrase,
    Pronoun,
    Relation,
    Superlative,
    Text,
    Thing,
    Time,
)

_RAISED = 0.5
_PATTERNS = {"contains": "%{}%", "starts": "{}%", "ends": "%{}"}


class Resolver(Connecting):
    """Resolves the phrases of one question."""

    _depth = 0
    """How many relations the phrase being resolved is inside of."""

    # rows

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
                fitted = [more for rows in grown for more in self._fitted(modifier, rows)]
                grown = best([more.plus(1.5) for more in fitted] if late else fitted, 8)
            found += [more for rows in grown for more in self._ranked(phrase, self._limited(phrase, rows))]
        return best(found)

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
            people = [t for t in self.model.tables.values() if t.is_person]
            if len(people) == 1:
                yield Rows(people[0].name, cost=0.3).told(head.span, people[0].name)

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

    def _fitted(self, modifier: Modifier, rows: Rows) -> Iterator[Rows]:
        """The rows with a modifier applied; and, dearer, with it left for a phrase further out."""
        applied = [more.plus(added=len(more.where) - len(rows.where)) for more in self.apply(modifier, rows)]
        yield from applied
        if applied and isinstance(modifier, Comparison | Match | Missing):
            return
        dear = _RAISED if applied else 0.05
        yield rows.plus(dear, left=(*rows.left, modifier))

    # modifiers

    def apply(self, modifier: Modifier, rows: Rows) -> Iterator[Rows]:
        """Each way a modifier narrows rows."""
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
        else:
            yield from self._chosen(modifier, rows)

    def _chosen(self, choice: Choice, rows: Rows) -> Iterator[Rows]:
        """A modifier joined to the one before it: both hold, or one of the two."""
        if choice.kind == "and":
            for one in choice.of:
                yield from self.apply(one, rows)
            return
        if not rows.where or rows.added != 1:
            return  # of what stands before, only one condition can be the other choice
        *others, last = rows.where
        plain = replace(rows, where=tuple(others))
        for one in choice.of:
            for other in self.apply(one, plain):
                added = other.where[len(others) :]
                if isinstance(one, Comparison) and one.of is None and all(isinstance(r, Text) for r in one.rights):
                    added = tuple(c for c in added if _shape(c) == _shape(last))  # `A or C`: of the same column
                if len(added) == 1 and not other.left[len(rows.left) :] and other.order == rows.order:
                    yield replace(other, where=(*others, Either(of=(last, added[0]))))

    def _attached(self, attach: Attach, rows: Rows) -> Iterator[Rows]:
        if attach.phrases.items[0].is_each and not attach.is_negated:
            yield rows.plus(groups=(*rows.groups, *attach.phrases.items))
        words = (attach.preposition,)
        yield from self._joined(attach.phrases, rows, words, negated=attach.is_negated)

    def _related(self, relation: Relation, rows: Rows) -> Iterator[Rows]:
        if relation.phrases is None:
            yield from self.by_verb(rows, relation)
            return
        yield from self._joined(relation.phrases, rows, relation.verbs, negated=relation.is_negated)

    def _joined(self, phrases: Coordination, rows: Rows, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """Several phrases behind one verb: each of them (and), or one of them (or)."""
        if len(phrases.items) == 1:
            if phrases.items[0].is_each and not negated:
                yield rows.plus(groups=(*rows.groups, phrases.items[0]))
            yield from self.relate(rows, phrases.items[0], words, negated=negated)
            return
        items = self._shared_heads(phrases.items)
        if phrases.kind == "and" or negated:
            grown = [rows]
            for item in items:
                grown = best([more for one in grown for more in self.relate(one, item, words, negated=negated)])
            yield from (one for one in grown if not self._is_empty(one))
            if phrases.is_both or negated or not all(isinstance(item.head, Text | Number) for item in items):
                return
        yield from self._either(items, rows, words, phrases.kind)

    def _shared_heads(self, items: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
        """`both marketing and managing department`: the noun of the last phrase is meant in each."""
        last = items[-1]
        if isinstance(last.head, Noun) and last.texts and all(isinstance(item.head, Text) for item in items[:-1]):
            described: list[Phrase] = []
            for item in items[:-1]:
                text = item.head
                if isinstance(text, Text):
                    described.append(replace(last, texts=(text,), span=item.span))
            return (*described, last)
        return items

    def _either(
        self, items: Sequence[Phrase], rows: Rows, words: tuple[str, ...], kind: Literal["and", "or"]
    ) -> Iterator[Rows]:
        if kind == "and" and self._depth:
            return  # each of the rows tied to these would have to be both
        ways: list[dict[object, Rows]] = []
        for item in items:
            found: dict[object, Rows] = {}
            for one in best(list(self.relate(rows, item, words, negated=False))):
                if len(one.where) == len(rows.where) + 1 and one.order == rows.order:
                    found.setdefault(_shape(one.where[-1]), one)
            ways.append(found)
        alike = [isinstance(item.head, Text) for item in items]
        for shape, first in ways[0].items():
            chosen = [way.get(shape) or (None if all(alike) else next(iter(way.values()), None)) for way in ways]
            if any(one is None for one in chosen):
                continue
            each = [one for one in chosen if one is not None]
            made = Either(of=tuple(one.where[-1] for one in each))
            if kind == "and" and any(isinstance(option, Member) for option in made.of):
                continue  # rows tied to A and B are tied to both
            whole = (items[0].span[0], items[-1].span[1])
            cost = sum(one.cost - rows.cost for one in each)
            parts = tuple(part for one in each for part in one.parts)
            yield replace(rows, cost=rows.cost + cost, left=first.left, parts=parts).meeting(made, whole)

    def _is_empty(self, rows: Rows) -> bool:
        """Whether conditions cannot hold together: one column of one row equal to two values."""
        seen: dict[Column, object] = {}
        for condition in rows.where:
            if isinstance(condition, Compare) and condition.op is Op.EQ and isinstance(condition.left, Column):
                value = condition.right.value if isinstance(condition.right, Given) else condition.right
                if condition.left in seen and seen[condition.left] != value:
                    return True
                seen[condition.left] = value
        return False

    # comparisons

    def _columns_of(self, phrase: Phrase | None, rows: Rows, *, ranked: bool = False) -> list[Place]:
        """The columns a phrase may name, seen from rows. Without a phrase: the column the rows themselves are of."""
        if phrase is None:
            if rows.field is None:
                return []
            table = rows.field.via[-1].table if rows.field.via else rows.table
            return [Place(Path(rows.table, (), ()), rows.field, self.model.field(table, rows.field.field), 0.0)]
        if not isinstance(phrase.head, Noun) or phrase.is_count:
            return []
        owners = [sense.table for noun in phrase.owners for sense in noun.senses if sense.field is None]
        for modifier in phrase.modifiers:
            tied = modifier.phrases if isinstance(modifier, Attach | Relation) else None
            if tied is not None and not tied.items[0].modifiers:
                head = tied.items[0].head
                if isinstance(head, Noun):
                    owners += [sense.table for sense in head.senses if sense.field is None]
        senses = phrase.head.senses
        if owners:
            near = tuple(sense for sense in senses if sense.table in owners)
            senses = near or senses if not phrase.owners else near
        explicit = bool(owners)
        return self.columns(senses, rows, (), own_only=not explicit and self.is_generic(phrase.head))

    def names_a_value(self, noun: Noun) -> bool:
        """`the name of the director`, where a director is a column: the value itself."""
        said = " ".join(self.lattice.stems[noun.span[0] : noun.span[1]])
        return said in self.lattice.lexicon.phrases("value_name")

    def stored_counts(self, noun: Noun) -> tuple[NounSense, ...]:
        """Columns that hold how many there are of what the noun names: the degrees of a table of degrees."""
        tables = {sense.table for sense in noun.senses if sense.field is None}
        return tuple(
            sense
            for sense in noun.senses
            if sense.field is not None
            and sense.table in tables
            and sense.tier == EXACT
            and self.model.field(sense.table, sense.field).is_measure
        )

    def only_measures(self, noun: Noun) -> tuple[NounSense, ...]:
        """`the average rating`, where a rating is a table: the one number its rows hold."""
        found: list[NounSense] = []
        for sense in noun.senses:
            if sense.field is None:
                measures = [f.name for f in self.model.tables[sense.table].fields.values() if f.is_measure]
                if len(measures) == 1:
                    found.append(NounSense(sense.table, measures[0], max(sense.tier, SHORTENED)))
        return tuple(found)

    def _words(self, phrase: Phrase) -> tuple[str, ...]:
        return self.lattice.words[phrase.span[0] : phrase.span[1]]

    def _compared(self, comparison: Comparison, rows: Rows) -> Iterator[Rows]:
        if comparison.dimension is not None:
            for place, _ in self.dimension(comparison.dimension, rows):
                yield from self._held(comparison, place, rows)
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
            key = self.model.tables[rows.table].key
            if len(key) == 1:
                place = self.columns([_own(rows.table, key[0])], rows)[0]
                yield from (more.plus(0.5) for more in self._held(comparison, place, rows))
        yield from self._timed(comparison, rows)

    def _negated_last(self, before: Rows, after: Rows) -> Rows:
        return replace(after, where=(*before.where, *(negative(c) for c in after.where[len(before.where) :])))

    def _timed(self, comparison: Comparison, rows: Rows) -> Iterator[Rows]:
        """`before 2018`: of the one date the rows have, or the one the verb names; `cost more than 5`: a number."""
        said = self.lattice.telling(comparison.verbs)
        for field in self.model.tables[rows.table].fields.values():
            if field.is_measure and field.verbs and self.lattice.dates(said, field):
                yield from self._held(comparison, self.columns([_own(rows.table, field.name)], rows)[0], rows)
                return
        if comparison.is_amount and any(isinstance(right, Number) for right in comparison.rights):
            return
        dated = [f for f in self.model.tables[rows.table].fields.values() if f.is_temporal]
        said = self.lattice.telling(comparison.verbs)
        named = [f for f in dated if self.lattice.dates(said, f)]
        if not named and self.lattice.dates_others(said, rows.table):
            dated = []  # the verb is of other rows
        dated = named if len(named) == 1 else [f for f in dated if f.is_default_time] or dated
        elsewhere = [table for table in self.tables_of(comparison.verbs) if table != rows.table] if not named else []
        if elsewhere:
            yield from self._timed_elsewhere(comparison, rows, elsewhere)
            return
        if len(dated) == 1 and all(_is_time(right) for right in comparison.rights):
            place = self.columns([_own(rows.table, dated[0].name)], rows)[0]
            for more in self._held(comparison, place, rows):
                yield more.plus(0.2)

    def _timed_elsewhere(self, comparison: Comparison, rows: Rows, tables: Sequence[str]) -> Iterator[Rows]:
        """`orders shipped after 2000`: by the date of their shipments."""
        for table in tables:
            dated = [f for f in self.model.tables[table].fields.values() if f.is_temporal]
            if len(dated) == 1 and all(_is_time(right) for right in comparison.rights):
                for place in self.columns([_own(table, dated[0].name)], rows, comparison.verbs):
                    yield from self._held(comparison, place, rows)

    def _held(self, comparison: Comparison, place: Place, rows: Rows) -> Iterator[Rows]:
        """A column held against values, another column or a figure."""
        span = comparison.span
        rights = comparison.rights
        if len(rights) == 1 and isinstance(rights[0], Phrase):
            for right, cost, parts in self._figures(rights[0], rows, place):
                made = self.seen(Compare(left=place.column, op=comparison.op, right=right), place.path)
                made = negative(made) if comparison.is_negated else made
                yield rows.meeting(made, span, place.cost + cost).plus(parts=(*rows.parts, Part(span, made), *parts))
            return
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
        yield rows.meeting(negative(made) if comparison.is_negated else made, span, place.cost).marked(*used)

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
            columns = self.columns(senses, table, own_only=True) or [
                p
                for p in self.columns([_own(place.field.table, place.field.name)], table)
                if not isinstance(head, Noun)
            ]
            for column in columns[:2]:
                narrowed = [r for m in [phrase.modifiers] for r in self._narrowed(m, table)]
                for one in narrowed:
                    figure = Figure(function=functions[0], of=column.column)
                    form = Form(table=table.table, outputs=(Output(name="figure", value=figure),), where=one.where)
                    yield Lookup(form=form), column.cost + one.cost, one.parts
            return
        if isinstance(head, Noun):
            for other in self.columns(head.senses, rows, own_only=True):
                alike = other.field.type is place.field.type and other.field.is_measure == place.field.is_measure
                plain = not phrase.modifiers and phrase.quantity is None and not phrase.is_count
                if alike and plain and not (other.field.is_key or other.field.refers_to):
                    yield other.column, other.cost + 0.3, ()

    def _narrowed(self, modifiers: tuple[Modifier, ...], rows: Rows) -> list[Rows]:
        grown = [rows]
        for modifier in modifiers:
            if isinstance(modifier, Attach) and self._is_trivial(modifier, rows):
                continue
            grown = best([more for one in grown for more in self.apply(modifier, one)])
        return grown

    def _is_trivial(self, attach: Attach, rows: Rows) -> bool:
        """`the average age of all students`, of students: nothing is narrowed."""
        items = attach.phrases.items
        head = items[0].head
        plain = len(items) == 1 and not items[0].modifiers and not items[0].texts
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
        return self.columns([_own(rows.table, label[0])], rows) if of is None and len(label) == 1 else []

    # relations with a phrase

    def relate(self, rows: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """Rows tied to what a phrase speaks of."""
        head = phrase.head
        words = (*words, *phrase.verbs)
        negated = negated ^ phrase.is_none
        if isinstance(head, Text):
            for more in self.holding_text(rows, head, words):
                for narrowed in self._narrowed(phrase.modifiers, replace(more, left=())):
                    kept = replace(narrowed, left=(*more.left, *narrowed.left))
                    yield self._negated_last(rows, kept) if negated else kept
        elif _is_time(head):
            yield from self._at_time(rows, head, words, negated=negated)
        elif isinstance(head, Pronoun):
            yield rows.plus(is_linked=True)
        elif isinstance(head, Thing):
            if phrase.quantity is not None:
                yield from self.counted_by_verb(rows, phrase.quantity, words)
            if phrase.superlative is not None and not negated:
                yield from self._said_to_be(rows, phrase, words)
        elif isinstance(head, Noun):
            yield from self._tied(rows, phrase, head, words, negated=negated)

    def _said_to_be(self, rows: Rows, phrase: Phrase, words: tuple[str, ...]) -> Iterator[Rows]:
        """`is the oldest`, `is the most common`, `was ordered most often`."""
        ranking = phrase.superlative
        if ranking is None or rows.order:
            return
        elsewhere = [table for table in self.tables_of(words) if table != rows.table]
        if (ranking.dimension is not None and not elsewhere) or rows.field is not None:
            yield from self._ranked(phrase, rows)
        if ranking.dimension is not None:
            yield from self._ranked_by_date(rows, ranking, elsewhere, words)
        if ranking.counts and rows.field is None:
            if not self.lattice.telling(words) or set(words) & self.lattice.lexicon.words("occurring"):
                yield from self._most_referred(rows, ranking)
            for table in self.tables_of(words):
                for path, cost in self.paths(rows.table, table, words):
                    for counted in self.related_counts(path, Rows(table)) if not path.is_upwards else ():
                        order = Order(by=counted, descending=ranking.is_max)
                        ranked = rows.plus(cost, order=(order,), limit=ranking.limit).told(ranking.span, order)
                        yield ranked if ranking.is_max else ranked.meeting(self._member(path, Rows(table)), phrase.span)

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

    def _at_time(self, rows: Rows, head: Head, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        dated = [f for f in self.model.tables[rows.table].fields.values() if f.is_temporal]
        said = self.lattice.telling(words)
        named = [f for f in dated if self.lattice.dates(said, f)]
        if not named and self.lattice.dates_others(said, rows.table):
            dated = []
        usual = [f for f in dated if f.is_default_time] or dated
        for field in named if len(named) == 1 else usual if len(usual) == 1 else []:
            fit = self.fitting(field, head)
            if fit is not None:
                place = self.columns([_own(rows.table, field.name)], rows)[0]
                made = self._equal(place, fit[0], fit[1])
                yield rows.meeting(negative(made) if negated else made, head.span, 0.1)

    def _tied(self, rows: Rows, phrase: Phrase, head: Noun, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        columns = [sense for sense in head.senses if sense.field is not None]
        if _counts(phrase) and not phrase.functions:
            phrase = replace(phrase, is_count=False)  # the most number of is the most
        if phrase.functions or phrase.is_count:
            yield from self.by_figure(rows, phrase, words, negated=negated)
            measures = tuple(s for s in columns if s.field and self.model.field(s.table, s.field).is_measure)
            if measures and not phrase.functions:
                plain = replace(phrase, head=replace(head, senses=measures), is_count=False)
                yield from self._by_column(rows, plain, words, negated)
            return
        if columns:
            yield from self._by_column(rows, replace(phrase, head=replace(head, senses=tuple(columns))), words, negated)
        tables = tuple(sense for sense in head.senses if sense.field is None)
        if (phrase.quantity is not None or _counts(phrase)) and self.stored_counts(head):
            return  # a column holds how many: counting rows would be another figure
        if tables:
            inner = replace(phrase, head=replace(head, senses=tables))
            plain = replace(inner, superlative=None) if _counts(phrase) else inner
            self._depth += 1
            others = self.rows(plain, rows)
            self._depth -= 1
            for other in others:
                yield from self.connect(rows, other, phrase, words, negated=negated)

    def _by_column(self, rows: Rows, phrase: Phrase, words: tuple[str, ...], negated: bool) -> Iterator[Rows]:
        """`with the highest salary`, `with 3 credits`, `with age above 40`, `with status "x"`."""
        phrase = replace(phrase, modifiers=tuple(self._as_comparison(m) for m in phrase.modifiers))
        comparisons = [
            m for m in phrase.modifiers if isinstance(m, Comparison) and m.of is None and not self._is_verbal(m)
        ]
        choices = [m for m in phrase.modifiers if _is_choice_of_values(m)]
        others = [m for m in phrase.modifiers if m not in comparisons and m not in choices]
        bare = replace(phrase, modifiers=tuple(m for m in others if isinstance(m, Attach)), superlative=None)
        for place in self._columns_of(bare, rows):
            grown = [rows]
            ranking, quantity = phrase.superlative, phrase.quantity
            if quantity is not None and place.field.type.is_number:
                made = self.condition(place, quantity.op, Given(value=quantity.value), ())
                grown = [r.meeting(negative(made) if negated else made, quantity.span, place.cost) for r in grown]
            elif ranking is not None:
                ranked = place.path.is_upwards and not negated and (not ranking.counts or place.field.is_measure)
                grown = self._extreme(rows, ranking, place) if ranked else []
            elif phrase.texts:
                grown = self._described(rows, phrase.texts, place, negated)
            elif not comparisons:
                grown = self._of_number(rows, phrase, place, others, negated)
                others = [m for m in others if not _is_numeric(m)]
            for comparison in comparisons:
                turned = replace(comparison, is_negated=comparison.is_negated ^ negated)
                grown = [more for one in grown for more in self._held(turned, place, one)]
            for choice in choices:
                grown = [more for one in grown for more in self._or_held(choice, place, one)] if not negated else []
            yield from (self._with_left(one, others, bare) for one in grown)

    def _is_verbal(self, comparison: Comparison) -> bool:
        """`products of type A cost less than 5`: the verb is of the products, not of their type."""
        said = self.lattice.telling(comparison.verbs)
        fields = [field for table in self.model.tables.values() for field in table.fields.values() if field.verbs]
        return bool(said) and any(self.lattice.dates(said, field) for field in fields)

    def _as_comparison(self, modifier: Modifier) -> Modifier:
        """`an award that is not "x"` says of a column what `award is not "x"` says."""
        if not isinstance(modifier, Relation) or modifier.phrases is None or modifier.phrases.is_both:
            return modifier
        items = modifier.phrases.items
        if not set(modifier.verbs) <= self.lattice.lexicon.words("be") or not modifier.verbs:
            return modifier
        if not all(isinstance(i.head, Text | Number | Time) and not i.modifiers and not i.texts for i in items):
            return modifier
        rights = tuple(item.head for item in items)
        return Comparison(modifier.span, None, Op.EQ, rights, modifier.is_negated, is_any_of=True)

    def by_figure(self, rows: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """`with the highest average rating`, `with an average price above 5`, `with a number of orders above 3`."""
        comparisons = [m for m in phrase.modifiers if isinstance(m, Comparison) and m.of is None]
        others = tuple(m for m in phrase.modifiers if m not in comparisons)
        plain = replace(phrase, functions=(), is_count=False, superlative=None, quantity=None, modifiers=others)
        for figure, dear in self._figures_of(rows, phrase, plain, words):
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
    ) -> Iterator[tuple[Figure | Related, float]]:
        head = phrase.head
        if not isinstance(head, Noun):
            return
        if phrase.is_count and not phrase.functions:
            tables = replace(plain, head=replace(head, senses=tuple(s for s in head.senses if s.field is None)))
            for other in self.rows(tables, rows) if tables.head.senses else []:  # type: ignore[union-attr]
                if other.left or other.order or other.field is not None:
                    continue
                if rows.field is not None and other.table == rows.table and not other.where:
                    yield Figure(function=Function.COUNT), other.cost
                for path, cost in self.paths(rows.table, other.table, words):
                    if not path.is_upwards and rows.field is None:
                        yield self.related_count(path, other), max(cost - 1.0, 0.0) + other.cost
            return
        if len(phrase.functions) != 1:
            return
        measured = replace(plain, head=replace(head, senses=(*head.senses, *self.only_measures(head))))
        for place in self._columns_of(measured, rows):
            if not place.field.is_measure:
                continue
            if rows.field is not None and place.path.is_upwards:
                yield Figure(function=phrase.functions[0], of=place.column), place.cost
            elif rows.field is None and not place.path.is_upwards and not place.path.to_second:
                counted = self.related_count(place.path, Rows(place.path.pivot))
                figure = counted.model_copy(update={"function": phrase.functions[0], "of": place.column})
                yield figure, max(place.cost - 1.0, 0.0)

    def _or_held(self, choice: Modifier, place: Place, rows: Rows) -> Iterator[Rows]:
        """`lower than 600 or higher than 900`: the second comparison is of the same column."""
        if not isinstance(choice, Choice) or not isinstance(choice.of[0], Comparison) or not rows.where:
            return
        for other in self._held(choice.of[0], place, replace(rows, where=())):
            if choice.kind == "and":
                yield replace(other, where=(*rows.where, *other.where))
            else:
                either = Either(of=(rows.where[-1], other.where[-1]))
                yield replace(other, where=(*rows.where[:-1], either))

    def _with_left(self, rows: Rows, others: Sequence[Modifier], bare: Phrase) -> Rows:
        """What was said behind the column and is not its owner belongs to the rows."""
        left = tuple(m for m in others if m not in bare.modifiers or not self._owns(m))
        return replace(rows, left=(*rows.left, *left)) if left else rows

    def _owns(self, modifier: Modifier) -> bool:
        if not isinstance(modifier, Attach):
            return False
        item = modifier.phrases.items[0]
        return isinstance(item.head, Noun) and not item.modifiers and any(s.field is None for s in item.head.senses)

    def _extreme(self, rows: Rows, ranking: Superlative, place: Place) -> list[Rows]:
        if rows.order or not (place.field.type.is_number or place.field.is_temporal):
            return []
        order = Order(by=place.column, descending=ranking.is_max)
        return [rows.plus(place.cost, order=(order,), limit=ranking.limit).told(ranking.span, order)]

    def _described(self, rows: Rows, texts: Sequence[Text], place: Place, negated: bool) -> list[Rows]:
        """`with a Midshipman rank`: the value before the column's name."""
        comparison = Comparison(texts[0].span, None, Op.EQ, tuple(texts), negated)
        return list(self._held(comparison, place, rows))

    def _of_number(
        self, rows: Rows, phrase: Phrase, place: Place, others: Sequence[Modifier], negated: bool
    ) -> list[Rows]:
        """`with a weight of 5`."""
        numeric = [m for m in others if _is_numeric(m)]
        if len(numeric) != 1 or not isinstance(numeric[0], Attach):
            return []
        if numeric[0].phrases.kind == "and" and len(numeric[0].phrases.items) > 1:
            return []
        rights = tuple(item.head for item in numeric[0].phrases.items)
        comparison = Comparison(phrase.span, None, Op.EQ, rights, negated, is_any_of=True)
        return list(self._held(comparison, place, rows))


def _is_choice_of_values(modifier: Modifier) -> bool:
    return isinstance(modifier, Choice) and len(modifier.of) == 1 and _is_plain(modifier.of[0])


def _is_plain(modifier: Modifier) -> bool:
    return isinstance(modifier, Comparison) and modifier.of is None


def _is_numeric(modifier: Modifier) -> bool:
    return isinstance(modifier, Attach) and all(
        isinstance(item.head, Number | Text | Time) and not item.modifiers for item in modifier.phrases.items
    )


def _shape(condition: Condition) -> str:
    """A condition without its values: two of one shape speak of the same column in the same way."""
    data = condition.model_dump(mode="json")
    return str(_without_values(data))


def _without_values(node: object) -> object:
    if isinstance(node, dict):
        known = cast("dict[str, object]", node)
        if known.get("kind") == "given":
            return "value"
        return {key: _without_values(value) for key, value in known.items() if key != "values"}
    if isinstance(node, list):
        return [_without_values(item) for item in cast("list[object]", node)]
    return node


def _is_time(head: object) -> bool:
    """A date, or a number that can be a year."""
    return isinstance(head, Time) or (isinstance(head, Number) and 1000 <= head.value <= 2999)


def _counts(phrase: Phrase) -> bool:
    return phrase.superlative is not None and phrase.superlative.counts


def _own(table: str, field: str) -> NounSense:
    return NounSense(table, field, 0)
