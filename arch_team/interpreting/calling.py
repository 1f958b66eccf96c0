"""Which rows are near, and what a word or a noun calls, seen from what was said so far."""

from collections.abc import Sequence
from dataclasses import replace

from arch_team.forms.form import Step
from arch_team.forms.joins import Joins
from arch_team.grammar.lattice import Lattice
from arch_team.interpreting.frames import Frame, Item, Node
from arch_team.interpreting.hearing import TIERS
from arch_team.interpreting.phrases import Cols
from arch_team.interpreting.reaching import Place, Reaching, best
from arch_team.interpreting.state import State
from arch_team.interpreting.words import Words
from arch_team.modelling.model import ModelField
from arch_team.semantics.places import Places


class Calling(Reaching):
    """What is called, by name or by what it is measured in."""

    def __init__(self, lattice: Lattice, joins: Joins, words: Words) -> None:
        super().__init__(lattice, joins)
        self.words = words
        self._places = Places(lattice, joins)

    # what is near

    def _near(self, state: State, *first: int) -> list[int]:
        frame = state.frame
        named = [at for at in reversed(range(len(frame.nodes))) if frame.nodes[at].is_named]
        order = [*first, state.last, state.subject, frame.target, *named]
        return [at for at in dict.fromkeys(order) if at >= 0]

    def _owner(self, frame: Frame, at: int) -> int:
        """The rows that a node was tied to."""
        node = frame.nodes[at]
        while node.parent >= 0 and not node.down:
            at, node = node.parent, frame.nodes[node.parent]
        return node.parent if node.parent >= 0 else at

    def _topmost(self, frame: Frame, at: int, known: int) -> int:
        """The first of the nodes that were made to reach a node."""
        while frame.nodes[at].parent >= known:
            at = frame.nodes[at].parent
        return at

    def _first_down(self, frame: Frame, at: int) -> int | None:
        """The rows that are counted where a node is: those that point back, on the way to it."""
        while at >= 0:
            if frame.nodes[at].down:
                return at
            at = frame.nodes[at].parent
        return None

    def up_to(self, frame: Frame, start: int, end: int) -> bool:
        """Whether each row of one node knows one row of another, as far as parents go."""
        while start != end:
            if start < 0 or not frame.nodes[start].down:
                return False
            start = frame.nodes[start].parent
        return True

    def _alike_rows(self, frame: Frame, item: Item) -> tuple[Frame, int]:
        """Other rows with the same value in a column."""
        column = item.column.field if item.column is not None else ""
        table = frame.nodes[item.node].table
        step = Step(field=column, table=table, key=column)
        return frame.with_node(Node(table, item.node, (step,), True))

    def _names_rows(self, frame: Frame, item: Item) -> bool:
        """Whether a column tells each row from the others."""
        table = self.model.tables[frame.nodes[item.node].table]
        return item.column is not None and item.column.field in (*table.key, *table.label)

    def _shown_so_far(self, state: State) -> tuple[Item, ...]:
        """What a sentence shows before more is asked for: its rows, where it names nothing of them."""
        frame = state.frame
        if frame.items or frame.target < 0 or not frame.nodes[frame.target].is_named or state.segment:
            return frame.items
        return (Item(frame.target),)

    def _field_of(self, frame: Frame, item: Item) -> ModelField:
        return self.model.field(frame.nodes[item.node].table, item.column.field if item.column is not None else "")

    # columns

    def named(self, frame: Frame, cols: Cols, near: Sequence[int]) -> list[Place]:
        """The columns that a phrase may mean. With rows before it, those of these rows."""
        if cols.owner is None:
            return self.columns(frame, cols.noun, near)
        found: list[Place] = []
        for sense in cols.noun.senses:
            field = self.model.field(sense.table, sense.field or "")
            own = [at for at in near if frame.nodes[at].table == sense.table] or [
                at for at, node in enumerate(frame.nodes) if node.table == sense.table and not node.negated
            ]
            if own:
                found.append(Place(frame, own[0], field, TIERS[sense.tier]))
            elif not frame.nodes:
                alone, at = frame.with_node(Node(sense.table, is_named=True))
                found.append(Place(replace(alone, target=at), at, field, TIERS[sense.tier]))
            else:
                for tied, at, cost in self.tied(frame, sense.table, near):
                    tied = tied.changed(at, replace(tied.nodes[at], is_named=False))
                    found.append(Place(tied, at, field, TIERS[sense.tier] + cost))
        return best(found)

    # what things are measured in

    def dimension(self, table: str, word: str) -> list[tuple[ModelField, bool, float]]:
        """The columns a word like `oldest` may rank by, and whether the largest value is meant."""
        from arch_team.semantics.rows import Rows as _Rows

        if word in self.words.measuring:
            return [(field, True, 0.0) for field in self._called(table, self.words.measuring[word])]
        found = self._places.dimension(word, _Rows(table))
        return [(place.field, descending, place.cost) for place, descending in found if not place.column.via]

    def _dimension_beyond(self, frame: Frame, at: int, word: str, dear: float) -> list[Place]:
        """Of rows that only tie others, what these are measured by: a member is as old as the student that is one."""
        table = frame.nodes[at].table
        if not self.model.tables[table].is_bridge:
            return []
        found: list[Place] = []
        for link in self.model.links_from(table):
            for field, _, cost in self.dimension(link.to_table, word):
                for tied, end, more in self.tied(frame, link.to_table, [at], is_named=False):
                    found.append(Place(tied, end, field, cost + more + dear))
        return found

    def _called(self, table: str, names: Sequence[str]) -> list[ModelField]:
        """The columns of a table that have the first of some names that any has."""
        for name in names:
            phrase = tuple(self.lattice.stem(word) for word in name.split())
            fields = [f for f in self.model.tables[table].fields.values() if f.is_called(phrase)]
            best = min((n.tier for f in fields for n in f.names if n.words == phrase), default=0)
            kept = [f for f in fields if any(n.words == phrase and n.tier == best for n in f.names)]
            if kept:
                return kept
        return []

    def _may_be(self, field: ModelField, word: str) -> bool:
        if word in self.words.measuring:
            return field in self._called(field.table, self.words.measuring[word])
        listed = {self.lattice.stem(w) for c in self.words.dimensions.get(word, ()) for w in c.strip("-").split()}
        if word in self.lattice.lexicon.phrases("any_measure"):
            return True
        if self._places.ranks_times(word):
            return field.is_temporal
        return bool(listed & {part for name in field.names for part in name.words})
