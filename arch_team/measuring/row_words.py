"""What the words of a question for rows name: parties, kinds of them, verbs, sides, tables."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from arch_team.measuring.asked import Lacking
from arch_team.measuring.model import Measures
from arch_team.measuring.scan import Age, Amount, Code, Item, Scan
from arch_team.measuring.vocabulary import (
    EntitySense,
    MemberSense,
    PartySense,
    SetSense,
    SideSense,
    Value,
    VerbSense,
    Word,
    language_words,
)
from arch_team.ontologies.descriptor import Entity, SemanticType
from arch_team.ontologies.roles import PartyVerb
from arch_team.text.folding import folded
from arch_team.text.lexicon import lexicon_of
from arch_team.text.periods import Bound
from arch_team.text.stems import noun_stem, stems_of

MEMBERS = "*members"
"""Stands for the members that a row's movements are of."""


_SOME = 5


class RowWords:
    """Reads the words of one question for rows."""

    def __init__(self, scan: Scan, measures: Measures) -> None:
        self._scan, self._measures, self._descriptor = scan, measures, measures.descriptor

    @property
    def _names(self) -> list[str]:
        """Entities that the question names."""
        return [s.name for item in self._scan.items for s in item.senses if isinstance(s, EntitySense)]

    def _parties(self) -> tuple[str, ...] | Lacking | None:
        """The one party that is named. None: no party is."""
        found: list[tuple[str, ...]] = [s.names for item in self._scan.items for s in self._best_parties(item)]
        if not found:
            return None
        both = set(found[0]).intersection(*map(set, found[1:]))
        names = tuple(sorted(both)) or tuple(dict.fromkeys(name for names in found for name in names))
        kinds = self._kinds()
        kept = [n for n in names if not kinds or self._kind_of(n) in kinds] or list(names)
        whole = [s for item in self._scan.items for s in self._best_parties(item) if not s.is_part]
        if len(kept) > 1 or not whole:
            item = next(i for i in self._scan.items if i.of(PartySense))
            return Lacking("which_member", item.text, tuple(kept))
        return tuple(kept)

    def _best_parties(self, item: Item) -> list[PartySense]:
        found = [s for s in item.senses if isinstance(s, PartySense)]
        if any(isinstance(s, SetSense | MemberSense) for s in item.senses) and self._verb() is None:
            return []
        return [min(found, key=lambda s: len(s.names))] if found else []

    def _kind_of(self, name: str) -> str:
        return next((p.kind for p in self._measures.parties if p.name == name), "")

    def _kinds(self) -> set[str]:
        """The kinds of party that the question names: customers, suppliers."""
        moving = self._measures.movements
        if moving is None:
            return set()
        found: set[str] = set()
        for name in self._names:
            entity = self._descriptor.entity(name)
            for known in entity.invariants if entity else ():
                if known.field == moving.party_kind and known.value is not None:
                    found.add(str(known.value))
        return found

    def _verb(self) -> PartyVerb | None:
        names = [s.name for item in self._scan.items for s in item.senses if isinstance(s, VerbSense)]
        verbs = [verb for verb in self._descriptor.party_verbs if verb.name in names]
        if any(verb.reduces for verb in verbs) and self._scan.says("must") and self._scan.says("still", "amount"):
            verbs = [verb for verb in self._descriptor.party_verbs if verb.is_open] or verbs  # what is still to be paid
        if not self._scan.periods and any(verb.is_open for verb in verbs) and self._scan.says("or"):
            verbs = [verb for verb in verbs if verb.is_open]  # `has he paid, or is something still open?`
        return min(verbs, key=lambda verb: verb.is_open) if verbs else None

    def _open_kinds(self) -> set[str]:
        """Whose side an open figure is on: of customers, of suppliers; told by who is named, or by who owes whom."""
        parties = self._parties()
        if isinstance(parties, tuple):
            return {self._kind_of(parties[0])}
        verb = self._verb()
        named = [s.name for item in self._scan.items for s in item.senses if isinstance(s, SetSense)]
        of = {kind for kind, figure in verb.by_kind.items() if figure.also in named} if verb else set[str]()
        texts = {stems_of(item.text, self._scan.language) for item in self._scan.items if item.of(VerbSense)}
        for kind, words in (verb.said_of if verb and self._scan.says("who", "highest", "lowest") else {}).items():
            if any(stems_of(word, self._scan.language) in texts for word in words.of(self._scan.language)):
                of.add(kind)
        return self._kinds() | of

    def _our_kinds(self) -> set[str]:
        """The kinds of party that what we do with rows tells of: invoices that we write go to customers."""
        items = self._scan.items
        ours = any(item.is_word("self") for item in items)
        return {str(item.detail("by_us")) for item in items if item.is_word("by_us")} if ours else set()

    def _verb_kinds(self) -> list[str]:
        """The kinds of party, as people call them."""
        moving = self._measures.movements
        found: list[str] = []
        for entity in self._descriptor.entities:
            if moving is not None and any(i.field == moving.party_kind for i in entity.invariants):
                found.append(next(iter(entity.labels.of(self._scan.language)), entity.name))
        return found

    def _is_kind(self, sense: object) -> bool:
        entity = self._descriptor.entity(sense.name) if isinstance(sense, EntitySense) else None
        moving = self._measures.movements
        return (
            entity is not None and moving is not None and any(i.field == moving.party_kind for i in entity.invariants)
        )

    def _is_single(self, item: Item, entity: Entity) -> bool:
        """`the customer`, `die Rechnung`: a noun for one of them. It is one where another word for the same only adds
        an ending to it."""
        said = item.text.casefold()
        if lexicon_of(self._scan.language).has_free_order and not item.text[:1].isupper():
            return False  # an adjective
        more = self._descriptor.everyday.sets.get(entity.name)
        words = (*entity.labels.of(self._scan.language), *(more.of(self._scan.language) if more else ()))
        longer = {word.casefold()[len(said) :] for word in words if word.casefold().startswith(said)}
        endings = language_words(self._scan.language).endings
        if any(word.casefold() == said[: -len(end)] for word in words for end in endings if said.endswith(end)):
            return False
        return bool(longer & set(endings)) or (said[-1:] == "y" and f"{said[:-1]}ies" in map(str.casefold, words))

    def _asks_party(self) -> bool:
        """`which customer`: those the rows are with are asked for."""
        items = self._scan.items
        kinds = [at for at, item in enumerate(items) if any(self._is_kind(s) for s in item.senses)]
        named = [at for at, item in enumerate(items) if item.of(EntitySense)]
        asked = [any(i.is_word("list", "who", "top") for i in items[max(0, at - 3) : at]) for at in kinds[:1]]
        asked += [self._is_ranked(at) for at in kinds[:1]]
        who = [at for at, item in enumerate(items) if item.is_word("who")]
        first = bool(who) and (not named or who[0] < named[0])
        return (any(asked) and named[:1] == kinds[:1]) or first

    def _is_ranked(self, at: int) -> bool:
        """`the three largest suppliers by invoices`: a rank right before them, and no word behind that it is of."""
        items = self._scan.items
        before, after = items[at - 1] if at else None, items[at + 1] if at + 1 < len(items) else None
        of_rows = after is not None and after.of(EntitySense) and after.span[0] == items[at].span[1]
        return before is not None and before.is_word("highest", "lowest") and not of_rows

    def _ranks_row(self) -> bool:
        """`which customer has the largest invoice`: one row is ranked, and not what each party has in all."""
        return any(not rank.is_word("many_of") and single for rank, single in self._ranked_rows())

    def _ranks_count(self) -> bool:
        """`which customer has the most open invoices`: parties by how many rows they have."""
        return any(rank.is_word("many_of") and not single for rank, single in self._ranked_rows())

    def _ranked_rows(self) -> Iterator[tuple[Item, bool]]:
        """Each word that ranks right before a noun for rows, and whether that is said of one row."""
        items = [i for i in self._scan.items if not i.is_word("light", "single", "still") and not i.of(VerbSense)]
        for before, item in pairwise(items):
            if item.in_brackets and not before.in_brackets:
                continue  # `who owes most (open invoices)`: told what it is about, and not ranked by how many
            rows = [e for s in item.senses if isinstance(s, EntitySense) and (e := self._descriptor.entity(s.name))]
            is_row = any(e.field is None and not self._is_kind(EntitySense(e.name)) for e in rows)
            if is_row and before.is_word("highest", "lowest"):
                word = folded(item.text.split()[-1])
                yield before, noun_stem(word, self._scan.language) == word or word in self._row_labels(rows)

    def _row_labels(self, rows: Sequence[Entity]) -> set[str]:
        """What one row is called, by its last word."""
        firsts = (next(iter(e.labels.of(self._scan.language)), "") for e in rows)
        return {folded(label.split()[-1]) for label in firsts if label}

    def _side(self) -> str | None:
        """The one side of movements that is named."""
        said = {s.sides for item in self._scan.items for s in item.senses if isinstance(s, SideSense)}
        sides = {sides[0] for sides in said if len(sides) == 1} & {"rise", "fall"}
        return sides.pop() if len(sides) == 1 else None

    def _is_field_of(self, name: str, table: str | None) -> bool:
        entity = self._descriptor.entity(name)
        return entity is not None and entity.field is not None and entity.parent_entity == table

    def _party_entity(self) -> str | None:
        return self._measures.movements.parties if self._measures.movements else None

    def _table_entity(self, name: str) -> Entity | None:
        table = self._descriptor.table_of(name)
        return next((e for e in self._descriptor.entities if e.python_class == table and table), None)

    def _moving_tables(self) -> tuple[str, ...]:
        """The tables whose rows are made of movements."""
        moving = next((e.name for e in self._descriptor.entities if e.movements is not None), None)
        return tuple(
            r.to_entity
            for r in self._descriptor.relations
            if r.from_entity == moving and r.to_entity not in (self._measures.levels.members,)
        )

    def _party_path(self, table: Entity) -> str | None:
        """The path from a table's rows to the name of their party."""
        moving, party = self._measures.movements, self._party_entity()
        if moving is None or party is None:
            return None
        if table.name == party:
            return moving.party_name
        relation = next(
            (r for r in self._descriptor.relations if r.from_entity == table.name and r.to_entity == party), None
        )
        return f"{relation.path_name}.{moving.party_name}" if relation else None

    def _unit_field(self, table: Entity) -> str | None:
        entity = next((e for e in self._descriptor.entities if e.semantic_type is SemanticType.UNIT), None)
        return entity.field if entity else None

    def _is_of_members(self, sense: object) -> bool:
        return isinstance(sense, SetSense | Code | MemberSense)

    def _codes(self, sense: SetSense | Code | MemberSense) -> frozenset[str]:
        if isinstance(sense, SetSense):
            return self._measures.sets[sense.name].codes
        return frozenset(sense.codes)

    def _is_question(self) -> bool:
        items = self._scan.items
        return bool(items) and ((items[0].is_word("asks") and items[0].span[0] == 0) or self._scan.says("confirm"))

    def _is_told(self) -> bool:
        """Whether it is an order, not a question."""
        first = next((i for i in self._scan.items if not i.is_word("light") or i.is_word("order")), None)
        return first is not None and first.is_word("order") and first.span[0] <= 1

    def _says_rows(self, table: Entity) -> bool:
        """Whether the rows themselves are named: invoices, bookings; not only those they are with."""
        return any(
            (e := self._table_entity(n)) is not None and e.name == table.name for n in self._names
        ) and not self._scan.says("who")

    def _says_amount(self) -> bool:
        """Whether how much is asked beside how many."""
        entities = (self._descriptor.entity(n) for n in self._names)
        named = any(e is not None and e.semantic_type is SemanticType.MEASURE for e in entities)
        amounts = [i for i in self._scan.words("amount") if not i.is_word("count")]
        verb = self._verb()
        asked = bool(amounts) or self._scan.says("total") or (verb is not None and verb.is_open)
        return named or bool(amounts) or (asked and self._scan.says("and"))

    def _says_measure(self) -> bool:
        entities = (self._descriptor.entity(n) for n in self._names)
        return (
            any(e is not None and e.semantic_type is SemanticType.MEASURE for e in entities) or self._verb() is not None
        )

    def _lists(self) -> bool:
        first, second = (*self._scan.items[:2], None, None)[:2]
        rows = first is not None and first.is_word("list") and bool(self._names)
        rows = rows and not (second is not None and second.is_word("amount"))  # `which amount of invoices`
        return self._scan.says("list") and not self._scan.says("total") and (rows or not self._scan.says("amount"))

    def _limit(self) -> int:
        numbers = [s.value for item in self._scan.items for s in item.senses if isinstance(s, Amount)]
        return int(numbers[0]) if len(numbers) == 1 and 1 < numbers[0] <= 50 else 1

    def _shown_parties(self) -> int:
        """How many parties a rank shows: as many as are said, or some where several are asked for."""
        for item in self._scan.items:
            named = [self._descriptor.entity(s.name) for s in item.senses if isinstance(s, EntitySense)]
            labels = [next(iter(e.labels.of(self._scan.language)), "") for e in named if e is not None]
            is_kind = any(self._is_kind(sense) for sense in item.senses)
            if is_kind and self._is_one_ranked(item):
                return 1
            if is_kind and self._limit() == 1 and item.text.casefold() not in map(str.casefold, labels):
                return _SOME
        return self._limit()

    def _is_one_ranked(self, item: Item) -> bool:
        """`der Anteil des grössten Kunden`: the article says that it is one, where the noun does not."""
        near = [other for other in self._scan.items if other.span[1] <= item.span[0]][-2:]
        ranked = len(near) == 2 and near[1].is_word("highest", "lowest") and near[0].is_word("one_of_them")
        return ranked and lexicon_of(self._scan.language).has_free_order

    def _open_sets(self) -> tuple[str, ...]:
        verb = self._verb()
        return tuple(figure.also for figure in verb.by_kind.values() if figure.also) if verb and verb.is_open else ()

    def _is_net_of(self, at: int) -> bool:
        """`net of tax`, `after cash discounts`: what was paid, or sold, is without them."""
        for item in reversed(self._scan.items[:at]):
            if item.is_word("after"):
                return True
            if not (item.is_word("light") or item.of(SetSense) or item.of(MemberSense)):
                return False
        return False

    def _leaves_out(self) -> bool:
        """Whether what is left out goes into a filter: units, or a column that is empty."""
        empty = any(a.is_word("without") and self._is_column(b) for a, b in self._pairs())
        taxed = any(i.is_word("net", "gross", "untaxed") for i in self._scan.items)
        return bool(self._scan.units_left_out) or empty or taxed

    def _pairs(self) -> Iterator[tuple[Item, Item]]:
        """Items that follow each other with nothing but light words between: no time either."""
        items = self._scan.items
        told = [i for i in items if not i.is_word("light") or i.is_word("without", "not") or i.of(EntitySense)]
        light = {at for item in items if item.is_word("light") for at in range(*item.span)}
        for before, item in pairwise(told):
            if all(at in light for at in range(before.span[1], item.span[0])):
                yield before, item

    def _is_column(self, item: Item) -> bool:
        """Whether an item names what a row may be without: a column, or its party."""
        names = [s.name for s in item.senses if isinstance(s, EntitySense)]
        return any(n == self._party_entity() or ((e := self._descriptor.entity(n)) and e.field) for n in names)

    def _opens_time(self, item: Item) -> bool:
        """`before 5 May`: the word is read with the time behind it."""
        timed = zip(self._scan.periods, self._scan.period_places, strict=True)
        return any(0 <= place[0] - item.span[1] <= 1 and time.bound is not Bound.WITHIN for time, place in timed)

    def _has_object(self, klass: str) -> bool:
        """Whether what a word compares with is named: an amount that something is above, a place it is outside of."""
        items = self._scan.items
        if klass in ("above", "below"):
            return any(item.of(Amount) or item.of(Age) for item in items)
        if klass == "between":
            return bool(self._scan.periods)
        if klass == "after":
            return any(self._is_net_of(at) for at, i in enumerate(items) if i.of(SetSense) or i.of(MemberSense))
        return klass != "outside" or any(item.of(Value) for item in items)

    def _left(
        self,
        known: frozenset[str],
        sets: Sequence[str],
        used: frozenset[int] = frozenset(),
        codes: frozenset[str] = frozenset(),
    ) -> str | None:
        """A word that nothing uses."""
        for at, item in enumerate(self._scan.items):
            if at in used:
                continue
            for sense in item.senses:
                if isinstance(sense, EntitySense | PartySense | VerbSense):
                    break
                if isinstance(sense, SideSense) and self._side() is not None:
                    break
                if isinstance(sense, Word) and sense.klass in ("without", "after") and self._opens_time(item):
                    break
                if isinstance(sense, Word) and sense.klass == "without" and not self._leaves_out():
                    continue
                if isinstance(sense, Word) and not self._has_object(sense.klass):
                    continue
                if isinstance(sense, Word) and sense.klass == "apart" and len(self._scan.units) > 1:
                    break
                if isinstance(sense, Word) and sense.klass in known:
                    break
                if isinstance(sense, SetSense | MemberSense) and self._is_net_of(at):
                    break
                if isinstance(sense, SetSense | MemberSense | Code) and codes & self._codes(sense):
                    break
                if isinstance(sense, SetSense) and (
                    sense.name in sets
                    or (sets and self._measures.sets[sense.name].codes & self._measures.sets[sets[0]].codes)
                ):
                    break
                if isinstance(sense, Age):
                    break
                if (
                    isinstance(sense, Word)
                    and sense.klass in ("older", "above")
                    and any(i.of(Age) for i in self._scan.items)
                ):
                    break
                if isinstance(sense, Amount) and self._limit() == int(sense.value):
                    break
            else:
                return item.text
        return None
