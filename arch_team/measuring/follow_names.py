"""Whom a follow-up speaks of: `how much do we still owe them?` after the supplier that cost most.

A pronoun in the place of a party stands for the one that the question before named, or that its answer showed. Its name
is put in, and the text is a question of its own. Where nobody, or more than one, may be meant, nobody is guessed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import cast

from arch_team.measuring.asked import Lacking
from arch_team.measuring.follow_figures import asks_what_for
from arch_team.measuring.follow_ranks import rank_word
from arch_team.measuring.follow_rows import party_kinds
from arch_team.measuring.follow_texts import RANKED_BY, is_thing, parties_in, spoken, without_mark
from arch_team.measuring.follow_times import at_its_end
from arch_team.measuring.reader import FigureRead, FigureReader, Meaning
from arch_team.measuring.row_asked import Filter, PartyAsked, RowMake, RowsAsked, listed
from arch_team.measuring.scan import Amount, Item, Scan, Span
from arch_team.measuring.vocabulary import EntitySense, PartySense, VerbSense
from arch_team.ontologies.roles import MovementRole
from arch_team.text.lexicon import lexicon_of
from arch_team.text.packaged import packaged
from arch_team.text.tokens import TokenKind

_TIMES = ("time", "date")
_MOST_NAMES = 5
"""Parties that a pronoun may stand for."""

_BEHIND_PRONOUN = ("light", "carrying", "still", "now", "asks", "amount", "role")
"""What may stand behind a pronoun, and is no noun that an article is of."""

Shows = Callable[[FigureRead], Sequence[tuple[str, str]]]
"""The cells that the answer to a question shows: columns and values."""


@dataclass(frozen=True)
class FollowNames:
    """Serves one source in one language."""

    reader: FigureReader
    shows: Shows

    def named(self, said: str, last: Scan, earlier: FigureRead, today: date | None) -> str | None:
        """The follow-up with a name for its pronoun, as a question of its own. None: it has no pronoun for a party, or
        nobody can tell for whom."""
        scan = self.reader.scan(said, today)
        places = self._pronouns(scan)
        who = self._meant(last, earlier) if places else ()
        if not who or (len(who) > 1 and not self._may_be_several(scan, places)):
            return None
        joint = cast("dict[str, str]", packaged(f"lexicon/follow_ups_{scan.language}.yaml"))["and"]
        text = _put(scan, places, joint.join(who))
        read = self.reader.read(text, today)
        if isinstance(read.open, Lacking) and read.open.what in _TIMES and earlier.asked is not None:
            when = " ".join(at_its_end(time, last.language) for time in earlier.asked.times)
            text = f"{without_mark(text)} {when}"
            read = self.reader.read(text, today)
        return text if self._parties(read.asked) == set(who) else None

    def needs(self, said: str, today: date | None) -> bool:
        """Whether a pronoun stands where only a party can: with somebody's name in its place, it asks of them."""
        scan = self.reader.scan(said, today)
        places = self._pronouns(scan)
        if not places or scan.says("of_it", *RANKED_BY) or any(item.of(PartySense) for item in scan.items):
            return False
        kinds = {party.kind: party.name for party in self.reader.measures.parties}
        reads = [(name, self.reader.read(_put(scan, places, name), today)) for name in kinds.values()]
        return any(
            self._parties(read.asked) == {name} or (isinstance(read.open, Lacking) and read.open.what in _TIMES)
            for name, read in reads
        )

    def of_row(self, said: str, last: Scan, earlier: FigureRead, today: date | None) -> str | None:
        """`what was it for?` after one row, such as the largest: with its number for the pronoun."""
        code = self._row(last, earlier)
        if not code:
            return None
        scan = self.reader.scan(said, today)
        words = _listed(scan, "rows")
        at = [i for i, token in enumerate(scan.tokens) if token.folded in words and self._stands_alone(scan, i)]
        bare = asks_what_for(scan) and not at
        words_for = cast("dict[str, str]", packaged(f"lexicon/follow_ups_{scan.language}.yaml"))["what_for_row"]
        text = words_for.format(code) if bare else _put(scan, [(i, i + 1) for i in at[:1]], code)
        read = self.reader.read(text, today)
        held = isinstance(read.asked, RowsAsked) and any(flt.get("value") == code for flt in read.asked.filters)
        return text if (at or bare) and held else None

    def of_party(self, last: Scan, said: Scan, today: date | None) -> str | None:
        """`and the revenue in 2024?` after the invoices of somebody: theirs, where their kind has such figures."""
        parties, measures = parties_in(last), self.reader.measures
        if len(parties) != 1 or parties_in(said) or not said.periods or not any(map(is_thing, said.items)):
            return None
        read = self.reader.read(f"{parties[0].text} {spoken(said)}", today)
        asked = read.asked
        if not isinstance(asked, PartyAsked) or not asked.party or read.more:
            return None
        figures = [f for v in measures.descriptor.party_verbs for kind, f in v.by_kind.items() if kind == asked.kind]
        theirs = [known for f in figures if (known := measures.sets.get(f.without_tax or "")) is not None]
        kinds = {measures.members[code].kind for known in theirs for code in known.codes}
        own = asked.codes and {measures.members[code].kind for code in asked.codes} <= kinds
        return f"{parties[0].text} {spoken(said)}" if own else None

    def _row(self, last: Scan, earlier: FigureRead) -> str | None:
        """The number of the one row that was asked for, or that the answer shows."""
        asked = earlier.asked
        if not isinstance(asked, RowsAsked) or asked.make not in (RowMake.EXTREME, RowMake.LIST, RowMake.ATTRIBUTE):
            return None
        entity = self.reader.measures.descriptor.entity(asked.table)
        codes = [value for column, value in self.shows(earlier) if entity is not None and column == entity.code]
        return codes[0] if len(codes) == 1 else None

    def speaks_of_parties(self, earlier: FigureRead) -> bool:
        """Whether a question is for parties: which of them, or what was done with each."""
        asked, moving = earlier.asked, self.reader.measures.movements
        if isinstance(asked, RowsAsked):
            return asked.make is RowMake.BY_PARTY or _is_of_parties(asked, moving)
        return isinstance(asked, PartyAsked)

    def _meant(self, last: Scan, earlier: FigureRead) -> tuple[str, ...]:
        """The parties of the question before, or of its answer. Of a place in a ranking, the one at that place."""
        said = [item for item in last.items if not is_thing(item) and item.of(PartySense)]
        names = [{name for s in item.senses if isinstance(s, PartySense) for name in s.names} for item in said]
        if names or earlier.asked is None:
            return tuple(next(iter(each)) for each in names) if all(len(each) == 1 for each in names) else ()
        known = {party.name for party in self.reader.measures.parties}
        shown = tuple(dict.fromkeys(value for _, value in self.shows(earlier) if value in known))
        ranked = rank_word(last)
        if ranked is not None and ranked.of(Amount) and isinstance(earlier.asked, PartyAsked):
            return shown[-1:]
        return shown if len(shown) <= _MOST_NAMES else ()

    def _may_be_several(self, scan: Scan, places: Sequence[Span]) -> bool:
        words = _listed(scan, "several")
        return all(scan.tokens[start].folded in words for start, _ in places)

    def _pronouns(self, scan: Scan) -> list[Span]:
        data = cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{scan.language}.yaml"))
        phrases = [phrase.split() for phrase in data["persons"]]
        words = [token.folded for token in scan.tokens]
        found: list[Span] = []
        at = 0
        while at < len(words):
            long = max((len(p) for p in phrases if words[at : at + len(p)] == p), default=0)
            kind = self._item_at(scan, at + 1)
            is_kind = kind is not None and bool(party_kinds(kind, self.reader.measures))
            if kind is not None and is_kind and words[at] in data["pointers"]:
                found.append((at, kind.span[1]))
                at = kind.span[1]
            elif long:
                found.append((at, at + long))
                at += long
            elif words[at] in data["demonstratives"] and self._stands_alone(scan, at):
                found.append((at, at + 1))
                at += 1
            else:
                at += 1
        return found

    def _item_at(self, scan: Scan, at: int) -> Item | None:
        return next((item for item in scan.items if item.span[0] == at), None)

    def _stands_alone(self, scan: Scan, at: int) -> bool:
        """Whether an article has no noun behind it: `schuldet uns der noch etwas`."""
        timed = {place for span in scan.period_places for place in range(*span)}
        after = at + 1
        while after in timed:
            after += 1
        item = self._item_at(scan, after)
        if after >= len(scan.tokens) or scan.tokens[after].text in "?.!,":
            return True
        words = [token for token in scan.tokens if token.kind is not TokenKind.SIGN]
        last = words[-1] is scan.tokens[after] and not words[-1].is_capital  # `hat der offen`: no noun is behind it
        named = item is not None and bool(item.of(EntitySense) or item.of(VerbSense))
        said = last and named and lexicon_of(scan.language).has_free_order
        pronoun = said or scan.tokens[at].folded in _listed(scan, "pronouns")
        return pronoun or (item is not None and item.is_word(*_BEHIND_PRONOUN))

    def _parties(self, asked: Meaning | None) -> set[object]:
        """Whom a question is of. Nobody's, where it asks for nothing but them."""
        moving = self.reader.measures.movements
        if isinstance(asked, RowsAsked) and asked.make is not RowMake.ATTRIBUTE and _is_of_parties(asked, moving):
            return set()
        filters = asked.where if isinstance(asked, PartyAsked) else getattr(asked, "filters", ())
        if isinstance(asked, PartyAsked) and asked.party:
            return {asked.party}
        fields = {(moving.party or "").rpartition(".")[2], moving.party_name} if moving is not None else set[str]()
        held = [f for f in cast("Sequence[Filter]", filters) if str(f["field"]).rpartition(".")[2] in fields]
        return {value for f in held if f["op"] in ("=", "IN") for value in listed(f["value"])}


def _is_of_parties(asked: RowsAsked, moving: MovementRole | None) -> bool:
    return moving is not None and asked.table == moving.parties


def _put(scan: Scan, places: Sequence[Span], text: str) -> str:
    """A text with another in some of its places."""
    question = scan.question
    for start, end in sorted(places, reverse=True):
        question = question[: scan.tokens[start].start] + text + question[scan.tokens[end - 1].end :]
    return question


def _listed(scan: Scan, name: str) -> list[str]:
    return cast("dict[str, list[str]]", packaged(f"lexicon/follow_ups_{scan.language}.yaml"))[name]
