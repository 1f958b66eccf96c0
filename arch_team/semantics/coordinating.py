"""Several things said together: and, or, both, but not."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from arch_team.forms.form import Both, Either, Member
from arch_team.forms.negating import negative
from arch_team.forms.sensible import shape_of
from arch_team.forms.void import is_empty, is_void
from arch_team.grammar.syntax import Attach, Choice, Comparison, Coordination, Noun, Number, Phrase, Relation, Text
from arch_team.semantics.describing import Describing
from arch_team.semantics.rows import Rows, best


class Coordinating(Describing):
    """Phrases and modifiers that are joined, as conditions."""

    _depth = 0
    """How many relations the phrase being resolved is inside of."""

    def _chosen(self, choice: Choice, rows: Rows) -> Iterator[Rows]:
        """A modifier joined to the one before it: both hold, or one of the two."""
        if choice.kind == "and":
            *before, last = choice.of
            grown = [rows]
            for one in before:
                grown = best([more for each in grown for more in self.apply(one, each)])
            for applied in (more for each in grown for more in self.apply(last, each)):
                more = self._once_more(rows, applied)
                yield more
                yield from self._within_the_last(rows, more)
                yield from self._of_one_row(rows, more)
            return
        if not rows.where or rows.added != 1:
            return  # of what stands before, only one condition can be the other choice
        *others, last = rows.where
        plain = replace(rows, where=tuple(others))
        for one in choice.of:
            for other in self.apply(one, plain):
                added = other.where[len(others) :]
                if isinstance(one, Comparison) and one.of is None and all(isinstance(r, Text) for r in one.rights):
                    added = tuple(c for c in added if shape_of(c) == shape_of(last))  # `A or C`: of the same column
                if len(added) == 1 and not other.left[len(rows.left) :] and other.order == rows.order:
                    yield replace(other, where=(*others, Either(of=(last, added[0]))))

    def _once_more(self, rows: Rows, more: Rows) -> Rows:
        """The way that the condition before took is not paid for again: `bought A but not B`."""
        added = more.where[len(rows.where) :]
        if not rows.where or len(added) != 1 or rows.added != 1:
            return more
        same = shape_of(rows.where[-1]) in (shape_of(added[0]), shape_of(negative(added[0])))
        return replace(more, cost=min(more.cost, rows.cost + 0.2)) if same else more

    def _within_the_last(self, rows: Rows, more: Rows) -> Iterator[Rows]:
        """`in A or in B and in C`: of B alone, as it may be meant as well."""
        last = rows.where[-1] if rows.where and rows.added == 1 else None
        added = more.where[len(rows.where) :]
        if isinstance(last, Either) and len(added) == 1 and more.order == rows.order:
            narrowed = Either(of=(*last.of[:-1], Both(of=(last.of[-1], added[0]))))
            yield replace(more, where=(*rows.where[:-1], narrowed))

    def _of_one_row(self, rows: Rows, more: Rows) -> Iterator[Rows]:
        """`enrolled in A and got grade C`: perhaps by one enrollment, perhaps by two."""
        last = rows.where[-1] if rows.where and rows.added == 1 else None
        added = more.where[len(rows.where) :]
        other = added[0] if len(added) == 1 else None
        if not isinstance(last, Member) or not isinstance(other, Member) or last.negated or other.negated:
            return
        ends = [(m.left, m.form.table, m.form.outputs, m.form.group_by, m.form.limit) for m in (last, other)]
        if ends[0] == ends[1] and not last.form.group_by and last.form != other.form:
            both = tuple(dict.fromkeys((*last.form.where, *other.form.where)))
            one = last.model_copy(update={"form": last.form.model_copy(update={"where": both})})
            yield replace(more, where=(*rows.where[:-1], one))

    def _joined(self, phrases: Coordination, rows: Rows, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """Several phrases behind one verb: each of them (and), or one of them (or)."""
        if len(phrases.items) == 1:
            if phrases.items[0].is_each and not negated:
                yield rows.plus(groups=(*rows.groups, phrases.items[0]))
            found = list(self.relate(rows, phrases.items[0], words, negated=negated))
            yield from found
            if not negated and all(more.left[len(rows.left) :] or is_void(more.table, more.where) for more in found):
                yield from self._each_its_own(rows, phrases.items[0], words)
            return
        items = self._shared_heads(phrases.items)
        if phrases.kind == "and" or negated:
            grown = [rows]
            for item in items:
                grown = best([more for one in grown for more in self.relate(one, item, words, negated=negated)])
            for one in grown:
                if is_empty(one.where) or not self._is_alike(items, rows, one):
                    continue
                texts = all(isinstance(item.head, Text) for item in items) and not is_void(one.table, one.where)
                yield replace(one, cost=rows.cost + (one.cost - rows.cost) / len(items)) if texts else one
            if phrases.is_both or negated or not all(isinstance(item.head, Text | Number) for item in items):
                return
        yield from self._either(items, rows, words, phrases.kind)

    def _is_alike(self, items: Sequence[Phrase], before: Rows, after: Rows) -> bool:
        """Values that stand side by side are of the same column, by the same way."""
        added = after.where[len(before.where) :]
        if len(added) != len(items) or not all(isinstance(item.head, Text) for item in items):
            return True
        return len({shape_of(condition) for condition in added}) == 1

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
                    found.setdefault(shape_of(one.where[-1]), one)
            ways.append(found)
        alike = [isinstance(item.head, Text) for item in items]
        for shape in ways[0]:
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
            left = tuple(dict.fromkeys(modifier for one in each for modifier in one.left))
            yield replace(rows, cost=rows.cost + cost, left=left, parts=parts).meeting(made, whole)
