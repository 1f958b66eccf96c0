"""Whether rows and figures of parties stay what they were after a follow-up, but for what it says."""

from collections.abc import Sequence
from dataclasses import dataclass

from arch_team.measuring.asked import Asked
from arch_team.measuring.events import event_of
from arch_team.measuring.follow_figures import asks_for_list
from arch_team.measuring.follow_texts import is_thing
from arch_team.measuring.model import Measures
from arch_team.measuring.reader import Meaning
from arch_team.measuring.row_asked import Filter, PartyAsked, RowMake, RowsAsked, listed
from arch_team.measuring.row_words import MEMBERS
from arch_team.measuring.scan import Amount, Item, Scan
from arch_team.measuring.vocabulary import EntitySense, PartySense, Value, VerbSense
from arch_team.text.folding import folded
from arch_team.text.periods import Period, unix

COMPARED = ("change", "compare", "percent", "higher", "lower", "up", "down", "exceed")
ROWS_MADE: dict[str, frozenset[RowMake]] = {
    "count": frozenset({RowMake.COUNT}),
    "average": frozenset({RowMake.AVERAGE}),
    "highest": frozenset({RowMake.EXTREME, RowMake.BY_PARTY}),
    "lowest": frozenset({RowMake.EXTREME, RowMake.BY_PARTY}),
    "latest": frozenset({RowMake.EXTREME}),
    "first": frozenset({RowMake.EXTREME, RowMake.BY_PARTY, RowMake.LIST}),
    "top": frozenset({RowMake.EXTREME, RowMake.BY_PARTY}),
    "share": frozenset({RowMake.SHARE}),
    "percent": frozenset({RowMake.SHARE}),
    "when": frozenset({RowMake.ATTRIBUTE, RowMake.EXTREME, RowMake.LIST}),
    "total": frozenset({RowMake.SUM, RowMake.COUNT, RowMake.ATTRIBUTE}),
}
_NO_TOTALS = (RowMake.LIST, RowMake.ATTRIBUTE)
_PARTY_MAKING = frozenset(
    {"highest", "lowest", "top", "who", "each", "list", "first", "total", "count", "by_grain", "above", "below"}
)


@dataclass(frozen=True, slots=True)
class Edit:
    """A question before as a follow-up changes it, in words, and what is known of what it asks then."""

    text: str
    times: tuple[Period, ...] = ()
    """The times that are named."""
    places: frozenset[int] = frozenset()
    """Tokens of the follow-up that name them."""
    all_times: tuple[Period, ...] = ()
    """The times that are asked for in all, where several questions are put together."""
    codes: frozenset[str] = frozenset()
    """The members of several questions that are put together."""
    parties: frozenset[str] = frozenset()
    """The parties of several questions that are put together."""

    @property
    def joins(self) -> bool:
        return bool(self.codes or self.all_times or self.parties)


@dataclass(frozen=True)
class RowChecks:
    """One follow-up. `words` is its text with all that was put in for a word of it."""

    said: Scan
    edit: Edit
    words: str
    measures: Measures

    @property
    def times(self) -> tuple[Period, ...]:
        return self.edit.times

    @property
    def compares(self) -> bool:
        return compares(self.said)

    @property
    def things(self) -> list[Item]:
        return [item for item in self.said.items if is_thing(item)]

    def _codes(self, asked: Meaning) -> frozenset[str]:
        if isinstance(asked, Asked):
            return frozenset(code for subject in (*asked.subjects, *asked.others) for code in subject.codes)
        if isinstance(asked, PartyAsked):
            return asked.codes
        moving = self.measures.movements
        member = _root(moving.member) if moving else MEMBERS
        held = [flt["value"] for flt in asked.filters if _root(flt["field"]) in (MEMBERS, member)]
        return frozenset(str(code) for value in held for code in listed(value))

    @property
    def _party_table(self) -> str | None:
        moving = self.measures.movements
        return moving.parties if moving else None

    def _party(self, asked: Meaning) -> object:
        if isinstance(asked, PartyAsked):
            return asked.party
        moving = self.measures.movements
        field = _root(moving.party) if moving else ""
        filters = asked.filters if isinstance(asked, RowsAsked) else ()
        return next((flt["value"] for flt in filters if _root(flt["field"]) == field and flt["op"] == "="), None)

    def _keeps_parties(self, before: Meaning, after: Meaning) -> bool:
        said = [item for item in self.said.items if item.of(PartySense)]
        old, new = self._party(before), self._party(after)
        if said:
            names = {name for item in said for s in item.senses if isinstance(s, PartySense) for name in s.names}
            one_of_all = isinstance(before, RowsAsked) and before.table == self._party_table and old is None
            return (new in names and not one_of_all) or (new is None and any(is_thing(item) for item in said))
        if isinstance(before, Asked):
            return new is None
        return old == new or (new is None and self.said.says("each", "who", "highest", "lowest", "top", "total"))

    def _keeps_rows(self, before: Meaning, after: Meaning) -> bool:
        if isinstance(before, Asked) and isinstance(after, RowsAsked):
            same = self._codes(before) <= self._codes(after) or self._asks_when_paid()
            return same and self._is_of(after.table)
        if not (isinstance(before, RowsAsked) and isinstance(after, RowsAsked)):
            return True
        if before.table != after.table:
            return any(item.of(EntitySense) or item.of(VerbSense) for item in self.said.items)
        gone = [flt for flt in before.filters if flt not in after.filters]
        come = [flt for flt in after.filters if flt not in before.filters]
        fields = {_root(flt["field"]) for flt in come} | self._told_by_name(after)
        if any(_root(flt["field"]) not in fields for flt in gone if not (self.times and is_dated(flt, before.times))):
            return False
        widened = any(
            one["field"] == other["field"] and isinstance(other["value"], list) and one.get("value") in other["value"]
            for one in gone
            for other in come
            if other.get("op") == "IN"
        )
        return not widened and self._uses_values(after)

    def _is_invoiced(self, before: Meaning, after: Meaning) -> bool:
        """`how many invoices was that?` after all that came in from somebody: those that were written to them."""
        if not (isinstance(before, PartyAsked) and isinstance(after, RowsAsked)) or self.says_open or not before.party:
            return False
        descriptor, sets = self.measures.descriptor, self.measures.sets
        named = {descriptor.table_of(s.name) for i in self.said.items for s in i.senses if isinstance(s, EntitySense)}
        tables = [entity for entity in descriptor.entities if entity.python_class and entity.python_class in named]
        verbs = [verb for entity in tables if (verb := event_of(self.measures, entity)) is not None]
        figures = [verb.by_kind[before.kind] for verb in verbs if before.kind in verb.by_kind]
        if len(figures) != 1 or before.unit or before.where:
            return False
        own, net = sets[figures[0].of].codes, sets.get(figures[0].without_tax or "")
        whole = before.codes == own or (net is not None and net.codes <= before.codes)
        return whole and self._codes(after) == own and self._party(after) == before.party

    def _asks_when_paid(self) -> bool:
        """`when did we pay that?`: payments, which take down what is owed and not what it was for."""
        paid = {verb.name for verb in self.measures.descriptor.party_verbs if verb.reduces}
        done = {s.name for item in self.said.items for s in item.senses if isinstance(s, VerbSense)}
        return self.said.says("when") and bool(done) and done <= paid and not self.things

    def _is_in_a_state(self, after: Meaning) -> bool:
        """Whether rows are told by more than whose they are: those that are overdue."""
        moving, verbs = self.measures.movements, self.measures.descriptor.party_verbs
        known = {field for verb in verbs for figure in verb.by_kind.values() for field in figure.where}
        known |= {_root(moving.party), _root(moving.party_kind)} if moving else set()
        return isinstance(after, RowsAsked) and any(_root(flt["field"]) not in known for flt in after.filters)

    @property
    def says_open(self) -> bool:
        """Whether it speaks of what is still to be done: `open invoices`, `now`."""
        return says_open(self.said, self.measures)

    def _told_by_name(self, after: RowsAsked) -> set[str]:
        """The column for the kind of a party, where the party is named: its name tells of which kind it is."""
        moving, name = self.measures.movements, self._party(after)
        named = any(item.of(PartySense) for item in self.said.items) and name is not None
        return {moving.party_kind} if named and moving is not None and moving.party_kind else set()

    def _is_of(self, table: str) -> bool:
        """Whether all rows and columns that are said are of a table, or of members and movements."""
        descriptor, moving = self.measures.descriptor, self.measures.movements
        known = {descriptor.table_of(name) for name in (table, self.measures.levels.members)}
        moves = {e.name for e in descriptor.entities if e.movements is not None}
        moves |= {r.to_entity for r in descriptor.relations if r.from_entity in moves} if table in moves else set()
        known |= {descriptor.table_of(name) for name in moves}
        known |= {descriptor.table_of(moving.parties or "")} if moving else set()
        said = {s.name for item in self.said.items for s in item.senses if isinstance(s, EntitySense)}
        return all(descriptor.table_of(name) in known for name in said)

    def _uses_values(self, after: RowsAsked) -> bool:
        """Whether each value that is said is one that rows are told by."""
        held = str(after.filters) + str(after.part)
        for item in self.said.items:
            hits = [hit for s in item.senses if isinstance(s, Value) for hit in s.hits]
            if hits and not any(repr(value) in held for _, _, value in hits):
                return False
        return True

    def _says(self, klass: str) -> bool:
        """Whether a word is said that is of this class and of no other that changes nothing."""
        said = (item for item in self.said.items if item.is_word(klass) and not item.is_word("light", "carrying"))
        return any(item.span[0] not in self.edit.places for item in said)

    def _grain(self) -> str | None:
        for klass in ("by_grain", "in_which"):
            for item in self.said.words(klass):
                return item.detail(klass)
        return None

    def _limit(self, is_ranked: bool = False) -> int | None:
        """How many are asked for. A bare number says so after a rank."""
        if not is_ranked and not self.said.says("highest", "lowest", "top", "first", "latest"):
            return None
        counted = [item for item in self.said.items if item.span[0] not in self.edit.places]
        numbers = [s.value for item in counted for s in item.senses if isinstance(s, Amount)]
        return int(numbers[0]) if len(numbers) == 1 else None

    def _fits_rows(self, after: RowsAsked) -> bool:
        if any(after.make not in makes for klass, makes in ROWS_MADE.items() if self._says(klass)):
            return False
        return not (limit := self._limit()) or after.limit == limit

    def _keeps_row_make(self, before: RowsAsked, after: RowsAsked) -> bool:
        if not self._fits_rows(after):
            return False
        if self.said.says("total") and any(i.of(VerbSense) for i in self.said.items) and after.make in _NO_TOTALS:
            return False  # `what do they owe in total`, of whoever one row is of
        if (self._says("lowest") and after.is_max) or (self._says("highest") and not after.is_max):
            return False
        asks = (*ROWS_MADE, "list", "who", "when", "amount", "each")
        if self.said.says(*asks) or before.table != after.table:
            sums = self.said.says("amount") and not self.said.says("count")
            return not (sums and after.make in (RowMake.COUNT, RowMake.LIST))
        if asks_for_list(self.said) and after.make is RowMake.LIST:
            return True
        fields = any(item.of(EntitySense) for item in self.said.items)
        same = after.make is before.make and (after.limit, after.is_max) == (before.limit, before.is_max)
        return same or fields

    def _keeps_party_make(self, before: PartyAsked, after: PartyAsked) -> bool:
        if limit := self._limit(before.limit is not None):
            return after.limit == limit and after.kind == before.kind and after.where == before.where
        if (self._says("lowest") and after.is_max) or (self._says("highest") and not after.is_max):
            return False
        if (grain := self._grain()) and after.grain != grain:
            return False
        said = self.said
        kinds = any(item.of(EntitySense) or item.of(PartySense) or item.of(VerbSense) for item in said.items)
        valued = kinds or any(item.of(Value) for item in said.items)
        makes = said.says(*_PARTY_MAKING) or kinds
        if said.says("count") and before.limit is not None:
            return False
        if self.compares and not makes:
            return (after.limit, after.party, after.where) == (before.limit, before.party, before.where)
        same = (
            (makes or (after.make, after.limit, after.is_max) == (before.make, before.limit, before.is_max)),
            (makes or after.grain == before.grain),
            (said.says("above", "below") or (after.amount, after.comparison) == (before.amount, before.comparison)),
            (said.says("unit") or after.unit == before.unit),
            (said.says("share", "share_of", "percent") or after.wants_share == before.wants_share),
            (valued or after.where == before.where),
            (kinds or after.kind == before.kind),
            after.sign == before.sign or any(item.of(VerbSense) for item in said.items),
        )
        return all(same)


def compares(said: Scan) -> bool:
    """Whether it sets something against something: `more than in 2024` is above a time, and not above an amount."""
    above = said.says("above", "below") and not any(item.of(Amount) for item in said.items)
    return said.says(*COMPARED) or (above and bool(said.periods)) or is_less(said)


def is_less(said: Scan) -> bool:
    """`how much less is that?`: less than what was asked before, and no formula."""
    return said.says("minus") and said.says("amount") and not any(map(is_thing, said.items))


def needs_two(said: Scan) -> bool:
    """Whether it sets two things against each other and names neither: `how much more is that?`, `the difference`."""
    return said.says("higher", "lower", "both") or is_less(said)


def _root(field: object) -> str:
    return str(field).rpartition(".")[2]


def is_dated(flt: Filter, times: Sequence[Period]) -> bool:
    """Whether rows are told by one of these times."""
    days = {unix(day) for time in times for day in (time.start, time.end)}
    return any(value in days for value in listed(flt.get("value")))


def says_open(said: Scan, measures: Measures) -> bool:
    """Whether a text speaks of what is still to be done: `open invoices`, `now`."""
    verbs = [verb for verb in measures.descriptor.party_verbs if verb.is_open]
    labels = (label for verb in verbs for label in verb.labels.of(said.language) if " " not in label)
    words = tuple(folded(label) for label in labels)
    begun = any(token.folded.startswith(words) for token in said.tokens) if words else False
    done = {s.name for item in said.items for s in item.senses if isinstance(s, VerbSense)}
    return begun or any(verb.name in done for verb in verbs) or said.says("now", "still")
