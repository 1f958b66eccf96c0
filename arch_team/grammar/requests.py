"""What a question begins with, where that is more than a verb that asks: whether, who, in which, how often."""

from collections.abc import Iterator
from dataclasses import replace

from arch_team.grammar.clauses import Clauses
from arch_team.grammar.phrases import Before
from arch_team.grammar.syntax import (
    Attach,
    Comparison,
    Coordination,
    Everything,
    Modifier,
    Noun,
    Number,
    Phrase,
    Pronoun,
    Relation,
    Shown,
    Text,
)
from arch_team.modelling.model import NounSense

Targets = tuple[Phrase, ...]


class Requests(Clauses):
    """Shapes of requests that the phrases alone do not make."""

    def modifiers(self, at: int, phrase: Phrase, depth: int, *, bare: bool = False) -> list[tuple[Modifier, int]]:
        return [*self._shown(at, phrase), *super().modifiers(at, phrase, depth, bare=bare)]

    def _shown(self, at: int, phrase: Phrase) -> Iterator[tuple[Modifier, int]]:
        """`users (user ID and name)`: the columns wanted, right behind what they are of."""
        words = self.lattice.words
        if at >= len(words) or words[at] != "(" or at != phrase.head.span[1]:
            return
        for phrases, end in self.coordination(at + 1, 1):
            plain = all(isinstance(item.head, Noun) and not item.modifiers for item in phrases.items)
            if plain and phrases.kind == "and" and words[end : end + 1] == (")",):
                yield Shown((at, end + 1), phrases.items), end + 1

    def with_columns(self, targets: Targets) -> Targets:
        """Targets with the columns that stand in brackets behind them in their place."""
        found: list[Phrase] = []
        for target in targets:
            shown = next((m for m in target.modifiers if isinstance(m, Shown)), None)
            if shown is None:
                found.append(target)
                continue
            subject = replace(target, modifiers=tuple(m for m in target.modifiers if m is not shown))
            owner = Attach(target.span, self.lattice.lexicon.of_word, Coordination("and", (subject,)))
            found += [column.with_modifiers(owner) for column in shown.columns]
        return tuple(found)

    def _heads(self, at: int, before: Before, depth: int) -> Iterator[tuple[Phrase, int]]:
        yield from super()._heads(at, before, depth)
        end = self.lattice.ends(at, "everything")
        if end is not None and not before.functions and not before.is_count:
            yield before.phrase(Everything((at, end)), end), end
        if before.is_count:
            yield from self._times_it_was(at, before)

    def _times_it_was(self, at: int, before: Before) -> Iterator[tuple[Phrase, int]]:
        """`the number of times it was ordered`: of the rows that the verb names."""
        start = self.lattice.ends(at, "times")
        if start is None:
            return
        for subject, end in self.core(start):
            negated, place, _ = self._helpers(end)
            if negated or not self.lattice.relates(place):
                continue
            verb = self.lattice.words[place]
            senses = tuple(NounSense(table, None, 1) for table in self.lattice.tables_of((verb,)))
            if not senses:
                continue
            phrase = before.phrase(Noun((at, place + 1), senses), place + 1)
            if not isinstance(subject.head, Pronoun):
                tied = Relation((start, place + 1), (verb,), Coordination("and", (subject,)))
                phrase = phrase.with_modifiers(tied)
            yield phrase, place + 1

    def past_preposition(self, at: int) -> int:
        """`In which year …`, `For how many clubs …`: the preposition goes with the verb that follows."""
        end = self.lattice.ends(at, "preposition")
        if end is None:
            return at
        asks = self.lattice.ends(end, "what") is not None or self.lattice.ends(end, "how_many") is not None
        return end if asks else at

    def who_did(self, at: int) -> Iterator[tuple[Targets, int]]:
        """`Who directed Avatar?`: the column that the verb names, of what it was done to."""
        start = self.lattice.ends(at, "who")
        if start is None:
            return
        start = self.skip(start, "auxiliary", "filler")
        if not self.lattice.relates(start):
            return
        verb = self.lattice.words[start]
        senses = tuple(
            NounSense(table.name, field.name, 1)
            for table in self.lattice.model.tables.values()
            for field in table.fields.values()
            if field.is_text and field.refers_to is None and not field.is_temporal
            if any(n.tier < 2 and self._is_done_by(verb, n.words) for n in field.names)
        )
        if not senses:
            return
        for phrases, end in self.coordination(start + 1, 1):
            if len(phrases.items) == 1:
                owner = Attach((start + 1, end), self.lattice.lexicon.of_word, phrases)
                yield (Phrase((at, end), Noun((at, start + 1), senses), modifiers=(owner,)),), end

    def _is_done_by(self, verb: str, words: tuple[str, ...]) -> bool:
        """Whether a column is called by who does something: `director`, `manager name`."""
        rest = " ".join(words[1:])
        return self.lattice.names(verb, words[0]) and (not rest or rest in self.lattice.lexicon.label_phrases)

    def asks_whether(self, at: int) -> bool:
        """Whether a sentence begins as one that asks for yes or no."""
        there = self.lattice.ends(at, "there_is")
        if there is not None and self.lattice.lexicon.has_free_order:
            return True  # `Gibt es …?`
        if any(self.lattice.ends(at, klass) is not None for klass in ("filler", "request")):
            return False
        return any(self.lattice.ends(at, klass) is not None for klass in ("there_is", "be", "auxiliary"))

    def whether(self, at: int) -> Iterator[tuple[Phrase, int]]:
        """`Are there …?`, `Does Ann have …?`, `Is Ann older than 30?`: what there must be for a yes, to be counted."""
        there = self.lattice.ends(at, "there_is")
        if there is not None:
            for phrase, end in self.phrase(there):
                if not phrase.is_count and not phrase.functions and not phrase.is_each:
                    yield _counted(phrase), end
            return
        starts = [end for klass in ("auxiliary", "be") if (end := self.lattice.ends(at, klass)) is not None]
        for start in dict.fromkeys(starts):
            for subject, end in self.phrase(start, 1, bare=True):
                if not _is_single(subject):
                    continue
                said = self._objects(end, end, self.lattice.words[at:start], False, 1)
                for modifier, stop in [*self.modifiers(end, subject, 1), *said]:
                    yield _counted(subject.with_modifiers(modifier)), stop
            yield from self._column_compared(start)

    def _column_compared(self, start: int) -> Iterator[tuple[Phrase, int]]:
        """`Is the price of the lamp above 40?`: of the lamp, whose price is."""
        of = self.lattice.lexicon.of_word
        for column, place in self.core(start):
            for owner, end in self._attached(place, 2):
                if not isinstance(owner, Attach) or owner.preposition != of or len(owner.phrases.items) != 1:
                    continue
                subject = owner.phrases.items[0]
                for said, stop in self._comparisons(end, column) if _is_single(subject) else ():
                    yield _counted(subject.with_modifiers(said)), stop


def _counted(phrase: Phrase) -> Phrase:
    return replace(phrase, is_count=True, is_distinct=True)


def _is_single(subject: Phrase) -> bool:
    """Whether one thing is meant, by a value that names it, or any: of all of them a yes would say more than one row
    that meets it shows."""
    if subject.is_count or subject.functions or subject.is_each or subject.is_none:
        return False
    if subject.is_any or isinstance(subject.head, Text):
        return True
    return any(
        isinstance(m, Comparison) and m.of is None and all(isinstance(r, Text | Number) for r in m.rights)
        for m in subject.modifiers
    )
