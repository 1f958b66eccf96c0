"""What is asked for: columns, rows, counts and figures, each with the rows it is of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arch_team.featuredata.calls import Function, Op
from arch_team.forms.form import Column, Compare, Figure, Order
from arch_team.forms.joins import Path, moved
from arch_team.grammar.alike import names_one
from arch_team.grammar.dating import is_time
from arch_team.grammar.syntax import (
    Attach,
    Choice,
    CountWord,
    Everything,
    Head,
    Modifier,
    Noun,
    Phrase,
    Pronoun,
    Relation,
    Superlative,
    Text,
    Thing,
)
from arch_team.modelling.model import NounSense
from arch_team.modelling.naming import FRAGMENT, PARTIAL
from arch_team.semantics.places import Place
from arch_team.semantics.resolving import Resolver
from arch_team.semantics.rows import Rows, best

_ALONE = 0.25
"""What it costs that nothing says whose column is meant."""
_ELSEWHERE = 0.5


@dataclass(frozen=True, slots=True)
class Asked:
    """One thing asked for. Without a place, the rows themselves, or how many they are."""

    rows: Rows
    place: Place | None = None
    function: Function | None = None
    is_count: bool = False
    is_bare_count: bool = False
    is_distinct: bool = False
    is_whole: bool = False
    """All columns of the rows are asked for."""
    is_measured: bool = False
    """How many was asked, and a column holds it."""
    phrase: Phrase | None = None

    @property
    def is_figure(self) -> bool:
        return self.function is not None or self.is_count

    @property
    def cost(self) -> float:
        return self.rows.cost + (self.place.cost if self.place else 0.0)


class Asking(Resolver):
    """Resolves the targets of a sentence."""

    def asked(self, phrase: Phrase, context: Rows | None) -> list[tuple[Asked, ...]]:
        """Each way to take a target; several functions of one column are several things asked for."""
        found: list[tuple[Asked, ...]] = []
        if isinstance(phrase.head, CountWord):
            found += [((Asked(rows, is_count=True, phrase=phrase),)) for rows in self._counted_rows(phrase, context)]
            if context is not None and not phrase.modifiers:
                found.append((Asked(context, is_count=True, is_bare_count=True, phrase=phrase),))
        elif phrase.is_count and isinstance(phrase.head, Text) and self._is_no_thing(phrase.head):
            return []
        elif phrase.is_count:
            plain = replace(phrase, is_count=False, is_distinct=False, is_counted=True)
            if isinstance(phrase.head, Noun):
                whole = tuple(s for s in phrase.head.senses if self._may_be_counted(s, phrase.head))
                found += self._measured(replace(plain, head=replace(phrase.head, senses=whole)), context)
                stored = self.stored_counts(phrase.head)
                if stored:
                    held = replace(plain, head=replace(phrase.head, senses=stored), functions=(Function.SUM,))
                    return self._columns_asked(held, context)[:6]
            for rows in self._all_rows(replace(plain, functions=()), context) if not phrase.functions else ():
                column = self._columns_of(None, rows)[0].field if rows.field is not None else None
                if column is not None and (column.is_measure or column.is_temporal) and not phrase.is_distinct:
                    continue  # a number of points is no count of rows, nor are days things
                found.append((Asked(rows, is_count=True, is_distinct=phrase.is_distinct, phrase=phrase),))
        elif (each := self._of_each_value(phrase)) is not None:
            return each
        elif isinstance(phrase.head, Noun):
            found += self._columns_asked(replace(phrase, head=self.without_fragments(phrase.head)), context)
            if not phrase.functions and not phrase.head.is_own:
                meant = self._as_tables(phrase) if self._is_owned(phrase) else phrase
                found += [
                    (Asked(rows, is_distinct=phrase.is_distinct, phrase=phrase),)
                    for rows in (self._all_rows(meant, context) if meant is not None else ())
                ]
        elif isinstance(phrase.head, Everything):
            found += self._everything(phrase, context)
        elif isinstance(phrase.head, Text) and (context is not None or self._is_no_value(phrase, phrase.head)):
            return []  # a value beside other things asked for belongs to what stands before it
        elif isinstance(phrase.head, Thing | Pronoun | Text) and not phrase.functions:
            found += [(Asked(rows, phrase=phrase),) for rows in self._all_rows(phrase, context)]
        found = [several for several in found if not any(one.rows.left for one in several)]
        if phrase.quantity is not None:
            found = [several for one in found if (several := self._first_so_many(one, phrase)) is not None]
        found.sort(key=lambda several: several[0].cost)
        return found[:6]

    def _of_each_value(self, phrase: Phrase) -> list[tuple[Asked, ...]] | None:
        """`which type of clock is the most common`: each type is meant, not the type of one clock. None: no such."""
        owners = [
            m for m in phrase.modifiers if isinstance(m, Attach) and m.preposition == self.lattice.lexicon.of_word
        ]
        items = owners[0].phrases.items if len(owners) == 1 else ()
        if len(items) != 1 or not isinstance(phrase.head, Noun) or not isinstance(items[0].head, Noun):
            return None
        of = items[0]
        said = (*of.modifiers, *(m for m in phrase.modifiers if m not in owners))
        ranked = [m for m in said if isinstance(m, Relation) and self._ranks_in_a_main_clause(m)]
        tables = {sense.table for sense in items[0].head.senses if sense.field is None}
        senses = tuple(s for s in phrase.head.senses if s.table in tables and s.field and self._is_kind(s))
        if not ranked or not senses or of.owners or of.texts:
            return None
        told = replace(phrase, head=replace(phrase.head, senses=senses), modifiers=said)
        return [
            tuple(replace(one, rows=one.rows.marked(of.head.span, owners[0].span)) for one in way)
            for way in self.asked(told, None)
        ]

    def _ranks_in_a_main_clause(self, relation: Relation) -> bool:
        """Whether a clause without a relative pronoun says of which there are the most."""
        ranking = relation.phrases.items[0].superlative if relation.phrases else None
        begins = self._helping | self.lattice.lexicon.words("occurring")
        return ranking is not None and ranking.counts and self.lattice.words[relation.span[0]] in begins

    def _is_kind(self, sense: NounSense) -> bool:
        """Whether many rows may share a value of a column."""
        field = self.model.field(sense.table, sense.field or "")
        return not (
            field.is_key or field.is_measure or field.is_temporal or field.name in self.model.tables[sense.table].label
        )

    def _is_no_thing(self, text: Text) -> bool:
        """How many cows: where `cow` is only where the milk comes from, none are held."""
        kinds = self.lattice.lexicon.words("kind_noun") | self.lattice.lexicon.words("calling")
        named = [name.words for hit in text.hits for name in self.model.field(hit.table, hit.field).names]
        is_form = text.hits == self.lattice.kinds(text.span[0])
        return text.is_worded and is_form and not any(kinds.intersection(words) for words in named)

    def _is_no_value(self, phrase: Phrase, text: Text) -> bool:
        """The theme of puzzles: where it is only held whether they have one, which one is not."""
        of = self.lattice.lexicon.of_word
        is_owned = any(isinstance(m, Attach) and m.preposition == of for m in phrase.modifiers)
        return is_owned and all(self.model.field(hit.table, hit.field).is_flag for hit in text.hits)

    def _may_be_counted(self, sense: NounSense, noun: Noun) -> bool:
        """No units have a unit price, nor words a rate per word; pipes have a pipe count."""
        field = self.model.field(sense.table, sense.field) if sense.field is not None else None
        numbers, said = self.lattice.lexicon.words("quantity_noun"), self.lattice.stems[slice(*noun.span)]
        if field is not None and any(n.words[:-1] == said and n.words[-1] in numbers for n in field.names):
            return True
        return sense.tier < PARTIAL or (sense.tier < FRAGMENT and not (field is not None and field.is_single))

    def _everything(self, phrase: Phrase, context: Rows | None) -> Iterator[tuple[Asked, ...]]:
        """`all information about customers`: of the rows behind the preposition."""
        first = phrase.modifiers[0] if phrase.modifiers else None
        if not isinstance(first, Attach) or len(first.phrases.items) != 1 or first.is_negated:
            return
        item = first.phrases.items[0]
        whole = replace(item, is_each=False, modifiers=(*item.modifiers, *phrase.modifiers[1:]))
        for rows in self._all_rows(whole, context):
            if rows.field is None:
                yield (Asked(rows.marked(first.span), is_whole=True, phrase=phrase),)

    def _measured(self, phrase: Phrase, context: Rows | None) -> list[tuple[Asked, ...]]:
        """`the number of credits`, `the average number of points`: the column that holds the number."""
        said = self.lattice.words[phrase.span[0] : phrase.span[1]]
        if not phrase.functions and any(word in self.lattice.lexicon.words("total") for word in said):
            phrase = replace(phrase, functions=(Function.SUM,))
        adds = not phrase.functions and (self._is_unit(phrase.head) or self.lattice.says("altogether"))
        found: list[tuple[Asked, ...]] = []
        for several in self._columns_asked(phrase, context):
            fields = [one.place.field for one in several if one.place is not None]
            if len(fields) < len(several) or not all(field.is_measure for field in fields):
                continue
            if phrase.functions or names_one(self.model.tables[several[0].rows.table], several[0].rows.where):
                found.append(tuple(replace(one, is_measured=True) for one in several))
            elif adds and all(field.adds_up for field in fields):
                found.append(tuple(replace(one, function=Function.SUM, is_measured=True) for one in several))
        return found

    def _is_unit(self, head: Head) -> bool:
        """How many hours are all of them together; how many advisors is another question than what they add up to."""
        return self.lattice.ends(head.span[0], "unit") == head.span[1]

    def _is_owned(self, phrase: Phrase) -> bool:
        """`the price of the product`: whose column it is has been said. Of `the order status that most orders have` the
        owner only says which column is meant."""
        if phrase.owners:
            own = {sense.table for sense in phrase.owners[-1].senses if sense.field is None}
            columns = {sense.table for sense in phrase.head.senses} if isinstance(phrase.head, Noun) else set[str]()
            return not (columns & own and any(isinstance(m, Relation | Choice) for m in phrase.modifiers))
        first = phrase.modifiers[0] if phrase.modifiers else None
        head = first.phrases.items[0].head if isinstance(first, Attach) else None
        return isinstance(head, Noun) and any(sense.field is None for sense in head.senses)

    def _as_tables(self, phrase: Phrase) -> Phrase | None:
        """The phrase where its noun is a table: of a column whose owner was said no values are meant."""
        head = phrase.head
        senses = tuple(sense for sense in head.senses if sense.field is None) if isinstance(head, Noun) else ()
        return replace(phrase, head=Noun(head.span, senses)) if senses else None

    def _first_so_many(self, several: tuple[Asked, ...], phrase: Phrase) -> tuple[Asked, ...] | None:
        """`the 3 mountains with the highest prominence`: a number before what is ranked says how many."""
        quantity = phrase.quantity
        if quantity is None or quantity.op is not Op.EQ or any(not one.rows.order for one in several):
            return None
        limit = int(quantity.value)
        return tuple(replace(one, rows=replace(one.rows, limit=limit).marked(quantity.span)) for one in several)

    def _all_rows(self, phrase: Phrase, context: Rows | None) -> list[Rows]:
        return [rows for rows in self.absorbed(self.rows(phrase, context)) if not rows.left]

    def _counted_rows(self, phrase: Phrase, context: Rows | None) -> Iterator[Rows]:
        """`the student count`, `the number for each club`."""
        if phrase.owners:
            owner = replace(phrase, head=phrase.owners[-1], owners=phrase.owners[:-1])
            yield from self._all_rows(owner, context)

    def absorbed(self, found: Sequence[Rows]) -> list[Rows]:
        """Modifiers that fitted no inner phrase, applied to the outermost rows."""
        out: list[Rows] = []
        for rows in found:
            grown = [replace(rows, left=())]
            for modifier in rows.left:
                grown = best([more for one in grown for more in self.apply(modifier, one)])
            out += grown
        return best(out, 8)

    def _columns_asked(self, phrase: Phrase, context: Rows | None) -> list[tuple[Asked, ...]]:
        head = phrase.head
        assert isinstance(head, Noun)  # noqa: S101
        senses = tuple(sense for sense in head.senses if sense.field is not None)
        if phrase.functions and not phrase.is_counted:  # a number of reviews is no figure in them
            senses = (*senses, *self.only_measures(head))
        if phrase.verbs:
            done = self.lattice.tables_of(phrase.verbs)
            senses = tuple(sense for sense in senses if sense.table in done)
        if not senses:
            return []
        phrase = replace(phrase, head=replace(head, senses=senses))
        found: list[tuple[Asked, ...]] = []
        for owner, rest, cost in self._owners(phrase, senses, context):
            grown = [owner.plus(cost + self._past_a_group(rest))]
            for modifier in rest:
                grown = best([more for rows in grown for more in self._fitted(modifier, rows)])
            for rows in self.absorbed(grown):
                if rows.left:
                    continue
                if rows.field is not None:
                    if (
                        rows is not context
                        and self.names_a_value(head)
                        and self._has_names(rows)
                        and not phrase.functions
                        and phrase.superlative is None
                    ):
                        found.append((Asked(rows.told(head.span, rows.field), phrase=phrase),))
                    continue
                places = self.columns(senses, rows, own_only=head.is_own or self.is_generic(head))
                if head.is_own and not (_is_named_itself(rows) or _is_spoken_of(phrase, rows)):
                    continue
                label = self.model.tables[rows.table].label
                if len(places) > 1 and {p.field.name for p in places} == set(label) and not phrase.functions:
                    told = rows.told(head.span, label)
                    found.append(tuple(Asked(told, place, phrase=phrase) for place in places))
                    continue
                for place in places:
                    found += self._taken(phrase, rows.told(head.span, place.column), place)
        return found

    def _has_names(self, rows: Rows) -> bool:
        """Whether the values of a column are names of something: a date or an amount has no id."""
        field = self._columns_of(None, rows)[0].field
        return not field.is_temporal and not field.is_measure

    def _past_a_group(self, modifiers: Sequence[Modifier]) -> float:
        """What is said behind `for each movie` is said of the movies: it is dear to take it for something else."""
        seen = False
        for modifier in modifiers:
            if seen and not isinstance(modifier, Attach):
                return 1.5
            seen = seen or (isinstance(modifier, Attach) and modifier.phrases.items[0].is_each)
        return 0.0

    def _taken(self, phrase: Phrase, rows: Rows, place: Place) -> Iterator[tuple[Asked, ...]]:
        ranking = phrase.superlative
        if phrase.functions:
            extremes = all(f in (Function.MIN, Function.MAX) for f in phrase.functions)
            if place.field.is_measure or (extremes and (place.field.is_temporal or place.field.type.is_number)):
                yield tuple(Asked(rows, place, function, phrase=phrase) for function in phrase.functions)
            return
        if ranking is None:
            if (
                place.field.is_measure
                and not place.path.is_upwards
                and place.field.table not in self.lattice.tables_named
            ):
                return  # `which seat`: how many another thing has is no answer
            total = self.lattice.lexicon.words("total").intersection(self.lattice.words[slice(*phrase.head.span)])
            may_add = place.field.is_measure and not place.field.never_summed
            adds = (total and place.field.adds_up) or (self.lattice.says("altogether") and may_add)
            usual = place.field.aggregation or (Function.SUM if adds else None)
            is_one = names_one(self.model.tables[rows.table], rows.where)
            if usual is not None and self._is_singular(phrase) and not is_one:
                yield (Asked(rows, place, usual, phrase=phrase),)
                return
            yield (Asked(rows, place, is_distinct=phrase.is_distinct, phrase=phrase),)
            return
        rows = rows.marked(ranking.span)
        if place.field.is_measure and self.ranks_times(ranking.dimension):
            yield from self._at_the_time(phrase, rows, place, ranking)
            return
        if ranking.counts and place.field.is_measure and not rows.order and ranking.limit == 1:
            yield (Asked(rows, place, Function.MAX if ranking.is_max else Function.MIN, phrase=phrase),)
            return
        if ranking.counts and not rows.order and place.path.is_upwards and not place.field.is_key:
            order = Order(by=Figure(function=Function.COUNT), descending=ranking.is_max)
            yield (Asked(rows.plus(field=place.column, order=(order,), limit=ranking.limit), phrase=phrase),)
        if ranking.counts or rows.order:
            return
        if ranking.dimension is not None and not (place.field.is_measure or place.field.is_temporal):
            for ranked, descending in self.dimension(ranking.dimension, rows):
                order = Order(by=ranked.column, descending=descending)
                yield (Asked(rows.plus(ranked.cost, order=(order,), limit=ranking.limit), place, phrase=phrase),)
            return
        named = self.lattice.lexicon.words("time_noun").intersection(self.lattice.stems[slice(*phrase.head.span)])
        if place.field.is_temporal and not named and not any(map(self.ranks_times, self._words_of(ranking))):
            return  # the largest order is not the latest order date
        if (place.field.is_measure or place.field.is_temporal) and ranking.limit == 1:
            function = Function.MAX if ranking.is_max else Function.MIN
            yield (Asked(rows, place, function, phrase=phrase),)

    def _words_of(self, ranking: Superlative) -> tuple[str, ...]:
        return self.lattice.words[slice(*ranking.span)]

    def _at_the_time(
        self, phrase: Phrase, rows: Rows, place: Place, ranking: Superlative
    ) -> Iterator[tuple[Asked, ...]]:
        """`the latest balance` is that of the latest row, not the largest."""
        if rows.order or place.path.to_second:
            return
        if place.path.to_first:
            where = tuple(moved(condition, place.path.to_first) for condition in rows.where)
            rows = replace(rows, table=place.path.pivot, where=where)
            place = replace(place, path=Path(place.path.pivot, (), ()))
        for ranked, descending in self.dimension(ranking.dimension or "", rows):
            order = Order(by=ranked.column, descending=descending)
            yield (Asked(rows.plus(ranked.cost, order=(order,), limit=ranking.limit), place, phrase=phrase),)

    def _is_singular(self, phrase: Phrase) -> bool:
        """`the amount of all orders` is one figure, `the amounts` are many."""
        last = phrase.head.span[1] - 1
        return not phrase.is_distinct and self.lattice.words[last] == self.lattice.stems[last]

    def _owners(
        self, phrase: Phrase, senses: Sequence[NounSense], context: Rows | None
    ) -> Iterator[tuple[Rows, tuple[Modifier, ...], float]]:
        """Whose column it is: what stands before it, behind `of`, in the context, or its own table."""
        if phrase.owners:
            owner = Phrase(phrase.owners[-1].span, phrase.owners[-1], phrase.owners[:-1], phrase.texts)
            for rows in self.rows(owner, context):
                if rows.field is None:
                    yield replace(rows, left=()), (*rows.left, *phrase.modifiers), 0.0
            return
        described = phrase.texts
        is_owned = False
        for at, modifier in enumerate(phrase.modifiers):
            if not isinstance(modifier, Attach) or modifier.preposition in self.lattice.lexicon.words("acting"):
                continue
            item, *others = modifier.phrases.items
            if isinstance(item.head, Thing) and modifier.preposition in self.lattice.lexicon.words("inside"):
                continue  # `in person`, `in a row`: no column is of that
            if others:
                is_owned = True
                break
            if not modifier.is_negated:
                rest = (*phrase.modifiers[:at], *phrase.modifiers[at + 1 :])
                if isinstance(item.head, Noun | Text | Pronoun | Thing):
                    is_owned = not item.is_each or not (phrase.functions or phrase.is_count or phrase.is_counted)
                    if isinstance(item.head, Noun) and all(sense.field is not None for sense in item.head.senses):
                        is_owned = False  # `the total amount in the region North`: of rows that are not named
                    owned = self._owned_by(item, rest, described, context)
                    for rows, left, cost in owned:
                        names = [s.field for s in senses if s.table == rows.table and s.field]
                        if not (self._are_common(rest) and self._speaks_of_values(phrase, names, rows.table)):
                            yield rows.marked(modifier.span), left, cost
                    apart = self._with_time_apart(modifier, item, rest, senses)
                    if apart:
                        is_owned, phrase = False, replace(phrase, modifiers=(*apart, *rest))
                break
        if is_owned or (isinstance(phrase.head, Noun) and phrase.head.is_own):
            return
        if context is not None and context.field is None:
            yield replace(context, cost=0.0), phrase.modifiers, 0.0
        for table in dict.fromkeys(sense.table for sense in senses):
            rows = Rows(table)
            for text in described:
                rows = next(iter(best(list(self.holding_text(rows, text, ())), 1)), rows)
            if self._speaks_of_values(phrase, [s.field for s in senses if s.table == table and s.field], table):
                continue
            yield rows, phrase.modifiers, _ALONE if context is None else _ELSEWHERE

    def _with_time_apart(
        self, owner: Attach, item: Phrase, rest: Sequence[Modifier], senses: Sequence[NounSense]
    ) -> tuple[Modifier, ...]:
        """`the staff at Zurich in 2002`: the time is of the figure, where its table knows times; Zurich has but one."""
        said = [m for m in (*item.modifiers, *rest) if isinstance(m, Attach) and self._says_when(m)]
        times = tuple(m for m in said if m in item.modifiers)
        own = [field for s in senses for field in self.model.tables[s.table].fields.values() if field.is_temporal]
        if not isinstance(item.head, Text) or not said or not own:
            return ()
        named = replace(item, modifiers=tuple(m for m in item.modifiers if m not in times))
        return (replace(owner, phrases=replace(owner.phrases, items=(named,))), *times)

    def _says_when(self, attach: Attach) -> bool:
        head = attach.phrases.items[0].head
        if self.lattice.ends(head.span[0], "grain") == head.span[1]:
            return True  # `in the year 2004`
        return is_time(head) or (isinstance(head, Noun) and all(map(self.lattice.is_day, head.senses)))

    def _are_common(self, modifiers: Sequence[Modifier]) -> bool:
        """`the flag that is most common among the ships`: it is the flag that is."""
        clauses = (m for m in modifiers if isinstance(m, Relation) and set(m.verbs) <= self.lattice.lexicon.words("be"))
        return any(clause.phrases is not None and clause.phrases.items[0].counts for clause in clauses)

    def _speaks_of_values(self, phrase: Phrase, names: Sequence[str], table: str) -> bool:
        """`the status that has the most orders`: each status is meant, not the status of each row."""
        label = self.model.tables[table].label
        clauses = [m for m in phrase.modifiers if isinstance(m, Relation | Choice)]
        own = [self.model.field(table, name) for name in names]
        return bool(clauses) and not any(f.name in label or f.is_key or f.is_measure for f in own)

    def _owned_by(
        self, item: Phrase, rest: tuple[Modifier, ...], described: Sequence[Text], context: Rows | None
    ) -> Iterator[tuple[Rows, tuple[Modifier, ...], float]]:
        """The rows behind `of`; where each of them is asked about, they are what is grouped by as well."""
        for rows in self.rows(replace(item, is_each=False), context):
            for text in described:
                rows = next(iter(best(list(self.holding_text(rows, text, ())), 1)), rows)
            grouped = rows.plus(groups=(*rows.groups, item)) if item.is_each else rows
            yield replace(grouped, left=()), (*rows.left, *rest), 0.0


def _is_named_itself(rows: Rows) -> bool:
    """Whether rows are told by columns of their own."""
    return all(isinstance(c, Compare) and isinstance(c.left, Column) and not c.left.via for c in rows.where)


def _is_spoken_of(phrase: Phrase, rows: Rows) -> bool:
    """Whether a phrase is of rows that are called by their noun: `when was the last order of Anna`."""
    items = [item for m in phrase.modifiers if isinstance(m, Attach) for item in m.phrases.items]
    senses = [sense for item in items if isinstance(item.head, Noun) for sense in item.head.senses]
    return any(sense.table == rows.table and sense.field is None for sense in senses)
