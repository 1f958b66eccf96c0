"""What a noun of the question names among the columns, seen from the rows it speaks of."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arch_team.forms.joins import Path
from arch_team.forms.negating import negative
from arch_team.grammar.syntax import Attach, Modifier, Noun, Phrase, Relation
from arch_team.modelling.model import NounSense
from arch_team.modelling.naming import EXACT, PARTIAL, SHORTENED, Name
from arch_team.semantics.connecting import Connecting
from arch_team.semantics.places import Place
from arch_team.semantics.rows import Rows


class Nouns(Connecting):
    """Columns by their nouns. What later parts of the resolver do is declared here, for the parts before them."""

    def rows(self, phrase: Phrase, context: Rows | None = None) -> list[Rows]:
        """What a phrase may speak of as rows."""
        raise NotImplementedError

    def by_figure(self, rows: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """Rows ranked or held by a figure over what belongs to them."""
        raise NotImplementedError

    def apply(self, modifier: Modifier, rows: Rows) -> Iterator[Rows]:
        """Each way a modifier narrows rows."""
        raise NotImplementedError

    def relate(self, rows: Rows, phrase: Phrase, words: tuple[str, ...], *, negated: bool) -> Iterator[Rows]:
        """Rows tied to what a phrase speaks of."""
        raise NotImplementedError

    def _columns_of(self, phrase: Phrase | None, rows: Rows, *, ranked: bool = False) -> list[Place]:
        """The columns a phrase may name, seen from rows. Without a phrase: the column the rows themselves are of."""
        if phrase is None:
            if rows.field is None:
                return []
            table = rows.field.via[-1].table if rows.field.via else rows.table
            return [Place(Path(rows.table, (), ()), rows.field, self.model.field(table, rows.field.field), 0.0)]
        if not isinstance(phrase.head, Noun) or phrase.is_count:
            return []
        own = {(sense.table, sense.field) for sense in phrase.head.senses}
        if any(all(s.field and (s.table, s.field) not in own for s in noun.senses) for noun in phrase.owners):
            return []  # one column is not another's
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
        own_only = phrase.head.is_own or (not owners and self.is_generic(phrase.head))
        return self.columns(senses, rows, (), own_only=own_only)

    def names_a_value(self, noun: Noun) -> bool:
        """`the name of the director`, where a director is a column: the value itself."""
        said = " ".join(self.lattice.stems[noun.span[0] : noun.span[1]])
        return said in self.lattice.lexicon.phrases("value_name")

    def stored_counts(self, noun: Noun) -> tuple[NounSense, ...]:
        """Columns that hold how many there are of what the noun names: the degrees of a table of degrees, the hours of
        one of work hours."""
        tables = {sense.table for sense in noun.senses if sense.field is None}
        ending = [
            NounSense(name, field.name, EXACT)
            for name in tables
            for field in self.model.tables[name].stored.values()
            if field.is_measure
            and any(_ends(own.words, self.model.tables[name].names) for own in field.names if own.tier < PARTIAL)
        ]
        return (*ending,) or tuple(
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
                measures = [f.name for f in self.model.tables[sense.table].stored.values() if f.is_measure]
                if len(measures) == 1:
                    found.append(NounSense(sense.table, measures[0], max(sense.tier, SHORTENED)))
        return tuple(found)

    def _words(self, phrase: Phrase) -> tuple[str, ...]:
        return self.lattice.words[phrase.span[0] : phrase.span[1]]

    def _negated_last(self, before: Rows, after: Rows) -> Rows:
        return replace(after, where=(*before.where, *(negative(c) for c in after.where[len(before.where) :])))


def own_sense(table: str, field: str) -> NounSense:
    return NounSense(table, field, 0)


def _ends(words: tuple[str, ...], names: Sequence[Name]) -> bool:
    """Whether a name ends in a word, be it the end of a compound."""
    called = [name.words[-1] for name in names if name.tier == EXACT]
    return len(words) == 1 and any(word != words[0] and word.endswith(words[0]) for word in called)
