"""Kinds of rows that a follow-up names in place of others: suppliers after customers, their invoices after theirs."""

from dataclasses import dataclass, replace

from arch_team.measuring.follow_texts import is_thing
from arch_team.measuring.model import Measures
from arch_team.measuring.reader import FigureReader
from arch_team.measuring.scan import Item, Scan
from arch_team.measuring.vocabulary import EntitySense
from arch_team.text.folding import folded


def party_kinds(item: Item, measures: Measures) -> set[str]:
    """The kinds of parties that an item names: customers, suppliers."""
    moving = measures.movements
    named = [measures.descriptor.entity(s.name) for s in item.senses if isinstance(s, EntitySense)]
    known = (each for entity in named if entity is not None for each in entity.invariants)
    return {str(each.value) for each in known if moving is not None and each.field == moving.party_kind}


@dataclass(frozen=True)
class FollowRows:
    """Serves one source in one language."""

    reader: FigureReader

    def swaps(self, last: Scan, said: Scan) -> list[tuple[Item, Item]]:
        """Rows told by another value of the same column, or with another kind of party: suppliers after customers."""
        found: list[tuple[Item, Item]] = []
        for new in said.items:
            told = self._told_by(new)
            for old in last.items:
                same = self._told_by(old)
                if told and same and same[0] == told[0] and same[1] != told[1]:
                    found.append((old, self._as_rows(old, new, told)))
                    break
        return found or [pair for new in said.items if is_thing(new) for pair in self._by_label(last, new)]

    def _by_label(self, last: Scan, new: Item) -> list[tuple[Item, Item]]:
        """Rows of the same table whose name ends with what was said."""
        descriptor, said = self.reader.measures.descriptor, folded(new.text)
        for old in last.items:
            same = self._told_by(old)
            named = [descriptor.entity(s.name) for s in old.senses if isinstance(s, EntitySense)]
            parents = {entity.parent_entity for entity in named if entity is not None}
            for entity in descriptor.entities if same else ():
                told = self._told_by(replace(new, senses=(EntitySense(entity.name),)))
                labels = entity.labels.of(self.reader.language)
                label = next((each for each in labels if folded(each).split()[-1] == said), None)
                if label and same and told and told[0] == same[0] and told != same and entity.parent_entity in parents:
                    return [(old, replace(new, text=label))]
        return []

    def _told_by(self, item: Item) -> tuple[str, str] | None:
        """What makes the set of rows that an item names: a kind of party, or a column and its value."""
        descriptor, moving = self.reader.measures.descriptor, self.reader.measures.movements
        sides = {
            (field, value): kind
            for verb in descriptor.party_verbs
            for kind, figure in verb.by_kind.items()
            for field, value in figure.where.items()
        }
        for sense in item.senses:
            entity = descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
            if entity is None or entity.field is not None or entity.python_class is not None:
                continue
            for known in entity.invariants:
                told = (known.field or "", str(known.value))
                if moving is not None and known.field == moving.party_kind:
                    return moving.party_kind, str(known.value)
                if moving is not None and told in sides:
                    return moving.party_kind, sides[told]
                if known.value is not None:
                    return told
        return None

    def _as_rows(self, old: Item, new: Item, told: tuple[str, str]) -> Item:
        """The new kind as the rows that were asked for: invoices of suppliers, after invoices of customers."""
        descriptor = self.reader.measures.descriptor
        named = [descriptor.entity(s.name) for s in old.senses if isinstance(s, EntitySense)]
        parents = {entity.parent_entity for entity in named if entity is not None}
        own = [descriptor.entity(s.name) for s in new.senses if isinstance(s, EntitySense)]
        if any(entity is not None and entity.parent_entity in parents for entity in own):
            return new
        for entity in descriptor.entities:
            probe, labels = replace(new, senses=(EntitySense(entity.name),)), entity.labels.of(self.reader.language)
            if entity.parent_entity in parents and labels and self._told_by(probe) == told:
                return replace(new, text=f"{labels[0]}{self._ending(old)}")
        return new

    def _ending(self, item: Item) -> str:
        """What a name has behind its plain form where it stands: of many."""
        descriptor = self.reader.measures.descriptor
        entities = [descriptor.entity(s.name) for s in item.senses if isinstance(s, EntitySense)]
        labels = [label for entity in entities if entity for label in entity.labels.of(self.reader.language)]
        text = item.text.casefold()
        return next((text[len(label) :] for label in labels if text.startswith(label.casefold())), "")
