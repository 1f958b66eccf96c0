"""What is said of rows by their columns: `with the highest salary`, `with status "x"`, `of the most common type`."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.featuredata.calls import Op
from arch_team.forms.form import Condition, Either, Form, Given, Member, Output
from arch_team.forms.negating import negative
from arch_team.grammar.dating import is_time
from arch_team.grammar.sentences import ENDS
from arch_team.grammar.syntax import (
    Attach,
    Choice,
    Comparison,
    Head,
    Modifier,
    Noun,
    Number,
    Phrase,
    Relation,
    Text,
    Time,
)
from arch_team.modelling.model import Gap, NounSense
from arch_team.modelling.naming import EXACT
from arch_team.semantics.places import Place
from arch_team.semantics.ranking import Ranking
from arch_team.semantics.rows import Rows


class Describing(Ranking):
    """Columns and what a phrase says of them, as conditions."""

    def _numbered_by_verb(self, rows: Rows, text: Text, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """`majoring in "600"`: the number in the column that the verb names."""
        said = self.lattice.telling(words)
        senses = [
            NounSense(table.name, field.name, EXACT)
            for table in self.model.tables.values()
            for field in table.stored.values()
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
            if isinstance(modifier, Attach) and modifier.preposition in self.lattice.lexicon.words("group_by"):
                continue  # `who live in Bern by town`
            if item is None or not isinstance(item.head, Noun) or item.modifiers or item.texts or item.quantity:
                continue
            columns = {(sense.table, sense.field) for sense in item.head.senses if sense.field is not None}
            held = tuple(hit for hit in text.hits if (hit.table, hit.field) in columns)
            if held:
                rest = tuple(m for m in phrase.modifiers if m is not modifier)
                own = replace(text, hits=held)
                return replace(phrase, head=own, modifiers=rest), own
        return phrase, text

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
        if any(all(map(is_time, m.rights)) for m in comparisons) and self._is_done(phrase.head):
            return  # what was done in a year does not come to so much
        choices = [m for m in phrase.modifiers if _is_choice_of_values(m)]
        others = [m for m in phrase.modifiers if m not in comparisons and m not in choices]
        bare = replace(phrase, modifiers=tuple(m for m in others if isinstance(m, Attach)), superlative=None)
        for place in self._columns_of(bare, rows):
            grown, kept, numbered = [rows], others, False
            ranking, quantity = phrase.superlative, phrase.quantity
            if quantity is not None and phrase.owners:
                continue  # two institutions founded: the number is theirs
            if quantity is not None and place.field.type.is_number:
                made = self.condition(place, quantity.op, Given(value=quantity.value), ())
                grown = [r.meeting(negative(made) if negated else made, quantity.span, place.cost) for r in grown]
            elif ranking is not None:
                ranked = place.path.is_upwards and not negated and (not ranking.counts or place.field.is_measure)
                grown = self._extreme(rows, ranking, place) if ranked else []
            elif phrase.texts:
                grown = self._described(rows, phrase.texts, place, negated)
            elif not comparisons or any(map(_is_numeric, others)):
                grown = self._of_number(rows, phrase, place, others, negated)
                grown = grown or self._there_is(rows, phrase, place, negated=negated, is_lacking=negated and not words)
                numbered = True
                kept = [m for m in others if not _is_numeric(m)]
            of_rows: list[Modifier] = []  # `with amounts above 5 are open`: the second is said of the rows
            for at, comparison in enumerate(comparisons):
                turned = replace(comparison, is_negated=comparison.is_negated ^ negated)
                held = [more for one in grown for more in self._held(turned, place, one)]
                of_rows += [comparison] if (at or numbered) and not held else []
                grown = held if held or not (at or numbered) else grown
            for choice in choices:
                grown = [more for one in grown for more in self._or_held(choice, place, one)] if not negated else []
            yield from (self._with_left(one, [*kept, *of_rows], bare) for one in grown)

    def _there_is(self, rows: Rows, phrase: Phrase, place: Place, *, negated: bool, is_lacking: bool) -> list[Rows]:
        """`with a promo code`, `have no e-mail`, `without phone number`: whether a row has a value there."""
        plain = not (phrase.modifiers or phrase.texts or phrase.owners or phrase.quantity or phrase.is_each)
        named = phrase.is_none or phrase.is_any or self._begins(phrase, "one_article")
        named = (named or is_lacking) and self._ends_the_question(phrase.span[1])
        field = place.field
        counted = field.is_measure and not (phrase.is_none and field.is_single)  # no points may be 0
        if counted and plain and phrase.is_none and place.field.gap is not None and field.table == rows.table:
            return [rows.meeting(self._without_figure(place), phrase.span, place.cost + 0.2)]
        if counted and plain and named and not negated and field.gap is Gap.ZERO and field.table == rows.table:
            owing = self.condition(place, Op.GT, Given(value=0), ())  # who has a balance due has some
            return [rows.meeting(owing, phrase.span, place.cost + 0.2)]
        if not plain or not named or place.field.table != rows.table or place.field.is_key or counted:
            return []
        if place.field.is_boolean:
            return []
        made = self.condition(place, Op.IS_NULL if negated else Op.NOT_NULL, None, ())
        return [rows.meeting(made, phrase.span, place.cost + 0.2)]

    def _without_figure(self, place: Place) -> Condition:
        """`no children`, as the rows tell it."""
        is_empty = place.field.gap is Gap.EMPTY
        return self.condition(place, Op.IS_NULL if is_empty else Op.EQ, None if is_empty else Given(value=0), ())

    def _is_done(self, head: Head) -> bool:
        """Whether a noun of the model is written as a verb, in a language and a question that tell by capitals."""
        tokens = self.lattice.tokens
        told = bool(self.lattice.lexicon.joining) and any(token.is_capital for token in tokens[1:])
        return told and not tokens[head.span[0]].is_capital

    def _ends_the_question(self, at: int) -> bool:
        """Or its first sentence: what follows only says what to show."""
        return at >= len(self.lattice) or self.lattice.words[at] in ENDS

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
        owning = tuple(m for m in others if m in bare.modifiers and self._owns(m))
        left = tuple(m for m in others if m not in owning)
        return replace(rows, left=(*rows.left, *left)).marked(*(m.span for m in owning))

    def _owns(self, modifier: Modifier) -> bool:
        if not isinstance(modifier, Attach):
            return False
        item = modifier.phrases.items[0]
        plain = not (item.modifiers or item.is_each or item.texts or item.owners or item.superlative or item.quantity)
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
        return [held.marked(numeric[0].span) for held in self._held(comparison, place, rows)]


def _is_choice_of_values(modifier: Modifier) -> bool:
    return isinstance(modifier, Choice) and len(modifier.of) == 1 and _is_plain(modifier.of[0])


def _is_plain(modifier: Modifier) -> bool:
    return isinstance(modifier, Comparison) and modifier.of is None


def _is_numeric(modifier: Modifier) -> bool:
    return isinstance(modifier, Attach) and all(
        isinstance(item.head, Number | Text | Time) and not item.modifiers for item in modifier.phrases.items
    )
