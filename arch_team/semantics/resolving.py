"""From phrases to rows: nouns choose their table, modifiers become conditions, each on the nearest phrase it fits."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, cast

from arch_team.featuredata.calls import Op
from arch_team.forms.form import (
    Both,
    Column,
    Compare,
    Condition,
    Either,
    Form,
    Given,
    Member,
    Output,
)
from arch_team.grammar.syntax import (
    Attach,
    Choice,
    Comparison,
    Coordination,
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
    Time,
)
from arch_team.modelling.model import FULL_NAME, NounSense
from arch_team.modelling.naming import EXACT, FRAGMENT
from arch_team.semantics.comparing import is_time
from arch_team.semantics.places import Place, negative
from arch_team.semantics.ranking import Ranking
from arch_team.semantics.rows import Part, Rows, best

_RAISED = 0.5


class Resolver(Ranking):
    """Resolves the phrases of one question."""

    _depth = 0
    """How many relations the phrase being resolved is inside of."""

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

    def _fitted(self, modifier: Modifier, rows: Rows) -> Iterator[Rows]:
        """The rows with a modifier applied; and, dearer, with it left for a phrase further out."""
        applied = [more.plus(added=len(more.where) - len(rows.where)) for more in self.apply(modifier, rows)]
        yield from applied
        if applied and isinstance(modifier, Comparison | Match | Missing):
            return
        dear = _RAISED if applied else 0.05
        yield rows.plus(dear, left=(*rows.left, modifier))

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
        elif isinstance(modifier, Choice):
            yield from self._chosen(modifier, rows)

    def _chosen(self, choice: Choice, rows: Rows) -> Iterator[Rows]:
        """A modifier joined to the one before it: both hold, or one of the two."""
        if choice.kind == "and":
            for one in choice.of:
                for more in self.apply(one, rows):
                    yield more
                    yield from self._within_the_last(rows, more)
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

    def _within_the_last(self, rows: Rows, more: Rows) -> Iterator[Rows]:
        """`in A or in B and in C`: of B alone, as it may be meant as well."""
        last = rows.where[-1] if rows.where and rows.added == 1 else None
        added = more.where[len(rows.where) :]
        if isinstance(last, Either) and len(added) == 1 and more.order == rows.order:
            narrowed = Either(of=(*last.of[:-1], Both(of=(last.of[-1], added[0]))))
            yield replace(more, where=(*rows.where[:-1], narrowed))

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
        if relation.phrases is None:
            yield from self.by_verb(rows, relation)
            return
        yield from self._joined(relation.phrases, rows, relation.verbs, negated=relation.is_negated)

    def _joined(self, phrases: Coordination, rows: Rows, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """Several phrases behind one verb: each of them (and), or one of them (or)."""
        if len(phrases.items) == 1:
            if phrases.items[0].is_each and not negated:
                yield rows.plus(groups=(*rows.groups, phrases.items[0]))
            found = list(self.relate(rows, phrases.items[0], words, negated=negated))
            yield from found
            if not negated and all(more.left[len(rows.left) :] or self._is_void(more) for more in found):
                yield from self._each_its_own(rows, phrases.items[0], words)
            return
        items = self._shared_heads(phrases.items)
        if phrases.kind == "and" or negated:
            grown = [rows]
            for item in items:
                grown = best([more for one in grown for more in self.relate(one, item, words, negated=negated)])
            yield from (one for one in grown if not self._is_empty(one) and self._is_alike(items, rows, one))
            if phrases.is_both or negated or not all(isinstance(item.head, Text | Number) for item in items):
                return
        yield from self._either(items, rows, words, phrases.kind)

    def _is_alike(self, items: Sequence[Phrase], before: Rows, after: Rows) -> bool:
        """Values that stand side by side are of the same column, by the same way."""
        added = after.where[len(before.where) :]
        if len(added) != len(items) or not all(isinstance(item.head, Text) for item in items):
            return True
        return len({_shape(condition) for condition in added}) == 1

    def _each_its_own(self, rows: Rows, phrase: Phrase, words: tuple[str, ...]) -> Iterator[Rows]:
        """`problems reported by both A and B`, where a problem has one reporter: one problem by A, and one by B."""
        for at, modifier in enumerate(phrase.modifiers):
            if not isinstance(modifier, Attach | Relation) or modifier.phrases is None or modifier.is_negated:
                continue
            if not modifier.phrases.is_both:
                continue
            grown = [rows]
            for item in self._shared_heads(modifier.phrases.items):
                own = replace(modifier, phrases=Coordination("and", (item,)))
                inner = replace(phrase, modifiers=(*phrase.modifiers[:at], own, *phrase.modifiers[at + 1 :]))
                grown = best([more for one in grown for more in self.relate(one, inner, words, negated=False)])
            yield from grown

    def _is_void(self, rows: Rows) -> bool:
        """Whether rows, or rows they are tied to, would have to have two values in one column."""
        members = [c for c in rows.where if isinstance(c, Member)]
        if any(c.negated and _denies_itself(c, rows.table) for c in members):
            return True
        inner = [c.form for c in members if not c.negated]
        return self._is_empty(rows) or any(self._is_void(Rows(form.table, form.where)) for form in inner)

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
        """Whether conditions do not make sense together: one column of one row equal to two values, or equal to one
        and, as if that said more, not to another."""
        seen: dict[Column, object] = {}
        turned = [c.left for c in _flat(rows.where) if isinstance(c, Compare) and c.op is Op.NE]
        for condition in _flat(rows.where):
            if isinstance(condition, Compare) and condition.op is Op.EQ and isinstance(condition.left, Column):
                value = condition.right.value if isinstance(condition.right, Given) else condition.right
                if condition.left in turned or (condition.left in seen and seen[condition.left] != value):
                    return True
                seen[condition.left] = value
        return False

    def relate(self, rows: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """Rows tied to what a phrase speaks of."""
        head = phrase.head
        words = (*words, *phrase.verbs)
        negated = negated ^ phrase.is_none
        if isinstance(head, Text):
            phrase, head = self._of_its_column(phrase, head)
            if not head.hits:
                yield from self._numbered_by_verb(rows, head, words, negated=negated)
            for more in self.holding_text(rows, head, words):
                for narrowed in self._narrowed(phrase.modifiers, replace(more, left=())):
                    kept = replace(narrowed, left=(*more.left, *narrowed.left))
                    yield self._negated_last(rows, kept) if negated else kept
        elif is_time(head):
            yield from self._at_time(rows, head, words, negated=negated)
        elif isinstance(head, Pronoun):
            yield rows.plus(is_linked=True)
        elif isinstance(head, Thing):
            if phrase.quantity is not None:
                yield from self.counted_by_verb(rows, phrase.quantity, words)
                if rows.field is not None and not negated and not self.lattice.telling(words):
                    yield from self._of_values(rows, Rows(rows.table), phrase, negated=False)
            if phrase.superlative is not None and not negated:
                yield from self._said_to_be(rows, phrase, words)
        elif isinstance(head, Noun):
            yield from self._tied(rows, phrase, head, words, negated=negated)

    def _numbered_by_verb(self, rows: Rows, text: Text, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """`majoring in "600"`: the number in the column that the verb names."""
        said = self.lattice.telling(words)
        senses = [
            NounSense(table.name, field.name, EXACT)
            for table in self.model.tables.values()
            for field in table.fields.values()
            if field.type.is_number and said and self.lattice.dates(said, field)
        ]
        comparison = Comparison(text.span, None, Op.EQ, (text,), negated)
        for place in self.columns(senses, rows, words) if senses else ():
            if place.path.is_upwards:
                yield from self._held(comparison, place, rows)

    def _of_its_column(self, phrase: Phrase, text: Text) -> tuple[Phrase, Text]:
        """`"Shipped" as order status`: the value of that column alone."""
        for modifier in phrase.modifiers:
            item = modifier.phrases.items[0] if isinstance(modifier, Attach) and not modifier.is_negated else None
            if item is None or not isinstance(item.head, Noun) or item.modifiers or item.texts or item.quantity:
                continue
            columns = {(sense.table, sense.field) for sense in item.head.senses if sense.field is not None}
            held = tuple(hit for hit in text.hits if (hit.table, hit.field) in columns)
            if held:
                rest = tuple(m for m in phrase.modifiers if m is not modifier)
                own = replace(text, hits=held)
                return replace(phrase, head=own, modifiers=rest), own
        return phrase, text

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
        if columns:
            quantity = phrase.quantity
            if quantity is not None and (quantity.op, quantity.value) == (Op.GE, 1):  # at least one grade "B": there is
                there = replace(phrase, head=replace(head, senses=tuple(columns)), quantity=None)
                yield from self._by_column(rows.marked(quantity.span), there, words, negated)
            yield from self._by_column(rows, replace(phrase, head=replace(head, senses=tuple(columns))), words, negated)
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

    def _of_chosen_values(
        self, rows: Rows, phrase: Phrase, senses: Sequence[NounSense], *, negated: bool
    ) -> Iterator[Rows]:
        """`customers of the type that most customers have`: rows whose value is among those chosen by a figure."""
        own = tuple(
            sense
            for sense in senses
            if sense.table == rows.table and self.model.field(sense.table, sense.field or "").refers_to is None
        )
        if not own or not isinstance(phrase.head, Noun) or (not phrase.modifiers and phrase.superlative is None):
            return
        if phrase.is_each or self._begins(phrase, "every"):
            return  # of each of them, or of all together?
        for chosen in self.rows(replace(phrase, head=replace(phrase.head, senses=own), is_any=False), rows):
            if chosen.field is None or chosen.left or not (chosen.order or chosen.having):
                continue
            inner = Form(
                table=chosen.table,
                outputs=(Output(name="key", value=chosen.field),),
                where=chosen.where,
                group_by=(chosen.field,),
                having=chosen.having,
                order_by=chosen.order,
                limit=chosen.limit,
            )
            among = Member(left=chosen.field, form=inner, negated=negated)
            met = rows.meeting(among, phrase.span, chosen.cost)
            yield replace(met, parts=(*met.parts, *chosen.parts))

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
        plain = not item.modifiers and not item.is_each
        return plain and isinstance(item.head, Noun) and any(s.field is None for s in item.head.senses)

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
        referred = place.field.refers_to
        if referred is not None and self._points_twice(place.field.table, referred):
            return []  # a friend of Dan is not Dan
        if numeric[0].phrases.kind == "and" and len(numeric[0].phrases.items) > 1:
            return []
        rights = tuple(item.head for item in numeric[0].phrases.items)
        comparison = Comparison(phrase.span, None, Op.EQ, rights, negated, is_any_of=True)
        return list(self._held(comparison, place, rows))


def _denies_itself(member: Member, table: str) -> bool:
    """Whether rows would have to be of something that no such row is of: coupons of merchants without coupons."""
    form, key = member.form, member.form.outputs[0].value
    plain = form.table == table and not (form.where or form.having or form.limit)
    return plain and isinstance(key, Column) and bool(member.left.via) and member.left.via[0].field == key.field


def _flat(conditions: Iterable[Condition]) -> Iterator[Condition]:
    """Conditions that all hold, one by one."""
    for condition in conditions:
        if isinstance(condition, Both):
            yield from _flat(condition.of)
        else:
            yield condition


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
